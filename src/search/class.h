/* class.h — what a filter knows of the boxes of a tree. */
#ifndef SEPAL_SEARCH_CLASS_H
#define SEPAL_SEARCH_CLASS_H

#include "finder.h"

/* Makes `out` the tree with the classes of its boxes under the filter, for a join with itself. They are in the finder's memory until the
 * next call. False if there is no memory. */
bool sepal_class_tree(sepal_finder *finder, const sepal_tree *tree, const sepal_filter *filter, sepal_tree *out);

#endif
