/* c_geos.c — GEOS alone, without Python: the spatial join by a tree over all polygons and prepared ones, and a question about each pair
 * of a list. This is what Shapely does from 2.0 on when it is asked about all geometries in one call. */
#define _POSIX_C_SOURCE 199309L
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

typedef struct polygons {
    GEOSContextHandle_t geos;
    GEOSGeometry **at;
    size_t count;
} polygons;

polygons *polygons_make(const double *xy, const uint32_t *first, size_t count);
void polygons_free(polygons *p);
double join_seconds(polygons *p, size_t *found);
double pairs_seconds(polygons *p, const uint32_t *pairs, size_t count, int question, double *answers);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static GEOSGeometry *polygon(GEOSContextHandle_t geos, const double *xy, uint32_t from, uint32_t to) {
    GEOSCoordSequence *ring = GEOSCoordSeq_create_r(geos, to - from + 1, 2);
    for (uint32_t k = from; k <= to; k++) {
        const double *at = xy + 2 * (k < to ? k : from);
        GEOSCoordSeq_setXY_r(geos, ring, k - from, at[0], at[1]);
    }
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, ring), NULL, 0);
}

polygons *polygons_make(const double *xy, const uint32_t *first, size_t count) {
    polygons *p = calloc(1, sizeof *p);
    if (p == NULL || (p->at = calloc(count, sizeof *p->at)) == NULL)
        abort();
    p->geos = GEOS_init_r();
    p->count = count;
    for (size_t i = 0; i < count; i++)
        p->at[i] = polygon(p->geos, xy, first[i], first[i + 1]);
    return p;
}

void polygons_free(polygons *p) {
    for (size_t i = 0; i < p->count; i++)
        GEOSGeom_destroy_r(p->geos, p->at[i]);
    GEOS_finish_r(p->geos);
    free(p->at);
    free(p);
}

typedef struct join {
    polygons *p;
    const GEOSPreparedGeometry *prepared;
    size_t own, found;
} join;

static void visit(void *item, void *data) {
    join *j = data;
    size_t k = (size_t)(uintptr_t)item - 1;
    j->found += k > j->own && GEOSPreparedIntersects_r(j->p->geos, j->prepared, j->p->at[k]) == 1;
}

/* How many pairs intersect, and how long it takes from the making of the tree on. */
double join_seconds(polygons *p, size_t *found) {
    join j = {.p = p};
    double before = now();
    GEOSSTRtree *tree = GEOSSTRtree_create_r(p->geos, 10);
    for (size_t i = 0; i < p->count; i++)
        GEOSSTRtree_insert_r(p->geos, tree, p->at[i], (void *)(uintptr_t)(i + 1));
    for (j.own = 0; j.own < p->count; j.own++) {
        j.prepared = GEOSPrepare_r(p->geos, p->at[j.own]);
        GEOSSTRtree_query_r(p->geos, tree, p->at[j.own], visit, &j);
        GEOSPreparedGeom_destroy_r(p->geos, j.prepared);
    }
    double took = now() - before;
    GEOSSTRtree_destroy_r(p->geos, tree);
    *found = j.found;
    return took;
}

/* Question 0: do the two of a pair intersect? 1: does the first cover the second? 2: what is their distance? */
double pairs_seconds(polygons *p, const uint32_t *pairs, size_t count, int question, double *answers) {
    double before = now();
    for (size_t i = 0; i < count; i++) {
        const GEOSGeometry *a = p->at[pairs[2 * i]], *b = p->at[pairs[2 * i + 1]];
        if (question == 0)
            answers[i] = GEOSIntersects_r(p->geos, a, b);
        else if (question == 1)
            answers[i] = GEOSCovers_r(p->geos, a, b);
        else
            GEOSDistance_r(p->geos, a, b, &answers[i]);
    }
    return now() - before;
}
