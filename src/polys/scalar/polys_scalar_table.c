/* polys_scalar_table.c — the table of the scalar path: answers the pairs of a list one after the other. */
#include "../../core/arithmetic.h"

#include "../../core/pairs.h"
#include "reference.h"

static void overlap_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                 const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_polys_scalar_overlap_round(a, pairs[k].a, b, pairs[k].b, rule));
}

static void overlap_rows_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count,
                                const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; rows++)
        for (uint32_t i = 0; i < rows->count; i++, k++)
            sepal_bits_write(bits, k, sepal_polys_scalar_overlap_round(a, rows->a, b, rows->first + i, rule));
}

static void contains_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        sepal_bits_write(bits, k, sepal_polys_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}

static void write_mtv(const sepal_polys *a, uint32_t i, const sepal_polys *b, uint32_t j, const sepal_rule *rule,
                      const sepal_mtvs *out, size_t k) {
    sepal_poly_mtv found = sepal_polys_scalar_mtv_round(a, i, b, j, rule);
    sepal_poly_mtv_write(out, k, found);
    if (sepal_mtvs_want_points(out))
        sepal_mtv_points_write(out, k, sepal_polys_scalar_mtv_points(a, i, b, j, found.x, found.y));
}

static void mtv_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                             const sepal_rule *rule, const sepal_mtvs *out) {
    for (size_t k = 0; k < count; k++)
        write_mtv(a, pairs[k].a, b, pairs[k].b, rule, out, k);
}

static void mtv_rows_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_row *rows, size_t count, const sepal_rule *rule,
                            const sepal_mtvs *out) {
    for (size_t k = 0; k < count; rows++)
        for (uint32_t i = 0; i < rows->count; i++, k++)
            write_mtv(a, rows->a, b, rows->first + i, rule, out, k);
}

static void sweep_pairs_scalar(const sepal_polys *a, const sepal_moves *moves_a, const sepal_polys *b, const sepal_moves *moves_b,
                               const sepal_pair *pairs, size_t count, const sepal_rule *rule, const sepal_hits *out) {
    for (size_t k = 0; k < count; k++) {
        sepal_mover p = sepal_mover_of(a, moves_a, pairs[k].a), q = sepal_mover_of(b, moves_b, pairs[k].b);
        sepal_poly_hit found = {.meet = false};
        if (sepal_hits_want_more(out))
            found = sepal_polys_scalar_hit(&p, &q, rule);
        else
            found.meet = sepal_polys_scalar_sweep(&p, &q, 1, rule);
        sepal_poly_hit_write(out, k, found);
    }
}

static void contacts_pairs_scalar(const sepal_polys *a, const sepal_polys *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, const sepal_contacts *out) {
    for (size_t k = 0; k < count; k++) {
        sepal_poly_contacts found = sepal_polys_scalar_contacts(a, pairs[k].a, b, pairs[k].b, rule);
        sepal_poly_contacts_write(out, k, &found);
    }
}

const sepal_polys_kernels sepal_polys_kernels_scalar = {
    .indices_within = sepal_pairs_within,
    .overlap_pairs = overlap_pairs_scalar,
    .overlap_rows = overlap_rows_scalar,
    .contains_pairs = contains_pairs_scalar,
    .mtv_pairs = mtv_pairs_scalar,
    .mtv_rows = mtv_rows_scalar,
    .sweep_pairs = sweep_pairs_scalar,
    .contacts_pairs = contacts_pairs_scalar,
    .poses_within = sepal_polys_scalar_poses_within,
    .place = sepal_polys_scalar_place,
};
