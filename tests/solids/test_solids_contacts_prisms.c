/* Contact points of prisms of 3 to 129 sides: upright, tilted by little and turned, flush and aside, on prisms, boxes, capsules and spheres.
 * Every instruction set has the bits of the reference. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "contact_answers.h"

enum { LISTS = 60 };

typedef enum other_kind { A_BOX, A_SKEWED_BOX, A_CAPSULE, A_SPHERE, A_PRISM } other_kind;

/* A prism around the origin, and another solid at c. exchanged: that one is the first of the pair. */
typedef struct prism_pair {
    other_kind kind;
    uint32_t sides[2];
    float axis[2][3], c[3], radius, about;
    bool exchanged;
} prism_pair;

/* A coordinate axis, one nearly so, or any direction. */
static void some_axis(rng *r, float out[3]) {
    static const double tilts[] = {0, 0, 1e-7, 1e-5, 1e-3, 1};
    const double tilt = tilts[rng_below(r, 6)], sign = rng_below(r, 2) == 0 ? 1 : -1;
    const uint32_t along = rng_below(r, 3);
    for (uint32_t k = 0; k < 3; k++)
        out[k] = (float)((k == along ? sign : 0) + tilt * rng_real(r, -1, 1));
}

static prism_pair some_pair(rng *r) {
    static const uint32_t sides[] = {3, 4, 5, 6, 8, 12, 13, 16, 17, 24, 31, 32, 33, 48, 64, 65, 96, 97, 129};
    const uint32_t kind = rng_below(r, 8), up = rng_below(r, 3);
    const float aside = rng_below(r, 3) == 0 ? 0 : (float)rng_real(r, -0.5, 0.5);
    prism_pair out = {.kind = kind < A_PRISM ? (other_kind)kind : A_PRISM};
    for (int k = 0; k < 2; k++) {
        out.sides[k] = sides[rng_below(r, 19)];
        some_axis(r, out.axis[k]);
    }
    out.c[up] = 1;
    out.c[(up + 1) % 3] = aside;
    out.radius = rng_below(r, 4) == 0 ? 0.125F : 0;
    out.about = rng_below(r, 2) == 0 ? 0 : (float)rng_real(r, -3, 3);
    out.exchanged = rng_below(r, 2) == 0;
    return out;
}

/* One unit long. Of more sides than prisms have that are added as such: as a hull. */
static void add_large_prism(sepal_solids *set, const float from[3], const float to[3], uint32_t sides, float radius) {
    enum { SIDES_MOST = 129 };
    float at[3][2 * SIDES_MOST];
    double axis[3], u[3], v[3], length = 0, of_u = 0;
    for (int k = 0; k < 3; k++) {
        axis[k] = (double)to[k] - (double)from[k];
        length += axis[k] * axis[k];
    }
    const int least = fabs(axis[0]) <= fabs(axis[1]) && fabs(axis[0]) <= fabs(axis[2]) ? 0 : fabs(axis[1]) <= fabs(axis[2]) ? 1 : 2;
    for (int k = 0; k < 3; k++)
        u[k] = (k == least ? 1 : 0) - axis[least] * axis[k] / length;
    for (int k = 0; k < 3; k++)
        of_u += u[k] * u[k];
    for (int k = 0; k < 3; k++)
        v[k] = (axis[(k + 1) % 3] * u[(k + 2) % 3] - axis[(k + 2) % 3] * u[(k + 1) % 3]) / sqrt(length * of_u);
    for (uint32_t i = 0; i < 2 * sides; i++) {
        const double angle = 6.283185307179586 * (i % sides) / sides, x = 0.5 * cos(angle) / sqrt(of_u), y = 0.5 * sin(angle);
        for (int k = 0; k < 3; k++)
            at[k][i] = (float)((double)(i < sides ? from : to)[k] + x * u[k] + y * v[k]);
    }
    cr_assert_eq(sepal_solids_add_hull(set, at[0], at[1], at[2], 2 * (size_t)sides, radius, NULL), SEPAL_OK);
}

static void add_prism(sepal_solids *set, const float c[3], const float axis[3], uint32_t sides, float radius) {
    const float around = 0.5F;
    float from[3], to[3];
    for (int k = 0; k < 3; k++) {
        from[k] = c[k] - 0.5F * axis[k];
        to[k] = c[k] + 0.5F * axis[k];
    }
    if (sides > SEPAL_PRISM_SIDES_MOST) {
        add_large_prism(set, from, to, sides, radius);
        return;
    }
    const sepal_solid_prisms one = {from, from + 1, from + 2, to, to + 1, to + 2, &around, &radius, 1, sides};
    cr_assert_eq(sepal_solids_add_prisms(set, &one, 1, NULL, NULL), SEPAL_OK);
}

static void add_other(sepal_solids *set, const prism_pair *p) {
    const float half[3] = {0.4F, 0.5F, 0.5F}, *c = p->c, *axis = p->axis[1], thin = 0.25F + p->radius;
    float m[9], from[3], to[3];
    turn_matrix(0, 0, (double)p->about, m);
    for (int k = 0; k < 3; k++) {
        from[k] = c[k] - 0.25F * axis[k];
        to[k] = c[k] + 0.25F * axis[k];
    }
    if (p->kind == A_BOX) {
        add_turned_box(set, c, half, m, p->radius);
    } else if (p->kind == A_SKEWED_BOX) {
        const float none = 0;
        const sepal_solid_parallelepipeds one = {
            {c, c + 1, c + 2}, {&half[0], &none, &none}, {&axis[0], &half[1], &none}, {&axis[1], &none, &half[2]}, &p->radius, 1};
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else if (p->kind == A_CAPSULE) {
        const sepal_solid_capsules one = {from, from + 1, from + 2, to, to + 1, to + 2, &thin, 1};
        cr_assert_eq(sepal_solids_add_capsules(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else if (p->kind == A_SPHERE) {
        const sepal_solid_spheres one = {c, c + 1, c + 2, &thin, 1};
        cr_assert_eq(sepal_solids_add_spheres(set, &one, 1, NULL, NULL), SEPAL_OK);
    } else {
        add_prism(set, c, axis, p->sides[1], p->radius);
    }
}

/* Both solids; the pair is that of their numbers. */
static sepal_pair add_pair(sepal_solids *set, const prism_pair *p) {
    static const float origin[3] = {0, 0, 0};
    const uint32_t first = (uint32_t)sepal_solids_count(set);
    add_prism(set, origin, p->axis[0], p->sides[0], 0);
    add_other(set, p);
    return p->exchanged ? (sepal_pair){first + 1, first} : (sepal_pair){first, first + 1};
}

/* Moves the other solid along the push, until both are `deep` in each other, about. */
static void move_until_they_touch(sepal_solids *room, prism_pair *p, float deep) {
    float depth = 0, n[3] = {0};
    sepal_solids_clear(room);
    const sepal_pair pair = add_pair(room, p);
    const sepal_solid_mtvs to = {.normal_x = &n[0], .normal_y = &n[1], .normal_z = &n[2], .depth = &depth};
    cr_assert_eq(sepal_solids_mtv_pairs(room, room, &pair, 1, NULL, &to), SEPAL_OK);
    for (int k = 0; k < 3; k++)
        p->c[k] += (depth - deep) * (p->exchanged ? -n[k] : n[k]);
}

Test(solids_contacts_prisms, every_instruction_set_has_the_points_of_the_reference) {
    const sepal_contact_rule rule = {.margin = 0.02F, .point_margin = 0.02F};
    static answers expected, got;
    sepal_solids *set = new_set(), *room = new_set();
    sepal_pair pairs[COUNT];
    rng r = {33};
    size_t points[POINTS + 1] = {0};
    for (int list = 0; list < LISTS; list++) {
        sepal_solids_clear(set);
        for (size_t k = 0; k < COUNT; k++) {
            prism_pair p = some_pair(&r);
            if (rng_below(&r, 4) != 0)
                move_until_they_touch(room, &p, (float)rng_real(&r, -0.01, 0.01));
            pairs[k] = add_pair(set, &p);
        }
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        ask(set, set, pairs, COUNT, &rule, &expected);
        for (size_t k = 0; k < COUNT; k++)
            points[expected.count[k]]++;
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask(set, set, pairs, COUNT, &rule, &got);
            for (size_t k = 0; k < COUNT; k++)
                cr_assert(got.count[k] == expected.count[k] &&
                              memcmp(&got.feature[POINTS * k], &expected.feature[POINTS * k], POINTS * sizeof(uint32_t)) == 0,
                          "%s, list %d, pair %zu", sepal_isa(), list, k);
            cr_assert_eq(memcmp(&got, &expected, sizeof got), 0, "%s, list %d", sepal_isa(), list);
        }
    }
    for (size_t k = 0; k <= POINTS; k++)
        cr_assert(points[k] > 50, "only %zu pairs have %zu points", points[k], k);
    sepal_solids_destroy(room);
    sepal_solids_destroy(set);
}

/* Prisms deep in pointed hulls, of whose points one is replaced by a deeper one, beside pairs of which one face is an edge. */
Test(solids_contacts_prisms, points_do_not_depend_on_the_pairs_beside) {
    const sepal_contact_rule rule = {.margin = 0.05F};
    static answers expected, got;
    sepal_solids *hulls = new_set(), *prisms = new_set();
    sepal_pair pairs[COUNT];
    rng r = {34};
    for (int list = 0; list < LISTS; list++) {
        sepal_solids_clear(hulls);
        sepal_solids_clear(prisms);
        for (uint32_t k = 0; k < COUNT; k++) {
            float at[3][6], c[3], axis[3];
            for (int i = 0; i < 18; i++)
                at[i / 6][i % 6] = (float)rng_below(&r, 3) - 1;
            for (int i = 0; i < 3; i++) {
                c[i] = (float)rng_below(&r, 3) / 4;
                axis[i] = ((float)rng_below(&r, 4) - 1.5F) / 2;
            }
            cr_assert_eq(sepal_solids_add_hull(hulls, at[0], at[1], at[2], 6, 0, NULL), SEPAL_OK);
            add_prism(prisms, c, axis, 24, 0);
            pairs[k] = (sepal_pair){k, k};
        }
        cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
        ask(hulls, prisms, pairs, COUNT, &rule, &expected);
        for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
            use_isa(isa);
            ask(hulls, prisms, pairs, COUNT, &rule, &got);
            cr_assert_eq(memcmp(&got, &expected, sizeof got), 0, "%s, list %d", sepal_isa(), list);
        }
    }
    sepal_solids_destroy(prisms);
    sepal_solids_destroy(hulls);
}

/* Points and capsules over a face with more vertices than a side has corners, the first of which are no corners, and a little below the others. */
Test(solids_contacts_prisms, over_a_wide_face_whose_first_vertices_are_no_corners) {
    enum { INNER = 3, CORNERS = 80, ALL = INNER + CORNERS + 1 };
    const sepal_contact_rule rule = {.margin = 0.01F};
    static answers expected, got;
    sepal_solids *hulls = new_set(), *others = new_set();
    sepal_pair pairs[COUNT];
    size_t points = 0;
    rng r = {35};
    for (uint32_t k = 0; k < COUNT; k++) {
        float at[3][ALL] = {{0}}, x[2], y[2], z[2];
        for (int i = 0; i < INNER; i++) {
            at[0][i] = (float)rng_real(&r, -0.5, 0.5);
            at[1][i] = (float)rng_real(&r, -0.5, 0.5);
            at[2][i] = (float)rng_real(&r, -0x1p-20, 0);
        }
        for (int i = 0; i < CORNERS; i++) {
            at[0][INNER + i] = (float)cos(6.283185307179586 * i / CORNERS);
            at[1][INNER + i] = (float)sin(6.283185307179586 * i / CORNERS);
        }
        at[2][ALL - 1] = -1;
        cr_assert_eq(sepal_solids_add_hull(hulls, at[0], at[1], at[2], ALL, 0, NULL), SEPAL_OK);
        for (int end = 0; end < 2; end++) {
            x[end] = (float)rng_real(&r, -0.5, 0.5);
            y[end] = (float)rng_real(&r, -0.5, 0.5);
            z[end] = 0x1p-10F;
        }
        cr_assert_eq(sepal_solids_add_hull(others, x, y, z, 1 + k % 2, 0, NULL), SEPAL_OK);
        pairs[k] = (sepal_pair){k, k};
    }
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask(hulls, others, pairs, COUNT, &rule, &expected);
    for (size_t k = 0; k < COUNT; k++)
        points += expected.count[k];
    cr_assert(points >= COUNT, "%zu points", points);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(hulls, others, pairs, COUNT, &rule, &got);
        cr_assert_eq(memcmp(&got, &expected, sizeof got), 0, "%s", sepal_isa());
    }
    sepal_solids_destroy(others);
    sepal_solids_destroy(hulls);
}
