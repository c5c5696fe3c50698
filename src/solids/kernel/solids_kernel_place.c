/* solids_kernel_place.c — places models: boxes, and hulls of few vertices, one in each lane; large hulls one by one. */
#include "../../core/arithmetic.h"

#include "../../batch/chunk.h"
#include "../records.h"
#include "../scalar/reference.h"
#include "names.h"
#include "place_boxes.h"
#include "place_hulls.h"

/* A head is written as four words: at, size, low and high, flags and class. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "kernels for big-endian machines would have to write the halves of a head the other way round"
#endif

static void store_boxes(const solid_place_group *group, const placed_boxes *box, const box_records *found) {
    sepal_solids *world = group->placing->world;
    const w3 *c = &box->centre, *u = &box->edge[0], *v = &box->edge[1], *along = &box->edge[2];
    const w zero = w_zero(), span = w_of_bits(wi_halves(found->low, found->high));
    const wi flags = find_flags(box);
    const w head[4] = {w_of_bits(wi_load(group->at)), w_of_bits(wi_set1(8)), span,
                       w_of_bits(wi_halves(flags, wi_set1(SEPAL_SOLID_BOX)))};
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
    solid_store_records(group, world->heads, group->index, 1, head);
    solid_store_records(group, world->balls, group->index, 1, ball);
    solid_store_records(group, world->filters, group->at, 4, filter);
    solid_store_records(group, world->exacts, group->at, 4, exact);
}

static SEPAL_NOINLINE void place_boxes(const solid_place_group *group) {
    const sepal_solid_placing *p = group->placing;
    placed_boxes box;
    box_records found;
    pose_boxes(group, &box);
    find_box_records(&box, &found);
    store_boxes(group, &box, &found);
    if ((found.sure & wm_bits(w_eq(found.slack, w_infinity()))) != 0)
        sepal_clear_shared(&p->world->regular);
    for (unsigned lane = 0; (p->models->round || p->world->round) && lane < group->count; lane++)
        sepal_solid_write_radius(p->world, group->index[lane], sepal_solid_radius(p->models, group->model[lane]));
    for (unsigned lane = 0; found.sure != ALL_LANES && lane < group->count; lane++)
        if ((found.sure >> lane & 1) == 0)
            sepal_solids_scalar_place_one(p, group->solid[lane]);
}

/* Solids of one class are placed together, and those of all the larger classes. */
enum { PLACE_LARGE = SEPAL_SOLID_UP_TO_32, PLACE_GROUPS };

static inline unsigned class_of_model(const sepal_solid_placing *p, size_t i) {
    const unsigned class = p->models->heads[p->model[i]].class;
    return class < PLACE_LARGE ? class : PLACE_LARGE;
}

/* Places a group, which is then empty. */
static void place_waiting(solid_place_group *group, unsigned class) {
    if (group->count == 0)
        return;
    for (unsigned lane = group->count; lane < SEPAL_LANES; lane++) {
        group->solid[lane] = group->solid[0];
        group->model[lane] = group->model[0];
        group->index[lane] = group->index[0];
        group->at[lane] = group->at[0];
    }
    if (class == SEPAL_SOLID_BOX)
        place_boxes(group);
    else if (class == PLACE_LARGE)
        place_large_hulls(group);
    else
        place_hulls(group, class);
    group->count = 0;
}

/* Takes the next solids of a call if they are of this class, enough to fill the lanes, and follow each other in the world. Returns
 * whether they are; if not, nothing has happened. */
static bool take_run(const sepal_solid_placing *p, size_t k, unsigned class, solid_place_group *group) {
    if (p->solids != NULL || p->world->loose || p->count - k < SEPAL_LANES || group->count > 0)
        return false;
    for (unsigned lane = 1; p->class == SEPAL_SOLID_CLASSES && lane < SEPAL_LANES; lane++)
        if (class_of_model(p, k + lane) != class)
            return false;
    const uint32_t index = (uint32_t)(p->first + k), at = p->world->heads[index].at;
    const uint32_t step = class == SEPAL_SOLID_BOX ? 1 : (uint32_t)sepal_solid_quads_of(1U << (class - SEPAL_SOLID_POINT));
    for (unsigned lane = 0; lane < SEPAL_LANES; lane++) {
        group->solid[lane] = k + lane;
        group->model[lane] = p->model[k + lane];
        group->index[lane] = index + lane;
        group->at[lane] = class == PLACE_LARGE ? p->world->heads[index + lane].at : at + step * lane;
    }
    group->count = SEPAL_LANES;
    group->in_order = true;
    return true;
}

/* Solids of one class wait until they fill the lanes. */
void solids_kernel_place(const sepal_solid_placing *p) {
    solid_place_group waiting[PLACE_GROUPS];
    for (unsigned class = 0; class < PLACE_GROUPS; class ++) {
        waiting[class].placing = p;
        waiting[class].count = 0;
    }
    for (size_t k = 0; k < p->count; k++) {
        const size_t i = sepal_solid_placed(p, k);
        const unsigned class = class_of_model(p, i);
        solid_place_group *group = &waiting[class];
        if (take_run(p, k, class, group)) {
            place_waiting(group, class);
            k += SEPAL_LANES - 1;
            continue;
        }
        const unsigned lane = group->count++;
        group->in_order = !p->world->loose && (lane == 0 || (group->in_order && i == group->solid[lane - 1] + 1));
        group->solid[lane] = i;
        group->model[lane] = p->model[i];
        group->index[lane] = (uint32_t)(p->first + i);
        group->at[lane] = p->world->heads[p->first + i].at;
        if (group->count == SEPAL_LANES)
            place_waiting(group, class);
    }
    for (unsigned class = 0; class < PLACE_GROUPS; class ++)
        place_waiting(&waiting[class], class);
}
