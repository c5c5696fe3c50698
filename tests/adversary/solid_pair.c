#include "solid_pair.h"

#include <math.h>
#include <stdlib.h>

const sepal_pair solid_group[SEPAL_LANES] = {{0, 0}};

solid_pair solid_pair_emptied(void) {
    static solid_pair pair;
    if (pair.a == NULL && (sepal_solids_create(NULL, &pair.a) != SEPAL_OK || sepal_solids_create(NULL, &pair.b) != SEPAL_OK))
        abort();
    sepal_solids_clear(pair.a);
    sepal_solids_clear(pair.b);
    return pair;
}

bool add_turned_box(sepal_solids *set, const float *f, float radius) {
    const float half[3] = {fabsf(f[3]), fabsf(f[4]), fabsf(f[5])};
    const sepal_solid_boxes boxes = {&f[0],   &f[1], &f[2], &half[0], &half[1], &half[2], {&f[6], &f[7], &f[8], &f[9], {NULL}},
                                     &radius, 1};
    return sepal_solids_add_boxes(set, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

bool add_slanted_box(sepal_solids *set, const float *f) {
    const sepal_solid_parallelepipeds boxes = {
        {&f[0], &f[1], &f[2]}, {&f[3], &f[4], &f[5]}, {&f[6], &f[7], &f[8]}, {&f[9], &f[10], &f[11]}, NULL, 1};
    return sepal_solids_add_parallelepipeds(set, &boxes, 1, NULL, NULL) == SEPAL_OK;
}

bool add_points(sepal_solids *set, const float *f, size_t count, float radius) {
    float at[3][4];
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            at[k][i] = f[3 * i + (size_t)k];
    return sepal_solids_add_hull(set, at[0], at[1], at[2], count, radius, NULL) == SEPAL_OK;
}

double solid_distance_between(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j) {
    sepal_cores cores;
    sepal_nearest found;
    sepal_number over, under;
    sepal_cores_set(&cores, a, i, b, j);
    if (!sepal_solids_scalar_nearest(&cores, &found))
        return 0;
    sepal_nearest_square(&found, &cores, &over, &under);
    return sqrt(sepal_number_value(&over) / sepal_number_value(&under));
}

double solid_distance(solid_pair pair) {
    return solid_distance_between(pair.a, 0, pair.b, 0);
}

double first_float(w v) {
    float lanes_of[SEPAL_LANES];
    w_store(lanes_of, v);
    return (double)lanes_of[0];
}

double first_double(wd v) {
    double lanes_of[SEPAL_LANES / 2];
    wd_store(lanes_of, v);
    return lanes_of[0];
}
