/* search.h — whole scenes: all pairs of two sets that overlap, found without a list of pairs.
 *
 * A finder puts boxes parallel to the axes around the shapes of a set, packs them into a tree along a space-filling curve (Kamel,
 * Faloutsos, "Hilbert R-tree", VLDB 1994), joins the trees (Brinkhoff, Kriegel, Seeger, "Efficient processing of spatial joins
 * using R-trees", SIGMOD 1993), and asks exactly about the pairs whose boxes meet. So the answers are those of
 * sepal_polys_overlap_pairs for every pair of the two sets, at a cost near n log n + k for n shapes and k pairs of boxes that meet.
 *
 * A finder owns the memory that it works in. A call allocates where that is too little, and what it grew to is kept, so that the
 * same question asked again allocates nothing. One thread at a time may use a finder; several threads may use several finders on
 * the same sets. So threads can share one search: all pairs by strips of space, questions to a tree by parts of the range, the list
 * or the arrays (docs/threads.md, examples/cores.c). */
#ifndef SEPAL_SEARCH_H
#define SEPAL_SEARCH_H

#include "base.h"
#include "polys.h"
#include "solids.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sepal_finder sepal_finder; /* opaque */

/* Makes a finder.
 * allocator: where the finder takes all its memory from; NULL = the C library's.
 * out: receives the finder; untouched unless SEPAL_OK.
 * SEPAL_BAD_ARGUMENT if out is NULL or one of the allocator's functions is; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_finder_create(const sepal_allocator *allocator, sepal_finder **out);

/* Releases a finder and its memory. NULL is allowed. */
SEPAL_API void sepal_finder_destroy(sepal_finder *finder);

/* Which pairs are wanted: shape i of the first set and shape j of the second, if
 *     member[0][i] & mask[1][j] and member[1][j] & mask[0][i] are both not 0, and owner[0][i] != owner[1][j].
 * Each array has a number for every shape of its set. A NULL array of members or masks stands for all bits; where one of the two
 * arrays of owners is NULL, owners do not matter. If both sets are one, the arrays [0] serve for both and the arrays [1] are not
 * read. All NULL: every pair is wanted. */
typedef struct sepal_filter {
    const uint32_t *member[2]; /* what a shape is */
    const uint32_t *mask[2];   /* what it is to meet */
    const uint32_t *owner[2];  /* shapes of one owner are never paired, such as the parts of one body */
} sepal_filter;

/* Which shapes of a overlap which shapes of b?
 * finder: works in its memory, which grows as needed.
 * a, b: the sets. If they are one, each pair is given once, with a < b, and no shape is paired with itself.
 * filter: which pairs are wanted; NULL = all.
 * rule: whether touching counts, and the margin, as in sepal_polys_overlap_pairs; NULL = it counts, without a margin.
 * room: how many pairs fit the output.
 * pairs: receives the pairs in ascending order of a, then of b: the same list on every machine. NULL if room is 0.
 * found: receives how many pairs there are; with SEPAL_OK as many were written.
 * SEPAL_TOO_SMALL if there are more than `room`: then `found` says how many, and `pairs` is untouched. SEPAL_BAD_ARGUMENT if
 * finder, a, b or found is NULL, pairs is NULL while room is not 0, or the rule has no meaning; SEPAL_NO_MEMORY: in both cases
 * nothing is written. */
SEPAL_API sepal_status sepal_polys_find_pairs(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b,
                                              const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                              size_t *found);

/* Takes pairs as they are found.
 * context: the caller's.
 * pairs: `count` >= 1 of them, which are gone after the call.
 * Returns whether more are wanted: 0 ends the search. It may call the library, but not with the finder that calls it; it must not
 * change the sets or the arrays of the filter; and it has to return. */
typedef int sepal_take_pairs(void *context, const sepal_pair *pairs, size_t count);

/* Which shapes of a overlap which shapes of b, in any order? The pairs are those of sepal_polys_find_pairs. They are given to
 * `take` as they are found, in blocks of at most a few thousand. So no memory of the size of the answer is needed, nothing is
 * sorted, and the search can end early, as when one collision is enough. The order is the same on every machine, but may change
 * with any version.
 * take, context: is called with `context`, in the thread, and in the floating-point state, of the caller.
 * All other arguments: as in sepal_polys_find_pairs.
 * SEPAL_OK also if `take` ended the search. SEPAL_BAD_ARGUMENT if finder, a, b or take is NULL, or the rule has no meaning;
 * SEPAL_NO_MEMORY: in both cases `take` is not called. */
SEPAL_API sepal_status sepal_polys_find_each(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b,
                                             const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                             void *context);

/* Which shapes of a are near which shapes of b? As sepal_polys_find_pairs, but a pair is given if the boxes around the two shapes
 * overlap or touch: no pair within `margin` of each other is missing, and some pairs farther apart are given. This is the broad
 * phase of an engine. The boxes are parallel to the axes and hold the shapes, radii included. Those of a are larger by `margin` on
 * each side, or, if a and b are one set, all of them by half of it. Their sides are rounded outwards to float32, each to the
 * nearest float that leaves nothing outside, or, beyond the range of float32, to its end.
 * margin: finite, >= 0, in the unit of the coordinates.
 * All other arguments, and the status, are as in sepal_polys_find_pairs. */
SEPAL_API sepal_status sepal_polys_find_near(sepal_finder *finder, const sepal_polys *a, const sepal_polys *b,
                                             const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs,
                                             size_t *found);

/* --- Many questions about one set --------------------------------------------------------------------------------------------- */

/* Builds the tree of set b, for the calls below that ask about it. It serves them in any order, whatever else the finder is asked
 * meanwhile, until b changes; then either it is built again, or sepal_polys_find_update makes it follow b. Without either, pairs,
 * shapes and hits may be missing. (Where b has another number of shapes than its tree, the calls below are refused.) A finder has
 * one tree, which the next sepal_..._find_build or _find_keep replaces. The set must not be destroyed while it is used.
 * SEPAL_BAD_ARGUMENT if finder or b is NULL; SEPAL_NO_MEMORY: then the finder has the tree that it had, if any. */
SEPAL_API sepal_status sepal_polys_find_build(sepal_finder *finder, const sepal_polys *b);

/* Which of the shapes first .. first+count-1 of a overlap which shapes of the set that the tree was built of?
 * So a scene can be answered slice by slice, in bounded memory: the answers of successive ranges, one after the other, are those of
 * sepal_polys_find_pairs. If a is the set of the tree, pairs with a < b are given.
 * first, count: the range in a; may be empty.
 * All other arguments, and what is returned: as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT also if the finder has no tree or the
 * range is outside a. */
SEPAL_API sepal_status sepal_polys_find_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                              const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                              size_t *found);

/* The pairs of sepal_polys_find_range in any order, as they are found: they are given to `take` as sepal_polys_find_each gives
 * them, and `take` may end the search.
 * take, context: as in sepal_polys_find_each. All other arguments, and what is returned: as in sepal_polys_find_range.
 * SEPAL_BAD_ARGUMENT also if take is NULL; with any status but SEPAL_OK `take` is not called. */
SEPAL_API sepal_status sepal_polys_find_each_range(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count,
                                                   const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                                   void *context);

/* Which of the listed shapes of a overlap which shapes of the set that the tree was built of? If a is that set: which pairs of its
 * shapes overlap, of which at least one is listed, with a < b? So a program that knows which shapes have changed learns their pairs
 * at a cost that grows with their number, and with that of all only as the depth of the tree does.
 * shapes: `count` indices in a, in any order; one that is there twice counts once.
 * All other arguments, and what is returned: as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT also if the finder has no tree,
 * shapes is NULL while count > 0, or an index is outside a. */
SEPAL_API sepal_status sepal_polys_find_list(sepal_finder *finder, const sepal_polys *a, const uint32_t *shapes, size_t count,
                                             const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                             size_t *found);

/* The pairs of sepal_polys_find_list in any order, as they are found: they are given to `take` as sepal_polys_find_each gives them,
 * and `take` may end the search.
 * take, context: as in sepal_polys_find_each. All other arguments, and what is returned: as in sepal_polys_find_list.
 * SEPAL_BAD_ARGUMENT also if take is NULL; with any status but SEPAL_OK `take` is not called. */
SEPAL_API sepal_status sepal_polys_find_each_list(sepal_finder *finder, const sepal_polys *a, const uint32_t *shapes, size_t count,
                                                  const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                                  void *context);

/* Points as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes. */
typedef struct sepal_points {
    const float *x, *y;      /* coordinates */
    size_t stride;           /* floats from one point to the next; 0 = 1 */
    const double *x64, *y64; /* instead of x and y, which are NULL then, for the tree of a set of doubles; else NULL */
    size_t stride64;         /* doubles from one point to the next in x64 and y64; 0 = 1 */
} sepal_points;

/* Which shapes of the set that the tree was built of contain which points, or are within the rule's margin of them? Exact, as
 * sepal_polys_overlap_pairs about a set of polygons of one vertex each.
 * points: `count` points; where the tree is that of a set of doubles, by x64 and y64, coordinates as in sepal_polys_add_doubles.
 * filter: which pairs of a point, of the first set, and a shape, of the second, are wanted; NULL = all.
 * rule: whether a point on the boundary counts, and the margin; NULL = it counts, without a margin.
 * room, found: as in sepal_polys_find_pairs.
 * pairs: receives pairs of a point, a, and a shape, b, in ascending order of a, then of b. NULL if room is 0.
 * SEPAL_TOO_SMALL as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT if finder, points or found is NULL, an array of the points is
 * while count > 0, pairs is NULL while room is not 0, the finder has no tree of polygons, or the rule has no meaning;
 * SEPAL_BAD_KIND if x or y is given for the tree of a set of doubles, or x64 or y64 for another; SEPAL_BAD_SHAPE if a coordinate is
 * not finite, or as a double out of range; SEPAL_NO_MEMORY: in all these cases nothing is written. */
SEPAL_API sepal_status sepal_polys_find_at(sepal_finder *finder, const sepal_points *points, size_t count,
                                           const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                           size_t *found);

/* Which shapes of the set that the tree was built of overlap the box low_x <= x <= high_x, low_y <= y <= high_y, or are within the
 * rule's margin of it? Exact, as sepal_polys_overlap_pairs about the box. In a set of doubles a window is a shape of another
 * such set: sepal_polys_find_range answers about it.
 * low_x .. high_y: finite, each low one at most the high one.
 * filter: which pairs are wanted of the box, shape 0 of the first set, and a shape, of the second; NULL = all.
 * rule: whether touching counts, and the margin; NULL = it counts, without a margin.
 * room, found: as in sepal_polys_find_pairs.
 * shapes: receives the indices of the shapes in ascending order. NULL if room is 0.
 * SEPAL_TOO_SMALL as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT if finder or found is NULL, shapes is NULL while room is not 0,
 * the finder has no tree of polygons, a corner is not finite or a low one above a high one, or the rule has no meaning;
 * SEPAL_BAD_KIND if the tree is that of a set of doubles; SEPAL_NO_MEMORY: in all these cases nothing is written. */
SEPAL_API sepal_status sepal_polys_find_in(sepal_finder *finder, float low_x, float low_y, float high_x, float high_y,
                                           const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes,
                                           size_t *found);

/* Which k shapes of the set that the tree was built of are nearest to each of the shapes first .. first+count-1 of a, and how far
 * are they? For points, let a be a set of circles without radii (sepal_polys_add_circles).
 *
 * The distance of a pair is 0 if the two overlap or touch, and else minus the depth of sepal_polys_mtv_pairs without a margin: the
 * same float, with its bounds. So whether it is 0 is exact. The shapes are those with the k least of these floats; of several with
 * the same float those with the least indices. All is the same to the last bit on every instruction set and in every batch. (In the
 * plane two shapes whose exact distances differ by less than the bounds may so come in either order. In space the floats of solids
 * whose cores are apart are the exact distances, rounded, and so in the order of these.)
 *
 * finder: has a tree, by sepal_polys_find_build or _find_keep, which it keeps.
 * a: may be the set of the tree; then no shape is one of its own nearest.
 * first, count: the range in a; may be empty.
 * k: how many of each; may be 0. The time that it takes to keep them in order grows with k^2.
 * filter: which pairs of a shape of a and one of the set of the tree are wanted; NULL = all.
 * limit: the greatest distance that is wanted: finite, >= 0; FLT_MAX for all.
 * nearest: k * count indices, k for each shape of the range, from the nearest on; SEPAL_NO_SHAPE behind the last, if there are
 * fewer.
 * distance: as many floats, which are `limit` behind the last one. The arrays may not overlap.
 * SEPAL_BAD_ARGUMENT if finder or a is NULL, nearest or distance is while k * count > 0, the finder has no tree of polygons, the
 * range is outside a, limit is negative or not finite, or k * count > SIZE_MAX / 4; SEPAL_NO_MEMORY: in both cases nothing is
 * written. Nothing is allocated if the finder has answered this before. Cost, for each shape of the range: that of some log n nodes
 * for n shapes, and of the distances of the shapes whose boxes are not farther than the k-th nearest. These are little more than k,
 * unless many are equally near: all of those are asked about, but for shapes at distance 0, of which some k log n are. */
SEPAL_API sepal_status sepal_polys_find_nearest(sepal_finder *finder, const sepal_polys *a, size_t first, size_t count, size_t k,
                                                const sepal_filter *filter, float limit, uint32_t *nearest, float *distance);

/* Rays as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes. A ray is the segment from its origin to
 * the origin + its move; for one without an end, give it a move that leaves the scene; from 2^60 on, moves take more time. */
typedef struct sepal_rays {
    const float *x, *y;   /* the origin: where the ray is at time 0 */
    const float *dx, *dy; /* the move: where it is at time 1, seen from the origin */
    size_t stride;        /* floats from one ray to the next; 0 = 1 */
} sepal_rays;

/* The answers of sepal_polys_cast_rays. Each array may be NULL, if it is not wanted. */
typedef struct sepal_ray_hits {
    uint32_t *shape;            /* `count` indices: which shape is hit first; SEPAL_NO_SHAPE if none is */
    float *time;                /* `count` floats: when, from 0 to 1; 1 if none is hit */
    float *normal_x, *normal_y; /* `count` floats each: the unit normal there, out of the shape; (0, 0) if none is hit */
    int later;                  /* 1: what is hit at time 0 does not count, so a ray goes on from what it begins inside of */
} sepal_ray_hits;

/* Which shape of the set that the tree was built of does each ray hit first? When, and how?
 * A ray is a point that moves in a straight line from its origin while the time goes from 0 to 1. It hits a shape if and only if
 * sepal_polys_sweep_pairs says that the shape, at rest, and the moving point meet under the rule: exact, for all finite rays. So
 * the margin is the radius of the ray, and an origin inside of a shape, or on its border, hits it at time 0, unless `later` of the
 * answers says that such hits do not count: then it hits the first of all other shapes. (Where touching is apart and there is
 * neither a margin nor a radius, a ray hits what it gets inside of: neither a side that it slides along, nor a shape without area.)
 *
 * Time and normal are those of sepal_polys_sweep_pairs about the shape and the point: the greatest float that is not later than the
 * time of the first touch, so never late, and early by less than one unit in the last place (or, where a ray with a margin, or a
 * shape with a radius, is grazed, perhaps the float before it); and the normal there, which leads from the shape towards the ray.
 * The shape is the one with the least of these times; of several that have the same float, the one with the least index.
 *
 * All is the same to the last bit on every instruction set and in every batch.
 *
 * finder: has a tree, by sepal_polys_find_build or _find_keep, which it keeps.
 * rays: `count` rays.
 * filter: which pairs of a ray, as the first set, and a shape, as the second, are wanted; NULL = all.
 * rule: whether touching counts, and the margin; NULL = it counts, without a margin.
 * out: the arrays, which may not overlap each other or the rays.
 * SEPAL_BAD_ARGUMENT if finder, rays or out is NULL, an array of the rays is while count > 0, the finder has no tree of polygons,
 * or the rule has no meaning; SEPAL_BAD_SHAPE if a value of a ray is not finite; SEPAL_NO_MEMORY: in all these cases nothing is
 * written. Nothing is allocated if the finder has cast rays among polygons before, however many. Cost: that of the nodes of the
 * tree along each ray, up to its hit, of some log n for n shapes; and of the sweeps of the shapes whose boxes it enters until then.
 * These are a few, unless many lie in one place: all that are hit at the same time are asked about, but for time 0, where some log
 * n are. */
SEPAL_API sepal_status sepal_polys_cast_rays(sepal_finder *finder, const sepal_rays *rays, size_t count, const sepal_filter *filter,
                                             const sepal_rule *rule, const sepal_ray_hits *out);

/* One shape that a ray hits. */
typedef struct sepal_ray_hit {
    uint32_t ray, shape;                /* indices */
    float time;                         /* from 0 to 1 */
    float normal_x, normal_y, normal_z; /* the unit normal there, out of the shape; in the plane normal_z is 0 */
} sepal_ray_hit;

/* Takes the hits of rays.
 * context: the caller's.
 * hit: is gone after the call.
 * Returns whether more hits are wanted: above 0, this ray goes on; 0 ends this ray; below 0 ends the search, and no more calls are
 * made. It may call the library, but not with the finder that calls it; it must not change the set of the tree, the rays or the
 * arrays of the filter; and it has to return. */
typedef int sepal_take_hit(void *context, const sepal_ray_hit *hit);

/* Which shapes of the set that the tree was built of does each ray hit? All of them, each once, when the ray comes to it: the
 * shapes of which sepal_polys_cast_rays names the first, with the times and normals that it gives, to the last bit.
 * limit: hits with a later time are left out; from 0 to 1.
 * take, context: `take` is called with `context` for each hit, in the thread, and in the floating-point state, of the caller. The
 * hits of one ray come in ascending order of the time, then of the index of the shape, the same on every machine. Some rays are on
 * their way together, so the hits of different rays come in any order. A hit is given as soon as it is known that no other one is
 * before it; so a ray of which `take` wants no more costs little behind its last hit.
 * All other arguments: as in sepal_polys_cast_rays.
 * SEPAL_OK also if `take` ended the search. SEPAL_BAD_ARGUMENT as in sepal_polys_cast_rays, with `take` in place of out, if limit
 * is not from 0 to 1, or if there are 2^32 rays or more; SEPAL_BAD_SHAPE if a value of a ray is not finite; SEPAL_NO_MEMORY: in all
 * these cases `take` is not called. Nothing is allocated if the finder has answered this about polygons before, however many hits
 * there are: it keeps about a kilobyte for each of 128 rays. Cost: as of sepal_polys_cast_rays, with the shapes whose boxes the ray
 * enters up to the limit. Where more than 32 hits of a ray wait to be given, since the ray enters the boxes of many shapes at about
 * one time, it begins anew once for 32 of these. */
SEPAL_API sepal_status sepal_polys_cast_each(sepal_finder *finder, const sepal_rays *rays, size_t count, float limit,
                                             const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take,
                                             void *context);

/* Which shape of the set that the tree was built of does each of the moving shapes first .. first+count-1 of a hit first? When, and
 * how? Each moves in a straight line, without turning, while the time goes from 0 to 1, and the shapes of the tree rest. It hits
 * one if and only if sepal_polys_sweep_pairs says that the two meet under the rule: exact. Time and normal are those of
 * sepal_polys_sweep_pairs about the shape that is hit and the one that moves, to the last bit; the normal leads from the one that
 * is hit. The shape is the one with the least of these times; of several that have the same float, the one with the least index.
 * What is overlapped or touched at the beginning is hit at time 0, unless `later` of the answers says that such hits do not count.
 * a: may be the set of the tree; then no shape hits itself.
 * moves: as in sepal_polys_sweep_pairs, of all shapes of a; NULL: they rest.
 * first, count: the range in a; may be empty.
 * filter: which pairs of a shape of a and one of the set of the tree are wanted; NULL = all.
 * rule: whether touching counts, and the margin; NULL = it counts, without a margin.
 * out: the arrays, with an answer for each shape of the range; they may not overlap each other or the moves.
 * SEPAL_BAD_ARGUMENT if finder, a or out is NULL, the finder has no tree of polygons, the range is outside a, x or y of moves for a
 * set that is not empty is NULL, or the rule has no meaning; SEPAL_BAD_SHAPE if a move is not finite; SEPAL_NO_MEMORY: in all these
 * cases nothing is written. Nothing is allocated if the finder has cast shapes or rays among polygons before. Cost: as of
 * sepal_polys_cast_rays, with the boxes that the box of the shape meets on its way; besides, all moves are read. */
SEPAL_API sepal_status sepal_polys_cast_shapes(sepal_finder *finder, const sepal_polys *a, const sepal_moves *moves, size_t first,
                                               size_t count, const sepal_filter *filter, const sepal_rule *rule,
                                               const sepal_ray_hits *out);

/* --- A set that is kept from step to step ---------------------------------------------------------------------------------------
 * Most shapes of an engine's scene rest, or move little in a step. The finder then keeps the tree of the set, and makes it follow
 * the set, instead of building it anew. In each step:
 *
 *     move some shapes of b, as by sepal_polys_place_list
 *     sepal_polys_find_update(finder, NULL, 0)       looks at all shapes, or: at those that are listed
 *     sepal_polys_find_kept(finder, ...)             all pairs of b, as sepal_polys_find_pairs gives them; or the calls above */

/* Builds the tree of set b as sepal_polys_find_build does, but around each shape with everything within `slack` of it: so a shape
 * that moves by less than `slack` has not left its box, and costs nothing.
 * slack: finite, >= 0, in the unit of the coordinates. Some steps' moves are a good choice, if that is less than a tenth of the
 * size of the shapes: the larger, the fewer shapes leave their boxes, and the more pairs of boxes meet. Of all answers it changes
 * only which pairs sepal_polys_find_near_kept gives besides those within its margin.
 * SEPAL_BAD_ARGUMENT if finder or b is NULL, or slack is negative or not finite; SEPAL_NO_MEMORY: then the finder has the tree that
 * it had, if any. */
SEPAL_API sepal_status sepal_polys_find_keep(sepal_finder *finder, const sepal_polys *b, float slack);

/* Makes the tree follow its set, which has changed: shapes that moved or got other vertices or radii, or were added behind the last
 * one, or removed there (as by sepal_polys_clear and adding again). Afterwards all answers are those of a tree that is built anew.
 * shapes: `count` indices of shapes that may have changed, in any order. A shape that has changed and is not listed may be missing
 * from later answers; those that were added or removed need not be listed. NULL: all shapes are looked at, whatever count is, so
 * that none is forgotten; this costs a nanosecond or two for a box, and some ten for other shapes.
 * SEPAL_BAD_ARGUMENT if finder is NULL or has no tree of polygons, or an index is outside the set; SEPAL_NO_MEMORY: in both cases
 * the tree is as it was.
 * Cost: that of reading the shapes that are looked at, and less than a microsecond for each that has left its box. The first one
 * that is new, or has gone farther than to the next shapes, costs some microseconds, on average over many updates; some of them
 * take longer, up to a tenth of the time of building. After a thirty-second of all shapes has been added or has gone so far, all is
 * packed anew, at the cost of building. If more than an eighth of the shapes have left their boxes, the tree is built anew at once,
 * without slack until fewer do: so this and sepal_polys_find_kept take about as long then as sepal_polys_find_pairs. */
SEPAL_API sepal_status sepal_polys_find_update(sepal_finder *finder, const uint32_t *shapes, size_t count);

/* Which shapes of the set of the tree overlap each other? The pairs are those that sepal_polys_find_pairs finds of the set and
 * itself, in the same order. The pairs of boxes of the tree that meet are kept from call to call, so that only those of boxes that
 * changed are looked for; then all are asked about. None are kept after an update in which more than an eighth of the shapes left
 * their boxes, or where there are more than 64 for each shape: so they take at most 512 bytes a shape, and a little more while they
 * are found. Then, and where the filter would leave out most of them, the tree is joined with itself, without the parts of which
 * the filter wants no pair. With a greater margin than in all calls before, the tree is built anew, with boxes that are larger by a
 * half of it.
 * All arguments, and what is returned: as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT also if the finder has no tree of polygons.
 * After SEPAL_NO_MEMORY the finder still has its tree. */
SEPAL_API sepal_status sepal_polys_find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                                             sepal_pair *pairs, size_t *found);

/* The pairs of sepal_polys_find_kept in any order, given to `take` as they are found, as by sepal_polys_find_each.
 * take, context, and what is returned: as in sepal_polys_find_each; filter, rule: as in sepal_polys_find_pairs. SEPAL_BAD_ARGUMENT
 * also if the finder has no tree of polygons. */
SEPAL_API sepal_status sepal_polys_find_each_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                                  sepal_take_pairs *take, void *context);

/* Which shapes of the set of the tree are near each other? As sepal_polys_find_kept, but a pair is given if the boxes of the tree
 * around the two overlap or touch: no pair within `margin` of each other is missing, and some pairs farther apart are given. This
 * is the broad phase of an engine that keeps its pairs: they come and go when a shape leaves its box; and when the tree is built
 * anew, by an update in which more than an eighth of the shapes leave their boxes, by the one after it, or for a greater margin.
 * The boxes are parallel to the axes, and hold everything within half of the greatest margin so far of their shapes. When a box is
 * made, it is larger by the slack of sepal_polys_find_keep, too, unless more than an eighth of the shapes left theirs in the same
 * update. So which pairs farther apart are given depends on the calls before, and is the same on every machine after the same
 * calls.
 * margin: finite, >= 0, in the unit of the coordinates.
 * All other arguments, and the status, are as in sepal_polys_find_kept. */
SEPAL_API sepal_status sepal_polys_find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                                  sepal_pair *pairs, size_t *found);

/* --- Solids ---------------------------------------------------------------------------------------------------------------------
 * The questions above about sets of solids, with the same promises: read "solid" for "shape". One finder serves both kinds, one
 * after the other. */

/* Which solids of a overlap which solids of b? As sepal_polys_find_pairs. */
SEPAL_API sepal_status sepal_solids_find_pairs(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b,
                                               const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                               size_t *found);

/* Which solids of a overlap which solids of b, in any order? As sepal_polys_find_each. */
SEPAL_API sepal_status sepal_solids_find_each(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b,
                                              const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                              void *context);

/* Which solids of a are near which solids of b? As sepal_polys_find_near. */
SEPAL_API sepal_status sepal_solids_find_near(sepal_finder *finder, const sepal_solids *a, const sepal_solids *b,
                                              const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs,
                                              size_t *found);

/* Builds the tree of set b. As sepal_polys_find_build. */
SEPAL_API sepal_status sepal_solids_find_build(sepal_finder *finder, const sepal_solids *b);

/* Which of the solids first .. first+count-1 of a overlap which solids of the set that the tree was built of? As
 * sepal_polys_find_range. */
SEPAL_API sepal_status sepal_solids_find_range(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                               const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                               size_t *found);

/* The pairs of sepal_solids_find_range in any order, as they are found. As sepal_polys_find_each_range. */
SEPAL_API sepal_status sepal_solids_find_each_range(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count,
                                                    const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                                    void *context);

/* Which of the listed solids of a overlap which solids of the set that the tree was built of? As sepal_polys_find_list. */
SEPAL_API sepal_status sepal_solids_find_list(sepal_finder *finder, const sepal_solids *a, const uint32_t *shapes, size_t count,
                                              const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                              size_t *found);

/* The pairs of sepal_solids_find_list in any order, as they are found. As sepal_polys_find_each_list. */
SEPAL_API sepal_status sepal_solids_find_each_list(sepal_finder *finder, const sepal_solids *a, const uint32_t *shapes,
                                                   size_t count, const sepal_filter *filter, const sepal_rule *rule,
                                                   sepal_take_pairs *take, void *context);

/* Points in space as rows or columns, as sepal_points. */
typedef struct sepal_solid_points {
    const float *x, *y, *z; /* coordinates */
    size_t stride;          /* floats from one point to the next; 0 = 1 */
} sepal_solid_points;

/* Which solids of the set that the tree was built of contain which points, or are within the rule's margin of them? As
 * sepal_polys_find_at. */
SEPAL_API sepal_status sepal_solids_find_at(sepal_finder *finder, const sepal_solid_points *points, size_t count,
                                            const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                                            size_t *found);

/* Which solids of the set that the tree was built of overlap the box from the corner `low` to the corner `high`, parallel to the
 * axes, or are within the rule's margin of it? As sepal_polys_find_in. SEPAL_BAD_ARGUMENT also if low or high is NULL. */
SEPAL_API sepal_status sepal_solids_find_in(sepal_finder *finder, const float low[3], const float high[3],
                                            const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes,
                                            size_t *found);

/* Which k solids of the set that the tree was built of are nearest to each of the solids first .. first+count-1 of a, and how far
 * are they? As sepal_polys_find_nearest, with the distances of sepal_solids_mtv_pairs. */
SEPAL_API sepal_status sepal_solids_find_nearest(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, size_t k,
                                                 const sepal_filter *filter, float limit, uint32_t *nearest, float *distance);

/* Builds the tree of set b around each solid with everything within `slack` of it. As sepal_polys_find_keep. */
SEPAL_API sepal_status sepal_solids_find_keep(sepal_finder *finder, const sepal_solids *b, float slack);

/* Makes the tree follow its set, which has changed. As sepal_polys_find_update. */
SEPAL_API sepal_status sepal_solids_find_update(sepal_finder *finder, const uint32_t *shapes, size_t count);

/* Which solids of the set of the tree overlap each other? As sepal_polys_find_kept. */
SEPAL_API sepal_status sepal_solids_find_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule, size_t room,
                                              sepal_pair *pairs, size_t *found);

/* The pairs of sepal_solids_find_kept in any order. As sepal_polys_find_each_kept. */
SEPAL_API sepal_status sepal_solids_find_each_kept(sepal_finder *finder, const sepal_filter *filter, const sepal_rule *rule,
                                                   sepal_take_pairs *take, void *context);

/* Which solids of the set of the tree are near each other? As sepal_polys_find_near_kept. */
SEPAL_API sepal_status sepal_solids_find_near_kept(sepal_finder *finder, const sepal_filter *filter, float margin, size_t room,
                                                   sepal_pair *pairs, size_t *found);

/* Rays in space as rows or columns, as sepal_rays. */
typedef struct sepal_solid_rays {
    const float *x, *y, *z;    /* the origin: where the ray is at time 0 */
    const float *dx, *dy, *dz; /* the move: where it is at time 1, seen from the origin */
    size_t stride;             /* floats from one ray to the next; 0 = 1 */
} sepal_solid_rays;

/* The answers of sepal_solids_cast_rays. Each array may be NULL, if it is not wanted. */
typedef struct sepal_solid_ray_hits {
    uint32_t *shape;                       /* `count` indices: which solid is hit first; SEPAL_NO_SHAPE if none is */
    float *time;                           /* `count` floats: when, from 0 to 1; 1 if none is hit */
    float *normal_x, *normal_y, *normal_z; /* `count` floats each: the unit normal there, out of the solid; 0 if none is hit */
    int later;                             /* as in sepal_ray_hits */
} sepal_solid_ray_hits;

/* Which solid of the set that the tree was built of does each ray hit first? When, and how?
 * As sepal_polys_cast_rays: a ray hits a solid if and only if sepal_solids_sweep_pairs says that the solid, at rest, and the moving
 * point meet under the rule, and time and normal are those which it gives of the two, to the last bit. Of several solids with the
 * same time, the one with the least index is named. With a margin a ray is a sphere that moves. Nothing is allocated if the finder
 * has cast rays among solids before. */
SEPAL_API sepal_status sepal_solids_cast_rays(sepal_finder *finder, const sepal_solid_rays *rays, size_t count,
                                              const sepal_filter *filter, const sepal_rule *rule, const sepal_solid_ray_hits *out);

/* Which solids of the set that the tree was built of does each ray hit? As sepal_polys_cast_each, by sepal_solids_sweep_pairs. */
SEPAL_API sepal_status sepal_solids_cast_each(sepal_finder *finder, const sepal_solid_rays *rays, size_t count, float limit,
                                              const sepal_filter *filter, const sepal_rule *rule, sepal_take_hit *take,
                                              void *context);

/* Which solid of the set that the tree was built of does each of the moving solids first .. first+count-1 of a hit first? As
 * sepal_polys_cast_shapes, by sepal_solids_sweep_pairs. */
SEPAL_API sepal_status sepal_solids_cast_shapes(sepal_finder *finder, const sepal_solids *a, const sepal_solid_moves *moves,
                                                size_t first, size_t count, const sepal_filter *filter, const sepal_rule *rule,
                                                const sepal_solid_ray_hits *out);

/* --- Trajectories ------------------------------------------------------------------------------------------------------------- */

/* At which of its poses does a model first overlap an obstacle?
 * The poses are the steps of a trajectory, in order, and each is asked about as sepal_polys_place places the model and
 * sepal_polys_overlap_pairs answers; what the model sweeps over between two steps is not. Steps behind the first that overlaps are
 * not asked about. For a body of several models, ask about each, with what was found for the ones before as the count.
 * models, obstacles: the sets; they may be one.
 * model: index in models.
 * poses: the arrays, as for sepal_polys_place.
 * count: poses.
 * rule: whether touching counts, and the margin; NULL = it counts, without a margin.
 * world: another set, to work in. What it held is lost, whatever is returned. Nothing is allocated if it has room for 64 such
 * models, or `count` if that is less, as by an earlier call or by sepal_polys_reserve. Threads need one each.
 * first: receives the number of the pose, or `count` if there is none.
 * SEPAL_BAD_ARGUMENT if a pointer but rule is NULL (the arrays may be NULL while count is 0; of cos and sin both or none), world is
 * models or obstacles, model is outside models, or the rule has no meaning: then `world` is as it was. SEPAL_BAD_SHAPE if a value
 * of a pose is not finite or a vertex overflows, unless it is 64 or more poses behind the one that is found; SEPAL_NO_MEMORY. In
 * all these cases `first` is untouched. Cost: that of placing the steps and asking about pairs with boxes that meet, and of reading
 * all obstacles once for 64 steps. */
SEPAL_API sepal_status sepal_polys_first_hit(const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t count,
                                             const sepal_polys *obstacles, const sepal_rule *rule, sepal_polys *world,
                                             size_t *first);

/* At which of its poses does a solid first overlap an obstacle? As sepal_polys_first_hit, with poses as for sepal_solids_place. */
SEPAL_API sepal_status sepal_solids_first_hit(const sepal_solids *models, uint32_t model, const sepal_solid_poses *poses,
                                              size_t count, const sepal_solids *obstacles, const sepal_rule *rule,
                                              sepal_solids *world, size_t *first);

#ifdef __cplusplus
}
#endif
#endif
