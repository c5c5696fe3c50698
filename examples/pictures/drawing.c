/* drawing.c — shapes, arrows and words as SVG. */
#include "drawing.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void cannot_draw(const char *name) {
    fprintf(stderr, "pictures: cannot draw %s: %s\n", name, strerror(errno));
    exit(EXIT_FAILURE);
}

void must(const char *what, sepal_status status) {
    if (status == SEPAL_OK)
        return;
    fprintf(stderr, "pictures: cannot %s: %s\n", what, sepal_status_text(status));
    exit(EXIT_FAILURE);
}

drawing drawing_begin(const char *folder, const char *name, int width, int height, const char *title) {
    char path[1024];
    drawing d = {.scale = 1};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if ((d.file = fopen(path, "w")) == NULL)
        cannot_draw(path);
    fprintf(d.file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\" fill=\"none\" stroke-width=\"1.5\" "
            "stroke-linejoin=\"round\">\n<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
            "<marker id=\"tip\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"6\" markerHeight=\"6\" orient=\"auto\">"
            "<path d=\"M0 0L10 5L0 10z\" fill=\"#b06a00\"/></marker>\n",
            width, height, width, height, title);
    return d;
}

void drawing_end(drawing *d) {
    fprintf(d->file, "</svg>\n");
    const int failed = ferror(d->file);
    if (fclose(d->file) != 0 || failed)
        cannot_draw("a picture");
    d->file = NULL;
}

void drawing_frame(drawing *d, float left, float top, float scale) {
    d->left = left, d->top = top, d->scale = scale;
}

/* --- What is drawn ------------------------------------------------------------------------------- */

static double px(const drawing *d, float x) {
    return (double)(d->left + d->scale * x);
}

static double py(const drawing *d, float y) {
    return (double)(d->top - d->scale * y);
}

void draw_shape(const drawing *d, const sepal_polys *set, uint32_t i, float x, float y, float more, look how) {
    static const char *const looks[] = {
        [SHAPE_A] = "fill=\"#2f7f55\" fill-opacity=\"0.2\" stroke=\"#2f7f55\"",
        [SHAPE_B] = "fill=\"#b8406f\" fill-opacity=\"0.2\" stroke=\"#b8406f\"",
        [GONE_A] = "stroke=\"#2f7f55\" stroke-opacity=\"0.6\" stroke-dasharray=\"4 3\"",
        [GONE_B] = "stroke=\"#b8406f\" stroke-opacity=\"0.6\" stroke-dasharray=\"4 3\"",
        [MARGIN] = "stroke=\"#b06a00\" stroke-width=\"1\" stroke-dasharray=\"2 3\"",
        [REGION] = "fill=\"#b8406f\" fill-opacity=\"0.1\"",
    };
    const float *vx, *vy;
    float radius;
    size_t count;
    must("read a shape", sepal_polys_vertices(set, i, &vx, &vy, &count));
    must("read a shape", sepal_polys_radius(set, i, &radius));
    radius += more;
    if (count == 1) {
        fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" %s/>\n", px(d, vx[0] + x), py(d, vy[0] + y),
                (double)(d->scale * radius), looks[how]);
        return;
    }
    fprintf(d->file, "<path %s d=\"", looks[how]);
    for (size_t k = 0; k < count; k++) { /* along each edge, the radius beside it, and then around the vertex at its end */
        const size_t next = (k + 1) % count;
        const float ex = vx[next] - vx[k], ey = vy[next] - vy[k], length = sqrtf(ex * ex + ey * ey);
        const float out_x = x + radius * ey / length, out_y = y - radius * ex / length;
        if (k > 0 && radius > 0)
            fprintf(d->file, "A%.1f %.1f 0 0 0 ", (double)(d->scale * radius), (double)(d->scale * radius));
        else
            fprintf(d->file, k == 0 ? "M" : "L");
        fprintf(d->file, "%.1f %.1fL%.1f %.1f", px(d, vx[k] + out_x), py(d, vy[k] + out_y), px(d, vx[next] + out_x),
                py(d, vy[next] + out_y));
        if (next == 0 && radius > 0) {
            const float fx = vx[1] - vx[0], fy = vy[1] - vy[0], first = sqrtf(fx * fx + fy * fy);
            fprintf(d->file, "A%.1f %.1f 0 0 0 %.1f %.1f", (double)(d->scale * radius), (double)(d->scale * radius),
                    px(d, vx[0] + x + radius * fy / first), py(d, vy[0] + y - radius * fx / first));
        }
    }
    fprintf(d->file, "z\"/>\n");
}

void draw_arrow(const drawing *d, float x, float y, float dx, float dy) {
    fprintf(d->file, "<path stroke=\"#b06a00\" stroke-width=\"2\" marker-end=\"url(#tip)\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
            px(d, x), py(d, y), px(d, x + dx), py(d, y + dy));
}

static void draw_in(const drawing *d, const char *colour, float x0, float y0, float x1, float y1) {
    fprintf(d->file, "<path stroke=\"%s\" stroke-width=\"2\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", colour, px(d, x0), py(d, y0),
            px(d, x1), py(d, y1));
}

void draw_line(const drawing *d, float x0, float y0, float x1, float y1) {
    draw_in(d, "#b06a00", x0, y0, x1, y1);
}

void draw_path(const drawing *d, float x0, float y0, float x1, float y1) {
    draw_in(d, "#2f6fb0", x0, y0, x1, y1);
}

void draw_point(const drawing *d, float x, float y) {
    fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#b06a00\"/>\n", px(d, x), py(d, y));
}

void draw_words(const drawing *d, float x, float y, const char *format, ...) {
    char words[128];
    va_list values;
    va_start(values, format);
    vsnprintf(words, sizeof words, format, values);
    va_end(values);
    fprintf(d->file, "<text x=\"%.1f\" y=\"%.1f\" fill=\"#22282b\">%s</text>\n", px(d, x), py(d, y), words);
}
