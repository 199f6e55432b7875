// Fuzzes the row readers of the command line tool: one set of rows reads the same from every
// format, and any text is rows or is refused.
#include "../../cli/io.cpp"
#include "../../cli/progress.cpp"
#include "../../cli/rows.cpp"
#include "../../cli/secrets.cpp"
#include "fuzz.h"

using namespace hostile;

namespace {

struct read_rows {
    bytes rows;
    std::vector<std::string> extras;
    std::vector<uint64_t> lines;
    std::vector<bool> plain; /* not refused, no message apart */
    std::string error;
};

/* Reads all; the reader's own promises hold for every chunk. */
read_rows read(const std::string &text, const row_options &options) {
    const memory_file file(text);
    read_rows out;
    try {
        row_reader reader(file.path(), options);
        row_chunk chunk;
        while (reader.next(chunk)) {
            REQUIRE(chunk.n > 0 && chunk.stride == row_bytes(options.kind) + options.extra, text);
            REQUIRE(chunk.bytes.size() >= chunk.n * chunk.stride, text);
            REQUIRE(chunk.refused.empty() || chunk.refused.rbegin()->first < chunk.n, text);
            REQUIRE(chunk.messages.empty() || chunk.messages.rbegin()->first < chunk.n, text);
            REQUIRE(chunk.notes.size() == chunk.lines.size() &&
                        (chunk.lines.empty() || chunk.lines.size() == chunk.n),
                    text);
            for (size_t i = 0; i < chunk.n; i++) {
                out.rows.insert(out.rows.end(), chunk.row(i), chunk.row(i) + chunk.stride);
                out.extras.push_back(chunk.extra(i, options.kind));
                out.plain.push_back(!chunk.refused.count(i) && !chunk.messages.count(i));
            }
            for (uint64_t line : chunk.lines) {
                REQUIRE(line > 0 && (out.lines.empty() || line > out.lines.back()), text);
                out.lines.push_back(line);
            }
        }
        REQUIRE(reader.bytes_done() == text.size(), text);
    } catch (const unusable &error) {
        out.error = error.what();
        REQUIRE(!out.error.empty(), text);
    }
    return out;
}

/* The fields of a row, in the order of the text forms. */
std::vector<std::string> fields(const bytes &row, row_kind kind) {
    const auto part = [&](size_t at, size_t len) { return hex(slice(row, at, len)); };
    if (kind == row_kind::ecdsa) return {part(0, 32), part(32, 33), part(65, 64)};
    if (kind == row_kind::schnorr) return {part(0, 32), part(32, 32), part(64, 64)};
    return {part(0, 32), part(32, 64), std::to_string(row[96])};
}
const std::vector<std::string> names[] = {
    {"msg", "pubkey", "sig"}, {"xonly", "message", "signature"}, {"hash", "sig", "recid"}};

void same_rows(source &s) {
    const row_kind kind = static_cast<row_kind>(s.below(3));
    const size_t n = s.below(6), width = row_bytes(kind);
    const std::vector<std::string> &name = names[static_cast<size_t>(kind)];
    const std::string newline = s.one_in(2) ? "\n" : "\r\n";
    bytes flat;
    std::string hex_lines, words, csv, json;
    if (s.one_in(2)) csv = name[0] + "," + name[1] + ", " + name[2] + newline;
    for (size_t i = 0; i < n; i++) {
        const bytes row = s.string(width);
        const std::vector<std::string> f = fields(row, kind);
        const std::string x = s.one_in(4) && kind != row_kind::recover ? "0x" : "";
        flat = flat + row;
        hex_lines += x + hex(row) + newline + (s.one_in(4) ? "# note" + newline : "");
        words += x + f[0] + " " + f[1] + "\t" + x + f[2] + newline + (s.one_in(4) ? newline : "");
        csv += s.one_in(2) ? "\"" + f[0] + "\"," + f[1] + "," + f[2] + newline
                           : f[0] + " ," + f[1] + "," + x + f[2] + newline;
        const auto member = [&](size_t k) { return "\"" + name[k] + "\":\"" + f[k] + "\""; };
        json += "{" + member(2) + "," + member(0) + ", \"more\":1," + member(1) + "}" + newline;
    }
    const std::pair<row_format, std::string> texts[] = {{row_format::hex, hex_lines},
                                                        {row_format::hex, words},
                                                        {row_format::csv, csv},
                                                        {row_format::jsonl, json}};
    row_options options;
    options.kind = kind, options.format = row_format::binary;
    const read_rows binary = read(std::string(flat.begin(), flat.end()), options);
    REQUIRE(binary.error.empty() && binary.rows == flat && binary.lines.empty(), hex(flat));
    for (const auto &[format, text] : texts) {
        options.format = s.one_in(4) && n > 0 ? row_format::automatic : format;
        const read_rows got = read(text, options);
        REQUIRE(got.error.empty() && got.rows == flat && got.lines.size() == n, text + got.error);
        for (bool plain : got.plain) REQUIRE(plain, text);
    }
    if (n > 0) { /* cut in its last row */
        options.format = row_format::binary;
        const read_rows cut = read(
            std::string(flat.begin(), flat.end() - static_cast<ptrdiff_t>(1 + s.below(width - 1))),
            options);
        REQUIRE(!cut.error.empty() && cut.rows == slice(flat, 0, (n - 1) * width), hex(flat));
    }
}

const char *const words[] = {
    "msg",   "sig",     "pubkey", "recid", "extra", "\"", ",",    "\n",           " ",
    "{",     "}",       ":",      "[",     "0x",    "#",  "\r\n", "\xef\xbb\xbf", "null",
    "1e999", "\\u0000", "255",    "-1"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    same_rows(s);
    row_options options;
    options.kind = static_cast<row_kind>(s.below(3));
    options.format = static_cast<row_format>(s.below(5));
    options.extra = s.one_in(2) ? 0 : s.below(20);
    options.allow_hybrid = s.one_in(2);
    options.lax_der = s.one_in(2);
    read(any_text(s, words, [&] { return s.one_in(2) ? 32 + s.below(34) : s.below(5); }), options);
    read(std::string(data, data + size), options);
    return 0;
}
