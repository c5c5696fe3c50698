/* tetrahedra.c — the bound of pairs of tetrahedra by the planes of their faces. */
#include "families.h"

#include <sepal/solids.h>
#include <solids/kernel/nearest.h>

static sepal_solids *sets[2];
static const sepal_pair group[SEPAL_LANES] = {{0, 0}};

/* Four vertices of each. */
static bool set_tetrahedra(const float *input) {
    for (int of = 0; of < 2; of++) {
        float at[3][4];
        if (sets[of] == NULL && sepal_solids_create(NULL, &sets[of]) != SEPAL_OK)
            return false;
        sepal_solids_clear(sets[of]);
        for (int i = 0; i < 4; i++)
            for (int k = 0; k < 3; k++)
                at[k][i] = input[12 * of + 3 * i + k];
        if (sepal_solids_add_hull(sets[of], at[0], at[1], at[2], 4, 0, NULL) != SEPAL_OK)
            return false;
    }
    return true;
}

static double first_float(w v) {
    float lanes_of[SEPAL_LANES];
    w_store(lanes_of, v);
    return (double)lanes_of[0];
}
/* How near the faces come to saying the opposite of what is true. */
static double wrong_faces(const float *input) {
    if (!set_tetrahedra(input))
        return -INFINITY;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    const four_vertices a = load_four(sets[0], &group->a), b = load_four(sets[1], &group->b);
    const solid_face_lanes found = find_faces(&a, &b);
    const double error = first_float(found.error);
    const sepal_contact contact = sepal_solids_scalar_contact(sets[0], 0, sets[1], 0, &rule);
    double ratio = -INFINITY;
    if (!(error > 0) || !(error < INFINITY))
        return ratio;
    if (contact != SEPAL_APART)
        ratio = fmax(ratio, first_float(found.beyond) / error);
    if (contact != SEPAL_OVERLAP)
        ratio = fmax(ratio, first_float(found.inside) / error);
    return ratio;
}

static const attack attacks[] = {
    {"TETRAHEDRON_ERROR", "a decision", wrong_faces, 24, 4, 0.098, {-0x1.7e1804p-20F, 0x1.000036p-21F,  -0x1.41594cp-20F,
                                                                    -0x1.bffc7p-20F,  -0x1.bffa7ap-20F, 0x1.8p-20F,
                                                                    -0x1.70004ep-21F, 0x1.7ffffep-19F,  -0x1.640006p-20F,
                                                                    -0x1.70004p-21F,  -0x1.07118ap-21F, 0x1.17846cp-19F,
                                                                    -0x1.fcp-6F,      -0x1.020fe2p-9F,  -0x1.920556p+3F,
                                                                    -0x1.a06p+3F,     0x1.c9425p-11F,   -0x1.92219ap+3F,
                                                                    -0x1.d4fcp-6F,    -0x1.920556p+3F,  -0x1.9ffe82p+3F,
                                                                    0x1.074172p-23F,  0x1.6efd34p-18F,  0x1.28000ap-19F}},
};
const attack_family tetrahedra_attacks = {"tetrahedra", attacks, sizeof attacks / sizeof attacks[0]};
