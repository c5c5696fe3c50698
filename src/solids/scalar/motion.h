/* motion.h — cores that move: what the searches for the first contact share. d is the way of b as seen from a, K the Minkowski
 * difference of the cores, the hull of all members b - a. */
#ifndef SEPAL_SOLIDS_SCALAR_MOTION_H
#define SEPAL_SOLIDS_SCALAR_MOTION_H

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
