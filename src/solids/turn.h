/* turn.h — the matrix of a rotation, and where a pose takes a vector or a point of a model. */
#ifndef SEPAL_SOLIDS_TURN_H
#define SEPAL_SOLIDS_TURN_H

#include <math.h>
#include <sepal/solids.h>
#include <stdbool.h>

/* Are all arrays of the quaternion there, or none; all of the matrix, or none; and not both? */
static inline bool sepal_turns_are_whole(const sepal_solid_turns *turn) {
    int quaternion = (turn->w != NULL) + (turn->x != NULL) + (turn->y != NULL) + (turn->z != NULL), matrix = 0;
    for (int k = 0; k < 9; k++)
        matrix += turn->matrix[k] != NULL;
    return (quaternion == 0 && (matrix == 0 || matrix == 9)) || (quaternion == 4 && matrix == 0);
}

/* Is it finite? (isfinite of MinGW converts doubles to float in branches that it does not take, which is a warning.) */
static inline bool sepal_is_number(double v) {
    return fabs(v) < (double)INFINITY;
}

/* The matrix that stands at [at] of the arrays, rounded as sepal_solid_turns states. A number that is not finite makes some entry
 * not finite, and so does a quaternion of length 0. */
static inline void sepal_turn_matrix(const sepal_solid_turns *turn, size_t at, double r[3][3]) {
    if (turn->w != NULL) {
        double qw = (double)turn->w[at], x = (double)turn->x[at], y = (double)turn->y[at], z = (double)turn->z[at];
        double s = 2 / (((qw * qw + x * x) + y * y) + z * z);
        r[0][0] = 1 - s * (y * y + z * z);
        r[0][1] = s * (x * y - qw * z);
        r[0][2] = s * (x * z + qw * y);
        r[1][0] = s * (x * y + qw * z);
        r[1][1] = 1 - s * (x * x + z * z);
        r[1][2] = s * (y * z - qw * x);
        r[2][0] = s * (x * z - qw * y);
        r[2][1] = s * (y * z + qw * x);
        r[2][2] = 1 - s * (x * x + y * y);
    } else {
        for (int k = 0; k < 9; k++)
            r[k / 3][k % 3] = turn->matrix[0] != NULL ? (double)turn->matrix[k][at] : k % 4 == 0 ? 1 : 0;
    }
}

/* A vector of a model, turned; and a point of it, turned and moved: rounded as sepal_solids_place states. */
static inline void sepal_turn_vector(double r[3][3], const float v[3], float out[3]) {
    double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    for (int k = 0; k < 3; k++)
        out[k] = (float)((r[k][0] * x + r[k][1] * y) + r[k][2] * z);
}
static inline void sepal_turn_point(double r[3][3], const float move[3], float px, float py, float pz, float out[3]) {
    double x = (double)px, y = (double)py, z = (double)pz;
    for (int k = 0; k < 3; k++)
        out[k] = (float)((((double)move[k] + r[k][0] * x) + r[k][1] * y) + r[k][2] * z);
}

#endif
