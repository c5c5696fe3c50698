/* motion.h — cores that move: what the searches for the first contact share. d is the way of b as seen from a, K the Minkowski
 * difference of the cores, the hull of all members b - a. */
#ifndef SEPAL_SOLIDS_SCALAR_MOTION_H
#define SEPAL_SOLIDS_SCALAR_MOTION_H

#include "../../core/d3.h"
#include "../sweep.h"
#include "distance.h"

/* The dimension of K, and as many affinely independent members as it takes, and one more. The vectors refer to each other: so this
 * structure stays where it is. */
typedef struct sepal_frame {
    int rank;
    sepal_member member[4];
    sepal_exact v[4]; /* the members */
    union {           /* one room for both: the stack is short */
        struct {
            sepal_exact e[3];   /* v[1] - v[0], ... */
            sepal_exact normal; /* e[0] x e[1] */
        };
        sepal_exact across[4]; /* later, if the rank is 3: d x v[k] */
    };
} sepal_frame;

void sepal_frame_set(sepal_frame *frame, const sepal_cores *cores);

/* The two cores of a pair, which move, multiplied by a scale. The moves must stay where they are. */
static inline void sepal_cores_of_movers(sepal_cores *cores, const sepal_solid_mover *a, const sepal_solid_mover *b, double scale) {
    sepal_cores_set_scaled(cores, a->set, a->index, b->set, b->index, scale);
    cores->move_a = a->move;
    cores->move_b = b->move;
}

/* How a vertex, or the line of an edge, comes within reach on its way: at the root s of a s^2 - 2 b s + c, where root = b^2 - a c; gap: how much
 * more than the reach it is away now. n: from the origin to it; e, across: NULL, or the edge and its product with a member. What certifies the
 * search of solids_scalar_hit_round.c does these operations, too. */
typedef struct sepal_passage {
    double a, b, c, root, gap;
} sepal_passage;

static inline sepal_passage sepal_passage_of(const double n[3], const double *e, const double *across, const double way[3],
                                             double reach) {
    sepal_passage out;
    double d[3] = {way[0], way[1], way[2]}, size = d3_length(n), far = size;
    if (e != NULL) {
        double length = d3_length(e), along = d3_dot(e, d) / length;
        far = d3_length(across) / length;
        for (int k = 0; k < 3; k++)
            d[k] -= along * (e[k] / length);
    }
    const double nearer = -d3_dot(n, d) / size;
    out.gap = far - reach;
    out.a = d3_dot(d, d);
    out.b = far * nearer;
    out.c = out.gap * (far + reach);
    out.root = out.b * out.b - out.a * out.c;
    return out;
}

/* The first contact of two cores that are apart at the beginning and meet. */
sepal_solid_hit sepal_solids_scalar_hit_cores(const sepal_solid_mover *a, const sepal_solid_mover *b);

/* The least float t >= 0 from which on two cores are apart or touch, which overlap, where touching is apart, at some time before: infinite
 * if there is none. */
float sepal_solids_scalar_leave_cores(const sepal_solid_mover *a, const sepal_solid_mover *b);

/* The first contact if three members of K are known that may span the side that is entered. False if the way does not lead through the
 * inside of their triangle, or some member is beyond it. */
bool sepal_solids_scalar_hit_face(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_member face[3],
                                  sepal_solid_hit *out);

/* The first contact of two solids with a reach above 0, which are apart at the beginning; touching counts as meeting. */
sepal_solid_hit sepal_solids_scalar_hit_round(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule);

/* The normal of such a contact, if its time is known. */
void sepal_solids_scalar_round_normal(const sepal_solid_mover *a, const sepal_solid_mover *b, const sepal_rule *rule, float time,
                                      float normal[3]);

#endif
