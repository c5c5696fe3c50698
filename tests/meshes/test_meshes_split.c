/* The order in which the tree of a mesh has triangles: all of them once, and each half on its side of the other along the widest axis,
 * also where centres are equal, sorted, or spread over all magnitudes. */
#include "../../src/meshes/split.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { LEAF = 16, MOST = 20011 };

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
static uint64_t random_word(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

typedef enum shape { EQUAL, RISING, FALLING, ORGAN, TWO, CROWD, MAGNITUDES, GRID, SHAPES } shape;

static void make_centre(shape what, size_t i, size_t count, uint64_t *state, float out[3]) {
    const float share = (float)(random_word(state) >> 40) * 0x1p-24F;
    out[0] = out[1] = out[2] = 0;
    switch (what) {
    case EQUAL:
        out[1] = -1;
        break;
    case RISING:
        out[2] = (float)i;
        break;
    case FALLING:
        out[0] = -(float)i;
        break;
    case ORGAN:
        out[1] = (float)(i < count / 2 ? i : count - i);
        break;
    case TWO:
        out[0] = i % 3 == 0 ? -0.0F : 0x1p-149F;
        out[1] = i % 2 == 0 ? 0 : -0.0F;
        break;
    case CROWD:
        out[0] = i == 7 ? 0x1p126F : share;
        out[2] = i == 8 ? -0x1p126F : share * share;
        break;
    case MAGNITUDES:
        out[0] = ldexpf(1 + share, (int)(random_word(state) % 250) - 125);
        out[1] = -ldexpf(1 + share, (int)(random_word(state) % 250) - 125);
        break;
    default:
        for (int k = 0; k < 3; k++)
            out[k] = (float)(random_word(state) % 30);
    }
}

/* The widest axis of a part, by its own ends. */
static int widest_of(const sepal_mesh_centre *part, size_t count) {
    double widest = -1;
    int axis = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            low = fmin(low, (double)part[i].at[k]);
            high = fmax(high, (double)part[i].at[k]);
        }
        if (high - low > widest) {
            widest = high - low;
            axis = k;
        }
    }
    return axis;
}

/* The part is split where all nodes before are full, and no centre is on the other's side. */
static void check_part(const char *about, const sepal_mesh_centre *part, size_t count) {
    for (size_t size = LEAF; size < count; size *= 2)
        for (size_t first = 0; first + size < count; first += 2 * size) {
            const size_t rest = count - first < 2 * size ? count - first : 2 * size;
            const int axis = widest_of(part + first, rest);
            float before = -INFINITY, behind = INFINITY;
            for (size_t i = 0; i < rest; i++) {
                const float at = part[first + i].at[axis];
                before = i < size ? fmaxf(before, at) : before;
                behind = i < size ? behind : fminf(behind, at);
            }
            cr_assert_leq(before, behind, "%s: of %zu from %zu on: %a before %a", about, rest, first, (double)before,
                          (double)behind);
        }
}

Test(meshes_split, parts) {
    static const char *const names[SHAPES] = {"equal", "rising", "falling", "organ", "two", "crowd", "magnitudes", "grid"};
    static const size_t counts[] = {1, 15, 16, 17, 31, 33, 255, 257, 1000, 4096, MOST};
    sepal_mesh_centre *centres = malloc(MOST * sizeof *centres), *given = malloc(MOST * sizeof *given);
    bool *seen = malloc(MOST * sizeof *seen);
    uint64_t state = 1;
    cr_assert(centres && given && seen);
    for (int what = 0; what < SHAPES; what++)
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            const size_t count = counts[n];
            for (size_t i = 0; i < count; i++) {
                make_centre((shape)what, i, count, &state, given[i].at);
                given[i].triangle = (uint32_t)i;
                centres[i] = given[i];
                seen[i] = false;
            }
            sepal_mesh_split(centres, count, LEAF);
            for (size_t i = 0; i < count; i++) {
                const uint32_t triangle = centres[i].triangle;
                cr_assert(triangle < count && !seen[triangle], "%s: %u again", names[what], triangle);
                seen[triangle] = true;
                for (int k = 0; k < 3; k++)
                    cr_assert_eq(centres[i].at[k], given[triangle].at[k], "%s: %u elsewhere", names[what], triangle);
            }
            check_part(names[what], centres, count);
        }
    free(centres);
    free(given);
    free(seen);
}

/* Numbers that make the median of the first, the middle and the last one the least but one, again and again: each time, two that are not yet
 * given are the least of those that are left, while the others move as a pivot moves them. */
static void make_bad_medians(sepal_mesh_centre *centres, size_t count, size_t rounds) {
    uint32_t *order = malloc(count * sizeof *order), given = 0;
    cr_assert(order);
    for (size_t i = 0; i < count; i++) {
        centres[i] = (sepal_mesh_centre){{(float)count, 0, 0}, (uint32_t)i};
        order[i] = (uint32_t)i;
    }
    for (size_t from = 0; from < rounds; from++) {
        const size_t middle = from + (count - from) / 2;
        if (centres[order[from]].at[0] == (float)count)
            centres[order[from]].at[0] = (float)given++;
        if (centres[order[middle]].at[0] == (float)count)
            centres[order[middle]].at[0] = (float)given++;
        const float least = fminf(centres[order[from]].at[0], centres[order[middle]].at[0]);
        size_t first = from;
        for (size_t i = from; i < count; i++) {
            const uint32_t swap = order[i];
            order[i] = order[first];
            order[first] = swap;
            first += centres[swap].at[0] <= least;
        }
    }
    for (size_t i = rounds; i < count; i++)
        if (centres[order[i]].at[0] == (float)count)
            centres[order[i]].at[0] += (float)(i * 7919 % count);
    free(order);
}

Test(meshes_split, bad_medians) {
    const size_t count = 4096;
    sepal_mesh_centre *centres = malloc(count * sizeof *centres);
    cr_assert(centres);
    make_bad_medians(centres, count, 256);
    sepal_mesh_split(centres, count, LEAF);
    check_part("bad medians", centres, count);
    free(centres);
}
