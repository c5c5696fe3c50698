/* names.h — what the kernels of meshes of one instruction set are called outside of their files. Without an instruction set they are
 * compiled in plain C. */
#ifndef SEPAL_MESHES_KERNEL_NAMES_H
#define SEPAL_MESHES_KERNEL_NAMES_H

#include "../../simd/instructions.h"

#if !defined(SEPAL_LANES)
#define mesh_places_on_ray sepal_mesh_places_on_ray_scalar
#define mesh_places_around sepal_mesh_places_around_scalar
#elif defined(SEPAL_FOR_SSE2)
#define mesh_places_on_ray sepal_mesh_places_on_ray_sse2
#define mesh_places_around sepal_mesh_places_around_sse2
#elif defined(SEPAL_FOR_AVX2)
#define mesh_places_on_ray sepal_mesh_places_on_ray_avx2
#define mesh_places_around sepal_mesh_places_around_avx2
#else
#define mesh_places_on_ray sepal_mesh_places_on_ray_avx512
#define mesh_places_around sepal_mesh_places_around_avx512
#endif

#include "../kernels.h"

#endif
