/* pictures.c — the questions as pictures: pushes, contacts, moving shapes, groups, a planner's and a board's question.
 *
 *     pictures FOLDER
 *
 * writes them as SVG into a folder that is there. Everything that is drawn but the shapes themselves (arrows, points, where a shape is
 * pushed or stops) is an answer of the library. Those in docs/pictures/ are what this program draws. (Drawing is in pictures/drawing.c.)
 *
 *     cc -O2 -o pictures pictures.c pictures/drawing.c $(pkg-config --cflags --libs sepal) -lm */
#include "pictures/drawing.h"

#include <math.h>
#include <stdlib.h>

static sepal_polys *new_set(void) {
    sepal_polys *set = NULL;
    must("make a set", sepal_polys_create(NULL, &set));
    return set;
}

/* Shapes of two sets are A and B here: shape 0 of a and shape 0 of b. */
static const sepal_pair first_pair = {0, 0};

/* --- Push: without and with a margin ---------------------------------------------------------------- */

static void draw_push(const drawing *d, const sepal_polys *a, const sepal_polys *b, float margin) {
    float nx = 0, ny = 0, depth = 0, ax, ay, bx = 0, by = 0;
    const sepal_rule rule = {.margin = margin};
    const sepal_mtvs out = {&nx, &ny, &depth, &ax, &ay, &bx, &by};
    must("push", sepal_polys_mtv_pairs(a, b, &first_pair, 1, &rule, &out));
    draw_shape(d, a, 0, 0, 0, 0, SHAPE_A);
    draw_shape(d, b, 0, 0, 0, 0, SHAPE_B);
    draw_shape(d, b, 0, depth * nx, depth * ny, 0, GONE_B);
    if (margin > 0)
        draw_shape(d, a, 0, 0, 0, margin, MARGIN);
    draw_point(d, bx, by);
    draw_arrow(d, bx, by, depth * nx, depth * ny);
    draw_words(d, 0.2F, -1.9F, "margin %.1f: depth %.2f", (double)margin, (double)depth);
}

static void push(const char *folder) {
    static const float ax[] = {-1.9F, -0.9F, 0.3F, 0.5F, -1.1F}, ay[] = {0, -1.2F, -1, 0.5F, 1.1F};
    static const float bx[] = {-0.2F, 1.9F, 2.3F, 0.2F}, by[] = {-0.1F, -0.6F, 0.9F, 1.4F};
    sepal_polys *a = new_set(), *b = new_set();
    must("add a", sepal_polys_add(a, ax, ay, 5, NULL));
    must("add b", sepal_polys_add(b, bx, by, 4, NULL));
    drawing d = drawing_begin(folder, "push.svg", 720, 260, "The smallest push, without and with a margin");
    drawing_frame(&d, 145, 115, 62);
    draw_push(&d, a, b, 0);
    drawing_frame(&d, 500, 115, 62);
    draw_push(&d, a, b, 0.3F);
    drawing_end(&d);
    sepal_polys_destroy(b);
    sepal_polys_destroy(a);
}

/* --- Contacts --------------------------------------------------------------------------------------- */

/* A box of 2 by 1.4, turned by an angle whose sine is given, with its centre at (0, y), on a floor. */
static void draw_contacts(const drawing *d, float sine, float y, float margin, const char *what) {
    static const float floor_x[] = {-1.4F, 1.4F, 1.4F, -1.4F}, floor_y[] = {-0.5F, -0.5F, 0, 0};
    const float zero = 0, half_x = 1, half_y = 0.7F, cosine = sqrtf(1 - sine * sine);
    const sepal_boxes box = {.x = &zero, .y = &y, .half_x = &half_x, .half_y = &half_y, .cos = &cosine, .sin = &sine};
    sepal_polys *a = new_set(), *b = new_set();
    must("add the floor", sepal_polys_add(a, floor_x, floor_y, 4, NULL));
    must("add the box", sepal_polys_add_boxes(b, &box, 1, NULL, NULL));
    const sepal_contact_rule rule = {.margin = margin};
    uint8_t count;
    float nx = 0, ny = 0, x[2], at[2], depth[2];
    const sepal_contacts out = {.count = &count, .normal_x = &nx, .normal_y = &ny, .x = x, .y = at, .depth = depth};
    must("find contacts", sepal_polys_contacts_pairs(a, b, &first_pair, 1, &rule, &out));
    draw_shape(d, a, 0, 0, 0, 0, SHAPE_A);
    draw_shape(d, b, 0, 0, 0, 0, SHAPE_B);
    if (margin > 0)
        draw_shape(d, a, 0, 0, 0, margin, MARGIN);
    for (int k = 0; k < count; k++) {
        draw_arrow(d, x[k], at[k], 0.6F * nx, 0.6F * ny);
        draw_point(d, x[k], at[k]);
        draw_words(d, x[k], -0.36F, "%.2f", (double)depth[k]);
    }
    draw_words(d, 0, -0.95F, "%s", what);
    sepal_polys_destroy(b);
    sepal_polys_destroy(a);
}

static void contacts(const char *folder) {
    drawing d = drawing_begin(folder, "contacts.svg", 720, 250, "Contact points: normals and depths");
    drawing_frame(&d, 125, 170, 66);
    draw_contacts(&d, 0.04F, 0.65F, 0, "two points");
    drawing_frame(&d, 360, 170, 66);
    draw_contacts(&d, 0.5F, 1.02F, 0, "a corner");
    drawing_frame(&d, 595, 170, 66);
    draw_contacts(&d, -0.06F, 0.86F, 0.25F, "foreseen, within a margin");
    drawing_end(&d);
}

/* --- Moving shapes ---------------------------------------------------------------------------------- */

/* Shape 0 of b moves by (x, y) while shape 0 of a is at rest. */
static void draw_sweep(const drawing *d, const sepal_polys *a, const sepal_polys *b, float x, float y) {
    float time = 1, nx = 0, ny = 0;
    uint64_t bits;
    const sepal_moves moves = {.x = &x, .y = &y};
    const sepal_hits out = {.bits = &bits, .time = &time, .normal_x = &nx, .normal_y = &ny};
    must("sweep", sepal_polys_sweep_pairs(a, NULL, b, &moves, &first_pair, 1, NULL, &out));
    draw_shape(d, a, 0, 0, 0, 0, SHAPE_A);
    draw_shape(d, b, 0, 0, 0, 0, GONE_B);
    draw_shape(d, b, 0, x, y, 0, GONE_B);
    draw_shape(d, b, 0, time * x, time * y, 0, SHAPE_B);
    const float *vx, *vy;
    size_t count;
    must("read a shape", sepal_polys_vertices(b, 0, &vx, &vy, &count));
    float mean_x = 0, mean_y = 0;
    for (size_t k = 0; k < count; k++)
        mean_x += vx[k] / (float)count, mean_y += vy[k] / (float)count;
    draw_path(d, mean_x, mean_y, mean_x + time * x, mean_y + time * y);
    draw_arrow(d, mean_x + time * x, mean_y + time * y, 0.9F * nx, 0.9F * ny);
    draw_words(d, 0, -1.75F, bits & 1 ? "they meet at %.3f of the move" : "they do not meet", (double)time);
}

static void sweep(const char *folder) {
    static const float wall_x[] = {0.5F, 0.65F, 1.1F, 0.95F}, wall_y[] = {-1.3F, -1.3F, 1.3F, 1.3F};
    static const float six_x[] = {1.2F, 0.6F, -0.6F, -1.2F, -0.6F, 0.6F}, six_y[] = {0, 1, 1, 0, -1, -1};
    static const float box_x[] = {-2.6F, -1.9F, -1.8F, -2.5F}, box_y[] = {1.1F, 0.9F, 1.3F, 1.5F};
    const float ball_x = -2.1F, ball_y = 0.7F;
    sepal_polys *a = new_set(), *b = new_set(), *region = new_set();
    drawing d = drawing_begin(folder, "sweep.svg", 720, 260, "Moving shapes: when and how they meet");
    must("add a wall", sepal_polys_add(a, wall_x, wall_y, 4, NULL));
    must("add a ball", sepal_polys_add_round(b, &ball_x, &ball_y, 1, 0.25F, NULL));
    const float path_x[] = {ball_x, ball_x + 4.3F}, path_y[] = {ball_y, ball_y - 0.9F};
    must("add the region", sepal_polys_add_round(region, path_x, path_y, 2, 0.25F, NULL));
    drawing_frame(&d, 180, 125, 62);
    draw_shape(&d, region, 0, 0, 0, 0, REGION);
    draw_sweep(&d, a, b, 4.3F, -0.9F);
    sepal_polys_clear(a);
    sepal_polys_clear(b);
    must("add six", sepal_polys_add(a, six_x, six_y, 6, NULL));
    must("add a box", sepal_polys_add(b, box_x, box_y, 4, NULL));
    drawing_frame(&d, 540, 125, 62);
    draw_sweep(&d, a, b, 4.3F, -2.2F);
    drawing_end(&d);
    sepal_polys_destroy(region);
    sepal_polys_destroy(b);
    sepal_polys_destroy(a);
}

/* --- Groups: concave shapes -------------------------------------------------------------------------- */

/* A clamp and a key beside it, both cut into convex parts. */
static void draw_groups(const drawing *d, float key) {
    static const float clamp_x[] = {-2, 1, 1, -1.2F, -1.2F, 1, 1, -2},
                       clamp_y[] = {-1.2F, -1.2F, -0.6F, -0.6F, 0.6F, 0.6F, 1.2F, 1.2F};
    static const float key_x[] = {-0.9F, 1.4F, 1.4F, 1.9F, 1.9F, 1.4F, 1.4F, -0.9F};
    static const float key_y[] = {-0.25F, -0.25F, -1, -1, 1, 1, 0.25F, 0.25F};
    float x[8];
    uint32_t first, parts, of_a[2] = {0, 0}, of_b[2] = {0, 0};
    uint64_t bits;
    sepal_polys *a = new_set(), *b = new_set();
    for (int k = 0; k < 8; k++)
        x[k] = key_x[k] + key;
    must("add a clamp", sepal_polys_add_concave(a, clamp_x, clamp_y, 8, &first, &parts, NULL));
    of_a[1] = parts;
    must("add a key", sepal_polys_add_concave(b, x, key_y, 8, &first, &parts, NULL));
    of_b[1] = parts;
    const sepal_groups groups_a = {of_a, 1}, groups_b = {of_b, 1};
    must("ask about groups", sepal_polys_overlap_groups(a, &groups_a, b, &groups_b, &first_pair, 1, NULL, &bits));
    for (uint32_t i = 0; i < of_a[1]; i++)
        draw_shape(d, a, i, 0, 0, 0, SHAPE_A);
    for (uint32_t i = 0; i < of_b[1]; i++)
        draw_shape(d, b, i, 0, 0, 0, SHAPE_B);
    draw_words(d, 0, -1.75F, "%u and %u parts: %s", of_a[1], of_b[1], bits & 1 ? "overlap" : "apart");
    sepal_polys_destroy(b);
    sepal_polys_destroy(a);
}

static void groups(const char *folder) {
    drawing d = drawing_begin(folder, "groups.svg", 640, 260, "Concave shapes as groups of convex parts");
    drawing_frame(&d, 165, 110, 62);
    draw_groups(&d, 0.2F);
    drawing_frame(&d, 490, 110, 62);
    draw_groups(&d, -0.5F);
    drawing_end(&d);
}

/* --- The programs of docs/for_planners.md and docs/for_boards.md --------------------------------------- */

static void planner(const char *folder) {
    enum { STEPS = 60 };
    static const float car_x[] = {-1.9F, 1.9F, 1.9F, -1.9F}, car_y[] = {-0.8F, -0.8F, 0.8F, 0.8F};
    static const float box[2][6] = {{20, -3, 20, 0.5F, 1, 0}, {18, 2.5F, 2.2F, 0.9F, 0.96F, 0.28F}};
    static const float post[] = {30, 0.5F, 0.2F};
    const sepal_boxes boxes = {box[0], box[0] + 1, box[0] + 2, box[0] + 3, box[0] + 4, box[0] + 5, 6, NULL};
    const sepal_circles posts = {post, post + 1, post + 2, 3};
    const sepal_rule safely = {.margin = 0.25F};
    float x[STEPS], y[STEPS];
    size_t first;
    for (int i = 0; i < STEPS; i++)
        x[i] = 0.5F * (float)i, y[i] = 0;
    const sepal_poses poses = {.x = x, .y = y};
    sepal_polys *models = new_set(), *obstacles = new_set(), *world = new_set();
    must("add the car", sepal_polys_add_round(models, car_x, car_y, 4, 0.1F, NULL));
    must("add boxes", sepal_polys_add_boxes(obstacles, &boxes, 2, NULL, NULL));
    must("add a post", sepal_polys_add_circles(obstacles, &posts, 1, NULL, NULL));
    must("follow the way", sepal_polys_first_hit(models, 0, &poses, STEPS, obstacles, &safely, world, &first));
    drawing d = drawing_begin(folder, "planner.svg", 800, 190, "The first pose of a trajectory that comes too near");
    drawing_frame(&d, 50, 85, 18);
    for (uint32_t i = 0; i < sepal_polys_count(obstacles); i++)
        draw_shape(&d, obstacles, i, 0, 0, 0, SHAPE_A);
    for (size_t i = 0; i < first; i += 4)
        draw_shape(&d, models, 0, x[i], y[i], 0, GONE_B);
    draw_shape(&d, models, 0, x[first], y[first], 0, SHAPE_B);
    draw_shape(&d, models, 0, x[first], y[first], safely.margin, MARGIN);
    draw_words(&d, x[first], -4.9F, "pose %zu", first);
    drawing_end(&d);
    sepal_polys_destroy(world);
    sepal_polys_destroy(obstacles);
    sepal_polys_destroy(models);
}

static void board(const char *folder) {
    enum { ROOM = 16 };
    static const float x0[] = {0, 0, 3}, y0[] = {0, 0.5F, 1}, x1[] = {8, 2, 8}, y1[] = {0, 0.5F, 1};
    static const float radius[] = {0.125F, 0.125F, 0.125F}, via[] = {2.5F, 0.9375F, 0.25F};
    static const uint32_t net[] = {1, 2, 3, 2};
    const sepal_capsules tracks = {x0, y0, x1, y1, radius, 1};
    const sepal_circles vias = {via, via + 1, via + 2, 3};
    const sepal_filter other_nets = {.owner = {net, net}};
    const sepal_rule clearance = {.touching = SEPAL_TOUCHING_IS_APART, .margin = 0.25F};
    sepal_polys *copper = new_set();
    sepal_finder *finder = NULL;
    sepal_pair pairs[ROOM];
    float ax[ROOM], ay[ROOM], bx[ROOM], by[ROOM], depth[ROOM];
    size_t found;
    must("make a finder", sepal_finder_create(NULL, &finder));
    must("add tracks", sepal_polys_add_capsules(copper, &tracks, 3, NULL, NULL));
    must("add a via", sepal_polys_add_circles(copper, &vias, 1, NULL, NULL));
    must("find pairs", sepal_polys_find_pairs(finder, copper, copper, &other_nets, &clearance, ROOM, pairs, &found));
    const sepal_mtvs out = {.depth = depth, .a_x = ax, .a_y = ay, .b_x = bx, .b_y = by};
    must("measure", sepal_polys_mtv_pairs(copper, copper, pairs, found, NULL, &out));
    drawing d = drawing_begin(folder, "board.svg", 760, 190, "Copper, and what keeps no clearance");
    drawing_frame(&d, 40, 130, 82);
    for (uint32_t i = 0; i < sepal_polys_count(copper); i++) {
        draw_shape(&d, copper, i, 0, 0, 0, net[i] == 2 ? SHAPE_B : SHAPE_A);
        draw_shape(&d, copper, i, 0, 0, clearance.margin / 2, MARGIN); /* halves, which meet where a clearance is just kept */
    }
    for (size_t k = 0; k < found; k++) {
        draw_line(&d, ax[k], ay[k], bx[k], by[k]);
        draw_words(&d, bx[k], by[k] + 0.45F, "shapes %u and %u: %.3f instead of %.2f", pairs[k].a, pairs[k].b,
                   depth[k] < 0 ? (double)-depth[k] : 0, (double)clearance.margin);
    }
    drawing_end(&d);
    sepal_finder_destroy(finder);
    sepal_polys_destroy(copper);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: pictures FOLDER\n", stderr);
        return EXIT_FAILURE;
    }
    push(argv[1]);
    contacts(argv[1]);
    sweep(argv[1]);
    groups(argv[1]);
    planner(argv[1]);
    board(argv[1]);
    return EXIT_SUCCESS;
}
