"""The recipe of ufsecp for Conan 2."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.apple import is_apple_os
from conan.tools.build import stdcpp_library
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get, rmdir
from conan.tools.scm import Version

OLDEST = {"gcc": "12", "clang": "14", "apple-clang": "15"}


class Ufsecp(ConanFile):
    name = "ufsecp"
    version = "@VERSION@"
    license = "MIT"
    description = "secp256k1: ECDSA, Schnorr signatures, recovery, ECDH, and batches"
    homepage = "https://github.com/UltrafastSecp256k1/UltrafastSecp256k1"
    url = homepage
    topics = "secp256k1", "ecdsa", "schnorr", "bitcoin", "ethereum", "cryptography"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "lanes": [True, False], "gpu": [True, False]}
    default_options = {"shared": False, "lanes": True, "gpu": False}

    def validate(self):
        compiler = str(self.settings.compiler)
        oldest = OLDEST.get(compiler)
        if oldest is None:
            raise ConanInvalidConfiguration(
                f"ufsecp is compiled by {', '.join(OLDEST)}, not by {compiler}"
            )
        if Version(self.settings.compiler.version) < oldest:
            raise ConanInvalidConfiguration(
                f"ufsecp needs {compiler} {oldest} or newer, not {self.settings.compiler.version}"
            )

    def requirements(self):
        if self.options.gpu and not is_apple_os(self):
            self.requires("opencl-headers/[>=2020.06.16]", visible=False)

    def layout(self):
        cmake_layout(self, src_folder="src")

    def source(self):
        get(self, **self.conan_data["sources"][self.version], strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("TESTS", "BENCH", "CLI", "EXAMPLES"):
            toolchain.cache_variables[f"SECP256K1_BUILD_{part}"] = False
        toolchain.cache_variables["SECP256K1_RISCV_CPU"] = "none"
        toolchain.cache_variables["BUILD_SHARED_LIBS"] = bool(self.options.shared)
        toolchain.cache_variables["SECP256K1_USE_LANES"] = bool(self.options.lanes)
        toolchain.cache_variables["SECP256K1_USE_GPU"] = bool(self.options.gpu)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        for folder in ("share", os.path.join("lib", "cmake"), os.path.join("lib", "pkgconfig")):
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.libs = ["ufsecp"]
        self.cpp_info.set_property("cmake_file_name", "ufsecp")
        self.cpp_info.set_property("cmake_target_name", "ufsecp::ufsecp")
        self.cpp_info.set_property("pkg_config_name", "ufsecp")
        if not self.options.shared:
            self.cpp_info.system_libs = [lib for lib in [stdcpp_library(self)] if lib]
            if is_apple_os(self) and self.options.gpu:
                self.cpp_info.frameworks = ["Metal", "Foundation"]
            if self.settings.os == "Windows":
                self.cpp_info.system_libs.append("bcrypt")
            elif self.settings.os in ("Linux", "FreeBSD"):
                self.cpp_info.system_libs += ["pthread", "dl"]
