/* polys_doubles.c — sets whose vertices are doubles: how they are made, filled and changed.
 *
 * The circles and parallelograms of such a set are about the vertices less the origin, as real numbers, and are computed in double from
 * the doubles. So the float filters that read them serve here as they are. Only the stages that read vertices are others: those of
 * kernel/doubles.h. The proofs are in docs/numerics/doubles.md. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/refusal.h"
#include "../exact/orient64.h"
#include "kernels.h"
#include "records.h"
#include "set.h"
#include <string.h>

/* --- What is stored --------------------------------------------------------------------------------------------------------------- */

static int lesser(int a, int b) {
    return a < b ? a : b;
}

/* A polygon whose records are computed. x, y: its vertices; from `centre`, which is the float centre of the circle plus the origin,
 * rounded; `astray`: how far that is from their sum in one coordinate, at most. */
typedef struct polygon64 {
    const double *x, *y;
    uint32_t size, flags;
    double radius;
    float centre_x, centre_y;
    double from_x, from_y, astray;
} polygon64;

static float mean64(const double *value, uint32_t size, double origin) {
    double sum = 0;
    for (uint32_t k = 1; k < size; k++)
        sum += value[k] - value[0];
    return (float)((value[0] - origin) + sum / size);
}

/* As the circle of a float polygon (polys_records.c); its outer radius also holds every vertex as seen from the rounded centre. Where two
 * vertices that follow each other differ, but are one point in float relative to the centre, the circle is infinite: the edge between
 * them has a normal that no axis in float tells of. */
SPECIALISED sepal_poly_circle circle64(const polygon64 *p) {
    double farthest = 0, least = INFINITY;
    bool is_inside = p->size > 2 && (p->flags & SEPAL_FLAT) == 0, vanishes = false;
    for (uint32_t k = 0; k < p->size; k++) {
        const uint32_t next = k + 1 < p->size ? k + 1 : 0;
        const double rx = p->x[k] - p->from_x, ry = p->y[k] - p->from_y, ex = p->x[next] - p->x[k], ey = p->y[next] - p->y[k];
        const double area = p->flags & SEPAL_CLOCKWISE ? ex * ry - ey * rx : ey * rx - ex * ry, distance2 = rx * rx + ry * ry;
        farthest = distance2 > farthest ? distance2 : farthest;
        if (ex == 0 && ey == 0)
            continue;
        vanishes = vanishes || ((float)rx == (float)(p->x[next] - p->from_x) && (float)ry == (float)(p->y[next] - p->from_y));
        const double inside2 = area * area / (ex * ex + ey * ey);
        is_inside = is_inside && area > 0;
        least = inside2 < least ? inside2 : least;
    }
    sepal_poly_circle circle = {p->centre_x, p->centre_y, INFINITY, -INFINITY};
    const double margin = (double)SEPAL_RECORD_MARGIN, core = (sqrt(farthest) + 2 * p->astray) * (1 + margin);
    const float sum = (float)(core + p->radius * (1 + margin)), outer = sum > SEPAL_RANGE_LEAST ? sum : SEPAL_RANGE_LEAST;
    if (!vanishes && outer <= SEPAL_RANGE_MOST && fabsf(p->centre_x) <= SEPAL_RANGE_MOST &&
        fabsf(p->centre_y) <= SEPAL_RANGE_MOST) {
        const double own = core > (double)SEPAL_RANGE_LEAST ? core : (double)SEPAL_RANGE_LEAST;
        const double deep = is_inside ? sqrt(least) * (1 - margin) - own * margin - 2 * p->astray : -own;
        const float inner = (float)((deep > 0 ? deep : -own) + p->radius * (1 - margin));
        circle.outer = outer;
        circle.inner = inner >= SEPAL_RANGE_LEAST ? inner : -outer;
    }
    if (p->flags & SEPAL_CLOCKWISE)
        circle.outer = -circle.outer;
    return circle;
}

static float quarter64(const double *v, int k) {
    return (float)(((v[(k + 1) & 3] - v[k & 3]) - (v[(k + 3) & 3] - v[(k + 2) & 3])) * 0.25);
}

/* The greatest distance of the coordinates from those of the corners -(u+v), u-v, u+v, -(u-v) about the centre. */
static double stray64(const double *at, double centre, double u, double v) {
    const double corner[4] = {-(u + v), u - v, u + v, -(u - v)};
    double most = 0;
    for (int k = 0; k < 4; k++) {
        const double astray = fabs((at[k] - centre) - corner[k]);
        most = astray > most ? astray : most;
    }
    return most;
}

/* As the parallelogram of a float polygon, of four vertices. */
static sepal_poly_parallelogram parallelogram64(const polygon64 *p, float outer) {
    sepal_poly_parallelogram box = {.x = p->centre_x,
                                    .y = p->centre_y,
                                    .ux = quarter64(p->x, 0),
                                    .uy = quarter64(p->y, 0),
                                    .vx = quarter64(p->x, 1),
                                    .vy = quarter64(p->y, 1),
                                    .slack = INFINITY,
                                    .norm = 1};
    const float u = fabsf(box.ux) + fabsf(box.uy), v = fabsf(box.vx) + fabsf(box.vy);
    const float norm = (u > v ? u : v) * (1 + SEPAL_RECORD_MARGIN);
    if (outer <= SEPAL_BOX_RANGE_MOST && norm >= SEPAL_RANGE_LEAST) {
        const double stray_x = stray64(p->x, p->from_x, (double)box.ux, (double)box.vx);
        const double stray_y = stray64(p->y, p->from_y, (double)box.uy, (double)box.vy);
        const double astray = (stray_x > stray_y ? stray_x : stray_y) + p->astray;
        const float size_u = fmaxf(fabsf(box.ux), fabsf(box.uy)), size_v = fmaxf(fabsf(box.vx), fabsf(box.vy));
        box.slack =
            (float)(astray * (1 + (double)SEPAL_RECORD_MARGIN) + ((double)size_u + (double)size_v) * (double)SEPAL_BOX_ERROR);
        box.norm = norm;
    }
    return box;
}

/* Writes a polygon with the flags of convex64 into the block and the records of shape `index`, and counts it in the totals of the
 * set. x and y may be the block's own. */
SPECIALISED void write64(sepal_polys *set, uint32_t index, uint32_t at, const double *x, const double *y, uint32_t size,
                         uint32_t flags, double radius) {
    sepal_poly_head *head = &set->heads[index];
    radius = radius > 0 ? radius : 0; /* -0 becomes 0 */
    polygon64 p = {x, y, size, flags, radius, mean64(x, size, set->origin_x), mean64(y, size, set->origin_y), 0, 0, 0};
    p.from_x = (double)p.centre_x + set->origin_x;
    p.from_y = (double)p.centre_y + set->origin_y;
    p.astray = fmax(fabs(p.from_x), fabs(p.from_y)) * 0x1p-53;
    set->circles[index] = circle64(&p);
    set->cores[index].parallelogram = (sepal_poly_parallelogram){.slack = INFINITY};
    if (size == 4) {
        const sepal_poly_parallelogram box = parallelogram64(&p, fabsf(set->circles[index].outer));
        set->cores[index].parallelogram = box;
        if (sepal_poly_is_box(&box))
            flags |= SEPAL_BOX;
    }
    int low = radius > 0 ? lesser(SEPAL_LOW_OF_ZERO, sepal_grain_of(radius)) : SEPAL_LOW_OF_ZERO;
    const uint32_t padded = sepal_padded(size);
    double *to_x = set->exact + 4 * (size_t)at, *to_y = to_x + padded;
    for (uint32_t k = 0; k < size; k++) {
        low = x[k] != 0 ? lesser(low, sepal_grain_of(x[k])) : low;
        low = y[k] != 0 ? lesser(low, sepal_grain_of(y[k])) : low;
    }
    for (uint32_t k = 0; k < padded; k++) {
        to_x[k] = x[k < size ? k : size - 1];
        to_y[k] = y[k < size ? k : size - 1];
    }
    for (uint32_t k = 0; k < padded && sepal_has_near_floats(size); k++) {
        float *near = sepal_near_floats_at(set, at, padded);
        near[k] = (float)(to_x[k] - p.from_x);
        near[padded + k] = (float)(to_y[k] - p.from_y);
    }
    *head = (sepal_poly_head){at, size, (int16_t)low, 0, (uint16_t)flags, (uint16_t)sepal_class_of(size, flags)};
    sepal_poly_count(set, index, radius);
}

static void write_doubles(sepal_polys *set, uint32_t index, uint32_t at, const double *x, const double *y, uint32_t size,
                          uint32_t flags, double radius) {
    if (size == 4)
        write64(set, index, at, x, y, 4, flags, radius);
    else
        write64(set, index, at, x, y, size, flags, radius);
}

/* --- Which vertices are taken ----------------------------------------------------------------------------------------------------- */

/* As sepal_poly_is_convex, which says why. */
SPECIALISED bool convex64(const double *x, const double *y, size_t count, uint32_t *flags) {
    size_t last = count - 1;
    while (last > 0 && x[last] == x[0] && y[last] == y[0])
        last--;
    bool left = false, right = false;
    int changes = 0;
    sepal_double2 a = {x[last], y[last]}, b = {x[0], y[0]};
    for (size_t k = 1; last > 0 && k <= last + 1; k++) {
        const sepal_double2 c = {x[k <= last ? k : 0], y[k <= last ? k : 0]};
        if (c.x == b.x && c.y == b.y)
            continue;
        const int turn = sepal_orient64(a, b, c);
        left |= turn > 0;
        right |= turn < 0;
        changes += sepal_is_before64(a, b) != sepal_is_before64(b, c);
        if ((left && right) || changes > 2)
            return false;
        a = b;
        b = c;
    }
    *flags = (left || right ? 0U : SEPAL_FLAT) | (right ? SEPAL_CLOCKWISE : 0U);
    return true;
}

static const char *refuse_radius64(double radius) {
    return !isfinite(radius)                    ? SEPAL_BAD_RADIUS
           : radius < 0                         ? SEPAL_NEGATIVE_RADIUS
           : sepal_is_double_coordinate(radius) ? NULL
                                                : SEPAL_RADIUS_OUT_OF_DOUBLES;
}

/* NULL if these are the vertices of a convex polygon and a radius; then *flags becomes what sepal_poly_is_convex would say. Else why
 * not. */
static const char *refuse_doubles(const double *x, const double *y, size_t count, double radius, uint32_t *flags) {
    const char *reason = refuse_radius64(radius);
    if (reason != NULL)
        return reason;
    if (count == 0)
        return SEPAL_NO_VERTICES;
    if (count > UINT32_MAX / 2)
        return SEPAL_MANY_VERTICES;
    for (size_t i = 0; i < count; i++)
        if (!sepal_is_double_coordinate(x[i]) || !sepal_is_double_coordinate(y[i]))
            return SEPAL_OUT_OF_DOUBLES;
    return convex64(x, y, count, flags) ? NULL : SEPAL_NOT_CONVEX;
}

/* --- The calls -------------------------------------------------------------------------------------------------------------------- */

/* Appends a shape for which there is room. */
static void append_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t flags, double radius) {
    const size_t quads = sepal_quads_of_doubles(count);
    write_doubles(set, (uint32_t)set->count, (uint32_t)set->used, x, y, (uint32_t)count, flags, radius);
    if (set->loose)
        set->slots[set->count] = (sepal_poly_slot){(uint32_t)quads, 0};
    set->count++;
    set->used += quads;
}

void sepal_polys_store_append_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t flags) {
    append_doubles(set, x, y, count, flags, 0);
}

static sepal_status put_points64(sepal_polys **own, const sepal_allocator *allocator, const sepal_polys *asked, const double *x,
                                 const double *y, size_t stride, size_t count) {
    sepal_status status = *own == NULL ? sepal_polys_create_doubles(allocator, 0, 0, own) : SEPAL_OK;
    if (status != SEPAL_OK)
        return status;
    sepal_polys *set = *own;
    sepal_polys_clear(set);
    set->origin_x = asked->origin_x;
    set->origin_y = asked->origin_y;
    status = count <= SIZE_MAX / sepal_quads_of_doubles(1) ? sepal_polys_store_more(set, count, count * sepal_quads_of_doubles(1))
                                                           : SEPAL_NO_MEMORY;
    sepal_fpstate callers = sepal_fpstate_enter();
    for (size_t k = 0; k < count && status == SEPAL_OK; k++) {
        if (sepal_is_double_coordinate(x[k * stride]) && sepal_is_double_coordinate(y[k * stride]))
            sepal_polys_store_append_doubles(set, &x[k * stride], &y[k * stride], 1, SEPAL_FLAT);
        else
            status = SEPAL_BAD_SHAPE;
    }
    sepal_fpstate_leave(callers);
    return status;
}

static const struct sepal_doubles_kernels doubles_kernels = {
    .overlap =
        SEPAL_KERNELS(NULL, sepal_polys_overlap_doubles_sse2, sepal_polys_overlap_doubles_avx2, sepal_polys_overlap_doubles_avx512),
    .contain =
        SEPAL_KERNELS(NULL, sepal_polys_contain_doubles_sse2, sepal_polys_contain_doubles_avx2, sepal_polys_contain_doubles_avx512),
    .put_points = put_points64,
    .overlap_scalar = sepal_polys_overlap_doubles_scalar,
    .contain_scalar = sepal_polys_contains_doubles_scalar,
};

sepal_status sepal_polys_create_doubles(const sepal_allocator *allocator, double origin_x, double origin_y, sepal_polys **out) {
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool fine = sepal_is_double_coordinate(origin_x) && sepal_is_double_coordinate(origin_y);
    sepal_fpstate_leave(callers);
    sepal_status status = fine ? sepal_polys_create(allocator, out) : SEPAL_BAD_ARGUMENT;
    if (status == SEPAL_OK) {
        (*out)->doubles = true;
        (*out)->kernels = &doubles_kernels;
        (*out)->origin_x = origin_x;
        (*out)->origin_y = origin_y;
    }
    return status;
}

sepal_status sepal_polys_add_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t *index) {
    return sepal_polys_add_round_doubles(set, x, y, count, 0, index);
}

sepal_status sepal_polys_add_round_doubles(sepal_polys *set, const double *x, const double *y, size_t count, double radius,
                                           uint32_t *index) {
    if (set == NULL || x == NULL || y == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    uint32_t flags;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = refuse_doubles(x, y, count, radius, &flags) == NULL
                              ? sepal_polys_store_more(set, 1, sepal_quads_of_doubles(count))
                              : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK) {
        if (index != NULL)
            *index = (uint32_t)set->count;
        append_doubles(set, x, y, count, flags, radius);
    }
    sepal_fpstate_leave(callers);
    return status;
}

/* What sepal_polys_add_many_doubles is given. */
typedef struct given_doubles {
    const double *x, *y, *radius;
    const uint32_t *first;
} given_doubles;

static const char *append_given_doubles(sepal_polys *set, const void *given, size_t k) {
    const given_doubles *from = given;
    const uint32_t at = from->first[k], count = from->first[k + 1] - at;
    const double radius = from->radius == NULL ? 0 : from->radius[k];
    uint32_t flags;
    const char *reason = refuse_doubles(from->x + at, from->y + at, count, radius, &flags);
    if (reason == NULL)
        append_doubles(set, from->x + at, from->y + at, count, flags, radius);
    return reason;
}

sepal_status sepal_polys_add_many_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *first, size_t shapes,
                                          const double *radius, uint32_t *index, sepal_refusal *refusal) {
    size_t quads;
    if (set == NULL || (shapes > 0 && (x == NULL || y == NULL || first == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    if (!sepal_polys_offsets_ascend(set, first, shapes, &quads, refusal))
        return SEPAL_BAD_ARGUMENT;
    return sepal_polys_store_all(set, &(given_doubles){x, y, radius, first}, shapes, quads, append_given_doubles, index, refusal);
}

/* The corners of a box, as of one of floats (polys_add_rows.c, which says why they are in convex order). */
static const char *append_box_of_doubles(sepal_polys *set, const void *given, size_t k) {
    const sepal_boxes_doubles *boxes = given;
    const size_t at = k * (boxes->stride == 0 ? 1 : boxes->stride);
    const double half_x = boxes->half_x[at], half_y = boxes->half_y[at];
    const double cosine = boxes->cos == NULL ? 1 : boxes->cos[at], sine = boxes->sin == NULL ? 0 : boxes->sin[at];
    if (!isfinite(half_x) || !isfinite(half_y))
        return SEPAL_BAD_EXTENT;
    if (half_x < 0 || half_y < 0)
        return SEPAL_NEGATIVE_EXTENT;
    if (!isfinite(cosine) || !isfinite(sine))
        return SEPAL_BAD_TURN;
    const double ux = cosine * half_x, uy = sine * half_x, vx = sine * half_y, vy = cosine * half_y;
    const double left = boxes->x[at] - ux, right = boxes->x[at] + ux, low = boxes->y[at] - uy, high = boxes->y[at] + uy;
    const double x[4] = {left + vx, right + vx, right - vx, left - vx}, y[4] = {low - vy, high - vy, high + vy, low + vy};
    const double radius = boxes->radius == NULL ? 0 : boxes->radius[at];
    uint32_t flags;
    const char *reason = refuse_doubles(x, y, 4, radius, &flags);
    if (reason == NULL)
        append_doubles(set, x, y, 4, flags, radius);
    return reason;
}

sepal_status sepal_polys_add_boxes_doubles(sepal_polys *set, const sepal_boxes_doubles *boxes, size_t count, uint32_t *index,
                                           sepal_refusal *refusal) {
    if (set == NULL || boxes == NULL || (boxes->cos == NULL) != (boxes->sin == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (boxes->x == NULL || boxes->y == NULL || boxes->half_x == NULL || boxes->half_y == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    return sepal_polys_store_all(set, boxes, count, count * sepal_quads_of_doubles(4), append_box_of_doubles, index, refusal);
}

/* The two ends of each core, equal for a circle. */
typedef struct rows_of_doubles {
    const double *x[2], *y[2], *radius;
    size_t stride, size;
} rows_of_doubles;

static const char *append_row_of_doubles(sepal_polys *set, const void *given, size_t k) {
    const rows_of_doubles *from = given;
    const size_t at = k * (from->stride == 0 ? 1 : from->stride);
    const double x[2] = {from->x[0][at], from->x[1][at]}, y[2] = {from->y[0][at], from->y[1][at]};
    const double radius = from->radius == NULL ? 0 : from->radius[at];
    uint32_t flags;
    const char *reason = refuse_doubles(x, y, from->size, radius, &flags);
    if (reason == NULL)
        append_doubles(set, x, y, from->size, flags, radius);
    return reason;
}

sepal_status sepal_polys_add_circles_doubles(sepal_polys *set, const sepal_circles_doubles *circles, size_t count, uint32_t *index,
                                             sepal_refusal *refusal) {
    if (set == NULL || circles == NULL || (count > 0 && (circles->x == NULL || circles->y == NULL)))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    const rows_of_doubles from = {{circles->x, circles->x}, {circles->y, circles->y}, circles->radius, circles->stride, 1};
    return sepal_polys_store_all(set, &from, count, count * sepal_quads_of_doubles(1), append_row_of_doubles, index, refusal);
}

sepal_status sepal_polys_add_capsules_doubles(sepal_polys *set, const sepal_capsules_doubles *capsules, size_t count,
                                              uint32_t *index, sepal_refusal *refusal) {
    if (set == NULL || capsules == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (count > 0 && (capsules->x0 == NULL || capsules->y0 == NULL || capsules->x1 == NULL || capsules->y1 == NULL))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    const rows_of_doubles from = {
        {capsules->x0, capsules->x1}, {capsules->y0, capsules->y1}, capsules->radius, capsules->stride, 2};
    return sepal_polys_store_all(set, &from, count, count * sepal_quads_of_doubles(2), append_row_of_doubles, index, refusal);
}

sepal_status sepal_polys_update_doubles(sepal_polys *set, uint32_t index, const double *x, const double *y) {
    if (set == NULL || x == NULL || y == NULL || index >= set->count || sepal_poly_is_removed(set, index))
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    uint32_t flags;
    const sepal_poly_head head = set->heads[index];
    sepal_fpstate callers = sepal_fpstate_enter();
    const double radius = sepal_poly_radius64(set, index);
    sepal_status status = refuse_doubles(x, y, head.size, radius, &flags) == NULL ? SEPAL_OK : SEPAL_BAD_SHAPE;
    if (status == SEPAL_OK)
        write_doubles(set, index, head.at, x, y, head.size, flags, radius);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_polys_vertices_doubles(const sepal_polys *set, uint32_t index, const double **x, const double **y,
                                          size_t *count) {
    if (set == NULL || x == NULL || y == NULL || count == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    *x = sepal_poly_exact_x(set, index);
    *y = sepal_poly_exact_y(set, index);
    *count = sepal_poly_is_removed(set, index) ? 0 : set->heads[index].size;
    return SEPAL_OK;
}

sepal_status sepal_polys_radius_doubles(const sepal_polys *set, uint32_t index, double *radius) {
    if (set == NULL || radius == NULL || index >= set->count)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    *radius = sepal_poly_is_removed(set, index) ? 0 : sepal_poly_radius64(set, index);
    return SEPAL_OK;
}

/* Which shapes are boxes may change with the origin, so the totals are counted anew. */
sepal_status sepal_polys_rebase(sepal_polys *set, double origin_x, double origin_y) {
    if (set == NULL)
        return SEPAL_BAD_ARGUMENT;
    if (!set->doubles)
        return SEPAL_BAD_KIND;
    sepal_fpstate callers = sepal_fpstate_enter();
    const bool fine = sepal_is_double_coordinate(origin_x) && sepal_is_double_coordinate(origin_y);
    if (fine) {
        set->origin_x = origin_x;
        set->origin_y = origin_y;
        set->boxes = set->plain = true;
        for (uint32_t k = 0; k < set->count; k++) {
            const sepal_poly_head head = set->heads[k];
            write_doubles(set, k, head.at, sepal_poly_exact_x(set, k), sepal_poly_exact_y(set, k), head.size,
                          head.flags & (uint32_t)(SEPAL_FLAT | SEPAL_CLOCKWISE), sepal_poly_radius64(set, k));
        }
    }
    sepal_fpstate_leave(callers);
    return fine ? SEPAL_OK : SEPAL_BAD_ARGUMENT;
}
