/* names.h — what the kernels of meshes of one instruction set are called outside of their files. Without an instruction set they are
 * compiled in plain C. */
#ifndef SEPAL_MESHES_KERNEL_NAMES_H
#define SEPAL_MESHES_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#define mesh_places_on_ray SEPAL_NAMED(sepal_mesh_places_on_ray)
#define mesh_places_around SEPAL_NAMED(sepal_mesh_places_around)

#include "../kernels.h"

#endif
