"""Pictures of sets of polygons."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import AnyArray, Coordinates


def outline(ring: Coordinates, radius: float, steps: int = 64) -> AnyArray:
    """The outline of a shape as a polygon: itself, or with a radius the points that reach farthest in `steps` directions."""
    if radius == 0:
        return ring.astype(np.float64)
    angles = np.arange(steps) * (2 * np.pi / steps)
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    farthest: AnyArray = ring[np.argmax(ring.astype(np.float64) @ directions.T, axis=0)]
    grown: AnyArray = farthest + radius * directions
    return grown


_EDGE = '"#222222"'


def _element(ring: Coordinates, radius: float, color: str, opacity: float, line: float) -> str:
    """A shape with an edge as wide as a line, inside of its outline. A radius is a stroke of its width, over a wider one for the edge."""
    color = quoteattr(color)
    opaque = f'opacity="{opacity:g}"'
    if len(ring) == 1:
        x, y = ring[0]
        edge = f'stroke={_EDGE} stroke-width="{line:g}"'
        return f'<circle cx="{x:g}" cy="{y:g}" r="{max(radius - line / 2, line):g}" fill={color} {edge} {opaque}/>'
    points = " ".join(f"{x:.9g},{y:.9g}" for x, y in ring.tolist())
    shape = f'<polygon points="{points}" stroke-linejoin="round"'
    if radius == 0:
        return f'{shape} fill={color} stroke={_EDGE} stroke-width="{line:g}" {opaque}/>'
    edge = f'<path d="M{points}Z" stroke-linejoin="round" fill={_EDGE} stroke={_EDGE} stroke-width="{2 * radius:g}"/>'
    return f'<g {opaque}>{edge}{shape} fill={color} stroke={color} stroke-width="{max(2 * (radius - line), line):g}"/></g>'


def svg(polys: Any, colors: ArrayLike | None, width: int, labels: bool, opacity: ArrayLike) -> str:
    """The text of an SVG file."""
    xy, offsets, radius = polys.to_rings()
    shown = np.delete(np.arange(len(polys)), polys.removed())
    names = np.broadcast_to(np.asarray("#888888" if colors is None else colors, dtype=np.str_), len(polys))
    opaque = np.broadcast_to(np.asarray(opacity, dtype=np.float64), len(polys))
    bounds = polys.bounds().astype(np.float64)[shown]
    low, high = (bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)) if len(shown) > 0 else (np.zeros(2), np.ones(2))
    extent = np.maximum(high - low, 1e-9 * max(1.0, float(np.abs(bounds).max(initial=0))))
    edge = 0.02 * float(extent.max())
    line = float(extent.max()) / width
    low, extent = low - edge, extent + 2 * edge
    height = max(1, round(width * float(extent[1]) / float(extent[0])))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{low[0]:.9g} {-(low[1] + extent[1]):.9g} {extent[0]:.9g} {extent[1]:.9g}">',
        '<g transform="scale(1,-1)">',
    ]
    for i in shown:
        lines.append(_element(xy[offsets[i] : offsets[i + 1]], float(radius[i]), str(names[i]), float(opaque[i]), line))
    lines.append("</g>")
    if labels:
        size = float(extent.max()) / 50
        for i in shown:
            x, y = xy[offsets[i] : offsets[i + 1]].mean(axis=0, dtype=np.float64)
            lines.append(f'<text x="{x:.9g}" y="{-y:.9g}" font-size="{size:g}" text-anchor="middle">{i}</text>')
    return "\n".join([*lines, "</svg>", ""])


def plot(polys: Any, ax: Any, options: dict[str, Any]) -> Any:
    """Draws by matplotlib."""
    import matplotlib.pyplot as plt
    from matplotlib.collections import PolyCollection

    axes = plt.gca() if ax is None else ax
    xy, offsets, radius = polys.to_rings()
    outlines = [outline(xy[offsets[i] : offsets[i + 1]], float(radius[i])) for i in range(len(polys))]
    axes.add_collection(PolyCollection(outlines, **{"edgecolor": "black", "alpha": 0.75, **options}))
    axes.autoscale_view()
    axes.set_aspect("equal")
    return axes
