/* meshes_split.c — the order of the triangles of a mesh in its tree: halved again and again across the axis along which their centres
 * spread the widest (Bentley, Multidimensional binary search trees used for associative searching, 1975). The first half fills whole
 * nodes, so that every node of the tree is such a part. Any order gives the same answers. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "split.h"
#include <stdbool.h>

/* When a halving has looked at so many times as many centres as it has, pivots become means, which no order of the centres makes bad: each
 * halves the range of the numbers, which floats allow some 300 times. */
enum { MOST_LOOKS = 16 };

static float median_of_three(float a, float b, float c) {
    const float least = a < b ? a : b, most = a < b ? b : a;
    return c < least ? least : c > most ? most : c;
}

/* The middle of the least and the greatest number: less than the greatest, if they differ. */
static float mean_of_ends(const sepal_mesh_centre *centres, size_t count, int axis) {
    float least = centres[0].at[axis], most = least;
    for (size_t i = 1; i < count; i++) {
        const float at = centres[i].at[axis];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    const float mean = 0.5F * least + 0.5F * most;
    return mean >= least && mean < most ? mean : least;
}

/* Puts the centres before a pivot along an axis, and with `equal` those beside it, in front of the others. Returns how many these
 * are. Each centre is moved without a branch, which nothing would predict. */
SPECIALISED size_t put_first(sepal_mesh_centre *centres, size_t count, int axis, float pivot, bool equal) {
    size_t first = 0;
    for (size_t i = 0; i < count; i++) {
        const sepal_mesh_centre at = centres[i];
        centres[i] = centres[first];
        centres[first] = at;
        first += equal ? at.at[axis] <= pivot : at.at[axis] < pivot;
    }
    return first;
}

/* Reorders the centres so that none before the one at `half` is behind it along an axis, and none behind it is before it (Hoare,
 * Algorithm 65: Find, 1961). */
static void halve(sepal_mesh_centre *centres, size_t count, size_t half, int axis) {
    const size_t most = MOST_LOOKS * count;
    size_t looks = 0;
    while (count > 1) {
        const float pivot = looks < most
                                ? median_of_three(centres[0].at[axis], centres[count / 2].at[axis], centres[count - 1].at[axis])
                                : mean_of_ends(centres, count, axis);
        looks += count;
        size_t first = put_first(centres, count, axis, pivot, false);
        if (half < first) {
            count = first;
            continue;
        }
        if (first == 0) { /* the pivot is the least */
            first = put_first(centres, count, axis, pivot, true);
            if (half < first)
                return;
        }
        centres += first;
        count -= first;
        half -= first;
    }
}

static int widest_axis(const sepal_mesh_centre *centres, size_t count) {
    float low[3], high[3];
    int widest = 0;
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = centres[0].at[k];
    for (size_t i = 1; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const float at = centres[i].at[k];
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    for (int k = 1; k < 3; k++)
        if (high[k] - low[k] > high[widest] - low[widest])
            widest = k;
    return widest;
}

/* NOLINTNEXTLINE(misc-no-recursion): each part is at most half of the next power of two, so it is at most 26 deep */
void sepal_mesh_split(sepal_mesh_centre *centres, size_t count, size_t leaf) {
    size_t half = leaf;
    if (count <= leaf)
        return;
    while (2 * half < count)
        half *= 2;
    halve(centres, count, half, widest_axis(centres, count));
    sepal_mesh_split(centres, half, leaf);
    sepal_mesh_split(centres + half, count - half, leaf);
}
