/* fuzz_moves.c — pairs of convex shapes from raw bits that move: whether, when and how they meet. GMP judges the scalar path, and the
 * scalar path judges every other instruction set. A pair must have the same answers at any place of a longer list, whichever of the
 * answers are wanted; and the same time with the two sets exchanged. */
#include "../common/must.h"
#include "../oracle/sweep.h"
#include "figures.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BATCH_MOST = 640, RULES = 2 };

typedef struct answers {
    uint64_t bits[RULES][SEPAL_BIT_WORDS(BATCH_MOST)];
    float time[RULES][BATCH_MOST], x[RULES][BATCH_MOST], y[RULES][BATCH_MOST];
    uint64_t only_bits[RULES][SEPAL_BIT_WORDS(BATCH_MOST)]; /* asked for without times and normals */
} answers;

/* Two sets, which hold the figures in turn, and the moves of their shapes as rows of x and y. */
typedef struct batch {
    const sepal_polys *a, *b;
    float moves_a[2 * SHAPES_MOST], moves_b[2 * SHAPES_MOST];
    sepal_pair pairs[BATCH_MOST];
    size_t count;
    float margin;
} batch;

static bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

static bool same_bits(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void ask(const batch *q, answers *out) {
    sepal_moves of_a = {q->moves_a, q->moves_a + 1, 2}, of_b = {q->moves_b, q->moves_b + 1, 2};
    memset(out, 0xa5, sizeof *out);
    for (int touching = 0; touching < RULES; touching++) {
        sepal_rule rule = {(sepal_touching)touching, q->margin, 0};
        sepal_hits all = {out->bits[touching], out->time[touching], out->x[touching], out->y[touching]},
                   bits = {.bits = out->only_bits[touching]};
        must(sepal_polys_sweep_pairs(q->a, &of_a, q->b, &of_b, q->pairs, q->count, &rule, &all) == SEPAL_OK, "refused");
        must(sepal_polys_sweep_pairs(q->a, &of_a, q->b, &of_b, q->pairs, q->count, &rule, &bits) == SEPAL_OK, "refused");
        must(memcmp(out->bits[touching], out->only_bits[touching], SEPAL_BIT_WORDS(q->count) * sizeof(uint64_t)) == 0,
             "%s, rule %d: other bits without times", sepal_isa(), touching);
    }
}

/* The answers of the scalar path; every other path must have the same bits. */
static void ask_all(const batch *q, answers *scalar) {
    static answers other;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        ask(q, isa == 0 ? scalar : &other);
        for (int touching = 0; isa > 0 && touching < RULES; touching++)
            for (size_t i = 0; i < q->count; i++)
                must(bit_at(other.bits[touching], i) == bit_at(scalar->bits[touching], i) &&
                         same_bits(other.time[touching][i], scalar->time[touching][i]) &&
                         same_bits(other.x[touching][i], scalar->x[touching][i]) &&
                         same_bits(other.y[touching][i], scalar->y[touching][i]),
                     "%s, rule %d, pair %zu of %zu: at %a along (%a, %a), not at %a along (%a, %a)", sepal_isa(), touching, i,
                     q->count, (double)other.time[touching][i], (double)other.x[touching][i], (double)other.y[touching][i],
                     (double)scalar->time[touching][i], (double)scalar->x[touching][i], (double)scalar->y[touching][i]);
        must(isa == 0 || memcmp(&other, scalar, sizeof other) == 0, "%s: beside the answers", sepal_isa());
    }
}

/* --- The judge -----------------------------------------------------------------------------------*/

/* One answer of the scalar path. */
typedef struct hit {
    bool meet;
    float time, x, y;
} hit;

static hit hit_at(const answers *m, int touching, size_t i) {
    return (hit){bit_at(m->bits[touching], i), m->time[touching][i], m->x[touching][i], m->y[touching][i]};
}

/* The greatest n . p of a shape's vertices. */
static long double farthest(const oracle_shape *s, long double x, long double y) {
    long double most = -(long double)INFINITY;
    for (size_t i = 0; i < s->count; i++)
        most = fmaxl(most, x * (long double)s->x[i] + y * (long double)s->y[i]);
    return most;
}

static long double width_of_both(const oracle_shape *a, const oracle_shape *b, long double x, long double y) {
    return fmaxl(farthest(a, x, y), farthest(b, x, y)) + fmaxl(farthest(a, -x, -y), farthest(b, -x, -y));
}

/* With a reach the normal may be that of a vertex or edge which the shapes come within the reach of later by less than
 * 2^-45 (1 + D / |d|), as polys.h says: the point where they do is then this much of a way off, and the normal by four times the
 * angle under which the way is seen from there. If the reach is no greater than that, any direction is possible. */
static long double tie_along(long double extent, long double way, long double reach) {
    return reach > 0 ? extent * fminl(2, 4 * 0x1p-45L * (way + extent) / reach) : 0;
}

/* The normal has the length 1, and at the time the shapes touch along it, but for the rounding of both. */
static void judge_normal(const oracle_mover *a, const oracle_mover *b, float margin, hit found) {
    long double x = (long double)found.x, y = (long double)found.y, t = (long double)found.time;
    long double dx = (long double)b->x - (long double)a->x, dy = (long double)b->y - (long double)a->y;
    long double reach = (long double)a->shape.radius + (long double)b->shape.radius + (long double)margin;
    long double extent = hypotl(width_of_both(&a->shape, &b->shape, 1, 0), width_of_both(&a->shape, &b->shape, 0, 1));
    long double unit = (extent + reach + hypotl(dx, dy)) * 0x1p-24L;
    long double gap = t * (x * dx + y * dy) - reach - farthest(&b->shape, -x, -y) - farthest(&a->shape, x, y);
    must(fabsl(hypotl(x, y) - 1) <= 2 * 0x1p-24L, "the normal (%a, %a)", (double)found.x, (double)found.y);
    must(fabsl(gap) <= 8 * unit + tie_along(extent, hypotl(dx, dy), reach) + 0x1p-149L, "at %a along (%a, %a) the gap is %Lg u",
         (double)found.time, (double)found.x, (double)found.y, gap / unit);
}

/* The push of the shapes where they are. */
static void judge_beginning(const batch *q, size_t i, const sepal_rule *rule, hit found) {
    float x = 0, y = 0, depth = 0;
    must(sepal_polys_mtv_pairs(q->a, q->b, &q->pairs[i], 1, rule, &(sepal_mtvs){.normal_x = &x, .normal_y = &y, .depth = &depth}) ==
             SEPAL_OK,
         "the push is refused");
    must(same_bits(found.time, 0) && same_bits(found.x, x) && same_bits(found.y, y),
         "met at the beginning: at %a along (%a, %a), pushed along (%a, %a)", (double)found.time, (double)found.x, (double)found.y,
         (double)x, (double)y);
}

static void judge(const batch *q, const shape *sa, const shape *sb, int touching, size_t i, hit found) {
    const float *of_a = &q->moves_a[2 * q->pairs[i].a], *of_b = &q->moves_b[2 * q->pairs[i].b];
    oracle_mover a = {figure_oracle(sa), of_a[0], of_a[1]}, b = {figure_oracle(sb), of_b[0], of_b[1]};
    sepal_rule rule = {(sepal_touching)touching, q->margin, 0};
    oracle_contact all = oracle_sweep_contact(&a, &b, q->margin, 1, 0);
    bool meet = all == ORACLE_OVERLAP || (all == ORACLE_TOUCH && touching == SEPAL_TOUCHING_OVERLAPS);
    must(found.meet == meet, "rule %d: the contact is %d", touching, (int)all);
    if (!meet) {
        must(found.time == 1 && same_bits(found.x, 0) && same_bits(found.y, 0), "apart: at %a along (%a, %a)", (double)found.time,
             (double)found.x, (double)found.y);
        return;
    }
    must(found.time >= 0 && found.time <= 1 && !signbit(found.time), "at %a", (double)found.time);
    if (oracle_sweep_contact(&a, &b, q->margin, 0, 0) != ORACLE_APART) {
        judge_beginning(q, i, &rule, found);
        return;
    }
    must(found.time == 0 || oracle_sweep_contact(&a, &b, q->margin, found.time, -1) == ORACLE_APART, "%a is late",
         (double)found.time);
    float next = nextafterf(found.time, 2);
    bool reach = sa->radius > 0 || sb->radius > 0 || q->margin > 0;
    if (next <= 1 && oracle_sweep_contact(&a, &b, q->margin, next, -1) == ORACLE_APART)
        must(reach && oracle_sweep_contact(&a, &b, q->margin, next, 0) == ORACLE_TOUCH, "%a is early", (double)found.time);
    judge_normal(&a, &b, q->margin, found);
}

/* --- Few pairs, and many -------------------------------------------------------------------------*/

/* The two sets exchanged: the same bits and times. */
static void ask_exchanged(const batch *q, const answers *m) {
    static batch turned;
    static answers back;
    turned = (batch){.a = q->b, .b = q->a, .count = q->count, .margin = q->margin};
    memcpy(turned.moves_a, q->moves_b, sizeof turned.moves_a);
    memcpy(turned.moves_b, q->moves_a, sizeof turned.moves_b);
    for (size_t k = 0; k < q->count; k++)
        turned.pairs[k] = (sepal_pair){q->pairs[k].b, q->pairs[k].a};
    ask(&turned, &back);
    for (int touching = 0; touching < RULES; touching++)
        for (size_t k = 0; k < q->count; k++)
            must(bit_at(back.bits[touching], k) == bit_at(m->bits[touching], k) &&
                     same_bits(back.time[touching][k], m->time[touching][k]),
                 "rule %d, pair %zu turned round: at %a, not %a", touching, k, (double)back.time[touching][k],
                 (double)m->time[touching][k]);
}

/* Whether the oracle judges pair k in a short time: it takes the differences of all vertices, and with a reach all pairs of these.
 * Pair 1 may take longer than the many others. */
static bool is_judged(const shape *a, const shape *b, bool reach, size_t k) {
    size_t differences = a->count * b->count;
    return differences <= (size_t)(k == 1 ? (reach ? 12 : 150) : (reach ? 4 : 25));
}

/* Every pair of the figures: pair k is figure k / different and figure k % different. */
static void ask_few(batch *q, const figure *figures, size_t different, answers *m) {
    q->count = different * different;
    for (uint32_t k = 0; k < q->count; k++)
        q->pairs[k] = (sepal_pair){k / (uint32_t)different, k % (uint32_t)different};
    ask_all(q, m);
    ask_exchanged(q, m);
    for (size_t k = 0; k < q->count; k++) {
        const shape *a = &figures[k / different].shape, *b = &figures[k % different].shape;
        bool reach = a->radius > 0 || b->radius > 0 || q->margin > 0;
        if (is_judged(a, b, reach, k))
            for (int touching = 0; touching < RULES; touching++)
                judge(q, a, b, touching, k, hit_at(m, touching, k));
    }
}

/* A list of pairs from bytes, in steps, about sets that hold the figures many times. */
static void take_list(bytes *from, batch *q) {
    uint32_t shapes = (uint32_t)sepal_polys_count(q->a);
    uint32_t length = take_byte(from), from_a = take_byte(from), from_b = take_byte(from);
    uint32_t step_a = take_byte(from), step_b = take_byte(from);
    q->count = length < 240 ? 1 + length % 40 : 40 * (length - 239);
    for (uint32_t i = 0; i < q->count; i++)
        q->pairs[i] = (sepal_pair){(from_a + i * step_a) % shapes, (from_b + i / 7 + i * step_b) % shapes};
}

static void ask_many(const batch *q, size_t different, const answers *few) {
    static answers many;
    ask_all(q, &many);
    for (int touching = 0; touching < RULES; touching++)
        for (size_t i = 0; i < q->count; i++) {
            size_t k = q->pairs[i].a % different * different + q->pairs[i].b % different;
            hit here = hit_at(&many, touching, i), there = hit_at(few, touching, k);
            must(here.meet == there.meet && same_bits(here.time, there.time) && same_bits(here.x, there.x) &&
                     same_bits(here.y, there.y),
                 "rule %d: pair %zu of many", touching, i);
        }
}

/* --- Moves ---------------------------------------------------------------------------------------*/

/* A move that takes a vertex of a shape to a point of the boundary of another one at the time 1, 1/2, 1/4 or 1/8, up to rounding:
 * moves of raw bits alone hardly ever end near a contact. */
static void take_aim(pen *p, const shape *s, const shape *to, float *move) {
    size_t vertex = take_byte(p->from) % s->count, at = take_byte(p->from) % to->count, next = (at + 1) % to->count;
    double share = (double)take_byte(p->from) / 256, x = (double)to->x[at], y = (double)to->y[at];
    int earlier = (int)take_below(p->from, 4);
    move[0] = to_float(ldexp(x + share * ((double)to->x[next] - x) - (double)s->x[vertex], earlier));
    move[1] = to_float(ldexp(y + share * ((double)to->y[next] - y) - (double)s->y[vertex], earlier));
}

static void take_move(pen *p, const figure *figures, size_t different, size_t i, float *move) {
    uint32_t manner = take_below(p->from, 4);
    move[0] = move[1] = 0;
    if (manner == 1) {
        take_aim(p, &figures[i].shape, &figures[take_below(p->from, (uint32_t)different)].shape, move);
    } else if (manner != 0) {
        move[0] = take_finite(p);
        move[1] = manner == 2 ? take_finite(p) : 0;
    }
}

/* Shape i of a longer set moves as the figure that it is. */
static void repeat_moves(size_t different, float *moves) {
    for (size_t i = different; i < SHAPES_MOST; i++)
        memcpy(&moves[2 * i], &moves[2 * (i % different)], 2 * sizeof *moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static figure figures[FIGURES_MOST];
    static answers few;
    static batch q;
    bytes b = {data, size};
    pen p = pen_create(&b);
    uint8_t manner = take_byte(&b);
    bool only_boxes = manner % 8 == 1, round = manner % 4 == 2;
    size_t different = 2 + (manner >> 3) % (FIGURES_MOST - 1);
    q.margin = round ? take_reach(&p) : 0;
    for (size_t i = 0; i < different; i++) {
        figures[i] = figure_take(&p, only_boxes, round);
        if (i > 0 && take_byte(&b) % 4 == 1)
            figure_bring_near(&p, &figures[i], &figures[take_below(&b, (uint32_t)i)].shape, q.margin);
    }
    for (size_t i = 0; i < different; i++) {
        take_move(&p, figures, different, i, &q.moves_a[2 * i]);
        take_move(&p, figures, different, i, &q.moves_b[2 * i]);
    }
    repeat_moves(different, q.moves_a);
    repeat_moves(different, q.moves_b);
    sepal_polys *each_once = figures_set(figures, different, different);
    sepal_polys *again = figures_set(figures, different, different + take_byte(&b) % 64);
    q.a = q.b = each_once;
    ask_few(&q, figures, different, &few);
    q.a = q.b = again;
    take_list(&b, &q);
    ask_many(&q, different, &few);
    sepal_polys_destroy(each_once);
    sepal_polys_destroy(again);
    return 0;
}
