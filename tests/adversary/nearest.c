/* nearest.c — the two answers of nearest.h, within reach and out of it: how much of their error does rounding use up? */
#include "couple.h"
#include "families.h"

#include <polys/kernel/reach.h>

/* Two cores, the question about them under some margin, and the error that the answer allows for. */
typedef struct cores {
    couple c;
    lanes (*decide)(const couple *c, float margin);
    double distance, error;
} cores;

static lanes decide_segments(const couple *c, float margin) {
    return segments_decide(load_segments(c->a, &couple_group->a), load_segments(c->b, &couple_group->a), margin);
}

static lanes decide_point_and_box(const couple *c, float margin) {
    return point_box_decide(couple_circle(c->a), load_boxes(c->b, &couple_group->a), w_set1(0), margin);
}

static bool take_segments(const float *f, cores *out) {
    if (!couple_of_polygons(f, 2, 2, 2, &out->c))
        return false;
    segment_lanes a = load_segments(out->c.a, &couple_group->a), b = load_segments(out->c.b, &couple_group->a);
    out->decide = decide_segments;
    out->distance = couple_distance(&out->c, 0, 0);
    out->error = (double)lane_of(nearest_error(w2_sub(b.centre, a.centre), a.slack, b.slack));
    return true;
}

/* The floats are a point, and the centre and two half-edges of a parallelogram. */
static bool take_point_and_box(const float *f, cores *out) {
    const float *c = f + 2, *u = f + 4, *v = f + 6;
    const float floats[] = {f[0],
                            f[1],
                            c[0] - u[0] - v[0],
                            c[1] - u[1] - v[1],
                            c[0] + u[0] - v[0],
                            c[1] + u[1] - v[1],
                            c[0] + u[0] + v[0],
                            c[1] + u[1] + v[1],
                            c[0] - u[0] + v[0],
                            c[1] - u[1] + v[1]};
    if (!couple_of_polygons(floats, 1, 4, 1, &out->c) || !out->c.b->boxes)
        return false;
    box_lanes b = load_boxes(out->c.b, &couple_group->a);
    out->decide = decide_point_and_box;
    out->distance = couple_distance(&out->c, 0, 0);
    out->error = (double)lane_of(nearest_error(w2_sub(couple_circle(out->c.a).centre, b.centre), w_set1(0), b.slack));
    return true;
}

static lanes decide_boxes(const couple *c, float margin) {
    return two_boxes_decide(load_boxes(c->a, &couple_group->a), load_boxes(c->b, &couple_group->a), w_set1(margin));
}

static bool take_boxes(const float *f, cores *out) {
    if (!couple_of_boxes(f, &out->c) || !out->c.a->boxes || !out->c.b->boxes)
        return false;
    box_lanes a = load_boxes(out->c.a, &couple_group->a), b = load_boxes(out->c.b, &couple_group->a);
    out->decide = decide_boxes;
    out->distance = couple_distance(&out->c, 0, 0);
    out->error = (double)lane_of(nearest_error(w2_sub(b.centre, a.centre), a.slack, b.slack));
    return true;
}

/* Whether the kernel gives this answer, and by how much of the error it would be wrong. */
static double wrong(const cores *k, float margin, bool within) {
    lanes found = k->decide(&k->c, margin);
    bool said = within ? (found.yes & 1) != 0 : ((found.yes | found.open) & 1) == 0;
    double beyond = within ? k->distance - (double)margin : (double)margin - k->distance;
    return said ? 1 + beyond / k->error : -INFINITY;
}

/* The ratio at the margin nearest to the distance for which the kernel gives this answer. */
static double most_wrong(const cores *k, bool within) {
    if (k->distance == 0 || !(k->error < INFINITY))
        return -INFINITY;
    float silent = (float)k->distance, telling = (float)(within ? k->distance + 4 * k->error : k->distance - 4 * k->error);
    if (telling < 0)
        return -INFINITY;
    double share = wrong(k, silent, within);
    if (share > -INFINITY)
        return share; /* about 1, or more */
    share = wrong(k, telling, within);
    for (int halved = 0; halved < 12; halved++) {
        float middle = silent + (telling - silent) / 2;
        double there = wrong(k, middle, within);
        *(there > -INFINITY ? &telling : &silent) = middle;
        share = fmax(share, there);
    }
    return share;
}

static double segments_within(const float *f) {
    cores k;
    return take_segments(f, &k) ? most_wrong(&k, true) : -INFINITY;
}

static double segments_out(const float *f) {
    cores k;
    return take_segments(f, &k) ? most_wrong(&k, false) : -INFINITY;
}

static double box_within(const float *f) {
    cores k;
    return take_point_and_box(f, &k) ? most_wrong(&k, true) : -INFINITY;
}

static double box_out(const float *f) {
    cores k;
    return take_point_and_box(f, &k) ? most_wrong(&k, false) : -INFINITY;
}

static double boxes_within(const float *f) {
    cores k;
    return take_boxes(f, &k) ? most_wrong(&k, true) : -INFINITY;
}

static double boxes_out(const float *f) {
    cores k;
    return take_boxes(f, &k) ? most_wrong(&k, false) : -INFINITY;
}

static const attack attacks[] = {
    {"NEAREST_DISTANCE_ERROR",
     "a wrong within, segments",
     segments_within,
     8,
     4,
     0.941,
     {-0x1.000acep+3F, -0x1.cbf89cp+3F, -0x1.fffdp+2F, -0x1.cc04d2p+3F, -0x1.000c98p+3F, -0x1.cc02a8p+3F, -0x1.0008f2p+3F,
      -0x1.cc001ap+3F}},
    {"NEAREST_DISTANCE_ERROR",
     "a wrong out of reach, segments",
     segments_out,
     8,
     4,
     0.936,
     {-0x1.23edf4p+3F, 0x1.0840fp+3F, -0x1.23aacap+3F, 0x1.0883f6p+3F, -0x1.23cd98p+3F, 0x1.083836p+3F, -0x1.23e29ap+3F,
      0x1.084094p+3F}},
    {"NEAREST_DISTANCE_ERROR",
     "a wrong within, point and box",
     box_within,
     8,
     4,
     0.150,
     {0x1.01005cp+1F, 0x1.1494bap+1F, 0x1.df7e86p+0F, -0x1.86ba22p+1F, 0x1.2003cep+0F, 0x1.2c3048p+0F, -0x1.fae48cp-1F,
      0x1.0280cap+2F}},
    {"NEAREST_DISTANCE_ERROR",
     "a wrong out of reach, point and box",
     box_out,
     8,
     4,
     0.223,
     {0x1.6ef00ep+4F, -0x1.bffffcp+2F, 0x1.280102p+2F, 0x1.6801b8p+3F, 0x1.b72438p+3F, -0x1.d2e9e2p+3F, -0x1.1aeabcp+2F,
      0x1.c252e8p+1F}},
    {"NEAREST_DISTANCE_ERROR",
     "a wrong within, boxes",
     boxes_within,
     12,
     4,
     0.129,
     {0x1.2767fap+3F, -0x1.019f84p+2F, -0x1.9f2b2ep+2F, -0x1.bca38p+2F, 0x1.a6f596p+1F, -0x1.9d85c8p+1F, 0x1.26ef3p+3F,
      0x1.880fa2p+3F, -0x1.780c4cp+0F, 0x1.af8aeap+1F, 0x1.bf87cep+0F, -0x1.56f0fap+1F}},
    {"NEAREST_DISTANCE_ERROR",
     "a wrong out of reach, boxes",
     boxes_out,
     12,
     4,
     0.212,
     {0x1.e78044p+1F, -0x1.f632dp+1F, 0x1.c877cap-23F, -0x1.cp-1F, 0x1.ff1fcp+0F, -0x1.37b53cp-10F, 0x1.fa0bb8p+3F, -0x1.47179ap+2F,
      -0x1.300adap+2F, 0x1.00e254p+1F, 0x1.4ffffap+2F, 0x1.b1e1c6p+0F}},
};

const attack_family nearest_attacks = {"nearest", attacks, sizeof attacks / sizeof *attacks};
