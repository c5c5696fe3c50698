/* set.h — how a set of solids lies in memory: what the kernels read.
 *
 * Per solid: a head (16 bytes) and a ball (16). Per box besides: what the float filter reads (64), and the exact vectors (64). Per
 * hull besides: a record (32), and right behind it the block of its vertices. The block holds the x of all vertices, then the y,
 * then the z, each filled up to 4, 8, 16, 32 or 64 floats, and beyond 64 to a multiple of sixteen, by repeating the last vertex.
 * There is room for a list of radii, 4 bytes a solid, which is filled from the first radius above 0 on. What is said of a solid
 * below is said of its core, if not otherwise. Boxes, and records and blocks of hulls, follow each other in the order of the solids,
 * until the set is loose; then there are 16 bytes more for each slot. */
#ifndef SEPAL_SOLIDS_SET_H
#define SEPAL_SOLIDS_SET_H

#include <sepal/solids.h>
#include <stdbool.h>

/* Heads. A solid is flat if it has no volume; a box is aligned if each of its half edges is parallel to a coordinate axis or 0. A box is
 * upright along coordinate axis k, SEPAL_SOLID_UPRIGHT << k, if one of its half edges has that direction, and the two others are at
 * right angles to it. */
enum { SEPAL_SOLID_FLAT = 1, SEPAL_SOLID_ALIGNED = 2, SEPAL_SOLID_UPRIGHT = 4 };

/* What kernels are chosen by: boxes, and of hulls the size of the block; those of one vertex and of two by themselves. */
typedef enum sepal_solid_class {
    SEPAL_SOLID_BOX,
    SEPAL_SOLID_POINT,
    SEPAL_SOLID_SEGMENT,
    SEPAL_SOLID_UP_TO_4, /* three or four vertices */
    SEPAL_SOLID_UP_TO_8,
    SEPAL_SOLID_UP_TO_16,
    SEPAL_SOLID_UP_TO_32,
    SEPAL_SOLID_UP_TO_64,
    SEPAL_SOLID_ABOVE_64,
    SEPAL_SOLID_CLASSES
} sepal_solid_class;

typedef struct sepal_solid_head {
    uint32_t at;       /* of a box: its number among the boxes. Of a hull: where its vertex block begins, in units of four floats */
    uint32_t size;     /* number of vertices; 8 for a box */
    int16_t low, high; /* every coordinate (of a box: of c, u, v, w) is a multiple of 2^low and less than 2^high in magnitude */
    uint16_t flags;
    uint16_t class; /* a sepal_solid_class */
} sepal_solid_head;

/* No point of the solid is farther than r from (x, y, z), its radius included. Of a point it is that point, and r its radius. If a
 * number leaves the range in which the bounds of docs/numerics/solids.md hold, r = infinity. */
typedef struct sepal_solid_ball {
    float x, y, z, r;
} sepal_solid_ball;

/* What the float filter reads of a box, in four quadruples: for k = x, y, z the centre and the three axes, c_k a0_k a1_k a2_k; then
 * the half extents h and the constant K. The axes are orthonormal and the half edges parallel to them up to rounding;
 * (K_a + K_b) (H_a + H_b), H = h0 + h1 + h2, bounds the error of every gap between two boxes (docs/numerics/solids.md, "Box
 * filter"). Where that cannot be, as for a sheared box, K = infinity. */
typedef struct sepal_box_filter {
    float row[3][4];
    float h[3], k;
} sepal_box_filter;

/* The box itself: c ± u ± v ± w. low, high and flags as in the head. */
typedef struct sepal_box_exact {
    float c[3], u[3], v[3], w[3];
    int16_t low, high;
    uint32_t flags;
    float radius;
    uint32_t unused;
} sepal_box_exact;

/* The record of a hull, in front of its block: the ball, the radius of the solid included; a point inside of the core as an offset
 * from the centre (the centre is the mean of the vertices, rounded; the offset is what it lacks); and `inner`: the ball around the
 * centre with this radius is inside of the solid, its own radius included; if it is negative, some point of the solid is within
 * -inner of the centre. Out of range: r = infinity, inner = -infinity. */
typedef struct sepal_hull_record {
    float x, y, z, r;
    float mean_x, mean_y, mean_z, inner;
} sepal_hull_record;

enum { SEPAL_HULL_RECORD_QUADS = sizeof(sepal_hull_record) / (4 * sizeof(float)) };

/* Where a solid is stored, or was before it was removed: then its records and its block are still there, and kernels may read them, but
 * nothing that they say of it counts. */
typedef struct sepal_solid_slot {
    uint32_t box;     /* the number among the boxes that is kept for it; SEPAL_NO_BOX */
    uint32_t begin;   /* where the room for a hull and its record begins, in units of four floats */
    uint32_t room;    /* how many of them it has; 0 = none */
    uint32_t removed; /* 1 if there is no solid */
} sepal_solid_slot;

#define SEPAL_NO_BOX UINT32_MAX

struct sepal_solids {
    sepal_allocator allocator;
    size_t count, capacity; /* solids */
    size_t boxes;           /* slots of which the last solid is a box */
    size_t stored_boxes, box_capacity;
    size_t used, room; /* records and blocks of hulls, in units of four floats */
    uint32_t largest;  /* no hull has had more vertices since the set was empty */
    bool round;        /* some solid has had a radius above 0 since the set was empty */
    bool regular;      /* every solid has been a box with a finite K since the set was empty: box i is solid i */
    sepal_solid_head *heads;
    sepal_solid_ball *balls;
    float *radii; /* of the solids, none of them -0; not written while `round` is false: then all are 0 */
    sepal_box_filter *filters;
    sepal_box_exact *exacts;
    float *vertices;
    bool loose;     /* some solid has been removed or replaced since the set was empty */
    size_t removed; /* how many slots are empty now */
    size_t slot_capacity;
    sepal_solid_slot *slots; /* while `loose`. Else no slot is empty, and each has what its solid takes. */
};

/* Floats from the x of a hull's vertices to their y, and from there to their z. */
static inline uint32_t sepal_solid_padded(uint32_t size) {
    if (size > 64)
        return (size + 15) & ~(uint32_t)15;
    return size <= 4 ? 4 : size <= 8 ? 8 : size <= 16 ? 16 : size <= 32 ? 32 : 64;
}

/* Quadruples of floats that a hull takes, its record included. */
static inline size_t sepal_solid_quads_of(size_t size) {
    return SEPAL_HULL_RECORD_QUADS + (size_t)sepal_solid_padded((uint32_t)size) / 4 * 3;
}

static inline sepal_solid_class sepal_hull_class_of(uint32_t size) {
    return size == 1    ? SEPAL_SOLID_POINT
           : size == 2  ? SEPAL_SOLID_SEGMENT
           : size <= 4  ? SEPAL_SOLID_UP_TO_4
           : size <= 8  ? SEPAL_SOLID_UP_TO_8
           : size <= 16 ? SEPAL_SOLID_UP_TO_16
           : size <= 32 ? SEPAL_SOLID_UP_TO_32
           : size <= 64 ? SEPAL_SOLID_UP_TO_64
                        : SEPAL_SOLID_ABOVE_64;
}

static inline bool sepal_solid_is_box(const sepal_solids *set, uint32_t index) {
    return set->heads[index].class == SEPAL_SOLID_BOX;
}

static inline const sepal_box_exact *sepal_solid_exact(const sepal_solids *set, uint32_t index) {
    return set->exacts + set->heads[index].at;
}

static inline const float *sepal_solid_x(const sepal_solids *set, uint32_t index) {
    return set->vertices + 4 * (size_t)set->heads[index].at;
}
static inline const float *sepal_solid_y(const sepal_solids *set, uint32_t index) {
    return sepal_solid_x(set, index) + sepal_solid_padded(set->heads[index].size);
}
static inline const float *sepal_solid_z(const sepal_solids *set, uint32_t index) {
    return sepal_solid_y(set, index) + sepal_solid_padded(set->heads[index].size);
}
static inline const sepal_hull_record *sepal_solid_hull(const sepal_solids *set, uint32_t index) {
    return (const sepal_hull_record *)(const void *)(sepal_solid_x(set, index) - (ptrdiff_t)4 * SEPAL_HULL_RECORD_QUADS);
}

static inline float sepal_solid_radius(const sepal_solids *set, uint32_t index) {
    return set->round ? set->radii[index] : 0;
}

/* Has the solid of this slot been removed? */
static inline bool sepal_solid_is_removed(const sepal_solids *set, uint32_t index) {
    return set->removed > 0 && set->slots[index].removed != 0;
}

/* Is one of a pair removed? */
static inline bool sepal_solid_pair_is_removed(const sepal_solids *a, const sepal_solids *b, sepal_pair pair) {
    return sepal_solid_is_removed(a, pair.a) || sepal_solid_is_removed(b, pair.b);
}

/* Makes the answers no that kernels gave to pairs of which one is removed: pairs; the pairs of rows; and moving ones. */
void sepal_solids_leave_out(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count, uint64_t *bits);
void sepal_solids_leave_out_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count, uint64_t *bits);
void sepal_solids_leave_out_hits(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                 const sepal_solid_hits *out);

/* --- Filling a set ---------------------------------------------------------------------------- */

/* Room for so many boxes, hulls, and quadruples of floats that hulls take, beyond those of the set. Each array grows by half at
 * least, so that adding solids one by one takes linear time in all. What the set holds stays as it is, whether or not there is
 * memory. */
sepal_status sepal_solids_store_more(sepal_solids *set, size_t boxes, size_t hulls, size_t quads);

/* Room for so many boxes, hulls and quadruples of floats in all, those of the set included. */
sepal_status sepal_solids_store_room(sepal_solids *set, size_t boxes, size_t hulls, size_t quads);

/* Makes the set loose: then each of its slots may have other room than its solid takes, or be empty. */
sepal_status sepal_solids_store_slots(sepal_solids *set);

/* What slot `index` has, if it has what its solid takes. */
sepal_solid_slot sepal_solid_tight_slot(const sepal_solids *set, uint32_t index);

#endif
