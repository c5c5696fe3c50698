/* Contact points of solids whose sides are flush but for a little noise, as those of bricks, tiles and crates are: each point of a surface
 * is as near to its solid as the header says under "Accuracy". An edge of one side then lies along one of the other for its whole length,
 * within the tolerance for corners that count as one or a little beyond it, and its crossing with that line may be anywhere. */
#include "../common/check.h"
#include "../scenes/shapes.h"
#include "../scenes/solid_scenes.h"
#include "contact_answers.h"

#include <stdio.h>

#define U 0x1p-24

/* --- Scenes -------------------------------------------------------------------------------------- */

enum { MOST_SOLIDS = 40 };

/* How the solids of a scene are made. */
typedef enum make { AS_BOXES, AS_ROUND_BOXES, AS_HULLS, AS_ROUND_HULLS, AS_ANY, MAKES } make;

typedef struct flush_scene {
    solid_item items[MOST_SOLIDS];
    size_t count;
    rng random;
    make how;
    double noise;    /* of each place, of a side of 1, and of each turn, in radians */
    double turn[9];  /* of the scene as a whole */
    double place[3]; /* likewise */
} flush_scene;

/* A rotation by three angles. */
static void set_turn(double p, double q, double r, double out[9]) {
    const double cx = cos(p), sx = sin(p), cy = cos(q), sy = sin(q), cz = cos(r), sz = sin(r);
    const double m[9] = {cy * cz,
                         cz * sx * sy - cx * sz,
                         cx * cz * sy + sx * sz,
                         cy * sz,
                         cx * cz + sx * sy * sz,
                         cx * sy * sz - cz * sx,
                         -sy,
                         cy * sx,
                         cx * cy};
    memcpy(out, m, sizeof m);
}

static void turn_vector(const double m[9], const double v[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = m[3 * c] * v[0] + m[3 * c + 1] * v[1] + m[3 * c + 2] * v[2];
}

/* How a solid lies: turned a little about its middle, which is moved a little; then as the scene. */
typedef struct lying {
    double turn[9], middle[3];
} lying;

static double some_noise(flush_scene *s) {
    return s->noise * rng_real(&s->random, -1, 1);
}

static lying lie_at(flush_scene *s, double x, double y, double z) {
    const double p = some_noise(s), q = some_noise(s), r = some_noise(s);
    lying out;
    out.middle[0] = x + some_noise(s);
    out.middle[1] = y + some_noise(s);
    out.middle[2] = z + some_noise(s);
    set_turn(p, q, r, out.turn);
    return out;
}

static void put_vector(const flush_scene *s, const lying *at, double x, double y, double z, double out[3]) {
    double turned[3];
    turn_vector(at->turn, (double[3]){x, y, z}, turned);
    turn_vector(s->turn, turned, out);
}

static void put_place(const flush_scene *s, const lying *at, double x, double y, double z, double out[3]) {
    double offset[3], middle[3];
    put_vector(s, at, x, y, z, offset);
    turn_vector(s->turn, at->middle, middle);
    for (int c = 0; c < 3; c++)
        out[c] = s->place[c] + middle[c] + offset[c];
}

static solid_item *next_item(flush_scene *s) {
    cr_assert_lt(s->count, MOST_SOLIDS);
    solid_item *item = &s->items[s->count++];
    *item = (solid_item){.box = false};
    return item;
}

static void add_corner(const flush_scene *s, const lying *at, double x, double y, double z, solid_item *item) {
    double p[3];
    put_place(s, at, x, y, z, p);
    item->x[item->count] = (float)p[0];
    item->y[item->count] = (float)p[1];
    item->z[item->count++] = (float)p[2];
}

/* A block between two corners, before it is moved and turned: a box, or the hull of its corners; a round one has the same surface but for
 * its edges. */
static void add_block(flush_scene *s, const double low[3], const double high[3]) {
    const lying at = lie_at(s, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
    const make how = s->how == AS_ANY ? (make)rng_below(&s->random, AS_ANY) : s->how;
    const double thin = fmin(high[0] - low[0], fmin(high[1] - low[1], high[2] - low[2]));
    const double radius = how == AS_ROUND_BOXES || how == AS_ROUND_HULLS ? thin / 16 : 0;
    const double half[3] = {(high[0] - low[0]) / 2 - radius, (high[1] - low[1]) / 2 - radius, (high[2] - low[2]) / 2 - radius};
    solid_item *item = next_item(s);
    item->radius = (float)radius;
    item->box = how == AS_BOXES || how == AS_ROUND_BOXES;
    for (int k = 0; k < 8 && !item->box; k++)
        add_corner(s, &at, k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2], item);
    if (!item->box)
        return;
    float *const vectors[4] = {item->vectors.c, item->vectors.u, item->vectors.v, item->vectors.w};
    for (int t = 0; t < 4; t++) {
        double p[3];
        if (t == 0)
            put_place(s, &at, 0, 0, 0, p);
        else
            put_vector(s, &at, t == 1 ? half[0] : 0, t == 2 ? half[1] : 0, t == 3 ? half[2] : 0, p);
        for (int c = 0; c < 3; c++)
            vectors[t][c] = (float)p[c];
    }
}

/* A column from z = low to z = high over a regular polygon around (x, y). */
static void add_column(flush_scene *s, int sides, double x, double y, double low, double high, double circumradius) {
    const lying at = lie_at(s, x, y, (low + high) / 2);
    const double turn = 6.283185307179586 / sides, half = (high - low) / 2;
    solid_item *item = next_item(s);
    item->radius = s->how == AS_ROUND_BOXES || s->how == AS_ROUND_HULLS ? 0x1p-6F : 0;
    const double inner = half - (double)item->radius;
    for (int side = 0; side < sides; side++)
        for (int end = -1; end <= 1; end += 2)
            add_corner(s, &at, circumradius * cos(turn * side), circumradius * sin(turn * side), end * inner, item);
}

/* A round bar along x, whose middle is at (x, y, z). */
static void add_bar(flush_scene *s, double x, double y, double z, double half, float radius) {
    const lying at = lie_at(s, x, y, z);
    solid_item *item = next_item(s);
    item->radius = radius;
    add_corner(s, &at, -half, 0, 0, item);
    add_corner(s, &at, half, 0, 0, item);
}

/* Bricks in running bond. */
static void build_wall(flush_scene *s) {
    for (int row = 0; row < 5; row++)
        for (int k = 0; k < 6; k++) {
            const double x = k + 0.5 * (row % 2), z = 0.4 * row;
            add_block(s, (double[3]){x, 0, z}, (double[3]){x + 1, 0.5, z + 0.4});
        }
}

/* Tiles on a slab of their size. */
static void build_floor(flush_scene *s) {
    add_block(s, (double[3]){0, 0, -0.5}, (double[3]){5, 5, 0});
    for (int k = 0; k < 25; k++) {
        const double x = k % 5, y = floor(k / 5.0);
        add_block(s, (double[3]){x, y, 0}, (double[3]){x + 1, y + 1, 0.1});
    }
}

/* Planks side by side, each row half a plank farther than the one before, on two beams. */
static void build_planks(flush_scene *s) {
    add_block(s, (double[3]){0, 0, -0.25}, (double[3]){0.25, 2, 0});
    add_block(s, (double[3]){8.75, 0, -0.25}, (double[3]){9, 2, 0});
    for (int row = 0; row < 5; row++)
        for (int k = 0; k < 3; k++) {
            const double x = 3 * k + 1.5 * (row % 2), y = 0.4 * row;
            add_block(s, (double[3]){x, y, 0}, (double[3]){x + 3, y + 0.4, 0.1});
        }
}

/* Crates against a wall, with which their stacks end. */
static void build_crates(flush_scene *s) {
    add_block(s, (double[3]){-1, -1, -1}, (double[3]){5, 3, 0});
    add_block(s, (double[3]){0, -1, 0}, (double[3]){4, 0, 3});
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 4; k++)
            add_block(s, (double[3]){k, 0, row}, (double[3]){k + 1, k % 2 == 0 ? 1 : 0.5, row + 1});
}

/* Columns of drums with 3 to 10 sides, and three of the columns side by side. */
static void build_columns(flush_scene *s) {
    for (int sides = 3; sides <= 10; sides++)
        for (int k = 0; k < 3; k++)
            add_column(s, sides, 4 * sides, 0, 0.5 * k, 0.5 * (k + 1), 0.75);
    for (int k = 0; k < 6; k++) { /* with 6 sides, 4 and 4 */
        const int row = k / 2;
        add_column(s, k < 2 ? 6 : 4, k % 2 * (k < 2 ? 1.5 * sqrt(0.75) * sqrt(4.0 / 3) : 1),
                   10 + 2 * row + (k == 1 ? sqrt(0.75) : 0), 0, 1, k < 2 ? 1 : sqrt(0.5));
    }
}

/* Bars along the edges of a row of crates: on top of them, and beside them. */
static void build_bars(flush_scene *s) {
    const double radius = 0.125;
    for (int k = 0; k < 4; k++)
        add_block(s, (double[3]){k, 0, 0}, (double[3]){k + 1, 1, 1});
    for (int k = 0; k < 24; k++) {
        const double x = rng_real(&s->random, 0, 4), half = rng_real(&s->random, 0.2, 1.5);
        if (k % 2 == 0)
            add_bar(s, x, k % 4 == 0 ? 0 : 1, 1 + radius, half, (float)radius);
        else
            add_bar(s, x, 1 + radius, k % 4 == 1 ? 0 : 1, half, (float)radius);
    }
}

typedef struct layout {
    const char *name;
    void (*build)(flush_scene *s);
} layout;

static const layout layouts[] = {{"wall", build_wall},     {"floor", build_floor},     {"planks", build_planks},
                                 {"crates", build_crates}, {"columns", build_columns}, {"bars", build_bars}};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

/* --- The distance of a place from a core --------------------------------------------------------- */

typedef struct core_points {
    double at[SOLID_MOST_VERTICES][3];
    int count;
    double extent, magnitude; /* E and C of the header */
} core_points;

static core_points core_of(const solid_item *item) {
    core_points out = {.count = item->box ? 8 : (int)item->count};
    const float *const of[3] = {item->x, item->y, item->z};
    const sepal_parallelepiped *v = &item->vectors;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < out.count; k++) {
            const double p = item->box ? (double)v->c[c] + (k & 1 ? 1 : -1) * (double)v->u[c] + (k & 2 ? 1 : -1) * (double)v->v[c] +
                                             (k & 4 ? 1 : -1) * (double)v->w[c]
                                       : (double)of[c][k];
            out.at[k][c] = p;
            low = fmin(low, p);
            high = fmax(high, p);
        }
        out.extent = fmax(out.extent, high - low);
        out.magnitude = fmax(out.magnitude, fmax(fabs(low), fabs(high)));
    }
    return out;
}

static double dot(const double p[3], const double q[3]) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

static void less(const double p[3], const double q[3], double out[3]) {
    for (int c = 0; c < 3; c++)
        out[c] = p[c] - q[c];
}

/* The square of the distance from the segment between p and q. */
static double square_from_segment(const double at[3], const double p[3], const double q[3]) {
    double way[3], to[3];
    less(q, p, way);
    less(at, p, to);
    const double square = dot(way, way), share = square > 0 ? fmax(0, fmin(1, dot(to, way) / square)) : 0;
    for (int c = 0; c < 3; c++)
        to[c] -= share * way[c];
    return dot(to, to);
}

/* The square of the distance from a triangle: that from its sides; or that from its plane, if the foot is over it. */
static double square_from_triangle(const double at[3], const double p[3], const double q[3], const double r[3]) {
    double u[3], v[3], to[3],
        least = fmin(square_from_segment(at, p, q), fmin(square_from_segment(at, q, r), square_from_segment(at, r, p)));
    less(q, p, u);
    less(r, p, v);
    less(at, p, to);
    const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), area = uu * vv - uv * uv;
    if (!(area > 1e-12 * uu * vv))
        return least;
    const double share_u = (vv * dot(u, to) - uv * dot(v, to)) / area, share_v = (uu * dot(v, to) - uv * dot(u, to)) / area;
    if (share_u < 0 || share_v < 0 || share_u + share_v > 1)
        return least;
    for (int c = 0; c < 3; c++)
        to[c] -= share_u * u[c] + share_v * v[c];
    return fmin(least, dot(to, to));
}

/* The distance of a place from the nearest triangle between three vertices of a core. All of these triangles are in the core, and its
 * boundary consists of some of them: so it is never less than the distance from the core, and is equal to it outside. */
static double distance_from(const core_points *of, const double at[3]) {
    double least = INFINITY;
    for (int i = 0; i < of->count; i++)
        for (int j = i; j < of->count; j++)
            for (int k = j; k < of->count; k++)
                if (of->count < 3 || (i < j && j < k))
                    least = fmin(least, square_from_triangle(at, of->at[i], of->at[j], of->at[k]));
    return sqrt(least);
}

/* --- The judge ----------------------------------------------------------------------------------- */

typedef struct seen_points {
    double worst; /* the greatest ratio of a distance to what the header allows */
    size_t pairs, points;
} seen_points;

/* The greatest side of the box around both cores. */
static double extent_of_both(const core_points *p, const core_points *q) {
    double most = 0;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (int k = 0; k < p->count + q->count; k++) {
            const double at = k < p->count ? p->at[k][c] : q->at[k - p->count][c];
            low = fmin(low, at);
            high = fmax(high, at);
        }
        most = fmax(most, high - low);
    }
    return most;
}

/* Pair k of the answers, with points of the surfaces relative to (0, 0, 0). */
static void judge_pair(const char *what, const solid_item *const items[2], const answers *got, size_t k, seen_points *seen) {
    const core_points cores[2] = {core_of(items[0]), core_of(items[1])};
    const double flush = 0x1p-17 * fmin(cores[0].extent, cores[1].extent) + 0x1p-22 * fmax(cores[0].magnitude, cores[1].magnitude);
    const double sizes = extent_of_both(&cores[0], &cores[1]) + (double)items[0]->radius + (double)items[1]->radius;
    for (size_t p = POINTS * k; p < POINTS * k + got->count[k]; p++)
        for (int i = 0; i < 2; i++) {
            const double near = 0x1p-19 * cores[i].extent + 0x1p-23 * cores[i].magnitude, back = i == 0 ? 1 : -1;
            double at[3], rounding = 0;
            for (int c = 0; c < 3; c++) {
                const double on = (double)(i == 0 ? got->a[c][p] : got->b[c][p]);
                at[c] = on - back * (double)items[i]->radius * (double)got->normal[c][k];
                rounding += U * fabs(on) + 0x1p-149;
            }
            const double off = distance_from(&cores[i], at), most = 8 * U * sizes + rounding + 4 * (near + flush);
            cr_assert(off <= most, "%s, %s: point %zu of %d is %g off %c, at most %g are allowed", sepal_isa(), what,
                      p - POINTS * k, got->count[k], off, i == 0 ? 'a' : 'b', most);
            seen->worst = fmax(seen->worst, off / most);
        }
    seen->pairs += got->count[k] > 0;
    seen->points += got->count[k];
}

/* The answers, which are the same bits on every instruction set. */
static void ask_everywhere(const char *what, const sepal_solids *set, const sepal_pair *pairs, size_t count,
                           const sepal_contact_rule *rule, answers *got) {
    answers other;
    use_isa(0);
    ask(set, set, pairs, count, rule, got);
    for (size_t isa = 1; isa < sepal_isa_count(); isa++) {
        use_isa(isa);
        ask(set, set, pairs, count, rule, &other);
        cr_assert(memcmp(got, &other, sizeof other) == 0, "%s: %s answers otherwise", what, sepal_isa());
    }
}

/* All pairs of a scene. */
static void judge_scene(const char *what, const flush_scene *s, const sepal_contact_rule *rule, seen_points *seen) {
    sepal_solids *set = new_set();
    sepal_pair pairs[COUNT];
    size_t count = 0;
    for (size_t k = 0; k < s->count; k++)
        solid_add(set, &s->items[k]);
    for (uint32_t j = 1; j < s->count; j++)
        for (uint32_t i = 0; i < j; i++) {
            pairs[count++] = i % 2 == 0 ? (sepal_pair){i, j} : (sepal_pair){j, i};
            if (count < COUNT && (j + 1 < s->count || i + 1 < j))
                continue;
            answers got;
            ask_everywhere(what, set, pairs, count, rule, &got);
            for (size_t k = 0; k < count; k++)
                judge_pair(what, (const solid_item *const[2]){&s->items[pairs[k].a], &s->items[pairs[k].b]}, &got, k, seen);
            count = 0;
        }
    sepal_solids_destroy(set);
}

static void judge_layout(const layout *of, make how, seen_points *seen) {
    static const double noises[] = {1e-7, 1e-6, 1e-5, 3e-6, 1e-4, 1e-5, 1e-3, 2e-5};
    for (int round = 0; round < 24; round++) {
        char what[80];
        flush_scene s = {.random = {2400 + (uint64_t)round}, .how = how, .noise = noises[round % 8]};
        const bool turned = round % 4 >= 2, far = round / 8 == 1;
        double angles[3] = {0, 0, 0};
        for (int c = 0; c < 3 && turned; c++)
            angles[c] = rng_real(&s.random, -3, 3);
        set_turn(angles[0], angles[1], angles[2], s.turn);
        for (int c = 0; c < 3; c++)
            s.place[c] = far ? rng_real(&s.random, -20, 20) : 0;
        of->build(&s);
        const sepal_contact_rule rule = {.margin = (float)(round % 3 == 0 ? 0.01 : 4 * s.noise), .point_margin = INFINITY};
        snprintf(what, sizeof what, "%s, made in manner %d, round %d", of->name, how, round);
        judge_scene(what, &s, &rule, seen);
    }
}

static void judge_layouts_made(make how) {
    seen_points seen = {.worst = 0};
    for (int k = 0; k < LAYOUTS; k++)
        judge_layout(&layouts[k], how, &seen);
    cr_log_info("%zu points of %zu pairs; the worst %.3f of what is allowed", seen.points, seen.pairs, seen.worst);
    cr_assert(seen.pairs > 5000 && 2 * seen.points > 5 * seen.pairs && seen.worst > 0.05, "the judge sees too little");
}

Test(solids_contacts_flush, of_boxes) {
    judge_layouts_made(AS_BOXES);
}

Test(solids_contacts_flush, of_round_boxes) {
    judge_layouts_made(AS_ROUND_BOXES);
}

Test(solids_contacts_flush, of_hulls) {
    judge_layouts_made(AS_HULLS);
}

Test(solids_contacts_flush, of_round_hulls) {
    judge_layouts_made(AS_ROUND_HULLS);
}

Test(solids_contacts_flush, of_all_of_them) {
    judge_layouts_made(AS_ANY);
}

/* --- Corners ------------------------------------------------------------------------------------- */

/* The upper of two boxes of size 1 touches the lower one from above, beginning at x = shift. The lower box's side at y = -0.5 passes by
 * the upper one's corner at as nearly the tolerance for corners as floats allow, and crosses its side far away from there, or nowhere:
 * the upper box is turned about that corner by less than 2^-13. In the mirror picture the sides are at y = 0.5. */
static void lay_at_the_tolerance(rng *r, double shift, bool mirrored, sepal_solids *set) {
    const double flush = 0x1p-17 + 1.5 * 0x1p-22;
    const double way = rng_below(r, 2) ? (rng_below(r, 2) ? 1 : -1) : rng_real(r, -1, 1),
                 turn = ldexp(way, -(int)rng_between(r, 13, 44));
    const double past = rng_below(r, 2) ? 0 : rng_real(r, -2, 2) * fabs(turn), sign = mirrored ? -1 : 1;
    const float ux = 0.5F, uy = (float)(0.5 * turn), vx = -uy, vy = 0.5F;
    const double y = flush * (1 + past) + (double)uy, x = shift + (double)vx;
    solid_item lower = {.box = true, .vectors = {.u = {0.5F, 0, 0}, .v = {0, 0.5F, 0}, .w = {0, 0, 0.5F}}};
    solid_item upper = {.box = true, .vectors = {.c = {(float)x, (float)(sign * y), 1}, .w = {0, 0, 0.5F}}};
    upper.vectors.u[0] = ux;
    upper.vectors.u[1] = (float)sign * uy;
    upper.vectors.v[0] = (float)sign * vx;
    upper.vectors.v[1] = vy;
    solid_add(set, &lower);
    solid_add(set, &upper);
}

static bool is_near_a_point(const answers *got, double x, double y) {
    for (int p = 0; p < got->count[0]; p++)
        if (hypot((double)got->at[0][p] - x, (double)got->at[1][p] - y) < 0x1p-5)
            return true;
    return false;
}

/* The four corners of the common part have points, up to the share by which a later candidate must be better. */
Test(solids_contacts_flush, no_corner_is_lost_at_the_tolerance) {
    rng r = {2450};
    for (int round = 0; round < 40000; round++) {
        const bool mirrored = rng_below(&r, 2) == 1, half = rng_below(&r, 2) == 1;
        const double shift = (half ? 0.5 : 0) + 0x1p-17 * rng_real(&r, -2, 2);
        sepal_solids *set = new_set();
        answers got;
        lay_at_the_tolerance(&r, shift, mirrored, set);
        use_isa((size_t)round % sepal_isa_count());
        ask(set, set, &(sepal_pair){0, 1}, 1, &(sepal_contact_rule){.margin = 0x1p-10F, .point_margin = INFINITY}, &got);
        for (int corner = 0; corner < 4; corner++)
            cr_assert(is_near_a_point(&got,
                                      corner & 1 ? 0.5
                                      : half     ? 0
                                                 : -0.5,
                                      corner & 2 ? 0.5 : -0.5),
                      "%s, round %d: %d points, none at corner %d", sepal_isa(), round, got.count[0], corner);
        sepal_solids_destroy(set);
    }
}
