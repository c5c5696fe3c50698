/* cores_plane.h — a plane through three members of the Minkowski difference K of one pair: is no member beyond it, and if the origin is
 * in it, is it in K?
 *
 * Double tells it where its bounds do, and exact signs of the reference where they do not
 * (docs/numerics/solids_kernels.md, "Pushes of hulls"). */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_PLANE_H
#define SEPAL_SOLIDS_KERNEL_CORES_PLANE_H

#include "../scalar/push.h"
#include "approach.h"

/* The pair for the reference's own functions. */
static void set_cores(const solids_query *q, sepal_pair pair, sepal_cores *out) {
    sepal_cores_set(out, q->a, pair.a, q->b, pair.b);
}

/* What an answer goes by: members in the order of the reference, and n away from the origin. A component of n that is `none` is
 * exactly 0. touches: the origin is in the plane, and in K. */
typedef struct core_part {
    int count;
    sepal_member member[3];
    bool meets, touches, none[3];
    core_feature feature;
} core_part;

/* The plane through three members, with n as they turn. False if it is not known well. */
static bool set_plane(const solid_core_pair *p, core_part *out) {
    const double u = DOUBLE_UNIT;
    core_feature *f = &out->feature;
    const sepal_member *m = out->member;
    set_member(p, m[0].a, m[0].b, &f->c);
    f->of_a = (uint64_t)1 << m[0].a;
    f->of_b = (uint64_t)1 << m[0].b;
    int joined = 0; /* the edge of two members that share a vertex is an edge of one core */
    for (int k = 0; k < 3; k++)
        joined += m[k].a == m[(k + 1) % 3].a || m[k].b == m[(k + 1) % 3].b;
    for (int k = 1; k < 3 && joined >= 2; k++) {
        f->of_a |= (uint64_t)1 << m[k].a;
        f->of_b |= (uint64_t)1 << m[k].b;
    }
    for (int e = 0; e < 2; e++) {
        for (int k = 0; k < 3; k++)
            f->edge[e][k] = (p->b.at[k][m[e + 1].b] - p->b.at[k][m[0].b]) - (p->a.at[k][m[e + 1].a] - p->a.at[k][m[0].a]);
        f->length[e] = d3_length(f->edge[e]);
    }
    const double *e = f->edge[0], *g = f->edge[1];
    d3_cross(e, g, f->n);
    for (int k = 0; k < 3; k++) {
        const int y = (k + 1) % 3, z = (k + 2) % 3;
        out->none[k] = p->exact && (e[y] == 0 || g[z] == 0) && (e[z] == 0 || g[y] == 0);
    }
    f->size = d3_length(f->n);
    f->error = 8 * u * f->length[0] * f->length[1] + (p->exact ? 0 : 16 * u * p->extent * (f->length[0] + f->length[1]));
    return f->size > 16 * f->error && f->size > 0x1p-400;
}

/* Is a step along the plane? All coordinates are exact: so it is if all products with n are 0, or if it is a sum of edges. */
static bool is_along_plane(const core_part *part, const double step[3]) {
    const double *e = part->feature.edge[0], *g = part->feature.edge[1];
    bool along = true;
    for (int k = 0; k < 3; k++)
        along = along && (step[k] == 0 || part->none[k]);
    for (int of = 0; of < 9 && !along; of++) {
        const int of_first = of / 3 - 1, of_second = of % 3 - 1;
        const double x = of_first, y = of_second;
        along = step[0] == x * e[0] + y * g[0] && step[1] == x * e[1] + y * g[1] && step[2] == x * e[2] + y * g[2];
    }
    return along;
}

/* What exact signs are asked with, from the first time on that one is needed. */
typedef struct exact_part {
    const solids_query *q;
    sepal_pair pair;
    const core_part *part;
    bool set;
    sepal_cores cores;
    sepal_nearest plane;
} exact_part;

static SEPAL_NOINLINE void know_exactly(exact_part *x) {
    if (!x->set) {
        set_cores(x->q, x->pair, &x->cores);
        sepal_nearest_set(&x->plane, &x->cores, x->part->count, x->part->member);
    }
    x->set = true;
}

/* Is a vertex farther along n, times side, than the first one of the part? */
static SEPAL_NOINLINE bool is_farther_exactly(exact_part *x, bool of_b, uint32_t vertex) {
    sepal_exact step;
    know_exactly(x);
    const sepal_vertex from = {of_b, of_b ? x->part->member[0].b : x->part->member[0].a}, to = {of_b, vertex};
    sepal_exact_between(&step, &x->cores, from, to);
    const int sign = sepal_exact_dot_sign(&x->plane.n, &step, &x->cores);
    return of_b ? sign > 0 : sign < 0;
}

/* Is no vertex of one core beyond the plane? in: vertices that are in it. */
static bool is_behind_plane(const solid_core_pair *p, const core_part *part, bool of_b, exact_part *x, uint64_t *in) {
    const core_vertices *c = of_b ? &p->b : &p->a;
    const core_feature *f = &part->feature;
    const uint32_t from = of_b ? f->c.b : f->c.a;
    const uint64_t known = *in = of_b ? f->of_b : f->of_a;
    const double sign = of_b ? 1 : -1, limit = p->extent * (32 * DOUBLE_UNIT * f->size + 3 * f->error);
    const double minus[3] = {sign * f->n[0], sign * f->n[1], sign * f->n[2]};
    const double base = d3_dot(minus, (const double[3]){c->at[0][from], c->at[1][from], c->at[2][from]});
    for (uint32_t first = 0; first < c->size; first += WD_LANES) {
        wd beyond = wd_sub(along_lanes(c, minus, first), wd_set1(base));
        if (wdm_bits(wd_gt(beyond, wd_set1(limit))) != 0)
            return false;
        unsigned open = wdm_bits(wd_ge(beyond, wd_set1(-limit)));
        for (; open != 0; open &= open - 1) {
            const uint32_t i = first + sepal_lowest_bit(open);
            if (i >= c->size || (known >> i & 1) != 0)
                continue;
            const double step[3] = {c->at[0][i] - c->at[0][from], c->at[1][i] - c->at[1][from], c->at[2][i] - c->at[2][from]};
            if (p->exact && is_along_plane(part, step))
                *in |= (uint64_t)1 << i;
            else if (is_farther_exactly(x, of_b, i))
                return false;
        }
    }
    return true;
}

/* --- Cores that touch, plane on plane ------------------------------------------------------------------------------------------- */

/* Vertices of both cores that are in one plane, and the two coordinates that tell them apart there. */
typedef struct plane_view {
    const solid_core_pair *cores;
    uint64_t in[2];
    int x, y;
} plane_view;

/* The vertex of one core that is farthest along (x, y), in the plane. */
static void farthest_in_plane(const plane_view *v, bool of_b, double x, double y, double out[2]) {
    const core_vertices *c = of_b ? &v->cores->b : &v->cores->a;
    double most = -INFINITY;
    for (uint64_t left = v->in [of_b ? 1 : 0]; left != 0; left &= left - 1) {
        const uint32_t i = sepal_lowest_bit(left);
        const double at[2] = {c->at[v->x][i], c->at[v->y][i]}, along = x * at[0] + y * at[1];
        if (along > most)
            most = along, out[0] = at[0], out[1] = at[1];
    }
}

static void member_in_plane(const plane_view *v, double x, double y, double out[2]) {
    double of_a[2] = {0, 0}, of_b[2] = {0, 0};
    farthest_in_plane(v, false, -x, -y, of_a);
    farthest_in_plane(v, true, x, y, of_b);
    out[0] = of_b[0] - of_a[0], out[1] = of_b[1] - of_a[1];
}

/* A point well inside of the members: mostly the difference of the means, and a little of two members, so that it is not the origin
 * where one core is right above the other. */
static void inner_point(const plane_view *v, double out[2]) {
    double mean[2][2] = {{0, 0}, {0, 0}}, first[2], second[2];
    for (int side = 0; side < 2; side++) {
        const core_vertices *c = side != 0 ? &v->cores->b : &v->cores->a;
        unsigned members = 0;
        for (uint64_t left = v->in[side]; left != 0; left &= left - 1, members++) {
            const uint32_t i = sepal_lowest_bit(left);
            mean[side][0] += c->at[v->x][i], mean[side][1] += c->at[v->y][i];
        }
        mean[side][0] /= (double)members, mean[side][1] /= (double)members;
    }
    member_in_plane(v, 1, 0.3, first);
    member_in_plane(v, -0.4, 1, second);
    for (int k = 0; k < 2; k++)
        out[k] = 0.84 * (mean[1][k] - mean[0][k]) + 0.11 * first[k] + 0.05 * second[k];
}

static inline double cross_in_plane(const double p[2], const double q[2]) {
    return p[0] * q[1] - p[1] * q[0];
}

/* More than the error of such a product, of the square of the extent (docs/numerics/solids_kernels.md, "Pushes of hulls"). */
#define PLANE_MARGIN 0x1p-40
enum { PLANE_STEPS = 16 };

/* Is the origin certainly between these members? The search is that for a portal, in the plane (portal.h): a triangle of an inner point
 * and two members, between which the ray to the origin leaves. */
static bool is_between(const plane_view *v) {
    const double margin = PLANE_MARGIN * (v->cores->extent * v->cores->extent);
    double c[2], p[2], q[2], next[2];
    inner_point(v, c);
    member_in_plane(v, -c[0], -c[1], p);
    const double side = cross_in_plane(c, p) > 0 ? 1 : -1; /* p is to the left of c, or all is seen from the other side */
    member_in_plane(v, side * c[1], -side * c[0], q);
    for (int step = 0; step < PLANE_STEPS; step++) {
        const double of_p = side * cross_in_plane(c, p), of_q = side * cross_in_plane(q, c);
        if (!(of_p > margin && of_q > margin))
            return false;
        if (side * cross_in_plane(p, q) > margin)
            return true;
        member_in_plane(v, side * (q[1] - p[1]), side * (p[0] - q[0]), next);
        if ((next[0] == p[0] && next[1] == p[1]) || (next[0] == q[0] && next[1] == q[1]))
            return false;
        double *const to = side * cross_in_plane(c, next) > 0 ? p : q;
        to[0] = next[0], to[1] = next[1];
    }
    return false;
}

/* --- Cores apart along a coordinate axis ---------------------------------------------------------------------------------------- */

/* Cores whose nearest points differ by one coordinate only: by `gap`, exactly, and b is on this side. */
typedef struct core_axis_gap {
    int axis;
    double side, gap;
} core_axis_gap;

/* A way to the origin with a greater share of other coordinates is not looked at. */
#define AXIS_GAP_ASIDE 0x1p-20

/* The vertices of a core that are farthest to a side along an axis. */
static uint64_t farthest_on_axis(const core_vertices *c, int axis, double side, double *most) {
    uint64_t in = 0;
    *most = -INFINITY;
    for (uint32_t i = 0; i < c->size; i++) {
        const double along = side * c->at[axis][i];
        in = along > *most ? 0 : in;
        in |= (uint64_t)(along >= *most) << i;
        *most = along > *most ? along : *most;
    }
    return in;
}

/* Is the origin on a line along a coordinate axis that all members lie on, and between them? All of it is exact. */
static bool is_on_line(const plane_view *v) {
    double left[2], right[2], low[2], high[2];
    member_in_plane(v, -1, 0, left);
    member_in_plane(v, 1, 0, right);
    member_in_plane(v, 0, -1, low);
    member_in_plane(v, 0, 1, high);
    const bool around = left[0] <= 0 && right[0] >= 0 && low[1] <= 0 && high[1] >= 0;
    return around && ((left[0] == 0 && right[0] == 0) || (low[1] == 0 && high[1] == 0));
}

/* toward: about where the point of K is that is nearest to the origin. False if it is not certainly on a coordinate axis, or not
 * exactly known. */
static bool find_axis_gap(const solid_core_pair *p, const double toward[3], core_axis_gap *out) {
    int k = fabs(toward[1]) > fabs(toward[0]) ? 1 : 0;
    k = fabs(toward[2]) > fabs(toward[k]) ? 2 : k;
    const int x = (k + 1) % 3, y = (k + 2) % 3;
    if (!p->exact || fabs(toward[x]) + fabs(toward[y]) > AXIS_GAP_ASIDE * fabs(toward[k]))
        return false;
    const double side = toward[k] > 0 ? 1 : -1;
    double of_a, of_b;
    const uint64_t in_a = farthest_on_axis(&p->a, k, side, &of_a), in_b = farthest_on_axis(&p->b, k, -side, &of_b);
    const plane_view v = {p, {in_a, in_b}, x, y};
    *out = (core_axis_gap){k, side, -of_b - of_a};
    return out->gap > 0 && (is_on_line(&v) || is_between(&v));
}

/* What the gap of cores is compared with: the radii and the margin. False if their sum is rounded. */
static bool add_reach_exactly(double a, double b, double margin, double *sum) {
    const double radii = a + b;
    *sum = radii + margin;
    return radii - a == b && radii - b == a && *sum - radii == margin && *sum - margin == radii;
}

/* Is the origin certainly in the plane, and in K? */
static bool is_touched(const solid_core_pair *p, const core_part *part, const uint64_t in[2]) {
    const double *n = part->feature.n, *at = part->feature.c.w;
    int k = 0;
    if (!p->exact)
        return false;
    for (int c = 0; c < 3; c++)
        if (at[c] != 0 && !part->none[c])
            return false;
    for (int c = 1; c < 3; c++)
        k = fabs(n[c]) > fabs(n[k]) ? c : k;
    return is_between(&(plane_view){p, {in[0], in[1]}, (k + 1) % 3, (k + 2) % 3});
}

#endif
