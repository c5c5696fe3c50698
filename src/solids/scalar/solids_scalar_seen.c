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

static void place_vertex(const sepal_contact_core *core, uint32_t k, double out[3]) {
    if (sepal_solid_is_box(core->set, core->index)) {
        for (int c = 0; c < 3; c++) {
            const double u = core->half[0][c], v = core->half[1][c], w = core->half[2][c];
            out[c] = core->centre[c] + (((k & 1 ? u : -u) + (k & 2 ? v : -v)) + (k & 4 ? w : -w));
        }
        return;
    }
    const double at[3] = {(double)sepal_solid_x(core->set, core->index)[k] - core->frame->origin[0],
                          (double)sepal_solid_y(core->set, core->index)[k] - core->frame->origin[1],
                          (double)sepal_solid_z(core->set, core->index)[k] - core->frame->origin[2]};
    into_frame(core->frame, at, out);
}

void sepal_contact_vertex(const sepal_contact_core *core, uint32_t k, double out[3]) {
    if (core->count <= SEPAL_SIDE_CORNERS)
        memcpy(out, core->place[k], sizeof core->place[k]);
    else
        place_vertex(core, k, out);
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
    const float *of[3] = {sepal_solid_x(out->set, out->index), sepal_solid_y(out->set, out->index),
                          sepal_solid_z(out->set, out->index)};
    for (int c = 0; c < 3; c++) {
        float low = of[c][0], high = low;
        for (uint32_t k = 1; k < out->count; k++) {
            low = of[c][k] < low ? of[c][k] : low;
            high = of[c][k] > high ? of[c][k] : high;
        }
        out->low[c] = (double)low;
        out->high[c] = (double)high;
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
    if (out->count <= SEPAL_SIDE_CORNERS && !sepal_contact_is_right_box(set, index))
        for (uint32_t k = 0; k < out->count; k++)
            place_vertex(out, k, out->place[k]);
}
