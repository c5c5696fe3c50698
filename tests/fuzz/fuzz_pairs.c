/* fuzz_pairs.c — pairs of convex shapes from raw bits: overlap under both rules, the smallest push, containment. GMP judges the
 * scalar path, and the scalar path judges every other instruction set. A pair must have the same answers at any place of a
 * longer list. */
#include "../common/must.h"
#include "../oracle/area.h"
#include "../oracle/contain.h"
#include "../oracle/corners.h"
#include "../oracle/depth.h"
#include "../oracle/round.h"
#include "figures.h"

#include <float.h>
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BATCH_MOST = 640, JUDGED_MOST = 8000 };

/* --- Answers -------------------------------------------------------------------------------------*/

/* The answers to all questions about a list of pairs. */
typedef struct answers {
    uint64_t overlap[2][SEPAL_BIT_WORDS(BATCH_MOST)], /* [touching] */
        contains[SEPAL_BIT_WORDS(BATCH_MOST)];
    uint64_t contains_by[2][SEPAL_BIT_WORDS(BATCH_MOST)]; /* [touching], under the margin */
    float x[BATCH_MOST], y[BATCH_MOST], depth[BATCH_MOST];
    bool without_radii; /* of which alone areas are asked */
    float area[BATCH_MOST], iou[BATCH_MOST], share_a[BATCH_MOST], share_b[BATCH_MOST];
    uint64_t one[2][SEPAL_BIT_WORDS(SHAPES_MOST)]; /* the first pair's a against all of b */
} answers;

typedef struct batch {
    const sepal_polys *a, *b;
    sepal_pair pairs[BATCH_MOST];
    size_t count;
    float margin;
} batch;

static void ask(const batch *q, answers *out) {
    memset(out, 0xa5, sizeof *out);
    bool well = true;
    for (int touching = 0; touching < 2; touching++) {
        sepal_rule rule = {(sepal_touching)touching, q->margin, 0};
        size_t many = sepal_polys_count(q->b);
        well &= sepal_polys_overlap_pairs(q->a, q->b, q->pairs, q->count, &rule, out->overlap[touching]) == SEPAL_OK;
        well &= sepal_polys_overlap_one(q->a, q->pairs[0].a, q->b, 0, many, &rule, out->one[touching]) == SEPAL_OK;
        well &= sepal_polys_contains_pairs(q->a, q->b, q->pairs, q->count, &rule, out->contains_by[touching]) == SEPAL_OK;
    }
    sepal_rule rule = {SEPAL_TOUCHING_OVERLAPS, q->margin, 0};
    well &= sepal_polys_contains_pairs(q->a, q->b, q->pairs, q->count, NULL, out->contains) == SEPAL_OK;
    well &= sepal_polys_mtv_pairs(q->a, q->b, q->pairs, q->count, &rule,
                                  &(sepal_mtvs){.normal_x = out->x, .normal_y = out->y, .depth = out->depth}) == SEPAL_OK;
    const sepal_status common =
        sepal_polys_common_pairs(q->a, q->b, q->pairs, q->count, &(sepal_commons){out->area, out->iou, out->share_a, out->share_b});
    out->without_radii = common == SEPAL_OK;
    must(well && (common == SEPAL_OK || common == SEPAL_BAD_SHAPE), "a question is refused");
}

static bool bit_at(const uint64_t *bits, size_t i) {
    return bits[i / 64] >> i % 64 & 1;
}

/* The answers of the scalar path; every other path must have the same bits. */
static void ask_all(const batch *q, answers *scalar) {
    static answers other;
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        ask(q, isa == 0 ? scalar : &other);
        if (isa == 0)
            continue;
        for (size_t i = 0; i < q->count; i++)
            for (int touching = 0; touching < 2; touching++)
                must(bit_at(other.overlap[touching], i) == bit_at(scalar->overlap[touching], i), "overlap, %s: pair %zu of %zu",
                     sepal_isa(), i, q->count);
        must(memcmp(other.contains, scalar->contains, sizeof other.contains) == 0, "contains, %s", sepal_isa());
        must(memcmp(other.contains_by, scalar->contains_by, sizeof other.contains_by) == 0, "contains by a rule, %s", sepal_isa());
        must(memcmp(other.overlap, scalar->overlap, sizeof other.overlap) == 0, "overlap, %s: beside the answers", sepal_isa());
        must(memcmp(other.one, scalar->one, sizeof other.one) == 0, "overlap of one, %s", sepal_isa());
        must(other.without_radii == scalar->without_radii && memcmp(other.area, scalar->area, sizeof other.area) == 0 &&
                 memcmp(other.iou, scalar->iou, sizeof other.iou) == 0 &&
                 memcmp(other.share_a, scalar->share_a, sizeof other.share_a) == 0 &&
                 memcmp(other.share_b, scalar->share_b, sizeof other.share_b) == 0,
             "area in common, %s", sepal_isa());
        must(memcmp(other.depth, scalar->depth, sizeof other.depth) == 0, "depth, %s", sepal_isa());
        must(memcmp(other.x, scalar->x, sizeof other.x) == 0 && memcmp(other.y, scalar->y, sizeof other.y) == 0, "normal, %s",
             sepal_isa());
    }
}

/* --- The judge -----------------------------------------------------------------------------------*/

static void judge_common(const oracle_shape *a, const oracle_shape *b, const answers *m, size_t i) {
    const oracle_areas exact = oracle_common(a->x, a->y, a->count, b->x, b->y, b->count);
    const bool some = exact.common > 0;
    must((m->area[i] > 0) == some && (m->iou[i] > 0) == some && (m->share_a[i] > 0) == some && (m->share_b[i] > 0) == some,
         "area %a, in common %a", (double)m->area[i], exact.common);
    must(m->share_b[i] <= 1 && m->share_a[i] <= 1 && m->iou[i] <= 1 && isfinite(m->area[i]) && !signbit(m->area[i]), "a share");
    must((!exact.inside_a || m->share_b[i] == 1) && (!exact.inside_b || m->share_a[i] == 1) &&
             (!exact.inside_a || !exact.inside_b || m->iou[i] == 1),
         "what is inside has a share below 1");
}

static void judge_polygon(const batch *q, sepal_pair pair, const shape *a, const shape *b) {
    enum { ROOM = 2 * VERTICES_MOST };
    static float x[ROOM], y[ROOM], exact_x[ROOM], exact_y[ROOM];
    uint32_t first[2];
    size_t found = 0;
    bool with_area;
    must(sepal_polys_common_polygons(q->a, q->b, &pair, 1, NULL, ROOM, x, y, first, &found) == SEPAL_OK, "a polygon is refused");
    const size_t corners = oracle_corners(a->x, a->y, a->count, b->x, b->y, b->count, exact_x, exact_y, &with_area);
    must(found == corners && first[0] == 0 && first[1] == found, "%zu corners instead of %zu", found, corners);
    must(memcmp(x, exact_x, found * sizeof *x) == 0 && memcmp(y, exact_y, found * sizeof *y) == 0, "a corner");
}

static void judge(const shape *sa, const shape *sb, float margin, const answers *m, size_t i) {
    oracle_shape a = figure_oracle(sa), b = figure_oracle(sb);
    bool round = a.radius > 0 || b.radius > 0 || margin > 0;
    oracle_contact contact = oracle_round_contact(a.x, a.y, a.count, a.radius, b.x, b.y, b.count, b.radius, margin);
    must(bit_at(m->overlap[SEPAL_TOUCHING_OVERLAPS], i) == (contact != ORACLE_APART), "overlap: the contact is %d", (int)contact);
    must(bit_at(m->overlap[SEPAL_TOUCHING_IS_APART], i) == (contact == ORACLE_OVERLAP),
         "overlap, touching is apart: the contact is %d", (int)contact);
    must(bit_at(m->contains, i) == oracle_contains(&a, &b, false, 0), "contains");
    for (int touching = 0; touching < 2; touching++)
        must(bit_at(m->contains_by[touching], i) == oracle_contains(&a, &b, touching == SEPAL_TOUCHING_IS_APART, margin),
             "contains, rule %d, margin %a", touching, (double)margin);
    if (m->without_radii)
        judge_common(&a, &b, m, i);
    float x = m->x[i], y = m->y[i], depth = m->depth[i];
    must((depth > 0) - (depth < 0) == (int)contact - (int)ORACLE_TOUCH, "depth %a: the contact is %d", (double)depth, (int)contact);
    must(isfinite(depth) && !(depth == 0 && signbit(depth)) && !(x == 0 && signbit(x)) && !(y == 0 && signbit(y)),
         "depth %a along (%a, %a)", (double)depth, (double)x, (double)y);
    double square = (double)x * (double)x + (double)y * (double)y;
    must(fabs(square - 1) <= 12 * 0x1p-24, "|normal|^2 = %.17g", square);
    double error = oracle_depth_error(&a, &b, margin, depth);
    must(error <= (round ? 17 : 16), "depth %a is wrong by %g u D", (double)depth, error);
    if (depth > 0 && depth < FLT_MAX) {
        double left = oracle_push_error(&a, &b, margin, x, y, depth);
        must(left <= (round ? 32 : 22), "pushed by %a along (%a, %a): %g u D are left", (double)depth, (double)x, (double)y, left);
    }
}

/* --- Few pairs, and many -------------------------------------------------------------------------*/

/* Every pair of the figures: pair k is figure k / different and figure k % different. */
static void ask_few(batch *q, const figure *figures, size_t different, answers *m) {
    q->count = different * different;
    for (uint32_t k = 0; k < q->count; k++)
        q->pairs[k] = (sepal_pair){k / (uint32_t)different, k % (uint32_t)different};
    ask_all(q, m);
    for (size_t k = 0; k < q->count; k++) {
        const shape *a = &figures[k / different].shape, *b = &figures[k % different].shape;
        if (k == 1 || a->count * b->count * (a->count + b->count) <= JUDGED_MOST) {
            judge(a, b, q->margin, m, k);
            if (m->without_radii)
                judge_polygon(q, q->pairs[k], a, b);
        }
    }
}

/* A list of pairs from bytes, in steps, about sets that hold the figures many times. */
static void take_list(pen *p, batch *q) {
    uint32_t shapes = (uint32_t)sepal_polys_count(q->a);
    uint32_t length = take_byte(p->from), from_a = take_byte(p->from), from_b = take_byte(p->from);
    uint32_t step_a = take_byte(p->from), step_b = take_byte(p->from);
    q->count = length < 240 ? 1 + length % 40 : 40 * (length - 239); /* can exceed a chunk of the library */
    for (uint32_t i = 0; i < q->count; i++)
        q->pairs[i] = (sepal_pair){(from_a + i * step_a) % shapes, (from_b + i / 7 + i * step_b) % shapes};
}

static void ask_many(const batch *q, size_t different, const answers *few) {
    static answers many;
    ask_all(q, &many);
    for (size_t i = 0; i < q->count; i++) {
        size_t k = q->pairs[i].a % different * different + q->pairs[i].b % different;
        for (int touching = 0; touching < 2; touching++)
            must(bit_at(many.overlap[touching], i) == bit_at(few->overlap[touching], k), "overlap: pair %zu of many", i);
        must(bit_at(many.contains, i) == bit_at(few->contains, k), "contains: pair %zu of many", i);
        must(memcmp(&many.x[i], &few->x[k], sizeof(float)) == 0 && memcmp(&many.y[i], &few->y[k], sizeof(float)) == 0 &&
                 memcmp(&many.depth[i], &few->depth[k], sizeof(float)) == 0,
             "push: pair %zu of many", i);
    }
    for (size_t j = 0; j < sepal_polys_count(q->b); j++)
        for (int touching = 0; touching < 2; touching++)
            must(bit_at(many.one[touching], j) ==
                     bit_at(few->overlap[touching], q->pairs[0].a % different * different + j % different),
                 "overlap of one: shape %zu of many", j);
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
        if (i > 0 && take_byte(&b) % 2 == 1)
            figure_bring_near(&p, &figures[i], &figures[take_below(&b, (uint32_t)i)].shape, q.margin);
    }
    sepal_polys *each_once = figures_set(figures, different, different);
    sepal_polys *again = figures_set(figures, different, different + take_byte(&b) % 64);
    q.a = q.b = each_once;
    ask_few(&q, figures, different, &few);
    q.a = q.b = again;
    take_list(&p, &q);
    ask_many(&q, different, &few);
    sepal_polys_destroy(each_once);
    sepal_polys_destroy(again);
    return 0;
}
