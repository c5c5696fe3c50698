#include "mirror.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void *mirror_allocate(void *context, size_t size, size_t alignment) {
    mirror *m = context;
    void *pointer = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    cr_assert(pointer != NULL && m->count < 8);
    memset(pointer, 0x3c, size);
    m->blocks[m->count].pointer = pointer;
    m->blocks[m->count++].size = size;
    return pointer;
}

static void mirror_release(void *context, void *pointer, size_t size) {
    (void)context, (void)size;
    free(pointer);
}

sepal_polys *mirrored_room(mirror *m, size_t shapes, size_t vertices) {
    sepal_allocator allocator = {m, mirror_allocate, mirror_release};
    *m = (mirror){.count = 0};
    sepal_polys *set;
    cr_assert_eq(sepal_polys_create(&allocator, &set), SEPAL_OK);
    cr_assert_eq(sepal_polys_reserve(set, shapes, vertices), SEPAL_OK);
    return set;
}

sepal_polys *mirrored_set(mirror *m, const stage *s) {
    size_t vertices = 0;
    for (size_t i = 0; i < s->count; i++)
        vertices += s->scene.a.items[s->model[i]].count;
    return mirrored_room(m, s->count, vertices);
}

void check_same_memory(const mirror *a, const mirror *b, const stage *s, const char *what, size_t travel) {
    cr_assert_eq(a->count, b->count, "%s: placing has allocated", what);
    for (size_t k = 1; k < a->count; k++) {
        cr_assert_eq(a->blocks[k].size, b->blocks[k].size);
        const unsigned char *p = a->blocks[k].pointer, *q = b->blocks[k].pointer;
        for (size_t i = 0; i < a->blocks[k].size; i++)
            cr_assert_eq(p[i], q[i], "%s, scene '%s', %s: byte %zu of block %zu differs", what, s->scene.kind, travel_name(travel),
                         i, k);
    }
}
