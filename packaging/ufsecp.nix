# The library and the tool, for nixpkgs' callPackage.
{ lib, stdenv, fetchurl, cmake, ninja, cli11, nlohmann_json, opencl-headers, simdjson, zlib, zstd }:

stdenv.mkDerivation {
  pname = "ufsecp";
  version = "@VERSION@";
  src = fetchurl {
    url = "@URL@";
    sha256 = "@SHA256@";
  };
  nativeBuildInputs = [ cmake ninja ];
  buildInputs = [ cli11 nlohmann_json opencl-headers simdjson zlib zstd ];
  cmakeFlags = [
    "-DSECP256K1_BUILD_TESTS=OFF"
    "-DSECP256K1_BUILD_BENCH=OFF"
    "-DSECP256K1_BUILD_EXAMPLES=OFF"
    "-DSECP256K1_RISCV_CPU=none"
    # ufsecp.pc finds the library from where it lies.
    "-DCMAKE_INSTALL_BINDIR=bin"
    "-DCMAKE_INSTALL_LIBDIR=lib"
    "-DCMAKE_INSTALL_INCLUDEDIR=include"
  ];
  doInstallCheck = true;
  installCheckPhase = "$out/bin/ufsecp selftest";
  meta = {
    description = "Fast secp256k1 library and tool: ECDSA, Schnorr signatures, batches";
    homepage = "https://github.com/UltrafastSecp256k1/UltrafastSecp256k1";
    license = lib.licenses.mit;
    mainProgram = "ufsecp";
    platforms = lib.platforms.unix;
  };
}
