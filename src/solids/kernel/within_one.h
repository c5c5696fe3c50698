/* within_one.h — does a hull contain another core? One pair at a time, in double, with vertices in the lanes: what the filters of groups leave
 * open.
 *
 * A polytope P of vertices of a grows toward b (grow.h). Each face is asked how far b reaches beyond it. If the balls around the vertices of b
 * are behind all faces they are in P, and so in a; if b reaches farther along some direction than a may, it is not in a; and a face that
 * b may be beyond is taken away by the vertex of a that is farthest beyond it. Signs that double does not know are those of integers
 * (docs/numerics/solids_kernels.md, "Containment"). */
#ifndef SEPAL_SOLIDS_KERNEL_WITHIN_ONE_H
#define SEPAL_SOLIDS_KERNEL_WITHIN_ONE_H

#include "../wide.h"
#include "grow.h"

/* Whole numbers that double has, half of 2^53. */
#define WITHIN_WHOLE_MOST 0x1p52
/* Bounds what rounding moves the height of a vertex by, besides what it does to the plane: a share of R. */
#define WITHIN_HEIGHT_ERROR (32 * DOUBLE_UNIT)
/* And what it does to the difference of the radii, less the margin: a share of their sum. */
#define WITHIN_RADII_ERROR 0x1p-49

/* Faces that wait to be asked, some of which may have been taken away. */
enum { WITHIN_WAITING = 512 };

typedef enum within_answer { WITHIN_OPEN, WITHIN_YES, WITHIN_NO } within_answer;

/* b is in a if all of its vertices are `inside` behind all faces of P, and not if one is farther than `outside` beyond all of a along some
 * direction. in_plane: a vertex of b may be in the plane of a face, too. */
typedef struct within_rule {
    double inside, outside;
    bool in_plane;
} within_rule;

static inline within_rule within_rule_of(const solids_query *q, sepal_pair pair) {
    const double a = (double)sepal_solid_radius(q->a, pair.a), b = (double)sepal_solid_radius(q->b, pair.b),
                 margin = (double)q->margin;
    const bool alike = a == b && margin == 0;
    const double more = (b - a) + margin, wrong = alike ? 0 : WITHIN_RADII_ERROR * ((a + b) + margin);
    return (within_rule){fmax(more + wrong, 0), wrong - more,
                         more + wrong < 0 || (alike && q->touching == SEPAL_TOUCHING_OVERLAPS)};
}

/* The vertex of a that is farthest along sign * n becomes a corner. */
static void set_corner_of_a(void *polytope, int number, const double n[3], double sign, double at[3]) {
    const grow_beginning *p = polytope;
    const double along[3] = {sign * n[0], sign * n[1], sign * n[2]};
    const uint32_t vertex = farthest_of(&p->pair->a, along);
    for (int k = 0; k < 3; k++)
        at[k] = p->body->corner[number].w[k] = p->pair->a.at[k][vertex];
}

static inline double greatest_along(const core_vertices *c, const double n[3]) {
    wd most = along_lanes(c, n, 0);
    for (uint32_t i = WD_LANES; i < solid_core_lanes(c->size); i += WD_LANES)
        most = wd_max(most, along_lanes(c, n, i));
    return wd_greatest(most);
}

/* Is no vertex of b beyond the plane of a face, exactly? False if that is not certain. base: what n . v exceeds for the vertices that may be. */
static SEPAL_NOINLINE bool none_is_beyond(const solid_core_pair *p, const grow_body *body, int face, double base) {
    const core_vertices *b = &p->b;
    const double *from = body->corner[body->of[face][0]].w, span = 2 * p->extent * p->unit, most = 6 * (span * span * span);
    double edge[2][3], step[3], n[3];
    int64_t whole[3][3];
    if (!p->exact || most >= WHOLE_MOST_WIDE)
        return false;
    for (int e = 0; e < 2; e++)
        d3_sub(body->corner[body->of[face][e + 1]].w, from, edge[e]);
    d3_cross(edge[0], edge[1], n);
    if (most <= WITHIN_WHOLE_MOST) /* no product is rounded, no sum, and no difference of them */
        return greatest_along(b, n) <= d3_dot(n, from);
    for (int k = 0; k < 6; k++)
        whole[k / 3][k % 3] = (int64_t)(edge[k / 3][k % 3] * p->unit);
    for (uint32_t i = 0; i < b->size; i++) {
        for (int k = 0; k < 3; k++)
            step[k] = b->at[k][i] - from[k], whole[2][k] = (int64_t)(step[k] * p->unit);
        if ((body->n[0][face] * b->at[0][i] + body->n[1][face] * b->at[1][i]) + body->n[2][face] * b->at[2][i] > base &&
            sepal_wide_turn(whole[0], whole[1], whole[2]) > 0)
            return false;
    }
    return true;
}

/* Is b behind a face that it may be in the plane of? The middle of the first corners has to be behind it, certainly. off: what double may be
 * off by. */
static bool is_behind_face(const solid_core_pair *p, const grow_body *body, int face, const double n[3], double off) {
    double middle[3];
    for (int k = 0; k < 3; k++)
        middle[k] = ((body->corner[0].w[k] + body->corner[1].w[k]) + (body->corner[2].w[k] + body->corner[3].w[k])) / 4;
    return d3_dot(n, middle) < body->distance[face] - off && none_is_beyond(p, body, face, body->distance[face] - off);
}

static within_answer grow_toward(const solid_core_pair *p, const within_rule *rule) {
    grow_body body;
    uint8_t waiting[WITHIN_WAITING];
    bool open[SEPAL_GROW_FACES];
    int count = 0;
    const double error = WITHIN_HEIGHT_ERROR * p->extent;
    if (!(p->extent > SEPAL_GROW_LEAST && p->extent < SEPAL_GROW_MOST) || !start_body(p, p->inner, set_corner_of_a, &body))
        return WITHIN_OPEN;
    for (;;) {
        if (count + body.count_added > WITHIN_WAITING)
            return WITHIN_OPEN;
        for (int k = 0; k < body.count_added; k++)
            open[body.added[k]] = true, waiting[count++] = body.added[k];
        for (body.count_added = 0; body.count_added == 0;) {
            if (count == 0)
                return WITHIN_YES;
            const int face = waiting[--count];
            const double n[3] = {body.n[0][face], body.n[1][face], body.n[2][face]}, base = body.distance[face];
            const double off = (base - body.behind[face]) + error;
            if (!open[face])
                continue;
            const double reached = greatest_along(&p->b, n);
            open[face] = false;
            if ((reached - base) + rule->inside < -off)
                continue;
            const uint32_t vertex = farthest_of(&p->a, n);
            core_member more = {.w = {p->a.at[0][vertex], p->a.at[1][vertex], p->a.at[2][vertex]}};
            const double reach_of_a = d3_dot(n, more.w);
            if (reached - reach_of_a > rule->outside + error)
                return WITHIN_NO;
            if (reach_of_a - base > SEPAL_GROW_PROGRESS * p->extent ? !take_in(&body, p->extent, &more)
                                                                  : !rule->in_plane || !is_behind_face(p, &body, face, n, off))
                return WITHIN_OPEN;
        }
    }
}

/* Does a contain b? False if that is not certain, or if a is a box or has no volume. */
static SEPAL_NOINLINE bool know_contained(const solids_query *q, sepal_pair pair, bool *contained) {
    solid_core_pair p;
    const within_rule rule = within_rule_of(q, pair);
    *contained = rule.in_plane && sepal_solids_scalar_is_copy(q->a, pair.a, q->b, pair.b);
    if (*contained)
        return true;
    if (sepal_solid_is_box(q->a, pair.a) || (q->a->heads[pair.a].flags & SEPAL_SOLID_FLAT) != 0 ||
        !solid_load_cores(q, pair, &solids_kernel_core_searches, &p))
        return false;
    const within_answer answer = grow_toward(&p, &rule);
    *contained = answer == WITHIN_YES;
    return answer != WITHIN_OPEN;
}

#endif
