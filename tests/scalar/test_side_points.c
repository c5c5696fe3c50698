/* Of the vertices on the plane of a side, those that are farthest in 64 directions: the first ones of the farthest, which a search through
 * all vertices for each direction finds. On circles, in their order and in none, and on lattices, where many are as far. */
#include "../../src/core/arithmetic.h"

#include "../../src/simd/one.h"
#include "../../src/solids/set.h"
#include <criterion/criterion.h>
#include <string.h>

enum { CONTACT_SIDE_CORNERS = 64, VERTICES = 700 };

#include "../../src/solids/seen.h"

typedef struct contact_core {
    int count;
    wd size;
    contact_cover cover;
    wd3 at[VERTICES];
} contact_core;

static wd3 contact_vertex(const contact_core *core, int k) {
    return core->at[k];
}

#include "../../src/solids/side_points.h"

/* Sides are not looked for here. */
SPECIALISED int list_on_plane(const contact_core *core, const side_plane *plane, wd up, solid_side *out) {
    (void)core, (void)plane, (void)up;
    out->count = 1;
    return 1;
}
SPECIALISED void sort_by_turns(solid_side *f, int most) {
    (void)f, (void)most;
}

static uint32_t seed = 1;

static int some_below(int bound) {
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 16) % bound;
}

/* Half of the vertices are below the plane, or a third. */
static void some_core(contact_core *out) {
    const int kind = some_below(4), below = 2 + some_below(2);
    out->count = 66 + some_below(VERTICES - 65);
    for (int k = 0; k < out->count; k++) {
        const double angle = 6.283185307179586 * (kind == 0 ? some_below(1 << 16) / 65536.0 : k / (double)out->count);
        wd3 *p = &out->at[k];
        *p = (wd3){cos(angle), sin(angle), k % below == 0 ? -1 : 0};
        if (kind == 2) /* the last one is far out, in its block and its list alone */
            p->x *= k + 1 == out->count ? 3 : 1;
        if (kind == 3)
            *p = (wd3){some_below(5) - 2, some_below(5) - 2, p->z};
    }
}

static int plain_farthest(const contact_core *core, const side_plane *plane, int direction) {
    const int quarter = direction % 16;
    double dx = 256 - quarter * quarter, dy = 32 * quarter, most = -INFINITY;
    int best = -1;
    for (int turn = 0; turn < direction / 16; turn++) {
        const double x = dx;
        dx = -dy;
        dy = x;
    }
    for (int k = 0; k < core->count; k++) {
        const double along = dx * core->at[k].x + dy * core->at[k].y;
        if (is_on_plane(plane, 1, core->at[k]) && along > most) {
            most = along;
            best = k;
        }
    }
    return best;
}

/* All on the plane, or those found by the plain search. Returns how many. */
static int plain_points(const contact_core *core, const side_plane *plane, int out[VERTICES]) {
    int count = 0;
    for (int k = 0; k < core->count; k++)
        if (is_on_plane(plane, 1, core->at[k]))
            out[count++] = k;
    if (count <= CONTACT_SIDE_CORNERS)
        return count;
    count = 0;
    for (int direction = 0; direction < CONTACT_SIDE_CORNERS; direction++) {
        const int best = plain_farthest(core, plane, direction);
        if (count == 0 || (out[count - 1] != best && out[0] != best))
            out[count++] = best;
    }
    return count;
}

Test(side_points, are_those_of_a_plain_search) {
    const side_plane plane = {.thickness = 0.5};
    static contact_core core;
    static side_points got;
    int expected[VERTICES], listed = 0, chosen = 0, many = 0;
    for (int round = 0; round < 2000; round++) {
        some_core(&core);
        const int count = plain_points(&core, &plane, expected);
        points_on_plane(&core, &plane, 1, &got);
        cr_assert_eq(got.count, count, "round %d", round);
        for (int k = 0; k < count; k++) {
            const wd3 at = core.at[expected[k]];
            cr_assert_eq((int)got.of[k].number, expected[k], "round %d, point %d", round, k);
            cr_assert(got.of[k].at.x == at.x && got.of[k].at.y == at.y && got.of[k].at.z == at.z);
        }
        int on_plane = 0;
        for (int k = 0; k < core.count; k++)
            on_plane += is_on_plane(&plane, 1, core.at[k]);
        listed += on_plane <= CONTACT_SIDE_CORNERS;
        chosen += on_plane > CONTACT_SIDE_CORNERS;
        many += on_plane > SIDE_POINTS_LISTED;
    }
    cr_assert(listed > 50 && chosen > 500 && many > 300, "%d lists, %d choices, %d from several lists", listed, chosen, many);
}
