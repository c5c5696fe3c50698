/* solids_scalar_seen.c — a pair of cores as it is seen along the normal of their push: the frame, and where vertices are in it. */
#include "../../core/arithmetic.h"

#include "side.h"
#include <math.h>

static double inner3(const double p[3], const double q[3]) {
    return (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2];
}

/* The first axis is across the normal and the coordinate axis that is the most nearly across it too. */
void sepal_contact_frame_set(sepal_contact_frame *out, const float normal[3], const double origin[3]) {
    double *u = out->axis[0], *v = out->axis[1], *n = out->axis[2];
    for (int c = 0; c < 3; c++) {
        n[c] = (double)normal[c];
        out->origin[c] = origin[c];
    }
    const double length = sqrt(inner3(n, n));
    for (int c = 0; c < 3; c++)
        n[c] /= length;
    int least = fabs(n[1]) < fabs(n[0]) ? 1 : 0;
    least = fabs(n[2]) < fabs(n[least]) ? 2 : least;
    const int next = (least + 1) % 3, last = (least + 2) % 3;
    const double across = sqrt(n[next] * n[next] + n[last] * n[last]);
    u[least] = 0;
    u[next] = n[last] / across;
    u[last] = -n[next] / across;
    for (int c = 0; c < 3; c++)
        v[c] = n[(c + 1) % 3] * u[(c + 2) % 3] - n[(c + 2) % 3] * u[(c + 1) % 3];
}

void sepal_contact_origin(const sepal_solids *set, uint32_t index, double out[3]) {
    if (sepal_solid_is_box(set, index)) {
        for (int c = 0; c < 3; c++)
            out[c] = (double)sepal_solid_exact(set, index)->c[c];
        return;
    }
    out[0] = (double)sepal_solid_x(set, index)[0];
    out[1] = (double)sepal_solid_y(set, index)[0];
    out[2] = (double)sepal_solid_z(set, index)[0];
}

static void into_frame(const sepal_contact_frame *f, const double p[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = inner3(f->axis[c], p);
}

static void place_box(sepal_contact_core *core) {
    double *const at[3] = {core->x, core->y, core->h};
    for (int c = 0; c < 3; c++) {
        const double u = core->half[0][c], v = core->half[1][c], w = core->half[2][c];
        for (int k = 0; k < 8; k++)
            at[c][k] = core->centre[c] + (((k & 1 ? u : -u) + (k & 2 ? v : -v)) + (k & 4 ? w : -w));
    }
}

void sepal_contact_place_block(sepal_contact_core *core, uint32_t first) {
    const float *x = sepal_solid_x(core->set, core->index) + first, *y = sepal_solid_y(core->set, core->index) + first,
                *z = sepal_solid_z(core->set, core->index) + first;
    const sepal_contact_frame f = *core->frame;
    const uint32_t left = core->count - first, some = left < SEPAL_SIDE_CORNERS ? left : SEPAL_SIDE_CORNERS;
    for (uint32_t k = 0; k < some; k++) {
        const double px = (double)x[k] - f.origin[0], py = (double)y[k] - f.origin[1], pz = (double)z[k] - f.origin[2];
        core->x[k] = (f.axis[0][0] * px + f.axis[0][1] * py) + f.axis[0][2] * pz;
        core->y[k] = (f.axis[1][0] * px + f.axis[1][1] * py) + f.axis[1][2] * pz;
        core->h[k] = (f.axis[2][0] * px + f.axis[2][1] * py) + f.axis[2][2] * pz;
    }
}

/* What a box covers, and its vectors in the frame. */
static void set_box(sepal_contact_core *out, const sepal_box_exact *box) {
    const float *half[3] = {box->u, box->v, box->w};
    double at[3];
    for (int c = 0; c < 3; c++) {
        const double reach = (fabs((double)box->u[c]) + fabs((double)box->v[c])) + fabs((double)box->w[c]);
        out->low[c] = (double)box->c[c] - reach;
        out->high[c] = (double)box->c[c] + reach;
        at[c] = (double)box->c[c] - out->frame->origin[c];
    }
    into_frame(out->frame, at, out->centre);
    for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++)
            at[c] = (double)half[k][c];
        into_frame(out->frame, at, out->half[k]);
    }
}

static void set_hull_box(sepal_contact_core *out) {
    const float *x = sepal_solid_x(out->set, out->index), *y = sepal_solid_y(out->set, out->index),
                *z = sepal_solid_z(out->set, out->index);
    float low[3] = {x[0], y[0], z[0]}, high[3] = {x[0], y[0], z[0]};
    for (uint32_t k = 1; k < out->count; k++) {
        low[0] = x[k] < low[0] ? x[k] : low[0];
        low[1] = y[k] < low[1] ? y[k] : low[1];
        low[2] = z[k] < low[2] ? z[k] : low[2];
        high[0] = x[k] > high[0] ? x[k] : high[0];
        high[1] = y[k] > high[1] ? y[k] : high[1];
        high[2] = z[k] > high[2] ? z[k] : high[2];
    }
    for (int c = 0; c < 3; c++) {
        out->low[c] = (double)low[c];
        out->high[c] = (double)high[c];
    }
}

void sepal_contact_core_set(sepal_contact_core *out, const sepal_solids *set, uint32_t index, const sepal_contact_frame *frame) {
    out->set = set;
    out->frame = frame;
    out->index = index;
    out->count = set->heads[index].size;
    if (sepal_solid_is_box(set, index))
        set_box(out, sepal_solid_exact(set, index));
    else
        set_hull_box(out);
    out->extent = out->magnitude = 0;
    for (int c = 0; c < 3; c++) {
        const double side = out->high[c] - out->low[c];
        const double far = fabs(out->low[c]) > fabs(out->high[c]) ? fabs(out->low[c]) : fabs(out->high[c]);
        out->extent = side > out->extent ? side : out->extent;
        out->magnitude = far > out->magnitude ? far : out->magnitude;
    }
    if (sepal_contact_is_right_box(set, index))
        return;
    if (sepal_solid_is_box(set, index))
        place_box(out);
    else if (out->count <= SEPAL_SIDE_CORNERS)
        sepal_contact_place_block(out, 0);
}
