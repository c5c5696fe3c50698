/* drawing.h — two moments of level.c as an SVG, in a parallel projection. */
#ifndef LEVEL_DRAWING_H
#define LEVEL_DRAWING_H

#include "scene.h"

bool begin_drawing(scene *s, const char *name);
void draw(const scene *s, int panel, int at); /* nothing, if there is no drawing; at: the step */

#endif
