/* solids_records.c — what is derived from a solid when it is stored. Why these numbers are on the safe side is proved in
 * docs/numerics/solids.md. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/d3.h"
#include "../exact/orient3.h"
#include "bounds.h"
#include "records.h"
#include <math.h>
#include <string.h>

/* --- Exponents -------------------------------------------------------------------------------- */

/* A significand of integer bits, times the power of two of the exponent field less 150. The field 0 is that of subnormals, whose
 * exponent is that of field 1. */
void sepal_solid_cover(float v, int *low, int *high) {
    uint32_t word;
    memcpy(&word, &v, sizeof word);
    int field = (int)(word >> 23 & 0xff);
    uint32_t bits = (word & 0x7fffff) | (field > 0 ? 0x800000U : 0);
    if (bits == 0)
        return;
    int exponent = (field > 0 ? field : 1) - 150, least = exponent + (int)sepal_lowest_bit(bits), most = exponent + 24;
    for (uint32_t top = bits; top < 0x800000; top <<= 1)
        most--;
    *low = least < *low ? least : *low;
    *high = most > *high ? most : *high;
}

static void cover_all(const float *values, size_t count, int *low, int *high) {
    for (size_t k = 0; k < count; k++)
        sepal_solid_cover(values[k], low, high);
}

/* --- Boxes ------------------------------------------------------------------------------------ */

/* A unit vector at right angles to a unit vector: its cross product with the coordinate axis that it is farthest from. */
static void some_normal(const double a[3], double out[3]) {
    int least = fabs(a[1]) < fabs(a[0]) ? 1 : 0;
    least = fabs(a[2]) < fabs(a[least]) ? 2 : least;
    double axis[3] = {least == 0, least == 1, least == 2};
    d3_cross(a, axis, out);
    double length = d3_length(out);
    for (int k = 0; k < 3; k++)
        out[k] /= length;
}

/* Directions of the half edges, which have the lengths h; any that complete them for half edges that are 0. */
static void directions(double g[3][3], const double h[3], double axis[3][3]) {
    int zeros = (h[0] == 0) + (h[1] == 0) + (h[2] == 0);
    for (int m = 0; m < 3; m++) {
        double inverse = h[m] > 0 ? 1 / h[m] : 0;
        for (int k = 0; k < 3; k++)
            axis[m][k] = h[m] > 0 ? g[m][k] * inverse : zeros == 3 && m == k ? 1 : 0;
    }
    if (zeros == 2) {
        int m = h[0] > 0 ? 0 : h[1] > 0 ? 1 : 2;
        some_normal(axis[m], axis[(m + 1) % 3]);
        d3_cross(axis[m], axis[(m + 1) % 3], axis[(m + 2) % 3]);
    } else if (zeros == 1) {
        int m = h[0] == 0 ? 0 : h[1] == 0 ? 1 : 2;
        d3_cross(axis[(m + 1) % 3], axis[(m + 2) % 3], axis[m]);
    }
}

/* At least the distance of the rounded axes from an orthonormal frame (the Frobenius norm of A - Q, Q the polar factor of A). */
static double skew_of(float axis[3][3]) {
    double square = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double dot = 0;
            for (int k = 0; k < 3; k++)
                dot += (double)axis[i][k] * (double)axis[j][k];
            if (i == j)
                dot -= 1;
            square += (i == j ? 1 : 2) * (dot * dot);
        }
    return square > SEPAL_BOX_SKEW_MOST ? (double)INFINITY : SEPAL_BOX_SKEW * sqrt(square) + SEPAL_BOX_SKEW_LEAST;
}

sepal_box_filter sepal_box_find_filter(const sepal_parallelepiped *box) {
    double g[3][3], h[3], axis[3][3], extent = 0, square = 0;
    float rounded[3][3];
    sepal_box_filter out;
    for (int k = 0; k < 3; k++)
        g[0][k] = (double)box->u[k], g[1][k] = (double)box->v[k], g[2][k] = (double)box->w[k];
    for (int m = 0; m < 3; m++)
        h[m] = d3_length(g[m]);
    directions(g, h, axis);
    for (int m = 0; m < 3; m++) {
        out.h[m] = (float)h[m];
        extent += (double)out.h[m];
        for (int k = 0; k < 3; k++)
            rounded[m][k] = (float)axis[m][k];
    }
    double skew = skew_of(rounded);
    for (int m = 0; m < 3; m++) {
        double off[3];
        for (int k = 0; k < 3; k++)
            off[k] = g[m][k] - (double)out.h[m] * (double)rounded[m][k];
        square += d3_dot(off, off);
    }
    double stray = sqrt(3 * square) + extent * skew;
    double constant = (stray / extent + 4 * skew + SEPAL_BOX_ROUNDING) * (1 + 0x1p-20);
    bool within = extent >= SEPAL_BOX_EXTENT_LEAST && extent <= SEPAL_BOX_EXTENT_MOST && constant < SEPAL_BOX_SLACK_MOST;
    for (int k = 0; k < 3; k++) {
        within = within && fabs((double)box->c[k]) <= SEPAL_BOX_EXTENT_MOST;
        out.row[k][0] = box->c[k];
        for (int m = 0; m < 3; m++)
            out.row[k][1 + m] = rounded[m][k];
    }
    out.k = within ? (float)constant * (1 + 0x1p-20F) : INFINITY;
    return out;
}

/* A length rounded up, so that float arithmetic on it stays on the safe side; infinity out of range. */
static float outer_radius(double core, float radius, float x, float y, float z) {
    double most = (core * (1 + SEPAL_BALL_MARGIN) + (double)radius) * (1 + SEPAL_BALL_MARGIN) + SEPAL_BALL_LEAST;
    bool within = most <= SEPAL_SOLID_RANGE_MOST && fabs((double)x) <= SEPAL_SOLID_RANGE_MOST &&
                  fabs((double)y) <= SEPAL_SOLID_RANGE_MOST && fabs((double)z) <= SEPAL_SOLID_RANGE_MOST;
    return within ? (float)most : INFINITY;
}

sepal_solid_ball sepal_box_find_ball(const sepal_parallelepiped *box, float radius) {
    double most = 0; /* of the squares of the distances of the four corners u ± v ± w, whose opposites are the others */
    for (int corner = 0; corner < 4; corner++) {
        double at[3];
        for (int k = 0; k < 3; k++) {
            double v = (double)box->v[k], w = (double)box->w[k];
            at[k] = ((double)box->u[k] + (corner & 1 ? -v : v)) + (corner & 2 ? -w : w);
        }
        double square = d3_dot(at, at);
        most = square > most ? square : most;
    }
    return (sepal_solid_ball){box->c[0], box->c[1], box->c[2], outer_radius(sqrt(most), radius, box->c[0], box->c[1], box->c[2])};
}

static bool is_aligned(const float v[3]) {
    return (v[0] != 0) + (v[1] != 0) + (v[2] != 0) <= 1;
}

/* The flags of the coordinate axes along which a box is upright. */
static uint32_t upright_flags(const float *const edge[3]) {
    uint32_t flags = 0;
    for (int k = 0; k < 3; k++) {
        int along = 0, slanted = 0;
        for (int m = 0; m < 3; m++)
            if (edge[m][k] != 0) {
                along++;
                slanted += !is_aligned(edge[m]);
            }
        flags |= along == 1 && slanted == 0 ? (uint32_t)SEPAL_SOLID_UPRIGHT << k : 0U;
    }
    return flags;
}

void sepal_solid_write_radius(sepal_solids *set, uint32_t index, float radius) {
    if (radius > 0 && !set->round) { /* the first: those before it have none */
        for (size_t i = 0; i < set->count; i++)
            set->radii[i] = 0;
        set->round = true;
    }
    if (set->round)
        set->radii[index] = radius;
}

void sepal_box_write(sepal_solids *set, uint32_t index, uint32_t at, const sepal_parallelepiped *box, float radius) {
    radius = radius > 0 ? radius : 0; /* -0 becomes 0 */
    int low = SEPAL_SOLID_LOW_OF_ZERO, high = SEPAL_SOLID_HIGH_OF_ZERO;
    cover_all(box->c, 3, &low, &high);
    cover_all(box->u, 3, &low, &high);
    cover_all(box->v, 3, &low, &high);
    cover_all(box->w, 3, &low, &high);
    uint32_t flags = sepal_triple(box->u, box->v, box->w) == 0 ? SEPAL_SOLID_FLAT : 0;
    flags |= is_aligned(box->u) && is_aligned(box->v) && is_aligned(box->w) ? SEPAL_SOLID_ALIGNED : 0U;
    flags |= upright_flags((const float *const[3]){box->u, box->v, box->w});
    sepal_box_exact exact = {.low = (int16_t)low, .high = (int16_t)high, .flags = flags, .radius = radius};
    for (int k = 0; k < 3; k++)
        exact.c[k] = box->c[k], exact.u[k] = box->u[k], exact.v[k] = box->v[k], exact.w[k] = box->w[k];
    set->heads[index] = (sepal_solid_head){at, 8, (int16_t)low, (int16_t)high, (uint16_t)flags, SEPAL_SOLID_BOX};
    set->balls[index] = sepal_box_find_ball(box, radius);
    set->filters[at] = sepal_box_find_filter(box);
    set->exacts[at] = exact;
    if (!isfinite(set->filters[at].k))
        sepal_clear_shared(&set->regular);
    sepal_solid_write_radius(set, index, radius);
}

void sepal_box_append(sepal_solids *set, const sepal_parallelepiped *box, float radius) {
    sepal_box_write(set, (uint32_t)set->count, (uint32_t)set->stored_boxes, box, radius);
    if (set->loose)
        set->slots[set->count] = sepal_solid_tight_slot(set, (uint32_t)set->count);
    set->count++;
    set->boxes++;
    set->stored_boxes++;
}

/* --- Hulls ------------------------------------------------------------------------------------ */

/* The mean, of a sum in the order in which lanes add: value k to part k % SEPAL_SUM_PARTS, and then the upper half of the parts to the
 * lower one, until one is left. */
static double mean_of(const float *values, size_t count) {
    if (count == 3) /* the parts that have no value are 0, and adding them only makes -0 to 0 */
        return ((0.0 + (double)values[0] + (double)values[2]) + (double)values[1]) / 3;
    double part[SEPAL_SUM_PARTS] = {0};
    for (size_t k = 0; k < count; k++)
        part[k % SEPAL_SUM_PARTS] += (double)values[k];
    return sepal_hull_sum_parts(part) / (double)count;
}

double sepal_hull_sum_parts(double part[SEPAL_SUM_PARTS]) {
    for (int half = SEPAL_SUM_PARTS / 2; half > 0; half /= 2)
        for (int k = 0; k < half; k++)
            part[k] += part[k + half];
    return part[0];
}

sepal_hull_record sepal_hull_record_of(const double mean[3], double square, double size, size_t count, float radius) {
    const float x = (float)mean[0], y = (float)mean[1], z = (float)mean[2];
    double offset[3] = {mean[0] - (double)x, mean[1] - (double)y, mean[2] - (double)z}, off = 0;
    if (count > 1) /* how far the true mean may be from the centre */
        off = (d3_length(offset) + (double)count * 0x1p-52 * size) * (1 + SEPAL_BALL_MARGIN) + SEPAL_BALL_LEAST;
    sepal_hull_record out = {.x = x, .y = y, .z = z, .r = outer_radius(sqrt(square), radius, x, y, z)};
    if (count == 1 && out.r < INFINITY)
        out.r = radius;
    out.mean_x = (float)offset[0];
    out.mean_y = (float)offset[1];
    out.mean_z = (float)offset[2];
    double inner = (double)radius - off;
    inner = inner > 0 ? inner * (1 - SEPAL_BALL_MARGIN) : inner * (1 + SEPAL_BALL_MARGIN);
    out.inner = out.r < INFINITY ? (float)inner : -INFINITY;
    return out;
}

static sepal_hull_record find_record(const float *x, const float *y, const float *z, size_t count, float radius) {
    double mean[3] = {(double)x[0], (double)y[0], (double)z[0]}, most = 0, size = 0;
    if (count > 1)
        mean[0] = mean_of(x, count), mean[1] = mean_of(y, count), mean[2] = mean_of(z, count);
    const double centre[3] = {(double)(float)mean[0], (double)(float)mean[1], (double)(float)mean[2]};
    for (size_t k = 0; k < count; k++) {
        double d[3] = {(double)x[k] - centre[0], (double)y[k] - centre[1], (double)z[k] - centre[2]};
        double square = d3_dot(d, d);
        most = square > most ? square : most;
        double extent = (fabs((double)x[k]) + fabs((double)y[k])) + fabs((double)z[k]);
        size = extent > size ? extent : size;
    }
    return sepal_hull_record_of(mean, most, size, count, radius);
}

bool sepal_hull_is_flat(const float *x, const float *y, const float *z, size_t count) {
    if (count <= 3)
        return true;
    const float a[3] = {x[0], y[0], z[0]};
    const float p[3] = {x[1], y[1], z[1]}, q[3] = {x[2], y[2], z[2]}, r[3] = {x[3], y[3], z[3]};
    if (sepal_orient3(a, p, q, r) != 0) /* as most have it */
        return false;
    /* The first three vertices that are not on one line have some other vertex off their plane, or none has. */
    size_t second = 1;
    while (second < count && x[second] == a[0] && y[second] == a[1] && z[second] == a[2])
        second++;
    if (second >= count)
        return true;
    const float b[3] = {x[second], y[second], z[second]};
    for (size_t third = second + 1; third < count; third++) {
        const float c[3] = {x[third], y[third], z[third]};
        if (sepal_on_line(a, b, c))
            continue;
        const sepal_plane3 plane = sepal_plane_through(a, b, c);
        for (size_t k = third + 1; k < count; k++) {
            const float d[3] = {x[k], y[k], z[k]};
            if (sepal_side_of_plane(&plane, d) != 0)
                return false;
        }
        return true;
    }
    return true;
}

void sepal_hull_note(sepal_solids *set, uint32_t index, sepal_solid_head head, const sepal_hull_record *hull, float radius) {
    float *front = set->vertices + 4 * ((ptrdiff_t)head.at - SEPAL_HULL_RECORD_QUADS);
    memcpy(front, hull, sizeof *hull);
    set->heads[index] = head;
    set->balls[index] = (sepal_solid_ball){hull->x, hull->y, hull->z, hull->r};
    if (head.size > set->largest)
        set->largest = head.size;
    sepal_clear_shared(&set->regular);
    sepal_solid_write_radius(set, index, radius);
}

void sepal_hull_write(sepal_solids *set, uint32_t index, uint32_t at, const float *x, const float *y, const float *z, uint32_t size,
                      float radius) {
    radius = radius > 0 ? radius : 0; /* -0 becomes 0 */
    int low = SEPAL_SOLID_LOW_OF_ZERO, high = SEPAL_SOLID_HIGH_OF_ZERO;
    cover_all(x, size, &low, &high);
    cover_all(y, size, &low, &high);
    cover_all(z, size, &low, &high);
    uint16_t flags = sepal_hull_is_flat(x, y, z, size) ? SEPAL_SOLID_FLAT : 0;
    uint32_t padded = sepal_solid_padded(size);
    float *to_x = set->vertices + 4 * (size_t)at, *to_y = to_x + padded, *to_z = to_y + padded;
    for (size_t i = 0; i < padded; i++) {
        size_t k = i < size ? i : size - 1;
        to_x[i] = x[k];
        to_y[i] = y[k];
        to_z[i] = z[k];
    }
    const sepal_hull_record hull = find_record(to_x, to_y, to_z, size, radius);
    sepal_hull_note(set, index,
                    (sepal_solid_head){at, size, (int16_t)low, (int16_t)high, flags, (uint16_t)sepal_hull_class_of(size)}, &hull,
                    radius);
}

void sepal_hull_append(sepal_solids *set, const float *x, const float *y, const float *z, uint32_t size, float radius) {
    sepal_hull_write(set, (uint32_t)set->count, (uint32_t)(set->used + SEPAL_HULL_RECORD_QUADS), x, y, z, size, radius);
    if (set->loose)
        set->slots[set->count] = sepal_solid_tight_slot(set, (uint32_t)set->count);
    set->count++;
    set->used += sepal_solid_quads_of(size);
}
