/* solids_scalar_plane.c — planes through vertices: in double with bounds, and exactly. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "../../exact/orient3.h"
#include "../records.h"
#include "plane.h"
#include <math.h>

/* The bounds of docs/numerics/solids.md, "Planes", in units of 2^-53 and relative to the greatest components: of a product n . x (that of
 * a determinant of differences), and of a component of n. 6 and 2 products change by what the factors are wrong by; the rest covers the
 * rounding of these bounds. */
#define HEIGHT_ERROR (56 * 0x1p-53)
#define NORMAL_ERROR (10 * 0x1p-53)
#define HEIGHT_TERMS 6.5
#define NORMAL_TERMS 2.5

/* Of whole numbers that double has exactly; half of 2^53, for the rounding of what is compared with it. */
#define PLANE_WHOLE_MOST 0x1p52

/* Bits that a sum of four may have more than these. */
enum { BOX_BITS = 2 };

/* --- The vertices ----------------------------------------------------------------------------- */

/* The corners of a box: of three additions, each is wrong by at most 2^-53 of a sum below 2^(high + 2). They are exact if all bits fit. */
static double set_box(sepal_corners *s, int of) {
    const sepal_box_exact *box = sepal_solid_exact(s->set[of], s->index[of]);
    for (uint32_t corner = 0; corner < 8; corner++)
        for (int k = 0; k < 3; k++) {
            const double c = (double)box->c[k], u = (double)box->u[k], v = (double)box->v[k], w = (double)box->w[k];
            s->corner[of][corner][k] = ((c + (corner & 1 ? u : -u)) + (corner & 2 ? v : -v)) + (corner & 4 ? w : -w);
        }
    return box->high - box->low + BOX_BITS <= 53 ? 0 : ldexp(1, box->high - 49);
}

static void set_core(sepal_corners *s, int of, const sepal_solids *set, uint32_t index) {
    s->set[of] = set;
    s->index[of] = index;
    s->size[of] = set->heads[index].size;
    s->box[of] = sepal_solid_is_box(set, index);
    if (s->box[of]) {
        const double error = set_box(s, of);
        s->error = error > s->error ? error : s->error;
    } else {
        s->x[of] = sepal_solid_x(set, index);
        s->step[of] = sepal_solid_padded(s->size[of]);
    }
}

/* How far the vertices of core `of` reach along axis c: widens *low and *high. */
static void corner_range(const sepal_corners *s, int of, int c, double *low, double *high) {
    double at[3];
    for (uint32_t k = 0; k < s->size[of]; k++) {
        sepal_corner_of(s, of, k, at);
        *low = at[c] < *low ? at[c] : *low;
        *high = at[c] > *high ? at[c] : *high;
    }
}

/* By the balls of the solids, or where they have no radius, by the vertices. */
static void set_extents(sepal_corners *s) {
    const sepal_solid_ball *a = &s->set[0]->balls[s->index[0]], *b = &s->set[1]->balls[s->index[1]];
    const double of_a = (double)a->r, of_b = (double)b->r;
    const double d[3] = {(double)b->x - (double)a->x, (double)b->y - (double)a->y, (double)b->z - (double)a->z};
    s->extent[0] = 2 * of_a;
    s->extent[1] = fmax(2 * of_a, sepal_largest_of(d) + (of_a + of_b));
    for (int c = 0; c < 3 && !(of_a + of_b < INFINITY); c++) {
        double low = INFINITY, high = -INFINITY;
        s->extent[0] = c == 0 ? 0 : s->extent[0];
        s->extent[1] = c == 0 ? 0 : s->extent[1];
        corner_range(s, 0, c, &low, &high);
        s->extent[0] = fmax(s->extent[0], high - low);
        corner_range(s, 1, c, &low, &high);
        s->extent[1] = fmax(s->extent[1], high - low);
    }
    for (int of = 0; of < 2; of++)
        s->extent[of] *= 1 + 0x1p-40;
}

/* In units of 2^low, of the lower one of both cores, coordinates are whole numbers; the greatest that a height comes from is at most six
 * products of three differences. */
static bool is_whole(const sepal_corners *s) {
    const int low_a = s->set[0]->heads[s->index[0]].low, low_b = s->set[1]->heads[s->index[1]].low;
    const double unit = ldexp(1, low_a < low_b ? low_a : low_b);
    const double of_a = fmax(s->extent[0] / unit, 1), of_both = fmax(s->extent[1] / unit, 1);
    return s->error == 0 && 6 * (of_a * of_a * of_both) <= PLANE_WHOLE_MOST;
}

void sepal_corners_set(sepal_corners *s, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    s->error = 0;
    s->exact = false;
    set_core(s, 0, a, i);
    set_core(s, 1, b, j);
    set_extents(s);
    s->whole = is_whole(s);
}

/* --- In double -------------------------------------------------------------------------------- */

static bool is_at_infinity(uint32_t corner) {
    return corner >= SEPAL_AT_INFINITY;
}

/* From the first corner of a plane to another one. */
static void edge_of(const sepal_corner_plane *p, const sepal_corners *s, uint32_t corner, double out[3]) {
    double to[3];
    if (is_at_infinity(corner)) {
        for (uint32_t k = 0; k < 3; k++)
            out[k] = corner - SEPAL_AT_INFINITY == k;
    } else {
        sepal_corner_of(s, 0, corner, to);
        d3_sub(to, p->at, out);
    }
}

void sepal_corner_plane_set(sepal_corner_plane *p, const sepal_corners *s, const uint32_t corner[3]) {
    const int first = !is_at_infinity(corner[0])   ? 0
                      : !is_at_infinity(corner[1]) ? 1
                                                   : 2; /* the same plane, as seen from outside */
    double edge[2][3];
    for (int k = 0; k < 3; k++)
        p->corner[k] = corner[(first + k) % 3];
    sepal_corner_of(s, 0, p->corner[0], p->at);
    for (int k = 0; k < 2; k++)
        edge_of(p, s, p->corner[k + 1], edge[k]);
    d3_cross(edge[0], edge[1], p->n);
    p->known = false;
    if (s->whole) {
        p->wrong = p->error[0] = p->error[1] = 0;
        return;
    }
    const double e = 2 * s->error, one = sepal_largest_of(edge[0]), two = sepal_largest_of(edge[1]);
    p->wrong = NORMAL_ERROR * (one * two) + NORMAL_TERMS * e * ((two + e) + one);
    for (int of = 0; of < 2; of++) {
        const double r = s->extent[of];
        p->error[of] = HEIGHT_ERROR * (one * two * r) + HEIGHT_TERMS * e * ((two + e) * (r + e) + one * (r + e) + one * two);
    }
}

void sepal_corner_heights(const sepal_corner_plane *p, const sepal_corners *s, int of, uint32_t first, uint32_t count,
                          double *out) {
    if (s->box[of]) {
        for (uint32_t k = 0; k < count; k++)
            out[k] = sepal_corner_height(p, s->corner[of][first + k]);
        return;
    }
    const float *x = s->x[of] + first, *y = x + s->step[of], *z = y + s->step[of];
    for (uint32_t k = 0; k < count; k++)
        out[k] = sepal_corner_height(p, (const double[3]){(double)x[k], (double)y[k], (double)z[k]});
}

/* --- Exactly ---------------------------------------------------------------------------------- */

sepal_cores *sepal_corners_cores(sepal_corners *s) {
    if (!s->exact)
        sepal_cores_set(&s->cores, s->set[0], s->index[0], s->set[1], s->index[1]);
    s->exact = true;
    return &s->cores;
}

static void know(sepal_corner_plane *p, sepal_corners *s) {
    if (p->known)
        return;
    for (int k = 0; k < 2; k++) {
        const uint32_t corner = p->corner[k + 1];
        if (is_at_infinity(corner))
            sepal_exact_axis(&p->edge[k], (int)(corner - SEPAL_AT_INFINITY));
        else
            sepal_exact_between(&p->edge[k], sepal_corners_cores(s), (sepal_vertex){false, p->corner[0]},
                                (sepal_vertex){false, corner});
    }
    sepal_exact_cross(&p->normal, &p->edge[0], &p->edge[1]);
    p->known = true;
}

static double whole_height(const sepal_corner_plane *p, const sepal_corners *s, int of, uint32_t k) {
    double at[3];
    sepal_corner_of(s, of, k, at);
    return sepal_corner_height(p, at);
}

static int exact_side(sepal_corner_plane *p, sepal_corners *s, sepal_vertex from, sepal_vertex to) {
    sepal_exact step;
    sepal_exact_between(&step, sepal_corners_cores(s), from, to);
    return sepal_exact_dot_sign(&p->normal, &step, sepal_corners_cores(s));
}

int sepal_corner_side(sepal_corner_plane *p, sepal_corners *s, int of, uint32_t k) {
    if (s->whole) {
        const double height = whole_height(p, s, of, k);
        return (height > 0) - (height < 0);
    }
    know(p, s);
    return exact_side(p, s, (sepal_vertex){false, p->corner[0]}, (sepal_vertex){of == 1, k});
}

int sepal_corner_order(sepal_corner_plane *p, sepal_corners *s, uint32_t x, uint32_t y) {
    if (s->whole) {
        const double of_x = whole_height(p, s, 1, x), of_y = whole_height(p, s, 1, y);
        return (of_x > of_y) - (of_x < of_y);
    }
    know(p, s);
    return exact_side(p, s, (sepal_vertex){true, y}, (sepal_vertex){true, x});
}

int sepal_corner_component(sepal_corner_plane *p, sepal_corners *s, int k) {
    if (fabs(p->n[k]) > p->wrong)
        return p->n[k] > 0 ? 1 : -1;
    if (s->whole)
        return 0;
    know(p, s);
    return sepal_exact_component_sign(&p->normal, k, sepal_corners_cores(s));
}

int sepal_corner_compare(sepal_corner_plane *p, sepal_corners *s, uint32_t k, const sepal_reach3 *reach) {
    sepal_nearest plane; /* as if of three members with this vertex of b */
    know(p, s);
    plane.count = 3;
    plane.n = p->normal;
    sepal_exact_member(&plane.w[0], sepal_corners_cores(s), (sepal_member){p->corner[0], k});
    return sepal_nearest_compare(&plane, sepal_corners_cores(s), reach);
}
