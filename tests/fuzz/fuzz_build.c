/* fuzz_build.c — sets from hostile arguments: checks what is accepted, what is refused and why, and what a set then holds, also
 * if memory runs out at any request. */
#include "../common/must.h"
#include "ways.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static tracked sets[2];
    bytes b = {data, size};
    pen p = pen_create(&b);
    take_creation(&p);
    tracked_open(&sets[0], false);
    tracked_open(&sets[1], take_byte(&b) % 2 == 1);
    while (b.left > 0) {
        uint32_t which = take_below(&b, 2);
        take_way(&p, &sets[which], &sets[1 - which]);
        tracked_check(&sets[which]);
    }
    tracked_close(&sets[0]);
    tracked_close(&sets[1]);
    return 0;
}
