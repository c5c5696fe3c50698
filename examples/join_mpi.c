/* join_mpi.c — all pairs of a scene that is spread over many machines, by MPI.
 *
 *     mpirun -n RANKS join_mpi [--check] scene.txt [pairs.txt]
 *     mpirun -n RANKS join_mpi [--check] SHAPES [pairs.txt]
 *
 * A scene is a text file with a box in each line, x y half_x half_y cos sin, or so many random boxes. Rank r begins with the boxes
 * r, r + RANKS, ... as if each machine had read its share. Space is cut into a tile for each rank, and every box is sent to all tiles
 * that it reaches. Each rank finds the pairs in its tile. A pair belongs to the tile of one point: the greater one of the two left
 * ends and the greater one of the two lower ends (Dittrich, Seeger, "Data redundancy and duplicate detection in spatial join
 * processing", ICDE 2000). Where the two overlap, both reach that point, so its tile has both, and no other tile keeps the pair.
 * The pairs are written in ascending order. --check also finds them on one machine and compares them one by one.
 *
 *     mpicc -O2 -o join_mpi join_mpi.c join/job.c join/scene.c $(pkg-config --cflags --libs sepal) */
#include "join/job.h"
#include "join/scene.h"

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Tiles: one for each rank -------------------------------------------------------------------------------------------------*/

struct bounds {
    float low[2], high[2];
};

static struct bounds bounds_of(const sepal_polys *set, uint32_t shape) {
    const float *x, *y;
    size_t count;
    must("read a box", sepal_polys_vertices(set, shape, &x, &y, &count));
    struct bounds b = {{x[0], y[0]}, {x[0], y[0]}};
    for (size_t k = 1; k < count; k++) {
        const float at[2] = {x[k], y[k]};
        for (int axis = 0; axis < 2; axis++) {
            b.low[axis] = at[axis] < b.low[axis] ? at[axis] : b.low[axis];
            b.high[axis] = at[axis] > b.high[axis] ? at[axis] : b.high[axis];
        }
    }
    return b;
}

static struct tiles {
    double low[2], size[2]; /* of all space */
    int count[2];
} tiles;

/* The column or row of tiles that has a coordinate. It never falls where the coordinate rises, whatever is rounded. */
static int tile_at(int axis, float at) {
    const double k = tiles.size[axis] > 0 ? ((double)at - tiles.low[axis]) / tiles.size[axis] * tiles.count[axis] : 0;
    return k < 0 ? 0 : k < tiles.count[axis] ? (int)k : tiles.count[axis] - 1;
}

static void lay_tiles(const sepal_polys *own) {
    double low[2] = {DBL_MAX, DBL_MAX}, high[2] = {-DBL_MAX, -DBL_MAX};
    for (uint32_t i = 0; i < sepal_polys_count(own); i++) {
        const struct bounds b = bounds_of(own, i);
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = (double)b.low[axis] < low[axis] ? (double)b.low[axis] : low[axis];
            high[axis] = (double)b.high[axis] > high[axis] ? (double)b.high[axis] : high[axis];
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, low, 2, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, high, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    for (int axis = 0; axis < 2; axis++) {
        tiles.low[axis] = low[axis];
        tiles.size[axis] = high[axis] - low[axis];
    }
    MPI_Dims_create(ranks, 2, tiles.count);
}

/* --- Exchange -----------------------------------------------------------------------------------------------------------------*/

/* A sum of counts, which MPI takes as int. */
static int offsets_of(const int *count, int *offset) {
    int64_t sum = 0;
    for (int k = 0; k < ranks; k++) {
        offset[k] = (int)sum;
        sum += count[k];
        if (sum > INT_MAX)
            fail("more than %d bytes for one rank: use more ranks", INT_MAX);
    }
    return (int)sum;
}

/* Sends every box to all tiles that it reaches; returns what this rank receives, and how many bytes left it. */
static struct rows exchange(const struct rows *own, const sepal_polys *set, int64_t *sent) {
    int *to = memory((size_t)ranks, sizeof *to), *from = memory((size_t)ranks, sizeof *from);
    int *to_at = memory((size_t)ranks, sizeof *to_at), *from_at = memory((size_t)ranks, sizeof *from_at);
    struct row *out = NULL;
    int bytes = 0;
    for (int pass = 0; pass < 2; pass++) { /* counts, then copies */
        for (uint32_t i = 0; i < own->count; i++) {
            const struct bounds b = bounds_of(set, i);
            for (int column = tile_at(0, b.low[0]); column <= tile_at(0, b.high[0]); column++)
                for (int line = tile_at(1, b.low[1]); line <= tile_at(1, b.high[1]); line++) {
                    const int tile = line * tiles.count[0] + column;
                    if (to[tile] > INT_MAX - (int)sizeof *out)
                        fail("more than %d bytes for one rank: use more ranks", INT_MAX);
                    if (pass == 1)
                        out[(size_t)(to_at[tile] + to[tile]) / sizeof *out] = own->row[i];
                    to[tile] += (int)sizeof *out;
                }
        }
        if (pass == 0) {
            bytes = offsets_of(to, to_at);
            out = memory((size_t)bytes / sizeof *out, sizeof *out);
            memset(to, 0, (size_t)ranks * sizeof *to);
        }
    }
    *sent = bytes - to[rank];
    MPI_Alltoall(to, 1, MPI_INT, from, 1, MPI_INT, MPI_COMM_WORLD);
    const size_t arriving = (size_t)offsets_of(from, from_at) / sizeof *out;
    struct rows in = {memory(arriving, sizeof *in.row), arriving, arriving};
    MPI_Alltoallv(out, to, to_at, MPI_BYTE, in.row, from, from_at, MPI_BYTE, MPI_COMM_WORLD);
    free(out), free(to), free(from), free(to_at), free(from_at);
    return in;
}

/* --- Pairs --------------------------------------------------------------------------------------------------------------------*/

struct pairs {
    sepal_pair *pair;
    size_t count;
};

static int compare_pairs(const void *left, const void *right) {
    const sepal_pair *p = left, *q = right;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

static struct pairs find_pairs(const sepal_polys *set) {
    struct pairs all = {NULL, 0};
    sepal_finder *finder = NULL;
    must("make a finder", sepal_finder_create(NULL, &finder));
    sepal_status status = sepal_polys_find_pairs(finder, set, set, NULL, NULL, 0, NULL, &all.count);
    all.pair = memory(all.count, sizeof *all.pair);
    if (status == SEPAL_TOO_SMALL)
        status = sepal_polys_find_pairs(finder, set, set, NULL, NULL, all.count, all.pair, &all.count);
    must("find the pairs", status);
    sepal_finder_destroy(finder);
    return all;
}

/* The pairs that belong to the tile of this rank, by their numbers in the scene. */
static struct pairs find_own(const struct rows *rows) {
    sepal_polys *set = set_of(rows);
    struct pairs all = find_pairs(set);
    size_t kept = 0;
    for (size_t k = 0; k < all.count; k++) {
        const struct bounds a = bounds_of(set, all.pair[k].a), b = bounds_of(set, all.pair[k].b);
        int at[2];
        for (int axis = 0; axis < 2; axis++)
            at[axis] = tile_at(axis, a.low[axis] > b.low[axis] ? a.low[axis] : b.low[axis]);
        const uint32_t p = rows->row[all.pair[k].a].number, q = rows->row[all.pair[k].b].number;
        if (at[1] * tiles.count[0] + at[0] == rank)
            all.pair[kept++] = p < q ? (sepal_pair){p, q} : (sepal_pair){q, p};
    }
    all.count = kept;
    sepal_polys_destroy(set);
    return all;
}

/* Brings all pairs to rank 0, in ascending order. */
static struct pairs gather(const struct pairs *own) {
    int *from = memory((size_t)ranks, sizeof *from), *at = memory((size_t)ranks, sizeof *at);
    if (own->count > INT_MAX / sizeof(sepal_pair))
        fail("more pairs than one message can hold: use more ranks");
    const int bytes = (int)(own->count * sizeof(sepal_pair));
    MPI_Gather(&bytes, 1, MPI_INT, from, 1, MPI_INT, 0, MPI_COMM_WORLD);
    struct pairs all = {NULL, 0};
    if (rank == 0)
        all.count = (size_t)offsets_of(from, at) / sizeof(sepal_pair);
    all.pair = memory(all.count, sizeof *all.pair);
    MPI_Gatherv(own->pair, bytes, MPI_BYTE, all.pair, from, at, MPI_BYTE, 0, MPI_COMM_WORLD);
    qsort(all.pair, all.count, sizeof *all.pair, compare_pairs);
    free(from), free(at);
    return all;
}

static void write_pairs(const struct pairs *all, const char *name) {
    FILE *file = fopen(name, "w");
    for (size_t k = 0; k < all->count && file != NULL; k++)
        fprintf(file, "%" PRIu32 " %" PRIu32 "\n", all->pair[k].a, all->pair[k].b);
    if (file == NULL || ferror(file) || fclose(file) != 0)
        fail("cannot write %s: %s", name, strerror(errno));
}

/* Compares the pairs with those that one machine finds, pair by pair. */
static void check(const struct pairs *all, const char *scene) {
    struct rows rows = {0};
    get_rows(scene, 0, 1, &rows);
    sepal_polys *set = set_of(&rows);
    struct pairs expected = find_pairs(set);
    for (size_t k = 0; k < all->count || k < expected.count; k++)
        if (k == all->count || k == expected.count || compare_pairs(&all->pair[k], &expected.pair[k]) != 0)
            fail("the pairs differ from those of one machine from number %zu on", k);
    printf("one machine finds the same %zu pairs\n", expected.count);
    sepal_polys_destroy(set);
    free(expected.pair), free(rows.row);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool checked = argc > 1 && strcmp(argv[1], "--check") == 0;
    const int first = checked ? 2 : 1;
    if (argc <= first || argc > first + 2)
        fail("usage: join_mpi [--check] scene.txt|SHAPES [pairs.txt]");
    struct rows own = {0};
    int64_t sent, shapes;
    get_rows(argv[first], (uint32_t)rank, (uint32_t)ranks, &own);
    sepal_polys *set = set_of(&own);
    lay_tiles(set);
    struct rows in = exchange(&own, set, &sent);
    struct pairs found = find_own(&in), all = gather(&found);
    int64_t mine[2] = {(int64_t)in.count, -(int64_t)in.count}, range[2];
    shapes = (int64_t)own.count;
    MPI_Reduce(mine, range, 2, MPI_INT64_T, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &sent, &sent, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &shapes, &shapes, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%" PRId64 " boxes, %zu pairs\n", shapes, all.count);
        printf("%d ranks, %d x %d tiles: %" PRId64 " to %" PRId64 " boxes a tile, %" PRId64 " bytes moved\n", ranks, tiles.count[0],
               tiles.count[1], -range[1], range[0], sent);
        if (argc == first + 2)
            write_pairs(&all, argv[first + 1]);
        if (checked)
            check(&all, argv[first]);
        if (fflush(stdout) != 0)
            fail("cannot write: %s", strerror(errno));
    }
    sepal_polys_destroy(set);
    free(own.row), free(in.row), free(found.pair), free(all.pair);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
