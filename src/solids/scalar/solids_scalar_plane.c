/* solids_scalar_plane.c — planes through vertices: in double with bounds, in whole numbers, and in expansions. */
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

/* Magnitudes are below 2^60, of their differences below 2^61. */
enum { WHOLE_BITS = 60, BOX_BITS = 2 };

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

/* How far the coordinates of both reach along axis c, vertex by vertex. */
static void find_range(const sepal_corners *s, int of, int c, double *low, double *high) {
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
        find_range(s, 0, c, &low, &high);
        s->extent[0] = fmax(s->extent[0], high - low);
        find_range(s, 1, c, &low, &high);
        s->extent[1] = fmax(s->extent[1], high - low);
    }
    for (int of = 0; of < 2; of++)
        s->extent[of] *= 1 + 0x1p-40;
}

/* Which powers of two cover all coordinates, and the reach as well? */
static void set_units(sepal_corners *s, const sepal_reach3 *reach) {
    const sepal_solid_head *a = &s->set[0]->heads[s->index[0]], *b = &s->set[1]->heads[s->index[1]];
    const int room = WHOLE_BITS - (s->box[0] || s->box[1] ? BOX_BITS : 0), high = a->high > b->high ? a->high : b->high;
    int low = a->low < b->low ? a->low : b->low, reach_low = low, reach_high = high;
    for (int k = 0; k < SEPAL_REACH_PARTS; k++)
        sepal_solid_cover((float)reach->part[k], &reach_low, &reach_high);
    s->whole = high - low <= room;
    s->whole_reach = reach_high - reach_low <= room;
    s->unit = ldexp(1, -(s->whole_reach ? reach_low : low));
    s->reach = 0;
    for (int k = 0; k < SEPAL_REACH_PARTS && s->whole_reach; k++)
        s->reach += (int64_t)(reach->part[k] * s->unit);
}

void sepal_corners_set(sepal_corners *s, const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                       const sepal_reach3 *reach) {
    s->error = 0;
    s->exact = false;
    set_core(s, 0, a, i);
    set_core(s, 1, b, j);
    set_extents(s);
    set_units(s, reach);
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
    const double e = 2 * s->error, one = sepal_largest_of(edge[0]), two = sepal_largest_of(edge[1]);
    p->wrong = NORMAL_ERROR * (one * two) + NORMAL_TERMS * e * ((two + e) + one);
    for (int of = 0; of < 2; of++) {
        const double r = s->extent[of];
        p->error[of] = HEIGHT_ERROR * (one * two * r) + HEIGHT_TERMS * e * ((two + e) * (r + e) + one * (r + e) + one * two);
    }
    p->known = SEPAL_PLANE_NEAR;
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

/* The greatest of each of some columns first, which compilers do in lanes. */
uint32_t sepal_greatest_of(const double *values, uint32_t count) {
    enum { COLUMNS = 8 };
    double column[COLUMNS], most;
    uint32_t k = 0;
    for (int c = 0; c < COLUMNS; c++)
        column[c] = -INFINITY;
    for (; k + COLUMNS <= count; k += COLUMNS)
        for (uint32_t c = 0; c < COLUMNS; c++)
            column[c] = values[k + c] > column[c] ? values[k + c] : column[c];
    for (; k < count; k++)
        column[0] = values[k] > column[0] ? values[k] : column[0];
    most = column[0];
    for (int c = 1; c < COLUMNS; c++)
        most = column[c] > most ? column[c] : most;
    for (k = 0; k + 1 < count && values[k] != most;)
        k++;
    return k;
}

/* --- Exactly ---------------------------------------------------------------------------------- */

sepal_cores *sepal_corners_cores(sepal_corners *s) {
    if (!s->exact)
        sepal_cores_set(&s->cores, s->set[0], s->index[0], s->set[1], s->index[1]);
    s->exact = true;
    return &s->cores;
}

#ifdef SEPAL_HAS_WHOLE
static void whole_corner(const sepal_corners *s, int of, uint32_t k, int64_t out[3]) {
    const sepal_box_exact *box = s->box[of] ? sepal_solid_exact(s->set[of], s->index[of]) : NULL;
    for (int c = 0; c < 3; c++) {
        if (box == NULL) {
            out[c] = (int64_t)((double)s->x[of][(size_t)c * s->step[of] + k] * s->unit);
            continue;
        }
        const int64_t u = (int64_t)((double)box->u[c] * s->unit), v = (int64_t)((double)box->v[c] * s->unit),
                      w = (int64_t)((double)box->w[c] * s->unit);
        out[c] = (int64_t)((double)box->c[c] * s->unit) + (k & 1 ? u : -u) + (k & 2 ? v : -v) + (k & 4 ? w : -w);
    }
}

static void know_whole(sepal_corner_plane *p, const sepal_corners *s) {
    int64_t edge[2][3];
    whole_corner(s, 0, p->corner[0], p->whole_at);
    for (int k = 0; k < 2; k++) {
        const uint32_t corner = p->corner[k + 1];
        if (!is_at_infinity(corner))
            whole_corner(s, 0, corner, edge[k]);
        for (uint32_t c = 0; c < 3; c++)
            edge[k][c] = is_at_infinity(corner) ? corner - SEPAL_AT_INFINITY == c : edge[k][c] - p->whole_at[c];
    }
    sepal_whole_cross(edge[0], edge[1], p->whole);
}

/* n . (x - at), or n . (x - y) */
static sepal_whole192 whole_height(const sepal_corner_plane *p, const sepal_corners *s, int of, uint32_t x, const int64_t y[3]) {
    int64_t step[3];
    whole_corner(s, of, x, step);
    for (int c = 0; c < 3; c++)
        step[c] -= y[c];
    return sepal_whole_dot(p->whole, step);
}
#endif

static void know(sepal_corner_plane *p, sepal_corners *s) {
    if (p->known != SEPAL_PLANE_NEAR)
        return;
#ifdef SEPAL_HAS_WHOLE
    if (s->whole) {
        know_whole(p, s);
        p->known = SEPAL_PLANE_WHOLE;
        return;
    }
#endif
    for (int k = 0; k < 2; k++) {
        const uint32_t corner = p->corner[k + 1];
        if (is_at_infinity(corner))
            sepal_exact_axis(&p->edge[k], (int)(corner - SEPAL_AT_INFINITY));
        else
            sepal_exact_between(&p->edge[k], sepal_corners_cores(s), (sepal_vertex){false, p->corner[0]},
                                (sepal_vertex){false, corner});
    }
    sepal_exact_cross(&p->normal, &p->edge[0], &p->edge[1]);
    p->known = SEPAL_PLANE_EXACT;
}

static int exact_side(sepal_corner_plane *p, sepal_corners *s, sepal_vertex from, sepal_vertex to) {
    sepal_exact step;
    sepal_exact_between(&step, sepal_corners_cores(s), from, to);
    return sepal_exact_dot_sign(&p->normal, &step, sepal_corners_cores(s));
}

int sepal_corner_side(sepal_corner_plane *p, sepal_corners *s, int of, uint32_t k) {
    know(p, s);
#ifdef SEPAL_HAS_WHOLE
    if (p->known == SEPAL_PLANE_WHOLE) {
        const sepal_whole192 height = whole_height(p, s, of, k, p->whole_at);
        return sepal_whole_sign(&height);
    }
#endif
    return exact_side(p, s, (sepal_vertex){false, p->corner[0]}, (sepal_vertex){of == 1, k});
}

int sepal_corner_order(sepal_corner_plane *p, sepal_corners *s, uint32_t x, uint32_t y) {
    know(p, s);
#ifdef SEPAL_HAS_WHOLE
    if (p->known == SEPAL_PLANE_WHOLE) {
        int64_t from[3];
        whole_corner(s, 1, y, from);
        const sepal_whole192 height = whole_height(p, s, 1, x, from);
        return sepal_whole_sign(&height);
    }
#endif
    return exact_side(p, s, (sepal_vertex){true, y}, (sepal_vertex){true, x});
}

int sepal_corner_component(sepal_corner_plane *p, sepal_corners *s, int k) {
    if (fabs(p->n[k]) > p->wrong)
        return p->n[k] > 0 ? 1 : -1;
    know(p, s);
#ifdef SEPAL_HAS_WHOLE
    if (p->known == SEPAL_PLANE_WHOLE)
        return p->whole[k] > 0 ? 1 : p->whole[k] < 0 ? -1 : 0;
#endif
    return sepal_exact_component_sign(&p->normal, k, sepal_corners_cores(s));
}

int sepal_corner_compare(sepal_corner_plane *p, sepal_corners *s, uint32_t k, const sepal_reach3 *reach) {
#ifdef SEPAL_HAS_WHOLE
    if (s->whole_reach) {
        know(p, s);
        const sepal_whole192 height = whole_height(p, s, 1, k, p->whole_at);
        return sepal_whole_compare(&height, p->whole, (uint64_t)s->reach);
    }
#endif
    sepal_nearest plane; /* the triangle as members with this vertex of b */
    sepal_nearest_set(&plane, sepal_corners_cores(s), 3,
                      (const sepal_member[3]){{p->corner[0], k}, {p->corner[1], k}, {p->corner[2], k}});
    return sepal_nearest_compare(&plane, sepal_corners_cores(s), reach);
}
