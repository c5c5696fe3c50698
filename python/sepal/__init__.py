"""Which convex shapes overlap, which contain which, and what pushes them apart: exact answers for batches of pairs.

    import numpy as np
    import sepal

    cars = sepal.Polys.from_boxes(x=[0, 4, 30], y=[0, 1, 0], length=4.5, width=1.8, yaw=[0, 0.4, 0])
    cars.overlap(cars, [[0, 1], [0, 2]])   # array([ True, False])
    cars.find_pairs()                      # array([[0, 1]], dtype=int32)

A set (`Polys` in the plane, `Solids` in space) holds shapes, which are addressed by index; a `Mesh` is a surface of triangles.
Coordinates are float32: other numbers are rounded to float32 first, float64 among them. `Polys(dtype=numpy.float64)` takes float64 as
it is. Every yes/no answer is exact for the numbers of the set, and the same on every machine.

`help(sepal.Polys.overlap)` explains every argument and error. What answers mean, and the bounds of those that are rounded, stands in
the comments of the C headers, include/sepal/*.h in the sources, whose calls have the same names: polys.h for `Polys`, solids.h for
`Solids`, meshes.h for `Mesh`, search.h for `find_...` and casts, groups.h for groups. `./dev doc` there makes a page of them,
build-doc/manual/index.html.

Queries release the interpreter's lock, so several threads may ask the same set; `workers=` divides one query among threads.
"""

from types import FunctionType

from ._calls import make_public, public
from ._core import isa, isas, use_isa
from ._core import version as __version__
from ._errors import ShapeError
from ._common import Common, CommonPolygons
from ._contacts import Contacts
from ._detection import box_iou, box_iou_3d, nms, soft_nms
from ._find import Neighbours
from ._frames import sjoin
from ._groups import DeepestParts, FirstParts
from ._kept import Kept
from ._labels import Joined
from ._mesh import Mesh, MeshEdges
from ._moving import Hits
from ._polys import Polys
from ._rays import AllHits, RayHits
from ._rings import Rings
from ._rounding import RoundingWarning
from ._sets import Nearest, Push
from ._solids import Hull, Parallelepiped, Solids

__all__ = [
    "AllHits",
    "Common",
    "CommonPolygons",
    "Contacts",
    "DeepestParts",
    "FirstParts",
    "Hits",
    "Hull",
    "Joined",
    "Kept",
    "Mesh",
    "MeshEdges",
    "Nearest",
    "Neighbours",
    "Parallelepiped",
    "Polys",
    "Push",
    "RayHits",
    "Rings",
    "RoundingWarning",
    "ShapeError",
    "Solids",
    "__version__",
    "box_iou",
    "box_iou_3d",
    "isa",
    "isas",
    "nms",
    "sjoin",
    "soft_nms",
    "use_isa",
]

for _name in __all__:  # the names under which messages and pickles know them
    _thing = globals()[_name]
    if isinstance(_thing, type):
        _thing.__module__ = __name__
    elif isinstance(_thing, FunctionType):
        globals()[_name] = public(_thing)

for _kind in (Polys, Solids, Mesh, Kept):
    make_public(_kind)
