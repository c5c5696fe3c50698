/* cores.h — one pair of cores as vertices in double, for searches that take one pair at a time. They are compiled once; what is asked about
 * all vertices has these in lanes, of the instruction set of the caller (solids_kernel_overlap.c).
 *
 * Coordinates are relative to a vertex of the pair, so that their rounding errors are in proportion to its extent R wherever it is
 * (docs/numerics/solids_kernels.md, "Pushes of hulls"). */
#ifndef SEPAL_SOLIDS_KERNEL_CORES_H
#define SEPAL_SOLIDS_KERNEL_CORES_H

#include "../given.h"
#include "../scalar/push.h"
#include "query.h"

/* The most vertices of a core, and of both together with what fills up the last lanes: as many as the stack has room for, two of 504 or
 * what takes no more; with two copies of b, which sweeps need, fewer. */
enum { CORE_VERTICES = 512, CORE_ROOM = 1008, CORE_ROOM_MOVING = 768 };

typedef struct core_room {
    double *at; /* three times as many */
    uint32_t vertices, copies_of_b;
} core_room;

/* The vertices of one core. What fills up the last lanes are the last ones. */
typedef struct core_vertices {
    uint32_t size;
    bool box; /* bits 0, 1, 2 of the number of a vertex say on which side of u, v, w it is */
    double *at[3];
} core_vertices;

/* A member w = b - a. */
typedef struct core_member {
    uint32_t a, b;
    double w[3];
} core_member;

/* What has vertices in lanes. load: the vertices of a solid, from a place; extent: no vertex has a greater sum of coordinates. support: the
 * member of greatest n . w, as far as double can tell. are_behind: false if n . v - base of a vertex is below -error; open: receives a bit for
 * each vertex where it is not above error. grow: the face of ../scalar/polytope.h. */
struct core_searches {
    void (*load)(const sepal_solids *set, uint32_t index, const double origin[3], core_vertices *out);
    double (*extent)(const core_vertices *c);
    void (*support)(const solid_core_pair *p, const double n[3], core_member *out);
    bool (*are_behind)(const core_vertices *c, const double n[3], double base, double error, uint64_t open[CORE_VERTICES / 64]);
    bool (*grow)(const solid_core_pair *p, sepal_grown *out);
};

struct solid_core_pair {
    const core_searches *searches;
    core_vertices a, b;
    double extent;     /* R: no vertex has a greater sum of coordinates */
    double inner[3];   /* a point well inside of K, about */
    double shift[3];   /* by which b has moved, its vertices being where they were */
    double aside;      /* how far the origin may be from its place; 0 of cores that are exact */
    double spread;     /* if so, no two vertices of one core are farther from each other */
    bool exact;        /* no coordinate of a vertex or member is rounded, and no difference of two */
    double unit;       /* if so, all of them are integers times 1 / unit, which is a power of two */
    double edges;      /* if so, edges are integers times edges / unit, and parts have them divided by it */
    sepal_given given; /* of two hulls that do not move, if double does not hold all differences; else x is NULL */
};

static inline uint32_t solid_core_lanes(uint32_t size) {
    return (size + 7) & ~(uint32_t)7;
}

static inline void solid_load_core(const sepal_solids *set, uint32_t index, const double origin[3], core_vertices *out) {
    out->size = set->heads[index].size;
    out->box = sepal_solid_is_box(set, index);
    for (int k = 0; k < 3; k++) {
        double *to = out->at[k];
        if (out->box) {
            const sepal_box_exact *box = sepal_solid_exact(set, index);
            double c = (double)box->c[k] - origin[k], g[3] = {(double)box->u[k], (double)box->v[k], (double)box->w[k]};
            for (unsigned i = 0; i < 8; i++)
                to[i] = c + ((i & 1 ? g[0] : -g[0]) + ((i & 2 ? g[1] : -g[1]) + (i & 4 ? g[2] : -g[2])));
            continue;
        }
        const uint32_t padded = sepal_solid_padded(out->size);
        const float *from = sepal_solid_x(set, index) + (size_t)k * padded;
        const double begin = origin[k]; /* read once, as `to` might be where it is */
        const uint32_t end = solid_core_lanes(out->size);
        for (uint32_t i = 0; i < end; i += 4) {
            const float *const four = from + (i < padded ? i : padded - 4);
            for (uint32_t lane = 0; lane < 4; lane++)
                to[i + lane] = (double)four[lane] - begin;
        }
    }
}

static inline double solid_extent_of(const core_vertices *c) {
    wd most = wd_set1(0);
    for (uint32_t i = 0; i < solid_core_lanes(c->size); i += WD_LANES)
        most = wd_max(most,
                      wd_add(wd_add(wd_abs(wd_load(c->at[0] + i)), wd_abs(wd_load(c->at[1] + i))), wd_abs(wd_load(c->at[2] + i))));
    return wd_greatest(most);
}

/* Coordinates are multiples of 2^low, and less than 2^high. */
static inline void set_core_unit(int low, int high, solid_core_pair *out) {
    out->given = (sepal_given){{NULL, NULL}, {0, 0}};
    out->exact = high - low <= CORE_SPAN_EXACT;
    out->edges = 1;
    const uint64_t bits = (uint64_t)(1023 - low) << 52; /* 2^-low, as ldexp does not make it in a few steps */
    memcpy(&out->unit, &bits, sizeof bits);
}

static inline bool find_core_extent(solid_core_pair *out) {
    out->extent = fmax(out->searches->extent(&out->a), out->searches->extent(&out->b)) * (1 + 0x1p-50);
    return out->extent > 0x1p-120 && out->extent < 0x1p120;
}

/* False if they have more vertices than there is room for. The room must stay where it is. */
static inline bool solid_load_cores(const solids_query *q, sepal_pair pair, const core_searches *searches, core_room room,
                                    solid_core_pair *out) {
    double origin[3];
    const uint32_t of_a = solid_core_lanes(q->a->heads[pair.a].size);
    const uint32_t of_b = room.copies_of_b * solid_core_lanes(q->b->heads[pair.b].size);
    if (q->a->heads[pair.a].size > CORE_VERTICES || q->b->heads[pair.b].size > CORE_VERTICES || of_a + of_b > room.vertices)
        return false;
    for (uint32_t k = 0; k < 3; k++) {
        out->a.at[k] = room.at + (size_t)k * of_a;
        out->b.at[k] = room.at + 3 * (size_t)of_a + (size_t)k * of_b;
        origin[k] = sepal_solid_is_box(q->a, pair.a)
                        ? (double)sepal_solid_exact(q->a, pair.a)->c[k]
                        : (double)sepal_solid_x(q->a, pair.a)[(size_t)k * sepal_solid_padded(q->a->heads[pair.a].size)];
    }
    out->searches = searches;
    memset(out->shift, 0, sizeof out->shift);
    out->aside = out->spread = 0;
    searches->load(q->a, pair.a, origin, &out->a);
    searches->load(q->b, pair.b, origin, &out->b);
    const sepal_solid_ball *ball_a = &q->a->balls[pair.a], *ball_b = &q->b->balls[pair.b];
    out->inner[0] = (double)ball_b->x - (double)ball_a->x;
    out->inner[1] = (double)ball_b->y - (double)ball_a->y;
    out->inner[2] = (double)ball_b->z - (double)ball_a->z;
    int low, high;
    find_core_span(q, pair, &low, &high);
    set_core_unit(low, high, out);
    return find_core_extent(out);
}

/* What the distance of cores is compared with: the radii and the margin. False if their sum is rounded. */
static inline bool add_reach_exactly(double a, double b, double margin, double *sum) {
    const double radii = a + b;
    *sum = radii + margin;
    return radii - a == b && radii - b == a && *sum - radii == margin && *sum - margin == radii;
}

/* Notes where the coordinates of two hulls are, of which double does not hold all differences (cores_part.h, "Twice the digits"). */
static inline void note_given(const solids_query *q, sepal_pair pair, solid_core_pair *p) {
    if (p->exact || p->a.box || p->b.box)
        return;
    p->given = (sepal_given){{sepal_solid_x(q->a, pair.a), sepal_solid_x(q->b, pair.b)},
                             {sepal_solid_padded(p->a.size), sepal_solid_padded(p->b.size)}};
}

/* --- Members of the Minkowski difference ------------------------------------------------------------------------------------------ */

static inline void set_member(const solid_core_pair *p, uint32_t a, uint32_t b, core_member *out) {
    out->a = a;
    out->b = b;
    for (int k = 0; k < 3; k++)
        out->w[k] = (p->b.at[k][b] + p->shift[k]) - p->a.at[k][a];
}

/* n . v of the vertices, of all lanes; rounded in the order of the reference. */
static inline wd along_lanes(const core_vertices *c, const double n[3], uint32_t i) {
    return wd3_dot_in_order((wd3){wd_set1(n[0]), wd_set1(n[1]), wd_set1(n[2])},
                            (wd3){wd_load(c->at[0] + i), wd_load(c->at[1] + i), wd_load(c->at[2] + i)});
}

/* The first of the vertices of greatest n . v as rounded. */
static inline uint32_t farthest_of(const core_vertices *c, const double n[3]) {
    wd most = along_lanes(c, n, 0), at = wd_set1(0), first = at;
    for (uint32_t i = WD_LANES; i < c->size; i += WD_LANES) {
        wd along = along_lanes(c, n, i);
        first = wd_add(first, wd_set1(WD_LANES));
        at = wd_select(wd_gt(along, most), first, at);
        most = wd_max(along, most);
    }
    unsigned best = wdm_bits(wd_eq(most, wd_set1(wd_greatest(most))));
    if (c->size <= WD_LANES)
        return sepal_lowest_bit(best);
    double from[WD_LANES];
    uint32_t found = CORE_VERTICES;
    wd_store(from, at);
    for (; best != 0; best &= best - 1) {
        uint32_t lane = sepal_lowest_bit(best), number = (uint32_t)from[lane] + lane;
        found = number < found ? number : found;
    }
    return found;
}

static inline void support_along(const solid_core_pair *p, const double n[3], core_member *out) {
    p->searches->support(p, n, out);
}
static inline void support_against(const solid_core_pair *p, const double n[3], core_member *out) {
    support_along(p, (const double[3]){-n[0], -n[1], -n[2]}, out);
}

/* --- The nearest part ----------------------------------------------------------------------------------------------------------------- */

/* The part of the Minkowski difference K = {b - a} that is nearest to the origin, in double.
 *
 * The search is that of Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988), with the nearest points of triangles and tetrahedra as in
 * Ericson, Real-Time Collision Detection, 2005, section 5.1. What it finds is a proposal: cores_part.h tells whether it is certain. */

enum { APPROACH_STEPS = 32 };
/* A fourth member whose height above three, by their |n|_1 and its distance, is less, may be in their plane. */
#define APPROACH_FLAT 0x1p-49
/* A step that comes nearer by a smaller share of the distance is the last one. */
#define APPROACH_PROGRESS 0x1p-44
/* What is nearer, as a share of the extent, is not certainly apart. */
#define APPROACH_LEAST 0x1p-47

typedef struct simplex {
    int count;
    core_member m[4];
} simplex;

/* Three members, by their codes (query.h), and those of them that differ. */
static inline void take_coded_members(const solid_core_pair *p, const uint32_t code[3], core_member m[3], simplex *part) {
    const uint32_t last_a = p->a.size - 1, last_b = p->b.size - 1;
    part->count = 0;
    for (int k = 0; k < 3; k++) {
        const uint32_t a = code[k] / MEMBER_CODE, b = code[k] % MEMBER_CODE;
        set_member(p, a < last_a ? a : last_a, b < last_b ? b : last_b, &m[k]);
        if (k == 0 || (code[k] != code[0] && code[k] != code[k - 1]))
            part->m[part->count++] = m[k];
    }
}

/* The nearest point of a segment, triangle or tetrahedron to the origin: the members that span it, and its place. */
typedef struct simplex_foot {
    int count, m[3];
    double at[3], square;
} simplex_foot;

static void take_part(const simplex *s, int count, const int *m, const double *share, simplex_foot *best) {
    simplex_foot part = {.count = count};
    for (int i = 0; i < count; i++) {
        part.m[i] = m[i];
        for (int k = 0; k < 3; k++)
            part.at[k] += share[i] * s->m[m[i]].w[k];
    }
    part.square = d3_dot(part.at, part.at);
    if (part.square < best->square)
        *best = part;
}

static void near_segment(const simplex *s, int i, int j, simplex_foot *best) {
    double e[3];
    const double *p = s->m[i].w, *q = s->m[j].w;
    d3_sub(q, p, e);
    double along = -d3_dot(p, e), square = d3_dot(e, e);
    if (along <= 0)
        take_part(s, 1, (int[]){i}, (double[]){1}, best);
    else if (along >= square)
        take_part(s, 1, (int[]){j}, (double[]){1}, best);
    else
        take_part(s, 2, (int[]){i, j}, (double[]){1 - along / square, along / square}, best);
}

static void near_triangle(const simplex *s, int i, int j, int k, simplex_foot *best) {
    double e[3], g[3], n[3], x[3];
    const double *p = s->m[i].w, *q = s->m[j].w, *r = s->m[k].w;
    d3_sub(q, p, e);
    d3_sub(r, p, g);
    d3_cross(e, g, n);
    double square = d3_dot(n, n);
    d3_cross(p, q, x);
    double of_r = d3_dot(x, n);
    d3_cross(q, r, x);
    double of_p = d3_dot(x, n);
    double of_q = square - of_p - of_r;
    if (of_p > 0 && of_q > 0 && of_r > 0) {
        take_part(s, 3, (int[]){i, j, k}, (double[]){of_p / square, of_q / square, of_r / square}, best);
        return;
    }
    near_segment(s, i, j, best);
    near_segment(s, j, k, best);
    near_segment(s, i, k, best);
}

/* False if the origin is inside of the tetrahedron. */
static bool near_tetrahedron(const simplex *s, simplex_foot *best) {
    static const int face[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    bool outside = false;
    for (int f = 0; f < 4; f++) {
        double e[3], g[3], n[3], x[3];
        const double *p = s->m[face[f][0]].w;
        d3_sub(s->m[face[f][1]].w, p, e);
        d3_sub(s->m[face[f][2]].w, p, g);
        d3_cross(e, g, n);
        d3_sub(s->m[face[f][3]].w, p, x);
        const double fourth = d3_dot(n, x);
        if (fourth * d3_dot(n, p) < 0 && fabs(fourth) > APPROACH_FLAT * (d3_sum(n) * d3_sum(x)))
            continue; /* the origin is on the side of the fourth, which is not in the plane */
        outside = true;
        near_triangle(s, face[f][0], face[f][1], face[f][2], best);
    }
    return outside;
}

/* Reduces the simplex to the part of its nearest point. False if it holds the origin. */
static bool reduce_simplex(simplex *s, double at[3]) {
    simplex_foot best = {.square = INFINITY};
    if (s->count == 1)
        take_part(s, 1, (int[]){0}, (double[]){1}, &best);
    else if (s->count == 2)
        near_segment(s, 0, 1, &best);
    else if (s->count == 3)
        near_triangle(s, 0, 1, 2, &best);
    else if (!near_tetrahedron(s, &best))
        return false;
    core_member kept[3];
    s->count = best.count;
    for (int k = 0; k < best.count; k++)
        kept[k] = s->m[best.m[k]];
    for (int k = 0; k < best.count; k++)
        s->m[k] = kept[k];
    for (int k = 0; k < 3; k++)
        at[k] = best.at[k];
    return true;
}

typedef enum approach_end { APPROACH_APART, APPROACH_MEETS, APPROACH_OPEN } approach_end;

/* The way from the origin to the part, in any length; of a triangle its normal, which says more than the nearest point where this is near.
 * Returns the square of the distance. */
static double way_to_part(const simplex *s, const double at[3], double way[3]) {
    double e[3], g[3];
    memcpy(way, at, 3 * sizeof *way);
    if (s->count < 3)
        return d3_dot(at, at);
    d3_sub(s->m[1].w, s->m[0].w, e);
    d3_sub(s->m[2].w, s->m[0].w, g);
    d3_cross(e, g, way);
    const double height = d3_dot(way, s->m[0].w);
    for (int k = 0; k < 3; k++)
        way[k] = height < 0 ? -way[k] : way[k];
    return height * height / d3_dot(way, way);
}

/* Finds the nearest part, or a tetrahedron that holds the origin, from these members on. */
static approach_end search_on(const solid_core_pair *p, simplex *s) {
    const double least = APPROACH_LEAST * p->extent;
    double at[3], way[3], before = INFINITY;
    simplex nearest;
    for (int step = 0; step < APPROACH_STEPS; step++) {
        if (!reduce_simplex(s, at))
            return APPROACH_MEETS;
        const double square = way_to_part(s, at, way), minus[3] = {-way[0], -way[1], -way[2]}, height = d3_dot(way, s->m[0].w);
        if (!(square > least * least))
            return APPROACH_OPEN;
        if (square >= before) { /* as in a face of many members, where rounding tells which one is next */
            *s = nearest;
            return APPROACH_APART;
        }
        before = square;
        nearest = *s;
        core_member *next = &s->m[s->count];
        support_along(p, minus, next);
        if (height - d3_dot(way, next->w) <= APPROACH_PROGRESS * height)
            return APPROACH_APART;
        for (int k = 0; k < s->count; k++)
            if (s->m[k].a == next->a && s->m[k].b == next->b)
                return APPROACH_APART;
        s->count++;
    }
    return APPROACH_OPEN;
}

#endif
