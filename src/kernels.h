/* kernels.h — the list of kernels. There is one table of them per instruction set; sepal_kernels_in_use() chooses. */
#ifndef SEPAL_KERNELS_H
#define SEPAL_KERNELS_H

#include <float.h>
#include <sepal/polys.h>
#include <stdbool.h>

/* Every operation on floats is to be rounded to float at once (C11, 5.2.4.2.2); 16 says the same beside a shorter type. Not so on
 * the x87, nor in gcc's ISO mode on S/390: the build chooses SSE, and -fexcess-precision=fast. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "floats are computed in a wider type here"
#endif

typedef struct sepal_kernels {
    const char *name; /* of the instruction set, as in sepal_isa_at */

    /* Is every pairs[i].a < count_a and every pairs[i].b < count_b? */
    bool (*indices_within)(const sepal_pair *pairs, size_t count, size_t count_a, size_t count_b);

    /* sepal_polys_overlap_pairs and sepal_polys_overlap_one, for arguments that were checked. */
    void (*overlap_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                          sepal_touching touching, uint64_t *bits);
    void (*overlap_one)(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                        sepal_touching touching, uint64_t *bits);

    /* The same where a set has radii or the rule a margin; `rule` is not NULL. */
    void (*round_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, const sepal_rule *rule,
                        uint64_t *bits);
    void (*round_one)(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                      const sepal_rule *rule, uint64_t *bits);
    /* sepal_polys_contains_pairs, for arguments that were checked. */
    void (*contains_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint64_t *bits);

    /* Is every |x| and |y| of the poses <= most_place, and every |cos| and |sin| <= most_turn? (The stride is not 0.) */
    bool (*poses_within)(const sepal_poses *poses, size_t count, float most_place, float most_turn);
    /* Places `count` shapes: sepal_polys_place, once it is certain that nothing can fail. The world has room, its totals are set,
     * and `boxes` is true. */
    void (*place)(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses, size_t count);

    /* sepal_polys_mtv_pairs, likewise. */
    void (*mtv_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sepal_mtvs out);
    /* The same where a set has radii or the rule a margin. */
    void (*mtv_round_pairs)(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                            const sepal_rule *rule, sepal_mtvs out);
} sepal_kernels;

/* The tables. Those that the compiler does not target, or that the build leaves out, are absent from sepal_kernels_in_use(). */
extern const sepal_kernels sepal_kernels_scalar;
extern const sepal_kernels sepal_kernels_x4;
extern const sepal_kernels sepal_kernels_x8;
extern const sepal_kernels sepal_kernels_x16;

/* The table that the user chose, or the best of this machine. */
const sepal_kernels *sepal_kernels_in_use(void);

/* --- The reference, one pair at a time: what the wide kernels send on is decided here.
 * ------------------------------------------*/

/* Do polygon i of a and polygon j of b overlap? */
bool sepal_scalar_overlap(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, sepal_touching touching);

/* Does the normal of edge `edge` (from vertex `edge` to the next) of polygon i of a separate it from polygon j of b? */
bool sepal_scalar_edge_separates(const sepal_polys *a, uint32_t i, uint32_t edge, const sepal_polys *b, uint32_t j,
                                 sepal_touching touching);

/* Are shape i of a and shape j of b, radii included, within the rule's margin of each other? */
bool sepal_scalar_overlap_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule);

/* The entries of the scalar table. */
void sepal_scalar_round_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                              const sepal_rule *rule, uint64_t *bits);
void sepal_scalar_round_one(const sepal_polys *a, uint32_t index, const sepal_polys *b, size_t first, size_t count,
                            const sepal_rule *rule, uint64_t *bits);
/* Does shape i of a contain shape j of b, radii included? */
bool sepal_scalar_contains(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* Is the core of shape j of b on the inner side of edge `edge` of polygon i of a, or on the edge's line? */
bool sepal_scalar_edge_holds(const sepal_polys *a, uint32_t i, uint32_t edge, const sepal_polys *b, uint32_t j);

/* Places shape i, for which the world's head says where; the reference, and what the wide kernels send on. */
void sepal_place_one(sepal_polys *world, const sepal_polys *models, uint32_t model, const sepal_poses *poses, size_t i);

/* The rest of sepal_kernels_scalar. */
void sepal_scalar_contains_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, uint64_t *bits);
bool sepal_scalar_poses_within(const sepal_poses *poses, size_t count, float most_place, float most_turn);
void sepal_scalar_place(sepal_polys *world, const sepal_polys *models, const uint32_t *model, const sepal_poses *poses,
                        size_t count);

/* How polygon i of a meets polygon j of b. */
typedef enum sepal_contact { SEPAL_APART = -1, SEPAL_TOUCH = 0, SEPAL_OVERLAP = 1 } sepal_contact;
sepal_contact sepal_scalar_contact(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

typedef struct sepal_mtv {
    float x, y, depth;
} sepal_mtv;

/* The answer of sepal_polys_mtv_pairs for polygon i of a and polygon j of b. */
sepal_mtv sepal_scalar_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j);

/* A rounded depth, put on the exact side of 0. */
float sepal_signed_depth(float depth, sepal_contact contact);

/* Writes answer k where it is wanted. */
static inline void sepal_mtv_write(sepal_mtvs out, size_t k, sepal_mtv found) {
    if (out.normal_x != NULL)
        out.normal_x[k] = found.x;
    if (out.normal_y != NULL)
        out.normal_y[k] = found.y;
    if (out.depth != NULL)
        out.depth[k] = found.depth;
}

/* The nearest float; of a number beyond all of them the last one. */
float sepal_nearest_float(double v);

/* The same with radii, or a margin; and how such shapes meet. */
sepal_mtv sepal_scalar_mtv_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule);
sepal_contact sepal_scalar_contact_round(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j,
                                         const sepal_rule *rule);

/* Entries of the scalar table. */
void sepal_scalar_mtv_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count, sepal_mtvs out);
void sepal_scalar_mtv_round_pairs(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, sepal_mtvs out);

#endif
