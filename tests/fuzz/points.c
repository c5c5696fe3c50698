#include "points.h"

#include <float.h>
#include <math.h>
#include <string.h>

pen pen_create(bytes *from) {
    return (pen){.from = from};
}

/* --- Floats --------------------------------------------------------------------------------------*/

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The float that is `steps` floats above; at most the greatest float, and at least the least. */
static float move_by_ulps(float value, int steps) {
    int32_t greatest = 0x7f7fffff;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    int32_t magnitude = (int32_t)(bits & 0x7fffffff);
    int64_t rank = (int64_t)(bits >> 31 ? -magnitude : magnitude) + steps; /* these numbers have the order of the floats */
    rank = rank > greatest ? greatest : rank < -greatest ? -greatest : rank;
    return float_of(rank < 0 ? 0x80000000U | (uint32_t)-rank : (uint32_t)rank);
}

float to_float(double value) {
    return value > (double)FLT_MAX ? FLT_MAX : value < -(double)FLT_MAX ? -FLT_MAX : (float)value;
}

/* The index of an earlier point. */
static size_t take_seen(pen *p) {
    size_t kept = p->seen < PEN_SEEN ? p->seen : PEN_SEEN;
    return kept == 0 ? 0 : take_below(p->from, (uint32_t)kept);
}

float take_float(pen *p) {
    static const float special[] = {1,       -0.0F,          FLT_MAX,     -FLT_MAX,         FLT_MIN,   FLT_TRUE_MIN, -FLT_TRUE_MIN,
                                    0x1p60F, 0x1.000002p60F, 0x1.8p-126F, INFINITY,         -INFINITY, NAN,          0x1p-40F,
                                    0x1p57F, 0x1p30F,        0x1p125F,    0x1.fffffep-127F, 0x1p-50F,  0x1p24F};
    bytes *b = p->from;
    switch (take_below(b, 8)) {
    case 0:
        return (float)take_small(b);
    case 1:
        return float_of(take_word(b));
    case 2:
        return special[take_below(b, sizeof special / sizeof *special)];
    case 3:
        return p->seen_x[take_seen(p)];
    case 4:
        return p->seen_y[take_seen(p)];
    case 5: {
        size_t i = take_seen(p);
        float value = take_byte(b) & 1 ? p->seen_x[i] : p->seen_y[i];
        return move_by_ulps(value, take_small(b));
    }
    case 6: {
        int mantissa = take_small(b);
        return to_float(ldexp((double)mantissa, take_small(b)));
    }
    default:
        return to_float(ldexp((double)(take_word(b) & 0xffffff), p->scale));
    }
}

float take_finite(pen *p) {
    float value = take_float(p);
    return isfinite(value) ? value : 0;
}

float take_reach(pen *p) {
    return take_byte(p->from) % 2 == 0 ? 0 : fabsf(take_finite(p));
}

/* --- Points --------------------------------------------------------------------------------------*/

static void take_lattice(pen *p, double step_x, double step_y, float *x, float *y) {
    *x = to_float((double)p->x + ldexp(step_x, p->scale));
    *y = to_float((double)p->y + ldexp(step_y, p->scale));
}

/* Points of a parabola, which are the corners of a convex polygon for any number of points. */
static size_t take_run(pen *p, float *x, float *y, size_t most) {
    int width = take_small(p->from), bend = take_small(p->from);
    size_t wanted = 2 + take_below(p->from, 40), count = wanted < most ? wanted : most;
    int middle = (int)count / 2;
    for (int t = 0; t < (int)count; t++)
        take_lattice(p, (double)((t - middle) * width), (double)((t - middle) * (t - middle) * bend), &x[t], &y[t]);
    return count;
}

/* Takes one point, or a run of points. */
static size_t take_some(pen *p, float *x, float *y, size_t most) {
    bytes *b = p->from;
    uint32_t kind = take_below(b, 10);
    size_t i = kind < 3 ? 0 : take_seen(p);
    *x = p->seen_x[i];
    *y = p->seen_y[i];
    switch (kind) {
    case 0: {
        int right = take_small(b);
        take_lattice(p, (double)right, (double)take_small(b), x, y);
        return 1;
    }
    case 1:
        *x = take_finite(p);
        *y = take_finite(p);
        return 1;
    case 2:
        return take_run(p, x, y, most);
    case 3: /* an earlier point */
        return 1;
    case 4:
        *x = move_by_ulps(*x, take_small(b));
        return 1;
    case 5:
        *y = move_by_ulps(*y, take_small(b));
        return 1;
    case 6: /* the corner of a box */
        *y = p->seen_y[take_seen(p)];
        return 1;
    case 7: { /* the middle */
        size_t j = take_seen(p);
        *x = to_float(((double)*x + (double)p->seen_x[j]) / 2);
        *y = to_float(((double)*y + (double)p->seen_y[j]) / 2);
        return 1;
    }
    case 8: { /* the fourth corner of a parallelogram */
        size_t j = take_seen(p), k = take_seen(p);
        *x = to_float((double)*x + (double)p->seen_x[j] - (double)p->seen_x[k]);
        *y = to_float((double)*y + (double)p->seen_y[j] - (double)p->seen_y[k]);
        return 1;
    }
    default: /* another lattice; its origin */
        p->scale = take_small(b);
        p->x = *x;
        p->y = *y;
        return 1;
    }
}

size_t take_points(pen *p, float *x, float *y, size_t most) {
    size_t wanted = 1 + take_below(p->from, 20), count = 0;
    wanted = wanted < most ? wanted : most;
    while (count < wanted && (count == 0 || p->from->left > 0)) {
        size_t more = take_some(p, x + count, y + count, most - count);
        for (size_t i = 0; i < more; i++, p->seen++) {
            p->seen_x[p->seen % PEN_SEEN] = x[count + i];
            p->seen_y[p->seen % PEN_SEEN] = y[count + i];
        }
        count += more;
    }
    return count;
}
