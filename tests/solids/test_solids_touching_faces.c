/* Hulls, boxes, tetrahedra, triangles, segments and points on a lattice that touch: the push goes out by the face of the difference K = {b - a}
 * that a line leaves K by. That line leads through c(e) = e v[0] + e^2 v[1] + ..., for an infinitely small e > 0 and the members v[k], away
 * from c, sixteen times a point of K. Here the face is found by another way than the library's: of all faces through the origin, whose normals
 * are products of two lines between vertices, the one that the line comes to first, in integers of any size. */
#include "../oracle/vec.h"

#include <criterion/criterion.h>
#include <sepal/solids.h>
#include <string.h>

/* One of so many couples is judged. */
enum { COUPLES = 400, JUDGED = 4, MOST = 12 };

static int below(uint32_t *state, int n) {
    *state = *state * 1664525 + 1013904223;
    return (int)((*state >> 8) % (uint32_t)n);
}
static int around(uint32_t *state, int n) {
    return below(state, 2 * n + 1) - n;
}

/* --- Shapes ------------------------------------------------------------------------------------------------------------------------- */

enum { POINT, SEGMENT, TRIANGLE, TETRAHEDRON, HULL, PRISM, CRATE, BOX, SHAPES };

/* The points of a shape around the origin; of a box the vectors c, u, v and w. Returns how many. */
static size_t some_points(uint32_t *state, int shape, float at[MOST][3]) {
    static const float ring[6][2] = {{2, 0}, {1, 2}, {-1, 2}, {-2, 0}, {-1, -2}, {1, -2}};
    static const size_t counts[SHAPES] = {1, 2, 3, 4, 9, 12, 8, 4};
    const int axis = below(state, 3), half[3] = {1 + below(state, 2), 1 + below(state, 2), 1 + below(state, 2)};
    memset(at, 0, sizeof(float[MOST][3]));
    for (size_t i = 0; i < counts[shape]; i++) {
        const float height = i < 6 ? 0 : 2;
        for (int k = 0; k < 3; k++) {
            if (shape < PRISM)
                at[i][k] = (float)around(state, 2);
            else if (shape == PRISM)
                at[i][(axis + k) % 3] = k == 2 ? height : ring[i % 6][k];
            else if (shape == CRATE)
                at[i][k] = (float)((i >> k & 1) != 0 ? half[k] : -half[k]);
            else
                at[i][k] = (int)i == k + 1 ? (float)half[k] : i > 0 && below(state, 6) == 0 ? (float)around(state, 1) : 0;
        }
    }
    return counts[shape];
}

/* How far a shape reaches along a direction, and where: the first of its vertices. */
static void farthest(float at[MOST][3], size_t count, bool box, const int along[3], float out[3]) {
    float most = -INFINITY;
    for (int i = 0; i < (box ? 8 : (int)count); i++) {
        float v[3], reach = 0;
        for (int k = 0; k < 3; k++) {
            v[k] = at[box ? 0 : i][k];
            for (int e = 0; e < 3 && box; e++)
                v[k] += (i >> e & 1) != 0 ? at[e + 1][k] : -at[e + 1][k];
            reach += (float)along[k] * v[k];
        }
        if (reach > most)
            memcpy(out, v, sizeof v), most = reach;
    }
}

static void add_shape(sepal_solids *set, float at[MOST][3], size_t count, bool box, const float to[3]) {
    float x[MOST], y[MOST], z[MOST];
    const float none = 0;
    for (size_t i = 0; i < count; i++) {
        const bool moves = !box || i == 0;
        x[i] = at[i][0] + (moves ? to[0] : 0), y[i] = at[i][1] + (moves ? to[1] : 0), z[i] = at[i][2] + (moves ? to[2] : 0);
    }
    const sepal_solid_parallelepipeds one = {
        {&x[0], &y[0], &z[0]}, {&x[1], &y[1], &z[1]}, {&x[2], &y[2], &z[2]}, {&x[3], &y[3], &z[3]}, &none, 1};
    if (box)
        cr_assert_eq(sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL), SEPAL_OK);
    else
        cr_assert_eq(sepal_solids_add_hull(set, x, y, z, count, 0, NULL), SEPAL_OK);
}

/* Solids 2 k and 2 k + 1 touch: some plane parts them, and both have a vertex at one place of it. */
static void add_couples(sepal_solids *set, uint32_t seed, float unit) {
    uint32_t state = seed;
    for (int k = 0; k < COUPLES; k++) {
        const int shape[2] = {below(&state, SHAPES), below(&state, SHAPES)};
        int along[3], back[3];
        float at[2][MOST][3], of_a[3] = {0}, of_b[3] = {0}, place[2][3];
        size_t count[2];
        for (int c = 0; c < 3; c++) {
            along[c] = around(&state, 2), back[c] = -along[c];
            place[0][c] = (float)around(&state, 9) * unit;
        }
        for (int side = 0; side < 2; side++)
            count[side] = some_points(&state, shape[side], at[side]);
        if (along[0] == 0 && along[1] == 0 && along[2] == 0)
            along[2] = 1, back[2] = -1;
        farthest(at[0], count[0], shape[0] == BOX, along, of_a);
        farthest(at[1], count[1], shape[1] == BOX, back, of_b);
        for (int c = 0; c < 3; c++)
            place[1][c] = place[0][c] + (of_a[c] - of_b[c]) * unit;
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < count[side]; i++)
                for (int c = 0; c < 3; c++)
                    at[side][i][c] *= unit;
            add_shape(set, at[side], count[side], shape[side] == BOX, place[side]);
        }
    }
}

/* --- The judge ---------------------------------------------------------------------------------------------------------------------- */

/* The vertices of a core of the set, in units. */
static size_t vertices_of(const sepal_solids *set, uint32_t index, vec out[MOST]) {
    const float *at[3];
    size_t count;
    sepal_parallelepiped box;
    mpz_t part;
    if (sepal_solids_vertices(set, index, &at[0], &at[1], &at[2], &count) == SEPAL_OK) {
        cr_assert_leq(count, MOST);
        for (size_t i = 0; i < count; i++)
            for (int k = 0; k < 3; k++)
                to_units(out[i].c[k], at[k][i]);
        return count;
    }
    cr_assert_eq(sepal_solids_box(set, index, &box), SEPAL_OK);
    const float *const edge[3] = {box.u, box.v, box.w};
    mpz_init(part);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            to_units(out[i].c[k], box.c[k]);
            for (int e = 0; e < 3; e++) {
                to_units(part, (i >> e & 1) != 0 ? edge[e][k] : -edge[e][k]);
                mpz_add(out[i].c[k], out[i].c[k], part);
            }
        }
    mpz_clear(part);
    return 8;
}

typedef struct judge {
    vec a[MOST], b[MOST], from, n, best, c, member;
    mpz_t of_n, of_best, one, two;
    size_t size_a, size_b;
    bool found;
} judge;

static void set_member(judge *j, size_t a, size_t b) {
    minus(&j->member, &j->b[b], &j->a[a]);
}

/* Does the line come to the plane with the normal n before that of the best one? To it at n . c(e) / n . c times the way. */
static bool is_sooner(judge *j) {
    for (size_t k = 0; k < j->size_a + j->size_b; k++) {
        set_member(j, k < j->size_b ? 0 : k - j->size_b, k < j->size_b ? k : 0);
        dot(j->one, &j->n, &j->member);
        dot(j->two, &j->best, &j->member);
        mpz_mul(j->one, j->one, j->of_best);
        mpz_mul(j->two, j->two, j->of_n);
        const int order = mpz_cmp(j->one, j->two);
        if (order != 0)
            return order < 0;
    }
    return false;
}

/* Takes n, if it is the normal of a face through the origin that the line leads out of, and the first one so far. */
static void try_normal(judge *j) {
    bool touches = false;
    dot(j->of_n, &j->n, &j->c);
    if (mpz_sgn(j->of_n) >= 0)
        return;
    for (size_t a = 0; a < j->size_a; a++)
        for (size_t b = 0; b < j->size_b; b++) {
            set_member(j, a, b);
            dot(j->one, &j->n, &j->member);
            if (mpz_sgn(j->one) > 0)
                return;
            touches = touches || mpz_sgn(j->one) == 0;
        }
    if (!touches || (j->found && !is_sooner(j)))
        return;
    j->found = true;
    mpz_set(j->of_best, j->of_n);
    for (int k = 0; k < 3; k++)
        mpz_set(j->best.c[k], j->n.c[k]);
}

/* All lines between two vertices of one core: `first` to `second`, in one list. */
static bool next_line(const judge *j, size_t *first, size_t *second) {
    if (++*second == j->size_a || *second == j->size_a + j->size_b) {
        ++*first;
        *second = *first + 1;
        if (*second == j->size_a)
            ++*first, ++*second;
    }
    return *second < j->size_a + j->size_b;
}
static void set_line(const judge *j, size_t first, size_t second, vec *out) {
    if (second < j->size_a)
        minus(out, &j->a[second], &j->a[first]);
    else
        minus(out, &j->b[second - j->size_a], &j->b[first - j->size_a]);
}

/* The normal of the push that the property names. False if there is no such face: the line begins in all of them, or K has no volume. */
static bool find_face(judge *j, const sepal_solids *set, uint32_t a, uint32_t b, double normal[3]) {
    vec e, g;
    double square = 0;
    vec_init(&e), vec_init(&g);
    j->size_a = vertices_of(set, a, j->a);
    j->size_b = vertices_of(set, b, j->b);
    j->found = false;
    for (int k = 0; k < 3; k++)
        mpz_set_ui(j->c.c[k], 0);
    for (int i = 0; i < 5; i++) { /* the shares of five vertices of each */
        static const unsigned long shares[5] = {4, 2, 6, 1, 3};
        const size_t m = j->size_a, n = j->size_b;
        const size_t of_a[5] = {0, m / 3, m / 2, 2 * m / 3, m - 1}, of_b[5] = {n / 2, 0, n - 1, n / 3, 2 * n / 3};
        set_member(j, of_a[i], of_b[i]);
        for (int k = 0; k < 3; k++)
            mpz_addmul_ui(j->c.c[k], j->member.c[k], shares[i]);
    }
    for (size_t i = 0, to_i = 0; next_line(j, &i, &to_i);)
        for (size_t m = i, to_m = to_i; next_line(j, &m, &to_m);) {
            set_line(j, i, to_i, &e), set_line(j, m, to_m, &g);
            cross(&j->n, &e, &g);
            try_normal(j);
            cross(&j->n, &g, &e);
            try_normal(j);
        }
    for (int k = 0; k < 3; k++) {
        normal[k] = -mpz_get_d(j->best.c[k]);
        square += normal[k] * normal[k];
    }
    for (int k = 0; k < 3; k++)
        normal[k] /= sqrt(square);
    vec_clear(&e), vec_clear(&g);
    return j->found;
}

/* --- The answers -------------------------------------------------------------------------------------------------------------------- */

typedef struct answers {
    float x[COUPLES], y[COUPLES], z[COUPLES], depth[COUPLES];
} answers;

static void ask(const sepal_solids *set, const sepal_pair *pairs, size_t first, size_t count, answers *out) {
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const sepal_solid_mtvs to = {
        .normal_x = out->x + first, .normal_y = out->y + first, .normal_z = out->z + first, .depth = out->depth + first};
    cr_assert_eq(sepal_solids_mtv_pairs(set, set, pairs + first, count, &rule, &to), SEPAL_OK);
}

/* Every instruction set, in one list and one by one, has the bits of the reference. */
static void ask_all(const sepal_solids *set, const sepal_pair *pairs, answers *expected) {
    static answers got;
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask(set, pairs, 0, COUPLES, expected);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        for (size_t some = 1; some <= COUPLES; some += COUPLES - 1) {
            memset(&got, 0, sizeof got);
            for (size_t k = 0; k < COUPLES; k += some)
                ask(set, pairs, k, some, &got);
            for (size_t k = 0; k < COUPLES; k++)
                cr_assert(memcmp(&got.x[k], &expected->x[k], 4) == 0 && memcmp(&got.y[k], &expected->y[k], 4) == 0 &&
                              memcmp(&got.z[k], &expected->z[k], 4) == 0 && memcmp(&got.depth[k], &expected->depth[k], 4) == 0,
                          "%s, lists of %zu, couple %zu: (%a, %a, %a) for (%a, %a, %a)", sepal_isa(), some, k, (double)got.x[k],
                          (double)got.y[k], (double)got.z[k], (double)expected->x[k], (double)expected->y[k],
                          (double)expected->z[k]);
        }
    }
}

static void check(uint32_t seed, float unit) {
    static answers answered;
    static judge j;
    sepal_solids *set = NULL;
    sepal_pair pairs[COUPLES];
    size_t judged = 0;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    add_couples(set, seed, unit);
    for (uint32_t k = 0; k < COUPLES; k++)
        pairs[k] = (sepal_pair){2 * k + k % 2, 2 * k + 1 - k % 2};
    ask_all(set, pairs, &answered);
    for (int i = 0; i < MOST; i++)
        vec_init(&j.a[i]), vec_init(&j.b[i]);
    vec_init(&j.n), vec_init(&j.best), vec_init(&j.c), vec_init(&j.member);
    mpz_inits(j.of_n, j.of_best, j.one, j.two, NULL);
    for (uint32_t k = 0; k < COUPLES; k++) {
        double normal[3];
        sepal_parallelepiped box;
        cr_assert(answered.depth[k] == 0, "couple %u does not touch", k);
        if (sepal_solids_box(set, pairs[k].a, &box) == SEPAL_OK && sepal_solids_box(set, pairs[k].b, &box) == SEPAL_OK)
            continue; /* these have axes, and an order of them */
        if (k % JUDGED != 0 || !find_face(&j, set, pairs[k].a, pairs[k].b, normal))
            continue;
        judged++;
        const double off[3] = {(double)answered.x[k] - normal[0], (double)answered.y[k] - normal[1],
                               (double)answered.z[k] - normal[2]};
        for (int c = 0; c < 3; c++)
            cr_assert(fabs(off[c]) <= 0x1p-23, "couple %u of %u: (%g, %g, %g) for (%g, %g, %g)", k, seed, (double)answered.x[k],
                      (double)answered.y[k], (double)answered.z[k], normal[0], normal[1], normal[2]);
    }
    cr_assert_geq(judged, COUPLES / JUDGED / 2);
    for (int i = 0; i < MOST; i++)
        vec_clear(&j.a[i]), vec_clear(&j.b[i]);
    vec_clear(&j.n), vec_clear(&j.best), vec_clear(&j.c), vec_clear(&j.member);
    mpz_clears(j.of_n, j.of_best, j.one, j.two, NULL);
    sepal_solids_destroy(set);
}

Test(solids_touching_faces, the_line_leaves_by_the_face_that_answers) {
    static const float units[] = {1, 0x1p-60F, 0x1p-3F * 1.25F, 0x1p20F};
    for (uint32_t k = 0; k < 4; k++)
        check(k + 1, units[k]);
}

/* Coordinates of up to 2^48 units: c has more digits than double where a box with four terms is in it, and a line with one digit less passes an
 * edge of K on the other side. */
Test(solids_touching_faces, the_line_of_a_box_with_many_digits) {
    static const float box[4][3] = {{-15, -8, 0}, {15, -8, 0}, {0, 8, 4}, {0x1p-44F, 8, -4}};
    static const float hull[4][3] = {{15, 0, 0}, {0x1p-44F, 0, 0}, {15, 0, 0}, {15, 0, 4}}, none[3] = {0};
    const sepal_pair pair = {0, 1};
    static answers expected, got;
    float at[MOST][3];
    sepal_solids *set = NULL;
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    memcpy(at, box, sizeof box);
    add_shape(set, at, 4, true, none);
    memcpy(at, hull, sizeof hull);
    add_shape(set, at, 4, false, none);
    cr_assert_eq(sepal_isa_use("scalar"), SEPAL_OK);
    ask(set, &pair, 0, 1, &expected);
    cr_assert_eq(expected.depth[0], 0);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        cr_assert_eq(sepal_isa_use(sepal_isa_at(isa)), SEPAL_OK);
        ask(set, &pair, 0, 1, &got);
        cr_assert(memcmp(&got, &expected, sizeof got) == 0, "%s: (%a, %a, %a) for (%a, %a, %a)", sepal_isa(), (double)got.x[0],
                  (double)got.y[0], (double)got.z[0], (double)expected.x[0], (double)expected.y[0], (double)expected.z[0]);
    }
    sepal_solids_destroy(set);
}
