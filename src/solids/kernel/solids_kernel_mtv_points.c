/* solids_kernel_mtv_points.c — the points between which pushes lead, by the sizes of the cores.
 *
 *   boxes, hulls of up to 32 vertices    in lanes of double: slices of both cores, and their nearest points in the plane
 *   larger hulls, single pairs           the reference */
#include "../../core/arithmetic.h"

#include "hulls.h"
#include "kinds.h"
#include "names.h"
#include "points_search.h"
#include <float.h>

/* --- Cores in lanes --------------------------------------------------------------------------- */

/* So many pairs are listed at a time: what is noted of them is on the stack. */
enum { POINTS_LISTED = 64 };

/* The normals of the pushes of a list, and where its points go: three coordinates of that of a, then of b. */
typedef struct solid_points_query {
    const solids_query *q;
    const float *normal[3];
    float *to[6];
} solid_points_query;

/* One core of each lane of a group: boxes, or vertices. */
typedef struct points_core {
    const sepal_solids *set;
    const uint32_t *index; /* of lane k: index[2 * k] */
    bool box;
    uint32_t size; /* of the block; 8 of boxes */
    solid_exact_lanes exact;
} points_core;

SPECIALISED void load_points_core(const sepal_solids *set, const uint32_t *index, uint32_t size, points_core *out) {
    const sepal_box_exact *of[SEPAL_LANES];
    out->set = set;
    out->index = index;
    out->box = size == 0;
    out->size = size == 0 ? 8 : size;
    if (out->box) {
        find_exact(set, index, of);
        out->exact = load_exact(of);
    }
}

/* A box of half of the lanes. */
typedef struct points_box {
    wd3 centre, edge[3], back[3]; /* back: the opposites of the half edges */
} points_box;

static inline points_box box_of_half(const points_core *c, int half) {
    points_box out = {.centre = wd3_of(c->exact.centre, half)};
    for (int k = 0; k < 3; k++) {
        out.edge[k] = wd3_of(c->exact.edge[k], half);
        out.back[k] = (wd3){wd_negated(out.edge[k].x), wd_negated(out.edge[k].y), wd_negated(out.edge[k].z)};
    }
    return out;
}

/* The corner on these sides of the box. */
static inline wd3 corner_of_half(const points_box *box, wd3 u, wd3 v, wd3 along) {
    return wd3_add(box->centre, wd3_add(wd3_add(u, v), along));
}

/* The vertices with these numbers. */
static inline wd3 vertex_of_half(const points_core *c, wd number, int half) {
    double at[3][CONTACT_LANES], numbers[CONTACT_LANES];
    if (c->box) {
        const points_box box = box_of_half(c, half);
        const wd two = wd_set1(2), four = wd_set1(4);
        const wdm w_side = wd_ge(number, four);
        const wd below_four = wd_select(w_side, wd_sub(number, four), number);
        const wdm v_side = wd_ge(below_four, two);
        const wdm u_side = wd_gt(wd_select(v_side, wd_sub(below_four, two), below_four), wd_set1(0));
        return corner_of_half(&box, wd3_select(u_side, box.edge[0], box.back[0]), wd3_select(v_side, box.edge[1], box.back[1]),
                              wd3_select(w_side, box.edge[2], box.back[2]));
    }
    wd_store(numbers, number);
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        const float *x = sepal_solid_x(c->set, c->index[2 * (half * CONTACT_LANES + lane)]) + (uint32_t)numbers[lane];
        for (int k = 0; k < 3; k++)
            at[k][lane] = (double)x[(size_t)k * c->size];
    }
    return (wd3){wd_load(at[0]), wd_load(at[1]), wd_load(at[2])};
}

static inline void see_vertex(const contact_frame_lanes *f, wd3 from_origin, uint32_t k, slice_lanes *out) {
    const wd3 at = into_frame_lanes(f, from_origin);
    wd_store(out->x[k], at.x);
    wd_store(out->y[k], at.y);
    wd_store(out->number[k], at.z);
    out->low = wd3_less(at, out->low);
    out->high = wd3_more(at, out->high);
}

/* Half of a group. The frame, and the place that is 0. */
typedef struct points_view {
    contact_frame_lanes frame;
    wd3 origin;
} points_view;

static SEPAL_NOINLINE void see_boxes(const points_core *c, const points_view views[2], slice_lanes out[2]) {
    for (int half = 0; half < 2; half++) {
        const points_box box = box_of_half(c, half);
        for (uint32_t k = 0; k < 8; k++) {
            const wd3 corner = corner_of_half(&box, k & 1 ? box.edge[0] : box.back[0], k & 2 ? box.edge[1] : box.back[1],
                                              k & 4 ? box.edge[2] : box.back[2]);
            see_vertex(&views[half].frame, wd3_sub(corner, views[half].origin), k, &out[half]);
        }
    }
}

static SEPAL_NOINLINE void see_hulls(const points_core *c, const points_view views[2], slice_lanes out[2]) {
    hull_lanes all;
    w3 mean;
    load_hulls(c->set, c->index, c->size, w3_set1(0, 0, 0), w_set1(1), &mean, &all);
    const w *const x = all.at, *const y = x + c->size, *const z = y + c->size;
    for (int half = 0; half < 2; half++)
        for (uint32_t k = 0; k < c->size; k++) {
            const wd3 at = {wd_of(x[k], half), wd_of(y[k], half), wd_of(z[k], half)};
            see_vertex(&views[half].frame, wd3_sub(at, views[half].origin), k, &out[half]);
        }
}

/* The vertices of a core along the axes of the frame. */
static void see_core(const points_core *c, const points_view views[2], slice_lanes out[2]) {
    const wd far = wd_set1(INFINITY), below = wd_set1(-INFINITY);
    for (int half = 0; half < 2; half++) {
        out[half].low = (wd3){far, far, far};
        out[half].high = (wd3){below, below, below};
    }
    if (c->box)
        see_boxes(c, views, out);
    else
        see_hulls(c, views, out);
}

/* Leaves the vertices that are as high as a level; with up = -1, as low. Returns their mean in the plane. */
static inline slice_view find_slice(const points_core *c, double up, wd level, int half, slice_lanes *s) {
    const wd zero = wd_set1(0);
    slice_view mean = {NULL, zero, zero};
    uint32_t found[CONTACT_LANES] = {0}, size[CONTACT_LANES];
    for (int lane = 0; lane < CONTACT_LANES; lane++)
        size[lane] = c->set->heads[c->index[2 * (half * CONTACT_LANES + lane)]].size;
    for (uint32_t k = 0; k < c->size; k++) {
        const unsigned high = wdm_bits(wd_ge(wd_mul(wd_set1(up), wd_load(s->number[k])), level));
        for (int lane = 0; lane < CONTACT_LANES; lane++) { /* without branches: one that is not in it is overwritten */
            const uint32_t to = found[lane];
            s->x[to][lane] = s->x[k][lane];
            s->y[to][lane] = s->y[k][lane];
            s->number[to][lane] = (double)k;
            found[lane] += (high >> lane & 1) & (unsigned)(k < size[lane]);
        }
    }
    s->most = 0;
    for (int lane = 0; lane < CONTACT_LANES; lane++) {
        s->most = found[lane] > s->most ? found[lane] : s->most;
        s->count[lane] = (double)found[lane];
    }
    for (int lane = 0; lane < CONTACT_LANES; lane++) /* what fills up the others does not count */
        for (uint32_t k = found[lane]; k < s->most; k++)
            s->x[k][lane] = s->y[k][lane] = s->number[k][lane] = 0;
    for (uint32_t k = 0; k < s->most; k++) {
        mean.x = wd_add(mean.x, wd_load(s->x[k]));
        mean.y = wd_add(mean.y, wd_load(s->y[k]));
    }
    mean.x = wd_div(mean.x, wd_load(s->count));
    mean.y = wd_div(mean.y, wd_load(s->count));
    return mean;
}

/* --- Points in lanes -------------------------------------------------------------------------- */

/* The points of half a group, as doubles. */
static inline wd3 point_of_picks_lanes(const points_core *c, const picks_lanes *picks, bool of_b, int half) {
    const wd zero = wd_set1(0);
    const wd share[3] = {picks->share[0], wd_select(picks->two, picks->share[1], zero),
                         wd_select(picks->three, picks->share[2], zero)};
    wd3 sum = {zero, zero, zero};
    for (int k = 0; k < (wdm_bits(picks->three) != 0 ? 3 : 2); k++)
        sum = wd3_add(sum, wd3_scale(vertex_of_half(c, of_b ? picks->of[k].b : picks->of[k].a, half), share[k]));
    return sum;
}

static inline void picks_select(wdm m, const picks_lanes *from, picks_lanes *to) {
    for (int k = 0; k < 3; k++) {
        to->of[k] = pick_select(m, &from->of[k], &to->of[k]);
        to->share[k] = wd_select(m, from->share[k], to->share[k]);
    }
    to->two = wdm_select(m, from->two, to->two);
    to->three = wdm_select(m, from->three, to->three);
}

/* The points of both cores of half of a group. */
typedef struct points_halves {
    wd3 of_a, of_b;
} points_halves;

static SEPAL_NOINLINE points_halves points_of_half(const points_core *a, const points_core *b, slice_lanes *slice_a,
                                                   slice_lanes *slice_b, int half) {
    picks_lanes from_a, from_b;
    const wd3 side = wd3_sub(wd3_more(slice_a->high, slice_b->high), wd3_less(slice_a->low, slice_b->low));
    const wd extent = wd_sqrt(wd3_dot_in_order(side, side)), height = wd_mul(wd_set1(SOLID_SLICE_HEIGHT), extent);
    const wd near = wd_mul(wd_set1(SLICES_MEET), extent), half_way = wd_set1(0.5);
    const slice_view mean_a = find_slice(a, 1, wd_sub(slice_a->high.z, height), half, slice_a);
    const slice_view mean_b = find_slice(b, -1, wd_sub(wd_negated(slice_b->low.z), height), half, slice_b);
    const slice_view middle = {NULL, wd_add(mean_a.x, wd_mul(wd_sub(mean_b.x, mean_a.x), half_way)),
                               wd_add(mean_a.y, wd_mul(wd_sub(mean_b.y, mean_a.y), half_way))};
    const slice_view of_a = {slice_a, middle.x, middle.y}, of_b = {slice_b, middle.x, middle.y};
    wdm meet = nearest_of_slices(&of_a, &middle, near, wdm_all(), &from_a);
    if (wdm_bits(meet) != 0)
        meet = wdm_and(meet, nearest_of_slices(&middle, &of_b, near, meet, &from_b));
    else
        from_b = from_a;
    if (wdm_bits(meet) != (1U << CONTACT_LANES) - 1) {
        picks_lanes both;
        (void)nearest_of_slices(&of_a, &of_b, near, wdm_not(meet), &both);
        picks_select(wdm_not(meet), &both, &from_a);
        picks_select(wdm_not(meet), &both, &from_b);
    }
    return (points_halves){point_of_picks_lanes(a, &from_a, false, half), point_of_picks_lanes(b, &from_b, true, half)};
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

SPECIALISED lanes solid_points_kernel(const void *question, const sepal_pair *group, size_t k, sizes n) {
    const solid_points_query *asked = question;
    const solids_query *q = asked->q;
    const w3 normal = {w_load(asked->normal[0] + k), w_load(asked->normal[1] + k), w_load(asked->normal[2] + k)};
    const w radius_a = solid_load_radii(q->a, &group->a), radius_b = solid_load_radii(q->b, &group->b);
    points_core a, b;
    points_view views[2];
    slice_lanes slice_a[2], slice_b[2];
    load_points_core(q->a, &group->a, n.a, &a);
    load_points_core(q->b, &group->b, n.b, &b);
    for (int half = 0; half < 2; half++) {
        find_frame(wd3_of(normal, half), &views[half].frame);
        views[half].origin = vertex_of_half(&a, wd_set1(0), half);
    }
    see_core(&a, views, slice_a);
    see_core(&b, views, slice_b);
    const points_halves low = points_of_half(&a, &b, &slice_a[0], &slice_b[0], 0),
                        high = points_of_half(&a, &b, &slice_a[1], &slice_b[1], 1);
    const wd3 *const n_low = &views[0].frame.n, *const n_high = &views[1].frame.n;
    const wd unit[3][2] = {{n_low->x, n_high->x}, {n_low->y, n_high->y}, {n_low->z, n_high->z}};
    const wd of_a[3][2] = {{low.of_a.x, high.of_a.x}, {low.of_a.y, high.of_a.y}, {low.of_a.z, high.of_a.z}};
    const wd of_b[3][2] = {{low.of_b.x, high.of_b.x}, {low.of_b.y, high.of_b.y}, {low.of_b.z, high.of_b.z}};
    for (int c = 0; c < 3; c++) {
        store_point(of_a[c], unit[c], radius_a, false, asked->to[c] + k);
        store_point(of_b[c], unit[c], radius_b, true, asked->to[3 + c] + k);
    }
    return (lanes){0, 0};
}

/* --- Pairs of any kind ------------------------------------------------------------------------ */

/* Blocks of up to 32 vertices, and boxes; by the two of a pair. Up to so many pairs are left to the reference: they would take as long
 * in lanes. */
enum {
    SOLID_POINTS_BLOCKS = 5,
    SOLID_POINTS_OTHERS = SOLID_POINTS_BLOCKS * SOLID_POINTS_BLOCKS,
    SOLID_POINTS_KINDS,
    SOLID_POINTS_FEW = 1
};

static inline unsigned solid_points_kind(const void *question, sepal_pair pair) {
    const solids_query *q = question;
    const unsigned a = hull_block(q->a->heads[pair.a].class), b = hull_block(q->b->heads[pair.b].class);
    return a >= SOLID_POINTS_BLOCKS || b >= SOLID_POINTS_BLOCKS ? SOLID_POINTS_OTHERS : SOLID_POINTS_BLOCKS * a + b;
}

static void points_alone(const solids_query *q, const pair_list *list, const sepal_solid_mtvs *pushes) {
    for (size_t k = 0; k < list->count; k++) {
        const size_t slot = list->slots[k];
        const float normal[3] = {pushes->normal_x[slot], pushes->normal_y[slot], pushes->normal_z[slot]};
        const sepal_solid_mtv_points found = sepal_solid_find_mtv_points(q->a, list->pairs[k].a, q->b, list->pairs[k].b, normal);
        sepal_solid_points_write(pushes, slot, &found);
    }
}

/* n: the sizes of the blocks. */
static SEPAL_NOINLINE void points_of_list(const solids_query *q, sizes n, const pair_list *list, const sepal_solid_mtvs *pushes) {
    const float *const normal[3] = {pushes->normal_x, pushes->normal_y, pushes->normal_z};
    float *const to[6] = {pushes->a_x, pushes->a_y, pushes->a_z, pushes->b_x, pushes->b_y, pushes->b_z};
    float normals[3][POINTS_LISTED], found[6][POINTS_LISTED];
    solid_points_query asked = {.q = q};
    verdicts none;
    for (int c = 0; c < 3; c++) {
        asked.normal[c] = normals[c];
        for (size_t k = 0; k < list->count || k % SEPAL_LANES != 0; k++)
            normals[c][k] = normal[c][list->slots[k < list->count ? k : list->count - 1]];
    }
    for (int c = 0; c < 6; c++)
        asked.to[c] = found[c];
    ask_groups(solid_points_kernel, NULL, &asked, list->pairs, list->count, n, &none);
    for (int c = 0; c < 6; c++)
        for (size_t k = 0; k < list->count && to[c] != NULL; k++)
            to[c][list->slots[k]] = found[c][k];
}

void solids_kernel_mtv_points(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                              const sepal_solid_mtvs *pushes) {
    const solids_query q = {a, b, SEPAL_TOUCHING_OVERLAPS, 0};
    uint64_t all[SEPAL_BLOCK / 64];
    block_room room;
    block_bins waiting;
    set_all(all, count);
    const pair_list block = list_block(pairs, count, all, &room);
    sort_block(solid_points_kind, SOLID_POINTS_KINDS, &q, &block, &waiting);
    for (unsigned kind = 0; kind < SOLID_POINTS_KINDS; kind++) {
        const pair_list list = block_bin(&waiting, kind);
        const sizes n = {hull_size(kind / SOLID_POINTS_BLOCKS), hull_size(kind % SOLID_POINTS_BLOCKS), false};
        if (kind == SOLID_POINTS_OTHERS || list.count <= SOLID_POINTS_FEW) {
            points_alone(&q, &list, pushes);
            continue;
        }
        for (size_t from = 0; from < list.count; from += POINTS_LISTED) {
            const size_t left = list.count - from;
            const pair_list part = part_of_list(&list, from, left < POINTS_LISTED ? left : POINTS_LISTED);
            points_of_list(&q, n, &part, pushes);
        }
    }
}
