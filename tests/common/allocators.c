#include "allocators.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- Watching ----------------------------------------------------------------------------------*/

static void check_request(size_t size, size_t alignment) {
    cr_assert_gt(size, 0);
    cr_assert(alignment > 0 && alignment <= 64 && (alignment & (alignment - 1)) == 0, "alignment %zu", alignment);
}

static size_t find_block(const watch *w, const void *pointer) {
    size_t i = 0;
    while (i < WATCH_MOST && w->blocks[i].pointer != pointer)
        i++;
    return i;
}

static void *watch_allocate(void *context, size_t size, size_t alignment) {
    watch *w = context;
    check_request(size, alignment);
    size_t number = w->requests++;
    if (number == w->fail_at || (number > w->fail_at && w->fail_later))
        return NULL;
    size_t slot = find_block(w, NULL);
    cr_assert_lt(slot, WATCH_MOST);
    char *memory = aligned_alloc(128, (size + alignment + 127) / 128 * 128);
    cr_assert_not_null(memory);
    void *pointer = memory + alignment; /* aligned as asked for, and to no greater power of two */
    memset(pointer, 0xff, size);
    w->blocks[slot].pointer = pointer;
    w->blocks[slot].size = size;
    w->live++;
    return pointer;
}

static void watch_release(void *context, void *pointer, size_t size) {
    watch *w = context;
    cr_assert_not_null(pointer);
    size_t slot = find_block(w, pointer);
    cr_assert_lt(slot, WATCH_MOST, "released what was not allocated");
    cr_assert_eq(size, w->blocks[slot].size, "released with size %zu, allocated with %zu", size, w->blocks[slot].size);
    memset(pointer, 0xff, size);
    w->blocks[slot].pointer = NULL;
    w->live--;
    free((char *)pointer - ((uintptr_t)pointer & 127));
}

watch watch_create(void) {
    return (watch){.fail_at = SIZE_MAX};
}

sepal_allocator watch_allocator(watch *w) {
    return (sepal_allocator){w, watch_allocate, watch_release};
}

/* --- Guarding ----------------------------------------------------------------------------------*/

static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t whole_pages(size_t size) {
    return (size + page_size() - 1) / page_size() * page_size();
}

/* Maps a page that may not be touched, `size` bytes rounded up to pages, and another such page. Returns the beginning of the
 * last page. */
/* Mappings that were released, to be used again: new pages cost more than all that the tests do with them. They may not be touched
 * meanwhile, and have stale bytes again when they are handed out. */
enum { IDLE_PAGES = 64, IDLE_MOST = 8 };
static char *idle[IDLE_PAGES][IDLE_MOST]; /* by the number of their inner pages */
static size_t idle_count[IDLE_PAGES];

static char *map_between_guards(size_t size) {
    size_t inner = whole_pages(size), page = page_size(), pages = inner / page;
    if (pages < IDLE_PAGES && idle_count[pages] > 0) {
        char *used = idle[pages][--idle_count[pages]];
        cr_assert_eq(mprotect(used + page, inner, PROT_READ | PROT_WRITE), 0);
        memset(used + page, 0xff, inner);
        return used + page + inner;
    }
    char *start = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(start, MAP_FAILED);
    cr_assert_eq(mprotect(start + page, inner, PROT_READ | PROT_WRITE), 0);
    memset(start + page, 0xff, inner);
    return start + page + inner;
}

static void unmap(void *pointer, size_t size) {
    size_t page = page_size(), inner = whole_pages(size), pages = inner / page;
    char *start = (char *)pointer - (uintptr_t)pointer % page - page;
    if (pages < IDLE_PAGES && idle_count[pages] < IDLE_MOST) {
        cr_assert_eq(mprotect(start + page, inner, PROT_NONE), 0);
        idle[pages][idle_count[pages]++] = start;
        return;
    }
    cr_assert_eq(munmap(start, inner + 2 * page), 0);
}

static void *guard_allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    check_request(size, alignment);
    char *end = map_between_guards(size);
    return end - (size + alignment - 1) / alignment * alignment;
}

static void guard_release(void *context, void *pointer, size_t size) {
    (void)context;
    unmap(pointer, size);
}

sepal_allocator guard_allocator(void) {
    return (sepal_allocator){NULL, guard_allocate, guard_release};
}

void *guarded(size_t size) {
    return map_between_guards(size) - size;
}

void guarded_release(void *pointer, size_t size) {
    unmap(pointer, size);
}
