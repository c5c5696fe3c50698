/* pile_drawing.h — four moments of pile.c as an SVG. */
#ifndef PILE_DRAWING_H
#define PILE_DRAWING_H

#include "drawing_file.h"
#include "pile_scene.h"

static int hundredths(float v) {
    return (int)floorf(100 * v + 0.5F);
}

static void draw_body(FILE *file, const pile *p, uint32_t i) {
    const float *x, *y;
    size_t count;
    if (sepal_polys_vertices(p->world, i, &x, &y, &count) != SEPAL_OK || fabsf(x[0]) > WIDTH / 2 || y[0] > SHOWN)
        return;
    fprintf(file, "M%d %dl", hundredths(x[0]), -hundredths(y[0]));
    for (size_t k = 1; k < count; k++)
        fprintf(file, "%d %d ", hundredths(x[k]) - hundredths(x[k - 1]), hundredths(y[k - 1]) - hundredths(y[k]));
    fprintf(file, count == 1 ? "0 0z" : "z");
}

/* One panel of the strip: a path for all bodies of one model and colour. */
static void draw(const pile *p, int panel, int at) {
    static const char *const colours[] = {"#26547c", "#2a9d8f", "#e9c46a", "#f4a261", "#8ab17d"};
    enum { BANDS = sizeof colours / sizeof colours[0] };
    const int width = hundredths(WIDTH), height = hundredths(SHOWN);
    if (p->drawing == NULL)
        return;
    fprintf(p->drawing,
            "<g transform=\"translate(%d %d)\"><path d=\"M%d %dV0H%dV%d\" fill=\"none\" stroke=\"#888\" stroke-width=\"20\"/>\n",
            (panel % 2) * (width + 300) + width / 2 + 150, (panel / 2 + 1) * (height + 500) - 300, -width / 2, -height, width / 2,
            -height);
    for (uint32_t model = BULLET; model < MODELS; model++)
        for (int band = 0; band < (model == BULLET ? 1 : BANDS); band++) {
            const char *colour = model == BULLET ? "#d00000" : colours[band];
            fprintf(p->drawing, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" d=\"", colour, colour,
                    2 * hundredths(MODEL[model].radius));
            for (uint32_t i = WALLS; i < p->bodies.count; i++)
                if (p->model[i] == model && (model == BULLET || (int)(i - WALLS) / (FALLING / BANDS) == band))
                    draw_body(p->drawing, p, i);
            fprintf(p->drawing, "\"/>\n");
        }
    fprintf(p->drawing, "<text y=\"230\">%.1f s</text></g>\n", (double)at / 60);
}

/* Opens the drawing. */
static bool begin_drawing(pile *p, const char *name) {
    if ((p->drawing = open_drawing("pile", name)) == NULL)
        return false;
    fprintf(p->drawing,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"200\" "
            "text-anchor=\"middle\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n<title>%d bodies pile up</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            2 * (hundredths(WIDTH) + 300), 2 * (hundredths(SHOWN) + 500), FALLING);
    return true;
}

#endif
