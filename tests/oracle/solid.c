#include "vec.h"

vec *oracle_points_of(const oracle_solid *s) {
    vec *v = vecs_create(s->points);
    mpz_t term;
    mpz_init(term);
    for (size_t k = 0; k < s->points; k++)
        for (size_t t = 0; t < s->per_point; t++)
            for (size_t c = 0; c < 3; c++) {
                to_units(term, s->terms[(k * s->per_point + t) * 3 + c]);
                mpz_add(v[k].c[c], v[k].c[c], term);
            }
    mpz_clear(term);
    return v;
}

static bool is_parallel(const vec *p, const vec *q) {
    vec n;
    vec_init(&n);
    cross(&n, p, q);
    const bool parallel = is_zero(&n);
    vec_clear(&n);
    return parallel;
}

/* --- Cores ------------------------------------------------------------------------------------ */

/* The directions of all lines between points, each once. Returns how many. */
static size_t add_directions(vec *edges, size_t count, const vec *points, size_t size) {
    for (size_t i = 0; i < size; i++)
        for (size_t j = i + 1; j < size; j++) {
            minus(&edges[count], &points[j], &points[i]);
            bool known = is_zero(&edges[count]);
            for (size_t k = 0; k < count && !known; k++)
                known = is_parallel(&edges[k], &edges[count]);
            count += !known;
        }
    return count;
}

static void range_along(const vec *n, const vec *points, size_t size, mpz_t least, mpz_t most, mpz_t scratch) {
    for (size_t k = 0; k < size; k++) {
        dot(scratch, n, &points[k]);
        if (k == 0 || mpz_cmp(scratch, least) < 0)
            mpz_set(least, scratch);
        if (k == 0 || mpz_cmp(scratch, most) > 0)
            mpz_set(most, scratch);
    }
}

static oracle_contact cores_contact(const vec *a, size_t size_a, const vec *b, size_t size_b) {
    const size_t room = size_a * size_a + size_b * size_b + 4;
    vec *edges = vecs_create(room), n;
    size_t count = add_directions(edges, add_directions(edges, 0, a, size_a), b, size_b), all = count;
    mpz_t low_a, high_a, low_b, high_b, scratch;
    mpz_inits(low_a, high_a, low_b, high_b, scratch, NULL);
    vec_init(&n);
    for (int k = 0; k < 3; k++, all++) {
        mpz_set_ui(edges[all].c[0], k == 0);
        mpz_set_ui(edges[all].c[1], k == 1);
        mpz_set_ui(edges[all].c[2], k == 2);
    }
    bool apart = false, strict = true, full = false;
    for (size_t i = 0; i < all && !apart; i++)
        for (size_t j = i + 1; j < all && !apart; j++) {
            cross(&n, &edges[i], &edges[j]);
            if (is_zero(&n))
                continue;
            range_along(&n, a, size_a, low_a, high_a, scratch);
            range_along(&n, b, size_b, low_b, high_b, scratch);
            apart = mpz_cmp(high_a, low_b) < 0 || mpz_cmp(high_b, low_a) < 0;
            if (j >= count)
                continue; /* a coordinate axis takes part: it tells of closed sets only */
            strict = strict && mpz_cmp(high_a, low_b) > 0 && mpz_cmp(high_b, low_a) > 0;
            for (size_t k = 0; k < count && !full; k++) {
                dot(scratch, &n, &edges[k]);
                full = mpz_sgn(scratch) != 0;
            }
        }
    mpz_clears(low_a, high_a, low_b, high_b, scratch, NULL);
    vec_clear(&n);
    vecs_destroy(edges, room);
    return apart ? ORACLE_APART : strict && full ? ORACLE_OVERLAP : ORACLE_TOUCH;
}

/* --- Distances -------------------------------------------------------------------------------- */

/* What is compared with: the square of the reach. And scratch. */
typedef struct judge {
    mpz_t reach2, over, under, s, t;
    vec e, f, w, n, m;
} judge;

static void judge_init(judge *j) {
    mpz_inits(j->reach2, j->over, j->under, j->s, j->t, NULL);
    vec_init(&j->e), vec_init(&j->f), vec_init(&j->w), vec_init(&j->n), vec_init(&j->m);
}
static void judge_clear(judge *j) {
    mpz_clears(j->reach2, j->over, j->under, j->s, j->t, NULL);
    vec_clear(&j->e), vec_clear(&j->f), vec_clear(&j->w), vec_clear(&j->n), vec_clear(&j->m);
}

/* over / under against reach2 */
static int against(judge *j) {
    mpz_mul(j->under, j->under, j->reach2);
    return mpz_cmp(j->over, j->under);
}

static int compare_points(judge *j, const vec *p, const vec *q) {
    minus(&j->w, p, q);
    dot(j->over, &j->w, &j->w);
    return mpz_cmp(j->over, j->reach2);
}

/* p and the inside of the segment from a to b; 1 if the perpendicular misses it. */
static int compare_segment(judge *j, const vec *p, const vec *a, const vec *b) {
    minus(&j->e, b, a);
    minus(&j->w, p, a);
    dot(j->under, &j->e, &j->e);
    dot(j->s, &j->e, &j->w);
    if (mpz_sgn(j->s) <= 0 || mpz_cmp(j->s, j->under) >= 0)
        return 1;
    cross(&j->n, &j->e, &j->w);
    dot(j->over, &j->n, &j->n);
    return against(j);
}

/* (w . n)^2 / n . n */
static int compare_along(judge *j) {
    dot(j->over, &j->n, &j->w);
    mpz_mul(j->over, j->over, j->over);
    dot(j->under, &j->n, &j->n);
    return against(j);
}

/* p and the inside of a triangle. */
static int compare_triangle(judge *j, const vec *p, const vec *a, const vec *b, const vec *c) {
    const vec *corner[3] = {a, b, c};
    minus(&j->e, b, a);
    minus(&j->f, c, a);
    cross(&j->n, &j->e, &j->f);
    if (is_zero(&j->n))
        return 1;
    for (int k = 0; k < 3; k++) { /* on the inner side of every edge */
        minus(&j->e, corner[(k + 1) % 3], corner[k]);
        minus(&j->w, p, corner[k]);
        cross(&j->m, &j->n, &j->e);
        dot(j->s, &j->m, &j->w);
        if (mpz_sgn(j->s) <= 0)
            return 1;
    }
    return compare_along(j);
}

/* The insides of two segments that are not parallel. */
static int compare_segments(judge *j, const vec *a, const vec *b, const vec *c, const vec *d) {
    minus(&j->e, b, a);
    minus(&j->f, d, c);
    minus(&j->w, c, a);
    cross(&j->n, &j->e, &j->f);
    if (is_zero(&j->n))
        return 1;
    dot(j->under, &j->n, &j->n); /* the parameters: det(w, f, n) and det(w, e, n), over n . n */
    cross(&j->m, &j->f, &j->n);
    dot(j->s, &j->w, &j->m);
    cross(&j->m, &j->e, &j->n);
    dot(j->t, &j->w, &j->m);
    if (mpz_sgn(j->s) <= 0 || mpz_cmp(j->s, j->under) >= 0 || mpz_sgn(j->t) <= 0 || mpz_cmp(j->t, j->under) >= 0)
        return 1;
    return compare_along(j);
}

/* The least comparison of points of one with points, segments and triangles of the other. */
static int compare_one_way(judge *j, const vec *a, size_t size_a, const vec *b, size_t size_b) {
    int least = 1;
    for (size_t p = 0; p < size_a; p++)
        for (size_t q = 0; q < size_b; q++) {
            int found = compare_points(j, &a[p], &b[q]);
            least = found < least ? found : least;
            for (size_t r = q + 1; r < size_b; r++) {
                found = compare_segment(j, &a[p], &b[q], &b[r]);
                least = found < least ? found : least;
                for (size_t s = r + 1; s < size_b; s++) {
                    found = compare_triangle(j, &a[p], &b[q], &b[r], &b[s]);
                    least = found < least ? found : least;
                }
            }
        }
    return least;
}

static int compare_cores(judge *j, const vec *a, size_t size_a, const vec *b, size_t size_b) {
    const int one = compare_one_way(j, a, size_a, b, size_b), other = compare_one_way(j, b, size_b, a, size_a);
    int least = one < other ? one : other;
    for (size_t p = 0; p < size_a; p++)
        for (size_t q = p + 1; q < size_a; q++)
            for (size_t r = 0; r < size_b; r++)
                for (size_t s = r + 1; s < size_b; s++) {
                    const int found = compare_segments(j, &a[p], &a[q], &b[r], &b[s]);
                    least = found < least ? found : least;
                }
    return least;
}

/* (x + y + z)^2, for y with a sign */
static void set_reach(judge *j, float x, float y, float z) {
    to_units(j->reach2, x);
    to_units(j->s, y);
    mpz_add(j->reach2, j->reach2, j->s);
    to_units(j->s, z);
    mpz_add(j->reach2, j->reach2, j->s);
    mpz_mul(j->reach2, j->reach2, j->reach2);
}

oracle_contact oracle_vecs_contact(const vec *a, size_t size_a, const vec *b, size_t size_b, const mpz_t reach) {
    oracle_contact found = cores_contact(a, size_a, b, size_b);
    if (mpz_sgn(reach) > 0) {
        judge j;
        judge_init(&j);
        mpz_mul(j.reach2, reach, reach);
        const int least = found == ORACLE_APART ? compare_cores(&j, a, size_a, b, size_b) : -1;
        found = least > 0 ? ORACLE_APART : least == 0 ? ORACLE_TOUCH : ORACLE_OVERLAP;
        judge_clear(&j);
    }
    return found;
}

oracle_contact oracle_solids_contact(const oracle_solid *a, const oracle_solid *b, float margin) {
    vec *va = oracle_points_of(a), *vb = oracle_points_of(b);
    mpz_t reach, part;
    mpz_inits(reach, part, NULL);
    const float parts[3] = {a->radius, b->radius, margin};
    for (int k = 0; k < 3; k++) {
        to_units(part, parts[k]);
        mpz_add(reach, reach, part);
    }
    const oracle_contact found = oracle_vecs_contact(va, a->points, vb, b->points, reach);
    mpz_clears(reach, part, NULL);
    vecs_destroy(va, a->points);
    vecs_destroy(vb, b->points);
    return found;
}

/* --- Containment ------------------------------------------------------------------------------ */

/* Is p on the inner side of all planes through three points with the others on one side, so far from each as the reach says; if
 * `strict`, farther? */
static bool inside_by(judge *j, const vec *p, const vec *a, size_t size, bool strict) {
    for (size_t q = 0; q < size; q++)
        for (size_t r = q + 1; r < size; r++)
            for (size_t s = r + 1; s < size; s++) {
                minus(&j->e, &a[r], &a[q]);
                minus(&j->f, &a[s], &a[q]);
                cross(&j->n, &j->e, &j->f);
                if (is_zero(&j->n))
                    continue;
                int above = 0, below = 0;
                for (size_t k = 0; k < size; k++) {
                    minus(&j->w, &a[k], &a[q]);
                    dot(j->s, &j->n, &j->w);
                    above += mpz_sgn(j->s) > 0;
                    below += mpz_sgn(j->s) < 0;
                }
                if ((above > 0) == (below > 0))
                    continue;
                minus(&j->w, p, &a[q]);
                dot(j->s, &j->n, &j->w);
                if (mpz_sgn(j->s) * (above > 0 ? 1 : -1) <= 0 || compare_along(j) < (strict ? 1 : 0))
                    return false;
            }
    return true;
}

static bool is_flat(const vec *a, size_t size) {
    vec *edges = vecs_create(size * size + 1), n;
    const size_t count = add_directions(edges, 0, a, size);
    bool flat = true;
    mpz_t s;
    mpz_init(s);
    vec_init(&n);
    for (size_t i = 0; i < count && flat; i++)
        for (size_t k = i + 1; k < count && flat; k++) {
            cross(&n, &edges[i], &edges[k]);
            for (size_t m = 0; m < count && flat; m++) {
                dot(s, &n, &edges[m]);
                flat = mpz_sgn(s) == 0;
            }
        }
    mpz_clear(s);
    vec_clear(&n);
    vecs_destroy(edges, size * size + 1);
    return flat;
}

/* The radius of a against that of b with the margin, added as real numbers. */
static int compare_radii(float a, float b, float margin) {
    mpz_t reach, term;
    mpz_inits(reach, term, NULL);
    to_units(reach, a);
    to_units(term, b);
    mpz_sub(reach, reach, term);
    to_units(term, margin);
    mpz_sub(reach, reach, term);
    const int sign = mpz_sgn(reach);
    mpz_clears(reach, term, NULL);
    return sign;
}

bool oracle_solids_contain(const oracle_solid *a, const oracle_solid *b, bool strict, float margin) {
    vec *va = oracle_points_of(a), *vb = oracle_points_of(b);
    judge j;
    judge_init(&j);
    set_reach(&j, a->radius, -b->radius, -margin);
    const int spare = compare_radii(a->radius, b->radius, margin);
    bool holds = spare >= 0 || !is_flat(va, a->points);
    for (size_t k = 0; k < b->points && holds; k++) {
        const oracle_contact contact = cores_contact(va, a->points, &vb[k], 1);
        if (spare > 0)
            holds = contact != ORACLE_APART || compare_cores(&j, va, a->points, &vb[k], 1) <= (strict ? -1 : 0);
        else if (spare == 0)
            holds = contact >= (strict ? ORACLE_OVERLAP : ORACLE_TOUCH);
        else
            holds = contact != ORACLE_APART && inside_by(&j, &vb[k], va, a->points, strict);
    }
    judge_clear(&j);
    vecs_destroy(va, a->points);
    vecs_destroy(vb, b->points);
    return holds;
}
