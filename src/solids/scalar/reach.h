/* reach.h — is a vertex of b within reach of the core a? In double, where that is certain. */
#ifndef SEPAL_SOLIDS_SCALAR_REACH_H
#define SEPAL_SOLIDS_SCALAR_REACH_H

#include "inside.h"

/* Up to four vertices of a, where the search is. */
typedef struct sepal_reaching {
    int count;
    uint32_t vertex[4];
} sepal_reaching;

/* 1: the vertex is nearer to the core a than `least`; -1: it is farther than `most`; 0: not known. near: at first one vertex. */
int sepal_reach_guess(sepal_reaching *near, const sepal_corners *s, uint32_t vertex, double least, double most);

#endif
