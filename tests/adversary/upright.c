/* upright.c — the bounds of boxes that stand upright: gaps in double, distances and directions of those that are apart. */
#include "certified.h"
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/push_blocks.h>

static sepal_solids *both;

/* A box upright along z: its centre, two half edges across, and half of its height. */
enum { BOX_FLOATS = 8 };

static bool add_upright(const float *f) {
    const float zero = 0, *p = f + 3, *q = f + 5, *h = f + 7;
    const sepal_solid_parallelepipeds boxes = {
        {&f[0], &f[1], &f[2]}, {&p[0], &p[1], &zero}, {&q[0], &q[1], &zero}, {&zero, &zero, h}, NULL, 1};
    return sepal_solids_add_parallelepipeds(both, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

/* Two of them, as solids 0 and 1, and in the lanes; false if they are not taken as upright. */
static bool load_both(const float *input, upright_half *out, double *span) {
    const sepal_box_exact *of[2][SEPAL_LANES];
    if (both == NULL && sepal_solids_create(NULL, &both) != SEPAL_OK)
        return false;
    sepal_solids_clear(both);
    if (!add_upright(input) || !add_upright(input + BOX_FLOATS))
        return false;
    const sepal_box_exact *const a = sepal_solid_exact(both, 0), *const b = sepal_solid_exact(both, 1);
    const solids_query q = {both, both, SEPAL_TOUCHING_OVERLAPS, 0, false};
    *span = core_span(&q, (sepal_pair){0, 1});
    if ((a->flags & b->flags & SEPAL_SOLID_UPRIGHT << 2) == 0 || *span > BOX_SPAN_ALIGNED)
        return false;
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[0][lane] = a, of[1][lane] = b;
    const upright_lanes lanes_a = load_upright(of[0], 2), lanes_b = load_upright(of[1], 2);
    *out = upright_half_of(&lanes_a, &lanes_b, 0);
    return true;
}

/* --- Gaps --------------------------------------------------------------------------------------------------------------------------*/

/* p x q of two vectors that are exact in double: 25 bits of each at a time. */
static sepal_number exact_det(wd2 p, wd2 q) {
    const double x = first_double(p.x), y = first_double(p.y), px = first_double(q.x), py = first_double(q.y);
    sepal_number factor[4], left, right;
    sepal_number_sum(&x, 1, &factor[0]);
    sepal_number_sum(&py, 1, &factor[1]);
    sepal_number_sum(&y, 1, &factor[2]);
    sepal_number_sum(&px, 1, &factor[3]);
    sepal_number_multiply(&factor[0], &factor[1], &left);
    sepal_number_multiply(&factor[2], &factor[3], &right);
    sepal_number_subtract(&left, &right, &left);
    return left;
}

/* The gap along the normal of half edge k, exactly, less the one computed. */
static double off_gap(const upright_half *u, int k, double computed) {
    sepal_number gap = exact_det(u->d, u->edge[k]), found;
    make_positive(&gap);
    for (int m = 0; m < UPRIGHT_EDGES; m++) {
        sepal_number reach = exact_det(u->edge[m], u->edge[k]);
        make_positive(&reach);
        sepal_number_subtract(&gap, &reach, &gap);
    }
    sepal_number_sum(&computed, 1, &found);
    sepal_number_subtract(&gap, &found, &gap);
    return fabs(sepal_number_value(&gap));
}

static double gap_error(const float *input) {
    upright_half u;
    double span, worst = -INFINITY, extent;
    wd value[FLAT_DETERMINANTS], reach;
    if (!load_both(input, &u, &span))
        return -INFINITY;
    find_flat_determinants(&u, value);
    extent = first_double(flat_greatest(u.d));
    for (int k = 0; k < UPRIGHT_EDGES; k++)
        extent += first_double(flat_greatest(u.edge[k]));
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        const double bound = UPRIGHT_ERROR * first_double(flat_sum(u.edge[k])) * extent;
        if (bound > 0)
            worst = fmax(worst, off_gap(&u, k, first_double(flat_gap(value, k, &reach))) / bound);
    }
    return worst;
}

/* The error of a gap as it is computed for boxes that are apart. */
static double strip_error(const float *input) {
    upright_half u;
    double span, worst = -INFINITY;
    if (!load_both(input, &u, &span))
        return -INFINITY;
    for (int k = 0; k < UPRIGHT_EDGES; k++) {
        const facing_edge e = find_facing(&u, u.edge[k]);
        const double bound = UPRIGHT_PRODUCTS * first_double(e.gap_size);
        if (bound > 0)
            worst = fmax(worst, off_gap(&u, k, first_double(e.gap)) / bound);
    }
    return worst;
}

/* --- Distances ---------------------------------------------------------------------------------------------------------------------*/

static bool find_apart(const float *input, certified *out) {
    upright_half u;
    double span;
    if (!load_both(input, &u, &span))
        return false;
    out->found = find_upright_push(&u, 2, wd_set1(span));
    sepal_cores_set(&out->cores, both, 0, both, 1);
    return is_certified(out) && sepal_solids_scalar_nearest(&out->cores, &out->exact);
}

static double distance_error(const float *input) {
    return distance_error_of(find_apart, input);
}
static double direction_error(const float *input) {
    return direction_error_of(find_apart, input);
}

static const attack attacks[] = {
    {
        "UPRIGHT_ERROR",
        "a gap",
        gap_error,
        16,
        4,
        0.4845,
        {
            -0x1.23b996p+3F,
            -0x1.afd4f6p+0F,
            -0x1.a00006p+0F,
            -0x1.003p-13F,
            0x0p+0F,
            -0x1.fce432p+4F,
            0x1.9c03fep-13F,
            0x1.380324p+3F,
            -0x1.23b9a4p+3F,
            -0x1.afd3f6p+0F,
            -0x1.47607cp+5F,
            0x1.01p-24F,
            -0x1.019056p+0F,
            0x1.002p-14F,
            0x0p+0F,
            0x1p-16F,
        },
    },
    {
        "UPRIGHT_PRODUCTS",
        "a gap of boxes apart",
        strip_error,
        16,
        4,
        0.2499,
        {
            -0x1.5fb316p+3F,
            0x1.22613ap+0F,
            0x1.809fc8p+0F,
            0x1.3f97fcp+0F,
            -0x1.1dae84p+3F,
            0x1.0f8c4cp-2F,
            -0x1.e577e4p+0F,
            0x1.7f5686p+0F,
            -0x1.5fb316p+3F,
            0x1.22613ep+0F,
            -0x1.ep+2F,
            -0x1.ce6bfcp+5F,
            0x1.9de7e2p+1F,
            0x1.87c1bep-2F,
            -0x1.5e3008p+1F,
            0x1.8473c6p-1F,
        },
    },
    {
        "UPRIGHT_PRODUCTS",
        "a distance",
        distance_error,
        16,
        4,
        0.2586,
        {
            0x1.2a0004p+7F,
            0x1.979ad2p-2F,
            -0x1.03157ep+3F,
            -0x1.b4a9eep+3F,
            0x1.62a89cp+3F,
            0x1.994d94p+2F,
            -0x1.4p+3F,
            0x1.3e9ab6p+3F,
            -0x1.3e9ab6p+3F,
            -0x1.53530ap+2F,
            0x1.9ccaf4p+3F,
            -0x1.e139aap+2F,
            0x1.7fffdep+3F,
            0x1.a54ac2p+1F,
            0x1.585dp+2F,
            0x1.d7d252p+1F,
        },
    },
    {
        "UPRIGHT_PRODUCTS",
        "its direction",
        direction_error,
        16,
        4,
        0.1702,
        {
            0x1.20d9b2p+0F,
            0x1.d2d234p+5F,
            0x1.2a4c06p+3F,
            0x1.1fcdbcp+0F,
            0x1.bf7ad8p+2F,
            0x1.4d4c1ap+1F,
            0x1.c3e4acp+2F,
            -0x1.bf74e4p+2F,
            0x1.c0afc2p+3F,
            0x1.b8a358p+0F,
            -0x1.bf4adp+2F,
            0x1.803374p+2F,
            -0x1.67c42ep+1F,
            -0x1.7aca78p+0F,
            0x1.1fcdbcp+0F,
            -0x1.8b878ap+0F,
        },
    },
};
const attack_family upright_attacks = {"upright", attacks, sizeof attacks / sizeof attacks[0]};
