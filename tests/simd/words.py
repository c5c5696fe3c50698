#!/usr/bin/env python3
"""Every word of src/simd/ has a row in a table of tests/simd/. Usage: words.py TREE"""

import re
import sys
from pathlib import Path

DEFINITION = re.compile(r"^(?:static inline|SPECIALISED) [\w ]*?\**(\w+)\(", re.MULTILINE)
ROW = re.compile(r'\{"(\w+)",')


def text_of(folder):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.[ch]")))


def main(tree):
    words = set(DEFINITION.findall(text_of(tree / "src/simd")))
    rows = set(ROW.findall(text_of(tree / "tests/simd")))
    assert "w_add" in words and "w_load_quads" in words, words
    checks = (("every word has a test", words - rows), ("every test is about a word", rows - words))
    print(f"1..{len(checks)}")
    for number, (what, bad) in enumerate(checks, 1):
        print(f"{'not ok' if bad else 'ok'} {number} - {what}")
        for name in sorted(bad):
            print(name, file=sys.stderr)
    return any(bad for _, bad in checks)


sys.exit(main(Path(sys.argv[1])))
