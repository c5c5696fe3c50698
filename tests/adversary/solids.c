/* solids.c — the bounds of the kernels of boxes in space: gaps in float, determinants in double. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/boxes.h>
#include <solids/kernel/boxes_exact.h>

/* --- Boxes in float ----------------------------------------------------------------------------------------------------------------*/

/* How near the filter comes to saying the opposite of what is true. */
static double wrong_boxes(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_turned_box(of.a, input, 0) || !add_turned_box(of.b, input + 10, 0))
        return -INFINITY;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const solid_box_lanes a = solid_load_boxes(of.a, &solid_group->a, true), b = solid_load_boxes(of.b, &solid_group->b, true);
    const box_view v = view_boxes(&a, &b);
    const double bound = first_float(w_mul(w_add(a.slack, b.slack), w_add(half_sum(&a), half_sum(&b))));
    if (!(bound < INFINITY) || !(bound > 0))
        return -INFINITY;
    const double gap = first_float(w_max(face_gaps(&a, &b, &v), edge_gaps(&a, &b, &v))),
                 common = first_float(common_point(&a, &b, &v));
    const sepal_contact contact = sepal_solids_scalar_contact(of.a, 0, of.b, 0, &rule);
    double ratio = -INFINITY;
    if (contact != SEPAL_APART)
        ratio = fmax(ratio, gap / bound);
    if (contact != SEPAL_OVERLAP)
        ratio = fmax(ratio, fmax(-gap, -common) / bound);
    return ratio;
}

static double sum_of(const float *g) {
    return (fabs((double)g[0]) + fabs((double)g[1])) + fabs((double)g[2]);
}
static double greatest_of(const float *g) {
    return fmax(fmax(fabs((double)g[0]), fabs((double)g[1])), fabs((double)g[2]));
}

/* The greatest error of a determinant d, g_i, g_j of the axes, in double. */
static double determinant_error(const float *input) {
    const solid_pair of = solid_pair_emptied();
    if (!add_slanted_box(of.a, input) || !add_slanted_box(of.b, input + 12))
        return -INFINITY;
    const sepal_box_exact *of_a[SEPAL_LANES], *of_b[SEPAL_LANES];
    find_exact(of.a, &solid_group->a, of_a);
    find_exact(of.b, &solid_group->b, of_b);
    const solid_exact_lanes a = load_exact(of_a), b = load_exact(of_b);
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
        const uint8_t *axis = box_axes[k];
        const exact_vector p = vector_between(NULL, g[axis[0]]), q = vector_between(NULL, g[axis[1]]);
        const exact_vector n = exact_cross(&p, &q);
        const sepal_number exact = exact_dot(&n, &d);
        const double computed = first_double(value[axis_determinants[k].across]);
        const double bound = BOX_EXACT_ERROR * sum_of(g[axis[0]]) * sum_of(g[axis[1]]) * extent;
        const double found = sepal_number_sign(&exact) * computed < 0 ? -computed : computed; /* of either sign */
        if (bound > 0)
            worst = fmax(worst, difference(&exact, found) / bound);
    }
    return worst;
}

static const attack attacks[] = {
    {
        "K, boxes in space",
        "a decision",
        wrong_boxes,
        20,
        4,
        0.1503,
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
};
const attack_family solids_attacks = {"solids", attacks, sizeof attacks / sizeof attacks[0]};
