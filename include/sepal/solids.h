/* solids.h — sets of convex solids in space, and the questions which pairs of them overlap, contain, push and meet each other.
 *
 * A solid is a core and a radius, 0 unless one is given: all points that are not farther than the radius from the core. The
 * core is one of two things:
 *   a box    all points c + r u + s v + t w with |r|, |s|, |t| <= 1, in real numbers, for float32 vectors c, u, v, w. The angles
 *            between u, v, w may be any, and each may be 0;
 *   a hull   the closed convex hull of the float32 points that were given, in any order: any number from 1 up. Repeated points,
 *            points inside, flat hulls, segments and single points are allowed.
 * So a point with a radius is a sphere, a segment with a radius is a capsule, and others have rounded edges. Solids are addressed
 * by index, 0 .. count-1, in the order in which they were added.
 *
 * Adding, replacing and placing solids takes time linear in their vertices. docs/benchmarks.md has the times of the questions, by
 * kind and size of the solids. */
#ifndef SEPAL_SOLIDS_H
#define SEPAL_SOLIDS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sepal_solids sepal_solids; /* a set of solids; opaque */

/* --- Making a set ----------------------------------------------------------------------------- */

/* Makes an empty set.
 * allocator: where the set takes all its memory from (its own header included); NULL = the C library's.
 * out: receives the set; untouched unless SEPAL_OK.
 * SEPAL_BAD_ARGUMENT if out is NULL or one of the allocator's functions is; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_create(const sepal_allocator *allocator, sepal_solids **out);

/* Releases a set and everything in it. NULL is allowed. */
SEPAL_API void sepal_solids_destroy(sepal_solids *set);

/* Empties a set but keeps its memory, so that refilling it up to its earlier size allocates nothing. NULL is allowed. */
SEPAL_API void sepal_solids_clear(sepal_solids *set);

/* Makes room, so that a set can grow to `boxes` boxes and `hulls` hulls, which have `vertices` vertices in all, without another
 * allocation, whatever radii they have. Spheres are hulls of one vertex, capsules of two.
 * boxes, hulls, vertices: totals (not additional ones). A total below what is reserved already changes nothing.
 * SEPAL_BAD_ARGUMENT if set is NULL; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_reserve(sepal_solids *set, size_t boxes, size_t hulls, size_t vertices);

/* How many solids the set holds, those included that were removed (see "Slots"); 0 for NULL. */
SEPAL_API size_t sepal_solids_count(const sepal_solids *set);

/* Rotations as rows or columns: value i of each array stands at [i * stride] of the structure that holds them. Either a quaternion
 * w + x i + y j + z k, or a matrix row by row: matrix[3 * r + c] has the entries of row r, column c; the other has only NULL. All
 * of them NULL = nothing is turned. A quaternion may have any length but 0 (and is taken for one of length 1). It stands for the
 * matrix of Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985, computed in double, each operation rounded in the
 * order written: with s = 2 / (((w w + x x) + y y) + z z),
 *
 *     1 - s (y y + z z)      s (x y - w z)          s (x z + w y)
 *     s (x y + w z)          1 - s (x x + z z)      s (y z - w x)
 *     s (x z - w y)          s (y z + w x)          1 - s (x x + y y)
 *
 * A matrix is taken as it is: one that is no rotation stretches and shears. */
typedef struct sepal_solid_turns {
    const float *w, *x, *y, *z; /* the quaternion; all of them or none */
    const float *matrix[9];     /* all of them or none */
} sepal_solid_turns;

/* Oriented boxes as rows or columns: value i of each array stands at [i * stride], so that both arrays of structures and separate
 * arrays fit. For rows of n floats, stride is n; for separate arrays it is 1 (0 means 1). */
typedef struct sepal_solid_boxes {
    const float *x, *y, *z;                /* centre */
    const float *half_x, *half_y, *half_z; /* half extents along the box's own axes, >= 0 */
    sepal_solid_turns turn;                /* of the box's axes; all NULL = parallel to the coordinate axes */
    const float *radius;                   /* >= 0; NULL = 0 for all */
    size_t stride;                         /* floats from one box to the next; 0 = 1 */
} sepal_solid_boxes;

/* Adds `count` boxes: all, or none.
 * With the matrix R of its rotation, the box has c = (x, y, z), and for u, v, w the columns of R times half_x, half_y, half_z: each
 * product rounded to double, then to float32. These float32 vectors are the shape.
 * boxes: the arrays; all values finite.
 * index: receives the index of the first new box (the others follow in order; with none, how many the set holds); may be NULL.
 * refusal: receives the first box that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, boxes or, while count > 0, an array is NULL (of a quaternion or a matrix: some but not all), or if
 * both a quaternion and a matrix are given; SEPAL_BAD_SHAPE if a value is not finite, a half extent or a radius is negative, a
 * quaternion is 0, or u, v or w overflows; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_add_boxes(sepal_solids *set, const sepal_solid_boxes *boxes, size_t count, uint32_t *index,
                                              sepal_refusal *refusal);

/* Boxes by their vectors, with any angles between them, as rows or columns: value i of each array stands at [i * stride]. */
typedef struct sepal_solid_parallelepipeds {
    const float *c[3], *u[3], *v[3], *w[3]; /* centre and half edges: x, y, z of each */
    const float *radius;                    /* >= 0; NULL = 0 for all */
    size_t stride;                          /* floats from one to the next; 0 = 1 */
} sepal_solid_parallelepipeds;

/* Adds `count` boxes with these vectors as they are: all, or none.
 * boxes: the arrays; all values finite.
 * index: receives the index of the first new box (the others follow in order; with none, how many the set holds); may be NULL.
 * refusal: receives the first box that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, boxes or, while count > 0, an array but radius is NULL; SEPAL_BAD_SHAPE if a value is not finite or a
 * radius is negative; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_add_parallelepipeds(sepal_solids *set, const sepal_solid_parallelepipeds *boxes, size_t count,
                                                        uint32_t *index, sepal_refusal *refusal);

/* Adds the convex hull of some points, with a radius.
 * x, y, z: `count` coordinates each, finite; they may not point into the set itself.
 * count: 1 .. 2^29 - 1.
 * radius: finite, >= 0; -0 is 0.
 * index: receives the index of the new hull; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, x, y or z is NULL; SEPAL_BAD_SHAPE; SEPAL_NO_MEMORY. Cost: linear in count. */
SEPAL_API sepal_status sepal_solids_add_hull(sepal_solids *set, const float *x, const float *y, const float *z, size_t count,
                                             float radius, uint32_t *index);

/* Adds many hulls: all, or none.
 * x, y, z: the points of all hulls, one hull after the other.
 * first: solids + 1 offsets into x, y and z, ascending; hull k is that of the points first[k] .. first[k+1]-1, 1 .. 2^29 - 1 of
 * them.
 * radius: of each hull, finite and >= 0; NULL = 0 for all.
 * index: receives the index of the first new hull (the others follow in order; with none, how many the set holds); may be NULL.
 * refusal: receives the first hull that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if a pointer but radius, index or refusal is NULL while solids > 0, or set is, or if `first` descends;
 * SEPAL_BAD_SHAPE; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_add_hulls(sepal_solids *set, const float *x, const float *y, const float *z,
                                              const uint32_t *first, size_t solids, const float *radius, uint32_t *index,
                                              sepal_refusal *refusal);

/* Spheres as rows or columns: value i of each array stands at [i * stride], as in sepal_solid_boxes. */
typedef struct sepal_solid_spheres {
    const float *x, *y, *z; /* centre */
    const float *radius;    /* >= 0; NULL = 0 for all: points */
    size_t stride;          /* floats from one sphere to the next; 0 = 1 */
} sepal_solid_spheres;

/* Adds `count` spheres: all, or none. Sphere i is a hull of the one point (x, y, z) with the radius.
 * spheres: the arrays; centre finite, radius finite and >= 0.
 * index: receives the index of the first new sphere (the others follow in order; with none, how many the set holds); may be NULL.
 * refusal: receives the first sphere that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, spheres or, while count > 0, an array but radius is NULL; SEPAL_BAD_SHAPE if a value is not finite or
 * a radius is negative; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_add_spheres(sepal_solids *set, const sepal_solid_spheres *spheres, size_t count,
                                                uint32_t *index, sepal_refusal *refusal);

/* Capsules as rows or columns: value i of each array stands at [i * stride], as in sepal_solid_boxes. */
typedef struct sepal_solid_capsules {
    const float *x0, *y0, *z0, *x1, *y1, *z1; /* the ends of the core; they may coincide */
    const float *radius;                      /* >= 0; NULL = 0 for all: segments */
    size_t stride;                            /* floats from one capsule to the next; 0 = 1 */
} sepal_solid_capsules;

/* Adds `count` capsules: all, or none. Capsule i is a hull of the two points (x0, y0, z0), (x1, y1, z1) with the radius.
 * capsules, index, refusal and what is returned: as in sepal_solids_add_spheres. */
SEPAL_API sepal_status sepal_solids_add_capsules(sepal_solids *set, const sepal_solid_capsules *capsules, size_t count,
                                                 uint32_t *index, sepal_refusal *refusal);

enum { SEPAL_PRISM_SIDES_MOST = 128 };

/* Prisms over regular polygons, which stand for cylinders, as rows or columns: value i of each array stands at [i * stride], as in
 * sepal_solid_boxes. */
typedef struct sepal_solid_prisms {
    const float *x0, *y0, *z0, *x1, *y1, *z1; /* the centres of both ends, which differ */
    const float *circumradius;                /* from the axis to the corners of the ends, >= 0 */
    const float *radius;                      /* >= 0, of the rounded edges; NULL = 0 for all */
    size_t stride;                            /* floats from one prism to the next; 0 = 1 */
    uint32_t sides;                           /* of the polygons, of all prisms: 3 .. SEPAL_PRISM_SIDES_MOST */
} sepal_solid_prisms;

/* Adds `count` prisms: all, or none. Prism i is a hull of 2 n points, n = sides, with the radius.
 * Let d be the vector from its first end (x0, y0, z0) to its second end (x1, y1, z1); e the coordinate axis that is least along d,
 * of equal ones the first of x, y, z; u the part of e that is normal to d, and v = d x u, both as unit vectors. Point k, k = 0 ..
 * n-1, is corner k of the first end, and point n + k that of the second:
 *     end + circumradius (cos(2 pi k / n) u + sin(2 pi k / n) v),
 * computed in double, and rounded to float32 once. The bits are the same on every machine: the series of the two functions are
 * summed in the library. Before it is rounded to float32, a coordinate X is within 2^-47 circumradius + 2^-52 |X| of the exact one.
 * So a prism is inside of the cylinder with the same ends and its circumradius, and with the circumradius R / cos(pi / n) it
 * contains the cylinder of radius R, both up to this rounding. To turn a prism about its axis, place it.
 * prisms: the arrays; all values finite.
 * index: receives the index of the first new prism (the others follow in order; with none, how many the set holds); may be NULL.
 * refusal: receives the first prism that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, prisms or, while count > 0, an array but radius is NULL, or sides is out of range; SEPAL_BAD_SHAPE if
 * a value is not finite, a radius or circumradius is negative, both ends of a prism coincide, or a coordinate overflows;
 * SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_solids_add_prisms(sepal_solids *set, const sepal_solid_prisms *prisms, size_t count, uint32_t *index,
                                               sepal_refusal *refusal);

/* The vectors of one box. */
typedef struct sepal_parallelepiped {
    float c[3];             /* the centre: x, y, z */
    float u[3], v[3], w[3]; /* half edges */
} sepal_parallelepiped;

/* Replaces the vectors of one box. Its radius stays. Never allocates.
 * index: of a box.
 * box: finite vectors.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL, or the solid is not there or is no box; SEPAL_BAD_SHAPE. */
SEPAL_API sepal_status sepal_solids_update_box(sepal_solids *set, uint32_t index, const sepal_parallelepiped *box);

/* Replaces the points of one hull by as many others. Its radius stays. Never allocates.
 * index: of a hull.
 * x, y, z: as many finite coordinates as it was given points; they may not point into the set itself.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL, or the solid is not there or is no hull; SEPAL_BAD_SHAPE. */
SEPAL_API sepal_status sepal_solids_update_hull(sepal_solids *set, uint32_t index, const float *x, const float *y, const float *z);

/* The vectors of one box, as they were given or rounded.
 * box: receives them.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL, or the solid is not there, was removed or is no box. */
SEPAL_API sepal_status sepal_solids_box(const sepal_solids *set, uint32_t index, sepal_parallelepiped *box);

/* The points of one hull as they were given, in the order given.
 * x, y, z: receive pointers to `count` coordinates each, valid until the next call that may change the set, whatever it returns.
 * count: receives their number; 0 if the solid was removed.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL, or the solid is not there or is no hull. */
SEPAL_API sepal_status sepal_solids_vertices(const sepal_solids *set, uint32_t index, const float **x, const float **y,
                                             const float **z, size_t *count);

/* The radius of one solid as it was given (-0 as 0); 0 if none was, or the solid was removed.
 * radius: receives it.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such solid. */
SEPAL_API sepal_status sepal_solids_radius(const sepal_solids *set, uint32_t index, float *radius);

/* --- Placing solids ----------------------------------------------------------------------------
 * Engines keep each solid once, in its own frame, and move many copies of it in every step. */

/* Where solids are, as rows or columns: value i of each array stands at [i * stride], as in sepal_solid_boxes.
 *
 * A program that keeps places in double gives them as x64, y64 and z64, and an origin near the solids; x, y and z are then not
 * read. Solids are placed relative to that origin,
 *     x = x64 - origin_x     and likewise y and z,
 * each computed as with real numbers and rounded once to float32, so that nothing is lost far from (0, 0, 0), as with sepal_poses.
 * All solids of a question must have the same origin; answers that are positions are relative to it. */
typedef struct sepal_solid_poses {
    const float *x, *y, *z;              /* where the origin of the model goes */
    sepal_solid_turns turn;              /* all NULL = nothing is turned */
    size_t stride;                       /* floats from one pose to the next; 0 = 1 */
    const double *x64, *y64, *z64;       /* instead of x, y and z: where the origin of the model goes; all NULL = not used */
    size_t stride64;                     /* doubles from one pose to the next in x64, y64 and z64; 0 = 1 */
    double origin_x, origin_y, origin_z; /* the point of x64, y64 and z64 that becomes (0, 0, 0) */
} sepal_solid_poses;

/* Refills `world` with `count` solids: solid i is model[i] of `models`, turned by the matrix R of pose i and moved by its (x, y,
 * z). A vertex (px, py, pz) of a hull, and c of a box, go to the point with the coordinates
 *     X = ((x + R00 px) + R01 py) + R02 pz        and likewise Y from y and row 1, Z from z and row 2 of R;
 * u, v and w of a box each to the vector with the coordinates
 *     X = (R00 px + R01 py) + R02 pz              and likewise;
 * each operation rounded to double in the order written, and the sum to float32. These float32 vectors and points are the solid,
 * and everything is stored as adding them would store it. The radius is that of the model, which R does not scale. What was in
 * `world` before is gone.
 * world, models: two different sets.
 * model: `count` indices into models.
 * poses: the arrays; finite.
 * refusal: receives the first solid that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if a pointer but refusal is NULL (model and the arrays may be NULL while count is 0; x, y and z with x64;
 * of a quaternion, a matrix, or places in double all or none; and not both a quaternion and a matrix), world is models, or an
 * index is outside models or its solid removed; SEPAL_BAD_SHAPE if a value is not finite, a quaternion is 0, or a coordinate
 * overflows; SEPAL_NO_MEMORY. In all these cases what is in `world` is as it was.
 * Allocates nothing if world has room, as by an earlier call or by sepal_solids_reserve. */
SEPAL_API sepal_status sepal_solids_place(sepal_solids *world, const sepal_solids *models, const uint32_t *model,
                                          const sepal_solid_poses *poses, size_t count, sepal_refusal *refusal);

/* Replaces the solids first .. first+count-1 of `world`: solid first + i becomes what sepal_solids_place makes of model[i] and
 * pose i. As sepal_polys_place_range: the other solids keep every bit, every answer is the same to the last bit as if all had been
 * placed at once, and nothing is allocated.
 * Several threads may replace ranges of one world at once, if no two of the ranges share a solid. There is one exception: while no
 * solid of `world` has ever had a radius above 0 since it was empty or placed as a whole, a call whose models bring the first one
 * must be alone. No thread may ask about `world` meanwhile.
 * world: holds the solids already, placed or added.
 * first, count: the range in world; may be empty.
 * models, model, poses, refusal: as in sepal_solids_place, with i = 0 for solid `first`. A box replaces a box, and a hull one of
 * as many vertices; its radius may be another.
 * SEPAL_BAD_ARGUMENT as in sepal_solids_place, or if the range is outside world or has an empty slot; SEPAL_BAD_SHAPE as there,
 * or if a solid is replaced by one of another kind or number of vertices. In both cases `world` is as it was. */
SEPAL_API sepal_status sepal_solids_place_range(sepal_solids *world, size_t first, const sepal_solids *models,
                                                const uint32_t *model, const sepal_solid_poses *poses, size_t count,
                                                sepal_refusal *refusal);

/* Replaces the listed solids of `world`: solid k becomes what sepal_solids_place makes of model[k] and pose k, for each k in
 * solids. As sepal_polys_place_list; all else is as in sepal_solids_place_range.
 * solids: `count` indices into world, in any order; one may be repeated. Lists of several threads must not share a solid.
 * model, poses: as in sepal_solids_place, for all solids of world; only the values of those listed are read.
 * refusal: its index is the place in the list.
 * SEPAL_BAD_ARGUMENT as in sepal_solids_place_range, or if solids is NULL while count > 0, or an index is outside world or of an
 * empty slot. */
SEPAL_API sepal_status sepal_solids_place_list(sepal_solids *world, const uint32_t *solids, size_t count,
                                               const sepal_solids *models, const uint32_t *model, const sepal_solid_poses *poses,
                                               sepal_refusal *refusal);

/* --- Slots --------------------------------------------------------------------------------------
 * A set whose solids come and go: each solid has a slot, whose number is its index. A removed solid leaves its slot empty, and what
 * is put there later has the same index; all other solids keep theirs. The slots up to sepal_solids_count stay, empty ones
 * included, and adding never fills one: a new solid goes behind all others, unless sepal_solids_replace puts it into a slot.
 *
 * An empty slot may be asked about like any other, and nothing overlaps, contains, touches, meets or is near it. Of a pair with
 * an empty slot the bit is 0; the push has depth -FLT_MAX, and normal and points 0; a sweep has time 1 and normal 0; and there
 * are no points of contact. Finders and groups find nothing there, and a trajectory meets nothing. Every answer about the other
 * solids is, to the last bit, that of a set that was filled with them alone. While a set has empty slots, each pair that is asked
 * about costs about 1 ns more; while it has none, nothing. */

/* Removes one solid; its slot is then empty.
 * index: of the solid.
 * SEPAL_BAD_ARGUMENT if set is NULL or there is no such solid, or it is removed already; SEPAL_NO_MEMORY. Allocates, once, only
 * where no solid of the set has been removed or replaced before. */
SEPAL_API sepal_status sepal_solids_remove(sepal_solids *set, uint32_t index);

/* Puts a copy of a solid into a slot, which may be empty: instead of the one that was there, whatever its kind, radius and number
 * of vertices. So a body gets another model, which sepal_solids_place_list can then move. The copy is the same to the last bit, and
 * so is every answer about it.
 * index: of the slot.
 * from, shape: the set and the index of the solid that is copied; from may be set.
 * SEPAL_BAD_ARGUMENT if a set is NULL, there is no such slot in set, or no such solid in from; SEPAL_NO_MEMORY. In both cases the
 * set is as it was. Allocates only where the slot has never held a solid of that kind, box or hull, that took as much room, or no
 * solid of the set has been removed or replaced before. A slot never gives room back; all that it has taken is less than four times
 * what its largest solid needs. */
SEPAL_API sepal_status sepal_solids_replace(sepal_solids *set, uint32_t index, const sepal_solids *from, uint32_t shape);

/* Which slots are empty?
 * slots: receives the first `room` of their indices in ascending order, or all if these are fewer; NULL if room is 0.
 * Returns how many there are; 0 for NULL. Cost: linear in the slots of the set up to the last one that is written. */
SEPAL_API size_t sepal_solids_removed(const sepal_solids *set, uint32_t *slots, size_t room);

/* --- Which pairs overlap? ----------------------------------------------------------------------
 * Two closed convex sets are disjoint if and only if a plane separates them; for solids with volume the normals of the faces of
 * both and the cross products of their edges suffice as normals of that plane (separating axis theorem; Ericson, Real-Time
 * Collision Detection, 2005, section 5.2.1). Two solids touch if they share a point although an arbitrarily small translation parts
 * them; two that lack volume and are parallel can only touch. Solids with radii, or asked about with a margin, are compared by the
 * distance of their cores and r_a + r_b + margin, added as real numbers: where touching counts as overlap, they overlap if and only
 * if the distance is at most this sum; where it does not, if and only if it is less. Every answer is exact; nothing is
 * allocated. */

/* Does solid pairs[i].a of set a overlap solid pairs[i].b of set b?
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: whether touching counts, and the margin; NULL = it counts as overlap, without a margin.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a pointer but rule is NULL (pairs and bits may be NULL while count is 0), an index is outside its set, or
 * the rule has no meaning; then nothing is written. */
SEPAL_API sepal_status sepal_solids_overlap_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs,
                                                  size_t count, const sepal_rule *rule, uint64_t *bits);

/* Does solid `index` of set a overlap solid first + i of set b, for i = 0 .. count-1?
 * index: of the one solid, in a.
 * first, count: the range in b; may be empty. A solid in its own range overlaps itself, except that one without volume
 * or radius, asked without a margin, touches itself.
 * rule, bits: as in sepal_solids_overlap_pairs.
 * SEPAL_BAD_ARGUMENT if a, b or bits is NULL (bits may be NULL while count is 0), index or the range is outside its set, or the
 * rule has no meaning; then nothing is written. */
SEPAL_API sepal_status sepal_solids_overlap_one(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first,
                                                size_t count, const sepal_rule *rule, uint64_t *bits);

/* Does solid rows[r].a of set a overlap solid rows[r].first + i of set b, for every row r and i = 0 .. rows[r].count-1? The
 * question of sepal_solids_overlap_pairs about the pairs of all rows, those of the first row first, without listing them. Rows of
 * spheres, each against one box or one sphere, as a planner asks about a robot of spheres, take less time than as pairs.
 * a, b: the sets; they may be one.
 * rows: `count` rows.
 * rule: as in sepal_solids_overlap_pairs.
 * bits: SEPAL_BIT_WORDS(n) words for the n pairs of all rows together; bit k % 64 of word k / 64 receives the answer for pair k,
 * spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a pointer but rule is NULL (rows may be NULL while count is 0, bits while there is no pair), an index or a
 * range is outside its set, the rule has no meaning, or n > SIZE_MAX / 8; then nothing is written. */
SEPAL_API sepal_status sepal_solids_overlap_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                                 const sepal_rule *rule, uint64_t *bits);

/* --- Which solids contain which? ---------------------------------------------------------------
 * A convex solid contains another if in every direction it reaches at least as far (Schneider, Convex Bodies, section 1.7). */

/* Does solid pairs[i].a of set a contain all of solid pairs[i].b of set b, radii included?
 * Both are closed: b may touch the boundary of a from within, and every solid contains itself. Points of space are hulls of one
 * vertex. A flat hull contains what is on it, a point only itself. Exact; nothing is allocated.
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: NULL = as said above. `touching`: with SEPAL_TOUCHING_IS_APART, b must be in the interior of a and not touch its boundary:
 * then no solid contains itself, and a solid without volume and radius contains nothing. `margin`: how far b must stay inside:
 * everything within this distance of b must belong to a, or to its interior, as if the radius of b were greater by this much.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a pointer but rule is NULL (pairs and bits may be NULL while count is 0), an index is outside its set, or
 * the rule has no meaning; then nothing is written. Cost: with n_a and n_b the numbers of vertices (8 of a box, 1 of a sphere), a
 * pair takes time in proportion to n_a + n_b if b is near to few faces of a, and to n_a (n_a + n_b) if it is near to all of them,
 * touches them or has them in common: two prisms of 128 sides 10 to 30 microseconds, and up to a millisecond. No pair takes longer
 * than in proportion to n_a^2 (n_a + n_b), if n_a is at most 384. */
SEPAL_API sepal_status sepal_solids_contains_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs,
                                                   size_t count, const sepal_rule *rule, uint64_t *bits);

/* --- How are two solids parted? ----------------------------------------------------------------
 * The least translation that parts two overlapping convex sets is the distance from the origin to the boundary of their Minkowski
 * difference (Cameron, Culley, "Determining the minimum translational distance between two convex polyhedra", ICRA 1986), whose
 * faces are normal to the faces of the two, and to an edge of each. So one solid inside another is no special case. */

/* The answers of sepal_solids_mtv_pairs: arrays of `count` floats. Each may be NULL, if it is not wanted. */
typedef struct sepal_solid_mtvs {
    float *normal_x, *normal_y, *normal_z; /* a unit vector, from a towards b */
    float *depth;                          /* >= 0: how far the two have to move along it; < 0: minus their distance */
    float *a_x, *a_y, *a_z;                /* the point of a that is nearest to b, or deepest in it */
    float *b_x, *b_y, *b_z;                /* the point of b that is nearest to a, or deepest in it */
} sepal_solid_mtvs;

/* What is the smallest push that parts solid pairs[i].a of set a from solid pairs[i].b of set b?
 * With r = r_a + r_b + margin, depth is r less the signed distance of the cores. Overlapping: moving a by -depth * normal, or b by
 * +depth * normal, leaves the two just touching, and no shorter move does. Touching: depth is 0. Apart: depth is minus the
 * distance, and normal is the direction from the nearest point of a to that of b.
 *
 * While the cores are apart, normal is the direction between their nearest points, and depth r less their distance. While they
 * meet, depth is r and the distance of the origin from the nearest face of the Minkowski difference b - a of the cores, and normal
 * points against the outward normal of that face. Two cores without volume that are parallel and meet have a normal of both, (1, 0,
 * 0) if they are one point.
 *
 * The sign of depth is exact: depth > 0, = 0, < 0 if the solids overlap, touch, are apart, as sepal_solids_overlap_pairs tells them
 * under the same margin; a depth that would round to the wrong side becomes the float next to 0 on the right one. It is
 * never -0, NaN or infinite; beyond the range of float it becomes the nearest finite one. Accuracy, with D the diagonal of the
 * bounding box of both cores together:
 *     cores apart   depth, and each component of normal, is the float32 nearest to the exact number;
 *     cores meet    |depth - exact depth| <= 2^-24 |depth| + 2^-40 D + 2^-149, and each component of normal is within 2^-23 of that
 *                   of the exact normal of some face which is no farther from the origin than that.
 * Of faces that are equally near one is taken. Where cores touch that are not both boxes, it is the one by which a line leaves the
 * difference. That line goes from a point between five differences of vertices, which are spread over the order of each core, past
 * the origin, infinitely near to it; if that point is in all of these faces, it names none of them. To move both without rounding
 * changes no bit of it; of the pair (b, a) it may be another face.
 *
 * The points are those between which the push leads, radii included: of solids apart the nearest ones, of solids that overlap the
 * point of each that is deepest in the other along the normal; moving b by depth * normal, without a margin, brings (b_x, b_y, b_z)
 * to (a_x, a_y, a_z), where the two then touch. Of faces and edges that lie on each other it is some point of the part that they
 * share. Vertices count as equally far along the normal if they are within 68 u D of the farthest one, u = 2^-24; D is the diagonal
 * of the box around both cores, as above. Each point is on its solid but for the rounding of its coordinates: at most u (|x| + |y|
 * + |z|) + 2^-40 D + 2^-148 outside of it. The vector from (b_x, b_y, b_z) to (a_x, a_y, a_z) is (depth - margin) * normal, within
 * 256 u (D + r) and the rounding of both. None of these numbers is -0, NaN or infinite: a coordinate beyond the range of float
 * becomes the nearest finite one, -FLT_MAX or FLT_MAX, and then neither of these two bounds holds.
 *
 * All is the same to the last bit on every instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: `touching` must have a meaning, but changes nothing: where solids touch, depth is 0. `margin`: as above. NULL = all zero.
 * out: the arrays, which may not overlap each other or the pairs. Name the members, so that the others are NULL:
 * (sepal_solid_mtvs){.depth = depth}. The points cost extra, unless all six arrays are NULL.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is NULL while count is not 0, an index is outside its set, or the rule has no
 * meaning; then nothing is written. Nothing is allocated. */
SEPAL_API sepal_status sepal_solids_mtv_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                              const sepal_rule *rule, const sepal_solid_mtvs *out);

/* The smallest pushes of rows of pairs: sepal_solids_mtv_pairs about the pairs of all rows, those of the first row first, without
 * listing them.
 * rows: `count` rows.
 * out: the arrays, with room for the pairs of all rows together.
 * SEPAL_BAD_ARGUMENT if a, b, out or, while count > 0, rows is NULL, an index or a range is outside its set, the rule has no
 * meaning, or there are more than SIZE_MAX / 8 pairs. The other arguments and promises are those of sepal_solids_mtv_pairs. */
SEPAL_API sepal_status sepal_solids_mtv_rows(const sepal_solids *a, const sepal_solids *b, const sepal_row *rows, size_t count,
                                             const sepal_rule *rule, const sepal_solid_mtvs *out);

/* --- Where do two solids touch? ----------------------------------------------------------------
 * What a solver of contacts needs: for every pair that meets, or nearly does, up to four points between the surfaces. Seen along
 * the normal of the push, the sides with which the two face each other are convex polygons, and the solids touch where both are
 * (the symmetric form of "Contact manifolds", Catto, GDC 2007: no side is the reference, and face to face, edge to edge, and corner
 * to face are one rule). */

/* The answers of sepal_solids_contacts_pairs. Each array may be NULL, if it is not wanted. Those in the first two rows have one
 * value for each pair. The others have four, those of point k of pair i at [4 * i + k]; values of points that do not exist are 0,
 * and so is the normal of a pair without points.
 * With a stride the values stand in records of the caller: that of pair i is i * stride bytes behind that of pair 0, and that of
 * point k another k * point_stride bytes; what is between them stays untouched. */
typedef struct sepal_solid_contacts {
    uint8_t *count;                             /* how many points: 0 .. 4 */
    float *normal_x, *normal_y, *normal_z;      /* a unit vector from a towards b, the same for all points */
    float *x, *y, *z;                           /* the point, midway between the two surfaces */
    float *depth;                               /* how far the surfaces overlap there along the normal; < 0: minus their distance */
    uint32_t *feature;                          /* what of a and of b makes the point; see below */
    float *a_x, *a_y, *a_z;                     /* the point of the surface of a, relative to the place of a in poses_a */
    float *b_x, *b_y, *b_z;                     /* the point of the surface of b, relative to the place of b in poses_b */
    size_t stride;                              /* bytes from one pair to the next; 0 = arrays without gaps */
    size_t point_stride;                        /* bytes from one point of a pair to the next; 0 = 4; not read if stride is 0 */
    const sepal_solid_poses *poses_a, *poses_b; /* where each solid of a, of b was placed; NULL = all at (0, 0, 0) */
} sepal_solid_contacts;

/* Where does solid pairs[i].a of set a touch solid pairs[i].b of set b?
 * A pair has points if and only if sepal_solids_overlap_pairs says that it overlaps under the margin of the rule and
 * SEPAL_TOUCHING_OVERLAPS; this is exact. For pairs without points the price is that of this yes or no.
 *
 * The normal n is that of sepal_solids_mtv_pairs about this pair without a margin, to the last bit. The deepest point has the
 * depth of that push, to the last bit (but never less than -margin), and no point is deeper.
 *
 * Let E be the greatest side of the box around a core, parallel to the coordinate axes, C the greatest magnitude of its
 * coordinates, and D the greatest side of the box around both cores.
 * Sides: that of a is found from the vertex which is farthest along n. Of a box with right angles, up to the rounding of its half
 * edges, it is the face at this vertex, of those whose half edge is most nearly along n. Otherwise, of the edges from the vertex to
 * others, the one that falls least below it along n is taken; then of the two planes through this edge that bound the core, the one
 * that falls least; and the side is all vertices within 2^-19 E + 2^-21 C of this plane, or their convex hull seen along n. (What
 * falls on the way to a vertex is compared with this tolerance added, so that noise does not prefer a vertex that is near.) (The
 * tolerance for distances from the origin is there because placed vertices are rounded: four corners of a parallelogram are within
 * 2^-21.2 C of the plane of three of them, wherever it is placed, and so a crate given as a hull rests on four points as a box
 * does.) If the plane is steep, with less than 1/4 for the cosine of its angle with n, the side is only the edge; if the edge is
 * steep too, or is no longer than 2^-19 E + 2^-23 C as seen along n, only the vertex. The same is done for b against n. Where more
 * than 64 vertices are that near, the side has those at most that are the farthest in 64 directions. Points: candidates are the
 * corners of the common part of both sides, seen along n: a vertex of one over the side of the other, or an edge of a across an
 * edge of b. Corners of the two within 2^-17 min(E_a, E_b) + 2^-22 max(C_a, C_b) of each other, and such edges, count as one. Of
 * two edges the common part is where they cross, up to this distance; or, where no face is, but the edges are side by side, as
 * those of capsules, the two ends of the stretch that they share, with the depth r less their distance; or, where the cores overlap
 * along n, r plus this overlap less how far the edges are beside each other. Candidates with a depth below -point_margin are
 * dropped.
 * At most four remain, chosen by area and not by depth, since noise chooses between depths that are nearly equal: the candidate
 * that is farthest along an edge of a, seen along n; the one farthest from that; the one that makes the greatest triangle with
 * both; and the one that adds most to it. (The edge is the first of the side. It is one of b where n is against the way in which
 * the pair is looked at, so that an exchange changes nothing. Values are greater by a little in one direction, which is fixed in
 * the same solid: so noise does not choose between the corners of sides that are equal.) None is taken that adds nothing, up to
 * 2^-10 min(E_a, E_b) + 2^-20 max(C_a, C_b). A candidate that is deeper than all of these by more than margin / 4 + 2^-8 L + 2^-17
 * (D + r), where L is the diagonal of the rectangle around the candidates, seen along n, and r the sum of the radii, is taken as
 * well, in place of the one without which the others make the greatest triangle. If there is no candidate, or none that is as deep
 * as the push up to the same difference, the only point is midway between those of sepal_solids_mtv_pairs. The points stand in the
 * order in which they were chosen.
 *
 * Feature: four bytes; of a the highest two, of b the lowest two. They are twice the number of a vertex, where a point is nearer
 * than t to it, seen along n; or else 255, 254, if the point is that near to a vertex of the other side; or the numbers of the ends
 * of an edge in ascending order, where two edges cross, and where no face is. t is 2^-6 min(E_a, E_b), or 0.49 of the least
 * distance between two points of the pair if that is less: so the name of a vertex comes before those of the edges at it, and which
 * of corners that lie on each other makes the point does not matter. Numbers are those of the vertices of a hull as they were given
 * (of equal ones the first), and of a box u + 2 v + 4 w, with 1 for each half edge that leads to the vertex and 0 for those that
 * lead away from it. Of a hull of more than 256 points the two bytes together are a number modulo 2^15 for a vertex; or 2^15 plus
 * the remainder of p + 181 q by 2^15 - 5 for an edge with the ends p < q; if that makes a later point of a pair the same as an
 * earlier one, it has the next number. Features stay the same while solids slide and turn a little: so a solver can start with the
 * impulse that the same feature of the same pair had in the step before. No feature occurs twice in a pair.
 *
 * Symmetry: the pair (b, a) has the same points with the same bits, and -n, if the push of (b, a) has -n and the same depth; the
 * halves of the features are exchanged, and so are the points of the surfaces.
 *
 * Accuracy, with u = 2^-24 and r as above: the point of the surface of a, moved by -r_a n, is within 8 u (D + r) of the core of a,
 * but for the rounding of the coordinates, u |x| + 2^-149 of each, and four times the tolerances for vertices near a plane and for
 * corners that count as one (more beyond a corner of a side that is sharp: by 1 / sin of half of its angle); likewise the point of
 * the surface of b, moved by r_b n. Between these two points of the cores is r - depth, within the same: along n, but between
 * edges side by side, whose points may be beside each other as well. Only the deepest point may be less deep than its depth says,
 * by the difference by which a candidate must be deeper to be taken. All of this holds however large one solid is beside the other.
 * While a side with a radius is tilted against n, its surface is farther from its core than the radius along n, so the solids
 * overlap there by more than the depth says. Of points relative to a place only the relative coordinates are rounded (but for those
 * of the push). The sign of a depth near 0 is exact of the deepest point only. No number of an answer is -0, NaN or infinite: a
 * coordinate or depth beyond the range of float becomes the nearest finite float. All is the same to the last bit on every
 * instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: both margins; NULL = all zero.
 * out: the arrays, which may not overlap each other or the pairs. Name the members, so that the others are NULL or 0. Of poses_a
 * and poses_b, which need a pose for each solid of a, of b, only the places are read; they do not move the solids, which were
 * placed before.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is NULL while count is not 0, an index is outside its set, the rule has no
 * meaning, or poses are given without all of x, y and z, or of x64, y64 and z64; SEPAL_BAD_SHAPE if the place of a solid in a pair
 * is not finite, or overflows; then nothing is written. Nothing is allocated. */
SEPAL_API sepal_status sepal_solids_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs,
                                                   size_t count, const sepal_contact_rule *rule, const sepal_solid_contacts *out);

/* --- Do moving solids meet? --------------------------------------------------------------------
 * As sepal_polys_sweep_pairs: each solid moves in a straight line, without turning, while the time goes from 0 to 1. Only the move
 * d of b relative to a counts, the difference of the two moves as real numbers: the Minkowski difference of the solids covers a
 * convex region as it moves by d, and the solids meet if and only if the region contains the origin (Ericson, Real-Time Collision
 * Detection, 2005, section 5.5.8). */

/* How the solids of a set move, as rows or columns: value i of each array stands at [i * stride], as in sepal_solid_boxes. */
typedef struct sepal_solid_moves {
    const float *x, *y, *z; /* the displacement of each solid of the set from time 0 to time 1 */
    size_t stride;          /* floats from one move to the next; 0 = 1 */
} sepal_solid_moves;

/* The answers of sepal_solids_sweep_pairs. Each array may be NULL, if it is not wanted. */
typedef struct sepal_solid_hits {
    uint64_t *bits;                        /* do they meet? SEPAL_BIT_WORDS(count) words, as in sepal_solids_overlap_pairs */
    float *time;                           /* `count` floats: when they meet first; 1 if they do not meet */
    float *normal_x, *normal_y, *normal_z; /* `count` floats each: the unit normal there, from a towards b; 0 if they do not meet */
} sepal_solid_hits;

/* Do solid pairs[i].a of set a and solid pairs[i].b of set b meet while both move? When, and how?
 * They meet if at some time in [0, 1] they overlap under the rule, as sepal_solids_overlap_pairs says of the moved solids, with all
 * positions as real numbers: at time t solid i of a is where it is stored plus t * (x, y, z) of its move. Exact, for all finite
 * moves. (Where touching is apart, solids that only slide along each other, or two that lack volume and are parallel, do not meet.)
 *
 * The time is that when they first touch, t, rounded towards 0: the greatest float that is not later than t. So it is never late,
 * and early by less than one unit in the last place. time is 0 if they touch or overlap at the beginning. There is one exception.
 * Let r be the sum of the radii and the margin. If r > 0, and all coordinates, moves, radii and the margin of a pair together span
 * more than 160 bits (from the lowest bit of one that is not 0 to the highest of one), which takes a coordinate of 1 beside one of
 * 2^-137, time is the greatest multiple of 2^-62, or of less, that is a float and not later: this differs for times below 2^-38
 * only.
 *
 * The normal, if they touch or overlap at the beginning, is that of sepal_solids_mtv_pairs about this pair under the same rule.
 * Otherwise, with r = 0, it is that of the side of the Minkowski difference b - a of the cores which the origin enters at
 * the time t: the normal of a face of one, or of an edge of each; of several that it enters at once, of one of them. Each component
 * is the float nearest to it. If the difference has no volume, a side is one within the directions of the difference and of d; so
 * two points have the direction of the way. With r > 0, the normal leads from the point of the core of a that is nearest to the
 * core of b to that of b, when they first touch, which small and fast solids may do many r after the float `time`. A time at which
 * the distance of the cores is r but for 2^-34 r + 2^-70 |d| counts as that, where d is the way of b as seen from a. Each component
 * is within 2 u of its own, u = 2^-24, as long as |d| < 2^44 r.
 *
 * No number of an answer is -0, NaN or infinite. All is the same to the last bit on every instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * moves_a, moves_b: a move of each solid of each set, which has to be finite if the solid is in a pair; NULL = the set is at rest.
 * They may be one.
 * pairs: `count` pairs of indices.
 * rule: whether touching counts, and the margin; NULL = touching counts as overlap, without a margin.
 * out: the arrays, which may not overlap each other, the moves or the pairs.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is NULL while count > 0, an index is outside its set, x, y or z of moves for a
 * set that is not empty is NULL, or the rule has no meaning; SEPAL_BAD_SHAPE if a move of a solid in a pair is not finite; then
 * nothing is written. Nothing is allocated. Of fewer pairs than solids, only the moves of the solids in them are read. */
SEPAL_API sepal_status sepal_solids_sweep_pairs(const sepal_solids *a, const sepal_solid_moves *moves_a, const sepal_solids *b,
                                                const sepal_solid_moves *moves_b, const sepal_pair *pairs, size_t count,
                                                const sepal_rule *rule, const sepal_solid_hits *out);

#ifdef __cplusplus
}
#endif
#endif
