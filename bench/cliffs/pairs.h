/* pairs.h — a list of pairs of one kind in one place, and the questions that the map asks about it. */
#ifndef SEPAL_BENCH_CLIFFS_PAIRS_H
#define SEPAL_BENCH_CLIFFS_PAIRS_H

#include "places.h"

#include <sepal/sepal.h>

enum { PAIRS_MOST = 512 };

/* Where b is: in its place, two and a half above it, three aside. The last two are where moves begin. */
enum { SET_A, SET_B, SET_ABOVE, SET_ASIDE, SETS };

/* How b moves: down upon a from above, along the face that it shares with a, or past a from aside, so that it grazes what it touches in
 * its place. */
enum { WAY_DOWN, WAY_ALONG, WAY_GRAZING, WAYS };

/* What coordinates are: floats; in the plane also doubles on the UTM grid, in which what touches by construction still touches exactly, or
 * decimals of millimetres there, each the nearest double, so that only what has coordinates in common touches exactly. */
typedef enum number_type { FLOATS, DOUBLES, DECIMALS, NUMBER_TYPES } number_type;
extern const char *const number_names[NUMBER_TYPES];

/* Solids or polygons; pair k is number k of both sets. */
typedef struct pair_list {
    bool space;
    number_type numbers;
    bool in_millimetres; /* decimals are rounded */
    int count;
    float gap; /* between the shapes of a pair, if the place says so; else 1/16 */
    sepal_polys *polys[SETS];
    sepal_solids *solids[SETS];
    float move[WAYS][3][PAIRS_MOST];
} pair_list;

/* False if a shape was refused, such as a polygon that rounding has bent; then nothing is left to destroy. */
bool pair_list_create(const kind_row *k, const place_row *p, number_type numbers, int count, pair_list *out);
void pair_list_destroy(pair_list *list);

enum { QUESTIONS = 16 };
const char *question_name(int question);
bool question_moves(int question);

/* Is it asked about sets of such numbers? */
bool question_suits(int question, number_type numbers);

/* Asks about the first `count` pairs of the list. */
void ask_about(const pair_list *list, int question, int count);

/* After a question with yes or no: how many were answered with yes? */
int count_yes(int count);

/* A number made of all answers about the first pairs. */
uint64_t digest_answers(const pair_list *list, int question, int count);

#endif
