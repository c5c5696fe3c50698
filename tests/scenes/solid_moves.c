#include "solid_moves.h"
#include "../common/must.h"
#include "shapes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Some vertex of a solid, of a box rounded. */
static void some_vertex(rng *r, const sepal_solids *set, uint32_t index, double at[3]) {
    const float *x, *y, *z;
    size_t count;
    sepal_parallelepiped v;
    if (sepal_solids_vertices(set, index, &x, &y, &z, &count) == SEPAL_OK) {
        size_t k = rng_below(r, (uint32_t)count);
        at[0] = (double)x[k];
        at[1] = (double)y[k];
        at[2] = (double)z[k];
        return;
    }
    must(sepal_solids_box(set, index, &v) == SEPAL_OK, "there is no solid %u", (unsigned)index);
    const uint32_t corner = rng_below(r, 8);
    for (int k = 0; k < 3; k++) {
        const double parts[3] = {(double)v.u[k], (double)v.v[k], (double)v.w[k]};
        at[k] = (double)v.c[k];
        for (int part = 0; part < 3; part++)
            at[k] += corner >> part & 1 ? parts[part] : -parts[part];
    }
}

/* A vertex of the one moves by a multiple of its way to a vertex of the other, or nearly so; along some axes perhaps not at all. */
static void some_move(rng *r, const sepal_solids *set, uint32_t index, const sepal_solids *other, uint32_t to, float *move) {
    static const double parts[] = {1, 1, 0.5, 2, 4, -1, 0.75, 1.5};
    double from[3], at[3];
    const double part = parts[rng_below(r, 8)];
    const bool exact = rng_below(r, 2) == 0;
    some_vertex(r, set, index, from);
    some_vertex(r, other, to, at);
    for (int k = 0; k < 3; k++) {
        double way = part * (at[k] - from[k]) * (exact ? 1 : rng_real(r, 0.5, 1.5));
        way = rng_below(r, 6) == 0 ? 0 : way;
        move[k] = fabs(way) <= (double)FLT_MAX ? (float)way : 0;
    }
}

solid_moves solid_moves_create(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, uint64_t seed) {
    rng r = {seed};
    solid_moves moves;
    moves.a = must_have(calloc(3 * sepal_solids_count(a) + 1, sizeof *moves.a));
    moves.b = a == b ? moves.a : must_have(calloc(3 * sepal_solids_count(b) + 1, sizeof *moves.b));
    for (size_t k = 0; k < count; k++) {
        sepal_pair pair = pairs[k];
        if (rng_below(&r, 2) == 0)
            some_move(&r, a, pair.a, b, pair.b, moves.a + 3 * (size_t)pair.a);
        else if (rng_below(&r, 3) == 0)
            some_move(&r, b, pair.b, a, pair.a, moves.b + 3 * (size_t)pair.b);
    }
    return moves;
}

void solid_moves_destroy(solid_moves *moves) {
    if (moves->b != moves->a)
        free(moves->b);
    free(moves->a);
}
