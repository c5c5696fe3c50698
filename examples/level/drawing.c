/* drawing.c — draws the ground, and over it the bodies from back to front. Seen from so high, the ground hides next to nothing of them. */
#include "drawing.h"

#include "../drawing_file.h"

/* To the right, up, and away from the eye: a turn by 30 degrees about z, 30 degrees from above. */
static const vec RIGHT = {0.8660254F, -0.5F, 0};
static const vec UP = {0.25F, 0.4330127F, 0.8660254F};
static const vec AWAY = {0.4330127F, 0.75F, -0.5F};
static const vec LIGHT = {-0.48F, -0.36F, 0.8F};

enum { ACROSS = 5600, HIGH = 2850, LEFT = 1300, BELOW = 150, SHADES = 6 }; /* of a panel, in cm */

/* Hue, saturation and lightness in half of the light, by classes: g the field, t the street, a and so on the models. */
static const struct {
    char kind;
    int hue, saturation, lightness;
} COLOUR[] = {{'g', 81, 52, 52},           {'t', 0, 0, 68},          {'a' + CRATE, 208, 54, 30}, {'a' + PLANK, 173, 58, 39},
              {'a' + DIAMOND, 43, 74, 60}, {'a' + BALL, 27, 87, 67}, {'a' + BULLET, 0, 100, 41}};

static int hundredths(float v) {
    return (int)floorf(100 * v + 0.5F);
}

static int across(vec at) {
    return hundredths(dot(at, RIGHT));
}

static int down(vec at) {
    return -hundredths(dot(at, UP));
}

/* A flat face, if it is turned towards the eye; `normal` has any length. */
static void draw_face(FILE *file, char kind, vec normal, const vec *corner, int count) {
    const float lit = dot(normal, LIGHT) / sqrtf(dot(normal, normal));
    if (dot(normal, AWAY) >= 0)
        return;
    fprintf(file, "<path class=\"%c%d\" d=\"M%d %dl", kind, lit > 0 ? (int)(lit * (SHADES - 1) + 0.5F) : 0, across(corner[0]),
            down(corner[0]));
    for (int k = 1; k < count; k++)
        fprintf(file, "%d %d ", across(corner[k]) - across(corner[k - 1]), down(corner[k]) - down(corner[k - 1]));
    fputs("z\"/>\n", file);
}

static vec normal_of(const vec corner[3]) {
    return cross(add(corner[1], -1, corner[0]), add(corner[2], -1, corner[0]));
}

/* The field by its cells, the street by its triangles. */
static void draw_ground(const scene *s) {
    for (int y = WIDTH - 1; y >= 0; y--)
        for (int x = LENGTH - 1; x >= 0; x--) {
            vec at[4];
            for (int k = 0; k < 4; k++) {
                const int of_x = x + (k == 1 || k == 2), of_y = y + k / 2;
                at[k] = (vec){(float)of_x, (float)of_y, ground_height(of_x, of_y)};
            }
            if (!is_street(x, y))
                draw_face(s->drawing, 'g', normal_of(at), at, 4);
        }
    for (uint32_t t = 0; t < sepal_mesh_count(s->meshes[STREET]); t++) {
        float corner[3][3];
        vec at[3];
        if (!done("read a triangle", sepal_mesh_triangle(s->meshes[STREET], t, corner, NULL)))
            return;
        for (int k = 0; k < 3; k++)
            at[k] = (vec){corner[k][0], corner[k][1], corner[k][2]};
        if (dot(normal_of(at), normal_of(at)) > 0)
            draw_face(s->drawing, 't', normal_of(at), at, 3);
    }
}

static vec corner_of(const body *b, const vec axes[3], float x, float y, float z) {
    return add(add(add(b->at, x, axes[0]), y, axes[1]), z, axes[2]);
}

/* Side `side` (1 or -1) along axis k of a box: its corners go round it. */
static void draw_side(FILE *file, const body *b, const vec axes[3], const model *m, int k, float side) {
    const float half[3] = {m->half_x, m->half_y, m->half_z};
    static const float turn[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const vec normal = {side * axes[k].x, side * axes[k].y, side * axes[k].z};
    vec corner[4];
    for (int i = 0; i < 4; i++) {
        float at[3];
        at[k] = side * half[k];
        at[(k + 1) % 3] = turn[i][0] * half[(k + 1) % 3];
        at[(k + 2) % 3] = turn[i][1] * half[(k + 2) % 3];
        corner[i] = corner_of(b, axes, at[0], at[1], at[2]);
    }
    draw_face(file, m == &MODEL[CRATE] ? 'a' : 'b', normal, corner, 4);
}

static void draw_body(FILE *file, uint32_t kind, const body *b) {
    const model *m = &MODEL[kind];
    vec axes[3];
    axes_of(b, axes);
    if (kind >= BALL)
        fprintf(file, "<circle class=\"%c3\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", 'a' + (int)kind, across(b->at), down(b->at),
                hundredths(m->radius));
    else if (kind == DIAMOND)
        for (int octant = 0; octant < 8; octant++) {
            const float r = m->radius, x = octant & 1 ? r : -r, y = octant & 2 ? r : -r, z = octant & 4 ? r : -r;
            const vec corner[3] = {corner_of(b, axes, x, 0, 0), corner_of(b, axes, 0, y, 0), corner_of(b, axes, 0, 0, z)};
            draw_face(file, 'c', add(corner_of(b, axes, x, y, z), -1, b->at), corner, 3);
        }
    else
        for (int k = 0; k < 6; k++)
            draw_side(file, b, axes, m, k / 2, k % 2 == 0 ? 1 : -1);
}

typedef struct seen {
    float depth;
    uint32_t body;
} seen;

static int from_back_to_front(const void *left, const void *right) {
    const seen *a = left, *b = right;
    return a->depth != b->depth ? (a->depth < b->depth) - (a->depth > b->depth) : (a->body > b->body) - (a->body < b->body);
}

void draw(const scene *s, int panel, int at) {
    seen bodies[BODIES];
    size_t count = 0;
    if (s->drawing == NULL)
        return;
    for (uint32_t i = LEVELS; i < BODIES; i++)
        if (s->bodies[i].at.z < 12) /* bullets that wait are higher */
            bodies[count++] = (seen){dot(s->bodies[i].at, AWAY), i};
    qsort(bodies, count, sizeof *bodies, from_back_to_front);
    fprintf(s->drawing, "<g transform=\"translate(%d %d)\">\n", LEFT, (panel + 1) * HIGH - BELOW);
    if (panel == 0) {
        fputs("<g id=\"ground\">\n", s->drawing);
        draw_ground(s);
        fputs("</g>\n", s->drawing);
    } else
        fputs("<use href=\"#ground\"/>\n", s->drawing);
    for (size_t k = 0; k < count; k++)
        draw_body(s->drawing, s->model[bodies[k].body], &s->bodies[bodies[k].body]);
    fprintf(s->drawing, "<text x=\"%d\" y=\"-2000\">%.1f s</text></g>\n", 200 - LEFT, (double)at / 60);
}

bool begin_drawing(scene *s, const char *name) {
    if ((s->drawing = open_drawing("level", name)) == NULL)
        return false;
    fprintf(s->drawing,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"140\">\n"
            "<title>Bodies on hills, on a ramp and at a kerb</title>\n<style>path,circle{stroke:#222;stroke-width:3;"
            "stroke-linejoin:round}[class^=g]{stroke:#8aa84a}[class^=t]{stroke:#999}",
            ACROSS, 2 * HIGH);
    for (size_t k = 0; k < sizeof COLOUR / sizeof *COLOUR; k++)
        for (int shade = 0; shade < SHADES; shade++)
            fprintf(s->drawing, ".%c%d{fill:hsl(%d,%d%%,%d%%)}", COLOUR[k].kind, shade, COLOUR[k].hue, COLOUR[k].saturation,
                    COLOUR[k].lightness * (14 + 2 * shade) / 20);
    fputs("</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", s->drawing);
    return true;
}
