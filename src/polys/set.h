/* set.h — how a set of polygons lies in memory: what the kernels read.
 *
 * Per shape there are a head (16 bytes), a circle (16), a parallelogram or a segment (32), a radius (4), and a block of vertices. The
 * block holds the x of all vertices, then the y. Each is filled up to 4, 8 or 16 floats, beyond 16 to a multiple of four, by
 * repeating the last vertex. So a block is a whole number of aligned 16-byte loads, and a kernel for one block size needs no count.
 * Before the block of a polygon of more than 16 vertices there is a coarse polygon of 16, but not in sets of doubles. A box takes
 * 16 + 16 + 32 + 4 + 32 = 100 bytes, of doubles 136. In sets of doubles, blocks of 8 and 16 have their vertices a second time, as
 * floats, behind the doubles.
 * Blocks follow each other in the order of the shapes, until the set is loose; then there are 8 bytes more for each slot.
 * "Polygon" below means the core of a shape, without its radius. */
#ifndef SEPAL_POLYS_SET_H
#define SEPAL_POLYS_SET_H

#include "../core/compiler.h"
#include "../core/rule.h"
#include "../exact/orient64.h"
#include <sepal/polys.h>
#include <stdbool.h>

/* The flags of a head: a polygon is flat if it has no area, clockwise if its vertices go round so, and a box if its parallelogram
 * is near enough (or it was added as a box). */
enum { SEPAL_FLAT = 1, SEPAL_CLOCKWISE = 2, SEPAL_BOX = 4 };

/* The class of a polygon, by which its kernels are chosen: the size of its block, with a class for the boxes among those of 4. */
typedef enum sepal_poly_class {
    SEPAL_UP_TO_4,
    SEPAL_UP_TO_8,
    SEPAL_UP_TO_16,
    SEPAL_ABOVE_16,
    SEPAL_BOXES,
    SEPAL_CLASSES
} sepal_poly_class;

typedef struct sepal_poly_head {
    uint32_t at;       /* where its vertex block begins, in units of four floats */
    uint32_t size;     /* number of vertices */
    int16_t low, high; /* every coordinate is a multiple of 2^low and less than 2^high in magnitude; high is 0 in sets of doubles */
    uint16_t flags;
    uint16_t class; /* a sepal_poly_class */
} sepal_poly_head;

/* Two concentric circles about (x, y), both of the shape with its radius. `outer`: no point of the shape is farther; its sign bit
 * is set if the polygon is clockwise. `inner`: the disc of this radius is inside the shape; if negative, some point of the shape is
 * within -inner of (x, y). For one vertex, (x, y) is the vertex. Out of the range of docs/numerics/range.md, "Range": outer =
 * infinity and inner = -infinity, with which no filter decides. */
typedef struct sepal_poly_circle {
    float x, y, outer, inner;
} sepal_poly_circle;

/* The parallelogram (x,y) ± u ± v near a core of four vertices. Out of range: slack = infinity. */
typedef struct sepal_poly_parallelogram {
    float x, y, ux, uy, vx, vy;
    float slack; /* no coordinate of a vertex is farther from its corner, with a share of the kernel's rounding error added */
    float norm;  /* at least |ux|+|uy| and |vx|+|vy| */
} sepal_poly_parallelogram;

/* The segment (x,y) ± u, a core of one or two vertices. Out of range: slack = infinity. */
typedef struct sepal_poly_segment {
    float x, y, ux, uy;
    float radius;  /* of the shape */
    float inverse; /* about 1/|u|^2 */
    float slack;   /* no coordinate of a vertex is farther from its end, with a share of the kernel's rounding error added */
    float unused;  /* 0 */
} sepal_poly_segment;

/* What is stored of a small core: the segment of one or two vertices, else a parallelogram, whose slack is infinite unless there
 * are four vertices. The slack stands in the same place in both. */
typedef union sepal_poly_core {
    sepal_poly_parallelogram parallelogram;
    sepal_poly_segment segment;
} sepal_poly_core;

/* The coarse polygon of a large one, in the 36 floats before its block: the x of 16 of its vertices, their y, and a length `slack`;
 * no vertex is farther than `slack` from the coarse polygon. */
enum { SEPAL_COARSE = 16, SEPAL_COARSE_FLOATS = 36, SEPAL_COARSE_SLACK = 32 };

/* Where a shape is stored, or was before it was removed: then its records and its block are still there, and kernels may read them, but
 * nothing that they say of it counts. */
typedef struct sepal_poly_slot {
    uint32_t room;    /* quadruples of floats: what it holds of a polygon, coarse polygon included, has room in them */
    uint32_t removed; /* 1 if there is no shape */
} sepal_poly_slot;

struct sepal_polys {
    sepal_allocator allocator;
    size_t count, capacity; /* shapes */
    size_t used, room;      /* vertex storage, in units of four floats */
    /* These hold for all shapes since the set was empty; what was replaced counts too. */
    uint32_t largest; /* no polygon has had more vertices */
    bool boxes;       /* every polygon has been a box */
    bool same;        /* every polygon takes a block of the same size */
    bool round;       /* some shape has a radius above 0 */
    bool plain;       /* every polygon has had area, a counter-clockwise winding and a finite circle */
    sepal_poly_head *heads;
    sepal_poly_circle *circles;
    sepal_poly_core *cores;
    float *vertices;
    float *radii;   /* while `round`: of the shapes, never -0. Else they are all 0, and nothing is written here. */
    bool loose;     /* some shape has been removed or replaced since the set was empty */
    size_t removed; /* how many slots are empty now */
    size_t slot_capacity;
    sepal_poly_slot *slots; /* while `loose`. Else no slot is empty, and its room is what its polygon takes. */
    /* A set of doubles: the vertices are in `exact`, double k where float k of `vertices` would be, and `vertices` is NULL. The circles
     * and parallelograms are those of the vertices less the origin, as real numbers. */
    bool doubles;
    double origin_x, origin_y;
    double *exact;
    double *radii64;                             /* as `radii`, which is NULL */
    const struct sepal_doubles_kernels *kernels; /* kernels.h */
};

/* Floats from the x of a polygon's vertices to their y. */
static inline uint32_t sepal_padded(uint32_t size) {
    if (size > 16)
        return (size + 3) & ~(uint32_t)3;
    return size <= 4 ? 4 : size <= 8 ? 8 : 16;
}

static inline sepal_poly_class sepal_class_of(uint32_t size, uint32_t flags) {
    return flags & SEPAL_BOX ? SEPAL_BOXES
           : size <= 4       ? SEPAL_UP_TO_4
           : size <= 8       ? SEPAL_UP_TO_8
           : size <= 16      ? SEPAL_UP_TO_16
                             : SEPAL_ABOVE_16;
}

/* Quadruples of floats that a polygon takes before its block, and in all. */
static inline size_t sepal_quads_before(size_t size) {
    return size > SEPAL_COARSE ? SEPAL_COARSE_FLOATS / 4 : 0;
}
static inline size_t sepal_quads_of(size_t size) {
    return sepal_quads_before(size) + sepal_padded((uint32_t)size) / 2;
}

/* Has the block of a polygon of a set of doubles the vertices as floats, too? They are relative to the centre C of its circle
 * (docs/numerics/doubles.md, "What is stored"), and follow the doubles. */
static inline bool sepal_has_near_floats(size_t size) {
    return size > 4 && size <= 16;
}

/* Quadruples of doubles that a polygon takes in a set of doubles. */
static inline size_t sepal_quads_of_doubles(size_t size) {
    const uint32_t padded = sepal_padded((uint32_t)size);
    return padded / 2 + (sepal_has_near_floats(size) ? padded / 4 : 0);
}

static inline const double *sepal_poly_exact_x(const sepal_polys *set, uint32_t index) {
    return set->exact + 4 * (size_t)set->heads[index].at;
}

static inline const double *sepal_poly_exact_y(const sepal_polys *set, uint32_t index) {
    return sepal_poly_exact_x(set, index) + sepal_padded(set->heads[index].size);
}

/* Where the floats of a block at `at`, with room for `padded` vertices, begin: the x, then the y, as in sets of floats. */
static inline float *sepal_near_floats_at(const sepal_polys *set, uint32_t at, uint32_t padded) {
    void *behind = set->exact + 4 * (size_t)at + 2 * (size_t)padded;
    return behind;
}

static inline const float *sepal_poly_x(const sepal_polys *set, uint32_t index) {
    return set->vertices + 4 * (size_t)set->heads[index].at;
}

static inline float sepal_poly_radius(const sepal_polys *set, uint32_t index) {
    return set->round ? set->radii[index] : 0;
}

/* In either kind of set. */
static inline double sepal_poly_radius64(const sepal_polys *set, uint32_t index) {
    return !set->round ? 0 : set->doubles ? set->radii64[index] : (double)set->radii[index];
}

static inline bool sepal_poly_has_radius(const sepal_polys *set, uint32_t index) {
    return set->round && (set->doubles ? set->radii64[index] > 0 : set->radii[index] > 0);
}

static inline const float *sepal_poly_y(const sepal_polys *set, uint32_t index) {
    return sepal_poly_x(set, index) + sepal_padded(set->heads[index].size);
}

/* The x, or the y, of the vertices of a polygon in either kind of set: doubles, or floats. */
typedef struct sepal_coordinates {
    const void *first;
    bool doubles;
} sepal_coordinates;

static inline sepal_coordinates sepal_poly_any_x(const sepal_polys *set, uint32_t index) {
    const size_t at = 4 * (size_t)set->heads[index].at;
    return set->doubles ? (sepal_coordinates){set->exact + at, true} : (sepal_coordinates){set->vertices + at, false};
}

static inline sepal_coordinates sepal_poly_any_y(const sepal_polys *set, uint32_t index) {
    const size_t at = 4 * (size_t)set->heads[index].at + sepal_padded(set->heads[index].size);
    return set->doubles ? (sepal_coordinates){set->exact + at, true} : (sepal_coordinates){set->vertices + at, false};
}

static inline double sepal_coordinate(const sepal_coordinates *c, uint32_t k) {
    const double *doubles = c->first;
    const float *floats = c->first;
    return c->doubles ? doubles[k] : (double)floats[k];
}

/* The number beside k round `size` of them: the next one, or the one before. */
static inline uint32_t sepal_step_around(uint32_t size, uint32_t k, bool back) {
    return back ? (k > 0 ? k : size) - 1 : k + 1 < size ? k + 1 : 0;
}

/* Are both sets of floats, as most questions ask for? Can overlap and containment be asked about them? */
static inline bool sepal_polys_are_floats(const sepal_polys *a, const sepal_polys *b) {
    return !a->doubles && !b->doubles;
}
static inline bool sepal_polys_agree(const sepal_polys *a, const sepal_polys *b) {
    return sepal_polys_are_floats(a, b) || (a->doubles && b->doubles && a->origin_x == b->origin_x && a->origin_y == b->origin_y);
}

/* The rule to apply to sets that agree: of sets of doubles one that has both margins, of which the one in float is rounded up.
 * NULL if the rule has no meaning for them. */
const sepal_rule *sepal_polys_rule(const sepal_polys *set, const sepal_rule *rule, sepal_rule *room);

/* Has the shape of this slot been removed? */
static inline bool sepal_poly_is_removed(const sepal_polys *set, uint32_t index) {
    return set->removed > 0 && set->slots[index].removed != 0;
}

/* Is one of a pair removed? */
static inline bool sepal_poly_pair_is_removed(const sepal_polys *a, const sepal_polys *b, sepal_pair pair) {
    return sepal_poly_is_removed(a, pair.a) || sepal_poly_is_removed(b, pair.b);
}

/* Makes the answers no that kernels gave to pairs of which one is removed: pairs; the pairs of rows; and moving ones. */
void sepal_polys_leave_out(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint64_t *bits);
void sepal_polys_leave_out_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, uint64_t *bits);
void sepal_polys_leave_out_hits(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                const sepal_hits *out);

/* --- Filling a set ---------------------------------------------------------------------------- */

/* Makes room for so many shapes and quadruples of floats in all. What the set holds stays as it is, whether or not there is memory.
 */
sepal_status sepal_polys_store_room(sepal_polys *set, size_t shapes, size_t quads);

/* Makes room for so many more. It grows by half at least, so that adding shapes one by one takes linear time in all. */
sepal_status sepal_polys_store_more(sepal_polys *set, size_t shapes, size_t quads);

/* Makes the set loose: then each of its slots may have another room than its polygon takes, or be empty. */
sepal_status sepal_polys_store_slots(sepal_polys *set);

/* Appends shape k of what a call is given, for which there is room. Returns NULL, or why the shape is refused. */
typedef const char *sepal_polys_append(sepal_polys *set, const void *given, size_t k);

/* Adds `shapes` shapes, which take so many quadruples in all: all of them, or none. index: receives the index of the first; may be
 * NULL. */
sepal_status sepal_polys_store_all(sepal_polys *set, const void *given, size_t shapes, size_t quads, sepal_polys_append *append,
                                   uint32_t *index, sepal_refusal *refusal);

/* Adds the quadruples of polygons with these offsets. False, and a refusal, if an offset descends. */
bool sepal_polys_offsets_ascend(const sepal_polys *set, const uint32_t *first, size_t shapes, size_t *quads,
                                sepal_refusal *refusal);

/* Appends a shape with the flags of sepal_poly_is_convex. sepal_polys_store_more must have made the room. */
void sepal_polys_store_append(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t flags, float radius);
void sepal_polys_store_append_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t flags);

#endif
