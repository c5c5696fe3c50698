/* solids_kernel_place.c — places models: boxes that follow each other, and hulls of few vertices, a group at a time; large hulls one by
 * one. */
#include "../../core/arithmetic.h"

#include "../../batch/lanes.h"
#include "../records.h"
#include "../scalar/reference.h"
#include "names.h"
#include "place_boxes.h"
#include "place_hulls.h"
#include "place_large_hulls.h"
#include <string.h>

/* A head is written as four words: at, size, low and high, flags and class. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "kernels for big-endian machines would have to write the halves of a head the other way round"
#endif

/* Where the records of a group go. */
typedef struct box_places {
    sepal_solid_head *heads;
    sepal_solid_ball *balls;
    sepal_box_filter *filters;
    sepal_box_exact *exacts;
} box_places;

/* first_box: the number of the first among the boxes. */
SPECIALISED void store_boxes(box_places to, uint32_t first_box, const placed_boxes *box, const box_records *found) {
    const w3 *c = &box->centre, *u = &box->edge[0], *v = &box->edge[1], *along = &box->edge[2];
    const w zero = w_zero(), span = w_of_bits(wi_halves(found->low, found->high));
    const wi flags = find_flags(box);
    const wi number = wi_add(wi_set1((int32_t)first_box), wi_lane_numbers());
    const w head[4] = {w_of_bits(number), w_of_bits(wi_set1(8)), span, w_of_bits(wi_halves(flags, wi_set1(SEPAL_SOLID_BOX)))};
    const w ball[4] = {c->x, c->y, c->z, found->ball};
    const w exact[16] = {c->x,        c->y, c->z,     u->x,     u->y,     u->z, v->x,
                         v->y,        v->z, along->x, along->y, along->z, span, w_of_bits(flags),
                         box->radius, zero};
    w filter[16];
    for (int k = 0; k < 3; k++) {
        filter[4 * k] = k == 0 ? c->x : k == 1 ? c->y : c->z;
        for (int m = 0; m < 3; m++)
            filter[4 * k + 1 + m] = found->axis[m][k];
        filter[12 + k] = found->half[k];
    }
    filter[15] = found->slack;
    w_store_run((float *)(void *)to.heads, 1, head);
    w_store_run((float *)(void *)to.balls, 1, ball);
    w_store_run((float *)(void *)to.filters, 4, filter);
    w_store_run((float *)(void *)to.exacts, 4, exact);
}

/* Takes the boxes from solid `first` on that follow each other, up to the lanes. */
static inline void take_boxes(place_group *group, size_t first, size_t count) {
    group->count = 0;
    while (group->count < SEPAL_LANES && first + group->count < count &&
           sepal_solid_is_box(group->models, group->model[first + group->count]))
        group->count++;
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++)
        group->solid[lane] = first + (lane < group->count ? lane : 0);
}

/* Appends the boxes of a group. */
static SEPAL_NOINLINE void place_boxes(sepal_solids *world, const place_group *group) {
    _Alignas(64) struct {
        sepal_solid_head heads[SEPAL_LANES];
        sepal_solid_ball balls[SEPAL_LANES];
        sepal_box_filter filters[SEPAL_LANES];
        sepal_box_exact exacts[SEPAL_LANES];
    } part;
    const size_t count = group->count, index = world->count, number = world->boxes;
    const box_places places = {world->heads + index, world->balls + index, world->filters + number, world->exacts + number};
    placed_boxes box;
    box_records found;
    pose_boxes(group, &box);
    find_box_records(&box, &found);
    if (count == SEPAL_LANES) {
        store_boxes(places, (uint32_t)number, &box, &found);
    } else {
        store_boxes((box_places){part.heads, part.balls, part.filters, part.exacts}, (uint32_t)number, &box, &found);
        memcpy(places.heads, part.heads, count * sizeof *part.heads);
        memcpy(places.balls, part.balls, count * sizeof *part.balls);
        memcpy(places.filters, part.filters, count * sizeof *part.filters);
        memcpy(places.exacts, part.exacts, count * sizeof *part.exacts);
    }
    world->count += count;
    world->boxes += count;
    world->regular = world->regular && (found.sure & wm_bits(w_eq(found.slack, w_infinity()))) == 0;
    for (uint32_t lane = 0; group->models->round && lane < count; lane++)
        sepal_solid_write_radius(world, (uint32_t)index + lane, places.exacts[lane].radius);
    for (uint32_t lane = 0; found.sure != ALL_LANES && lane < count; lane++)
        if ((found.sure >> lane & 1) == 0)
            sepal_solids_scalar_place_again(world, (uint32_t)index + lane, group->models, group->model[group->solid[lane]],
                                            group->poses, group->solid[lane]);
}

/* Hulls of one vertex, of two, of up to 4, 8 and 16. */
enum { HULL_GROUPS = 5 };

void kernel_place(sepal_solids *world, const sepal_solids *models, const uint32_t *model, const sepal_solid_poses *poses,
                  size_t count) {
    place_group boxes = {.models = models, .model = model, .poses = poses, .in_order = true};
    hull_group waiting[HULL_GROUPS];
    for (int k = 0; k < HULL_GROUPS; k++)
        waiting[k].group = (place_group){.models = models, .model = model, .poses = poses};
    for (size_t i = 0; i < count;) {
        if (sepal_solid_is_box(models, model[i])) {
            take_boxes(&boxes, i, count);
            place_boxes(world, &boxes);
            i += boxes.count;
            continue;
        }
        const uint32_t size = models->heads[model[i]].size, at = (uint32_t)(world->used + SEPAL_HULL_RECORD_QUADS);
        const uint32_t index = (uint32_t)world->count++;
        world->used += sepal_solid_quads_of(size);
        world->largest = size > world->largest ? size : world->largest;
        world->regular = false;
        if (size > HULL_LANE_VERTICES) {
            place_large_hull(world, index, at, models, model[i], poses, i);
        } else {
            const uint32_t kind = size <= 2 ? size - 1 : size <= 4 ? 2 : size <= 8 ? 3 : 4;
            hull_group *to = &waiting[kind];
            const unsigned lane = to->group.count++;
            to->group.solid[lane] = i;
            to->index[lane] = index;
            to->at[lane] = at;
            if (lane + 1 == SEPAL_LANES)
                place_hulls(world, to, 1U << kind);
        }
        i++;
    }
    for (uint32_t kind = 0; kind < HULL_GROUPS; kind++)
        place_hulls(world, &waiting[kind], 1U << kind);
}
