"""Runs the recipe for Conan with stand-ins for what Conan gives it, so that the recipe is tested where Conan is not.

    conan.py RECIPE VERSION WORK    the package is in WORK/package; then the program of the test package is built and run
"""

import hashlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import types
import urllib.request
from pathlib import Path


class ConanFile:
    """The folders, settings and options of one build."""

    def __init__(self, work, **known):
        self.source_folder, self.build_folder, self.package_folder = (str(work / name) for name in ("src", "build", "package"))
        self.settings = types.SimpleNamespace(os="Linux", arch="x86_64", compiler="gcc", build_type="Release")
        self.cpp_info = types.SimpleNamespace(set_property=lambda name, value: None)
        self.cpp = types.SimpleNamespace(build=types.SimpleNamespace(bindir=self.build_folder))
        self.tested_reference_str = "sepal"
        self.variables = {}
        self.__dict__.update(known)

    def requires(self, *reference, **traits):
        assert reference[0]

    tool_requires = requires

    def run(self, command, env=None):
        subprocess.run([command], check=True, env={**os.environ, "LD_LIBRARY_PATH": self.library_path})


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.variables = recipe, {}

    def generate(self):
        self.recipe.variables = self.variables


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def configure(self):
        known = {True: "ON", False: "OFF"}
        given = [f"-D{name}={known.get(value, value)}" for name, value in self.recipe.variables.items()]
        prefix = [f"-DCMAKE_INSTALL_PREFIX={self.recipe.package_folder}", "-DCMAKE_INSTALL_LIBDIR=lib"]
        subprocess.run(
            ["cmake", "-S", self.recipe.source_folder, "-B", self.recipe.build_folder, *prefix, *given], check=True
        )

    def build(self):
        subprocess.run(["cmake", "--build", self.recipe.build_folder, "--parallel", "2"], check=True)

    def install(self):
        subprocess.run(["cmake", "--install", self.recipe.build_folder], check=True)


def get(recipe, url, sha256, strip_root):
    assert strip_root
    archive = Path(recipe.source_folder).parent / url.rsplit("/", 1)[1]
    with urllib.request.urlopen(url) as source:
        archive.write_bytes(source.read())
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == sha256, "the checksum differs"
    Path(recipe.source_folder).mkdir()
    subprocess.run(["tar", "-xf", archive, "-C", recipe.source_folder, "--strip-components=1"], check=True)


def copy(recipe, pattern, src, dst):
    Path(dst).mkdir(parents=True, exist_ok=True)
    for path in Path(src).glob(pattern):
        shutil.copy(path, dst)


def module(name, **members):
    sys.modules[name] = made = types.ModuleType(name)
    made.__dict__.update(members)


def conan_data(path):
    """The recipe's conandata.yml, which has one version with a URL and a checksum."""
    found = re.fullmatch(r'sources:\n  "(.+)":\n    url: "(.+)"\n    sha256: "(.+)"\n', path.read_text())
    return {"sources": {found[1]: {"url": found[2], "sha256": found[3]}}}


def main(recipe, version, work):
    recipe, work = Path(recipe), Path(work)
    module("conan", ConanFile=ConanFile)
    module("conan.tools")
    module("conan.tools.cmake", CMake=CMake, CMakeToolchain=CMakeToolchain, cmake_layout=lambda recipe, src_folder=None: None)
    module("conan.tools.files", copy=copy, get=get, rmdir=lambda recipe, path: shutil.rmtree(path, ignore_errors=True))
    module("conan.tools.build", can_run=lambda recipe: True)
    kind = runpy.run_path(recipe / "conanfile.py")["Sepal"]
    simde = types.SimpleNamespace(cpp_info=types.SimpleNamespace(includedirs=["/usr/include"]))
    sepal = kind(
        work,
        version=version,
        options=types.SimpleNamespace(**kind.default_options),
        conan_data=conan_data(recipe / "conandata.yml"),
        dependencies={"simde": simde},
    )
    for step in ("requirements", "build_requirements", "layout", "source", "generate", "build", "package", "package_info"):
        getattr(sepal, step)()
    assert sepal.cpp_info.libs == ["sepal"]
    assert (Path(sepal.package_folder) / "licenses/LICENSE").exists()
    use(recipe / "test_package", sepal, work / "program")


def use(recipe, sepal, work):
    """Builds the program as Conan's CMakeDeps would let it be built: with a package file made of the recipe's package_info."""
    found = work / "deps"
    found.mkdir(parents=True)
    libraries = " ".join([f"{sepal.package_folder}/lib/lib{name}.a" for name in sepal.cpp_info.libs] + sepal.cpp_info.system_libs)
    (found / "sepal-config.cmake").write_text(
        "add_library(sepal::sepal INTERFACE IMPORTED)\n"
        f"target_include_directories(sepal::sepal INTERFACE {sepal.package_folder}/include)\n"
        f"target_link_libraries(sepal::sepal INTERFACE {libraries})\n"
    )
    program = runpy.run_path(recipe / "conanfile.py")["Program"](work, library_path=f"{sepal.package_folder}/lib")
    program.source_folder = str(recipe)
    program.variables = {"sepal_DIR": found}
    for step in ("requirements", "layout", "build", "test"):
        getattr(program, step)()


if __name__ == "__main__":
    main(*sys.argv[1:])
