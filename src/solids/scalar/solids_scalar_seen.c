/* solids_scalar_seen.c — a core as it is seen along the normal of a push: what it covers, and where its vertices are in the frame. */
#include "../../core/arithmetic.h"

#include "side.h"

wd3 sepal_contact_origin(const sepal_solids *set, uint32_t index) {
    if (sepal_solid_is_box(set, index))
        return wd3_at(sepal_solid_exact(set, index)->c);
    return wd3_at((float[3]){*sepal_solid_x(set, index), *sepal_solid_y(set, index), *sepal_solid_z(set, index)});
}

static void place_box(sepal_contact_core *core) {
    const contact_box *box = &core->box;
    for (int k = 0; k < 8; k++) {
        wd3 way[3];
        for (int m = 0; m < 3; m++)
            way[m] = k & 1 << m ? box->half[m] : wd3_negated(box->half[m]);
        const wd3 at = wd3_add(box->centre, wd3_add(wd3_add(way[0], way[1]), way[2]));
        core->x[k] = at.x;
        core->y[k] = at.y;
        core->h[k] = at.z;
    }
}

void sepal_contact_place_block(sepal_contact_core *core, uint32_t first) {
    const float *x = sepal_solid_x(core->set, core->index) + first, *y = sepal_solid_y(core->set, core->index) + first,
                *z = sepal_solid_z(core->set, core->index) + first;
    const contact_frame f = *core->frame;
    const wd3 origin = core->origin;
    const uint32_t left = core->count - first, some = left < SEPAL_SIDE_CORNERS ? left : SEPAL_SIDE_CORNERS;
    for (uint32_t k = 0; k < some; k++) {
        const double px = (double)x[k] - origin.x, py = (double)y[k] - origin.y, pz = (double)z[k] - origin.z;
        core->x[k] = (f.u.x * px + f.u.y * py) + f.u.z * pz;
        core->y[k] = (f.v.x * px + f.v.y * py) + f.v.z * pz;
        core->h[k] = (f.n.x * px + f.n.y * py) + f.n.z * pz;
    }
}

static contact_cover cover_of_hull(const sepal_solids *set, uint32_t index) {
    const float *x = sepal_solid_x(set, index), *y = sepal_solid_y(set, index), *z = sepal_solid_z(set, index);
    float low[3] = {x[0], y[0], z[0]}, high[3] = {x[0], y[0], z[0]};
    for (uint32_t k = 1; k < set->heads[index].size; k++) {
        low[0] = x[k] < low[0] ? x[k] : low[0];
        low[1] = y[k] < low[1] ? y[k] : low[1];
        low[2] = z[k] < low[2] ? z[k] : low[2];
        high[0] = x[k] > high[0] ? x[k] : high[0];
        high[1] = y[k] > high[1] ? y[k] : high[1];
        high[2] = z[k] > high[2] ? z[k] : high[2];
    }
    return cover_between(wd3_at(low), wd3_at(high));
}

void sepal_contact_core_set(sepal_contact_core *out, const sepal_solids *set, uint32_t index, const contact_frame *frame,
                            wd3 origin) {
    out->set = set;
    out->frame = frame;
    out->origin = origin;
    out->index = index;
    out->count = set->heads[index].size;
    if (sepal_solid_is_box(set, index)) {
        const sepal_box_exact *box = sepal_solid_exact(set, index);
        const wd3 g[3] = {wd3_at(box->u), wd3_at(box->v), wd3_at(box->w)};
        see_box(frame, wd3_at(box->c), g, origin, &out->box);
        out->cover = out->box.cover;
    } else {
        out->cover = cover_of_hull(set, index);
    }
    if (sepal_contact_is_right_box(set, index))
        return;
    if (sepal_solid_is_box(set, index))
        place_box(out);
    else if (out->count <= SEPAL_SIDE_CORNERS)
        sepal_contact_place_block(out, 0);
}
