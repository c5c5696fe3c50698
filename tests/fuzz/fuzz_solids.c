/* fuzz_solids.c — pairs of solids from raw bits, under every question of the table. GMP judges the scalar path, and the scalar path
 * judges every other instruction set. A pair must have the same answers at any place of a longer list. */
#include "../common/must.h"
#include "../oracle/solid_sweep.h"
#include "../questions/solids_questions.h"
#include "../scenes/solid_sets.h"
#include "../solids/judged.h"
#include "points.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DIFFERENT_MOST = 5, SOLIDS_MOST = 70, PAIRS_MOST = 640, POINTS_MOST = 14, JUDGED_MOST = 6, SWEPT_MOST = 40 };

/* --- From bytes ------------------------------------------------------------------------------- */

/* A whole number on the lattice of the pen, or any number. */
static float take_number(pen *p) {
    if (take_byte(p->from) % 4 == 3)
        return take_finite(p);
    const int whole = take_small(p->from) / 32;
    return to_float(ldexp(whole, p->scale));
}

static solid_item take_box(pen *p) {
    solid_item s = {.box = true};
    float *const vectors[] = {s.vectors.c, s.vectors.u, s.vectors.v, s.vectors.w};
    const bool aligned = take_byte(p->from) % 4 == 0;
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 3; k++)
            vectors[m][k] = aligned && m > 0 && k != m - 1 ? 0 : take_number(p);
    return s;
}

static solid_item take_hull(pen *p) {
    solid_item s = {.count = 0};
    s.count = take_points(p, s.x, s.y, POINTS_MOST);
    const uint32_t manner = take_below(p->from, 4);
    for (size_t i = 0; i < s.count; i++)
        s.z[i] = manner == 0 ? s.x[i] : manner == 1 ? s.y[s.count - 1 - i] : take_number(p);
    return s;
}

/* A prism as the library makes it; a point instead of one that is refused. */
static solid_item take_prism(pen *p) {
    enum { SIDES_MOST = POINTS_MOST / 2 };
    solid_item s = {.count = 1};
    float row[7];
    sepal_solids *set;
    const uint32_t sides = take_below(p->from, SIDES_MOST + 1);
    for (int k = 0; k < 7; k++)
        row[k] = take_number(p);
    const sepal_solid_prisms prism = {row, row + 1, row + 2, row + 3, row + 4, row + 5, row + 6, NULL, 1, sides};
    const bool has_axis = row[0] != row[3] || row[1] != row[4] || row[2] != row[5];
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "cannot create a set");
    const sepal_status status = sepal_solids_add_prisms(set, &prism, 1, NULL, NULL);
    const bool bad_shape = !has_axis || !(row[6] >= 0);
    const bool far = fabsf(row[6]) + fabsf(row[0]) + fabsf(row[1]) + fabsf(row[2]) > 0x1p126F || /* it may overflow */
                     fabsf(row[6]) + fabsf(row[3]) + fabsf(row[4]) + fabsf(row[5]) > 0x1p126F;
    must((status == SEPAL_BAD_ARGUMENT) == (sides < 3), "a prism of %u sides: %s", (unsigned)sides, sepal_status_text(status));
    if (sides >= 3)
        must(status == (bad_shape ? SEPAL_BAD_SHAPE : SEPAL_OK) || (far && status == SEPAL_BAD_SHAPE), "a prism: %s",
             sepal_status_text(status));
    must(sepal_solids_count(set) == (status == SEPAL_OK ? 1 : 0), "a refused prism is in the set");
    if (status == SEPAL_OK) {
        const float *x, *y, *z;
        must(sepal_solids_vertices(set, 0, &x, &y, &z, &s.count) == SEPAL_OK, "a prism has no vertices");
        must(s.count == 2 * (size_t)sides, "a prism of %u sides has %zu vertices", (unsigned)sides, s.count);
        memcpy(s.x, x, s.count * sizeof *x);
        memcpy(s.y, y, s.count * sizeof *y);
        memcpy(s.z, z, s.count * sizeof *z);
    }
    sepal_solids_destroy(set);
    return s;
}

/* Moves a solid so that its centre, or one of its points, comes to a point of another, up to rounding. */
static void bring_near(pen *p, solid_item *s, const solid_item *to) {
    const size_t i = take_byte(p->from), k = take_byte(p->from);
    const float *const at[3] = {to->x, to->y, to->z};
    float *const mine[3] = {s->x, s->y, s->z};
    for (int c = 0; c < 3; c++) {
        const double u = (double)to->vectors.u[c], v = (double)to->vectors.v[c], w = (double)to->vectors.w[c];
        const double corner = (double)to->vectors.c[c] + (i & 1 ? u : -u) + (i & 2 ? v : -v) + (i & 4 ? w : -w);
        const double target = to->box ? corner : (double)at[c][i % to->count];
        const double from =
            s->box ? (double)s->vectors.c[c] + (k & 1 ? (double)s->vectors.u[c] : 0) : (double)mine[c][k % s->count];
        s->vectors.c[c] = to_float((double)s->vectors.c[c] + (target - from));
        for (size_t m = 0; m < s->count; m++)
            mine[c][m] = to_float((double)mine[c][m] + (target - from));
    }
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* The answers of the scalar path to every question; every other path must have the same bits. */
static reply ask_all(const question *q, const subject *s, const sepal_rule *rule) {
    /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): there are solids, and so there are pairs */
    call c = call_part(q, s, s->pairs[0].a, 0, call_longest(q, s), rule);
    reply scalar = reply_create(q, c.count), other = reply_create(q, c.count);
    for (size_t isa = 0; isa < sepal_isa_count(); isa++) {
        reply *to = isa == 0 ? &scalar : &other;
        size_t differs = 0;
        must(sepal_isa_use(sepal_isa_at(isa)) == SEPAL_OK, "cannot use %s", sepal_isa_at(isa));
        must(q->ask(&c, to->arrays) == SEPAL_OK, "%s is refused", q->name);
        must(reply_fault(to) == NULL, "%s, %s: %s", q->name, sepal_isa(), reply_fault(to));
        must(same_answers(to, &scalar, 0, &differs), "%s, %s: answer %zu of %zu", q->name, sepal_isa(), differs, c.count);
    }
    reply_release(&other);
    return scalar;
}

static bool bit_at(const reply *r, size_t i) {
    return ((const uint64_t *)r->arrays[0])[i / 64] >> i % 64 & 1;
}

/* --- The judge -------------------------------------------------------------------------------- */

static void judge_push(const reply *push, size_t i, oracle_contact contact) {
    float v[4];
    for (int k = 0; k < 4; k++)
        v[k] = ((const float *)push->arrays[k])[i];
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2], square = x * x + y * y + z * z;
    must(isfinite(v[3]) && !(v[3] == 0 && signbit(v[3])), "depth %a", (double)v[3]);
    must((v[3] > 0) - (v[3] < 0) == (int)contact - (int)ORACLE_TOUCH, "depth %a: the contact is %d", (double)v[3], (int)contact);
    must(fabs(square - 1) <= 12 * 0x1p-24, "|normal|^2 = %.17g", square);
}

/* Points if and only if there is a contact; no number that is none. */
static void judge_contacts(const reply *contacts, size_t i, oracle_contact contact) {
    const size_t count = ((const uint8_t *)contacts->arrays[0])[i];
    must(count <= 4 && (count > 0) == (contact != ORACLE_APART), "%zu points: the contact is %d", count, (int)contact);
    for (size_t k = 4 * i; k < 4 * (i + 1); k++)
        for (int array = 4; array < 14; array++) {
            const float v = ((const float *)contacts->arrays[array])[k];
            must(isfinite(v) && !(v == 0 && signbit(v)) && (k < 4 * i + count || v == 0), "point %zu: %a", k % 4, (double)v);
        }
}

/* Whether they meet, and that the time is the greatest float that is not later than that of the first contact. */
static void judge_sweep(const reply *sweep, size_t i, const oracle_solid *a, const oracle_solid *b, const subject *s, bool strict) {
    const float *of_a = s->moves_a + 3 * (size_t)s->pairs[i].a, *of_b = s->moves_b + 3 * (size_t)s->pairs[i].b;
    const oracle_contact all = oracle_solids_sweep_contact(a, of_a, b, of_b, s->margin, 1, 0);
    const bool meet = all == ORACLE_OVERLAP || (all == ORACLE_TOUCH && !strict);
    const float time = ((const float *)sweep->arrays[1])[i], next = nextafterf(time, 2);
    must(bit_at(sweep, i) == meet, "sweep: the contact is %d", (int)all);
    if (!meet) {
        must(time == 1, "sweep: no contact at %a", (double)time);
        return;
    }
    must(time >= 0 && time <= 1, "sweep: contact at %a", (double)time);
    must(time == 0 || oracle_solids_sweep_contact(a, of_a, b, of_b, s->margin, time, -1) == ORACLE_APART, "sweep: %a is late",
         (double)time);
    const bool on_grid = time >= 0x1p-38F; /* of others the promise is weaker, if the numbers span many bits */
    must(time == 0 || !on_grid || next > 1 || oracle_solids_sweep_contact(a, of_a, b, of_b, s->margin, next, -1) != ORACLE_APART,
         "sweep: %a is early", (double)time);
}

/* The first pairs of a list, of solids that stand in `solids` in this order. strict: overlap, containment and sweep where touching is apart. */
static void judge(const solid_item *solids, const subject *s, const reply answers[SOLIDS_QUESTIONS], const reply strict[3]) {
    for (size_t i = 0; i < s->pair_count && i < JUDGED_MOST; i++) {
        judged_room room_a = {{0}}, room_b = {{0}};
        const oracle_solid a = judged(&solids[s->pairs[i].a], &room_a), b = judged(&solids[s->pairs[i].b], &room_b);
        const oracle_contact contact = oracle_solids_contact(&a, &b, s->margin);
        must(bit_at(&answers[SOLIDS_OVERLAP], i) == (contact != ORACLE_APART), "overlap: the contact is %d", (int)contact);
        must(bit_at(&strict[0], i) == (contact == ORACLE_OVERLAP), "overlap, touching is apart: the contact is %d", (int)contact);
        must(bit_at(&answers[SOLIDS_CONTAINS], i) == oracle_solids_contain(&a, &b, false, 0), "contains");
        must(bit_at(&answers[SOLIDS_CONTAINS_BY_RULE], i) == oracle_solids_contain(&a, &b, false, s->margin), "contains by a rule");
        must(bit_at(&strict[1], i) == oracle_solids_contain(&a, &b, true, s->margin), "contains strictly");
        judge_push(&answers[SOLIDS_MTV], i, contact);
        judge_contacts(&answers[SOLIDS_CONTACTS], i, contact);
        if (a.points * b.points <= SWEPT_MOST) {
            judge_sweep(&answers[SOLIDS_SWEEP], i, &a, &b, s, false);
            judge_sweep(&strict[2], i, &a, &b, s, true);
        }
    }
}

/* --- Few pairs, and many ---------------------------------------------------------------------- */

static sepal_solids *set_of(const solid_item *solids, size_t different, size_t count) {
    sepal_solids *set;
    must(sepal_solids_create(NULL, &set) == SEPAL_OK, "cannot create a set");
    for (size_t i = 0; i < count; i++)
        solid_add(set, &solids[i % different]);
    return set;
}

/* Every pair of the solids: pair k is solid k / different with solid k % different, from the last pairs on, which differ. */
static void ask_few(subject *s, const solid_item *solids, size_t different, reply answers[SOLIDS_QUESTIONS]) {
    const sepal_rule closed = rule_number(0, s->margin), open = rule_number(1, s->margin);
    must(different > 0, "there are no solids");
    s->pair_count = different * different;
    for (uint32_t k = 0; k < s->pair_count; k++)
        /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): there are solids, and so there are pairs */
        s->pairs[k] = (sepal_pair){(k + 1) % (uint32_t)different, k / (uint32_t)different};
    for (int k = 0; k < SOLIDS_QUESTIONS; k++)
        answers[k] = ask_all(&solids_questions[k], s, &closed);
    reply strict[] = {ask_all(&solids_questions[SOLIDS_OVERLAP], s, &open),
                      ask_all(&solids_questions[SOLIDS_CONTAINS_BY_RULE], s, &open),
                      ask_all(&solids_questions[SOLIDS_SWEEP], s, &open)};
    judge(solids, s, answers, strict);
    for (int k = 0; k < 3; k++)
        reply_release(&strict[k]);
}

/* Pairs in steps, about a set that holds the solids many times: each has the answers that it has among the few. */
static void ask_many(pen *p, subject *s, size_t different, const reply few[SOLIDS_QUESTIONS]) {
    const sepal_rule closed = rule_number(0, s->margin);
    const uint32_t solids = (uint32_t)s->count_a, from = take_byte(p->from), step = take_byte(p->from), length = take_byte(p->from);
    s->pair_count = length < 240 ? 1 + length % 40 : 40 * (length - 239);
    for (uint32_t i = 0; i < s->pair_count; i++)
        s->pairs[i] = (sepal_pair){(from + i * step) % solids, (from + i / 7 + i) % solids};
    for (int k = 0; k < SOLIDS_QUESTIONS; k++) {
        reply many = ask_all(&solids_questions[k], s, &closed);
        for (size_t i = 0; i < s->pair_count && !solids_questions[k].one_against_many; i++) {
            const size_t a = s->pairs[i].a % different, b = s->pairs[i].b % different;
            const size_t same = b * different + (a + different - 1) % different;
            must(same_answer(&many, i, &few[k], same), "%s: pair %zu of many", solids_questions[k].name, i);
        }
        reply_release(&many);
    }
}

/* Of solid i that of solid i % different. The bytes are those that the rest of the input is read from once more. */
static void take_moves(const pen *p, float moves[3 * SOLIDS_MOST], size_t different) {
    bytes again = *p->from;
    pen moving = *p;
    moving.from = &again;
    for (size_t i = 0; i < (size_t)3 * SOLIDS_MOST; i++)
        moves[i] = i < 3 * different ? take_number(&moving) : moves[i - 3 * different];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    solid_item solids[DIFFERENT_MOST];
    sepal_pair pairs[PAIRS_MOST];
    reply answers[SOLIDS_QUESTIONS];
    bytes b = {data, size};
    pen p = pen_create(&b);
    const uint8_t manner = take_byte(&b);
    const bool only_boxes = manner % 4 == 1, round = manner % 8 >= 6;
    const size_t different = 2 + (manner >> 3) % (DIFFERENT_MOST - 1);
    subject s = {.pairs = pairs, .margin = round ? take_reach(&p) : 0};
    for (size_t i = 0; i < different; i++) {
        const uint8_t kind = only_boxes ? 1 : take_byte(&b);
        solids[i] = kind % 2 == 1 ? take_box(&p) : kind % 32 == 30 ? take_prism(&p) : take_hull(&p);
        solids[i].radius = round ? take_reach(&p) : 0;
        if (i > 0 && take_byte(&b) % 2 == 1)
            bring_near(&p, &solids[i], &solids[i - 1]);
    }
    float moves[3 * SOLIDS_MOST] = {0};
    take_moves(&p, moves, different);
    s.moves_a = s.moves_b = moves;
    sepal_solids *each_once = set_of(solids, different, different);
    s.a = s.b = each_once;
    s.count_a = s.count_b = different;
    ask_few(&s, solids, different, answers);
    const size_t again = different + take_byte(&b) % (SOLIDS_MOST - DIFFERENT_MOST);
    sepal_solids *repeated = set_of(solids, different, again);
    s.a = s.b = repeated;
    s.count_a = s.count_b = again;
    ask_many(&p, &s, different, answers);
    for (int k = 0; k < SOLIDS_QUESTIONS; k++)
        reply_release(&answers[k]);
    sepal_solids_destroy(each_once);
    sepal_solids_destroy(repeated);
    return 0;
}
