/* peers_ode.c — ODE 0.16: dCollide of two geoms, without spaces and bodies. Its convex geoms want faces, so hulls are left out. */
#include "solid_peers.h"

#include <ode/ode.h>
#include <stdlib.h>

enum { CONTACTS = 8 };

typedef struct shapes {
    size_t of_a, count;
    dGeomID geom[];
} shapes;

static void destroy(void *handle) {
    shapes *s = handle;
    for (size_t i = 0; i < s->count; i++)
        dGeomDestroy(s->geom[i]);
    free(s);
    dCloseODE();
}

static dGeomID make(const peer_solid *s) {
    double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    dGeomID geom = NULL;
    if (s->kind == PEER_BOXES) {
        geom = dCreateBox(NULL, (dReal)(2 * s->half[0]), (dReal)(2 * s->half[1]), (dReal)(2 * s->half[2]));
        for (int m = 0; m < 9; m++)
            axis[m / 3][m % 3] = s->axis[m / 3][m % 3];
    } else if (s->kind == PEER_SPHERES) {
        geom = dCreateSphere(NULL, (dReal)s->radius);
    } else if (s->kind == PEER_CAPSULES) {
        const double half = peer_capsule_frame(s, axis);
        geom = dCreateCapsule(NULL, (dReal)s->radius, (dReal)(2 * half));
    }
    if (geom == NULL)
        return NULL;
    dMatrix3 turn;
    for (int k = 0; k < 12; k++)
        turn[k] = k % 4 == 3 ? 0 : (dReal)axis[k % 4][k / 4];
    dGeomSetPosition(geom, (dReal)s->centre[0], (dReal)s->centre[1], (dReal)s->centre[2]);
    dGeomSetRotation(geom, turn);
    return geom;
}

static void *create(const sepal_solids *a, const sepal_solids *b) {
    const size_t of_a = sepal_solids_count(a), of_b = sepal_solids_count(b);
    shapes *s = malloc(sizeof *s + (of_a + of_b) * sizeof s->geom[0]);
    if (s == NULL)
        return NULL;
    dInitODE2(0);
    s->of_a = of_a;
    for (s->count = 0; s->count < of_a + of_b; s->count++) {
        const size_t i = s->count;
        peer_solid read;
        if (!peer_solid_read(i < of_a ? a : b, (uint32_t)(i < of_a ? i : i - of_a), &read) || (s->geom[i] = make(&read)) == NULL) {
            destroy(s);
            return NULL;
        }
    }
    return s;
}

static void overlap(void *handle, const sepal_pair *pairs, size_t count, uint64_t *bits) {
    const shapes *s = handle;
    dContactGeom contact;
    for (size_t i = 0; i < count; i++)
        peer_answer(bits, i, dCollide(s->geom[pairs[i].a], s->geom[s->of_a + pairs[i].b], 1, &contact, sizeof contact) > 0);
}

/* Of several contacts the deepest; a normal of ODE points towards the first geom. */
static void push(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_mtvs out) {
    const shapes *s = handle;
    dContactGeom contact[CONTACTS];
    for (size_t i = 0; i < count; i++) {
        const int found = dCollide(s->geom[pairs[i].a], s->geom[s->of_a + pairs[i].b], CONTACTS, contact, sizeof contact[0]);
        int best = 0;
        for (int k = 1; k < found; k++)
            best = contact[k].depth > contact[best].depth ? k : best;
        if (found > 0)
            solid_peer_push(out, i, -(double)contact[best].normal[0], -(double)contact[best].normal[1],
                            -(double)contact[best].normal[2], (double)contact[best].depth);
        else
            solid_peer_push(out, i, 1, 0, 0, -1);
    }
}

static void contacts(void *handle, const sepal_pair *pairs, size_t count, sepal_solid_contacts out) {
    const shapes *s = handle;
    dContactGeom contact[4];
    for (size_t i = 0; i < count; i++) {
        const int found = dCollide(s->geom[pairs[i].a], s->geom[s->of_a + pairs[i].b], 4, contact, sizeof contact[0]);
        out.count[i] = (uint8_t)found;
        for (int k = 0; k < found; k++) {
            const size_t at = 4 * i + (size_t)k;
            out.x[at] = (float)contact[k].pos[0], out.y[at] = (float)contact[k].pos[1], out.z[at] = (float)contact[k].pos[2];
            out.normal_x[i] = -(float)contact[k].normal[0], out.normal_y[i] = -(float)contact[k].normal[1];
            out.normal_z[i] = -(float)contact[k].normal[2];
            out.depth[at] = (float)contact[k].depth;
            out.feature[at] = (uint32_t)k;
        }
    }
}

const peer solid_peer_ode = {.name = "ode",
                             .overlap = overlap,
                             .destroy = destroy,
                             .solid_kinds = PEER_BOXES | PEER_SPHERES | PEER_CAPSULES,
                             .create_solids = create,
                             .push_solids = push,
                             .contacts_solids = contacts};
