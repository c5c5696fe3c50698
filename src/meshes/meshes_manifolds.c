/* meshes_manifolds.c — all contacts of solids with a mesh, as a solver takes them: the contact points of each solid with all
 * triangles near it, in groups of nearly one normal, and of each group four points. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/fpstate.h"
#include "../core/rule.h"
#include "contacts.h"
#include "triangles.h"
#include <math.h>
#include <string.h>

/* A contact point of a solid. */
typedef struct mesh_point {
    float at[3], normal[3], depth;
    uint32_t of_solid, of_mesh, triangle;
    bool grouped;
} mesh_point;

/* --- Names ------------------------------------------------------------------------------------------------------------------------ */

/* Is half of a feature the name of a vertex? */
static bool is_vertex_name(uint32_t half, uint32_t vertices) {
    if (vertices > SEPAL_FEATURE_NUMBERS)
        return half < SEPAL_FEATURE_EDGES;
    return half >> 8 == (half & 255);
}

static uint32_t mesh_name(sepal_mesh_name kind, uint32_t number) {
    return (uint32_t)kind << SEPAL_MESH_NAME_BITS | (number & ((UINT32_C(1) << SEPAL_MESH_NAME_BITS) - 1));
}

/* An edge has the number of the lesser of its two corners, 3 t + k for edge k of triangle t. */
static uint32_t name_of_edge(const sepal_mesh *mesh, uint32_t triangle, int k) {
    const uint32_t corner = 3 * triangle + (uint32_t)k, beyond = sepal_mesh_beyond(mesh, triangle, k);
    const uint32_t other = beyond == SEPAL_NO_SHAPE ? corner : beyond % 3 == 2 ? beyond - 2 : beyond + 1;
    return mesh_name(SEPAL_MESH_EDGE_NAME, other < corner ? other : corner);
}

/* What of the mesh makes a point. A corner of a solid over a triangle is named by the facet, whatever of the triangle it is near to. */
static uint32_t name_on_mesh(const sepal_mesh *mesh, uint32_t triangle, mesh_part part, uint32_t half, bool corner_over_it) {
    const uint32_t p = half >> 8, q = half & 255;
    int vertex = part >= MESH_AT_VERTEX ? (int)(part - MESH_AT_VERTEX) : -1;
    int edge = part >= MESH_AT_EDGE && part < MESH_AT_VERTEX ? (int)(part - MESH_AT_EDGE) : -1;
    if (half != SEPAL_FEATURE_INSIDE && p == q)
        vertex = (int)p;
    else if (half != SEPAL_FEATURE_INSIDE)
        edge = p == 0 && q == 2 ? 2 : (int)p;
    if (corner_over_it || (vertex < 0 && edge < 0))
        return mesh_name(SEPAL_MESH_FACET_NAME, sepal_mesh_facet(mesh, triangle));
    if (vertex >= 0)
        return mesh_name(SEPAL_MESH_VERTEX_NAME, sepal_mesh_corner(mesh, triangle, vertex));
    return name_of_edge(mesh, triangle, edge);
}

/* --- Order ------------------------------------------------------------------------------------------------------------------------ */

static int compare_floats(const float *p, const float *q, int count) {
    for (int k = 0; k < count; k++)
        if (p[k] != q[k])
            return p[k] < q[k] ? -1 : 1;
    return 0;
}

/* The deeper one first; then by what does not depend on the order of triangles. */
static bool mesh_point_precedes(const mesh_point *p, const mesh_point *q) {
    if (p->depth != q->depth)
        return p->depth > q->depth;
    const int at = compare_floats(p->at, q->at, 3), normal = compare_floats(p->normal, q->normal, 3);
    if (at != 0 || normal != 0)
        return at != 0 ? at < 0 : normal < 0;
    return p->of_solid != q->of_solid ? p->of_solid < q->of_solid : p->triangle < q->triangle;
}

static void sift_down(mesh_point *of, size_t at, size_t count) {
    const mesh_point moved = of[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && mesh_point_precedes(&of[child], &of[child + 1]);
        if (!mesh_point_precedes(&moved, &of[child]))
            break;
        of[at] = of[child];
        at = child;
    }
    of[at] = moved;
}

/* Heapsort (Williams, Communications of the ACM 7, 1964): no memory besides, and never slow. */
static void sort_mesh_points(mesh_point *of, size_t count) {
    for (size_t k = count / 2; k-- > 0;)
        sift_down(of, k, count);
    for (size_t k = count; k-- > 1;) {
        const mesh_point last = of[k];
        of[k] = of[0];
        of[0] = last;
        sift_down(of, 0, k);
    }
}

/* --- Four of a group -------------------------------------------------------------------------------------------------------------- */

/* How near to each other points count as one, relative to the way between the first two and to the greatest coordinate; and how much
 * deeper another one must be, relative to the margin and that way. As for the contacts of two solids. */
#define SEPAL_MANIFOLD_LEAST     0x1p-10
#define SEPAL_MANIFOLD_MAGNITUDE 0x1p-20
#define SEPAL_MANIFOLD_DEEPER    0x1p-8

typedef struct mesh_spot {
    double x, y;
} mesh_spot;

/* The plane across the normal of a group. */
typedef struct mesh_picture {
    double u[3], v[3];
} mesh_picture;

static mesh_picture picture_across(const float normal[3]) {
    mesh_picture out;
    const double n[3] = {(double)normal[0], (double)normal[1], (double)normal[2]};
    const int least = fabs(n[0]) <= fabs(n[1]) && fabs(n[0]) <= fabs(n[2]) ? 0 : fabs(n[1]) <= fabs(n[2]) ? 1 : 2;
    const int next = (least + 1) % 3, last = (least + 2) % 3;
    const double length = sqrt(n[next] * n[next] + n[last] * n[last]);
    out.u[least] = 0;
    out.u[next] = n[last] / length;
    out.u[last] = -n[next] / length;
    out.v[0] = n[1] * out.u[2] - n[2] * out.u[1];
    out.v[1] = n[2] * out.u[0] - n[0] * out.u[2];
    out.v[2] = n[0] * out.u[1] - n[1] * out.u[0];
    return out;
}

static mesh_spot mesh_spot_of(const mesh_picture *seen, const mesh_point *p) {
    const double x = (double)p->at[0], y = (double)p->at[1], z = (double)p->at[2];
    return (mesh_spot){(seen->u[0] * x + seen->u[1] * y) + seen->u[2] * z, (seen->v[0] * x + seen->v[1] * y) + seen->v[2] * z};
}

/* The greater of two numbers, that which is one if the other is not. */
static inline double more_of(double p, double q) {
    return p > q || q != q ? p : q;
}

static double turn_of_spots(mesh_spot p, mesh_spot q, mesh_spot r) {
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/* What a point adds to those that were chosen: how far it is in a direction, its distance from the first one, twice the area of the
 * triangle with both, and what is outside of the triangle. */
static double gain_of_spot(const mesh_spot *chosen, int step, mesh_spot at) {
    if (step == 0)
        return at.x + 0.015625 * at.y; /* not along an axis, so that rows of points do not tie */
    const double x = at.x - chosen[0].x, y = at.y - chosen[0].y;
    if (step == 1)
        return sqrt(x * x + y * y);
    const double whole = turn_of_spots(chosen[0], chosen[1], at);
    if (step == 2)
        return fabs(whole);
    const double way = turn_of_spots(chosen[0], chosen[1], chosen[2]) < 0 ? 1 : -1;
    return more_of(way * whole,
                   more_of(way * turn_of_spots(chosen[1], chosen[2], at), way * turn_of_spots(chosen[2], chosen[0], at)));
}

/* A group on its way: its points are the members of a list. */
typedef struct mesh_group {
    const mesh_point *points;
    const uint32_t *member;
    size_t count;
    double margin;
} mesh_group;

/* Chooses up to four members; returns how many. */
static int choose_members(const mesh_group *g, uint32_t chosen[4]) {
    const mesh_picture seen = picture_across(g->points[g->member[0]].normal);
    mesh_spot spots[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    double enough = -INFINITY, magnitude = 0, length = 0;
    int count = 0;
    for (size_t k = 0; k < g->count; k++)
        for (int c = 0; c < 3; c++)
            magnitude = more_of(magnitude, fabs((double)g->points[g->member[k]].at[c]));
    for (; count < 4; count++) {
        double most = enough;
        mesh_spot best = {0, 0};
        bool some = false;
        for (size_t k = 0; k < g->count; k++) {
            const mesh_spot at = mesh_spot_of(&seen, &g->points[g->member[k]]);
            const double gain = gain_of_spot(spots, count, at);
            if (!(gain > most))
                continue;
            most = gain;
            best = at;
            some = true;
            chosen[count] = g->member[k];
        }
        if (!some)
            break;
        spots[count] = best;
        length = count == 1 ? most : length;
        enough = SEPAL_MANIFOLD_MAGNITUDE * magnitude + SEPAL_MANIFOLD_LEAST * length;
        enough *= count == 0 ? 1 : length;
    }
    return count;
}

/* The deepest member, if it is deeper than all that were chosen by so much that it is to be taken as well: in place of the one without
 * which the others make the greatest triangle. */
static int take_deepest(const mesh_group *g, uint32_t chosen[4], int count) {
    const mesh_picture seen = picture_across(g->points[g->member[0]].normal);
    mesh_spot spots[4] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
    double deepest = -INFINITY, length = 0, most = -1;
    for (int k = 0; k < count; k++) {
        spots[k] = mesh_spot_of(&seen, &g->points[chosen[k]]);
        deepest = more_of(deepest, (double)g->points[chosen[k]].depth);
        length = more_of(length, gain_of_spot(spots, 1, spots[k]));
    }
    if (!((double)g->points[g->member[0]].depth - deepest > 0.25 * g->margin + SEPAL_MANIFOLD_DEEPER * length))
        return count;
    int place = count;
    for (int k = 0; k < 4 && count == 4; k++) {
        const double area = fabs(turn_of_spots(spots[(k + 1) & 3], spots[(k + 2) & 3], spots[(k + 3) & 3]));
        place = area > most ? k : place;
        most = more_of(most, area);
    }
    chosen[place] = g->member[0];
    return place == count ? count + 1 : count;
}

static sepal_mesh_manifold manifold_of_group(const mesh_group *g, uint32_t solid) {
    sepal_mesh_manifold out = {.solid = solid, .triangle = UINT32_MAX};
    uint32_t chosen[4];
    int count = 1;
    chosen[0] = g->member[0];
    if (g->count > 1)
        count = take_deepest(g, chosen, choose_members(g, chosen));
    memcpy(out.normal, g->points[g->member[0]].normal, sizeof out.normal);
    for (size_t k = 0; k < g->count; k++)
        out.triangle = g->points[g->member[k]].triangle < out.triangle ? g->points[g->member[k]].triangle : out.triangle;
    out.count = (uint32_t)count;
    for (int k = 0; k < count; k++) {
        const mesh_point *p = &g->points[chosen[k]];
        out.point[k] = (sepal_mesh_manifold_point){.depth = p->depth, p->of_solid, p->of_mesh, p->triangle};
        memcpy(out.point[k].at, p->at, sizeof p->at);
    }
    return out;
}

/* --- All solids --------------------------------------------------------------------------------------------------------------------- */

/* A call on its way. The pairs are in the finder's `pairs`, those of some that touch in its `candidates`, and their pushes in
 * its `counts`; the points of the solid that is looked at in its `spare`, the list of a group in its `unique`, and the manifolds that were
 * made in its `sorted`. */
typedef struct mesh_call {
    sepal_finder *finder;
    const sepal_solids *a;
    const sepal_mesh *mesh;
    sepal_contact_rule rule;
    double cosine;
    uint32_t solid;
    size_t points, made;
} mesh_call;

/* Room for one more of so many bytes each, of which there are `count`. */
static bool room_for_next(sepal_finder *finder, sepal_buffer *buffer, size_t count, size_t each) {
    const size_t bytes = (count + 1) * each;
    return bytes <= buffer->bytes || sepal_finder_room(finder, buffer, bytes + bytes / 2, count * each);
}

static bool put_point(mesh_call *c, const mesh_contact *contact, uint32_t triangle, const float at[3], float depth,
                      uint32_t feature) {
    if (!room_for_next(c->finder, &c->finder->spare, c->points, sizeof(mesh_point)))
        return false;
    mesh_point *out = (mesh_point *)c->finder->spare.memory + c->points++;
    const uint32_t of_solid = feature >> 16;
    const bool over = contact->part == MESH_AT_INSIDE && is_vertex_name(of_solid, c->a->heads[c->solid].size);
    *out = (mesh_point){.depth = depth, .of_solid = of_solid, .triangle = triangle};
    out->of_mesh = name_on_mesh(c->mesh, triangle, contact->part, feature & 0xffff, over);
    memcpy(out->at, at, sizeof out->at);
    memcpy(out->normal, contact->found.normal, sizeof out->normal);
    return true;
}

static bool is_of_group(const mesh_point *first, const mesh_point *p, double cosine) {
    double along = 0;
    if (memcmp(first->normal, p->normal, sizeof p->normal) == 0)
        return true;
    for (int k = 0; k < 3; k++)
        along += (double)first->normal[k] * (double)p->normal[k];
    return along >= cosine;
}

/* Makes the manifolds of the solid that was looked at. */
static bool end_solid(mesh_call *c) {
    sepal_finder *finder = c->finder;
    if (c->points == 0)
        return true;
    if (!sepal_finder_room(finder, &finder->unique, c->points * sizeof(uint32_t), 0))
        return false;
    mesh_point *points = finder->spare.memory;
    uint32_t *member = finder->unique.memory;
    sort_mesh_points(points, c->points);
    for (size_t first = 0; first < c->points; first++) {
        mesh_group g = {points, member, 0, (double)c->rule.margin};
        for (size_t k = first; k < c->points && !points[first].grouped; k++)
            if (!points[k].grouped && is_of_group(&points[first], &points[k], c->cosine))
                member[g.count++] = (uint32_t)k;
        for (size_t k = 0; k < g.count; k++)
            points[member[k]].grouped = true;
        if (g.count == 0)
            continue;
        if (!room_for_next(finder, &finder->sorted, c->made, sizeof(sepal_mesh_manifold)))
            return false;
        ((sepal_mesh_manifold *)finder->sorted.memory)[c->made++] = manifold_of_group(&g, c->solid);
    }
    c->points = 0;
    return true;
}

/* Takes the points of a pair. */
static bool take_points(mesh_call *c, sepal_pair pair, const mesh_contact *contact, const sepal_triangle_points *all) {
    const sepal_solid_manifold *found = &contact->found;
    bool room = true;
    for (int p = 0; room && all != NULL && p < all->count; p++)
        room = put_point(c, contact, pair.b, all->at[p], all->depth[p], all->feature[p]);
    for (uint32_t p = 0; room && all == NULL && p < found->count; p++)
        room = put_point(c, contact, pair.b, found->at[p], found->depth[p], found->feature[p]);
    return room;
}

/* Pairs that are asked about together: so many that those of them that touch fill the lanes of the kernels, and few enough that their
 * triangles stay in the first-level cache. */
enum { MESH_CONTACTS = 256 };

typedef struct mesh_pushes {
    float normal[3][MESH_CONTACTS], depth[MESH_CONTACTS];
} mesh_pushes;

/* Takes the answers of pairs that touch. Where another solid begins, the manifolds of the one before are made. Apart from the kernels, so
 * that what both need is not on the stack together. */
static SEPAL_NOINLINE bool take_touching(mesh_call *c, const mesh_asked *asked, const sepal_pair *pairs,
                                         const mesh_touching *touching) {
    bool room = true;
    for (size_t k = 0; room && k < touching->count; k++) {
        const sepal_pair pair = pairs[touching->pairs[k].b];
        sepal_triangle_points all;
        mesh_contact contact;
        const bool has_all = sepal_mesh_contact_of(asked, c->finder->space_triangles, pairs, touching, k, &contact, &all);
        room = pair.a == c->solid || end_solid(c);
        c->solid = pair.a;
        room = room && take_points(c, pair, &contact, has_all ? &all : NULL);
    }
    return room;
}

static SEPAL_NOINLINE sepal_status put_triangles(const mesh_call *c, const sepal_pair *pairs, size_t count) {
    uint32_t triangles[MESH_CONTACTS];
    for (size_t k = 0; k < count; k++)
        triangles[k] = pairs[k].b;
    return sepal_mesh_put_triangles(c->finder, c->mesh, triangles, count);
}

/* Up to MESH_CONTACTS pairs. */
static sepal_status take_some(mesh_call *c, const sepal_pair *pairs, size_t count) {
    const mesh_asked asked = {c->a, c->mesh, &c->rule, {.poses_a = NULL}};
    sepal_finder *finder = c->finder;
    if (!sepal_finder_room(finder, &finder->counts, sizeof(mesh_pushes), 0))
        return SEPAL_NO_MEMORY;
    const sepal_status status = put_triangles(c, pairs, count);
    if (status != SEPAL_OK)
        return status;
    mesh_pushes *push = finder->counts.memory;
    mesh_touching touching = {0, finder->candidates, {push->normal[0], push->normal[1], push->normal[2]}, push->depth};
    sepal_mesh_find_touching(&asked, finder->space_triangles, pairs, count, &touching);
    return take_touching(c, &asked, pairs, &touching) ? SEPAL_OK : SEPAL_NO_MEMORY;
}

/* The contacts of pairs in which those of a solid are together. */
static sepal_status make_manifolds(mesh_call *c, const sepal_pair *pairs, size_t count) {
    sepal_status status = SEPAL_OK;
    for (size_t from = 0; status == SEPAL_OK && from < count; from += MESH_CONTACTS)
        status = take_some(c, pairs + from, count - from < MESH_CONTACTS ? count - from : MESH_CONTACTS);
    return status == SEPAL_OK && !end_solid(c) ? SEPAL_NO_MEMORY : status;
}

sepal_status sepal_mesh_manifolds(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                                  const sepal_filter *filter, const sepal_contact_rule *rule, float cosine, size_t room,
                                  sepal_mesh_manifold *out, size_t *found) {
    mesh_call c = {.finder = finder, .a = a, .mesh = mesh, .cosine = (double)cosine};
    if (finder == NULL || a == NULL || mesh == NULL || found == NULL || (out == NULL && room > 0) || first > a->count ||
        count > a->count - first || !(cosine >= 0 && cosine <= 1) || !sepal_contact_rule_meaning(rule, &c.rule))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    size_t pairs = 0;
    sepal_status status = sepal_mesh_near_pairs(finder, a, first, count, mesh, filter, c.rule.margin, &pairs);
    if (status == SEPAL_OK)
        status = make_manifolds(&c, finder->pairs.memory, pairs);
    if (status == SEPAL_OK) {
        *found = c.made;
        status = c.made <= room ? SEPAL_OK : SEPAL_TOO_SMALL;
    }
    if (status == SEPAL_OK && c.made > 0)
        memcpy(out, finder->sorted.memory, c.made * sizeof *out);
    sepal_fpstate_leave(callers);
    return status;
}
