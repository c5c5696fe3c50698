#include "expressions.h"
#include "messages.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    char *at;
    size_t line;
    struct node *nodes; /* room for as many as the text can have */
};

static struct node *new_node(struct reader *r, const char *text) {
    *r->nodes = (struct node){text, r->line, NULL, NULL};
    return r->nodes++;
}

static void skip_blanks(struct reader *r) {
    for (; *r->at == ' ' || *r->at == '\t' || *r->at == '\r' || *r->at == '\n'; r->at++)
        r->line += *r->at == '\n';
}

/* Reads an atom. The character behind it is returned and replaced by the end of the text. */
static struct node *read_atom(struct reader *r, char *behind) {
    const bool quoted = *r->at == '"';
    struct node *atom = new_node(r, r->at + quoted);
    if (quoted) {
        for (r->at++; *r->at != '"'; r->at++) {
            r->at += *r->at == '\\' && r->at[1] != '\0';
            if (*r->at == '\0')
                fail(atom->line, "expected the end of the text that begins with \"%.20s", atom->text);
            r->line += *r->at == '\n';
        }
        *r->at++ = '\0';
        *behind = *r->at;
        return atom;
    }
    while (strchr(" \t\r\n()\"", *r->at) == NULL) /* which finds the end of the text as well */
        r->at++;
    *behind = *r->at;
    *r->at = '\0';
    return atom;
}

/* Reads the list that begins here. Lists inside lists are kept on a stack. */
static struct node *read_list(struct reader *r) {
    struct node *open[100], **end[100], *root = NULL;
    int depth = 0;
    char c = *r->at;
    if (c != '(')
        fail(r->line, "expected a board, (kicad_pcb ...), found \"%.20s\"", r->at);
    for (;;) {
        if (c == '(') {
            struct node *list = new_node(r, NULL);
            if (depth == 100)
                fail(r->line, "expected at most 100 lists inside each other");
            if (depth > 0) {
                *end[depth - 1] = list;
                end[depth - 1] = &list->next;
            } else {
                root = list;
            }
            open[depth] = list;
            end[depth++] = &list->first;
            r->at++;
        } else if (c == ')') {
            r->at++;
            if (--depth == 0)
                return root;
        } else if (c == '\0') {
            fail(r->line, "expected \")\" for the list that begins in line %zu, found the end of the file", open[depth - 1]->line);
        } else {
            struct node *atom = read_atom(r, &c);
            *end[depth - 1] = atom;
            end[depth - 1] = &atom->next;
            if (c == '(' || c == ')') /* it was written over */
                continue;
            if (c == '\n')
                r->line++;
            r->at += c != '\0' && c != '"';
        }
        skip_blanks(r);
        c = *r->at;
    }
}

const struct node *read_expression(char *text, size_t size, struct node **memory) {
    size_t most = 2;
    for (size_t k = 0; k < size; k++) /* every list begins with one of these, and every atom is behind one */
        most += strchr("( \t\r\n)\"", text[k]) == NULL ? 0 : text[k] == '(' ? 2 : 1;
    *memory = calloc(most, sizeof **memory);
    if (*memory == NULL)
        fail(0, "out of memory");
    struct reader reader = {text, 1, *memory};
    skip_blanks(&reader);
    const struct node *root = read_list(&reader);
    skip_blanks(&reader);
    if (*reader.at != '\0')
        fail(reader.line, "expected the end of the file behind the board, found \"%.20s\"", reader.at);
    return root;
}

bool is_list(const struct node *node, const char *name) {
    return node->text == NULL && node->first != NULL && node->first->text != NULL && strcmp(node->first->text, name) == 0;
}

const struct node *find(const struct node *in, const char *name) {
    for (const struct node *k = in->first; k != NULL; k = k->next)
        if (is_list(k, name))
            return k;
    return NULL;
}

const struct node *need(const struct node *in, const char *name) {
    const struct node *found = find(in, name);
    if (found == NULL)
        fail(in->line, "expected (%s ...) in (%s ...)", name, in->first->text);
    return found;
}

const struct node *element(const struct node *list, int k) {
    const struct node *at = list->first;
    while (at != NULL && k-- > 0)
        at = at->next;
    return at;
}

const char *text_at(const struct node *list, int k) {
    const struct node *at = element(list, k);
    if (at == NULL || at->text == NULL)
        fail(list->line, "expected some text as value %d of (%s ...)", k, list->first->text);
    return at->text;
}

double number_at(const struct node *list, int k, double least, double most) {
    const char *text = text_at(list, k);
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most))
        fail(list->line, "expected a number from %g to %g as value %d of (%s ...), found \"%.20s\"", least, most, k,
             list->first->text, text);
    return value;
}
