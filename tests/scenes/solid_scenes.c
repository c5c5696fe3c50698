#include "solid_scenes.h"

#include "../common/must.h"
#include "shapes.h"
#include <math.h>
#include <string.h>

static int below(rng *state, int n) {
    return (int)(rng_next(state) % (uint64_t)n);
}
static int around(rng *state, int n) {
    return below(state, 2 * n + 1) - n;
}
/* Within [-1, 1), of 24 bits. */
static float wide(rng *state) {
    return (float)(int64_t)(rng_next(state) >> 39) * 0x1p-24F - 1;
}

/* --- Solids ----------------------------------------------------------------------------------- */

/* A rotation; only multiplication, addition and division, so that it is the same on every machine. */
static void random_turn(rng *state, float r[3][3]) {
    float w, x, y, z, square;
    do {
        w = wide(state), x = wide(state), y = wide(state), z = wide(state);
        square = w * w + x * x + y * y + z * z;
    } while (square < 0.01F || square > 1);
    const float s = 2 / square;
    const float rows[3][3] = {{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                              {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                              {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}};
    memcpy(r, rows, sizeof rows);
}

/* A box of rotated axes. */
static solid_item turned_box(rng *state, float size) {
    solid_item out = {.box = true};
    float half[3], r[3][3];
    random_turn(state, r);
    for (int k = 0; k < 3; k++)
        half[k] = size * (1.1F + wide(state));
    for (int k = 0; k < 3; k++) {
        out.vectors.u[k] = r[k][0] * half[0];
        out.vectors.v[k] = r[k][1] * half[1];
        out.vectors.w[k] = r[k][2] * half[2];
        out.vectors.c[k] = wide(state);
    }
    return out;
}

/* A parallelepiped with small whole numbers, often degenerate. */
static solid_item lattice_box(rng *state, int range) {
    solid_item out = {.box = true};
    float *const vectors[3] = {out.vectors.u, out.vectors.v, out.vectors.w};
    const int plain = below(state, 3), zeros = below(state, 5);
    for (int m = 0; m < 3; m++) {
        out.vectors.c[m] = (float)around(state, 2 * range);
        for (int k = 0; k < 3; k++)
            vectors[m][k] = (float)(plain == 0 ? (k == m ? 1 + below(state, range) : 0) : around(state, range));
        if (zeros == 0 && below(state, 2) == 0)
            memset(vectors[m], 0, 3 * sizeof(float));
        else if (zeros == 1 && m > 0)
            memcpy(vectors[m], vectors[m - 1], 3 * sizeof(float));
    }
    return out;
}

static solid_item cloud(rng *state, size_t count, float size) {
    solid_item out = {.count = count};
    const float cx = wide(state), cy = wide(state), cz = wide(state);
    for (size_t k = 0; k < count; k++) {
        out.x[k] = cx + size * wide(state);
        out.y[k] = cy + size * wide(state);
        out.z[k] = cz + size * wide(state);
    }
    return out;
}

/* Points with small whole coordinates; some of them in one plane, on one line, or the same. */
static solid_item lattice_cloud(rng *state, size_t count, int range) {
    solid_item out = {.count = count};
    const int form = below(state, 6), cx = around(state, range), cy = around(state, range), cz = around(state, range);
    for (size_t k = 0; k < count; k++) {
        const int p = around(state, range), q = around(state, range), r = around(state, range);
        const bool flat = form == 1, line = form == 2, point = form == 3;
        out.x[k] = (float)(cx + (point ? 0 : p));
        out.y[k] = (float)(cy + (point ? 0 : line ? 2 * p : q));
        out.z[k] = (float)(cz + (point ? 0 : line ? -p : flat ? p + q : r));
    }
    return out;
}

/* Every coordinate times f, plus `move`; a radius too. */
static void change(solid_item *s, float f, float move) {
    for (int k = 0; k < 3; k++) {
        s->vectors.c[k] = s->vectors.c[k] * f + move;
        s->vectors.u[k] *= f, s->vectors.v[k] *= f, s->vectors.w[k] *= f;
    }
    for (size_t k = 0; k < s->count; k++)
        s->x[k] = s->x[k] * f + move, s->y[k] = s->y[k] * f + move, s->z[k] = s->z[k] * f + move;
    s->radius *= f;
}

static void shift(solid_item *s, int k, float by) {
    float *const at = k == 0 ? s->x : k == 1 ? s->y : s->z;
    s->vectors.c[k] += by;
    for (size_t m = 0; m < s->count; m++)
        at[m] += by;
}

/* Some point of a solid: a corner of it, or the middle of two. */
static void some_point(const solid_item *s, rng *state, float out[3]) {
    if (s->box) {
        const int corner = below(state, 27), u = corner % 3 - 1, v = corner / 3 % 3 - 1, w = corner / 9 - 1;
        for (int k = 0; k < 3; k++)
            out[k] = s->vectors.c[k] + (float)u * s->vectors.u[k] + (float)v * s->vectors.v[k] + (float)w * s->vectors.w[k];
        return;
    }
    const size_t i = rng_next(state) % s->count, j = below(state, 2) == 0 ? i : rng_next(state) % s->count;
    out[0] = s->x[i] / 2 + s->x[j] / 2, out[1] = s->y[i] / 2 + s->y[j] / 2, out[2] = s->z[i] / 2 + s->z[j] / 2;
}

/* Moves b so that a point of it is at a point of a, but for some ulps. */
static void bring_together(const solid_item *a, solid_item *b, rng *state, int ulps) {
    float to[3], from[3];
    some_point(a, state, to);
    some_point(b, state, from);
    for (int k = 0; k < 3; k++) {
        const int off = ulps == 0 ? 0 : around(state, ulps);
        shift(b, k, to[k] - from[k] + (float)off * 0x1p-23F * (fabsf(to[k]) + fabsf(from[k])));
    }
}

/* A crate or a cylinder as a hull: an upright prism. */
static solid_item prism(rng *state) {
    static const struct {
        size_t sides;
        float cosine, sine;
    } forms[] = {{3, -0.5F, 0.8660254F},        {4, 0, 1}, {4, 0, 1}, {6, 0.5F, 0.8660254F}, {8, 0.70710678F, 0.70710678F},
                 {10, 0.80901699F, 0.58778525F}};
    const int form = below(state, (int)(sizeof forms / sizeof *forms));
    const float height = below(state, 4) == 0 ? 0x1p-10F : 0.5F + 0.25F * (float)below(state, 3);
    solid_item out = {.count = 2 * forms[form].sides};
    float x = 1, y = below(state, 2) == 0 ? 0 : 0.5F * wide(state);
    for (size_t k = 0; k < forms[form].sides; k++) {
        out.x[2 * k] = out.x[2 * k + 1] = x;
        out.y[2 * k] = out.y[2 * k + 1] = y;
        out.z[2 * k] = -height, out.z[2 * k + 1] = height;
        const float turned = forms[form].cosine * x - forms[form].sine * y;
        y = forms[form].sine * x + forms[form].cosine * y;
        x = turned;
    }
    return out;
}

static void turn_hull(solid_item *s, float r[3][3]) {
    for (size_t k = 0; k < s->count; k++) {
        const float x = s->x[k], y = s->y[k], z = s->z[k];
        s->x[k] = r[0][0] * x + r[0][1] * y + r[0][2] * z;
        s->y[k] = r[1][0] * x + r[1][1] * y + r[1][2] * z;
        s->z[k] = r[2][0] * x + r[2][1] * y + r[2][2] * z;
    }
}

/* Two prisms on each other, flush or tilted a little, sunk in by nothing or little; at times both turned, so that what was in one plane
 * is so but for rounding. */
static void rest_on_each_other(rng *state, solid_item *a, solid_item *b) {
    static const float slopes[] = {0, 0, 0x1p-24F, 0x1p-13F, 1e-3F}, sinks[] = {0, 0x1p-22F, 1e-3F, 0.005F, 0.25F};
    *a = prism(state);
    *b = below(state, 3) == 0 ? *a : prism(state);
    const float slope = slopes[below(state, 5)], sink = sinks[below(state, 5)];
    float low = 0, high = 0, r[3][3];
    for (size_t k = 0; k < b->count; k++)
        b->z[k] += slope * b->x[k], low = fminf(low, b->z[k]);
    for (size_t k = 0; k < a->count; k++)
        high = fmaxf(high, a->z[k]);
    shift(b, 2, high - low - sink);
    shift(b, 0, 0.25F * (float)around(state, 2));
    shift(b, 1, below(state, 2) == 0 ? 0 : wide(state));
    if (below(state, 3) == 0) {
        random_turn(state, r);
        turn_hull(a, r);
        turn_hull(b, r);
    }
}

/* --- Pairs ------------------------------------------------------------------------------------ */

typedef enum kind {
    BOXES,
    BOXES_TOGETHER,
    LATTICE_BOXES,
    LATTICE_HULLS,
    LATTICE_MIXED,
    HULLS,
    HULLS_TOGETHER,
    MIXED_TOGETHER,
    ROUND_LATTICE,
    ROUND,
    SLIVERS,
    SCALES,
    WILD,
    FAR,
    EXTREMES,
    AT_REST,
    KINDS
} kind;

static const char *const names[KINDS] = {
    [BOXES] = "boxes",
    [BOXES_TOGETHER] = "boxes, some ulps from contact",
    [LATTICE_BOXES] = "boxes on a lattice",
    [LATTICE_HULLS] = "hulls on a lattice",
    [LATTICE_MIXED] = "boxes and hulls on a lattice",
    [HULLS] = "hulls",
    [HULLS_TOGETHER] = "hulls, some ulps from contact",
    [MIXED_TOGETHER] = "boxes and hulls, some ulps from contact",
    [ROUND_LATTICE] = "round solids on a lattice",
    [ROUND] = "round solids",
    [SLIVERS] = "slivers",
    [SCALES] = "all scales",
    [WILD] = "two scales in a pair",
    [FAR] = "far from the origin",
    [EXTREMES] = "extremes",
    [AT_REST] = "hulls at rest",
};

size_t solid_scene_kinds(void) {
    return KINDS;
}

static size_t some_size(rng *state) {
    return below(state, 8) == 0 ? 9 + rng_next(state) % 5 : 1 + rng_next(state) % 8;
}

static solid_item any(rng *state) {
    return below(state, 2) == 0 ? turned_box(state, 0.5F) : cloud(state, some_size(state), 0.7F);
}
static solid_item any_on_lattice(rng *state) {
    return below(state, 2) == 0 ? lattice_box(state, 2) : lattice_cloud(state, some_size(state), 2);
}

/* 0, a power of two of any size, the least and the greatest float, or any bits: finite. */
static float extreme(rng *state) {
    const float least = ldexpf(1, -149), most = ldexpf(0x1.fffffep0F, 127);
    const float sign = below(state, 2) == 0 ? 1 : -1;
    switch (below(state, 6)) {
    case 0:
        return 0;
    case 1:
        return sign * ldexpf(1, -149 + below(state, 277));
    case 2:
        return sign * least;
    case 3:
        return sign * most;
    case 4:
        return sign * (float)below(state, 4);
    default:
        break;
    }
    const float any_bits = wide(state);
    return sign * ldexpf(any_bits, -126 + below(state, 254));
}

/* Few different numbers, so that much is equal. */
static solid_item extreme_solid(rng *state, const float *numbers, int count) {
    solid_item out = {.box = below(state, 2) == 0};
    for (int k = 0; k < 3 && out.box; k++) {
        out.vectors.c[k] = numbers[below(state, count)];
        out.vectors.u[k] = numbers[below(state, count)];
        out.vectors.v[k] = numbers[below(state, count)];
        out.vectors.w[k] = numbers[below(state, count)];
    }
    out.count = out.box ? 0 : 1 + rng_next(state) % 7;
    for (size_t k = 0; k < out.count; k++) {
        out.x[k] = numbers[below(state, count)];
        out.y[k] = numbers[below(state, count)];
        out.z[k] = numbers[below(state, count)];
    }
    if (below(state, 3) == 0)
        out.radius = fabsf(numbers[below(state, count)]);
    return out;
}

static void make_pair(kind of, rng *state, solid_item *a, solid_item *b) {
    switch (of) {
    case BOXES:
    case BOXES_TOGETHER:
        *a = turned_box(state, 0.5F);
        *b = turned_box(state, 0.5F);
        if (of == BOXES_TOGETHER) {
            if (below(state, 3) == 0) { /* the same axes */
                memcpy(b->vectors.u, a->vectors.u, sizeof a->vectors.u);
                memcpy(b->vectors.v, a->vectors.v, sizeof a->vectors.v);
            }
            bring_together(a, b, state, 3);
        }
        break;
    case LATTICE_BOXES:
        *a = lattice_box(state, 2);
        *b = lattice_box(state, 2);
        break;
    case LATTICE_HULLS:
        *a = lattice_cloud(state, some_size(state), 2);
        *b = lattice_cloud(state, some_size(state), 2);
        break;
    case LATTICE_MIXED:
        *a = any_on_lattice(state);
        *b = any_on_lattice(state);
        if (below(state, 2) == 0)
            bring_together(a, b, state, 0);
        break;
    case HULLS:
    case HULLS_TOGETHER:
        *a = cloud(state, some_size(state), 0.7F);
        *b = cloud(state, some_size(state), 0.7F);
        if (of == HULLS_TOGETHER)
            bring_together(a, b, state, 3);
        break;
    case ROUND_LATTICE:
        *a = any_on_lattice(state);
        *b = any_on_lattice(state);
        bring_together(a, b, state, 0);
        if (below(state, 3) > 0) { /* as far as the radii and the margin reach, or one more or less */
            static const float away[4][4] = {{1, 2, 2, 3}, {3, 0, 4, 5}, {2, 6, 3, 7}, {0, 0, 1, 1}};
            const float *const d = away[below(state, 4)];
            const int mirror = below(state, 8);
            for (int k = 0; k < 3; k++)
                shift(b, k, mirror >> k & 1 ? -d[k] : d[k]);
            a->radius = (float)below(state, 3);
            b->radius = d[3] - 1 - a->radius + (float)(below(state, 4) == 0 ? around(state, 1) : 0);
            b->radius = b->radius > 0 ? b->radius : 0;
        }
        break;
    case SLIVERS:
        *a = any(state);
        *b = any(state);
        for (size_t k = 0; k < a->count; k++)
            a->z[k] = a->x[k] + a->z[k] * 0x1p-22F;
        for (int k = 0; k < 3; k++)
            a->vectors.w[k] = a->vectors.v[k] * 0.75F + a->vectors.w[k] * 0x1p-20F;
        bring_together(a, b, state, 2);
        break;
    case EXTREMES: {
        float numbers[5];
        for (int k = 0; k < 5; k++)
            numbers[k] = extreme(state);
        *a = extreme_solid(state, numbers, 5);
        *b = extreme_solid(state, numbers, 5);
        break;
    }
    case AT_REST:
        rest_on_each_other(state, a, b);
        break;
    case MIXED_TOGETHER:
    case ROUND:
    case SCALES:
    case WILD:
    case FAR:
    case KINDS:
        *a = below(state, 3) == 0 ? any_on_lattice(state) : any(state);
        *b = below(state, 3) == 0 ? any_on_lattice(state) : any(state);
        if (below(state, 3) > 0)
            bring_together(a, b, state, 2);
        if (of == ROUND || below(state, 4) == 0) {
            a->radius = below(state, 2) == 0 ? 0 : 0.3F + 0.3F * wide(state);
            b->radius = below(state, 2) == 0 ? 0 : 0.3F + 0.3F * wide(state);
        }
        break;
    }
    if (of == SCALES) {
        const float f = ldexpf(1, around(state, 120));
        change(a, f, 0);
        change(b, f, 0);
    } else if (of == WILD) {
        change(a, ldexpf(1, around(state, 120)), 0);
        change(b, ldexpf(1, around(state, 120)), 0);
    } else if (of == FAR) {
        change(a, 1, 1e6F);
        change(b, 1, 1e6F);
    }
}

void solid_add(sepal_solids *set, const solid_item *item) {
    const sepal_parallelepiped *v = &item->vectors;
    sepal_status status;
    if (item->box) {
        const sepal_solid_parallelepipeds one = {{&v->c[0], &v->c[1], &v->c[2]},
                                                 {&v->u[0], &v->u[1], &v->u[2]},
                                                 {&v->v[0], &v->v[1], &v->v[2]},
                                                 {&v->w[0], &v->w[1], &v->w[2]},
                                                 &item->radius,
                                                 1};
        status = sepal_solids_add_parallelepipeds(set, &one, 1, NULL, NULL);
    } else {
        status = sepal_solids_add_hull(set, item->x, item->y, item->z, item->count, item->radius, NULL);
    }
    must(status == SEPAL_OK, "a solid is refused: %s", sepal_status_text(status));
}

solid_scene solid_scene_create(size_t kind_number, uint64_t seed, size_t count) {
    const kind of = (kind)kind_number;
    rng state = {seed * 1000003 + kind_number};
    solid_scene s = {.kind = names[of], .count = count};
    s.a = must_have(calloc(count + 1, sizeof *s.a));
    s.b = must_have(calloc(count + 1, sizeof *s.b));
    s.pairs = must_have(calloc(count + 1, sizeof *s.pairs));
    must(sepal_solids_create(NULL, &s.set_a) == SEPAL_OK && sepal_solids_create(NULL, &s.set_b) == SEPAL_OK, "no set");
    for (size_t k = 0; k < count; k++) {
        make_pair(of, &state, &s.a[k], &s.b[k]);
        solid_add(s.set_a, &s.a[k]);
        solid_add(s.set_b, &s.b[k]);
        s.pairs[k] = (sepal_pair){(uint32_t)k, (uint32_t)k};
    }
    s.margin = of == ROUND_LATTICE ? 1 : of == ROUND ? 0.25F : 0;
    return s;
}

void solid_scene_destroy(solid_scene *s) {
    sepal_solids_destroy(s->set_a);
    sepal_solids_destroy(s->set_b);
    free(s->a);
    free(s->b);
    free(s->pairs);
}
