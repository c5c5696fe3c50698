"""sepal for Conan 2: conan create . --version VERSION, with a version of conandata.yml."""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir

required_conan_version = ">=2.0"


class Sepal(ConanFile):
    name = "sepal"
    description = "Which convex shapes overlap: exact answers for batches of pairs"
    license = "MIT"
    topics = ("geometry", "collision-detection", "simd")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]
    languages = "C"

    def requirements(self):
        self.requires("simde/0.8.2", headers=True, libs=False, visible=False)

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.16]")

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.variables["SEPAL_INSTALL"] = True
        toolchain.variables["SEPAL_SIMDE_DIR"] = self.dependencies["simde"].cpp_info.includedirs[0]
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        rmdir(self, os.path.join(self.package_folder, "lib", "cmake"))

    def package_info(self):
        self.cpp_info.libs = ["sepal"]
        self.cpp_info.set_property("cmake_file_name", "sepal")
        self.cpp_info.set_property("cmake_target_name", "sepal::sepal")
        self.cpp_info.set_property("pkg_config_name", "sepal")
        if self.options.shared and self.settings.os == "Windows":
            self.cpp_info.defines = ["SEPAL_SHARED"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
