/* peers_chipmunk.c — Chipmunk 7: cpShapesCollide, which makes a contact manifold (GJK and EPA, in double). */
#include "peers.h"

#include <chipmunk/chipmunk.h>
#include <stdlib.h>

/* Chipmunk calls this function to report "high EPA iterations", for some pairs of large polygons in every pass. Printing that would
 * be timed, and would hide the progress of the run. This definition replaces the one of the shared library. */
void cpMessage(const char *condition, const char *file, int line, int is_error, int is_hard_error, const char *message, ...) {
    (void)condition, (void)file, (void)line, (void)is_error, (void)is_hard_error,
        (void)message; /* on a hard error Chipmunk itself aborts */
}

typedef struct shapes {
    cpBody *body; /* one static body that holds every shape */
    size_t count;
    cpShape *shape[];
} shapes;

static void destroy(void *handle) {
    shapes *s = handle;
    for (size_t i = 0; i < s->count; i++)
        cpShapeFree(s->shape[i]);
    cpBodyFree(s->body);
    free(s);
}

static void *create(const sepal_polys *polys) {
    const size_t count = sepal_polys_count(polys);
    shapes *s = malloc(sizeof *s + count * sizeof s->shape[0]);
    if (!s)
        return NULL;
    s->body = cpBodyNewStatic();
    for (s->count = 0; s->count < count; s->count++) {
        const float *x, *y;
        size_t n = 0;
        if (sepal_polys_vertices(polys, (uint32_t)s->count, &x, &y, &n) != SEPAL_OK)
            break;
        cpVect *vertices = malloc(n * sizeof *vertices);
        if (!vertices)
            break;
        for (size_t i = 0; i < n; i++)
            vertices[i] = cpv((cpFloat)x[i], (cpFloat)y[i]);
        s->shape[s->count] = cpPolyShapeNew(s->body, (int)n, vertices, cpTransformIdentity, 0);
        cpShapeUpdate(s->shape[s->count], cpTransformIdentity); /* computes its vertices and axes in the world */
        free(vertices);
    }
    if (s->count == count)
        return s;
    destroy(s);
    return NULL;
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, cpShapesCollide(s->shape[pairs[i].a], s->shape[pairs[i].b]).count > 0);
}

static void mtv(void *handle, const sepal_pair *pairs, size_t count, sepal_mtvs out) {
    shapes *s = handle;
    for (size_t i = 0; i < count; i++) {
        const cpContactPointSet contacts = cpShapesCollide(s->shape[pairs[i].a], s->shape[pairs[i].b]);
        cpFloat deepest = 1;
        for (int k = 0; k < contacts.count; k++)
            deepest = cpfmin(deepest, contacts.points[k].distance);
        peer_push(out, i, (float)contacts.normal.x, (float)contacts.normal.y, (float)-deepest);
    }
}

const peer peer_chipmunk = {"chipmunk", 0, create, overlap, mtv, destroy, 0, NULL, NULL, NULL, NULL, NULL};
