/* side_points.h — the vertices of a core on the plane of a side, from which its corners are made: all of them, or of more than a side has
 * room for those that are farthest in as many directions.
 *
 * For scalar/solids_scalar_contacts.c, which includes this behind its cores. */
#ifndef SEPAL_SOLIDS_SIDE_POINTS_H
#define SEPAL_SOLIDS_SIDE_POINTS_H

#include "sides.h"

/* So many vertices are listed at a time; and so many that follow each other have a rectangle around them. */
enum { SIDE_POINTS_LISTED = 256, SIDE_POINTS_BLOCK = 8 };

typedef struct side_points {
    int count;
    side_vertex of[SIDE_POINTS_LISTED];
} side_points;

/* Those on a plane from vertex `from` on, until the list is full. Returns the number of the vertex behind the last one looked at. */
static int list_points(const contact_core *core, const side_plane *plane, double up, int from, side_points *out) {
    int k = from;
    for (out->count = 0; k < core->count && out->count < SIDE_POINTS_LISTED; k++) {
        const wd3 at = contact_vertex(core, k);
        out->of[out->count] = (side_vertex){at, k};
        out->count += is_on_plane(plane, up, at);
    }
    return k;
}

/* The rectangles around blocks of points. */
typedef struct point_blocks {
    int count;
    struct {
        double low[2], high[2];
    } of[SIDE_POINTS_LISTED / SIDE_POINTS_BLOCK];
} point_blocks;

static void find_point_blocks(const side_points *p, point_blocks *out) {
    out->count = (p->count + SIDE_POINTS_BLOCK - 1) / SIDE_POINTS_BLOCK;
    for (int k = 0; k < p->count; k++) {
        double *const low = out->of[k / SIDE_POINTS_BLOCK].low, *const high = out->of[k / SIDE_POINTS_BLOCK].high;
        const double x = p->of[k].at.x, y = p->of[k].at.y;
        const bool is_first = k % SIDE_POINTS_BLOCK == 0;
        low[0] = is_first || x < low[0] ? x : low[0];
        low[1] = is_first || y < low[1] ? y : low[1];
        high[0] = is_first || x > high[0] ? x : high[0];
        high[1] = is_first || y > high[1] ? y : high[1];
    }
}

/* The directions; the points that are farthest in each, of several the first one; and how far they are. */
typedef struct farthest_points {
    double dx[CONTACT_SIDE_CORNERS], dy[CONTACT_SIDE_CORNERS], most[CONTACT_SIDE_CORNERS];
    side_vertex of[CONTACT_SIDE_CORNERS];
} farthest_points;

enum { SIDE_DIRECTIONS_QUARTER = CONTACT_SIDE_CORNERS / 4 };

/* Direction k of a quarter is along (256 - k^2, 32 k), turned by as many right angles. */
static void begin_farthest(farthest_points *out) {
    for (int direction = 0; direction < CONTACT_SIDE_CORNERS; direction++) {
        const int k = direction % SIDE_DIRECTIONS_QUARTER, turns = direction / SIDE_DIRECTIONS_QUARTER;
        const double x = 256 - k * k, y = 32 * k;
        out->dx[direction] = turns == 0 ? x : turns == 1 ? -y : turns == 2 ? -x : y;
        out->dy[direction] = turns == 0 ? y : turns == 1 ? x : turns == 2 ? -y : -x;
        out->most[direction] = -INFINITY;
    }
}

/* How far the corner of a rectangle that is farthest in each direction is. */
static void reach_of_block(const farthest_points *of, const double low[2], const double high[2], double *out) {
    for (int turns = 0; turns < 4; turns++) {
        const double x = turns == 0 || turns == 3 ? high[0] : low[0], y = turns < 2 ? high[1] : low[1];
        const int from = turns * SIDE_DIRECTIONS_QUARTER;
        for (int k = from; k < from + SIDE_DIRECTIONS_QUARTER; k++)
            out[k] = of->dx[k] * x + of->dy[k] * y;
    }
}

/* Of a list, too, which comes behind those before. The first points of all blocks tell how far the farthest ones are at least; and only blocks
 * with a corner of their rectangle as far are looked at. That no point of a block is farther than this corner holds of rounded numbers as of
 * exact ones: products and sums of greater numbers are rounded to no less. */
static void take_farthest(const side_points *p, farthest_points *out) {
    double least[CONTACT_SIDE_CORNERS], reach[CONTACT_SIDE_CORNERS];
    point_blocks blocks;
    find_point_blocks(p, &blocks);
    memcpy(least, out->most, sizeof least);
    for (int from = 0; from < p->count; from += SIDE_POINTS_BLOCK)
        for (int k = 0; k < CONTACT_SIDE_CORNERS; k++) {
            const double along = out->dx[k] * p->of[from].at.x + out->dy[k] * p->of[from].at.y;
            least[k] = along > least[k] ? along : least[k];
        }
    for (int block = 0; block < blocks.count; block++) {
        const int from = block * SIDE_POINTS_BLOCK, end = from + SIDE_POINTS_BLOCK < p->count ? from + SIDE_POINTS_BLOCK : p->count;
        reach_of_block(out, blocks.of[block].low, blocks.of[block].high, reach);
        for (int k = 0; k < CONTACT_SIDE_CORNERS; k++) {
            if (reach[k] < least[k])
                continue;
            for (int i = from; i < end; i++) {
                const double along = out->dx[k] * p->of[i].at.x + out->dy[k] * p->of[i].at.y;
                if (along > out->most[k]) {
                    out->most[k] = along;
                    out->of[k] = p->of[i];
                }
            }
            least[k] = out->most[k] > least[k] ? out->most[k] : least[k];
        }
    }
}

/* Those that are farthest, each once. p: the first of the lists. */
static void keep_farthest(const contact_core *core, const side_plane *plane, double up, int next, side_points *p) {
    farthest_points farthest;
    begin_farthest(&farthest);
    take_farthest(p, &farthest);
    while (next < core->count) {
        next = list_points(core, plane, up, next, p);
        if (p->count > 0)
            take_farthest(p, &farthest);
    }
    p->count = 0;
    for (int direction = 0; direction < CONTACT_SIDE_CORNERS; direction++) {
        const side_vertex v = farthest.of[direction];
        if (p->count == 0 || (p->of[p->count - 1].number != v.number && p->of[0].number != v.number))
            p->of[p->count++] = v;
    }
}

/* Not more than a side has corners. */
static void points_on_plane(const contact_core *core, const side_plane *plane, double up, side_points *out) {
    const int next = list_points(core, plane, up, 0, out);
    if (out->count > CONTACT_SIDE_CORNERS)
        keep_farthest(core, plane, up, next, out);
}

#endif
