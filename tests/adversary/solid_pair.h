/* solid_pair.h — two sets of one solid each, made from the floats of an attack, in the form in which the kernels read them. */
#ifndef SEPAL_TESTS_ADVERSARY_SOLID_PAIR_H
#define SEPAL_TESTS_ADVERSARY_SOLID_PAIR_H

#include <sepal/solids.h>
#include <solids/kernel/query.h>
#include <solids/scalar/distance.h>

/* The sets; both are empty after solid_pair_emptied. */
typedef struct solid_pair {
    sepal_solids *a, *b;
} solid_pair;

solid_pair solid_pair_emptied(void);

/* A group of pairs in which every lane holds the solids 0. */
extern const sepal_pair solid_group[SEPAL_LANES];

static inline solids_query solid_query(solid_pair pair) {
    return (solids_query){pair.a, pair.b, SEPAL_TOUCHING_OVERLAPS, 0, false};
}

/* Each adds one solid; false if sepal refuses it. Centre, half extents (of which the magnitudes count) and quaternion: 10 floats. */
bool add_turned_box(sepal_solids *set, const float *f, float radius);

/* c, u, v, w: 12 floats. */
bool add_slanted_box(sepal_solids *set, const float *f);

/* The coordinates of up to four points, point by point. */
bool add_points(sepal_solids *set, const float *f, size_t count, float radius);

/* The distance of the cores of solid i of one set and solid j of another; 0 if they meet. And of the solids 0 of a pair. */
double solid_distance_between(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j);
double solid_distance(solid_pair pair);

/* The values in the first lanes. */
double first_float(w v);
double first_double(wd v);

#endif
