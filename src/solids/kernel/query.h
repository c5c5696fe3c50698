/* query.h — what is asked about pairs of two sets of solids, which may move: handed on, as it is, from the table to every kernel; and what
 * every kernel may look up: what the units of one instruction set are called outside of their files, the sets, the bounds, the reference, which
 * answers what kernels leave open, the kinds of pairs, and the balls around solids. */
#ifndef SEPAL_SOLIDS_KERNEL_QUERY_H
#define SEPAL_SOLIDS_KERNEL_QUERY_H

#include "../../batch/plan.h"
#include "../../core/isa.h"
#include "../../simd/blocks.h"
#include "../../simd/vec3.h"
#include "../bounds.h"
#include "../records.h"
#include "../scalar/reference.h"

#define solids_kernel_find_parts     SEPAL_NAMED(sepal_solids_find_parts)
#define solids_kernel_core_searches  SEPAL_NAMED(sepal_solids_core_searches)
#define solids_kernel_overlap_pairs  SEPAL_NAMED(sepal_solids_overlap_pairs)
#define solids_kernel_overlap_filter SEPAL_NAMED(sepal_solids_overlap_filter)
#define solids_kernel_search_in_rows SEPAL_NAMED(sepal_solids_search_in_rows)
#define solids_kernel_overlap_rows   SEPAL_NAMED(sepal_solids_overlap_rows)
#define solids_kernel_contains_pairs SEPAL_NAMED(sepal_solids_contains_pairs)
#define solids_kernel_mtv_pairs      SEPAL_NAMED(sepal_solids_mtv_pairs)
#define solids_kernel_mtv_block      SEPAL_NAMED(sepal_solids_mtv_block)
#define solids_kernel_mtv_points     SEPAL_NAMED(sepal_solids_mtv_points)
#define solids_kernel_known_points   SEPAL_NAMED(sepal_solids_known_points)
#define solids_kernel_contacts_pairs SEPAL_NAMED(sepal_solids_contacts_pairs)
#define solids_kernel_place          SEPAL_NAMED(sepal_solids_place)
#define solids_kernel_sweep_pairs    SEPAL_NAMED(sepal_solids_sweep_pairs)

/* The unit is compiled for the narrowest set of this build, and has what is about one pair. */
#if defined(SEPAL_FOR_SSE2) || (!defined(SEPAL_HAVE_SSE2) && (defined(SEPAL_FOR_AVX2) || !defined(SEPAL_HAVE_AVX2)))
#define SEPAL_NARROWEST
#endif

/* --- The question ------------------------------------------------------------------------------------------------------------- */

/* touching: does it count as overlap? margin: added to the radii. Containment asks about neither. in_lanes: stages leave open
 * what they would ask one pair at a time, as the caller finds it out in another way. */
typedef struct solids_query {
    const sepal_solids *a, *b;
    sepal_touching touching;
    float margin;
    bool in_lanes;
} solids_query;

static inline sepal_rule solid_rule_of(const solids_query *q) {
    return (sepal_rule){q->touching, q->margin, 0};
}

/* Where the question is symmetric, a filter may be asked about the pairs the other way round. */
static inline solids_query solid_turned_query(const solids_query *q) {
    return (solids_query){q->b, q->a, q->touching, q->margin, q->in_lanes};
}

/* Does some solid have a reach: a radius, or a margin? Does one of a pair? */
static inline bool solid_some_reach(const solids_query *q) {
    return q->a->round || q->b->round || q->margin > 0;
}
static inline bool solid_has_radius(const solids_query *q, sepal_pair pair) {
    return sepal_solid_radius(q->a, pair.a) > 0 || sepal_solid_radius(q->b, pair.b) > 0;
}
static inline bool solid_has_reach(const solids_query *q, sepal_pair pair) {
    return q->margin > 0 || solid_has_radius(q, pair);
}

/* Have all solids of a set had one vertex? */
static inline bool all_spheres(const sepal_solids *set) {
    return set->boxes == 0 && set->largest == 1;
}

/* The radii of a group: index[2 * lane] is the solid. */
SPECIALISED w solid_load_radii(const sepal_solids *set, const uint32_t *index) {
    if (!set->round)
        return w_set1(0);
    float radius[SEPAL_LANES];
    for (int lane = 0; lane < SEPAL_LANES; lane++)
        radius[lane] = set->radii[index[2 * lane]];
    return w_load(radius);
}

/* The sum of the radii and the margin. */
SPECIALISED w load_reach(const solids_query *q, const sepal_pair *group) {
    return w_add(w_add(solid_load_radii(q->a, &group->a), solid_load_radii(q->b, &group->b)), w_set1(q->margin));
}

/* --- Kinds of pairs. Pairs of solids, by the kernel that answers them. */

/* ROUND: with a reach, of pushes with a radius. SPHERES: cores of one vertex; SEGMENTS: of one or two. LARGE: one has more vertices than fit in
 * lanes. From HULLS on, kind HULLS + HULL_BLOCKS * i + j has a block or a box of size i and one of size j: hull_size. */
enum { HULL_BLOCKS = 6 };
enum {
    SOLID_BOXES,
    SOLID_BOXES_ROUND,
    SPHERES,
    SEGMENTS,
    BOX_SPHERE,
    SPHERE_BOX,
    BOX_SEGMENT,
    SEGMENT_BOX,
    LARGE,
    HULLS,
    TETRAHEDRA = HULLS + HULL_BLOCKS + 1, /* any with at most four vertices */
    SOLID_KINDS = HULLS + HULL_BLOCKS * HULL_BLOCKS
};

/* Room for so many vertices; 0: a box. */
static inline uint32_t hull_size(unsigned block) {
    return block == 0 ? 0 : 2U << block;
}

/* The sizes of the blocks that lanes take of a kind; 0 where they take none. */
static inline sizes hull_sizes(unsigned kind) {
    const bool first = kind == SPHERE_BOX || kind == SEGMENT_BOX, second = kind == BOX_SPHERE || kind == BOX_SEGMENT;
    if (kind < HULLS)
        return (sizes){first ? hull_size(1) : 0, second ? hull_size(1) : 0, false};
    return (sizes){hull_size((kind - HULLS) / HULL_BLOCKS), hull_size((kind - HULLS) % HULL_BLOCKS), false};
}

/* The block of a class; HULL_BLOCKS: none that lanes take. */
static inline unsigned hull_block(uint16_t class) {
    static const uint8_t block[SEPAL_SOLID_CLASSES] = {
        [SEPAL_SOLID_BOX] = 0,      [SEPAL_SOLID_POINT] = 1,    [SEPAL_SOLID_SEGMENT] = 1,
        [SEPAL_SOLID_UP_TO_4] = 1,  [SEPAL_SOLID_UP_TO_8] = 2,  [SEPAL_SOLID_UP_TO_16] = 3,
        [SEPAL_SOLID_UP_TO_32] = 4, [SEPAL_SOLID_UP_TO_64] = 5, [SEPAL_SOLID_ABOVE_64] = HULL_BLOCKS,
    };
    return block[class];
}

/* The class of all solids of a set, if they all are spheres, segments (spheres may be among these) or boxes; else
 * SEPAL_SOLID_CLASSES. */
static inline uint16_t class_of_all(const sepal_solids *set) {
    if (set->boxes > 0)
        return set->boxes == set->count ? SEPAL_SOLID_BOX : SEPAL_SOLID_CLASSES;
    return set->largest == 1 ? SEPAL_SOLID_POINT : set->largest == 2 ? SEPAL_SOLID_SEGMENT : SEPAL_SOLID_CLASSES;
}

/* By the classes of the two. */
static inline unsigned class_kind(uint16_t a, uint16_t b) {
    static const uint8_t round[3][3] = {
        [SEPAL_SOLID_BOX] = {SOLID_BOXES, BOX_SPHERE, BOX_SEGMENT},
        [SEPAL_SOLID_POINT] = {SPHERE_BOX, SPHERES, SEGMENTS},
        [SEPAL_SOLID_SEGMENT] = {SEGMENT_BOX, SEGMENTS, SEGMENTS},
    };
    if (a < SEPAL_SOLID_UP_TO_4 && b < SEPAL_SOLID_UP_TO_4)
        return round[a][b];
    unsigned block_a = hull_block(a), block_b = hull_block(b);
    return block_a == HULL_BLOCKS || block_b == HULL_BLOCKS ? LARGE : HULLS + HULL_BLOCKS * block_a + block_b;
}

static inline unsigned kind_of_pair(const solids_query *q, sepal_pair pair) {
    return class_kind(q->a->heads[pair.a].class, q->b->heads[pair.b].class);
}

/* The kind of all pairs of a list, or SOLID_KINDS. */
SPECIALISED unsigned kind_of_all(pair_kind *kind_of, const solids_query *q, const sepal_pair *pairs, size_t count) {
    const unsigned kind = kind_of(q, pairs[0]);
    for (size_t k = 1; k < count; k++)
        if (kind_of(q, pairs[k]) != kind)
            return SOLID_KINDS;
    return kind;
}

/* --- Balls: do those around two solids miss each other? Two loads of 16 bytes a pair ------------------------------------------- */

typedef struct ball_lanes {
    w3 centre;
    w radius;
} ball_lanes;

/* index[2 * lane] is the solid: the one or the other of a group of pairs. */
SPECIALISED ball_lanes load_balls(const sepal_solids *set, const uint32_t *index) {
    w f[4];
    load_records(set->balls, sizeof *set->balls, index, 1, f);
    return (ball_lanes){{f[0], f[1], f[2]}, f[3]};
}

/* By how much a reach is widened, and what a square may lose by underflow (docs/numerics/solids_kernels.md, "Balls"). */
#define BALL_WIDER     (1 + 0x1p-20F)
#define BALL_UNDERFLOW 0x1p-110F

/* Infinite radii are apart from nothing. */
static inline lanes balls_decide(ball_lanes a, ball_lanes b, w margin) {
    w3 d = w3_sub(b.centre, a.centre);
    w reach = w_mul(w_add(w_add(a.radius, b.radius), margin), w_set1(BALL_WIDER));
    wm apart = w_gt(w3_dot(d, d), w_madd(reach, reach, w_set1(BALL_UNDERFLOW)));
    return (lanes){0, ALL_LANES & ~wm_bits(apart)};
}

SPECIALISED lanes balls_kernel(const void *question, const sepal_pair *group, UNUSED size_t k, UNUSED sizes n) {
    const solids_query *q = question;
    return balls_decide(load_balls(q->a, &group->a), load_balls(q->b, &group->b), w_set1(q->margin));
}

STAGE_OF_GROUPS(filter_balls, balls_kernel);

/* --- Moving solids: the question, relative moves in lanes, and how times and normals that kernels find are put among the answers -- */

/* The moves are those of kernels.h: never NULL and finite, and the stride may be 0. */
typedef struct solid_sweep_query {
    solids_query q;
    const sepal_solid_moves *moves_a, *moves_b;
} solid_sweep_query;

/* index[2 * lane] is the solid. */
SPECIALISED w3 solid_load_moves(const sepal_solid_moves *moves, const uint32_t *index) {
    float x[SEPAL_LANES], y[SEPAL_LANES], z[SEPAL_LANES];
    if (moves->stride == 0)
        return w3_set1(*moves->x, *moves->y, *moves->z);
    for (int lane = 0; lane < SEPAL_LANES; lane++) {
        size_t at = moves->stride * index[2 * lane];
        x[lane] = moves->x[at];
        y[lane] = moves->y[at];
        z[lane] = moves->z[at];
    }
    return (w3){w_load(x), w_load(y), w_load(z)};
}

/* The move of b as seen from a, rounded once: 0 only where it is 0. */
SPECIALISED w3 load_relative_moves(const solid_sweep_query *s, const sepal_pair *group) {
    return w3_sub(solid_load_moves(s->moves_b, &group->b), solid_load_moves(s->moves_a, &group->a));
}

/* The solid that the other one is seen from, which is the first of the pairs or the second one, and how the other moves. */
typedef struct seen_pairs {
    const sepal_solids *still, *moving;
    const uint32_t *still_at, *moving_at;
    w3 move_still, move;
} seen_pairs;

SPECIALISED seen_pairs load_seen_pairs(const solid_sweep_query *s, const sepal_pair *group, bool first) {
    const w3 move_a = solid_load_moves(s->moves_a, &group->a), move_b = solid_load_moves(s->moves_b, &group->b);
    return first ? (seen_pairs){s->q.a, s->q.b, &group->a, &group->b, move_a, move_b}
                 : (seen_pairs){s->q.b, s->q.a, &group->b, &group->a, move_b, move_a};
}

static inline sepal_solid_mover solid_mover_a(const solid_sweep_query *s, sepal_pair pair) {
    return sepal_solid_mover_of(s->q.a, s->moves_a, pair.a);
}
static inline sepal_solid_mover solid_mover_b(const solid_sweep_query *s, sepal_pair pair) {
    return sepal_solid_mover_of(s->q.b, s->moves_b, pair.b);
}

/* The greatest distance of centres and move, together, up to which nothing overflows. */
#define SWEEP_BALL_MOST 0x1p60F

/* A question about pairs of a block, and where the times and normals go: those of pairs that are left open have no meaning. Where a kernel
 * allows it, time is NULL if only whether they meet is asked, and normal if no normals are. proposed: the corners of the triangle by which
 * such a pair may be entered, numbers of a times HULL_VERTICES plus numbers of b; NO_CORNER if there is none. */
enum { NO_CORNER = 0xFFFF };
typedef struct hits_found {
    const solid_sweep_query *s;
    float *time, *normal[3];
    uint16_t *proposed[3];
} hits_found;

/* The greatest floats that are not greater than times from 2^-60 to 1. */
static inline w times_below(wd low, wd high) {
    const w nearest = w_of(low, high);
    const w over = w_of(wd_sub(wd_of(nearest, 0), low), wd_sub(wd_of(nearest, 1), high));
    const w previous = w_of_bits(wi_sub(wi_of_bits(nearest), wi_set1(1)));
    return w_select(w_gt(over, w_zero()), previous, nearest);
}

/* Writes what was found of those pairs of a list whose bit is set. first: where slot 0 is in the answers. */
static inline void write_certain_hits(const sepal_solid_hits *out, size_t first, const pair_list *list, const uint64_t *certain,
                                      const hits_found *found) {
    float *const rows[4] = {out->time, out->normal_x, out->normal_y, out->normal_z};
    const float *const found_rows[4] = {found->time, found->normal[0], found->normal[1], found->normal[2]};
    size_t k;
    for (int row = 0; row < 4; row++)
        if (rows[row] != NULL)
            FOR_BITS(k, certain, list->count)
                rows[row][first + list->slots[k]] = found_rows[row][k];
}

/* --- Doubles ------------------------------------------------------------------------------------------------------------------- */

enum { WD_LANES = SEPAL_LANES / 2 };

/* Bits from the least to the greatest of any coordinate for which that holds: a vertex of a box has four terms, a difference of two
 * members 16; of cores that move, 20. */
#define CORE_SPAN_EXACT 48

/* Coordinates of both cores of a pair are multiples of 2^low, and less than 2^high: as in their heads. */
static inline void find_core_span(const solids_query *q, sepal_pair pair, int *low, int *high) {
    const sepal_solid_head *a = &q->a->heads[pair.a], *b = &q->b->heads[pair.b];
    *low = a->low < b->low ? a->low : b->low;
    *high = a->high > b->high ? a->high : b->high;
}

/* How many bits the coordinates of both span. */
static inline int core_span(const solids_query *q, sepal_pair pair) {
    int low, high;
    find_core_span(q, pair, &low, &high);
    return high - low;
}

/* The moves, too. */
static inline void find_moving_span(const solid_sweep_query *s, sepal_pair pair, int *low, int *high) {
    const sepal_solid_mover a = solid_mover_a(s, pair), b = solid_mover_b(s, pair);
    find_core_span(&s->q, pair, low, high);
    for (int k = 0; k < 3; k++) {
        sepal_solid_cover(a.move[k], low, high);
        sepal_solid_cover(b.move[k], low, high);
    }
}

/* Do all coordinates and moves of a pair span no more bits? */
static inline bool moves_within(const solid_sweep_query *s, sepal_pair pair, int bits) {
    int low, high;
    find_moving_span(s, pair, &low, &high);
    return high - low <= bits;
}

/* The rounding of a double. */
#define DOUBLE_UNIT 0x1p-53

/* Errors of an edge between two members of the Minkowski difference, and of the product of a member with a normal, relative to the extent
 * (docs/numerics/solids_sweep.md, "Moving hulls in double"). */
#define MEMBER_EDGE_ERROR (40 * DOUBLE_UNIT)
#define MEMBER_GAP_ERROR  (80 * DOUBLE_UNIT)

/* --- One pair. What filters in lanes leave open, in double, and then by the reference where that is said. The functions are compiled once,
 * for the narrowest instruction set of the build (SEPAL_NARROWEST), and so their names have none. searches: what is asked about all
 * vertices of a pair (cores.h), which each instruction set has in lanes: the caller's own, so that a query keeps the set that it began
 * with. */

typedef struct core_searches core_searches;
typedef struct solid_core_pair solid_core_pair;
extern const core_searches solids_kernel_core_searches;

/* The code of a member of K: MEMBER_CODE times the number of the vertex of a, plus that of b; and MEMBER_MOVED if b has moved. */
enum { MEMBER_CODE = 1 << 16, MEMBER_MOVED = 1 << 15 };

/* Do two solids meet on their way because the origin certainly is in the triangle of three members of what K covers? */
bool sepal_solids_pair_touches(const solid_sweep_query *s, sepal_pair pair, const uint32_t code[3]);

/* Does a pair overlap? code: NULL, or three members of K, which may be alike: of the side of K before the origin, outside in front, if the pair
 * has no reach; else of the nearest part, or near it. False if the answer is not certain. */
bool sepal_solids_know_overlap(const solids_query *q, sepal_pair pair, const core_searches *searches, const uint32_t *code,
                               bool *meet);

/* Vertices of a core b: a bit for each that may be beyond a core a, and for each that is known to be within reach; and three vertices of a that
 * it seems to be near. */
typedef struct noted_vertices {
    uint64_t beyond[8], within[8];
    uint16_t near[512][3];
} noted_vertices;

/* Are all vertices of b, or those that are noted, within reach of the core a? False if that is not certain. */
bool sepal_solids_know_within(const solid_core_pair *p, double reach, bool touching, const noted_vertices *noted, bool *within);

/* Are the balls of this radius around all vertices of b behind the plane of three vertices of a, outside in front? 1 if they are, or touch it; -1
 * if one is not, and no vertex of a is beyond the plane; 0 if neither is certain. Of vertices with n . v up to `base` it is known. */
int sepal_solids_keep_behind(const solid_core_pair *p, const uint32_t face[3], const double n[3], double base, double radius);

/* Of a block: pair k, which is open, by itself. code: of three members. */
static inline void know_open_pair(const solids_query *q, const sepal_pair *pairs, size_t k, const uint32_t code[3], verdicts *out) {
    bool meet;
    if (q->in_lanes || !sepal_solids_know_overlap(q, pairs[k], &solids_kernel_core_searches, code, &meet))
        return;
    STAGES_ONE("from members", pairs[k], meet, false);
    out->open[k / 64] &= ~((uint64_t)1 << k % 64);
    out->yes[k / 64] |= (uint64_t)meet << k % 64;
}

/* The push of a pair. seems: whether the cores seem to meet; then the way out is looked for first. Receives what they do. False if the answer
 * is not certain. */
bool sepal_solids_push_one(const solids_query *q, sepal_pair pair, const core_searches *searches, sepal_contact *seems,
                           sepal_solid_mtv *out);

/* Do two solids meet on their way, and when and how, where touching counts as overlap? start: NULL, or three members from which on the side that
 * is entered is looked for: their numbers, of a times HULL_VERTICES, and of b. False if the answer is not certain; else they are apart at the
 * beginning. */
bool sepal_solids_pair_enters(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, const uint32_t start[3],
                              sepal_solid_hit *hit);

/* What is known of a pair: that it meets; that sepal_solids_pair_enters was asked, and is not certain; which part of K seems to be met, by
 * two bits for each half edge of the core that the other one is seen from, and of that one: its sign and 2 (sweep_parts.h), or 0; or the codes
 * of three members of it, or NULL. */
typedef struct sweep_hint {
    bool meets, entry_open;
    uint8_t part;
    const uint32_t *members;
} sweep_hint;

/* Do two solids meet on their way? Also by the reference. */
bool sepal_solids_pair_meets(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, sweep_hint hint);

/* The first contact of two solids, which do not overlap at the beginning, also by the reference. */
sepal_solid_hit sepal_solids_pair_hit(const solid_sweep_query *s, sepal_pair pair, const core_searches *searches, sweep_hint hint);

/* The way from sixteen times a point of K to the origin: that of sepal_exact_middle, where its sums are exact. Places are seen from one of a,
 * so that it is rounded as its length is. Coordinates stand `apart` of each other. */
static inline void way_through(const solids_query *q, sepal_pair pair, double *way, size_t apart) {
    double origin[3] = {0, 0, 0};
    for (int side = 0; side < 2; side++) {
        const sepal_solids *set = side == 0 ? q->a : q->b;
        const uint32_t index = side == 0 ? pair.a : pair.b, size = set->heads[index].size;
        const sepal_box_exact *box = sepal_solid_is_box(set, index) ? sepal_solid_exact(set, index) : NULL;
        const int *part = sepal_line_box[side];
        const float *x = box != NULL ? box->c : sepal_solid_x(set, index);
        uint32_t of[5];
        sepal_line_vertices(side == 1, size, of);
        for (size_t k = 0; k < 3; k++, x += box != NULL ? 1 : sepal_solid_padded(size)) {
            if (side == 0)
                origin[k] = (double)x[0], way[k * apart] = 0;
            double sum = box == NULL ? 0 : part[1] * (double)box->u[k] + part[2] * (double)box->v[k] + part[3] * (double)box->w[k];
            for (int i = 0; i < 5; i++)
                sum += sepal_line_shares[i] * ((double)x[box != NULL ? 0 : of[i]] - origin[k]);
            way[k * apart] += side == 0 ? sum : -sum;
        }
    }
}

#endif
