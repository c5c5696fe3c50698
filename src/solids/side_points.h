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

/* Direction k of a quarter is along (256 - k^2, 32 k). */
static void side_direction(int direction, double *dx, double *dy) {
    const int quarter = direction % 16;
    *dx = 256 - quarter * quarter;
    *dy = 32 * quarter;
    for (int turn = 0; turn < direction / 16; turn++) {
        const double x = *dx;
        *dx = -*dy;
        *dy = x;
    }
}

/* The points that are farthest in each direction, of several the first one, and how far they are. */
typedef struct farthest_points {
    double most[CONTACT_SIDE_CORNERS];
    side_vertex of[CONTACT_SIDE_CORNERS];
} farthest_points;

/* Of a list, too, which comes behind those before. In the plane neighbours among directions have near points, so that the point found last
 * is looked at first; and then only blocks with a corner of their rectangle as far. That no point of a block is farther than this corner
 * holds of rounded numbers as of exact ones: products and sums of greater numbers are rounded to no less. */
static void take_farthest(const side_points *p, farthest_points *out) {
    point_blocks blocks;
    int last = 0;
    find_point_blocks(p, &blocks);
    for (int direction = 0; direction < CONTACT_SIDE_CORNERS; direction++) {
        double dx, dy, most = out->most[direction];
        int best = -1;
        side_direction(direction, &dx, &dy);
        const double of_last = dx * p->of[last].at.x + dy * p->of[last].at.y;
        if (of_last > most) {
            most = of_last;
            best = last;
        }
        for (int block = 0; block < blocks.count; block++) {
            const double x = (dx > 0 ? blocks.of[block].high : blocks.of[block].low)[0];
            const double y = (dy > 0 ? blocks.of[block].high : blocks.of[block].low)[1];
            const int from = block * SIDE_POINTS_BLOCK,
                      end = from + SIDE_POINTS_BLOCK < p->count ? from + SIDE_POINTS_BLOCK : p->count;
            if (dx * x + dy * y < most)
                continue;
            for (int k = from; k < end; k++) {
                const double along = dx * p->of[k].at.x + dy * p->of[k].at.y;
                if (along > most || (along == most && k < best)) {
                    most = along;
                    best = k;
                }
            }
        }
        if (best < 0)
            continue;
        out->most[direction] = most;
        out->of[direction] = p->of[best];
        last = best;
    }
}

/* Those that are farthest, each once. p: the first of the lists. */
static void keep_farthest(const contact_core *core, const side_plane *plane, double up, int next, side_points *p) {
    farthest_points farthest;
    for (int direction = 0; direction < CONTACT_SIDE_CORNERS; direction++)
        farthest.most[direction] = -INFINITY;
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
