#!/usr/bin/env python3
"""Makes the manual: one page of what the public C headers say, in the order of their questions, and beside it a page of sepal.hpp and one
of the README of the package for JavaScript. Usage: manual.py FOLDER [--page ADDRESS], ADDRESS being that of the page to play with."""

import html
import re
import shutil
import sys
from pathlib import Path

import headers
import markdown

HERE = Path(__file__).parent
ROOT = HERE.parent
ORDER = ["polys", "solids", "groups", "search", "meshes", "base"]
WHERE = {"polys.h": "In the plane", "solids.h": "In space"}
FILES = ["colours.css", "manual.css", "manual.js", "sepal.svg"]
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="description" content="{description}">
    <title>{title} — sepal</title>
    <link rel="icon" href="sepal.svg">
    <link rel="stylesheet" href="colours.css">
    <link rel="stylesheet" href="manual.css">
    <script type="module" src="manual.js"></script>
</head>
<body>
<header>
    <a class="home" href="{home}"><img src="sepal.svg" alt="" width="28" height="28"> sepal</a>
    <nav aria-label="Manuals">{links}</nav>
</header>
{body}
</body>
</html>
"""
PAGES = {"index.html": "C", "cpp.html": "C++", "npm.html": "JavaScript"}


class Manual:
    def __init__(self):
        self.sections = [section for name in ORDER for section in headers.read(ROOT / f"include/sepal/{name}.h")]
        self.places = {} # of each name that can be linked to: that of an entry, or of a constant in one
        for section in self.sections:
            for entry in section.entries:
                self.places[entry.name] = entry.name
                if entry.kind == "values":
                    self.places.update({declaration.split(" ")[0]: entry.name for declaration, _ in entry.members})

    # --- Words

    def inline(self, words, here=""):
        """Words in HTML: `code`, names that lead to their places, powers of two."""
        text = html.escape(words, quote=False)
        text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
        text = re.sub(r"\b(2|10)\^(-?\d+(?:\.\d+)?)", lambda power: f"{power[1]}<sup>{power[2].replace('-', '−')}</sup>", text)
        return re.sub(r"\b(?:sepal_[a-z]\w*|SEPAL_[A-Z_]+)\b", lambda name: self.link(name[0], here), text)

    def link(self, name, here):
        place = self.places.get(name)
        if place is None or place == here:
            return f"<code>{name}</code>" if place or name.endswith("_") or name.startswith("SEPAL_") else name
        return f'<a href="#{place}"><code>{name}</code></a>'

    def paragraphs(self, paragraphs, here=""):
        """Paragraphs in HTML; those of a list, or of terms and their meanings, that follow each other become one."""
        text, last = [], None
        lists = {"item": "ul", "term": "dl"}
        for kind, words in [*paragraphs, (None, "")]:
            if kind != last and last in lists:
                text.append(f"</{lists[last]}>")
            if kind != last and kind in lists:
                text.append(f"<{lists[kind]}>")
            if kind == "text":
                text.append(f"<p>{self.inline(words, here)}</p>")
            elif kind == "formula":
                text.append(f"<pre>{self.inline(without_margin(words), here)}</pre>")
            elif kind == "item":
                text.append(f"<li>{self.inline(words, here)}</li>")
            elif kind == "term":
                term, meaning = words.split("\n", 1)
                text.append(f"<dt>{html.escape(term)}</dt><dd>{self.inline(meaning, here)}</dd>")
            last = kind
        return "".join(text)

    # --- Entries

    def entry(self, entry, level):
        """What is declared: its name as a heading, its comment below it, its arguments and members as lists."""
        name, comment = entry.name, entry.comment
        heading = f'<h{level} id="{name}"><a href="#{name}">{name}</a></h{level}>'
        text, rest = [heading], comment.paragraphs[1:]
        if comment.paragraphs:
            kind, words = comment.paragraphs[0]
            lead, *more = re.split(r"(?<=[.?]) (?=[A-Z(])", words, maxsplit=1)
            rest = [(kind, each) for each in more] + rest
            lead = lead[0].upper() + lead[1:] + ("" if lead.endswith((".", "?", ":", ")")) or rest else ".")
            text.append(f'<p class="lead">{self.inline(lead, name)}</p>')
        if entry.declaration:
            text.append(f'<pre class="declaration"><code>{self.declaration(entry.declaration, name)}</code></pre>')
        text.append(self.paragraphs(rest, name))
        if comment.arguments:
            if entry.kind == "function" or entry.kind == "type":
                text.append(f"<h{level + 1}>Arguments</h{level + 1}>")
            text.append("<dl>" + "".join(self.argument(*each, name) for each in comment.arguments) + "</dl>")
        if comment.returned:
            text.append(f"<h{level + 1}>What it returns</h{level + 1}>" + self.paragraphs(comment.returned, name))
        if entry.members:
            rows = "".join(
                f"<dt><code>{self.declaration(declaration, name)}</code></dt><dd>{self.inline(words, name)}</dd>"
                for declaration, words in entry.members
            )
            text.append(f'<dl class="members">{rows}</dl>')
        return f'<article class="{entry.kind}">{"".join(text)}</article>'

    def declaration(self, text, name):
        return re.sub(r"\bsepal_\w+\b", lambda each: self.link_bare(each[0], name), html.escape(text, quote=False))

    def link_bare(self, name, here):
        return name if name == here or name not in self.places else f'<a href="#{name}">{name}</a>'

    def argument(self, names, paragraphs, here):
        names = re.sub(r"\b(?!All\b|other\b|arguments\b|and\b|what\b|is\b|returned\b|the\b|status\b|are\b)([a-z]\w*)", r"<code>\1</code>", names)
        return f"<dt>{names}</dt><dd>{self.paragraphs(paragraphs, here)}</dd>"

    # --- The order of the questions

    def questions(self):
        """[title, [(header, comment, entries)]]: a question in the plane and the same one in space are one, and so are the questions that
        search.h asks about both. Sections without functions go in front of the next one of their header."""
        found, before = [], None
        for section in self.sections:
            if not any(entry.kind == "function" for entry in section.entries):
                before = section
                continue
            if before and before.header == section.header:
                section.comment.paragraphs[:0] = before.comment.paragraphs
                section.entries[:0] = before.entries
            before = None
            twin = next((each for each in found if self.kin(each[1], section)), None)
            if twin and section.header in WHERE:
                twin[1].append(section)
            elif twin:
                self.mix(found, section)
            else:
                found.append([section.title, [section]])
        return found

    @staticmethod
    def kin(sections, other):
        """Does a function of these sections have its like in the other section?"""
        ours = {question(entry.name) for section in sections for entry in section.entries if entry.kind == "function"}
        return sections[0] is not other and any(question(entry.name) in ours for entry in other.entries if entry.kind == "function")

    @staticmethod
    def mix(found, section):
        """Puts each function behind the one in the plane that it is like, and types in front of the function that they are for."""
        types = []
        for entry in section.entries:
            types.append(entry)
            if entry.kind == "function":
                for _, sections in found:
                    for each in sections:
                        for at, other in enumerate(each.entries):
                            if question(other.name) == question(entry.name) and other.kind == "function" and types:
                                each.entries[at + 1 : at + 1] = types
                                types = []
                assert not types, f"{entry.name} is like no function before it"
        _, sections = next(each for each in found if each[1][0].header == section.header)
        sections[0].comment.paragraphs += section.comment.paragraphs

    def body(self):
        questions = self.questions()
        main, contents = [], []
        for title, sections in questions:
            place = slug(title)
            main.append(f'<section class="question"><h2 id="{place}"><a href="#{place}">{self.inline(title)}</a></h2>')
            rows = {}
            for section in sections:
                level = 3
                if len(sections) > 1:
                    main.append(f"<h3>{WHERE[section.header]}</h3>")
                    level = 4
                words = section.comment.paragraphs
                if words and words[0][1][0].islower(): # what stands behind the name of the header at its top
                    first = words[0][1].removeprefix(f"{title[0].lower()}{title[1:]}: ")
                    words = [(words[0][0], first[0].upper() + first[1:]), *words[1:]]
                main.append(f'<div class="about">{self.paragraphs(words)}</div>' if words else "")
                for entry in section.entries:
                    main.append(self.entry(entry, level))
                    if entry.kind == "function":
                        rows.setdefault(question(entry.name), []).append(entry.name)
            main.append("</section>")
            items = "".join(f"<li>{self.row(short, names)}</li>" for short, names in rows.items())
            contents.append(f'<li><a class="title" href="#{place}">{self.inline(title)}</a><ul>{items}</ul></li>')
        shared = next(slug(section.title) for section in self.sections if section.header == "base.h")
        about = (
            '<p class="lead">Each function stands below the question that it answers, first in the plane, then in space. What is said here '
            "is what the C headers say; the classes of C++, and the packages for Python and JavaScript, have methods of the same names. "
            f'<a href="#{shared}">Four promises</a> hold for every function.</p>'
        )
        return (
            '<div class="columns"><nav class="contents" aria-label="Contents"><div class="search"><label for="search">Search '
            '<kbd>/</kbd></label><input id="search" type="search" autocomplete="off" spellcheck="false"><ul aria-label="Found"></ul>'
            f'<p role="status"></p></div><ol>{"".join(contents)}</ol></nav>'
            f'<main><h1>Manual</h1>{about}{"".join(main)}</main></div>'
        )

    def row(self, short, names):
        """A function in the contents: its name, or if it is there in the plane and in space, both after the name."""
        if len(names) == 1:
            return f'<a href="#{names[0]}">{short}</a>'
        links = []
        for name in names:
            before, where = ("in the", "plane") if "_polys_" in name else ("in", "space")
            links.append(f'<a href="#{name}" aria-label="{short} {before} {where}">{where}</a>')
        return f"{short} {' '.join(links)}"


def question(name):
    """The name of a function without that of its set."""
    return re.sub(r"^sepal_(?:polys_|solids_)?", "", name)


def slug(title):
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")


def without_margin(words):
    lines = words.splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[margin:] for line in lines)


def classes():
    """sepal.hpp as it is."""
    text = html.escape((ROOT / "include/sepal/sepal.hpp").read_text(), quote=False)
    return f'<main class="alone"><h1>C++</h1><p class="lead">The classes of <code>sepal.hpp</code>, as they are declared.</p><pre class="source" tabindex="0">{text}</pre></main>'


def main(folder, *options):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    home = options[1] if options[:1] == ("--page",) else "index.html"
    readme = markdown.rendered((ROOT / "packaging/npm/README.md").read_text())
    bodies = {"index.html": Manual().body(), "cpp.html": classes(), "npm.html": f'<main class="alone">{readme}</main>'}
    for name, body in bodies.items():
        links = " ".join(
            f'<a href="{each}"{" aria-current=page" if each == name else ""}>{words}</a>' for each, words in PAGES.items()
        )
        description = f"The manual of sepal for {PAGES[name]}: exact collision detection between convex shapes"
        page = FRAME.format(title=f"Manual, {PAGES[name]}", description=description, home=home, links=links, body=body)
        (folder / name).write_text(page)
    for file in FILES:
        shutil.copy(HERE / file, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
