#include "bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double grid = 0x1p-10;

/* --- Random numbers --------------------------------------------------------------------------- */

static uint64_t random_state;

void random_begin(uint64_t seed) {
    random_state = seed;
}

/* SplitMix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014). */
static uint64_t random_next(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

double random_between(double low, double high) {
    return low + (high - low) * ((double)(random_next() >> 11) * 0x1p-53);
}

int random_below(int bound) {
    return (int)((random_next() >> 32) % (uint64_t)bound);
}

static double snapped(double x, double step) {
    return floor(x / step + 0.5) * step;
}

/* --- Turns and moves -------------------------------------------------------------------------- */

const turn no_turn = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1};

double dot_product(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

turn turn_of(double w, double x, double y, double z, double k) {
    double n = w * w + x * x + y * y + z * z, by = k == 0 ? n : k;
    turn t = {{{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
               {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
               {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}},
              n / by};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            t.m[row][column] /= by;
    return t;
}

turn any_turn(bool space) {
    double angle = random_between(0, pi), q[4] = {cos(angle), 0, 0, sin(angle)};
    for (int k = 0; k < 4 && space; k++)
        q[k] = random_between(-1, 1);
    return turn_of(q[0], q[1], q[2], q[3], 0);
}

turn exact_turn(bool space) {
    static const double q[2][4][5] = {{{2, 0, 0, 1, 4}, {1, 0, 0, 2, 4}, {3, 0, 0, 2, 16}, {4, 0, 0, 1, 16}},
                                      {{1, 1, 1, 0, 4}, {1, 0, 1, 1, 4}, {2, 1, 1, 1, 8}, {1, 2, 0, 2, 8}}};
    const double *c = q[space][random_below(4)];
    return turn_of(c[0], c[1], c[2], c[3], c[4]);
}

turn turn_about_up(bool space, bool is_exact) {
    double angle = random_between(0, pi);
    return !space ? no_turn : is_exact ? exact_turn(false) : turn_of(cos(angle), 0, 0, sin(angle), 0);
}

void turn_vector(const turn *t, double x[3]) {
    const double y[3] = {dot_product(t->m[0], x), dot_product(t->m[1], x), dot_product(t->m[2], x)};
    memcpy(x, y, sizeof y);
}

void turn_body(const turn *t, body *b) {
    for (int i = 0; i < b->count; i++)
        turn_vector(t, b->p[i]);
    b->radius *= t->scale;
}

void move_body(const double by[3], body *b) {
    for (int i = 0; i < (b->is_box ? 1 : b->count); i++)
        for (int k = 0; k < 3; k++)
            b->p[i][k] += by[k];
}

void scale_body(double by, body *b) {
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < 3; k++)
            b->p[i][k] *= by;
    b->radius *= by;
}

/* --- What is known of a body ------------------------------------------------------------------ */

static int corners_of(const body *b, double out[BODY_MOST][3]) {
    if (!b->is_box) {
        memcpy(out, b->p, (size_t)b->count * sizeof *out);
        return b->count;
    }
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = b->p[0][k] + (i & 1 ? 1 : -1) * b->p[1][k] + (i & 2 ? 1 : -1) * b->p[2][k] + (i & 4 ? 1 : -1) * b->p[3][k];
    return 8;
}

double body_support(const body *b, const double direction[3]) {
    static double corner[BODY_MOST][3];
    double most = -INFINITY;
    for (int i = 0, count = corners_of(b, corner); i < count; i++)
        most = fmax(most, dot_product(direction, corner[i]));
    return most + b->radius * sqrt(dot_product(direction, direction));
}

double body_extent(const body *b) {
    static double corner[BODY_MOST][3];
    double most = 0;
    for (int i = 0, count = corners_of(b, corner); i < count; i++)
        most = fmax(most, sqrt(dot_product(corner[i], corner[i])));
    return most + b->radius;
}

typedef struct keyed_point {
    double key, p[3];
} keyed_point;

static int compare_keys(const void *p, const void *q) {
    const keyed_point *a = p, *b = q;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->p[0] != b->p[0] ? (a->p[0] < b->p[0] ? -1 : 1) : (a->p[1] > b->p[1]) - (a->p[1] < b->p[1]);
}

/* Sorts points by their keys, the least first. */
static void sort_by(const double *key, int count, double (*p)[3]) {
    static keyed_point list[BODY_MOST];
    for (int i = 0; i < count; i++) {
        list[i].key = key[i];
        memcpy(list[i].p, p[i], sizeof p[i]);
    }
    qsort(list, (size_t)count, sizeof *list, compare_keys);
    for (int i = 0; i < count; i++)
        memcpy(p[i], list[i].p, sizeof p[i]);
}

int body_feature_of(const body *b, int up, int sign, double out[BODY_MOST][3]) {
    static double corner[BODY_MOST][3], angle[BODY_MOST];
    int count = corners_of(b, corner), found = 0;
    double most = -INFINITY, middle[3] = {0, 0, 0};
    for (int i = 0; i < count; i++)
        most = fmax(most, sign * corner[i][up]);
    for (int i = 0; i < count; i++)
        if (sign * corner[i][up] == most)
            memcpy(out[found++], corner[i], sizeof corner[i]);
    for (int i = 0; i < found; i++)
        for (int k = 0; k < 3; k++)
            middle[k] += out[i][k] / found;
    for (int i = 0; i < found; i++)
        angle[i] = up == 2 ? atan2(out[i][1] - middle[1], out[i][0] - middle[0]) : i;
    sort_by(angle, found, out);
    return found;
}

/* --- Polygons --------------------------------------------------------------------------------- */

static double cross_at(const double *p, const double *q, const double *r) {
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]);
}

/* Up to 32 vertices near a circle of radius 1/2, drawn again until they are convex. */
static void make_small_polygon(int n, bool flat_top, body *out) {
    for (bool is_sure = false; !is_sure;) {
        double angle[BODY_MOST] = {0}, half = flat_top ? random_between(0.2, 1.1) : 0, from = pi / 2 + half;
        int fixed = flat_top ? 2 : 1;
        for (int i = 0; i < n - fixed; i++) {
            double part = n < 9 ? random_between(0, 1) : (i + random_between(0.3, 0.7)) / (n - fixed);
            angle[i] = from + 0.02 + (2 * pi - 2 * half - 0.04) * part;
        }
        for (int i = 1; i < n - fixed; i++) /* in ascending order */
            for (int k = i; k > 0 && angle[k] < angle[k - 1]; k--) {
                double held = angle[k];
                angle[k] = angle[k - 1];
                angle[k - 1] = held;
            }
        for (int i = 0; i < n; i++) {
            double at = i >= fixed ? angle[i - fixed] : i == 0 ? pi / 2 - half : from;
            out->p[i][0] = snapped(0.5 * cos(at), grid);
            out->p[i][1] = snapped(0.5 * sin(at), grid);
        }
        if (flat_top)
            out->p[1][1] = out->p[0][1];
        is_sure = true;
        for (int i = 0; i < n && is_sure; i++)
            is_sure =
                out->p[i][1] <= out->p[0][1] && cross_at(out->p[i], out->p[(i + 1) % n], out->p[(i + 2) % n]) > 4 * grid * grid;
    }
    out->count = n;
}

static int divisor_of(int p, int q) {
    while (q != 0) {
        const int rest = p % q;
        p = q;
        q = rest;
    }
    return p;
}

/* Any even number of vertices: the edges are different primitive vectors of whole numbers, and their opposites. */
static void make_large_polygon(int n, bool flat_top, body *out) {
    static keyed_point edge[2048];
    int count = 0, reach = 3, half = n / 2;
    for (; count < half + half / 4; reach++) {
        count = 0;
        for (int x = -reach; x <= reach; x++)
            for (int y = 1; y <= reach; y++)
                if (divisor_of(abs(x), y) == 1)
                    edge[count++] = (keyed_point){random_between(0, 1), {x, y, 0}};
    }
    qsort(edge, (size_t)count, sizeof *edge, compare_keys); /* chooses half of them */
    const int flat = 1 + reach / 2;
    if (flat_top)
        edge[0] = (keyed_point){0, {flat, 0, 0}};
    for (int i = 0; i < half; i++)
        edge[i].key = atan2(edge[i].p[1], edge[i].p[0]);
    qsort(edge, (size_t)half, sizeof *edge, compare_keys);
    double at[2] = {0, 0}, most = 1; /* edges are whole numbers */
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            out->p[i][k] = at[k];
            at[k] += (i < half ? 1 : -1) * edge[i % half].p[k];
        }
    const double centre[3] = {-out->p[half][0] / 2, -out->p[half][1] / 2, 0};
    out->count = n;
    move_body(centre, out);
    for (int i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(out->p[i][0]), fabs(out->p[i][1])));
    scale_body(exp2(-ceil(log2(most / 0.625))), out);
}

/* The convex hull of points of the plane, by Andrew's monotone chains; false if it has no area. */
static bool take_hull(body *b) {
    static double hull[2 * BODY_MOST][3], key[BODY_MOST];
    int n = b->count, found = 0;
    for (int i = 0; i < n; i++)
        key[i] = 1024 * b->p[i][0] + b->p[i][1];
    sort_by(key, n, b->p);
    for (int way = 0; way < 2; way++) {
        int from = found;
        for (int i = 0; i < n; i++) {
            const double *q = b->p[way ? n - 1 - i : i];
            while (found - from >= 2 && cross_at(hull[found - 2], hull[found - 1], q) <= 0)
                found--;
            memcpy(hull[found++], q, sizeof hull[0]);
        }
        found--; /* the next chain begins with it */
    }
    if (found < 3)
        return false;
    memcpy(b->p, hull, (size_t)found * sizeof *hull);
    b->count = found;
    return true;
}

/* --- Boxes, prisms and hulls ------------------------------------------------------------------ */

/* Turns of small whole numbers with which a box has an edge, or a vertex, on top. */
static const turn edge_up = {{{0.5, 0, -0.5}, {0, 0.75, 0}, {0.5, 0, 0.5}}, 0.75};
static const turn vertex_up = {{{0.25, 0.5, 0.5}, {0.5, 0.25, -0.5}, {-0.5, 0.5, -0.25}}, 0.75};
static const turn vertex_up_in_plane = {{{0.75, -1, 0}, {1, 0.75, 0}, {0, 0, 1}}, 1.25};

static void make_rectangle(double half_x, double half_y, body *out) {
    out->count = 4;
    for (int i = 0; i < 4; i++) {
        out->p[i][0] = i == 1 || i == 2 ? half_x : -half_x;
        out->p[i][1] = i < 2 ? -half_y : half_y;
    }
}

static void make_box(const family *f, bool space, body_feature top, body *out) {
    double half[3], radius = out->radius;
    for (int k = 0; k < 3; k++)
        half[k] = snapped(random_between(0.25, 0.5), grid);
    if (!space) {
        make_rectangle(half[0], half[1], out);
    } else {
        out->is_box = true;
        out->count = 4;
        for (int k = 0; k < 3; k++)
            out->p[1 + k][k] = half[k];
    }
    if (f->type == BODY_SHEARED) {
        out->p[1][1] = snapped(random_between(-0.2, 0.2), grid);
        out->p[2][0] = snapped(random_between(-0.2, 0.2), grid);
        out->p[3][0] = snapped(random_between(-0.3, 0.3), grid);
        out->p[3][1] = snapped(random_between(-0.3, 0.3), grid);
    }
    if (top >= FEATURE_EDGE && !f->is_upright && (space || top == FEATURE_VERTEX))
        turn_body(!space ? &vertex_up_in_plane : top == FEATURE_EDGE ? &edge_up : &vertex_up, out);
    out->radius = radius;
}

/* n sides; upright with a face on top, lying with an edge or a side on top. */
static void make_prism(int n, body_feature top, body *out) {
    double half = snapped(random_between(0.25, 0.5), grid), begin = pi / 2 + (top == FEATURE_SIDE ? pi / n : 0);
    bool stands = top == FEATURE_FACE || top == FEATURE_VERTEX;
    out->count = 2 * n;
    for (int i = 0; i < 2 * n; i++) {
        double angle = begin + 2 * pi * (i % n) / n, y = snapped(0.5 * sin(angle), grid / 4), z = i < n ? half : -half;
        out->p[i][0] = snapped(0.5 * cos(angle), grid / 4);
        out->p[i][1] = stands ? y : z;
        out->p[i][2] = stands ? z : y;
    }
    if (top == FEATURE_VERTEX)
        turn_body(&vertex_up, out);
}

/* n points near a sphere, of which the highest are lifted into one plane. */
static void make_hull(int n, body_feature top, body *out) {
    static double key[BODY_MOST];
    int flat = top == FEATURE_VERTEX ? 1 : top == FEATURE_EDGE ? 2 : 3 + n / 16;
    out->count = n;
    for (int i = 0; i < n; i++) {
        double length;
        do {
            for (int k = 0; k < 3; k++)
                out->p[i][k] = random_between(-1, 1);
            length = sqrt(dot_product(out->p[i], out->p[i]));
        } while (length > 1 || length < 0.1);
        for (int k = 0; k < 3; k++)
            out->p[i][k] = snapped(0.5 * out->p[i][k] / length, grid);
        key[i] = -out->p[i][2];
    }
    sort_by(key, n, out->p);
    double height = out->p[flat - 1][2] + 0x1p-6;
    for (int i = 0; i < n; i++) {
        out->p[i][2] = i < flat ? height : out->p[i][2];
        key[i] = random_between(0, 1);
    }
    sort_by(key, n, out->p); /* in any order again */
}

static void begin_body(body *out) {
    out->is_box = false;
    memset(out->p, 0, sizeof out->p);
    out->radius = 0;
}

void make_body(const family *f, bool space, body_feature top, body *out) {
    const int n = f->least + random_below(f->most - f->least + 1);
    begin_body(out);
    out->radius = f->is_round ? snapped(random_between(0.0625, 0.25), grid) : 0;
    switch (f->type) {
    case BODY_POINT:
        out->count = 1;
        out->radius *= 2;
        break;
    case BODY_SEGMENT: {
        double angle = random_between(0, 2 * pi), half[3] = {snapped(0.5 * cos(angle), grid), 0, 0};
        if (space)
            half[1] = snapped(0.5 * sin(angle), grid);
        else if (top != FEATURE_VERTEX)
            half[0] = snapped(random_between(0.25, 0.5), grid);
        half[space ? 2 : 1] = top == FEATURE_VERTEX ? 0.375 : 0;
        out->count = 2;
        for (int k = 0; k < 3; k++) {
            out->p[0][k] = half[k];
            out->p[1][k] = -half[k];
        }
        break;
    }
    case BODY_POLYGON:
        if (n > 32)
            make_large_polygon(n, top <= FEATURE_EDGE, out);
        else
            make_small_polygon(n, top <= FEATURE_EDGE, out);
        break;
    case BODY_FLAT: /* lies, or stands on edge or vertex */
        make_small_polygon(n, true, out);
        for (int i = 0; i < n && top != FEATURE_FACE; i++) {
            out->p[i][2] = out->p[i][1];
            out->p[i][1] = 0;
        }
        if (top == FEATURE_VERTEX)
            turn_body(&vertex_up, out);
        break;
    case BODY_BOX:
    case BODY_SHEARED:
        make_box(f, space, top, out);
        break;
    case BODY_PRISM:
        make_prism(n, top, out);
        break;
    case BODY_HULL:
        make_hull(n, top, out);
        break;
    }
}

/* --- On a lattice ----------------------------------------------------------------------------- */

void make_lattice_body(const family *f, bool space, double step, body *out) {
    const int n = f->least + random_below(f->most - f->least + 1), steps = (int)(1 / step), half = (steps + 1) / 2;
    begin_body(out);
    if (f->type == BODY_BOX) {
        double sides[3];
        for (int k = 0; k < 3; k++)
            sides[k] = step * (1 + random_below(half));
        out->is_box = space;
        out->count = 4;
        for (int k = 0; k < 3 && space; k++)
            out->p[1 + k][k] = sides[k];
        if (!space)
            make_rectangle(sides[0], sides[1], out);
    } else {
        do {
            out->is_box = f->type == BODY_SHEARED;
            out->count = n;
            if (f->type == BODY_PRISM)
                out->count = n < 8 ? 2 * n : 16;
            else if (f->type == BODY_SEGMENT || f->type == BODY_POINT)
                out->count = f->type == BODY_SEGMENT ? 2 : 1;
            for (int i = 0; i < out->count; i++)
                for (int k = 0; k < (space && f->type != BODY_FLAT ? 3 : 2); k++)
                    out->p[i][k] = out->is_box && i == 0 ? 0 : step * (random_below(2 * steps + 1) - steps);
        } while (f->type == BODY_POLYGON && !take_hull(out));
    }
    out->radius = f->is_round ? step * (1 + random_below(half)) : 0;
}
