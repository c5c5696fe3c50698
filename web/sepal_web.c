/* sepal_web.c — what the page asks the library: scenes of a few shapes in the plane, and of boxes in space. JavaScript can neither
 * fill C's structures nor follow its pointers with ease, so numbers go in and out through one array, and a failed call returns
 * -1 - status. The crowd has a file of its own, crowd_web.c. */
#include <sepal/sepal.h>
#include <stdlib.h>

#define WEB_NUMBERS 32768 /* at most this many floats go in or out at once */
#define WEB_SHAPES  8192  /* at most this many shapes are in a scene: four numbers each make the poses */

static float numbers[WEB_NUMBERS];
static uint32_t words[WEB_SHAPES];
static uint64_t bits[SEPAL_BIT_WORDS(WEB_SHAPES)];

/* Where numbers go in and out. */
float *web_numbers(void) {
    return numbers;
}

/* Where indices go in. */
uint32_t *web_words(void) {
    return words;
}

/* Where answers come out, as the library writes them. */
uint64_t *web_bits(void) {
    return bits;
}

static int failed(sepal_status status) {
    return -1 - (int)status;
}

static sepal_rule rule_of(int touching, float margin) {
    return (sepal_rule){.touching = touching ? SEPAL_TOUCHING_OVERLAPS : SEPAL_TOUCHING_IS_APART, .margin = margin};
}

const char *web_version(void) {
    return sepal_version();
}

const char *web_status_text(int status) {
    return sepal_status_text((sepal_status)status);
}

/* --- Instruction sets ---------------------------------------------------------------------------------------------------------- */

const char *web_isa_at(size_t i) {
    return sepal_isa_at(i);
}

int web_isa_use(size_t i) {
    return failed(sepal_isa_use(sepal_isa_at(i)));
}

/* --- Scenes in the plane ------------------------------------------------------------------------------------------------------- */

/* Shapes in frames of their own, and where they are. */
typedef struct scene {
    sepal_polys *models, *world;
} scene;

/* NULL if there is no memory. */
scene *web_scene(void) {
    scene *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    if (sepal_polys_create(NULL, &made->models) != SEPAL_OK || sepal_polys_create(NULL, &made->world) != SEPAL_OK) {
        sepal_polys_destroy(made->models);
        free(made);
        return NULL;
    }
    return made;
}

/* Adds a model: `count` values of x, then as many of y, in the numbers. Returns its index. */
int web_model(scene *in, size_t count, float radius) {
    uint32_t index = 0;
    if (count > WEB_NUMBERS / 2)
        return failed(SEPAL_BAD_ARGUMENT);
    const sepal_status status = sepal_polys_add_round(in->models, numbers, numbers + count, count, radius, &index);
    return status == SEPAL_OK ? (int)index : failed(status);
}

/* Adds the convex parts of a polygon that need not be convex, as models: its vertices are in the numbers, as in web_model. Returns
 * how many parts there are. */
int web_concave(scene *in, size_t count) {
    uint32_t parts = 0;
    if (count > WEB_NUMBERS / 2)
        return failed(SEPAL_BAD_ARGUMENT);
    const sepal_status status = sepal_polys_add_concave(in->models, numbers, numbers + count, count, NULL, &parts);
    return status == SEPAL_OK ? (int)parts : failed(status);
}

/* Refills the world: shape i is the model with the index words[i], at x, y, cosine, sine, which are row i of the numbers. */
int web_place(scene *in, size_t count) {
    const sepal_poses poses = {.x = numbers, .y = numbers + 1, .cos = numbers + 2, .sin = numbers + 3, .stride = 4};
    if (count > WEB_SHAPES)
        return failed(SEPAL_BAD_ARGUMENT);
    return failed(sepal_polys_place(in->world, in->models, words, &poses, count, NULL));
}

/* The vertices of a shape of the world: all x, then all y, in the numbers. Returns how many there are. */
int web_vertices(const scene *in, uint32_t index) {
    const float *x, *y;
    size_t count;
    const sepal_status status = sepal_polys_vertices(in->world, index, &x, &y, &count);
    if (status != SEPAL_OK || count > WEB_NUMBERS / 2)
        return failed(status != SEPAL_OK ? status : SEPAL_TOO_SMALL);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = x[i];
        numbers[count + i] = y[i];
    }
    return (int)count;
}

/* Does shape a of the world overlap shape first + i, for i = 0 .. count-1? The answers are in the bits. */
int web_overlap(const scene *in, uint32_t a, size_t first, size_t count, int touching, float margin) {
    const sepal_rule rule = rule_of(touching, margin);
    if (count > WEB_SHAPES)
        return failed(SEPAL_BAD_ARGUMENT);
    return failed(sepal_polys_overlap_one(in->world, a, in->world, first, count, &rule, bits));
}

/* Does the group of the shapes 0 .. parts-1 overlap shape b? The answer is in the bits. */
int web_group_overlap(const scene *in, uint32_t parts, uint32_t b) {
    const uint32_t ends[] = {0, parts};
    const sepal_groups group = {ends, 1}, single = {NULL, 0};
    const sepal_pair pair = {0, b};
    return failed(sepal_polys_overlap_groups(in->world, &group, in->world, &single, &pair, 1, NULL, bits));
}

/* Does shape a contain shape b? The answer is in the bits. */
int web_contains(const scene *in, uint32_t a, uint32_t b) {
    const sepal_pair pair = {a, b};
    return failed(sepal_polys_contains_pairs(in->world, in->world, &pair, 1, NULL, bits));
}

/* The smallest push: normal and depth in the numbers. */
int web_push(const scene *in, uint32_t a, uint32_t b, float margin) {
    const sepal_pair pair = {a, b};
    const sepal_rule rule = rule_of(1, margin);
    const sepal_mtvs out = {.normal_x = numbers, .normal_y = numbers + 1, .depth = numbers + 2};
    return failed(sepal_polys_mtv_pairs(in->world, in->world, &pair, 1, &rule, &out));
}

/* Do shapes a and b meet while b moves by (x, y)? The answer is in the bits; time and normal are in the numbers. */
int web_sweep(const scene *in, uint32_t a, uint32_t b, float x, float y) {
    static float move_x[WEB_SHAPES], move_y[WEB_SHAPES]; /* of the whole set; all but b are at rest */
    const sepal_pair pair = {a, b};
    const sepal_moves moves = {.x = move_x, .y = move_y};
    const sepal_hits out = {.bits = bits, .time = numbers, .normal_x = numbers + 1, .normal_y = numbers + 2};
    if (b >= WEB_SHAPES)
        return failed(SEPAL_BAD_ARGUMENT);
    move_x[b] = x;
    move_y[b] = y;
    const sepal_status status = sepal_polys_sweep_pairs(in->world, NULL, in->world, &moves, &pair, 1, NULL, &out);
    move_x[b] = move_y[b] = 0;
    return failed(status);
}

/* --- Boxes in space ------------------------------------------------------------------------------------------------------------ */

/* NULL if there is no memory. */
sepal_solids *web_space(void) {
    sepal_solids *made = NULL;
    return sepal_solids_create(NULL, &made) == SEPAL_OK ? made : NULL;
}

/* Refills the space with `count` boxes: x, y, z, half extents, quaternion w, x, y, z of each are a row of ten numbers. */
int web_space_boxes(sepal_solids *in, size_t count) {
    const float *row = numbers;
    const sepal_solid_boxes boxes = {.x = row,
                                     .y = row + 1,
                                     .z = row + 2,
                                     .half_x = row + 3,
                                     .half_y = row + 4,
                                     .half_z = row + 5,
                                     .turn = {.w = row + 6, .x = row + 7, .y = row + 8, .z = row + 9},
                                     .stride = 10};
    if (count > WEB_NUMBERS / 10)
        return failed(SEPAL_BAD_ARGUMENT);
    sepal_solids_clear(in);
    return failed(sepal_solids_add_boxes(in, &boxes, count, NULL, NULL));
}

/* The vectors of a box: centre, then the three half edges, twelve numbers. */
int web_space_box(const sepal_solids *in, uint32_t index) {
    sepal_parallelepiped box;
    const sepal_status status = sepal_solids_box(in, index, &box);
    if (status != SEPAL_OK)
        return failed(status);
    for (int i = 0; i < 3; i++) {
        numbers[i] = box.c[i];
        numbers[3 + i] = box.u[i];
        numbers[6 + i] = box.v[i];
        numbers[9 + i] = box.w[i];
    }
    return failed(SEPAL_OK);
}

/* Do boxes a and b overlap? The answer is in the bits. */
int web_space_overlap(const sepal_solids *in, uint32_t a, uint32_t b, int touching) {
    const sepal_pair pair = {a, b};
    const sepal_rule rule = rule_of(touching, 0);
    return failed(sepal_solids_overlap_pairs(in, in, &pair, 1, &rule, bits));
}

/* The smallest push: normal and depth, four numbers. */
int web_space_push(const sepal_solids *in, uint32_t a, uint32_t b) {
    const sepal_pair pair = {a, b};
    const sepal_solid_mtvs out = {.normal_x = numbers, .normal_y = numbers + 1, .normal_z = numbers + 2, .depth = numbers + 3};
    return failed(sepal_solids_mtv_pairs(in, in, &pair, 1, NULL, &out));
}
