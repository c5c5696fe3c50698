/* places.h — the map's kinds of pairs, and the places where a pair may be: touching in every way, on a lattice, nearly parallel, one
 * within the other, far from the origin. */
#ifndef SEPAL_BENCH_CLIFFS_PLACES_H
#define SEPAL_BENCH_CLIFFS_PLACES_H

#include "bodies.h"

/* Pairs of a family and another. in_quick: the quick map has them. */
typedef struct kind_row {
    const char *name;
    bool space, in_quick;
    family a, b;
} kind_row;

extern const kind_row kinds[];
extern const int kind_count;

/* How b lies to a: anywhere (near it, deep in it, apart), with its lowest feature at the highest one of a, both on one lattice, as a
 * copy, as a copy of half the size, or inside. */
typedef enum place_how {
    PLACE_NEAR,
    PLACE_DEEP,
    PLACE_APART,
    PLACE_ON,
    PLACE_LATTICE,
    PLACE_COPY,
    PLACE_HALF,
    PLACE_INSIDE
} place_how;

/* Where on the feature of a that of b is: inside of it, on the middle of its border, at a corner, with the axes of both in line; or b
 * is the mirror image of a. */
typedef enum place_where { AT_INSIDE, AT_BORDER, AT_CORNER, IN_LINE, MIRRORED } place_where;

/* Both are turned: not at all, by small whole numbers (what touches still touches exactly), or by any rotation, rounded. */
typedef enum place_frame { AS_MADE = '|', TURNED_EXACTLY = '/', TURNED = '~' } place_frame;

/* gap: between the features, less than 0 if they overlap; or the step of the lattice, or how far a copy is moved. tilt: by which b leans
 * on a. spin: b is turned about "up", too. far: the distance of both from the origin. */
typedef struct place_row {
    const char *name;
    place_how how;
    place_frame frame;
    body_feature of_a, of_b;
    place_where where;
    bool in_quick, spin;
    double gap, tilt, far;
} place_row;

extern const place_row places[];
extern const int place_count;

/* The first place has pairs that are near each other without anything special. A kind's cost there is its usual one. */
enum { USUAL_PLACE };

const char *place_name(const place_row *p); /* with its frame; valid until the next call */

/* Has a kind such a place, and is it no other place of the kind? */
bool place_suits(const place_row *p, const kind_row *k);

/* Are both bodies of one family? */
bool kind_is_alike(const kind_row *k);

/* The vertices of the larger body at most: 8 of a box in space, 1 of a sphere. */
int kind_vertices(const kind_row *k);

/* Makes a pair by the random numbers that follow. up, side: unit vectors, or nearly, across the features that face each other, and
 * along them. */
void put_pair(const kind_row *k, const place_row *p, body *a, body *b, double up[3], double side[3]);

#endif
