/* solid_contacts.c — contact points of solids: how far the points of the surfaces are from the cores, and how far each depth is
 * from the way between them, beside what solids.h says of "Accuracy". The solids have no radii, so that the points are floats of
 * the cores themselves. */
#include "families.h"
#include "solid_pair.h"

#include <solids/contacts.h>

#define SINGLE_UNIT 0x1p-24

/* A pair, its contact, and the sizes that the header names. */
typedef struct solid_touch {
    solid_pair of;
    uint8_t count;
    float normal[3], on[2][3][SEPAL_CONTACTS_MOST], depth[SEPAL_CONTACTS_MOST];
    float margin;
    double corner[2][8][3]; /* the vertices of both */
    uint32_t size[2];
    double extent[2], magnitude[2], all; /* E, C and D */
} solid_touch;

static void find_corners_of(const sepal_solids *set, uint32_t size, double out[8][3]) {
    const sepal_box_exact *exact = sepal_solid_is_box(set, 0) ? sepal_solid_exact(set, 0) : NULL;
    for (uint32_t k = 0; k < size; k++)
        for (int c = 0; c < 3; c++) {
            const float *const of_hull[] = {sepal_solid_x(set, 0), sepal_solid_y(set, 0), sepal_solid_z(set, 0)};
            out[k][c] = exact == NULL ? (double)of_hull[c][k]
                                      : (double)exact->c[c] + (k & 1 ? 1 : -1) * (double)exact->u[c] +
                                            (k & 2 ? 1 : -1) * (double)exact->v[c] + (k & 4 ? 1 : -1) * (double)exact->w[c];
        }
}

static void measure(solid_touch *t) {
    double low[2][3], high[2][3];
    for (int i = 0; i < 2; i++) {
        const sepal_solids *set = i == 0 ? t->of.a : t->of.b;
        t->size[i] = set->heads[0].size;
        find_corners_of(set, t->size[i], t->corner[i]);
        t->extent[i] = t->magnitude[i] = 0;
        for (int c = 0; c < 3; c++) {
            low[i][c] = INFINITY, high[i][c] = -INFINITY;
            for (uint32_t k = 0; k < t->size[i]; k++) {
                low[i][c] = fmin(low[i][c], t->corner[i][k][c]);
                high[i][c] = fmax(high[i][c], t->corner[i][k][c]);
            }
            t->extent[i] = fmax(t->extent[i], high[i][c] - low[i][c]);
            t->magnitude[i] = fmax(t->magnitude[i], fmax(fabs(low[i][c]), fabs(high[i][c])));
        }
    }
    t->all = 0;
    for (int c = 0; c < 3; c++)
        t->all = fmax(t->all, fmax(high[0][c], high[1][c]) - fmin(low[0][c], low[1][c]));
}

/* False if there is no contact under the margin. */
static bool find_touch(solid_pair of, float margin, solid_touch *t) {
    const sepal_contact_rule rule = {.margin = margin, .point_margin = INFINITY};
    const sepal_solid_contacts out = {.count = &t->count,
                                      .normal_x = &t->normal[0],
                                      .normal_y = &t->normal[1],
                                      .normal_z = &t->normal[2],
                                      .depth = t->depth,
                                      .a_x = t->on[0][0],
                                      .a_y = t->on[0][1],
                                      .a_z = t->on[0][2],
                                      .b_x = t->on[1][0],
                                      .b_y = t->on[1][1],
                                      .b_z = t->on[1][2]};
    t->of = of;
    t->margin = margin;
    if (sepal_solids_contacts_pairs(of.a, of.b, solid_group, 1, &rule, &out) != SEPAL_OK || t->count == 0)
        return false;
    measure(t);
    return t->all > 0 && t->all < 0x1p60;
}

/* The rounding of a point of the surface. */
static double rounding_of(const solid_touch *t, int core, int p) {
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += SINGLE_UNIT * fabs((double)t->on[core][c][p]) + 0x1p-149;
    return sum;
}

/* The tolerances for vertices near a plane of a core, and for corners that count as one. */
static double near_of(const solid_touch *t, int core) {
    return SEPAL_SIDE_PLANE_EXTENT * t->extent[core] + SEPAL_SIDE_PLANE_MAGNITUDE * t->magnitude[core];
}
static double flush_of(const solid_touch *t) {
    return SEPAL_SIDE_FLUSH_EXTENT * fmin(t->extent[0], t->extent[1]) +
           SEPAL_SIDE_FLUSH_MAGNITUDE * fmax(t->magnitude[0], t->magnitude[1]);
}

/* The least sine of half an angle between three vertices of a core as they are seen along the normal: no corner of a side is
 * sharper. */
static double sharpest(const solid_touch *t, int core) {
    const double n[3] = {(double)t->normal[0], (double)t->normal[1], (double)t->normal[2]};
    double least = 1;
    for (uint32_t at = 0; at < t->size[core]; at++)
        for (uint32_t i = 0; i < t->size[core]; i++)
            for (uint32_t j = 0; j < i; j++) {
                double p[3], q[3], up[2] = {0, 0}, square[2] = {0, 0}, dot = 0;
                for (int c = 0; c < 3; c++) {
                    p[c] = t->corner[core][i][c] - t->corner[core][at][c];
                    q[c] = t->corner[core][j][c] - t->corner[core][at][c];
                    up[0] += p[c] * n[c];
                    up[1] += q[c] * n[c];
                }
                for (int c = 0; c < 3; c++) {
                    p[c] -= up[0] * n[c];
                    q[c] -= up[1] * n[c];
                    square[0] += p[c] * p[c];
                    square[1] += q[c] * q[c];
                    dot += p[c] * q[c];
                }
                const double both = sqrt(square[0] * square[1]);
                if (i != at && j != at)
                    least = fmin(least, both > 0 ? sqrt(fmax(0, (1 - dot / both) / 2)) : 0);
            }
    return least;
}

/* How far the points are from their cores. sharp: the sines of half of the sharpest corners of both sides. */
static double place_share_of(const solid_touch *t, const double sharp[2]) {
    double worst = 0;
    for (int i = 0; i < 2; i++) {
        sepal_solids *set = i == 0 ? t->of.a : t->of.b;
        for (int p = 0; p < t->count; p++) {
            const float at[3] = {t->on[i][0][p], t->on[i][1][p], t->on[i][2][p]};
            const double bound = 8 * SINGLE_UNIT * t->all + 4 * (near_of(t, i) + flush_of(t) / sharp[i]) + rounding_of(t, i, p);
            if (!add_points(set, at, 1, 0))
                return -INFINITY;
            worst = fmax(worst, solid_distance_between(set, 0, set, (uint32_t)sepal_solids_count(set) - 1) / bound);
        }
    }
    return worst;
}

static double place_share(const solid_touch *t) {
    const double sharp[2] = {sharpest(t, 0), sharpest(t, 1)};
    return place_share_of(t, sharp);
}

/* How far the points of two sides that are rectangles are from their cores. */
static double place_share_of_rectangles(const solid_touch *t) {
    const double sharp[2] = {sqrt(0.5), sqrt(0.5)};
    return place_share_of(t, sharp);
}

static int deepest_of(const solid_touch *t) {
    int deepest = 0;
    for (int p = 1; p < t->count; p++)
        deepest = t->depth[p] > t->depth[deepest] ? p : deepest;
    return deepest;
}

/* By how much a depth is off the way from the point of the one core to that of the other one: along the normal; or, between edges
 * side by side, in all. */
static double off_between(const solid_touch *t, int p) {
    double along = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        const double way = (double)t->on[1][c][p] - (double)t->on[0][c][p];
        along += way * (double)t->normal[c];
        square += way * way;
    }
    const double off = (double)t->depth[p] + along, off_in_all = (double)t->depth[p] + sqrt(square);
    return fabs(off) < fabs(off_in_all) ? off : off_in_all;
}

/* How wrong the depths of the points are that are not the deepest. */
static double depth_share(const solid_touch *t) {
    double worst = 0;
    for (int p = 0; p < t->count; p++) {
        const double rounding = rounding_of(t, 0, p) + rounding_of(t, 1, p), near = near_of(t, 0) + near_of(t, 1) + flush_of(t);
        if (p != deepest_of(t))
            worst = fmax(worst, fabs(off_between(t, p)) / (8 * SINGLE_UNIT * t->all + 4 * near + rounding));
    }
    return worst;
}

/* By how much less deep than it says the deepest point is. L, the diagonal of the rectangle around the candidates, is at most 1.7
 * times the longest way between chosen ones. For with the sides 1 and h <= 1 the first of them is at (x, y), x, y >= 0, from the
 * middle, with x^2 + y^2 >= 1/4; there are candidates on the two sides beyond the middle, at least 1/2 + x and h/2 + y from it; and
 * each choice is within a share of 2^-6 of the best. */
static double deepest_share(const solid_touch *t) {
    const int p = deepest_of(t);
    double rectangle = 0;
    for (int q = 0; q < t->count; q++)
        for (int r = 0; r < q; r++) {
            double square = 0;
            for (int c = 0; c < 3; c++)
                square += pow((double)t->on[0][c][q] - (double)t->on[0][c][r], 2);
            rectangle = fmax(rectangle, sqrt(square));
        }
    const double rounding = rounding_of(t, 0, p) + rounding_of(t, 1, p), near = near_of(t, 0) + near_of(t, 1) + flush_of(t);
    const double deeper = 1.7 * SEPAL_CONTACT_DEEPER * rectangle + SEPAL_CONTACT_DEEPER_BOX * t->all + 0.25 * (double)t->margin;
    return off_between(t, p) / (deeper + 8 * SINGLE_UNIT * t->all + 4 * near + rounding);
}

typedef double share_of_touch(const solid_touch *t);

/* Two tetrahedra. */
static double share_of_hulls(share_of_touch *share, const float *f) {
    const solid_pair pair = solid_pair_emptied();
    solid_touch t;
    return add_points(pair.a, f, 4, 0) && add_points(pair.b, f + 12, 4, 0) && find_touch(pair, 0, &t) ? share(&t) : -INFINITY;
}

/* Two boxes. */
static double share_of_boxes(share_of_touch *share, const float *f) {
    const solid_pair pair = solid_pair_emptied();
    solid_touch t;
    return add_turned_box(pair.a, f, 0) && add_turned_box(pair.b, f + 10, 0) && find_touch(pair, 0, &t) ? share(&t) : -INFINITY;
}

/* A box of size 1 on another one, which it covers by half or in whole. Their sides are flush but for some tolerances: the floats, modulo
 * 4, are the offsets along three axes and the turns about them, in units of 2^-17. */
static double place_error_of_flush_boxes(const float *f) {
    const float lower[10] = {0, 0, 0, 0.5F, 0.5F, 0.5F, 0, 0, 0, 1};
    float boxes[20], by[6];
    for (int k = 0; k < 6; k++)
        by[k] = 0x1p-17F * fmodf(f[k], 4);
    const float upper[10] = {(f[6] < 0 ? 0.5F : 0) + by[0], by[1], 1 + by[2], 0.5F, 0.5F, 0.5F, by[3] / 2, by[4] / 2, by[5] / 2, 1};
    memcpy(boxes, lower, sizeof lower);
    memcpy(boxes + 10, upper, sizeof upper);
    return share_of_boxes(place_share_of_rectangles, boxes);
}

static double place_error_of_hulls(const float *f) {
    return share_of_hulls(place_share, f);
}
static double place_error_of_boxes(const float *f) {
    return share_of_boxes(place_share, f);
}
static double depth_error_of_hulls(const float *f) {
    return share_of_hulls(depth_share, f);
}
static double depth_error_of_boxes(const float *f) {
    return share_of_boxes(depth_share, f);
}
static double deepest_error_of_hulls(const float *f) {
    return share_of_hulls(deepest_share, f);
}
static double deepest_error_of_boxes(const float *f) {
    return share_of_boxes(deepest_share, f);
}

static const attack attacks[] = {
    {
        "8uD, tolerances",
        "a place, hulls",
        place_error_of_hulls,
        24,
        3,
        0.2315,
        {
            0x1.9eff9ap+1F, -0x1.e2cac8p-4F, -0x1.699e94p+0F, -0x1.1e0f88p+1F, -0x1.8d317p+1F,  0x1.1b2f7cp+2F,
            0x1.63fe02p+0F, 0x1.ae4284p+1F,  0x1.7600dcp+1F,  -0x1.96f07cp+1F, -0x1.808738p+1F, -0x1.676018p+0F,
            -0x1.afff6p+2F, -0x1.bdc84ap+1F, -0x1.10504ap+0F, -0x1.ec8bp-3F,   0x1.1b2f7cp+2F,  0x1.bd488p+1F,
            0x1.62279cp+0F, 0x1.eb2fd4p+0F,  0x1.22b852p+2F,  0x1.97fb1cp-10F, -0x1.220088p+1F, -0x1.daea1p+0F,
        },
    },
    {
        "8uD, tolerances",
        "a place, boxes",
        place_error_of_boxes,
        20,
        3,
        0.0281,
        {
            0x1.9f8148p+1F,  0x1.07001cp+1F,  0x1.55006p-2F,   0x0p+0F,         0x1.cfa6ecp+1F, -0x1.dfffdep+2F, -0x1.7154aap+0F,
            -0x1.196448p+1F, -0x1.c9fbbep+2F, 0x1.67fe7ap+1F,  0x1.3b4fbep+2F,  0x1.20f74ep+1F, 0x1.401244p+0F,  -0x1.cc568p+1F,
            0x1.953fbcp+2F,  0x1.16fc94p+1F,  -0x1.ef1238p+1F, -0x1.11ad06p+0F, 0x1.bep+1F,     0x1.bfff28p+0F,
        },
    },
    {
        "8uD, tolerances",
        "a place, flush boxes",
        place_error_of_flush_boxes,
        7,
        4,
        0.1993,
        {
            0x1.7ffd76p+4F,
            -0x1.ef4dc8p+3F,
            0x1.77fd02p+3F,
            0x1.0f2a6p+0F,
            0x1.f7fbd2p+3F,
            -0x1.f9b2d8p+3F,
            0x1.8p+3F,
        },
    },
    {
        "8uD, tolerances",
        "a depth, hulls",
        depth_error_of_hulls,
        24,
        3,
        0.0061,
        {
            0x1.d0010ep-2F, 0x1.437a76p+2F, -0x1.34557ap-1F, 0x1.00af46p+2F, 0x1.400004p+0F, -0x1.7ba006p-1F,
            0x1.2d8d7cp+2F, 0x1.ee230ap+1F, 0x1.5c0ebcp+0F,  0x1.c5ffep-1F,  0x1.2c8d9ep+2F, 0x1.8a490ep+1F,
            0x1.3da3ap+1F,  0x1.020016p+2F, 0x1.48001p-1F,   0x1.8c0ee8p+1F, 0x1.000004p+2F, 0x1.6c6e86p-2F,
            0x1.802008p+1F, 0x1.00af46p+2F, 0x1.983818p-1F,  0x1.80a1bap+1F, 0x1.feeffap+1F, 0x1.f269e2p-2F,
        },
    },
    {
        "8uD, tolerances",
        "a depth, boxes",
        depth_error_of_boxes,
        20,
        3,
        0.0111,
        {
            0x1.cfffecp+3F,  0x1.c1593cp+1F, 0x1.dcd18p+0F,   0x1.34f95cp-2F,  0x1.008p+0F,     -0x1.b948d8p+0F, -0x1.7890b6p+0F,
            -0x1.ffffb4p+1F, 0x1.066e3p+0F,  0x1.f8a70ap+1F,  0x1.0ddf82p+4F,  0x1.7b3ffap+1F,  0x1.85d34p+1F,   -0x1.7afdb2p-4F,
            0x1.bb04d6p-4F,  0x1.71a042p-1F, -0x1.e22c74p+1F, -0x1.7afd7cp-4F, -0x1.9d40f2p+0F, 0x1.dcd212p-1F,
        },
    },
    {
        "what must be deeper",
        "the deepest, hulls",
        deepest_error_of_hulls,
        24,
        3,
        0.8193,
        {
            0x1.82cc44p+0F, -0x1.407b64p+2F, 0x1.8212eep+0F,  0x1.b6ebcap+2F, -0x1.6c53ccp+0F, -0x1.67ebfep+1F,
            0x1.9dfe5ap+0F, 0x1.55011ap+0F,  0x1.ebebep-1F,   0x1.c94e72p+2F, -0x1.7586d8p+1F, 0x1.e62d3cp+1F,
            0x1.ee1268p+2F, -0x1.407b62p+2F, -0x1.67af7cp-1F, 0x1.6dfffcp+2F, -0x1.0cf14cp+1F, 0x1.55010ep+1F,
            0x1.cb091cp+1F, -0x1.73faeep+1F, 0x1.8368ep+1F,   0x1.3f912cp+0F, 0x1.71d7fp+0F,   -0x1.54a016p+1F,
        },
    },
    {
        "what must be deeper",
        "the deepest, boxes",
        deepest_error_of_boxes,
        20,
        3,
        0.8565,
        {
            -0x1.e1f672p+1F, 0x1.10be6ap+2F,  0x1.9efe3cp+0F,  0x1.d4af9ap+1F, -0x1.57e9cap+2F, -0x1.dff8p+1F,   -0x1.c9bc04p+0F,
            -0x1.396634p+4F, -0x1.c3e564p+3F, -0x1.aa7c84p+2F, -0x1.87e8ep+0F, 0x1.8db828p+1F,  0x1.40f9c4p+0F,  -0x1.ddfe46p+1F,
            0x1.be89cp+1F,   0x1.f1fdb6p+0F,  0x1.cfeb98p+0F,  0x1.1b63bp+1F,  -0x1.8265b2p+0F, -0x1.38ab9ap+2F,
        },
    },
};
const attack_family solid_contacts_attacks = {"solid_contacts", attacks, sizeof attacks / sizeof attacks[0]};
