/* edges.c — the bounds of boxes that are apart along two parallel edges: their distance and its direction. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/mtv_beside.h>
#include <solids/scalar/push.h>

static sepal_solids *both;

static bool add_box_of(const float *c, const float *u, const float *v, const float *w_of) {
    const sepal_solid_parallelepipeds boxes = {
        {&c[0], &c[1], &c[2]}, {&u[0], &u[1], &u[2]}, {&v[0], &v[1], &v[2]}, {&w_of[0], &w_of[1], &w_of[2]}, NULL, 1};
    return sepal_solids_add_parallelepipeds(both, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

/* An edge of both, its length in the second a power of two of that in the first; centres and further edges. What the lanes find, looking
 * where the reference does, if it is certain; what the reference finds. */
static bool find_both(const float *input, closest_half *push, sepal_nearest *found, sepal_cores *cores) {
    const float *e = input, other[3] = {e[0] / 4, e[1] / 4, e[2] / 4};
    if (both == NULL && sepal_solids_create(NULL, &both) != SEPAL_OK)
        return false;
    sepal_solids_clear(both);
    if (!add_box_of(input + 3, e, input + 6, input + 9) || !add_box_of(input + 12, other, input + 15, input + 18))
        return false;
    float n[3];
    sepal_cores_set(cores, both, 0, both, 1);
    if (!sepal_solids_scalar_nearest(cores, found))
        return false;
    sepal_nearest_direction(found, cores, 1, n);
    const sepal_box_exact *of[2][SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        of[0][lane] = sepal_solid_exact(both, 0), of[1][lane] = sepal_solid_exact(both, 1);
    const solid_exact_lanes a = load_exact(of[0]), b = load_exact(of[1]);
    *push = push_off_edge(&a, &b, (wd3){wd_set1((double)n[0]), wd_set1((double)n[1]), wd_set1((double)n[2])}, 0);
    return (wdm_bits(push->sure) & 1) != 0;
}

static double distance_error(const float *input) {
    closest_half push;
    sepal_nearest found;
    sepal_cores cores;
    sepal_number over, under;
    if (!find_both(input, &push, &found, &cores))
        return -INFINITY;
    sepal_nearest_square(&found, &cores, &over, &under);
    return difference_from_root(&over, &under, first_double(push.distance)) / first_double(push.distance_error);
}

static double direction_error(const float *input) {
    closest_half push;
    sepal_nearest found;
    sepal_cores cores;
    sepal_number over, under;
    if (!find_both(input, &push, &found, &cores))
        return -INFINITY;
    sepal_exact *const normal = sepal_nearest_normal(&found);
    sepal_exact_dot(normal, normal, &cores, &under);
    const double n[3] = {first_double(push.n.x), first_double(push.n.y), first_double(push.n.z)};
    double worst = -INFINITY;
    for (int k = 0; k < 3; k++) {
        sepal_number_multiply(&normal->x[k], &normal->x[k], &over);
        const double bound = first_double(push.direction_error) + 8 * CLOSEST_UNIT * fabs(n[k]);
        if (sepal_number_sign(&over) > 0 && fabs(n[k]) > 0)
            worst = fmax(worst, difference_from_root(&over, &under, fabs(n[k])) / bound);
    }
    return worst;
}

static const attack attacks[] = {
    {
        "EDGE_NORMAL",
        "a distance",
        distance_error,
        21,
        4,
        0.1178,
        {
            -0x1.2b2c48p+0F, 0x1.000018p-3F,  0x1.77f442p+3F,  0x1.0892fap+3F,  -0x1.00001cp-24F, 0x1.4d71d8p+1F,  0x1.04bap+3F,
            -0x1.800002p+0F, 0x1.28369p+1F,   -0x1.bf0002p+3F, -0x1.7ffefap+0F, -0x1.9df2ep+0F,   -0x1.0284b6p+0F, -0x1.f6c448p+7F,
            0x1.957fdcp+1F,  -0x1.1bf3dep+0F, -0x1.47ac44p+0F, 0x1.2bce8ap-1F,  0x1.068268p+0F,   -0x1.0eb0ep+0F,  0x1.0f91bp+1F,
        },
    },
    {
        "EDGE_NORMAL",
        "its direction",
        direction_error,
        21,
        4,
        0.0331,
        {
            0x1p-24F,       -0x1.a024fcp+3F, -0x1.01001cp-22F, -0x1.b8eb98p+1F, -0x1.a024d2p+3F, -0x1.431308p+3F, -0x1.c2p+1F,
            0x1.444p+1F,    0x1.4d483cp+1F,  0x1.b375f2p+1F,   -0x1.9ae2e4p+1F, 0x1.a4dd96p+0F,  -0x1.a4acc8p+3F, 0x1.2a561ep+2F,
            0x1.f12054p+9F, -0x1.0f8a32p+2F, 0x1.7f441ep+3F,   0x1.b5fb5cp+1F,  -0x1.21f4dp+0F,  -0x1.e86ap+2F,   0x1.21f4fep+0F,
        },
    },
};
const attack_family edges_attacks = {"edges", attacks, sizeof attacks / sizeof attacks[0]};
