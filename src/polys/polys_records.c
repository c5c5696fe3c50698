/* polys_records.c — the exponents, circles, parallelograms and segments that the filters read.
 *
 * They are computed in float32 with + - * / and sqrt in a fixed order, each rounded once, and rounded to the safe side at the end.
 * kernel/place_lanes.h computes the same bits for many shapes at once. Coordinates are taken relative to the first vertex or to the
 * centre, so that the distance from the origin costs no accuracy. The proofs are in docs/numerics/records.md. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "bounds.h"
#include "records.h"
#include <math.h>
#include <string.h>

static float larger(float a, float b) {
    return a > b ? a : b;
}

static float smaller(float a, float b) {
    return a < b ? a : b;
}

/* The least e with |v| < 2^e; for subnormals and 0, that of the least normal floats. */
static int exponent_of(float v) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    int biased = (int)(word >> 23 & 0xff);
    return (biased == 0 ? 1 : biased) - 126;
}

/* Sets the exponents low and high of a head. */
SPECIALISED void find_exponents(const float *x, const float *y, size_t count, sepal_poly_head *head) {
    float least = INFINITY, most = 0; /* of the magnitudes; zeros do not count for the least */
    for (size_t i = 0; i < 2 * count; i++) {
        float size = fabsf(i < count ? x[i] : y[i - count]);
        least = size > 0 ? smaller(least, size) : least;
        most = larger(most, size);
    }
    head->low = most > 0 ? (int16_t)(exponent_of(least) - 24) : SEPAL_LOW_OF_ZERO;
    head->high = most > 0 ? (int16_t)exponent_of(most) : SEPAL_HIGH_OF_ZERO;
}

/* The square of the radius of a disc around (cx, cy) that is inside the polygon, apart from rounding; negative if there is no such
 * disc, or an edge is too short. `area` is twice the area of the triangle of an edge and the centre; divided by the length of the
 * edge it is the distance of the centre from the edge's line. In triangles and parallelograms all these areas are equal, so up to
 * four vertices the least area is divided once, by the longest edge. */
SPECIALISED float inner_square(const float *x, const float *y, size_t count, bool clockwise, float cx, float cy) {
    float least = INFINITY, least_area = INFINITY, least_square = INFINITY, most_square = 0;
    for (size_t i = 0; i < count; i++) {
        size_t next = i + 1 < count ? i + 1 : 0;
        float ex = x[next] - x[i], ey = y[next] - y[i], rx = x[i] - cx, ry = y[i] - cy;
        if (ex == 0 && ey == 0)
            continue;
        float area = ey * rx - ex * ry, square = ex * ex + ey * ey;
        area = clockwise ? -area : area;
        least_area = smaller(least_area, area);
        least_square = smaller(least_square, square);
        most_square = larger(most_square, square);
        if (count > 4)
            least = smaller(least, area * (area / square));
    }
    if (!(least_area > 0 && least_square >= SEPAL_RECORD_LEAST_SQUARE))
        return -1;
    return count > 4 ? least : least_area * (least_area / most_square);
}

/* The sum of the differences from the first value. Of more than 16 values, those whose places are equal modulo 16 are added up
 * first, so that lanes can do it at once; then half of these sums are added to the other half, until one is left. */
SPECIALISED float sum_from_first(const float *value, size_t count) {
    float part[SEPAL_COARSE] = {0};
    if (count <= SEPAL_COARSE) {
        for (size_t i = 1; i < count; i++)
            part[0] = part[0] + (value[i] - value[0]);
        return part[0];
    }
    for (size_t i = 0; i < count; i++)
        part[i % SEPAL_COARSE] = part[i % SEPAL_COARSE] + (value[i] - value[0]);
    for (size_t half = SEPAL_COARSE / 2; half > 0; half /= 2)
        for (size_t k = 0; k < half; k++)
            part[k] = part[k] + part[k + half];
    return part[0];
}

/* The mean of the vertices. */
SPECIALISED void find_centre(const float *x, const float *y, size_t count, float *cx, float *cy) {
    float share = 1.0F / (float)count;
    *cx = x[0] + sum_from_first(x, count) * share;
    *cy = y[0] + sum_from_first(y, count) * share;
}

/* The radius of a disc around the centre that is inside the core. If there is none, the result is negative or 0, and some point of
 * the core is within -result of the centre. `outer`: no vertex is farther from the centre. */
SPECIALISED float inner_of_core(const float *x, const float *y, size_t count, uint32_t flags, float cx, float cy, float outer) {
    if (count == 1)
        return 0;
    if (count == 2) /* the mean of two is on the segment, before it is rounded */
        return -(((fabsf(cx) + fabsf(cy)) + outer) * 0x1p-23F);
    float square = flags & SEPAL_FLAT ? -1 : inner_square(x, y, count, (flags & SEPAL_CLOCKWISE) != 0, cx, cy);
    float inner = square > 0 ? sqrtf(square) * (1 - SEPAL_RECORD_MARGIN) - outer * SEPAL_RECORD_MARGIN : -outer;
    return inner >= 0 ? inner : -outer;
}

/* The two circles of a shape; `flags` as from sepal_poly_is_convex. */
SPECIALISED sepal_poly_circle find_circle(const float *x, const float *y, size_t count, uint32_t flags, float radius) {
    float cx, cy, farthest = 0;
    find_centre(x, y, count, &cx, &cy);
    for (size_t i = 0; i < count; i++) {
        float rx = x[i] - cx, ry = y[i] - cy;
        farthest = larger(farthest, rx * rx + ry * ry);
    }
    sepal_poly_circle circle = {x[0], y[0], INFINITY, -INFINITY};
    float core = larger(sqrtf(farthest) * (1 + SEPAL_RECORD_MARGIN), SEPAL_RANGE_LEAST);
    float outer = count == 1 ? larger(radius, SEPAL_RANGE_LEAST) : core + radius * (1 + SEPAL_RECORD_MARGIN);
    if (outer <= SEPAL_RANGE_MOST && fabsf(cx) <= SEPAL_RANGE_MOST && fabsf(cy) <= SEPAL_RANGE_MOST) {
        float inner = inner_of_core(x, y, count, flags, cx, cy, core) + radius * (1 - SEPAL_RECORD_MARGIN);
        circle = (sepal_poly_circle){cx, cy, outer, inner >= SEPAL_RANGE_LEAST ? inner : -outer};
    }
    if (flags & SEPAL_CLOCKWISE)
        circle.outer = -circle.outer;
    return circle;
}

/* The quarter of the difference of two opposite edges, (b - a) - (d - c). */
static float quarter(float a, float b, float c, float d) {
    return ((b - a) - (d - c)) * 0.25F;
}

/* The greatest distance of four coordinates, relative to the centre, from those of the corners -(u+v), u-v, u+v, -(u-v). */
static float stray(const float *at, float centre, float u, float v) {
    float sum = u + v, difference = u - v;
    float first = larger(fabsf((at[0] - centre) + sum), fabsf((at[1] - centre) - difference));
    return larger(first, larger(fabsf((at[2] - centre) - sum), fabsf((at[3] - centre) + difference)));
}

/* The parallelogram nearest to four vertices with this circle. */
static inline sepal_poly_parallelogram find_parallelogram(const float *x, const float *y, const sepal_poly_circle *circle) {
    sepal_poly_parallelogram box = {
        .x = circle->x,
        .y = circle->y,
        .ux = quarter(x[0], x[1], x[2], x[3]),
        .uy = quarter(y[0], y[1], y[2], y[3]),
        .vx = quarter(x[1], x[2], x[3], x[0]),
        .vy = quarter(y[1], y[2], y[3], y[0]),
        .slack = INFINITY,
        .norm = 1,
    };
    float norm = larger(fabsf(box.ux) + fabsf(box.uy), fabsf(box.vx) + fabsf(box.vy)) * (1 + SEPAL_RECORD_MARGIN);
    if (fabsf(circle->outer) <= SEPAL_BOX_RANGE_MOST && norm >= SEPAL_RANGE_LEAST) {
        float astray = larger(stray(x, circle->x, box.ux, box.vx), stray(y, circle->y, box.uy, box.vy));
        float size = larger(fabsf(box.ux), fabsf(box.uy)) + larger(fabsf(box.vx), fabsf(box.vy));
        box.slack = astray * (1 + SEPAL_RECORD_MARGIN) + size * SEPAL_BOX_ERROR;
        box.norm = norm;
    }
    return box;
}

/* The segment between the first and the last of up to two vertices with this circle.
 * The inverse has an upper bound, so that it is finite for the shortest segments too. It need not be accurate: it only says where
 * to look for the nearest point. */
static sepal_poly_segment find_segment(const float *x, const float *y, size_t count, const sepal_poly_circle *circle,
                                       float radius) {
    float x1 = x[count - 1], y1 = y[count - 1];
    sepal_poly_segment segment = {.x = circle->x, .y = circle->y, .radius = radius, .slack = INFINITY};
    segment.ux = (x1 - x[0]) * 0.5F;
    segment.uy = (y1 - y[0]) * 0.5F;
    segment.inverse = 1 / larger(segment.ux * segment.ux + segment.uy * segment.uy, SEPAL_RECORD_LEAST_SQUARE);
    if (fabsf(circle->outer) <= SEPAL_RANGE_MOST) {
        float astray_x = larger(fabsf((x[0] - circle->x) + segment.ux), fabsf((x1 - circle->x) - segment.ux));
        float astray_y = larger(fabsf((y[0] - circle->y) + segment.uy), fabsf((y1 - circle->y) - segment.uy));
        float size = larger(fabsf(segment.ux), fabsf(segment.uy));
        segment.slack = larger(astray_x, astray_y) * (1 + SEPAL_RECORD_MARGIN) + size * SEPAL_BOX_ERROR;
    }
    return segment;
}

/* The records are written where they belong, number by number: a copy made of them first would be read by whole registers right after it
 * was written in parts, which waits until all is in the cache. */
SPECIALISED uint32_t write_records(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size,
                                   uint32_t flags, float radius) {
    sepal_poly_head *head = &set->heads[index];
    sepal_poly_core *core = &set->cores[index];
    const sepal_poly_circle circle = find_circle(x, y, size, flags, radius);
    if (size <= 2) {
        core->segment = find_segment(x, y, size, &circle, radius);
    } else if (size == 4) {
        const sepal_poly_parallelogram box = find_parallelogram(x, y, &circle);
        core->parallelogram = box;
        flags |= sepal_poly_is_box(&box) ? SEPAL_BOX : 0U;
    } else {
        core->parallelogram = (sepal_poly_parallelogram){.slack = INFINITY};
    }
    set->circles[index] = circle;
    head->at = at;
    head->size = size;
    find_exponents(x, y, size, head);
    head->flags = (uint16_t)flags;
    head->class = (uint16_t)sepal_class_of(size, flags);
    const uint32_t padded = sepal_padded(size);
    float *to_x = set->vertices + 4 * (size_t)at, *to_y = to_x + padded;
    if (size > SEPAL_COARSE)
        sepal_poly_find_coarse(x, y, size, to_x - SEPAL_COARSE_FLOATS);
    for (size_t i = 0; i < padded; i++) {
        size_t k = i < size ? i : size - 1;
        to_x[i] = x[k];
        to_y[i] = y[k];
    }
    return flags;
}

uint32_t sepal_poly_write_records(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size,
                                  uint32_t flags, float radius) {
    return size == 4 ? write_records(set, index, at, x, y, 4, flags, radius)
                     : write_records(set, index, at, x, y, size, flags, radius);
}

bool sepal_poly_is_plain(const sepal_polys *set, uint32_t index) {
    return (set->heads[index].flags & (SEPAL_FLAT | SEPAL_CLOCKWISE)) == 0 && isfinite(set->circles[index].outer);
}

void sepal_poly_write(sepal_polys *set, uint32_t index, uint32_t at, const float *x, const float *y, uint32_t size, uint32_t flags,
                      float radius) {
    radius = radius > 0 ? radius : 0; /* -0 becomes 0 */
    (void)sepal_poly_write_records(set, index, at, x, y, size, flags, radius);
    sepal_poly_count(set, index, (double)radius);
}

static void store_radius(sepal_polys *set, size_t index, double radius) {
    if (set->doubles)
        set->radii64[index] = radius;
    else
        set->radii[index] = (float)radius;
}

void sepal_poly_count(sepal_polys *set, uint32_t index, double radius) {
    const uint32_t size = set->heads[index].size;
    set->same = set->same && (set->largest == 0 || sepal_padded(size) == sepal_padded(set->largest));
    set->largest = size > set->largest ? size : set->largest;
    set->boxes = set->boxes && (set->heads[index].flags & SEPAL_BOX) != 0;
    set->plain = set->plain && sepal_poly_is_plain(set, index);
    if (radius > 0 && !set->round) { /* the first: those before it have none */
        for (size_t i = 0; i < set->count; i++)
            store_radius(set, i, 0);
        set->round = true;
    }
    if (set->round)
        store_radius(set, index, radius);
}
