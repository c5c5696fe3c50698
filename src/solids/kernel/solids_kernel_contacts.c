/* solids_kernel_contacts.c — the contact points of pairs of solids: which pairs have any is a question of overlap; those that have
 * are asked for their push, and their points are found along its normal.
 *
 *   overlap under the margin ── no: none
 *                            └─ yes: push ── points, one by one */
#include "../../core/arithmetic.h"

#include "names.h"
#include "query.h"

/* What is asked: the answers of pairs[k] are answers k of `out`. */
typedef struct contact_list {
    const sepal_solids *a, *b;
    const sepal_pair *pairs;
    const sepal_contact_rule *rule;
    const sepal_solid_contacts *out;
} contact_list;

static void clear_array(void *array, size_t size, size_t first, size_t count) {
    if (array != NULL)
        memset((unsigned char *)array + size * first, 0, size * count);
}

/* Answers first .. first + count - 1 become those of pairs without points. */
static void clear_contacts(const sepal_solid_contacts *out, size_t first, size_t count) {
    static const sepal_solid_manifold none = {.count = 0};
    if (out->stride != 0) {
        for (size_t k = first; k < first + count; k++)
            sepal_solid_manifold_write(out, k, &none);
        return;
    }
    float *const of_pair[3] = {out->normal_x, out->normal_y, out->normal_z};
    float *const of_points[10] = {out->x, out->y, out->z, out->a_x, out->a_y, out->a_z, out->b_x, out->b_y, out->b_z, out->depth};
    clear_array(out->count, 1, first, count);
    for (int k = 0; k < 3; k++)
        clear_array(of_pair[k], sizeof(float), first, count);
    for (int k = 0; k < 10; k++)
        clear_array(of_points[k], SEPAL_CONTACTS_MOST * sizeof(float), first, count);
    clear_array(out->feature, SEPAL_CONTACTS_MOST * sizeof(uint32_t), first, count);
}

/* The pushes of a block of pairs. */
typedef struct contact_pushes {
    float x[SEPAL_BLOCK], y[SEPAL_BLOCK], z[SEPAL_BLOCK], depth[SEPAL_BLOCK];
} contact_pushes;

static sepal_solid_mtv push_at(const contact_pushes *pushes, size_t k) {
    return (sepal_solid_mtv){pushes->x[k], pushes->y[k], pushes->z[k], pushes->depth[k]};
}

/* The points of a block of pairs, all of which have some; slot k of the block is answer first + k. */
static SEPAL_NOINLINE void contacts_of_block(const contact_list *asked, const pair_list *block, size_t first) {
    static const sepal_rule no_margin = {SEPAL_TOUCHING_OVERLAPS, 0};
    contact_pushes pushes;
    const sepal_solid_mtvs to = {.normal_x = pushes.x, .normal_y = pushes.y, .normal_z = pushes.z, .depth = pushes.depth};
    kernel_mtv_pairs(asked->a, asked->b, block->pairs, block->count, &no_margin, &to);
    for (size_t k = 0; k < block->count; k++) {
        const sepal_solid_mtv push = push_at(&pushes, k);
        const sepal_solid_manifold found =
            sepal_solids_scalar_manifold(asked->a, block->pairs[k].a, asked->b, block->pairs[k].b, &push, asked->rule, asked->out);
        sepal_solid_manifold_write(asked->out, first + block->slots[k], &found);
    }
}

static void contact_chunk(const void *question, size_t first, size_t count) {
    const contact_list *asked = question;
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, asked->rule->margin};
    const sepal_pair *pairs = asked->pairs + first;
    uint64_t bits[SEPAL_CHUNK / 64];
    kernel_overlap_pairs(asked->a, asked->b, pairs, count, &closed, bits);
    clear_contacts(asked->out, first, count);
    for (size_t from = 0; from < count;) {
        block_room room;
        const pair_list block = next_block(pairs, count, bits, &from, &room);
        if (block.count > 0)
            contacts_of_block(asked, &block, first);
    }
}

void kernel_contacts_pairs(const sepal_solids *a, const sepal_solids *b, const sepal_pair *pairs, size_t count,
                           const sepal_contact_rule *rule, const sepal_solid_contacts *out) {
    for_chunks(contact_chunk, &(contact_list){a, b, pairs, rule, out}, count);
}
