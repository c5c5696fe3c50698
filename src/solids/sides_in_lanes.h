/* sides_in_lanes.h — how the corners of sides are listed and sorted where each lane has a pair, for sides.h: lane by lane, as numbers that
 * are moved, since each lane has other ones, and as many as it has; how many corners are before each is counted in all lanes together.
 *
 * The unit that includes this says before, beside what sides.h needs, how many lanes there are (CONTACT_LANES), how many vertices cores have
 * at most (CONTACT_HULL_VERTICES), and contact_coordinate(core, k, c, lane) of vertex k in the frame; a contact_core has a place for the
 * vertices on the plane, `members`. */
#ifndef SEPAL_SOLIDS_SIDES_IN_LANES_H
#define SEPAL_SOLIDS_SIDES_IN_LANES_H

#include "sides.h"

/* Corners of which each lane has its own: places, heights and numbers. */
typedef struct side_lanes {
    _Alignas(64) double of[4][CONTACT_SIDE_CORNERS][CONTACT_LANES];
} side_lanes;

static inline void load_side_lanes(const side_lanes *from, int most, solid_side *out) {
    for (int slot = 0; slot < most; slot++) {
        out->x[slot] = wd_load(from->of[0][slot]);
        out->y[slot] = wd_load(from->of[1][slot]);
        out->h[slot] = wd_load(from->of[2][slot]);
        out->number[slot] = wd_load(from->of[3][slot]);
    }
}

static inline void store_side_lanes(const solid_side *from, int most, side_lanes *out) {
    for (int slot = 0; slot < most; slot++) {
        wd_store(out->of[0][slot], from->x[slot]);
        wd_store(out->of[1][slot], from->y[slot]);
        wd_store(out->of[2][slot], from->h[slot]);
        wd_store(out->of[3][slot], from->number[slot]);
    }
}

/* The vertices on a plane of each lane, as bits. */
typedef struct side_members {
    uint64_t of[CONTACT_LANES][CONTACT_HULL_VERTICES / 64];
} side_members;

/* Those of one lane that are left: bits of the word that the next one is in, none if there is no next one; and the number of this word. */
typedef struct members_left {
    const uint64_t *of;
    uint64_t next;
    int word;
} members_left;

static inline void pass_empty_words(members_left *left) {
    while (left->next == 0 && left->word + 1 < CONTACT_HULL_VERTICES / 64)
        left->next = left->of[++left->word];
}

static inline members_left members_of_lane(const side_members *members, int lane) {
    members_left left = {members->of[lane], members->of[lane][0], 0};
    pass_empty_words(&left);
    return left;
}

/* The first of them, which then is none. */
static inline int next_member(members_left *left) {
    const int k = 64 * left->word + (int)sepal_lowest_bit(left->next);
    left->next &= left->next - 1;
    pass_empty_words(left);
    return k;
}

/* Returns how many there are of each lane. */
SPECIALISED wd members_on_plane(const contact_core *core, const side_plane *plane, wd up, side_members *out) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    wd count = zero;
    memset(out, 0, sizeof *out);
    for (int from = 0; from < core->count; from += 32) {
        double bits[CONTACT_LANES];
        wd sum = zero, bit = one;
        for (int k = from; k < core->count && k < from + 32; k++) {
            const wdm on = wdm_and(is_on_plane(plane, up, contact_vertex(core, k)), wd_gt(core->size, wd_set1((double)k)));
            sum = wd_add(sum, wd_select(on, bit, zero));
            count = wd_add(count, wd_select(on, one, zero));
            bit = wd_add(bit, bit);
        }
        wd_store(bits, sum);
        for (int lane = 0; lane < CONTACT_LANES; lane++)
            out->of[lane][from / 64] |= (uint64_t)bits[lane] << from % 64;
    }
    return count;
}

/* The first `count` members of a lane, which are 1 at least; behind them the first one again. Vertex 0, where there is none. */
static inline void list_lane(const contact_core *core, members_left left, int count, int lane, int most, side_lanes *out) {
    const int first = left.next == 0 ? 0 : 64 * left.word + (int)sepal_lowest_bit(left.next);
    for (int slot = 0; slot < most; slot++) {
        const int k = slot < count && left.next != 0 ? next_member(&left) : first;
        for (int c = 0; c < 3; c++)
            out->of[c][slot][lane] = contact_coordinate(core, k, c, lane);
        out->of[3][slot][lane] = k;
    }
}

SPECIALISED int list_on_plane(const contact_core *core, const side_plane *plane, wd up, solid_side *out) {
    side_lanes listed;
    double counts[CONTACT_LANES];
    const wd count = members_on_plane(core, plane, up, core->members);
    const wdm is_side = wdm_and(wd_ge(count, wd_set1(3)), wd_ge(wd_set1(CONTACT_SIDE_CORNERS), count));
    out->count = wd_select(is_side, count, wd_set1(1));
    const int most = (int)wd_greatest(out->count);
    wd_store(counts, out->count);
    for (int lane = 0; lane < CONTACT_LANES; lane++)
        list_lane(core, members_of_lane(core->members, lane), (int)counts[lane], lane, most, &listed);
    load_side_lanes(&listed, most, out);
    return most;
}

/* How many corners of each lane are before a corner, by turns about the first one. Those that fill up a lane stay where they are. */
SPECIALISED void count_those_before(const solid_side *f, int most, wd *before) {
    const wd zero = wd_set1(0), one = wd_set1(1);
    wd x[CONTACT_SIDE_CORNERS], y[CONTACT_SIDE_CORNERS];
    for (int k = 1; k < most; k++) {
        const wdm there = side_has_corner(f, k, false);
        wd of_k = wd_select(there, one, wd_set1((double)k));
        x[k] = wd_sub(f->x[k], f->x[0]);
        y[k] = wd_sub(f->y[k], f->y[0]);
        for (int j = 1; j < k; j++) {
            const wdm is_before = wd_gt(wd_sub(wd_mul(x[j], y[k]), wd_mul(y[j], x[k])), zero);
            of_k = wd_add(of_k, wd_select(is_before, one, zero));
            before[j] = wd_add(before[j], wd_select(wdm_andnot(there, is_before), one, zero));
        }
        before[k] = of_k;
    }
}

/* To the place that is the number of those before it. Where rounding gives two corners one place, the order is not a convex polygon's. */
SPECIALISED void sort_by_turns(solid_side *f, int most) {
    side_lanes sorted;
    double corner[4][CONTACT_LANES];
    wd before[CONTACT_SIDE_CORNERS];
    double places[CONTACT_LANES];
    wdm same = wdm_all();
    count_those_before(f, most, before);
    for (int k = 1; k < most; k++)
        same = wdm_and(same, wd_eq(before[k], wd_set1((double)k)));
    if (wdm_bits(wdm_not(same)) == 0)
        return;
    store_side_lanes(f, most, &sorted);
    for (int k = 1; k < most; k++) {
        wd_store(places, before[k]);
        wd_store(corner[0], f->x[k]);
        wd_store(corner[1], f->y[k]);
        wd_store(corner[2], f->h[k]);
        wd_store(corner[3], f->number[k]);
        for (int lane = 0; lane < CONTACT_LANES; lane++)
            for (int c = 0; c < 4; c++)
                sorted.of[c][(int)places[lane]][lane] = corner[c][lane];
    }
    load_side_lanes(&sorted, most, f);
}

#endif
