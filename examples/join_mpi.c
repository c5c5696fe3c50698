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
 *     mpicc -O2 -o join_mpi join_mpi.c $(pkg-config --cflags --libs sepal) */
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sepal/sepal.h>

enum { FIELDS = 6, LINE = 256, MESSAGE = 4096 }; /* MESSAGE: what Linux writes to a pipe at once */

struct row {
    float field[FIELDS]; /* x, y, half_x, half_y, cos, sin */
    uint32_t number;     /* in the scene */
};

struct rows {
    struct row *row;
    size_t count, room;
};

static int rank, ranks;

/* Ends the job on all machines, with a message that says which rank failed and why. The message is written at once: mpirun mixes what
 * the ranks write, and text of its own, write by write. */
static _Noreturn void fail(const char *format, ...) {
    char reason[MESSAGE - 64], message[MESSAGE]; /* a longer reason is cut */
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    snprintf(message, sizeof message, "join_mpi: rank %d: %s\n", rank, reason);
    fwrite(message, 1, strlen(message), stderr);
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

static void must(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fail("cannot %s: %s", what, sepal_status_text(status));
}

static void *memory(size_t count, size_t size) {
    void *taken = calloc(count + 1, size);
    if (taken == NULL)
        fail("out of memory");
    return taken;
}

/* --- The scene ----------------------------------------------------------------------------------------------------------------*/

static void put_row(struct rows *rows, struct row row) {
    if (rows->count == rows->room) {
        rows->room = 2 * rows->room + 1000;
        rows->row = realloc(rows->row, rows->room * sizeof *rows->row);
        if (rows->row == NULL)
            fail("out of memory");
    }
    rows->row[rows->count++] = row;
}

/* Box `number` of the random scene, whoever makes it (SplitMix64: Steele, Lea, Flood, OOPSLA 2014). */
static struct row random_row(uint32_t number, float side) {
    uint64_t state = number * UINT64_C(6364136223846793005);
    float value[5];
    for (int k = 0; k < 5; k++) {
        uint64_t z = state += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        value[k] = (float)((z ^ (z >> 31)) >> 40) * 0x1p-24F;
    }
    const float t = 6 * value[4] - 3;
    return (struct row){{side * value[0], side * value[1], 0.1F + 0.5F * value[2], 0.1F + 0.5F * value[3],
                         (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)},
                        number};
}

/* The boxes first, first + step, ... of so many random ones. */
static void make_rows(uint32_t shapes, uint32_t first, uint32_t step, struct rows *rows) {
    float side = 1;
    while (side * side < (float)shapes)
        side *= 1.1F;
    for (uint64_t k = first; k < shapes; k += step)
        put_row(rows, random_row((uint32_t)k, side));
}

static bool read_row(char *line, struct row *row) {
    for (int k = 0; k < FIELDS; k++) {
        char *end;
        row->field[k] = strtof(line, &end);
        if (end == line || !(row->field[k] >= -FLT_MAX && row->field[k] <= FLT_MAX) || ((k == 2 || k == 3) && row->field[k] < 0))
            return false;
        line = end;
    }
    return line[strspn(line, " \t\r\n")] == '\0';
}

/* The boxes of the lines first, first + step, ... of a file, counted from 0. */
static void read_rows(const char *name, uint32_t first, uint32_t step, struct rows *rows) {
    FILE *file = fopen(name, "r");
    char line[LINE];
    uint32_t number = 0;
    if (file == NULL)
        fail("cannot read %s: %s", name, strerror(errno));
    for (; fgets(line, sizeof line, file) != NULL; number++) {
        struct row row = {.number = number};
        if (number == UINT32_MAX || (strchr(line, '\n') == NULL && !feof(file)))
            fail("%s:%" PRIu32 ": expected a line of less than %d characters", name, number + 1, LINE - 1);
        if (number % step != first)
            continue;
        if (!read_row(line, &row))
            fail("%s:%" PRIu32 ": expected x y half_x half_y cos sin, six finite numbers with half extents >= 0, found \"%.*s\"",
                 name, number + 1, (int)strcspn(line, "\r\n"), line);
        put_row(rows, row);
    }
    if (ferror(file))
        fail("cannot read %s: %s", name, strerror(errno));
    fclose(file);
}

static void get_rows(const char *scene, uint32_t first, uint32_t step, struct rows *rows) {
    char *end;
    const unsigned long shapes = strtoul(scene, &end, 10);
    if (*end == '\0' && *scene >= '0' && *scene <= '9' && shapes < UINT32_MAX)
        make_rows((uint32_t)shapes, first, step, rows);
    else
        read_rows(scene, first, step, rows);
}

static sepal_polys *set_of(const struct rows *rows) {
    const float *at = rows->count > 0 ? rows->row->field : NULL;
    sepal_polys *set = NULL;
    must("make a set", sepal_polys_create(NULL, &set));
    if (rows->count > 0) {
        const sepal_boxes boxes = {.x = at,
                                   .y = at + 1,
                                   .half_x = at + 2,
                                   .half_y = at + 3,
                                   .cos = at + 4,
                                   .sin = at + 5,
                                   .stride = sizeof(struct row) / sizeof(float)};
        must("store the boxes", sepal_polys_add_boxes(set, &boxes, rows->count, NULL, NULL));
    }
    return set;
}

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

/* The same on one machine, pair by pair. */
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
