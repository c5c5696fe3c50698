/* arm.c — which poses of a robot arm are free of obstacles, which moves between them are, and how near are the obstacles?
 *
 *     arm [-o pose.svg] [boxes.csv]
 *
 * boxes.csv has one obstacle a line, below the header   family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz
 * with the centre of a box, a quaternion that turns it, and its half extents, in metres. The rows of a scene follow each other.
 * Without a file the arm stands at a table with a shelf. Every scene is asked about the same swarm: arms with seven joints on their
 * way from one posture to many others, in steps. A pose is free if no body of the arm overlaps an obstacle. A move from a step to the
 * next is said to be free only if it is at every time: what a body sweeps is inside of the hull of its two places, with a little more
 * radius for the bend of its way (robot/swarm.c), and this hull must not overlap an obstacle. So no obstacle is stepped over, however
 * thin it is; but a move that is free by less than this radius may be missed. -o draws the first scene, and of its poses the first that is
 * not free.
 *
 * The parts are in robot/: obstacles.c reads, swarm.c moves the arms.
 *
 *     cc -O2 -o arm arm.c robot/obstacles.c robot/swarm.c $(pkg-config --cflags --libs sepal) -lm */
#include "robot/obstacles.h"
#include "robot/swarm.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sepal/sepal.h>

/* --- Questions and answers --------------------------------------------------------------------------------------------------- */

/* What there is to know of a scene: what its obstacles hit, a bit for each link of the swarm and for each swept solid; and how far the
 * nearest one is from each link. */
struct answers {
    uint64_t hit[SEPAL_BIT_WORDS(LINKS)], hit_between[SEPAL_BIT_WORDS(SWEPT)];
    uint32_t nearest[LINKS];
    float distance[LINKS];
};

/* Solids of the questions: the arms at the steps, what they sweep between them, the obstacles of a scene and their tree. */
struct sets {
    sepal_solids *models, *world, *swept, *obstacles;
    sepal_finder *finder;
};

/* Bit i of `hit`: does any obstacle overlap solid i? */
static sepal_status ask_overlap(const sepal_solids *obstacles, const sepal_solids *of, uint64_t *hit) {
    static uint64_t bits[SEPAL_BIT_WORDS(LINKS)];
    const size_t count = sepal_solids_count(of);
    sepal_status status = SEPAL_OK;
    memset(hit, 0, SEPAL_BIT_WORDS(count) * sizeof *hit);
    for (uint32_t k = 0; k < sepal_solids_count(obstacles) && status == SEPAL_OK; ++k) {
        status = sepal_solids_overlap_one(obstacles, k, of, 0, count, NULL, bits);
        for (size_t i = 0; i < SEPAL_BIT_WORDS(count); ++i)
            hit[i] |= bits[i];
    }
    return status;
}

/* seconds: of the questions which pairs overlap. */
static sepal_status ask_scene(const struct obstacle *o, size_t count, const struct sets *s, struct answers *out, double *seconds) {
    const float *n = o->numbers;
    const sepal_solid_boxes boxes = {
        n, n + 1, n + 2, n + 7, n + 8, n + 9, {n + 6, n + 3, n + 4, n + 5, {NULL}}, NULL, sizeof *o / sizeof(float)};
    sepal_solids_clear(s->obstacles);
    sepal_status status = sepal_solids_add_boxes(s->obstacles, &boxes, count, NULL, NULL);
    const clock_t start = clock();
    status = status == SEPAL_OK ? ask_overlap(s->obstacles, s->world, out->hit) : status;
    status = status == SEPAL_OK ? ask_overlap(s->obstacles, s->swept, out->hit_between) : status;
    *seconds += (double)(clock() - start) / (double)CLOCKS_PER_SEC;
    status = status == SEPAL_OK ? sepal_solids_find_build(s->finder, s->obstacles) : status;
    return status == SEPAL_OK
               ? sepal_solids_find_nearest(s->finder, s->world, 0, LINKS, 1, NULL, FLT_MAX, out->nearest, out->distance)
               : status;
}

static bool is_hit(const uint64_t *hit, size_t link) {
    return (hit[link / 64] >> link % 64 & 1) != 0;
}

/* Are all bodies of an arm free, the first of which is solid `first`? */
static bool is_free(const uint64_t *hit, size_t first) {
    for (size_t b = 0; b < BODIES; ++b)
        if (is_hit(hit, first + b))
            return false;
    return true;
}

/* How many steps, or moves, of a way are free before the first that is not. first: the solid with which the way begins. */
static size_t count_before(const uint64_t *hit, size_t first, size_t count) {
    size_t free_ones = 0;
    while (free_ones < count && is_free(hit, first + free_ones * BODIES))
        ++free_ones;
    return free_ones;
}

struct counts {
    size_t poses, ways, ways_between;
};

/* Counts what is free. Returns the first pose that is not, or one in the middle. tell: says of each way how far it goes, and how near to
 * the obstacles. */
static size_t count_free(const struct answers *a, bool tell, struct counts *c) {
    size_t shown = POSES;
    for (size_t way = 0; way < WAYS; ++way) {
        const size_t first = way * STEPS * BODIES, steps = count_before(a->hit, first, STEPS),
                     moves = count_before(a->hit_between, way * MOVES * BODIES, MOVES);
        float least = FLT_MAX;
        for (size_t i = 0; i < steps * BODIES; ++i)
            least = a->distance[first + i] < least ? a->distance[first + i] : least;
        for (size_t step = 0; step < STEPS; ++step)
            c->poses += is_free(a->hit, first + step * BODIES);
        c->ways += steps == STEPS;
        c->ways_between += moves == MOVES;
        if (steps < STEPS && shown == POSES)
            shown = way * STEPS + steps;
        if (tell)
            printf("way %zu: free for %s%zu of %d steps and %zu of %d moves between them; %.3f m from the obstacles\n", way + 1,
                   steps < STEPS ? "" : "all ", steps, STEPS, moves, MOVES, steps > 0 ? (double)least : 0);
    }
    return shown < POSES ? shown : POSES / 2;
}

/* --- A drawing: seen from above and from the side, without perspective -------------------------------------------------------- */

#define HIT "#f28e2b" /* what overlaps an obstacle; blue and orange differ for colour-blind readers, too */

/* To the right, up, and towards the eye. */
static void project(const float p[3], double out[3]) {
    static const double view[3][3] = {{-0.6, 0.8, 0}, {-0.4, -0.3, 0.866}, {0.693, 0.52, 0.5}};
    for (int k = 0; k < 3; ++k)
        out[k] = view[k][0] * (double)p[0] + view[k][1] * (double)p[1] + view[k][2] * (double)p[2];
}

/* One solid: of a box the three faces that are seen; a capsule is a line with round ends. Lengths in the picture are millimetres. */
static void draw_solid(FILE *svg, const sepal_solids *set, uint32_t index, const char *colour) {
    sepal_parallelepiped box;
    const float *x, *y, *z;
    double at[3], to[3], edge[3][3];
    float radius;
    size_t count;
    if (sepal_solids_vertices(set, index, &x, &y, &z, &count) == SEPAL_OK) {
        (void)sepal_solids_radius(set, index, &radius);
        project((float[]){x[0], y[0], z[0]}, at);
        project((float[]){x[1], y[1], z[1]}, to);
        fprintf(svg, "<path d='M%.0f,%.0fL%.0f,%.0f' stroke='%s' stroke-width='%.0f' stroke-linecap='round'/>\n", 1000 * at[0],
                -1000 * at[1], 1000 * to[0], -1000 * to[1], colour, 2000 * (double)radius);
    } else if (sepal_solids_box(set, index, &box) == SEPAL_OK) {
        const float *const vectors[3] = {box.u, box.v, box.w};
        project(box.c, at);
        for (int k = 0; k < 3; ++k) {
            project(vectors[k], edge[k]);
            const double sign = edge[k][2] < 0 ? -1 : 1; /* the face at this end of the edge is seen */
            edge[k][0] *= sign, edge[k][1] *= sign;
        }
        for (int k = 0; k < 3; ++k) {
            static const int side[4][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};
            const double *p = edge[(k + 1) % 3], *q = edge[(k + 2) % 3];
            fprintf(svg, "<polygon points='");
            for (int c = 0; c < 4; ++c)
                fprintf(svg, " %.0f,%.0f", 1000 * (at[0] + edge[k][0] + side[c][0] * p[0] + side[c][1] * q[0]),
                        -1000 * (at[1] + edge[k][1] + side[c][0] * p[1] + side[c][1] * q[1]));
            fprintf(svg, "' fill='%s' fill-opacity='0.%d' stroke='#444' stroke-width='3'/>\n", colour, 4 + 2 * k);
        }
    }
}

/* What a drawing shows, in millimetres: to the right and down. */
struct frame {
    double low[2], high[2];
};

static void show_place(struct frame *f, const double at[3], double around_x, double around_y) {
    const double middle[2] = {1000 * at[0], -1000 * at[1]}, around[2] = {1000 * around_x, 1000 * around_y};
    for (int k = 0; k < 2; ++k) {
        f->low[k] = fmin(f->low[k], middle[k] - around[k]);
        f->high[k] = fmax(f->high[k], middle[k] + around[k]);
    }
}

static void show_solid(struct frame *f, const sepal_solids *set, uint32_t index) {
    sepal_parallelepiped box;
    const float *x, *y, *z;
    double at[3], edge[3][3];
    float radius = 0;
    size_t count;
    if (sepal_solids_vertices(set, index, &x, &y, &z, &count) == SEPAL_OK) {
        (void)sepal_solids_radius(set, index, &radius);
        for (size_t i = 0; i < count; ++i) {
            project((float[]){x[i], y[i], z[i]}, at);
            show_place(f, at, (double)radius, (double)radius);
        }
    } else if (sepal_solids_box(set, index, &box) == SEPAL_OK) {
        const float *const vectors[3] = {box.u, box.v, box.w};
        project(box.c, at);
        for (int k = 0; k < 3; ++k)
            project(vectors[k], edge[k]);
        show_place(f, at, fabs(edge[0][0]) + fabs(edge[1][0]) + fabs(edge[2][0]),
                   fabs(edge[0][1]) + fabs(edge[1][1]) + fabs(edge[2][1]));
    }
}

/* Obstacles in grey, the bodies of one pose in blue, or in orange if they are hit. */
static bool draw(const char *name, const sepal_solids *obstacles, const sepal_solids *world, const uint64_t *hit, size_t pose) {
    const uint32_t first = (uint32_t)(pose * BODIES);
    struct frame f = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    FILE *svg = fopen(name, "w");
    if (svg == NULL)
        return fail("draw", strerror(errno));
    for (uint32_t i = 0; i < sepal_solids_count(obstacles); ++i)
        show_solid(&f, obstacles, i);
    for (uint32_t i = 0; i < BODIES; ++i)
        show_solid(&f, world, first + i);
    const double edge = 0.03 * (f.high[0] - f.low[0]), letters = edge, left = f.low[0] - edge, top = f.low[1] - edge;
    const double width = f.high[0] - f.low[0] + 2 * edge, height = f.high[1] - f.low[1] + 2 * edge + 2 * letters;
    fprintf(svg,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%.0f %.0f %.0f %.0f' width='800' font-family='sans-serif'>\n"
            "<rect x='%.0f' y='%.0f' width='%.0f' height='%.0f' fill='#fff'/>\n",
            left, top, width, height, left, top, width, height);
    for (uint32_t i = 0; i < sepal_solids_count(obstacles); ++i)
        draw_solid(svg, obstacles, i, "#aaa");
    for (uint32_t i = 0; i < BODIES; ++i)
        draw_solid(svg, world, first + i, is_hit(hit, first + i) ? HIT : "#26547c");
    fprintf(svg, "<text x='%.0f' y='%.0f' font-size='%.0f'>way %zu, step %zu of %d: %s</text>\n</svg>\n", left + edge,
            top + height - letters, letters, pose / STEPS + 1, pose % STEPS + 1, STEPS,
            is_free(hit, first) ? "free of obstacles" : "bodies in orange overlap an obstacle");
    const bool bad = ferror(svg) != 0;
    return fclose(svg) == 0 && !bad ? true : fail("draw", strerror(errno));
}

/* --- All scenes -------------------------------------------------------------------------------------------------------------- */

static bool same_scene(const struct obstacle *a, const struct obstacle *b) {
    return strcmp(a->family, b->family) == 0 && strcmp(a->scene, b->scene) == 0;
}

static bool ask_all(const struct obstacle *all, size_t count, const struct sets *s, const char *drawing) {
    static struct answers answers;
    struct counts free_ones = {0, 0, 0};
    size_t scenes = 0, end;
    double seconds = 0;
    for (size_t first = 0; first < count; first = end) {
        for (end = first + 1; end < count && same_scene(&all[first], &all[end]); ++end) {}
        const sepal_status status = ask_scene(&all[first], end - first, s, &answers, &seconds);
        if (status != SEPAL_OK)
            return fail("ask about a scene", sepal_status_text(status));
        const size_t pose = count_free(&answers, end - first == count, &free_ones);
        if (scenes++ == 0 && drawing != NULL && !draw(drawing, s->obstacles, s->world, answers.hit, pose))
            return false;
    }
    printf(
        "%zu scene%s, %zu obstacle%s, %zu poses, %zu of them free; %zu of %zu ways are free, %zu of them surely between the poses "
        "too\n",
        scenes, scenes == 1 ? "" : "s", count, count == 1 ? "" : "s", scenes * POSES, free_ones.poses, free_ones.ways,
        scenes * WAYS, free_ones.ways_between);
    if (seconds > 0)
        printf("rate: %.1f million pairs a second (%s)\n", 1e-6 * (double)count * (LINKS + SWEPT) / seconds, sepal_isa());
    return true;
}

static sepal_status make_sets(struct sets *out) {
    sepal_solids **const all[] = {&out->models, &out->world, &out->swept, &out->obstacles};
    sepal_status status = sepal_finder_create(NULL, &out->finder);
    for (size_t k = 0; k < sizeof all / sizeof *all && status == SEPAL_OK; ++k)
        status = sepal_solids_create(NULL, all[k]);
    status = status == SEPAL_OK ? add_bodies(out->models) : status;
    status = status == SEPAL_OK ? place_swarm(out->models, 0, out->world) : status;
    return status == SEPAL_OK ? add_swept(out->world, out->swept) : status;
}

int main(int argc, char **argv) {
    const char *const drawing = argc > 2 && strcmp(argv[1], "-o") == 0 ? argv[2] : NULL;
    const int used = drawing == NULL ? 1 : 3;
    if (argc > used + 1 || (argc > used && argv[used][0] == '-')) {
        fputs("usage: arm [-o pose.svg] [boxes.csv]\n", stderr);
        return EXIT_FAILURE;
    }
    size_t count = TABLE_PARTS;
    struct obstacle *const read = argc > used ? read_file(argv[used], &count) : NULL;
    if (argc > used && read == NULL)
        return EXIT_FAILURE;
    struct sets s = {NULL, NULL, NULL, NULL, NULL};
    const sepal_status status = make_sets(&s);
    bool ok = status == SEPAL_OK ? ask_all(read != NULL ? read : TABLE, count, &s, drawing)
                                 : fail("make the swarm", sepal_status_text(status));
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = fail("write", strerror(errno));
    sepal_solids_destroy(s.models);
    sepal_solids_destroy(s.world);
    sepal_solids_destroy(s.swept);
    sepal_solids_destroy(s.obstacles);
    sepal_finder_destroy(s.finder);
    free(read);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
