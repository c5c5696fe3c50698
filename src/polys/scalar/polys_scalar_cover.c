/* polys_scalar_cover.c — is a polygon inside of the union of polygons that may overlap each other? Exact.
 *
 * What of b is not in the union is open in b. If there is any, but not all of b, it has a border inside of b, and this runs along edges of
 * parts, with no part beyond them. So b is inside if some part meets its interior, and each length of an edge of a part that is inside
 * of b is covered by other parts that have points just beyond it (docs/numerics/groups.md, "Inside of a union"). Along an edge all is a
 * matter of the order of places at which lines cross it. */
#include "../../core/arithmetic.h"

#include "difference.h"
#include "reference.h"

/* A length of the way from p along d. */
typedef struct way_length {
    bool has_from, has_to; /* else it has no such end yet */
    sepal_way_place from, to;
} way_length;

/* A way, and which polygons count where it runs along one of their edges. */
typedef enum alongside { WITHIN, BEYOND, TOUCHING } alongside;

/* Shortens a length to what is at places behind, or before, another place. */
static void begin_at(way_length *l, const sepal_way_place *at, const sepal_vector *d) {
    if (!l->has_from || sepal_way_compare(at, &l->from, d) > 0)
        l->from = *at;
    l->has_from = true;
}
static void end_at(way_length *l, const sepal_way_place *at, const sepal_vector *d) {
    if (!l->has_to || sepal_way_compare(at, &l->to, d) < 0)
        l->to = *at;
    l->has_to = true;
}

/* Has a length, but for its ends, any place? */
static bool has_places(const way_length *l, const sepal_vector *d) {
    return !l->has_from || !l->has_to || sepal_way_compare(&l->from, &l->to, d) < 0;
}

/* The place of a point on the way. */
static sepal_way_place place_of_point(sepal_float2 p, sepal_float2 q, const sepal_vector *d) {
    const sepal_vector turned = sepal_vector_turned(d);
    sepal_way_place at = {.e = sepal_vector_turned(&turned), .v = sepal_vector_between(p, q)};
    at.e = sepal_vector_turned(&at.e); /* a quarter turn to the right: at.e x d > 0 */
    return at;
}

/* Shortens a length to where polygon i of a set with area is: where the way is in its interior, or, along an edge of it, where the
 * polygon is
 *  WITHIN    never,
 *  BEYOND    to the right of the way,
 *  TOUCHING  on either side. */
static bool shorten_to_polygon(way_length *l, sepal_float2 p, const sepal_vector *d, alongside what, const sepal_polys *set,
                               uint32_t i) {
    sepal_rim r = sepal_rim_at(set, i);
    for (uint32_t next = 0; sepal_rim_has_edge(&r, &next); r.at = next, r.left--) {
        const sepal_float2 from = sepal_rim_vertex(&r, r.at), to = sepal_rim_vertex(&r, next);
        sepal_way_place at = {.e = sepal_vector_between(from, to), .v = sepal_vector_between(p, from)};
        const int side = sepal_vector_cross_sign(&at.e, d);
        if (side > 0) {
            begin_at(l, &at, d);
        } else if (side < 0) {
            at.e = sepal_vector_between(to, from);
            end_at(l, &at, d);
        } else {
            const int outside = sepal_vector_cross_sign(&at.e, &at.v);
            if (outside > 0 || (outside == 0 && (what == WITHIN || (what == BEYOND && sepal_vector_dot_sign(&at.e, d) > 0))))
                return false;
        }
        if (side != 0 && !has_places(l, d))
            return false;
    }
    return true;
}

/* Shortens a length to where a segment lies on the way. */
static bool shorten_to_segment(way_length *l, sepal_float2 p, const sepal_vector *d, const sepal_polys *set, uint32_t i) {
    const sepal_rim r = sepal_rim_at(set, i);
    way_length own = {.has_from = false};
    for (uint32_t k = 0; k < r.size; k++) {
        const sepal_vector v = sepal_vector_between(p, sepal_rim_vertex(&r, k));
        if (sepal_vector_cross_sign(&v, d) != 0)
            return false;
        const sepal_way_place at = place_of_point(p, sepal_rim_vertex(&r, k), d);
        if (!own.has_from || sepal_way_compare(&at, &own.from, d) < 0)
            own.from = at;
        if (!own.has_to || sepal_way_compare(&at, &own.to, d) > 0)
            own.to = at;
        own.has_from = own.has_to = true;
    }
    begin_at(l, &own.from, d);
    end_at(l, &own.to, d);
    return has_places(l, d);
}

/* The parts of a group that are looked at: those of a list, or all if there are too many for it. */
enum { COVER_MOST = 256 };
typedef struct cover_parts {
    const sepal_polys *set;
    sepal_group_parts all;
    bool is_listed;
    size_t count;
    uint32_t list[COVER_MOST];
} cover_parts;

static size_t cover_count(const cover_parts *parts) {
    return parts->is_listed ? parts->count : parts->all.end - parts->all.first;
}

static uint32_t cover_part(const cover_parts *parts, size_t k) {
    return parts->is_listed ? parts->list[k] : (uint32_t)(parts->all.first + k);
}

/* Is a length of the way covered? The place goes on to the end of a part that holds it, until it is at the end of the length. */
static bool is_covered(const way_length *whole, sepal_float2 p, const sepal_vector *d, alongside what, const cover_parts *parts) {
    sepal_way_place place = whole->from;
    for (bool has_moved = true; has_moved;) {
        has_moved = false;
        for (size_t k = 0; k < cover_count(parts); k++) {
            const uint32_t i = cover_part(parts, k);
            const bool is_flat = (parts->set->heads[i].flags & SEPAL_FLAT) != 0;
            way_length covered = {.has_from = true, .has_to = true, .from = place, .to = whole->to};
            if (sepal_poly_is_removed(parts->set, i) || (is_flat && what != TOUCHING))
                continue;
            if (is_flat ? !shorten_to_segment(&covered, p, d, parts->set, i)
                        : !shorten_to_polygon(&covered, p, d, what, parts->set, i))
                continue;
            if (sepal_way_compare(&covered.from, &place, d) > 0)
                continue;
            place = covered.to;
            has_moved = true;
            if (sepal_way_compare(&place, &whole->to, d) >= 0)
                return true;
        }
    }
    return false;
}

/* Are the edges of a part covered where they are inside of polygon j of b? */
static bool edges_are_covered(const cover_parts *parts, uint32_t i, const sepal_polys *b, uint32_t j) {
    sepal_rim r = sepal_rim_at(parts->set, i);
    for (uint32_t next = 0; sepal_rim_has_edge(&r, &next); r.at = next, r.left--) {
        const sepal_float2 from = sepal_rim_vertex(&r, r.at), to = sepal_rim_vertex(&r, next);
        const sepal_vector d = sepal_vector_between(from, to);
        way_length inside = {.has_from = true, .has_to = true, .from = {.is_begin = true}, .to = place_of_point(from, to, &d)};
        if (shorten_to_polygon(&inside, from, &d, WITHIN, b, j) && !is_covered(&inside, from, &d, BEYOND, parts))
            return false;
    }
    return true;
}

/* A segment, from its first to its last vertex along it. */
static bool segment_is_covered(const cover_parts *parts, const sepal_polys *b, uint32_t j) {
    const sepal_rim r = sepal_rim_at(b, j);
    sepal_float2 from = sepal_rim_vertex(&r, 0), to = from;
    for (uint32_t k = 1; k < r.size; k++) {
        const sepal_float2 v = sepal_rim_vertex(&r, k);
        from = sepal_point_before(v.x, v.y, from.x, from.y) ? v : from;
        to = sepal_point_before(to.x, to.y, v.x, v.y) ? v : to;
    }
    const sepal_vector d = sepal_vector_between(from, to);
    const way_length whole = {.has_from = true, .has_to = true, .from = {.is_begin = true}, .to = place_of_point(from, to, &d)};
    return is_covered(&whole, from, &d, TOUCHING, parts);
}

static bool is_point(const sepal_polys *b, uint32_t j) {
    const sepal_rim r = sepal_rim_at(b, j);
    for (uint32_t k = 1; k < r.size; k++)
        if (r.x[k] != r.x[0] || r.y[k] != r.y[0])
            return false;
    return true;
}

/* The parts that count: with polygons with area, those that meet the interior; else all. */
static void list_parts(cover_parts *parts, const sepal_polys *b, uint32_t j) {
    const sepal_touching touching = (b->heads[j].flags & SEPAL_FLAT) == 0 ? SEPAL_TOUCHING_IS_APART : SEPAL_TOUCHING_OVERLAPS;
    parts->is_listed = true;
    for (size_t i = parts->all.first; i < parts->all.end; i++) {
        const uint32_t part = (uint32_t)i;
        if (sepal_poly_is_removed(parts->set, part) || !sepal_polys_scalar_overlap(parts->set, part, b, j, touching))
            continue;
        parts->is_listed = parts->is_listed && parts->count < COVER_MOST;
        if (parts->is_listed)
            parts->list[parts->count] = part;
        parts->count++;
    }
}

bool sepal_polys_covers_scalar(const sepal_polys *a, sepal_group_parts of_a, const sepal_polys *b, uint32_t j) {
    const sepal_rule closed = {SEPAL_TOUCHING_OVERLAPS, 0, 0};
    cover_parts parts = {.set = a, .all = of_a};
    list_parts(&parts, b, j);
    if (parts.count == 0)
        return false;
    for (size_t k = 0; k < cover_count(&parts); k++) { /* mostly one part has all of it */
        const uint32_t i = cover_part(&parts, k);
        if (!sepal_poly_is_removed(a, i) && sepal_polys_scalar_contains(a, i, b, j, &closed))
            return true;
    }
    if ((b->heads[j].flags & SEPAL_FLAT) != 0)
        return !is_point(b, j) && segment_is_covered(&parts, b, j);
    bool has_area = false;
    for (size_t k = 0; k < cover_count(&parts); k++) {
        const uint32_t i = cover_part(&parts, k);
        if (sepal_poly_is_removed(a, i) || (a->heads[i].flags & SEPAL_FLAT) != 0)
            continue;
        has_area = has_area || sepal_polys_scalar_overlap(a, i, b, j, SEPAL_TOUCHING_IS_APART);
        if (!edges_are_covered(&parts, i, b, j))
            return false;
    }
    return has_area;
}
