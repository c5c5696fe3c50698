/* polys_scalar_checks.c — the checks of pairs and poses, one at a time. */
#include "../../core/arithmetic.h"

#include "reference.h"

bool sepal_polys_indices_within_scalar(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b) {
    for (size_t k = 0; k < count; k++)
        if (pairs[k].a >= count_a || pairs[k].b >= count_b)
            return false;
    return true;
}

bool sepal_polys_poses_within_scalar(const sepal_poses *poses, size_t count, float most_place, float most_turn) {
    for (size_t i = 0; i < count; i++) {
        if (!(fabsf(sepal_pose_x(poses, i)) <= most_place && fabsf(sepal_pose_y(poses, i)) <= most_place))
            return false;
        if (poses->cos != NULL && !(fabsf(sepal_pose_cos(poses, i)) <= most_turn && fabsf(sepal_pose_sin(poses, i)) <= most_turn))
            return false;
    }
    return true;
}
