#include "nests.h"
#include "../common/must.h"

#include <stdlib.h>

static void take_part(rng *r, const polygon *from, polygon *out) {
    bool points = rng_below(r, 3) == 0;
    out->count = 0;
    while (out->count == 0)
        for (size_t k = 0; k < from->count; k++) {
            size_t next = (k + 1) % from->count;
            if (points && out->count > 0)
                break;
            if (rng_below(r, points ? (uint32_t)from->count : 3) == 0 && out->count < POLYGON_MAX)
                polygon_push(out, (double)from->x[k], (double)from->y[k]);
            if (rng_below(r, 6) == 0 && out->count < POLYGON_MAX)
                polygon_push(out, ((double)from->x[k] + (double)from->x[next]) / 2,
                             ((double)from->y[k] + (double)from->y[next]) / 2);
        }
    if (rng_below(r, 2) == 0)
        polygon_nudge(r, out);
    if (!polygon_is_valid(out)) /* a rounded middle of an edge bends it */
        polygon_take_hull(out);
    if (rng_below(r, 4) == 0)
        polygon_reverse(out);
}

nest nest_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs) {
    nest n = {.outer = scene_create(kind, seed, shapes, pairs), .count = pairs};
    must(sepal_polys_create(NULL, &n.inner) == SEPAL_OK, "a set could not be made");
    rng r = {seed};
    size_t outer = sepal_polys_count(n.outer.set_a), inner = outer + 40;
    n.list.items = must_have(malloc(inner * sizeof *n.list.items));
    n.pairs = must_have(malloc(pairs * sizeof *n.pairs));
    for (size_t i = 0; i < inner; i++) {
        polygon *p = &n.list.items[n.list.count++];
        take_part(&r, &n.outer.a.items[i % outer], p);
        must(sepal_polys_add(n.inner, p->x, p->y, p->count, NULL) == SEPAL_OK, "polygon %zu was refused", i);
    }
    for (size_t i = 0; i < pairs; i++) {
        uint32_t b = rng_below(&r, (uint32_t)inner), a = b % (uint32_t)outer;
        n.pairs[i] = (sepal_pair){rng_below(&r, 3) == 0 ? rng_below(&r, (uint32_t)outer) : a, b};
    }
    return n;
}

void nest_destroy(nest *n) {
    scene_destroy(&n->outer);
    free(n->list.items);
    sepal_polys_destroy(n->inner);
    free(n->pairs);
}
