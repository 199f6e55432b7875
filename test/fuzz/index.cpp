// Fuzzes the reader of indexes for ufsecp scan: both forms read the same in any pieces, and any
// text is an index or is refused.
#include "../../cli/command.h"
#include "../../cli/compressed.h"
#include "../../cli/hex.h"
#include "../../cli/scan_index.h"
#include "fuzz.h"

using namespace hostile;

namespace {

struct read_index {
    index_chunk rows;
    size_t tweak_size = 0, output_size = 0;
    std::string hash;   /* of the rows, as the chunks came */
    std::string others; /* names and cells of other columns */
    std::string error;
};

/* Reads all in pieces of up to `most` rows; the reader's own promises hold for every one. */
read_index read(const std::string &text, size_t most, bool frigate = false) {
    const memory_file file(text);
    read_index out;
    out.rows.clear();
    ufsecp::sha256 hash;
    ufsecp::sha256_init(&hash);
    try {
        index_reader reader(file.path(), frigate);
        index_chunk chunk;
        while (reader.next(chunk, most, {})) {
            const index_header &sizes = reader.sizes();
            REQUIRE(chunk.n > 0 && chunk.n <= most && chunk.at.size() == chunk.n + 1 &&
                        chunk.at[0] == 0,
                    text);
            REQUIRE(chunk.tweaks.size() == chunk.n * sizes.tweak_size, text);
            REQUIRE(chunk.outputs.size() == chunk.at[chunk.n] * sizes.output_size, text);
            for (size_t r = 0; r < chunk.n; r++) {
                REQUIRE(chunk.at[r] <= chunk.at[r + 1], text);
                for (const auto &[name, cell] : reader.others(chunk, r))
                    out.others += name + '=' + cell + '\n';
                out.rows.at.push_back(out.rows.at.back() + chunk.at[r + 1] - chunk.at[r]);
            }
            out.rows.tweaks = out.rows.tweaks + chunk.tweaks;
            out.rows.outputs = out.rows.outputs + chunk.outputs;
            out.rows.n += chunk.n;
            out.tweak_size = sizes.tweak_size, out.output_size = sizes.output_size;
            chunk.add_to(hash);
        }
        REQUIRE(reader.bytes_done() == text.size(), text);
    } catch (const unusable &error) {
        out.error = error.what();
        REQUIRE(!out.error.empty(), text);
    }
    uint8_t digest[32];
    ufsecp::sha256_final(&hash, digest);
    out.hash = to_hex(digest, 32);
    return out;
}

bool same(const index_chunk &a, const index_chunk &b) {
    return a.n == b.n && a.at == b.at && a.tweaks == b.tweaks && a.outputs == b.outputs;
}

void same_rows(source &s) {
    const size_t n = s.below(6);
    index_header header;
    header.tweak_size = s.one_in(2) ? 33 : 64, header.output_size = s.one_in(2) ? 8 : 32;
    header.rows = s.one_in(2) ? n : index_header::unknown;
    const bool titled = s.one_in(2), quoted = s.one_in(2);
    const std::string newline = s.one_in(2) ? "\n" : "\r\n", between = s.one_in(2) ? " " : ";",
                      quote = quoted ? "\"" : "";
    index_chunk rows;
    rows.clear();
    std::string binary(index_header_bytes, '\0'), csv, last;
    header.put(reinterpret_cast<uint8_t *>(binary.data()));
    if (titled) csv = "height,\"outputs\", tweak" + newline;
    for (size_t i = 0; i < n; i++) {
        const size_t count = s.below(4);
        const bytes tweak = s.string(header.tweak_size);
        last = std::string(tweak.begin(), tweak.end()) + static_cast<char>(count) + '\0';
        std::string cell;
        for (size_t k = 0; k < count; k++) {
            const bytes output = s.string(header.output_size);
            rows.outputs = rows.outputs + output;
            last += std::string(output.begin(), output.end());
            cell += (k > 0 ? between : "") + hex(output);
        }
        binary += last;
        const std::string digits =
            (header.tweak_size == 64 && s.one_in(2) ? "04" : "") + hex(tweak);
        if (s.one_in(4)) csv += s.one_in(2) ? newline : "# note" + newline;
        csv += titled ? std::to_string(i) + "," + quote + cell + quote + ", " + digits + newline
                      : quote + digits + quote + "," + cell + newline;
        rows.tweaks = rows.tweaks + tweak;
        rows.at.push_back(rows.at.back() + count);
        rows.n++;
    }
    const size_t most = 1 + s.below(4);
    const std::string what = hex(bytes(binary.begin(), binary.end()));
    const read_index got = read(binary, most), whole = read(binary, 1 << 20);
    REQUIRE(
        got.error.empty() && whole.error.empty() && same(got.rows, rows) && same(whole.rows, rows),
        what);
    REQUIRE(got.hash == whole.hash, what);
    if (n > 0) {
        const read_index text = read(csv, most);
        REQUIRE(text.error.empty() && same(text.rows, rows) && text.hash == got.hash,
                csv + text.error);
        REQUIRE(text.tweak_size == header.tweak_size, csv);
        REQUIRE(text.output_size == (rows.at[n] > 0 ? header.output_size : 0), csv);
    }
    if (n > 0) { /* cut in its last row: those before it are handed out */
        const read_index cut =
            read(binary.substr(0, binary.size() - 1 - s.below(last.size() - 1)), most);
        REQUIRE(cut.error.find("ends within row " + std::to_string(n - 1)) != std::string::npos &&
                    cut.rows.n == n - 1,
                what);
    }
    if (header.rows != index_header::unknown) { /* another number of rows than it says */
        index_header other = header;
        other.rows = n > 0 && s.one_in(2) ? n - 1 : n + 1;
        other.put(reinterpret_cast<uint8_t *>(binary.data()));
        const read_index wrong = read(binary, most);
        REQUIRE(!wrong.error.empty() && wrong.rows.n == std::min<uint64_t>(n, other.rows), what);
    }
}

/* The same rows as Frigate's table and as a binary index; other columns come as they were. */
void same_frigate(source &s) {
    const char separator = ",\t;"[s.below(3)];
    const bool hexadecimal = s.one_in(3), print = s.one_in(2);
    const std::string newline = s.one_in(2) ? "\n" : "\r\n";
    const std::string between = s.one_in(2) ? ", " : " ";
    std::string text = std::string("TxID") + separator + "tweak_key" + separator + "outputs";
    std::string others;
    text += newline;
    index_chunk rows;
    rows.clear();
    const size_t n = 1 + s.below(5);
    for (size_t i = 0; i < n; i++) {
        bytes tweak = s.string(64);
        if (print) tweak[0] = '!'; /* no digit: the cell is no hexadecimal text */
        const std::string id = hex(s.string(s.below(4)));
        others += "TxID=" + id + '\n';
        text += id + separator + '"';
        for (const uint8_t byte : tweak) {
            const bool plain = byte >= ' ' && byte <= '~' && !strchr("\\'\"", byte);
            if (!print) text += hex({byte});
            else text += plain ? std::string(1, static_cast<char>(byte)) : "\\x" + hex({byte});
        }
        text += std::string("\"") + separator + (hexadecimal ? "\"" : "\"[");
        std::reverse(tweak.begin(), tweak.begin() + 32);
        std::reverse(tweak.begin() + 32, tweak.end());
        rows.tweaks = rows.tweaks + tweak;
        const size_t count = s.below(4);
        for (size_t k = 0; k < count; k++) {
            bytes output = s.string(8);
            if (hexadecimal) output[0] = 0xab; /* no number */
            rows.outputs = rows.outputs + output;
            uint64_t number = 0;
            for (const uint8_t byte : output) number = number << 8 | byte;
            text += (k > 0 ? between : "") +
                    (hexadecimal ? hex(output) : std::to_string(static_cast<int64_t>(number)));
        }
        text += (hexadecimal ? "\"" : "]\"") + newline;
        rows.at.push_back(rows.at.back() + count);
        rows.n++;
    }
    const read_index got = read(text, 1 + s.below(4), true);
    if (got.error.find("other byte order") != std::string::npos) return;
    REQUIRE(got.error.empty() && same(got.rows, rows) && got.others == others, text + got.error);
    REQUIRE(!read(text, 1 << 20).error.empty(), text); /* without the option */
}

/* Lines of tweaks and outputs whose sizes, each of them good, may differ. */
std::string mixed_lines(source &s) {
    std::string text;
    for (size_t i = s.below(4); i > 0; i--) {
        text += hex(s.string(s.one_in(4) ? 64 : 33)) + ",";
        for (size_t k = s.below(4); k > 0; k--) text += hex(s.string(s.one_in(4) ? 8 : 32)) + " ";
        text += "\n";
    }
    return text;
}

const char *const words[] = {
    "tweak_key", "-", "1",  "[", "]", "\\x00", "Row", "\r",   "tweak",        "outputs", "output",
    "\"",        ",", "\n", " ", ";", "04",    "#",   "\r\n", "\xef\xbb\xbf", "SPIX",    "\t"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    same_rows(s);
    same_frigate(s);
    std::string header = std::string("SPIX\1", 5) + (s.one_in(2) ? '\x21' : '\x40') +
                         (s.one_in(2) ? '\x08' : '\x20') + '\0';
    const std::string raw(data, data + size);
    for (const std::string &text :
         {mixed_lines(s),
          any_text(s, words, [&] { return s.one_in(2)   ? 33
                                          : s.one_in(2) ? 8
                                                        : s.below(66); }), raw,
          header + raw}) {
        for (const bool frigate : {false, true}) {
            const read_index whole = read(text, 1 << 20, frigate),
                             pieces = read(text, 1 + s.below(3), frigate);
            REQUIRE(same(whole.rows, pieces.rows) && whole.hash == pieces.hash, text);
            REQUIRE(whole.error == pieces.error && whole.others == pieces.others, text);
        }
    }
    return 0;
}
