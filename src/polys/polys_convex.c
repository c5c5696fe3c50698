/* polys_convex.c — one walk along the edges, with exact turns. */
#include "../core/arithmetic.h"

#include "../exact/orient.h"
#include "convex.h"

/* The polygon is convex if its edges turn one way only, and goes round once if the turns add up to one full turn. Each turn is less
 * than a half turn, or a reversal, which is exactly a half turn. In every full turn an edge changes twice between pointing up the
 * lexicographic order of points and pointing down. So turns of one sign with two changes are one full turn. (A reversal is half of
 * it. The other half must then also be a single reversal: all vertices are on one line, there and back.) */
bool sepal_poly_is_convex(const float *x, const float *y, size_t count, uint32_t *flags) {
    size_t last = count - 1;
    while (last > 0 && x[last] == x[0] && y[last] == y[0])
        last--;
    bool left = false, right = false;
    int changes = 0;
    size_t a = last, b = 0; /* the edge a -> b; then the next vertex c that differs from b */
    for (size_t k = 1; last > 0 && k <= last + 1; k++) {
        size_t c = k <= last ? k : 0;
        if (x[c] == x[b] && y[c] == y[b])
            continue;
        int turn = sepal_orient(x[a], y[a], x[b], y[b], x[c], y[c]);
        left |= turn > 0;
        right |= turn < 0;
        changes += sepal_point_before(x[a], y[a], x[b], y[b]) != sepal_point_before(x[b], y[b], x[c], y[c]);
        if ((left && right) || changes > 2)
            return false;
        a = b;
        b = c;
    }
    *flags = (left || right ? 0U : SEPAL_FLAT) | (right ? SEPAL_CLOCKWISE : 0U);
    return true;
}
