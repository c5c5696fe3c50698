/* When and how two polygons meet first, by a part of their difference that is proposed: of two boxes, side on side, of which one moves
 * straight towards the other, the parts of the two sides that come to touch, and no others. All four sides have vertices between their
 * ends, whose neighbours are as far along the normal as they are. */
#include "../../src/polys/scalar/reference.h"

#include <criterion/criterion.h>

/* Boxes of 4 x 1, with vertices between the corners of the long sides. The sides of b are farther out. */
enum { BETWEEN_MOST = 3, SIZE_MOST = 4 + 2 * BETWEEN_MOST };

typedef struct boxes_that_meet {
    sepal_polys *sets[2];
    sepal_mover a, b;
    bool upper_side[2][SIZE_MOST]; /* is a vertex on the side that is farther up before all is turned? */
} boxes_that_meet;

/* turns: by how many quarter turns to the left. */
static sepal_float2 turned(float x, float y, int turns) {
    sepal_float2 p = {x, y};
    for (; turns > 0; turns--)
        p = (sepal_float2){-p.y, p.x};
    return p;
}

static void add_box(boxes_that_meet *m, int of, float left, float low, int between, bool clockwise, int turns) {
    const int along = between + 2, size = 2 * along;
    float x[SIZE_MOST], y[SIZE_MOST];
    for (int k = 0; k < size; k++) {
        const int at = clockwise ? size - 1 - k : k, step = at % along;
        const bool upper = at >= along;
        const float share = 4 * (float)(upper ? along - 1 - step : step) / (float)(along - 1);
        const sepal_float2 p = turned(left + share, upper ? low + 1 : low, turns);
        x[k] = p.x, y[k] = p.y;
        m->upper_side[of][k] = upper;
    }
    m->sets[of] = NULL;
    cr_assert_eq(sepal_polys_create(NULL, &m->sets[of]), SEPAL_OK);
    cr_assert_eq(sepal_polys_add(m->sets[of], x, y, (size_t)size, NULL), SEPAL_OK);
}

/* b is 2 above a, and comes down by 4, before all is turned. */
static boxes_that_meet make_boxes(int between_a, int between_b, int clockwise, int turns) {
    boxes_that_meet m;
    add_box(&m, 0, 0, 0, between_a, (clockwise & 1) != 0, turns);
    add_box(&m, 1, 1, 3, between_b, (clockwise & 2) != 0, turns);
    m.a = (sepal_mover){m.sets[0], 0, {0, 0}};
    m.b = (sepal_mover){m.sets[1], 0, turned(0, -4, turns)};
    return m;
}

/* Is an edge one of a long side of its box, and does it end at the vertex? */
static bool is_on_long_side(const sepal_mover *of, const bool *upper, uint32_t edge, uint32_t vertex) {
    const uint32_t next = (edge + 1) % sepal_mover_size(of);
    return upper[edge] == upper[next] && (vertex == edge || vertex == next);
}

static void check_part(const boxes_that_meet *m, uint32_t i, uint32_t j, const sepal_mover *of, uint32_t edge) {
    const bool enters = m->upper_side[0][i] && !m->upper_side[1][j];
    const sepal_poly_hit expected = sepal_polys_scalar_hit_cores(&m->a, &m->b);
    sepal_poly_hit hit = sepal_poly_no_hit();
    cr_assert_eq(sepal_polys_scalar_hit_part(&m->a, &m->b, &(sepal_part){i, j, of, edge}, &hit), enters,
                 "vertices %u and %u, edge %u of %s", i, j, edge,
                 of == NULL    ? "none"
                 : of == &m->a ? "a"
                               : "b");
    if (enters)
        cr_assert(hit.meet && hit.time == expected.time && hit.x == expected.x && hit.y == expected.y,
                  "vertices %u and %u: at %a along (%a, %a)", i, j, (double)hit.time, (double)hit.x, (double)hit.y);
    else
        cr_assert(!hit.meet && hit.time == 1, "vertices %u and %u: an answer was written", i, j);
}

static void check_boxes(int between_a, int between_b, int clockwise, int turns) {
    const boxes_that_meet m = make_boxes(between_a, between_b, clockwise, turns);
    const sepal_float2 normal = turned(0, 1, turns);
    const sepal_poly_hit expected = sepal_polys_scalar_hit_cores(&m.a, &m.b);
    cr_assert(expected.time == 0.5F && expected.x == normal.x && expected.y == normal.y);
    for (uint32_t i = 0; i < sepal_mover_size(&m.a); i++)
        for (uint32_t j = 0; j < sepal_mover_size(&m.b); j++) {
            check_part(&m, i, j, NULL, 0);
            for (uint32_t edge = 0; edge < sepal_mover_size(&m.a); edge++)
                if (is_on_long_side(&m.a, m.upper_side[0], edge, i))
                    check_part(&m, i, j, &m.a, edge);
            for (uint32_t edge = 0; edge < sepal_mover_size(&m.b); edge++)
                if (is_on_long_side(&m.b, m.upper_side[1], edge, j))
                    check_part(&m, i, j, &m.b, edge);
        }
    for (int of = 0; of < 2; of++)
        sepal_polys_destroy(m.sets[of]);
}

Test(hit_part, vertices_between_the_ends_of_parallel_sides) {
    for (int between_a = 0; between_a <= BETWEEN_MOST; between_a++)
        for (int between_b = 0; between_b <= BETWEEN_MOST; between_b++)
            for (int clockwise = 0; clockwise < 4; clockwise++)
                for (int turns = 0; turns < 4; turns++)
                    check_boxes(between_a, between_b, clockwise, turns);
}
