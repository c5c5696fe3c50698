/* decided.c — where are pairs decided whose coordinates are small whole numbers? For every kind of pair and every place of the map of
 * costs (bench/cliffs) that is exact, and every question: at most 1 % of the pairs may reach the reference. It decides ties, and users
 * feed lattices, floors, tiles and copies.
 *
 *     decided TABLE     compares with the places that are known to be worse
 *     decided --write   prints them anew
 *
 * A line of the table is a kind and a question, in how many of the kind's places more than 1 % of the pairs are decided by the
 * reference, and the greatest share. A line that is not reached any more has to go. */
#include "../../bench/cliffs/pairs.h"
#include "../../src/core/stages.h"
#include "../common/must.h"

#include <stdlib.h>
#include <string.h>

enum { DECIDED_PAIRS = 100, MOST_VERTICES = 64, LINES_MOST = 4096, LINE_LENGTH = 160 };

/* A kind and a question: in how many places too many pairs are referred, and how many of a hundred at most. */
typedef struct referral {
    char name[LINE_LENGTH];
    int places, share;
} referral;

static bool is_exact_place(const place_row *p) {
    return p->how >= PLACE_ON && p->frame != TURNED && p->far == 0 && p->tilt == 0;
}

/* What is measured of a kind, in the order of the questions; returns how many lists of pairs there were. */
static int count_referrals(int kind, referral found[QUESTIONS]) {
    static pair_list list;
    int lists = 0;
    for (int q = 0; q < QUESTIONS; q++) {
        snprintf(found[q].name, LINE_LENGTH, "%s | %s", kinds[kind].name, question_name(q));
        found[q].places = found[q].share = 0;
    }
    for (int place = 0; place < place_count; place++) {
        if (!is_exact_place(&places[place]) || !place_suits(&places[place], &kinds[kind]) ||
            !pair_list_create(&kinds[kind], &places[place], FLOATS, DECIDED_PAIRS, &list))
            continue;
        lists++;
        for (int q = 0; q < QUESTIONS; q++) {
            sepal_stages_reset(SIZE_MAX);
            ask_about(&list, q, DECIDED_PAIRS);
            int share = (int)sepal_stages_referred();
            found[q].places += share > 1;
            found[q].share = share > found[q].share ? share : found[q].share;
        }
        pair_list_destroy(&list);
    }
    return lists;
}

static int read_known(const char *path, referral known[LINES_MOST]) {
    FILE *file = must_have(fopen(path, "r"));
    char line[LINE_LENGTH + 40];
    int count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        char *last = strrchr(line, '|');
        must(last != NULL && count < LINES_MOST, "%s: no line of the table: %s", path, line);
        must(sscanf(last, "| %d places, %d %%", &known[count].places, &known[count].share) == 2, "%s: no numbers: %s", path, line);
        snprintf(known[count++].name, LINE_LENGTH, "%.*s", (int)(last - line - 1), line);
    }
    fclose(file);
    return count;
}

/* Which pairs a stage leaves open may depend on the instruction set: so shares may differ by these pairs of a hundred, and a line of no
 * more may be reached with some sets alone. */
enum { SHARE_OF_SETS = 5 };

/* Compares with the line of the table; returns whether it is as good. */
static bool is_as_known(const referral *found, const referral known[LINES_MOST], int count) {
    const referral *line = NULL;
    for (int k = 0; k < count && line == NULL; k++)
        line = strcmp(known[k].name, found->name) == 0 ? &known[k] : NULL;
    if (line == NULL && found->places > 0)
        printf("%s: more than 1 %% decided by the reference in %d places, up to %d %%\n", found->name, found->places, found->share);
    else if (line != NULL && (found->places > line->places || found->share > line->share + SHARE_OF_SETS))
        printf("%s: %d places, up to %d %%, instead of %d places, %d %%\n", found->name, found->places, found->share, line->places,
               line->share);
    else if (line != NULL && found->places == 0 && line->share > SHARE_OF_SETS)
        printf("%s: mended; its line has to go\n", found->name);
    else
        return true;
    return false;
}

int main(int count, char **values) {
    static referral known[LINES_MOST];
    must(count == 2, "decided TABLE | --write");
    if (strcmp(sepal_isa(), "scalar") == 0)
        return 77; /* there the reference decides everything */
    const bool writes = strcmp(values[1], "--write") == 0;
    const int lines = writes ? 0 : read_known(values[1], known);
    const char *some = getenv("SEPAL_TESTS");
    const bool quick = !writes && some != NULL && (strcmp(some, "quick") == 0 || strcmp(some, "slow") == 0);
    int lists = 0, wrong = 0;
    for (int kind = 0; kind < kind_count; kind++) {
        referral found[QUESTIONS];
        if (kind_vertices(&kinds[kind]) > MOST_VERTICES || (quick && !kinds[kind].in_quick))
            continue;
        lists += count_referrals(kind, found);
        for (int q = 0; q < QUESTIONS; q++)
            if (writes && found[q].places > 0)
                printf("%s | %d places, %d %%\n", found[q].name, found[q].places, found[q].share);
            else if (!writes)
                wrong += !is_as_known(&found[q], known, lines);
    }
    must(lists > 400, "only %d lists of pairs", lists);
    return wrong > 0;
}
