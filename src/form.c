/* form.c — the circles and the parallelogram that the filters read. All of it is computed in double and rounded to the safe side;
 * the proofs are in docs/numerics.md, "What is stored". */
#include "form.h"
#include <math.h>
#include <string.h>

/* Errors of the double arithmetic here, relative to the magnitudes that enter: a generous 2^-45, against proven ones near 2^-50. */
#define DOUBLE_ERROR 0x1p-45

/* A float that is at least v >= 0: the factor outweighs the rounding of the product and of the conversion. */
static float at_least(double v) {
    return (float)(v * (1 + 0x1p-22));
}

static float at_most(double v) {
    return (float)(v * (1 - 0x1p-22));
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double magnitude(double v) {
    return v < 0 ? -v : v;
}

/* Takes one coordinate into the exponents: |v| = fraction * 2^exponent with a 24-bit fraction whose trailing zeros do not count. */
static void note_exponents(float v, sepal_poly_head *head) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    uint32_t fraction = word & 0x7fffff;
    int exponent = (int)(word >> 23 & 0xff);
    if (exponent != 0)
        fraction |= 0x800000;
    else
        exponent = 1; /* subnormal, or zero */
    if (fraction == 0)
        return;
    int low = exponent - 150, high = exponent - 126;
    for (; (fraction & 1) == 0; fraction >>= 1)
        low++;
    if (low < head->low)
        head->low = (int16_t)low;
    if (high > head->high)
        head->high = (int16_t)high;
}

void sepal_form_exponents(const float *x, const float *y, size_t count, sepal_poly_head *head) {
    head->low = 1000; /* what remains if every coordinate is 0: a multiple of anything, less than anything */
    head->high = -1000;
    for (size_t i = 0; i < count; i++) {
        note_exponents(x[i], head);
        note_exponents(y[i], head);
    }
}

/* The radius of a disc around (cx, cy) that is certainly inside a polygon with area; negative if none is certain. */
static double inner_radius(const float *x, const float *y, size_t count, bool clockwise, double cx, double cy, double outer) {
    double inner = outer;
    for (size_t i = 0; i < count; i++) {
        size_t next = i + 1 < count ? i + 1 : 0;
        double ex = (double)x[next] - (double)x[i], ey = (double)y[next] - (double)y[i];
        double length = sqrt(ex * ex + ey * ey);
        if (length == 0)
            continue;
        double distance = (ex * (cy - (double)y[i]) - ey * (cx - (double)x[i])) / length;
        distance = (clockwise ? -distance : distance) - DOUBLE_ERROR * outer;
        if (distance < inner)
            inner = distance;
    }
    return inner;
}

/* The radius of a disc around the centre that is inside the core; if negative, some point of the core is so near to it. `outer`: no
 * vertex is farther. */
static double inner_of_core(const float *x, const float *y, size_t count, uint32_t flags, double cx, double cy, double outer) {
    if (count == 1)
        return 0;
    if (count == 2) /* the mean of two is on the segment, before it is rounded */
        return -0x1p-23 * (magnitude(cx) + magnitude(cy));
    double inner = flags & SEPAL_FLAT ? -1 : inner_radius(x, y, count, (flags & SEPAL_CLOCKWISE) != 0, cx, cy, outer);
    return inner >= 0 ? inner : -outer;
}

sepal_poly_circle sepal_form_circle(const float *x, const float *y, size_t count, uint32_t flags, float radius) {
    double sum_x = 0, sum_y = 0;
    for (size_t i = 0; i < count; i++) {
        sum_x += (double)x[i];
        sum_y += (double)y[i];
    }
    sepal_poly_circle circle = {(float)(sum_x / (double)count), (float)(sum_y / (double)count), INFINITY, -INFINITY};
    double cx = (double)circle.x, cy = (double)circle.y, farthest = 0;
    for (size_t i = 0; i < count; i++) {
        double dx = (double)x[i] - cx, dy = (double)y[i] - cy;
        farthest = larger(farthest, dx * dx + dy * dy);
    }
    double core = larger(sqrt(farthest) * (1 + DOUBLE_ERROR), (double)SEPAL_RANGE_LEAST);
    double outer = count == 1 ? larger((double)radius, (double)SEPAL_RANGE_LEAST) : core + (double)radius;
    if (outer <= (double)SEPAL_RANGE_MOST && larger(magnitude(cx), magnitude(cy)) <= (double)SEPAL_RANGE_MOST) {
        double inner = inner_of_core(x, y, count, flags, cx, cy, core) + (double)radius;
        circle.outer = at_least(outer);
        circle.inner = inner >= (double)SEPAL_RANGE_LEAST ? at_most(inner) : -circle.outer;
    }
    if (flags & SEPAL_CLOCKWISE)
        circle.outer = -circle.outer;
    return circle;
}

/* How far v is from c + s*u + t*w in one coordinate. */
static double stray(float v, float c, double s, float u, double t, float w) {
    return magnitude((double)v - ((double)c + s * (double)u + t * (double)w));
}

sepal_poly_box sepal_form_parallelogram(const float *x, const float *y) {
    double x0 = (double)x[0], x1 = (double)x[1], x2 = (double)x[2], x3 = (double)x[3];
    double y0 = (double)y[0], y1 = (double)y[1], y2 = (double)y[2], y3 = (double)y[3];
    sepal_poly_box box = {
        .x = (float)((x0 + x1 + x2 + x3) / 4),
        .y = (float)((y0 + y1 + y2 + y3) / 4),
        .ux = (float)((x1 - x0 + x2 - x3) / 4),
        .uy = (float)((y1 - y0 + y2 - y3) / 4),
        .vx = (float)((x3 - x0 + x2 - x1) / 4),
        .vy = (float)((y3 - y0 + y2 - y1) / 4),
        .slack = INFINITY,
        .reach = 1,
    };
    double slack = 0, size = larger(magnitude((double)box.x), magnitude((double)box.y));
    for (int k = 0; k < 4; k++) {
        double s = k == 1 || k == 2 ? 1 : -1, t = k >= 2 ? 1 : -1;
        slack = larger(slack, stray(x[k], box.x, s, box.ux, t, box.vx));
        slack = larger(slack, stray(y[k], box.y, s, box.uy, t, box.vy));
    }
    double u = larger(magnitude((double)box.ux), magnitude((double)box.uy));
    double v = larger(magnitude((double)box.vx), magnitude((double)box.vy));
    double reach =
        larger(magnitude((double)box.ux) + magnitude((double)box.uy), magnitude((double)box.vx) + magnitude((double)box.vy));
    double most = larger(size, slack + 2 * (u + v));
    if (reach >= (double)SEPAL_RANGE_LEAST && most <= (double)SEPAL_RANGE_MOST) {
        box.slack = at_least(slack * (1 + 0x1p-20) + DOUBLE_ERROR * most + 6 * 0x1p-24 * (u + v));
        box.reach = at_least(reach);
    }
    return box;
}

bool sepal_form_is_box(const sepal_poly_box *box) {
    double u = larger(magnitude((double)box->ux), magnitude((double)box->uy));
    double v = larger(magnitude((double)box->vx), magnitude((double)box->vy));
    return (double)box->slack * 64 <= (u < v ? u : v);
}

/* The distance of p from the segment a b (Ericson, Real-Time Collision Detection, section 5.1.2). */
static double distance_from_segment(double px, double py, double ax, double ay, double bx, double by) {
    double ex = bx - ax, ey = by - ay, dx = px - ax, dy = py - ay;
    double along = ex * dx + ey * dy, length2 = ex * ex + ey * ey;
    double t = length2 > 0 ? along / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    dx -= t * ex;
    dy -= t * ey;
    return sqrt(dx * dx + dy * dy);
}

/* Every vertex between two chosen ones is compared with their chord. Whatever point of the chord the distance is measured to is a
 * point of the coarse polygon, so an inaccurate t can only make the slack larger than needed. */
void sepal_form_coarse(const float *x, const float *y, size_t count, float *out) {
    double slack = 0, size = 0;
    for (size_t k = 0; k < SEPAL_COARSE; k++) {
        size_t from = k * count / SEPAL_COARSE, to = (k + 1) * count / SEPAL_COARSE, end = to < count ? to : 0;
        out[k] = x[from];
        out[SEPAL_COARSE + k] = y[from];
        for (size_t i = from; i < to; i++) {
            slack = larger(slack, distance_from_segment((double)x[i], (double)y[i], (double)x[from], (double)y[from],
                                                        (double)x[end], (double)y[end]));
            size = larger(size, larger(magnitude((double)x[i] - (double)x[0]), magnitude((double)y[i] - (double)y[0])));
        }
    }
    for (size_t k = 2 * (size_t)SEPAL_COARSE; k < SEPAL_COARSE_FLOATS; k++)
        out[k] = 0;
    out[SEPAL_COARSE_SLACK] = at_least(slack * (1 + 0x1p-20) + DOUBLE_ERROR * size);
}
