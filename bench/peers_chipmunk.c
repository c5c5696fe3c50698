/* peers_chipmunk.c — Chipmunk 7: cpShapesCollide, which makes a contact manifold (GJK and EPA, in double); cpShapePointQuery; and the
 * segment queries of a space. Its circles, segments and polygons have radii. */
#include "peers.h"

#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Chipmunk calls this function to report "high EPA iterations", for some pairs of large polygons in every pass. Printing that would
 * be timed, and would hide the progress of the run. This definition replaces the one of the shared library. */
void cpMessage(const char *condition, const char *file, int line, int is_error, int is_hard_error, const char *message, ...) {
    (void)condition, (void)file, (void)line, (void)is_error, (void)is_hard_error,
        (void)message; /* on a hard error Chipmunk itself aborts */
}

typedef struct shapes {
    cpBody *body;   /* one static body that holds every shape */
    cpSpace *space; /* or that of this space */
    size_t first_b; /* shapes b come behind those of a, unless the two sets are one */
    size_t count;
    cpVect *points; /* the first vertex of each */
    cpShape *shape[];
} shapes;

static void destroy(void *handle) {
    shapes *s = handle;
    for (size_t i = 0; i < s->count; i++) {
        if (s->space)
            cpSpaceRemoveShape(s->space, s->shape[i]);
        cpShapeFree(s->shape[i]);
    }
    if (s->space)
        cpSpaceFree(s->space);
    else
        cpBodyFree(s->body);
    free(s->points);
    free(s);
}

static bool add(shapes *s, const sepal_polys *set, uint32_t index) {
    const float *x, *y;
    float radius = 0;
    size_t n = 0;
    if (sepal_polys_vertices(set, index, &x, &y, &n) != SEPAL_OK || sepal_polys_radius(set, index, &radius) != SEPAL_OK)
        return false;
    cpVect *vertices = malloc(n * sizeof *vertices);
    if (!vertices)
        return false;
    for (size_t i = 0; i < n; i++)
        vertices[i] = cpv((cpFloat)x[i], (cpFloat)y[i]);
    s->points[s->count] = vertices[0];
    cpShape *made = n == 1   ? cpCircleShapeNew(s->body, (cpFloat)radius, vertices[0])
                    : n == 2 ? cpSegmentShapeNew(s->body, vertices[0], vertices[1], (cpFloat)radius)
                             : cpPolyShapeNew(s->body, (int)n, vertices, cpTransformIdentity, (cpFloat)radius);
    cpShapeSetUserData(made, (void *)(uintptr_t)index);
    cpShapeUpdate(made, cpTransformIdentity); /* computes its vertices and axes in the world */
    if (s->space)
        cpSpaceAddShape(s->space, made);
    s->shape[s->count++] = made;
    free(vertices);
    return true;
}

static shapes *make(const sepal_polys *a, const sepal_polys *b, cpSpace *space) {
    const size_t of_a = sepal_polys_count(a), of_b = a == b ? 0 : sepal_polys_count(b);
    shapes *s = calloc(1, sizeof *s + (of_a + of_b) * sizeof s->shape[0]);
    if (!s)
        return NULL;
    s->points = malloc((of_a + of_b + 1) * sizeof *s->points);
    s->space = space;
    s->body = space ? cpSpaceGetStaticBody(space) : cpBodyNewStatic();
    s->first_b = a == b ? 0 : of_a;
    bool fine = s->points != NULL;
    for (uint32_t i = 0; fine && i < of_a; i++)
        fine = add(s, a, i);
    for (uint32_t i = 0; fine && i < of_b; i++)
        fine = add(s, b, i);
    if (fine)
        return s;
    destroy(s);
    return NULL;
}

static void *create(const sepal_polys *a, const sepal_polys *b) {
    return make(a, b, NULL);
}

static cpContactPointSet collide(const shapes *s, sepal_pair pair) {
    return cpShapesCollide(s->shape[pair.a], s->shape[s->first_b + pair.b]);
}

/* Along the normal, negative where the shapes overlap. (points[k].distance has the wrong sign where cpShapesCollide has exchanged the
 * shapes, because it takes their kinds in its own order.) */
static cpFloat distance(const cpContactPointSet *found, int k) {
    return cpvdot(cpvsub(found->points[k].pointB, found->points[k].pointA), found->normal);
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes *s = handle;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, collide(s, pairs[i]).count > 0);
}

static void mtv(void *handle, const sepal_pair *pairs, size_t count, sepal_mtvs out) {
    const shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        const cpContactPointSet found = collide(s, pairs[i]);
        cpFloat deepest = 1;
        for (int k = 0; k < found.count; k++)
            deepest = cpfmin(deepest, distance(&found, k));
        peer_push(out, i, (float)found.normal.x, (float)found.normal.y, (float)-deepest);
    }
}

/* The points of Chipmunk lie on both shapes; those between them are taken. */
static void contacts(void *handle, const sepal_pair *pairs, size_t count, sepal_contacts out) {
    const shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        const cpContactPointSet found = collide(s, pairs[i]);
        out.count[i] = (uint8_t)found.count;
        out.normal_x[i] = (float)found.normal.x;
        out.normal_y[i] = (float)found.normal.y;
        for (int k = 0; k < found.count; k++) {
            const size_t at = 2 * i + (size_t)k;
            out.x[at] = (float)(found.points[k].pointA.x + found.points[k].pointB.x) / 2;
            out.y[at] = (float)(found.points[k].pointA.y + found.points[k].pointB.y) / 2;
            out.depth[at] = (float)-distance(&found, k);
            out.feature[at] = (uint32_t)k;
        }
    }
}

/* The distance of a point is negative inside. */
static void contain(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        cpPointQueryInfo found;
        peer_answer(bits, i, cpShapePointQuery(s->shape[pairs[i].a], s->points[s->first_b + pairs[i].b], &found) <= 0);
    }
}

/* --- Rays: the tree of a space's static shapes -----------------------------------------------------------------------------------*/

/* The first space of a program announces itself on stdout, where the tables go, if Chipmunk was built for debugging, as Debian's is. */
static void *create_space(const sepal_polys *a, const sepal_polys *b) {
    fflush(stdout);
    const int out = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    cpSpace *space = cpSpaceNew();
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    return make(a, b, space);
}

static void cast(void *handle, const sepal_rays *rays, size_t count, const sepal_ray_hits *hits) {
    const shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * rays->stride;
        const cpVect from = cpv((cpFloat)rays->x[at], (cpFloat)rays->y[at]);
        const cpVect to = cpvadd(from, cpv((cpFloat)rays->dx[at], (cpFloat)rays->dy[at]));
        cpSegmentQueryInfo first;
        cpShape *hit = cpSpaceSegmentQueryFirst(s->space, from, to, 0, CP_SHAPE_FILTER_ALL, &first);
        hits->shape[i] = hit ? (uint32_t)(uintptr_t)cpShapeGetUserData(hit) : SEPAL_NO_SHAPE;
        hits->time[i] = hit ? (float)first.alpha : 1;
        hits->normal_x[i] = (float)first.normal.x;
        hits->normal_y[i] = (float)first.normal.y;
    }
}

const peer peer_chipmunk = {.name = "chipmunk",
                            .create_two = create,
                            .radii = true,
                            .destroy = destroy,
                            .overlap = overlap,
                            .contain = contain,
                            .only_points = true,
                            .mtv = mtv,
                            .contacts = contacts};
const peer peer_chipmunk_space = {
    .name = "chipmunk-space", .create_two = create_space, .radii = true, .destroy = destroy, .cast = cast};
