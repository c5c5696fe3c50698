/* peers.h — other code that answers sepal's questions, behind one interface: textbook code, and other libraries. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sepal/sepal.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A box parallel to the axes. */
typedef struct peer_window {
    float low_x, low_y, high_x, high_y;
} peer_window;

/* What a peer does not answer is NULL. */
typedef struct peer {
    const char *name;
    size_t most_vertices; /* that a shape may have; 0 = any number */

    /* Builds the shapes of this library from the vertices of the set, and prepares all that it can. NULL on failure. */
    void *(*create)(const sepal_polys *polys);
    /* Builds the shapes of two sets, which may be one; with it, there is no `create`. radii: the shapes have theirs. */
    void *(*create_two)(const sepal_polys *a, const sepal_polys *b);
    bool radii;
    bool doubles; /* it copies sets of doubles, too */
    bool poses;   /* its shapes have poses, by which each question multiplies; here they are already where they are */
    void (*destroy)(void *shapes);

    /* Bit i % 64 of word i / 64 answers pair i, as in sepal_polys_overlap_pairs. Only this is timed. */
    void (*overlap)(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits);
    /* Does shape b lie in shape a? As in sepal_polys_contains_pairs; only_points: it answers if every shape b is a point. */
    void (*contain)(void *shapes, const sepal_pair *pairs, size_t count, uint64_t *bits);
    bool only_points;
    /* The area that pair i has in common, as in sepal_polys_common_pairs. */
    void (*common)(void *shapes, const sepal_pair *pairs, size_t count, float *area);
    /* The smallest push of pair i, as in sepal_polys_mtv_pairs; a pair that is apart has any depth below 0. */
    void (*mtv)(void *shapes, const sepal_pair *pairs, size_t count, sepal_mtvs out);
    /* The distance of pair i as a negative depth, its direction and the nearest points; a pair that meets has the depth 0. */
    void (*points)(void *shapes, const sepal_pair *pairs, size_t count, sepal_mtvs out);
    /* The contact points of pair i, as in sepal_polys_contacts_pairs; the features are the library's own. */
    void (*contacts)(void *shapes, const sepal_pair *pairs, size_t count, sepal_contacts out);
    /* The contact points as in sepal_polys_contacts_chains: all shapes of set a are one chain. */
    void (*chain)(void *shapes, const sepal_pair *pairs, size_t count, sepal_contacts out);
    /* Which pairs meet while they move, and when: bits and times, as in sepal_polys_sweep_pairs. */
    void (*sweep)(void *shapes, const sepal_moves *a, const sepal_moves *b, const sepal_pair *pairs, size_t count, sepal_hits out);

    /* Which pairs meet while they move, where each shape b is a point and the shapes a rest. */
    void (*ray)(void *shapes, const sepal_moves *a, const sepal_moves *b, const sepal_pair *pairs, size_t count, sepal_hits out);

    /* All pairs of shapes that overlap, as in sepal_polys_find_pairs about one set: boxes around the shapes, what the library has to
     * search them, and its test of two shapes. Writes the first `room` of them; returns how many there are. */
    size_t (*find)(void *shapes, size_t room, sepal_pair *pairs);
    /* All pairs of shapes that overlap, in any order, as by sepal_polys_find_each. */
    size_t (*find_each)(void *shapes, size_t room, sepal_pair *pairs);
    /* All pairs of shapes whose boxes are within the margin of each other, in ascending order, as by sepal_polys_find_near. */
    size_t (*find_near)(void *shapes, float margin, size_t room, sepal_pair *pairs);
    /* Pairs of a window and a shape that overlap, or of a point and a shape that contains it, as by sepal_polys_find_in and _find_at, by
     * a tree that `create` made; in any order. */
    size_t (*find_in)(void *shapes, const peer_window *windows, size_t count, size_t room, sepal_pair *pairs);
    size_t (*find_at)(void *shapes, const sepal_points *points, size_t count, size_t room, sepal_pair *pairs);
    /* The `each` other shapes that are nearest to each shape, and their distances, as by sepal_polys_find_nearest, by a tree that `create`
     * made. */
    void (*find_nearest)(void *shapes, size_t each, uint32_t *index, float *distance);
    /* All pairs once the `count` shapes `moved` have moved along x, by a tree that was made before and is kept; in any order. */
    size_t (*find_moved)(void *shapes, const uint32_t *moved, size_t count, float along, size_t room, sepal_pair *pairs);

    /* What each ray hits first, as in sepal_polys_cast_rays, all arrays: what is searched was made by `create`. */
    void (*cast)(void *shapes, const sepal_rays *rays, size_t count, const sepal_ray_hits *hits);

    /* Solids: of which kinds, as bits of solid_peers.h; their shapes from two sets, which may be one; and the same questions. */
    unsigned solid_kinds;
    void *(*create_solids)(const sepal_solids *a, const sepal_solids *b);
    void (*push_solids)(void *shapes, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out);
    void (*points_solids)(void *shapes, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out);
    void (*contacts_solids)(void *shapes, const sepal_pair *pairs, size_t count, sepal_solid_contacts out);
    void (*sweep_solids)(void *shapes, const sepal_solid_moves *a, const sepal_solid_moves *b, const sepal_pair *pairs,
                         size_t count, sepal_solid_hits out);
    size_t (*find_solids)(void *shapes, size_t room, sepal_pair *pairs);
    void (*cast_solids)(void *shapes, const sepal_solid_rays *rays, size_t count, const sepal_solid_ray_hits *hits);
} peer;

/* The list ends with NULL. */
extern const peer *const peers[];

extern const peer peer_textbook;
extern const peer peer_box2d_distance, peer_box2d_cast, peer_box2d_ray, peer_box2d_manifold, peer_box2d_points, peer_box2d_chain,
    peer_box2d_tree, peer_box2d_kept;
extern const peer peer_chipmunk, peer_chipmunk_space;
extern const peer peer_geos_prepared, peer_geos;
extern const peer peer_boost;
extern const peer peer_cgal, peer_cgal_predicates;
extern const peer peer_clipper;
extern const peer peer_opencv;

/* Whether the library takes shapes of so many vertices, and with radii and of two sets if `round`. */
bool peer_takes(const peer *who, size_t most, bool round);

/* The vertices of a shape, of floats or doubles, of which there are at most PEER_MOST_VERTICES; 0 on failure. */
enum { PEER_MOST_VERTICES = 4096 };
size_t peer_vertices(const sepal_polys *set, uint32_t index, double *x, double *y);

/* Writes the answer for pair i. The calls come in ascending order of i, from 0. */
static inline void peer_answer(uint64_t *bits, size_t i, bool overlap) {
    const uint64_t bit = (uint64_t)overlap << (i % 64);
    bits[i / 64] = i % 64 == 0 ? bit : bits[i / 64] | bit;
}

static inline void peer_push(sepal_mtvs out, size_t i, float normal_x, float normal_y, float depth) {
    out.normal_x[i] = normal_x;
    out.normal_y[i] = normal_y;
    out.depth[i] = depth;
}

/* A row of peer.find: `found` pairs so far, and shape a with one of its partners more. */
static inline size_t peer_found(sepal_pair *pairs, size_t room, size_t found, uint32_t a, uint32_t b) {
    const sepal_pair both = {a, b};
    if (found < room)
        pairs[found] = both;
    return found + 1;
}

#ifdef __cplusplus
}
#endif
#endif
