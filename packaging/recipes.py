#!/usr/bin/env python3
"""Writes recipes for other package managers, with the version and the checksums of a tarball that `meson dist` made.

    recipes.py TARBALL URL HOMEPAGE FOLDER

URL: where the tarball can be downloaded. HOMEPAGE: of the project. FOLDER: receives a folder for each of WrapDB, vcpkg, Conan and
Homebrew."""

import hashlib
import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent


def values(tarball, url, homepage):
    """What the recipes say of the tarball, by the name that stands between two @ in them."""
    name = re.fullmatch(r"sepal-(\d+\.\d+\.\d+)\.tar\.(xz|gz|bz2)", tarball.name)
    if name is None:
        raise SystemExit(f"recipes.py: '{tarball}' is not called sepal-VERSION.tar.xz")
    for address in (url, homepage):
        if "://" not in address:
            raise SystemExit(f"recipes.py: '{address}' is no URL, such as https://example.org/{tarball.name}")
    content = tarball.read_bytes()
    return {
        "VERSION": name.group(1),
        "FILE": tarball.name,
        "URL": url,
        "HOMEPAGE": homepage,
        "SHA256": hashlib.sha256(content).hexdigest(),
        "SHA512": hashlib.sha512(content).hexdigest(),
    }


def fill(text, known):
    return re.sub(r"@([A-Z0-9]+)@", lambda match: known[match.group(1)], text)


def main(tarball, url, homepage, folder):
    known = values(Path(tarball), url, homepage)
    for source in sorted(HERE.glob("*/**/*")):
        target = Path(folder) / source.relative_to(HERE)
        if source.is_dir():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix == ".in":
            target.with_suffix("").write_text(fill(source.read_text(), known))
        else:
            shutil.copy(source, target)
    shutil.copy(HERE.parent / "tests/package/program.c", Path(folder) / "conan/test_package")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
