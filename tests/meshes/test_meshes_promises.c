/* test_meshes_promises.c — what questions about meshes promise: no allocation when asked again, nothing written where a call fails, and
 * the floating-point state of the caller. */
#include "../common/allocators.h"
#include "../common/fp_states.h"
#include "surfaces.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The last question needs no memory at all, and so no finder. */
enum { BODIES = 64, RAYS = 100, ROOM = 4096, NEAREST = 3, FINDER_QUESTIONS = 8, QUESTIONS = FINDER_QUESTIONS + 1, REST = 0xa5 };
enum { MANIFOLDS = 8 * BODIES };

/* All arrays that questions write. */
typedef struct answers {
    sepal_pair pairs[ROOM];
    uint32_t triangles[ROOM], shape[RAYS], nearest[NEAREST * BODIES];
    float time[RAYS], normal[3][RAYS], distance[NEAREST * BODIES];
    uint64_t bits[SEPAL_BIT_WORDS(BODIES)];
    sepal_mesh_manifold manifolds[MANIFOLDS];
    uint8_t points[ROOM];
    float depth[4 * ROOM];
    size_t found;
} answers;

typedef struct asked {
    sepal_mesh *mesh;
    sepal_solids *bodies;
    float rows[6 * RAYS];
    sepal_pair near[ROOM];
    size_t near_count;
} asked;

static asked make_asked(void) {
    asked out;
    surface s = surface_create(SURFACE_BUMPY, 12, 4);
    rng r = {9};
    out.mesh = surface_mesh(&s);
    out.bodies = surface_bodies(&s, BODIES, 5);
    for (size_t k = 0; k < RAYS; k++) {
        float *row = out.rows + 6 * k;
        row[0] = (float)rng_between(&r, 0, 48) / 4, row[1] = (float)rng_between(&r, 0, 48) / 4, row[2] = 3;
        row[3] = (float)rng_real(&r, -2, 2), row[4] = (float)rng_real(&r, -2, 2), row[5] = k % 8 == 0 ? 1 : -5;
    }
    surface_release(&s);
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_mesh_find_near(finder, out.bodies, 0, BODIES, out.mesh, NULL, 0.1F, ROOM, out.near, &out.near_count),
                 SEPAL_OK);
    cr_assert_gt(out.near_count, 0);
    sepal_finder_destroy(finder);
    return out;
}

static void release_asked(asked *a) {
    sepal_mesh_destroy(a->mesh);
    sepal_solids_destroy(a->bodies);
}

static sepal_status ask_filtered(int question, const asked *a, sepal_finder *finder, const sepal_filter *filter, answers *out) {
    const sepal_rule rule = {.margin = 0.01F};
    const float low[3] = {2, 2, -1}, high[3] = {5, 6, 1};
    const float *r = a->rows;
    const sepal_solid_rays rays = {r, r + 1, r + 2, r + 3, r + 4, r + 5, 6};
    const sepal_solid_ray_hits hits = {out->shape, out->time, out->normal[0], out->normal[1], out->normal[2], 0};
    const sepal_solid_moves moves = {r + 3, r + 4, r + 5, 6};
    const sepal_contact_rule contact_rule = {.margin = 0.1F};
    const sepal_solid_contacts contacts = {.count = out->points, .depth = out->depth};
    switch (question) {
    case 0:
        return sepal_mesh_find(finder, a->bodies, 0, BODIES, a->mesh, filter, &rule, ROOM, out->pairs, &out->found);
    case 1:
        return sepal_mesh_find_near(finder, a->bodies, 0, BODIES, a->mesh, filter, 0.1F, ROOM, out->pairs, &out->found);
    case 2:
        return sepal_mesh_find_in(finder, low, high, a->mesh, filter, NULL, ROOM, out->triangles, &out->found);
    case 3:
        return sepal_mesh_meets(finder, a->bodies, 0, BODIES, a->mesh, filter, NULL, out->bits);
    case 4:
        return sepal_mesh_find_nearest(finder, a->bodies, 0, BODIES, a->mesh, NEAREST, filter, FLT_MAX, out->nearest,
                                       out->distance);
    case 5:
        return sepal_mesh_cast_rays(finder, a->mesh, &rays, RAYS, SEPAL_MESH_FRONT, filter, NULL, &hits);
    case 6:
        return sepal_mesh_sweep(finder, a->bodies, &moves, 0, BODIES, a->mesh, filter, NULL, &hits);
    case 7:
        return sepal_mesh_manifolds(finder, a->bodies, 0, BODIES, a->mesh, filter, &contact_rule, 0.98F, MANIFOLDS, out->manifolds,
                                    &out->found);
    default:
        return sepal_mesh_contacts_pairs(a->bodies, a->mesh, a->near, a->near_count, &contact_rule, &contacts);
    }
}

static sepal_status ask(int question, const asked *a, sepal_finder *finder, answers *out) {
    return ask_filtered(question, a, finder, NULL, out);
}

static answers *make_answers(void) {
    answers *out = malloc(sizeof *out);
    cr_assert_not_null(out);
    memset(out, REST, sizeof *out);
    return out;
}

Test(meshes_promises, asked_again_they_allocate_nothing) {
    asked a = make_asked();
    for (int question = 0; question < QUESTIONS; question++) {
        watch w = watch_create();
        const sepal_allocator from = watch_allocator(&w);
        sepal_finder *finder = NULL;
        answers *first = make_answers(), *second = make_answers();
        cr_assert_eq(sepal_finder_create(&from, &finder), SEPAL_OK);
        cr_assert_eq(ask(question, &a, finder, first), SEPAL_OK);
        const size_t requests = w.requests;
        cr_assert_eq(ask(question, &a, finder, second), SEPAL_OK);
        cr_assert_eq(w.requests, requests, "question %d", question);
        cr_assert_eq(memcmp(first, second, sizeof *first), 0, "question %d", question);
        memset(first, REST, sizeof *first);
        cr_assert_neq(memcmp(first, second, sizeof *first), 0, "question %d writes nothing", question);
        sepal_finder_destroy(finder);
        cr_assert_eq(w.live, 0);
        free(first);
        free(second);
    }
    release_asked(&a);
}

Test(meshes_promises, without_memory_nothing_is_written) {
    asked a = make_asked();
    answers *rest = make_answers(), *out = make_answers();
    for (int question = 0; question < FINDER_QUESTIONS; question++)
        for (size_t fail = 0;; fail++) {
            watch w = watch_create();
            const sepal_allocator from = watch_allocator(&w);
            sepal_finder *finder = NULL;
            cr_assert_eq(sepal_finder_create(&from, &finder), SEPAL_OK);
            w.fail_at = w.requests + fail;
            memset(out, REST, sizeof *out);
            const sepal_status status = ask(question, &a, finder, out);
            if (status != SEPAL_OK) {
                cr_assert_eq(status, SEPAL_NO_MEMORY);
                cr_assert_eq(memcmp(out, rest, sizeof *out), 0, "question %d", question);
                cr_assert_eq(ask(question, &a, finder, out), SEPAL_OK, "question %d, asked again", question);
            }
            sepal_finder_destroy(finder);
            cr_assert_eq(w.live, 0);
            if (status == SEPAL_OK) {
                cr_assert_gt(fail, 1);
                break;
            }
        }
    free(rest);
    free(out);
    release_asked(&a);
}

Test(meshes_promises, floating_point_state) {
    asked a = make_asked();
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    surface s = surface_create(SURFACE_TILTED, 9, 1);
    const sepal_triangles triangles = surface_triangles(&s);
    for (int question = 0; question <= QUESTIONS; question++) {
        answers *usual_answers = make_answers(), *out = make_answers();
        if (question < QUESTIONS)
            cr_assert_eq(ask(question, &a, finder, usual_answers), SEPAL_OK);
        for (size_t state = 0; state < fp_state_count(); state++) {
            fenv_t usual;
            memset(out, REST, sizeof *out);
            const fp_snapshot before = fp_state_enter(state, &usual);
            const sepal_status status = question < QUESTIONS ? ask(question, &a, finder, out)
                                                             : sepal_mesh_fill(a.mesh, &triangles, s.count, SEPAL_RIM_ENDS, NULL);
            const fp_snapshot after = fp_snapshot_take();
            fesetenv(&usual);
            check_fp_snapshots(&before, &after, state, "a question about a mesh");
            cr_assert_eq(status, SEPAL_OK);
            cr_assert_eq(memcmp(out, usual_answers, sizeof *out), 0, "question %d, %s", question, fp_state_name(state));
        }
        free(usual_answers);
        free(out);
    }
    surface_release(&s);
    sepal_finder_destroy(finder);
    release_asked(&a);
}

Test(meshes_promises, bad_arguments_change_nothing) {
    asked a = make_asked();
    sepal_finder *finder = NULL;
    sepal_mesh *mesh = a.mesh;
    const sepal_solids *set = a.bodies;
    answers *rest = make_answers(), *o = make_answers();
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    const sepal_rule bad_rules[] = {{.margin = -1}, {.margin = NAN}, {.touching = (sepal_touching)7}};
    const float low[3] = {0, 0, 0}, high[3] = {1, 1, 1}, none[3] = {0, NAN, 0}, below[3] = {0, 0, -1};
    const float *r = a.rows;
    const sepal_solid_rays rays = {r, r + 1, r + 2, r + 3, r + 4, r + 5, 6}, no_rays = {r, r + 1, r + 2, r + 3, r + 4, NULL, 6};
    const sepal_solid_ray_hits hits = {o->shape, o->time, o->normal[0], o->normal[1], o->normal[2], 0};
    for (int k = 0; k < 3; k++) {
        const sepal_rule *rule = &bad_rules[k];
        cr_assert_eq(sepal_mesh_find(finder, set, 0, 1, mesh, NULL, rule, ROOM, o->pairs, &o->found), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_find_in(finder, low, high, mesh, NULL, rule, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_meets(finder, set, 0, 1, mesh, NULL, rule, o->bits), SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, &rays, RAYS, SEPAL_MESH_BOTH, NULL, rule, &hits), SEPAL_BAD_ARGUMENT);
    }
    const struct {
        sepal_finder *finder;
        const sepal_solids *set;
        size_t first, count;
        const sepal_mesh *mesh;
    } bad[] = {{NULL, set, 0, 1, mesh},        {finder, NULL, 0, 1, mesh},
               {finder, set, 0, 1, NULL},      {finder, set, BODIES + 1, 0, mesh},
               {finder, set, 1, BODIES, mesh}, {finder, set, SIZE_MAX, 2, mesh}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        cr_assert_eq(sepal_mesh_find(bad[k].finder, bad[k].set, bad[k].first, bad[k].count, bad[k].mesh, NULL, NULL, ROOM, o->pairs,
                                     &o->found),
                     SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_find_near(bad[k].finder, bad[k].set, bad[k].first, bad[k].count, bad[k].mesh, NULL, 0, ROOM,
                                          o->pairs, &o->found),
                     SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_meets(bad[k].finder, bad[k].set, bad[k].first, bad[k].count, bad[k].mesh, NULL, NULL, o->bits),
                     SEPAL_BAD_ARGUMENT);
        cr_assert_eq(sepal_mesh_find_nearest(bad[k].finder, bad[k].set, bad[k].first, bad[k].count, bad[k].mesh, 1, NULL, 1,
                                             o->nearest, o->distance),
                     SEPAL_BAD_ARGUMENT);
    }
    cr_assert_eq(sepal_mesh_find(finder, set, 0, 1, mesh, NULL, NULL, ROOM, NULL, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find(finder, set, 0, 1, mesh, NULL, NULL, ROOM, o->pairs, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_near(finder, set, 0, 1, mesh, NULL, -1, ROOM, o->pairs, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_near(finder, set, 0, 1, mesh, NULL, INFINITY, ROOM, o->pairs, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_meets(finder, set, 0, 1, mesh, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_in(finder, NULL, high, mesh, NULL, NULL, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_in(finder, low, NULL, mesh, NULL, NULL, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_in(finder, low, none, mesh, NULL, NULL, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_in(finder, low, below, mesh, NULL, NULL, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_in(finder, low, high, NULL, NULL, NULL, ROOM, o->triangles, &o->found), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, 1, mesh, 1, NULL, -1, o->nearest, o->distance), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, 1, mesh, 1, NULL, INFINITY, o->nearest, o->distance), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, 1, mesh, 1, NULL, 1, NULL, o->distance), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, 1, mesh, 1, NULL, 1, o->nearest, NULL), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_find_nearest(finder, set, 0, 2, mesh, SIZE_MAX / 4, NULL, 1, o->nearest, o->distance),
                 SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(NULL, mesh, &rays, RAYS, SEPAL_MESH_BOTH, NULL, NULL, &hits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(finder, NULL, &rays, RAYS, SEPAL_MESH_BOTH, NULL, NULL, &hits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, NULL, RAYS, SEPAL_MESH_BOTH, NULL, NULL, &hits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, &no_rays, RAYS, SEPAL_MESH_BOTH, NULL, NULL, &hits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, &rays, RAYS, (sepal_mesh_sides)3, NULL, NULL, &hits), SEPAL_BAD_ARGUMENT);
    cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, &rays, RAYS, SEPAL_MESH_BOTH, NULL, NULL, NULL), SEPAL_BAD_ARGUMENT);
    a.rows[6 * (RAYS - 1) + 5] = INFINITY;
    cr_assert_eq(sepal_mesh_cast_rays(finder, mesh, &rays, RAYS, SEPAL_MESH_BOTH, NULL, NULL, &hits), SEPAL_BAD_SHAPE);
    cr_assert_eq(memcmp(o, rest, sizeof *o), 0);
    /* No room is no error of the arguments, and tells how much is needed. */
    cr_assert_eq(sepal_mesh_find(finder, set, 0, BODIES, mesh, NULL, NULL, 1, o->pairs, &o->found), SEPAL_TOO_SMALL);
    cr_assert_gt(o->found, 1);
    o->found = rest->found;
    cr_assert_eq(memcmp(o, rest, sizeof *o), 0);
    sepal_finder_destroy(finder);
    free(rest);
    free(o);
    release_asked(&a);
}

/* The tree of a set that a finder has answers after a question about a mesh as before it, and goes on following its set. */
Test(meshes_promises, the_tree_of_a_set_stays) {
    asked a = make_asked();
    const sepal_rule near = {.margin = 0.05F};
    sepal_finder *finder = NULL;
    answers *o = make_answers();
    static sepal_pair before[ROOM], after[ROOM];
    static uint32_t every[BODIES];
    size_t before_count = 0, after_count = 0;
    for (uint32_t k = 0; k < BODIES; k++)
        every[k] = k;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_keep(finder, a.bodies, near.margin), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_kept(finder, NULL, &near, ROOM, before, &before_count), SEPAL_OK);
    cr_assert_gt(before_count, 0);
    for (int question = 0; question < QUESTIONS; question++) {
        cr_assert_eq(ask(question, &a, finder, o), SEPAL_OK);
        cr_assert_eq(sepal_solids_find_kept(finder, NULL, &near, ROOM, after, &after_count), SEPAL_OK, "question %d", question);
        cr_assert(after_count == before_count && memcmp(before, after, before_count * sizeof *before) == 0, "question %d",
                  question);
        cr_assert_eq(sepal_solids_find_list(finder, a.bodies, every, BODIES, NULL, &near, ROOM, after, &after_count), SEPAL_OK);
        cr_assert(after_count == before_count && memcmp(before, after, before_count * sizeof *before) == 0,
                  "all of a list, after question %d", question);
    }
    cr_assert_eq(ask(7, &a, finder, o), SEPAL_OK);
    cr_assert_eq(sepal_solids_remove(a.bodies, before[0].a), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_update(finder, &before[0].a, 1), SEPAL_OK);
    cr_assert_eq(sepal_solids_find_kept(finder, NULL, &near, ROOM, after, &after_count), SEPAL_OK);
    cr_assert_lt(after_count, before_count);
    sepal_finder_destroy(finder);
    free(o);
    release_asked(&a);
}

/* Triangle 2 k + 1 becomes number k; no other one was wanted. */
static void halve_numbers(uint32_t *numbers, size_t step, size_t count) {
    for (size_t k = 0; k < count; k++) {
        uint32_t *at = numbers + step * k;
        cr_assert(*at == SEPAL_NO_SHAPE || *at % 2 == 1, "triangle %u was not wanted", (unsigned)*at);
        *at = *at == SEPAL_NO_SHAPE ? *at : *at / 2;
    }
}

/* Triangles that a filter does not want are as if they were not there: the answers are those of a mesh of the others. But a surface goes on
 * over them, so of manifolds only the triangles count. */
Test(meshes_promises, filters_leave_triangles_out) {
    asked a = make_asked();
    surface s = surface_create(SURFACE_BUMPY, 12, 4);
    uint32_t *member = malloc(s.count * sizeof *member), mask[RAYS];
    cr_assert_not_null(member);
    for (size_t k = 0; k < s.count; k++)
        member[k] = 1 + k % 2;
    for (size_t k = 0; k < RAYS; k++)
        mask[k] = 2;
    const sepal_filter filter = {.member = {NULL, member}, .mask = {mask, NULL}};
    s.count /= 2;
    for (size_t k = 0; k < s.count; k++)
        memcpy(s.corner + 3 * k, s.corner + 3 * (2 * k + 1), 3 * sizeof *s.corner);
    asked half = a;
    half.mesh = surface_mesh(&s);
    sepal_finder *finder = NULL;
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    for (int question = 0; question < FINDER_QUESTIONS; question++) {
        answers *found = make_answers(), *expected = make_answers(), *rest = make_answers();
        cr_assert_eq(ask_filtered(question, &a, finder, &filter, found), SEPAL_OK);
        cr_assert_eq(ask(question, &half, finder, expected), SEPAL_OK);
        if (question < 2)
            halve_numbers(&found->pairs[0].b, 2, found->found);
        if (question == 2)
            halve_numbers(found->triangles, 1, found->found);
        if (question == 4)
            halve_numbers(found->nearest, 1, (size_t)NEAREST * BODIES);
        if (question == 5 || question == 6)
            halve_numbers(found->shape, 1, question == 5 ? RAYS : BODIES);
        if (question == 7)
            for (size_t k = 0; k < found->found; k++)
                cr_assert(found->manifolds[k].triangle % 2 == 1 && found->manifolds[k].point[0].triangle % 2 == 1);
        else
            cr_assert_eq(memcmp(found, expected, sizeof *found), 0, "question %d", question);
        cr_assert_neq(memcmp(found, rest, sizeof *found), 0, "question %d writes nothing", question);
        free(found);
        free(expected);
        free(rest);
    }
    sepal_mesh_destroy(half.mesh);
    sepal_finder_destroy(finder);
    surface_release(&s);
    free(member);
    release_asked(&a);
}

/* A mesh without triangles, and a range without solids, are questions with empty answers. */
Test(meshes_promises, nothing_to_ask_about) {
    asked a = make_asked();
    sepal_mesh *empty = NULL;
    sepal_finder *finder = NULL;
    answers *o = make_answers();
    cr_assert_eq(sepal_mesh_create(NULL, &empty), SEPAL_OK);
    cr_assert_eq(sepal_finder_create(NULL, &finder), SEPAL_OK);
    sepal_mesh *full = a.mesh;
    a.mesh = empty;
    a.near_count = 0;
    for (int question = 0; question < QUESTIONS; question++) {
        o->found = 5;
        cr_assert_eq(ask(question, &a, finder, o), SEPAL_OK, "question %d", question);
        cr_assert((question > 2 && question != 7) || o->found == 0);
    }
    cr_assert(o->bits[0] == 0 && o->nearest[0] == SEPAL_NO_SHAPE && o->distance[1] == FLT_MAX && o->shape[2] == SEPAL_NO_SHAPE &&
              o->time[3] == 1 && o->normal[0][4] == 0);
    cr_assert_eq(sepal_mesh_find(finder, a.bodies, BODIES, 0, full, NULL, NULL, 0, NULL, &o->found), SEPAL_OK);
    cr_assert_eq(o->found, 0);
    cr_assert_eq(sepal_mesh_meets(finder, a.bodies, 3, 0, full, NULL, NULL, NULL), SEPAL_OK);
    cr_assert_eq(sepal_mesh_find_nearest(finder, a.bodies, 3, 0, full, 1, NULL, 1, NULL, NULL), SEPAL_OK);
    cr_assert_eq(
        sepal_mesh_cast_rays(finder, full, &(sepal_solid_rays){0}, 0, SEPAL_MESH_FRONT, NULL, NULL, &(sepal_solid_ray_hits){0}),
        SEPAL_OK);
    a.mesh = full;
    sepal_mesh_destroy(empty);
    sepal_finder_destroy(finder);
    free(o);
    release_asked(&a);
}
