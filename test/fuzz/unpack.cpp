// Fuzzes compressed files: what was packed, in any members, is read back in any pieces, and any
// bytes after a right beginning are read or refused.
#include <zlib.h>
#include <zstd.h>

#include "../../cli/command.h"
#include "../../cli/compressed.h"
#include "../../cli/io.h"
#include "fuzz.h"

using namespace hostile;

namespace {

struct content {
    std::string text, error;
};

content read(const std::string &packed, size_t most) {
    const memory_file file(packed);
    content out;
    try {
        buffered_input in(file.path());
        do {
            while (!in.left().empty()) {
                const std::string_view part = in.left().substr(0, most);
                out.text += part;
                in.take(part.size());
            }
            REQUIRE(in.taken() == out.text.size(), packed);
            REQUIRE(in.taken_of_file() <= packed.size(), packed);
        } while (out.text.size() < (4 << 20) && in.fill());
        if (out.text.size() < (4 << 20)) REQUIRE(in.taken_of_file() == packed.size(), packed);
    } catch (const unusable &error) {
        out.error = error.what();
        REQUIRE(!out.error.empty(), packed);
    }
    return out;
}

std::string gzip(const std::string &text, int level) {
    z_stream z = {};
    if (deflateInit2(&z, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) != Z_OK) abort();
    std::string out(deflateBound(&z, text.size()), 0);
    z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) abort();
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

std::string zstd(const std::string &text, int level) {
    std::string out(ZSTD_compressBound(text.size()), 0);
    const size_t n = ZSTD_compress(out.data(), out.size(), text.data(), text.size(), level);
    if (ZSTD_isError(n)) abort();
    out.resize(n);
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    std::string text = "plain ", packed;
    for (size_t i = 1 + s.below(4); i > 0; i--) {
        std::string part = i == 1 ? std::string(data, data + size) : std::string(s.below(99), 'x');
        if (s.one_in(8)) part.append(200000, static_cast<char>(s.byte()));
        if (packed.empty()) part = text + part, text.clear();
        text += part;
        const int level = 1 + static_cast<int>(s.below(9));
        packed += s.one_in(2) ? gzip(part, level) : zstd(part, level);
    }
    if (s.one_in(4)) packed.append(s.below(600), 0);
    const content all = read(packed, 1 + s.below(1 << 17));
    if (foreign_file(std::string_view(text).substr(0, 1 << 16)).empty())
        REQUIRE(all.error.empty() && all.text == text, packed + all.error);
    const content cut = read(packed.substr(0, s.below(packed.size())), 1 << 20);
    REQUIRE(text.starts_with(cut.text) || !cut.error.empty() || cut.text.size() < 4, packed);
    std::string spoiled = packed;
    spoiled[s.below(spoiled.size())] ^= static_cast<char>(1 + s.below(255));
    (void)read(spoiled, 1 << 20);
    const std::string raw(data, data + size);
    for (const char *start : {"", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd"}) {
        const content whole = read(start + raw, 1 << 20), pieces = read(start + raw, 1000);
        REQUIRE(whole.text == pieces.text && whole.error == pieces.error, raw);
    }
    return 0;
}
