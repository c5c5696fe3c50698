#include "violations.h"
#include "messages.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A pair of shapes, and the numbers of the copper that they are of. */
struct measured {
    size_t a, b;
    sepal_pair pair;
    float depth;
};

/* In the order of the board, and of the pairs of pieces of the same copper the nearest first. */
static int compare(const void *one, const void *other) {
    const struct measured *m = one, *n = other;
    if (m->a != n->a)
        return m->a < n->a ? -1 : 1;
    if (m->b != n->b)
        return m->b < n->b ? -1 : 1;
    if (m->depth != n->depth)
        return m->depth > n->depth ? -1 : 1;
    if (m->pair.a != n->pair.a)
        return m->pair.a < n->pair.a ? -1 : 1;
    return (m->pair.b > n->pair.b) - (m->pair.b < n->pair.b);
}

/* Keeps of the pairs of pieces of two arcs, or of an arc and other copper, the nearest one. */
static void join_pieces(const struct board *b, struct violations *v) {
    struct measured *all = calloc(v->count + 1, sizeof *all);
    size_t kept = 0;
    if (all == NULL)
        fail(0, "out of memory");
    for (size_t k = 0; k < v->count; k++)
        all[k] = (struct measured){b->items[v->pair[k].a].number, b->items[v->pair[k].b].number, v->pair[k], v->depth[k]};
    qsort(all, v->count, sizeof *all, compare);
    for (size_t k = 0; k < v->count; k++)
        if (k == 0 || all[k].a != all[k - 1].a || all[k].b != all[k - 1].b) {
            v->pair[kept] = all[k].pair;
            v->depth[kept++] = all[k].depth;
        }
    v->count = kept;
    free(all);
}

struct violations find_violations(const struct board *b, double clearance) {
    const sepal_filter filter = {.member = {b->layers}, .mask = {b->layers}, .owner = {b->owners}};
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, (float)(clearance * UNITS), 0};
    struct violations v = {NULL, NULL, 0};
    sepal_finder *finder = NULL;
    must("make a finder", sepal_finder_create(NULL, &finder));
    sepal_status status = sepal_polys_find_pairs(finder, b->shapes, b->shapes, &filter, &rule, 0, NULL, &v.count);
    v.pair = calloc(v.count + 1, sizeof *v.pair);
    v.depth = calloc(v.count + 1, sizeof *v.depth);
    if (v.pair == NULL || v.depth == NULL)
        fail(0, "out of memory");
    if (status == SEPAL_TOO_SMALL)
        status = sepal_polys_find_pairs(finder, b->shapes, b->shapes, &filter, &rule, v.count, v.pair, &v.count);
    must("find pairs", status);
    must("measure pairs", sepal_polys_mtv_pairs(b->shapes, b->shapes, v.pair, v.count, NULL, &(sepal_mtvs){.depth = v.depth}));
    sepal_finder_destroy(finder);
    join_pieces(b, &v);
    return v;
}

void extent_of(const struct board *b, uint32_t shape, double low[2], double high[2]) {
    const float *x, *y;
    float radius;
    size_t count;
    must("read a shape", sepal_polys_vertices(b->shapes, shape, &x, &y, &count));
    must("read a shape", sepal_polys_radius(b->shapes, shape, &radius));
    low[0] = low[1] = INFINITY, high[0] = high[1] = -INFINITY;
    for (size_t k = 0; k < count; k++) {
        const double at[2] = {(double)x[k] / UNITS, (double)y[k] / UNITS}, r = (double)radius / UNITS;
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], at[axis] - r);
            high[axis] = fmax(high[axis], at[axis] + r);
        }
    }
}

struct place place_of(const struct board *b, sepal_pair pair) {
    double low[2][2], high[2][2];
    extent_of(b, pair.a, low[0], high[0]);
    extent_of(b, pair.b, low[1], high[1]);
    return (struct place){(fmax(low[0][0], low[1][0]) + fmin(high[0][0], high[1][0])) / 2,
                          (fmax(low[0][1], low[1][1]) + fmin(high[0][1], high[1][1])) / 2, 0};
}

static void print_item(const struct board *b, uint32_t i) {
    const struct item *item = &b->items[i];
    const char *net = b->owners[i] < b->net_count ? b->net[b->owners[i]] : "no net";
    if (item->kind == PAD)
        printf("pad %s of %s (%s, line %zu)", item->name, item->part, net, item->line);
    else
        printf("%s (%s, line %zu)", item->kind == TRACK ? "track" : "via", net, item->line);
}

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

void print_violations(const struct board *b, const struct violations *v, double clearance) {
    for (size_t k = 0; k < v->count; k++) {
        const struct place at = place_of(b, v->pair[k]);
        const uint32_t common = b->layers[v->pair[k].a] & b->layers[v->pair[k].b];
        int layer = 0;
        while ((common >> layer & 1) == 0)
            layer++;
        printf("(%.2f, %.2f) on %s: ", at.x, at.y, b->layer[layer]);
        print_item(b, v->pair[k].a);
        printf(" and ");
        print_item(b, v->pair[k].b);
        if (v->depth[k] < 0)
            printf(", %.6f mm apart\n", (double)-v->depth[k] / UNITS);
        else
            printf(" %s\n", v->depth[k] > 0 ? "overlap" : "touch");
    }
    const size_t layers = (size_t)b->layer_count;
    printf("%zu pad%s, %zu track%s, %zu via%s on %zu copper layer%s, %zu net%s: %zu pair%s closer than %g mm\n", b->of_kind[PAD],
           plural(b->of_kind[PAD]), b->of_kind[TRACK], plural(b->of_kind[TRACK]), b->of_kind[VIA], plural(b->of_kind[VIA]), layers,
           plural(layers), b->net_count, plural(b->net_count), v->count, plural(v->count), clearance);
}
