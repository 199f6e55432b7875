"""A stand-in for the package opencl-headers of Conan's server: the headers of this machine."""

import os

from conan import ConanFile
from conan.tools.files import copy


class OpenclHeaders(ConanFile):
    name = "opencl-headers"
    version = "2023.12.14"

    def package(self):
        copy(self, "CL/*", "/usr/include", os.path.join(self.package_folder, "include"))

    def package_info(self):
        self.cpp_info.bindirs = self.cpp_info.libdirs = []
