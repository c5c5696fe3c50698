/* couple.h — two sets of one polygon each, made from the floats of an attack, in the form in which the kernels read them. */
#ifndef SEPAL_TESTS_ADVERSARY_COUPLE_H
#define SEPAL_TESTS_ADVERSARY_COUPLE_H

#include <polys/kernel/axes.h>

/* A group of pairs in which every lane holds the same pair. */
extern const sepal_pair couple_group[SEPAL_LANES];

typedef struct couple {
    sepal_polys *a, *b;
} couple;

/* The floats are x and y of each vertex in turn, first those of a. Each polygon gets copies of its last vertex until it has
 * `filled` vertices. False if sepal refuses one of them. The next call makes the sets anew. */
bool couple_of_polygons(const float *floats, uint32_t count_a, uint32_t count_b, uint32_t filled, couple *out);

/* The couple that was made last; false if none has been made. */
bool couple_made_last(couple *out);

/* Two parallelograms, each from its centre and two half-edges (six floats), with the vertices rounded to float. */
bool couple_of_boxes(const float *floats, couple *out);

/* Two circles: x, y and the magnitude of the radius of each. */
bool couple_of_circles(const float *floats, couple *out);

/* As couple_of_polygons, with radii. */
bool couple_of_round(const float *floats, uint32_t count_a, float radius_a, uint32_t count_b, float radius_b, couple *out);

/* The records and vertices of a set, in every lane. */
circle_lanes couple_circle(const sepal_polys *set);
vertex_lanes couple_vertices(const sepal_polys *set, uint32_t size);

/* The value in the first lane. */
float lane_of(w v);

/* The greatest of min_j n . (b_j - a_i) over the outward normals n of the edges of a, each as long as its edge. It is computed
 * in double, whose own rounding is less than 2^-25 of any bound on errors of float. -INFINITY if a has no edge. */
double couple_gap(const sepal_polys *a, const sepal_polys *b);

/* The gap for normals of length 1; the second: after b was moved by (x, y). */
double couple_unit_gap(const sepal_polys *a, const sepal_polys *b);
double couple_unit_gap_moved(const sepal_polys *a, const sepal_polys *b, double x, double y);

/* The distance of the two cores after b was moved by (x, y); 0 if they meet. */
double couple_distance(const couple *c, double x, double y);

/* How near a filter of gaps comes to a wrong answer: the gaps relative to their bounds, on the side of the wrong answer. */
double wrong_share(const gap_lanes *g, const couple *c);

#endif
