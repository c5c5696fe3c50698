/* sides_in_lanes.h — how the corners of sides are listed and sorted where each lane has a pair, for sides.h: each corner is compared
 * with all places, since each lane has other ones, and as many as it has.
 *
 * The unit that includes this says before, beside what sides.h needs, how many lanes there are (CONTACT_LANES), and how many vertices cores have
 * at most (CONTACT_HULL_VERTICES); a contact_core has a place for the vertices on the plane, `members`. */
#ifndef SEPAL_SOLIDS_SIDES_IN_LANES_H
#define SEPAL_SOLIDS_SIDES_IN_LANES_H

#include "sides.h"

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

/* Each vertex on some plane goes to the next place of the lanes in which it is. */
SPECIALISED int list_on_plane(const contact_core *core, const side_plane *plane, wd up, solid_side *out) {
    const wd zero = wd_set1(0), one = wd_set1(1), count = members_on_plane(core, plane, up, core->members);
    const wdm is_side = wdm_and(wd_ge(count, wd_set1(3)), wd_ge(wd_set1(CONTACT_SIDE_CORNERS), count));
    const wd3 first = contact_vertex(core, 0);
    wd place = zero;
    out->count = wd_select(is_side, count, one);
    const int most = (int)wd_greatest(out->count);
    for (int slot = 0; slot < most; slot++) {
        out->x[slot] = first.x;
        out->y[slot] = first.y;
        out->h[slot] = first.z;
        out->number[slot] = zero;
    }
    for (int word = 0; 64 * word < core->count; word++) {
        uint64_t left = 0;
        for (int lane = 0; lane < CONTACT_LANES; lane++)
            left |= core->members->of[lane][word];
        for (; left != 0; left &= left - 1) {
            const int k = 64 * word + (int)sepal_lowest_bit(left);
            const wd3 p = contact_vertex(core, k);
            const wd number = wd_set1((double)k);
            const wdm on = wdm_and(is_on_plane(plane, up, p), wd_gt(core->size, number));
            for (int slot = 0; slot < most; slot++)
                put_listed(p, number, wdm_and(on, wd_eq(place, wd_set1((double)slot))), slot, out);
            place = wd_add(place, wd_select(on, one, zero));
        }
    }
    fill_with_first(out, most);
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
    const solid_side from = *f;
    wd before[CONTACT_SIDE_CORNERS];
    wdm same = wdm_all();
    count_those_before(f, most, before);
    for (int k = 1; k < most; k++)
        same = wdm_and(same, wd_eq(before[k], wd_set1((double)k)));
    if (wdm_bits(wdm_not(same)) == 0)
        return;
    for (int slot = 1; slot < most; slot++)
        for (int k = 1; k < most; k++)
            put_listed((wd3){from.x[k], from.y[k], from.h[k]}, from.number[k], wd_eq(before[k], wd_set1((double)slot)), slot, f);
}

#endif
