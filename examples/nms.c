/* nms.c — non-maximum suppression of turned boxes: which detections stay?
 *
 *     nms FILE [IOU [iof] [linear | gaussian]]
 *                                  rows x,y,length,width,angle,score[,class] with the angle in degrees; or a list of objects in JSON with
 *                                  "bbox": [x, y, length, width, angle], "score" and, if they have one, "category_id"
 *     nms --random BOXES EACH      a random scene, EACH boxes on every thing: how long it takes, and whether a plain loop keeps the same
 *
 * In order of their scores, a box is kept unless it has more than IOU (0.5) in common with one of its class that is kept. `iof` compares
 * the share of the lower box that is covered, and not the intersection over union. Kept boxes are printed, the best first. (A "bbox" of
 * four numbers is one of COCO: its corner, its length and its width.)
 * `linear` and `gaussian` are soft suppression (Bodla, Singh, Chellappa and Davis, ICCV 2017): again and again the box with the greatest
 * score is kept, and the scores of the others of its class become less by what they have in common with it: of more than IOU, times 1
 * minus that; or always times exp(-share^2 / 0.5). Boxes are printed as they are kept, with their scores then, down to 0.001.
 *
 * A finder lists the boxes that overlap. Only kept boxes are asked what they have in common with others, and only with those that are
 * still there; so where a hundred boxes lie on each other, one of a hundred is asked.
 *
 *     cc -O2 -o nms nms.c $(pkg-config --cflags --libs sepal) -lm */
#include <math.h>
#include <sepal/sepal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 64 }; /* boxes whose neighbours are looked for at a time */

typedef struct detection {
    double x, y, length, width, angle, score;
    long class;
} detection;

typedef struct detections {
    detection *items;
    size_t count, room;
} detections;

static void *must_have(void *memory) {
    if (memory == NULL) {
        fputs("nms: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void must(sepal_status status, const char *what) {
    if (status == SEPAL_OK)
        return;
    fprintf(stderr, "nms: %s: %s\n", what, sepal_status_text(status));
    exit(EXIT_FAILURE);
}

static void append(detections *to, detection d) {
    if (to->count == to->room) {
        to->room = 2 * to->room + 256;
        to->items = must_have(realloc(to->items, to->room * sizeof *to->items));
    }
    to->items[to->count++] = d;
}

/* --- Suppression ------------------------------------------------------------------------------------------------------------- */

/* The best first; of equal ones the first of the file, by where they stand in it. */
static int by_score(const void *p, const void *q) {
    const detection *a = *(const detection *const *)p, *b = *(const detection *const *)q;
    return a->score > b->score ? -1 : a->score < b->score ? 1 : (a > b) - (a < b);
}

typedef enum manner { HARD, LINEAR, GAUSSIAN } manner;

typedef struct rule_of_nms {
    float most; /* that a box may have in common with a better one */
    bool iof;
    manner manner;
} rule_of_nms;

static sepal_polys *boxes_of(const detection *const *ranked, size_t count) {
    float *rows = must_have(malloc((6 * count + 1) * sizeof *rows));
    for (size_t i = 0; i < count; i++) {
        const detection *d = ranked[i];
        const double turn = d->angle * 3.14159265358979323846 / 180;
        const double row[] = {d->x, d->y, d->length / 2, d->width / 2, cos(turn), sin(turn)};
        for (int k = 0; k < 6; k++)
            rows[6 * i + (size_t)k] = (float)row[k];
    }
    const sepal_boxes boxes = {rows, rows + 1, rows + 2, rows + 3, rows + 4, rows + 5, 6, NULL};
    sepal_polys *set = NULL;
    sepal_refusal refusal = {0, NULL};
    must(sepal_polys_create(NULL, &set), "no set");
    if (sepal_polys_add_boxes(set, &boxes, count, NULL, &refusal) != SEPAL_OK) {
        fprintf(stderr, "nms: the box with the score %g: %s\n", refusal.reason == NULL ? 0 : ranked[refusal.index]->score,
                refusal.reason == NULL ? "out of memory" : refusal.reason);
        exit(EXIT_FAILURE);
    }
    free(rows);
    return set;
}

/* A bit for the class of each box, so that a finder leaves out most pairs of two classes: of more than 32 classes some have one bit. */
static uint32_t *bits_of_classes(const detection *const *ranked, size_t count) {
    uint32_t *bits = must_have(malloc((count + 1) * sizeof *bits));
    for (size_t i = 0; i < count; i++)
        bits[i] = UINT32_C(1) << ((unsigned long)ranked[i]->class % 32);
    return bits;
}

/* Pairs of boxes that overlap, with room for more. */
typedef struct pair_room {
    sepal_pair *pairs;
    float *shares;
    size_t room;
} pair_room;

static void make_room(pair_room *r, size_t room) {
    r->room = room;
    r->pairs = must_have(realloc(r->pairs, room * sizeof *r->pairs));
    r->shares = must_have(realloc(r->shares, room * sizeof *r->shares));
}

/* The pairs of some boxes and others, by box. */
static size_t find_others(sepal_finder *finder, const sepal_polys *set, const sepal_filter *filter, const uint32_t *boxes,
                          size_t count, pair_room *r) {
    const sepal_rule rule = {SEPAL_TOUCHING_IS_APART, 0, 0};
    size_t found = 0;
    sepal_status status;
    while ((status = sepal_polys_find_list(finder, set, boxes, count, filter, &rule, r->room, r->pairs, &found)) == SEPAL_TOO_SMALL)
        make_room(r, found + found / 2);
    must(status, "no pairs");
    return found;
}

/* Which of the boxes, the best first, are gone? */
static void suppress(const sepal_polys *set, const detection *const *ranked, rule_of_nms rule, bool *gone) {
    const uint32_t count = (uint32_t)sepal_polys_count(set);
    sepal_finder *finder = NULL;
    pair_room r = {NULL, NULL, 0};
    uint32_t *bits = bits_of_classes(ranked, count);
    const sepal_filter filter = {.member = {bits}, .mask = {bits}};
    make_room(&r, 4096);
    must(sepal_finder_create(NULL, &finder), "no finder");
    must(sepal_polys_find_build(finder, set), "no tree");
    memset(gone, 0, count * sizeof *gone);
    for (uint32_t begin = 0; begin < count; begin += BLOCK) {
        uint32_t boxes[BLOCK], left = 0;
        for (uint32_t i = begin; i < count && i < begin + BLOCK; i++)
            if (!gone[i])
                boxes[left++] = i;
        const size_t found = left > 0 ? find_others(finder, set, &filter, boxes, left, &r) : 0;
        for (size_t at = 0, end; at < found; at = end) {
            const uint32_t a = r.pairs[at].a;
            size_t asked = at;
            for (end = at; end < found && r.pairs[end].a == a; end++) {
                const uint32_t b = r.pairs[end].b;
                if (a >= begin && !gone[a] && !gone[b] && ranked[a]->class == ranked[b]->class)
                    r.pairs[asked++] = r.pairs[end];
            }
            const sepal_commons out = {.iou = rule.iof ? NULL : r.shares, .share_b = rule.iof ? r.shares : NULL};
            must(sepal_polys_common_pairs(set, set, r.pairs + at, asked - at, &out), "no areas");
            for (size_t k = at; k < asked; k++)
                gone[r.pairs[k].b] |= r.shares[k - at] > rule.most;
        }
    }
    sepal_finder_destroy(finder);
    free(r.pairs);
    free(r.shares);
    free(bits);
}

/* The definition, as a loop: each kept box against all that are left. */
static void suppress_plainly(const sepal_polys *set, const detection *const *ranked, rule_of_nms rule, bool *gone) {
    const uint32_t count = (uint32_t)sepal_polys_count(set);
    memset(gone, 0, count * sizeof *gone);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count && !gone[a]; b++) {
            float share = 0;
            const sepal_commons out = {.iou = rule.iof ? NULL : &share, .share_b = rule.iof ? &share : NULL};
            if (gone[b] || ranked[a]->class != ranked[b]->class)
                continue;
            must(sepal_polys_common_pairs(set, set, &(sepal_pair){a, b}, 1, &out), "no areas");
            gone[b] = share > rule.most;
        }
}

/* --- Soft suppression --------------------------------------------------------------------------------------------------------- */

static const double least_score = 1e-3, sigma = 0.5;

/* By what the score of a box is multiplied that has this share in common with one that is kept. */
static double factor_of(rule_of_nms rule, float share) {
    if (rule.manner == GAUSSIAN)
        return exp(-(double)share * (double)share / sigma);
    return share > rule.most ? 1 - (double)share : 1;
}

/* A heap of boxes by score, the best first, of equal ones the first. Scores only become less, and then a box is put in again: what is out
 * of date is passed over. */
typedef struct entry {
    double score;
    uint32_t box;
} entry;

typedef struct heap {
    entry *entries;
    size_t count;
} heap;

static bool is_before(entry p, entry q) {
    return p.score > q.score || (p.score == q.score && p.box < q.box);
}

static void put(heap *h, entry e) {
    size_t at = h->count++;
    for (; at > 0 && is_before(e, h->entries[(at - 1) / 2]); at = (at - 1) / 2)
        h->entries[at] = h->entries[(at - 1) / 2];
    h->entries[at] = e;
}

static entry take(heap *h) {
    const entry best = h->entries[0], last = h->entries[--h->count];
    size_t at = 0;
    for (size_t child = 1; child < h->count; child = 2 * at + 1) {
        if (child + 1 < h->count && is_before(h->entries[child + 1], h->entries[child]))
            child++;
        if (!is_before(h->entries[child], last))
            break;
        h->entries[at] = h->entries[child];
        at = child;
    }
    h->entries[at] = last;
    return best;
}

/* Lists the boxes that are kept, and changes the scores. Returns how many there are. */
static size_t suppress_softly(const sepal_polys *set, const detection *const *ranked, rule_of_nms rule, double *score,
                              uint32_t *kept) {
    const sepal_rule apart = {SEPAL_TOUCHING_IS_APART, 0, 0};
    const uint32_t count = (uint32_t)sepal_polys_count(set);
    sepal_finder *finder = NULL;
    size_t found = 0, room = (size_t)count + 1;
    sepal_pair *pairs = must_have(malloc(room * sizeof *pairs));
    sepal_status status;
    uint32_t *bits = bits_of_classes(ranked, count);
    const sepal_filter filter = {.member = {bits}, .mask = {bits}};
    must(sepal_finder_create(NULL, &finder), "no finder");
    while ((status = sepal_polys_find_pairs(finder, set, set, &filter, &apart, room, pairs, &found)) == SEPAL_TOO_SMALL) {
        room = found;
        pairs = must_have(realloc(pairs, room * sizeof *pairs));
    }
    must(status, "no pairs");
    /* share[0] of pair k is what is covered of its b, share[1] of its a. Side s of pair k is number 2 k + s in the list of its box. */
    float *share[2];
    for (int s = 0; s < 2; s++)
        share[s] = must_have(malloc((found + 1) * sizeof(float)));
    const sepal_commons out = {
        .iou = rule.iof ? NULL : share[0], .share_a = rule.iof ? share[1] : NULL, .share_b = rule.iof ? share[0] : NULL};
    must(sepal_polys_common_pairs(set, set, pairs, found, &out), "no areas");
    if (!rule.iof)
        memcpy(share[1], share[0], found * sizeof(float));
    const size_t none = SIZE_MAX;
    size_t *first = must_have(malloc((count + 1) * sizeof *first)), *next = must_have(malloc((2 * found + 1) * sizeof *next));
    for (size_t i = 0; i < count; i++)
        first[i] = none;
    for (size_t k = 0; k < 2 * found; k++) {
        const uint32_t box = k % 2 == 0 ? pairs[k / 2].a : pairs[k / 2].b;
        next[k] = first[box];
        first[box] = k;
    }
    bool *is_kept = must_have(calloc(count + 1, sizeof *is_kept));
    heap h = {must_have(malloc((count + 2 * found + 1) * sizeof *h.entries)), 0};
    for (uint32_t i = 0; i < count; i++) {
        score[i] = ranked[i]->score;
        put(&h, (entry){score[i], i});
    }
    size_t kept_count = 0;
    while (h.count > 0) {
        const entry best = take(&h);
        if (is_kept[best.box] || best.score != score[best.box])
            continue;
        if (best.score < least_score)
            break;
        is_kept[best.box] = true;
        kept[kept_count++] = best.box;
        for (size_t k = first[best.box]; k != none; k = next[k]) {
            const uint32_t other = k % 2 == 0 ? pairs[k / 2].b : pairs[k / 2].a;
            const double factor = factor_of(rule, share[k % 2][k / 2]);
            if (is_kept[other] || factor == 1 || ranked[other]->class != ranked[best.box]->class)
                continue;
            score[other] *= factor;
            put(&h, (entry){score[other], other});
        }
    }
    sepal_finder_destroy(finder);
    free(pairs), free(share[0]), free(share[1]), free(first), free(next), free(is_kept), free(h.entries), free(bits);
    return kept_count;
}

/* The definition, as a loop. */
static size_t suppress_softly_plainly(const sepal_polys *set, const detection *const *ranked, rule_of_nms rule, double *score,
                                      uint32_t *kept) {
    const uint32_t count = (uint32_t)sepal_polys_count(set);
    bool *is_kept = must_have(calloc(count + 1, sizeof *is_kept));
    size_t kept_count = 0;
    for (uint32_t i = 0; i < count; i++)
        score[i] = ranked[i]->score;
    for (;;) {
        uint32_t best = count;
        for (uint32_t i = 0; i < count; i++)
            if (!is_kept[i] && (best == count || score[i] > score[best]))
                best = i;
        if (best == count || score[best] < least_score)
            break;
        is_kept[best] = true;
        kept[kept_count++] = best;
        for (uint32_t i = 0; i < count; i++) {
            float share = 0;
            const sepal_commons out = {.iou = rule.iof ? NULL : &share, .share_b = rule.iof ? &share : NULL};
            if (is_kept[i] || ranked[i]->class != ranked[best]->class)
                continue;
            must(sepal_polys_common_pairs(set, set, &(sepal_pair){best, i}, 1, &out), "no areas");
            score[i] *= factor_of(rule, share);
        }
    }
    free(is_kept);
    return kept_count;
}

static const detection **rank(const detections *all) {
    const size_t each = sizeof(const detection *); /* NOLINT(bugprone-sizeof-expression): pointers are sorted */
    const detection **ranked = must_have(malloc((all->count + 1) * each));
    for (size_t i = 0; i < all->count; i++)
        ranked[i] = &all->items[i];
    qsort(ranked, all->count, each, by_score);
    return ranked;
}

/* --- Files -------------------------------------------------------------------------------------------------------------------- */

static char *read_text(const char *name) {
    FILE *file = fopen(name, "rb");
    char *text = NULL;
    size_t size = 0, room = 0;
    while (file != NULL && !feof(file) && !ferror(file)) {
        if (size + 1 >= room) {
            room = 2 * room + 65536;
            text = must_have(realloc(text, room));
        }
        size += fread(text + size, 1, room - size - 1, file);
    }
    if (file == NULL || ferror(file) || text == NULL) {
        fprintf(stderr, "nms: cannot read %s\n", name);
        exit(EXIT_FAILURE);
    }
    fclose(file);
    text[size] = '\0';
    return text;
}

static void refuse(const char *name, const char *text, const char *at, const char *expected) {
    size_t line = 1;
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    fprintf(stderr, "%s:%zu: expected %s, found \"%.*s\"\n", name, line, expected, (int)strcspn(at, "\r\n"), at);
    exit(EXIT_FAILURE);
}

/* Reads up to `most` numbers with commas between them; returns how many, or 0 if one is none. */
static int read_numbers(const char **at, int most, double *out) {
    int count = 0;
    do {
        char *end;
        out[count] = strtod(*at, &end);
        if (end == *at || !isfinite(out[count]))
            return 0;
        *at = end + strspn(end, " \t");
        count++;
    } while (count < most && **at == ',' && ++*at);
    return count;
}

static void read_rows(const char *name, const char *text, detections *out) {
    for (const char *at = text; *at != '\0';) {
        double v[7] = {0};
        const char *begin = at;
        const int count = read_numbers(&at, 7, v);
        at += strspn(at, "\r");
        if (count < 6 || (*at != '\n' && *at != '\0'))
            refuse(name, text, begin, "x,y,length,width,angle,score or these and a class");
        at += *at == '\n';
        append(out, (detection){v[0], v[1], v[2], v[3], v[4], v[5], (long)v[6]});
    }
}

/* The value of a key in the object that begins at `from`: objects are not nested. NULL if there is none. */
static const char *value_of(const char *from, const char *key) {
    const char *end = from + strcspn(from, "}");
    for (const char *at = strchr(from, '"'); at != NULL && at < end; at = strchr(at + 1, '"'))
        if (strncmp(at + 1, key, strlen(key)) == 0 && at[1 + strlen(key)] == '"') {
            at += 2 + strlen(key);
            at += strspn(at, " \t\r\n");
            return *at == ':' ? at + 1 + strspn(at + 1, " \t\r\n") : NULL;
        }
    return NULL;
}

static void read_objects(const char *name, const char *text, detections *out) {
    for (const char *object = strchr(text, '{'); object != NULL; object = strchr(object + 1, '{')) {
        const char *box = value_of(object, "bbox"), *score = value_of(object, "score"), *class = value_of(object, "category_id");
        double v[5] = {0}, of_score = 0, of_class = 0;
        int count = 0;
        if (box != NULL && *box == '[') {
            box++;
            count = read_numbers(&box, 5, v);
        }
        if (count < 4 || *box != ']' || score == NULL || read_numbers(&score, 1, &of_score) == 0 ||
            (class != NULL && read_numbers(&class, 1, &of_class) == 0))
            refuse(name, text, object, "an object with a \"bbox\" of four or five numbers and a \"score\"");
        if (count == 4)
            v[0] += v[2] / 2, v[1] += v[3] / 2;
        append(out, (detection){v[0], v[1], v[2], v[3], v[4], of_score, (long)of_class});
    }
}

static int print_kept(const char *name, rule_of_nms rule) {
    detections all = {NULL, 0, 0};
    char *text = read_text(name);
    const char *begin = text + strspn(text, " \t\r\n");
    (*begin == '[' || *begin == '{' ? read_objects : read_rows)(name, text, &all);
    const detection **ranked = rank(&all);
    sepal_polys *set = boxes_of(ranked, all.count);
    bool *gone = must_have(calloc(all.count + 1, sizeof *gone));
    double *score = must_have(malloc((all.count + 1) * sizeof *score));
    uint32_t *kept = must_have(malloc((all.count + 1) * sizeof *kept));
    size_t kept_count = 0;
    if (rule.manner == HARD) {
        suppress(set, ranked, rule, gone);
        for (uint32_t i = 0; i < all.count; i++) {
            score[i] = ranked[i]->score;
            if (!gone[i])
                kept[kept_count++] = i;
        }
    } else
        kept_count = suppress_softly(set, ranked, rule, score, kept);
    for (size_t i = 0; i < kept_count; i++) {
        const detection *d = ranked[kept[i]];
        printf("%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%ld\n", d->x, d->y, d->length, d->width, d->angle, score[kept[i]], d->class);
    }
    sepal_polys_destroy(set);
    free(ranked);
    free(gone);
    free(score);
    free(kept);
    free(all.items);
    free(text);
    return EXIT_SUCCESS;
}

/* --- A random scene ------------------------------------------------------------------------------------------------------------ */

static double random_number(double from, double to) {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return from + (to - from) * (double)(state >> 11) * 0x1p-53;
}

static double milliseconds(void) {
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

enum { MOST_SOFT = 2000 }; /* boxes of a scene about which the loop of soft suppression is asked */

/* Does soft suppression, in every manner, keep what a plain loop keeps, with the same scores? */
static bool soft_is_plain(const sepal_polys *set, const detection *const *ranked, size_t count) {
    double *score = must_have(malloc(2 * count * sizeof *score));
    uint32_t *kept = must_have(malloc(2 * count * sizeof *kept));
    bool same = true;
    for (int way = 0; way < 4; way++) {
        const rule_of_nms rule = {0.3F, way % 2 == 1, way / 2 == 1 ? GAUSSIAN : LINEAR};
        const size_t left = suppress_softly(set, ranked, rule, score, kept);
        same = same && left == suppress_softly_plainly(set, ranked, rule, score + count, kept + count);
        for (size_t i = 0; same && i < left; i++)
            same = kept[i] == kept[count + i] && score[kept[i]] == score[count + kept[i]];
    }
    free(score);
    free(kept);
    return same;
}

/* Things of about 4 by 2, far enough from each other to be apart mostly, with `each` boxes on every one. */
static int try_random(size_t count, size_t each) {
    const size_t things = count / each > 0 ? count / each : 1;
    const double side = 8 * sqrt((double)things);
    detections all = {NULL, 0, 0};
    detection *thing = must_have(malloc(things * sizeof *thing));
    for (size_t i = 0; i < things; i++)
        thing[i] = (detection){random_number(0, side), random_number(0, side), 0, 0, random_number(0, 360), 0, 0};
    for (size_t i = 0; i < count; i++) {
        const detection *on = &thing[i % things];
        append(&all, (detection){on->x + random_number(-0.5, 0.5), on->y + random_number(-0.3, 0.3), random_number(3.6, 4.8),
                                 random_number(1.6, 2.2), on->angle + random_number(-6, 6), random_number(0, 1), 0});
    }
    const detection **ranked = rank(&all);
    sepal_polys *set = boxes_of(ranked, count);
    bool *gone = must_have(calloc(count + 1, sizeof *gone)), *plainly = must_have(calloc(count + 1, sizeof *plainly));
    double best = INFINITY, begin = milliseconds();
    do {
        const double start = milliseconds();
        suppress(set, ranked, (rule_of_nms){0.5F, false, HARD}, gone);
        best = fmin(best, milliseconds() - start);
    } while (milliseconds() - begin < 200);
    suppress_plainly(set, ranked, (rule_of_nms){0.5F, false, HARD}, plainly);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += !gone[i];
    const bool same = memcmp(gone, plainly, count * sizeof *gone) == 0 && (count > MOST_SOFT || soft_is_plain(set, ranked, count));
    printf("%zu boxes, %zu on each thing: %zu kept, %s as by a plain loop; %.2f ms\n", count, each, kept, same ? "the same" : "NOT",
           best);
    sepal_polys_destroy(set);
    free(ranked);
    free(gone);
    free(plainly);
    free(thing);
    free(all.items);
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
    char *end = "";
    if (argc == 4 && strcmp(argv[1], "--random") == 0) {
        const long count = strtol(argv[2], NULL, 10), each = strtol(argv[3], NULL, 10);
        if (count >= 1 && count <= 1000000 && each >= 1)
            return try_random((size_t)count, (size_t)each);
    }
    const double most = argc > 2 ? strtod(argv[2], &end) : 0.5;
    rule_of_nms rule = {(float)most, argc > 3 && strcmp(argv[3], "iof") == 0, HARD};
    const char *soft = argc == (rule.iof ? 5 : 4) ? argv[argc - 1] : "";
    rule.manner = strcmp(soft, "linear") == 0 ? LINEAR : strcmp(soft, "gaussian") == 0 ? GAUSSIAN : HARD;
    const int understood = 3 + rule.iof + (rule.manner != HARD);
    if (argc < 2 || argc > understood || argv[1][0] == '-' || *end != '\0' || !(most >= 0 && most <= 1)) {
        fputs("usage: nms FILE [IOU [iof] [linear | gaussian]], IOU from 0 to 1; or nms --random BOXES EACH\n", stderr);
        return EXIT_FAILURE;
    }
    return print_kept(argv[1], rule);
}
