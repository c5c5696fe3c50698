/* questions.h — one table of all that can be asked about pairs of shapes, for the tests that hold for every question.
 *
 * A row says what a question is called, which arrays it fills, what of a rule it heeds, and how it is asked. The stored answers,
 * the comparison of the instruction sets, and the tests of protected pages, floating-point state, allocation and bad arguments go
 * through the rows, as do the threads and the fuzzer. So a new question is tested by all of them as soon as it has a row.
 *
 * Each kind of set (polygons in the plane, solids in space) has rows and scenes of its own, which a `set_kind` holds
 * together. The loops know a set only as a pointer that they hand to the rows of the same kind; sets of two kinds never meet in one
 * call. */
#ifndef SEPAL_TESTS_QUESTIONS_H
#define SEPAL_TESTS_QUESTIONS_H

#include <sepal/base.h>
#include <stdbool.h>

/* --- A question -------------------------------------------------------------------------------------------------------------- */

enum { ARRAYS_MOST = 15 };

/* One array of answers. Each pair has `numbers` numbers of `bytes` bytes each; if `bytes` is 0, it has one bit of a 64-bit word. */
typedef struct answer_array {
    size_t bytes, numbers;
} answer_array;

/* The arguments of one call, apart from the arrays for the answers. */
typedef struct call {
    const void *a, *b;              /* the sets, of the kind that the question is about */
    const float *moves_a, *moves_b; /* the coordinates for each shape in turn, if it is about moving shapes; NULL: they rest */
    const sepal_pair *pairs;        /* if the question takes a list of pairs */
    uint32_t index;                 /* if it takes one shape against many: the one, in set a, */
    size_t first;                   /* and the first of the many, in set b */
    size_t count;                   /* pairs, or shapes in set b */
    const sepal_rule *rule;
} call;

typedef struct question {
    const char *name;
    bool one_against_many;
    bool ruled;      /* takes a rule, and heeds its margin */
    bool touching;   /* what the rule says of touching changes answers */
    bool slow;       /* the scalar path takes so long that it is asked about a quarter of each list */
    bool structured; /* the arrays come in a structure, which must be there even without pairs; each array may be NULL */
    size_t array_count;
    answer_array arrays[ARRAYS_MOST];
    sepal_status (*ask)(const call *c, void *const arrays[]);
} question;

/* How many rules change the answers, and rule number i under a margin. */
enum { RULES_MOST = 2 };
size_t rule_count(const question *q);
sepal_rule rule_number(size_t i, float margin);

/* --- Answers ----------------------------------------------------------------------------------------------------------------- */

/* Bytes of an array with the answers to `count` pairs. */
size_t array_bytes(const answer_array *array, size_t count);

/* What a call writes: the arrays of a question, and some bytes behind each that it may not write. */
typedef struct reply {
    const question *question;
    size_t count;
    void *arrays[ARRAYS_MOST];
} reply;

/* With stale bytes in all arrays. */
reply reply_create(const question *q, size_t count);
void reply_release(reply *r);

/* Fills the arrays with stale bytes again; says whether they still hold nothing else. */
void reply_reset(reply *r);
bool reply_is_untouched(const reply *r);

/* NULL if nothing was written behind the arrays and no spare bit is set; otherwise what is wrong. */
const char *reply_fault(const reply *r);

/* Answer i of one reply has the bits of answer k of another. */
bool same_answer(const reply *p, size_t i, const reply *q, size_t k);

/* Whether all answers are those of another reply from answer `from` on; if not, *differs is the first that is not. */
bool same_answers(const reply *got, const reply *expected, size_t from, size_t *differs);

/* --- What is asked about ----------------------------------------------------------------------------------------------------- */

/* Two sets of one kind, which may be one set, and pairs of their shapes. */
typedef struct subject {
    const char *name; /* of the scene */
    uint64_t seed;
    const void *a, *b;
    size_t count_a, count_b;        /* shapes */
    const float *moves_a, *moves_b; /* as in a call; they belong to the scene */
    sepal_pair *pairs;
    size_t pair_count;
    float margin;
    void *scene; /* known to the kind of set only */
} subject;

/* The arguments for a part of a subject: for `count` of its pairs, or the one shape `index` against `count` of the many. */
call call_part(const question *q, const subject *s, uint32_t index, size_t first, size_t count, const sepal_rule *rule);

/* The range of a call as three rows, of which the second is empty. */
enum { CALL_ROWS = 3 };
void call_in_rows(const call *c, sepal_row rows[CALL_ROWS]);

/* How many pairs a subject has for a question, or how many shapes for one against many. */
size_t call_longest(const question *q, const subject *s);

/* A kind of set: its questions, and scenes for them. */
typedef struct set_kind {
    const char *name;
    size_t dimensions; /* coordinates of a point, and of a move */
    const question *questions;
    size_t question_count;
    /* How many different subjects there are. The first `brief_count` of them hold every scene in every form that shapes can have,
     * for tests that ask so much that they cannot afford all. */
    size_t (*subject_count)(void);
    size_t (*brief_count)(void);
    /* Subject `number` has about `shapes` shapes in each set, and `pairs` pairs; the same arguments make the same subject. */
    subject (*create)(size_t number, uint64_t seed, size_t shapes, size_t pairs);
    void (*destroy)(subject *s);
    /* Copies the sets of a subject into memory of another allocator; with room for exactly these shapes from the beginning, or grown
     * shape by shape. Name, pairs and margin are those of `s`, which must outlive the copy. */
    subject (*copy)(const subject *s, const sepal_allocator *allocator, bool exact_room);
    /* Prints one shape to stderr, so exactly that it can be pasted into a test. */
    void (*print)(const void *set, uint32_t index);
} set_kind;

/* Whether a test that goes through all subjects asks this question about this one: both are numbers. With SEPAL_TESTS=quick in the
 * environment, every question is asked about one in 31 of the subjects, with SEPAL_TESTS=some about one in 5, with SEPAL_TESTS=slow about
 * one in 61; and each question about other ones than the next, so that all subjects have their turn. All are odd, since in some tests
 * subjects of even numbers are of one sort and those of odd numbers of another. Otherwise every question is asked about all of them. */
bool is_asked(size_t question_number, size_t subject_number);

/* By how much a test that goes through all scenes raises the number of the scene: 1; 5 with SEPAL_TESTS=quick, 3 with
 * SEPAL_TESTS=some and 13 with SEPAL_TESTS=slow, so that these have scenes of even and of odd numbers, which have different radii in some
 * tests. */
size_t scene_step(void);

/* As scene_step, but 5 with SEPAL_TESTS=slow: for tests that want to have met enough of what is rare. */
size_t scene_step_at_most_5(void);

extern const set_kind *const set_kinds[];
extern const size_t set_kind_count;

#endif
