/* solids_scalar_push.c — the face of the Minkowski difference K that is nearest to the origin inside.
 *
 * It is that of solids_scalar_grow.c, if exact signs agree. If not, they look for one: the expanding polytope of van den Bergen,
 * "Proximity queries and penetration depth computation on 3D game objects", GDC 2001: a polytope with corners from K; its face
 * nearest to the origin; the member farthest along the normal of that face. If that is not beyond the face, the face is one of K,
 * and no other is nearer, since the polytope is inside of K. Else the polytope takes it in. Which faces a member is beyond is
 * decided exactly: so the polytope is always convex, however thin its faces are. Which face is nearest is decided in double, and the
 * answer is that of a true face of K.
 *
 * If that takes a polytope with more corners than there is room for, the directions from the origin are divided into regions, and
 * each has a polytope of its own: of it only faces count through which a direction of the region leads, for the nearest point of
 * the boundary lies in one of these directions, and the face through which it leads is not farther than that point. If even small
 * regions take too many corners, all directions that the normal of a face can have are tried instead: those normal to three
 * vertices of one core, and to two of each. */
#include "../../core/arithmetic.h"

#include "../../core/compiler.h"
#include "../../core/d3.h"
#include "push.h"
#include <math.h>

enum { MOST_CORNERS = 256, MOST_FACES = 2 * MOST_CORNERS, MOST_RIM = 512 };

/* A cone of directions, that of three. */
typedef struct region {
    double corner[3][3];
    int level;
} region;

/* Corners in the order that has the outside in front; how far the plane is from the origin, negative if that is outside; infinity if
 * no direction of the region leads through the face. */
typedef struct hull_face {
    uint8_t corner[3];
    double distance;
} hull_face;

typedef struct polytope {
    const sepal_cores *cores;
    const region *within; /* NULL: all directions */
    int corners, faces;
    sepal_member corner[MOST_CORNERS];
    hull_face face[MOST_FACES];
} polytope;

/* More of a cross product than this, of its length, is not left to rounding. */
#define UNSURE 0x1p-44

/* More than the error of a distance, of the magnitude of a member in the plane. */
#define DISTANCE_ERROR 0x1p-42

/* How far the plane of three members is from the origin. The signs of n and n . w are exact if they need be; the rest is rounded,
 * by at most DISTANCE_ERROR. */
static double distance_of(sepal_nearest *plane, const sepal_cores *cores) {
    if (plane->n.near.error > UNSURE * d3_length(plane->n.near.x))
        sepal_exact_refine(&plane->n, cores);
    if (plane->w[0].near.error > 0)
        sepal_exact_refine(&plane->w[0], cores);
    const double *n = plane->n.near.x, *w = plane->w[0].near.x;
    return d3_dot(n, w) / d3_length(n);
}

/* The edges are differences of members, whatever vertices these have in common: so distances in double, which choose among faces that are
 * about as near, have one definition. */
static void set_plane(const polytope *p, const hull_face *f, sepal_nearest *out) {
    out->count = 3;
    for (int k = 0; k < 3; k++) {
        out->member[k] = p->corner[f->corner[k]];
        sepal_exact_member(&out->w[k], p->cores, out->member[k]);
    }
    for (int k = 0; k < 2; k++)
        sepal_exact_minus(&out->edge[k], &out->w[k + 1], &out->w[0]);
    sepal_exact_cross(&out->n, &out->edge[0], &out->edge[1]);
}

/* More than the rounding of the sign that tells on which side of a plane of the region a corner is, of the corner. */
#define REGION_ERROR 0x1p-44

/* Is the face certainly beyond one of the three planes of the region? */
static bool is_outside(const region *r, const sepal_nearest *f) {
    for (int k = 0; k < 3; k++) {
        const double *a = r->corner[k], *b = r->corner[(k + 1) % 3];
        double m[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
        bool all = true;
        for (int c = 0; c < 3; c++) {
            const double *w = f->w[c].near.x;
            double size = (fabs(w[0]) + fabs(w[1])) + fabs(w[2]);
            all = all && (m[0] * w[0] + m[1] * w[1]) + m[2] * w[2] < -(REGION_ERROR * size + 4 * f->w[c].near.error);
        }
        if (all)
            return true;
    }
    return false;
}

static SEPAL_NOINLINE void add_face(polytope *p, int a, int b, int c) {
    sepal_nearest plane;
    hull_face *f = &p->face[p->faces++];
    f->corner[0] = (uint8_t)a, f->corner[1] = (uint8_t)b, f->corner[2] = (uint8_t)c;
    set_plane(p, f, &plane);
    f->distance = distance_of(&plane, p->cores);
    const double *w = plane.w[0].near.x;
    bool inside = f->distance > DISTANCE_ERROR * ((fabs(w[0]) + fabs(w[1])) + fabs(w[2])); /* the origin, of the plane */
    if (p->within != NULL && inside && is_outside(p->within, &plane))
        f->distance = INFINITY;
}

/* --- The first polytope ----------------------------------------------------------------------- */

/* Up to four members that are affinely independent, as many as there are. turned: the fourth one is in front of the others. */
typedef struct push_start {
    int count;
    sepal_member member[4];
    bool turned;
} push_start;

/* The members, the differences of the first and the others, and the product of the first two of these. */
typedef struct start_vectors {
    sepal_exact w[4], edge[3], normal;
} start_vectors;

static void find_start_vectors(const sepal_cores *cores, push_start *s, start_vectors *v) {
    s->count = 1;
    s->turned = false;
    s->member[0] = sepal_cores_spanning(cores, 0);
    sepal_exact_member(&v->w[0], cores, s->member[0]);
    for (uint32_t k = 1; k < cores->size_a + cores->size_b && s->count < 4; k++) {
        sepal_exact *w = &v->w[s->count], *edge = &v->edge[s->count - 1];
        sepal_exact_member(w, cores, sepal_cores_spanning(cores, k));
        sepal_exact_minus(edge, w, &v->w[0]);
        bool more;
        if (s->count == 1) {
            more = !sepal_exact_is_zero(edge, cores);
        } else if (s->count == 2) {
            sepal_exact_cross(&v->normal, &v->edge[0], edge);
            more = !sepal_exact_is_zero(&v->normal, cores);
        } else {
            int side = sepal_exact_dot_sign(&v->normal, edge, cores);
            s->turned = side > 0;
            more = side != 0;
        }
        if (more)
            s->member[s->count++] = sepal_cores_spanning(cores, k);
    }
}

/* Not inlined, so that the vectors are not on the stack during the search. */
static SEPAL_NOINLINE void find_start(const sepal_cores *cores, push_start *s) {
    start_vectors v;
    find_start_vectors(cores, s, &v);
}

static void set_tetrahedron(polytope *p, const push_start *s) {
    int one = s->turned ? 2 : 1, two = s->turned ? 1 : 2;
    for (int k = 0; k < 4; k++)
        p->corner[k] = s->member[k];
    p->corners = 4;
    p->faces = 0;
    add_face(p, 0, one, two);
    add_face(p, 0, two, 3);
    add_face(p, two, one, 3);
    add_face(p, one, 0, 3);
}

/* --- Expanding it ----------------------------------------------------------------------------- */

/* Is a member, whose place this is, certainly behind a face? By places in double, found anew, since those of all corners need much of the
 * stack. */
static bool is_surely_behind(const polytope *p, const hull_face *f, const double place[3]) {
    double at[3][3], error;
    for (int k = 0; k < 3; k++)
        sepal_place_of_member(p->cores, p->corner[f->corner[k]], at[k]);
    return sepal_place_height(at[0], at[1], at[2], place, sepal_places_wrong(p->cores), &error) < -error;
}

/* Takes away the faces that a member is beyond, and notes their rim; false if there is no room. Not inlined, so that the plane of one
 * face is not on the stack while others are added. */
static SEPAL_NOINLINE bool open_towards(polytope *p, sepal_member member, sepal_grow_rim *r) {
    sepal_exact w, step;
    double place[3];
    sepal_exact_member(&w, p->cores, member);
    sepal_place_of_member(p->cores, member, place);
    for (int k = 0; k < p->faces;) {
        sepal_nearest plane;
        hull_face f = p->face[k];
        if (is_surely_behind(p, &f, place)) {
            k++;
            continue;
        }
        set_plane(p, &f, &plane);
        sepal_exact_minus(&step, &w, &plane.w[0]);
        if (sepal_exact_dot_sign(&plane.n, &step, p->cores) <= 0) {
            k++;
            continue;
        }
        for (int e = 0; e < 3; e++)
            if (!sepal_grow_rim_note(r, f.corner[e], f.corner[(e + 1) % 3]))
                return false;
        p->face[k] = p->face[--p->faces];
    }
    return true;
}

/* Takes in a member that is beyond some face; false if there is no room. */
static SEPAL_NOINLINE bool expand(polytope *p, sepal_member member) {
    uint16_t room[MOST_RIM];
    sepal_grow_rim r = {0, MOST_RIM, room};
    if (p->corners == MOST_CORNERS || !open_towards(p, member, &r))
        return false;
    p->corner[p->corners] = member;
    for (int k = 0; k < r.count; k++)
        add_face(p, sepal_grow_rim_from(&r, k), sepal_grow_rim_to(&r, k), p->corners);
    p->corners++;
    return true;
}

static int nearest_of(const polytope *p) {
    int best = 0;
    for (int k = 1; k < p->faces; k++)
        if (p->face[k].distance < p->face[best].distance)
            best = k;
    return best;
}

/* Is no member beyond a face? If one is, the farthest. */
static SEPAL_NOINLINE bool is_of_all(const polytope *p, const hull_face *f, sepal_member *farthest) {
    sepal_nearest plane;
    set_plane(p, f, &plane);
    return sepal_nearest_is_outermost(&plane, p->cores, farthest);
}

/* The nearest face so far. */
typedef struct record {
    double distance;
    sepal_member member[3];
} record;

/* Looks for a nearer face in the region. False if there is no room. */
static bool improve(polytope *p, const push_start *s, record *best) {
    set_tetrahedron(p, s);
    for (;;) {
        const hull_face *f = &p->face[nearest_of(p)];
        sepal_member farthest;
        if (f->distance >= best->distance)
            return true;
        if (is_of_all(p, f, &farthest)) {
            best->distance = f->distance;
            for (int k = 0; k < 3; k++)
                best->member[k] = p->corner[f->corner[k]];
            return true;
        }
        if (!expand(p, farthest))
            return false;
    }
}

/* --- Region by region ------------------------------------------------------------------------- */

enum { MOST_LEVELS = 12, MOST_REGIONS = 8 + 3 * MOST_LEVELS };

/* The quarters of a region: those at its corners, and the middle one. */
static void quarter_region(const region *r, region out[4]) {
    double middle[3][3]; /* of corners k and k + 1 */
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
            middle[k][c] = (r->corner[k][c] + r->corner[(k + 1) % 3][c]) / 2;
    for (int k = 0; k < 4; k++) {
        out[k].level = r->level + 1;
        for (int c = 0; c < 3; c++) {
            out[k].corner[0][c] = k < 3 ? r->corner[k][c] : middle[0][c];
            out[k].corner[1][c] = k < 3 ? middle[k][c] : middle[1][c];
            out[k].corner[2][c] = k < 3 ? middle[(k + 2) % 3][c] : middle[2][c];
        }
    }
}

/* The eight octants, counterclockwise seen from outside. */
static int octants(region *out) {
    for (int k = 0; k < 8; k++) {
        double x = k & 1 ? -1 : 1, y = k & 2 ? -1 : 1, z = k & 4 ? -1 : 1;
        bool turned = x * y * z < 0;
        out[k] = (region){{{x, 0, 0}, {0, turned ? 0 : y, turned ? z : 0}, {0, turned ? y : 0, turned ? 0 : z}}, 0};
    }
    return 8;
}

/* False if some region of the last level has no room. */
static SEPAL_NOINLINE bool improve_in_regions(polytope *p, const push_start *s, record *best) {
    region waiting[MOST_REGIONS];
    int count = octants(waiting);
    while (count > 0) {
        region at = waiting[--count];
        p->within = &at;
        bool improved = improve(p, s, best);
        p->within = NULL;
        if (improved)
            continue;
        if (at.level == MOST_LEVELS)
            return false;
        quarter_region(&at, &waiting[count]);
        count += 4;
    }
    return true;
}

/* --- All directions --------------------------------------------------------------------------- */

typedef struct search {
    const sepal_cores *cores;
    double least;
    sepal_vertex from[2], to[2]; /* the best direction is normal to these two lines */
    bool turned;
    sepal_member member;
} search;

static SEPAL_NOINLINE void set_lines(sepal_nearest *out, const sepal_cores *cores, const sepal_vertex from[2],
                                     const sepal_vertex to[2], bool turned) {
    sepal_exact_between(&out->edge[turned ? 1 : 0], cores, from[0], to[0]);
    sepal_exact_between(&out->edge[turned ? 0 : 1], cores, from[1], to[1]);
    sepal_exact_cross(&out->n, &out->edge[0], &out->edge[1]);
    out->count = 3;
}

/* Tries both directions normal to two lines. */
static void try_lines(search *s, sepal_vertex a, sepal_vertex b, sepal_vertex c, sepal_vertex d) {
    const sepal_vertex from[2] = {a, c}, to[2] = {b, d};
    for (int turned = 0; turned < 2; turned++) {
        sepal_nearest plane;
        set_lines(&plane, s->cores, from, to, turned == 0); /* the support is least along n: so farthest along its opposite */
        if (sepal_exact_is_zero(&plane.n, s->cores))
            return;
        sepal_member member = sepal_exact_support(s->cores, &plane.n);
        set_lines(&plane, s->cores, from, to, turned != 0);
        sepal_exact_member(&plane.w[0], s->cores, member);
        double distance = distance_of(&plane, s->cores);
        if (distance < s->least) {
            s->least = distance;
            s->from[0] = a, s->from[1] = c, s->to[0] = b, s->to[1] = d;
            s->turned = turned != 0;
            s->member = member;
        }
    }
}

static void try_triangles(search *s, bool of_b) {
    uint32_t first = sepal_cores_first(s->cores, of_b), end = sepal_cores_end(s->cores, of_b);
    for (uint32_t i = first; i < end; i++)
        for (uint32_t j = i + 1; j < end; j++)
            for (uint32_t k = j + 1; k < end; k++)
                try_lines(s, (sepal_vertex){of_b, i}, (sepal_vertex){of_b, j}, (sepal_vertex){of_b, i}, (sepal_vertex){of_b, k});
}

static SEPAL_NOINLINE void try_all(const sepal_cores *cores, sepal_nearest *out) {
    search s = {.cores = cores, .least = INFINITY};
    try_triangles(&s, false);
    try_triangles(&s, true);
    for (uint32_t i = 0; i < cores->size_a; i++)
        for (uint32_t j = i + 1; j < cores->size_a; j++)
            for (uint32_t k = cores->first_b; k < cores->first_b + cores->size_b; k++)
                for (uint32_t m = k + 1; m < cores->first_b + cores->size_b; m++)
                    try_lines(&s, (sepal_vertex){false, i}, (sepal_vertex){false, j}, (sepal_vertex){true, k},
                              (sepal_vertex){true, m});
    set_lines(out, cores, s.from, s.to, s.turned);
    sepal_exact_member(&out->w[0], cores, s.member);
}

/* --- Both ------------------------------------------------------------------------------------- */

/* Not inlined, so that its polytope is not on the stack during the first attempt. */
static SEPAL_NOINLINE bool find_nearest_exactly(const sepal_cores *cores, sepal_nearest *out) {
    push_start s;
    find_start(cores, &s);
    if (s.count < 4)
        return false;
    polytope p;
    record best = {.distance = INFINITY};
    p.cores = cores;
    p.within = NULL;
    if (improve(&p, &s, &best) || improve_in_regions(&p, &s, &best))
        sepal_nearest_set(out, cores, 3, best.member);
    else
        try_all(cores, out);
    return true;
}

/* Where the cores touch, many faces may be as near. */
bool sepal_solids_scalar_nearest_face(sepal_cores *cores, sepal_nearest *out) {
    sepal_member face[3];
    bool around;
    const bool grown = sepal_solids_scalar_grown_face(cores, out, &around);
    if (!around && sepal_solids_scalar_touched_face(cores, face)) {
        sepal_nearest_set(out, cores, 3, face);
        return true;
    }
    return grown || find_nearest_exactly(cores, out);
}

void sepal_solids_scalar_flat_normal(const sepal_cores *cores, float normal[3]) {
    push_start s;
    start_vectors v;
    sepal_nearest direction;
    find_start_vectors(cores, &s, &v);
    normal[0] = 1, normal[1] = normal[2] = 0;
    if (s.count == 1)
        return;
    sepal_exact_refine(&v.edge[0], cores); /* a short edge may be lost beside its place */
    int least = 0;                         /* the coordinate axis farthest from a line */
    for (int k = 1; k < 3; k++)
        least = fabs(v.edge[0].near.x[k]) < fabs(v.edge[0].near.x[least]) ? k : least;
    sepal_exact_axis(&v.w[3], least);
    sepal_exact_cross(&direction.n, &v.edge[0], s.count == 3 ? &v.edge[1] : &v.w[3]);
    direction.count = 3;
    sepal_nearest_direction(&direction, cores, 1, normal);
}
