/* board.c — which copper of different nets on a circuit board is closer than a clearance?
 *
 *     board file.kicad_pcb CLEARANCE [drawing.svg]        clearance in mm
 *
 * Reads boards of KiCad 6: pads (circles, ovals, rectangles, rectangles with round corners), tracks, and vias. Of what else there is,
 * arcs of tracks are taken as 16 straight pieces, which count as one, trapezoids as rectangles, custom pads as their anchor; zones and
 * drawings are left out. A shape is on some copper layers and has a net, and a filter says which may meet: those on one layer and of two
 * nets. All pairs closer than the clearance are found exactly, in units of a tenth of a micrometre: on the grid of a board these are whole
 * numbers, so that what keeps the clearance to the last bit is not listed. (Shapes turned by other angles than right ones are rounded by
 * some nanometres.)
 *
 * The parts are in kicad/: reading (expressions.c, copper.c), the pairs (violations.c), drawing.
 *
 *     cc -O2 -o board board.c kicad/copper.c kicad/drawing.c kicad/expressions.c kicad/messages.c kicad/violations.c \
 *        $(pkg-config --cflags --libs sepal) -lm */
#include "kicad/messages.h"
#include "kicad/violations.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(size_t *size) {
    FILE *file = fopen(file_name, "rb");
    char *text = NULL;
    size_t room = 0;
    *size = 0;
    if (file == NULL)
        fail(0, "cannot be read: %s", strerror(errno));
    do {
        if (*size + 1 >= room) {
            room = 2 * room + 65536;
            text = realloc(text, room);
            if (text == NULL)
                fail(0, "out of memory");
        }
        *size += fread(text + *size, 1, room - *size - 1, file);
    } while (!feof(file) && !ferror(file));
    if (ferror(file))
        fail(0, "cannot be read: %s", strerror(errno));
    fclose(file);
    text[*size] = '\0';
    if (strlen(text) != *size)
        fail(0, "expected text, found a byte 0 at %zu", strlen(text));
    return text;
}

int main(int argc, char **argv) {
    char *end = "x";
    const double clearance = argc >= 3 ? strtod(argv[2], &end) : 0;
    const size_t length = argc == 4 ? strlen(argv[3]) : 0;
    const bool is_drawing = length > 4 && strcmp(argv[3] + length - 4, ".svg") == 0; /* nothing else is overwritten */
    if (argc < 3 || (argc == 4 && !is_drawing) || argc > 4 || *argv[2] == '\0' || *end != '\0' ||
        !(clearance >= 0 && clearance <= 100)) {
        fputs("usage: board file.kicad_pcb CLEARANCE [drawing.svg], clearance from 0 to 100 mm\n", stderr);
        return EXIT_FAILURE;
    }
    file_name = argv[1];
    size_t size;
    char *text = read_text(&size);
    struct node *nodes;
    struct board board = {0};
    const struct node *root = read_expression(text, size, &nodes);
    must("make a set", sepal_polys_create(NULL, &board.shapes));
    read_board(&board, root);
    struct violations violations = find_violations(&board, clearance);
    print_violations(&board, &violations, clearance);
    if (argc == 4)
        draw(&board, &violations, argv[3]);
    sepal_polys_destroy(board.shapes);
    free(violations.pair), free(violations.depth);
    free(board.items), free(board.layers), free(board.owners), free(board.net);
    free(nodes), free(text);
    return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
