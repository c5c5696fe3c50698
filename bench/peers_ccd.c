/* peers_ccd.c — libccd 2: ccdMPRIntersect and ccdGJKIntersect, and the penetration of each, in double. */
#include "solid_peers.h"

#include <ccd/ccd.h>
#include <math.h>
#include <stdlib.h>

typedef struct shapes {
    size_t of_a;
    peer_solid solid[];
} shapes;

static void destroy(void *handle) {
    free(handle);
}

static void *create(const sepal_solids *a, const sepal_solids *b) {
    const size_t of_a = sepal_solids_count(a), of_b = sepal_solids_count(b);
    shapes *s = malloc(sizeof *s + (of_a + of_b) * sizeof s->solid[0]);
    bool good = s != NULL;
    for (size_t i = 0; good && i < of_a + of_b; i++) {
        s->of_a = of_a;
        good = peer_solid_read(i < of_a ? a : b, (uint32_t)(i < of_a ? i : i - of_a), &s->solid[i]);
        if (good && s->solid[i].kind == PEER_HULLS) { /* a point inside */
            peer_solid *h = &s->solid[i];
            for (int k = 0; k < 3; k++) {
                const float *const at = k == 0 ? h->x : k == 1 ? h->y : h->z;
                double sum = 0;
                for (size_t m = 0; m < h->count; m++)
                    sum += (double)at[m];
                h->centre[k] = sum / (double)h->count;
            }
        }
    }
    if (good)
        return s;
    free(s);
    return NULL;
}

static void support(const void *object, const ccd_vec3_t *along, ccd_vec3_t *out) {
    const peer_solid *s = object;
    const double d[3] = {along->v[0], along->v[1], along->v[2]};
    double at[3] = {s->centre[0], s->centre[1], s->centre[2]};
    if (s->kind == PEER_BOXES) {
        for (int m = 0; m < 3; m++) {
            const double side = d[0] * s->axis[m][0] + d[1] * s->axis[m][1] + d[2] * s->axis[m][2] < 0 ? -s->half[m] : s->half[m];
            for (int k = 0; k < 3; k++)
                at[k] += side * s->axis[m][k];
        }
    } else if (s->kind == PEER_HULLS) {
        size_t best = 0;
        double most = -INFINITY;
        for (size_t i = 0; i < s->count; i++) {
            const double v = d[0] * (double)s->x[i] + d[1] * (double)s->y[i] + d[2] * (double)s->z[i];
            best = v > most ? i : best;
            most = v > most ? v : most;
        }
        at[0] = (double)s->x[best], at[1] = (double)s->y[best], at[2] = (double)s->z[best];
    } else {
        double ends = 0;
        for (int k = 0; k < 3; k++)
            ends += d[k] * (s->end[1][k] - s->end[0][k]);
        const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; k++)
            at[k] = s->end[ends > 0][k] + (length > 0 ? s->radius * d[k] / length : 0);
    }
    ccdVec3Set(out, at[0], at[1], at[2]);
}

static void centre(const void *object, ccd_vec3_t *out) {
    const peer_solid *s = object;
    ccdVec3Set(out, s->centre[0], s->centre[1], s->centre[2]);
}

static ccd_t settings(void) {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = centre;
    ccd.max_iterations = 100;
    ccd.mpr_tolerance = ccd.epa_tolerance = 1e-6;
    return ccd;
}

static void overlap_mpr(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes *s = handle;
    const ccd_t ccd = settings();
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, ccdMPRIntersect(&s->solid[pairs[i].a], &s->solid[s->of_a + pairs[i].b], &ccd) != 0);
}

static void overlap_gjk(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes *s = handle;
    const ccd_t ccd = settings();
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, ccdGJKIntersect(&s->solid[pairs[i].a], &s->solid[s->of_a + pairs[i].b], &ccd) != 0);
}

typedef int penetration(const void *a, const void *b, const ccd_t *ccd, ccd_real_t *depth, ccd_vec3_t *n, ccd_vec3_t *at);

static void push_by(penetration *ask, void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes *s = handle;
    const ccd_t ccd = settings();
    for (size_t i = 0; i < count; i++) {
        ccd_real_t depth = -1;
        ccd_vec3_t n = {{1, 0, 0}}, at;
        if (ask(&s->solid[pairs[i].a], &s->solid[s->of_a + pairs[i].b], &ccd, &depth, &n, &at) != 0)
            depth = -1;
        solid_peer_push(out, i, n.v[0], n.v[1], n.v[2], depth);
    }
}
static void push_mpr(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    push_by(ccdMPRPenetration, handle, pairs, count, out);
}
static void push_gjk(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    push_by(ccdGJKPenetration, handle, pairs, count, out);
}

enum { ALL = PEER_BOXES | PEER_SPHERES | PEER_CAPSULES | PEER_HULLS };
const peer solid_peer_ccd_mpr = {.name = "libccd-mpr",
                                 .overlap = overlap_mpr,
                                 .destroy = destroy,
                                 .solid_kinds = ALL,
                                 .create_solids = create,
                                 .push_solids = push_mpr};
const peer solid_peer_ccd_gjk = {.name = "libccd-gjk",
                                 .overlap = overlap_gjk,
                                 .destroy = destroy,
                                 .solid_kinds = ALL,
                                 .create_solids = create,
                                 .push_solids = push_gjk};
