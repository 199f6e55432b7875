# The formula of ufsecp for Homebrew.
class Ufsecp < Formula
  desc "Fast secp256k1 library and tool: ECDSA, Schnorr signatures, batches"
  homepage "https://github.com/UltrafastSecp256k1/UltrafastSecp256k1"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "nlohmann-json" => :build
  depends_on "simdjson"
  depends_on "zstd"
  uses_from_macos "zlib"

  on_linux do
    depends_on "opencl-headers" => :build
  end

  def install
    off = %w[TESTS BENCH EXAMPLES].map { |part| "-DSECP256K1_BUILD_#{part}=OFF" }
    any_cpu = "-DSECP256K1_RISCV_CPU=none"
    system "cmake", "-S", ".", "-B", "build", *off, any_cpu, *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    pkgshare.install "packaging/test_package/stranger.c"
  end

  test do
    system ENV.cc, pkgshare/"stranger.c", "-I#{include}", "-L#{lib}", "-lufsecp", "-o", "stranger"
    assert_match "valid", shell_output("./stranger")
    system bin/"ufsecp", "selftest"
  end
end
