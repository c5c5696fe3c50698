#include "figures.h"

#include "../common/must.h"

#include <math.h>
#include <string.h>

static void add_figure(sepal_polys *set, const figure *f) {
    const float *v = f->box;
    sepal_boxes boxes = {.x = &v[0], .y = &v[1], .half_x = &v[2], .half_y = &v[3], .cos = &v[4], .sin = &v[5], .stride = 0};
    const shape *s = &f->shape;
    sepal_status status = f->is_box ? sepal_polys_add_boxes(set, &boxes, 1, NULL, NULL)
                                    : sepal_polys_add_round(set, s->x, s->y, s->count, s->radius, NULL);
    must(status == SEPAL_OK, "a convex shape is refused: %s", sepal_status_text(status));
}

static figure take_box(pen *p) {
    figure f = {.is_box = true};
    shape s = take_shape(p);
    f.box[0] = s.x[0];
    f.box[1] = s.y[0];
    for (int k = 2; k < 6; k++)
        f.box[k] = k < 4 ? fabsf(take_finite(p)) : take_finite(p);
    if (take_byte(p->from) % 2 == 0) {
        f.box[4] = 1;
        f.box[5] = 0;
    }
    return f;
}

/* Reads the vertices of a box from a set; if the box was refused, the figure becomes a point. */
static void settle_box(figure *f) {
    const float *v = f->box, *x, *y;
    sepal_boxes boxes = {.x = &v[0], .y = &v[1], .half_x = &v[2], .half_y = &v[3], .cos = &v[4], .sin = &v[5], .stride = 0};
    sepal_polys *set;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "cannot create a set");
    f->is_box = sepal_polys_add_boxes(set, &boxes, 1, NULL, NULL) == SEPAL_OK;
    f->shape = (shape){.count = 1, .x = {v[0]}, .y = {v[1]}};
    if (f->is_box) {
        must(sepal_polys_vertices(set, 0, &x, &y, &f->shape.count) == SEPAL_OK, "a box has no vertices");
        memcpy(f->shape.x, x, f->shape.count * sizeof *x);
        memcpy(f->shape.y, y, f->shape.count * sizeof *y);
    }
    sepal_polys_destroy(set);
}

figure figure_take(pen *p, bool only_boxes, bool round) {
    if (only_boxes || take_byte(p->from) % 4 == 1) {
        figure f = take_box(p);
        settle_box(&f);
        return f;
    }
    figure f = {.shape = take_convex(p)};
    f.shape.radius = round ? take_reach(p) : 0;
    return f;
}

void figure_bring_near(pen *p, figure *f, const shape *to, float margin) {
    static const double directions[8][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {0.6, 0.8}, {-0.8, 0.6}, {-0.6, -0.8}, {0.8, -0.6}};
    shape *s = &f->shape;
    size_t vertex = take_byte(p->from) % s->count, at = take_byte(p->from) % to->count, next = (at + 1) % to->count;
    double share = (double)take_byte(p->from) / 256;
    const double *direction = directions[take_below(p->from, 8)];
    double reach = (double)s->radius + (double)to->radius + (double)margin, x = (double)to->x[at], y = (double)to->y[at];
    double right = x + share * ((double)to->x[next] - x) + reach * direction[0] - (double)s->x[vertex];
    double up = y + share * ((double)to->y[next] - y) + reach * direction[1] - (double)s->y[vertex];
    if (f->is_box) {
        f->box[0] = to_float((double)f->box[0] + right);
        f->box[1] = to_float((double)f->box[1] + up);
        settle_box(f);
        return;
    }
    for (size_t i = 0; i < s->count; i++) {
        s->x[i] = to_float((double)s->x[i] + right);
        s->y[i] = to_float((double)s->y[i] + up);
    }
    shape_make_convex(s);
}

sepal_polys *figures_set(const figure *figures, size_t different, size_t count) {
    sepal_polys *set;
    must(sepal_polys_create(NULL, &set) == SEPAL_OK, "cannot create a set");
    for (size_t i = 0; i < count; i++)
        add_figure(set, &figures[i % different]);
    return set;
}

oracle_shape figure_oracle(const shape *s) {
    return (oracle_shape){s->x, s->y, s->count, s->radius};
}
