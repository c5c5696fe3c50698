/* drawing.c — a board as SVG. */
#include "messages.h"
#include "violations.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void draw(const struct board *b, const struct violations *v, const char *name) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY}, l[2], h[2];
    for (uint32_t i = 0; i < b->count; i++) {
        extent_of(b, i, l, h);
        for (int axis = 0; axis < 2; axis++) {
            low[axis] = fmin(low[axis], l[axis]);
            high[axis] = fmax(high[axis], h[axis]);
        }
    }
    FILE *file = fopen(name, "w");
    if (file == NULL)
        fail(0, "cannot draw %s: %s", name, strerror(errno));
    fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.3f %.3f %.3f %.3f\" width=\"1200\">\n", low[0] - 2,
            low[1] - 2, high[0] - low[0] + 4, high[1] - low[1] + 4);
    fprintf(file, "<title>%zu pairs that are too near</title>\n", v->count);
    fprintf(file, "<g stroke-linecap=\"round\" stroke-linejoin=\"round\" opacity=\"0.8\">\n");
    for (uint32_t i = 0; i < b->count; i++) {
        const char *colour = b->items[i].kind == VIA ? "#718096" : b->layers[i] & 1 ? "#c05621" : "#2b6cb0";
        const float *x, *y;
        float radius;
        size_t count;
        must("read a shape", sepal_polys_vertices(b->shapes, i, &x, &y, &count));
        must("read a shape", sepal_polys_radius(b->shapes, i, &radius));
        fprintf(file, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.4f\" d=\"", colour, colour, 2 * (double)radius / UNITS);
        for (size_t k = 0; k < count; k++)
            fprintf(file, "%c%.4f %.4f", k == 0 ? 'M' : 'L', (double)x[k] / UNITS, (double)y[k] / UNITS);
        fprintf(file, "%s\"/>\n", count == 1 ? "h0" : "z");
    }
    fprintf(file, "</g>\n<g fill=\"none\" stroke=\"#e53e3e\" stroke-width=\"0.3\">\n");
    for (size_t k = 0; k < v->count; k++) {
        const struct place at = place_of(b, v->pair[k]);
        fprintf(file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"1\"/>\n", at.x, at.y);
    }
    fprintf(file, "</g>\n</svg>\n");
    if (ferror(file) || fclose(file) != 0)
        fail(0, "cannot draw %s: %s", name, strerror(errno));
}
