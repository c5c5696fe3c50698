/* level.c — bodies on a level: hills, and a street with a ramp and a kerb. Crates slide over the seams of the level without losing
 * speed, the kerb stops others, the ramp holds those that have friction, and what falls onto the hills comes to rest there.
 *
 *     level [drawing.svg]
 *
 * The engine is that of stack.c; the level is two meshes, a field of heights and a street in a hole of it (level/ground.c). In each
 * step the contacts of all bodies with the meshes come from sepal_mesh_manifolds, and go into the records of the solver in
 * stack_solver.h ahead of those of the bodies with each other. Bullets go as far as the first triangle on their way
 * (sepal_mesh_sweep). At the end a ray downwards from each body (sepal_mesh_cast_rays) tells whether there is ground below it. Two
 * moments are drawn. Only + - * / and sqrt are used, each rounded by itself, so the last state is the same on every machine, to the
 * last bit; its digest is printed.
 *
 *     cc -O2 -ffp-contract=off -o level level.c level/?*.c $(pkg-config --cflags --libs sepal) -lm */
#include "digest.h"
#include "drawing_file.h"
#include "level/drawing.h"

#include <float.h>

enum { STEPS = 720, BRAKE = 240, MOMENT = 150 };
#define COSINE 0.98F /* contacts with normals as near as that are one manifold */
#define SPEED  60.0F /* m/s, of a bullet */

/* --- A step ------------------------------------------------------------------------------------- */

static bool place(scene *s) {
    const sepal_solid_poses poses = poses_of(s);
    s->moving_count = 0;
    for (uint32_t i = 0; i < BODIES; i++) {
        s->bodies[i].placed = s->bodies[i].at;
        s->bodies[i].turned = (vec){0, 0, 0};
        turn_inertia(&s->bodies[i]);
        if (is_moving(&s->bodies[i]))
            s->moving[s->moving_count++] = i;
    }
    return done("place bodies", sepal_solids_place_list(s->world, s->moving, s->moving_count, s->models, s->model, &poses, NULL)) &&
           done("update the tree", sepal_solids_find_update(s->finder, s->moving, s->moving_count));
}

/* A manifold of the library as one of the solver. */
static void take(const scene *s, uint32_t mesh, const sepal_mesh_manifold *from, manifold *to) {
    const vec centre = s->bodies[from->solid].at;
    to->a = mesh, to->b = from->solid;
    to->normal = (vec){-from->normal[0], -from->normal[1], -from->normal[2]};
    to->count = (uint8_t)from->count;
    for (uint32_t k = 0; k < from->count; k++) {
        const sepal_mesh_manifold_point *p = &from->point[k];
        to->points[k].of_a = (vec){p->at[0], p->at[1], p->at[2]};
        to->points[k].of_b = add(to->points[k].of_a, -1, centre);
        to->points[k].depth = p->depth;
        to->points[k].feature = p->of_solid;
        to->points[k].of_level = p->of_mesh;
    }
}

/* The contacts with the level, and then those of bodies with each other. */
static bool touch(scene *s) {
    const sepal_filter filter = {.member = {s->member, s->member}, .mask = {s->mask, s->mask}};
    const sepal_rule near = {.margin = FORESEEN};
    const sepal_contact_rule rule = {.margin = FORESEEN};
    const sepal_solid_poses poses = poses_of(s);
    manifold *m = solver_next(&s->solver);
    size_t named = 0, found;
    for (uint32_t mesh = 0; mesh < LEVELS; mesh++) {
        if (!done("find contacts with the level",
                  sepal_mesh_manifolds(s->finder, s->world, LEVELS, BODIES - LEVELS, s->meshes[mesh], NULL, &rule, COSINE,
                                       MOST_FOUND, s->found, &found)))
            return false;
        for (size_t i = 0; i < found; i++)
            take(s, mesh, &s->found[i], &m[named++]);
    }
    if (!done("find near pairs", sepal_solids_find_kept(s->finder, &filter, &near, MOST_PAIRS - named, s->pairs, &found)))
        return false;
    m += named;
    const sepal_solid_contacts out = {.count = &m->count,
                                      .normal_x = &m->normal.x,
                                      .normal_y = &m->normal.y,
                                      .normal_z = &m->normal.z,
                                      .a_x = &m->points->of_a.x,
                                      .a_y = &m->points->of_a.y,
                                      .a_z = &m->points->of_a.z,
                                      .b_x = &m->points->of_b.x,
                                      .b_y = &m->points->of_b.y,
                                      .b_z = &m->points->of_b.z,
                                      .depth = &m->points->depth,
                                      .feature = &m->points->feature,
                                      .stride = sizeof *m,
                                      .point_stride = sizeof *m->points,
                                      .poses_a = &poses,
                                      .poses_b = &poses};
    if (!done("find contacts", sepal_solids_contacts_pairs(s->world, s->world, s->pairs, found, &rule, &out)))
        return false;
    for (size_t i = 0; i < found; i++)
        for (int k = 0; k < 4; k++)
            m[i].points[k].of_level = 0; /* it may have been a manifold with the level */
    solver_begin(&s->solver, s->bodies, named, s->pairs, found);
    return true;
}

/* Takes bullets back to where they hit the level. */
static bool sweep_bullets(scene *s) {
    const sepal_solid_moves moves = {&s->moves->x, &s->moves->y, &s->moves->z, 3};
    float time[LEVELS][BULLETS];
    for (uint32_t mesh = 0; mesh < LEVELS; mesh++) {
        const sepal_solid_ray_hits hits = {.time = time[mesh], .later = 1};
        if (!done("sweep the bullets",
                  sepal_mesh_sweep(s->finder, s->world, &moves, FIRST_BULLET, BULLETS, s->meshes[mesh], NULL, NULL, &hits)))
            return false;
    }
    for (uint32_t k = 0; k < BULLETS; k++) {
        body *b = &s->bodies[FIRST_BULLET + k];
        const float first = lesser(time[FIELD][k], time[STREET][k]);
        if (is_moving(b) && first < 1)
            b->at = add(b->placed, first, s->moves[FIRST_BULLET + k]);
    }
    return true;
}

static bool step(scene *s) {
    if (!place(s) || !touch(s))
        return false;
    solver_run(&s->solver, s->bodies, s->moving, s->moving_count);
    for (uint32_t i = 0; i < BODIES; i++)
        s->moves[i] = is_moving(&s->bodies[i]) ? add(s->bodies[i].at, -1, s->bodies[i].placed) : (vec){0, 0, 0};
    if (!sweep_bullets(s))
        return false;
    solver_sleep(&s->solver, s->bodies, BODIES);
    for (uint32_t i = FIRST_STOPPED; i <= LOOSE; i++)
        s->farthest = greater(s->farthest, s->bodies[i].at.x);
    s->fastest = greater(s->fastest, s->bodies[LOOSE].velocity.x);
    return true;
}

/* --- What is shown ------------------------------------------------------------------------------- */

static uint64_t digest(const scene *s) {
    uint64_t hash = DIGEST_OF_NOTHING;
    for (uint32_t i = LEVELS; i < BODIES; i++) {
        const body *b = &s->bodies[i];
        const float numbers[] = {b->at.x, b->at.y, b->at.z, b->w, b->x, b->y, b->z};
        hash = digest_more(hash, numbers, 7);
    }
    return hash;
}

/* The sliders have crossed from the field onto the street and back. From now on all bodies have friction. */
static void brake(scene *s) {
    float slowest = FLT_MAX, fastest = 0;
    for (uint32_t i = FIRST_SLIDER; i < FIRST_SLIDER + SLIDERS; i++)
        slowest = lesser(slowest, s->bodies[i].velocity.x), fastest = greater(fastest, s->bodies[i].velocity.x);
    for (uint32_t i = 0; i < BODIES; i++)
        s->bodies[i].friction = FRICTION;
    printf("%d crates that slide at 8 m/s across two seams and the street have from %.4f to %.4f m/s after %.0f m\n", SLIDERS,
           (double)slowest, (double)fastest, (double)(s->bodies[FIRST_SLIDER].at.x - s->began[FIRST_SLIDER].x));
}

/* Which bodies have ground below their centres, and how far below? */
static bool report_ground(scene *s) {
    vec down[BODIES];
    float time[LEVELS][BODIES], least = FLT_MAX;
    uint32_t above = 0, asleep = 0;
    for (uint32_t i = 0; i < BODIES; i++)
        down[i] = (vec){0, 0, -100};
    for (uint32_t i = LEVELS; i < BODIES; i++) {
        const sepal_solid_rays ray = {&s->bodies[i].at.x, &s->bodies[i].at.y, &s->bodies[i].at.z, &down->x, &down->y, &down->z, 1};
        for (int mesh = 0; mesh < LEVELS; mesh++) {
            const sepal_solid_ray_hits hits = {.time = &time[mesh][i]};
            if (!done("cast a ray", sepal_mesh_cast_rays(s->finder, s->meshes[mesh], &ray, 1, SEPAL_MESH_FRONT, NULL, NULL, &hits)))
                return false;
        }
        const float height = 100 * lesser(time[FIELD][i], time[STREET][i]);
        above += height < 100, asleep += s->bodies[i].asleep;
        least = lesser(least, height);
    }
    printf("%u of %d bodies have ground below them, none less than %.2f m below its centre; %u are at rest\n", above,
           BODIES - LEVELS, (double)least, asleep);
    return true;
}

static bool report(scene *s) {
    float moved = 0;
    for (uint32_t i = FIRST_HELD; i < FIRST_HELD + HELD; i++) {
        const vec way = add(s->bodies[i].at, -1, s->began[i]);
        moved = greater(moved, sqrtf(dot(way, way)));
    }
    printf("the kerb at %d m stops %d crates of 3 m/s, and one of %.1f m/s from the ramp: none gets farther than %.3f m\n", KERB_X,
           STOPPED, (double)s->fastest, (double)(s->farthest + MODEL[CRATE].half_x));
    printf("%d crates with friction stay on the ramp: in %d s none moves farther than %.4f m\n", HELD, STEPS / 60, (double)moved);
    return report_ground(s);
}

static bool run(scene *s) {
    if (!scene_begin(s))
        return false;
    printf("%zu triangles of hills, %zu of a street in a hole of them\n", sepal_mesh_count(s->meshes[FIELD]),
           sepal_mesh_count(s->meshes[STREET]));
    for (int at = 1; at <= STEPS; at++) {
        for (uint32_t i = FIRST_BULLET; at == BRAKE && i < FIRST_BULLET + BULLETS; i++) {
            s->bodies[i].velocity = (vec){0, 0, -SPEED};
            s->bodies[i].asleep = false, s->bodies[i].still = 0;
        }
        if (!step(s))
            return false;
        if (at == BRAKE)
            brake(s);
        if (at == MOMENT || at == STEPS)
            draw(s, at == STEPS, at);
    }
    if (!report(s))
        return false;
    printf("digest %016llx\n", (unsigned long long)digest(s));
    return true;
}

int main(int argc, char **argv) {
    static scene s;
    if (argc > 2 || (argc == 2 && !is_drawing(argv[1]))) {
        fputs("usage: level [drawing.svg]\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc == 2 && !begin_drawing(&s, argv[1]))
        return EXIT_FAILURE;
    bool ok = run(&s);
    if (s.drawing != NULL && !close_drawing(s.drawing, "level", argv[1]))
        ok = false;
    scene_end(&s);
    return ok && fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
