/* expressions.h — S-expressions: atoms, and lists of them in parentheses. */
#ifndef KICAD_EXPRESSIONS_H
#define KICAD_EXPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>

struct node {
    const char *text; /* of an atom; NULL for a list */
    size_t line;
    struct node *first, *next; /* in a list; behind it in its own list */
};

/* The list that a text of `size` bytes consists of; names and values point into the text, which is written over. memory: receives what
 * the caller releases. */
const struct node *read_expression(char *text, size_t size, struct node **memory);

/* Whether a node is a list that begins with this name. */
bool is_list(const struct node *node, const char *name);

/* The list of that name in a list; `find` returns NULL if there is none, where `need` ends the program. */
const struct node *find(const struct node *in, const char *name);
const struct node *need(const struct node *in, const char *name);

/* Element k of a list, counted from 0, its name; NULL if there is none. */
const struct node *element(const struct node *list, int k);

/* An element of a list as text, and as a number within bounds; what is missing or wrong ends the program. */
const char *text_at(const struct node *list, int k);
double number_at(const struct node *list, int k, double least, double most);

#endif
