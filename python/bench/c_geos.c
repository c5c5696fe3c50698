/* c_geos.c — the spatial join by GEOS alone, without Python: a tree over all polygons, and for each polygon a prepared one asked
 * about those that the tree finds. This is what Shapely does from 2.0 on when it is asked about all geometries in one call. */
#define _POSIX_C_SOURCE 199309L
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

double join_seconds(const double *xy, const uint32_t *first, size_t count, size_t *found);

typedef struct join {
    GEOSContextHandle_t geos;
    GEOSGeometry **polygons;
    const GEOSPreparedGeometry *prepared;
    size_t own, found;
} join;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void visit(void *item, void *data) {
    join *j = data;
    size_t k = (size_t)(uintptr_t)item - 1;
    j->found += k > j->own && GEOSPreparedIntersects_r(j->geos, j->prepared, j->polygons[k]) == 1;
}

static GEOSGeometry *polygon(GEOSContextHandle_t geos, const double *xy, uint32_t from, uint32_t to) {
    GEOSCoordSequence *ring = GEOSCoordSeq_create_r(geos, to - from + 1, 2);
    for (uint32_t k = from; k <= to; k++) {
        const double *at = xy + 2 * (k < to ? k : from);
        GEOSCoordSeq_setXY_r(geos, ring, k - from, at[0], at[1]);
    }
    return GEOSGeom_createPolygon_r(geos, GEOSGeom_createLinearRing_r(geos, ring), NULL, 0);
}

/* The polygons are made before the time begins. */
double join_seconds(const double *xy, const uint32_t *first, size_t count, size_t *found) {
    join j = {.geos = GEOS_init_r(), .polygons = calloc(count, sizeof *j.polygons)};
    for (size_t i = 0; i < count; i++)
        j.polygons[i] = polygon(j.geos, xy, first[i], first[i + 1]);
    double before = now();
    GEOSSTRtree *tree = GEOSSTRtree_create_r(j.geos, 10);
    for (size_t i = 0; i < count; i++)
        GEOSSTRtree_insert_r(j.geos, tree, j.polygons[i], (void *)(uintptr_t)(i + 1));
    for (j.own = 0; j.own < count; j.own++) {
        j.prepared = GEOSPrepare_r(j.geos, j.polygons[j.own]);
        GEOSSTRtree_query_r(j.geos, tree, j.polygons[j.own], visit, &j);
        GEOSPreparedGeom_destroy_r(j.geos, j.prepared);
    }
    double took = now() - before;
    GEOSSTRtree_destroy_r(j.geos, tree);
    for (size_t i = 0; i < count; i++)
        GEOSGeom_destroy_r(j.geos, j.polygons[i]);
    free(j.polygons);
    GEOS_finish_r(j.geos);
    *found = j.found;
    return took;
}
