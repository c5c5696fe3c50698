/* tails.h — numbers of twice the places of a double, and with them distances in the plane beside a reach, in words: of one pair
 * (one.h) or with a pair in each lane (simd.h). The unit includes the one or the other.
 *
 * A number is a sum of two doubles, of which the second one is what rounding took from the first (Dekker, "A Floating-Point Technique
 * for Extending the Available Precision", Numerische Mathematik 18, 1971). Where a distance equals a reach in decimals, which are none
 * of the doubles, these numbers tell which of the two is greater; docs/numerics/doubles.md ("Tails") bounds their errors. */
#ifndef SEPAL_SIMD_TAILS_H
#define SEPAL_SIMD_TAILS_H

/* A bound on the error of a square of a distance less that of a reach, relative to the sum of the magnitudes that are added. */
#define SEPAL_TAIL_ERROR (64 * 0x1p-106)

typedef struct tailed {
    wd high, low;
} tailed;

typedef struct tailed2 {
    tailed x, y;
} tailed2;

/* A number with a bound on its error; the sign is that of its high part. */
typedef struct tailed_estimate {
    tailed value;
    wd error;
} tailed_estimate;

/* A reach, and where it is exactly the sum of its parts. */
typedef struct tailed_sum {
    tailed sum;
    wdm exact;
} tailed_sum;

/* a + b, exactly (Knuth's sum of two). */
static inline tailed tailed_of(wd a, wd b) {
    const wd sum = wd_add(a, b), of_b = wd_sub(sum, a);
    return (tailed){sum, wd_add(wd_sub(a, wd_sub(sum, of_b)), wd_sub(b, of_b))};
}

static inline tailed tailed_add(tailed a, tailed b) {
    const tailed sum = tailed_of(a.high, b.high);
    return tailed_of(sum.high, wd_add(sum.low, wd_add(a.low, b.low)));
}

static inline tailed tailed_sub(tailed a, tailed b) {
    const wd zero = wd_set1(0);
    return tailed_add(a, (tailed){wd_sub(zero, b.high), wd_sub(zero, b.low)});
}

/* a b, exactly. */
static inline tailed tailed_product(wd a, wd b) {
    const wd high = wd_mul(a, b);
    return (tailed){high, wd_tail(a, b, high)};
}

static inline tailed tailed_mul(tailed a, tailed b) {
    const wd high = wd_mul(a.high, b.high), cross = wd_add(wd_mul(a.high, b.low), wd_mul(a.low, b.high));
    return tailed_of(high, wd_add(wd_tail(a.high, b.high, high), cross));
}

static inline tailed_sum tailed_reach(wd a, wd b, wd c) {
    const tailed two = tailed_of(a, b), all = tailed_of(two.high, c), rest = tailed_of(two.low, all.low);
    return (tailed_sum){tailed_of(all.high, rest.high), wd_eq(rest.low, wd_set1(0))};
}

static inline tailed tailed_square2(tailed2 v) {
    return tailed_add(tailed_mul(v.x, v.x), tailed_mul(v.y, v.y));
}

/* A number that is known to be a multiple of `unit`, a power of two: it is 0 where nothing else is so near to what was computed. */
static inline tailed_estimate tailed_multiple(tailed_estimate t, wd unit) {
    const wd zero = wd_set1(0);
    const wdm is_zero = wd_gt(unit, wd_add(wd_abs(t.value.high), t.error));
    return (tailed_estimate){{wd_select(is_zero, zero, t.value.high), wd_select(is_zero, zero, t.value.low)},
                             wd_select(is_zero, zero, t.error)};
}

/* Where a way, or an edge, is along a coordinate axis, the reach compares exactly with one coordinate v of the way: a number of that sign in
 * the lanes `where`, and `otherwise` in the others. */
static inline tailed_estimate tailed_straight(tailed_estimate otherwise, wdm where, tailed v, const tailed_sum *reach) {
    const wd zero = wd_set1(0);
    const wdm back = wd_gt(zero, v.high), exact = wdm_and(where, reach->exact);
    const tailed less = tailed_sub(reach->sum, v), more = tailed_add(reach->sum, v);
    return (tailed_estimate){{wd_select(exact, wd_select(back, more.high, less.high), otherwise.value.high),
                              wd_select(exact, wd_select(back, more.low, less.low), otherwise.value.low)},
                             wd_select(exact, zero, otherwise.error)};
}

/* reach^2 - |v|^2, or where v is along an axis a number of that sign. grain: of which all coordinates and parts of the reach are
 * multiples, a power of two. */
static inline tailed_estimate tailed_within_of_points(tailed2 v, const tailed_sum *reach, wd grain) {
    const wd zero = wd_set1(0);
    const tailed square = tailed_square2(v), reach2 = tailed_mul(reach->sum, reach->sum);
    const tailed_estimate within = {tailed_sub(reach2, square),
                                    wd_mul(wd_add(reach2.high, square.high), wd_set1(SEPAL_TAIL_ERROR))};
    const tailed_estimate on_x = tailed_straight(tailed_multiple(within, wd_mul(grain, grain)), wd_eq(v.y.high, zero), v.x, reach);
    return tailed_straight(on_x, wd_eq(v.x.high, zero), v.y, reach);
}

/* reach^2 |e|^2 - (v x e)^2, likewise where e is along an axis. */
static inline tailed_estimate tailed_within_of_line(tailed2 v, tailed2 e, const tailed_sum *reach, wd grain) {
    const wd zero = wd_set1(0), grain2 = wd_mul(grain, grain);
    const tailed left = tailed_mul(v.x, e.y), right = tailed_mul(v.y, e.x), area = tailed_sub(left, right);
    const tailed needed = tailed_mul(tailed_mul(reach->sum, reach->sum), tailed_square2(e));
    const wd sum = wd_add(wd_abs(left.high), wd_abs(right.high));
    const tailed_estimate within = {tailed_sub(needed, tailed_mul(area, area)),
                                    wd_mul(wd_add(needed.high, wd_mul(sum, sum)), wd_set1(SEPAL_TAIL_ERROR))};
    const tailed_estimate by_x =
        tailed_straight(tailed_multiple(within, wd_mul(grain2, grain2)), wd_eq(e.y.high, zero), v.y, reach);
    return tailed_straight(by_x, wd_eq(e.x.high, zero), v.x, reach);
}

#endif
