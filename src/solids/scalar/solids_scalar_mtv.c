/* solids_scalar_mtv.c — the smallest push that parts a pair of solids: defines every bit of the answers, and their signs exactly.
 *
 * Let r be the sum of the radii and the margin. While the cores are apart, the depth is r less their distance, along the line of
 * their nearest points. While they meet, the way out is that of the cores, to the nearest face of their Minkowski difference, and
 * then straight on through the rim of width r. Two boxes have the fifteen directions of box_push.h for that, evaluated
 * in double in a fixed order; the error is bounded in docs/numerics/solids.md, "Smallest push". */
#include "../../core/arithmetic.h"

#include "../../simd/one.h"
#include "../box_push.h"
#include "push.h"
#include "reference.h"
#include <math.h>

/* --- Two boxes that meet ---------------------------------------------------------------------- */

/* False if all half edges are parallel: then there is no axis. */
static bool push_of_boxes(const sepal_box_exact *a, const sepal_box_exact *b, axis_half *out) {
    const wd3 edge[6] = {wd3_at(a->u), wd3_at(a->v), wd3_at(a->w), wd3_at(b->u), wd3_at(b->v), wd3_at(b->w)};
    *out = deepest_of_all(edge, wd3_sub(wd3_at(b->c), wd3_at(a->c)));
    return out->depth < (double)INFINITY;
}

/* --- Cores of any kind ------------------------------------------------------------------------ */

static sepal_solid_mtv of_meeting(sepal_cores *cores, const sepal_reach3 *reach) {
    double sum = (reach->part[0] + reach->part[1]) + reach->part[2];
    float n[3];
    if (sepal_solid_is_box(cores->a, cores->i) && sepal_solid_is_box(cores->b, cores->j)) {
        axis_half found;
        if (push_of_boxes(sepal_solid_exact(cores->a, cores->i), sepal_solid_exact(cores->b, cores->j), &found))
            return (sepal_solid_mtv){(float)found.normal.x + 0, (float)found.normal.y + 0, (float)found.normal.z + 0, /* no -0 */
                                     sepal_nearest_float(sum + (found.depth > 0 ? found.depth : 0))};
    } else {
        sepal_nearest found;
        if (sepal_solids_scalar_nearest_face(cores, &found)) {
            sepal_nearest_direction(&found, cores, -1, n);
            return (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, cores, reach, 1)};
        }
    }
    sepal_solids_scalar_flat_normal(cores, n);
    return (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_float(sum)};
}

bool sepal_solids_scalar_mtv_within(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, float near, float margin,
                                    sepal_solid_mtv *out) {
    STAGES_REFER(i);
    sepal_reach3 reach = {{(double)sepal_solid_radius(a, i), (double)sepal_solid_radius(b, j), (double)near, 0}};
    sepal_cores cores;
    sepal_nearest found;
    sepal_contact contact = SEPAL_APART;
    sepal_cores_set(&cores, a, i, b, j);
    const sepal_proved proved = sepal_solids_scalar_where(&cores, &found);
    if (proved == SEPAL_PROVED_APART && near < INFINITY) {
        contact = (sepal_contact)-sepal_nearest_compare(&found, &cores, &reach);
        if (contact == SEPAL_APART)
            return false;
    }
    reach.part[2] = (double)margin;
    if (proved == SEPAL_PROVED_APART) {
        float n[3];
        if (near != margin)
            contact = (sepal_contact)-sepal_nearest_compare(&found, &cores, &reach);
        sepal_nearest_direction(&found, &cores, 1, n);
        *out = (sepal_solid_mtv){n[0], n[1], n[2], sepal_nearest_rounded(&found, &cores, &reach, -1)};
    } else {
        const bool round = reach.part[0] > 0 || reach.part[1] > 0 || reach.part[2] > 0; /* then they do more than touch */
        contact = round ? SEPAL_OVERLAP : sepal_solids_scalar_contact_as_proved(&cores, proved);
        *out = of_meeting(&cores, &reach);
    }
    out->depth = sepal_signed_depth(out->depth, contact);
    return true;
}

sepal_solid_mtv sepal_solids_scalar_mtv(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                        const sepal_rule *rule) {
    sepal_solid_mtv out;
    (void)sepal_solids_scalar_mtv_within(a, i, b, j, INFINITY, rule->margin, &out);
    return out;
}

/* NOLINTBEGIN(readability-non-const-parameter): the kernels write to `written` */
void sepal_solids_mtv_pairs_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, sepal_solids_push_policy *quick, uint64_t *written,
                                   const sepal_solid_mtvs *out) {
    (void)quick, (void)written;
    for (size_t k = 0; k < count; k++)
        sepal_solid_mtv_write(out, k, sepal_solids_scalar_mtv(a, pairs[k].a, b, pairs[k].b, rule));
}
/* NOLINTEND(readability-non-const-parameter) */
