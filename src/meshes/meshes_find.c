/* meshes_find.c — which triangles of a mesh overlap which solids, or are near them: the tree gives candidates, whose triangles are put
 * into a small set of hulls, block by block, and asked about as such. */
#include "../core/arithmetic.h"

#include "../core/fpstate.h"
#include "../core/rule.h"
#include "../search/filter.h"
#include "../search/finder.h"
#include "../search/sort.h"
#include "../solids/kernels.h"
#include "contacts.h"
#include "triangles.h"
#include <string.h>

/* Candidates that are asked about together: their hulls stay in the second-level cache. Where one triangle is enough for a solid, fewer: each
 * answer may spare the rest of a walk. */
enum { FIND_BLOCK = 512, MEETS_BLOCK = 64 };

/* Solids that go through the tree by turns: while the memory of one is on its way, the others go on. */
enum { WALKS_AT_ONCE = 8 };

typedef struct mesh_question {
    sepal_finder *finder;
    const sepal_solids *a;
    size_t first, count;
    const sepal_mesh *mesh;
    const sepal_filter *filter;
    const sepal_rule *rule; /* NULL: whatever has boxes that meet is near */
    float margin;
    uint64_t *bits;    /* NULL, or where a bit for each solid that overlaps a triangle is enough */
    size_t candidates; /* in the finder's */
    size_t found;      /* in the finder's pairs */
    bool contacts;     /* spheres and triangles that certainly have no contact are left out */
} mesh_question;

static bool has_answer(const mesh_question *q, uint32_t solid) {
    const size_t k = solid - q->first;
    return q->bits != NULL && (q->bits[k / 64] >> (k % 64) & 1) != 0;
}

/* Keeps the candidates that were answered with yes. */
static sepal_status keep_found(mesh_question *q, const sepal_pair *pairs, const uint64_t *yes) {
    sepal_finder *finder = q->finder;
    const size_t count = q->candidates;
    q->candidates = 0;
    if (q->bits != NULL) {
        for (size_t k = 0; k < count; k++) {
            const size_t solid = pairs[k].a - q->first;
            q->bits[solid / 64] |= (yes[k / 64] >> (k % 64) & 1) << (solid % 64);
        }
        return SEPAL_OK;
    }
    const size_t bytes = (q->found + count) * sizeof(sepal_pair);
    if (bytes > finder->pairs.bytes && !sepal_finder_room(finder, &finder->pairs, bytes + bytes / 2, q->found * sizeof(sepal_pair)))
        return SEPAL_NO_MEMORY;
    sepal_pair *out = finder->pairs.memory;
    for (size_t k = 0; k < count; k++) {
        out[q->found] = pairs[k];
        q->found += yes[k / 64] >> (k % 64) & 1;
    }
    return SEPAL_OK;
}

/* Asks about the candidates. */
static sepal_status ask_candidates(mesh_question *q) {
    sepal_pair asked[FIND_BLOCK];
    uint64_t yes[SEPAL_BIT_WORDS(FIND_BLOCK)] = {0};
    const sepal_pair *pairs = q->finder->candidates;
    const size_t count = q->candidates;
    if (count == 0)
        return SEPAL_OK;
    if (q->rule == NULL) {
        for (size_t k = 0; k < SEPAL_BIT_WORDS(count); k++)
            yes[k] = UINT64_MAX;
        return keep_found(q, pairs, yes);
    }
    uint32_t triangles[FIND_BLOCK];
    for (size_t k = 0; k < count; k++) {
        triangles[k] = pairs[k].b;
        asked[k] = (sepal_pair){pairs[k].a, (uint32_t)k};
    }
    sepal_status status = sepal_mesh_put_triangles(q->finder, q->mesh, triangles, count);
    if (status != SEPAL_OK)
        return status;
    const sepal_solids *hulls = q->finder->space_triangles;
    sepal_solids_overlap_pairs_kernels[sepal_isa_in_use()](q->a, hulls, asked, count, q->rule, yes);
    sepal_solids_leave_out(q->a, hulls, asked, count, yes);
    return keep_found(q, pairs, yes);
}

/* A solid on its way through the tree. */
typedef struct find_walk {
    uint32_t solid;
    sepal_mesh_walk walk;
} find_walk;

/* Takes the triangles that were found whose boxes meet that of a solid. */
static sepal_status take_candidates(mesh_question *q, uint32_t solid, const uint32_t *triangles, size_t count) {
    const bool round = q->contacts && q->a->heads[solid].class == SEPAL_SOLID_POINT;
    for (size_t k = 0; k < count; k++) {
        const sepal_pair pair = {solid, triangles[k]};
        if (q->filter != NULL && !sepal_filter_wants(q->filter, 1, pair))
            continue;
        q->finder->candidates[q->candidates] = pair;
        q->candidates += !round || !sepal_mesh_is_clear(q->a, solid, q->mesh, triangles[k], (double)q->margin);
    }
    return q->candidates + SEPAL_MESH_FANOUT <= (q->bits != NULL ? MEETS_BLOCK : FIND_BLOCK) ? SEPAL_OK : ask_candidates(q);
}

/* All solids of the range, in the order of a space-filling curve, so that one after the other reads the same part of the mesh; what is
 * found is in the finder's pairs, or in the bits. */
static sepal_status find_of_range(mesh_question *q) {
    sepal_finder *finder = q->finder;
    if (!sepal_finder_order(finder, &sepal_solids_find_kind, q->a, q->first, q->count, q->margin))
        return SEPAL_NO_MEMORY;
    const sepal_bounds *bounds = finder->bounds.memory;
    const sepal_span *spans = finder->spans.memory;
    const uint64_t *order = finder->order.memory;
    find_walk walks[WALKS_AT_ONCE];
    size_t on[WALKS_AT_ONCE], count = 0, begun = 0; /* those that are on their way are walks[on[0]] .. walks[on[count - 1]] */
    sepal_status status = SEPAL_OK;
    for (size_t i = 0; i < WALKS_AT_ONCE; i++)
        on[i] = i;
    while (status == SEPAL_OK && (count > 0 || begun < q->count)) {
        for (; count < WALKS_AT_ONCE && begun < q->count; begun++, count++) {
            const uint32_t number = (uint32_t)order[begun];
            const sepal_bounds b = bounds[number];
            const sepal_span z = spans[number];
            const float low[3] = {b.low_x, b.low_y, z.low}, high[3] = {b.high_x, b.high_y, z.high};
            walks[on[count]].solid = (uint32_t)(q->first + number);
            sepal_mesh_walk_begin(&walks[on[count]].walk, q->mesh, low, high);
        }
        for (size_t i = 0; i < count && status == SEPAL_OK;) {
            find_walk *walk = &walks[on[i]];
            uint32_t triangles[SEPAL_MESH_FANOUT];
            size_t found;
            if (!has_answer(q, walk->solid) && sepal_mesh_walk_step(&walk->walk, triangles, &found)) {
                if (found > 0)
                    status = take_candidates(q, walk->solid, triangles, found);
                i++;
                continue;
            }
            const size_t ended = on[i];
            on[i] = on[--count];
            on[count] = ended;
        }
    }
    return status == SEPAL_OK ? ask_candidates(q) : status;
}

/* Puts what was found into order, and writes it if there is room: the pairs, or the triangles alone. */
static sepal_status write_pairs(const mesh_question *q, size_t room, sepal_pair *pairs, uint32_t *triangles, size_t *found) {
    sepal_finder *finder = q->finder;
    const size_t count = q->found, bytes = count * sizeof(sepal_pair);
    if (count > 0 && count <= room) {
        const sepal_pair_digits digits = sepal_pair_digits_for(count, (uint32_t)q->first, q->count, q->mesh->count);
        if (!sepal_finder_room(finder, &finder->spare, bytes, 0) || !sepal_finder_room(finder, &finder->sorted, bytes, 0) ||
            !sepal_finder_room(finder, &finder->counts, sepal_sort_bytes(&digits), 0))
            return SEPAL_NO_MEMORY;
        sepal_pair *sorted = pairs != NULL ? pairs : finder->sorted.memory;
        sepal_sort_pairs(&digits, finder->pairs.memory, finder->spare.memory, sorted, count, finder->counts.memory);
        for (size_t k = 0; triangles != NULL && k < count; k++)
            triangles[k] = sorted[k].b;
    }
    *found = count;
    return count <= room ? SEPAL_OK : SEPAL_TOO_SMALL;
}

static sepal_status find_pairs(mesh_question *q, size_t room, sepal_pair *pairs, size_t *found) {
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = q->count > 0 ? find_of_range(q) : SEPAL_OK;
    if (status == SEPAL_OK)
        status = write_pairs(q, room, pairs, NULL, found);
    sepal_fpstate_leave(callers);
    return status;
}

static bool is_range(const sepal_solids *a, size_t first, size_t count) {
    return a != NULL && first <= a->count && count <= a->count - first;
}

sepal_status sepal_mesh_find(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                             const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || mesh == NULL || rule == NULL || found == NULL || (pairs == NULL && room > 0) ||
        !is_range(a, first, count))
        return SEPAL_BAD_ARGUMENT;
    mesh_question q = {finder, a, first, count, mesh, filter, rule, rule->margin, NULL, 0, 0, false};
    return find_pairs(&q, room, pairs, found);
}

sepal_status sepal_mesh_find_near(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                                  const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs, size_t *found) {
    const sepal_rule rule = {.margin = margin};
    if (finder == NULL || mesh == NULL || sepal_rule_meaning(&rule) == NULL || found == NULL || (pairs == NULL && room > 0) ||
        !is_range(a, first, count))
        return SEPAL_BAD_ARGUMENT;
    mesh_question q = {finder, a, first, count, mesh, filter, NULL, margin, NULL, 0, 0, false};
    return find_pairs(&q, room, pairs, found);
}

sepal_status sepal_mesh_find_in(sepal_finder *finder, const float low[3], const float high[3], const sepal_mesh *mesh,
                                const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *triangles,
                                size_t *found) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || low == NULL || high == NULL || mesh == NULL || rule == NULL || found == NULL ||
        (triangles == NULL && room > 0))
        return SEPAL_BAD_ARGUMENT;
    sepal_fpstate callers = sepal_fpstate_enter();
    sepal_status status = SEPAL_OK;
    for (int k = 0; k < 3; k++)
        if (!isfinite(low[k]) || !isfinite(high[k]) || low[k] > high[k])
            status = SEPAL_BAD_ARGUMENT;
    const void *window = NULL;
    if (status == SEPAL_OK)
        status = sepal_solids_find_kind.put_window(finder, low, high, &window);
    mesh_question q = {finder, window, 0, 1, mesh, filter, rule, rule->margin, NULL, 0, 0, false};
    if (status == SEPAL_OK)
        status = find_of_range(&q);
    if (status == SEPAL_OK)
        status = write_pairs(&q, room, NULL, triangles, found);
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_mesh_meets(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                              const sepal_filter *filter, const sepal_rule *rule, uint64_t *bits) {
    rule = sepal_rule_meaning(rule);
    if (finder == NULL || mesh == NULL || rule == NULL || !is_range(a, first, count) || (bits == NULL && count > 0))
        return SEPAL_BAD_ARGUMENT;
    if (count == 0)
        return SEPAL_OK;
    const size_t words = SEPAL_BIT_WORDS(count);
    if (!sepal_finder_room(finder, &finder->counts, words * sizeof *bits, 0))
        return SEPAL_NO_MEMORY;
    uint64_t *made = finder->counts.memory; /* the caller's are written when all is known */
    for (size_t k = 0; k < words; k++)
        made[k] = 0;
    sepal_fpstate callers = sepal_fpstate_enter();
    mesh_question q = {finder, a, first, count, mesh, filter, rule, rule->margin, made, 0, 0, false};
    sepal_status status = find_of_range(&q);
    for (size_t k = 0; k < words && status == SEPAL_OK; k++)
        bits[k] = made[k];
    sepal_fpstate_leave(callers);
    return status;
}

sepal_status sepal_mesh_near_pairs(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                                   const sepal_filter *filter, float margin, size_t *found) {
    mesh_question q = {finder, a, first, count, mesh, filter, NULL, margin, NULL, 0, 0, true};
    sepal_status status = count > 0 ? find_of_range(&q) : SEPAL_OK;
    const size_t bytes = q.found * sizeof(sepal_pair);
    *found = q.found;
    if (status == SEPAL_OK && bytes > 0 && !sepal_finder_room(finder, &finder->sorted, bytes, 0))
        status = SEPAL_NO_MEMORY;
    if (status == SEPAL_OK && bytes > 0)
        status = write_pairs(&q, q.found, finder->sorted.memory, NULL, found);
    if (status == SEPAL_OK && bytes > 0)
        memcpy(finder->pairs.memory, finder->sorted.memory, bytes);
    return status;
}
