/* solids_scalar_table.c — the table of the scalar path, and what answers lists of pairs one after the other. */
#include "../../core/arithmetic.h"

#include "reference.h"

static void set_solid_bit(uint64_t *bits, size_t k, bool value) {
    uint64_t bit = UINT64_C(1) << (k % 64);
    bits[k / 64] = (k % 64 == 0 ? 0 : bits[k / 64]) | (value ? bit : 0);
}

static void overlap_solids_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                  const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        set_solid_bit(bits, k, sepal_solids_scalar_overlap(a, pairs[k].a, b, pairs[k].b, rule));
}

static void overlap_solid_scalar(const sepal_solids *a, uint32_t index, const sepal_solids *b, size_t first, size_t count,
                                 const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        set_solid_bit(bits, k, sepal_solids_scalar_overlap(a, index, b, (uint32_t)(first + k), rule));
}

static void contains_solids_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                                   const sepal_rule *rule, uint64_t *bits) {
    for (size_t k = 0; k < count; k++)
        set_solid_bit(bits, k, sepal_solids_scalar_contains(a, pairs[k].a, b, pairs[k].b, rule));
}

static void mtv_solids_scalar(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                              const sepal_rule *rule, const sepal_solid_mtvs *out) {
    for (size_t k = 0; k < count; k++)
        sepal_solid_mtv_write(out, k, sepal_solids_scalar_mtv(a, pairs[k].a, b, pairs[k].b, rule));
}

const sepal_solids_kernels sepal_solids_kernels_scalar = {
    .overlap_pairs = overlap_solids_scalar,
    .overlap_one = overlap_solid_scalar,
    .contains_pairs = contains_solids_scalar,
    .mtv_pairs = mtv_solids_scalar,
    .place = sepal_solids_scalar_place,
};
