/* Contacts of bodies that lie on the ground have normals that the ground has. The judge of this knows nothing of the rule by which the
 * library decides it: v is a normal of the surface at x, if the ball around x + t v with the radius t has no point of the surface
 * inside, and its middle is above the ground; within an angle of 2 degrees, and for x or some place of the surface beside it. */
#include "../common/must.h"
#include "grounds.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

typedef struct vec {
    double x, y, z;
} vec;

static vec add_scaled(vec v, vec w, double s) {
    return (vec){v.x + s * w.x, v.y + s * w.y, v.z + s * w.z};
}
static vec way(vec from, vec to) {
    return add_scaled(to, from, -1);
}
static double dot(vec v, vec w) {
    return v.x * w.x + v.y * w.y + v.z * w.z;
}
static vec cross(vec v, vec w) {
    return (vec){v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
}
static vec unit(vec v) {
    return add_scaled((vec){0, 0, 0}, v, 1 / sqrt(dot(v, v)));
}

/* --- The judge -------------------------------------------------------------------------------------------------------------------- */

static double distance_to_segment(vec p, vec a, vec b) {
    const vec e = way(a, b), d = way(a, p);
    const double t = dot(d, e) / dot(e, e), share = t < 0 ? 0 : t > 1 ? 1 : t;
    const vec off = add_scaled(d, e, -share);
    return sqrt(dot(off, off));
}

static double distance_to_triangle(vec p, const vec at[3]) {
    const vec n = unit(cross(way(at[0], at[1]), way(at[0], at[2])));
    bool over = true;
    double least = INFINITY;
    for (int k = 0; k < 3; k++) {
        const vec a = at[k], b = at[(k + 1) % 3];
        over = over && dot(cross(n, way(a, b)), way(a, p)) >= 0;
        least = fmin(least, distance_to_segment(p, a, b));
    }
    return over ? fabs(dot(n, way(at[0], p))) : least;
}

/* The distance of a place from the ground, if it is below `limit`. */
static double distance_to_ground(const ground *g, vec p, double limit) {
    double least = limit;
    for (size_t t = 0; t < g->triangles; t++) {
        vec at[3];
        for (size_t k = 0; k < 3; k++) {
            const float *v = g->xyz + 3 * (size_t)g->corner[3 * t + k];
            at[k] = (vec){(double)v[0], (double)v[1], (double)v[2]};
        }
        if (fmin(at[0].x, fmin(at[1].x, at[2].x)) > p.x + limit || fmax(at[0].x, fmax(at[1].x, at[2].x)) < p.x - limit ||
            fmin(at[0].y, fmin(at[1].y, at[2].y)) > p.y + limit || fmax(at[0].y, fmax(at[1].y, at[2].y)) < p.y - limit)
            continue;
        least = fmin(least, distance_to_triangle(p, at));
    }
    return least;
}

#define BALL   0.02
#define COSINE 0.99939 /* of 2 degrees */

static bool is_normal_at(const ground *g, vec x, vec v) {
    return distance_to_ground(g, add_scaled(x, v, BALL), 0.1) >= BALL * COSINE;
}

static bool is_ghost(const ground *g, vec x, vec v) {
    const vec ball = add_scaled(x, v, BALL);
    if (ball.z < ground_height(g, ball.x, ball.y))
        return true;
    if (is_normal_at(g, x, v))
        return false;
    const vec p = unit(fabs(v.x) < 0.6 ? cross(v, (vec){1, 0, 0}) : cross(v, (vec){0, 1, 0})), q = cross(v, p);
    for (int ring = 1; ring <= 2; ring++)
        for (int k = 0; k < 16; k++) { /* places of the surface beside it, at which both normals of a valley are */
            const double angle = 0.39269908169872414 * k, r = 0.05 * ring;
            const vec at = add_scaled(add_scaled(x, p, r * cos(angle)), q, r * sin(angle));
            if (distance_to_ground(g, at, 0.1) <= 2e-5 && is_normal_at(g, at, v))
                return false;
        }
    return true;
}

/* --- What is judged ----------------------------------------------------------------------------------------------------------------- */

typedef struct verdict {
    size_t contacts, ghosts, touching,
        left; /* contacts; bodies that a triangle has contacts with, and those of them that the surface has none with */
    double deepest;
} verdict;

/* Bodies of one kind on the ground. */
static verdict judge_ground(const ground *g, body_kind kind, size_t bodies, double sunk) {
    sepal_mesh *mesh = ground_mesh(g, SEPAL_RIM_ENDS);
    sepal_solids *hulls = ground_hulls(g), *set = NULL;
    body *b = must_have(malloc(bodies * sizeof *b));
    rng random = {(uint64_t)kind + 1};
    verdict out = {0, 0, 0, 0, 0};
    size_t pairs;
    for (size_t i = 0; i < bodies; i++) {
        const double x = rng_real(&random, -7, 7), y = rng_real(&random, -7, 7);
        const double c = rng_real(&random, -1, 1);
        b[i] = i % 2 == 0 ? body_turned(kind, x, y, 0, &random) : body_upright(kind, x, y, 0, c, sqrt(1 - c * c));
    }
    bodies_lower(g, b, bodies, sunk);
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    bodies_put(set, b, bodies);
    sepal_pair *near = bodies_near(g, b, bodies, 0.02, &pairs);
    contact_row *rows = ask_contacts(set, mesh, near, pairs, 0.02F);
    uint8_t *alone = must_have(malloc(pairs)), *touches = must_have(calloc(bodies, 1)), *has = must_have(calloc(bodies, 1));
    const sepal_contact_rule rule = {.margin = 0.02F};
    cr_assert_eq(sepal_solids_contacts_pairs(set, hulls, near, pairs, &rule, &(sepal_solid_contacts){.count = alone}), SEPAL_OK);
    for (size_t k = 0; k < pairs; k++) {
        touches[near[k].a] |= alone[k] > 0;
        if (rows[k].count == 0)
            continue;
        const int d = deepest_point(&rows[k]);
        const float *x = rows[k].point[d].on_b, *n = rows[k].normal;
        has[near[k].a] = 1;
        out.contacts++;
        out.deepest = fmax(out.deepest, (double)rows[k].point[d].depth);
        out.ghosts +=
            is_ghost(g, (vec){(double)x[0], (double)x[1], (double)x[2]}, (vec){-(double)n[0], -(double)n[1], -(double)n[2]});
    }
    for (size_t i = 0; i < bodies; i++) {
        out.touching += touches[i];
        out.left += touches[i] && !has[i];
    }
    free(b);
    free(near);
    free(rows);
    free(alone);
    free(touches);
    free(has);
    sepal_solids_destroy(set);
    sepal_solids_destroy(hulls);
    sepal_mesh_destroy(mesh);
    return out;
}

static void check_ground(ground_kind kind, const char *name) {
    ground g = ground_of_grid(20, kind);
    for (int kind_of = 0; kind_of < BODY_KINDS; kind_of++)
        for (int deep = 0; deep < 2; deep++) {
            const double sunk = deep ? 0.05 : 0.005;
            const size_t bodies = 300;
            const verdict v = judge_ground(&g, (body_kind)kind_of, bodies, sunk);
            cr_expect_eq(v.touching, bodies, "%s, %s: only %zu bodies touch the ground", name, body_names[kind_of], v.touching);
            cr_expect_eq(v.left, 0, "%s, %s, sunk by %g: %zu bodies are left without a contact", name, body_names[kind_of], sunk,
                         v.left);
            cr_expect_leq(v.ghosts * 2000, v.contacts, "%s, %s, sunk by %g: %zu of %zu contacts have normals that are not there",
                          name, body_names[kind_of], sunk, v.ghosts, v.contacts);
            /* a body that goes down beside a slope goes into it by more, as seen from the slope */
            cr_expect_leq(v.deepest, (kind == GROUND_BUMPY ? 1.25 : 1) * sunk + 1e-5, "%s, %s, sunk by %g: a contact is %g deep",
                          name, body_names[kind_of], sunk, v.deepest);
        }
    ground_release(&g);
}

Test(meshes_ghosts, flat_ground) {
    check_ground(GROUND_FLAT, "flat");
}

Test(meshes_ghosts, tilted_ground) {
    check_ground(GROUND_TILTED, "tilted");
}

Test(meshes_ghosts, bumpy_ground) {
    check_ground(GROUND_BUMPY, "bumpy");
}

/* The judge is no rubber stamp: of the contacts with the triangles as hulls, each by itself, many are ghosts. */
Test(meshes_ghosts, hulls_have_ghosts) {
    ground g = ground_of_grid(20, GROUND_FLAT);
    sepal_solids *hulls = ground_hulls(&g), *set = NULL;
    body b[100];
    rng random = {5};
    size_t pairs, contacts = 0, ghosts = 0;
    for (size_t i = 0; i < 100; i++)
        b[i] = body_upright(BODY_SPHERE, rng_real(&random, -7, 7), rng_real(&random, -7, 7), 0, 1, 0);
    bodies_lower(&g, b, 100, 0.05);
    cr_assert_eq(sepal_solids_create(NULL, &set), SEPAL_OK);
    bodies_put(set, b, 100);
    sepal_pair *near = bodies_near(&g, b, 100, 0.02, &pairs);
    contact_row *rows = must_have(calloc(pairs, sizeof *rows));
    const sepal_solid_contacts columns = contact_columns(rows);
    cr_assert_eq(sepal_solids_contacts_pairs(set, hulls, near, pairs, NULL, &columns), SEPAL_OK);
    for (size_t k = 0; k < pairs; k++) {
        if (rows[k].count == 0)
            continue;
        const float *x = rows[k].point[0].on_b, *n = rows[k].normal;
        contacts++;
        ghosts += is_ghost(&g, (vec){(double)x[0], (double)x[1], (double)x[2]}, (vec){-(double)n[0], -(double)n[1], -(double)n[2]});
    }
    cr_expect_gt(ghosts * 5, contacts, "the judge found only %zu ghosts among %zu contacts", ghosts, contacts);
    free(near);
    free(rows);
    sepal_solids_destroy(set);
    sepal_solids_destroy(hulls);
    ground_release(&g);
}
