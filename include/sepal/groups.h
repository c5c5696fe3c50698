/* groups.h — concave shapes, and bodies of several shapes, as groups: the union of some convex shapes of a set, its parts; and
 * chains of segments. */
#ifndef SEPAL_GROUPS_H
#define SEPAL_GROUPS_H

#include "base.h"
#include "polys.h"
#include "solids.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Groups of shapes of a set: group g has the shapes first[g] .. first[g+1]-1 as its parts. It may have none.
 * first: count + 1 indices, ascending. NULL with count 0: every shape of the set is a group of its own, with its own number. */
typedef struct sepal_groups {
    const uint32_t *first; /* where each group begins */
    size_t count;          /* groups */
} sepal_groups;

/* --- Concave polygons --------------------------------------------------------------------------------------------------------- */

/* Adds a polygon that need not be convex: cut into convex polygons without gaps or overlaps, whose union is exactly the polygon.
 * The polygon must be simple: no two of its edges share a point, except the ends that follow each other. Repeated vertices and
 * vertices in the middle of an edge are allowed. Whether the polygon is simple is decided exactly. sepal_polys_add_with_holes takes
 * polygons with holes.
 * The parts have vertices of the polygon only, go round counter-clockwise, and touch each other along diagonals. They are found by
 * triangulating the polygon along a line that sweeps over it, and removing all diagonals that are not needed (Hertel, Mehlhorn,
 * "Fast triangulation of simple polygons", FCT 1983): at most four times as many parts as the least possible number; a convex
 * polygon is one part.
 * x, y: `count` coordinates each, finite, in the order of the outline, either way round; they may not point into the set itself.
 * count: 3 .. 2^29.
 * first: receives the index of the first part (the others follow); may be NULL.
 * parts: receives the number of parts; may be NULL. So first and first + parts are two successive numbers of sepal_groups.
 * refusal: receives a vertex at which the polygon is refused, and why, as of sepal_polys_add_with_holes; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, x or y is NULL; SEPAL_BAD_SHAPE if the polygon is not simple, has no area, a coordinate is not finite,
 * or for the count; SEPAL_NO_MEMORY. In all these cases the set is as it was. Cost: n log n, and the copying of up to w indices for
 * each vertex, if a vertical line crosses at most w edges. Works in 128 bytes a vertex of the set's allocator. */
SEPAL_API sepal_status sepal_polys_add_concave(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *first,
                                               uint32_t *parts, sepal_refusal *refusal);

/* Adds a polygon with holes: cut into convex polygons without gaps or overlaps, whose union is exactly what is left of the polygon
 * when the inside of each hole is taken out of it. The edges of holes belong to it.
 * The outline and each hole are rings as in sepal_polys_add_concave, each either way round. Rings may touch at points: a vertex of
 * one may be a vertex of another or lie on an edge of it. They may not cross or have part of an edge in common, a ring may not
 * touch itself, every hole must be inside the outline, and no hole inside another. All this is decided exactly. (So every polygon
 * that is valid by the OGC's standard "Simple Feature Access", 06-103r4, clause 6.1.11, is taken; the area may also fall into
 * pieces where rings touch more than once, which the standard forbids.)
 * The parts have vertices of the rings only, go round counter-clockwise, and touch each other. There are at most 2 r + 1 - h of
 * them, and one more for each time that rings touch, with h the number of holes, and r the number of vertices at which the area has
 * an angle of more than 180 degrees, as it has at most vertices of a hole.
 * x, y: the vertices of all rings, one ring after the other, finite; they may not point into the set itself.
 * starts: rings + 1 offsets into x and y, ascending; ring k has the vertices starts[k] .. starts[k+1]-1, at least 3. Ring 0 is the
 * outline, the others are the holes.
 * rings: 1 or more; the vertices and twice the holes are at most 2^29.
 * first, parts: as in sepal_polys_add_concave.
 * refusal: receives a vertex at which the polygon is refused, and why; may be NULL. Its index is the number of the vertex in x and
 * y, and so that of the ring in which it is. The first that applies of these:
 *  - a ring without vertices, the first such, or one with less than three: the vertex starts[k] with which ring k begins;
 *  - a coordinate that is not finite: the first such vertex;
 *  - a ring with less than three vertices, if those that repeat the one before are not counted: the first vertex of the first such;
 *  - rings that are not as they should be. The ring is then the first that cannot follow those before it: the rings before it could
 *    be added, and with it they cannot. The vertex is the beginning of an edge of this ring which touches or crosses another edge
 *    of the ring, or which, its beginning included, crosses an earlier ring or lies partly on it. If what is found is that a hole
 *    is not inside the outline, or not outside of another hole, it is the vertex of the ring with the least x, and of several the
 *    least y. Where a ring is wrong at several places, one of them is named, whichever the line that sweeps over it finds first,
 *    and always the same.
 * SEPAL_BAD_ARGUMENT if set, x, y or starts is NULL, or starts descend; SEPAL_BAD_SHAPE if rings are not as they should be, one has
 * no area, a coordinate is not finite, or for the numbers; SEPAL_NO_MEMORY. In all these cases the set is as it was. `refusal` is
 * untouched after SEPAL_BAD_ARGUMENT and SEPAL_NO_MEMORY, and if there are no rings, or more vertices and holes than stated above.
 * Cost: as of sepal_polys_add_concave, for the vertices of all rings and two for each hole; to name a vertex of rings that are not
 * as they should be, up to 2 + log2(rings) times as much. */
SEPAL_API sepal_status sepal_polys_add_with_holes(sepal_polys *set, const float *x, const float *y, const uint32_t *starts,
                                                  size_t rings, uint32_t *first, uint32_t *parts, sepal_refusal *refusal);

/* Adds a simple polygon, cut into convex ones, to a set of doubles, as sepal_polys_add_concave does. No vertex is rounded: the
 * polygon must be simple, and its parts are what they are, as real numbers that the doubles stand for.
 * set, count, first, parts, refusal: as there. x, y: coordinates as in sepal_polys_add_doubles.
 * SEPAL_BAD_ARGUMENT, SEPAL_BAD_SHAPE and SEPAL_NO_MEMORY as there; SEPAL_BAD_KIND if the set is not one of doubles;
 * SEPAL_BAD_SHAPE, and a refusal that names the vertex, also if a coordinate is out of range. In all these cases the set is as it
 * was. Cost: as there. */
SEPAL_API sepal_status sepal_polys_add_concave_doubles(sepal_polys *set, const double *x, const double *y, size_t count,
                                                       uint32_t *first, uint32_t *parts, sepal_refusal *refusal);

/* Adds a polygon with holes, cut into convex ones, to a set of doubles: sepal_polys_add_with_holes with the coordinates, promises
 * and refusals of sepal_polys_add_concave_doubles.
 * set, x, y, starts, rings, first, parts, refusal: as in these calls. */
SEPAL_API sepal_status sepal_polys_add_with_holes_doubles(sepal_polys *set, const double *x, const double *y,
                                                          const uint32_t *starts, size_t rings, uint32_t *first, uint32_t *parts,
                                                          sepal_refusal *refusal);

/* Adds what is outside of a polygon with holes, cut into convex polygons: the area between the polygon and a frame around it, and
 * the inside of each hole. So containment in an area that is not convex, such as a drivable area, a board or a parcel, is a
 * question about overlap. With `outside` the group of these parts, and `area` that of sepal_polys_add_with_holes of the same rings,
 *
 *     a shape is in the area if and only if it overlaps `area` where touching overlaps, and does not overlap `outside` where
 *     touching is apart (sepal_polys_overlap_groups),
 *
 * exactly, for all shapes, wherever they are, also points, segments along a cut, and shapes with radii. With a margin in the second
 * question everything within the margin of the shape is in the area as well. All else about the border is a question about
 * `outside`, too, for shapes in the area: how far away it is (sepal_polys_find_nearest, sepal_polys_deepest_groups), when a moving
 * shape reaches it (sepal_polys_sweep_pairs, sepal_polys_first_groups), where it is touched (sepal_polys_contacts_pairs). (Where a
 * shape that is not in the area overlaps it, the way between is near the border, and so in the frame. A shape that does not overlap
 * the area may lie beyond the frame; so the first question is needed where that may be.)
 * set, x, y, starts, rings: as in sepal_polys_add_with_holes.
 * beyond: how far the sides of the frame, which are parallel to the axes, lie outside of the outline, but for rounding: finite,
 * > 0. Any will do; about the size of the shapes keeps parts compact.
 * first, parts: as in sepal_polys_add_concave. The parts of the frame come first, then those of each hole.
 * refusal: as in sepal_polys_add_with_holes.
 * SEPAL_BAD_ARGUMENT and SEPAL_BAD_SHAPE as there; SEPAL_BAD_ARGUMENT also if beyond is not positive and finite, SEPAL_BAD_SHAPE if
 * a side of the frame, rounded, is not outside of the outline or beyond the range of float: then refusal is untouched;
 * SEPAL_NO_MEMORY. In all these cases the set is as it was. Cost: some twice that of sepal_polys_add_with_holes, and a set of the
 * parts besides, of the set's allocator. */
SEPAL_API sepal_status sepal_polys_add_outside(sepal_polys *set, const float *x, const float *y, const uint32_t *starts,
                                               size_t rings, float beyond, uint32_t *first, uint32_t *parts,
                                               sepal_refusal *refusal);

/* Adds what is outside of a polygon with holes, cut into convex polygons, to a set of doubles: sepal_polys_add_outside with the
 * promises of sepal_polys_add_concave_doubles. The origin of the set is that of all that is compared with it.
 * set, x, y, starts, rings, first, parts, refusal: as in sepal_polys_add_with_holes_doubles.
 * beyond: as in sepal_polys_add_outside; from 2^-200 to 2^100.
 * SEPAL_BAD_ARGUMENT and SEPAL_BAD_SHAPE as there, SEPAL_BAD_SHAPE also if a side of the frame, rounded to double, is no
 * such coordinate: then refusal is untouched; SEPAL_BAD_KIND if the set is not one of doubles; SEPAL_NO_MEMORY. In all these cases
 * the set is as it was. Cost: as there. */
SEPAL_API sepal_status sepal_polys_add_outside_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *starts,
                                                       size_t rings, double beyond, uint32_t *first, uint32_t *parts,
                                                       sepal_refusal *refusal);

/* --- Which groups overlap? ---------------------------------------------------------------------------------------------------- */

/* Does group pairs[i].a overlap group pairs[i].b, each as the union of its parts?
 * They do if any part of the one overlaps any part of the other. Where touching is apart and there is no margin, they also do if a
 * point or a segment without radius, part of the one, is inside of the other: if a point of it, other than the end of a segment, is
 * in the interior of the union of the other's polygons without radii. So an edge along which two parts touch is no boundary: a
 * point there is inside of the whole, however it was cut. (What has area and meets the interior of a union meets that of one of its
 * parts.) Groups whose bounds are apart are not looked at further, and of the others only parts whose bounds meet; once a part
 * overlaps, the rest of its pair is left out. Exact, as sepal_polys_overlap_pairs is for each pair of parts.
 * a, b: the sets; they may be one.
 * groups_a, groups_b: the groups of their shapes; they may be one.
 * pairs: `count` pairs of numbers of groups. Pairs of one group of a that follow each other share some of the work.
 * rule: whether touching counts, and the margin; NULL = it counts as overlap, without a margin.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a set or its groups are NULL, `first` of them is while their count is not 0, pairs or bits is while count >
 * 0, a number of a group is outside, a group that is asked about descends or has a part outside its set, or the rule has no
 * meaning; then nothing is written. Nothing is allocated. Cost: of a pair of groups with n and m parts near n + m where few of
 * their bounds meet; near (n + m)^1.5 to ^1.8 for spirals that go through each other; and at most n m. For groups of thousands of
 * parts that lie so, sepal_polys_find_pairs about their parts, with the groups as owners, takes n log n; it asks pairs of parts
 * alone. Where touching is apart, each point or segment that overlaps no part, and whose box meets that of the other group's
 * polygons, is compared with all of their vertices, and again for each polygon that it touches. */
SEPAL_API sepal_status sepal_polys_overlap_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                  const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                  const sepal_rule *rule, uint64_t *bits);

/* The question of sepal_polys_overlap_groups about groups of solids, with one difference: they overlap only if some of their parts
 * do. A point on a face that two solids of a group share touches both, and is inside of neither. */
SEPAL_API sepal_status sepal_solids_overlap_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                                   const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                   const sepal_rule *rule, uint64_t *bits);

/* How much do group pairs[i].a and group pairs[i].b have in common, if the parts of each group do not overlap each other, as those
 * of sepal_polys_add_concave and sepal_polys_add_with_holes do not? So this is the area that two outlines with holes have in
 * common. The area is the sum of those of all pairs of parts, in double, as sepal_polys_common_pairs defines them, and the areas of
 * the groups are the sums of those of their parts: IoU and shares follow from these three sums, and none is above 1. All four
 * numbers are 0 if no two parts have area in common, and else greater than 0; this is exact. (Of groups whose parts overlap each
 * other, what lies in several parts counts as often.) The area is within (2 u + 2^-40) area + 2^-43 S + 2^-150 of the exact sum,
 * with S the sum of D_a D_b over all pairs of parts, for up to 2^12 parts of each. Exchanging the groups changes the order of the
 * sums, and so at most their last bits. A share or an IoU is 1 for groups that contain each other or are equal where the sums round
 * to it, which they do unless parts are slivers.
 * a, b: the sets; they may be one. Parts that are asked about have no radius.
 * groups_a, groups_b: the groups of their shapes; they may be one.
 * pairs: `count` pairs of numbers of groups.
 * out: the arrays, as in sepal_polys_common_pairs.
 * SEPAL_BAD_ARGUMENT if a set, its groups or out is NULL, `first` of the groups is while their count is not 0, pairs is while count
 * > 0, a number of a group is outside, or a group that is asked about descends or has a part outside its set; SEPAL_BAD_SHAPE if a
 * part of a group that is asked about has a radius above 0; then nothing is written. Nothing is allocated. Only parts whose bounds
 * meet are compared; the areas of all parts are added for each pair of groups. */
SEPAL_API sepal_status sepal_polys_common_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                 const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                 const sepal_commons *out);

/* --- Which parts of groups are nearest, deepest, or meet first? --------------------------------------------------------------- */

/* Which part of group pairs[i].a and which part of group pairs[i].b are nearest to each other or, if the groups overlap, the
 * deepest in each other?
 * They are the pair of parts with the greatest depth, the float that sepal_polys_mtv_pairs gives under the rule; of several with
 * the same float, the one with the least number of the part of a, and of those the least number of the part of b. What else is to
 * be known of the two, such as normal, points or contacts, is asked of the pair: parts[i] is as pairs are everywhere. Of groups
 * apart, the margin less the depth is their distance, with the bounds of sepal_polys_mtv_pairs. Of groups that overlap, the depth
 * is that of two of their parts; a push by it need not part the groups.
 * a, b: the sets; they may be one.
 * groups_a, groups_b: the groups of their shapes; they may be one.
 * pairs: `count` pairs of numbers of groups.
 * rule: the margin, as in sepal_polys_mtv_pairs; NULL = 0.
 * parts: receives `count` pairs, a shape of a and a shape of b; SEPAL_NO_SHAPE twice if a group has no parts, but for empty
 * slots. May be NULL.
 * depth: receives `count` floats, the depths of these parts; -FLT_MAX without parts. May be NULL. The arrays may not overlap.
 * SEPAL_BAD_ARGUMENT if a set or its groups are NULL, `first` of them is while their count is not 0, pairs is while count > 0, a
 * number of a group is outside, a group that is asked about descends or has a part outside its set, or the rule has no meaning;
 * then nothing is written. Nothing is allocated. Cost, of a pair of groups with n and m parts: some n m comparisons of balls around
 * the parts, in tiles of which those that are far apart are left out; and the pushes of some 8 to 30 pairs of parts, unless many
 * are equally near. */
SEPAL_API sepal_status sepal_polys_deepest_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                  const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                  const sepal_rule *rule, sepal_pair *parts, float *depth);

/* Which part of group pairs[i].a and which part of group pairs[i].b meet first while both move, and when? They are the pair of
 * parts that sepal_polys_sweep_pairs says meet, with the least time, as it gives it; of several with the same float the one with
 * the least number of the part of a, and of those the least number of the part of b. The normal is asked of the pair.
 * a, b, groups_a, groups_b, pairs: as in sepal_polys_deepest_groups.
 * moves_a, moves_b: as in sepal_polys_sweep_pairs: a move of each shape of the set, so the parts of a body usually have one move.
 * rule: whether touching counts, and the margin; NULL = touching counts as overlap, without a margin.
 * parts: receives `count` pairs of shapes; SEPAL_NO_SHAPE twice if none meet. May be NULL.
 * time: receives `count` floats; 1 if none meet. May be NULL. The arrays may not overlap.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_deepest_groups, or if x or y of moves for a set that is not empty is NULL; SEPAL_BAD_SHAPE
 * if a move is not finite; then nothing is written. Nothing is allocated. Besides the groups, all moves are read. Cost: as there,
 * with sweeps in place of pushes, of parts that may meet before the first that do. */
SEPAL_API sepal_status sepal_polys_first_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_moves *moves_a,
                                                const sepal_polys *b, const sepal_groups *groups_b, const sepal_moves *moves_b,
                                                const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts,
                                                float *time);

/* Does the union of group pairs[i].a contain all of group pairs[i].b?
 * Both are closed: b may touch the border of the union from within. The parts of a may overlap each other, touch, repeat and lie in
 * each other, as lanes of a map do: a shape that is inside of several of them together, and of none alone, is contained; an edge or
 * a corner at which parts meet is no border. Exact. A group without parts is contained in every other one, and contains no shape.
 * (sepal_polys_add_outside is quicker where the union is one outline with holes, and takes radii and margins.)
 * a, b: the sets; they may be one. Parts that are asked about have no radius; they may be points and segments.
 * groups_a, groups_b: the groups of their shapes; they may be one. {NULL, 0}: single shapes.
 * pairs: `count` pairs of numbers of groups.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a set or its groups are NULL, `first` of them is while their count is not 0, pairs or bits is while count >
 * 0, a number of a group is outside, or a group that is asked about descends or has a part outside its set; SEPAL_BAD_KIND for sets
 * of doubles; SEPAL_BAD_SHAPE if a part of a group that is asked about has a radius above 0; then nothing is written. Nothing is
 * allocated. Cost, of a shape of b: the overlap of each part of a; the containment in those that overlap; and if none of them has
 * all of it, each of their edges with all of these parts, for each part along the edge: some microseconds. */
SEPAL_API sepal_status sepal_polys_contains_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                   const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                   uint64_t *bits);

/* How far has group pairs[i].a to move along a direction, to be free of group pairs[i].b?
 * The answer is the least t >= 0 such that no part of a, moved by t (dx, dy), overlaps a part of b, where touching is apart: 0 if
 * none does at the beginning. What a would meet farther on does not matter. It is found exactly, however the parts lie, also where
 * one gap between two parts of b is as wide as a; then it is rounded up: way is the least float that is not less, and infinite
 * where t is greater than all floats. So a group moved by `way`, as real numbers, is free, unless a gap begins and ends within the
 * rounding. Single shapes are asked about with {NULL, 0} as groups.
 * Every direction leads out at last. Of the ways along the normals of all edges of both groups, the shortest is a good push, though
 * not always the shortest of all (docs/recipes.md, "A push that parts two bodies").
 * a, b: the sets; they may be one. Parts that are asked about have no radius.
 * groups_a, groups_b: the groups of their shapes; they may be one.
 * pairs: `count` pairs of numbers of groups.
 * dx, dy: a direction for each pair, finite and not 0; way is in units of its length.
 * way: receives `count` floats; may not overlap the directions.
 * SEPAL_BAD_ARGUMENT if a set or its groups are NULL, `first` of them is while their count is not 0, pairs, dx, dy or way is while
 * count > 0, a number of a group is outside, or a group that is asked about descends or has a part outside its set; SEPAL_BAD_KIND
 * for sets of doubles; SEPAL_BAD_SHAPE if a direction is 0 or not finite, or a part of a group that is asked about has a radius
 * above 0; then nothing is written. Nothing is allocated. Cost, of groups with n and m parts: n m comparisons of circles around the
 * parts, at least twice where a has to move, and a walk around the two parts of each pair whose circles meet at a place where the
 * search stops: some hundred nanoseconds. */
SEPAL_API sepal_status sepal_polys_push_along_groups(const sepal_polys *a, const sepal_groups *groups_a, const sepal_polys *b,
                                                     const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                     const float *dx, const float *dy, float *way);

/* How far has group pairs[i].a to move along a direction, to be free of group pairs[i].b, in space? The answer is the least float t
 * >= 0 such that no part of a, moved by t (dx, dy, dz) as real numbers, overlaps a part of b, where touching is apart: 0 if none
 * does at the beginning, and infinite if no float leads so far. What a would meet farther on does not matter. This is exact,
 * however the parts lie; a gap between two parts of b that is narrower than the floats around it is passed by. Single solids are
 * asked about with {NULL, 0} as groups. Of several directions the one with the shortest way is a good push, as in
 * sepal_polys_push_along_groups; in space, the normals of the faces of both and the cross products of their edges are those to try.
 * (As moved solids: a pair of convex parts overlaps during an interval of the way, whose end is on the side of their Minkowski
 * difference that the line along the direction leaves by: Snethen, "XenoCollide", Game Programming Gems 7, 2008.)
 * a, b: the sets; they may be one. Parts that are asked about have no radius.
 * groups_a, groups_b: the groups of their solids; they may be one.
 * pairs: `count` pairs of numbers of groups.
 * dx, dy, dz: a direction for each pair, finite and not 0; way is in units of its length.
 * way: receives `count` floats; may not overlap the directions.
 * SEPAL_BAD_ARGUMENT if a set or its groups are NULL, `first` of them is while their count is not 0, pairs, dx, dy, dz or way is
 * while count > 0, a number of a group is outside, or a group that is asked about descends or has a part outside its set;
 * SEPAL_BAD_SHAPE if a direction is 0 or not finite, or a part of a group that is asked about has a radius above 0; then nothing is
 * written. Nothing is allocated. Cost, of groups with n and m parts: n m comparisons of balls around the parts for each part of the
 * way, and of parts whose balls meet there a search in exact arithmetic: some microseconds, and a few times as many where they
 * overlap. */
SEPAL_API sepal_status sepal_solids_push_along_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                                      const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                      const float *dx, const float *dy, const float *dz, float *way);

/* The question of sepal_polys_deepest_groups about groups of solids, with the depths of sepal_solids_mtv_pairs. */
SEPAL_API sepal_status sepal_solids_deepest_groups(const sepal_solids *a, const sepal_groups *groups_a, const sepal_solids *b,
                                                   const sepal_groups *groups_b, const sepal_pair *pairs, size_t count,
                                                   const sepal_rule *rule, sepal_pair *parts, float *depth);

/* The question of sepal_polys_first_groups about groups of solids, with the times of sepal_solids_sweep_pairs. */
SEPAL_API sepal_status sepal_solids_first_groups(const sepal_solids *a, const sepal_groups *groups_a,
                                                 const sepal_solid_moves *moves_a, const sepal_solids *b,
                                                 const sepal_groups *groups_b, const sepal_solid_moves *moves_b,
                                                 const sepal_pair *pairs, size_t count, const sepal_rule *rule, sepal_pair *parts,
                                                 float *time);

/* --- Chains: borders that are solid from one side --------------------------------------------------------------------------------
 * Floors, walls and coast lines of many segments. If each segment is a shape like others, a box that slides over a floor catches on
 * the ends of segments that lie in its way ("ghost collision"): it overlaps the next segment by less along the floor than across
 * it. And it is pushed out to the nearer side of a wall, even if that is the wrong one. */

/* Where does shape pairs[i].b of set b touch segment pairs[i].a of set a, which is part of a chain?
 * A chain is the border of an area on the left of the way along it; so the outside is on the right, as it is of a polygon whose
 * vertices go round counter-clockwise. A group of `chains` is a chain: its segments are shapes of two vertices, one after the
 * other, and follow each other where one ends at the very vertex at which the next begins; a chain whose last segment ends where
 * the first begins is closed. sepal_polys_add_capsules makes them from arrays x and y of a chain's vertices: {x, y, x + 1, y + 1,
 * NULL, 1}. A segment of no group is a chain of its own. One that was removed (sepal_polys_remove) has no points, and nothing is
 * joined to it.
 *
 * A pair has no points if sepal_polys_contacts_pairs gives it none, or the shape is behind the segment: if the middle of the
 * projection of b's core onto the normal of the segment is on the inner side of the segment's line, both exactly. Nothing has
 * points on a segment without length.
 * Else the points and the normal, from a towards b, are those of sepal_polys_contacts_pairs if that normal belongs to the border,
 * within 2^-16 radians: if it is that of the segment, or at a convex joint leans towards the neighbour and is not beyond the
 * neighbour's normal, or at a free end leans outward by at most a quarter turn, which therefore always belongs to it, however it
 * was rounded. (The outward normals of an area at a point of its border are its normal cone: Rockafellar, "Convex Analysis", 1970.)
 * At a convex joint both segments may have the same point.
 * Else the segment is the reference edge, and the normal is that of the segment. Above the segment is what lies between the two
 * lines at right angles to it through its ends, these lines included, exactly: there are no points if no point of b's core is
 * there, or none within the margin along the normal. The incident side is the side of b's core with the lowest point above the
 * segment, of two that meet in this point the one most nearly parallel to the segment, cut off beyond the ends of the segment. The
 * deeper point has the depth of that lowest point, within 2^-17 C + 2^-149 and the rounding of the depth to float, where C is the
 * greatest coordinate of a vertex of either core as seen from the first vertex of the segment: also where a side lies across the
 * end of a segment, or nearly so. All is computed in double, and each number rounded once; features, order, merging, margins and
 * the points of surfaces are as in sepal_polys_contacts_pairs.
 *
 * So nothing that moves along a straight floor of segments, or into a concave corner, gets a normal across its way; and what is
 * inside of a wall by less than half of its width is pushed out to the front. All is the same to the last bit on every instruction
 * set and in every batch.
 *
 * a, b: the sets; they may be one.
 * chains: groups of segments of a; they may be none (count 0).
 * pairs: `count` pairs of indices; shape pairs[i].a of a has two vertices.
 * rule: both margins, as in sepal_polys_contacts_pairs.
 * out: the arrays, as there; count, normal_x and normal_y must be given.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_contacts_pairs, if one of these three arrays is missing, chains is NULL, `first` of it is
 * while its count is not 0, a chain descends or has a segment outside its set, or a shape pairs[i].a has not two vertices;
 * SEPAL_BAD_SHAPE as there; then nothing is written. Nothing is allocated. Besides the pairs, all groups are read. */
SEPAL_API sepal_status sepal_polys_contacts_chains(const sepal_polys *a, const sepal_groups *chains, const sepal_polys *b,
                                                   const sepal_pair *pairs, size_t count, const sepal_contact_rule *rule,
                                                   const sepal_contacts *out);

#ifdef __cplusplus
}
#endif
#endif
