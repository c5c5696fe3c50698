/* solids_kernel_rows.c — do the solids of rows overlap? Spheres against one box or one sphere in all lanes: the obstacles of a planner
 * against a robot of spheres. All else is asked as pairs. */
#include "../../core/arithmetic.h"

#include "../../batch/rows.h"
#include "names.h"
#include "nearest.h"

/* Spheres that follow each other; those after the last one are the first. */
SPECIALISED ball_lanes load_ball_run(const sepal_solid_ball *balls, size_t count) {
    const float *at[SEPAL_LANES];
    for (size_t lane = 0; lane < SEPAL_LANES; lane++)
        at[lane] = &balls[count == SEPAL_LANES || lane < count ? lane : 0].x;
    w f[4];
    w_load_quads(at, 1, f);
    return (ball_lanes){{f[0], f[1], f[2]}, f[3]};
}

/* One ball in all lanes. */
static inline ball_lanes same_ball(const sepal_solid_ball *ball) {
    return (ball_lanes){{w_set1(ball->x), w_set1(ball->y), w_set1(ball->z)}, w_set1(ball->r)};
}

/* A box and spheres, most of which its ball misses: often all in the lanes. */
SPECIALISED lanes box_spheres_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const solids_query *q = question;
    ball_lanes balls = load_ball_run(q->b->balls + first, count);
    if (balls_decide(same_ball(&q->a->balls[a]), balls, w_set1(q->margin)).open == 0)
        return (lanes){0, 0};
    const solid_box_lanes box = solid_same_box(&q->a->filters[a]);
    w reach = w_add(w_add(w_set1(sepal_solid_radius(q->a, a)), balls.radius), w_set1(q->margin));
    return decide_distance(near_sphere_box(&box, balls.centre, reach, !solid_some_reach(q)));
}

/* A sphere and spheres. */
SPECIALISED lanes sphere_spheres_kernel(const void *question, uint32_t a, uint32_t first, size_t count) {
    const solids_query *q = question;
    ball_lanes one = same_ball(&q->a->balls[a]), balls = load_ball_run(q->b->balls + first, count);
    return decide_distance(near_points(one.centre, balls.centre, w_add(w_add(one.radius, balls.radius), w_set1(q->margin))));
}

/* Answers those of the `count` pairs after a place that are open, whose bits are 0. */
static SEPAL_NOINLINE void overlap_open_rows(const solids_query *q, row_place at, size_t count, const uint64_t *open,
                                             uint64_t *bits) {
    const sepal_rule rule = solid_rule_of(q);
    for (size_t from = 0; from < count; from += SEPAL_BLOCK) {
        sepal_pair pairs[SEPAL_BLOCK];
        uint64_t found[SEPAL_BLOCK / 64];
        size_t some = block_from(from, count), listed = 0, asked = 0, k;
        at = list_rows(at, some, pairs);
        FOR_BITS(k, open + from / 64, some)
            pairs[listed++] = pairs[k];
        if (listed > 0)
            solids_kernel_overlap_pairs(q->a, q->b, pairs, listed, &rule, found);
        FOR_BITS(k, open + from / 64, some)
            if (bit_at(found, asked++))
                set_bit(bits + from / 64, k);
    }
}

/* Rows, by a kernel for one solid against several. */
SPECIALISED void overlap_rows_by(row_kernel *kernel, const solids_query *q, const sepal_row *rows, size_t count, uint64_t *bits) {
    row_place at = {rows, 0};
    for (size_t first = 0; first < count; first += SEPAL_CHUNK) {
        const row_place begin = at;
        size_t some = count - first < SEPAL_CHUNK ? count - first : SEPAL_CHUNK;
        verdicts found;
        bool open = ask_rows(kernel, q, &at, some, &found);
        copy_bits(bits + first / 64, found.yes, some);
        if (open)
            overlap_open_rows(q, begin, some, found.open, bits + first / 64);
    }
}

/* Rows as pairs. So many are listed at a time: they are on the stack beside the lists of a chunk. */
enum { ROWS_AT_ONCE = 512 };

static void overlap_listed_rows(const solids_query *q, const sepal_row *rows, size_t count, uint64_t *bits) {
    const sepal_rule rule = solid_rule_of(q);
    row_place at = {rows, 0};
    for (size_t first = 0; first < count; first += ROWS_AT_ONCE) {
        sepal_pair pairs[ROWS_AT_ONCE];
        size_t some = count - first < ROWS_AT_ONCE ? count - first : ROWS_AT_ONCE;
        at = list_rows(at, some, pairs);
        solids_kernel_overlap_pairs(q->a, q->b, pairs, some, &rule, bits + first / 64);
    }
}

void solids_kernel_overlap_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                const sepal_rule *rule, uint64_t *bits) {
    const solids_query q = {a, b, rule->touching, rule->margin};
    if (all_spheres(b) && a->boxes == a->count && a->regular)
        overlap_rows_by(box_spheres_kernel, &q, rows, count, bits);
    else if (all_spheres(b) && all_spheres(a))
        overlap_rows_by(sphere_spheres_kernel, &q, rows, count, bits);
    else
        overlap_listed_rows(&q, rows, count, bits);
}
