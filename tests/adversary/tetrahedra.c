/* tetrahedra.c — the bounds of pairs of tetrahedra: by the planes of their faces in float, along all their axes in double, and of the
 * push of two that meet. */
#include "families.h"

#include <sepal/solids.h>
#include <solids/kernel/tetrahedra_push.h>
#include <solids/scalar/push.h>

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
static double first_double(wd v) {
    double lanes_of[SEPAL_LANES / 2];
    wd_store(lanes_of, v);
    return lanes_of[0];
}

/* How near the faces come to saying the opposite of what is true. */
static double wrong_faces(const float *input) {
    if (!set_tetrahedra(input))
        return -INFINITY;
    const sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, 0};
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

/* The vertex i of both. */
static sepal_vertex vertex_number(int i) {
    return (sepal_vertex){i >= 4, (uint32_t)(i % 4)};
}

/* The greatest error of a difference of products of two vertices with the normal of an axis. */
static double gap_error(const float *input) {
    if (!set_tetrahedra(input))
        return -INFINITY;
    const solids_query q = {sets[0], sets[1], SEPAL_TOUCHING_OVERLAPS, 0};
    const four_vertices a = load_four(sets[0], &group->a), b = load_four(sets[1], &group->b);
    unit_lanes units;
    tetrahedra_lanes t;
    sepal_cores cores;
    find_hull_units(&q, group, &units);
    load_tetrahedra(&a, &b, 0, &units, &t);
    sepal_cores_set(&cores, sets[0], 0, sets[1], 0);
    double worst = -INFINITY;
    for (int k = 0; k < TETRAHEDRON_AXES; k++) {
        const solid_axis_lanes x = along_axis(&t, tetrahedron_axes[k]);
        const double error = first_double(x.error);
        sepal_exact edge[2], n;
        for (int e = 0; e < 2; e++) {
            const int number = tetrahedron_axes[k][e], first = number < TETRAHEDRON_EDGES ? 0 : 4;
            const uint8_t *ends = tetrahedron_edges[number % TETRAHEDRON_EDGES];
            sepal_exact_between(&edge[e], &cores, vertex_number(first + ends[0]), vertex_number(first + ends[1]));
        }
        sepal_exact_cross(&n, &edge[0], &edge[1]);
        for (int i = 1; i < 8 && error > 0; i++)
            for (int j = 0; j < i; j++) {
                sepal_exact step;
                sepal_number exact, found;
                const double gap = first_double(wd_sub(x.along[i], x.along[j]));
                sepal_exact_between(&step, &cores, vertex_number(j), vertex_number(i));
                sepal_exact_dot(&n, &step, &cores, &exact);
                sepal_number_sum(&gap, 1, &found);
                sepal_number_subtract(&exact, &found, &exact);
                worst = fmax(worst, fabs(sepal_number_value(&exact)) / error);
            }
    }
    return worst;
}

/* --- Pushes ------------------------------------------------------------------------------------------------------------------------*/

/* The way out of two that meet, in lanes and exactly; false if it is not certain. */
static bool find_ways_out(const float *input, closest_half *half, sepal_nearest *exact, sepal_cores *cores) {
    if (!set_tetrahedra(input))
        return false;
    const solids_query q = {sets[0], sets[1], SEPAL_TOUCHING_OVERLAPS, 0};
    const four_vertices a = load_four(sets[0], &group->a), b = load_four(sets[1], &group->b);
    unit_lanes units;
    tetrahedra_lanes t;
    find_hull_units(&q, group, &units);
    load_tetrahedra(&a, &b, 0, &units, &t);
    *half = find_way_out_of(&t);
    sepal_cores_set(cores, sets[0], 0, sets[1], 0);
    return (wdm_bits(half->sure) & 1) != 0 && sepal_solids_scalar_nearest_face(cores, exact);
}

/* |x - sqrt(over / under)|: the difference of the squares by the sum of the numbers. */
static double distance_to_root(double x, const sepal_number *over, const sepal_number *under) {
    sepal_number square;
    sepal_number_sum(&x, 1, &square);
    sepal_number_multiply(&square, &square, &square);
    sepal_number_multiply(&square, under, &square);
    sepal_number_subtract(&square, over, &square);
    const double root = sqrt(sepal_number_value(over) / sepal_number_value(under));
    return fabs(sepal_number_value(&square)) / (sepal_number_value(under) * (x + root));
}

static double way_error(const float *input) {
    closest_half half;
    sepal_nearest exact;
    sepal_cores cores;
    sepal_number over, under;
    if (!find_ways_out(input, &half, &exact, &cores))
        return -INFINITY;
    sepal_nearest_square(&exact, &cores, &over, &under);
    return distance_to_root(-first_double(half.distance), &over, &under) / first_double(half.distance_error);
}

static double way_direction_error(const float *input) {
    closest_half half;
    sepal_nearest exact;
    sepal_cores cores;
    sepal_number over, under;
    if (!find_ways_out(input, &half, &exact, &cores))
        return -INFINITY;
    const double n[3] = {first_double(half.n.x), first_double(half.n.y), first_double(half.n.z)};
    double worst = -INFINITY;
    sepal_exact_dot(&exact.n, &exact.n, &cores, &under);
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&exact.n.x[k], &exact.n.x[k], &over);
        const double bound = first_double(half.direction_error) + 8 * CLOSEST_UNIT * fabs(n[k]);
        if (sepal_number_sign(&over) > 0 && fabs(n[k]) > 0)
            worst = fmax(worst, distance_to_root(fabs(n[k]), &over, &under) / bound);
    }
    return worst;
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
    {"TETRAHEDRON_EXACT_ERROR", "a gap", gap_error, 24, 4, 0.321, {0x1.48623cp-5F, -0x1.8276p+1F,   0x1.41be78p+1F,
                                                                   -0x1.e1fe9p+0F, -0x1.384d64p+0F, -0x1.8b035cp+1F,
                                                                   0x1.307178p+1F, -0x1.2c5d7p+2F,  0x1.cb64fp+0F,
                                                                   0x1.2bccbap+1F, -0x1.05e56cp+2F, -0x1.0b08d2p+3F,
                                                                   0x1.8efaacp+1F, -0x1.d6f6f4p+3F, 0x1.46d322p+3F,
                                                                   0x1.9ab1d8p+3F, 0x1.d6f6f2p+3F,  -0x1.2c5d66p+0F,
                                                                   0x1.150dp+3F,   -0x1.1fdd62p+4F, 0x1.3e140cp-1F,
                                                                   -0x1.98p+3F,    0x1.91beacp+3F,  -0x1.cb64fp+0F}},
    {"tetrahedra, way out", "a distance", way_error, 24, 4, 0.045, {-0x1.91e806p+2F, 0x1.202002p+4F, 0x1.67fffep+1F,
                                                                    0x1.54668ap+1F,  0x1.cap+2F,     -0x1.4fab42p+3F,
                                                                    -0x1.ec350ep+3F, 0x1.942098p+0F, 0x1.f339fep+2F,
                                                                    0x1.d2a558p+2F,  0x1.942098p+0F, 0x1.3b59d4p+3F,
                                                                    0x1.91e7fep+2F,  0x1.ffffd4p+0F, -0x1.94206p+0F,
                                                                    0x1.694e4cp+2F,  0x1.ffffd4p+0F, 0x1.d60fep+2F,
                                                                    -0x1.bee44cp+2F, 0x1.53ce1ap+2F, 0x1.27bap+4F,
                                                                    -0x1.001cp+3F,   0x1.94p+0F,     -0x1.694e4cp+2F}},
    {"tetrahedra, way out", "a direction", way_direction_error, 24, 4, 0.103, {-0x1.80900ep+0F, 0x1.3f0a0ap+2F,  0x1.667eep+0F,
                                                                               -0x1.87166ep+1F, 0x1.3d4cb4p+2F,  -0x1.cp+5F,
                                                                               -0x1.9bc8d4p+5F, -0x1.cp+2F,      0x1.649c4cp+2F,
                                                                               -0x1.fffff6p+1F, -0x1.000018p+2F, 0x1.2418dp+1F,
                                                                               -0x1.574478p+3F, 0x1.5ad9aap-1F,  -0x1.649502p+2F,
                                                                               0x1.d74484p+3F,  0x1.1a9336p+1F,  -0x1.649502p+2F,
                                                                               0x1.ffbbfap+0F,  0x1.9dd4fep+3F,  0x1.408beep+0F,
                                                                               -0x1.3d9eaep+1F, 0x1.b5103ap+0F,  0x1.aab438p+3F}},
};
const attack_family tetrahedra_attacks = {"tetrahedra", attacks, sizeof attacks / sizeof attacks[0]};
