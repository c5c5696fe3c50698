/* scene.c — makes the models, the meshes and the bodies of level.c. */
#include "scene.h"

const model MODEL[MODELS] = {
    [CRATE] = {0.4F, 0.4F, 0.4F, 0, 0.512F, 18.31F, 18.31F, 18.31F},
    [PLANK] = {0.7F, 0.4F, 0.25F, 0, 0.56F, 24.1F, 9.7F, 8.24F},
    [DIAMOND] = {0, 0, 0, 0.55F, 0.222F, 74.5F, 74.5F, 74.5F},
    [BALL] = {0, 0, 0, 0.45F, 0.382F, 32.3F, 32.3F, 32.3F},
    [BULLET] = {0, 0, 0, 0.45F, 3, 4.1F, 4.1F, 4.1F},
};

bool done(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fprintf(stderr, "level: cannot %s: %s\n", what, sepal_status_text(status));
    return status == SEPAL_OK;
}

static sepal_status add_model(sepal_solids *models, const model *m, bool is_ball) {
    const float zero = 0, r = is_ball ? 0 : m->radius;
    if (m->radius == 0) {
        const sepal_solid_boxes box = {
            .x = &zero, .y = &zero, .z = &zero, .half_x = &m->half_x, .half_y = &m->half_y, .half_z = &m->half_z};
        return sepal_solids_add_boxes(models, &box, 1, NULL, NULL);
    }
    const float x[] = {r, -r, 0, 0, 0, 0}, y[] = {0, 0, r, -r, 0, 0}, z[] = {0, 0, 0, 0, r, -r};
    return sepal_solids_add_hull(models, x, y, z, is_ball ? 1 : 6, is_ball ? m->radius : 0, NULL);
}

sepal_solid_poses poses_of(const scene *s) {
    const body *b = s->bodies;
    return (sepal_solid_poses){.x = &b->at.x,
                               .y = &b->at.y,
                               .z = &b->at.z,
                               .turn = {.w = &b->w, .x = &b->x, .y = &b->y, .z = &b->z},
                               .stride = sizeof *b / sizeof(float)};
}

static body *put(scene *s, uint32_t i, uint32_t kind, vec at) {
    s->model[i] = kind;
    s->member[i] = s->mask[i] = i < LEVELS ? 0 : 1;
    body *b = &s->bodies[i];
    *b = (body){.at = at, .w = 1, .friction = FRICTION};
    if (i >= LEVELS) {
        b->light = 1 / MODEL[kind].mass;
        b->agile = (vec){MODEL[kind].agile_x, MODEL[kind].agile_y, MODEL[kind].agile_z};
    }
    return b;
}

/* A crate on the ramp, flush with it, above (x, y). */
static body *put_on_ramp(scene *s, uint32_t i, float x, float y) {
    const float run = RAMP_END - STREET_X, slope = sqrtf(run * run + RAMP_HEIGHT * RAMP_HEIGHT);
    const vec normal = {RAMP_HEIGHT / slope, 0, run / slope}, on = {x, y, RAMP_HEIGHT * (RAMP_END - x) / run};
    body *b = put(s, i, CRATE, add(on, MODEL[CRATE].half_z, normal));
    b->w = sqrtf((1 + normal.z) / 2), b->y = sqrtf((1 - normal.z) / 2);
    return b;
}

static void put_bodies(scene *s) {
    const float half = MODEL[CRATE].half_z;
    for (uint32_t i = 0; i < LEVELS; i++)
        put(s, i, BULLET, (vec){0, 0, 0});
    for (uint32_t k = 0; k < BULLETS; k++) { /* they wait above the hills, and one above the yard */
        body *b = put(s, FIRST_BULLET + k, BULLET, k == 4 ? (vec){40, 4, 40} : (vec){7 + 11 * (float)k, 18, 40 + (float)k});
        b->asleep = true, b->still = SLEEPY;
    }
    for (uint32_t k = 0; k < SLIDERS; k++) {
        const uint32_t column = k / 3;
        body *b = put(s, FIRST_SLIDER + k, CRATE, (vec){1.5F + 2 * (float)column, 6.8F + 1.2F * (float)(k % 3), half});
        b->velocity.x = 8, b->friction = 0;
    }
    for (uint32_t k = 0; k < STOPPED; k++) {
        body *b = put(s, FIRST_STOPPED + k, CRATE, (vec){16.1F, 2.8F + 1.2F * (float)k, half});
        b->velocity.x = 3, b->friction = 0;
    }
    for (uint32_t k = 0; k < HELD; k++)
        put_on_ramp(s, FIRST_HELD + k, 10, k == 0 ? 2.8F : 5.2F);
    put_on_ramp(s, LOOSE, 10, 4)->friction = 0;
    for (uint32_t k = 0; k < FALLING; k++) {
        const uint32_t row = k / 12, layer = k / 36;
        put(s, FIRST_FALLING + k, (k + row) % BULLET,
            (vec){3 + 3.7F * (float)(k % 12), 14.5F + 3.1F * (float)(row % 3), 6 + 2.5F * (float)layer});
    }
}

bool scene_begin(scene *s) {
    const sepal_solid_poses poses = poses_of(s);
    if (!done("make the sets", sepal_solids_create(NULL, &s->models)) ||
        !done("make the sets", sepal_solids_create(NULL, &s->world)) ||
        !done("make the finder", sepal_finder_create(NULL, &s->finder)))
        return false;
    for (int k = 0; k < LEVELS; k++)
        if (!done("make a mesh", sepal_mesh_create(NULL, &s->meshes[k])))
            return false;
    for (int k = 0; k < MODELS; k++)
        if (!done("add a model", add_model(s->models, &MODEL[k], k >= BALL)))
            return false;
    put_bodies(s);
    for (uint32_t i = 0; i < BODIES; i++)
        s->began[i] = s->bodies[i].at;
    return done("fill the field", ground_fill_field(s->meshes[FIELD])) &&
           done("fill the street", ground_fill_street(s->meshes[STREET])) &&
           done("place the bodies", sepal_solids_place(s->world, s->models, s->model, &poses, BODIES, NULL)) &&
           done("build the tree", sepal_solids_find_keep(s->finder, s->world, FORESEEN));
}

void scene_end(scene *s) {
    for (int k = 0; k < LEVELS; k++)
        sepal_mesh_destroy(s->meshes[k]);
    sepal_finder_destroy(s->finder);
    sepal_solids_destroy(s->models);
    sepal_solids_destroy(s->world);
}
