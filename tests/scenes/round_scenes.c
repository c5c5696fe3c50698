#include "round_scenes.h"
#include "../common/must.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* --- Radii for a scene -------------------------------------------------------------------------*/

static void keep_vertices(polygon_list *list, size_t count) {
    for (size_t i = 0; i < list->count; i++) {
        polygon *p = &list->items[i];
        if (count > 1 && p->count == 1)
            polygon_push(p, (double)p->x[0], (double)p->y[0]);
        p->count = count;
    }
    free(list->boxes);
    list->boxes = NULL;
}

/* Roughly the distance of a vertex of p from a vertex of q, less `less`. */
static float about_distance(rng *r, const polygon *p, const polygon *q, double less) {
    size_t i = rng_below(r, (uint32_t)p->count), j = rng_below(r, (uint32_t)q->count);
    double dx = (double)p->x[i] - (double)q->x[j], dy = (double)p->y[i] - (double)q->y[j];
    double distance = (rng_below(r, 2) ? sqrt(dx * dx + dy * dy) : fabs(dx)) - less;
    return distance > 0 ? (float)fmin(distance, (double)FLT_MAX) : 0;
}

static float some_radius(rng *r, const polygon *p, const polygon *q, double less) {
    float near = about_distance(r, p, q, less);
    switch (rng_below(r, 6)) {
    case 0:
        return (float)((double)near * rng_real(r, 0, 1));
    case 1:
        return (float)((double)near * rng_real(r, 0, 0.01));
    case 2:
        return nextafterf(near, 0);
    case 3:
        return near < FLT_MAX ? nextafterf(near, FLT_MAX) : near;
    default:
        return near;
    }
}

static float *make_radii(rng *r, const scene *s, const polygon_list *list, const polygon_list *others, float margin,
                         radius_manner manner) {
    float *radii = must_have(calloc(list->count + 1, sizeof *radii));
    if (manner == RADII_NONE)
        return radii;
    for (size_t i = 0; i < list->count; i++)
        if (manner != RADII_SOME || i % 2 == 0)
            radii[i] = some_radius(r, &list->items[i], &others->items[rng_below(r, (uint32_t)others->count)], (double)margin) / 2;
    /* in some pairs one gets the rest of the distance that the other leaves */
    for (size_t k = 0; k < s->pair_count; k += 3) {
        uint32_t i = list == &s->a ? s->pairs[k].a : s->pairs[k].b, j = list == &s->a ? s->pairs[k].b : s->pairs[k].a;
        double other = list == others ? (double)radii[j] : 0;
        if (i != j && (manner != RADII_SOME || i % 2 == 0))
            radii[i] = some_radius(r, &list->items[i], &others->items[j], other + (double)margin);
    }
    return radii;
}

static sepal_polys *load_round(const polygon_list *list, const float *radii) {
    sepal_polys *set = empty_set(NULL);
    for (size_t i = 0; i < list->count; i++) {
        const polygon *p = &list->items[i];
        must(sepal_polys_add_round(set, p->x, p->y, p->count, radii[i], NULL) == SEPAL_OK, "shape %zu was refused", i);
    }
    return set;
}

round_scene round_scene_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs, radius_manner manner) {
    round_scene s = {.base = scene_create(kind, seed, shapes, pairs)};
    rng r = {seed + 1000};
    size_t vertices = manner == CIRCLES_ONLY ? 1 : manner == CAPSULES_ONLY ? 2 : 0;
    polygon_list *b = s.base.one_set ? &s.base.a : &s.base.b;
    if (vertices > 0) {
        keep_vertices(&s.base.a, vertices);
        if (!s.base.one_set)
            keep_vertices(&s.base.b, vertices);
    }
    if (manner == RADII_NONE || seed % 2 == 0) {
        uint32_t k = rng_below(&r, (uint32_t)s.base.pair_count);
        s.margin = some_radius(&r, &s.base.a.items[s.base.pairs[k].a], &b->items[s.base.pairs[k].b], 0);
        s.margin = manner == RADII_NONE ? s.margin : s.margin / 4;
    }
    s.radii_a = make_radii(&r, &s.base, &s.base.a, b, s.margin, manner);
    s.radii_b = s.base.one_set ? s.radii_a : make_radii(&r, &s.base, b, &s.base.a, s.margin, manner);
    s.a = load_round(&s.base.a, s.radii_a);
    s.b = s.base.one_set ? s.a : load_round(b, s.radii_b);
    return s;
}

void round_scene_destroy(round_scene *s) {
    sepal_polys_destroy(s->a);
    if (!s->base.one_set) {
        sepal_polys_destroy(s->b);
        free(s->radii_b);
    }
    free(s->radii_a);
    scene_destroy(&s->base);
}

/* --- Exact contact -----------------------------------------------------------------------------*/

typedef struct triple {
    int64_t x, y, length;
} triple;

/* m^2 - n^2, 2mn, m^2 + n^2 (Euclid), turned and mirrored. */
static triple random_triple(rng *r, int32_t most) {
    int64_t m = rng_between(r, 1, most), n = rng_between(r, 0, (int32_t)m);
    int64_t x = m * m - n * n, y = 2 * m * n;
    if (rng_below(r, 2)) {
        int64_t swapped = x;
        x = y;
        y = swapped;
    }
    bool left = !rng_below(r, 2), down = !rng_below(r, 2);
    return (triple){left ? -x : x, down ? -y : y, m * m + n * n};
}

/* A core with the vertex (x, y) that lies behind it as seen in the direction (dx, dy): a point; a segment; a polygon. */
static void make_behind(rng *r, lattice_point at, lattice_point d, polygon *out) {
    int64_t back = rng_between(r, 0, 4), side = rng_between(r, -4, 4), length = rng_between(r, 1, 3);
    out->count = 0;
    polygon_push(out, (double)at.x, (double)at.y);
    uint32_t kind = rng_below(r, 3);
    if (kind > 0) /* back along -d, and to one side of it */
        polygon_push(out, (double)(at.x - back * d.x - side * d.y), (double)(at.y - back * d.y + side * d.x));
    if (kind > 1) {
        polygon_push(out, (double)(at.x - length * d.x), (double)(at.y - length * d.y));
        polygon_push(out, (double)(at.x - back * d.x + side * d.y), (double)(at.y - back * d.y - side * d.x));
        polygon_take_hull(out);
    }
}

/* A core with the edge from (x, y) along (ex, ey) that lies behind it as seen along the normal (-ey, ex). */
static void make_edge_behind(rng *r, lattice_point at, lattice_point e, int64_t length, polygon *out) {
    int64_t depth = rng_between(r, 0, 3);
    out->count = 0;
    polygon_push(out, (double)at.x, (double)at.y);
    polygon_push(out, (double)(at.x + length * e.x), (double)(at.y + length * e.y));
    if (depth > 0) {
        polygon_push(out, (double)(at.x + length * e.x + depth * e.y), (double)(at.y + length * e.y - depth * e.x));
        polygon_push(out, (double)(at.x + depth * e.y), (double)(at.y - depth * e.x));
        polygon_take_hull(out);
    }
}

static void share(rng *r, int64_t reach, contact *c) {
    int64_t first = rng_between(r, 0, (int32_t)reach), second = rng_between(r, 0, (int32_t)(reach - first));
    const int64_t parts[3] = {first, second, reach - first - second};
    uint32_t turn = rng_below(r, 4);
    c->radius_a = (float)(turn == 3 ? reach : parts[turn % 3]);
    c->radius_b = (float)(turn == 3 ? 0 : parts[(turn + 1) % 3]);
    c->margin = (float)(turn == 3 ? 0 : parts[(turn + 2) % 3]);
}

contact random_contact(rng *r) {
    contact c;
    triple t = random_triple(r, 6);
    lattice_point at = small_step(r, 500), d = {t.x, t.y};
    int64_t times = rng_between(r, 1, 4);
    lattice_point to = {at.x + times * d.x, at.y + times * d.y}, back = {-d.x, -d.y};
    share(r, times * t.length, &c);
    switch (rng_below(r, 3)) {
    case 0: /* vertex to vertex */
        make_behind(r, at, d, &c.a);
        make_behind(r, to, back, &c.b);
        break;
    case 1: { /* vertex to edge; e is such that its normal (-ey, ex) is d */
        int64_t before = rng_between(r, 0, 3), after = rng_between(r, 0, 3);
        lattice_point e = {d.y, -d.x};
        make_edge_behind(r, (lattice_point){at.x - before * e.x, at.y - before * e.y}, e, before + after, &c.a);
        make_behind(r, to, back, &c.b);
        break;
    }
    default: { /* edge to edge */
        int64_t shift = rng_between(r, -2, 2);
        lattice_point e = {d.y, -d.x}, f = {-d.y, d.x};
        int64_t length = rng_between(r, 2, 5);
        make_edge_behind(r, at, e, length, &c.a);
        make_edge_behind(r, (lattice_point){to.x + (2 + shift) * e.x, to.y + (2 + shift) * e.y}, f, rng_between(r, 2, 5), &c.b);
    }
    }
    if (rng_below(r, 2)) {
        polygon swapped = c.a;
        c.a = c.b;
        c.b = swapped;
    }
    int scale = rng_between(r, -20, 20);
    double far = rng_below(r, 3) == 0 ? 0x1p23 - 4096 : 0; /* whole numbers are still exact there */
    polygon_translate(&c.a, far, -far);
    polygon_translate(&c.b, far, -far);
    polygon_scale(&c.a, scale);
    polygon_scale(&c.b, scale);
    c.radius_a = ldexpf(c.radius_a, scale);
    c.radius_b = ldexpf(c.radius_b, scale);
    c.margin = ldexpf(c.margin, scale);
    return c;
}

sepal_polys *contact_set(const polygon *core, float radius) {
    sepal_polys *set = empty_set(NULL);
    must(sepal_polys_add_round(set, core->x, core->y, core->count, radius, NULL) == SEPAL_OK, "the core was refused");
    return set;
}
