/* job.h — the ranks of a job, and what ends it. */
#ifndef JOIN_JOB_H
#define JOIN_JOB_H

#include <stddef.h>

#include <sepal/sepal.h>

extern int rank, ranks; /* this one, of how many */

/* Ends the job on all machines, with a message that says which rank failed and why. */
_Noreturn void fail(const char *format, ...);

void must(const char *what, sepal_status status);

/* Room for so many elements, all 0. */
void *memory(size_t count, size_t size);

#endif
