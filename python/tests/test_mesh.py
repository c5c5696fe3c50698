"""Meshes and height fields: as solids say of the hulls of their triangles."""

import numpy as np
import pytest

import sepal


def grid(n, seed):
    """Heights, and the vertices and faces of the same triangles, which turn as the bools say."""
    rng = np.random.default_rng(seed)
    heights = rng.uniform(-1, 1, (n, n)).astype(np.float32)
    turned = rng.random((n - 1, n - 1)) < 0.5
    j, i = np.mgrid[0:n, 0:n]
    vertices = np.stack([i.ravel(), j.ravel(), heights.ravel()], axis=1)
    faces = []
    for y in range(n - 1):
        for x in range(n - 1):
            v, up = y * n + x, y * n + x + n
            if turned[y, x]:
                faces += [[v, v + 1, up], [v + 1, up + 1, up]]
            else:
                faces += [[v, v + 1, up + 1], [v, up + 1, up]]
    return heights, turned, vertices, np.array(faces)


def hulls(mesh):
    return sepal.Solids.from_hulls(mesh.triangles)


def bodies(n, seed):
    rng = np.random.default_rng(seed)
    return sepal.Solids.from_boxes(rng.uniform([0, 0, -1], [9, 9, 1], (n, 3)), size=rng.uniform(0.4, 1.6, (n, 3)))


@pytest.fixture(params=["faces", "heights"])
def mesh(request):
    heights, turned, vertices, faces = grid(10, 1)
    if request.param == "faces":
        return sepal.Mesh(vertices, faces)
    return sepal.Mesh.from_heights(heights, turned=turned)


def test_both_ways_are_one_mesh():
    heights, turned, vertices, faces = grid(12, 2)
    field, made = sepal.Mesh.from_heights(heights, turned=turned), sepal.Mesh(vertices, faces)
    assert len(field) == len(made) == len(faces)
    assert np.array_equal(field.triangles, vertices.astype(np.float32)[faces])
    assert np.array_equal(field.faces, faces) and np.array_equal(made.faces, faces)
    for found, expected in zip(field.edges(), made.edges(), strict=True):
        assert np.array_equal(found, expected)
    assert {0, 2, 3} <= set(made.edges().kind.ravel().tolist())


def test_find_is_overlap_with_hulls(mesh):
    solids, triangles = bodies(60, 3), hulls(mesh)
    every = np.array([[i, k] for i in range(len(solids)) for k in range(len(triangles))])
    overlapping = every[solids.overlap(triangles, every)]
    assert len(overlapping) > 100
    assert np.array_equal(mesh.find(solids), overlapping)
    assert np.array_equal(np.flatnonzero(mesh.meets(solids)), np.unique(overlapping[:, 0]))
    near = {tuple(pair) for pair in mesh.near(solids, margin=0.1).tolist()}
    assert {tuple(pair) for pair in mesh.find(solids, margin=0.1).tolist()} <= near
    within = every[solids.overlap(triangles, every, touching=False)]
    assert np.array_equal(mesh.find(solids, touching=False), within)


def test_rays_are_those_of_hulls(mesh):
    rng = np.random.default_rng(4)
    origins = rng.uniform([-1, -1, 2], [10, 10, 3], (200, 3)).astype(np.float32)
    moves = (rng.uniform([0, 0, -1], [9, 9, 1], (200, 3)) - origins).astype(np.float32) * 2
    found, expected = mesh.cast_rays(origins, moves, both=True), hulls(mesh).cast_rays(origins, moves)
    assert found.hit.sum() > 100
    for one, other in zip(found, expected, strict=True):
        assert np.array_equal(one, other)
    assert (mesh.cast_rays(origins, moves).time >= found.time).all()


def test_nearest_are_those_of_hulls(mesh):
    solids = bodies(40, 5)
    found = mesh.nearest(solids, 3)
    expected = solids.find_nearest(hulls(mesh), k=3)
    assert np.array_equal(found.distance, expected.distance)
    assert mesh.nearest(solids, 2, limit=0).distance[0, 1] in (0, np.inf)


def test_sweeps_are_those_of_hulls(mesh):
    solids = sepal.Solids.from_boxes(np.random.default_rng(6).uniform([0, 0, 2], [9, 9, 4], (50, 3)), size=0.5)
    found, expected = mesh.sweep(solids, [0.5, 0.25, -6]), hulls(mesh).cast_shapes(solids, (0.5, 0.25, -6))
    assert found.hit.sum() > 40 and np.array_equal(found.time, expected.time)
    assert (found.normal[found.hit][:, 2] > 0).all()
    each = mesh.sweep(solids, np.tile(np.float32([0.5, 0.25, -6]), (50, 1)), margin=0.125)
    assert (each.time <= found.time).all()
    with pytest.raises(ValueError, match=r"moves: an array of shape \(50, 3\)"):
        mesh.sweep(solids, [[0, 0, 1]])
    with pytest.raises(ValueError, match=r"moves\[0\] is"):
        mesh.sweep(solids, [0, 0, np.inf])


def test_contacts_have_normals_of_the_surface():
    flat = sepal.Mesh.from_heights(np.zeros((9, 9)), step=0.7)
    boxes = sepal.Solids.from_boxes([[2.1, 2.3, 0.9], [3.3, 2.2, 0.45]], size=[2, 1.6, 1.9])
    contacts = flat.contacts(boxes, margin=0.02)
    assert (contacts.count > 0).sum() > 5
    assert (contacts.normal[contacts.count > 0] == [0, 0, -1]).all()


def test_holes_have_no_triangles():
    holes = np.zeros((2, 3), bool)
    holes[1, 2] = True
    field = sepal.Mesh.from_heights(np.zeros((3, 4)), holes=holes)
    assert len(field) == 12
    assert np.isnan(field.triangles[10:]).all() and not np.isnan(field.triangles[:10]).any()
    assert (field.faces[10:] == -1).all()
    assert field.cast_rays([[2.5, 1.5, 1], [2.5, 0.5, 1]], [[0, 0, -2], [0, 0, -2]]).shape.tolist()[0] == -1


def test_what_is_refused():
    with pytest.raises(IndexError, match=r"faces\[1\] is \(0, 1, 3\), but there are 3 vertices"):
        sepal.Mesh(np.zeros((3, 3)), [[0, 1, 2], [0, 1, 3]])
    with pytest.raises(sepal.ShapeError, match="triangle 0: a coordinate is not finite"):
        sepal.Mesh([[0, 0, np.nan], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(sepal.ShapeError, match="height 1: a coordinate is not finite"):
        sepal.Mesh.from_heights([[0, np.inf], [0, 0]])
    with pytest.raises(sepal.ShapeError, match="above the one before"):
        sepal.Mesh.from_heights(np.zeros((3, 3)), step=0)
    with pytest.raises(ValueError, match="turned: an array of bools of shape"):
        sepal.Mesh.from_heights(np.zeros((3, 3)), turned=np.zeros((3, 3), bool))
    with pytest.raises(ValueError, match="faces: integers of shape"):
        sepal.Mesh(np.zeros((3, 3)), [[0.5, 1, 2]])
    floor = sepal.Mesh.from_heights(np.zeros((3, 3)))
    with pytest.raises(TypeError):
        floor.find(sepal.Polys.from_circles(0, 0, 1))
    with pytest.raises(ValueError, match="margin is -1"):
        floor.find(bodies(1, 1), margin=-1)
    with pytest.raises(IndexError, match=r"pairs\[0\] is \(0, 8\)"):
        floor.contacts(bodies(1, 1), [[0, 8]])
    with pytest.raises(ValueError, match=r"origins\[0\]"):
        floor.cast_rays([[np.nan, 0, 0]], [[0, 0, 1]])
    with pytest.raises(RuntimeError, match="filled once"):
        floor.__init__(np.zeros((3, 3)), [[0, 1, 2]])
    with pytest.raises(TypeError, match="cannot be pickled"):
        floor.__reduce__()


def test_no_triangles():
    empty = sepal.Mesh(np.empty((0, 3)), [])
    assert len(empty) == 0 and empty.find(bodies(2, 1)).shape == (0, 2) and not empty.meets(bodies(2, 1)).any()
    assert not empty.sweep(bodies(2, 1), [0, 0, 1]).hit.any()
    assert empty.nearest(bodies(2, 1)).shape.tolist() == [[-1], [-1]]
    assert repr(empty) == "<sepal.Mesh of 0 triangles>"
