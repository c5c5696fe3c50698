/* reference.h — the answers for one pair or one shape. They define every answer of the library; the kernels ask for them where
 * their filters do not decide. */
#ifndef SEPAL_POLYS_SCALAR_REFERENCE_H
#define SEPAL_POLYS_SCALAR_REFERENCE_H

#include "../../core/stages.h"
#include "../commons.h"
#include "../contacts.h"
#include "../kernels.h"
#include "../mtv.h"
#include "../set.h"
#include "../sweep.h"
#include "axis.h"

/* --- Overlap ---------------------------------------------------------------------------------- */

/* Do the cores, polygon i of a and polygon j of b, overlap? */
bool sepal_polys_scalar_overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching);

/* Are shape i of a and shape j of b, radii included, within the rule's margin of each other? */
bool sepal_polys_scalar_overlap_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule);

/* The contact of the cores; that of the shapes, with their radii and the rule's margin. */
sepal_contact sepal_polys_scalar_contact(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);
sepal_contact sepal_polys_scalar_contact_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                               const sepal_rule *rule);

/* --- A few vertices and edges: of sets of floats or of doubles -------------------------------- */

/* The side of edge k of a polygon, of which the ends differ, on which (x, y) is: 1 inside, 0 on its line, -1 outside. */
int sepal_polys_scalar_side64(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y);

/* The sign of the distance of (x, y) from vertex k of a polygon, or from the line of the edge that begins there, minus the reach part[0] +
 * part[1] + part[2], which is not below 0; and the sign of a reach. Exact. */
int sepal_polys_scalar_compare64(const sepal_polys *set, uint32_t index, uint32_t k, double x, double y, const double *part,
                                 bool from_line);
int sepal_polys_scalar_sign_of_reach(const double *part);

/* Do two shapes overlap, by what a vertex of each and the edges at it tell? 1 yes, -1 no, both exact; 0 if they do not tell, as vertices
 * that are not the nearest. */
int sepal_polys_scalar_meet_at_corners(const sepal_polys *a, sepal_pair pair, const sepal_polys *b, sepal_pair corners,
                                       sepal_touching touching, double margin);

/* --- Containment ------------------------------------------------------------------------------ */

/* Does shape i of a contain shape j of b, radii included, under the rule? */
bool sepal_polys_scalar_contains(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule);

/* --- Area in common ---------------------------------------------------------------------------- */

/* What polygon i of a and polygon j of b have in common; it is known that this has area. */
sepal_poly_common sepal_polys_scalar_common(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* Makes the shares of polygons that are inside of the other 1, and the IoU of equal ones. */
void sepal_polys_scalar_common_inside(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_poly_common *out);

/* --- The smallest push ------------------------------------------------------------------------ */

/* The push of the cores along one of the axes of their edges. Of cores that are apart it is minus the greatest gap along these
 * axes, which is less than their distance where two vertices are nearest. */
sepal_poly_mtv sepal_polys_scalar_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* The push of cores that are known to be apart, by a gap that float cannot tell from 0: the way between their nearest points. */
sepal_poly_mtv sepal_polys_scalar_mtv_apart(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* The push of the shapes, with their radii and the rule's margin, if any: the answer of sepal_polys_mtv_pairs. */
sepal_poly_mtv sepal_polys_scalar_mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                            const sepal_rule *rule);

/* --- Shapes that move -------------------------------------------------------------------------
 * `time` is from 0 to 1: the question is about the part of the step that ends then. */

/* Do the cores meet until `time`? (Where touching is apart: do they more than touch?) */
bool sepal_polys_scalar_sweep_cores(const sepal_mover *a, const sepal_mover *b, float time, sepal_touching touching);

/* Do the shapes, radii included, come within the rule's margin of each other until `time`? */
bool sepal_polys_scalar_sweep(const sepal_mover *a, const sepal_mover *b, float time, const sepal_rule *rule);

/* Is the origin within reach of the way of vertex j of b minus vertex i of a until `time`, its ends included? most: the greatest sign
 * of the distance less the reach that counts, 0 if touching does, else -1. */
bool sepal_polys_scalar_vertex_reaches(const sepal_mover *a, uint32_t i, const sepal_mover *b, uint32_t j, float time,
                                       const sepal_reach *reach, int most);

/* Whether they do, and when and how they meet first. */
sepal_poly_hit sepal_polys_scalar_hit(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule);

/* When and how two cores meet that are apart at the beginning, and of which it is known that they meet. */
sepal_poly_hit sepal_polys_scalar_hit_cores(const sepal_mover *a, const sepal_mover *b);

/* A part of the Minkowski difference K of two cores: vertex b of b minus vertex a of a; or, if `of` is not NULL, the edge of K that is
 * edge number `edge` of this one of the two, which begins or ends at its vertex, and the vertex of the other one. */
typedef struct sepal_part {
    uint32_t a, b;
    const sepal_mover *of;
    uint32_t edge;
} sepal_part;

/* When and how they meet, if the way is known to pass a vertex of K exactly, at a time from 0 to 1, or the inside of an edge of K. False
 * if this is not the part by which K is entered. */
bool sepal_polys_scalar_hit_part(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, sepal_poly_hit *hit);

/* When and how two shapes with a reach meet first. */
sepal_poly_hit sepal_polys_scalar_hit_round(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule);

/* The first entry of the way within reach of a part of the Minkowski difference K, and its normal, from a to b; in double. miss: 0,
 * or, where the way misses all discs, by how much it misses the nearest one, relative to the square of r; rounding may do that to a
 * way that touches one. No entry yet: the time and the miss are infinite. */
typedef struct sepal_entry {
    double time, x, y, miss;
} sepal_entry;

/* Where a part is that is entered, as computed, relative to coordinates, move and reach (docs/numerics/sweep.md). */
#define SEPAL_ENTRY_ERROR 0x1p-44

/* The sum of the radii and the margin, in double. */
double sepal_polys_scalar_reach_sum(const sepal_reach *reach);

/* Replaces *best by the entry into the disc of radius r around vertex j of b minus vertex i of a, if that is sooner. */
void sepal_polys_scalar_try_disc(const sepal_mover *a, uint32_t i, const sepal_mover *b, uint32_t j, double r, sepal_entry *best);

/* Replaces *best by the entry over the line at the distance r outside of an edge of a, if that is sooner, as seen by vertex k of b. sign:
 * -1 if b is the first shape of the pair. */
void sepal_polys_scalar_try_edge(const sepal_mover *a, uint32_t edge, const sepal_mover *b, uint32_t k, double r, double sign,
                                 sepal_entry *best);

/* Replaces *best by the entry within reach of a part of K, if that is sooner. */
void sepal_polys_scalar_try_part(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, const sepal_reach *reach,
                                 sepal_entry *best);

/* The first entry of all. guess: that of any part, which spares trying most of the later ones; or, without one, time and miss are
 * infinite. */
sepal_entry sepal_polys_scalar_first_entry(const sepal_mover *a, const sepal_mover *b, const sepal_reach *reach,
                                           const sepal_entry *guess);

/* A time at which K may come within reach first, with a part that is proposed; by exact signs. EARLIER: the part is within reach, or comes
 * no nearer; LATER: it does, but is not within reach until the next float. The part is certainly the nearest one of K, and so K comes
 * within reach, HERE: exactly at this time; or NEXT: between it and the next float. UNKNOWN: it is not the nearest one. most: the greatest
 * sign of the distance less the reach that counts between floats, 0 if touching does, else -1. */
typedef enum sepal_enters {
    SEPAL_ENTERS_UNKNOWN,
    SEPAL_ENTERS_EARLIER,
    SEPAL_ENTERS_LATER,
    SEPAL_ENTERS_HERE,
    SEPAL_ENTERS_NEXT
} sepal_enters;
sepal_enters sepal_polys_scalar_enters(const sepal_mover *a, const sepal_mover *b, const sepal_part *part, float time,
                                       const sepal_reach *reach, int most);

/* The ends of an edge in the order in which its polygon is on the left; false if they are one point. */
bool sepal_polys_scalar_edge_ends(const sepal_mover *a, uint32_t edge, sepal_float2 *from, sepal_float2 *to);

/* The number of the vertex where an edge begins, in that order. */
uint32_t sepal_polys_scalar_edge_start(const sepal_mover *a, uint32_t edge);

/* Of the vertices p of a polygon the one with the greatest sign * (f x p). */
sepal_float2 sepal_polys_scalar_farthest_left(const sepal_vector *f, const sepal_mover *m, int sign);

/* The sum of the radii and the margin. */
sepal_reach sepal_polys_scalar_reach(const sepal_mover *a, const sepal_mover *b, const sepal_rule *rule);

/* --- Contact points --------------------------------------------------------------------------- */

/* Whether two corners are the nearest points of the shapes. */
typedef enum sepal_corner_status {
    SEPAL_CORNERS_UNKNOWN,
    SEPAL_CORNERS_NEARLY, /* but for SEPAL_CONTACT_CORNER */
    SEPAL_CORNERS_SURELY  /* alone, and not by less than SEPAL_CONTACT_CORNER */
} sepal_corner_status;

/* The contact points of two shapes; none if they are farther apart than the rule's margin. places: the arguments of the question,
 * which say where the shapes were placed. */
sepal_poly_contacts sepal_polys_scalar_contacts(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                const sepal_contact_rule *rule, const sepal_contacts *places);

/* The contact points of two shapes that are not farther apart than the margin. */
sepal_poly_contacts sepal_polys_scalar_manifold(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                const sepal_contact_rule *rule, const sepal_contacts *places);

/* The contact points of two such shapes from the greatest gaps of both cores; for circles that are finite and edges that are not too
 * short for float. */
sepal_poly_contacts sepal_polys_scalar_manifold_of(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                   const sepal_axis *of_a, const sepal_axis *of_b, const sepal_contact_rule *rule,
                                                   const sepal_contacts *places);

/* The contact points of two such shapes, computed in double: for the pairs that the definition leaves to it. */
sepal_poly_contacts sepal_polys_scalar_manifold_double(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                                       const sepal_contact_rule *rule, const sepal_contacts *places);

/* What is known of the contact of a pair: the edge with the greatest gap, of b if `from_b`; the greatest gap of both shapes; the
 * greatest coordinate of a vertex, from the first one of a; and the ends of the faces of the reference shape and of the incident one,
 * from right to left along the normal of the reference edge. */
typedef struct sepal_contact_faces {
    bool from_b;
    sepal_axis axis;
    float greatest, extent;
    uint32_t reference[2], incident[2];
} sepal_contact_faces;

/* The contact points of two faces; false if there is no certificate that they are those of the shapes. */
bool sepal_polys_scalar_meet_faces(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                   const sepal_contact_faces *faces, const sepal_contact_rule *rule, const sepal_contacts *places,
                                   sepal_poly_contacts *out);

/* The nearest points of the shapes, or the deepest ones, along the normal of their push. */
sepal_mtv_points sepal_polys_scalar_mtv_points(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, float normal_x,
                                               float normal_y);

/* --- Placing ---------------------------------------------------------------------------------- */

/* Places number i of the call. The head of its shape must say where its block is. */
void sepal_polys_scalar_place_one(sepal_placing *placing, size_t i);

#endif
