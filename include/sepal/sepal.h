/* sepal.h — the whole library. Which shapes overlap, and how are they parted? Each included header is the manual of its part. */
#ifndef SEPAL_SEPAL_H
#define SEPAL_SEPAL_H

#include "base.h"
#include "groups.h"
#include "meshes.h"
#include "polys.h"
#include "search.h"
#include "solids.h"

#endif
