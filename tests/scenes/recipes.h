/* recipes.h — lists of polygons of one kind. A recipe gives size, number of vertices, place, lattice and scale. */
#ifndef SEPAL_TESTS_RECIPES_H
#define SEPAL_TESTS_RECIPES_H

#include "shapes.h"

typedef struct polygon_list {
    polygon *items;
    box *boxes; /* one for each polygon if all are boxes; otherwise NULL */
    bool aligned;
    size_t count, capacity;
} polygon_list;

/* How to make the polygons of a set. `add` appends one or more polygons to a list. */
typedef struct recipe {
    void (*add)(rng *r, const struct recipe *how, polygon_list *list);
    size_t least, most;     /* vertices */
    double radius, spread;  /* the size; the side of the square in which the centres lie */
    double quantum;         /* coordinates are multiples of it; 0: any float32 */
    double away;            /* the middle of that square, in x and y */
    int scale_lo, scale_hi; /* each addition is multiplied by 2^k, k at random from here */
    int biased_lo, biased_hi;
    bool aligned; /* boxes parallel to the axes */
    bool dressed; /* with repeated and collinear vertices */
} recipe;

void add_round(rng *r, const recipe *how, polygon_list *list);
void add_lattice(rng *r, const recipe *how, polygon_list *list);
void add_parallelogram(rng *r, const recipe *how, polygon_list *list);
void add_wild(rng *r, const recipe *how, polygon_list *list);
void add_sliver(rng *r, const recipe *how, polygon_list *list);
void add_strip(rng *r, const recipe *how, polygon_list *list);
void add_box(rng *r, const recipe *how, polygon_list *list);

enum { TILES_ACROSS = 18 };
void add_box_grid(rng *r, const recipe *how, polygon_list *list);
void add_tiling(rng *r, const recipe *how, polygon_list *list);

/* Add two polygons that touch or very nearly touch, one after the other; the first has an even index (couples.c). */
void add_couple(rng *r, const recipe *how, polygon_list *list);
void add_box_couple(rng *r, const recipe *how, polygon_list *list);
void add_circle_couple(rng *r, const recipe *how, polygon_list *list);
void add_hair_couple(rng *r, const recipe *how, polygon_list *list);

/* What recipes share. */
polygon *append_polygon(polygon_list *list);
size_t some_count(rng *r, const recipe *how);
lattice_point some_place(rng *r, const recipe *how);
lattice_point small_step(rng *r, int32_t range); /* at most `range` in either coordinate */
int some_scale(rng *r, const recipe *how);
void finish(rng *r, const recipe *how, polygon *p, int scale); /* either winding, any first vertex, the scale */

/* At least `shapes` polygons. */
polygon_list list_create(rng *r, const recipe *how, size_t shapes);
void list_destroy(polygon_list *list);

#endif
