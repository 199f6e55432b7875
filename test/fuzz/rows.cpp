// Fuzzes the row readers of the command line tool: one set of rows reads the same from every
// format, a signature the same in every form, and any text is rows or is refused.
// UFSECP_FUZZ_FORMAT=csv in the environment, or another name of --format, keeps to that reader.
#include "../../cli/compressed.h"
#include "../../cli/hex.h"
#include "../../cli/rows.h"
#include "fuzz.h"

#include <tuple>

using namespace hostile;

namespace {

/* The format of the environment; automatic: all of them. */
row_format only() {
    const char *const name = getenv("UFSECP_FUZZ_FORMAT");
    return name == nullptr ? row_format::automatic : format_named(name);
}

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
            for (const auto &[i, why] : chunk.refused)
                REQUIRE(why.status < UFSECP_BAD_SIGNATURE && !why.text.empty(), text);
            REQUIRE(chunk.messages.empty() || chunk.messages.rbegin()->first < chunk.n, text);
            REQUIRE(chunk.notes.size() == chunk.lines.size() &&
                        (chunk.lines.empty() || chunk.lines.size() == chunk.n),
                    text);
            for (size_t i = 0; i < chunk.n; i++) {
                out.rows.insert(out.rows.end(), chunk.row(i), chunk.row(i) + chunk.stride);
                out.extras.push_back(chunk.extra(i));
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

/* Any text of some lines. */
std::string any_note(source &s) {
    static const char *const parts[] = {"a", "\n", "\"", ",", ";", "\t", " b", "#", "x y"};
    std::string out = "-";
    for (size_t i = s.one_in(2) ? 0 : s.below(9); i > 0; i--) out += parts[s.below(9)];
    return out;
}
std::string quoted_cell(const std::string &text, const std::string &newline) {
    if (text.size() == 1) return text;
    std::string out = "\"";
    for (const char c : text) out += c == '"' ? "\"\"" : c == '\n' ? newline : std::string(1, c);
    return out + '"';
}

/* A quote that is not closed costs its own row alone. */
void open_quote(source &s) {
    const size_t n = 1 + s.below(120), bad = s.below(n);
    std::string text = "hash,pubkey,sig,extra\n";
    for (size_t i = 0; i < n; i++)
        text += std::string(64, '1') + ",02" + std::string(64, '2') + "," + std::string(128, '3') +
                (i == bad ? ",\"x\"\"" : ",y") + "\n";
    row_options options;
    options.format = row_format::csv;
    const read_rows got = read(text, options);
    REQUIRE(got.error.empty() && got.plain.size() == n, text);
    for (size_t i = 0; i < n; i++) REQUIRE(got.plain[i] == (i != bad), text);
}

void same_rows(source &s, row_format pinned) {
    const row_kind kind = static_cast<row_kind>(s.below(3));
    const size_t n = s.below(6), width = row_bytes(kind);
    const std::vector<std::string> &name = names[static_cast<size_t>(kind)];
    const char *const ends[] = {"\n", "\r\n", "\r"};
    const char *const separators[] = {",", ";", "\t"};
    const std::string newline = ends[s.below(3)], comma = separators[s.below(3)];
    const bool halves = s.one_in(3); /* fields r and s */
    bytes flat;
    std::string hex_lines, words, csv, json;
    const bool header = s.one_in(2);
    if (header) csv = name[0] + comma + name[1] + comma + " " + name[2] + comma + "extra" + newline;
    std::vector<std::string> notes; /* of CSV */
    for (size_t i = 0; i < n; i++) {
        bytes row = s.string(width);
        if (kind == row_kind::ecdsa) row[32] = 2 + row[32] % 2; /* text has no other keys */
        if (kind == row_kind::recover) row[96] %= 4;
        const std::vector<std::string> f = fields(row, kind);
        const std::string x = s.one_in(4) && kind != row_kind::recover ? "0x" : "";
        flat = flat + row;
        hex_lines += x + hex(row) + newline + (s.one_in(4) ? "# note" + newline : "");
        words += x + f[0] + " " + f[1] + "\t" + x + f[2] + newline + (s.one_in(4) ? newline : "");
        notes.push_back(any_note(s));
        csv += s.one_in(2) ? "\"" + f[0] + "\"" + comma + f[1] + comma + f[2]
                           : f[0] + " " + comma + f[1] + comma + x + f[2];
        csv += comma + quoted_cell(notes.back(), newline) + newline;
        const auto member = [&](size_t k) {
            if (!halves || f[k].size() != 128) return "\"" + name[k] + "\":\"" + f[k] + "\"";
            return "\"r\":\"0x" + f[k].substr(0, 64) + "\",\"S\":\"" + f[k].substr(64) + "\"";
        };
        json += "{" + member(2) + "," + member(0) + ", \"more\":1," + member(1) + "}" + newline;
    }
    const std::pair<row_format, std::string> texts[] = {{row_format::hex, hex_lines},
                                                        {row_format::hex, words},
                                                        {row_format::csv, csv},
                                                        {row_format::jsonl, json}};
    row_options options;
    options.kind = kind, options.format = row_format::binary;
    const std::string whole(flat.begin(), flat.end());
    if (!foreign_file(whole).empty()) return; /* it begins as a file of another kind does */
    const read_rows binary = read(whole, options);
    REQUIRE(binary.error.empty() && binary.rows == flat && binary.lines.empty(), hex(flat));
    for (const auto &[format, text] : texts) {
        if (pinned != row_format::automatic && format != pinned) continue;
        /* digits with tabs between them are hex lines */
        const bool told = format != row_format::csv || header || comma != "\t";
        options.format = s.one_in(4) && n > 0 && told ? row_format::automatic : format;
        const read_rows got = read(text, options);
        REQUIRE(got.error.empty() && got.rows == flat && got.lines.size() == n, text + got.error);
        for (bool plain : got.plain) REQUIRE(plain, text);
        if (format == row_format::csv) REQUIRE(got.extras == notes, text);
    }
    if (n > 0) { /* cut in its last row */
        options.format = row_format::binary;
        const read_rows cut = read(
            std::string(flat.begin(), flat.end() - static_cast<ptrdiff_t>(1 + s.below(width - 1))),
            options);
        REQUIRE(!cut.error.empty() && cut.rows == slice(flat, 0, (n - 1) * width), hex(flat));
    }
}

std::string base64(const bytes &in, bool url, bool pad) {
    const std::string digits =
        std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") +
        (url ? "-_" : "+/");
    std::string out;
    for (size_t i = 0; i < in.size(); i += 3) {
        const size_t n = std::min<size_t>(3, in.size() - i);
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (k < n ? in[i + k] : 0);
        for (size_t k = 0; k <= n; k++) out += digits[bits >> (18 - 6 * k) & 63];
        for (size_t k = n; pad && k < 3; k++) out += '=';
    }
    return out;
}

/* One signature in every form, as hexadecimal digits and as base64. */
void same_signature(source &s) {
    const uint8_t id = static_cast<uint8_t>(s.below(4));
    bytes sig = s.string(64), der(72);
    sig[0] &= 0x7f, sig[32] &= 0x7f; /* below n, as DER has to be */
    size_t size = der.size();
    REQUIRE(ufsecp_ecdsa_sig_serialize_der(der.data(), &size, sig.data()), hex(sig));
    der.resize(size);
    const auto byte = [](size_t value) { return bytes{static_cast<uint8_t>(value)}; };
    const std::tuple<signature_form, bytes, int> forms[] = {
        {signature_form::automatic, sig, -1},
        {signature_form::automatic, sig + byte(id), id},
        {signature_form::compact, sig, -1},
        {signature_form::der, der, -1},
        {signature_form::hashtype, der + byte(s.below(256)), -1},
        {signature_form::rsv, sig + byte(27 + id), id},
        {signature_form::vrs, byte(id) + sig, id},
        {signature_form::bitcoin_message, byte(27 + id + 4 * s.below(4)) + sig, id}};
    for (const auto &[form, encoded, wanted] : forms) {
        const std::string texts[] = {hex(encoded), "0x" + hex(encoded),
                                     base64(encoded, s.one_in(2), s.one_in(2))};
        for (const std::string &text : texts) {
            if (&text == &texts[2] && all_hex(text)) continue; /* such as a signature of zeros */
            for (signature_form asked : {form, static_cast<signature_form>(s.below(7))}) {
                signature_rules rules;
                rules.recover = true, rules.form = asked;
                uint8_t got[64];
                int got_id = -2;
                std::string why;
                const ufsecp_status status = read_signature(got, &got_id, why, text, rules);
                REQUIRE((status == UFSECP_OK) == why.empty(), text + why);
                if (asked != form) continue;
                REQUIRE(status == UFSECP_OK && got_id == wanted, text + why);
                REQUIRE(bytes(got, got + 64) == sig, text);
            }
        }
    }
}

const char *const words[] = {
    "msg",   "sig",     "pubkey", "recid",   "extra", "\"",      ",",    "\n",           " ",
    "{",     "}",       ":",      "[",       "0x",    "#",       "\r\n", "\xef\xbb\xbf", "null",
    "1e999", "\\u0000", "255",    "-1",      "r",     "s",       "v",    "yParity",      "\r",
    ";",     "\t",      "NaN",    "\\ud800", "true",  "sep=;\n", "sep="};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    static const row_format pinned = only();
    same_rows(s, pinned);
    if (pinned == row_format::automatic) same_signature(s);
    if (pinned == row_format::csv) open_quote(s);
    row_options options;
    options.kind = static_cast<row_kind>(s.below(3));
    options.format = static_cast<row_format>(s.below(5));
    if (pinned != row_format::automatic) options.format = pinned;
    options.extra = s.one_in(2) ? 0 : s.below(20);
    options.allow_hybrid = s.one_in(2);
    options.lax_der = s.one_in(2);
    options.ethereum = s.one_in(2);
    const bool named = options.format != row_format::binary && options.format != row_format::hex;
    if (options.format != row_format::binary)
        options.form = static_cast<signature_form>(s.below(7));
    if (named && s.one_in(4)) options.columns = parse_columns(options.kind, "msg=extra,sig=v");
    read(any_text(s, words, [&] { return s.one_in(2) ? 32 + s.below(34) : s.below(5); }), options);
    read(std::string(data, data + size), options);
    return 0;
}
