/* polys.h — sets of convex shapes in the plane: which pairs of them overlap, which contain which, what pushes them apart,
 * and how far they are from each other.
 *
 * A polygon is the closed convex hull of the float32 vertices it was given: any number from 1 up; one vertex is a point, two are a
 * segment. A shape is a polygon, its core, and a radius, 0 unless one is given: all points that are not farther than the radius
 * from the core. So a vertex with a radius is a circle, a segment with a radius is a capsule, and others have rounded corners. A
 * set keeps its shapes in structure-of-arrays blocks that are made for the kernels; they are addressed by index, 0 .. count-1, in
 * the order in which they were added.
 *
 * Adding, replacing and placing shapes takes time linear in their vertices, unless a comment says otherwise. docs/benchmarks.md has
 * the times of the questions, by kind and size of the shapes. */
#ifndef SEPAL_POLYS_H
#define SEPAL_POLYS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sepal_polys sepal_polys; /* a set of shapes; opaque */

/* --- Making a set ------------------------------------------------------------------------------ */

/* Makes an empty set.
 * allocator: where the set takes all its memory from, that of its own header included; NULL = the C library's.
 * out: receives the set; untouched unless SEPAL_OK.
 * SEPAL_BAD_ARGUMENT if out is NULL or one of the allocator's functions is; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_create(const sepal_allocator *allocator, sepal_polys **out);

/* Releases a set and everything in it. NULL is allowed. */
SEPAL_API void sepal_polys_destroy(sepal_polys *set);

/* Empties a set but keeps its memory: adding shapes with the same numbers of vertices again allocates nothing. NULL is allowed. */
SEPAL_API void sepal_polys_clear(sepal_polys *set);

/* Makes room: the set can then grow to `shapes` shapes with `vertices` vertices in all, of any sizes and radii, without another
 * allocation.
 * shapes, vertices: totals, what the set already holds included. A total below what is reserved already changes nothing.
 * SEPAL_BAD_ARGUMENT if set is NULL; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_reserve(sepal_polys *set, size_t shapes, size_t vertices);

/* How many shapes the set holds, those included that were removed (see "Slots"); 0 for NULL. */
SEPAL_API size_t sepal_polys_count(const sepal_polys *set);

/* Adds one convex polygon.
 * The vertices go round the polygon once, in either direction: from edge to edge the direction turns one way only, and by exactly
 * one full turn in all. An edge that leads straight back counts as half a turn to the left or to the right, whichever fits, so that
 * a line may be walked there and back. Repeated vertices, collinear vertices and polygons without area are allowed. All this is
 * decided exactly.
 * x, y: `count` coordinates each, finite; they may not point into the set itself.
 * count: 1 .. 2^31 - 1.
 * index: receives the index of the new polygon; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, x or y is NULL; SEPAL_BAD_SHAPE, also for the count; SEPAL_NO_MEMORY. Cost: linear in count. */
SEPAL_API sepal_status sepal_polys_add(sepal_polys *set, const float *x, const float *y, size_t count, uint32_t *index);

/* Adds many polygons: all, or none.
 * x, y: the vertices of all polygons, one polygon after the other.
 * first: shapes + 1 offsets into x and y, ascending; polygon k has the vertices first[k] .. first[k+1]-1, as in sepal_polys_add.
 * radius: of each polygon, as in sepal_polys_add_round; NULL = 0 for all.
 * index: receives the index of the first new polygon (the others follow in order; with shapes = 0, how many the set holds); may be
 * NULL.
 * refusal: receives the first polygon that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set or, while shapes > 0, x, y or first is NULL, or if `first` descends; SEPAL_BAD_SHAPE, also for a
 * radius; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_many(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                            const float *radius, uint32_t *index, sepal_refusal *refusal);

/* Adds the convex hulls of points in any order: all, or none. Hull k becomes the polygon of its corners, each once and none in the
 * middle of an edge, counter-clockwise from the least x (of several, the least y): one corner if all its points are equal, two if
 * they are on a line. Exact. (0 and -0 are equal; of equal points any is stored.)
 * x, y: the points of all hulls, one hull after the other, finite.
 * first: shapes + 1 offsets into x and y, ascending; hull k is that of the points first[k] .. first[k+1]-1, 1 .. 2^31 - 1 of them.
 * radius, index, refusal: as in sepal_polys_add_many.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_add_many; SEPAL_BAD_SHAPE, also for a radius; SEPAL_NO_MEMORY: besides its growth, the set
 * takes 8 bytes a point and 4 a hull during the call. Cost: that of sorting the points of each hull (Andrew, "Another efficient
 * algorithm for convex hulls in two dimensions", Information Processing Letters 9, 1979). */
SEPAL_API sepal_status sepal_polys_add_hulls(sepal_polys *set, const float *x, const float *y, const uint32_t *first, size_t shapes,
                                             const float *radius, uint32_t *index, sepal_refusal *refusal);

/* Oriented boxes as rows or columns: value i of each array stands at [i * stride], so that both arrays of structures and separate
 * arrays fit. For rows of n floats, stride is n; for separate arrays it is 1 (0 means 1). */
typedef struct sepal_boxes {
    const float *x, *y;           /* centre */
    const float *half_x, *half_y; /* half extents along the box's own axes, >= 0 */
    const float *cos, *sin;       /* orientation; both NULL = 1 and 0: all boxes are parallel to the coordinate axes */
    size_t stride;                /* floats from one box to the next; 0 = 1 */
    const float *radius;          /* of rounded boxes: >= 0, around the extents above; NULL = 0 for all */
} sepal_boxes;

/* Adds `count` boxes: all, or none.
 * The vertices are, for (i,j) = (-1,-1) (1,-1) (1,1) (-1,1),
 *     X = (x + i*(cos*half_x)) - j*(sin*half_y),     Y = (y + i*(sin*half_x)) + j*(cos*half_y),
 * each operation rounded to float32 in the order written. These four float32 vertices are the shape. (Rounding cannot make them
 * leave convex order, however thin the box and however far it is from the origin.)
 * A radius is added around them, as by sepal_polys_add_round.
 * boxes: the arrays; centre, extents, cosine, sine and radius finite. (cos, sin) need not be normalised: any other length scales
 * the box, but not its radius.
 * index: receives the index of the first new box (the others follow in order; with count = 0, how many shapes the set holds); may
 * be NULL.
 * refusal: receives the first box that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set or boxes is NULL, only one of cos and sin is, or, while count > 0, another array but radius is;
 * SEPAL_BAD_SHAPE if a value is not finite, a half extent or a radius is negative, or a vertex overflows; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_boxes(sepal_polys *set, const sepal_boxes *boxes, size_t count, uint32_t *index,
                                             sepal_refusal *refusal);

/* Adds one convex polygon with a radius: every point within `radius` of the polygon belongs to the shape.
 * x, y, count, index: as in sepal_polys_add.
 * radius: finite, >= 0. With radius 0 this is sepal_polys_add; -0 is 0.
 * SEPAL_BAD_ARGUMENT if set, x or y is NULL; SEPAL_BAD_SHAPE, also for the radius; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_round(sepal_polys *set, const float *x, const float *y, size_t count, float radius,
                                             uint32_t *index);

/* Circles as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes. */
typedef struct sepal_circles {
    const float *x, *y;  /* centre */
    const float *radius; /* >= 0; NULL = 0 for all: points */
    size_t stride;       /* floats from one circle to the next; 0 = 1 */
} sepal_circles;

/* Adds `count` circles: all, or none. Circle i is what sepal_polys_add_round makes of the one vertex (x, y) and the radius.
 * circles: the arrays; centre finite, radius finite and >= 0.
 * index: receives the index of the first new circle (the others follow in order; with count = 0, how many shapes the set holds);
 * may be NULL.
 * refusal: receives the first circle that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if set, circles or, while count > 0, an array but radius is NULL; SEPAL_BAD_SHAPE if a value is not finite or
 * a radius is negative; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_circles(sepal_polys *set, const sepal_circles *circles, size_t count, uint32_t *index,
                                               sepal_refusal *refusal);

/* Capsules as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes. */
typedef struct sepal_capsules {
    const float *x0, *y0, *x1, *y1; /* the ends of the core; they may coincide */
    const float *radius;            /* >= 0; NULL = 0 for all: segments */
    size_t stride;                  /* floats from one capsule to the next; 0 = 1 */
} sepal_capsules;

/* Adds `count` capsules: all, or none. Capsule i is what sepal_polys_add_round makes of the two vertices (x0, y0), (x1, y1) and the
 * radius.
 * capsules, index, refusal and what is returned: as in sepal_polys_add_circles. */
SEPAL_API sepal_status sepal_polys_add_capsules(sepal_polys *set, const sepal_capsules *capsules, size_t count, uint32_t *index,
                                                sepal_refusal *refusal);

/* Replaces the vertices of one polygon by as many others; the rules of sepal_polys_add hold. Its radius stays. Never allocates.
 * index: of the polygon.
 * x, y: as many coordinates as it has vertices; they may not point into the set itself.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such polygon; SEPAL_BAD_SHAPE. */
SEPAL_API sepal_status sepal_polys_update(sepal_polys *set, uint32_t index, const float *x, const float *y);

/* The vertices of one polygon to the last bit as they were given, in the order given; of a placed one, as sepal_polys_place states.
 * x, y: receive pointers to `count` coordinates each, valid until the next call that may change the set, whatever it returns.
 * count: receives their number; 0 if the shape was removed.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such polygon. */
SEPAL_API sepal_status sepal_polys_vertices(const sepal_polys *set, uint32_t index, const float **x, const float **y,
                                            size_t *count);

/* The radius of one shape as it was given (-0 as 0), in a set of doubles rounded to float32; 0 if none was, or the shape was
 * removed.
 * radius: receives it.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such shape. */
SEPAL_API sepal_status sepal_polys_radius(const sepal_polys *set, uint32_t index, float *radius);

/* --- Sets of doubles ---------------------------------------------------------------------------
 * Maps, boards and CAD keep coordinates in double, such as 500123.4567 and 5400123.4567, and say exactly where borders meet.
 * Rounded to float32, neighbours whose corners lie on each other's edges come apart or overlap. A set of doubles takes the vertices
 * as they are.
 *
 * Overlap, containment, groups and the finder answer about sets of doubles, as exactly as about float32, and about as fast. What
 * has numbers in float32 as its answer (the smallest push, contact points, areas, times of contact, nearest shapes, rays), or
 * places shapes, is refused with SEPAL_BAD_KIND, as are the calls that add float32 vertices; and so are two sets of which one is of
 * doubles, or with different origins.
 *
 * Radii are doubles as well, and so are margins, if the rule has a margin64; a `margin` is taken as the double that it is.
 *
 * A coordinate or a radius is 0, or from 2^-200 to 2^100 in magnitude. Whole numbers up to 2^53 are doubles: a board in nanometres
 * needs no rounding. */

/* Makes an empty set of doubles. A box takes 136 bytes in it, a polygon of 8 vertices 264, and one of 16 vertices 456.
 * allocator, out: as in sepal_polys_create.
 * origin_x, origin_y: a point near the shapes, in the range of coordinates. It changes no answer but the boxes of
 * sepal_polys_find_near. The filters know the shapes relative to it, in float32: of shapes 10 m wide and 1,000 km from it they
 * decide fewer pairs, and questions take longer.
 * SEPAL_BAD_ARGUMENT as there, or if the origin is out of range; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_create_doubles(const sepal_allocator *allocator, double origin_x, double origin_y,
                                                  sepal_polys **out);

/* Gives a set of doubles another origin. Costs as much as adding its shapes again; allocates nothing. A finder that has the tree of
 * the set must build it again.
 * SEPAL_BAD_ARGUMENT if set is NULL or the origin is out of range; SEPAL_BAD_KIND if the set is not one of doubles. */
SEPAL_API sepal_status sepal_polys_rebase(sepal_polys *set, double origin_x, double origin_y);

/* Adds one convex polygon to a set of doubles: the rules of sepal_polys_add hold, decided exactly about the doubles.
 * x, y: `count` coordinates each, in the range stated above; they may not point into the set itself.
 * count, index: as in sepal_polys_add.
 * SEPAL_BAD_ARGUMENT if set, x or y is NULL; SEPAL_BAD_KIND if the set is not one of doubles; SEPAL_BAD_SHAPE, also for the count;
 * SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_doubles(sepal_polys *set, const double *x, const double *y, size_t count, uint32_t *index);

/* Adds one convex polygon with a radius to a set of doubles.
 * x, y, count, index: as in sepal_polys_add_doubles.
 * radius: 0, or from 2^-200 to 2^100.
 * SEPAL_BAD_ARGUMENT, SEPAL_BAD_KIND, SEPAL_NO_MEMORY as there; SEPAL_BAD_SHAPE, also for the radius. */
SEPAL_API sepal_status sepal_polys_add_round_doubles(sepal_polys *set, const double *x, const double *y, size_t count,
                                                     double radius, uint32_t *index);

/* Adds many polygons to a set of doubles: all, or none.
 * x, y, first, shapes, index, refusal: as in sepal_polys_add_many, with coordinates as in sepal_polys_add_doubles.
 * radius: of each polygon, as in sepal_polys_add_round_doubles; NULL = 0 for all.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_add_many; SEPAL_BAD_KIND if the set is not one of doubles; SEPAL_BAD_SHAPE;
 * SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_many_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *first,
                                                    size_t shapes, const double *radius, uint32_t *index, sepal_refusal *refusal);

/* Adds the convex hulls of points in any order to a set of doubles: all, or none. Hull k becomes the polygon that
 * sepal_polys_add_hulls states, decided exactly about the doubles.
 * x, y: the points of all hulls, with coordinates as in sepal_polys_add_doubles.
 * first: as in sepal_polys_add_hulls. radius: of each hull, as in sepal_polys_add_round_doubles; NULL = 0 for all.
 * index, refusal: as in sepal_polys_add_many.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_add_many; SEPAL_BAD_KIND if the set is not one of doubles; SEPAL_BAD_SHAPE, also for a
 * radius; SEPAL_NO_MEMORY: besides its growth, the set takes 16 bytes a point and 4 a hull during the call. Cost: as of
 * sepal_polys_add_hulls. */
SEPAL_API sepal_status sepal_polys_add_hulls_doubles(sepal_polys *set, const double *x, const double *y, const uint32_t *first,
                                                     size_t shapes, const double *radius, uint32_t *index, sepal_refusal *refusal);

/* Oriented boxes in double, as rows or columns, as in sepal_boxes. */
typedef struct sepal_boxes_doubles {
    const double *x, *y;           /* centre */
    const double *half_x, *half_y; /* half extents along the box's own axes, >= 0 */
    const double *cos, *sin;       /* orientation; both NULL = 1 and 0: all boxes are parallel to the coordinate axes */
    size_t stride;                 /* doubles from one box to the next; 0 = 1 */
    const double *radius;          /* of rounded boxes, around the extents above; NULL = 0 for all */
} sepal_boxes_doubles;

/* Adds `count` boxes to a set of doubles: all, or none. The vertices are those of sepal_polys_add_boxes, with each operation
 * rounded to double.
 * boxes: the arrays, finite. (cos, sin) need not be normalised.
 * index, refusal: as in sepal_polys_add_boxes.
 * SEPAL_BAD_ARGUMENT if set or boxes is NULL, only one of cos and sin is, or, while count > 0, another array but radius is;
 * SEPAL_BAD_KIND if the set is not one of doubles; SEPAL_BAD_SHAPE if a value is not finite, a half extent or a radius is negative,
 * or a radius or a coordinate of a vertex is out of the range stated above; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_boxes_doubles(sepal_polys *set, const sepal_boxes_doubles *boxes, size_t count,
                                                     uint32_t *index, sepal_refusal *refusal);

/* Circles in double, as rows or columns, as in sepal_boxes. */
typedef struct sepal_circles_doubles {
    const double *x, *y;  /* centre */
    const double *radius; /* >= 0; NULL = 0 for all: points */
    size_t stride;        /* doubles from one circle to the next; 0 = 1 */
} sepal_circles_doubles;

/* Adds `count` circles to a set of doubles: all, or none. Circle i is what sepal_polys_add_round_doubles makes of the one vertex
 * (x, y) and the radius.
 * circles: the arrays, of numbers in the range stated above.
 * index, refusal: as in sepal_polys_add_circles.
 * SEPAL_BAD_ARGUMENT if set, circles or, while count > 0, an array but radius is NULL; SEPAL_BAD_KIND if the set is not one of
 * doubles; SEPAL_BAD_SHAPE; SEPAL_NO_MEMORY. */
SEPAL_API sepal_status sepal_polys_add_circles_doubles(sepal_polys *set, const sepal_circles_doubles *circles, size_t count,
                                                       uint32_t *index, sepal_refusal *refusal);

/* Capsules in double, such as the tracks of a board, as rows or columns, as in sepal_boxes. */
typedef struct sepal_capsules_doubles {
    const double *x0, *y0, *x1, *y1; /* the ends of the core; they may coincide */
    const double *radius;            /* >= 0; NULL = 0 for all: segments */
    size_t stride;                   /* doubles from one capsule to the next; 0 = 1 */
} sepal_capsules_doubles;

/* Adds `count` capsules to a set of doubles: all, or none. Capsule i is what sepal_polys_add_round_doubles makes of the two
 * vertices (x0, y0), (x1, y1) and the radius.
 * capsules, index, refusal and what is returned: as in sepal_polys_add_circles_doubles. */
SEPAL_API sepal_status sepal_polys_add_capsules_doubles(sepal_polys *set, const sepal_capsules_doubles *capsules, size_t count,
                                                        uint32_t *index, sepal_refusal *refusal);

/* Replaces the vertices of one polygon of a set of doubles by as many others. Its radius stays. Never allocates.
 * index, x, y: as in sepal_polys_update.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such polygon; SEPAL_BAD_KIND if the set is not one of doubles;
 * SEPAL_BAD_SHAPE. */
SEPAL_API sepal_status sepal_polys_update_doubles(sepal_polys *set, uint32_t index, const double *x, const double *y);

/* The vertices of one polygon of a set of doubles to the last bit as they were given, in the order given.
 * x, y, count: as in sepal_polys_vertices.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such polygon; SEPAL_BAD_KIND if the set is not one of doubles. */
SEPAL_API sepal_status sepal_polys_vertices_doubles(const sepal_polys *set, uint32_t index, const double **x, const double **y,
                                                    size_t *count);

/* The radius of one shape of a set of doubles, to the last bit.
 * radius: receives it.
 * SEPAL_BAD_ARGUMENT if a pointer is NULL or there is no such shape; SEPAL_BAD_KIND if the set is not one of doubles. */
SEPAL_API sepal_status sepal_polys_radius_doubles(const sepal_polys *set, uint32_t index, double *radius);

/* --- Placing shapes ----------------------------------------------------------------------------
 * Engines keep each shape once, in its own frame, and move many copies of it in every step. */

/* Where shapes are, as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes.
 *
 * Far from the origin, floats are coarse: 1 mm at 10 km from it, if the unit is the metre. A program that keeps places in double
 * gives them as x64 and y64, and an origin near the shapes; x and y are then not read. Shapes are placed relative to that origin,
 *     x = x64 - origin_x,     y = y64 - origin_y,
 * each computed as with real numbers and rounded once to float32. Near the origin nothing is lost then: of 3,690 overlapping pairs
 * of boxes of 1 to 4 m at 10 km, 3,268 had a depth that was off by more than 0.1 mm without an origin, and none with one 100 m
 * away. All shapes of a question must have the same origin; answers that are positions are relative to it. */
typedef struct sepal_poses {
    const float *x, *y;        /* where the origin of the model goes */
    const float *cos, *sin;    /* orientation; both NULL = 1 and 0: nothing is turned */
    size_t stride;             /* floats from one pose to the next; 0 = 1 */
    const double *x64, *y64;   /* instead of x and y: where the origin of the model goes; both NULL = not used */
    size_t stride64;           /* doubles from one pose to the next in x64 and y64; 0 = 1 */
    double origin_x, origin_y; /* the point of x64 and y64 that becomes (0, 0) */
} sepal_poses;

/* Refills `world` with `count` shapes: shape i is model[i] of `models`, turned by (cos, sin) and moved by (x, y) of pose i.
 * A vertex (mx, my) of the model goes to
 *     X = (x + cos*mx) - sin*my,     Y = (y + sin*mx) + cos*my,
 * each operation rounded to float32 in the order written; so a model with the corners (-half_x,-half_y) (half_x,-half_y)
 * (half_x,half_y) (-half_x,half_y) gives the very box of sepal_polys_add_boxes. These float32 vertices are the polygon: its convex
 * hull, as always. Where rounding has bent it, so that its vertices no longer go round a convex polygon once, they are replaced by
 * the corners of that hull, beginning with the least x (of several, the least y), in the winding of the model (counter-clockwise
 * if the model has no area), the last one repeated until there are as many as before. The hull is the same, and
 * sepal_polys_vertices shows which it was. Everything is stored as sepal_polys_add would store these vertices (the box of a box is
 * a box), with the radius of the model, which (cos, sin) does not scale. What was in `world` before is gone; with count = 0 it is
 * empty.
 * world, models: two different sets.
 * model: `count` indices into models.
 * poses: the arrays; finite. (cos, sin) need not be normalised: any other length scales the polygon.
 * refusal: receives the first shape that is refused, and why; may be NULL.
 * SEPAL_BAD_ARGUMENT if world, models or poses is NULL, only one of cos and sin, or of x64 and y64, is, or, while count > 0,
 * model is, or x or y without x64; if world is models; if an index is outside models or its shape removed; SEPAL_BAD_SHAPE if a
 * value is not finite or the formula overflows; SEPAL_NO_MEMORY. In all these cases `world` is as it was. Allocates nothing if
 * world has room, as by an earlier call or by sepal_polys_reserve. */
SEPAL_API sepal_status sepal_polys_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model,
                                         const sepal_poses *poses, size_t count, sepal_refusal *refusal);

/* Replaces the shapes first .. first+count-1 of `world`: shape first + i becomes what sepal_polys_place makes of model[i] and pose
 * i. So bodies that move cost time and those that rest do not, and both share one set and one list of pairs. The other shapes keep
 * every bit. If the shapes of a world are placed range by range, in any order, each of them is, and every answer about them is, the
 * same to the last bit as if all had been placed at once. Never allocates.
 * Several threads may replace ranges of one world at once, if no two of the ranges share a shape. There is one exception: while no
 * shape of `world` has ever had a radius above 0 since it was empty or placed as a whole, a call whose models bring the first one
 * must be alone. No thread may ask about `world` meanwhile.
 * world: holds the shapes already, placed or added.
 * first, count: the range in world; may be empty.
 * models, model, poses, refusal: as in sepal_polys_place, with i = 0 for shape `first`. Each model must have as many vertices as
 * the shape that it replaces; its radius may be another.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_place, or if the range is outside world or has an empty slot; SEPAL_BAD_SHAPE as there,
 * or if a number of vertices differs. In both cases `world` is as it was. */
SEPAL_API sepal_status sepal_polys_place_range(sepal_polys *world, size_t first, const sepal_polys *models, const uint32_t *model,
                                               const sepal_poses *poses, size_t count, sepal_refusal *refusal);

/* Replaces the listed shapes of `world`: shape k becomes what sepal_polys_place makes of model[k] and pose k, for each k in
 * shapes. This is for programs that keep the poses of all bodies in arrays and move only those that are awake. All else is as in
 * sepal_polys_place_range, with lists in place of ranges.
 * shapes: `count` indices into world, in any order; one may be repeated. Lists of several threads must not share a shape.
 * model, poses: as in sepal_polys_place, for all shapes of world; only the values of those listed are read.
 * refusal: its index is the place in the list.
 * SEPAL_BAD_ARGUMENT as in sepal_polys_place_range, or if shapes is NULL while count > 0, or an index is outside world or of an
 * empty slot. */
SEPAL_API sepal_status sepal_polys_place_list(sepal_polys *world, const uint32_t *shapes, size_t count, const sepal_polys *models,
                                              const uint32_t *model, const sepal_poses *poses, sepal_refusal *refusal);

/* --- Slots --------------------------------------------------------------------------------------
 * A set whose shapes come and go: each shape has a slot, whose number is its index. A removed shape leaves its slot empty, and what
 * is put there later has the same index; all other shapes keep theirs. The slots up to sepal_polys_count stay, empty ones included,
 * and adding never fills one: a new shape goes behind all others, unless sepal_polys_replace puts it into a slot.
 *
 * An empty slot may be asked about like any other, and nothing overlaps, contains, touches, meets or is near it. Of a pair with
 * an empty slot the bit is 0; the push has depth -FLT_MAX, and normal and points 0; a sweep has time 1 and normal 0; and there
 * are no points of contact. Finders and groups find nothing there, and a trajectory meets nothing. Every answer about the other
 * shapes is, to the last bit, that of a set that was filled with them alone. While a set has empty slots, each pair that is asked
 * about costs about 1 ns more; while it has none, nothing. */

/* Removes one shape; its slot is then empty.
 * index: of the shape.
 * SEPAL_BAD_ARGUMENT if set is NULL or there is no such shape, or it is removed already; SEPAL_NO_MEMORY. Allocates, once, only
 * where no shape of the set has been removed or replaced before. */
SEPAL_API sepal_status sepal_polys_remove(sepal_polys *set, uint32_t index);

/* Puts a copy of a shape into a slot, which may be empty: instead of the one that was there, whatever its kind, radius and number
 * of vertices. So a body gets another model, which sepal_polys_place_list can then move. The copy is the same to the last bit, and
 * so is every answer about it.
 * index: of the slot.
 * from, shape: the set and the index of the shape that is copied; from may be set.
 * SEPAL_BAD_ARGUMENT if a set is NULL, there is no such slot in set, or no such shape in from; SEPAL_NO_MEMORY. In both cases the
 * set is as it was. Allocates only where the slot has never held a shape that took as much room, or no shape of the set has been
 * removed or replaced before. A slot never gives room back; all that it has taken is less than four times what its largest shape
 * needs. */
SEPAL_API sepal_status sepal_polys_replace(sepal_polys *set, uint32_t index, const sepal_polys *from, uint32_t shape);

/* Which slots are empty?
 * slots: receives the first `room` of their indices in ascending order, or all if these are fewer; NULL if room is 0.
 * Returns how many there are; 0 for NULL. Cost: linear in the slots of the set up to the last one that is written. */
SEPAL_API size_t sepal_polys_removed(const sepal_polys *set, uint32_t *slots, size_t room);

/* --- Which pairs overlap? ----------------------------------------------------------------------
 * Two closed convex sets are disjoint if and only if a line separates them (separating axis theorem; Ericson, Real-Time Collision
 * Detection, 2005, section 5.2.1). For polygons the directions normal to an edge of either suffice; for two shapes without area the
 * coordinate axes are tested besides. Shapes with radii, or asked about with a margin, overlap if and only if the distance of their
 * cores is at most r_a + r_b + margin, added as real numbers; that distance is the one between two vertices, or between a vertex
 * and the foot of its perpendicular on an edge (same book, section 9.5.3). Every answer is exact; nothing is allocated. */

/* Does shape pairs[i].a of set a overlap shape pairs[i].b of set b?
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: whether touching counts, and the margin; NULL = it counts as overlap, without a margin.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a or b is NULL, pairs or bits is while count > 0, an index is outside its set, or the rule has no meaning;
 * then nothing is written. */
SEPAL_API sepal_status sepal_polys_overlap_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                                 const sepal_rule *rule, uint64_t *bits);

/* Does shape `index` of set a overlap shape first + i of set b, for i = 0 .. count-1?
 * One shape against a range: of sets of boxes this takes less time than a list of these pairs.
 * index: of the one shape, in a.
 * first, count: the range in b; may be empty. (A shape with area in its own range overlaps itself; one without touches
 * itself.)
 * rule, bits: as in sepal_polys_overlap_pairs.
 * SEPAL_BAD_ARGUMENT if a or b is NULL, bits is while count > 0, index or the range is outside its set, even if the range is empty,
 * or the rule has no meaning; then nothing is written. */
SEPAL_API sepal_status sepal_polys_overlap_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first,
                                               size_t count, const sepal_rule *rule, uint64_t *bits);

/* Does shape rows[r].a of set a overlap shape rows[r].first + i of set b, for every row r and i = 0 .. rows[r].count-1?
 * The question of sepal_polys_overlap_pairs about the pairs of all rows, those of the first row first, without listing them. One
 * call for many short rows, such as the neighbours of each shape, is faster than a call for each row.
 * a, b: the sets; they may be one.
 * rows: `count` rows.
 * rule: as in sepal_polys_overlap_pairs.
 * bits: SEPAL_BIT_WORDS(n) words for the n pairs of all rows together; bit k % 64 of word k / 64 receives the answer for pair k,
 * spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a pointer but rule is NULL (rows may be NULL while count is 0, bits while there is no pair), an index or a
 * range is outside its set, the rule has no meaning, or n > SIZE_MAX / 8; then nothing is written. */
SEPAL_API sepal_status sepal_polys_overlap_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                                const sepal_rule *rule, uint64_t *bits);

/* --- Which shapes contain which? ---------------------------------------------------------------
 * A convex polygon with area is the intersection of the half-planes of its edges, and contains another if these contain its
 * vertices. With radii, a contains b if in every direction it reaches at least as far (Schneider, Convex Bodies, section 1.7). */

/* Does shape pairs[i].a of set a contain all of shape pairs[i].b of set b, radii included?
 * Both are closed: b may touch the boundary of a from within, and every shape contains itself. Points of the plane are polygons of
 * one vertex. A segment contains what is on it, a point only itself. Exact; nothing is allocated.
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: NULL = as said above. `touching`: with SEPAL_TOUCHING_IS_APART, b must be in the interior of a and not touch its boundary:
 * then no shape contains itself, and a shape without area and radius contains nothing. `margin`: how far b must stay inside:
 * everything within this distance of b must belong to a, or to its interior, as if the radius of b were greater by this much.
 * bits: SEPAL_BIT_WORDS(count) words; bit i % 64 of word i / 64 receives the answer for pair i, spare bits receive 0.
 * SEPAL_BAD_ARGUMENT if a or b is NULL, pairs or bits is while count > 0, an index is outside its set, or the rule has no meaning;
 * then nothing is written. */
SEPAL_API sepal_status sepal_polys_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                                  const sepal_rule *rule, uint64_t *bits);

/* --- How much do two polygons have in common? ---------------------------------------------------
 * What two intervals have in common has a length that is a sum of four distances of their ends; so the area that two polygons have
 * in common is a sum over all pairs of edges of the area between their lines. Nothing is cut off or classified, so that equal
 * polygons, shared edges and polygons that touch are no special cases. */

/* The answers of sepal_polys_common_pairs: arrays of `count` floats. Each may be NULL, if it is not wanted. */
typedef struct sepal_commons {
    float *area;    /* of what the two have in common */
    float *iou;     /* "intersection over union": that area as a share of the area of the union; 0 .. 1 */
    float *share_a; /* the area in common as a share of the area of a; 0 .. 1 */
    float *share_b; /* and as a share of the area of b; 0 .. 1 */
} sepal_commons;

/* How much do polygon pairs[i].a of set a and polygon pairs[i].b of set b have in common?
 * All four numbers are 0 if the two have no area in common: if sepal_polys_overlap_pairs with SEPAL_TOUCHING_IS_APART says no, or
 * if one of them has no area. Else all four are greater than 0. This is exact. A share is 1 if the other polygon contains this one,
 * and the IoU is 1 if the two are the same set of points, whatever their first vertices and windings; this is exact, too.
 *
 * Accuracy, with u = 2^-24, and D_a and D_b the diagonals of the bounding boxes: the area is within u area + 2^-44 D_a D_b + 2^-150
 * of the exact one: it is the exact one, rounded, except for slivers and for areas that are tiny beside a polygon. Shares and IoU
 * that are not 1 by the rules above are within u s + 2^-43 D^2 / A + 2^-149 of the exact ones, with s the share or the IoU itself,
 * D the greater of D_a and D_b, and A the area of the polygon of which it is a share, for the IoU the greater of both areas. An
 * area beyond the range of float becomes the greatest float, and one that would round to 0 the least; shares and IoU stay right
 * then.
 * Exchanging the two polygons changes no bit, but exchanges the shares. All is the same to the last bit on every instruction set
 * and in every batch. No number is -0, NaN or infinite.
 *
 * a, b: the sets; they may be one. Polygons that are asked about have no radius: areas with round corners are not computed.
 * pairs: `count` pairs of indices.
 * out: the arrays, which may not overlap each other or the pairs. Name the members, so that the others are NULL.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is while count > 0, or an index is outside its set; SEPAL_BAD_SHAPE if a shape
 * of a pair has a radius above 0; then nothing is written. Nothing is allocated. */
SEPAL_API sepal_status sepal_polys_common_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                                const sepal_commons *out);

/* How much do rows of pairs have in common? sepal_polys_common_pairs about the pairs of all rows, those of the first row first.
 * With a row for each polygon of a against all of b, the IoU is the matrix that detectors ask for.
 * rows: `count` rows.
 * out: the arrays, with room for the pairs of all rows together.
 * SEPAL_BAD_ARGUMENT if a, b, out or, while count > 0, rows is NULL, an index or a range is outside its set, or there are more than
 * SIZE_MAX / 8 pairs; SEPAL_BAD_SHAPE as there; then nothing is written. All other promises are those of
 * sepal_polys_common_pairs. */
SEPAL_API sepal_status sepal_polys_common_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                               const sepal_commons *out);

/* What do polygon pairs[i].a of set a and polygon pairs[i].b of set b have in common, as a polygon? Its corners are those points of
 * both that lie between no two others of these: of a common part with area the vertices at which its border turns, of a segment its
 * ends, of a point the point. There are none if and only if sepal_polys_overlap_pairs says no under the rule; this is exact. Each
 * coordinate is that of the exact corner, rounded to the nearest float, of two as near to the even one. Corners that follow each
 * other and are rounded to one point are given once. They go round counter-clockwise, and begin with that of the least x as a real
 * number, of several with that of the least y. So what is given depends only on the two as sets of points, not on their first
 * vertices, their windings, or which of them is a; and it is the same to the last bit on every instruction set and in every batch.
 * No number is -0. There are at most as many corners as both polygons have vertices. All are in the bounding boxes of both
 * polygons. Where corners are rounded, the polygon may lack some of the common part and have a little beside it, by half a unit in
 * the last place of a coordinate, and may be concave by as little: sepal_polys_add_many takes polygons of which no corner had to be
 * rounded, and may refuse others; and it refuses those without corners.
 *
 * a, b: the sets; they may be one. Polygons that are asked about have no radius.
 * pairs: `count` pairs of indices.
 * rule: whether two that only touch have what they share in common, a point or a segment; NULL = they have. Its margin is 0.
 * room: how many corners fit the output. Where that is as many as the polygons of all pairs have vertices, no corner is computed
 * twice.
 * x, y: receive the corners, one pair after the other. NULL if room is 0.
 * first: receives count + 1 offsets into x and y: pair i has the corners first[i] .. first[i+1]-1, as sepal_polys_add_many takes
 * them.
 * found: receives how many corners there are; with SEPAL_OK as many were written.
 * SEPAL_TOO_SMALL if there are more than `room`, or than 32-bit offsets reach: then `found` says how many, and the rest is
 * untouched.
 * SEPAL_BAD_ARGUMENT if a, b, first or found is NULL, pairs is while count > 0, x or y is while room > 0, an index is outside its
 * set, or the rule has no meaning or a margin above 0; SEPAL_BAD_SHAPE if a shape of a pair has a radius above 0; then nothing is
 * written. Nothing is allocated. */
SEPAL_API sepal_status sepal_polys_common_polygons(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs,
                                                   size_t count, const sepal_rule *rule, size_t room, float *x, float *y,
                                                   uint32_t *first, size_t *found);

/* The areas of polygons first .. first+count-1: within u area + 2^-44 D^2 + 2^-150 of the exact ones, with u and D as in
 * sepal_polys_common_pairs; 0 if and only if a polygon has no area or was removed. One beyond the range of float becomes the
 * greatest float.
 * first, count: the range; may be empty.
 * area: receives `count` areas.
 * SEPAL_BAD_ARGUMENT if set is NULL, area is while count > 0, or the range is outside the set; SEPAL_BAD_SHAPE if a shape of the
 * range has a radius above 0; then nothing is written. Nothing is allocated. */
SEPAL_API sepal_status sepal_polys_areas(const sepal_polys *set, size_t first, size_t count, float *area);

/* --- How are two shapes parted, and how far are they apart? -------------------------------------
 * Both questions ask for the distance from the origin to the boundary of the Minkowski difference of two convex sets: from inside
 * it is the least translation that parts the two, from outside their distance. Inside it is found over the edges of the difference,
 * which are those of the two polygons (Cameron, Culley, "Determining the minimum translational distance between two convex
 * polyhedra", ICRA 1986), wherever their centres are, and one polygon inside another is no special case. Outside it is found
 * between the nearest points, of which one is a vertex (Ericson, Real-Time Collision Detection, section 9.5.3). */

/* The answers of sepal_polys_mtv_pairs: arrays of `count` floats. Each may be NULL, if it is not wanted. */
typedef struct sepal_mtvs {
    float *normal_x, *normal_y; /* a unit vector, from a towards b */
    float *depth;               /* >= 0: how far the two have to move along it; < 0: minus the distance between them */
    float *a_x, *a_y;           /* the point of a that is nearest to b, or deepest in it */
    float *b_x, *b_y;           /* the point of b that is nearest to a, or deepest in it */
} sepal_mtvs;

/* What is the smallest push that parts shape pairs[i].a of set a from shape pairs[i].b of set b, and how far are they apart?
 * Overlapping: moving a by -depth * normal, or b by +depth * normal, leaves the two just touching, and no shorter move does.
 * Touching: depth is 0. Apart: depth is minus the distance of the two, and normal leads from the nearest point of a to that of b.
 *
 * The depth is one number, continuous in every coordinate, radius and margin: depth = r - s, where r is the sum of the radii and
 * the margin, and s the signed distance of the cores: their distance if they are apart, minus the least move that parts them if
 * they overlap. With a margin, the push leaves that much between the shapes, and of shapes apart depth is the margin less their
 * distance. Said in another way, the depth is the least of h(n) over all unit vectors n, where h(n) = max n.p over the points p of
 * a - min n.q over the points q of b + margin is how far the two reach into each other along n; and the normal is a vector that
 * has this least h, or nearly.
 *
 * While the cores meet, the normal is one of these axes: the outward unit normals of the edges of a, then those of b, reversed: all
 * lead from a to b. Edge k leads from vertex k to the next one, the last edge to vertex 0, vertices as they were given; an edge
 * between repeated vertices does not count. Outward is to the left of the edge of a clockwise polygon, and to the right of all
 * others. (So a polygon without area, which goes there and back, has both normals of its line.) For two polygons without area also,
 * after these, the directions of the edges of a, then those of b, reversed: without them two segments on one line could not be told
 * apart. For two points, the direction from a to b; (1, 0) if they coincide. Along each axis the push is computed in floating
 * point; of axes with equal computed pushes the first is taken. Axes whose exact pushes are equal, or differ by less than the
 * bounds below, may be computed either way round, and so another one of them may be taken than with real numbers.
 *
 * If the cores are apart, the normal is one of these axes, or leads from a vertex of a to a vertex of b. It leads away from a:
 * however near the two are, b gets farther from the core of a as soon as it moves along it. Where several points are equally near,
 * or nearly so, it may lead from and to any of these.
 *
 * The points are those between which the push leads, radii included: of shapes apart the nearest ones, of shapes that overlap the
 * point of each that is deepest in the other along the normal; moving b by depth * normal, without a margin, brings (b_x, b_y) to
 * (a_x, a_y), where the two then touch. Of parallel edges that face each other it is the middle of the part that they share; and
 * while one of them turns away from the normal, the points go from there to its corner without a jump. That is, with u = 2^-24 and
 * B the diagonal of the bounding box of both cores: across the normal, a core covers the interval from end to end of its vertices
 * that are at most 68 u B less far along the normal than its farthest one, and beyond each end a share of every edge that leads
 * farther out: all of it if its outer vertex is h = 68 u B less far, nothing from h = 136 u B on, and 2 - h / (68 u B) of it
 * between. The points are in the middle of what the intervals of both cores have in common; if they have nothing in common, at the
 * ends nearest to each other. If these are more than 34 u B apart, which happens only where several axes have nearly the same push,
 * the intervals are those of all points of a core within 68 u B of its farthest one. No point is less far than the farthest of its
 * core by more than 103 u B, whatever the cores are like. So the points jump only where the normal does, or where such a tie
 * begins; but a normal is rounded, and while a share is between 0 and 1, they move by up to an eighth of the edge if its components
 * are rounded by 6 u. A coordinate beyond the range of float becomes the nearest finite float, and the bounds on points below do
 * not hold for it.
 *
 * The sign of depth is exact: depth > 0, = 0, < 0 if the shapes overlap, touch, are apart, as sepal_polys_overlap_pairs tells them
 * under the same margin; a depth that would round to 0 or to the wrong side becomes the float next to 0 on the right one. Accuracy,
 * with u = 2^-24, and D the diagonal of the bounding box of both polygons together, plus r (for two that overlap: of the order of
 * their sizes, wherever they are):
 *     |depth - exact depth| <= 17 u D + 2^-149,
 *     h(normal / |normal|) - exact depth <= 40 u D + 2^-149;
 * if two that overlap are moved by exactly that, the overlap or gap that is left is at most 22 u D + 2^-149, or with r > 0
 * 32 u D + 2^-149. This holds for all exact depths in the range of float; one beyond it becomes the nearest finite float. Each
 * component of the normal is within 6 u of that of its axis or line. Each point is on its shape but for the rounding of
 * its coordinates: at most u (|x| + |y|) + 2^-40 D + 2^-148 outside of it. The vector from (b_x, b_y) to (a_x, a_y) is
 * (depth - margin) * normal, within 256 u D and the rounding of both. No number of an answer is -0, NaN or infinite. All is the
 * same to the last bit on every instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: `touching` must have a meaning, but changes nothing: where shapes touch, depth is 0. `margin`: as above. NULL = all zero.
 * out: the arrays, which may not overlap each other or the pairs. Name the members, so that the others are NULL:
 * (sepal_mtvs){.depth = depth}. The points cost extra, unless all four arrays are NULL.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is while count > 0, an index is outside its set, or the rule has no meaning;
 * then nothing is written. Nothing is allocated. */
SEPAL_API sepal_status sepal_polys_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                             const sepal_rule *rule, const sepal_mtvs *out);

/* The smallest pushes of rows of pairs: sepal_polys_mtv_pairs about the pairs of all rows, those of the first row first, without
 * listing them.
 * rows: `count` rows.
 * out: the arrays, with room for the pairs of all rows together.
 * SEPAL_BAD_ARGUMENT if a, b, out or, while count > 0, rows is NULL, an index or a range is outside its set, the rule has no
 * meaning, or there are more than SIZE_MAX / 8 pairs. The other arguments and promises are those of sepal_polys_mtv_pairs. */
SEPAL_API sepal_status sepal_polys_mtv_rows(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                            const sepal_rule *rule, const sepal_mtvs *out);

/* --- Do moving shapes meet? --------------------------------------------------------------------
 * A shape that moves far in one step may pass through another one between two questions about overlap. Here each shape moves in a
 * straight line, without turning, while the time goes from 0 to 1. Only the move d of b relative to a counts, the difference of the
 * two moves as real numbers: the Minkowski difference of the shapes covers a convex region as it moves by d, and the shapes meet if
 * and only if the region contains the origin (Ericson, Real-Time Collision Detection, 2005, section 5.5.8). */

/* How the shapes of a set move, as rows or columns: value i of each array stands at [i * stride], as in sepal_boxes. */
typedef struct sepal_moves {
    const float *x, *y; /* the displacement of each shape of the set from time 0 to time 1 */
    size_t stride;      /* floats from one move to the next; 0 = 1 */
} sepal_moves;

/* The answers of sepal_polys_sweep_pairs. Each array may be NULL, if it is not wanted. */
typedef struct sepal_hits {
    uint64_t *bits;             /* do they meet? SEPAL_BIT_WORDS(count) words, as in sepal_polys_overlap_pairs */
    float *time;                /* `count` floats: when they meet first; 1 if they do not meet */
    float *normal_x, *normal_y; /* `count` floats each: the unit normal there, from a towards b; (0, 0) if they do not meet */
} sepal_hits;

/* Do shape pairs[i].a of set a and shape pairs[i].b of set b meet while both move? When, and how?
 * They meet if at some time in [0, 1] they overlap under the rule, as sepal_polys_overlap_pairs says of the moved shapes, with all
 * positions as real numbers: at time t shape i of a is where it is stored plus t * (x, y) of its move. Exact, for all finite moves.
 * (Where touching is apart, shapes that only slide along each other, or two points of which one moves onto the other, do not meet.)
 *
 * The time is that when they first touch, t, rounded towards 0: the greatest float that is not later than t. So it is never late,
 * and early by less than one unit in the last place. (Shapes with a reach r > 0, see below, that graze, so that they come no nearer
 * at the time t, may get the float before it instead.) time is 0 if they touch or overlap at the beginning.
 *
 * The normal, if they touch or overlap at the beginning, is that of sepal_polys_mtv_pairs about this pair under the same rule.
 * Otherwise that of the axis, of those which sepal_polys_mtv_pairs names, along which the gap closes last; of several the first
 * one, exactly. With a reach, the sum r > 0 of the radii and the margin, the normal leads from a point of the core of a to one of
 * the core of b that are r apart when the shapes first touch. (If several vertices and edges come within r + 2^-45 (D + |d|),
 * with D as in sepal_polys_mtv_pairs, less than 2^-45 (1 + D / |d|) after the first contact, the normal may be that of any of
 * them, a direction that is wrong by less than sqrt(2^-43 (D + |d|) / r). This is said of D + |d| up to 2^42 r.) Each component is
 * within 2 u of that of its axis or line, with u = 2^-24.
 *
 * No number of an answer is -0, NaN or infinite. All is the same to the last bit on every instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * moves_a, moves_b: a move of each shape of each set, which has to be finite if the shape is in a pair; NULL = the set is at rest.
 * They may be one.
 * pairs: `count` pairs of indices.
 * rule: whether touching counts, and the margin; NULL = touching counts as overlap, without a margin.
 * out: the arrays, which may not overlap each other, the moves or the pairs.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is while count > 0, an index is outside its set, x or y of moves for a set that
 * is not empty is NULL, or the rule has no meaning; SEPAL_BAD_SHAPE if a move of a shape in a pair is not finite; then nothing is
 * written. Nothing is allocated. Of fewer pairs than shapes, only the moves of the shapes in them are read. */
SEPAL_API sepal_status sepal_polys_sweep_pairs(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b,
                                               const sepal_moves *moves_b, const sepal_pair *pairs, size_t count,
                                               const sepal_rule *rule, const sepal_hits *out);

/* --- Where do two shapes touch? ----------------------------------------------------------------
 * What a solver of contacts needs: for every pair that meets, or nearly does, one or two points between the surfaces. The edge that
 * the push is normal to is the reference edge; the edge of the other shape that is most nearly parallel to it is the incident edge,
 * and is clipped between the normals at the ends of the reference edge (Catto, "Contact manifolds", GDC 2007). */

/* The answers of sepal_polys_contacts_pairs. Each array may be NULL, if it is not wanted. Those in the first two rows have one
 * value for each pair. The others have two, those of point k of pair i at [2 * i + k]; values of points that do not exist are 0,
 * and so is the normal of a pair without points.
 * With a stride the values stand in records of the caller: that of pair i is i * stride bytes behind that of pair 0, and that of
 * point k another k * point_stride bytes; what is between them stays untouched. */
typedef struct sepal_contacts {
    uint8_t *count;                       /* how many points: 0, 1 or 2 */
    float *normal_x, *normal_y;           /* a unit vector from a towards b, the same for both points */
    float *x, *y;                         /* the point, midway between the two surfaces (see "Accuracy" for tilted round sides) */
    float *depth;                         /* how far the surfaces overlap there along the normal; < 0: minus their distance */
    uint32_t *feature;                    /* the corners of a and of b that bound the contact at this point */
    float *a_x, *a_y;                     /* the point of the surface of a, relative to the place of a in poses_a */
    float *b_x, *b_y;                     /* the point of the surface of b, relative to the place of b in poses_b */
    size_t stride;                        /* bytes from one pair to the next; 0 = arrays without gaps */
    size_t point_stride;                  /* bytes from one point of a pair to the next; 0 = 4; not read if stride is 0 */
    const sepal_poses *poses_a, *poses_b; /* where each shape of a, of b was placed; NULL = all at (0, 0) */
} sepal_contacts;

/* Where does shape pairs[i].a of set a touch shape pairs[i].b of set b?
 * A pair has points if and only if sepal_polys_overlap_pairs says that it overlaps under the margin of the rule and
 * SEPAL_TOUCHING_OVERLAPS; this is exact. So the margin is the distance from which on contacts are foreseen ("speculative"). The
 * second point may be wanted however far it is, so that both are there as soon as one is: that is what the point_margin is for. For
 * pairs without points the price is about that of this yes or no.
 *
 * Let E ("extent") be the greatest |x| or |y| of all vertices of both, relative to the first vertex of a; lengths below are those
 * of the cores.
 * Reference edge: the edge normals of a have a greatest gap, as in sepal_polys_mtv_pairs, and so have those of b. The edge of a is
 * the reference, unless the gap of b is greater by more than 2^-12 E; or is greater at all, and the part of b that is nearest to
 * the line of that edge, within 2^-19 E, does not lie beside the edge. (Boxes that lie on each other thus keep one reference edge,
 * though the two gaps are nearly equal.) The side of a shape to which an edge belongs is all vertices within 2^-19 E of the edge's
 * line, so that vertices in the middle of a side do not matter.
 * Points: the incident side is cut off beyond the ends of the reference side. Its two ends are the points, without those of a depth
 * below -point_margin; the deeper one always stays. If they are no farther than 2^-17 E apart, along the reference edge, the deeper
 * one is the only one. A polygon that touches with a corner therefore has one point or two, as its edge rises more or less steeply.
 * Corners: where the cores are nearest at one corner of each alone, there is one point, and the normal is the line through the two
 * corners; so it is for two circles, for a circle beside a capsule's end, and for capsules end to end. The normal is within 2^-16
 * radians of that line if the corners are farther than 2^-18 E from each other. If that line is within 2^-16 radians of the normal
 * of an edge at one of the corners, or a corner is within 2^-17 E of the line of a side, the contact may be taken as one of sides.
 * Of two points in one place the normal is (1, 0). Capsules side by side have two points, as segments have, whose edges lead there
 * and back. Order: looking along the normal, with a below and b above, point 0 is to the right.
 *
 * Feature: the numbers of two vertices, that of a times 2^16 plus that of b (both modulo 2^16; of equal vertices the first). They
 * are the ends of the two sides on the side of the point, whichever of them is cut off, so they stay the same while shapes slide
 * and turn a little, and whichever edge is the reference: so a solver can start with the impulse that the same feature of the same
 * pair had in the step before.
 *
 * Accuracy, with u = 2^-24, and D the diagonal of the bounding box of both cores together, plus the radii and the margin: the depth
 * of the deeper point is within 96 u D + 2^-148 of the exact depth of sepal_polys_mtv_pairs without a margin, apart from the 2^-12
 * E by which an edge of b may have a greater gap, for shapes that overlap, touch, or are apart. Every point is midway between two
 * points of the boundaries of the cores, but for the radii: with n the normal, (x, y) + (depth / 2 - r_a) n is on that of the core
 * of a, and (x, y) - (depth / 2 - r_b) n on that of b, within 96 u D and the rounding of the coordinates, u |x| and u |y|. So the
 * deeper point is as near to the surface of each shape as half of |depth|. The other one is as near to that of the reference shape;
 * but from the surface of an incident shape with a radius r, whose side is tilted by an angle t against the reference side, it may
 * be farther by r (1 - cos t), and the surfaces may overlap there by r (1 / cos t - 1) more than the depth says. (So the depth is
 * linear along a side, as a solver takes it to be, and the difference vanishes as the shape comes to rest on its side.) The depth
 * of the deeper point of a pair with an exact depth of -margin may be rounded, but is not below -margin. The points of the surfaces
 * are these: the place of a + (a_x, a_y) - r_a n is on the boundary of the core of a, and the place of b + (b_x, b_y) + r_b n on
 * that of b, within 100 u D and the rounding of the relative coordinates alone, 2 u |a_x|, 2 u |a_y| and so on. A coordinate
 * beyond the range of float becomes the nearest finite float. The sign of a depth near 0 is not exact. No number of an answer is
 * -0, NaN or infinite. If both shapes are moved so that no coordinate is rounded, all but x and y keep their bits. All is the same
 * to the last bit on every instruction set and in every batch.
 *
 * a, b: the sets; they may be one.
 * pairs: `count` pairs of indices.
 * rule: both margins; NULL = all zero.
 * out: the arrays, which may not overlap each other or the pairs. Name the members, so that the others are NULL or 0. Of poses_a
 * and poses_b, which need a pose for each shape of a, of b, only the places are read; they do not move the shapes, which were
 * placed before. The points of the surfaces cost extra, unless all four arrays are NULL.
 * SEPAL_BAD_ARGUMENT if a, b or out is NULL, pairs is while count > 0, an index is outside its set, the rule has no meaning, or
 * poses are given without both of x and y, or of x64 and y64; SEPAL_BAD_SHAPE if the place of a pose is not finite, or overflows;
 * then nothing is written. Nothing is allocated. Besides the pairs, all places are read, which takes little time. */
SEPAL_API sepal_status sepal_polys_contacts_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                                  const sepal_contact_rule *rule, const sepal_contacts *out);

#ifdef __cplusplus
}
#endif
#endif
