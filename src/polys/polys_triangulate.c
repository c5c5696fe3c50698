/* polys_triangulate.c — a line sweeps over a polygon from left to right, and triangulates what is behind it (Hertel, Mehlhorn, "Fast
 * triangulation of simple polygons", FCT 1983, LNCS 158). Points are compared and turns decided exactly, and nothing else is asked
 * of the coordinates, so that the result does not depend on rounding, nor on whether they were floats or doubles. Holes need nothing of
 * their own: where one begins, a diagonal leads to it, as to any vertex inside.
 *
 * The status has the edges that cross the sweep line. Between an edge with the inside above it and the next one, the part of the
 * inside that is not triangulated yet begins with a chain, which leads from the left end of the lower edge to that of the upper
 * edge. At every node but its rightmost one, the hook, a chain turns away from the sweep line or is straight: otherwise there would
 * have been a triangle. From the rightmost end of the chain and from the hook a new vertex therefore sees the whole of what can be
 * triangulated, one node after the other.
 *
 * Rings may touch, at vertices and where a vertex of one is on an edge of another; this edge is then passed as if it ended and began
 * there. All edges of one point are looked at together, and the inside is triangulated as if it were cut apart there.
 *
 * The rings are as they should be if no edges cross that become neighbours in the status, no edges that begin at one point have one
 * direction, and at no point a ring touches itself or crosses another: of the places where edges meet that should not, the first that
 * the line reaches is one of these (Shamos, Hoey, "Geometric intersection problems", FOCS 1976). Up to there, the status is in order.
 * Where a ring begins, the number of edges below says in how many others it is. */
#include "../core/arithmetic.h"

#include "../exact/orient64.h"
#include "triangulate.h"

#include <string.h>

/* --- Vertices and edges: edge k leads from vertex k to the next one of its ring --------------------------------------------------
 */

static uint32_t vertex_after(const sepal_outline *o, uint32_t vertex) {
    return o->after[vertex];
}

static uint32_t vertex_before(const sepal_outline *o, uint32_t vertex) {
    uint32_t ring = o->ring[vertex];
    return (vertex == o->starts[ring] ? o->starts[ring + 1] : vertex) - 1;
}

static sepal_double2 outline_vertex(const sepal_outline *o, uint32_t vertex) {
    return (sepal_double2){o->x[vertex], o->y[vertex]};
}

static bool vertex_is_before(const sepal_outline *o, uint32_t p, uint32_t q) {
    return sepal_is_before64(outline_vertex(o, p), outline_vertex(o, q));
}

static int vertex_turn(const sepal_outline *o, uint32_t p, uint32_t q, uint32_t r) {
    return sepal_orient64(outline_vertex(o, p), outline_vertex(o, q), outline_vertex(o, r));
}

static uint32_t left_end(const sepal_outline *o, uint32_t edge) {
    uint32_t end = vertex_after(o, edge);
    return vertex_is_before(o, edge, end) ? edge : end;
}

static uint32_t right_end(const sepal_outline *o, uint32_t edge) {
    uint32_t end = vertex_after(o, edge);
    return vertex_is_before(o, edge, end) ? end : edge;
}

/* Above an edge: +1, on its line: 0, below: -1. */
static int side_of_edge(const sepal_outline *o, uint32_t edge, uint32_t vertex) {
    uint32_t end = vertex_after(o, edge);
    int turn = vertex_turn(o, edge, end, vertex);
    return vertex_is_before(o, edge, end) ? turn : -turn;
}

/* --- Orders ----------------------------------------------------------------------------------------------------------------------
 */

/* The order of the sweep. */
static bool comes_before(const sepal_outline *o, uint32_t point, uint32_t p, uint32_t q) {
    (void)point;
    return vertex_is_before(o, p, q);
}

/* The order of edges that go on to the right from a point, from below. */
static bool leads_below(const sepal_outline *o, uint32_t point, uint32_t e, uint32_t f) {
    return vertex_turn(o, point, right_end(o, e), right_end(o, f)) > 0;
}

/* Merge sort, upwards from runs of one; equals keep their order. Returns where the sorted numbers are: `from`, or `to`. */
static uint32_t *sort_numbers(const sepal_outline *o, uint32_t point, uint32_t *from, uint32_t *to, size_t count,
                              bool (*is_before)(const sepal_outline *o, uint32_t point, uint32_t p, uint32_t q)) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t first = 0; first < count; first += 2 * run) {
            size_t middle = first + run < count ? first + run : count;
            size_t end = middle + run < count ? middle + run : count;
            for (size_t k = first, i = first, j = middle; k < end; k++)
                to[k] = i < middle && (j == end || !is_before(o, point, from[j], from[i])) ? from[i++] : from[j++];
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

/* Sorts the vertices. `status` is free until then. */
static void sort_vertices(sepal_outline *o) {
    for (uint32_t k = 0; k < o->count; k++)
        o->order[k] = k;
    uint32_t *sorted = sort_numbers(o, 0, o->order, o->status, o->count, comes_before);
    if (sorted == o->status) {
        o->status = o->order;
        o->order = sorted;
    }
}

/* --- Chains ----------------------------------------------------------------------------------------------------------------------
 */

/* behind[node]: what is on the other side of the link from a node to the one above it. An edge of the polygon; a half-edge; or, for
 * a diagonal with nothing triangulated on either side, the link of the other chain that it belongs to. */
#define PARTNER 0x80000000U
#define NO_NODE UINT32_MAX

/* The state of a sweep. */
typedef struct outline_sweep {
    sepal_outline *o;
    uint32_t crossed; /* edges in the status */
    uint32_t nodes;   /* used so far */
} outline_sweep;

static uint32_t new_node(outline_sweep *s, uint32_t vertex) {
    sepal_outline *o = s->o;
    o->vertex[s->nodes] = vertex;
    o->up[s->nodes] = o->down[s->nodes] = NO_NODE;
    o->behind[s->nodes] = SEPAL_OUTLINE;
    return s->nodes++;
}

static void link_nodes(sepal_outline *o, uint32_t lower, uint32_t upper) {
    o->up[lower] = upper;
    o->down[upper] = lower;
}

/* A half-edge covers a link: it meets what is behind. */
static void cover_link(sepal_outline *o, uint32_t half, uint32_t link) {
    uint32_t behind = o->behind[link];
    o->twin[half] = SEPAL_OUTLINE;
    if (behind == SEPAL_OUTLINE)
        return;
    if (behind & PARTNER) {
        o->behind[behind & ~PARTNER] = half;
        return;
    }
    o->twin[half] = behind;
    o->twin[behind] = half;
}

/* Cuts off the triangle of three nodes that follow each other upwards, if they turn towards the sweep line. */
static bool cut_triangle(sepal_outline *o, uint32_t lower, uint32_t middle, uint32_t upper) {
    uint32_t half = (uint32_t)(3 * o->triangles);
    if (vertex_turn(o, o->vertex[lower], o->vertex[middle], o->vertex[upper]) >= 0)
        return false;
    o->corner[half] = o->vertex[lower];
    o->corner[half + 1] = o->vertex[upper];
    o->corner[half + 2] = o->vertex[middle];
    cover_link(o, half + 1, middle);
    cover_link(o, half + 2, lower);
    o->twin[half] = SEPAL_OUTLINE;
    o->behind[lower] = half;
    link_nodes(o, lower, upper);
    o->triangles++;
    return true;
}

/* All triangles that the lowest node of a chain sees, and the highest. */
static void cut_from_below(sepal_outline *o, uint32_t node) {
    while (o->up[o->up[node]] != NO_NODE && cut_triangle(o, node, o->up[node], o->up[o->up[node]]))
        continue;
}
static void cut_from_above(sepal_outline *o, uint32_t node) {
    while (o->down[o->down[node]] != NO_NODE && cut_triangle(o, o->down[o->down[node]], o->down[node], node))
        continue;
}

/* A vertex becomes the lower or the upper end of the chain above edge `of`, and its hook. */
static void extend_below(outline_sweep *s, uint32_t of, uint32_t vertex) {
    uint32_t node = new_node(s, vertex);
    link_nodes(s->o, node, s->o->head[of]);
    s->o->head[of] = s->o->hook[of] = node;
    cut_from_below(s->o, node);
}
static void extend_above(outline_sweep *s, uint32_t of, uint32_t vertex) {
    uint32_t node = new_node(s, vertex);
    link_nodes(s->o, s->o->tail[of], node);
    s->o->tail[of] = s->o->hook[of] = node;
    cut_from_above(s->o, node);
}

static void move_chain(sepal_outline *o, uint32_t from, uint32_t to) {
    o->head[to] = o->head[from];
    o->tail[to] = o->tail[from];
    o->hook[to] = o->hook[from];
}

/* A vertex inside: the diagonal to the hook cuts the chain above edge `of` in two; the upper one is now above edge `upper`. */
static void split_chain(outline_sweep *s, uint32_t of, uint32_t upper, uint32_t vertex) {
    sepal_outline *o = s->o;
    uint32_t hook = o->hook[of], above = o->up[hook];
    uint32_t end = new_node(s, vertex), begin = new_node(s, vertex), copy = new_node(s, o->vertex[hook]);
    o->behind[copy] = o->behind[hook];
    if (above != NO_NODE) {
        if (o->behind[copy] != SEPAL_OUTLINE && (o->behind[copy] & PARTNER))
            o->behind[o->behind[copy] & ~PARTNER] = PARTNER | copy;
        link_nodes(o, copy, above);
    }
    o->tail[upper] = above == NO_NODE ? copy : o->tail[of];
    link_nodes(o, hook, end);
    link_nodes(o, begin, copy);
    o->behind[hook] = PARTNER | begin;
    o->behind[begin] = PARTNER | hook;
    o->tail[of] = o->hook[of] = end;
    o->head[upper] = o->hook[upper] = begin;
    cut_from_above(o, end);
    cut_from_below(o, begin);
}

/* A vertex ends the edge between two chains, which become one. */
static void join_chains(outline_sweep *s, uint32_t lower, uint32_t upper, uint32_t vertex) {
    sepal_outline *o = s->o;
    extend_above(s, lower, vertex);
    extend_below(s, upper, vertex);
    uint32_t below = o->down[o->tail[lower]];
    link_nodes(o, below, o->head[upper]);
    o->hook[lower] = o->head[upper];
    o->tail[lower] = o->tail[upper];
}

/* A vertex ends both edges of a chain. From it everything is seen: what is left in the end is one diagonal, or an edge, twice. */
static void close_chain(outline_sweep *s, uint32_t of, uint32_t vertex) {
    sepal_outline *o = s->o;
    extend_below(s, of, vertex);
    extend_above(s, of, vertex);
    uint32_t first = o->head[of], second = o->up[first];
    if (o->behind[first] != SEPAL_OUTLINE)
        cover_link(o, o->behind[first], second);
    else
        cover_link(o, o->behind[second], first);
}

/* --- What is wrong ----------------------------------------------------------------------------------------------------------------
 */

/* Two edges meet where they may not: the one of the later ring is named, and in one ring the first. Returns false. */
static bool edges_conflict(const outline_sweep *s, uint32_t e, uint32_t f) {
    sepal_outline *o = s->o;
    const bool e_first = o->ring[e] != o->ring[f] ? o->ring[e] > o->ring[f] : e < f;
    o->wrong = e_first ? e : f;
    o->against = e_first ? f : e;
    return false;
}

/* A ring begins outside of the outline, or inside another. Returns false. */
static bool ring_is_astray(const outline_sweep *s, uint32_t lowest) {
    s->o->wrong = lowest;
    s->o->against = SEPAL_OUTLINE;
    return false;
}

/* --- The sweep -------------------------------------------------------------------------------------------------------------------
 */

/* How many edges are below a vertex. */
static uint32_t edges_below(const outline_sweep *s, uint32_t vertex) {
    uint32_t low = 0, high = s->crossed;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (side_of_edge(s->o, s->o->status[middle], vertex) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Are the edges number k - 1 and k of the status without a crossing? (If an end of one is on the other, the sweep finds it there.) */
static bool neighbours_are_apart(const outline_sweep *s, uint32_t k) {
    const sepal_outline *o = s->o;
    if (k == 0 || k >= s->crossed)
        return true;
    uint32_t e = o->status[k - 1], f = o->status[k], e_end = vertex_after(o, e), f_end = vertex_after(o, f);
    if (vertex_turn(o, e, e_end, f) * vertex_turn(o, e, e_end, f_end) < 0 &&
        vertex_turn(o, f, f_end, e) * vertex_turn(o, f, f_end, e_end) < 0)
        return edges_conflict(s, e, f);
    return true;
}

/* Replaces `old` edges of the status, from number k on, by `count` others; false if edges cross that are neighbours now. */
static bool replace_edges(outline_sweep *s, uint32_t k, uint32_t old, const uint32_t *edges, uint32_t count) {
    uint32_t *status = s->o->status;
    memmove(status + k + count, status + k + old, (s->crossed - k - old) * sizeof *status);
    s->crossed = s->crossed - old + count;
    for (uint32_t i = 0; i < count; i++)
        status[k + i] = edges[i];
    return neighbours_are_apart(s, k) && (count == 0 || neighbours_are_apart(s, k + count));
}

/* The chains at a point where edges number k .. k + ending - 1 of the status end, and the edges of the fan begin, from below. An edge
 * with an even number has the inside above it. */
static void pass_point(outline_sweep *s, uint32_t vertex, uint32_t k, uint32_t ending, const uint32_t *fan, uint32_t beginning) {
    sepal_outline *o = s->o;
    bool inside_below = k % 2 == 1, inside_above = (k + ending) % 2 == 1;
    uint32_t below = inside_below ? o->status[k - 1] : 0;
    for (uint32_t i = k + k % 2; i + 1 < k + ending; i += 2)
        close_chain(s, o->status[i], vertex);
    if (ending == 0) {
        if (inside_below)
            split_chain(s, below, fan[beginning - 1], vertex);
    } else if (beginning == 0) {
        if (inside_below)
            join_chains(s, below, o->status[k + ending - 1], vertex);
    } else {
        if (inside_below)
            extend_above(s, below, vertex);
        if (inside_above) {
            move_chain(o, o->status[k + ending - 1], fan[beginning - 1]);
            extend_below(s, fan[beginning - 1], vertex);
        }
    }
    for (uint32_t i = k % 2; i + 1 < beginning; i += 2)
        o->head[fan[i]] = o->tail[fan[i]] = o->hook[fan[i]] = new_node(s, vertex);
}

/* The edge at a point by which a visit is known: see below. */
static uint32_t edge_of_visit(const sepal_outline *o, uint32_t vertex, uint32_t visit) {
    if (!vertex_is_before(o, vertex, visit))
        return visit;
    /* Where a ring turns back, both edges at that end are on one line; the one that passes begins before the point. */
    const bool passes =
        right_end(o, visit) == visit && vertex_is_before(o, left_end(o, visit), vertex) && side_of_edge(o, visit, vertex) == 0;
    return passes ? visit : vertex_before(o, visit);
}

/* Of the visits to a point that are left over, that of the latest ring crosses another. Returns false. */
static bool visits_conflict(const outline_sweep *s, uint32_t vertex, const uint32_t *open, uint32_t depth) {
    const sepal_outline *o = s->o;
    uint32_t latest = 0, other = 0;
    for (uint32_t i = 1; i < depth; i++)
        if (o->ring[open[i]] > o->ring[open[latest]])
            latest = i;
    while (open[other] == open[latest])
        other++;
    return edges_conflict(s, edge_of_visit(o, vertex, open[latest]), edge_of_visit(o, vertex, open[other]));
}

/* Do rings only touch at a point, and does each that begins there lie where it should? Going round the point, from below on the right
 * of the line, the two edges of each visit of a ring enclose others like brackets: otherwise rings cross. */
static bool rings_nest(const outline_sweep *s, uint32_t vertex, uint32_t k, uint32_t ending, const uint32_t *fan,
                       uint32_t beginning, uint32_t *open) {
    const sepal_outline *o = s->o;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < beginning + ending; i++) {
        bool begins = i < beginning;
        uint32_t edge = begins ? fan[i] : o->status[k + beginning + ending - 1 - i], end = right_end(o, edge);
        if (begins && i > 0 && vertex_turn(o, vertex, right_end(o, fan[i - 1]), end) == 0)
            return edges_conflict(s, fan[i - 1], edge);
        /* A visit is known by its vertex, that of an edge that passes by the edge's end. */
        uint32_t start = left_end(o, edge), visit = begins && !vertex_is_before(o, start, vertex) ? start : end;
        if (depth > 0 && open[depth - 1] == visit) {
            depth--;
            continue;
        }
        if (visit == o->lowest[o->ring[edge]] && (k + i) % 2 != (o->ring[edge] > 0)) /* a hole begins inside, the outline outside */
            return ring_is_astray(s, visit);
        open[depth++] = visit;
    }
    return depth == 0 || visits_conflict(s, vertex, open, depth);
}

/* The line reaches a point with `count` vertices. The edges there are those of the vertices, and at most one that passes. */
static bool sweep_point(outline_sweep *s, const uint32_t *vertices, uint32_t count) {
    const sepal_outline *o = s->o;
    uint32_t vertex = vertices[0], k = edges_below(s, vertex), end = k, beginning = 0, ending = 0, passing = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edges[2] = {vertex_before(o, vertices[i]), vertices[i]};
        if (i > 0 && o->ring[vertices[i]] == o->ring[vertices[i - 1]]) /* the vertices of one ring follow each other */
            return edges_conflict(s, vertices[i - 1], vertices[i]);
        for (int j = 0; j < 2; j++) {
            if (left_end(o, edges[j]) == vertices[i])
                o->fan[beginning++] = edges[j];
            else
                ending++;
        }
    }
    for (; end < s->crossed && side_of_edge(o, o->status[end], vertex) == 0; end++) {
        uint32_t edge = o->status[end];
        if (!vertex_is_before(o, vertex, right_end(o, edge)))
            continue;
        for (uint32_t i = 0; i < count; i++)
            if (o->ring[vertices[i]] == o->ring[edge])
                return edges_conflict(s, vertices[i], edge);
        if (passing++ > 0) /* these cross here */
            return edges_conflict(s, o->fan[beginning - 1], edge);
        o->fan[beginning++] = edge;
    }
    if (end - k != ending + passing) /* never while the status is in order, as it is up to the first wrong place */
        return edges_conflict(s, vertex, vertex);
    uint32_t *fan = sort_numbers(o, vertex, o->fan, o->open, beginning, leads_below);
    if (!rings_nest(s, vertex, k, end - k, fan, beginning, fan == o->fan ? o->open : o->fan))
        return false;
    pass_point(s, vertex, k, end - k, fan, beginning);
    return replace_edges(s, k, end - k, fan, beginning);
}

bool sepal_poly_triangulate(sepal_outline *outline) {
    const sepal_outline *o = outline;
    sort_vertices(outline);
    outline_sweep s = {outline, 0, 0};
    outline->triangles = 0;
    for (uint32_t k = 0, end; k < o->count; k = end) {
        for (end = k + 1; end < o->count && !vertex_is_before(o, o->order[k], o->order[end]); end++)
            continue;
        if (!sweep_point(&s, o->order + k, end - k))
            return false;
    }
    return true;
}
