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

/* The vertices of a core that are at least as high as `level` along the normal; or, with up = -1, as low. Or one point of the plane. */
typedef struct slice {
    const contact_frame *frame;
    wd3 origin;              /* the place that is 0 */
    const sepal_solids *set; /* NULL: the point */
    uint32_t index, count;   /* of vertices to look at */
    double up, level, point[2];
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

/* The mean of the vertices of a slice in the plane. */
static void mean_of_slice(const slice *s, double out[2]) {
    double count = 0, at[3];
    out[0] = out[1] = 0;
    for (uint32_t k = 0; next_in_slice(s, &k, at); k++) {
        out[0] += at[0];
        out[1] += at[1];
        count++;
    }
    out[0] /= count;
    out[1] /= count;
}

/* The vertex of a slice that is farthest along (x, y). */
static uint32_t farthest_in_slice(const slice *s, double x, double y, double out[2]) {
    double most = -INFINITY, at[3];
    uint32_t found = 0;
    if (s->set == NULL) {
        out[0] = s->point[0];
        out[1] = s->point[1];
        return 0;
    }
    for (uint32_t k = 0; next_in_slice(s, &k, at); k++) {
        const double along = x * at[0] + y * at[1];
        if (along > most) {
            most = along;
            found = is_kept(s) ? s->number[k] : k;
            out[0] = at[0];
            out[1] = at[1];
        }
    }
    return found;
}

/* A difference of a vertex of b and one of a, in the plane; and how much of it is in the nearest point. */
typedef struct pick {
    uint32_t a, b;
    double x, y, weight;
} pick;

/* Up to three of them, and the point that they make: the sum of the picks times their weights, and the square of its length. */
typedef struct picks {
    int count;
    pick of[3];
    double x, y, square;
} picks;

static pick pick_along(const slice *a, const slice *b, double x, double y) {
    double of_a[2] = {0, 0}, of_b[2] = {0, 0};
    pick out = {.weight = 1};
    out.a = farthest_in_slice(a, -x, -y, of_a);
    out.b = farthest_in_slice(b, x, y, of_b);
    out.x = of_b[0] - of_a[0];
    out.y = of_b[1] - of_a[1];
    return out;
}

/* Where between p and q the point nearest to the origin is: 0 at p, 1 at q. */
static double share_of(double px, double py, double qx, double qy) {
    const double ex = qx - px, ey = qy - py, length2 = ex * ex + ey * ey, along = -(px * ex + py * ey);
    return along <= 0 || !(length2 > 0) ? 0 : along >= length2 ? 1 : along / length2;
}

/* No picks yet, which are to make this point. Field by field: an initialiser would write the room of the picks, too. */
static void begin_picks(picks *s, double x, double y, double square) {
    s->count = 0;
    s->x = x;
    s->y = y;
    s->square = square;
}

static void add_pick(picks *s, const pick *p, double weight) {
    s->of[s->count] = *p;
    s->of[s->count++].weight = weight;
}

/* The point of a segment that is nearest to the origin, if it is nearer than the one known. */
static void try_segment(const pick *p, const pick *q, picks *best) {
    const double share = share_of(p->x, p->y, q->x, q->y), x = p->x + share * (q->x - p->x), y = p->y + share * (q->y - p->y);
    const double square = x * x + y * y;
    if (!(square < best->square))
        return;
    begin_picks(best, x, y, square);
    if (share < 1)
        add_pick(best, p, 1 - share);
    if (share > 0)
        add_pick(best, q, share);
}

static double cross_of(const pick *p, const pick *q) {
    return p->x * q->y - p->y * q->x;
}

static double pick_square(const pick *p) {
    return p->x * p->x + p->y * p->y;
}

/* Weights by which a triangle around the origin makes it. The line through the origin and the farthest corner meets the other side in
 * a point that needs no more than two products, and the origin is between both: so the rounding of the products moves the result by
 * some units in the last place of that corner, however narrow the triangle is (docs/numerics/solids.md, "Points"). */
static void try_triangle(const picks *s, double near, picks *best) {
    int far = pick_square(&s->of[1]) > pick_square(&s->of[0]) ? 1 : 0;
    far = pick_square(&s->of[2]) > pick_square(&s->of[far]) ? 2 : far;
    const pick *w = &s->of[far], *p = &s->of[(far + 1) % 3], *q = &s->of[(far + 2) % 3];
    const double of_p = cross_of(q, w), of_q = cross_of(w, p);
    if (!(of_p > 0 && of_q > 0) && !(of_p < 0 && of_q < 0))
        return;
    const double share = of_q / (of_p + of_q), mx = p->x + share * (q->x - p->x), my = p->y + share * (q->y - p->y);
    const double rest = share_of(mx, my, w->x, w->y), x = mx + rest * (w->x - mx), y = my + rest * (w->y - my);
    const double square = x * x + y * y;
    if (!(square <= near * near))
        return;
    begin_picks(best, x, y, square);
    add_pick(best, w, rest);
    add_pick(best, p, (1 - rest) * (1 - share));
    add_pick(best, q, (1 - rest) * share);
}

/* Reduces the picks to those that the point nearest to the origin is between. Three are left only if they make a point that is at
 * most `near` from the origin, and if no two of them do. */
static void reduce_picks(picks *s, double near) {
    picks best;
    begin_picks(&best, 0, 0, INFINITY);
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            try_segment(&s->of[i], &s->of[j], &best);
    if (s->count == 3 && best.square > near * near)
        try_triangle(s, near, &best);
    *s = best;
}

static bool has_pick(const picks *s, const pick *other) {
    for (int k = 0; k < s->count; k++)
        if (s->of[k].a == other->a && s->of[k].b == other->b)
            return true;
    return false;
}

/* The nearest points of the hulls of two slices, as shares of vertices. Returns their distance in the plane. Hulls that are no farther
 * than `near` from each other meet: what is nearer is rounding. */
static double nearest_in_plane(const slice *a, const slice *b, double near, picks *out) {
    const pick first = pick_along(a, b, 1, 0);
    begin_picks(out, first.x, first.y, pick_square(&first));
    add_pick(out, &first, 1);
    for (int step = 0; out->square > near * near && step < SLICE_STEPS; step++) {
        const pick next = pick_along(a, b, -out->x, -out->y);
        const double gain = out->square - (out->x * next.x + out->y * next.y);
        if (gain <= near * sqrt(out->square) || has_pick(out, &next))
            break;
        out->of[out->count++] = next;
        reduce_picks(out, near);
    }
    return sqrt(out->square);
}

/* The point of a core that the picks stand for. */
static void point_of_picks(const picks *s, const slice *of, bool second, double out[3]) {
    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < s->count; k++) {
        double at[3];
        core_vertex(of->set, of->index, second ? s->of[k].b : s->of[k].a, at);
        for (int c = 0; c < 3; c++)
            out[c] += s->of[k].weight * at[c];
    }
}

/* Is a slice one vertex, and this point not at its place? Then the point is in no part that the slices share. */
static bool is_beside(const slice *s, const double point[2], double near) {
    if (!is_kept(s) || s->count != 1)
        return false;
    const double x = point[0] - s->place[0][0], y = point[1] - s->place[0][1];
    return sqrt(x * x + y * y) > near;
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
    slice of_a, of_b, middle;
    begin_slice(&of_a, &f, origin, a, i, 1);
    begin_slice(&of_b, &f, origin, b, j, -1);
    middle.set = NULL;
    set_level(&of_a, highest_of(&of_a) - SOLID_SLICE_HEIGHT * extent);
    set_level(&of_b, highest_of(&of_b) - SOLID_SLICE_HEIGHT * extent);

    double mean_a[2], mean_b[2];
    picks from_a, from_b;
    mean_of_slice(&of_a, mean_a);
    mean_of_slice(&of_b, mean_b);
    for (int c = 0; c < 2; c++)
        middle.point[c] = mean_a[c] + (mean_b[c] - mean_a[c]) / 2;
    if (!is_beside(&of_a, middle.point, near) && !is_beside(&of_b, middle.point, near) &&
        nearest_in_plane(&of_a, &middle, near, &from_a) <= near && nearest_in_plane(&middle, &of_b, near, &from_b) <= near) {
        point_of_picks(&from_a, &of_a, false, p);
        point_of_picks(&from_b, &of_b, true, q);
    } else {
        (void)nearest_in_plane(&of_a, &of_b, near, &from_a);
        point_of_picks(&from_a, &of_a, false, p);
        point_of_picks(&from_a, &of_b, true, q);
    }
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
                                    const sepal_solid_mtvs *pushes) {
    for (size_t k = 0; k < count; k++) {
        const float normal[3] = {pushes->normal_x[k], pushes->normal_y[k], pushes->normal_z[k]};
        const sepal_solid_mtv_points found = sepal_solid_find_mtv_points(a, pairs[k].a, b, pairs[k].b, normal);
        sepal_solid_points_write(pushes, k, &found);
    }
}
