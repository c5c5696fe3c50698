/* meshes_tree.c — the tree of a mesh: built once, of boxes in bytes, and walked by boxes. */
#include "../core/arithmetic.h"

#include "../core/compiler.h"
#include "../core/memory.h"
#include "mesh.h"
#include "split.h"
#include <math.h>

/* Cells of a node along an axis: its own box has bytes from 0 to MOST_CELL. The scale is MESH_CELLS cells for the box, so that the
 * roundings of cell(x) stay below the next whole number; a box that is thinner than 2^-100 or so has fewer (docs/numerics/meshes.md). */
enum { MOST_CELL = 254 };
#define MESH_CELLS      253.5
#define MESH_MOST_SCALE 0x1p100

/* What a tree is built in. */
typedef struct tree_work {
    sepal_bounds *bounds; /* of the triangles, and later of the nodes of a level */
    sepal_span *spans;
    sepal_mesh_centre *centres;
} tree_work;

static void put_box(const sepal_mesh *mesh, uint32_t triangle, sepal_bounds *bounds, sepal_span *span) {
    float low[3], high[3], at[3];
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, 0), low);
    sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, 0), high);
    for (int k = 1; k < 3; k++) {
        sepal_mesh_point(mesh, sepal_mesh_corner(mesh, triangle, k), at);
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = at[axis] < low[axis] ? at[axis] : low[axis];
            high[axis] = at[axis] > high[axis] ? at[axis] : high[axis];
        }
    }
    *bounds = (sepal_bounds){low[0], low[1], high[0], high[1]};
    *span = (sepal_span){low[2], high[2]};
}

static sepal_mesh_centre centre_of(const sepal_bounds *b, const sepal_span *z, uint32_t triangle) {
    return (sepal_mesh_centre){
        {0.25F * b->low_x + 0.25F * b->high_x, 0.25F * b->low_y + 0.25F * b->high_y, 0.25F * z->low + 0.25F * z->high}, triangle};
}

static uint8_t byte_of(const sepal_mesh_node *node, int axis, float x) {
    const float cell = sepal_mesh_cell(node, axis, 0.5F * x);
    return (uint8_t)(cell < (float)MOST_CELL ? cell : (float)MOST_CELL);
}

/* The number of a box, or its place where there are no numbers. */
static size_t number_at(const uint32_t *numbers, size_t place) {
    return numbers == NULL ? place : numbers[place];
}

/* Writes a node of `count` boxes, 1 .. 16, at the places from `first` on. Returns the box of all by `all` and `depth`. */
static void fill_node(sepal_mesh_node *node, const sepal_bounds *bounds, const sepal_span *spans, const uint32_t *numbers,
                      size_t first, size_t count, sepal_bounds *all, sepal_span *depth) {
    sepal_bounds whole = bounds[number_at(numbers, first)];
    sepal_span deep = spans[number_at(numbers, first)];
    for (size_t k = 1; k < count; k++) {
        whole = sepal_bounds_union(whole, bounds[number_at(numbers, first + k)]);
        deep = sepal_span_union(deep, spans[number_at(numbers, first + k)]);
    }
    const float low[3] = {whole.low_x, whole.low_y, deep.low}, high[3] = {whole.high_x, whole.high_y, deep.high};
    *node = (sepal_mesh_node){.origin = {0.5F * low[0], 0.5F * low[1], 0.5F * low[2]}};
    for (int axis = 0; axis < 3; axis++) {
        const double side = (double)(0.5F * high[axis] - node->origin[axis]), scale = MESH_CELLS / side;
        node->scale[axis] = scale < MESH_MOST_SCALE ? (float)scale : (float)MESH_MOST_SCALE; /* also where the side is 0 */
    }
    for (int axis = 0; axis < 3; axis++)
        for (size_t k = 0; k < SEPAL_MESH_FANOUT; k++)
            node->low[axis][k] = UINT8_MAX;
    for (size_t k = 0; k < count; k++) {
        const sepal_bounds *b = &bounds[number_at(numbers, first + k)];
        const sepal_span *z = &spans[number_at(numbers, first + k)];
        node->low[0][k] = byte_of(node, 0, b->low_x), node->high[0][k] = byte_of(node, 0, b->high_x);
        node->low[1][k] = byte_of(node, 1, b->low_y), node->high[1][k] = byte_of(node, 1, b->high_y);
        node->low[2][k] = byte_of(node, 2, z->low), node->high[2][k] = byte_of(node, 2, z->high);
    }
    *all = whole;
    *depth = deep;
}

void sepal_mesh_write_node(sepal_mesh_node *node, const sepal_bounds *bounds, const sepal_span *spans) {
    sepal_bounds all;
    sepal_span depth;
    fill_node(node, bounds, spans, NULL, 0, SEPAL_MESH_FANOUT, &all, &depth);
}

/* Fills the levels from the leaves up; the boxes of a level's nodes take the places of those before. */
static void fill_levels(sepal_mesh *made, const tree_work *work, sepal_bounds *bounds, sepal_span *spans) {
    size_t count = made->count;
    for (int level = 0; level < made->levels; level++) {
        const size_t nodes = (count + SEPAL_MESH_FANOUT - 1) / SEPAL_MESH_FANOUT;
        const bool leaves = level == 0;
        for (size_t i = 0; i < nodes; i++) {
            const size_t first = i * SEPAL_MESH_FANOUT;
            fill_node(&made->nodes[made->level_first[level] + i], leaves ? work->bounds : bounds, leaves ? work->spans : spans,
                      leaves ? made->ids : NULL, first, count - first < SEPAL_MESH_FANOUT ? count - first : SEPAL_MESH_FANOUT,
                      &bounds[i], &spans[i]);
        }
        count = nodes;
    }
}

sepal_status sepal_mesh_build_tree(sepal_mesh *made) {
    const sepal_allocator *from = &made->allocator;
    const size_t count = made->count, leaves = (count + SEPAL_MESH_FANOUT - 1) / SEPAL_MESH_FANOUT;
    size_t nodes = count;
    do {
        nodes = (nodes + SEPAL_MESH_FANOUT - 1) / SEPAL_MESH_FANOUT;
        made->level_first[made->levels++] = made->node_count;
        made->node_count += nodes;
    } while (nodes > 1);
    made->nodes = sepal_memory_take(from, made->node_count, sizeof *made->nodes);
    made->ids = sepal_memory_take(from, count, sizeof *made->ids);
    const tree_work work = {sepal_memory_take(from, count, sizeof *work.bounds), sepal_memory_take(from, count, sizeof *work.spans),
                            sepal_memory_take(from, count, sizeof *work.centres)};
    sepal_bounds *bounds = sepal_memory_take(from, leaves, sizeof *bounds);
    sepal_span *spans = sepal_memory_take(from, leaves, sizeof *spans);
    const bool there = made->nodes != NULL && made->ids != NULL && work.bounds != NULL && work.spans != NULL &&
                       work.centres != NULL && bounds != NULL && spans != NULL;
    if (there) {
        for (size_t i = 0; i < count; i++) {
            put_box(made, (uint32_t)i, &work.bounds[i], &work.spans[i]);
            work.centres[i] = centre_of(&work.bounds[i], &work.spans[i], (uint32_t)i);
        }
        sepal_mesh_split(work.centres, count, SEPAL_MESH_FANOUT);
        for (size_t i = 0; i < count; i++)
            made->ids[i] = work.centres[i].triangle;
        fill_levels(made, &work, bounds, spans);
    }
    sepal_memory_release(from, work.bounds, count, sizeof *work.bounds);
    sepal_memory_release(from, work.spans, count, sizeof *work.spans);
    sepal_memory_release(from, work.centres, count, sizeof *work.centres);
    sepal_memory_release(from, bounds, leaves, sizeof *bounds);
    sepal_memory_release(from, spans, leaves, sizeof *spans);
    return there ? SEPAL_OK : SEPAL_NO_MEMORY;
}

/* --- Walks --------------------------------------------------------------------------------------- */

/* Which of the sixteen places may meet the box of the walk? */
static uint32_t places_that_meet(const sepal_mesh_node *node, const sepal_mesh_walk *walk) {
    uint8_t low[3], high[3], meets[SEPAL_MESH_FANOUT];
    for (int axis = 0; axis < 3; axis++) {
        const float from = sepal_mesh_cell(node, axis, walk->half_low[axis]),
                    to = sepal_mesh_cell(node, axis, walk->half_high[axis]);
        if (!(from < (float)(MOST_CELL + 1) && to >= 0))
            return 0;
        low[axis] = (uint8_t)(from > 0 ? from : 0);
        high[axis] = (uint8_t)(to < (float)MOST_CELL ? to : (float)MOST_CELL);
    }
    for (int k = 0; k < SEPAL_MESH_FANOUT; k++)
        meets[k] = (uint8_t)((node->low[0][k] <= high[0]) & (node->high[0][k] >= low[0]) & (node->low[1][k] <= high[1]) &
                             (node->high[1][k] >= low[1]) & (node->low[2][k] <= high[2]) & (node->high[2][k] >= low[2]));
    return sepal_mesh_bits_of_bytes(meets) | sepal_mesh_bits_of_bytes(meets + 8) << 8;
}

void sepal_mesh_walk_begin(sepal_mesh_walk *walk, const sepal_mesh *mesh, const float low[3], const float high[3]) {
    walk->mesh = mesh;
    for (int axis = 0; axis < 3; axis++) {
        walk->low[axis] = low[axis];
        walk->high[axis] = high[axis];
        walk->half_low[axis] = 0.5F * low[axis];
        walk->half_high[axis] = 0.5F * high[axis];
    }
    walk->level = mesh->levels;
    walk->count = 0;
    if (mesh->levels == 0)
        return;
    sepal_mesh_node room;
    walk->level--;
    walk->node[walk->level] = 0;
    walk->left[walk->level] = places_that_meet(sepal_mesh_node_at(mesh, walk->level, 0, &room), walk);
}

/* All comparisons are made, without branches: some half of the triangles of a leaf meet, which nothing predicts. */
static bool triangle_box_meets(const sepal_mesh_walk *walk, uint32_t triangle) {
    sepal_bounds b;
    sepal_span z;
    put_box(walk->mesh, triangle, &b, &z);
    return (b.low_x <= walk->high[0]) & (b.high_x >= walk->low[0]) & (b.low_y <= walk->high[1]) & (b.high_y >= walk->low[1]) &
           (z.low <= walk->high[2]) & (z.high >= walk->low[2]);
}

/* Goes to the first child that is left. */
static void enter_child(sepal_mesh_walk *walk) {
    const int level = walk->level - 1;
    const uint32_t child = walk->node[walk->level] * SEPAL_MESH_FANOUT + sepal_lowest_bit(walk->left[walk->level]);
    walk->left[walk->level] &= walk->left[walk->level] - 1;
    walk->level = level;
    walk->node[level] = child;
    sepal_mesh_node room;
    walk->left[level] = places_that_meet(sepal_mesh_node_at(walk->mesh, level, child, &room), walk);
    if (level > 0)
        sepal_mesh_fetch_children(walk->mesh, level, child, walk->left[level]);
}

/* Takes the triangles of a leaf, and asks for their corners. */
static void list_leaf(sepal_mesh_walk *walk) {
    for (; walk->left[0] != 0; walk->left[0] &= walk->left[0] - 1) {
        const uint32_t triangle = sepal_mesh_triangle_at(walk->mesh, walk->node[0], sepal_lowest_bit(walk->left[0]));
        sepal_mesh_fetch_corners(walk->mesh, triangle);
        walk->triangles[walk->count++] = triangle;
    }
    walk->fetched = false;
}

bool sepal_mesh_walk_step(sepal_mesh_walk *walk, uint32_t triangles[SEPAL_MESH_FANOUT], size_t *found) {
    *found = 0;
    if (walk->count > 0) {
        if (walk->fetched) {
            size_t met = 0;
            for (size_t k = 0; k < walk->count; k++) {
                triangles[met] = walk->triangles[k];
                met += triangle_box_meets(walk, walk->triangles[k]);
            }
            *found = met;
            walk->count = 0;
        } else {
            for (size_t k = 0; k < walk->count; k++)
                sepal_mesh_fetch_points(walk->mesh, walk->triangles[k]);
            walk->fetched = true;
        }
        return true;
    }
    while (walk->level < walk->mesh->levels && walk->left[walk->level] == 0)
        walk->level++;
    if (walk->level == walk->mesh->levels)
        return false;
    if (walk->level > 0)
        enter_child(walk);
    else
        list_leaf(walk);
    return true;
}
