#include "job.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE = 4096 }; /* what Linux writes to a pipe at once */

int rank, ranks;

_Noreturn void fail(const char *format, ...) {
    char reason[MESSAGE - 64], message[MESSAGE]; /* a longer reason is cut */
    va_list values;
    va_start(values, format);
    vsnprintf(reason, sizeof reason, format, values);
    va_end(values);
    snprintf(message, sizeof message, "join_mpi: rank %d: %s\n", rank, reason);
    fwrite(message, 1, strlen(message), stderr); /* mpirun mixes what ranks write with text of its own, write by write */
    MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    exit(EXIT_FAILURE);
}

void must(const char *what, sepal_status status) {
    if (status != SEPAL_OK)
        fail("cannot %s: %s", what, sepal_status_text(status));
}

void *memory(size_t count, size_t size) {
    void *taken = calloc(count + 1, size);
    if (taken == NULL)
        fail("out of memory");
    return taken;
}
