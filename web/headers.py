"""Reads the public C headers of sepal: their sections, and what each declares, with its comment. The form of the comments is that which
docs/doxygen/comments.awk describes."""

import re
from dataclasses import dataclass, field

NAMES = re.compile(r"([a-z][a-z0-9_]*(?:(?:,| \.\.) [a-z][a-z0-9_]*)*)(?:,? and what is returned)?: ?")
OTHERS = re.compile(r"All (?:other )?arguments(?:, and [a-z ]+)?(?:,? are|:) ?")
RETURNED = re.compile(r"SEPAL_[A-Z_]+\b|Returns ")
REFUSED = re.compile(r"(?<=[.:] )(?=SEPAL_BAD_[A-Z]+(?: also)?,? )") # in the middle of a line
DEFINED = re.compile(r" {2,3}(\w+)\.? {2,}(\S.*)")
WRAPPED = 100  # a line that ends a sentence, and had room for a word up to this column, ends a paragraph


@dataclass
class Comment:
    """A paragraph is (kind, words): a "text", an "item" of a list, a "term" and its meaning in the next line, a "formula". arguments are
    (names, paragraphs)."""

    paragraphs: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    returned: list = field(default_factory=list)


@dataclass
class Entry:
    """What a header declares: a "function", "structure", "values" (an enumeration), "type" or "macro"."""

    kind: str
    name: str
    declaration: str
    comment: Comment
    members: list = field(default_factory=list)  # (declaration, words)


@dataclass
class Section:
    header: str
    title: str
    comment: Comment
    entries: list = field(default_factory=list)


def words_of(comment):
    """The lines of a comment without its marks."""
    lines = comment.strip().removeprefix("/*").removesuffix("*/").rstrip().splitlines()
    return [lines[0].strip()] + [re.sub(r"^ \* ?", "", line).rstrip() for line in lines[1:]]


def understood(lines, known):
    """The comment of these lines. Those of a function or a structure, whose arguments or members are known by name, may describe them."""
    comment = Comment()
    target, last = comment.paragraphs, ""
    for line in lines:
        ended = not last or re.search(r"[.:)?]$", last)
        begins = not last or (ended and len(last) + len(line.split(" ", 1)[0]) < WRAPPED)
        named, others, defined = NAMES.match(line), OTHERS.match(line), DEFINED.match(line)
        open_item = target and last and target[-1][0]
        if not line:
            target.append(("end", ""))
        elif others or (named and all(name in known for name in re.split(r", | \.\. ", named[1]))):
            head = others or named
            comment.arguments.append((head[0].rstrip(": "), [("text", line[head.end() :])]))
            target = comment.arguments[-1][1]
        elif known and ended and RETURNED.match(line):
            comment.returned.append(("text", line))
            target = comment.returned
        elif defined:
            target.append(("term", f"{defined[1]}\n{defined[2]}"))
        elif re.match(r" ?[-*] ", line):
            target.append(("item", line.strip(" -*")))
        elif line.startswith("    ") and open_item != "term":
            target.append(("formula", line))
        elif open_item == "term" and line.startswith(" ") or open_item == "item" or (open_item == "text" and not begins):
            target[-1] = (open_item, f"{target[-1][1]} {line.strip()}".strip())
        else:
            target.append(("text", line.strip()))
        last = line
    if known:
        for paragraphs in (comment.paragraphs, *(each for _, each in comment.arguments)):
            kind, words = paragraphs[-1] if paragraphs else ("", "")
            if kind == "text" and not comment.returned:
                before, *after = REFUSED.split(words, maxsplit=1)
                paragraphs[-1] = (kind, before.strip())
                comment.returned += [(kind, words) for words in after]
    for paragraphs in (comment.paragraphs, comment.returned, *(each for _, each in comment.arguments)):
        joined = []
        for kind, words in paragraphs:
            if kind == "formula" and joined and joined[-1][0] == "formula":
                joined[-1] = (kind, f"{joined[-1][1]}\n{words}")
            elif kind != "end" and words:
                joined.append((kind, words))
        paragraphs[:] = joined
    return comment


def parameters(declaration):
    """The names of the arguments of a function, or of the members of a structure."""
    return set(re.findall(r"([a-z][a-z0-9_]*)(?:\[\d\])?(?=\s*[,;)])", declaration))


def members_of(body, values):
    """The members of a structure, or the values of an enumeration: (declaration, words). Words may go on in the lines below."""
    found = []
    for declaration, words in re.findall(r"([^/]*)(?:/\*\s*(.*?)\s*\*/)?", body, re.S):
        each = [" ".join(each.split()) for each in (declaration.split(",") if values else declaration.split(";"))]
        each = [one for one in each if one]
        found += [(one, "") for one in each[:-1]] + [(one, re.sub(r"\s*\n\s*\* ?", " ", words)) for one in each[-1:]]
    return found


def read(path):
    """The sections of a header. The first has the comment at its top, and the title that this begins with."""
    text = path.read_text()
    top = re.match(r"/\*.*?\*/", text, re.S)[0]
    about = words_of(top)
    about[0] = about[0].partition(" — ")[2]
    title = re.split(r"[:.,]", about[0])[0]
    sections = [Section(path.name, title[0].upper() + title[1:], understood(about, set()))]
    comment = ""
    pattern = re.compile(
        r"(?P<comment>^/\*.*?\*/$)|(?P<function>^SEPAL_API\b[^;]*;)|(?P<braces>^(?:typedef )?(?:struct|enum)\b[^;{]*\{.*?\}[^;}]*;)"
        r"|(?P<type>^typedef[^;{]*;(?: */\*.*?\*/)?)|(?P<macro>^#define \w+(?:\(\w+\))? (?:(?!\n).)*)|(?P<space>^$)",
        re.S | re.M,
    )
    for found in pattern.finditer(text, len(top)):
        kind, source = found.lastgroup, found[0]
        if kind == "comment":
            comment = source
            heading = re.match(r"/\* -+ (.*?) -*\n?(?: \*)?(?:\n|\*/|$)", source + "\n")
            if source.startswith("/* ---"):
                lines = words_of(source)
                lines[0] = ""
                sections.append(Section(path.name, heading[1].rstrip(" -*/"), understood(lines, set())))
                comment = ""
        elif kind == "space":
            comment = ""
        else:
            entry = declared(kind, source, words_of(comment) if comment else [])
            if entry:
                sections[-1].entries.append(entry)
            if kind != "macro" or entry:
                comment = ""
    return [section for section in sections if section.entries or section.comment.paragraphs]


def declared(kind, source, lines):
    if kind == "macro":
        name, words = re.match(r"#define (\w+)", source)[1], re.search(r"/\* (.*?) \*/", source)
        if name == "SEPAL_API" or not (words or lines):
            return None
        declaration = re.sub(r"\s*/\*.*", "", source)
        return Entry("macro", name, declaration, understood(lines or [words[1]], set()))
    if kind == "function":
        declaration = " ".join(source.removeprefix("SEPAL_API").split())
        name = re.search(r"\b(sepal_\w+)\(", declaration)[1]
        return Entry("function", name, declaration, understood(lines, parameters(declaration)))
    if kind == "type":
        words = re.search(r"/\* (.*?) \*/", source)
        declaration = re.sub(r"\s*/\*.*", "", source)
        name = re.search(r"\b(sepal_\w+)(?=\(|;)", declaration)[1]
        return Entry("type", name, " ".join(declaration.split()), understood(lines or [words[1]], parameters(declaration)))
    head, body, tail = re.match(r"(.*?)\{(.*)\}(.*)", source, re.S).groups()
    values = "enum" in head
    bare = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    name = tail.strip(" ;") or re.match(r"\s*(\w+)", body)[1]
    comment = understood(lines, parameters(bare))
    return Entry("values" if values else "structure", name, "", comment, members_of(body, values))
