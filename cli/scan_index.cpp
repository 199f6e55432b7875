// Index files for ufsecp scan, the receivers to look for, and payments as text.
#include "scan_index.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <unordered_set>

#include <nlohmann/json.hpp>

#include "command.h"
#include "compressed.h"
#include "hex.h"
#include "secrets.h"
#include "text.h"

namespace {

constexpr std::size_t most_bytes = 64 << 20,
                      longest_row = 5 << 20;  // holds the most outputs, 32 bytes each
constexpr std::string_view magic = "SPIX";

std::string hex_digest(const void *data, std::size_t n) {
    std::uint8_t digest[32];
    ufsecp_sha256(digest, static_cast<const std::uint8_t *>(data), n);
    return to_hex(digest, 32);
}

/* The word that begins at `from`, which is moved behind it; blanks and quotes are between words. */
std::string_view next_word(std::string_view text, std::size_t &from, const char *between) {
    from = std::min(text.find_first_not_of(between, from), text.size());
    const std::size_t first = from;
    from = std::min(text.find_first_of(between, from), text.size());
    return text.substr(first, from - first);
}

const std::uint8_t *bytes_of(std::string_view text) {
    return reinterpret_cast<const std::uint8_t *>(text.data());
}

}  // namespace

void index_header::put(std::uint8_t out[index_header_bytes]) const {
    std::memcpy(out, magic.data(), 4);
    out[4] = 1, out[5] = (std::uint8_t)tweak_size, out[6] = (std::uint8_t)output_size, out[7] = 0;
    for (int i = 0; i < 8; i++) out[8 + i] = (std::uint8_t)(rows >> 8 * i);
}

index_header index_header::parse(const std::uint8_t in[index_header_bytes],
                                 const std::string &name) {
    index_header h;
    if (in[4] != 1)
        throw unusable(name + ": an index of version " + std::to_string(in[4]) +
                       ", this tool reads version 1");
    if (in[7] != 0)
        throw unusable(name + ": byte 7 of the header is " + std::to_string(in[7]) +
                       ", which must be zero");
    h.tweak_size = in[5], h.output_size = in[6], h.rows = 0;
    if (h.tweak_size != 33 && h.tweak_size != 64)
        throw unusable(name + ": tweaks of " + counted(in[5], "byte") + ", not 33 or 64");
    if (h.output_size != 8 && h.output_size != 32)
        throw unusable(name + ": outputs of " + counted(in[6], "byte") + ", not 8 or 32");
    for (int i = 7; i >= 0; i--) h.rows = h.rows << 8 | in[8 + i];
    return h;
}

void index_chunk::clear() {
    tweaks.clear(), outputs.clear(), others.clear(), others_at.clear();
    at.assign(1, 0);
    n = 0;
}

ufsecp_silent_index index_chunk::index(const index_header &sizes) const {
    const std::size_t output_size = sizes.output_size == 0 ? 32 : sizes.output_size; /* none yet */
    return {tweaks.data(), sizes.tweak_size, outputs.data(), output_size, at.data(), n};
}

void index_chunk::add_to(ufsecp::sha256 &hash) const {
    const std::size_t tweak = n > 0 ? tweaks.size() / n : 0,
                      output = at[n] > 0 ? outputs.size() / (std::size_t)at[n] : 0;
    for (std::size_t i = 0; i < n; i++) {
        const std::size_t first = (std::size_t)at[i], count = (std::size_t)at[i + 1] - first;
        const std::uint8_t sizes[4] = {(std::uint8_t)tweak, (std::uint8_t)(count > 0 ? output : 0),
                                       (std::uint8_t)count, (std::uint8_t)(count >> 8)};
        ufsecp::sha256_update(&hash, sizes, sizeof sizes);
        ufsecp::sha256_update(&hash, &tweaks[i * tweak], tweak);
        ufsecp::sha256_update(&hash, outputs.data() + first * output, count * output);
    }
}

index_reader::index_reader(const std::string &path, bool frigate, bool growing)
    : in_(path, magic), lines_(frigate), frigate_(frigate), growing_(growing) {
    const auto enough = [&] {
        return in_.left().size() >= (in_.left().starts_with(magic) ? index_header_bytes : 64);
    };
    while (!enough() && in_.fill()) {}
    std::string_view seen = in_.left();
    if (seen.empty()) {
        if (stop_requested()) return;
        throw unusable(in_.name() + ": is empty, not an index");
    }
    if (seen.starts_with(magic)) {
        if (frigate)
            throw unusable(in_.name() +
                           ": is a binary index, and --index-format frigate is a form of text: "
                           "give --index-format auto, or leave it out");
        if (seen.size() < index_header_bytes)
            throw unusable(in_.name() + ": ends within its header of 16 bytes");
        sizes_ = index_header::parse(bytes_of(seen), in_.name());
        in_.take(index_header_bytes);
        return;
    }
    if (seen.starts_with("\xef\xbb\xbf")) seen.remove_prefix(3);  // the mark of UTF-8
    constexpr const char *rows = "; ufsecp verify reads rows of signatures";
    const std::string_view start = seen.substr(0, 64);
    text_ = std::none_of(start.begin(), start.end(), [](char c) {
        return ((unsigned char)c < ' ' && (c < 9 || c > 13)) || c == 127;
    });
    if (!text_)
        throw unusable(in_.name() + ": not an index: it does not begin with SPIX, and is no text" +
                       rows);
    seen.remove_prefix(std::min(seen.find_first_not_of(" \t\r\n"), seen.size()));
    if (seen.starts_with('{') || seen.starts_with('['))
        throw unusable(in_.name() + ": is JSON, and an index is CSV or binary" + rows);
}

bool index_reader::next(index_chunk &chunk, std::size_t most, input::time until) {
    chunk.clear();
    if (failure_) throw unusable(*failure_);
    try {
        while (chunk.n < most && chunk.outputs.size() < most_bytes &&
               chunk.others.size() < most_bytes && !stop_requested())
            if (!(text_ ? take_line(chunk, until) : take_binary(chunk, until))) break;
    } catch (const unusable &error) {
        if (chunk.n == 0) throw;
        failure_ = std::make_unique<std::string>(error.what());
    }
    if (stop_requested()) chunk.clear();
    if (chunk.n > 0 && chunk.n == rows_) check_byte_order(chunk);
    return chunk.n > 0;
}

bool index_reader::take_binary(index_chunk &chunk, input::time until) {
    std::string_view left;
    const std::uint8_t *row = nullptr;
    const std::size_t head = sizes_.tweak_size + 2;
    std::size_t need = head, outputs = 0;
    for (;;) {
        left = in_.left(), row = bytes_of(left);
        if (left.size() >= head) {
            outputs = (std::size_t)row[head - 2] | (std::size_t)row[head - 1] << 8;
            need = head + outputs * sizes_.output_size;
        }
        if (left.size() >= need) break;
        if (chunk.n > 0 && !in_.ready(until)) return false;
        if (in_.fill()) continue;
        if (stop_requested()) return false;
        if (!left.empty())
            throw unusable(in_.name() + ": at byte offset " + std::to_string(in_.taken()) +
                           ": the file ends within row " + std::to_string(rows_) + "; " +
                           counted(rows_, "whole row") + (rows_ == 1 ? " was read" : " were read"));
        if (sizes_.rows != index_header::unknown && sizes_.rows != rows_)
            throw unusable(in_.name() + ": the file ends after " + counted(rows_, "row") +
                           ", its header says " + grouped(sizes_.rows));
        return false;
    }
    if (rows_ == sizes_.rows)
        throw unusable(in_.name() + ": at byte offset " + std::to_string(in_.taken()) +
                       ": more follows after the " + counted(rows_, "row") + " of its header");
    chunk.tweaks.insert(chunk.tweaks.end(), row, row + sizes_.tweak_size);
    chunk.outputs.insert(chunk.outputs.end(), row + head, row + need);
    chunk.at.push_back(chunk.at.back() + outputs);
    chunk.n++;
    in_.take(need);
    rows_++;
    return true;
}

bool index_reader::take_line(index_chunk &chunk, input::time until) {
    std::string_view line;
    const auto state = in_.next_line(line, longest_row, chunk.n == 0 ? input::forever : until);
    if (state == buffered_input::line_state::line) {
        const std::size_t had = chunk.n;
        if (growing_ && !in_.line_ended() && line.find_first_not_of(" \t\r") != line.npos)
            in_.malformed(
                "the file ends within this line, or lacks its last line end, which a "
                "scan with --state needs");
        lines_.add(chunk, sizes_, in_, line);
        rows_ += chunk.n - had;
        return true;
    }
    if (state == buffered_input::line_state::too_long)
        in_.malformed("longer than " + grouped(longest_row) + " bytes");
    if (!lines_.begun() && !stop_requested())
        throw unusable(in_.name() + ": no row in it, only empty lines and comments");
    return false;
}

/* The first point of a file tells whether its coordinates are little-endian, or big-endian. */
void index_reader::check_byte_order(const index_chunk &chunk) const {
    if (sizes_.tweak_size != 64) return;
    std::uint8_t point[65] = {4}, swapped[65] = {4}, out[33];
    std::copy_n(chunk.tweaks.begin(), 64, point + 1);
    std::reverse_copy(point + 1, point + 33, swapped + 1);
    std::reverse_copy(point + 33, point + 65, swapped + 33);
    if (ufsecp_pubkey_convert(out, 33, point, 65, 0) == UFSECP_OK ||
        ufsecp_pubkey_convert(out, 33, swapped, 65, 0) != UFSECP_OK)
        return;
    throw unusable(in_.name() + ": the first tweak is a point in the other byte order: " +
                   (frigate_ ? "big-endian, which is read without --index-format frigate"
                    : text_  ? "little-endian, which is read with --index-format frigate"
                             : "little-endian, and a binary index has big-endian coordinates"));
}

std::vector<std::pair<std::string, std::string>> index_reader::others(const index_chunk &chunk,
                                                                      std::size_t row) const {
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t i = 0, cell = row * lines_.names().size(); i < lines_.names().size();
         i++, cell++) {
        const std::size_t first = cell > 0 ? chunk.others_at[cell - 1] : 0;
        out.emplace_back(lines_.names()[i],
                         chunk.others.substr(first, chunk.others_at[cell] - first));
    }
    return out;
}

std::vector<std::uint32_t> label_numbers(std::uint32_t count, const std::string &file) {
    std::vector<std::uint32_t> out;
    for (std::uint32_t m = 0; m < count; m++) out.push_back(m);
    if (file.empty()) return out;
    buffered_input in(file);
    while (in.fill())
        if (in.left().size() > (16 << 20)) throw unusable(in.name() + ": longer than 16 MiB");
    if (stop_requested()) throw unusable("interrupted");
    const std::string_view text = in.left();
    constexpr std::string_view between = " \t\r\n,";
    std::unordered_set<std::uint32_t> seen(out.begin(), out.end());
    const char *at = text.data(), *const end = at + text.size();
    if (text.starts_with("\xef\xbb\xbf")) at += 3;
    bool any = false;
    for (;; any = true) {
        while (at < end && between.find(*at) != between.npos) at++;
        if (at == end) break;
        std::uint32_t m = 0;
        const auto [next, error] = std::from_chars(at, end, m);
        if (error != std::errc() || (next < end && between.find(*next) == between.npos))
            throw unusable(in.name() + ": at byte offset " + std::to_string(at - text.data()) +
                           ": not the number of a label, 0 to 4294967295");
        if (seen.insert(m).second) out.push_back(m);
        at = next;
    }
    if (!any) throw unusable(in.name() + ": no label in it");
    if (out.size() > most_labels)
        throw unusable(in.name() + ": more than " + grouped(most_labels) + " labels in all");
    return out;
}

void receiver_list::read(const std::string &path) {
    secret_memory &secret = secrets();
    input in(path);
    if (in.mode() & 0006)
        throw unusable(in.name() + ": refused: everyone on this machine can " +
                       (in.mode() & 0004 ? "read" : "change") +
                       " these scan keys (chmod 600 it, and consider them known)");
    char *const text = secret.input;
    constexpr std::size_t room = sizeof secret.input,
                          most = sizeof secret.scan_keys / sizeof *secret.scan_keys;
    std::size_t used = 0, line = 0;
    const auto fail = [&](const std::string &what) {
        const std::string foreign = line == 1 ? foreign_file({text, used}) : "";
        ufsecp_wipe(text, room);
        throw unusable(in.name() + (foreign.empty() ? ": line " + std::to_string(line) + ": " + what
                                                    : ": is " + foreign));
    };
    for (bool end = false; !end || used > 0;) {
        const std::size_t got = end ? 0 : in.read(text + used, room - used);
        end = got == 0;
        if (stop_requested()) fail("interrupted");
        used += got;
        const std::string_view all(text, used);
        std::size_t newline = all.find_first_of("\r\n"), ends = 1;
        const bool complete = newline != all.npos && (all[newline] == '\n' || newline + 1 < used);
        if (!complete && !end) {
            if (used == room) line++, fail("too long");
            continue;
        }
        newline = std::min(newline, used);
        if (all.substr(newline).starts_with("\r\n")) ends = 2;
        std::string_view now = all.substr(0, newline);
        if (line++ == 0 && now.starts_with("\xef\xbb\xbf")) now.remove_prefix(3);
        std::size_t from = 0;
        const std::string_view scan = next_word(now, from, " \t\r,"),
                               spend = next_word(now, from, " \t\r,");
        if (!scan.empty() && scan[0] != '#') {
            std::uint8_t spend33[33], same[33];
            if (n == most) fail("more than " + std::to_string(most) + " receivers");
            if (!hex_exact(secret.scan_keys[n], 32, scan) || !hex_exact(spend33, 33, spend) ||
                !next_word(now, from, " \t\r,").empty())
                fail("not a scan key (64 hexadecimal digits) and a spend key (66), in this order");
            if (!ufsecp_seckey_verify(secret.scan_keys[n]))
                fail("the scan key is zero or not below the group order");
            const ufsecp_status status = ufsecp_pubkey_convert(same, 33, spend33, 33, 0);
            if (status != UFSECP_OK) fail(std::string("spend key: ") + ufsecp_status_text(status));
            if (ufsecp_pubkey_create(same, 33, secret.scan_keys[n]) &&
                std::equal(same, same + 33, spend33))
                fail(
                    "a secret key and its own public key, as keygen prints them: give the scan "
                    "secret key and the public key of the spend key, which are two keys");
            spend33s.insert(spend33s.end(), spend33, spend33 + 33);
            n++;
        }
        const std::size_t done = std::min(newline + ends, used);
        std::memmove(text, text + done, used - done);
        used -= done;
    }
    ufsecp_wipe(text, room);
    if (n == 0) throw unusable(in.name() + ": no receiver in it");
}

void receiver_list::make_labels(const std::vector<std::uint32_t> &numbers) {
    std::uint8_t label[33], tweak[32];
    labels = numbers;
    for (std::size_t i = 0; i < n; i++)
        for (const std::uint32_t m : labels) {
            if (stop_requested()) {
                ufsecp_wipe(tweak, sizeof tweak);
                throw unusable("interrupted");
            }
            if (!ufsecp_silent_label(label, tweak, secrets().scan_keys[i], m))
                throw unusable("label " + std::to_string(m) + " does not exist");
            label33s.insert(label33s.end(), label, label + 33);
        }
    ufsecp_wipe(tweak, sizeof tweak);
}

std::vector<ufsecp_silent_scan_key> receiver_list::keys() const {
    std::vector<ufsecp_silent_scan_key> out;
    for (std::size_t i = 0; i < n; i++)
        out.push_back({secrets().scan_keys[i], &spend33s[33 * i],
                       labels.empty() ? nullptr : &label33s[33 * labels.size() * i],
                       labels.size()});
    return out;
}

std::string receiver_list::digest() const {
    std::vector<std::uint8_t> text(spend33s);
    for (std::size_t i = 0; i < n; i++) {
        std::uint8_t scan33[33];
        (void)!ufsecp_pubkey_create(scan33, 33, secrets().scan_keys[i]); /* it was verified */
        text.insert(text.end(), scan33, scan33 + 33);
    }
    text.insert(text.end(), label33s.begin(), label33s.end());
    return hex_digest(text.data(), text.size());
}

/* The digits of the tweak are written where they are wiped: the JSON object has zeros for them. */
void add_payment(wiped_text &to, const ufsecp_silent_match &match, const std::uint8_t *output,
                 std::size_t size, const std::vector<std::uint32_t> &labels, bool tweak,
                 const std::vector<std::pair<std::string, std::string>> &more) {
    constexpr std::string_view field = "\"tweak\":\"";
    nlohmann::ordered_json line = {
        {"row", match.row}, {"output", match.output}, {"key", match.key}};
    if (match.label < 0) line["label"] = nullptr;
    else line["label"] = labels[(std::size_t)match.label];
    line["k"] = match.k;
    line["x"] = to_hex(output, size);
    if (tweak) line["tweak"] = std::string(64, '0');
    for (const auto &[name, text] : more) line[name] = text;
    const std::string text = json_text(line) + '\n';
    char *const at = to.append(text);
    if (tweak) to_hex(at + text.find(field) + field.size(), match.tweak32, 32);
}

bool same_file(const std::string &out, const std::string &in) {
    std::error_code error;
    if (overwrites(out, in)) return true;
    if (std::filesystem::exists(out, error)) return false;
    const std::filesystem::path path = std::filesystem::weakly_canonical(out, error);
    return !path.empty() && path == std::filesystem::weakly_canonical(in, error);
}
