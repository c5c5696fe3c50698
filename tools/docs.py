#!/usr/bin/env python3
"""Checks that everything exists to which the Markdown pages and the comments of the sources refer: linked pages and sections, and
the files, constants, functions and commands that are named, shortened or not, and the frames of a debugger; that .ci/run runs every
command of README; that counts and lists of what is in the tree are those of the tree; that every constant of src/ that is a
floating-point number is named in docs/numerics; and that lines of pages have at most 120 columns.
Usage: docs.py TREE"""

import re
import sys
from pathlib import Path

COLUMNS = 120
# Pages that name functions of the sources, besides the proofs.
OF_FUNCTIONS = (Path("docs/life_of_a_pair.md"), Path("docs/defining.md"), Path("docs/kernels.md"))
# Pages that shorten names, besides the proofs.
SHORT = ("README.md", "for_engines.md", "recipes.md", "threads.md")
SOURCES = ("src", "include", "tests", "bench", "examples", "tools")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
BROKEN_LINK = re.compile(r"\]\(([^()\s]+)\n")  # GitHub takes no target that goes on in the next line
CODE = re.compile(r"`([^`\n]+)`")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NAME = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+|[a-z][a-z0-9]*(_[a-z0-9]+)+")
FILE_NAME = re.compile(r"(src|include|tests|bench|examples|tools|docs)/[\w./-]+|[\w/-]+\.(c|h|cc|py|md)")
NUMBER = r"(?:0x[\da-fA-F.]+p[-+]?\d+|\b\d+\.\d*|\b\d+e-?\d+)"
CONSTANT = re.compile(rf"^#define ([A-Z]\w*)[ \t]+.*{NUMBER}|^static const (?:double|float) ([A-Z]\w*) =", re.MULTILINE)
REFERENCE = re.compile(r'docs/[\w/-]+\.md(?:, "([^"]+)")?')
COMMAND = re.compile(r"\./dev\s+([a-z]\w*(?:-[a-z0-9]+)*)")
RUN = re.compile(r"\./dev [a-z]\w*(?:-[a-z0-9]+)*(?: all)?")
COUNT = re.compile(r"\b(\w+) (?:`?\.c`? )?files\b")
FRAME = re.compile(r"^#\d+ +(\w+)(?: +(\S+))?$", re.MULTILINE)
NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

# Lists that have to name every file of a kind: the part of the file's path that is its name; which file has the list, and where.
HARNESS = re.compile(r"tests/fuzz/fuzz_(\w+)\.c")
LISTS = (
    (HARNESS, "dev", re.compile(r"runs the fuzzers \((.*?);")),
    (HARNESS, "tools/fuzz.sh", re.compile(r"^fuzz_names='(.*)'", re.MULTILINE)),
    (HARNESS, "CONTRIBUTING.md", re.compile(r"^## Fuzzing$(.*?)^## ", re.MULTILINE | re.DOTALL)),
    (re.compile(r"docs/([\w-]+\.md)"), "CONTRIBUTING.md", re.compile(r"^docs/ (.*?)^```", re.MULTILINE | re.DOTALL)),
    (re.compile(r"docs/numerics/(?!README)(\w+\.md)"), "docs/numerics/README.md",
     re.compile(r"^\| page (.*?)^## ", re.MULTILINE | re.DOTALL)),
)


def anchor(title):
    """What a link calls the section with this title, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def titles(text):
    return HEADING.findall(FENCE.sub("", text))


def links(page, text, pages):
    """Links of a page that lead nowhere. pages: the texts by path, relative to the tree; None for what is no page."""
    for start in BROKEN_LINK.findall(FENCE.sub("", text)):
        yield f"{page}: a link is broken over two lines: {start}"
    for match in LINK.finditer(FENCE.sub("", text)):
        link = match.group(1) or match.group(2)
        if "://" in link:
            continue
        name, _, section = link.partition("#")
        target = page if name == "" else normal(page.parent / name)
        if target not in pages:
            yield f"{page}: there is no {link}"
        elif section != "" and section not in map(anchor, titles(pages[target] or "")):
            yield f"{page}: there is no section {link}"


def short_names(page, text, defined):
    """Names without their beginning, as in "`A_B_C`, `_D`", that go on none of the beginnings of the name before them."""
    full = ""
    for code in CODE.findall(FENCE.sub("", text)):
        if re.fullmatch(NAME, code):
            full = code
        elif re.fullmatch(r"(_[A-Za-z0-9]+)+", code):
            parts = full.split("_")
            if not any("_".join(parts[:count]) + code in defined for count in range(len(parts) + 1)):
                yield f"{page}: no source has a name that ends in {code} and begins as {full}"


def names(page, text, files, defined):
    """Files, and in proofs constants and functions, that a page names and that do not exist. defined: the names of the sources."""
    for code in CODE.findall(FENCE.sub("", text)):
        if NAME.fullmatch(code) and (page.parts[:2] == ("docs", "numerics") or page in OF_FUNCTIONS) and code not in defined:
            yield f"{page}: no source has {code}"
        elif FILE_NAME.fullmatch(code) and not any(path == code or path.endswith("/" + code) for path in files):
            if not any(path.startswith(code.rstrip("/") + "/") for path in files):
                yield f"{page}: there is no {code}"


def frames(page, text, read):
    """Frames of a debugger that name a file which does not exist, or a function which is not in it, nor made there by a macro. The
    copies of a kernel for each instruction set have their names elsewhere. read: the texts by path."""
    for function, file in FRAME.findall("\n".join(FENCE.findall(text))):
        path = Path(file)
        if file != "" and path not in read:
            yield f"{page}: there is no {file}"
        elif file != "" and not re.search(r"_(sse2|avx2|avx512)$", function) and not re.search(rf"\b{function}[(,]", read[path]):
            yield f"{page}: {file} has no {function}"


def constants(source, text, named):
    """Constants of a source that are floating-point numbers, which bound something, and that no proof names."""
    for match in CONSTANT.finditer(text):
        name = match.group(1) or match.group(2)
        if name not in named:
            yield f"{source}: no page of docs/numerics has `{name}`"


def references(source, text, pages):
    """Pages and sections that a comment names and that do not exist."""
    flat = re.sub(r"\n[ \t]*(\*|//|#)?[ \t]*", " ", text)
    for match in REFERENCE.finditer(flat):
        page = Path(match.group(0).split(",")[0])
        if page not in pages:
            yield f"{source}: there is no {page}"
        elif match.group(1) is not None and match.group(1) not in titles(pages[page]):
            yield f'{source}: {page} has no section "{match.group(1)}"'


def commands(page, text, known):
    """Commands of ./dev that do not exist."""
    for command in COMMAND.findall(text):
        if command not in known:
            yield f"{page}: there is no ./dev {command}"


def not_run(readme, script):
    """Commands of README that .ci/run does not run. What is run with more arguments, in a shorter time, counts."""
    for command in sorted(set(RUN.findall(readme))):
        if not re.search(rf"{re.escape(command)}(?![\w-])", script):
            yield f".ci/run does not run {command}, which README names"


def counts(page, text, joined):
    """Wrong counts of the sources that join all others, of which there are `joined`, and one more with the header of the amalgamation.
    No other files are counted in words."""
    for match in COUNT.finditer(re.sub(r"\n[ \t]*(\*|//|#)?[ \t]*", " ", text)):
        if match.group(1).lower() in NUMBERS and NUMBERS.index(match.group(1).lower()) not in (joined, joined + 1):
            yield f"{page}: '{match.group(0)}', but src/sepal*.c are {joined}"


def lists(files, read, wanted=LISTS):
    """Files that a list does not name. read: the texts by path."""
    for kind, page, place in wanted:
        found = place.search(read[Path(page)])
        named = re.findall(r"[\w.-]+", found.group(1)) if found else []
        for file in files:
            match = kind.fullmatch(file)
            if match and match.group(1) not in (name.rstrip(".") for name in named):
                yield f"{page}: its list lacks {file}"


def long_lines(page, text):
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > COLUMNS and not line.startswith("|"):
            yield f"{page}:{number}: {len(line)} columns"


def normal(path):
    parts = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return Path(*parts)


def self_check():
    """Each check refuses what it should, and only that."""
    text = "# One, two\n[a](b.md#c-d) [e](#one-two) [f](https://g)\n"
    pages = {Path("docs/a.md"): text, Path("docs/b.md"): "# B\n## C d\n"}
    assert list(links(Path("docs/a.md"), text, pages)) == []
    assert len(list(links(Path("docs/a.md"), "[a](b.md#x) [c](c.md) [d](#d)\n[e]: f.md\n", pages))) == 4
    assert len(list(links(Path("docs/a.md"), "[a](#one-\ntwo)\n", pages))) == 1
    page = Path("docs/numerics/a.md")
    assert list(names(page, "`A_B` `a_b` `src/a.c` `a.c` `src/` `x + y`", ["src/a.c"], {"A_B", "a_b"})) == []
    assert len(list(names(page, "`A_C` `a_c` `src/b.c` `b.c` `src/b/`", ["src/a.c"], {"A_B", "a_b"}))) == 5
    assert len(list(names(Path("docs/life_of_a_pair.md"), "`a_c` `a_b`", [], {"a_b"}))) == 1
    assert list(short_names(page, "`A_B_C`, `_D`, `_B_E`", {"A_B_D", "A_B_E"})) == []
    assert len(list(short_names(page, "`A_B_C`, `_D`, `_C_E`", {"A_C_D", "A_B_E"}))) == 2
    shown = "```\n#0  f   src/a.c\n#11 g_avx2 src/a.c\n#12 main\n```\n#0 h src/b.c\n"
    assert list(frames(page, shown, {Path("src/a.c"): "int f(int);"})) == []
    assert len(list(frames(page, shown + "```\n#0  f  src/c.c\n#1  g  src/a.c\n```\n", {Path("src/a.c"): "f()"}))) == 2
    defines = "#define A_B 0x1p-2F\n#define A_C (3 * 0.5)\n#define A_D 1e-4 /* d */\n"
    assert list(constants("a.h", defines + "#define A_E 3\n", {"A_B", "A_C", "A_D"})) == []
    assert len(list(constants("a.h", defines + "static const double A_E = 0.1;\n", {"A"}))) == 4
    assert list(references("a.h", '/* docs/b.md, "C\n * d" */', pages)) == []
    assert len(list(references("a.h", '/* docs/c.md; docs/b.md, "D" */', pages))) == 2
    assert list(commands(page, "`./dev a-b c` `./dev\nd`", {"a-b", "d"})) == []
    assert len(list(commands(page, "`./dev a-b`, `./dev b`, ./dev", {"a"}))) == 2
    assert list(not_run("`./dev a-b`, ./dev c all", "x ./dev a-b y\n./dev c all --d\n")) == []
    assert len(list(not_run("`./dev a`, ./dev c all, ./dev", "./dev a-b\n./dev c\n"))) == 2
    assert list(counts(page, "seven files, eight `.c` files, 4 files, the files", 7)) == []
    assert len(list(counts(page, "its four\n * files, Six .c files, nine `.c` files", 7))) == 3
    wanted = [(re.compile(r"a/(\w+)\.c"), "b", re.compile(r"\((.*?)\)"))]
    assert list(lists(["a/c.c", "a/d.c", "e/f.c"], {Path("b"): "(c, d.)"}, wanted)) == []
    assert len(list(lists(["a/c.c", "a/d.c"], {Path("b"): "(cc) d"}, wanted))) == 2
    assert len(list(long_lines(page, "a" * 121 + "\n| " + "a" * 121 + "\n" + "a" * 120))) == 1


def main(tree):
    self_check()
    folders = (*SOURCES, "docs", "cmake", ".ci", "python", "packaging", "web")
    paths = [path.relative_to(tree) for top in folders for path in sorted((tree / top).rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts]
    paths += [path.relative_to(tree) for path in sorted(tree.iterdir()) if path.is_file()]
    files = [path.as_posix() for path in paths]
    read = {path: (tree / path).read_text(encoding="utf-8") for path in paths
            if path.suffix in (".md", ".c", ".h", ".cc", ".py", ".sh") or path.name == "dev"}
    pages = {path: read.get(path) if path.suffix == ".md" else None for path in paths}
    marked = {path: text for path, text in pages.items() if text is not None}
    sources = {path: text for path, text in read.items() if path.suffix != ".md" and path.name != "docs.py"}
    defined = {name for path, text in sources.items() if path.parts[0] in ("src", "include")
               for name in re.findall(r"\w+", text)}
    known = {name.replace("_", "-") for path, text in sources.items() if path.name == "dev" or path.suffix == ".sh"
             for name in re.findall(r"^dev_(\w+)\(\)", text, re.MULTILINE)}
    joined = sum(re.fullmatch(r"src/sepal\w*\.c", path) is not None for path in files)
    counting = {path: text for path, text in read.items()
                if path in marked or path.name == "dev" or path.parts[0] == "tools" or path.parts[:2] == ("tests", "package")}
    del counting[Path("tools/docs.py")]  # its examples of what is wrong
    proofs = [text for path, text in marked.items() if path.parts[:2] == ("docs", "numerics") or path.name == "finder.md"]
    named = {name for text in proofs for code in CODE.findall(FENCE.sub("", text)) for name in re.findall(r"\w+", code)}
    checks = {
        "links": [bad for path, text in marked.items() for bad in links(path, text, pages)],
        "names": [bad for path, text in marked.items() for bad in names(path, text, files, defined)],
        "short names": [bad for path, text in marked.items() if path.parts[:2] == ("docs", "numerics") or path.name in SHORT
                        for bad in short_names(path, text, defined)],
        "frames": [bad for path, text in marked.items() for bad in frames(path, text, read)],
        "constants": [bad for path, text in sources.items() if path.parts[0] == "src" for bad in constants(path, text, named)],
        "references": [bad for path, text in sources.items() for bad in references(path, text, pages)],
        "commands": [bad for path, text in counting.items() for bad in commands(path, text, known)],
        "commands of README": list(not_run(read[Path("README.md")], (tree / ".ci/run").read_text(encoding="utf-8"))),
        "counts": [bad for path, text in counting.items() for bad in counts(path, text, joined)],
        "lists": list(lists(files, read)),
        "columns": [bad for path, text in marked.items() for bad in long_lines(path, text)],
    }
    for number, (check, bad) in enumerate(checks.items(), 1):
        print(f"{'not ok' if bad else 'ok'} {number} - {check}")
        for line in bad:
            print(line, file=sys.stderr)
    print(f"1..{len(checks)}")
    return any(checks.values())


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
