/* core_parts.c — the bounds by which a part of the difference of two cores is certain, one pair at a time (cores_part.h), with coordinates
 * that are rounded: its normal, the foot of the origin, and the same with twice the digits. */
#include "exact_vector.h"
#include "families.h"
#include "solid_pair.h"

#include <solids/kernel/cores_part.h>

/* Two hulls of four vertices, and the part of the first `count` members that differ by one vertex each. As if no coordinate were exact, so
 * that the bounds cover their rounding, too. */
typedef struct judged_part {
    solid_pair of;
    solid_core_pair cores;
    core_part part;
    exact_vector w[3], n;
} judged_part;

static void set_exact_normal(int count, judged_part *of) {
    exact_vector e[2];
    for (int k = 0; k < 3; k++)
        for (int of_edge = 0; of_edge < 2; of_edge++)
            sepal_number_subtract(&of->w[of_edge + 1].x[k], &of->w[0].x[k], &e[of_edge].x[k]);
    of->n = exact_cross(&e[0], count == 2 ? &of->w[0] : &e[1]);
    if (count == 2)
        of->n = exact_cross(&of->n, &e[0]);
}

static bool judge_part(const float *input, int count, judged_part *out) {
    static double room[3 * CORE_ROOM];
    const solid_pair of = solid_pair_emptied();
    const solids_query q = solid_query(of);
    if (!add_points(of.a, input, 4, 0) || !add_points(of.b, input + 12, 4, 0) ||
        !solid_load_cores(&q, *solid_group, &solids_kernel_core_searches, (core_room){room, CORE_ROOM, 1}, &out->cores))
        return false;
    out->of = of;
    out->part.count = count;
    for (uint32_t k = 0; k < 3; k++) {
        set_member(&out->cores, k, k == 0 ? 0 : 1, &out->part.m[k]);
        out->w[k] = vector_between(input + (size_t)3 * k, input + (k == 0 ? 12 : 15));
    }
    set_exact_normal(count, out);
    return true;
}

static double off_by(const exact_vector *exact, const double n[3]) {
    double square = 0;
    for (int k = 0; k < 3; k++)
        square += difference(&exact->x[k], n[k]) * difference(&exact->x[k], n[k]);
    return sqrt(square);
}

static double normal_error(const float *input, int count, bool exact) {
    judged_part of;
    if (!judge_part(input, count, &of) || (exact && !of.cores.exact))
        return -INFINITY;
    of.cores.exact = exact;
    (void)set_part(&of.cores, &of.part);
    return of.part.error > 0 ? off_by(&of.n, of.part.n) / of.part.error : -INFINITY;
}
static double face_error(const float *input) {
    return normal_error(input, 3, false);
}
static double edge_error(const float *input) {
    return normal_error(input, 2, false);
}
static double exact_face_error(const float *input) {
    return normal_error(input, 3, true);
}
static double exact_edge_error(const float *input) {
    return normal_error(input, 2, true);
}

/* n . v of a face and the way between two vertices of one core. */
static double side_error(const float *input) {
    judged_part of;
    double step[3];
    if (!judge_part(input, 3, &of))
        return -INFINITY;
    of.cores.exact = false;
    (void)set_part(&of.cores, &of.part);
    for (int k = 0; k < 3; k++)
        step[k] = of.cores.a.at[k][3] - of.cores.a.at[k][0];
    const exact_vector way = vector_between(input, input + 9);
    const sepal_number exact = exact_dot(&of.n, &way);
    return difference(&exact, d3_dot(of.part.n, step)) / error_along(&of.cores, &of.part);
}

/* The weight of a member at the foot, times n . n. */
static double weight_error_of(judged_part *of) {
    of->cores.exact = false;
    if (!set_part(&of->cores, &of->part))
        return -INFINITY;
    double error;
    const double found = weight_of(&of->cores, &of->part, 0, 1, &error);
    const exact_vector exact = exact_cross(&of->w[0], &of->w[1]);
    const sepal_number weight = exact_dot(&exact, &of->n);
    return difference(&weight, found) / error;
}
static double weight_error(const float *input) {
    judged_part of;
    return judge_part(input, 3, &of) ? weight_error_of(&of) : -INFINITY;
}

/* A part whose members are not where double has them: the origin is aside of its place, by a vertex that is in no member. All numbers are of few
 * bits, so that only this counts. */
static bool judge_part_aside(const float *input, int count, judged_part *out) {
    float coarse[24];
    double square = 0;
    for (int k = 0; k < 24; k++) {
        coarse[k] = rintf(input[k] * 0x1p10F) * 0x1p-10F;
        if (!(fabsf(coarse[k]) < 0x1p6F))
            return false;
    }
    if (!judge_part(coarse, count, out))
        return false;
    for (int k = 0; k < 3; k++) {
        const double by = (double)coarse[21 + k];
        sepal_number moved;
        sepal_number_sum(&by, 1, &moved);
        for (int m = 0; m < 3; m++)
            sepal_number_add(&out->w[m].x[k], &moved, &out->w[m].x[k]);
        square += by * by;
    }
    out->cores.exact = false;
    out->cores.aside = sqrt(square) * (1 + 0x1p-50);
    set_exact_normal(count, out);
    return out->cores.aside < out->cores.extent;
}
static double edge_error_aside(const float *input) {
    judged_part of;
    if (!judge_part_aside(input, 2, &of))
        return -INFINITY;
    (void)set_part(&of.cores, &of.part);
    return of.part.error > 0 ? off_by(&of.n, of.part.n) / of.part.error : -INFINITY;
}
/* n . v of an edge and the way between two vertices of one core, which no two are farther apart than. */
static double side_error_aside(const float *input) {
    judged_part of;
    exact_vector way;
    double step[3];
    if (!judge_part_aside(input, 2, &of))
        return -INFINITY;
    for (int k = 0; k < 3; k++) {
        step[k] = of.cores.a.at[k][3] - of.cores.a.at[k][0];
        sepal_number_sum(&step[k], 1, &way.x[k]);
    }
    of.cores.spread = d3_length(step) * (1 + 0x1p-50);
    (void)set_part(&of.cores, &of.part);
    const sepal_number exact = exact_dot(&of.n, &way);
    return difference(&exact, d3_dot(of.part.n, step)) / error_along(&of.cores, &of.part);
}
static double weight_error_aside(const float *input) {
    judged_part of;
    return judge_part_aside(input, 3, &of) ? weight_error_of(&of) : -INFINITY;
}

static double off_by_twofold(const sepal_number *exact, sepal_twofold found) {
    const double terms[2] = {found.high, found.low};
    sepal_number of_terms;
    sepal_number_sum(terms, 2, &of_terms);
    sepal_number_subtract(exact, &of_terms, &of_terms);
    return fabs(sepal_number_value(&of_terms));
}

/* n of an edge with twice the digits: that of a face mostly has no error. */
static double twofold_error(const float *input) {
    judged_part of;
    twofold_part twice;
    double square = 0;
    if (!judge_part(input, 2, &of) || !of.cores.exact || !set_part(&of.cores, &of.part))
        return -INFINITY;
    find_twofold(&of.cores, &of.part, &twice);
    for (int k = 0; k < 3; k++) {
        const double off = off_by_twofold(&of.n.x[k], twice.n[k]);
        square += off * off;
    }
    return twice.error > 0 ? sqrt(square) / (twice.error * of.part.size) : -INFINITY;
}

/* n . v of a face, with the coordinates as given. */
static double given_error(const float *input) {
    judged_part of;
    double error;
    if (!judge_part(input, 3, &of))
        return -INFINITY;
    const solids_query q = solid_query(of.of);
    of.cores.exact = false;
    note_given(&q, *solid_group, &of.cores);
    const sepal_given_triangle triangle = given_triangle(&of.part);
    const sepal_twofold found = sepal_given_along(&of.cores.given, &triangle, false, 3, 0, &error);
    const exact_vector step = vector_between(input, input + 9);
    const sepal_number exact = exact_dot(&of.n, &step);
    return error > 0 ? off_by_twofold(&exact, found) / error : -INFINITY;
}

/* The normal of a face, with the coordinates as given. */
static double given_normal_error(const float *input) {
    judged_part of;
    twofold_part twice;
    double square = 0;
    if (!judge_part(input, 3, &of))
        return -INFINITY;
    const solids_query q = solid_query(of.of);
    of.cores.exact = false;
    note_given(&q, *solid_group, &of.cores);
    if (!set_part(&of.cores, &of.part))
        return -INFINITY;
    find_twofold(&of.cores, &of.part, &twice);
    for (int k = 0; k < 3; k++) {
        const double off = off_by_twofold(&of.n.x[k], twice.n[k]);
        square += off * off;
    }
    return twice.error > 0 ? sqrt(square) / (twice.error * of.part.size) : -INFINITY;
}
static const attack attacks[] = {
    {"part, error",
     "the normal of a face",
     face_error,
     24,
     4,
     0.0338,
     {
         0x1.3effdp-1F,  0x1.fe3be8p-2F,  0x1p-24F,        -0x1.2df2d8p+3F, 0x1.fec28p+0F,   0x1p-24F,
         0x1.73dff2p+2F, -0x1.75c766p+2F, 0x1.8p-24F,      0x1.50944p+3F,   0x1.dfffp-2F,    -0x1.3effd2p-1F,
         0x1.baf54ap+0F, -0x1.3e68b8p+3F, 0x1.203672p-23F, 0x1.babd4ap+2F,  0x1.010024p-1F,  0x1.3fffcap-22F,
         0x1.3a7538p+0F, 0x1.6418ecp+2F,  -0x1.eab3d8p-3F, 0x1.7eb8ep+2F,   -0x1.fe1086p+1F, -0x1.eab436p-3F,
     }},
    {"part, error",
     "the normal of an edge",
     edge_error,
     24,
     4,
     0.0342,
     {
         -0x1.2e8df8p+1F, -0x1.7fcc32p+0F, -0x1.5831c8p+1F, -0x1.11bfbap-1F, -0x1.de281cp+0F, -0x1.db5bap+3F,
         -0x1.ab4346p+1F, -0x1.d9e65p+2F,  0x1.184p+2F,     -0x1.bc0b1ap+2F, 0x1.bc0b1ap+2F,  -0x1.3eff08p+2F,
         -0x1.1b8e24p+2F, 0x1.406442p+3F,  -0x1.c3f216p+1F, -0x1.e8e742p+0F, 0x1.1b8e2cp+2F,  0x1.bb45b4p+2F,
         0x1.784e24p+0F,  -0x1.d6b87p+1F,  -0x1.cb97fap+2F, 0x1p-24F,        -0x1.580bd8p+2F, -0x1.ddb3c4p-2F,
     }},
    {"part, error",
     "the normal of a face of exact coordinates",
     exact_face_error,
     24,
     4,
     0.2499,
     {
         0x1.e6d41cp+0F,  -0x1.775a62p+3F, 0x1.e9cfa8p+1F,  0x1.1860ccp+4F,  0x1.6fd5cp-3F,   0x1.db39a6p+2F,
         0x1.005fe8p+1F,  0x1.6fd59p-3F,   -0x1.99013ap+4F, -0x1.3b80fap-2F, -0x1.65a0fp+3F,  0x1.140008p+5F,
         -0x1.7ae75cp+3F, -0x1.f36bc6p-2F, 0x1.0c0ceap+1F,  0x1.e3fedcp+1F,  0x1.6d7e5ap+3F,  -0x1.b4b992p+4F,
         -0x1.977274p+3F, -0x1.7afba4p+3F, -0x1.9a93c4p+2F, 0x1.6b6046p+3F,  -0x1.6ecc82p+1F, -0x1.65c33ap+3F,
     }},
    {"part, error",
     "the normal of an edge of exact coordinates",
     exact_edge_error,
     24,
     4,
     0.2340,
     {
         -0x1.ap+3F,      0x1.1a3042p+0F,  -0x1.5a3d1ep+0F, 0x1.31068p-4F,  -0x1.a23836p+3F, 0x1.9707bp+1F,
         0x1.b1bb2cp+1F,  -0x1.76f09ap+3F, -0x1.afbfe8p-1F, 0x1.a00004p+3F, -0x1.5b346ep+0F, 0x1.0bde02p+6F,
         -0x1.ca8b32p+1F, -0x1.6e44dcp+0F, -0x1.6e44d6p+0F, 0x1.ap+3F,      0x1.adf808p+3F,  0x1.9p+1F,
         0x1.ddap+1F,     0x1.6f93d6p+0F,  0x1.ap+3F,       0x1.37fffcp+3F, -0x1.5a303ep+0F, 0x1.6f456cp+2F,
     }},
    {"error_along",
     "a side",
     side_error,
     24,
     4,
     0.0174,
     {
         0x1.11f284p+1F,  0x1.de5378p+0F, 0x1.b58684p-1F,  0x1.6524ecp+0F,  -0x1.ab914ep+4F, 0x1.3a3d06p-2F,
         -0x1.3fb434p+0F, 0x1.54397ep+0F, -0x1.510918p+2F, -0x1.b570f8p+4F, 0x1.01bfap+1F,   0x1.e50002p-1F,
         0x1.a30da2p-1F,  0x1.fe761ap+2F, -0x1.3fb434p+0F, 0x1.e9e842p-1F,  -0x1.69f6d2p+1F, 0x1.ec63dep+3F,
         0x1.ac4a24p+0F,  0x1.e34408p-1F, 0x1.3aedccp+2F,  -0x1.185d82p+4F, -0x1.4200a6p+0F, -0x1.b58p+0F,
     }},
    {"sign_of_weight",
     "the foot of the origin in a face",
     weight_error,
     24,
     4,
     0.0109,
     {
         0x1.87b1aap+1F,  0x1.ae0604p+2F,  -0x1.55f392p+1F, -0x1.7383dap+3F, 0x1.fb0fc6p+2F, -0x1.4687bep+2F,
         0x1.03bf14p+3F,  -0x1.5ec9ep+0F,  -0x1.98d27ep+1F, 0x1.8f4p-1F,     0x1.73p+1F,     0x1.289612p+3F,
         0x1.9ad44cp+2F,  -0x1.4c91d4p+3F, -0x1.7dc1cp+1F,  0x1.38ff6cp+4F,  0x1.dded3ep+1F, -0x1.b7cc42p+1F,
         -0x1.449a4ep-1F, 0x1.78a0cep+2F,  -0x1.79ec36p+3F, 0x1.165f1ap+3F,  0x1.aaf336p+3F, 0x1.b83p+0F,
     }},
    {"part, error",
     "the normal of an edge, the origin aside",
     edge_error_aside,
     24,
     4,
     0.9,
     {
         0x1.e9db62p+1F,  -0x1.cdc9fcp+2F, 0x1.85bp+1F,     0x1.c5d89ap+1F,  0x1.24ce28p+3F,  -0x1.d31bcep+1F,
         0x1.be4892p+0F,  -0x1.be222p+2F,  0x1.25b618p+3F,  0x1.667e6cp+2F,  -0x1.7p+0F,      0x1.000004p-24F,
         -0x1.c9dbcp+1F,  0x1.d31cd4p+1F,  -0x1.08469ep+0F, -0x1.d4979ep+1F, -0x1.17ac3ep+3F, -0x1.82ce88p+2F,
         -0x1.30d60ep+2F, -0x1.378032p+2F, 0x1.7fffbp+0F,   0x1.0bd70cp+5F,  0x1.fd7fbap+0F,  0x1.e16702p+4F,
     }},
    {"error_along",
     "a side, the origin aside",
     side_error_aside,
     24,
     4,
     0.9,
     {
         0x1.a433bcp+2F,  -0x1.a6f048p+1F, 0x1.2731f8p+1F,  -0x1.cbc164p-1F, -0x1.8f4836p+2F, -0x1.a6924p+1F,
         -0x1.163c56p+2F, -0x1.3c9ff6p+1F, 0x1.804326p+2F,  -0x1.3596a6p+4F, -0x1.460004p+2F, -0x1.d37968p+0F,
         0x1.557438p+1F,  0x1.7d3a74p+2F,  0x1.00432p+2F,   -0x1.709d1ap+2F, 0x1.459204p+3F,  0x1.57e0d2p+0F,
         0x1.bc8p+3F,     0x1.ffae76p+1F,  -0x1.3c9ff6p+1F, 0x1.3e3acp+5F,   0x1.5f8a9p+1F,   0x1.95fdacp+2F,
     }},
    {"sign_of_weight",
     "the foot of the origin in a face, the origin aside",
     weight_error_aside,
     24,
     4,
     0.9,
     {
         -0x1.fe2374p+1F, 0x1.6fe072p+2F,  0x1.f79726p+0F, 0x1.77f0dap+2F, 0x1.fbf7fap+1F,  0x1.00a81p+3F,
         -0x1.6a17fap+2F, 0x1.7a125ep+3F,  0x1.4fb85cp+3F, 0x1.a3dfdcp+4F, 0x1.61a838p+2F,  0x1.fffebap-3F,
         -0x1.b63bcep+2F, -0x1.677p+2F,    -0x1.e15p+2F,   0x1.e06b18p+1F, -0x1.3de8b2p-1F, -0x1.0b6f24p+0F,
         0x1.f48p+2F,     -0x1.ac85fep+3F, 0x1.fbf7fap+1F, 0x1.654fbp+4F,  -0x1.1ada36p+1F, -0x1.dfdbbcp+1F,
     }},
    {"TWOFOLD_UNIT",
     "the normal of an edge, twice the digits",
     twofold_error,
     24,
     4,
     0.0231,
     {
         0x1.18p-1F,      0x1.0fe202p+3F,  -0x1.5p-10F,     -0x1.670004p+5F, 0x1.5dfb4ep+3F,  -0x1.9f62b2p-1F,
         0x1.9ff7c8p+1F,  0x1.9f62b2p-1F,  0x1.78p-18F,     -0x1.29p+5F,     -0x1.0bfff2p+5F, -0x1.7ffff2p+2F,
         0x1.72a134p-19F, -0x1.f7ffdap+2F, 0x1.faa134p-19F, 0x1.60b0ap+5F,   -0x1.d5829ep+1F, -0x1.9ff7fp-1F,
         -0x1.0bfb2p+5F,  0x1.1debp+3F,    -0x1.8ae53ap+0F, 0x1.88c00ap+1F,  0x1.6956c6p+0F,  0x1.d698cap+0F,
     }},
    {"GIVEN_SIGN_ERROR",
     "n . v of a face, as given",
     given_error,
     24,
     40,
     0.0712,
     {
         0x1.032aeep+24F,  0x1.a1a606p+34F, 0x1.3e8ae2p+29F,  -0x1.19763ap+37F, -0x1p+24F,        0x1.b8aba6p+9F,
         -0x1.fffffep+23F, -0x1p+24F,       -0x1.1e0ae2p+19F, 0x1.7f3e92p+21F,  -0x1.c36faap+35F, -0x1.f5e5b4p+10F,
         0x1.0fffeap+20F,  -0x1p+23F,       -0x1.9d54ccp+35F, -0x1.0f8752p+1F,  0x1.676cc6p+6F,   0x1.02fac6p+37F,
         -0x1.1p+20F,      0x1p+24F,        -0x1p+24F,        -0x1p+24F,        -0x1p+23F,        0x1.9576bcp+15F,
     }},
    {"TWOFOLD_UNIT",
     "the normal of a face, as given",
     given_normal_error,
     24,
     40,
     0.0344,
     {
         0x1.61ep+1F,    -0x1.ffd772p+23F, -0x1.ef8eap+19F,  0x1.900004p+1F,   -0x1p+24F,      -0x1.eb7bc8p+19F,
         0x1.8fffd8p+1F, -0x1.290f0ep-24F, -0x1p+24F,        0x1.4153e6p+23F,  -0x1p+24F,      0x1p+24F,
         -0x1.76ap+0F,   -0x1.fb8736p+3F,  -0x1.0984dep-24F, -0x1.0003fap+0F,  -0x1.456ep+12F, -0x1.ffbed4p+23F,
         -0x1.ff8p+22F,  -0x1.0003c6p+0F,  0x1.7p+18F,       -0x1.0984dep-24F, 0x1.84b2ep+13F, 0x1.ef8da4p+19F,
     }},
};
const attack_family core_parts_attacks = {"core_parts", attacks, sizeof attacks / sizeof attacks[0]};
