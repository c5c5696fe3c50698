/* solids_kernel_mtv_points.c — the points between which pushes lead, by the kinds of the cores.
 *
 *   boxes, segments, points ── by generators, in lanes of double ── else ──┐
 *   hulls ─────────────────────────────────────────────────────────────────┴── in lanes of double: slices of both cores, and their
 *                                                                              nearest points in the plane
 *   slices of more than 32 vertices, single pairs ── slices one pair at a time, with vertices in the lanes
 *   hulls of more than 512 vertices, slices of more than 256 ── the reference */
#include "../../core/arithmetic.h"

#include "../../simd/vec3.h"
#include "../generators.h"
#include "../seen.h"
#include "nearest.h"
#include "points_cores.h"
#include <float.h>

/* --- Cores of boxes, segments and points, whose points ../generators.h finds: a pair in each lane --------------------------------- */

/* Cores with 0, 1 or 3 generators: what is stored of them; and their radii. */
typedef struct generator_lanes {
    w3 centre, of[3]; /* of a segment, instead: both ends */
    w radius;
    uint32_t count;
} generator_lanes;

SPECIALISED void load_generators(const sepal_solids *set, const uint32_t *index, uint32_t count, generator_lanes *out) {
    out->count = count;
    out->radius = solid_load_radii(set, index); /* that of a ball may be infinite instead */
    if (count == 0) {
        out->centre = load_balls(set, index).centre; /* of a point: itself */
        return;
    }
    if (count == 1) {
        const solid_segment_lanes ends = solid_load_segments(set, index);
        out->centre = ends.from;
        out->of[0] = ends.to;
        return;
    }
    const solid_exact_lanes box = load_exact_boxes(set, index);
    out->centre = box.centre;
    for (int k = 0; k < 3; k++)
        out->of[k] = box.edge[k];
}

static inline void generators_of_half(const generator_lanes *from, int half, core_generators *out) {
    out->count = from->count;
    out->centre = wd3_of(from->centre, half);
    for (uint32_t k = 0; k < from->count; k++)
        out->of[k] = wd3_of(from->of[k], half);
    form_generators(out);
}

/* So many pairs are listed at a time: what is noted of them is on the stack. */
enum { POINTS_LISTED = 64 };

/* The normals of the pushes of a list, and where its points go: three coordinates of that of a, then of b. */
typedef struct solid_points_query {
    const solids_query *q;
    const float *normal[3];
    float *to[6];
} solid_points_query;

/* --- Points in lanes -------------------------------------------------------------------------- */

/* The vertices with these numbers in a slice. */
static inline wd3 vertices_of_slice(const slice_lanes *s, wd number) {
    const wd one = wd_set1(1);
    wd3 at = s->at[0];
    wd next = one;
    for (uint32_t k = 1; k < s->most; k++, next = wd_add(next, one))
        at = wd3_select(wd_eq(number, next), s->at[k], at);
    return at;
}

/* The points of half a group, as doubles. */
static inline wd3 point_of_picks(const slice_lanes *s, const slice_picks *picks, bool of_b) {
    const wd zero = wd_set1(0);
    const wd share[3] = {picks->share[0], wd_select(picks->two, picks->share[1], zero),
                         wd_select(picks->three, picks->share[2], zero)};
    wd3 sum = {zero, zero, zero};
    for (int k = 0; k < (wdm_bits(picks->three) != 0 ? 3 : 2); k++)
        sum = wd3_add(sum, wd3_scale(vertices_of_slice(s, of_b ? picks->of[k].b : picks->of[k].a), share[k]));
    return sum;
}

typedef struct points_halves {
    wd3 of_a, of_b;
} points_halves;

static inline points_halves points_of_slices(const slice_view *of_a, const slice_view *of_b, wd extent) {
    slice_picks from_a, from_b;
    find_points_of_slices(of_a, of_b, wd_mul(wd_set1(SLICES_MEET), extent), &from_a, &from_b);
    return (points_halves){point_of_picks(of_a->slice, &from_a, false), point_of_picks(of_b->slice, &from_b, true)};
}

static SEPAL_NOINLINE points_halves points_of_half(const points_core *a, const points_core *b, const points_view *view, wd extent,
                                                   int half) {
    wd3 at[2][POINTS_VERTICES];
    wd x[2][POINTS_VERTICES], y[2][POINTS_VERTICES];
    slice_lanes slice_a, slice_b;
    set_room(&slice_a, at[0], x[0], y[0]);
    set_room(&slice_b, at[1], x[1], y[1]);
    const wd height = wd_mul(wd_set1(SOLID_SLICE_HEIGHT), extent);
    const slice_view of_a = find_slice(a, 1, view, height, half, &slice_a), of_b = find_slice(b, -1, view, height, half, &slice_b);
    return points_of_slices(&of_a, &of_b, extent);
}

/* A coordinate of the surface, as sepal_nearest_float rounds it; 0 + -0 is 0. */
static inline void store_point(const wd at[2], const wd n[2], w radius, bool back, float *to) {
    wd out[2];
    for (int half = 0; half < 2; half++) {
        const wd by = wd_mul(wd_of(radius, half), n[half]), most = wd_set1((double)FLT_MAX);
        const wd surface = back ? wd_sub(at[half], by) : wd_add(at[half], by);
        out[half] = wd_max(wd_min(surface, most), wd_negated(most));
    }
    w_store(to, w_add(w_zero(), w_of(out[0], out[1])));
}

/* Stores three coordinates of the points of both solids of a group. */
static inline void store_solid_points(const solid_points_query *asked, size_t k, const points_halves of[2], const wd3 n[2],
                                      w radius_a, w radius_b) {
    const wd unit[3][2] = {{n[0].x, n[1].x}, {n[0].y, n[1].y}, {n[0].z, n[1].z}};
    const wd of_a[3][2] = {{of[0].of_a.x, of[1].of_a.x}, {of[0].of_a.y, of[1].of_a.y}, {of[0].of_a.z, of[1].of_a.z}};
    const wd of_b[3][2] = {{of[0].of_b.x, of[1].of_b.x}, {of[0].of_b.y, of[1].of_b.y}, {of[0].of_b.z, of[1].of_b.z}};
    for (int c = 0; c < 3; c++) {
        store_point(of_a[c], unit[c], radius_a, false, asked->to[c] + k);
        store_point(of_b[c], unit[c], radius_b, true, asked->to[3 + c] + k);
    }
}

static inline w3 normals_of_pushes(const solid_points_query *asked, size_t k) {
    return (w3){w_load(asked->normal[0] + k), w_load(asked->normal[1] + k), w_load(asked->normal[2] + k)};
}

SPECIALISED lanes solid_points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solid_points_query *asked = question;
    const solids_query *q = asked->q;
    const w3 normal = normals_of_pushes(asked, k), back = {w_neg(normal.x), w_neg(normal.y), w_neg(normal.z)};
    points_core a, b;
    points_halves points[2];
    wd extent[2];
    wd3 units[2];
    load_points_core(q->a, &group->a, n.a, &a);
    load_points_core(q->b, &group->b, n.b, &b);
    see_core(&a, normal);
    see_core(&b, back);
    for (int half = 0; half < 2; half++)
        extent[half] = extent_of_half(&a, &b, half);
    pick_core(&a, normal, w_of(extent[0], extent[1]));
    pick_core(&b, back, w_of(extent[0], extent[1]));
    for (int half = 0; half < 2; half++) {
        points_view view;
        find_frame(wd3_of(normal, half), &view.frame);
        view.origin = first_of_half(&a, half);
        units[half] = view.frame.n;
        points[half] = points_of_half(&a, &b, &view, extent[half], half);
    }
    store_solid_points(asked, k, points, units, solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b));
    const unsigned open = a.open | b.open;
    return (lanes){ALL_LANES & ~open, open};
}

/* --- Points of hulls whose slices the pushes tell ---------------------------------------------- */

/* As find_slice, of all vertices there are. */
static inline slice_view view_of_known(const known_slice *known, const points_view *view, int half, slice_lanes *s) {
    const wd zero = wd_set1(0);
    slice_view mean = {s, NULL, zero, zero};
    s->most = KNOWN_VERTICES;
    s->count = zero;
    for (uint32_t k = 0; k < s->most; k++) {
        const wd once = wd_of(known->once[k], half);
        s->at[k] = wd3_of(known->at[k], half);
        const wd3 at = into_frame(&view->frame, wd3_sub(s->at[k], view->origin));
        s->x[k] = at.x;
        s->y[k] = at.y;
        s->count = wd_add(s->count, once);
        mean.x = wd_add(mean.x, wd_select(wd_gt(once, zero), at.x, zero));
        mean.y = wd_add(mean.y, wd_select(wd_gt(once, zero), at.y, zero));
    }
    mean.x = wd_div(mean.x, s->count);
    mean.y = wd_div(mean.y, s->count);
    return mean;
}

static SEPAL_NOINLINE points_halves known_points_of_half(const known_slice known[2], const points_view *view, int half) {
    const hull_cover *a = known[0].cover, *b = known[1].cover;
    const wd3 side =
        wd3_sub(wd3_more(wd3_of(a->high, half), wd3_of(b->high, half)), wd3_less(wd3_of(a->low, half), wd3_of(b->low, half)));
    wd3 at[2][KNOWN_VERTICES];
    wd x[2][KNOWN_VERTICES], y[2][KNOWN_VERTICES];
    slice_lanes slice_a, slice_b;
    set_room(&slice_a, at[0], x[0], y[0]);
    set_room(&slice_b, at[1], x[1], y[1]);
    const slice_view of_a = view_of_known(&known[0], view, half, &slice_a), of_b = view_of_known(&known[1], view, half, &slice_b);
    return points_of_slices(&of_a, &of_b, wd_sqrt(wd3_dot_in_order(side, side)));
}

void solids_kernel_known_points(const solids_query *q, const sepal_pair *group, const known_slice known[2],
                                const float *const normal[3], float (*out)[SEPAL_LANES]) {
    const solid_points_query asked = {q, {normal[0], normal[1], normal[2]}, {out[0], out[1], out[2], out[3], out[4], out[5]}};
    points_halves points[2];
    wd3 units[2];
    for (int half = 0; half < 2; half++) {
        points_view view;
        find_frame(wd3_of(normals_of_pushes(&asked, 0), half), &view.frame);
        view.origin = wd3_of(known[0].cover->first, half);
        units[half] = view.frame.n;
        points[half] = known_points_of_half(known, &view, half);
    }
    store_solid_points(&asked, 0, points, units, solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b));
}

/* The point of a core of one pair. */
static void point_of_one(const core_of_one *c, const slice_of_one *s, const slice_picks *picks, bool of_b, double out[3]) {
    const int count = wdm_bits(picks->three) != 0 ? 3 : wdm_bits(picks->two) != 0 ? 2 : 1;
    double place[POINTS_LANES], share[POINTS_LANES];
    out[0] = out[1] = out[2] = 0;
    for (int k = 0; k < count; k++) {
        wd_store(place, of_b ? picks->of[k].b : picks->of[k].a);
        wd_store(share, picks->share[k]);
        for (int axis = 0; axis < 3; axis++)
            out[axis] += share[0] * c->at[axis][s->number[(uint32_t)place[0]]];
    }
}

/* The points of one pair; false if a core or its slice has too many vertices. */
static SEPAL_NOINLINE bool points_of_push(const sepal_solids *set_a, uint32_t i, const sepal_solids *set_b, uint32_t j,
                                          const float normal[3], sepal_solid_mtv_points *out) {
    core_of_one a, b;
    slice_of_one slice_a, slice_b;
    slice_picks from_a, from_b;
    points_view view;
    double p[3], q[3], n[3][POINTS_LANES];
    if (set_a->heads[i].size > POINTS_HULL || set_b->heads[j].size > POINTS_HULL)
        return false;
    load_core_of_one(set_a, i, &a);
    load_core_of_one(set_b, j, &b);
    const wd3 side = wd3_sub(wd3_more(a.high, b.high), wd3_less(a.low, b.low));
    const wd extent = wd_sqrt(wd3_dot_in_order(side, side)), height = wd_mul(wd_set1(SOLID_SLICE_HEIGHT), extent);
    find_frame((wd3){wd_set1((double)normal[0]), wd_set1((double)normal[1]), wd_set1((double)normal[2])}, &view.frame);
    view.origin = (wd3){wd_set1(a.at[0][0]), wd_set1(a.at[1][0]), wd_set1(a.at[2][0])};
    const slice_view of_a = find_slice_of_one(&a, 1, &view, height, &slice_a),
                     of_b = find_slice_of_one(&b, -1, &view, height, &slice_b);
    if (of_a.one == NULL || of_b.one == NULL)
        return false;
    find_points_of_slices(&of_a, &of_b, wd_mul(wd_set1(SLICES_MEET), extent), &from_a, &from_b);
    point_of_one(&a, &slice_a, &from_a, false, p);
    point_of_one(&b, &slice_b, &from_b, true, q);
    const double radius_a = (double)sepal_solid_radius(set_a, i), radius_b = (double)sepal_solid_radius(set_b, j);
    wd3_store(n[0], n[1], n[2], view.frame.n);
    for (int c = 0; c < 3; c++) {
        out->a[c] = 0 + sepal_nearest_float(p[c] + radius_a * n[c][0]); /* 0 + -0 is 0 */
        out->b[c] = 0 + sepal_nearest_float(q[c] - radius_b * n[c][0]);
    }
    return true;
}

/* n: how many generators the cores have. */
SPECIALISED lanes generators_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solid_points_query *asked = question;
    const w3 normal = normals_of_pushes(asked, k);
    generator_lanes a, b;
    points_halves points[2];
    wd3 units[2];
    unsigned good = 0;
    load_generators(asked->q->a, &group->a, n.a, &a);
    load_generators(asked->q->b, &group->b, n.b, &b);
    for (int half = 0; half < 2; half++) {
        core_generators of_a, of_b;
        units[half] = wd3_unit(wd3_of(normal, half));
        generators_of_half(&a, half, &of_a);
        generators_of_half(&b, half, &of_b);
        const wdm known = points_by_generators(&of_a, &of_b, units[half], &points[half].of_a, &points[half].of_b);
        good |= wdm_bits(known) << half * POINTS_LANES;
    }
    store_solid_points(asked, k, points, units, a.radius, b.radius);
    return (lanes){good, ALL_LANES & ~good};
}

/* --- Pairs of any kind ------------------------------------------------------------------------ */

/* Of cores with generators GENERATOR_CORES * i + j, by their numbers of generators; then the blocks of the two of a pair, where boxes
 * count as the block 0, and all hulls with more than 64 vertices as the last one. Up to so many pairs are
 * answered one at a time: they would take as long in lanes. */
enum {
    GENERATOR_CORES = 3,
    SOLID_POINTS_SEARCHED = GENERATOR_CORES * GENERATOR_CORES,
    SOLID_POINTS_BLOCKS = HULL_BLOCKS + 1,
    SOLID_POINTS_KINDS = SOLID_POINTS_SEARCHED + SOLID_POINTS_BLOCKS * SOLID_POINTS_BLOCKS,
    SOLID_POINTS_FEW = 1
};
static const uint8_t generator_counts[GENERATOR_CORES] = {3, 0, 1}; /* of the first classes: box, point, segment */

static inline unsigned solid_points_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const uint16_t class_a = q->a->heads[pair.a].class, class_b = q->b->heads[pair.b].class;
    if (has_generators(class_a) && has_generators(class_b))
        return GENERATOR_CORES * (unsigned)class_a + class_b;
    return SOLID_POINTS_SEARCHED + SOLID_POINTS_BLOCKS * hull_block(class_a) + hull_block(class_b);
}

/* What is asked of the pairs of a chunk: points for these pushes. */
typedef struct points_list {
    const solids_query *q;
    const sepal_solid_mtvs *pushes;
} points_list;

/* Asks a kernel about a list, and writes the points that it is certain of; the other pairs stay in the list. n: what the kernel takes. */
SPECIALISED void write_points_of_list(group_kernel *kernel, const points_list *asked, sizes n, pair_list *list) {
    const sepal_solid_mtvs *pushes = asked->pushes;
    const float *const normal[3] = {pushes->normal_x, pushes->normal_y, pushes->normal_z};
    float *const to[6] = {pushes->a_x, pushes->a_y, pushes->a_z, pushes->b_x, pushes->b_y, pushes->b_z};
    float normals[3][POINTS_LISTED], found[6][POINTS_LISTED];
    solid_points_query question = {.q = asked->q};
    verdicts known;
    for (int c = 0; c < 3; c++) {
        question.normal[c] = normals[c];
        for (size_t k = 0; k < list->count || k % SEPAL_LANES != 0; k++)
            normals[c][k] = normal[c][list->slots[k < list->count ? k : list->count - 1]];
    }
    for (int c = 0; c < 6; c++)
        question.to[c] = found[c];
    ask_groups(kernel, NULL, &question, list->pairs, list->count, n, &known);
    for (int c = 0; c < 6; c++) {
        size_t k;
        if (to[c] != NULL)
            FOR_BITS(k, known.yes, list->count)
                to[c][list->slots[k]] = found[c][k];
    }
    keep_pairs(list, known.open);
}

static SEPAL_NOINLINE void points_by_generators_of(const points_list *asked, sizes n, pair_list *list) {
    write_points_of_list(generators_kernel, asked, n, list);
}

static SEPAL_NOINLINE void points_by_search_of(const points_list *asked, sizes n, pair_list *list) {
    write_points_of_list(solid_points_kernel, asked, n, list);
}

static void points_of_block(void *question, unsigned kind, pair_list *block) {
    const points_list *asked = question;
    const sepal_solids *a = asked->q->a, *b = asked->q->b;
    const sepal_solid_mtvs *pushes = asked->pushes;
    const bool generated = kind < SOLID_POINTS_SEARCHED;
    const unsigned class_a = kind / GENERATOR_CORES, class_b = kind % GENERATOR_CORES;
    const unsigned blocks = generated ? SOLID_POINTS_BLOCKS * hull_block((uint16_t)class_a) + hull_block((uint16_t)class_b)
                                      : kind - SOLID_POINTS_SEARCHED;
    for (size_t from = 0; from < block->count; from += POINTS_LISTED) {
        const size_t left = block->count - from;
        pair_list list = part_of_list(block, from, left < POINTS_LISTED ? left : POINTS_LISTED);
        if (generated)
            points_by_generators_of(asked, (sizes){generator_counts[class_a], generator_counts[class_b], false}, &list);
        if (list.count > SOLID_POINTS_FEW)
            points_by_search_of(
                asked, (sizes){hull_size(blocks / SOLID_POINTS_BLOCKS), hull_size(blocks % SOLID_POINTS_BLOCKS), false}, &list);
        for (size_t k = 0; k < list.count; k++) { /* one pair at a time */
            const size_t at = list.slots[k];
            const float normal[3] = {pushes->normal_x[at], pushes->normal_y[at], pushes->normal_z[at]};
            const sepal_pair pair = list.pairs[k];
            sepal_solid_mtv_points push;
            if (generated || !points_of_push(a, pair.a, b, pair.b, normal, &push)) /* the reference finds them by generators, too */
                push = sepal_solid_find_mtv_points(a, pair.a, b, pair.b, normal);
            sepal_solid_points_write(pushes, at, &push);
        }
    }
}

void solids_kernel_mtv_points(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                              const uint64_t *written, const sepal_solid_mtvs *pushes) {
    const solids_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0, false};
    const chunk c = chunk_of_numbers(&q, pairs, 0, count);
    points_list asked = {&q, pushes};
    uint64_t left[SEPAL_CHUNK / 64], some = 0;
    assert(count <= SEPAL_SOLIDS_POINTED);
    set_all(left, count);
    for (size_t word = 0; word * 64 < count; word++) {
        left[word] &= ~written[word];
        some |= left[word];
    }
    if (some != 0)
        for_kinds(points_of_block, &asked, solid_points_kind, SOLID_POINTS_KINDS, &c, left);
}
