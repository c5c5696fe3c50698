/* above.h — the side of a core that is nearest above a triangle, seen along the normal of the triangle.
 *
 * Let the prism be all places that are over the triangle in the picture. The least height of the core within the prism is the solution
 * of a linear program: shares >= 0 of the vertices with the sum 1, such that the point that they make is inside of the three walls of
 * the prism, and as low as can be. The dual simplex method (Lemke, "The dual method of solving the linear programming problem", Naval
 * Research Logistics Quarterly 1, 1954) begins with the lowest vertex of all. While the point is outside of some wall, it tilts a plane
 * that supports the core from below, until the plane meets one vertex more: so it wraps the core, as the search for a side does
 * (sides.h), but towards the triangle. The vertices at which it ends are a vertex, an edge, or three vertices of a face.
 *
 * One pair at a time, in double and in a fixed order. scalar/solids_scalar_contacts.c includes this behind what it knows of cores, sides
 * and points. */
#ifndef SEPAL_SOLIDS_ABOVE_H
#define SEPAL_SOLIDS_ABOVE_H

#include "common_part.h"

/* The rows of the program: the sum of the shares, and one for each wall. After so many steps the plane that is known is taken: only
 * vertices that are in one plane but for rounding need more than a few. Values of a base that is not negative by more than this are
 * taken for 0. docs/numerics/mesh_contacts.md, "The nearest side". */
enum { PRISM_ROWS = 4, PRISM_STEPS = 64 };
#define SEPAL_PRISM_ROUNDING 0x1p-40

/* A wall: a unit vector that leads inwards, and a corner of the triangle on it. */
typedef struct prism_wall {
    double x, y, at_x, at_y;
} prism_wall;

typedef struct contact_prism {
    prism_wall wall[3];
    double extent, flush; /* of the triangle; how far outside of a wall places still count as inside */
} contact_prism;

static double inside_wall(const prism_wall *w, wd3 p) {
    return w->x * (p.x - w->at_x) + w->y * (p.y - w->at_y);
}

/* What the plane stands on: vertices by their numbers, and walls, -1 to -3, of which the point is inside by some distance; and the
 * inverse of the matrix of their columns. */
typedef struct prism_base {
    int member[PRISM_ROWS];
    double inverse[PRISM_ROWS][PRISM_ROWS];
} prism_base;

static void column_of(const contact_prism *prism, const contact_core *core, int member, double out[PRISM_ROWS]) {
    out[0] = member >= 0;
    for (int w = 0; w < 3; w++)
        out[1 + w] = member >= 0 ? inside_wall(&prism->wall[w], contact_vertex(core, member)) : -1 - member == w ? -1 : 0;
}

static void exchange_rows(double of[PRISM_ROWS][2 * PRISM_ROWS], int p, int q) {
    for (int k = 0; k < 2 * PRISM_ROWS; k++) {
        const double was = of[p][k];
        of[p][k] = of[q][k];
        of[q][k] = was;
    }
}

/* By Gauss and Jordan, with the greatest pivot of each column. False if the columns are in a plane. */
static bool invert_base(const contact_prism *prism, const contact_core *core, prism_base *base) {
    double m[PRISM_ROWS][2 * PRISM_ROWS];
    for (int c = 0; c < PRISM_ROWS; c++) {
        double column[PRISM_ROWS];
        column_of(prism, core, base->member[c], column);
        for (int r = 0; r < PRISM_ROWS; r++) {
            m[r][c] = column[r];
            m[r][PRISM_ROWS + c] = r == c;
        }
    }
    for (int c = 0; c < PRISM_ROWS; c++) {
        int pivot = c;
        for (int r = c + 1; r < PRISM_ROWS; r++)
            pivot = fabs(m[r][c]) > fabs(m[pivot][c]) ? r : pivot;
        if (!(fabs(m[pivot][c]) > 0))
            return false;
        exchange_rows(m, c, pivot);
        for (int r = 0; r < PRISM_ROWS; r++) {
            const double share = m[r][c] / m[c][c];
            for (int k = 0; r != c && k < 2 * PRISM_ROWS; k++)
                m[r][k] -= share * m[c][k];
        }
    }
    for (int r = 0; r < PRISM_ROWS; r++)
        for (int k = 0; k < PRISM_ROWS; k++)
            base->inverse[r][k] = m[r][PRISM_ROWS + k] / m[r][r];
    return true;
}

/* The plane on the base: its height is level + steep[0] d_0 + steep[1] d_1 + steep[2] d_2, where d_w is how far inside of wall w a place
 * is. */
typedef struct prism_plane {
    double level, steep[3];
} prism_plane;

static prism_plane plane_on_base(const contact_core *core, const prism_base *base) {
    double of[PRISM_ROWS] = {0, 0, 0, 0};
    for (int r = 0; r < PRISM_ROWS; r++)
        for (int k = 0; k < PRISM_ROWS && base->member[r] >= 0; k++)
            of[k] += contact_vertex(core, base->member[r]).z * base->inverse[r][k];
    return (prism_plane){of[0], {of[1], of[2], of[3]}};
}

static bool is_in_base(const prism_base *base, int member) {
    bool out = false;
    for (int r = 0; r < PRISM_ROWS; r++)
        out = out || base->member[r] == member;
    return out;
}

/* The row whose value is negative by most, or -1. Distances are measured by the triangle. */
static int row_to_leave(const contact_prism *prism, const prism_base *base) {
    double least = 0;
    int out = -1;
    for (int r = 0; r < PRISM_ROWS; r++) {
        const bool is_share = base->member[r] >= 0;
        const double value = base->inverse[r][0], beyond = value + (is_share ? SEPAL_PRISM_ROUNDING : prism->flush);
        const double compared = is_share ? value : value / prism->extent;
        if (beyond < 0 && compared < least) {
            least = compared;
            out = r;
        }
    }
    return out;
}

/* The member that the plane meets first when it gives up that of a row; -4 if it meets none. */
static int member_to_enter(const contact_prism *prism, const contact_core *core, const prism_base *base, int row) {
    const prism_plane plane = plane_on_base(core, base);
    const double *of_row = base->inverse[row];
    const double enough = SEPAL_PRISM_ROUNDING * (base->member[row] >= 0 ? 1 : prism->extent);
    double least = INFINITY, most = 0;
    int out = -4;
    for (int member = -3; member < core->count; member++) {
        double column[PRISM_ROWS], along = 0, above = 0;
        if (is_in_base(base, member))
            continue;
        column_of(prism, core, member, column);
        for (int k = 0; k < PRISM_ROWS; k++)
            along -= of_row[k] * column[k];
        above = member < 0 ? plane.steep[-1 - member]
                           : contact_vertex(core, member).z - (plane.level + plane.steep[0] * column[1] +
                                                               plane.steep[1] * column[2] + plane.steep[2] * column[3]);
        const double ratio = above > 0 ? above / along : 0;
        if (along > enough && (ratio < least || (ratio <= least && along > most))) {
            least = ratio;
            most = along;
            out = member;
        }
    }
    return out;
}

/* Where a core is nearest above a triangle: the vertices at which it is, by their numbers, three at most; the place; and how the plane
 * rises there. */
typedef struct prism_lowest {
    int count, of[3];
    wd3 at;
    double slope_x, slope_y;
} prism_lowest;

static prism_lowest lowest_of_base(const contact_prism *prism, const contact_core *core, const prism_base *base) {
    const prism_plane plane = plane_on_base(core, base);
    prism_lowest out = {0, {0, 0, 0}, {0, 0, 0}, 0, 0};
    for (int r = 0; r < PRISM_ROWS; r++) {
        if (base->member[r] < 0)
            continue;
        out.at = wd3_add(out.at, wd3_scale(contact_vertex(core, base->member[r]), base->inverse[r][0]));
        if (out.count < 3)
            out.of[out.count++] = base->member[r];
    }
    for (int w = 0; w < 3; w++) {
        out.slope_x += plane.steep[w] * prism->wall[w].x;
        out.slope_y += plane.steep[w] * prism->wall[w].y;
    }
    return out;
}

/* False if nothing of the core is over the triangle. */
static bool find_lowest(const contact_prism *prism, const contact_core *core, prism_lowest *out) {
    const side_vertex lowest = highest_vertex(core, -1);
    prism_base base = {{(int)lowest.number, -1, -2, -3}, {{1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}}};
    for (int w = 0; w < 3; w++)
        base.inverse[1 + w][0] = inside_wall(&prism->wall[w], lowest.at);
    bool known = true;
    for (int step = 0; known && step < PRISM_STEPS; step++) {
        const int row = row_to_leave(prism, &base);
        if (row < 0)
            break;
        prism_base next = base;
        next.member[row] = member_to_enter(prism, core, &base, row);
        if (next.member[row] < -3)
            return false;
        known = invert_base(prism, core, &next);
        if (known)
            base = next;
    }
    *out = lowest_of_base(prism, core, &base);
    return true;
}

/* --- From there to the side ------------------------------------------------------------------------------------------------------ */

/* Of the two planes through an edge that bound the core from below, the one that rises or falls least across the edge. False if there is
 * none that is not steep. */
static bool plane_below_edge(const contact_core *core, wd3 from, wd3 to, double near, side_plane *out) {
    const plane_edge edge = edge_of_plane(from, to, near);
    double most = INFINITY, least = -INFINITY; /* how steep across the edge a plane may be that no vertex is below */
    for (int k = 0; k < core->count; k++) {
        const wd3 p = contact_vertex(core, k);
        const double dx = p.x - from.x, dy = p.y - from.y, across = edge.x * dy - edge.y * dx;
        const double rise = (p.z - from.z) - edge.slope * (edge.x * dx + edge.y * dy);
        if (across > edge.aside && rise < most * across)
            most = rise / across;
        if (across < -edge.aside && rise < least * across)
            least = rise / across;
    }
    const double flattest = fabs(least) < fabs(most) ? least : most;
    return plane_through_edge(&edge, -flattest, fabs(flattest), &core->cover, out);
}

/* The side at the place where a core is nearest above a triangle, towards it: of the sides at a vertex as elsewhere; at an edge that of
 * the two which is more nearly parallel to the triangle; or the one face. */
static void side_at_lowest(const contact_core *core, const prism_lowest *lowest, solid_side *out) {
    if (lowest->count == 1) {
        side_of_core(core, -1, out);
        return;
    }
    side_search s = {.near = near_in_picture(&core->cover), .edge = true};
    s.from = (side_vertex){contact_vertex(core, lowest->of[0]), lowest->of[0]};
    s.to = (side_vertex){contact_vertex(core, lowest->of[1]), lowest->of[1]};
    const double dx = s.to.at.x - s.from.at.x, dy = s.to.at.y - s.from.at.y, rise = s.to.at.z - s.from.at.z;
    if (lowest->count == 2) {
        s.edge = dx * dx + dy * dy > s.near * s.near && is_edge_of_side(rise * rise, dx * dx + dy * dy);
        s.flat = s.edge && plane_below_edge(core, s.from.at, s.to.at, s.near, &s.plane);
    } else {
        const double slopes = lowest->slope_x * lowest->slope_x + lowest->slope_y * lowest->slope_y;
        s.plane = (side_plane){s.from.at, lowest->slope_x, lowest->slope_y, near_plane(&core->cover) * sqrt(1 + slopes)};
        s.flat = slopes <= SEPAL_SIDE_STEEP;
        s.edge = s.flat;
    }
    out->slope_x = s.plane.slope_x;
    out->slope_y = s.plane.slope_y;
    side_of_search(core, -1, &s, out);
}

/* --- The triangle as the reference face -------------------------------------------------------------------------------------------- */

static prism_wall wall_between(wd3 from, wd3 to) {
    const double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    return (prism_wall){-y / length, x / length, from.x, from.y};
}

/* The triangle as a side. It is level, whatever rounding says of its vertices. One that is narrow beyond rounding has the side of a core
 * with three vertices, which is an edge. */
static void side_of_triangle(const contact_core *core, solid_side *out) {
    const double least = SEPAL_PRISM_ROUNDING * (core->cover.extent * core->cover.extent);
    for (int k = 0; k < 3; k++) {
        out->x[k] = core->x[k];
        out->y[k] = core->y[k];
        out->h[k] = 0;
        out->number[k] = k;
    }
    out->slope_x = out->slope_y = 0;
    out->count = 3;
    out->many = false;
    if (!(triangle_of_corners(out, 0, 1, 2) > least))
        side_of_core(core, 1, out);
}

/* The triangle is the first side, and the side of the solid that is nearest above it the second one. False if none is. */
static bool see_above_triangle(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j, const double normal[3],
                               contact_sides *out, prism_lowest *lowest) {
    contact_core triangle, core;
    contact_prism prism;
    contact_view *v = &out->view;
    v->origin = contact_origin(b, j);
    find_frame((wd3){normal[0], normal[1], normal[2]}, &v->frame);
    see_core(b, j, &v->frame, v->origin, &triangle);
    see_core(a, i, &v->frame, v->origin, &core);
    /* tolerances for rounded places are those of the solid: a triangle may reach much farther */
    contact_cover cover = triangle.cover;
    cover.magnitude = cover.magnitude < core.cover.magnitude ? cover.magnitude : core.cover.magnitude;
    measure_covers(&cover, &core.cover, &v->scale);
    prism.extent = triangle.cover.extent;
    prism.flush = v->scale.flush;
    for (int k = 0; k < 3; k++)
        prism.wall[k] = wall_between(contact_vertex(&triangle, k), contact_vertex(&triangle, k == 2 ? 0 : k + 1));
    if (!find_lowest(&prism, &core, lowest))
        return false;
    side_of_triangle(&triangle, &out->first);
    side_at_lowest(&core, lowest, &out->second);
    return true;
}

/* All candidates that were kept. A point is named by a corner only at the corner, up to twice the tolerance for corners that count as one. */
static void list_candidates(const contact_pair *of, const contact_view *v, const named_side sides[2], const contact_choice *choice,
                            sepal_triangle_points *out) {
    static const double nowhere[3] = {0, 0, 0};
    const contact_candidates *c = &choice->corners;
    const double reach2 = 4 * v->scale.flush * v->scale.flush;
    for (int k = 0; k < c->count; k++) {
        if (!(c->x[k] == c->x[k]))
            continue;
        const bool ends = c->distance != NULL;
        const double off_x = ends ? c->off_x[k] : 0, off_y = ends ? c->off_y[k] : 0;
        const half_name below = name_of_place(&sides[0], reach2, c->x[k] - off_x, c->y[k] - off_y);
        const half_name above = name_of_place(&sides[1], reach2, c->x[k] + off_x, c->y[k] + off_y);
        const int p = out->count++;
        const double on_first = c->first[k] + of->radius_first, on_second = c->second[k] - of->radius_second;
        write_point(v, c->x[k], c->y[k], 0.5 * (on_first + on_second), nowhere, out->at[p]);
        out->depth[p] = 0 + sepal_nearest_float(of->measure.reach - candidate_distance(c, k));
        out->feature[p] = sepal_feature_turned((uint32_t)name_of_point(&below, &above, c->feature[k]));
    }
}

static void list_chosen(const sepal_solid_manifold *of, sepal_triangle_points *out) {
    for (uint32_t k = 0; k < of->count; k++) {
        const int p = out->count++;
        memcpy(out->at[p], of->at[k], sizeof out->at[p]);
        out->depth[p] = of->depth[k];
        out->feature[p] = of->feature[k];
    }
}

/* sepal_solids_manifold_on_triangle_scalar */
static sepal_solid_manifold manifold_on_triangle(const sepal_solids *a, uint32_t i, const sepal_solids *b, uint32_t j,
                                                 const double normal[3], const sepal_contact_rule *rule,
                                                 const sepal_solid_contacts *places, sepal_triangle_points *all) {
    const sepal_solid_manifold none = {.count = 0};
    prism_lowest lowest;
    if (all != NULL)
        all->count = 0;
    contact_sides sides;
    if (!see_above_triangle(a, i, b, j, normal, &sides, &lowest))
        return none;
    const double radius = (double)sepal_solid_radius(a, i), depth = radius - lowest.at.z;
    if (!(depth >= -(double)rule->margin))
        return none;
    const sepal_solid_mtv push = {0 + (float)-normal[0], 0 + (float)-normal[1], 0 + (float)-normal[2], sepal_nearest_float(depth)};
    const contact_pair of = pair_of_push(a, i, b, j, &push, rule, places, true);
    wd room[8][CONTACT_CANDIDATES];
    contact_choice choice;
    choice.corners = (contact_candidates){room[0], room[1], room[2], room[3], room[4], room[5], room[6], room[7], 0};
    find_candidates(&sides, &of.measure, &choice);
    const named_side named[2] = {side_to_name(&sides.first), side_to_name(&sides.second)};
    if (all != NULL)
        list_candidates(&of, &sides.view, named, &choice, all);
    if (all != NULL && all->count > 0)
        return (sepal_solid_manifold){.count = 1, .normal = {push.x, push.y, push.z}};
    choose_points(&sides.view, named, &choice);
    sepal_solid_manifold out = points_of_choice(&of, &sides.view, &choice, &push, &lowest.at, true);
    settle_features(&sides, &out);
    turn_features(&out);
    if (all != NULL)
        list_chosen(&out, all);
    return out;
}

#endif
