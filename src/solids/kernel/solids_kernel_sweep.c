/* solids_kernel_sweep.c — do moving solids meet, when and how? Balls around them that miss each other on their way say no; the other
 * pairs go to the reference. */
#include "../../core/arithmetic.h"

#include "names.h"
#include "sweep_balls.h"

typedef struct sweep_list {
    const sweep_query *s;
    const sepal_pair *pairs;
    const sepal_solid_hits *out;
} sweep_list;

static void sweep_chunk(const void *question, size_t first, size_t count) {
    const sweep_list *list = question;
    const sweep_query *s = list->s;
    const sepal_rule rule = rule_of(&s->q);
    const bool more = sepal_solid_hits_want_more(list->out);
    verdicts found;
    filter_sweep_balls(s, list->pairs + first, count, &found);
    for (size_t k = 0; k < count; k++) {
        sepal_solid_hit hit = sepal_solid_no_hit();
        if (bit_at(found.open, k)) {
            sepal_solid_mover a = mover_a(s, list->pairs[first + k]), b = mover_b(s, list->pairs[first + k]);
            if (more)
                hit = sepal_solids_scalar_hit(&a, &b, &rule);
            else
                hit.meet = sepal_solids_scalar_sweep(&a, &b, &rule);
        }
        sepal_solid_hit_write(list->out, first + k, hit);
    }
}

void kernel_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                        const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                        const sepal_solid_hits *out) {
    sweep_query s = {{a, b, rule->touching, rule->margin}, moves_a, moves_b};
    for_chunks(sweep_chunk, &(sweep_list){&s, pairs, out}, count);
}
