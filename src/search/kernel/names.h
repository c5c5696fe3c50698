/* names.h — what the finder's kernels of one instruction set are called outside of their files. Without an instruction set
 * they are compiled in plain C. */
#ifndef SEPAL_SEARCH_KERNEL_NAMES_H
#define SEPAL_SEARCH_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#define search_bounds                SEPAL_NAMED(sepal_search_bounds)
#define search_hilbert_keys          SEPAL_NAMED(sepal_search_hilbert_keys)
#define search_hilbert_keys_in_space SEPAL_NAMED(sepal_search_hilbert_keys_in_space)
#define search_join_leaf             SEPAL_NAMED(sepal_search_join_leaf)
#define search_join_block            SEPAL_NAMED(sepal_search_join_block)
#define search_join_box              SEPAL_NAMED(sepal_search_join_box)
#define search_walk_rays             SEPAL_NAMED(sepal_search_walk_rays)
#define search_walk_seekers          SEPAL_NAMED(sepal_search_walk_seekers)

#include "../kernels.h"

#endif
