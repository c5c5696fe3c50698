#include "memory.h"
#include "../common/must.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 19, LINE = 64 };

/* The header in front of each allocation. */
typedef struct header {
    void *block;
    size_t size;
} header;

static void *allocate(void *context, size_t size, size_t alignment) {
    memory *m = context;
    must(size > 0, "asked for nothing");
    must(alignment > 0 && alignment <= LINE && (alignment & (alignment - 1)) == 0, "asked for the alignment %zu", alignment);
    bool refuse = m->until_refusal == 0 || size > LARGEST;
    if (m->until_refusal != SIZE_MAX && m->until_refusal > 0)
        m->until_refusal--;
    if (refuse) {
        m->refused = true;
        return NULL;
    }
    void *block = NULL;
    must(posix_memalign(&block, LINE, LINE + size) == 0, "the harness has no memory");
    char *pointer = (char *)block + LINE; /* ends where the block ends, so that a sanitizer detects accesses beyond */
    header before = {block, size};
    memcpy(pointer - sizeof before, &before, sizeof before);
    memset(pointer, 0xff, size); /* floats: not a number */
    m->live++;
    return pointer;
}

static void release(void *context, void *pointer, size_t size) {
    memory *m = context;
    if (pointer == NULL || m->live == 0) {
        fputs("released what was not allocated\n", stderr);
        abort();
    }
    header before;
    memcpy(&before, (char *)pointer - sizeof before, sizeof before);
    must(before.size == size, "released with the size %zu, allocated with %zu", size, before.size);
    m->live--;
    free(before.block);
}

memory memory_create(void) {
    return (memory){.until_refusal = SIZE_MAX};
}

sepal_allocator memory_allocator(memory *m) {
    return (sepal_allocator){m, allocate, release};
}
