#include "scenes.h"
#include "../common/must.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- The scenes --------------------------------------------------------------------------------*/

static const recipe boxes = {.add = add_box, .radius = 1.5, .spread = 20};
static const recipe boxes_sparse = {.add = add_box, .radius = 1.5, .spread = 300};
static const recipe boxes_deep = {.add = add_box, .radius = 1.5, .spread = 1};
static const recipe boxes_aligned = {.add = add_box, .radius = 5, .spread = 60, .quantum = 1, .aligned = true};
static const recipe boxes_on_lattice = {.add = add_box, .radius = 3, .spread = 60, .quantum = 1};
static const recipe boxes_thin = {.add = add_box, .least = 2, .radius = 1.5, .spread = 4, .away = 100};
static const recipe boxes_away = {.add = add_box, .radius = 3, .spread = 40, .away = 1e6};
static const recipe boxes_of_all_scales = {.add = add_box, .radius = 1.5, .spread = 4, .scale_lo = -149, .scale_hi = 124};
static const recipe boxes_small = {.add = add_box, .radius = 1.5, .spread = 8, .scale_lo = -44, .scale_hi = -38};
static const recipe boxes_large = {.add = add_box, .radius = 1.5, .spread = 8, .scale_lo = 55, .scale_hi = 64};
static const recipe box_grid = {.add = add_box_grid};
static const recipe box_grid_away = {.add = add_box_grid, .away = 4096};
static const recipe points = {.add = add_lattice, .least = 1, .most = 1, .radius = 3, .spread = 10};
static const recipe segments = {.add = add_lattice, .least = 2, .most = 2, .radius = 5, .spread = 16};
static const recipe points_and_segments = {.add = add_lattice, .least = 1, .most = 2, .radius = 4, .spread = 10};
static const recipe triangles = {.add = add_round, .least = 3, .most = 3, .radius = 1.5, .spread = 16};
static const recipe triangles_on_lattice = {.add = add_lattice, .least = 3, .most = 3, .radius = 6, .spread = 20};
static const recipe triangle_tiling = {.add = add_tiling, .most = 3, .radius = 40, .away = -300};
static const recipe parallelogram_tiling = {.add = add_tiling, .most = 4, .radius = 5000};
static const recipe parallelogram_tiling_tiny = {.add = add_tiling, .most = 4, .radius = 9, .scale_lo = -149, .scale_hi = -140};
static const recipe hexagon_tiling = {.add = add_tiling, .most = 6, .radius = 100, .away = 1000000};
static const recipe parallelograms = {.add = add_parallelogram, .radius = 6, .spread = 30};
static const recipe quads = {.add = add_round, .least = 4, .most = 4, .radius = 1.5, .spread = 16};
static const recipe five_to_seven = {.add = add_round, .least = 5, .most = 7, .radius = 1.5, .spread = 16};
static const recipe eight = {.add = add_round, .least = 8, .most = 8, .radius = 1.5, .spread = 16};
static const recipe nine_to_fifteen = {.add = add_round, .least = 9, .most = 15, .radius = 1.5, .spread = 16};
static const recipe sixteen = {.add = add_round, .least = 16, .most = 16, .radius = 1.5, .spread = 16};
static const recipe three_to_sixteen = {.add = add_round, .least = 3, .most = 16, .radius = 1.5, .spread = 16};
static const recipe seventeen_to_forty = {.add = add_round, .least = 17, .most = 40, .radius = 1.5, .spread = 16};
static const recipe thirty_two = {.add = add_round, .least = 32, .most = 32, .radius = 1.5, .spread = 16};
static const recipe sixty_four = {.add = add_round, .least = 64, .most = 64, .radius = 1.5, .spread = 16};
static const recipe hundred_up = {.add = add_round, .least = 100, .most = 200, .radius = 1.5, .spread = 16};
static const recipe lattice_small = {.add = add_lattice, .least = 3, .most = 12, .radius = 4, .spread = 16};
static const recipe lattice_dressed = {.add = add_lattice, .least = 1, .most = 12, .radius = 8, .spread = 24, .dressed = true};
static const recipe round_dressed = {
    .add = add_round, .least = 1, .most = 20, .radius = 3, .spread = 16, .quantum = 0.125, .dressed = true};
static const recipe couples = {.add = add_couple, .least = 3, .most = 8, .radius = 1 << 18, .spread = 1 << 21};
static const recipe couples_of_4 = {.add = add_couple, .least = 4, .most = 4, .radius = 1 << 10, .spread = 1 << 21};
static const recipe box_couples = {.add = add_box_couple, .radius = 1 << 21};
static const recipe box_couples_away = {.add = add_box_couple, .radius = 1 << 10, .spread = 1 << 23};
static const recipe circle_couples = {.add = add_circle_couple, .radius = 1 << 16, .spread = 1 << 20};
static const recipe hair_couples = {.add = add_hair_couple, .least = 3, .most = 12, .radius = 1 << 20};
static const recipe hair_triangles = {.add = add_hair_couple, .least = 3, .most = 3, .radius = 1 << 21};
static const recipe hair_couples_large = {.add = add_hair_couple, .least = 14, .most = 40, .radius = 1 << 21};
static const recipe triangle_couples = {.add = add_couple, .least = 3, .most = 3, .radius = 1 << 20, .spread = 1 << 22};
static const recipe eight_couples = {.add = add_couple, .least = 8, .most = 8, .radius = 1 << 16, .spread = 1 << 10};
static const recipe couples_larger = {.add = add_couple, .least = 17, .most = 40, .radius = 1 << 20, .spread = 1 << 21};
static const recipe couples_large = {.add = add_couple, .least = 9, .most = 70, .radius = 1 << 20, .spread = 1 << 21};
static const recipe couples_of_all_scales = {
    .add = add_couple, .least = 1, .most = 20, .radius = 1 << 12, .spread = 1 << 14, .scale_lo = -149, .scale_hi = 110};
static const recipe tiny = {
    .add = add_lattice, .least = 1, .most = 10, .radius = 40, .spread = 150, .scale_lo = -149, .scale_hi = -149};
static const recipe around_least_normal = {.add = add_round,
                                           .least = 3,
                                           .most = 12,
                                           .radius = 1 << 20,
                                           .spread = 1 << 22,
                                           .quantum = 1,
                                           .scale_lo = -145,
                                           .scale_hi = -145};
static const recipe huge = {
    .add = add_lattice, .least = 1, .most = 10, .radius = 500, .spread = 3000, .scale_lo = 110, .scale_hi = 110};
static const recipe mixed_scales = {
    .add = add_lattice, .least = 1, .most = 9, .radius = 300, .spread = 600, .scale_lo = -149, .scale_hi = 117};
static const recipe nearby_scales = {
    .add = add_round, .least = 3, .most = 30, .radius = 1.5, .spread = 3, .scale_lo = -12, .scale_hi = 12};
static const recipe round_small = {
    .add = add_round, .least = 3, .most = 20, .radius = 1.5, .spread = 8, .scale_lo = -44, .scale_hi = -38};
static const recipe round_large = {
    .add = add_round, .least = 3, .most = 20, .radius = 1.5, .spread = 8, .scale_lo = 55, .scale_hi = 64};
static const recipe largest = {.add = add_wild, .least = 1, .most = 6, .biased_lo = 250, .biased_hi = 254};
static const recipe least_wild = {.add = add_wild, .least = 1, .most = 6, .biased_lo = 0, .biased_hi = 3};
static const recipe wild = {.add = add_wild, .least = 1, .most = 6, .biased_lo = 0, .biased_hi = 254};
static const recipe wild_triangles = {.add = add_wild, .least = 3, .most = 3, .biased_lo = 90, .biased_hi = 160};
static const recipe away_million = {
    .add = add_round, .least = 3, .most = 20, .radius = 3, .spread = 20, .quantum = 0.0625, .away = 1e6};
static const recipe away_limit = {.add = add_lattice, .least = 3, .most = 12, .radius = 12, .spread = 40, .away = 16777000};
static const recipe slivers = {.add = add_sliver, .radius = 1 << 19, .spread = 1 << 21};
static const recipe slivers_small = {.add = add_sliver, .radius = 30, .spread = 60, .scale_lo = -3, .scale_hi = -3};

static const recipe strips = {.add = add_strip, .least = 5, .most = 16, .radius = 7, .spread = 60, .away = 12000000};
static const recipe strips_large = {.add = add_strip, .least = 17, .most = 40, .radius = 7, .spread = 60, .away = 16000000};
static const recipe strips_origin = {.add = add_strip, .least = 3, .most = 40, .radius = (1 << 17) + 1, .spread = 1 << 19};

/* Every size class and form in one set, on a lattice fine enough for round shapes and coarse enough for contact. */
static const recipe all_sizes[] = {
    {.add = add_round, .least = 1, .most = 1, .radius = 24, .spread = 300, .quantum = 1},
    {.add = add_round, .least = 2, .most = 2, .radius = 24, .spread = 300, .quantum = 1},
    {.add = add_round, .least = 3, .most = 3, .radius = 24, .spread = 300, .quantum = 1},
    {.add = add_parallelogram, .radius = 24, .spread = 300},
    {.add = add_round, .least = 4, .most = 8, .radius = 24, .spread = 300, .quantum = 1},
    {.add = add_round, .least = 9, .most = 16, .radius = 24, .spread = 300, .quantum = 1, .dressed = true},
    {.add = add_round, .least = 17, .most = 64, .radius = 24, .spread = 300, .quantum = 0.0625},
    {.add = add_round, .least = 65, .most = 150, .radius = 24, .spread = 300, .quantum = 0.0625},
};

static void add_everything(rng *r, const recipe *how, polygon_list *list) {
    (void)how;
    size_t kinds = sizeof all_sizes / sizeof *all_sizes;
    const recipe *one = &all_sizes[rng_below(r, (uint32_t)kinds)];
    one->add(r, one, list);
}

static const recipe everything = {.add = add_everything};

/* If `b` is NULL, there is one set, which is asked about against itself. */
static const struct scene_kind {
    const char *name;
    const recipe *a, *b;
} kinds[] = {
    {"boxes", &boxes, NULL},
    {"boxes, sparse", &boxes_sparse, NULL},
    {"boxes, deep", &boxes_deep, NULL},
    {"boxes, aligned", &boxes_aligned, NULL},
    {"boxes on a lattice", &boxes_on_lattice, NULL},
    {"boxes, thin", &boxes_thin, NULL},
    {"boxes far away", &boxes_away, NULL},
    {"boxes of all scales", &boxes_of_all_scales, NULL},
    {"boxes, small", &boxes_small, NULL},
    {"boxes, large", &boxes_large, NULL},
    {"box grid", &box_grid, NULL},
    {"box grid far away", &box_grid_away, NULL},
    {"boxes and aligned boxes", &boxes_on_lattice, &boxes_aligned},
    {"boxes and triangles", &boxes, &triangles},
    {"boxes and large", &boxes, &hundred_up},
    {"boxes and points", &boxes_aligned, &points},
    {"points", &points, NULL},
    {"segments", &segments, NULL},
    {"points and segments", &points_and_segments, NULL},
    {"segments and polygons", &segments, &lattice_small},
    {"triangles", &triangles, NULL},
    {"triangles on a lattice", &triangles_on_lattice, NULL},
    {"triangle tiling", &triangle_tiling, NULL},
    {"parallelogram tiling", &parallelogram_tiling, NULL},
    {"parallelogram tiling, tiny", &parallelogram_tiling_tiny, NULL},
    {"hexagon tiling", &hexagon_tiling, NULL},
    {"parallelograms", &parallelograms, NULL},
    {"4 vertices", &quads, NULL},
    {"5 to 7 vertices", &five_to_seven, NULL},
    {"8 vertices", &eight, NULL},
    {"9 to 15 vertices", &nine_to_fifteen, NULL},
    {"16 vertices", &sixteen, NULL},
    {"3 to 16 vertices", &three_to_sixteen, NULL},
    {"17 to 40 vertices", &seventeen_to_forty, NULL},
    {"32 vertices", &thirty_two, NULL},
    {"64 vertices", &sixty_four, NULL},
    {"100 and more vertices", &hundred_up, NULL},
    {"triangles and 64 vertices", &triangles, &sixty_four},
    {"triangles and 8 vertices", &triangles, &eight},
    {"5 to 7 and 8 vertices", &five_to_seven, &eight},
    {"9 to 15 and 16 vertices", &nine_to_fifteen, &sixteen},
    {"8 and 32 vertices", &eight, &thirty_two},
    {"lattice", &lattice_small, NULL},
    {"lattice, dressed", &lattice_dressed, NULL},
    {"round, dressed", &round_dressed, NULL},
    {"couples", &couples, NULL},
    {"couples of 4", &couples_of_4, NULL},
    {"couples of boxes", &box_couples, NULL},
    {"couples of boxes far away", &box_couples_away, NULL},
    {"couples of circles", &circle_couples, NULL},
    {"couples by a hair", &hair_couples, NULL},
    {"couples by a hair, triangles", &hair_triangles, NULL},
    {"couples by a hair, large", &hair_couples_large, NULL},
    {"couples of 3", &triangle_couples, NULL},
    {"couples of 8", &eight_couples, NULL},
    {"couples, large", &couples_large, NULL},
    {"couples, larger", &couples_larger, NULL},
    {"couples of all scales", &couples_of_all_scales, NULL},
    {"tiny", &tiny, NULL},
    {"around the least normal", &around_least_normal, NULL},
    {"huge", &huge, NULL},
    {"mixed scales", &mixed_scales, NULL},
    {"nearby scales", &nearby_scales, NULL},
    {"3 to 20 vertices, small", &round_small, NULL},
    {"3 to 20 vertices, large", &round_large, NULL},
    {"largest floats", &largest, NULL},
    {"least floats", &least_wild, NULL},
    {"wild", &wild, NULL},
    {"wild triangles", &wild_triangles, NULL},
    {"a million away", &away_million, NULL},
    {"at the end of the integers", &away_limit, NULL},
    {"slivers", &slivers, NULL},
    {"slivers, small", &slivers_small, NULL},
    {"strips far away", &strips, NULL},
    {"strips far away, large", &strips_large, NULL},
    {"strips", &strips_origin, NULL},
    {"everything", &everything, NULL},
    {"everything and wild", &everything, &mixed_scales},
};

size_t scene_kind_count(void) {
    return sizeof kinds / sizeof *kinds;
}

const char *scene_kind_name(size_t kind) {
    return kinds[kind].name;
}

size_t scene_kind_find(const char *name) {
    for (size_t kind = 0; kind < scene_kind_count(); kind++)
        if (strcmp(kinds[kind].name, name) == 0)
            return kind;
    must(false, "no kind of scene is called '%s'", name);
    return 0;
}

/* --- Building ----------------------------------------------------------------------------------*/

static sepal_status add_box_rows(sepal_polys *set, const polygon_list *list) {
    const box *first = list->boxes;
    sepal_boxes rows = {.x = &first->x,
                        .y = &first->y,
                        .half_x = &first->half_x,
                        .half_y = &first->half_y,
                        .cos = list->aligned ? NULL : &first->cos,
                        .sin = list->aligned ? NULL : &first->sin,
                        .stride = sizeof *first / sizeof(float)};
    return sepal_polys_add_boxes(set, &rows, list->count, NULL, NULL);
}

sepal_polys *empty_set(const sepal_allocator *allocator) {
    sepal_polys *set = NULL;
    must(sepal_polys_create(allocator, &set) == SEPAL_OK, "a set could not be made");
    return set;
}

sepal_polys *load_set(const polygon_list *list, const sepal_allocator *allocator) {
    sepal_polys *set = empty_set(allocator);
    if (list->boxes != NULL) {
        must(add_box_rows(set, list) == SEPAL_OK, "boxes were refused");
        return set;
    }
    for (size_t i = 0; i < list->count; i++) {
        const polygon *p = &list->items[i];
        uint32_t index = UINT32_MAX;
        sepal_status status = sepal_polys_add(set, p->x, p->y, p->count, &index);
        must(status == SEPAL_OK, "polygon %zu of %zu vertices: %s", i, p->count, sepal_status_text(status));
        must(index == i, "polygon %zu has the index %u", i, (unsigned)index);
    }
    return set;
}

static void bounds(const polygon *p, float limits[4]) {
    limits[0] = limits[1] = p->x[0];
    limits[2] = limits[3] = p->y[0];
    for (size_t i = 1; i < p->count; i++) {
        limits[0] = fminf(limits[0], p->x[i]);
        limits[1] = fmaxf(limits[1], p->x[i]);
        limits[2] = fminf(limits[2], p->y[i]);
        limits[3] = fmaxf(limits[3], p->y[i]);
    }
}

static bool bounds_meet(const polygon *p, const polygon *q) {
    float s[4], t[4];
    bounds(p, s);
    bounds(q, t);
    return s[0] <= t[1] && t[0] <= s[1] && s[2] <= t[3] && t[2] <= s[3];
}

static sepal_pair some_pair(rng *r, const scene *s) {
    const polygon_list *b = s->one_set ? &s->a : &s->b;
    sepal_pair pair = {rng_below(r, (uint32_t)s->a.count), 0};
    uint32_t manner = rng_below(r, 16);
    if (s->one_set &&
        manner < 5) { /* shapes that stand near each other in the list: couples, neighbours in a tiling, a shape and itself */
        static const int32_t steps[5] = {1, -1, TILES_ACROSS, TILES_ACROSS + 1, 0};
        int32_t other = manner < 2 ? (int32_t)(pair.a ^ 1) : (int32_t)pair.a + steps[rng_below(r, 5)];
        pair.b = other < 0 || (size_t)other >= b->count ? pair.a : (uint32_t)other;
        return pair;
    }
    for (int tries = manner < 8 ? 1 : 30; tries > 0; tries--) {
        pair.b = rng_below(r, (uint32_t)b->count);
        if (bounds_meet(&s->a.items[pair.a], &b->items[pair.b]))
            break;
    }
    return pair;
}

/* Moves that bring many shapes into contact with those of their pairs, past them, or away from them: a vertex of one shape moves by
 * a multiple of its way to a vertex of the other, or nearly so. The other shapes rest. */
static void some_move(rng *r, const polygon *p, const polygon *to, float *move) {
    static const double parts[] = {1, 1, 0.5, 2, 4, -1, 0.75, 1.5};
    size_t i = rng_below(r, (uint32_t)p->count), j = rng_below(r, (uint32_t)to->count);
    double part = parts[rng_below(r, 8)], x = part * ((double)to->x[j] - (double)p->x[i]),
           y = part * ((double)to->y[j] - (double)p->y[i]);
    if (rng_below(r, 2) == 0) {
        x *= rng_real(r, 0.5, 1.5);
        y *= rng_real(r, 0.5, 1.5);
    }
    if (rng_below(r, 4) == 0)
        (rng_below(r, 2) == 0 ? &x : &y)[0] = 0;
    bool fits = fabs(x) <= (double)FLT_MAX && fabs(y) <= (double)FLT_MAX;
    move[0] = fits ? (float)x : 0;
    move[1] = fits ? (float)y : 0;
}

static void make_moves(scene *s, rng r) {
    const polygon_list *b = s->one_set ? &s->a : &s->b;
    s->moves_a = must_have(calloc(2 * s->a.count + 1, sizeof *s->moves_a));
    s->moves_b = s->one_set ? s->moves_a : must_have(calloc(2 * b->count + 1, sizeof *s->moves_b));
    for (size_t k = 0; k < s->pair_count; k++) {
        sepal_pair pair = s->pairs[k];
        if (rng_below(&r, 2) == 0)
            some_move(&r, &s->a.items[pair.a], &b->items[pair.b], s->moves_a + 2 * (size_t)pair.a);
        else if (rng_below(&r, 3) == 0)
            some_move(&r, &b->items[pair.b], &s->a.items[pair.a], s->moves_b + 2 * (size_t)pair.b);
    }
}

scene scene_create(size_t kind, uint64_t seed, size_t shapes, size_t pairs) {
    rng r = {seed ^ (uint64_t)kind << 32};
    scene s = {.kind = kinds[kind].name, .seed = seed, .one_set = kinds[kind].b == NULL, .pair_count = pairs};
    s.a = list_create(&r, kinds[kind].a, shapes);
    s.set_a = load_set(&s.a, NULL);
    s.set_b = s.set_a;
    if (!s.one_set) {
        s.b = list_create(&r, kinds[kind].b, shapes);
        s.set_b = load_set(&s.b, NULL);
    }
    s.pairs = must_have(malloc((pairs + 1) * sizeof *s.pairs));
    for (size_t i = 0; i < pairs; i++)
        s.pairs[i] = some_pair(&r, &s);
    make_moves(&s, r);
    return s;
}

void scene_destroy(scene *s) {
    sepal_polys_destroy(s->set_a);
    if (!s->one_set)
        sepal_polys_destroy(s->set_b);
    list_destroy(&s->a);
    list_destroy(&s->b);
    free(s->pairs);
    if (!s->one_set)
        free(s->moves_b);
    free(s->moves_a);
}
