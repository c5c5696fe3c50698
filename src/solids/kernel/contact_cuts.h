/* contact_cuts.h — the corners of the common part of two faces of boxes, in lanes: of each edge of the first face where it begins or
 * comes in over the second, and where it leaves it; then the corners of the second that are over the first. All of it repeats
 * solids_scalar_common.c, operation by operation. */
#ifndef SEPAL_SOLIDS_KERNEL_CONTACT_CUTS_H
#define SEPAL_SOLIDS_KERNEL_CONTACT_CUTS_H

#include "contact_sides.h"

/* Two of each edge of the first face, one of each corner of the second. */
enum { CONTACT_CORNERS = 12 };

/* They are kept in memory, since those that are chosen are looked up there. feature: as a double. */
typedef struct contact_corners {
    wd x[CONTACT_CORNERS], y[CONTACT_CORNERS], first[CONTACT_CORNERS], second[CONTACT_CORNERS], feature[CONTACT_CORNERS];
    wdm there[CONTACT_CORNERS];
} contact_corners;

typedef struct contact_edges {
    wd x[4], y[4], wide[4], feature[4];
} contact_edges;

static inline wd feature_of_corner(wd number) {
    return wd_mul(number, wd_set1(257));
}

SPECIALISED void find_edges(const contact_face_lanes *of, wd flush, contact_edges *out) {
    for (int k = 0; k < 4; k++) {
        const int next = (k + 1) & 3;
        const wd low = wd_min(of->number[k], of->number[next]), high = wd_max(of->number[k], of->number[next]);
        out->x[k] = wd_sub(of->x[next], of->x[k]);
        out->y[k] = wd_sub(of->y[next], of->y[k]);
        out->wide[k] = wd_mul(flush, wd_sqrt(wd_add(wd_mul(out->x[k], out->x[k]), wd_mul(out->y[k], out->y[k]))));
        out->feature[k] = wd_add(wd_mul(low, wd_set1(256)), high);
    }
}

static inline wd inside_edge(const contact_edges *e, const contact_face_lanes *of, int k, wd x, wd y) {
    return wd_sub(wd_mul(e->x[k], wd_sub(y, of->y[k])), wd_mul(e->y[k], wd_sub(x, of->x[k])));
}

static inline wd height_over(const contact_face_lanes *f, wd x, wd y) {
    const wd along = wd_mul(f->slope_x, wd_sub(x, f->x[0])), across = wd_mul(f->slope_y, wd_sub(y, f->y[0]));
    return wd_add(f->h[0], wd_add(along, across));
}

static inline wd wd_between(wd p, wd q, wd share) {
    return wd_add(p, wd_mul(share, wd_sub(q, p)));
}

/* Corner `slot`: of the edge from corner i of the first face, at a share of the way. */
SPECIALISED void put_on_edge(const contact_sides *s, int i, wd share, wd of_first, wd of_second, wdm there, int slot,
                             contact_corners *out) {
    const contact_face_lanes *f = &s->first;
    const int j = (i + 1) & 3;
    out->x[slot] = wd_between(f->x[i], f->x[j], share);
    out->y[slot] = wd_between(f->y[i], f->y[j], share);
    out->first[slot] = wd_between(f->h[i], f->h[j], share);
    out->second[slot] = height_over(&s->second, out->x[slot], out->y[slot]);
    out->feature[slot] = wd_add(wd_mul(of_first, wd_set1(65536)), of_second);
    out->there[slot] = there;
}

/* How far inside of the edges of the second face a corner of the first is; the same with the tolerance; and is it outside then? */
typedef struct contact_inside {
    wd at[4], wide[4];
    wdm out[4];
} contact_inside;

/* The edge between corners i and i + 1 of the first face. */
SPECIALISED void cut_edge_lanes(const contact_sides *s, int i, const contact_inside *from, const contact_inside *to,
                                const contact_edges *of_first, const contact_edges *of_second, contact_corners *out) {
    const wd zero = wd_set1(0), one = wd_set1(1), inside = wd_set1((double)SEPAL_FEATURE_INSIDE);
    wd enter = zero, leave = one, entered_at = zero, left_at = one, entered = inside, left = inside;
    wdm outside = wdm_none(), enters = wdm_none(), leaves = wdm_none();
    for (int k = 0; k < 4; k++) {
        const wd inverse = wd_div(one, wd_sub(from->at[k], to->at[k]));
        const wd share = wd_mul(from->at[k], inverse), moved = wd_mul(from->wide[k], inverse);
        const wdm later = wdm_and(from->out[k], wd_gt(moved, enter)), sooner = wdm_and(to->out[k], wd_lt(moved, leave));
        outside = wdm_or(outside, wdm_and(from->out[k], to->out[k]));
        enter = wd_select(later, moved, enter);
        entered_at = wd_select(later, wd_min(share, one), entered_at);
        entered = wd_select(later, of_second->feature[k], entered);
        enters = wdm_or(enters, later);
        leave = wd_select(sooner, moved, leave);
        left_at = wd_select(sooner, wd_max(share, zero), left_at);
        left = wd_select(sooner, of_second->feature[k], left);
        leaves = wdm_or(leaves, sooner);
    }
    const wdm some = wdm_andnot(wd_ge(leave, enter), outside);
    const wd begins = wd_select(enters, of_first->feature[i], feature_of_corner(s->first.number[i]));
    put_on_edge(s, i, entered_at, begins, entered, some, 2 * i, out);
    put_on_edge(s, i, left_at, of_first->feature[i], left, wdm_and(some, leaves), 2 * i + 1, out);
}

/* The corners of the second face that are well inside of the first. */
SPECIALISED void find_inner(const contact_sides *s, const contact_edges *of_first, contact_corners *out) {
    const contact_face_lanes *f = &s->second;
    for (int i = 0; i < 4; i++) {
        const int slot = 8 + i;
        wdm inner = wdm_all();
        for (int k = 0; k < 4; k++)
            inner = wdm_and(inner, wd_gt(inside_edge(of_first, &s->first, k, f->x[i], f->y[i]), of_first->wide[k]));
        out->x[slot] = f->x[i];
        out->y[slot] = f->y[i];
        out->first[slot] = height_over(&s->first, f->x[i], f->y[i]);
        out->second[slot] = f->h[i];
        out->feature[slot] = wd_add(wd_set1((double)SEPAL_FEATURE_INSIDE * 65536), feature_of_corner(f->number[i]));
        out->there[slot] = inner;
    }
}

SPECIALISED void find_corners(const contact_sides *s, contact_corners *out) {
    contact_edges of_first, of_second;
    contact_inside inside[4];
    find_edges(&s->first, s->view.flush, &of_first);
    find_edges(&s->second, s->view.flush, &of_second);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            inside[i].at[k] = inside_edge(&of_second, &s->second, k, s->first.x[i], s->first.y[i]);
            inside[i].wide[k] = wd_add(inside[i].at[k], of_second.wide[k]);
            inside[i].out[k] = wd_lt(inside[i].wide[k], wd_set1(0));
        }
    for (int i = 0; i < 4; i++)
        cut_edge_lanes(s, i, &inside[i], &inside[(i + 1) & 3], &of_first, &of_second, out);
    find_inner(s, &of_first, out);
}

#endif
