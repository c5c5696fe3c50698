/* stack_drawing.h — four moments of stack.c as an SVG, in a parallel projection: the bodies that can be seen, from back to front. */
#ifndef STACK_DRAWING_H
#define STACK_DRAWING_H

#include "drawing_file.h"
#include "stack_scene.h"

/* The view after a turn by 30 degrees about z, 30 degrees from above: to the right, up, and away from the eye. */
static const vec RIGHT = {0.8660254F, 0.5F, 0};
static const vec UP = {-0.25F, 0.4330127F, 0.8660254F};
static const vec AWAY = {-0.4330127F, 0.75F, -0.5F};
static const vec LIGHT = {0.6F, -0.48F, 0.64F};

/* The floor of the pit. The walls behind the bodies stand above the third and the fourth edge; those in front are of glass. */
static const vec PIT_CORNERS[4] = {{-PIT, -PIT, 0}, {PIT, -PIT, 0}, {PIT, PIT, 0}, {-PIT, PIT, 0}};
#define WALL_SHOWN 7.5F /* m, of the height of the walls */

enum { ACROSS = 2100, HIGH = 2000, BELOW = 800, CELL = 10, COLUMNS = ACROSS / CELL, ROWS = HIGH / CELL }; /* of a panel, in cm */

/* Of each model: in the shade, in slanting light, in full light. */
static const char *const COLOURS[MODELS][3] = {
    [BULLET] = {"#d00000", "#d00000", "#d00000"}, [CUBE] = {"#173450", "#26547c", "#3f74a3"},
    [PLANK] = {"#1b675d", "#2a9d8f", "#4fbfb1"},  [CRATE] = {"#a38540", "#e9c46a", "#f4d78f"},
    [PRISM] = {"#ab6c3b", "#f4a261", "#f9bf8f"},  [BALL] = {"#5f7b55", "#8ab17d", "#a9caa0"},
};

static int hundredths(float v) {
    return (int)floorf(100 * v + 0.5F);
}

/* What is drawn of a body, by how much light it gets. */
typedef struct faces {
    char path[3][2048];
    size_t length[3];
} faces;

/* A flat face, if it is turned towards the eye. */
static void add_face(faces *f, vec normal, const vec *corners, int count) {
    const float lit = dot(normal, LIGHT);
    const int shade = lit > 0.6F ? 2 : lit > 0.2F ? 1 : 0;
    char *path = f->path[shade];
    size_t *length = &f->length[shade];
    if (dot(normal, AWAY) >= 0)
        return;
    int x = 0, y = 0;
    for (int k = 0; k < count; k++) {
        const int next_x = hundredths(dot(corners[k], RIGHT)), next_y = -hundredths(dot(corners[k], UP));
        *length +=
            (size_t)snprintf(path + *length, sizeof f->path[0] - *length, k == 0 ? "M%d %dl" : "%d %d ", next_x - x, next_y - y);
        x = next_x, y = next_y;
    }
    *length += (size_t)snprintf(path + *length, sizeof f->path[0] - *length, "z");
}

static void add_block(faces *f, uint32_t model, const body *b, const vec axes[3]) {
    const float half[3] = {MODEL[model].half_x, MODEL[model].half_y, MODEL[model].half_z};
    for (int k = 0; k < 6; k++) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        const float side = k < 3 ? 1 : -1;
        const vec middle = add(b->at, side * half[k % 3], axes[k % 3]);
        vec corners[4];
        for (int i = 0; i < 4; i++)
            corners[i] = add(add(middle, i == 0 || i == 3 ? -half[u] : half[u], axes[u]), i < 2 ? -half[v] : half[v], axes[v]);
        add_face(f, (vec){side * axes[k % 3].x, side * axes[k % 3].y, side * axes[k % 3].z}, corners, 4);
    }
}

static void add_prism(faces *f, const sepal_solids *models, uint32_t model, const body *b, const vec axes[3]) {
    const float *x, *y, *z;
    size_t corners;
    vec rim[2][CORNERS];
    if (!done("read a prism", sepal_solids_vertices(models, model, &x, &y, &z, &corners)))
        return;
    for (int k = 0; k < 2 * CORNERS; k++)
        rim[k / CORNERS][k % CORNERS] = add(add(add(b->at, z[k], axes[2]), x[k], axes[0]), y[k], axes[1]);
    const float half = 0.5F / MODEL[model].radius;
    for (int k = 0; k < CORNERS; k++) {
        const int next = (k + 1) % CORNERS;
        const vec side[4] = {rim[0][k], rim[0][next], rim[1][next], rim[1][k]};
        const vec out = add(add((vec){0, 0, 0}, x[k] + x[next], axes[0]), y[k] + y[next], axes[1]);
        add_face(f, add((vec){0, 0, 0}, half, out), side, 4);
    }
    add_face(f, axes[2], rim[1], CORNERS);
    add_face(f, add((vec){0, 0, 0}, -1, axes[2]), rim[0], CORNERS);
}

/* A ball inside of the body, and one around it. */
static float inner_radius(uint32_t model) {
    const float x = MODEL[model].half_x, y = MODEL[model].half_y, z = MODEL[model].half_z, radius = MODEL[model].radius;
    return radius == 0 ? lesser(x, lesser(y, z)) : z == 0 ? radius : lesser(0.96F * radius, z);
}

static float outer_radius(uint32_t model) {
    const float x = MODEL[model].half_x, y = MODEL[model].half_y, z = MODEL[model].half_z, radius = MODEL[model].radius;
    return sqrtf(x * x + y * y + z * z + radius * radius);
}

/* What is nearest to the eye in each cell of a panel: the depth up to which bodies certainly fill the cell. */
typedef struct depths {
    float nearest[ROWS][COLUMNS];
} depths;

/* Goes over the cells of a disc. Either they get its depth, or: is something nearer in all of them? */
static bool cells_of_disc(depths *d, const body *b, float radius, float depth, bool fills) {
    const int x = hundredths(dot(b->at, RIGHT)) + ACROSS / 2, y = hundredths(dot(b->at, UP)) + BELOW, r = hundredths(radius);
    bool hidden = true;
    for (int row = (y - r) / CELL; row <= (y + r) / CELL; row++)
        for (int column = (x - r) / CELL; column <= (x + r) / CELL; column++) {
            if (row < 0 || row >= ROWS || column < 0 || column >= COLUMNS)
                continue;
            const int left = column * CELL - x, low = row * CELL - y, right = left + CELL, high = low + CELL;
            const int far_x = -left > right ? -left : right, far_y = -low > high ? -low : high;
            if (fills && far_x * far_x + far_y * far_y <= r * r)
                d->nearest[row][column] = lesser(d->nearest[row][column], depth);
            hidden = hidden && d->nearest[row][column] < depth;
        }
    return hidden;
}

typedef struct seen {
    float depth;
    uint32_t body;
} seen;

static int from_back_to_front(const void *left, const void *right) {
    const seen *a = left, *b = right;
    return a->depth != b->depth ? (a->depth < b->depth) - (a->depth > b->depth) : (a->body > b->body) - (a->body < b->body);
}

static void draw_body(FILE *file, const scene *s, uint32_t i) {
    const uint32_t model = s->model[i];
    const body *b = &s->bodies[i];
    faces f = {.length = {0}};
    vec axes[3];
    if (model == BALL || model == BULLET) {
        fprintf(file, "<circle class=\"c%u1\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", (unsigned)model, hundredths(dot(b->at, RIGHT)),
                -hundredths(dot(b->at, UP)), hundredths(MODEL[model].radius));
        return;
    }
    axes_of(b, axes);
    if (model == PRISM)
        add_prism(&f, s->models, model, b, axes);
    else
        add_block(&f, model, b, axes);
    for (int shade = 0; shade < 3; shade++)
        if (f.length[shade] > 0)
            fprintf(file, "<path class=\"c%u%d\" d=\"%s\"/>\n", (unsigned)model, shade, f.path[shade]);
}

static void draw_quad(FILE *file, const char *style, const vec corners[4]) {
    fprintf(file, "<path class=\"%s\" d=\"M", style);
    for (int k = 0; k < 4; k++)
        fprintf(file, "%d %d ", hundredths(dot(corners[k], RIGHT)), -hundredths(dot(corners[k], UP)));
    fprintf(file, "z\"/>\n");
}

/* A wall of the pit above an edge of its floor, as high as it is drawn. */
static void draw_wall(FILE *file, const char *style, vec from, vec to) {
    const vec up = {0, 0, WALL_SHOWN};
    draw_quad(file, style, (vec[]){from, to, add(to, 1, up), add(from, 1, up)});
}

/* One panel. A body is left out if all that could show of it is behind balls inside of others. */
static void draw(const scene *s, int panel, int at) {
    static seen bodies[MOST_BODIES];
    static depths d;
    size_t count = 0;
    if (s->drawing == NULL)
        return;
    for (int cell = 0; cell < ROWS * COLUMNS; cell++)
        d.nearest[cell / COLUMNS][cell % COLUMNS] = INFINITY;
    for (uint32_t i = WALLS; i < s->count; i++)
        cells_of_disc(&d, &s->bodies[i], inner_radius(s->model[i]), dot(s->bodies[i].at, AWAY), true);
    for (uint32_t i = WALLS; i < s->count; i++) {
        const body *b = &s->bodies[i];
        const float radius = outer_radius(s->model[i]), depth = dot(b->at, AWAY);
        const bool in_view = fabsf(dot(b->at, RIGHT)) < 0.005F * ACROSS && dot(b->at, UP) < 0.01F * (HIGH - BELOW) - radius;
        if (in_view && !cells_of_disc(&d, b, radius, depth - radius, false))
            bodies[count++] = (seen){depth, i};
    }
    qsort(bodies, count, sizeof *bodies, from_back_to_front);
    fprintf(s->drawing, "<g transform=\"translate(%d %d)\">\n", panel % 2 * ACROSS + ACROSS / 2, panel / 2 * HIGH + HIGH - BELOW);
    draw_quad(s->drawing, "pit", PIT_CORNERS);
    draw_wall(s->drawing, "pit", PIT_CORNERS[2], PIT_CORNERS[3]);
    draw_wall(s->drawing, "pit", PIT_CORNERS[3], PIT_CORNERS[0]);
    for (size_t k = 0; k < count; k++)
        draw_body(s->drawing, s, bodies[k].body);
    draw_wall(s->drawing, "glass", PIT_CORNERS[0], PIT_CORNERS[1]);
    draw_wall(s->drawing, "glass", PIT_CORNERS[1], PIT_CORNERS[2]);
    fprintf(s->drawing, "<text y=\"%d\">%.1f s</text></g>\n", BELOW - 20, (double)at / 60);
}

/* Opens the drawing. */
static bool begin_drawing(scene *s, const char *name) {
    if ((s->drawing = open_drawing("stack", name)) == NULL)
        return false;
    fprintf(s->drawing,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"100\" "
            "text-anchor=\"middle\">\n<title>%d bodies pile up in a pit</title>\n<style>path,circle{stroke:#222;stroke-width:2;"
            "stroke-linejoin:round}.pit{fill:#eee;stroke:#888;stroke-width:6}.glass{fill:#fff;fill-opacity:.15;stroke:#888;"
            "stroke-width:6}",
            2 * ACROSS, 2 * HIGH, FALLING);
    for (int model = BULLET; model < MODELS; model++)
        for (int shade = 0; shade < 3; shade++)
            fprintf(s->drawing, ".c%d%d{fill:%s}", model, shade, COLOURS[model][shade]);
    fprintf(s->drawing, "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    return true;
}

#endif
