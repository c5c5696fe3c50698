/* solids_kernel_sweep.c — do moving solids meet, when and how?
 *
 *     balls on their way          miss each other: no
 *     overlap at the beginning    yes, at time 0, with the normal of the push
 *     one pair at a time          boxes, points and spheres in double, where that is certain; then the reference */
#include "../../core/arithmetic.h"

#include "names.h"
#include "sweep_balls.h"
#include "sweep_spheres.h"

typedef struct solid_sweep_list {
    const solid_sweep_query *s;
    const sepal_pair *pairs;
    const sepal_solid_hits *out;
} solid_sweep_list;

/* --- One pair ----------------------------------------------------------------------------------- */

static sepal_solid_hit ask_sweep_reference(const solid_sweep_query *s, sepal_pair pair, bool more) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    const sepal_rule rule = solid_rule_of(&s->q);
    sepal_solid_hit hit = sepal_solid_no_hit();
    if (more)
        return sepal_solids_scalar_hit(&a, &b, &rule);
    hit.meet = sepal_solids_scalar_sweep(&a, &b, &rule);
    return hit;
}

/* A pair that does not overlap at the beginning. False if double cannot tell. */
static bool sweep_in_double(const solid_sweep_query *s, sepal_pair pair, bool more, sepal_solid_hit *hit) {
    zonotope boxes;
    moving_spheres spheres;
    if (zonotope_of(s, pair, &boxes)) {
        sweep_verdict verdict = zonotope_meets(&boxes);
        hit->meet = verdict == SWEEP_MEET;
        return verdict == SWEEP_APART || (verdict == SWEEP_MEET && (!more || zonotope_hit(&boxes, hit)));
    }
    return spheres_of(s, pair, &spheres) && spheres_hit(&spheres, hit);
}

static SEPAL_NOINLINE bool try_double(const solid_sweep_query *s, sepal_pair pair, bool more, sepal_solid_hit *hit) {
    *hit = sepal_solid_no_hit();
    if (sweep_in_double(s, pair, more, hit))
        return true;
    *hit = sepal_solid_no_hit();
    return false;
}

/* --- A word of pairs ------------------------------------------------------------------------------ */

/* The normals of pairs that overlap at the beginning. */
static SEPAL_NOINLINE void solid_begin_in_contact(const solid_sweep_query *s, const sepal_pair *pairs, uint64_t bits,
                                                  const sepal_solid_hits *out, size_t first) {
    sepal_pair room[64];
    uint16_t slots[64];
    float normal[3][64];
    const sepal_rule rule = solid_rule_of(&s->q);
    const pair_list list = list_into(pairs, 64, &bits, room, slots);
    const bool normals = out->normal_x != NULL || out->normal_y != NULL || out->normal_z != NULL;
    if (list.count > 0 && normals)
        solids_kernel_mtv_pairs(s->q.a, s->q.b, list.pairs, list.count, &rule,
                                &(sepal_solid_mtvs){.normal_x = normal[0], .normal_y = normal[1], .normal_z = normal[2]});
    for (size_t k = 0; k < list.count; k++) {
        sepal_solid_hit hit = {true, 0, {0, 0, 0}};
        for (int axis = 0; axis < 3 && normals; axis++)
            hit.normal[axis] = normal[axis][k];
        sepal_solid_hit_write(out, first + list.slots[k], hit);
    }
}

static SEPAL_NOINLINE uint64_t solid_find_at_first(const solid_sweep_query *s, const sepal_pair *pairs, uint64_t open) {
    sepal_pair room[64];
    uint16_t slots[64];
    uint64_t found = 0, bits = 0;
    const sepal_rule rule = solid_rule_of(&s->q);
    const pair_list list = list_into(pairs, 64, &open, room, slots);
    if (list.count > 0)
        solids_kernel_overlap_pairs(s->q.a, s->q.b, list.pairs, list.count, &rule, &found);
    for (size_t k = 0; k < list.count; k++)
        bits |= (found >> k & 1) << list.slots[k];
    return bits;
}

/* The pairs first .. of a list whose bits are open, at most 64; first is a multiple of 64, and the other pairs are apart. */
static void sweep_word(const solid_sweep_list *list, size_t first, size_t count, uint64_t open) {
    const solid_sweep_query *s = list->s;
    const sepal_pair *pairs = list->pairs + first;
    const bool more = sepal_solid_hits_want_more(list->out);
    const uint64_t at_first = solid_find_at_first(s, pairs, open);
    uint64_t meet = at_first;
    sepal_solid_hits rest = *list->out;
    rest.bits = NULL; /* the word is written at once */
    for (size_t k = 0; k < count; k++) {
        sepal_solid_hit hit = sepal_solid_no_hit();
        if ((at_first >> k & 1) != 0)
            continue;
        if ((open >> k & 1) != 0 && !try_double(s, pairs[k], more, &hit))
            hit = ask_sweep_reference(s, pairs[k], more);
        meet |= (uint64_t)hit.meet << k;
        sepal_solid_hit_write(&rest, first + k, hit);
    }
    if (list->out->bits != NULL)
        list->out->bits[first / 64] = meet;
    if (more)
        solid_begin_in_contact(s, pairs, at_first, &rest, first);
}

static SEPAL_NOINLINE void find_open(const solid_sweep_list *list, size_t first, size_t count, uint64_t *open) {
    verdicts found;
    filter_sweep_balls(list->s, list->pairs + first, count, &found);
    copy_bits(open, found.open, count);
}

static void sweep_chunk(const void *question, size_t first, size_t count) {
    uint64_t open[SEPAL_CHUNK / 64];
    find_open(question, first, count, open);
    for (size_t at = 0; at < count; at += 64)
        sweep_word(question, first + at, count - at < 64 ? count - at : 64, open[at / 64]);
}

void solids_kernel_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                               const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                               const sepal_solid_hits *out) {
    solid_sweep_query s = {{a, b, rule->touching, rule->margin}, moves_a, moves_b};
    for_chunks(sweep_chunk, &(solid_sweep_list){&s, pairs, out}, count);
}
