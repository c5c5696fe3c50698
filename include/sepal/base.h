/* base.h — what every part of sepal shares: status, allocator, pairs, bits, the rule of a query, instruction sets.
 *
 * Four promises hold for every function of the library:
 *   Exact.  A yes/no answer is decided as if with real numbers, for every finite float32 input. It is therefore the same on every
 *           instruction set, compiler and machine, alone or in a batch.
 *   Quiet.  Queries never lock, print, abort, or touch errno. They never allocate, with two exceptions: a finder (search.h) grows
 *           its own memory until a question fits, and keeps it, so that the same question later allocates nothing; and
 *           sepal_..._first_hit grows the set that it is given to work in. No function requires a floating-point state of the
 *           caller: rounding mode, flush-to-zero, traps and sticky flags neither change a result nor are they changed.
 *   Whole.  A call that does not return SEPAL_OK has left its outputs, and what its set holds, exactly as they were. (An output
 *           that reports a failure says so.)
 *   Small.  A call needs at most 56 KiB of stack, however many pairs it is asked about, so a fibre of a job system can make it.
 *           This holds for the library compiled with optimisation, as it is shipped: without (-O0, -O1), or with checks of
 *           memory, the compiler keeps more on the stack.
 *
 * Sets may be read by any number of threads while no thread changes them. The library starts no thread of its own: cut a list of
 * pairs anywhere (at multiples of 64, so that no two threads write one word of the answer) and give the parts to any job system.
 *
 * Structures that a caller fills and passes by pointer may get more members at their end in a later minor version. A new member
 * that is zero means what the call meant without it. So initialise these structures as a whole, which sets what is not named to
 * zero (`sepal_rule rule = {0};`, in C++ `sepal_rule rule{};`), and compile with the headers of the library that is linked.
 * Structures of which the library takes arrays (sepal_pair) do not grow. */
#ifndef SEPAL_BASE_H
#define SEPAL_BASE_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(SEPAL_SHARED)
#ifdef SEPAL_BUILD
#define SEPAL_API __declspec(dllexport)
#else
#define SEPAL_API __declspec(dllimport)
#endif
#elif defined(__GNUC__) && !defined(_WIN32)
#define SEPAL_API __attribute__((visibility("default")))
#else
#define SEPAL_API
#endif

/* The compiler warns where a status is thrown away: clang, gcc from version 11 on, and C++17. A cast to void says that it is meant.
 * A program that defines the macro as nothing beforehand has no such warnings. */
#if defined(SEPAL_NODISCARD)
#elif defined(__clang__)
#define SEPAL_NODISCARD __attribute__((warn_unused_result))
#elif defined(__cplusplus) ? __cplusplus >= 201703L : defined(__GNUC__) && __GNUC__ >= 11
#define SEPAL_NODISCARD [[nodiscard]]
#else
#define SEPAL_NODISCARD
#endif

#define SEPAL_VERSION_MAJOR 0 /* of the interface; while it is 0, a new minor version may change it too */
#define SEPAL_VERSION_MINOR 2 /* of what is added to it */
#define SEPAL_VERSION_PATCH 0 /* of what is repaired */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* gcc: attributes in brackets are C23 */
#endif

/* How a call ended. Every function that can fail returns one. */
typedef enum SEPAL_NODISCARD sepal_status {
    SEPAL_OK = 0,
    SEPAL_BAD_ARGUMENT, /* a pointer is NULL, also in an allocator; an index, range or offset is outside what it refers to; a rule
                         * has no meaning; one set is given where two are needed; an instruction set is unknown or unusable */
    SEPAL_BAD_SHAPE,    /* not finite, not convex, winds more than once, no vertices or too many, negative extent or radius */
    SEPAL_NO_MEMORY,    /* the allocator returned NULL, or a set would outgrow its 32-bit indices */
    SEPAL_TOO_SMALL,    /* the output has no room for all; the number needed is reported */
    SEPAL_BAD_KIND      /* the call is not for sets of doubles, or only for them; or two sets differ in this, or in their origin */
} sepal_status;

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* The meaning of a status in a few words of English; never NULL, even for a value that is not a status. Static text. */
SEPAL_API const char *sepal_status_text(sepal_status status);

/* The version of the library that is linked, as "major.minor.patch". Static text. */
SEPAL_API const char *sepal_version(void);

/* Which element of a bulk call was refused, and why. A bulk call takes all of its elements or none; if it fails because of one of
 * them, it writes here the first one to which the returned status applies. If it succeeds or fails for another reason, this stays
 * untouched, so that a structure which began as zero has no reason then.
 * index: the number of the element in the call: 0 is its first.
 * reason: what is wrong with it, in a few words of English, such as "its radius is negative". Static text. */
typedef struct sepal_refusal {
    size_t index;       /* which element */
    const char *reason; /* why */
} sepal_refusal;

/* Where a set takes its memory from. The structure is copied when the set is created. NULL where an allocator is asked for means
 * the C library's.
 * context: passed to both functions as it is.
 * allocate: returns `size` bytes (never 0) aligned to `alignment` (a power of two, at most 64), or NULL if there are none.
 * release: gets a pointer that `allocate` returned (never NULL) back, with its size. */
typedef struct sepal_allocator {
    void *context;                                                   /* passed through */
    void *(*allocate)(void *context, size_t size, size_t alignment); /* as aligned_alloc */
    void (*release)(void *context, void *pointer, size_t size);      /* as free */
} sepal_allocator;

/* Two indices: shape a of the first set, shape b of the second. The two sets may be one. */
typedef struct sepal_pair {
    uint32_t a, b; /* the index in the first set, and in the second */
} sepal_pair;

#define SEPAL_NO_SHAPE UINT32_MAX /* no shape has this index */

/* A row of pairs: shape a of the first set with each of the shapes first .. first+count-1 of the second. It may be empty. */
typedef struct sepal_row {
    uint32_t a;            /* the index in the first set */
    uint32_t first, count; /* the range in the second */
} sepal_row;

/* Answers are bits: bit i % 64 of word i / 64 answers pair i. This many 64-bit words hold `count` answers; the spare bits of the
 * last one come back 0. */
#ifndef __cplusplus
#define SEPAL_BIT_WORDS(count) (((size_t)(count) + 63) / 64)
#else
#define SEPAL_BIT_WORDS(count) ((static_cast<size_t>(count) + 63) / 64)
#endif

/* What to say of two shapes that touch: that share a point although an arbitrarily small translation parts them. They do if the
 * origin is on the boundary of the Minkowski difference B - A. In the plane, two shapes without area that share a point touch,
 * unless they are segments of different directions that cross between the ends of both. */
typedef enum sepal_touching { SEPAL_TOUCHING_OVERLAPS = 0, SEPAL_TOUCHING_IS_APART } sepal_touching;

/* The rule of a query: what counts as overlap, and within which margin. NULL where a rule is asked for means all zero. A rule has a
 * meaning if `touching` is one of the values above and `margin` is finite and >= 0, and so is `margin64`; -0 is 0.
 * touching: whether two shapes that touch count as overlapping.
 * margin: the distance up to which shapes count as overlapping, in the unit of their coordinates: as if the radius of one of the
 * two were greater by this much, added as real numbers. With a margin above 0, shapes touch that are exactly this far apart.
 * margin64: the margin as a double, for sets of doubles (polys.h): 0, or from 2^-200 to 2^100, and then `margin` is 0. A rule that
 * has it has no meaning for other sets. */
typedef struct sepal_rule {
    sepal_touching touching; /* what is said of shapes that touch */
    float margin;            /* the distance that counts as touching */
    double margin64;         /* that distance in sets of doubles; 0 = `margin` tells it */
} sepal_rule;

/* The rule of a question about contact points: which pairs have points, and which points. NULL where it is asked for means all
 * zero. It has a meaning if `touching` is one of the values above, `margin` is finite and >= 0, and `point_margin` is 0 or at least
 * the margin; -0 is 0. Both margins are in the unit of the coordinates. */
typedef struct sepal_contact_rule {
    sepal_touching touching; /* must have a meaning, but changes nothing */
    float margin;            /* a pair has points up to this distance ("speculative" contacts) */
    float point_margin;      /* further points of it up to this one; 0 = margin, infinity = any */
} sepal_contact_rule;

/* --- Answers as lists --------------------------------------------------------------------------- */

/* How many of the answers 0 .. count-1 are yes? Bits beyond do not count. 0 if bits is NULL. */
SEPAL_API size_t sepal_bits_count(const uint64_t *bits, size_t count);

/* Which answers are yes?
 * bits: `count` answers; bits beyond do not count.
 * count: at most 2^32.
 * list: receives the numbers of those that are yes in ascending order: as many as sepal_bits_count says. NULL if there is none.
 * found: receives how many these are.
 * SEPAL_BAD_ARGUMENT if found is NULL, bits is while count > 0, list is while an answer is yes, or count > 2^32; then nothing is
 * written. Nothing is allocated. */
SEPAL_API sepal_status sepal_bits_list(const uint64_t *bits, size_t count, uint32_t *list, size_t *found);

/* Which pairs were answered with yes?
 * bits: the answers to `count` pairs; bits beyond do not count.
 * pairs: the pairs.
 * list: receives those that were answered with yes, in their order: as many as sepal_bits_count says. It may be `pairs`, whose
 * first ones are then overwritten; no other overlap of the two is allowed. NULL if there is none.
 * found: receives how many these are.
 * SEPAL_BAD_ARGUMENT if found is NULL, bits or pairs is while count > 0, or list is while an answer is yes; then nothing is
 * written. Nothing is allocated. */
SEPAL_API sepal_status sepal_bits_pairs(const uint64_t *bits, const sepal_pair *pairs, size_t count, sepal_pair *list,
                                        size_t *found);

/* --- Instruction sets ---------------------------------------------------------------------------
 * The library carries its kernels once per instruction set. When a kernel is first needed, it chooses the fastest set that this
 * machine has; lists of up to eight pairs may then be answered by a set with fewer lanes, which takes less time for them. The
 * environment variable SEPAL_ISA, read at that moment, chooses by name instead, for lists of any length; a name that is unknown or
 * unusable here is ignored. Answers never depend on the choice: it exists for measuring and testing. */

/* How many instruction sets are usable on this machine; at least 1. */
SEPAL_API size_t sepal_isa_count(void);

/* The name of usable instruction set i, slowest first: "scalar", then of "sse2", "avx2", "avx512", "neon", "simd128" those that are
 * here. NULL if i >= sepal_isa_count(). Static text. */
SEPAL_API const char *sepal_isa_at(size_t i);

/* The name of the instruction set in use. Static text. */
SEPAL_API const char *sepal_isa(void);

/* Uses the named instruction set from the next query on, in all threads; NULL = as the library chooses without SEPAL_ISA. Queries
 * that are running finish with the one they began with. SEPAL_BAD_ARGUMENT, and no change, if the name is not one of
 * sepal_isa_at. */
SEPAL_API sepal_status sepal_isa_use(const char *name);

#ifdef __cplusplus
}
#endif
#endif
