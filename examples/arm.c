/* arm.c — which poses of a robot arm are free of obstacles?
 *
 *     arm [-o pose.svg] [boxes.csv]
 *
 * boxes.csv has one obstacle a line, below the header   family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz
 * with the centre of a box, a quaternion that turns it, and its half extents, in metres. The rows of a scene follow each other.
 * Without a file the arm stands at a table with a shelf. Every scene is asked about the same swarm: arms with seven joints on their
 * way from one posture to many others. -o draws the first scene, and of
 * its poses the first that is not free.
 *
 *     cc -O2 -o arm arm.c $(pkg-config --cflags --libs sepal) -lm */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sepal/sepal.h>

#define HEADER "family,scene,id,type,px,py,pz,qx,qy,qz,qw,hx,hy,hz"

enum { JOINTS = 7, BODIES = 8, WAYS = 40, STEPS = 100, POSES = WAYS * STEPS, LINKS = POSES * BODIES, TEXT = 64 };

/* One obstacle; numbers: centre, quaternion x y z w, half extents. */
struct obstacle {
    char family[TEXT], scene[TEXT], id[TEXT];
    float numbers[10];
};

static bool fail(const char *what, const char *why) {
    fprintf(stderr, "arm: cannot %s: %s\n", what, why);
    return false;
}

/* --- Obstacles --------------------------------------------------------------------------------------------------------------- */

static const struct obstacle TABLE[] = {
    {"own", "1", "table", {0.55F, 0, 0.12F, 0, 0, 0, 1, 0.35F, 0.7F, 0.02F}},
    {"own", "1", "leg", {0.85F, 0.6F, -0.2F, 0, 0, 0, 1, 0.03F, 0.03F, 0.3F}},
    {"own", "1", "leg", {0.85F, -0.6F, -0.2F, 0, 0, 0, 1, 0.03F, 0.03F, 0.3F}},
    {"own", "1", "crate", {0.5F, -0.35F, 0.24F, 0, 0, 0.2F, 1, 0.1F, 0.15F, 0.1F}},
    {"own", "1", "shelf", {0.1F, 0.75F, 0.45F, 0, 0, 0.1F, 1, 0.4F, 0.15F, 0.015F}},
    {"own", "1", "shelf", {0.1F, 0.75F, 0.8F, 0, 0, 0.1F, 1, 0.4F, 0.15F, 0.015F}},
    {"own", "1", "side", {0.48F, 0.83F, 0.6F, 0, 0, 0.1F, 1, 0.015F, 0.15F, 0.35F}},
};

/* Each reads one field up to a comma or the end of the line; false if it is not what it must be. */
static bool read_text(char **line, char text[TEXT]) {
    const size_t length = strcspn(*line, ",\r\n");
    if (length == 0 || length >= TEXT)
        return false;
    memcpy(text, *line, length);
    text[length] = '\0';
    *line += length + ((*line)[length] == ',');
    return true;
}

static bool read_number(char **line, float least, float *number) {
    const size_t length = strcspn(*line, ",\r\n");
    char *end = *line;
    if (length > 0 && strspn(*line, "0123456789+-.eE") >= length)
        *number = strtof(*line, &end);
    if (length == 0 || end != *line + length || !(*number >= least && *number < 1e6F))
        return false;
    *line = end + (*end == ',');
    return true;
}

static bool read_obstacle(char *line, struct obstacle *out) {
    char type[TEXT];
    if (!read_text(&line, out->family) || !read_text(&line, out->scene) || !read_text(&line, out->id) || !read_text(&line, type))
        return false;
    for (int k = 0; k < 10; ++k)
        if (!read_number(&line, k < 7 ? -1e6F : 0, &out->numbers[k]))
            return false;
    return line[strspn(line, "\r\n")] == '\0';
}

/* Reads all rows. NULL if there is something wrong with them, which is then said. */
static struct obstacle *read_file(const char *name, size_t *count) {
    struct obstacle *all = NULL, *grown;
    char line[1024];
    size_t number = 0, room = 0;
    bool good = true;
    FILE *file = fopen(name, "r");
    if (file == NULL) {
        fprintf(stderr, "arm: cannot read %s: %s\n", name, strerror(errno));
        return NULL;
    }
    for (*count = 0; good && fgets(line, sizeof line, file) != NULL; number++) {
        if (*count == room && (grown = realloc(all, (room = 2 * room + 64) * sizeof *all)) != NULL)
            all = grown;
        else if (*count >= room || all == NULL)
            good = fail("read rows", "out of memory");
        if (good && number == 0)
            good = strncmp(line, HEADER, sizeof HEADER - 1) == 0 && strchr("\r\n", line[sizeof HEADER - 1]) != NULL;
        else if (good)
            good = read_obstacle(line, &all[(*count)++]);
        if (!good)
            fprintf(stderr, "%s:%zu: expected %s, found \"%.60s\"\n", name, number + 1,
                    number == 0 ? "the header " HEADER : "four texts and ten numbers, the last three not negative",
                    strtok(line, "\r\n") == NULL ? "" : line);
    }
    if (good && (ferror(file) != 0 || number == 0))
        good = fail("read rows", number == 0 ? "the file is empty" : strerror(errno));
    fclose(file);
    if (good)
        return all;
    free(all);
    return NULL;
}

/* --- The arm ----------------------------------------------------------------------------------------------------------------- */

/* A place and a unit quaternion x y z w. */
struct frame {
    double at[3], turn[4];
};

/* Each joint: turned about x by a quarter `tilt` times, moved by `x`, turned about z by the angle of the joint, moved by `z` (Craig,
 * Introduction to Robotics, section 3.4). Lengths are about those of an arm for a table. */
static const struct joint {
    int tilt;
    double x, z, low, high;
} ARM[JOINTS] = {{0, 0, 0.333, -2.8, 2.8},        {-1, 0, 0, -1.7, 1.7}, {1, 0, 0.316, -2.8, 2.8}, {1, 0.0825, 0, -3.0, -0.1},
                 {-1, -0.0825, 0.384, -2.8, 2.8}, {1, 0, 0, 0.0, 3.7},   {1, 0.088, 0, -2.8, 2.8}};
static const double HOME[JOINTS] = {0, -0.785, 0, -2.356, 0, 1.571, 0.785};

/* Bodies in the frames of the joints: capsules, and the hand, which is a box. */
static const struct body {
    int joint;
    float from[3], to[3], radius;
} BODY[BODIES - 1] = {{0, {0, 0, -0.18F}, {0, 0, 0}, 0.07F},          {1, {0, 0, 0}, {0, -0.12F, 0}, 0.07F},
                      {2, {0, 0, -0.15F}, {0, 0, -0.02F}, 0.06F},     {3, {0, 0, 0}, {0, 0.02F, 0}, 0.065F},
                      {4, {0, 0, -0.26F}, {0, 0.03F, -0.05F}, 0.05F}, {5, {0, 0, 0}, {0.088F, 0, 0}, 0.05F},
                      {6, {0, 0, 0.02F}, {0, 0, 0.08F}, 0.045F}};
static const float HAND[6] = {0, 0, 0.15F, 0.025F, 0.1F, 0.06F};

static void turn_by(double q[4], int axis, double angle) {
    const double s = sin(angle / 2), c = cos(angle / 2), x = q[0], y = q[1], z = q[2], w = q[3];
    const double about_x[4] = {x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s};
    const double about_z[4] = {x * c + y * s, y * c - x * s, z * c + w * s, w * c - z * s};
    memcpy(q, axis == 0 ? about_x : about_z, sizeof about_x);
}

/* The image of a vector under a quaternion. */
static void turn_vector(const double q[4], const double v[3], double out[3]) {
    double t[3];
    for (int k = 0; k < 3; ++k)
        t[k] = 2 * (q[(k + 1) % 3] * v[(k + 2) % 3] - q[(k + 2) % 3] * v[(k + 1) % 3]);
    for (int k = 0; k < 3; ++k)
        out[k] = v[k] + q[3] * t[k] + (q[(k + 1) % 3] * t[(k + 2) % 3] - q[(k + 2) % 3] * t[(k + 1) % 3]);
}

static void move_along(struct frame *f, double x, double z) {
    double moved[3];
    turn_vector(f->turn, (double[]){x, 0, z}, moved);
    for (int k = 0; k < 3; ++k)
        f->at[k] += moved[k];
}

/* Rows for sepal_solid_poses: a place and a quaternion, in steps of 2^-14, so that the last bits of a machine's sine do not count. */
struct row {
    float at[3], turn[4];
};

static void pose_arm(const double angle[JOINTS], struct row row[BODIES]) {
    struct frame f = {{0, 0, 0}, {0, 0, 0, 1}}, frames[JOINTS];
    for (int j = 0; j < JOINTS; ++j) {
        turn_by(f.turn, 0, ARM[j].tilt * acos(0));
        move_along(&f, ARM[j].x, 0);
        turn_by(f.turn, 2, angle[j]);
        move_along(&f, 0, ARM[j].z);
        frames[j] = f;
    }
    for (int b = 0; b < BODIES; ++b) {
        const struct frame *of = &frames[b < BODIES - 1 ? BODY[b].joint : JOINTS - 1];
        for (int k = 0; k < 3; ++k)
            row[b].at[k] = (float)(rint(of->at[k] * 16384) / 16384);
        for (int k = 0; k < 4; ++k)
            row[b].turn[k] = (float)(rint(of->turn[k] * 16384) / 16384);
    }
}

/* The swarm: body b of step s of way w is solid (w * STEPS + s) * BODIES + b. */
static sepal_status make_swarm(sepal_solids *models, sepal_solids *world) {
    static struct row rows[LINKS];
    static uint32_t model[LINKS];
    uint32_t random = 7;
    sepal_status status = SEPAL_OK;
    for (int b = 0; b < BODIES - 1 && status == SEPAL_OK; ++b) {
        const float x[2] = {BODY[b].from[0], BODY[b].to[0]}, y[2] = {BODY[b].from[1], BODY[b].to[1]};
        const float z[2] = {BODY[b].from[2], BODY[b].to[2]};
        status = sepal_solids_add_hull(models, x, y, z, 2, BODY[b].radius, NULL);
    }
    const sepal_solid_boxes hand = {&HAND[0], &HAND[1], &HAND[2], &HAND[3], &HAND[4], &HAND[5], {.w = NULL}, NULL, 1};
    if (status == SEPAL_OK)
        status = sepal_solids_add_boxes(models, &hand, 1, NULL, NULL);
    for (int way = 0; way < WAYS; ++way) {
        double goal[JOINTS], angle[JOINTS];
        for (int j = 0; j < JOINTS; ++j) {
            random = random * 1664525U + 1013904223U; /* Press et al., Numerical Recipes in C, 1992, section 7.1 */
            goal[j] = ARM[j].low + (ARM[j].high - ARM[j].low) * (random >> 8) / 16777216;
        }
        for (int step = 0; step < STEPS; ++step) {
            for (int j = 0; j < JOINTS; ++j)
                angle[j] = HOME[j] + (goal[j] - HOME[j]) * step / (STEPS - 1);
            pose_arm(angle, &rows[(way * STEPS + step) * BODIES]);
        }
    }
    for (uint32_t i = 0; i < LINKS; ++i)
        model[i] = i % BODIES;
    const struct row *r = rows;
    const sepal_solid_poses poses = {
        &r->at[0], &r->at[1], &r->at[2], {&r->turn[3], &r->turn[0], &r->turn[1], &r->turn[2], {NULL}}, 7};
    return status == SEPAL_OK ? sepal_solids_place(world, models, model, &poses, LINKS, NULL) : status;
}

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
    size_t count = sizeof TABLE / sizeof *TABLE;
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
