/* inside.h — is a core b, or the balls around its vertices, inside of the planes of another one's faces? */
#ifndef SEPAL_SOLIDS_SCALAR_INSIDE_H
#define SEPAL_SOLIDS_SCALAR_INSIDE_H

#include "plane.h"

/* How many vertices of b are asked about together. */
enum { SEPAL_INSIDE_PART = 128 };

/* What is asked: that the vertices of b in this part keep a distance from the planes of the faces of a. */
typedef struct sepal_inside {
    sepal_corners s;
    sepal_reach3 reach;               /* the distance: 0, or more */
    double least, most;               /* in double */
    bool touching;                    /* is that distance enough? or must it be more? */
    bool shared;                      /* a vertex of b that is one of a is inside */
    uint32_t first, count;            /* the part */
    bool left_out[SEPAL_INSIDE_PART]; /* as it is one of a */
    double centre[3], around;         /* all vertices of b are within `around` of it */
} sepal_inside;

/* The part of b that begins with vertex `first` and has up to `most` vertices, which are at most SEPAL_INSIDE_PART. */
void sepal_inside_take(sepal_inside *q, uint32_t first, uint32_t most);

typedef enum sepal_inside_answer {
    SEPAL_INSIDE,    /* all vertices of the part keep the distance */
    SEPAL_OUTSIDE,   /* one does not, and no vertex of a is beyond the plane: so it is that of a face */
    SEPAL_IS_BEYOND, /* one may not, but a vertex of a is beyond the plane: it is none of a face */
    SEPAL_NO_ROOM
} sepal_inside_answer;

/* Asks that of a plane through vertices of a whose normal points outward. is_face: it is known to be that of a face. beyond: receives the
 * vertex of a. A vertex of the part that is one of a is left out from then on, if these are inside. */
sepal_inside_answer sepal_inside_of_plane(sepal_inside *q, sepal_corner_plane *p, bool is_face, uint32_t *beyond);

/* Asks that of all faces of a hull a, for all vertices of b. */
bool sepal_inside_of_hull(sepal_inside *q);

#endif
