/* Sets of one class of shapes each, with radii and without, for which kernels skip what other sets need: the answers to every question
 * are those of the scalar path, to the last bit. */
#include "../common/check.h"
#include "../common/must.h"
#include "../scenes/shapes.h"
#include "compare.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>

/* Some shapes of each class lie on a lattice, where they touch and have parallel faces; the others are anywhere. */
typedef struct shape_class {
    const char *name;
    size_t vertices;
    bool box, rounded;
} shape_class;

static const shape_class classes[] = {
    {"boxes", 4, true, false},         {"rounded boxes", 4, true, true},       {"balls", 1, false, true},
    {"points", 1, false, false},       {"capsules", 2, false, true},           {"segments", 2, false, false},
    {"hulls of 8", 8, false, false},   {"rounded hulls of 8", 8, false, true}, {"hulls of 20", 20, false, false},
    {"hulls of 40", 40, false, false},
};
enum { CLASSES = sizeof classes / sizeof *classes, SHAPES = 60, HULL_MOST = 40, FORMS = 8 };

/* Some numbers of the lattice are off it by what may be hardly more than nothing beside the others, so that products of it underflow. */
static float any_number(rng *r, bool lattice, double most) {
    const double any = rng_real(r, -most, most);
    const float off = rng_below(r, 8) == 0 ? ldexpf((float)rng_between(r, -1, 1), -rng_between(r, 20, 149)) : 0;
    return lattice ? (float)(int)(2 * any) / 2 + off : (float)any;
}

/* On the lattice some of the boxes with radii have radius 0. */
static float any_radius(rng *r, const shape_class *c, bool lattice) {
    return !c->rounded ? 0 : lattice ? 0.25F * (float)rng_between(r, c->box ? 0 : 1, 4) : (float)rng_real(r, 0.1, 1);
}

static float any_half(rng *r, bool lattice) {
    return lattice ? 0.5F * (float)rng_between(r, 1, 3) : (float)rng_real(r, 0.2, 1.2);
}

static void *polys_of(const shape_class *c, bool lattice, rng *r) {
    sepal_polys *out = NULL;
    must(sepal_polys_create(NULL, &out) == SEPAL_OK, "there is no memory");
    for (int i = 0; i < SHAPES; i++) {
        const float x = any_number(r, lattice, 2), y = any_number(r, lattice, 2);
        static polygon p;
        p.count = 0;
        if (c->box && lattice) {
            box_corners(&(box){x, y, any_half(r, true), any_half(r, true), 1, 0}, &p);
        } else if (c->box) {
            const box turned = random_box(r, (double)x, (double)y, 0.2, 1.2);
            box_corners(&turned, &p);
        } else if (c->vertices <= 2) {
            for (size_t k = 0; k < c->vertices; k++)
                polygon_push(&p, (double)(x + (k == 0 ? 0 : any_number(r, lattice, 1))),
                             (double)(y + (k == 0 ? 0 : any_number(r, lattice, 1))));
        } else {
            make_round(r, c->vertices, (double)x, (double)y, 1, lattice ? 0.125 : 0, &p);
        }
        must(sepal_polys_add_round(out, p.x, p.y, p.count, any_radius(r, c, lattice), NULL) == SEPAL_OK, "a polygon was refused");
    }
    return out;
}

static void *solids_of(const shape_class *c, bool lattice, rng *r) {
    sepal_solids *out = NULL;
    must(sepal_solids_create(NULL, &out) == SEPAL_OK, "there is no memory");
    for (int i = 0; i < SHAPES; i++) {
        float at[3], half[3], turn[4], x[HULL_MOST], y[HULL_MOST], z[HULL_MOST];
        for (int k = 0; k < 3; k++)
            at[k] = any_number(r, lattice, 2), half[k] = any_half(r, lattice);
        for (int k = 0; k < 4; k++)
            turn[k] = (float)rng_real(r, -1, 1);
        for (size_t k = 0; k < c->vertices; k++) {
            x[k] = at[0] + (k == 0 ? 0 : any_number(r, lattice, 1));
            y[k] = at[1] + (k == 0 ? 0 : any_number(r, lattice, 1));
            z[k] = at[2] + (k == 0 ? 0 : any_number(r, lattice, 1));
        }
        const float radius = any_radius(r, c, lattice);
        sepal_solid_boxes one = {
            .x = at, .y = at + 1, .z = at + 2, .half_x = half, .half_y = half + 1, .half_z = half + 2, .radius = &radius};
        if (!lattice)
            one.turn = (sepal_solid_turns){turn, turn + 1, turn + 2, turn + 3, {NULL}};
        const sepal_status status = c->box ? sepal_solids_add_boxes(out, &one, 1, NULL, NULL)
                                           : sepal_solids_add_hull(out, x, y, z, c->vertices, radius, NULL);
        must(status == SEPAL_OK, "a solid was refused");
    }
    return out;
}

static void check_questions(const set_kind *kind, const subject *s, size_t number) {
    for (size_t k = 0; k < kind->question_count; k++) {
        const question *q = &kind->questions[k];
        if (!is_asked(k, number))
            continue;
        for (size_t i = 0; i < rule_count(q); i++) {
            sepal_rule rule = rule_number(i, s->margin);
            call c = call_part(q, s, (uint32_t)(number % SHAPES), 0, call_longest(q, s), &rule);
            reply expected = ask_scalar(q, &c);
            for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
                use_isa(isa);
                check_call(kind, s, &c, &expected, 0);
            }
            reply_release(&expected);
        }
    }
}

/* Every class beside every class, in eight forms: on the lattice or not, with set a at rest or moving, with a margin or without. The shapes of
 * one set are asked about with those of the other in turn, and each with one more. */
static void check_classes(const set_kind *kind, void *(*set_of)(const shape_class *c, bool lattice, rng *r),
                          void (*destroy)(void *set)) {
    static float moves[2][3 * SHAPES];
    static sepal_pair pairs[2 * SHAPES];
    for (size_t number = 0; number < FORMS * CLASSES * CLASSES; number++) {
        const shape_class *of_a = &classes[number / FORMS / CLASSES], *of_b = &classes[number / FORMS % CLASSES];
        const bool lattice = number % 2 != 0, resting = number / 2 % 2 != 0, apart = number / 4 % 2 != 0;
        rng r = {number};
        void *a = set_of(of_a, lattice, &r), *b = set_of(of_b, lattice, &r);
        for (uint32_t i = 0; i < 2 * SHAPES; i++)
            pairs[i] = (sepal_pair){i % SHAPES, i < SHAPES ? i : rng_below(&r, SHAPES)};
        for (int i = 0; i < 3 * SHAPES; i++) {
            moves[0][i] = any_number(&r, lattice, 2);
            moves[1][i] = any_number(&r, lattice, 4);
        }
        const subject s = {.name = of_a->name,
                           .seed = number,
                           .a = a,
                           .b = b,
                           .count_a = SHAPES,
                           .count_b = SHAPES,
                           .moves_a = resting ? NULL : moves[0],
                           .moves_b = moves[1],
                           .pairs = pairs,
                           .pair_count = 2 * SHAPES,
                           .margin = apart ? 0.25F : 0};
        check_questions(kind, &s,
                        number + number / FORMS); /* the quick suite asks each question about other forms of the next couple */
        destroy(a);
        destroy(b);
    }
}

static void destroy_polys(void *set) {
    sepal_polys_destroy(set);
}

static void destroy_solids(void *set) {
    sepal_solids_destroy(set);
}

Test(classes, polygons_of_one_class_have_the_answers_of_the_scalar_path) {
    check_classes(set_kinds[0], polys_of, destroy_polys);
}

Test(classes, solids_of_one_class_have_the_answers_of_the_scalar_path) {
    check_classes(set_kinds[1], solids_of, destroy_solids);
}
