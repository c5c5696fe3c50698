/* solids_scalar_sweep.c — do two solids that move in straight lines ever meet? Exact, one pair at a time.
 *
 * Only the way d of b as seen from a matters. Let K be the Minkowski difference of the cores. As b moves, K moves by d, and covers L =
 * K + [0, 1] d, which is convex, and the hull of all members of K and of the same members at the end. So whether the cores meet is
 * the question of solids_scalar_contact.c, and how near they come that of solids_scalar_distance.c, about a core b with twice as many
 * vertices (docs/numerics/solids_sweep.md, "The region that is covered"). */
#include "../../core/arithmetic.h"

#include "motion.h"
#include "reference.h"

/* --- Yes or no ---------------------------------------------------------------------------------- */

static bool cores_sweep(const sepal_solid_mover *a, const sepal_solid_mover *b, sepal_touching touching) {
    sepal_cores cores;
    sepal_cores_of_movers(&cores, a, b, 1);
    if (touching == SEPAL_TOUCHING_IS_APART &&
        ((a->set->heads[a->index].flags & b->set->heads[b->index].flags) & SEPAL_SOLID_FLAT)) {
        sepal_frame frame;
        sepal_frame_set(&frame, &cores);
        if (frame.rank < 3)
            return false; /* they can only touch, at any time */
    }
    sepal_cores_sweep(&cores, 1);
    return sepal_solids_scalar_contact_of(&cores) >= (touching == SEPAL_TOUCHING_OVERLAPS ? SEPAL_TOUCH : SEPAL_OVERLAP);
}

bool sepal_solids_scalar_sweep(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule) {
    STAGES_REFER(a->index);
    float radius_a = sepal_solid_radius(a->set, a->index), radius_b = sepal_solid_radius(b->set, b->index);
    if (radius_a == 0 && radius_b == 0 && rule->margin == 0)
        return cores_sweep(a, b, rule->touching);
    sepal_cores cores;
    sepal_nearest found;
    sepal_cores_of_movers(&cores, a, b, 1);
    sepal_cores_sweep(&cores, 1);
    if (!sepal_solids_scalar_nearest(&cores, &found))
        return true; /* the cores meet, so that the solids do more than touch */
    sepal_reach3 reach = {{(double)radius_a, (double)radius_b, (double)rule->margin, 0}};
    return sepal_nearest_compare(&found, &cores, &reach) < (rule->touching == SEPAL_TOUCHING_OVERLAPS ? 1 : 0);
}

/* --- When and how ------------------------------------------------------------------------------- */

/* Do they meet at the beginning? */
static bool meets_at_once(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule, sepal_solid_hit *out) {
    sepal_solid_mtv push;
    if (!sepal_solids_scalar_mtv_within(a->set, a->index, b->set, b->index, rule->margin, rule->margin, &push))
        return false;
    *out = (sepal_solid_hit){true, 0, {push.x, push.y, push.z}};
    return true;
}

/* Those that do not meet at the beginning. known: they meet later. */
static sepal_solid_hit later_hit(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule, bool known) {
    if (sepal_solid_radius(a->set, a->index) > 0 || sepal_solid_radius(b->set, b->index) > 0 || rule->margin > 0)
        return sepal_solids_scalar_hit_round(a, b, rule);
    return known || sepal_solids_scalar_sweep(a, b, rule) ? sepal_solids_scalar_hit_cores(a, b) : sepal_solid_no_hit();
}

sepal_solid_hit sepal_solids_scalar_first_hit(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule) {
    sepal_solid_hit out;
    return meets_at_once(a, b, rule, &out) ? out : later_hit(a, b, rule, true);
}

sepal_solid_hit sepal_solids_scalar_hit(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule) {
    sepal_solid_hit out;
    if (rule->touching != SEPAL_TOUCHING_OVERLAPS) /* those that touch at the beginning may not meet */
        return sepal_solids_scalar_sweep(a, b, rule) ? sepal_solids_scalar_first_hit(a, b, rule) : sepal_solid_no_hit();
    return meets_at_once(a, b, rule, &out) ? out : later_hit(a, b, rule, false);
}

void sepal_solids_sweep_pairs_scalar(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                                     const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count,
                                     const sepal_rule *rule, const sepal_solid_hits *out) {
    for (size_t k = 0; k < count; k++) {
        sepal_solid_mover p = sepal_solid_mover_of(a, moves_a, pairs[k].a), q = sepal_solid_mover_of(b, moves_b, pairs[k].b);
        sepal_solid_hit found = {.meet = false};
        if (sepal_solid_hits_want_more(out))
            found = sepal_solids_scalar_hit(&p, &q, rule);
        else
            found.meet = sepal_solids_scalar_sweep(&p, &q, rule);
        sepal_solid_hit_write(out, k, found);
    }
}
