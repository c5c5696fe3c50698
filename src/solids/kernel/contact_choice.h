/* contact_choice.h — the four corners that are kept, in lanes: sepal_contact_choose of solids_scalar_common.c, operation by operation,
 * but for candidates that are deeper than those chosen, which are rare: such pairs are left to the reference. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CHOICE_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CHOICE_H

#include "contact_cuts.h"

/* Numbers of corners, as doubles, and whether there are so many. */
typedef struct contact_choice {
    wd corner[SEPAL_CONTACTS_MOST];
    wdm there[SEPAL_CONTACTS_MOST];
} contact_choice;

/* What a pair's corners are measured by: the sum of the radii, the margins, and the depth of the push. */
typedef struct contact_measure {
    wd reach, margin, point_margin, depth;
} contact_measure;

typedef struct contact_spot {
    wd x, y;
} contact_spot;

static inline wd square_to(contact_spot p, wd x, wd y) {
    const wd dx = wd_sub(x, p.x), dy = wd_sub(y, p.y);
    return wd_add(wd_mul(dx, dx), wd_mul(dy, dy));
}

static inline wd triangle_of(contact_spot p, contact_spot q, contact_spot r) {
    return wd_sub(wd_mul(wd_sub(q.x, p.x), wd_sub(r.y, p.y)), wd_mul(wd_sub(q.y, p.y), wd_sub(r.x, p.x)));
}

/* What corner k adds to those that were chosen in the steps before. way: 1, or -1 if the first three go round clockwise. */
SPECIALISED wd gain_of_corner(const contact_corners *c, int k, int step, contact_spot middle, const contact_spot *chosen, wd way) {
    const contact_spot at = {wd_load(c->x[k]), wd_load(c->y[k])};
    if (step < 2)
        return square_to(step == 0 ? middle : chosen[0], at.x, at.y);
    const wd of_pq = triangle_of(chosen[0], chosen[1], at);
    if (step == 2)
        return wd_abs(of_pq);
    const wd of_qr = triangle_of(chosen[1], chosen[2], at), of_rp = triangle_of(chosen[2], chosen[0], at);
    return wd_negated(wd_min(wd_min(wd_mul(way, of_pq), wd_mul(way, of_qr)), wd_mul(way, of_rp)));
}

SPECIALISED void choose_corner(const contact_corners *c, int count, int step, wd enough, contact_spot middle, contact_spot *chosen,
                               contact_choice *out) {
    wd most = enough, corner = wd_set1(0);
    wdm found = wdm_none();
    const wdm back = step < 3 ? wdm_none() : wd_lt(triangle_of(chosen[0], chosen[1], chosen[2]), wd_set1(0));
    const wd way = wd_select(back, wd_set1(-1), wd_set1(1));
    chosen[step] = (contact_spot){wd_load(c->x[0]), wd_load(c->y[0])};
    for (int k = 0; k < count; k++) {
        const wd gain = gain_of_corner(c, k, step, middle, chosen, way);
        const wdm better = wdm_and(c->there[k], wd_gt(gain, most));
        most = wd_select(better, wd_mul(gain, wd_set1(SEPAL_CONTACT_BETTER)), most);
        corner = wd_select(better, wd_set1((double)k), corner);
        chosen[step].x = wd_select(better, wd_load(c->x[k]), chosen[step].x);
        chosen[step].y = wd_select(better, wd_load(c->y[k]), chosen[step].y);
        found = wdm_or(found, better);
    }
    out->corner[step] = corner;
    out->there[step] = step == 0 ? found : wdm_and(found, out->there[step - 1]);
}

/* Leaves the corners that are deep enough of the first `count`, and chooses four. deeper: how much deeper another one may be. False in
 * lanes where no corner is as deep as the push. */
SPECIALISED wdm choose_corners(contact_corners *c, int count, const contact_view_lanes *view, const contact_measure *of,
                               wd *nearest, wd *deeper, contact_choice *out) {
    const wd far = wd_set1(INFINITY), shallowest = wd_negated(of->point_margin), least = wd_mul(wd_set1(4), view->flush);
    wd low_x = far, low_y = far, high_x = wd_negated(far), high_y = high_x;
    contact_spot chosen[SEPAL_CONTACTS_MOST];
    *nearest = far;
    for (int k = 0; k < count; k++) {
        const wd x = wd_load(c->x[k]), y = wd_load(c->y[k]), distance = wd_sub(wd_load(c->second[k]), wd_load(c->first[k]));
        const wdm there = wdm_and(c->there[k], wd_ge(wd_sub(of->reach, distance), shallowest));
        c->there[k] = there;
        *nearest = wd_min(*nearest, wd_select(there, distance, far));
        low_x = wd_min(low_x, wd_select(there, x, low_x));
        low_y = wd_min(low_y, wd_select(there, y, low_y));
        high_x = wd_max(high_x, wd_select(there, x, high_x));
        high_y = wd_max(high_y, wd_select(there, y, high_y));
    }
    const wd width = wd_sub(high_x, low_x), height = wd_sub(high_y, low_y), half = wd_set1(0.5);
    const wd rectangle = wd_sqrt(wd_add(wd_mul(width, width), wd_mul(height, height)));
    const contact_spot middle = {wd_mul(half, wd_add(low_x, high_x)), wd_mul(half, wd_add(low_y, high_y))};
    *deeper = wd_add(wd_add(wd_mul(wd_set1(0.25), of->margin), wd_mul(wd_set1(SEPAL_CONTACT_DEEPER), rectangle)),
                     wd_mul(wd_set1(SEPAL_CONTACT_DEEPER_BOX), wd_add(view->extent, of->reach)));
    choose_corner(c, count, 0, wd_set1(-1), middle, chosen, out);
    choose_corner(c, count, 1, wd_mul(least, least), middle, chosen, out);
    const wd enough = wd_mul(least, wd_sqrt(square_to(chosen[0], chosen[1].x, chosen[1].y)));
    choose_corner(c, count, 2, enough, middle, chosen, out);
    choose_corner(c, count, 3, enough, middle, chosen, out);
    return wdm_and(out->there[0], wd_ge(wd_sub(of->reach, *nearest), wd_sub(of->depth, *deeper)));
}

#endif
