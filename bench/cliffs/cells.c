#include "cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_times(const void *p, const void *q) {
    const cell *a = p, *b = q;
    return (a->times < b->times) - (a->times > b->times);
}

static bool is_above(const cell *c, double times) {
    return c->times > times && c->ns > NS_THAT_COUNT;
}

/* The name of the kind, and its numbers; valid until the next call. */
static const char *kind_name(int kind, number_type numbers) {
    static char text[80];
    snprintf(text, sizeof text, "%s%s", kinds[kind].name, number_names[numbers]);
    return text;
}

bool write_cells(const cell_table *table, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    for (int i = 0; i < table->count; i++) {
        const cell *c = &table->cells[i];
        fprintf(file, "%s\t%s\t%s\t%.1f\t%.2f\t%.2f\t%.2f\t%016llx\n", kind_name(c->kind, c->numbers),
                place_name(&places[c->place]), question_name(c->question), c->ns, c->times, c->touching, c->overlapping,
                (unsigned long long)c->digest);
    }
    return fclose(file) == 0;
}

/* --- How costs are spread --------------------------------------------------------------------- */

typedef enum grouping { BY_QUESTION, BY_PLACE, BY_KIND } grouping;

static int group_of(const cell *c, grouping by) {
    return by == BY_QUESTION ? c->question : by == BY_PLACE ? c->place : c->kind * NUMBER_TYPES + (int)c->numbers;
}

static void print_spread(const cell_table *table, grouping by, const char *title) {
    const int groups = by == BY_QUESTION ? QUESTIONS : by == BY_PLACE ? place_count : kind_count * NUMBER_TYPES;
    printf("\n%-44s %6s %8s %8s %8s %9s %9s\n", title, "cells", "mean", "99 %", "worst", "above 10", "above 100");
    for (int group = 0; group < groups; group++) {
        int count = 0, above_10 = 0, above_100 = 0, rank = 0;
        double logarithms = 0, worst = 0, percentile = 0;
        for (int i = 0; i < table->count; i++) {
            const cell *c = &table->cells[i];
            if (group_of(c, by) != group || c->place == USUAL_PLACE)
                continue;
            worst = count == 0 ? c->times : worst;
            count++;
            logarithms += log(c->times);
            above_10 += is_above(c, 10);
            above_100 += is_above(c, 100);
        }
        for (int i = 0; i < table->count && rank <= count / 100; i++) { /* the worst first */
            const cell *c = &table->cells[i];
            if (group_of(c, by) == group && c->place != USUAL_PLACE) {
                percentile = c->times;
                rank++;
            }
        }
        const char *name = by == BY_QUESTION ? question_name(group)
                           : by == BY_PLACE  ? place_name(&places[group])
                                             : kind_name(group / NUMBER_TYPES, (number_type)(group % NUMBER_TYPES));
        if (count > 0)
            printf("%-44s %6d %8.2f %8.1f %8.1f %9d %9d\n", name, count, exp(logarithms / count), percentile, worst, above_10,
                   above_100);
    }
}

/* --- The longest time of a pair --------------------------------------------------------------- */

enum { SIZE_CLASSES = 6, QUESTION_CLASSES = 4 };

/* 0: the smallest ones of the plane are boxes, circles and capsules; of space spheres, capsules and boxes. */
static int size_class(const kind_row *k) {
    const body_type a = k->a.type, b = k->b.type;
    const bool is_smallest_a = a == BODY_BOX || a == BODY_SEGMENT || a == BODY_POINT;
    const bool is_smallest_b = b == BODY_BOX || b == BODY_SEGMENT || b == BODY_POINT;
    const int vertices = kind_vertices(k);
    if (is_smallest_a && is_smallest_b)
        return 0;
    return vertices <= 8 ? 1 : vertices <= 16 ? 2 : vertices <= 32 ? 3 : vertices <= 64 ? 4 : 5;
}

static int question_class(int question) {
    static const int class_of[] = {0, 0, 0, 0, 1, 1, 2, 2, 2};
    return question_moves(question) ? 3 : class_of[question];
}

static void print_longest(const cell_table *table) {
    static const char *const sizes[SIZE_CLASSES] = {
        "boxes, spheres, capsules", "up to 8 vertices", "up to 16", "up to 32", "up to 64", "more, for every 64 vertices"};
    printf("\n%-44s %9s %9s %9s %9s\n", "the longest time of a pair, in us", "overlap", "contains", "pushes", "sweeps");
    static const char *const rows[] = {"plane", "space", "plane, doubles"};
    for (int row = 0; row < 3; row++)
        for (int size = 0; size < SIZE_CLASSES; size++) {
            double longest[QUESTION_CLASSES] = {0};
            for (int i = 0; i < table->count; i++) {
                const cell *c = &table->cells[i];
                const kind_row *k = &kinds[c->kind];
                double *most = &longest[question_class(c->question)];
                if ((k->space ? 1 : c->numbers == FLOATS ? 0 : 2) == row && size_class(k) == size)
                    *most = fmax(*most, size == SIZE_CLASSES - 1 ? c->ns * 64 / kind_vertices(k) : c->ns);
            }
            printf("%-14s %-29s", rows[row], sizes[size]);
            for (int k = 0; k < QUESTION_CLASSES; k++)
                printf(" %9.2f", longest[k] * 1e-3);
            printf("\n");
        }
}

void print_cells(cell_table *table, int worst) {
    qsort(table->cells, (size_t)table->count, sizeof *table->cells, compare_times);
    if (worst > 0)
        printf("%-28s %-40s %-26s %9s %9s %8s\n", "the worst cells", "", "", "ns", "usual", "times");
    for (int i = 0; i < table->count && worst > 0; i++) {
        const cell *c = &table->cells[i];
        if (c->ns <= NS_THAT_COUNT)
            continue;
        printf("%-28s %-40s %-26s %9.0f %9.0f %8.1f\n", kind_name(c->kind, c->numbers), place_name(&places[c->place]),
               question_name(c->question), c->ns, c->ns / c->times, c->times);
        worst--;
    }
    print_spread(table, BY_QUESTION, "times what is usual, by question");
    print_spread(table, BY_PLACE, "by place");
    print_spread(table, BY_KIND, "by kind");
    print_longest(table);
}

/* --- Judging ---------------------------------------------------------------------------------- */

static const cell *usual_cell(const cell_table *table, int kind, number_type numbers, int question) {
    for (int i = 0; i < table->count; i++) {
        const cell *c = &table->cells[i];
        if (c->kind == kind && c->numbers == numbers && c->place == USUAL_PLACE && c->question == question)
            return c;
    }
    return NULL;
}

/* Polygons, or hulls, without radii, all of one size. */
static bool is_of_the_row(const kind_row *k, bool space) {
    return k->space == space && k->a.type == (space ? BODY_HULL : BODY_POLYGON) && k->a.least == k->a.most && !k->a.is_round &&
           kind_is_alike(k);
}

/* Those that grow faster than in proportion, seen from 64 vertices, which come before larger ones. */
static int print_growth(const cell_table *table, number_type numbers, double growth) {
    int too_steep = 0, of_64 = -1;
    for (int k = 0; k < kind_count; k++) {
        if (!is_of_the_row(&kinds[k], kinds[k].space) || kinds[k].a.most < 64)
            continue;
        of_64 = kinds[k].a.most == 64 ? k : of_64;
        for (int q = 0; q < QUESTIONS && of_64 >= 0; q++) {
            const cell *large = usual_cell(table, k, numbers, q), *small = usual_cell(table, of_64, numbers, q);
            if (large == NULL || small == NULL || kinds[of_64].space != kinds[k].space)
                continue;
            double times = large->ns / small->ns * 64 / kinds[k].a.most;
            if (times <= growth || large->ns <= NS_THAT_COUNT)
                continue;
            if (too_steep++ == 0)
                printf("\nns a pair, and times those of 64 vertices in proportion to the number of vertices\n");
            printf("%-28s %-26s %9.0f, of 64 %9.0f: %7.1f times\n", kind_name(k, numbers), question_name(q), large->ns, small->ns,
                   times);
        }
    }
    return too_steep;
}

bool judge_cells(const cell_table *table, const cell_limits *limits) {
    int too_steep = 0;
    for (int numbers = 0; numbers < NUMBER_TYPES; numbers++)
        too_steep += print_growth(table, (number_type)numbers, limits->growth);
    int above_10 = 0, above_100 = 0, too_many_times = 0;
    double worst = 0;
    for (int i = 0; i < table->count; i++) {
        const cell *c = &table->cells[i];
        above_10 += is_above(c, 10);
        above_100 += is_above(c, 100);
        too_many_times += is_above(c, limits->times);
        worst = is_above(c, worst) ? c->times : worst;
    }
    const double percent = table->count > 0 ? 100.0 * above_10 / table->count : 0;
    printf("\n%s: of %d cells %d (%.2f %%) take more than 10 times what is usual and 1 us, %d more than 100 times; the worst %.0f "
           "times; "
           "%d too steep with vertices; %d lists left out\n",
           sepal_isa(), table->count, above_10, percent, above_100, worst, too_steep, table->left_out);
    const bool is_kept = percent <= limits->percent && too_many_times == 0 && too_steep == 0;
    if (!is_kept)
        printf("the limit is %g %% of the cells, %g times, and %g times as steep\n", limits->percent, limits->times,
               limits->growth);
    return is_kept;
}
