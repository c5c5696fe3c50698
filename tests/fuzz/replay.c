/* replay.c — gives a harness the inputs of a corpus, with any compiler. Usage: replay FILE. Each line of the file is a name, a
 * space, and the bytes in hexadecimal; lines that begin with # are comments. The corpus is text so that git shows which inputs
 * came and went, names can say what an input once broke, and one file holds all inputs. (`./dev fuzz` unpacks it for libFuzzer,
 * which reads one file per input.) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_MOST = 1 << 16 };

static int digit_of(char c) {
    static const char digits[] = "0123456789abcdef";
    const char *found = c == '\0' ? NULL : strchr(digits, c);
    return found == NULL ? -1 : (int)(found - digits);
}

/* The number of bytes in a line; -1 if it is not hexadecimal. */
static int bytes_of(const char *hex, uint8_t *bytes) {
    int count = 0;
    for (; *hex != '\0' && *hex != '\n'; hex += 2) {
        int high = digit_of(hex[0]), low = high < 0 ? -1 : digit_of(hex[1]);
        if (low < 0)
            return -1;
        bytes[count++] = (uint8_t)(high * 16 + low);
    }
    return count;
}

int main(int argc, char **argv) {
    static char line[LINE_MOST];
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s CORPUS\n", argv[0]);
        return EXIT_FAILURE;
    }
    int inputs = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        const char *space = strchr(line, ' ');
        size_t length = space == NULL ? 0 : strlen(space + 1) / 2;
        uint8_t *bytes = malloc(length + 1);
        int count = space == NULL || bytes == NULL ? -1 : bytes_of(space + 1, bytes);
        uint8_t *exact = count < 0 ? NULL : malloc((size_t)count + (count == 0)); /* a block that ends with the last byte */
        if (exact == NULL) {
            fprintf(stderr, "%s: not NAME HEXADECIMAL: %.60s\n", argv[1], line);
            abort();
        }
        memcpy(exact, bytes, (size_t)count);
        fprintf(stderr, "%.*s\n", (int)(space - line), line); /* if the harness aborts, the last name printed is the input's */
        LLVMFuzzerTestOneInput(exact, (size_t)count);
        inputs++;
        free(exact);
        free(bytes);
    }
    fclose(file);
    printf("%d inputs\n", inputs);
    return inputs > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
