/* drawing.h — shapes, arrows and words as SVG. */
#ifndef PICTURES_DRAWING_H
#define PICTURES_DRAWING_H

#include <sepal/sepal.h>
#include <stdio.h>

/* A picture on its way. The point (x, y) of the scene is drawn at (left + scale x, top - scale y): y leads upwards. */
typedef struct drawing {
    FILE *file;
    float left, top, scale;
} drawing;

/* How a shape looks. */
typedef enum look {
    SHAPE_A, /* green */
    SHAPE_B, /* red */
    GONE_A,  /* outlines: where a shape was, or will be */
    GONE_B,
    MARGIN, /* how far a margin reaches */
    REGION  /* what a shape sweeps over */
} look;

/* These end the program with a message if the file cannot be written. */
drawing drawing_begin(const char *folder, const char *name, int width, int height, const char *title);
void drawing_end(drawing *d);

/* From here on, the point (0, 0) of the scene is drawn at (left, top), and one unit has `scale` pixels. */
void drawing_frame(drawing *d, float left, float top, float scale);

/* Shape i of a set, moved by (x, y), with `more` added to its radius. Its vertices go round counter-clockwise. */
void draw_shape(const drawing *d, const sepal_polys *set, uint32_t i, float x, float y, float more, look how);

void draw_arrow(const drawing *d, float x, float y, float dx, float dy);
void draw_line(const drawing *d, float x0, float y0, float x1, float y1);
void draw_path(const drawing *d, float x0, float y0, float x1, float y1); /* a line in another colour than that of arrows: a way */
void draw_point(const drawing *d, float x, float y);
void draw_words(const drawing *d, float x, float y, const char *format, ...); /* as printf; (x, y) is the middle of the line */

/* Ends the program with a message unless the call succeeded. */
void must(const char *what, sepal_status status);

#endif
