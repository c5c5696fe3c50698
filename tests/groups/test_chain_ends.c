/* test_chain_ends.c — contacts with chains at the ends of segments: normals of a quarter turn at a free end, and sides of shapes that
 * lie across the end of a segment, exactly or nearly. The lowest point above a segment is found anew, with whole numbers. */
#include "../common/check.h"

#include <criterion/criterion.h>
#include <math.h>
#include <sepal/sepal.h>
#include <string.h>

__extension__ typedef __int128 wide;

typedef struct answer {
    uint8_t count;
    float normal_x, normal_y, depth[2], x[2], y[2];
    uint32_t feature[2];
} answer;

static sepal_contacts arrays_of(answer *to) {
    return (sepal_contacts){.count = &to->count,
                            .normal_x = &to->normal_x,
                            .normal_y = &to->normal_y,
                            .depth = to->depth,
                            .x = to->x,
                            .y = to->y,
                            .feature = to->feature};
}

/* --- Free ends -------------------------------------------------------------------------------- */

/* Boxes and balls straight beyond an end, their middle on the line of the segment: the normal is the way along it, a quarter turn from
 * that of the segment, however it is rounded. It belongs to the border, so the chain changes nothing. */
Test(chain_ends, a_quarter_turn_at_a_free_end_belongs_to_the_border) {
    size_t points = 0, rounded = 0;
    for (int dx = -9; dx <= 9; dx++)
        for (int dy = -9; dy <= 9; dy++)
            for (int kind = 0; kind < 4; kind++) {
                if (dx == 0 && dy == 0)
                    continue;
                const int sign = kind % 2 == 0 ? 1 : -1; /* beyond the end, or before the start */
                const int at_x = kind % 2 == 0 ? dx : 0, at_y = kind % 2 == 0 ? dy : 0, to_x = sign * dx, to_y = sign * dy;
                sepal_polys *chain = empty_set(NULL), *shape = empty_set(NULL);
                const float x[] = {0, (float)dx}, y[] = {0, (float)dy};
                cr_assert_eq(sepal_polys_add(chain, x, y, 2, NULL), SEPAL_OK);
                if (kind < 2) { /* a box that reaches from the end as far as the segment is long */
                    const float box_x[] = {(float)(at_x + to_y), (float)(at_x + to_x + to_y), (float)(at_x + to_x - to_y),
                                           (float)(at_x - to_y)};
                    const float box_y[] = {(float)(at_y - to_x), (float)(at_y + to_y - to_x), (float)(at_y + to_y + to_x),
                                           (float)(at_y + to_x)};
                    cr_assert_eq(sepal_polys_add(shape, box_x, box_y, 4, NULL), SEPAL_OK);
                } else {
                    const float ball_x = (float)(at_x + 3 * to_x), ball_y = (float)(at_y + 3 * to_y);
                    const float radius = 3 * sqrtf((float)(dx * dx + dy * dy));
                    cr_assert_eq(sepal_polys_add_circles(shape, &(sepal_circles){&ball_x, &ball_y, &radius, 1}, 1, NULL, NULL),
                                 SEPAL_OK);
                }
                answer plain, found;
                memset(&plain, 0, sizeof plain);
                memset(&found, 0, sizeof found);
                const sepal_contacts out_plain = arrays_of(&plain), out = arrays_of(&found);
                const sepal_contact_rule rule = {.margin = 0.5F};
                use_isa((size_t)(dx + dy + 18) % sepal_isa_count());
                cr_assert_eq(sepal_polys_contacts_pairs(chain, shape, &(sepal_pair){0, 0}, 1, &rule, &out_plain), SEPAL_OK);
                cr_assert_eq(
                    sepal_polys_contacts_chains(chain, &(sepal_groups){NULL, 0}, shape, &(sepal_pair){0, 0}, 1, &rule, &out),
                    SEPAL_OK);
                cr_assert_gt(plain.count, 0, "kind %d, way (%d, %d)", kind, dx, dy);
                cr_assert(memcmp(&plain, &found, sizeof plain) == 0, "kind %d, way (%d, %d): normal (%.9g, %.9g), %d points", kind,
                          dx, dy, (double)plain.normal_x, (double)plain.normal_y, found.count);
                points += found.count;
                const double upwards = dy * (double)plain.normal_x - dx * (double)plain.normal_y;
                rounded += upwards < 0;
                sepal_polys_destroy(chain);
                sepal_polys_destroy(shape);
            }
    cr_assert(points > 1000 && rounded > 100, "%zu points, %zu normals below a quarter turn", points, rounded);
}

/* --- Sides across an end ---------------------------------------------------------------------- */

typedef struct place {
    int64_t x, y;
} place;

static place minus(place p, place q) {
    return (place){p.x - q.x, p.y - q.y};
}

static int64_t along(place way, place p) {
    return way.x * p.x + way.y * p.y;
}

/* How far a point is above the line of a segment, times its length. */
static int64_t above(place way, place p) {
    return way.y * p.x - way.x * p.y;
}

/* The lowest point of a triangle above the segment from p to q, ends included, times the segment's length; infinite if there is none.
 * Only the last quotient is rounded. */
static long double lowest_above(place p, place q, const place corner[3]) {
    const place way = minus(q, p);
    const int64_t end = along(way, way);
    long double lowest = INFINITY;
    for (int k = 0; k < 3; k++) {
        const place v = minus(corner[k], p), w = minus(corner[(k + 1) % 3], p);
        const int64_t from = along(way, v), to = along(way, w);
        if (from >= 0 && from <= end)
            lowest = fminl(lowest, (long double)above(way, v));
        for (int side = 0; side < 2; side++) {
            const int64_t at = side * end;
            if ((from < at) != (to < at) && from != at && to != at)
                lowest = fminl(lowest, (long double)((wide)above(way, v) * (to - at) + (wide)above(way, w) * (at - from)) /
                                           (long double)(to - from));
        }
    }
    return lowest;
}

static int64_t between(rng *r, int64_t low, int64_t high) {
    return low + (int64_t)rng_below(r, (uint32_t)(high - low + 1));
}

/* A corner on the line across an end of the segment, or near to it by whole numbers far smaller than the side, or anywhere. */
static place make_corner(rng *r, place p, place q, int64_t reach, uint32_t kind) {
    const place way = minus(q, p), end = rng_below(r, 2) == 0 ? p : q;
    if (kind == 0)
        return (place){between(r, -reach, reach), between(r, -reach, reach)};
    const int64_t most = reach / (llabs(way.x) + llabs(way.y)), steps = between(r, -most, most);
    const int64_t off = kind == 1 ? 0 : 2;
    return (place){end.x - steps * way.y + between(r, -off, off), end.y + steps * way.x + between(r, -off, off)};
}

/* Triangles about the middle segment of a straight border, where no normal but that of the segment belongs to it. Sides lie across the
 * ends of the segment, exactly or nearly: there are points if and only if a point of the triangle is above the segment, and the deeper
 * one is as deep as the lowest of these. */
Test(chain_ends, the_deeper_point_is_the_lowest_above_the_segment) {
    static const int64_t reaches[] = {40, 1 << 12, 1 << 22};
    rng r = {3107};
    size_t with_points = 0, without = 0, steep = 0, touching = 0;
    for (int n = 0; n < 60000; n++) {
        const int64_t reach = reaches[n % 3], size = n % 2 == 0 ? 3 : 40;
        const place way = {between(&r, -size, size), between(&r, -size, size)}, p = {between(&r, -20, 20), between(&r, -20, 20)},
                    q = {p.x + way.x, p.y + way.y};
        place corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = way.x == 0 && way.y == 0 ? p : make_corner(&r, p, q, reach, rng_below(&r, 3));
        const place first = minus(corner[1], corner[0]), second = minus(corner[2], corner[0]);
        if ((way.x == 0 && way.y == 0) || first.x * second.y == first.y * second.x)
            continue;
        const float chain_x[] = {(float)(p.x - way.x), (float)p.x, (float)q.x, (float)(q.x + way.x)},
                    chain_y[] = {(float)(p.y - way.y), (float)p.y, (float)q.y, (float)(q.y + way.y)};
        float x[3], y[3];
        double most = 0;
        for (int k = 0; k < 3; k++) {
            x[k] = (float)corner[k].x;
            y[k] = (float)corner[k].y;
            most = fmax(most, fmax(fabs((double)(corner[k].x - p.x)), fabs((double)(corner[k].y - p.y))));
        }
        most = fmax(most, fmax(fabs((double)way.x), fabs((double)way.y)));
        sepal_polys *chain = empty_set(NULL), *shape = empty_set(NULL);
        const float radius = n % 5 == 0 ? 2 : 0;
        const sepal_capsules segments = {chain_x, chain_y, chain_x + 1, chain_y + 1, NULL, 1};
        cr_assert_eq(sepal_polys_add_capsules(chain, &segments, 3, NULL, NULL), SEPAL_OK);
        cr_assert_eq(sepal_polys_add_round(shape, x, y, 3, radius, NULL), SEPAL_OK);
        answer plain = {0}, found = {0};
        const sepal_contacts out_plain = arrays_of(&plain), out = arrays_of(&found);
        const sepal_contact_rule rule = {.margin = 0x1p24F};
        use_isa((size_t)n % sepal_isa_count());
        cr_assert_eq(sepal_polys_contacts_pairs(chain, shape, &(sepal_pair){1, 0}, 1, &rule, &out_plain), SEPAL_OK);
        cr_assert_eq(sepal_polys_contacts_chains(chain, &(sepal_groups){(const uint32_t[]){0, 3}, 1}, shape, &(sepal_pair){1, 0}, 1,
                                                 &rule, &out),
                     SEPAL_OK);
        sepal_polys_destroy(chain);
        sepal_polys_destroy(shape);
        const double length = sqrt((double)along(way, way));
        const double leaning = fabs((double)way.x * (double)plain.normal_x + (double)way.y * (double)plain.normal_y) / length;
        int64_t low = INT64_MAX, high = INT64_MIN;
        for (int k = 0; k < 3; k++) {
            const int64_t height = above(way, minus(corner[k], p));
            low = height < low ? height : low;
            high = height > high ? height : high;
        }
        if (low + high < 0 || leaning <= 0x1p-15) /* behind the segment; or with its normal, so that the answer may stay */
            continue;
        const long double lowest = lowest_above(p, q, corner);
        cr_assert_eq(found.count > 0, lowest < INFINITY, "case %d: %d points", n, found.count);
        without += found.count == 0;
        if (found.count == 0)
            continue;
        const float deeper = found.count == 2 ? fmaxf(found.depth[0], found.depth[1]) : found.depth[0];
        const double expected = (double)radius - (double)(lowest / (long double)length);
        cr_assert_float_eq((double)deeper, expected, 0x1p-17 * most + 0x1p-24 * fabs(expected), "case %d: depth %g instead of %g",
                           n, (double)deeper, expected);
        with_points++;
        bool inside = false, on_line = true;
        for (int k = 0; k < 3; k++) {
            const int64_t at = along(way, minus(corner[k], p)), end = along(way, way);
            inside |= at > 0 && at < end;
            on_line &= at <= 0 || at >= end;
            steep += llabs(along(way, minus(corner[(k + 1) % 3], corner[k]))) * 1000 <
                     llabs(above(way, minus(corner[(k + 1) % 3], corner[k])));
        }
        touching += !inside && on_line;
    }
    cr_assert(with_points > 10000 && without > 500 && steep > 5000 && touching > 1000, "%zu %zu %zu %zu", with_points, without,
              steep, touching);
}

/* A box upright beside the end of a segment that another one continues, moved in steps across the line through the end: as soon as its
 * side is on the line, the lowest corner counts, and the depth does not change any more. */
Test(chain_ends, the_depth_does_not_jump_where_a_side_goes_over_an_end) {
    rng r = {88};
    for (int n = 0; n < 400; n++) {
        const int64_t dx = between(&r, -30, 30), dy = between(&r, -30, 30);
        if (dx == 0 && dy == 0)
            continue;
        const float x[] = {0, (float)dx, (float)(2 * dx)}, y[] = {0, (float)dy, (float)(2 * dy)};
        const double length = sqrt((double)(dx * dx + dy * dy));
        for (int step = -3; step <= 3; step++) {
            sepal_polys *chain = empty_set(NULL), *shape = empty_set(NULL);
            const sepal_capsules segments = {x, y, x + 1, y + 1, NULL, 1};
            cr_assert_eq(sepal_polys_add_capsules(chain, &segments, 2, NULL, NULL), SEPAL_OK);
            /* from 3 quarters of the length in front of the line to 1 quarter behind it, beyond the end of the first segment */
            float box_x[4], box_y[4];
            for (int k = 0; k < 4; k++) {
                const double far = (k == 1 || k == 2 ? 1.5 : 1.0) + step * 0x1p-12, up = k < 2 ? -0.25 : 0.75;
                box_x[k] = (float)(far * (double)dx + up * (double)dy);
                box_y[k] = (float)(far * (double)dy - up * (double)dx);
            }
            cr_assert_eq(sepal_polys_add(shape, box_x, box_y, 4, NULL), SEPAL_OK);
            answer found = {0};
            const sepal_contacts out = arrays_of(&found);
            cr_assert_eq(sepal_polys_contacts_chains(chain, &(sepal_groups){(const uint32_t[]){0, 2}, 1}, shape,
                                                     &(sepal_pair){0, 0}, 1, &(sepal_contact_rule){.margin = 1}, &out),
                         SEPAL_OK);
            cr_assert_eq(found.count > 0, step <= 0, "way (%d, %d), step %d: %d points", (int)dx, (int)dy, step, found.count);
            if (found.count > 0)
                cr_assert_float_eq((double)found.depth[0], length / 4, 1e-5 * length, "way (%d, %d), step %d: depth %g", (int)dx,
                                   (int)dy, step, (double)found.depth[0]);
            sepal_polys_destroy(chain);
            sepal_polys_destroy(shape);
        }
    }
}
