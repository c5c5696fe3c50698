/* triangles.h — triangles of a mesh as hulls, in a small set of the finder: what a question about solids is asked about. */
#ifndef SEPAL_MESHES_TRIANGLES_H
#define SEPAL_MESHES_TRIANGLES_H

#include "../search/finder.h"
#include "mesh.h"

/* Makes the finder's set of triangles hold these, in this order; a triangle may be there more than once. */
sepal_status sepal_mesh_put_triangles(sepal_finder *finder, const sepal_mesh *mesh, const uint32_t *triangles, size_t count);

/* Makes room for so many, so that filling it with them allocates nothing. */
sepal_status sepal_mesh_reserve_triangles(sepal_finder *finder, size_t count);

#endif
