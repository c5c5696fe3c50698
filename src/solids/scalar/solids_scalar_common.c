/* solids_scalar_common.c — the corners of the common part of two sides, seen along the normal.
 *
 * Each edge of the first side is cut to the second one (Cyrus, Beck, "Generalized two- and three-dimensional clipping", Computers
 * & Graphics 3, 1978), and the corners of the second side that are inside of the first are added. A corner of the first side
 * counts as inside up to the tolerance, one of the second only beyond half of it: so of corners in one place one is left, or two, of
 * which one is chosen, and none is lost where an edge passes by at the tolerance (docs/numerics/solid_contacts.md, "No corner is
 * lost"). All is computed in double, in the order written: the kernels repeat it. */
#include "../../core/arithmetic.h"

#include "common.h"
#include <math.h>

/* The halves of features. */
static uint32_t feature_of_vertex(const sepal_contact_side *s, int k) {
    return s->many ? s->vertex[k] % SEPAL_FEATURE_EDGES : s->vertex[k] << 8 | s->vertex[k];
}
static uint32_t feature_of_edge(const sepal_contact_side *s, int k) {
    const uint32_t p = s->vertex[k], q = s->vertex[k + 1 < s->count ? k + 1 : 0], low = p < q ? p : q, high = p < q ? q : p;
    if (!s->many)
        return low << 8 | high;
    const uint64_t both = low + (uint64_t)SEPAL_FEATURE_FACTOR * high;
    return SEPAL_FEATURE_EDGES + (uint32_t)(both % SEPAL_FEATURE_REMAINDERS);
}

/* A candidate over one place of the picture. turned: the first half and height belong to the second core. */
static sepal_contact_candidate candidate_of(double x, double y, double height, double other, uint32_t feature, uint32_t of_other,
                                            bool turned) {
    const double first = turned ? other : height, second = turned ? height : other;
    return (sepal_contact_candidate){.x = x,
                                     .y = y,
                                     .first = first,
                                     .second = second,
                                     .distance = second - first,
                                     .feature = turned ? of_other << 16 | feature : feature << 16 | of_other};
}

/* The edges of a polygon, and by how much points may be outside. */
typedef struct polygon_edges {
    int count;
    double from_x[SEPAL_SIDE_CORNERS], from_y[SEPAL_SIDE_CORNERS];
    double x[SEPAL_SIDE_CORNERS], y[SEPAL_SIDE_CORNERS], wide[SEPAL_SIDE_CORNERS];
} polygon_edges;

static void edges_of(polygon_edges *out, const sepal_contact_side *s, double flush) {
    out->count = s->count;
    for (int k = 0; k < s->count; k++) {
        const int next = k + 1 < s->count ? k + 1 : 0;
        out->from_x[k] = s->x[k];
        out->from_y[k] = s->y[k];
        out->x[k] = s->x[next] - s->x[k];
        out->y[k] = s->y[next] - s->y[k];
        out->wide[k] = flush * sqrt(out->x[k] * out->x[k] + out->y[k] * out->y[k]);
    }
}

/* How far inside of edge k of a polygon a point is, times the length of the edge. */
static double inside_of(const polygon_edges *e, int k, double x, double y) {
    return e->x[k] * (y - e->from_y[k]) - e->y[k] * (x - e->from_x[k]);
}

/* A point and the edges of a polygon: how far inside of each it is; and, as bits, outside of which ones it is by more than
 * the tolerance. */
typedef struct point_by_edges {
    double inside[SEPAL_SIDE_CORNERS];
    uint64_t outside;
} point_by_edges;

static void compare_with_edges(const polygon_edges *e, double x, double y, point_by_edges *out) {
    out->outside = 0;
    for (int k = 0; k < e->count; k++)
        out->inside[k] = inside_of(e, k, x, y);
    for (int k = 0; k < e->count; k++)
        out->outside |= (uint64_t)(out->inside[k] + e->wide[k] < 0) << k;
}

/* The part of an edge of a side that is over a polygon, up to the tolerance: from the share `enter` of the way to `leave`, cut off
 * by these edges of the polygon, or by none (-1). */
typedef struct cut_edge {
    double enter, leave; /* where it crosses these edges themselves, or the end of the part that is nearest to that */
    int entered, left;
} cut_edge;

/* p, q: the ends of the edge. False if there is no such part. An edge that is nearly along one of the polygon, outside of it by less
 * than the tolerance, crosses that one anywhere: so where it crosses is limited to the part. The edge leaves the polygon where q is
 * outside, even if rounding puts that place at q itself. */
static bool cut(const point_by_edges *p, const point_by_edges *q, const polygon_edges *edges, cut_edge *out) {
    double enter = 0, leave = INFINITY; /* where it crosses these edges moved by the tolerance */
    *out = (cut_edge){0, 1, -1, -1};
    if ((p->outside & q->outside) != 0)
        return false;
    uint64_t crossed = p->outside | q->outside;
    for (int k = 0; crossed != 0; k++, crossed >>= 1) {
        if ((crossed & 1) == 0)
            continue;
        const double inverse = 1 / (p->inside[k] - q->inside[k]); /* NOLINT: compare_with_edges has written both */
        const double share = p->inside[k] * inverse;
        const double moved = (p->inside[k] + edges->wide[k]) * inverse;
        if ((p->outside >> k & 1) != 0 && moved > enter) {
            enter = moved;
            out->entered = k;
            out->enter = share;
        }
        if ((q->outside >> k & 1) != 0 && moved < leave) {
            leave = moved;
            out->left = k;
            out->leave = share;
        }
    }
    leave = leave < 1 ? leave : 1;
    out->enter = out->enter < leave ? out->enter : leave;
    out->leave = out->leave > enter ? out->leave : enter;
    return enter <= leave;
}

static sepal_contact_candidate at_corner(const sepal_contact_side *of, int i, const sepal_contact_side *by, bool turned) {
    return candidate_of(of->x[i], of->y[i], of->h[i], sepal_contact_height(by, of->x[i], of->y[i]), feature_of_vertex(of, i),
                        SEPAL_FEATURE_INSIDE, turned);
}

static sepal_contact_candidate at_crossing(const sepal_contact_side *of, int i, int j, double share, const sepal_contact_side *by,
                                           int edge, bool turned) {
    const double x = of->x[i] + share * (of->x[j] - of->x[i]), y = of->y[i] + share * (of->y[j] - of->y[i]);
    return candidate_of(x, y, of->h[i] + share * (of->h[j] - of->h[i]), sepal_contact_height(by, x, y), feature_of_edge(of, i),
                        feature_of_edge(by, edge), turned);
}

/* What of the edges of a side is over a polygon. */
static int cut_edges(const sepal_contact_side *of, const sepal_contact_side *by, double flush, bool turned,
                     sepal_contact_candidate *out) {
    polygon_edges edges;
    point_by_edges first, ends[2]; /* of corner i at [i % 2] */
    int count = 0;
    edges_of(&edges, by, flush);
    compare_with_edges(&edges, of->x[0], of->y[0], &first);
    for (int i = 0; i < of->count && (i == 0 || of->count > 2); i++) {
        const int j = i + 1 < of->count ? i + 1 : 0;
        const point_by_edges *p = i == 0 ? &first : &ends[i % 2], *q = j == 0 ? &first : &ends[j % 2];
        cut_edge found;
        if (j != 0)
            compare_with_edges(&edges, of->x[j], of->y[j], &ends[j % 2]);
        if (!cut(p, q, &edges, &found))
            continue;
        out[count++] =
            found.entered < 0 ? at_corner(of, i, by, turned) : at_crossing(of, i, j, found.enter, by, found.entered, turned);
        if (found.left >= 0)
            out[count++] = at_crossing(of, i, j, found.leave, by, found.left, turned);
        else if (of->count == 2)
            out[count++] = at_corner(of, j, by, turned);
    }
    return count;
}

/* The corners of the second side that are inside of the first by more than half of the tolerance. */
static int inner_corners(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                         sepal_contact_candidate *out) {
    polygon_edges edges;
    int count = 0;
    edges_of(&edges, first, flush);
    for (int i = 0; i < second->count; i++) {
        int k = 0;
        while (k < first->count && inside_of(&edges, k, second->x[i], second->y[i]) > SEPAL_SIDE_INNER * edges.wide[k])
            k++;
        if (k == first->count)
            out[count++] = at_corner(second, i, first, true);
    }
    return count;
}

int sepal_contact_common(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                         sepal_contact_candidate out[SEPAL_CONTACT_CANDIDATES]) {
    if (second->count < 3)
        return cut_edges(second, first, flush, true, out);
    const int count = cut_edges(first, second, flush, false, out);
    return first->count < 3 ? count : count + inner_corners(first, second, flush, out + count);
}

/* --- Sides without area ----------------------------------------------------------------------- */

/* A place on a side without area: a share of the way from its first end to its last. */
typedef struct edge_place {
    double x, y, h;
    uint32_t feature;
} edge_place;

static edge_place place_on(const sepal_contact_side *s, double share) {
    const int last = s->count - 1;
    if (share <= SEPAL_CONTACT_AT_AN_END || share >= 1 - SEPAL_CONTACT_AT_AN_END || last == 0) {
        const int end = share > 0.5 ? last : 0;
        return (edge_place){s->x[end], s->y[end], s->h[end], feature_of_vertex(s, end)};
    }
    return (edge_place){s->x[0] + share * (s->x[1] - s->x[0]), s->y[0] + share * (s->y[1] - s->y[0]),
                        s->h[0] + share * (s->h[1] - s->h[0]), feature_of_edge(s, 0)};
}

/* How far two places are beside each other, as a square. */
static double aside_of(const sepal_contact_candidate *c) {
    return 4 * (c->off_x * c->off_x + c->off_y * c->off_y);
}

/* A candidate between two places. Its distance is that in space; where the second place is the lower one, what is aside of it less what
 * it is lower (docs/numerics/solid_contacts.md, "Edges"). */
static sepal_contact_candidate between_places(const edge_place *p, const edge_place *q) {
    const double off_x = 0.5 * (q->x - p->x), off_y = 0.5 * (q->y - p->y), gap = q->h - p->h;
    const double apart = gap > 0 ? gap : 0, within = gap > 0 ? 0 : gap;
    sepal_contact_candidate out = {.x = p->x + off_x,
                                   .y = p->y + off_y,
                                   .off_x = off_x,
                                   .off_y = off_y,
                                   .first = p->h,
                                   .second = q->h,
                                   .feature = p->feature << 16 | q->feature};
    out.distance = sqrt(aside_of(&out) + apart * apart) + within;
    return out;
}

/* The stretch is measured along the sum of both directions. The last end of the second edge is told by its place, since its share would
 * have a rounding error of the whole way to it. */
int sepal_contact_side_by_side(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                               sepal_contact_candidate out[2]) {
    if (first->count < 2 || second->count < 2)
        return 0;
    const double px = first->x[1] - first->x[0], py = first->y[1] - first->y[0], p = sqrt(px * px + py * py);
    const double qx = second->x[1] - second->x[0], qy = second->y[1] - second->y[0], q = sqrt(qx * qx + qy * qy);
    const double same = px * qx + py * qy < 0 ? -1 : 1, sx = px / p + same * qx / q, sy = py / p + same * qy / q;
    const double s = sqrt(sx * sx + sy * sy), rise_p = (px * sx + py * sy) / s, rise_q = (qx * sx + qy * sy) / s;
    const double from = ((second->x[0] - first->x[0]) * sx + (second->y[0] - first->y[0]) * sy) / s, to = from + rise_q;
    const double low_q = from < to ? from : to, high_q = from < to ? to : from;
    const double low = low_q > 0 ? low_q : 0, high = high_q < rise_p ? high_q : rise_p;
    if (!(high - low > flush))
        return 0;
    for (int end = 0; end < 2; end++) {
        const double at = end == 0 ? low : high;
        const edge_place of_p = place_on(first, at / rise_p), of_q = place_on(second, at == to ? 1 : (at - from) / rise_q);
        out[end] = between_places(&of_p, &of_q);
    }
    return 2;
}

int sepal_contact_crossing(const sepal_contact_side *first, const sepal_contact_side *second, double flush,
                           sepal_contact_candidate *out) {
    const int p = first->count - 1, q = second->count - 1;
    const double px = first->x[p] - first->x[0], py = first->y[p] - first->y[0];
    const double qx = second->x[q] - second->x[0], qy = second->y[q] - second->y[0];
    const double dx = second->x[0] - first->x[0], dy = second->y[0] - first->y[0];
    const double turn = px * qy - py * qx, p2 = px * px + py * py, q2 = qx * qx + qy * qy;
    double of_p = 0, of_q = 0;
    if (p > 0 && q > 0) {
        if (turn == 0)
            return 0;
        of_p = (dx * qy - dy * qx) / turn;
        of_q = (dx * py - dy * px) / turn;
    } else if (p > 0) {
        of_p = (dx * px + dy * py) / p2;
    } else if (q > 0) {
        of_q = -(dx * qx + dy * qy) / q2;
    }
    const edge_place on_p = place_on(first, of_p), on_q = place_on(second, of_q);
    *out = between_places(&on_p, &on_q);
    return aside_of(out) <= flush * flush;
}

/* --- Choice ----------------------------------------------------------------------------------- */

double sepal_contact_rectangle(const sepal_contact_candidate *of, int count, double middle[2]) {
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (int k = 0; k < count; k++) {
        low_x = of[k].x < low_x ? of[k].x : low_x;
        low_y = of[k].y < low_y ? of[k].y : low_y;
        high_x = of[k].x > high_x ? of[k].x : high_x;
        high_y = of[k].y > high_y ? of[k].y : high_y;
    }
    const double width = high_x - low_x, height = high_y - low_y;
    if (middle != NULL) {
        middle[0] = 0.5 * (low_x + high_x);
        middle[1] = 0.5 * (low_y + high_y);
    }
    return sqrt(width * width + height * height);
}

/* Twice the area of a triangle; it is positive if its corners go round counterclockwise. */
static double area_of(const sepal_contact_candidate *p, const sepal_contact_candidate *q, const sepal_contact_candidate *r) {
    return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

static double square_from(double x, double y, const sepal_contact_candidate *p) {
    return (p->x - x) * (p->x - x) + (p->y - y) * (p->y - y);
}

/* How much a candidate adds to what was chosen: by step, its distance from the middle, that from the first one, the triangle with
 * both, and what is outside of the triangle. */
static double gain_of(const sepal_contact_candidate *of, int k, const int *chosen, int step, const double middle[2]) {
    const sepal_contact_candidate *c = &of[k], *p = &of[chosen[0]], *q = &of[chosen[1]], *r = &of[chosen[2]];
    if (step < 2)
        return step == 0 ? square_from(middle[0], middle[1], c) : square_from(p->x, p->y, c);
    const double of_pq = area_of(p, q, c);
    if (step == 2)
        return fabs(of_pq);
    const double of_qr = area_of(q, r, c), of_rp = area_of(r, p, c), way = area_of(p, q, r);
    const double s = way < 0 ? -of_pq : of_pq, t = way < 0 ? -of_qr : of_qr, v = way < 0 ? -of_rp : of_rp;
    const double st = s < t ? s : t;
    return -(st < v ? st : v);
}

/* Takes a candidate that is deeper than all chosen ones: in place of the one without which the others make the greatest triangle.
 * */
static int take_deeper(const sepal_contact_candidate *of, int deepest, int chosen[SEPAL_CONTACTS_MOST], int count) {
    if (count < SEPAL_CONTACTS_MOST) {
        chosen[count] = deepest;
        return count + 1;
    }
    int place = 0;
    double most = -1;
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++) {
        const int p = chosen[(k + 1) & 3], q = chosen[(k + 2) & 3], r = chosen[(k + 3) & 3];
        const double area = fabs(area_of(&of[p], &of[q], &of[r]));
        if (area > most) {
            most = area;
            place = k;
        }
    }
    chosen[place] = deepest;
    return count;
}

int sepal_contact_choose(const sepal_contact_candidate *of, int count, double least, double deeper,
                         int chosen[SEPAL_CONTACTS_MOST]) {
    double middle[2], enough[SEPAL_CONTACTS_MOST] = {-1, least * least, 0, 0}, nearest = INFINITY, kept = INFINITY;
    int found = 0, deepest = 0;
    (void)sepal_contact_rectangle(of, count, middle);
    for (int k = 0; k < SEPAL_CONTACTS_MOST; k++)
        chosen[k] = 0;
    for (int step = 0; step < SEPAL_CONTACTS_MOST && found == step; step++) {
        double most = enough[step];
        for (int k = 0; k < count; k++) {
            const double gain = gain_of(of, k, chosen, step, middle);
            if (gain > most) {
                most = gain * SEPAL_CONTACT_BETTER;
                chosen[step] = k;
                found = step + 1;
            }
        }
        if (step == 1)
            enough[2] = enough[3] = least * sqrt(square_from(of[chosen[0]].x, of[chosen[0]].y, &of[chosen[1]]));
    }
    for (int k = 0; k < count; k++)
        if (of[k].distance < nearest) {
            nearest = of[k].distance;
            deepest = k;
        }
    for (int k = 0; k < found; k++)
        kept = of[chosen[k]].distance < kept ? of[chosen[k]].distance : kept;
    return kept - nearest > deeper ? take_deeper(of, deepest, chosen, found) : found;
}
