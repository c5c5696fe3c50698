/* contacts.c — contact points: their errors beside the bounds of docs/numerics/contacts.md. */
#include "couple.h"
#include "families.h"

#include "../oracle/contacts.h"

#include <string.h>

#define U 0x1p-24

typedef struct contact {
    uint8_t count;
    float normal_x, normal_y, x[2], y[2], depth[2];
    float on_a[2][2], on_b[2][2]; /* the points of the surfaces, relative to the places: their x, and their y */
    float margin;
} contact;

/* place: x and y of that of a, then of b. */
static bool ask(const couple *c, float margin, const float place[4], contact *found) {
    const sepal_contact_rule rule = {.margin = margin};
    const sepal_poses of_a = {.x = place, .y = place + 1}, of_b = {.x = place + 2, .y = place + 3};
    const sepal_contacts out = {.count = &found->count,
                                .normal_x = &found->normal_x,
                                .normal_y = &found->normal_y,
                                .x = found->x,
                                .y = found->y,
                                .depth = found->depth,
                                .a_x = found->on_a[0],
                                .a_y = found->on_a[1],
                                .b_x = found->on_b[0],
                                .b_y = found->on_b[1],
                                .poses_a = &of_a,
                                .poses_b = &of_b};
    found->margin = margin;
    return sepal_polys_contacts_pairs(c->a, c->b, couple_group, 1, &rule, &out) == SEPAL_OK && found->count > 0;
}

static oracle_shape shape_of(const sepal_polys *set) {
    return (oracle_shape){sepal_poly_x(set, 0), sepal_poly_y(set, 0), set->heads[0].size, sepal_poly_radius(set, 0)};
}

/* A couple, its contact, and what is exact about both. */
typedef struct meeting {
    couple c;
    contact found;
    oracle_shape a, b;
    double extent; /* D */
    double radii, deepest, tie;
    float place[4]; /* x and y of that of a, then of b */
} meeting;

static bool finish(meeting *m, float margin) {
    if (!ask(&m->c, margin, m->place, &m->found))
        return false;
    m->a = shape_of(m->c.a);
    m->b = shape_of(m->c.b);
    m->extent = (double)oracle_extent(&m->a, &m->b, (long double)margin);
    m->radii = (double)m->a.radius + (double)m->b.radius;
    m->deepest = (double)m->found.depth[0];
    if (m->found.count == 2)
        m->deepest = fmax(m->deepest, (double)m->found.depth[1]);
    m->tie = (double)SEPAL_CONTACT_TIE * (double)oracle_reach_from_first(&m->a, &m->b);
    return m->extent > 0;
}

/* Two triangles and a margin: 13 floats. */
static bool take_triangles(const float *f, meeting *m) {
    return couple_of_polygons(f, 3, 3, 3, &m->c) && finish(m, fabsf(f[12]));
}

/* Two parallelograms and a margin: 13 floats. They have a kernel of their own. */
static bool take_boxes(const float *f, meeting *m) {
    return couple_of_boxes(f, &m->c) && finish(m, fabsf(f[12]));
}

/* Two triangles, each with two copies of its last vertex: above four vertices there is a kernel of its own. */
static bool take_filled(const float *f, meeting *m) {
    return couple_of_polygons(f, 3, 3, 5, &m->c) && finish(m, fabsf(f[12]));
}

/* A segment and a triangle, their radii, and a margin: 13 floats. */
static bool take_round(const float *f, meeting *m) {
    return couple_of_round(f, 2, f[10], 3, f[11], &m->c) && finish(m, fabsf(f[12]));
}

/* Two triangles, a margin, and the places: 17 floats. */
static bool take_placed(const float *f, meeting *m) {
    memcpy(m->place, f + 13, sizeof m->place);
    return take_triangles(f, m);
}

/* A segment and a triangle, their radii, a margin, and the places: 17 floats. */
static bool take_placed_round(const float *f, meeting *m) {
    memcpy(m->place, f + 13, sizeof m->place);
    return take_round(f, m);
}

/* --- The stated bounds -----------------------------------------------------------------------------------------------------------*/

/* The depth, which may be greater by the tie, and is raised to minus the margin. */
static double depth_share(const meeting *m) {
    double exact = m->radii - (double)oracle_signed_distance(&m->a, &m->b), deepest = m->deepest;
    double above = deepest - fmax(exact, -(double)m->found.margin) - m->tie;
    return fmax(exact - deepest, above) / (96 * U * m->extent);
}

/* The depth along the normal that is found, where no tie counts. */
static double along_share(const meeting *m) {
    double along =
        m->radii - (double)oracle_gap_along(&m->a, &m->b, (long double)m->found.normal_x, (long double)m->found.normal_y);
    double above = m->deepest - fmax(along, -(double)m->found.margin);
    return fmax(along - m->deepest, above) / (96 * U * m->extent);
}

/* How far the points are from the surfaces, besides the rounding of their coordinates. */
static double place_share(const meeting *m) {
    const contact *found = &m->found;
    long double farthest = 0, nx = (long double)found->normal_x, ny = (long double)found->normal_y;
    for (int k = 0; k < found->count; k++) {
        long double x = (long double)found->x[k], y = (long double)found->y[k], half = (long double)found->depth[k] / 2;
        long double to_a = half - (long double)m->a.radius, to_b = (long double)m->b.radius - half;
        long double rounding = (long double)U * (fabsl(x) + fabsl(y));
        farthest = fmaxl(farthest, oracle_boundary_distance(&m->a, x + to_a * nx, y + to_a * ny) - rounding);
        farthest = fmaxl(farthest, oracle_boundary_distance(&m->b, x + to_b * nx, y + to_b * ny) - rounding);
    }
    return (double)farthest / (96 * U * m->extent);
}

/* How far the points of the surfaces, relative to the places, are from the boundaries of the cores, besides the rounding of their
 * coordinates. */
static double relative_share(const meeting *m) {
    const contact *found = &m->found;
    long double farthest = 0, nx = (long double)found->normal_x, ny = (long double)found->normal_y;
    for (int k = 0; k < found->count; k++) {
        const long double a_x = (long double)found->on_a[0][k], a_y = (long double)found->on_a[1][k];
        const long double b_x = (long double)found->on_b[0][k], b_y = (long double)found->on_b[1][k];
        const long double r_a = (long double)m->a.radius, r_b = (long double)m->b.radius;
        const long double of_a =
            oracle_boundary_distance(&m->a, (long double)m->place[0] + a_x - r_a * nx, (long double)m->place[1] + a_y - r_a * ny);
        const long double of_b =
            oracle_boundary_distance(&m->b, (long double)m->place[2] + b_x + r_b * nx, (long double)m->place[3] + b_y + r_b * ny);
        farthest = fmaxl(farthest, of_a - 2 * (long double)U * (fabsl(a_x) + fabsl(a_y)));
        farthest = fmaxl(farthest, of_b - 2 * (long double)U * (fabsl(b_x) + fabsl(b_y)));
    }
    return (double)farthest / (100 * U * m->extent);
}

static double normal_share(const meeting *m) {
    double x = (double)m->found.normal_x, y = (double)m->found.normal_y;
    return fabs(x * x + y * y - 1) / (12.1 * U);
}

/* How much less than the greatest gap along an edge normal the gap along the normal that is found is, apart from the tie. */
static double reference_share(const meeting *m) {
    double along = (double)oracle_gap_along(&m->a, &m->b, (long double)m->found.normal_x, (long double)m->found.normal_y);
    double greatest = fmax(couple_unit_gap(m->c.a, m->c.b), couple_unit_gap(m->c.b, m->c.a));
    return (greatest - along - m->tie) / (45 * U * m->extent);
}

typedef bool take_meeting(const float *f, meeting *m);
typedef double share_of_meeting(const meeting *m);

static double share_of(take_meeting *take, share_of_meeting *share, const float *f) {
    meeting m = {0};
    if (!take(f, &m))
        return -INFINITY;
    double ratio = share(&m);
    return isfinite(ratio) ? ratio : -INFINITY;
}

static double depth_error(const float *f) {
    return share_of(take_triangles, depth_share, f);
}
static double depth_error_of_boxes(const float *f) {
    return share_of(take_boxes, depth_share, f);
}
static double depth_error_of_round(const float *f) {
    return share_of(take_round, depth_share, f);
}
static double along_error(const float *f) {
    return share_of(take_filled, along_share, f);
}
static double place_error(const float *f) {
    return share_of(take_triangles, place_share, f);
}
static double place_error_of_boxes(const float *f) {
    return share_of(take_boxes, place_share, f);
}
static double place_error_of_filled(const float *f) {
    return share_of(take_filled, place_share, f);
}
static double place_error_of_round(const float *f) {
    return share_of(take_round, place_share, f);
}
static double relative_error(const float *f) {
    return share_of(take_placed, relative_share, f);
}
static double relative_error_of_round(const float *f) {
    return share_of(take_placed_round, relative_share, f);
}
static double normal_error(const float *f) {
    return share_of(take_triangles, normal_share, f);
}
static double reference_error(const float *f) {
    return share_of(take_triangles, reference_share, f);
}

static const attack attacks[] = {
    {"96uD",
     "a depth",
     depth_error,
     13,
     3,
     0.284,
     {0x1.d8200ep+0F, -0x1.36b2a4p+2F, -0x1.d0602ep+2F, -0x1.5976bcp+2F, 0x1.1354c2p-4F, 0x1.8ffff4p+0F, -0x1.937e58p+0F,
      -0x1.937ff4p+0F, 0x1.a344eap+0F, 0x1.7effd4p+0F, -0x1.937f92p+0F, -0x1.937f88p+0F, 0x0p+0F}},
    {"96uD",
     "a depth, boxes",
     depth_error_of_boxes,
     13,
     3,
     0.043,
     {0x1.52df58p+0F, -0x1.a5e3acp+2F, -0x1.5ba72ap+2F, -0x1.b6ee32p+2F, 0x1.c171ecp+0F, 0x1.83a05ap-9F, 0x1.580042p+0F,
      -0x1.af0bp+2F, -0x1.3a728ep+1F, 0x1.c171ecp+0F, 0x1.14eef6p+2F, -0x1.500a2p+2F, 0x0p+0F}},
    {"96uD",
     "a depth, with radii",
     depth_error_of_round,
     13,
     3,
     0.331,
     {-0x1.4cffd2p+2F, 0x1.0f3ff8p+0F, 0x1.ea1dap+1F, 0x1.bfee06p-1F, 0x1.93a15ap+0F, 0x1.000026p+0F, -0x1.3p+0F, 0x1.0f3feap+0F,
      0x1.93a11ep+0F, 0x1.fffe0cp-1F, 0x1.80964p-17F, 0x1.81024ep-12F, -0x1.4249fcp-4F}},
    {"96uD",
     "a depth along the normal",
     along_error,
     13,
     3,
     0.338,
     {-0x1.f2842ap+4F, 0x1.128d56p+0F, -0x1.f28caep+4F, -0x1.bfffccp+2F, 0x1.21c51p+2F, -0x1.60923ap+1F, -0x1.f4f46ap+0F,
      -0x1.30101cp+2F, 0x1.21763p+2F, -0x1.06a0d2p-1F, -0x1.bff3cep+2F, -0x1.e3011p+0F, 0x0p+0F}},
    {"96uD",
     "a point",
     place_error,
     13,
     3,
     0.429,
     {-0x1.b881e6p+2F, -0x1.b8827p+2F, -0x1.b881ecp+2F, -0x1.b881e6p+2F, -0x1.cfffcap+0F, -0x1.329de8p+1F, -0x1.b8826cp+2F,
      -0x1.b8827cp+2F, -0x1.56a07cp+2F, 0x1.a9df9cp+2F, -0x1.d3435ap+0F, -0x1.88e842p+1F, -0x1p-24F}},
    {"96uD",
     "a point, boxes",
     place_error_of_boxes,
     13,
     3,
     0.346,
     {-0x1.977f7ap+2F, -0x1.78ddbcp+0F, 0x1.c92d62p+1F, -0x1.f60204p+0F, 0x1.2e90dep+2F, -0x1.375374p+0F, -0x1.85278ap+1F,
      -0x1.cd931cp+1F, 0x1.afc7aep+1F, 0x1.052f28p+0F, 0x1.ba3dacp+0F, -0x1.9082p+0F, 0x1p-24F}},
    {"96uD",
     "a point, five vertices",
     place_error_of_filled,
     13,
     3,
     0.445,
     {-0x1.25ffc2p+2F, 0x1.6aa68p+2F, -0x1.fff79ep-3F, 0x1.01eff8p+1F, -0x1.25ffacp+2F, 0x1.6aa5d4p+2F, -0x1.06084ep+2F,
      -0x1.1fdbf2p+3F, -0x1.26004cp+2F, 0x1.6aa692p+2F, -0x1.4fffd6p-1F, 0x1.48p+1F, 0x1p-24F}},
    {"96uD",
     "a point, with radii",
     place_error_of_round,
     13,
     3,
     0.360,
     {-0x1.c87b02p+2F, -0x1.f4021ep-5F, -0x1.20b1fcp+0F, -0x1.8f2cd8p-17F, -0x1.ebff34p-8F, -0x1.ebf304p-8F, -0x1.219806p+0F,
      0x1.7fff8cp-18F, -0x1.20b112p+0F, 0x1.208c1ep-15F, 0x0p+0F, 0x1.85ff48p-14F, 0x0p+0F}},
    {"100uD",
     "a relative point",
     relative_error,
     17,
     3,
     0.3441,
     {0x1.3e8a44p+0F, 0x1.e6ea82p+2F, 0x1.45007ap-1F, 0x1.7ep-16F, -0x1.00e6dp-1F, -0x1.0cb386p+1F, 0x1.7edd8ep+0F, -0x1.922af8p+1F,
      -0x1.10863ap+0F, -0x1.ec4f42p+0F, 0x1.3ffefap-1F, 0x1.bce65cp+1F, 0x0p+0F, -0x1.1a2af2p+1F, -0x1.1ddbfap+1F, -0x1.1086aep+0F,
      -0x1.ec50cp+0F}},
    {"100uD",
     "a relative point, with radii",
     relative_error_of_round,
     17,
     3,
     0.3512,
     {0x1.013e06p+2F, -0x1.9e3298p-1F, 0x1.84572cp+2F, 0x1.be1e1cp+2F, 0x1.200004p+2F, 0x1.091e1p+1F, 0x1.5d850ap+2F,
      0x1.9e366cp-1F, 0x1.84579ep+2F, 0x1.be1e44p+2F, -0x1.5002fap-11F, 0x0p+0F, 0x0p+0F, 0x1.846164p+2F, 0x1.be1bb6p+2F,
      -0x1.be1bb2p+2F, -0x1.999f36p+5F}},
    {"12.1u",
     "the length of a normal",
     normal_error,
     13,
     3,
     0.445,
     {0x1.9f7708p+1F, 0x1.04000ep-24F, 0x1.d84e1cp+2F, 0x1.cp+2F, -0x1.116feep+2F, -0x1.05bafcp+2F, 0x1.f38198p+0F, 0x1.d84e1cp+2F,
      0x1.7a800ep+1F, 0x1.c28p+5F, -0x1.643ca4p+2F, -0x1.f38192p+0F, -0x1.354954p+2F}},
    {"45uD",
     "the reference edge",
     reference_error,
     13,
     3,
     0.099,
     {-0x1.aeb1a8p+0F, 0x1.46be02p+1F, 0x1.27cc5ap+0F, 0x1.d2fef4p+0F, 0x1.cd2276p+0F, 0x1.456d6p+1F, 0x1.48652ap+1F,
      0x1.040014p+0F, 0x1.b970fap+0F, 0x1.c3ab62p-1F, 0x1.835366p+0F, 0x1.51432ep+1F, 0x0p+0F}},
};

const attack_family contact_attacks = {"contacts", attacks, sizeof attacks / sizeof *attacks};
