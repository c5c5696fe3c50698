/* bodies.h — single shapes for the map of costs (cliffs.c). Coordinates are multiples of 2^-10 below 1 in magnitude, so sums of them,
 * and turns by small whole numbers, are exact in float32: what touches by construction touches exactly.
 *
 * A shape has its highest feature (a vertex, an edge, a face) in a plane across "up", which is y in the plane and z in space. */
#ifndef SEPAL_BENCH_CLIFFS_BODIES_H
#define SEPAL_BENCH_CLIFFS_BODIES_H

#include <stdbool.h>
#include <stdint.h>

enum { BODY_MOST = 520 }; /* points of a body */

/* is_box: p has the centre and the three half edges of a box in space. Otherwise p has the vertices; in the plane z is 0. */
typedef struct body {
    bool is_box;
    int count;
    double p[BODY_MOST][3];
    double radius;
} body;

typedef enum body_type {
    BODY_BOX,
    BODY_SHEARED,
    BODY_HULL,
    BODY_PRISM,
    BODY_FLAT,
    BODY_POLYGON,
    BODY_SEGMENT,
    BODY_POINT
} body_type;
typedef enum body_feature {
    FEATURE_VERTEX = 1,
    FEATURE_EDGE,
    FEATURE_FACE,
    FEATURE_SIDE
} body_feature; /* a side: that of a prism */

/* A family of bodies: least to most vertices (of a prism: sides), with radii, and boxes parallel to the coordinate axes. */
typedef struct family {
    body_type type;
    int least, most;
    bool is_round, is_upright;
} family;

/* A linear map that turns, and lengthens by `scale`. */
typedef struct turn {
    double m[3][3], scale;
} turn;

/* The numbers that follow depend on the seed alone. */
void random_begin(uint64_t seed);
double random_between(double low, double high);
int random_below(int bound);

extern const turn no_turn;
turn any_turn(bool space);                                      /* a rotation; its numbers are rounded */
turn exact_turn(bool space);                                    /* of small whole numbers, divided by a power of two */
turn turn_about_up(bool space, bool is_exact);                  /* leaves "up" as it is; in the plane no_turn */
turn turn_of(double w, double x, double y, double z, double k); /* the matrix of a quaternion, divided by k; 0: a rotation */
void turn_vector(const turn *t, double x[3]);
void turn_body(const turn *t, body *b);
void move_body(const double by[3], body *b);
void scale_body(double by, body *b);

void make_body(const family *f, bool space, body_feature top, body *out);

/* A body whose coordinates are multiples of `step` from -1 to 1. */
void make_lattice_body(const family *f, bool space, double step, body *out);

double dot_product(const double a[3], const double b[3]);
double body_support(const body *b, const double direction[3]);
double body_extent(const body *b); /* from the origin to its farthest point */

/* Its highest corners (sign 1) or lowest ones (-1) along the axis `up`, in their order around; returns how many. */
int body_feature_of(const body *b, int up, int sign, double out[BODY_MOST][3]);

#endif
