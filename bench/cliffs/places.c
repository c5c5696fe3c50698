#include "places.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- Kinds ------------------------------------------------------------------------------------ */

#define PLAIN(type, least, most)                                                                                                   \
    { type, least, most, false, false }
#define ROUNDED(type, least, most)                                                                                                 \
    { type, least, most, true, false }
#define UPRIGHT(type, least, most)                                                                                                 \
    { type, least, most, false, true }
#define ALIKE(family) family, family

/* Name, in space, in the quick map, the families of a and b: type, least and most vertices, with radii, upright. */
const kind_row kinds[] = {
    {"plane: boxes", false, true, ALIKE(PLAIN(BODY_BOX, 4, 4))},
    {"plane: squares upright", false, false, ALIKE(UPRIGHT(BODY_BOX, 4, 4))},
    {"plane: triangles", false, true, ALIKE(PLAIN(BODY_POLYGON, 3, 3))},
    {"plane: 3-8", false, true, ALIKE(PLAIN(BODY_POLYGON, 3, 8))},
    {"plane: 9-16", false, false, ALIKE(PLAIN(BODY_POLYGON, 9, 16))},
    {"plane: 17-32", false, true, ALIKE(PLAIN(BODY_POLYGON, 17, 32))},
    {"plane: 64", false, true, ALIKE(PLAIN(BODY_POLYGON, 64, 64))},
    {"plane: 66", false, false, ALIKE(PLAIN(BODY_POLYGON, 66, 66))},
    {"plane: 128", false, false, ALIKE(PLAIN(BODY_POLYGON, 128, 128))},
    {"plane: 500", false, true, ALIKE(PLAIN(BODY_POLYGON, 500, 500))},
    {"plane: circles", false, false, ALIKE(ROUNDED(BODY_POINT, 1, 1))},
    {"plane: capsules", false, true, ALIKE(ROUNDED(BODY_SEGMENT, 2, 2))},
    {"plane: segments", false, false, ALIKE(PLAIN(BODY_SEGMENT, 2, 2))},
    {"plane: points", false, false, ALIKE(PLAIN(BODY_POINT, 1, 1))},
    {"plane: rounded boxes", false, true, ALIKE(ROUNDED(BODY_BOX, 4, 4))},
    {"plane: rounded 5-8", false, false, ALIKE(ROUNDED(BODY_POLYGON, 5, 8))},
    {"plane: rounded 64", false, true, ALIKE(ROUNDED(BODY_POLYGON, 64, 64))},
    {"plane: rounded 128", false, false, ALIKE(ROUNDED(BODY_POLYGON, 128, 128))},
    {"plane: box and circle", false, false, PLAIN(BODY_BOX, 4, 4), ROUNDED(BODY_POINT, 1, 1)},
    {"plane: box and capsule", false, false, PLAIN(BODY_BOX, 4, 4), ROUNDED(BODY_SEGMENT, 2, 2)},
    {"plane: box and segment", false, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_SEGMENT, 2, 2)},
    {"plane: box and 5-8", false, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_POLYGON, 5, 8)},
    {"plane: 3-8 and point", false, false, PLAIN(BODY_POLYGON, 3, 8), PLAIN(BODY_POINT, 1, 1)},
    {"plane: 3-8 and circle", false, true, PLAIN(BODY_POLYGON, 3, 8), ROUNDED(BODY_POINT, 1, 1)},
    {"plane: 64 and box", false, false, PLAIN(BODY_POLYGON, 64, 64), PLAIN(BODY_BOX, 4, 4)},
    {"plane: 64 and circle", false, false, PLAIN(BODY_POLYGON, 64, 64), ROUNDED(BODY_POINT, 1, 1)},
    {"plane: 500 and box", false, false, PLAIN(BODY_POLYGON, 500, 500), PLAIN(BODY_BOX, 4, 4)},
    {"space: boxes", true, true, ALIKE(PLAIN(BODY_BOX, 4, 4))},
    {"space: boxes upright", true, true, ALIKE(UPRIGHT(BODY_BOX, 4, 4))},
    {"space: parallelepipeds", true, false, ALIKE(PLAIN(BODY_SHEARED, 4, 4))},
    {"space: tetrahedra", true, true, ALIKE(PLAIN(BODY_HULL, 4, 4))},
    {"space: hulls of 8", true, false, ALIKE(PLAIN(BODY_HULL, 8, 8))},
    {"space: hulls of 16", true, true, ALIKE(PLAIN(BODY_HULL, 16, 16))},
    {"space: hulls of 32", true, false, ALIKE(PLAIN(BODY_HULL, 32, 32))},
    {"space: hulls of 64", true, true, ALIKE(PLAIN(BODY_HULL, 64, 64))},
    {"space: hulls of 65", true, true, ALIKE(PLAIN(BODY_HULL, 65, 65))},
    {"space: hulls of 100", true, false, ALIKE(PLAIN(BODY_HULL, 100, 100))},
    {"space: hulls of 200", true, false, ALIKE(PLAIN(BODY_HULL, 200, 200))},
    {"space: hulls of 500", true, false, ALIKE(PLAIN(BODY_HULL, 500, 500))},
    {"space: prisms of 3", true, false, ALIKE(PLAIN(BODY_PRISM, 3, 3))},
    {"space: prisms of 6", true, true, ALIKE(PLAIN(BODY_PRISM, 6, 6))},
    {"space: prisms of 12", true, false, ALIKE(PLAIN(BODY_PRISM, 12, 12))},
    {"space: prisms of 24", true, false, ALIKE(PLAIN(BODY_PRISM, 24, 24))},
    {"space: prisms of 32", true, true, ALIKE(PLAIN(BODY_PRISM, 32, 32))},
    {"space: prisms of 33", true, false, ALIKE(PLAIN(BODY_PRISM, 33, 33))},
    {"space: prisms of 64", true, false, ALIKE(PLAIN(BODY_PRISM, 64, 64))},
    {"space: prisms of 128", true, false, ALIKE(PLAIN(BODY_PRISM, 128, 128))},
    {"space: spheres", true, true, ALIKE(ROUNDED(BODY_POINT, 1, 1))},
    {"space: capsules", true, true, ALIKE(ROUNDED(BODY_SEGMENT, 2, 2))},
    {"space: segments", true, false, ALIKE(PLAIN(BODY_SEGMENT, 2, 2))},
    {"space: points", true, false, ALIKE(PLAIN(BODY_POINT, 1, 1))},
    {"space: flat triangles", true, true, ALIKE(PLAIN(BODY_FLAT, 3, 3))},
    {"space: flat 6-gons", true, false, ALIKE(PLAIN(BODY_FLAT, 6, 6))},
    {"space: rounded boxes", true, true, ALIKE(ROUNDED(BODY_BOX, 4, 4))},
    {"space: rounded hulls of 16", true, false, ALIKE(ROUNDED(BODY_HULL, 16, 16))},
    {"space: rounded hulls of 100", true, false, ALIKE(ROUNDED(BODY_HULL, 100, 100))},
    {"space: box and sphere", true, true, PLAIN(BODY_BOX, 4, 4), ROUNDED(BODY_POINT, 1, 1)},
    {"space: box and capsule", true, true, PLAIN(BODY_BOX, 4, 4), ROUNDED(BODY_SEGMENT, 2, 2)},
    {"space: box and prism of 12", true, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_PRISM, 12, 12)},
    {"space: box and hull of 16", true, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_HULL, 16, 16)},
    {"space: box and triangle", true, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_FLAT, 3, 3)},
    {"space: box and point", true, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_POINT, 1, 1)},
    {"space: box and segment", true, false, PLAIN(BODY_BOX, 4, 4), PLAIN(BODY_SEGMENT, 2, 2)},
    {"space: box and rounded box", true, false, PLAIN(BODY_BOX, 4, 4), ROUNDED(BODY_BOX, 4, 4)},
    {"space: triangle and hull of 16", true, false, PLAIN(BODY_FLAT, 3, 3), PLAIN(BODY_HULL, 16, 16)},
    {"space: triangle and capsule", true, true, PLAIN(BODY_FLAT, 3, 3), ROUNDED(BODY_SEGMENT, 2, 2)},
    {"space: triangle and sphere", true, false, PLAIN(BODY_FLAT, 3, 3), ROUNDED(BODY_POINT, 1, 1)},
    {"space: prism of 12 and capsule", true, false, PLAIN(BODY_PRISM, 12, 12), ROUNDED(BODY_SEGMENT, 2, 2)},
    {"space: prism of 32 and sphere", true, false, PLAIN(BODY_PRISM, 32, 32), ROUNDED(BODY_POINT, 1, 1)},
    {"space: hull of 32 and sphere", true, false, PLAIN(BODY_HULL, 32, 32), ROUNDED(BODY_POINT, 1, 1)},
    {"space: hull of 32 and point", true, false, PLAIN(BODY_HULL, 32, 32), PLAIN(BODY_POINT, 1, 1)},
    {"space: hull of 64 and box", true, false, PLAIN(BODY_HULL, 64, 64), PLAIN(BODY_BOX, 4, 4)},
    {"space: hull of 100 and box", true, false, PLAIN(BODY_HULL, 100, 100), PLAIN(BODY_BOX, 4, 4)},
    {"space: hull of 200 and sphere", true, false, PLAIN(BODY_HULL, 200, 200), ROUNDED(BODY_POINT, 1, 1)},
};
const int kind_count = sizeof kinds / sizeof *kinds;

bool kind_is_alike(const kind_row *k) {
    return k->a.type == k->b.type && k->a.least == k->b.least && k->a.most == k->b.most && k->a.is_round == k->b.is_round &&
           k->a.is_upright == k->b.is_upright;
}

static int family_vertices(const family *f, bool space) {
    bool is_box = f->type == BODY_BOX || f->type == BODY_SHEARED;
    return is_box ? (space ? 8 : 4) : f->type == BODY_PRISM ? 2 * f->most : f->most;
}

int kind_vertices(const kind_row *k) {
    int of_a = family_vertices(&k->a, k->space), of_b = family_vertices(&k->b, k->space);
    return of_a > of_b ? of_a : of_b;
}

/* --- Places ----------------------------------------------------------------------------------- */

/* Unless a row says otherwise a face of b is at the inside of a face of a. */
const place_row places[] = {
    {"near", PLACE_NEAR, TURNED, .in_quick = true},
    {"deep", PLACE_DEEP, TURNED, .in_quick = true},
    {"apart by 5 %", PLACE_APART, TURNED, .in_quick = true},
    {"touch, face on face", PLACE_ON, AS_MADE, .in_quick = true},
    {"touch, face on face", PLACE_ON, TURNED_EXACTLY, .in_quick = true},
    {"touch, face on face", PLACE_ON, TURNED, .in_quick = true},
    {"touch, face on face, aligned", PLACE_ON, AS_MADE, .in_quick = false, .where = IN_LINE},
    {"touch, face on face, aligned", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .where = IN_LINE},
    {"touch, mirrored (shared face)", PLACE_ON, AS_MADE, .in_quick = false, .where = MIRRORED},
    {"touch, mirrored (shared face)", PLACE_ON, TURNED_EXACTLY, .in_quick = true, .where = MIRRORED},
    {"touch, mirrored (shared face)", PLACE_ON, TURNED, .in_quick = false, .where = MIRRORED},
    {"touch, face on face, corner on border", PLACE_ON, AS_MADE, .in_quick = false, .where = AT_BORDER},
    {"touch, face on face, corner on border", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .where = AT_BORDER},
    {"touch, side on side", PLACE_ON, AS_MADE, .in_quick = false, .of_a = FEATURE_SIDE, .of_b = FEATURE_SIDE},
    {"touch, side on side", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_a = FEATURE_SIDE, .of_b = FEATURE_SIDE},
    {"touch, side on face", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_SIDE},
    {"touch, edge on edge", PLACE_ON, AS_MADE, .in_quick = false, .of_a = FEATURE_EDGE, .of_b = FEATURE_EDGE},
    {"touch, edge on edge", PLACE_ON, TURNED_EXACTLY, .in_quick = true, .of_a = FEATURE_EDGE, .of_b = FEATURE_EDGE},
    {"touch, edge on face", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_EDGE},
    {"touch, edge on face", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_b = FEATURE_EDGE},
    {"touch, vertex on face", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_VERTEX},
    {"touch, vertex on face", PLACE_ON, TURNED_EXACTLY, .in_quick = true, .of_b = FEATURE_VERTEX},
    {"touch, vertex on face", PLACE_ON, TURNED, .in_quick = false, .of_b = FEATURE_VERTEX},
    {"touch, vertex on border", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_VERTEX, .where = AT_BORDER},
    {"touch, vertex on border", PLACE_ON, TURNED_EXACTLY, .in_quick = true, .of_b = FEATURE_VERTEX, .where = AT_BORDER},
    {"touch, vertex on corner", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_VERTEX, .where = AT_CORNER},
    {"touch, vertex on vertex", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_a = FEATURE_VERTEX, .of_b = FEATURE_VERTEX,
     .where = AT_CORNER},
    {"1/4 above the border", PLACE_ON, AS_MADE, .in_quick = true, .of_b = FEATURE_VERTEX, .where = AT_BORDER, .gap = 0.25},
    {"1/4 above the border", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_b = FEATURE_VERTEX, .where = AT_BORDER, .gap = 0.25},
    {"2^-7 deep at the border", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_VERTEX, .where = AT_BORDER, .gap = -0x1p-7},
    {"lattice of halves", PLACE_LATTICE, AS_MADE, .in_quick = true, .gap = 0.5},
    {"lattice of halves", PLACE_LATTICE, TURNED_EXACTLY, .in_quick = false, .gap = 0.5},
    {"lattice of sixteenths", PLACE_LATTICE, AS_MADE, .in_quick = false, .gap = 0x1p-4},
    {"lattice of sixteenths", PLACE_LATTICE, TURNED_EXACTLY, .in_quick = true, .gap = 0x1p-4},
    {"rest, 2^-7 deep", PLACE_ON, AS_MADE, .in_quick = true, .gap = -0x1p-7},
    {"rest, 2^-7 deep", PLACE_ON, TURNED, .in_quick = true, .gap = -0x1p-7},
    {"rest, 2^-7 deep, aligned", PLACE_ON, TURNED, .in_quick = false, .where = IN_LINE, .gap = -0x1p-7},
    {"rest, 2^-7 deep, tilt 1e-6", PLACE_ON, TURNED, .in_quick = false, .gap = -0x1p-7, .tilt = 1e-6},
    {"rest, 2^-7 deep, tilt 1e-4", PLACE_ON, TURNED, .in_quick = true, .gap = -0x1p-7, .tilt = 1e-4},
    {"rest, 2^-7 deep, tilt 1e-2", PLACE_ON, TURNED, .in_quick = false, .gap = -0x1p-7, .tilt = 1e-2},
    {"rest on a side, 2^-7 deep", PLACE_ON, TURNED, .in_quick = false, .of_b = FEATURE_SIDE, .gap = -0x1p-7},
    {"gap 2^-20", PLACE_ON, AS_MADE, .in_quick = false, .gap = 0x1p-20},
    {"gap 2^-20", PLACE_ON, TURNED, .in_quick = true, .gap = 0x1p-20},
    {"gap 2^-10", PLACE_ON, AS_MADE, .in_quick = true, .gap = 0x1p-10},
    {"gap 2^-10", PLACE_ON, TURNED, .in_quick = false, .gap = 0x1p-10},
    {"gap 3/64", PLACE_ON, AS_MADE, .in_quick = false, .gap = 0x3p-6},
    {"gap 3/64", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .gap = 0x3p-6},
    {"gap 3/64", PLACE_ON, TURNED, .in_quick = true, .gap = 0x3p-6},
    {"gap 3/64, edge and face", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_b = FEATURE_EDGE, .gap = 0x3p-6},
    {"the same twice", PLACE_COPY, AS_MADE, .in_quick = false},
    {"the same twice", PLACE_COPY, TURNED, .in_quick = true},
    {"copies, one half size beside", PLACE_COPY, TURNED, .in_quick = true, .gap = 0.5},
    {"half as large, concentric", PLACE_HALF, AS_MADE, .in_quick = false},
    {"half as large, concentric", PLACE_HALF, TURNED, .in_quick = true},
    {"within, touching a face", PLACE_INSIDE, AS_MADE, .in_quick = true},
    {"within, touching a face", PLACE_INSIDE, TURNED_EXACTLY, .in_quick = false},
    {"within, touching a corner", PLACE_INSIDE, TURNED_EXACTLY, .in_quick = false, .where = AT_CORNER},
    {"near, 2^10 away", PLACE_NEAR, TURNED, .in_quick = false, .far = 0x1p10},
    {"touch, face on face, 2^10 away", PLACE_ON, TURNED, .in_quick = false, .far = 0x1p10},
    {"rest, 2^-7 deep, 2^10 away", PLACE_ON, TURNED, .in_quick = true, .gap = -0x1p-7, .far = 0x1p10},
    {"near, 2^20 away", PLACE_NEAR, TURNED, .in_quick = false, .far = 0x1p20},
    {"touch, face on face, 2^20 away", PLACE_ON, AS_MADE, .in_quick = false, .far = 0x1p20},
    {"touch, face on face, turned about up", PLACE_ON, AS_MADE, .in_quick = true, .spin = true},
    {"gap 2^-10, turned about up", PLACE_ON, AS_MADE, .in_quick = false, .gap = 0x1p-10, .spin = true},
    {"gap 2^-10, turned about up", PLACE_ON, TURNED, .in_quick = false, .gap = 0x1p-10, .spin = true},
    {"rest, 2^-7 deep, turned about up", PLACE_ON, TURNED, .in_quick = false, .gap = -0x1p-7, .spin = true},
    {"gap 2^-10, edge on edge", PLACE_ON, TURNED_EXACTLY, .in_quick = false, .of_a = FEATURE_EDGE, .of_b = FEATURE_EDGE,
     .gap = 0x1p-10},
    {"1/4 above a corner", PLACE_ON, AS_MADE, .in_quick = false, .of_b = FEATURE_VERTEX, .where = AT_CORNER, .gap = 0.25},
    {"touch, face on face, tilt 1e-6", PLACE_ON, TURNED, .in_quick = false, .tilt = 1e-6},
    {"rest, 2^-7 deep, aligned, tilt 1e-7", PLACE_ON, AS_MADE, .in_quick = false, .where = IN_LINE, .gap = -0x1p-7, .tilt = 1e-7},
    {"lattice of 1/256", PLACE_LATTICE, AS_MADE, .in_quick = false, .gap = 0x1p-8},
};
const int place_count = sizeof places / sizeof *places;

const char *place_name(const place_row *p) {
    static char text[80];
    if (p->how <= PLACE_APART)
        return p->name;
    snprintf(text, sizeof text, "%s %c", p->name, p->frame);
    return text;
}

static bool has_side(const family *f) {
    return f->type == BODY_PRISM;
}

static bool has_face(const family *f, bool space) {
    return f->type != BODY_POINT && (f->type != BODY_SEGMENT || !space);
}

bool place_suits(const place_row *p, const kind_row *k) {
    bool needs_copy =
        p->how == PLACE_COPY || p->how == PLACE_HALF || p->where == MIRRORED || (p->how == PLACE_INSIDE && p->where == AT_CORNER);
    if (needs_copy && !kind_is_alike(k))
        return false;
    if ((p->of_a == FEATURE_SIDE && !has_side(&k->a)) || (p->of_b == FEATURE_SIDE && !has_side(&k->b)))
        return false;
    if (p->how == PLACE_LATTICE && kind_vertices(k) > (k->space ? 64 : 16)) /* polygons have no so many vertices on a lattice */
        return false;
    bool turns = p->frame == TURNED_EXACTLY || p->tilt != 0 || p->spin || (p->frame == TURNED && p->how >= PLACE_ON);
    if ((k->a.is_upright || k->b.is_upright) && turns)
        return false;
    if (p->spin && !k->space)
        return false;
    if (p->how == PLACE_ON && p->of_a == FEATURE_FACE && p->of_b == FEATURE_EDGE && (!k->space || !has_face(&k->b, true)))
        return false;
    if (p->where == MIRRORED && !has_face(&k->a, k->space))
        return false;
    return p->far < 0x1p16 || k->space || kind_vertices(k) <= 4; /* there a rounded polygon is no longer convex */
}

static void add_scaled(double by, const double x[3], double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] += by * x[k];
}

/* Anywhere near each other: up is the direction from a to b. */
static void put_anywhere(const kind_row *k, const place_row *p, body *a, body *b, double up[3], double side[3]) {
    const bool space = k->space;
    double at[3] = {0, 0, 0}, length;
    make_body(&k->a, space, FEATURE_FACE, a);
    make_body(&k->b, space, FEATURE_FACE, b);
    if (!k->a.is_upright && !k->b.is_upright) {
        turn turn_a = any_turn(space), turn_b = any_turn(space);
        turn_body(&turn_a, a);
        turn_body(&turn_b, b);
    }
    double *const vectors[2] = {up, side};
    for (int i = 0; i < 2; i++) { /* unit vectors, the second across the first */
        for (int c = 0; c < 3; c++)
            vectors[i][c] = c < 2 || space ? random_between(-1, 1) : 0;
        if (i == 1)
            add_scaled(-dot_product(up, side), up, side);
        length = sqrt(dot_product(vectors[i], vectors[i]));
        for (int c = 0; c < 3; c++)
            vectors[i][c] /= length;
    }
    const double down[3] = {-up[0], -up[1], -up[2]}, size = body_extent(a) + body_extent(b);
    double far = body_support(a, up) + body_support(b, down) + 0.05 * (size + 0.1);
    if (p->how == PLACE_NEAR) /* uniform in a ball, so that some two in five meet */
        far = 1.15 * size * pow(random_between(0, 1), space ? 1.0 / 3 : 0.5);
    else if (p->how == PLACE_DEEP)
        far = 0.1 * size * random_between(0, 1);
    add_scaled(far, up, at);
    move_body(at, b);
}

static void put_on_lattice(const kind_row *k, const place_row *p, body *a, body *b) {
    double at[3] = {0, 0, 0};
    make_lattice_body(&k->a, k->space, p->gap, a);
    make_lattice_body(&k->b, k->space, p->gap, b);
    for (int c = 0; c < (k->space ? 3 : 2); c++)
        at[c] = p->gap * (random_below((int)(3 / p->gap) + 1) - (int)(1.5 / p->gap));
    move_body(at, b);
}

/* The features of b before it is moved: its lowest is at the highest of a, or, inside, highest at highest. */
static void make_both(const kind_row *k, const place_row *p, body *a, body *b) {
    const bool is_copy = kind_is_alike(k) && (p->how != PLACE_ON || p->where == MIRRORED);
    const int u = k->space ? 2 : 1;
    make_body(&k->a, k->space, p->of_a == FEATURE_SIDE && !has_side(&k->a) ? FEATURE_FACE : p->of_a, a);
    if (is_copy)
        *b = *a;
    else
        make_body(&k->b, k->space, p->of_b, b);
    if (p->how == PLACE_ON) /* upside down */
        for (int i = 0; i < b->count; i++)
            b->p[i][u] = -b->p[i][u];
    else if (p->how == PLACE_HALF || p->how == PLACE_INSIDE)
        scale_body(is_copy ? 0.5 : 0.25, b);
    if (p->spin) {
        turn t = turn_about_up(k->space, p->frame != TURNED);
        double radius = b->radius;
        turn_body(&t, b);
        b->radius = radius;
    }
    if (p->tilt != 0) {
        double angle = random_between(0, 2 * 3.14159265358979);
        turn t = k->space ? turn_of(1, p->tilt / 2 * cos(angle), p->tilt / 2 * sin(angle), 0, 0) : turn_of(1, 0, 0, p->tilt / 2, 0);
        turn_body(&t, b);
    }
}

/* Feature to feature; up is across them. */
static void put_on(const kind_row *k, const place_row *p, body *a, body *b) {
    static double top[BODY_MOST][3], low[BODY_MOST][3];
    const int u = k->space ? 2 : 1;
    double at[3] = {0, 0, 0};
    make_both(k, p, a, b);
    if (p->how == PLACE_COPY || p->how == PLACE_HALF) {
        at[0] = p->gap;
        move_body(at, b);
        return;
    }
    const int count_top = body_feature_of(a, u, 1, top), count_low = body_feature_of(b, u, p->how == PLACE_ON ? -1 : 1, low);
    const int i = random_below(count_top), j = random_below(count_low);
    const double *x = top[i], *y = top[(i + 1) % count_top], *z = top[(i + 2) % count_top];
    const double *q = low[j], *r = low[(j + 1) % count_low];
    for (int c = 0; c < 3; c++) {
        if (p->where == AT_INSIDE && p->how == PLACE_ON)
            at[c] = (x[c] + y[c] + 2 * z[c]) / 4 - (q[c] + r[c]) / 2;
        else if (p->where == AT_BORDER)
            at[c] = (x[c] + y[c]) / 2 - q[c];
        else if (p->where == AT_CORNER)
            at[c] = x[c] - q[c];
    }
    if (p->how == PLACE_ON)
        at[u] = x[u] + a->radius - (q[u] - b->radius) + p->gap;
    else
        at[u] = x[u] + a->radius - (q[u] + b->radius);
    move_body(at, b);
}

void put_pair(const kind_row *k, const place_row *p, body *a, body *b, double up[3], double side[3]) {
    if (p->how <= PLACE_APART) {
        put_anywhere(k, p, a, b, up, side);
    } else {
        const bool stays = k->a.is_upright && p->frame == TURNED;
        const turn both = p->frame == AS_MADE || stays ? no_turn : p->frame == TURNED ? any_turn(k->space) : exact_turn(k->space);
        for (int c = 0; c < 3; c++) {
            up[c] = c == (k->space ? 2 : 1);
            side[c] = c == 0;
        }
        if (p->how == PLACE_LATTICE)
            put_on_lattice(k, p, a, b);
        else
            put_on(k, p, a, b);
        turn_body(&both, a);
        turn_body(&both, b);
        turn_vector(&both, up);
        turn_vector(&both, side);
    }
    const double far[3] = {p->far, -p->far / 2, k->space ? p->far / 4 : 0};
    move_body(far, a);
    move_body(far, b);
}
