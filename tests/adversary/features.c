/* features.c — the bounds by which a face of the difference of two cores is certain (cores.h): its normal, and the sides of the other
 * vertices. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/cores.h>

/* --- Pushes ------------------------------------------------------------------------------------------------------------------------*/

/* Three vertices of a and one of b, as a face of the difference. */
static bool make_face(const float *input, solid_core_pair *p, core_feature *f) {
    static double room[3 * CORE_ROOM];
    core_member m[3];
    const core_member *const members[3] = {&m[0], &m[1], &m[2]};
    const solid_pair of = solid_pair_emptied();
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0))
        return false;
    const solids_query q = solid_query(of);
    if (!solid_load_cores(&q, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, p))
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
    solid_core_pair p;
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
    solid_core_pair p;
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
const attack_family features_attacks = {"features", attacks, sizeof attacks / sizeof attacks[0]};
