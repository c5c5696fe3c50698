/* triangles.h — triangles of a mesh as hulls, in a small set of the finder: what a question about solids is asked about. */
#ifndef SEPAL_MESHES_TRIANGLES_H
#define SEPAL_MESHES_TRIANGLES_H

#include "../search/finder.h"
#include "mesh.h"

/* Makes the finder's set of triangles hold these, in this order; a triangle may be there more than once. */
sepal_status sepal_mesh_put_triangles(sepal_finder *finder, const sepal_mesh *mesh, const uint32_t *triangles, size_t count);

/* Makes room for so many, so that filling it with them allocates nothing. */
sepal_status sepal_mesh_reserve_triangles(sepal_finder *finder, size_t count);

/* Puts the pairs of sepal_mesh_find_near, in their order, into the finder's pairs, but for spheres and triangles that certainly have no
 * contact (sepal_mesh_is_clear). The caller has entered the library's floating-point state. */
sepal_status sepal_mesh_near_pairs(sepal_finder *finder, const sepal_solids *a, size_t first, size_t count, const sepal_mesh *mesh,
                                   const sepal_filter *filter, float margin, size_t *found);

#endif
