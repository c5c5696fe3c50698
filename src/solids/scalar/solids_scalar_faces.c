/* solids_scalar_faces.c — the faces of a hull a that another core b may reach, and whether it is inside of them.
 *
 * A polytope P, the hull of some vertices of a, grows from a tetrahedron. b is asked about each of its faces. If b is on the inner side
 * of all, it is in P, and so in a. If not of one, a vertex of a beyond it makes P grow (as in quickhull: Barber, Dobkin and Huhdanpaa,
 * ACM Transactions on Mathematical Software 22, 1996); if there is none, it is a face of a, and b is not in a. So only that part of a is
 * examined to which b is near, and each plane of a face once. A vertex does not see the faces in whose planes it is: as if it were
 * moved inward by an infinitely small step. So the faces that it sees are connected, and no new triangle is degenerate, as the vertex is
 * not in the plane of the face that was on the other side of the triangle's edge. (docs/numerics/solids.md, "Containment")
 *
 * If a has no volume, P has corners at infinity besides: a with these, which lie in the directions of coordinate axes that are not
 * parallel to a, has no other points in the plane (or the line) of a.
 *
 * P has at most HULL_CORNERS corners. If that is too few, each vertex of b is asked about by itself. If that is too few again, P grows
 * anew for each vertex of a, toward the faces at this vertex only; and if that is too few, these are found edge by edge. */
#include "../../core/arithmetic.h"

#include "../../core/d3.h"
#include "inside.h"
#include <math.h>

/* 384 vertices, as solids.h promises, and a corner at infinity of a hull without volume. */
enum { HULL_CORNERS = 385, HULL_FACES = 2 * HULL_CORNERS - 4, NO_FACE = UINT16_MAX };

typedef enum face_state { FACE_UNUSED, FACE_OPEN, FACE_INSIDE } face_state;

/* Edge k goes from corner k to the next one, counterclockwise as seen from outside. */
typedef struct inner_face {
    uint16_t corner[3], beside[3]; /* corners of P; the faces across the edges */
    uint16_t asked;                /* by which new corner last; `side` is where that is */
    int8_t side;
    uint8_t state, flat; /* a face_state; bit k: the face across edge k is in the same plane */
} inner_face;

/* An edge between a face that the new corner sees and one that it does not. */
typedef struct rim_edge {
    uint16_t from, to, outer;
} rim_edge;

typedef struct inner_hull {
    uint32_t vertex[HULL_CORNERS]; /* of a, or at infinity */
    inner_face face[HULL_FACES];
    uint16_t corners, faces, unused, latest; /* unused: the first of a list of faces that are no more */
    uint16_t list[HULL_FACES];
    rim_edge rim[HULL_CORNERS];
    uint16_t starting[HULL_CORNERS]; /* the new face whose edge of the rim begins at a corner */
} inner_hull;

/* --- Tetrahedra ------------------------------------------------------------------------------- */

static bool is_thin(sepal_corner_plane *p, sepal_corners *s) {
    return sepal_corner_component(p, s, 0) == 0 && sepal_corner_component(p, s, 1) == 0 && sepal_corner_component(p, s, 2) == 0;
}

static int sign_at(sepal_corner_plane *p, sepal_corners *s, uint32_t corner) {
    double at[3];
    if (corner >= SEPAL_AT_INFINITY)
        return sepal_corner_component(p, s, (int)(corner - SEPAL_AT_INFINITY));
    sepal_corner_of(s, 0, corner, at);
    const double height = sepal_corner_height(p, at);
    return height > p->error[0] ? 1 : height < -p->error[0] ? -1 : sepal_corner_side(p, s, 0, corner);
}

/* Do `count` of the corners and vertex k span one dimension more than without it? A point does with any other, ... */
static bool adds_dimension(sepal_corners *s, const uint32_t corner[3], int count, uint32_t k) {
    sepal_corner_plane p;
    if (count == 1) {
        for (uint32_t axis = 0; axis < 2; axis++) {
            sepal_corner_plane_set(&p, s, (const uint32_t[3]){corner[0], k, SEPAL_AT_INFINITY + axis});
            if (!is_thin(&p, s))
                return true;
        }
        return false;
    }
    sepal_corner_plane_set(&p, s, count == 2 ? (const uint32_t[3]){corner[0], corner[1], k} : corner);
    return count == 2 ? !is_thin(&p, s) : sign_at(&p, s, k) != 0;
}

/* A plane through the first corner that holds the others as well, as far as double tells: n is at right angles to what they span. */
static void set_through(sepal_corner_plane *p, const sepal_corners *s, const uint32_t *corner, int count) {
    const sepal_solid_ball *ball = &s->set[0]->balls[s->index[0]];
    double at[3][3], edge[2][3];
    for (int k = 0; k < count; k++)
        sepal_corner_of(s, 0, corner[k], at[k]);
    for (int k = 0; k < 3; k++) {
        p->at[k] = at[0][k];
        edge[1][k] = 0;
    }
    for (int e = 0; e < count - 1; e++)
        d3_sub(at[e + 1], at[0], edge[e]);
    if (count == 1) {
        d3_sub((const double[3]){(double)ball->x, (double)ball->y, (double)ball->z}, at[0], p->n);
        return;
    }
    if (count == 2) /* with the coordinate axis that is farthest from its direction */
        edge[1][fabs(edge[0][0]) > fabs(edge[0][1]) ? (fabs(edge[0][1]) > fabs(edge[0][2]) ? 2 : 1)
                                                    : (fabs(edge[0][0]) > fabs(edge[0][2]) ? 2 : 0)] = 1;
    d3_cross(edge[0], edge[1], p->n);
}

/* The next corner: the vertex that is farthest from a plane through the others, or if that adds no dimension, any that does. False if
 * there is none. */
static bool find_corner(sepal_corners *s, uint32_t corner[4], int count) {
    sepal_corner_plane p;
    double heights[SEPAL_INSIDE_PART], most = -1;
    uint32_t best = corner[0];
    set_through(&p, s, corner, count);
    for (uint32_t first = 0; first < s->size[0]; first += SEPAL_INSIDE_PART) {
        const uint32_t left = s->size[0] - first, size = left < SEPAL_INSIDE_PART ? left : SEPAL_INSIDE_PART;
        sepal_corner_heights(&p, s, 0, first, size, heights);
        for (uint32_t k = 0; k < size; k++)
            heights[k] = fabs(heights[k]);
        const uint32_t k = sepal_greatest_of(heights, size);
        if (heights[k] > most)
            most = heights[k], best = first + k;
    }
    for (uint32_t k = 0; k <= s->size[0]; k++) {
        corner[count] = k == 0 ? best : k - 1;
        if (adds_dimension(s, corner, count, corner[count]))
            return true;
    }
    return false;
}

/* Four corners that span space, the first vertices of a, of which that with number `first` is one; the others are at infinity. Returns
 * how many are not. The fourth one is on the inner side of the plane through the others. */
static int find_corners(sepal_corners *s, uint32_t first, uint32_t corner[4]) {
    int count = 1;
    corner[0] = first;
    while (count < 4 && find_corner(s, corner, count))
        count++;
    int side = 0;
    if (count == 4) {
        sepal_corner_plane p;
        sepal_corner_plane_set(&p, s, corner);
        side = sign_at(&p, s, corner[3]);
    } else if (count == 1) {
        for (uint32_t k = 0; k < 3; k++)
            corner[k + 1] = SEPAL_AT_INFINITY + k;
        return 1;
    }
    for (uint32_t k = 0; k < 3 && count < 4 && side == 0; k++) { /* one of the coordinate axes is not parallel to a */
        sepal_corner_plane p;
        corner[3] = SEPAL_AT_INFINITY + k;
        if (count == 2)
            corner[2] = SEPAL_AT_INFINITY + (k + 1) % 3;
        sepal_corner_plane_set(&p, s, corner);
        side = sign_at(&p, s, corner[3]);
    }
    if (side > 0) { /* two that are vertices change places, or two at infinity */
        const int one = count == 2 ? 2 : 1;
        const uint32_t kept = corner[one];
        corner[one] = corner[one + 1];
        corner[one + 1] = kept;
    }
    return count;
}

/* --- The polytope ----------------------------------------------------------------------------- */

static void begin_polytope(inner_hull *h, const uint32_t corner[4]) {
    static const uint16_t of_face[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}},
                          beside[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int k = 0; k < 4; k++) {
        inner_face *f = &h->face[k];
        *f = (inner_face){.asked = NO_FACE, .state = FACE_OPEN};
        for (int e = 0; e < 3; e++)
            f->corner[e] = of_face[k][e], f->beside[e] = beside[k][e];
        h->vertex[k] = corner[k];
    }
    h->corners = h->faces = 4;
    h->unused = NO_FACE;
    h->latest = 0;
}

static void set_inner_plane(sepal_corner_plane *p, const sepal_corners *s, const inner_hull *h, const inner_face *f) {
    sepal_corner_plane_set(p, s, (const uint32_t[3]){h->vertex[f->corner[0]], h->vertex[f->corner[1]], h->vertex[f->corner[2]]});
}

static bool has_corner(const inner_hull *h, const inner_face *f, uint32_t vertex) {
    return h->vertex[f->corner[0]] == vertex || h->vertex[f->corner[1]] == vertex || h->vertex[f->corner[2]] == vertex;
}

/* The next face to ask about: of all, or of those at a vertex. The newest first, which are where b is. */
static uint16_t next_face(const inner_hull *h, const uint32_t *around) {
    for (uint16_t step = 0; step < h->faces; step++) {
        const uint16_t k = (uint16_t)(h->latest >= step ? h->latest - step : h->latest + h->faces - step);
        const inner_face *f = &h->face[k];
        if (f->state == FACE_OPEN && (around == NULL || has_corner(h, f, *around)))
            return k;
    }
    return NO_FACE;
}

/* Lists the faces that the last corner, which is beyond face `from`, sees. Returns how many. p: room for a plane. */
static uint16_t list_seen(inner_hull *h, sepal_corners *s, uint16_t from, sepal_corner_plane *p) {
    const uint16_t corner = (uint16_t)(h->corners - 1);
    uint16_t count = 1;
    h->list[0] = from;
    h->face[from].asked = corner;
    h->face[from].side = 1;
    for (uint16_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const uint16_t number = h->face[h->list[i]].beside[k];
            inner_face *f = &h->face[number];
            if (f->asked == corner)
                continue;
            set_inner_plane(p, s, h, f);
            f->asked = corner;
            f->side = (int8_t)sign_at(p, s, h->vertex[corner]);
            if (f->side > 0)
                h->list[count++] = number;
        }
    return count;
}

/* Lists the rim of the faces that are seen, and leaves these out. Returns how many edges it has. */
static uint16_t list_rim(inner_hull *h, uint16_t seen) {
    uint16_t count = 0;
    for (uint16_t i = 0; i < seen; i++) {
        const inner_face *f = &h->face[h->list[i]];
        for (int k = 0; k < 3; k++)
            if (h->face[f->beside[k]].side <= 0)
                h->rim[count++] = (rim_edge){f->corner[k], f->corner[(k + 1) % 3], f->beside[k]};
    }
    for (uint16_t i = 0; i < seen; i++) {
        inner_face *f = &h->face[h->list[i]];
        f->state = FACE_UNUSED;
        f->beside[0] = h->unused;
        h->unused = h->list[i];
    }
    return count;
}

/* Joins the last corner to the rim. */
static void add_faces(inner_hull *h, uint16_t edges) {
    const uint16_t corner = (uint16_t)(h->corners - 1);
    for (uint16_t e = 0; e < edges; e++) {
        const rim_edge *rim = &h->rim[e];
        uint16_t number = h->unused;
        if (number == NO_FACE)
            number = h->faces++;
        else
            h->unused = h->face[number].beside[0];
        inner_face *outer = &h->face[rim->outer];
        const bool flat = outer->side == 0;
        h->face[number] = (inner_face){
            {rim->from, rim->to, corner}, {rim->outer, NO_FACE, NO_FACE}, corner, 0, flat ? outer->state : FACE_OPEN, flat};
        for (int k = 0; k < 3; k++)
            if (outer->corner[k] == rim->to) {
                outer->beside[k] = number;
                outer->flat = (uint8_t)((outer->flat & ~(1U << k)) | (flat ? 1U << k : 0));
            }
        h->starting[rim->from] = h->list[e] = number;
    }
    for (uint16_t e = 0; e < edges; e++) {
        const uint16_t next = h->starting[h->rim[e].to];
        h->face[h->list[e]].beside[1] = next;
        h->face[next].beside[2] = h->list[e];
    }
    h->latest = h->list[0];
}

/* Lets P grow by a vertex of a that is beyond face `from`. False if there is no room. */
static bool add_vertex(inner_hull *h, sepal_corners *s, uint16_t from, uint32_t vertex, sepal_corner_plane *p) {
    if (h->corners == HULL_CORNERS)
        return false;
    h->vertex[h->corners++] = vertex;
    add_faces(h, list_rim(h, list_seen(h, s, from, p)));
    return true;
}

/* b is on the inner side of a face, and of those that are in its plane, as far as that is known. */
static void settle_plane(inner_hull *h, uint16_t number) {
    uint16_t count = 1;
    h->list[0] = number;
    h->face[number].state = FACE_INSIDE;
    for (uint16_t i = 0; i < count; i++) {
        const inner_face *f = &h->face[h->list[i]];
        for (unsigned k = 0; k < 3; k++)
            if ((f->flat >> k & 1) != 0 && h->face[f->beside[k]].state == FACE_OPEN) {
                h->face[f->beside[k]].state = FACE_INSIDE;
                h->list[count++] = f->beside[k];
            }
    }
}

/* Asks about all faces, or those at a vertex, and lets P grow until the answer is known. */
static sepal_inside_answer ask_faces(inner_hull *h, sepal_inside *q, const uint32_t *around) {
    uint16_t number;
    while ((number = next_face(h, around)) != NO_FACE) {
        sepal_corner_plane p;
        uint32_t beyond;
        set_inner_plane(&p, &q->s, h, &h->face[number]);
        const sepal_inside_answer answer = sepal_inside_of_plane(q, &p, false, &beyond);
        if (answer == SEPAL_OUTSIDE)
            return SEPAL_OUTSIDE;
        if (answer == SEPAL_INSIDE)
            settle_plane(h, number);
        else if (!add_vertex(h, &q->s, number, beyond, &p))
            return SEPAL_NO_ROOM;
    }
    return SEPAL_INSIDE;
}

/* --- More faces than there is room for -------------------------------------------------------- */

/* The plane through an edge of a on whose inner side all of a is, by turning one about it (gift wrapping: Chand and Kapur, Journal of the
 * ACM 17, 1970). False if the two are no edge. `ends`: how many corners there are beyond the vertices, at infinity. */
static bool wrap_edge(sepal_corner_plane *p, sepal_corners *s, uint32_t from, uint32_t to, const uint32_t *far, uint32_t ends) {
    bool found = false;
    for (int round = 0; round < 2; round++)
        for (uint32_t k = 0; k < s->size[0] + ends; k++) {
            const uint32_t corner = k < s->size[0] ? k : far[k - s->size[0]];
            if (!found) {
                sepal_corner_plane_set(p, s, (const uint32_t[3]){from, to, corner});
                found = !is_thin(p, s);
            } else if (sign_at(p, s, corner) > 0) {
                if (round == 1)
                    return false;
                sepal_corner_plane_set(p, s, (const uint32_t[3]){from, to, corner});
            }
        }
    return found;
}

/* The faces at a vertex, by the edges from it. */
static sepal_inside_answer ask_edges(sepal_inside *q, uint32_t from, const uint32_t *far, uint32_t ends) {
    sepal_corner_plane p;
    uint32_t beyond;
    for (uint32_t k = 0; k < q->s.size[0] + ends; k++) {
        const uint32_t to = k < q->s.size[0] ? k : far[k - q->s.size[0]];
        if (wrap_edge(&p, &q->s, from, to, far, ends) && sepal_inside_of_plane(q, &p, true, &beyond) == SEPAL_OUTSIDE)
            return SEPAL_OUTSIDE;
    }
    return SEPAL_INSIDE;
}

static bool is_inside_by_vertices(inner_hull *h, sepal_inside *q) {
    uint32_t corner[4];
    for (uint32_t from = 0; from < q->s.size[0]; from++) {
        const int count = find_corners(&q->s, from, corner);
        begin_polytope(h, corner);
        sepal_inside_answer answer = ask_faces(h, q, &from);
        if (answer == SEPAL_NO_ROOM)
            answer = ask_edges(q, from, corner + count, (uint32_t)(4 - count));
        if (answer == SEPAL_OUTSIDE)
            return false;
    }
    return true;
}

/* --- All of b --------------------------------------------------------------------------------- */

/* Is b in the plane, on the line, or at the point that a spans? It is that of `count` corners; the others are at infinity. */
static bool is_in_span(sepal_corners *s, const uint32_t corner[4], int count) {
    for (int out = count; out < 4; out++) {
        sepal_corner_plane p;
        uint32_t of[3];
        for (int k = 0, n = 0; k < 4; k++)
            if (k != out)
                of[n++] = corner[k];
        sepal_corner_plane_set(&p, s, of);
        for (uint32_t k = 0; k < s->size[1]; k++) {
            double at[3];
            sepal_corner_of(s, 1, k, at);
            if (fabs(sepal_corner_height(&p, at)) > p.error[1] || sepal_corner_side(&p, s, 1, k) != 0)
                return false;
        }
    }
    return true;
}

/* Asks about a part of b. If there is no room, P is the tetrahedron again. */
static sepal_inside_answer ask_part(inner_hull *h, sepal_inside *q, const uint32_t corner[4], uint32_t first, uint32_t most) {
    sepal_inside_take(q, first, most);
    for (uint16_t k = 0; k < h->faces; k++)
        h->face[k].state = h->face[k].state == FACE_INSIDE ? FACE_OPEN : h->face[k].state;
    const sepal_inside_answer answer = ask_faces(h, q, NULL);
    if (answer == SEPAL_NO_ROOM)
        begin_polytope(h, corner);
    return answer;
}

/* Asks about a part of b for which there is no room, vertex by vertex: with what room others have left, with all, and else by vertices
 * of a. */
static bool is_inside_one_by_one(inner_hull *h, sepal_inside *q, const uint32_t corner[4]) {
    const uint32_t first = q->first, end = first + q->count;
    for (uint32_t k = first; k < end; k++) {
        sepal_inside_answer answer = ask_part(h, q, corner, k, 1);
        if (answer == SEPAL_NO_ROOM)
            answer = ask_part(h, q, corner, k, 1);
        if (answer == SEPAL_NO_ROOM) {
            answer = is_inside_by_vertices(h, q) ? SEPAL_INSIDE : SEPAL_OUTSIDE;
            begin_polytope(h, corner);
        }
        if (answer == SEPAL_OUTSIDE)
            return false;
    }
    return true;
}

bool sepal_inside_of_hull(sepal_inside *q) {
    inner_hull h;
    uint32_t corner[4];
    const int count = find_corners(&q->s, 0, corner);
    if (count < 4 && !is_in_span(&q->s, corner, count))
        return false;
    if (count == 1)
        return true;
    begin_polytope(&h, corner);
    for (uint32_t first = 0; first < q->s.size[1]; first += SEPAL_INSIDE_PART) {
        const sepal_inside_answer answer = ask_part(&h, q, corner, first, SEPAL_INSIDE_PART);
        if (answer == SEPAL_OUTSIDE || (answer == SEPAL_NO_ROOM && !is_inside_one_by_one(&h, q, corner)))
            return false;
    }
    return true;
}
