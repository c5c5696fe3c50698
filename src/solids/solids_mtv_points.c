/* solids_mtv_points.c — the nearest points of two solids that are apart, or the deepest ones of two that overlap: the points
 * between which the push leads.
 *
 * Let n be the normal of the push. The core of a is highest along n, that of b lowest, in a vertex, an edge or a face. The vertices
 * within a small height of that are a slice of each core, which is seen along n as points of a plane. Where the hulls of both slices
 * have a point in common, a point of a lies straight below one of b, or above it. The middle of the two means is tried first, which
 * is well inside of faces that lie on each other; else the search of Gilbert, Johnson and Keerthi (IEEE Journal of Robotics and
 * Automation 4, 1988) in the plane finds a common point, or the nearest ones. The height of the slices exceeds the errors of the
 * normal, so that the hulls meet but for these errors (docs/numerics/solids.md, "Points"). All of it is computed in double, from the
 * cores, and rounded to float once. */
#include "../core/arithmetic.h"

#include "../simd/one.h"
#include "generators.h"
#include "kernels.h"
#include "seen.h"
#include <math.h>
#include <string.h>

static void core_vertex(const sepal_solids *set, uint32_t index, uint32_t k, double out[3]) {
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        for (int c = 0; c < 3; c++) {
            const double u = (double)box->u[c], v = (double)box->v[c], along = (double)box->w[c];
            out[c] = (double)box->c[c] + (((k & 1 ? u : -u) + (k & 2 ? v : -v)) + (k & 4 ? along : -along));
        }
        return;
    }
    out[0] = (double)sepal_solid_x(set, index)[k];
    out[1] = (double)sepal_solid_y(set, index)[k];
    out[2] = (double)sepal_solid_z(set, index)[k];
}

/* So many vertices at most are kept of a slice; of a core with more, all are looked at each time. */
enum { SLICE_KEPT = 64 };

/* The vertices of a core that are at least as high as `level` along the normal; or, with up = -1, as low. */
typedef struct slice {
    const contact_frame *frame;
    wd3 origin; /* the place that is 0 */
    const sepal_solids *set;
    uint32_t index, count; /* of vertices to look at */
    double up, level;
    double place[SLICE_KEPT][3]; /* in the frame; of vertex number[k] */
    uint32_t number[SLICE_KEPT];
} slice;

static void find_place(const slice *s, uint32_t k, double out[3]) {
    double at[3];
    core_vertex(s->set, s->index, k, at);
    const wd3 place = into_frame(s->frame, wd3_sub((wd3){at[0], at[1], at[2]}, s->origin));
    out[0] = place.x, out[1] = place.y, out[2] = place.z;
}

static bool is_kept(const slice *s) {
    return s->set->heads[s->index].size <= SLICE_KEPT;
}

static void begin_slice(slice *s, const contact_frame *f, wd3 origin, const sepal_solids *set, uint32_t index, double up) {
    s->frame = f;
    s->origin = origin;
    s->set = set;
    s->index = index;
    s->count = set->heads[index].size;
    s->up = up;
    s->level = -INFINITY;
    for (uint32_t k = 0; k < s->count && is_kept(s); k++) {
        find_place(s, k, s->place[k]);
        s->number[k] = k;
    }
}

/* The next vertex of the slice from number *k on, and where it is in the frame. False if there are no more. */
static bool next_in_slice(const slice *s, uint32_t *k, double at[3]) {
    for (; *k < s->count; ++*k) {
        if (is_kept(s))
            memcpy(at, s->place[*k], sizeof s->place[*k]);
        else
            find_place(s, *k, at);
        if (s->up * at[2] >= s->level)
            return true;
    }
    return false;
}

/* Leaves the vertices that are as high as that. */
static void set_level(slice *s, double level) {
    uint32_t kept = 0, k = 0;
    double at[3];
    s->level = level;
    for (; is_kept(s) && next_in_slice(s, &k, at); k++, kept++) {
        memcpy(s->place[kept], at, sizeof at);
        s->number[kept] = k;
    }
    if (is_kept(s))
        s->count = kept;
}

/* How far a core reaches up; with up = -1, down. */
static double highest_of(const slice *s) {
    double most = -INFINITY, at[3];
    for (uint32_t k = 0; next_in_slice(s, &k, at); k++)
        most = s->up * at[2] > most ? s->up * at[2] : most;
    return most;
}

/* The box around a core. */
static void cover_core(const sepal_solids *set, uint32_t index, double low[3], double high[3]) {
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        for (int c = 0; c < 3; c++) {
            const double reach = (fabs((double)box->u[c]) + fabs((double)box->v[c])) + fabs((double)box->w[c]);
            low[c] = (double)box->c[c] - reach;
            high[c] = (double)box->c[c] + reach;
        }
        return;
    }
    const float *const at[3] = {sepal_solid_x(set, index), sepal_solid_y(set, index), sepal_solid_z(set, index)};
    for (int c = 0; c < 3; c++) {
        float least = at[c][0], most = at[c][0];
        for (uint32_t k = 1; k < set->heads[index].size; k++) {
            least = at[c][k] < least ? at[c][k] : least;
            most = at[c][k] > most ? at[c][k] : most;
        }
        low[c] = (double)least;
        high[c] = (double)most;
    }
}

/* The diagonal of the box around both cores. */
static double extent_of_pair(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    double low_a[3], high_a[3], low_b[3], high_b[3], square = 0;
    cover_core(a, i, low_a, high_a);
    cover_core(b, j, low_b, high_b);
    for (int c = 0; c < 3; c++) {
        const double side = (high_a[c] > high_b[c] ? high_a[c] : high_b[c]) - (low_a[c] < low_b[c] ? low_a[c] : low_b[c]);
        square += side * side;
    }
    return sqrt(square);
}

/* A slice and the mean of its vertices in the plane, or one point. */
typedef struct slice_view {
    const slice *slice; /* NULL: the point */
    double x, y;
} slice_view;

static slice_view view_of_slice(const slice *s) {
    double count = 0, at[3];
    slice_view out = {s, 0, 0};
    for (uint32_t k = 0; next_in_slice(s, &k, at); k++) {
        out.x += at[0];
        out.y += at[1];
        count++;
    }
    out.x /= count;
    out.y /= count;
    return out;
}

static inline bool has_one_vertex(const slice_view *v) {
    return is_kept(v->slice) && v->slice->count == 1;
}

/* The vertex that is farthest along (dx, dy), of several the first one. Returns its number. */
static double farthest_in_view(const slice_view *v, double dx, double dy, double *x, double *y) {
    const slice *s = v->slice;
    double most = -INFINITY, at[3];
    uint32_t found = 0;
    *x = v->x, *y = v->y;
    for (uint32_t k = 0; s != NULL && next_in_slice(s, &k, at); k++) {
        const double along = dx * at[0] + dy * at[1];
        if (along > most) {
            most = along;
            found = is_kept(s) ? s->number[k] : k;
            *x = at[0];
            *y = at[1];
        }
    }
    return found;
}

#include "slices.h"

/* The point of a core that the picks stand for. */
static void point_of_picks(const slice_picks *s, const slice *of, bool second, double out[3]) {
    const int count = s->three ? 3 : s->two ? 2 : 1;
    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < count; k++) {
        double at[3];
        core_vertex(of->set, of->index, (uint32_t)(second ? s->of[k].b : s->of[k].a), at);
        for (int c = 0; c < 3; c++)
            out[c] += s->share[k] * at[c];
    }
}

/* The points of the cores. */
static void points_by_search(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, wd3 normal, double p[3],
                             double q[3]) {
    double first[3];
    core_vertex(a, i, 0, first);
    const wd3 origin = {first[0], first[1], first[2]};
    contact_frame f;
    find_frame(normal, &f);
    const double extent = extent_of_pair(a, i, b, j), near = SLICES_MEET * extent;
    slice of_a, of_b;
    slice_picks from_a, from_b;
    begin_slice(&of_a, &f, origin, a, i, 1);
    begin_slice(&of_b, &f, origin, b, j, -1);
    set_level(&of_a, highest_of(&of_a) - SOLID_SLICE_HEIGHT * extent);
    set_level(&of_b, highest_of(&of_b) - SOLID_SLICE_HEIGHT * extent);
    const slice_view view_a = view_of_slice(&of_a), view_b = view_of_slice(&of_b);
    find_points_of_slices(&view_a, &view_b, near, &from_a, &from_b);
    point_of_picks(&from_a, &of_a, false, p);
    point_of_picks(&from_b, &of_b, true, q);
}

static core_generators generators_of(const sepal_solids *set, uint32_t index) {
    core_generators out = {.count = 3};
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        out.centre = wd3_at(box->c);
        out.of[0] = wd3_at(box->u);
        out.of[1] = wd3_at(box->v);
        out.of[2] = wd3_at(box->w);
    } else {
        const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
        out.count = set->heads[index].class == SEPAL_SOLID_SEGMENT ? 1 : 0;
        out.centre = wd3_at((float[3]){x[0], y[0], z[0]});
        out.of[0] = wd3_at((float[3]){x[out.count], y[out.count], z[out.count]});
    }
    form_generators(&out);
    return out;
}

sepal_solid_mtv_points sepal_solid_find_mtv_points(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                   const float normal[3]) {
    const wd3 along = wd3_at(normal), unit = wd3_unit(along);
    const double n[3] = {unit.x, unit.y, unit.z};
    double p[3], q[3];
    bool found = false;
    if (has_generators(a->heads[i].class) && has_generators(b->heads[j].class)) {
        const core_generators of_a = generators_of(a, i), of_b = generators_of(b, j);
        wd3 on_a, on_b;
        found = points_by_generators(&of_a, &of_b, unit, &on_a, &on_b);
        p[0] = on_a.x, p[1] = on_a.y, p[2] = on_a.z;
        q[0] = on_b.x, q[1] = on_b.y, q[2] = on_b.z;
    }
    if (!found)
        points_by_search(a, i, b, j, along, p, q);
    const double radius_a = (double)sepal_solid_radius(a, i), radius_b = (double)sepal_solid_radius(b, j);
    sepal_solid_mtv_points out;
    for (int c = 0; c < 3; c++) {
        out.a[c] = 0 + sepal_nearest_float(p[c] + radius_a * n[c]); /* 0 + -0 is 0 */
        out.b[c] = 0 + sepal_nearest_float(q[c] - radius_b * n[c]);
    }
    return out;
}

void sepal_solids_mtv_points_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                    const uint64_t *written, const sepal_solid_mtvs *pushes) {
    (void)written;
    for (size_t k = 0; k < count; k++) {
        const float normal[3] = {pushes->normal_x[k], pushes->normal_y[k], pushes->normal_z[k]};
        const sepal_solid_mtv_points found = sepal_solid_find_mtv_points(a, pairs[k].a, b, pairs[k].b, normal);
        sepal_solid_points_write(pushes, k, &found);
    }
}
