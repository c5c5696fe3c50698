/* meshes_link.c — which triangles meet at a vertex and along an edge, and what the edges are. */
#include "../core/arithmetic.h"

#include "../core/memory.h"
#include "../exact/orient.h"
#include "../exact/orient3.h"
#include "mesh.h"

static int next_of(int k) {
    return k == 2 ? 0 : k + 1;
}

/* The vertex before the corner of a star, by which stars are in order. */
static uint32_t before_of(const sepal_mesh *mesh, uint32_t corner) {
    return corner % 3 == 0 ? mesh->corner[corner + 2] : mesh->corner[corner - 1];
}

/* --- Stars --------------------------------------------------------------------------------------- */

/* A star is nearly always short, and then it is put into order as it is. A longer one is a heap first. */
enum { SHORT_STAR = 32 };

static bool is_later(const sepal_mesh *mesh, uint32_t p, uint32_t q) {
    const uint32_t before_p = before_of(mesh, p), before_q = before_of(mesh, q);
    return before_p != before_q ? before_p > before_q : p > q;
}

static void sort_short_star(const sepal_mesh *mesh, uint32_t *star, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const uint32_t moved = star[i];
        uint32_t at = i;
        for (; at > 0 && is_later(mesh, star[at - 1], moved); at--)
            star[at] = star[at - 1];
        star[at] = moved;
    }
}

static void sink(const sepal_mesh *mesh, uint32_t *heap, uint32_t at, uint32_t count) {
    const uint32_t moved = heap[at];
    while (2 * at + 1 < count) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < count && is_later(mesh, heap[child + 1], heap[child]))
            child++;
        if (!is_later(mesh, heap[child], moved))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static void sort_star(const sepal_mesh *mesh, uint32_t *star, uint32_t count) {
    if (count <= SHORT_STAR) {
        sort_short_star(mesh, star, count);
        return;
    }
    for (uint32_t k = count / 2; k-- > 0;)
        sink(mesh, star, k, count);
    for (uint32_t left = count; left-- > 1;) {
        const uint32_t last = star[left];
        star[left] = star[0];
        star[0] = last;
        sink(mesh, star, 0, left);
    }
}

/* Corners by vertices: a counting sort, then each star for itself. */
static void make_stars(sepal_mesh *made) {
    for (size_t i = 0; i < made->count; i++)
        if (sepal_mesh_has_area(made, (uint32_t)i))
            for (size_t k = 0; k < 3; k++)
                made->star_first[made->corner[3 * i + k]]++;
    uint32_t sum = 0;
    for (size_t v = 0; v <= made->vertices; v++) { /* each is the end of a star, which is filled from there down */
        sum += made->star_first[v];
        made->star_first[v] = sum;
    }
    for (size_t i = made->count; i-- > 0;)
        if (sepal_mesh_has_area(made, (uint32_t)i))
            for (size_t k = 3; k-- > 0;)
                made->star[--made->star_first[made->corner[3 * i + k]]] = (uint32_t)(3 * i + k);
    for (size_t v = 0; v < made->vertices; v++)
        sort_star(made, made->star + made->star_first[v], made->star_first[v + 1] - made->star_first[v]);
}

/* --- Edges --------------------------------------------------------------------------------------- */

/* The triangles that go along the edge from one vertex to another: how many, and the corner at `to` of the first. */
typedef struct along_edge {
    uint32_t count, corner;
} along_edge;

static along_edge find_along(const sepal_mesh *mesh, uint32_t from, uint32_t to) {
    uint32_t low = mesh->star_first[to], high = mesh->star_first[to + 1];
    const uint32_t end = high;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (before_of(mesh, mesh->star[middle]) < from)
            low = middle + 1;
        else
            high = middle;
    }
    along_edge out = {0, SEPAL_NO_SHAPE};
    for (; low < end && out.count < 2 && before_of(mesh, mesh->star[low]) == from; low++) {
        out.corner = out.count == 0 ? mesh->star[low] : out.corner;
        out.count++;
    }
    return out;
}

uint32_t sepal_mesh_beyond(const sepal_mesh *mesh, uint32_t triangle, int k) {
    if (sepal_mesh_kind(mesh, triangle, k) == SEPAL_EDGE_RIM)
        return SEPAL_NO_SHAPE;
    if (mesh->field != NULL)
        return sepal_field_beyond(mesh->field, triangle, k);
    const uint32_t from = sepal_mesh_corner(mesh, triangle, k), to = sepal_mesh_corner(mesh, triangle, next_of(k));
    const uint32_t corner = find_along(mesh, to, from).corner; /* the neighbour goes from `to` to `from`, and then to the far one */
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

/* Two triangles in one plane, p q r and q p far: are they folded onto each other, so that their normals are opposite? Seen along an axis
 * along which the first one has an area. */
static bool is_folded(const float p[3], const float q[3], const float r[3], const float far[3]) {
    for (int k = 0; k < 3; k++) {
        const int x = (k + 1) % 3, y = (k + 2) % 3;
        const int side = sepal_orient(p[x], p[y], q[x], q[y], r[x], r[y]);
        if (side != 0)
            return sepal_orient(p[x], p[y], q[x], q[y], far[x], far[y]) == side;
    }
    return false;
}

static sepal_mesh_edge kind_of_edge(const sepal_mesh *mesh, uint32_t triangle, int k, uint32_t far) {
    float p[3], q[3], r[3], at[3];
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, k), p);
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, next_of(k)), q);
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, next_of(next_of(k))), r);
    sepal_mesh_point(mesh, far, at);
    const int side = sepal_orient3(p, q, r, at);
    return side > 0 ? SEPAL_EDGE_CONCAVE : side < 0 || is_folded(p, q, r, at) ? SEPAL_EDGE_CONVEX : SEPAL_EDGE_FLAT;
}

static void set_kind(sepal_mesh *made, uint32_t triangle, int k, sepal_mesh_edge kind) {
    made->kinds[triangle] |= (uint8_t)((unsigned)kind << (SEPAL_MESH_KIND_BITS * k));
}

/* The edges of a triangle of which the other side was not yet looked at: those that lead to a greater vertex. */
static void classify_edges(sepal_mesh *made, uint32_t triangle) {
    for (int k = 0; k < 3; k++) {
        const uint32_t from = sepal_mesh_corner(made, triangle, k), to = sepal_mesh_corner(made, triangle, next_of(k));
        if (from > to)
            continue;
        const along_edge there = find_along(made, from, to), back = find_along(made, to, from);
        if (there.count != 1 || back.count != 1)
            continue;
        const uint32_t other = back.corner / 3; /* its edge from `to` to `from` ends at back.corner */
        const int edge = (int)(back.corner % 3 == 0 ? 2 : back.corner % 3 - 1);
        const sepal_mesh_edge kind = kind_of_edge(made, triangle, k, sepal_mesh_corner(made, other, next_of(next_of(edge))));
        set_kind(made, triangle, k, kind);
        set_kind(made, other, edge, kind);
    }
}

sepal_status sepal_mesh_link(sepal_mesh *made) {
    const size_t some = made->count > 0 ? made->count : 1;
    made->kinds = sepal_memory_take(&made->allocator, some, sizeof *made->kinds);
    made->star_first = sepal_memory_take(&made->allocator, made->vertices + 1, sizeof *made->star_first);
    if (made->kinds == NULL || made->star_first == NULL)
        return SEPAL_NO_MEMORY;
    for (size_t i = 0; i < made->count; i++) {
        float p[3][3];
        for (int k = 0; k < 3; k++)
            sepal_mesh_point(made, sepal_mesh_corner(made, (uint32_t)i, k), p[k]);
        const bool has_area = !sepal_on_line(p[0], p[1], p[2]);
        made->kinds[i] = has_area ? SEPAL_MESH_HAS_AREA : 0;
        made->star_count += has_area ? 3 : 0;
    }
    made->star = sepal_memory_take(&made->allocator, made->star_count > 0 ? made->star_count : 1, sizeof *made->star);
    if (made->star == NULL)
        return SEPAL_NO_MEMORY;
    for (size_t v = 0; v <= made->vertices; v++)
        made->star_first[v] = 0;
    make_stars(made);
    for (size_t i = 0; i < made->count; i++)
        if (sepal_mesh_has_area(made, (uint32_t)i))
            classify_edges(made, (uint32_t)i);
    return SEPAL_OK;
}
