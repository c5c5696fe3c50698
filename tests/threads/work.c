#include "work.h"

#include "../questions/polys_questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 40, PAIRS = 300, SPREAD = 24 };

void must_succeed(sepal_status status, const char *what) {
    if (status != SEPAL_OK) {
        fprintf(stderr, "%s: %s\n", what, sepal_status_text(status));
        exit(1);
    }
}

/* --- Digests -----------------------------------------------------------------------------------*/

/* FNV-1a (Fowler, Noll, Vo), with one more mixing step. */
void digest(uint64_t *d, uint64_t value) {
    *d = (*d ^ value) * 0x100000001b3U;
    *d ^= *d >> 32;
}

void digest_bytes(uint64_t *d, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        digest(d, at[i]);
}

/* --- Filling -----------------------------------------------------------------------------------*/

static double somewhere(rng *r, double spread) {
    return rng_real(r, -spread / 2, spread / 2);
}

static sepal_status add_some_boxes(sepal_polys *set, rng *r, double spread) {
    box rows[MANY];
    for (int i = 0; i < MANY; i++) {
        double x = somewhere(r, spread), y = somewhere(r, spread);
        rows[i] = random_box(r, x, y, 0.3, 1.5);
    }
    sepal_boxes boxes = {.x = &rows->x,
                         .y = &rows->y,
                         .half_x = &rows->half_x,
                         .half_y = &rows->half_y,
                         .cos = &rows->cos,
                         .sin = &rows->sin,
                         .stride = sizeof *rows / sizeof(float)};
    return sepal_polys_add_boxes(set, &boxes, MANY, NULL, NULL);
}

/* Rows of five floats are the ends and the radius of a capsule; a circle uses the first end. */
static sepal_status add_some_round(sepal_polys *set, rng *r, double spread) {
    float rows[MANY][5];
    for (int i = 0; i < MANY; i++) {
        for (int k = 0; k < 4; k++)
            rows[i][k] = (float)(k < 2 ? somewhere(r, spread) : rows[i][k - 2] + somewhere(r, 3));
        rows[i][4] = (float)rng_below(r, 5) / 4;
    }
    sepal_circles circles = {&rows[0][0], &rows[0][1], &rows[0][4], 5};
    sepal_capsules capsules = {&rows[0][0], &rows[0][1], &rows[0][2], &rows[0][3], &rows[0][4], 5};
    return rng_below(r, 2) ? sepal_polys_add_circles(set, &circles, MANY, NULL, NULL)
                           : sepal_polys_add_capsules(set, &capsules, MANY, NULL, NULL);
}

/* Whole coordinates, so that many shapes touch exactly; or any coordinates. */
static void make_some(rng *r, double spread, polygon *out) {
    if (rng_below(r, 2)) {
        int32_t half = (int32_t)(spread / 2);
        int64_t x = rng_between(r, -half, half), y = rng_between(r, -half, half);
        make_lattice(r, 1 + rng_below(r, 12), (lattice_point){x, y}, 3, out);
    } else {
        size_t count = 3 + rng_below(r, rng_below(r, 4) == 0 ? 60 : 10);
        double x = somewhere(r, spread), y = somewhere(r, spread);
        make_round(r, count, x, y, 2, 0, out);
    }
}

static sepal_status add_some_polygons(sepal_polys *set, rng *r, double spread) {
    float x[MANY * POLYGON_MAX], y[MANY * POLYGON_MAX];
    uint32_t first[MANY + 1] = {0};
    for (int i = 0; i < MANY; i++) {
        polygon p;
        make_some(r, spread, &p);
        memcpy(x + first[i], p.x, p.count * sizeof *x);
        memcpy(y + first[i], p.y, p.count * sizeof *y);
        first[i + 1] = first[i] + (uint32_t)p.count;
    }
    return sepal_polys_add_many(set, x, y, first, MANY, NULL, NULL, NULL);
}

static sepal_status add_some_one_by_one(sepal_polys *set, rng *r, double spread) {
    sepal_status status = SEPAL_OK;
    for (int i = 0; i < MANY && status == SEPAL_OK; i++) {
        polygon p;
        make_some(r, spread, &p);
        status = sepal_polys_add_round(set, p.x, p.y, p.count, (float)rng_below(r, 3) / 8, NULL);
    }
    return status;
}

/* Any combination of kinds, because sets of one kind take other routes through the library than mixed ones. */
static void fill(sepal_polys *set, rng *r, double spread) {
    uint32_t kinds = 1 + rng_below(r, 15);
    if (kinds & 1)
        must_succeed(add_some_boxes(set, r, spread), "boxes");
    if (kinds & 2)
        must_succeed(add_some_polygons(set, r, spread), "polygons");
    if (kinds & 4)
        must_succeed(add_some_round(set, r, spread), "circles or capsules");
    if (kinds & 8)
        must_succeed(add_some_one_by_one(set, r, spread), "one by one");
}

/* --- Asking ------------------------------------------------------------------------------------*/

static void ask_one_question(uint64_t *d, const question *q, const call *c) {
    reply r = reply_create(q, c->count);
    digest(d, q->ask(c, r.arrays));
    for (size_t k = 0; k < q->array_count; k++)
        digest_bytes(d, r.arrays[k], array_bytes(&q->arrays[k], c->count));
    reply_release(&r);
}

void ask_questions(uint64_t *d, rng *r, const question *questions, size_t count, subject s) {
    const sepal_rule rules[] = {
        {SEPAL_TOUCHING_OVERLAPS, 0, 0}, {SEPAL_TOUCHING_IS_APART, 0, 0}, {SEPAL_TOUCHING_OVERLAPS, 0.5F, 0}};
    sepal_pair pairs[PAIRS] = {{0, 0}};
    s.pairs = pairs;
    s.pair_count = 1 + rng_below(r, PAIRS);
    for (size_t i = 0; i < s.pair_count; i++) {
        pairs[i].a = rng_below(r, (uint32_t)s.count_a);
        pairs[i].b = rng_below(r, (uint32_t)s.count_b);
    }
    for (size_t k = 0; k < count; k++) {
        const question *q = &questions[k];
        call c = call_part(q, &s, pairs[0].a, 0, call_longest(q, &s), NULL);
        for (size_t i = 0; i < (q->ruled ? sizeof rules / sizeof *rules : 1); i++) {
            c.rule = &rules[i];
            ask_one_question(d, q, &c);
        }
        c.b = NULL;
        ask_one_question(d, q, &c);
    }
    pairs[s.pair_count - 1].b = (uint32_t)s.count_b;
    call beyond = call_part(&questions[0], &s, 0, 0, s.pair_count, NULL);
    ask_one_question(d, &questions[0], &beyond);
}

static void ask(uint64_t *d, rng *r, const sepal_polys *a, const sepal_polys *b) {
    subject s = {.a = a, .b = b, .count_a = sepal_polys_count(a), .count_b = sepal_polys_count(b)};
    ask_questions(d, r, polys_questions, POLYS_QUESTIONS, s);
}

/* --- Changing ----------------------------------------------------------------------------------*/

/* Moves every third shape. If rounding has bent one, it is refused. */
static void update_some(uint64_t *d, rng *r, sepal_polys *set) {
    for (uint32_t i = rng_below(r, 3); i < sepal_polys_count(set); i += 3) {
        const float *x, *y;
        float radius;
        polygon moved;
        must_succeed(sepal_polys_vertices(set, i, &x, &y, &moved.count), "vertices");
        must_succeed(sepal_polys_radius(set, i, &radius), "radius");
        memcpy(moved.x, x, moved.count * sizeof *x);
        memcpy(moved.y, y, moved.count * sizeof *y);
        int32_t right = rng_between(r, -2, 2), up = rng_between(r, -2, 2);
        polygon_translate(&moved, right, up);
        digest(d, sepal_polys_update(set, i, moved.x, moved.y));
        digest_bytes(d, x, moved.count * sizeof(float));
        digest_bytes(d, y, moved.count * sizeof(float));
        digest_bytes(d, &radius, sizeof(float));
    }
}

static void place_some(uint64_t *d, rng *r, sepal_polys *world, const sepal_polys *models) {
    uint32_t model[2 * MANY];
    float rows[2 * MANY][4];
    for (int i = 0; i < 2 * MANY; i++) {
        double cos, sin;
        random_rotation(r, &cos, &sin);
        model[i] = rng_below(r, (uint32_t)sepal_polys_count(models));
        rows[i][0] = (float)somewhere(r, SPREAD);
        rows[i][1] = (float)somewhere(r, SPREAD);
        rows[i][2] = (float)cos;
        rows[i][3] = (float)sin;
    }
    sepal_poses poses = {.x = &rows[0][0], .y = &rows[0][1], .cos = &rows[0][2], .sin = &rows[0][3], .stride = 4};
    digest(d, sepal_polys_place(world, models, model, &poses, 2 * MANY, NULL));
}

uint64_t worker_do(worker *w, uint64_t seed) {
    rng r = {seed};
    uint64_t d = seed;
    sepal_polys *fresh;
    must_succeed(sepal_polys_create(w->allocator, &fresh), "create");
    if (rng_below(&r, 2))
        must_succeed(sepal_polys_reserve(fresh, 4 * MANY, 40 * MANY), "reserve");
    fill(fresh, &r, SPREAD);
    sepal_polys_clear(w->kept);
    fill(w->kept, &r, SPREAD);
    ask(&d, &r, fresh, w->common->shapes);
    ask(&d, &r, w->common->shapes, w->common->shapes);
    update_some(&d, &r, w->kept);
    ask(&d, &r, w->kept, fresh);
    place_some(&d, &r, w->world, rng_below(&r, 2) ? w->common->models : w->kept);
    ask(&d, &r, w->world, w->world);
    ask(&d, &r, w->world, w->common->shapes);
    sepal_polys_destroy(fresh);
    do_solids(w, &r, &d);
    return d;
}

/* --- Who works on what -------------------------------------------------------------------------*/

work_common work_common_create(const sepal_allocator *allocator) {
    rng r = {1};
    work_common common;
    must_succeed(sepal_polys_create(allocator, &common.shapes), "create");
    must_succeed(sepal_polys_create(allocator, &common.models), "create");
    must_succeed(add_some_boxes(common.shapes, &r, SPREAD), "boxes");
    must_succeed(add_some_polygons(common.shapes, &r, SPREAD), "polygons");
    must_succeed(add_some_boxes(common.models, &r, 1), "boxes");
    must_succeed(add_some_polygons(common.models, &r, 1), "polygons");
    must_succeed(sepal_solids_create(allocator, &common.solids), "create");
    add_common_solids(common.solids);
    must_succeed(sepal_mesh_create(allocator, &common.mesh), "create");
    fill_common_mesh(common.mesh);
    return common;
}

void work_common_destroy(work_common *common) {
    sepal_polys_destroy(common->shapes);
    sepal_polys_destroy(common->models);
    sepal_solids_destroy(common->solids);
    sepal_mesh_destroy(common->mesh);
}

worker worker_create(const work_common *common, const sepal_allocator *allocator) {
    worker w = {.common = common, .allocator = allocator};
    must_succeed(sepal_polys_create(allocator, &w.kept), "create");
    must_succeed(sepal_polys_create(allocator, &w.world), "create");
    must_succeed(sepal_solids_create(allocator, &w.kept_solids), "create");
    must_succeed(sepal_solids_create(allocator, &w.world_solids), "create");
    return w;
}

void worker_destroy(worker *w) {
    sepal_polys_destroy(w->kept);
    sepal_polys_destroy(w->world);
    sepal_solids_destroy(w->kept_solids);
    sepal_solids_destroy(w->world_solids);
}
