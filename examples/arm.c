/* arm.c — which poses of a robot arm are free of obstacles?
 *
 *     arm [-o pose.svg] [boxes.csv]
 *
 * boxes.csv has one obstacle a line, below the header   family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz
 * with the centre of a box, a quaternion that turns it, and its half extents, in metres. The rows of a scene follow each other.
 * Without a file the arm stands at a table with a shelf. Every scene is asked about the same swarm: arms with seven joints on their
 * way from one posture to many others. -o draws the first scene, and of its poses the first that is not free.
 *
 * The parts are in robot/: obstacles.c reads, swarm.c moves the arms.
 *
 *     cc -O2 -o arm arm.c robot/obstacles.c robot/swarm.c $(pkg-config --cflags --libs sepal) -lm */
#include "robot/obstacles.h"
#include "robot/swarm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sepal/sepal.h>

/* --- Questions and answers --------------------------------------------------------------------------------------------------- */

/* What the obstacles of a scene hit: bit i for link i of the swarm. seconds: of the questions alone. */
static sepal_status ask_scene(const struct obstacle *o, size_t count, sepal_solids *set, const sepal_solids *world, uint64_t *hit,
                              double *seconds) {
    const float *n = o->numbers;
    const sepal_solid_boxes boxes = {
        n, n + 1, n + 2, n + 7, n + 8, n + 9, {n + 6, n + 3, n + 4, n + 5, {NULL}}, NULL, sizeof *o / sizeof(float)};
    uint64_t bits[SEPAL_BIT_WORDS(LINKS)];
    sepal_solids_clear(set);
    memset(hit, 0, sizeof bits);
    sepal_status status = sepal_solids_add_boxes(set, &boxes, count, NULL, NULL);
    const clock_t start = clock();
    for (uint32_t k = 0; k < count && status == SEPAL_OK; ++k) {
        status = sepal_solids_overlap_one(set, k, world, 0, LINKS, NULL, bits);
        for (size_t i = 0; i < SEPAL_BIT_WORDS(LINKS); ++i)
            hit[i] |= bits[i];
    }
    *seconds += (double)(clock() - start) / (double)CLOCKS_PER_SEC;
    return status;
}

static bool is_hit(const uint64_t *hit, size_t link) {
    return (hit[link / 64] >> link % 64 & 1) != 0;
}

static bool is_free(const uint64_t *hit, size_t pose) {
    for (size_t b = 0; b < BODIES; ++b)
        if (is_hit(hit, pose * BODIES + b))
            return false;
    return true;
}

/* Counts what is free. Returns the first pose that is not, or one in the middle. tell: says of each way how far it goes. */
static size_t count_free(const uint64_t *hit, bool tell, size_t *poses, size_t *ways) {
    size_t shown = POSES;
    for (size_t way = 0; way < WAYS; ++way) {
        size_t first = STEPS;
        for (size_t step = STEPS; step-- > 0;) {
            const bool is = is_free(hit, way * STEPS + step);
            *poses += is;
            first = is ? first : step;
        }
        *ways += first == STEPS;
        if (first < STEPS && shown == POSES)
            shown = way * STEPS + first;
        if (tell)
            printf("way %zu: free %s %zu of %d steps\n", way + 1, first < STEPS ? "for" : "for all", first, STEPS);
    }
    return shown < POSES ? shown : POSES / 2;
}

/* --- A drawing: seen from above and from the side, without perspective -------------------------------------------------------- */

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

/* Obstacles in grey, the bodies of one pose in green, or in red if they are hit. */
static bool draw(const char *name, const sepal_solids *obstacles, const sepal_solids *world, const uint64_t *hit, size_t pose) {
    FILE *svg = fopen(name, "w");
    if (svg == NULL)
        return fail("draw", strerror(errno));
    fprintf(svg, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1300 -1300 2400 2100' width='800' height='700'>\n"
                 "<rect x='-1300' y='-1300' width='2400' height='2100' fill='#fff'/>\n");
    for (uint32_t i = 0; i < sepal_solids_count(obstacles); ++i)
        draw_solid(svg, obstacles, i, "#aaa");
    for (uint32_t i = 0; i < BODIES; ++i)
        draw_solid(svg, world, (uint32_t)(pose * BODIES) + i, is_hit(hit, pose * BODIES + i) ? "#d33" : "#2a2");
    fprintf(svg, "</svg>\n");
    const bool bad = ferror(svg) != 0;
    return fclose(svg) == 0 && !bad ? true : fail("draw", strerror(errno));
}

/* --- All scenes -------------------------------------------------------------------------------------------------------------- */

static bool same_scene(const struct obstacle *a, const struct obstacle *b) {
    return strcmp(a->family, b->family) == 0 && strcmp(a->scene, b->scene) == 0;
}

static bool ask_all(const struct obstacle *all, size_t count, const sepal_solids *world, sepal_solids *set, const char *drawing) {
    static uint64_t hit[SEPAL_BIT_WORDS(LINKS)];
    size_t scenes = 0, poses = 0, ways = 0, end;
    double seconds = 0;
    for (size_t first = 0; first < count; first = end) {
        for (end = first + 1; end < count && same_scene(&all[first], &all[end]); ++end) {}
        const sepal_status status = ask_scene(&all[first], end - first, set, world, hit, &seconds);
        if (status != SEPAL_OK)
            return fail("ask about a scene", sepal_status_text(status));
        const size_t pose = count_free(hit, end - first == count, &poses, &ways);
        if (scenes++ == 0 && drawing != NULL && !draw(drawing, set, world, hit, pose))
            return false;
    }
    printf("%zu scenes, %zu obstacles, %zu poses, %zu of them free; %zu of %zu ways are free\n", scenes, count, scenes * POSES,
           poses, ways, scenes * WAYS);
    if (seconds > 0)
        printf("rate: %.1f million pairs a second (%s)\n", 1e-6 * (double)count * LINKS / seconds, sepal_isa());
    return true;
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
    sepal_solids *models = NULL, *world = NULL, *set = NULL;
    sepal_status status = sepal_solids_create(NULL, &models);
    status = status == SEPAL_OK ? sepal_solids_create(NULL, &world) : status;
    status = status == SEPAL_OK ? sepal_solids_create(NULL, &set) : status;
    status = status == SEPAL_OK ? make_swarm(models, world) : status;
    bool ok = status == SEPAL_OK ? ask_all(read != NULL ? read : TABLE, count, world, set, drawing)
                                 : fail("make the swarm", sepal_status_text(status));
    if (fflush(stdout) != 0 || ferror(stdout))
        ok = fail("write", strerror(errno));
    sepal_solids_destroy(set);
    sepal_solids_destroy(world);
    sepal_solids_destroy(models);
    free(read);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
