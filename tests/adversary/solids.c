/* solids.c — the bounds of the kernels of solids: gaps of boxes in float and in double, supports of hulls, and the normals and sides
 * by which a push is certain. */
#include "families.h"

#include <sepal/solids.h>
#include <solids/kernel/boxes.h>
#include <solids/kernel/feature.h>
#include <solids/kernel/portal.h>

/* --- Pairs from floats -------------------------------------------------------------------------------------------------------------*/

static sepal_solids *emptied(sepal_solids **set) {
    if (*set == NULL && sepal_solids_create(NULL, set) != SEPAL_OK)
        return NULL;
    sepal_solids_clear(*set);
    return *set;
}

static sepal_solids *first_set, *second_set;
static const sepal_pair group[SEPAL_LANES] = {{0, 0}};

/* Centre, half extents, quaternion of each: 20 floats. */
static bool add_turned_box(sepal_solids *set, const float *f) {
    const float half[3] = {fabsf(f[3]), fabsf(f[4]), fabsf(f[5])};
    const sepal_solid_boxes boxes = {&f[0], &f[1], &f[2], &half[0], &half[1], &half[2], {&f[6], &f[7], &f[8], &f[9], {NULL}},
                                     NULL,  1};
    return set != NULL && sepal_solids_add_boxes(set, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

/* c, u, v, w of each: 24 floats. */
static bool add_slanted_box(sepal_solids *set, const float *f) {
    const sepal_solid_parallelepipeds boxes = {
        {&f[0], &f[1], &f[2]}, {&f[3], &f[4], &f[5]}, {&f[6], &f[7], &f[8]}, {&f[9], &f[10], &f[11]}, NULL, 1};
    return set != NULL && sepal_solids_add_parallelepipeds(set, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

/* The coordinates of `count` points, point by point. */
static bool add_points(sepal_solids *set, const float *f, size_t count) {
    float at[3][4];
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            at[k][i] = f[3 * i + (size_t)k];
    return set != NULL && sepal_solids_add_hull(set, at[0], at[1], at[2], count, 0, NULL) == SEPAL_OK;
}

static double first_of(w v) {
    float lanes_of[SEPAL_LANES];
    w_store(lanes_of, v);
    return (double)lanes_of[0];
}

/* --- Boxes in float ----------------------------------------------------------------------------------------------------------------*/

/* How near the filter comes to saying the opposite of what is true. */
static double wrong_boxes(const float *input) {
    if (!add_turned_box(emptied(&first_set), input) || !add_turned_box(emptied(&second_set), input + 10))
        return -INFINITY;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0};
    const box_lanes a = load_boxes(first_set, &group->a, true), b = load_boxes(second_set, &group->b, true);
    const box_view v = view_boxes(&a, &b);
    const double bound = first_of(w_mul(w_add(a.slack, b.slack), w_add(half_sum(&a), half_sum(&b))));
    if (!(bound < INFINITY) || !(bound > 0))
        return -INFINITY;
    const double gap = first_of(w_max(face_gaps(&a, &b, &v), edge_gaps(&a, &b, &v))), common = first_of(common_point(&a, &b, &v));
    const sepal_contact contact = sepal_solids_scalar_contact(first_set, 0, second_set, 0, &rule);
    double ratio = -INFINITY;
    if (contact != SEPAL_APART)
        ratio = fmax(ratio, gap / bound);
    if (contact != SEPAL_OVERLAP)
        ratio = fmax(ratio, fmax(-gap, -common) / bound);
    return ratio;
}

/* --- Boxes in double ---------------------------------------------------------------------------------------------------------------*/

typedef struct exact_vector {
    sepal_number x[3];
} exact_vector;

static exact_vector vector_between(const float *from, const float *to) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        const double terms[2] = {(double)to[k], from == NULL ? 0 : -(double)from[k]};
        sepal_number_sum(terms, 2, &out.x[k]);
    }
    return out;
}

static exact_vector exact_cross(const exact_vector *p, const exact_vector *q) {
    exact_vector out;
    for (int k = 0; k < 3; k++) {
        sepal_number left, right;
        sepal_number_multiply(&p->x[(k + 1) % 3], &q->x[(k + 2) % 3], &left);
        sepal_number_multiply(&p->x[(k + 2) % 3], &q->x[(k + 1) % 3], &right);
        sepal_number_subtract(&left, &right, &out.x[k]);
    }
    return out;
}

static sepal_number exact_dot(const exact_vector *p, const exact_vector *q) {
    sepal_number sum = {.length = 0}, product;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&p->x[k], &q->x[k], &product);
        sepal_number_add(&sum, &product, &sum);
    }
    return sum;
}

static double difference(const sepal_number *exact, double computed) {
    sepal_number found, rest;
    sepal_number_sum(&computed, 1, &found);
    sepal_number_subtract(exact, &found, &rest);
    return fabs(sepal_number_value(&rest));
}

static double sum_of(const float *g) {
    return (fabs((double)g[0]) + fabs((double)g[1])) + fabs((double)g[2]);
}
static double greatest_of(const float *g) {
    return fmax(fmax(fabs((double)g[0]), fabs((double)g[1])), fabs((double)g[2]));
}

/* The greatest error of a determinant d, g_i, g_j of the axes, in double. */
static double determinant_error(const float *input) {
    if (!add_slanted_box(emptied(&first_set), input) || !add_slanted_box(emptied(&second_set), input + 12))
        return -INFINITY;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    find_exact(first_set, &group->a, of_a);
    find_exact(second_set, &group->b, of_b);
    const exact_lanes a = load_exact(of_a), b = load_exact(of_b);
    wd3 edge[6];
    wd value[DETERMINANTS];
    for (int k = 0; k < 6; k++)
        edge[k] = wd3_of(k < 3 ? a.edge[k] : b.edge[k - 3], 0);
    find_doubles(wd3_sub(wd3_of(b.centre, 0), wd3_of(a.centre, 0)), edge, edge + 3, value);
    const float *g[6];
    double extent = 0, worst = -INFINITY;
    const exact_vector d = vector_between(input, input + 12);
    for (int k = 0; k < 6; k++) {
        g[k] = input + (k < 3 ? 3 + 3 * k : 15 + 3 * (k - 3));
        extent += greatest_of(g[k]);
    }
    for (int k = 0; k < 3; k++)
        extent = fmax(extent, fabs((double)input[12 + k] - (double)input[k])); /* less than |d| + the sum of all: a greater ratio */
    for (int k = 0; k < BOX_AXES; k++) {
        const struct box_axis *axis = &box_axes[k];
        const exact_vector p = vector_between(NULL, g[axis->first]), q = vector_between(NULL, g[axis->second]);
        const exact_vector n = exact_cross(&p, &q);
        const sepal_number exact = exact_dot(&n, &d);
        double lanes_of[SEPAL_LANES / 2];
        wd_store(lanes_of, value[axis->across]);
        const double bound = BOX_EXACT_ERROR * sum_of(g[axis->first]) * sum_of(g[axis->second]) * extent;
        const double found = sepal_number_sign(&exact) * lanes_of[0] < 0 ? -lanes_of[0] : lanes_of[0]; /* of either sign */
        if (bound > 0)
            worst = fmax(worst, difference(&exact, found) / bound);
    }
    return worst;
}

/* --- Hulls -------------------------------------------------------------------------------------------------------------------------*/

/* Two triangles and a direction: how far the farthest member is along it. */
static double support_error(const float *input) {
    const float *n = input + 18;
    if (!add_points(emptied(&first_set), input, 3) || !add_points(emptied(&second_set), input + 9, 3))
        return -INFINITY;
    const solids_query q = {first_set, second_set, SEPAL_TOUCHING_OVERLAPS, 0};
    const ball_lanes a = load_balls(first_set, &group->a), b = load_balls(second_set, &group->b);
    const w3 d = w3_sub(b.centre, a.centre), along_n = {w_set1(n[0]), w_set1(n[1]), w_set1(n[2])};
    const double inverse = first_of(w_div(w_set1(1), w_add(w_add(a.radius, b.radius), w3_greatest(d))));
    difference_lanes s;
    load_difference(&q, group, (sizes){4, 4, false}, &s);
    w least, greatest;
    least_vertex(&s.a, along_n, &least);
    greatest_vertex(&s.b, along_n, &greatest);
    const double found = first_of(w_add(w_sub(greatest, least), w3_dot(along_n, s.d)));
    double exact = -INFINITY;
    for (int i = 0; i < 9; i++) {
        const float *p = input + 3 * (i % 3), *r = input + 9 + 3 * (i / 3);
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += (double)n[k] * ((double)r[k] - (double)p[k]);
        exact = fmax(exact, along * inverse);
    }
    const double bound = first_of(w_madd(w3_sum(along_n), w_set1(HULL_AXIS_ERROR), w_set1(HULL_UNDERFLOW)));
    return inverse > 0 && bound > 0 && bound < INFINITY ? fabs(found - exact) / bound : -INFINITY;
}

/* --- Pushes ------------------------------------------------------------------------------------------------------------------------*/

/* Three vertices of a and one of b, as a face of the difference. */
static bool make_face(const float *input, core_pair *p, core_feature *f) {
    core_member m[3];
    const core_member *const members[3] = {&m[0], &m[1], &m[2]};
    if (!add_points(emptied(&first_set), input, 4) || !add_points(emptied(&second_set), input + 12, 4))
        return false;
    const solids_query q = {first_set, second_set, SEPAL_TOUCHING_OVERLAPS, 0};
    if (!load_cores(&q, *group, p))
        return false;
    for (uint32_t k = 0; k < 3; k++)
        set_member(p, k, 0, &m[k]);
    return set_feature(p, members, 3, f) && set_direction(f, p->extent);
}

static exact_vector normal_of_face(const float *input) {
    const exact_vector e = vector_between(input, input + 3), g = vector_between(input, input + 6);
    return exact_cross(&e, &g);
}

static double normal_error(const float *input) {
    core_pair p;
    core_feature f;
    if (!make_face(input, &p, &f))
        return -INFINITY;
    const exact_vector n = normal_of_face(input);
    double square = 0, sign = 0;
    for (int k = 0; k < 3; k++)
        sign += sepal_number_value(&n.x[k]) * f.n[k];
    for (int k = 0; k < 3; k++) {
        const double off = difference(&n.x[k], sign < 0 ? -f.n[k] : f.n[k]);
        square += off * off;
    }
    return sqrt(square) / f.error;
}

static double side_error(const float *input) {
    core_pair p;
    core_feature f;
    if (!make_face(input, &p, &f))
        return -INFINITY;
    const exact_vector n = normal_of_face(input), step = vector_between(input, input + 9);
    const sepal_number exact = exact_dot(&n, &step);
    const double found = least_beyond(&p.a, f.n, 1, f.c.a, f.of_a);
    const double off = fmin(difference(&exact, found), difference(&exact, -found)); /* n may be turned */
    return off / (p.extent * (32 * DOUBLE_UNIT * f.size + 3 * f.error));
}

static const attack attacks[] = {
    {
        "K, boxes in space",
        "a decision",
        wrong_boxes,
        20,
        4,
        0.1508,
        {
            0x1.6bfffcp+3F, -0x1.caec1ep+0F, 0x1.d0923ep+1F, -0x1.3fffc8p+2F, 0x1.a18192p+0F,  -0x1.31c0ap+0F,  -0x1.732104p+0F,
            0x1.083292p+3F, -0x1.b225c2p+0F, 0x1.9e004ep+0F, -0x1.c80004p+2F, -0x1.4d17acp+1F, -0x1.99b00cp+2F, -0x1.3068b6p+1F,
            0x1.976cf6p+0F, 0x1.f95f84p+3F,  0x1.a2a0b4p-1F, 0x1.20b0a4p+1F,  -0x1.ef8cbep+0F, -0x1.32186ap+0F,
        },
    },
    {
        "BOX_EXACT_ERROR",
        "a determinant",
        determinant_error,
        24,
        4,
        0.2787,
        {
            0x1.0cb5aep+2F,   -0x1.c3bd54p+3F, 0x1.7ffffep-22F,  0x1.7e8p+1F,     0x1.2eae3ep+0F,   0x1.1d8958p+3F,
            -0x1.7efd9ap-22F, 0x1.1f09fep+1F,  -0x1.000452p-21F, 0x1.1p+1F,       -0x1.71f00ap-5F,  0x1.279e04p-1F,
            0x1.0b03dp+2F,    0x1.bffffcp+3F,  0x1.2f1dc4p+5F,   -0x1.320a2cp+0F, 0x1.7efd9cp-22F,  -0x1.f57102p+0F,
            -0x1.00114cp-23F, 0x1.3dp-1F,      -0x1.2f69d8p+1F,  0x1.820006p+1F,  -0x1.052176p-20F, 0x1.011d16p-20F,
        },
    },
    {
        "HULL_AXIS_ERROR",
        "a support",
        support_error,
        21,
        4,
        0.3836,
        {
            0x1.0a9134p+2F,  0x1.886426p-9F,   -0x1.540216p+0F,  -0x1p-24F,       -0x1.bcbb1ap-11F, 0x1.f8ce3cp-24F,
            0x1.000032p-22F, -0x1.d9d012p-16F, -0x1.5c4454p-10F, 0x1.f8ece8p-24F, -0x1.552744p-10F, -0x1.6acefep-18F,
            0x1.5ea8c8p-21F, -0x1.3f61dp-23F,  -0x1.2036f2p-11F, -0x1.f7199p-23F, -0x1.baf75ep-17F, 0x1.261e5ap-11F,
            -0x1.fa55fap+2F, -0x1.d63e08p-12F, 0x1.36c14p-20F,
        },
    },
    {
        "feature, error",
        "the normal of a face",
        normal_error,
        24,
        4,
        0.0498,
        {
            0x1.6f8a2ep+0F,  -0x1.04016p+1F,  -0x1.80ff08p+1F, 0x1.061e8cp+6F,  -0x1.04015cp+1F, -0x1.80ff08p+1F,
            0x1.6f8a1ep+0F,  0x1.eeff6cp+5F,  -0x1.80ff0ap+1F, -0x1.3b7858p+2F, 0x1.c00106p+3F,  0x1.0f2292p+1F,
            0x1.8bd6bep+2F,  -0x1.827bfcp+1F, -0x1.c443a6p+0F, 0x1.2156d8p+3F,  0x1.80ff08p+1F,  0x1.3f343ep+1F,
            -0x1.afe008p+2F, -0x1.ca2e2cp+2F, -0x1.7fe72ap+0F, -0x1p+2F,        -0x1.7304fcp-5F, 0x1.3f343ep+1F,
        },
    },
    {
        "others_beyond",
        "a side",
        side_error,
        24,
        4,
        0.0275,
        {
            -0x1.9dd0bcp+1F, -0x1.1e4df6p+0F, -0x1.875f42p+0F, -0x1.772f96p+1F, 0x1.2e0b5ap+3F,  0x1.6p-2F,
            -0x1.84ff16p+1F, -0x1.18c3c4p+0F, 0x1.8a9398p+3F,  0x1.5bc66p+3F,   -0x1.21673p+0F,  -0x1.89b56cp+0F,
            -0x1.261876p+2F, 0x1.24ffdap+1F,  -0x1.6f9df8p+2F, -0x1.3c1178p+0F, -0x1.247b7ep+1F, -0x1.b2f17p+0F,
            -0x1.8d1a66p-3F, 0x1.134698p-1F,  0x1.b9b5dcp+1F,  -0x1.8d1a4p-3F,  -0x1.56c89ep-3F, -0x1.b28e3cp-6F,
        },
    },
};
const attack_family solids_attacks = {"solids", attacks, sizeof attacks / sizeof attacks[0]};
