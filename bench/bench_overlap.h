/* bench_overlap.h — which pairs overlap? Every scene, for every instruction set and every peer: "overlap/<scene>/<who>". */
#ifndef BENCH_BENCH_OVERLAP_H
#define BENCH_BENCH_OVERLAP_H

void bench_overlap_register(void);

/* After the run. */
void bench_overlap_free(void);

#endif
