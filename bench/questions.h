/* questions.h — all questions that are measured. Each file registers its own, as "<kind>/<scene>/<who>". */
#ifndef BENCH_QUESTIONS_H
#define BENCH_QUESTIONS_H

#include <stdio.h>

void bench_overlap_add(void);      /* which pairs overlap? */
void bench_calls_add(void);        /* short lists and rows: what a call costs */
void bench_sizes_add(void);        /* what memory costs: ever larger sets */
void bench_round_add(void);        /* ... of shapes with radii, or under a margin */
void bench_common_add(void);       /* how much area do two polygons have in common? */
void bench_contain_add(void);      /* which shapes contain which? */
void bench_doubles_add(void);      /* sets of doubles: maps and boards */
void bench_place_add(void);        /* models turned and moved into a world set */
void bench_poses_add(void);        /* ... and asked about */
void bench_place_solids_add(void); /* the same of solids */
void bench_mtv_add(void);          /* the smallest push that parts each pair */
void bench_mtv_round_add(void);
void bench_contacts_add(void);        /* where the shapes of each pair touch */
void bench_sweep_add(void);           /* moving shapes: which pairs meet, when and how */
void bench_hits_add(void);            /* ... one pair that hits */
void bench_groups_add(void);          /* bodies of several parts: which are nearest, or meet first */
void bench_rays_add(void);            /* one ray against one shape */
void bench_find_add(void);            /* all pairs of a set that overlap */
void bench_places_add(void);          /* what is in windows, and at points */
void bench_cast_add(void);            /* which shape each ray hits first */
void bench_solids_add(void);          /* the same of solids */
void bench_contain_solids_add(void);  /* which solids contain which? */
void bench_contacts_solids_add(void); /* where they touch */
void bench_find_solids_add(void);     /* all pairs of solids that overlap */
void bench_meshes_add(void);          /* triangle meshes */
void bench_sweep_solids_add(void);    /* solids that move, and rays among solids */
void bench_aimed_solids_add(void);    /* rays and boxes that are aimed at hulls */
void bench_engine_add(void);          /* a step of an engine */
void bench_threads_add(void);         /* some of these by one thread, and by all cores; needs OpenMP */

/* After the run: prints in what way the answers of peers were wrong. */
void bench_mtv_explain(FILE *out);

#endif
