#!/usr/bin/env python3
"""Makes the manual of the page: the headers, and the README of the package for JavaScript, as they are, each as a page of HTML.
Usage: manual.py FOLDER FILE..."""

import html
import re
import sys
from pathlib import Path

FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{title} — sepal</title>
    <link rel="icon" href="../sepal.svg">
    <link rel="stylesheet" href="../manual.css">
</head>
<body>
<p>{links}</p>
{body}
</body>
</html>
"""
DECLARED = re.compile(r"\b(sepal_\w+)(?=\()")


def anchored(line):
    """A line in HTML. The first declaration of a function is the place that links to it lead to."""
    text = html.escape(line)
    if not line.startswith("SEPAL_API"):
        return text
    return DECLARED.sub(r'<b id="\1">\1</b>', text, count=1)


def main(folder, *files):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    paths = [Path(file) for file in files]
    names = {path: "npm" if path.name == "README.md" else path.stem for path in paths}
    links = ['<a href="../index.html">The page</a>']
    links += [f'<a href="{name}.html">{"JavaScript" if name == "npm" else path.name}</a>' for path, name in names.items()]
    for path, name in names.items():
        body = "\n".join(anchored(line) for line in path.read_text().splitlines())
        page = FRAME.format(title=path.name, links=" ".join(links), body=f"<pre>{body}</pre>")
        (folder / f"{name}.html").write_text(page)
    body = "<p>The headers are the manual: each says of every function what it asks, what its arguments are, and what it promises.</p>"
    (folder / "index.html").write_text(FRAME.format(title="Manual", links=" ".join(links), body=body))


main(*sys.argv[1:])
