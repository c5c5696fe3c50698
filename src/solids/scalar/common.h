/* common.h — where two solids face each other: the corners of the common part of two sides, and the four of them that are kept. */
#ifndef SEPAL_SOLIDS_SCALAR_COMMON_H
#define SEPAL_SOLIDS_SCALAR_COMMON_H

#include "side.h"

/* Each edge of one side has two candidates at most, each corner of the other one. */
enum { SEPAL_CONTACT_CANDIDATES = 3 * SEPAL_SIDE_CORNERS };

/* A candidate: (x, y) in the picture midway, and from there by -off to the point of the first core, by +off to that of the second
 * (0 but between edges side by side); the heights of both; how far it is from one core to the other; what makes it, the first core
 * in the higher half. */
typedef struct sepal_contact_candidate {
    double x, y, off_x, off_y, first, second, distance;
    uint32_t feature;
} sepal_contact_candidate;

/* The candidates of two sides of which one has an area, in the order of the edges of the first (with an area), and then of the
 * corners of the other. flush: the tolerance for corners. Returns how many there are. */
int sepal_contact_common(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                         sepal_contact_candidate out[SEPAL_CONTACT_CANDIDATES]);

/* Those of two sides without area: the ends of the stretch that two edges share; and the point where edges or vertices cross, if they
 * do, up to the tolerance for corners. */
int sepal_contact_side_by_side(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                               sepal_contact_candidate out[2]);
int sepal_contact_crossing(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                           sepal_contact_candidate *out);

/* Chooses up to four of `count` candidates. least: candidates that are so near, or add so little, are left out. deeper: one that is
 * deeper than all that were chosen by more than that is taken as well. Returns how many. */
int sepal_contact_choose(const sepal_contact_candidate *of, int count, double least, double deeper,
                         int chosen[SEPAL_CONTACTS_MOST]);

/* The diagonal of the rectangle around candidates. middle: receives its centre; may be NULL. */
double sepal_contact_rectangle(const sepal_contact_candidate *of, int count, double middle[2]);

#endif
