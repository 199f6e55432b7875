// ufsecp derive: many children of an extended public key (BIP-32), as CSV or JSON lines.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include <ufsecp/ufsecp.h>

#include "color.h"
#include "command.h"
#include "compressed.h"
#include "counted.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "text.h"
#include "words.h"

namespace {

struct derive_options {
    std::string xpub, range, branches, fields = "pubkey,hash160,taproot";
    std::optional<std::string> output;
    bool json = false, force = false, quiet = false;
};

/* What a row can show, in the order of the columns. */
constexpr std::string_view field_names[] = {"pubkey", "hash160", "taproot", "xpub"};
constexpr std::size_t field_bytes[] = {33, 20, 32, 78}, field_count = 4, xpub_field = 3;

/* A number without hardening; nothing if the text is none. */
std::optional<std::uint32_t> child_number(std::string_view text) {
    const auto n = number_up_to(UFSECP_BIP32_HARDENED - 1, text);
    return n ? std::optional((std::uint32_t)*n) : std::nullopt;
}

struct number_range {
    std::uint32_t first;
    std::uint64_t count;
};

number_range read_range(const std::string &text) {
    const std::vector<std::string_view> ends = split(text, '-');
    const auto first = child_number(ends.front()), last = child_number(ends.back());
    if (ends.size() > 2 || !first || !last || *first > *last)
        throw unusable("--range: \"" + text +
                       "\" is not FIRST-LAST, two numbers from 0 to 2147483647, or one number");
    return {*first, std::uint64_t{*last} - *first + 1};
}

std::vector<std::uint32_t> read_branches(const std::string &text) {
    std::vector<std::uint32_t> branches;
    if (text.empty()) return branches;
    for (const std::string_view part : split(text, ',')) {
        const auto n = child_number(part);
        if (!n)
            throw unusable("--branch: \"" + std::string(part) +
                           "\" is not a number from 0 to 2147483647");
        branches.push_back(*n);
    }
    return branches;
}

std::vector<bool> read_fields(const std::string &text) {
    std::vector<bool> wanted(field_count);
    for (const std::string_view part : split(text, ',')) {
        const auto *const at = std::find(std::begin(field_names), std::end(field_names), part);
        if (at == std::end(field_names))
            throw unusable("--fields: \"" + std::string(part) +
                           "\" is none of pubkey, hash160, taproot, xpub");
        wanted[(std::size_t)(at - field_names)] = true;
    }
    return wanted;
}

void read_xpub(std::uint8_t key78[78], const std::string &text, bool has_branches) {
    if (is_extended_key(text, "pub") && text[0] != 'x' && text[0] != 't')
        throw unusable("--xpub: " + text.substr(0, 4) +
                       " is not read, only xpub and tpub: convert the key to one of them");
    if (!ufsecp_bip32_text_set(key78, text.data(), text.size()))
        throw unusable("--xpub: not an extended public key: " +
                       (text.size() != 111
                            ? counted(text.size(), "character") + ", not 111"
                            : "not 111 characters of Base58 with version, key and checksum that "
                              "fit"));
    if (key78[45] == 0) {  // also of a file of that name, which main lets pass
        ufsecp_wipe(key78, 78);
        throw unusable("--xpub: an extended private key, which has no place here");
    }
    if (key78[4] + (has_branches ? 2 : 1) > 255)
        throw unusable("--xpub: the key is at depth " + std::to_string(key78[4]) +
                       ", and no key is below 255");
}

/* The children of one chunk, and how they are written. */
class children {
public:
    explicit children(const derive_options &o) : json_(o.json), wanted_(read_fields(o.fields)) {}

    std::string header(bool branches) const {
        if (json_) return "";
        std::string line = branches ? "branch,index" : "index";
        for (std::size_t f = 0; f < field_count; f++)
            if (wanted_[f]) line += ',' + std::string(field_names[f]);
        return line + '\n';
    }
    /* Children first ... first + n - 1; returns how many do not exist. */
    std::uint64_t write(output &out, const std::uint8_t xpub78[78],
                        const std::optional<std::uint32_t> &branch, std::uint32_t first,
                        std::size_t n) {
        std::uint8_t *rows[field_count] = {};
        for (std::size_t f = 0; f < field_count; f++) {
            if (!wanted_[f]) continue;
            bytes_[f].resize(field_bytes[f] * n);
            rows[f] = bytes_[f].data();
        }
        ok_.resize(n);
        const ufsecp_bip32_children wanted = {rows[0], rows[1], rows[2], rows[3]};
        const std::uint32_t branches[1] = {branch.value_or(0)};
        ufsecp_bip32_public_children(&wanted, ok_.data(), xpub78, branches, branch ? 1 : 0, first,
                                     n);
        text_.clear();
        for (std::size_t i = 0; i < n; i++) {
            const std::string index = std::to_string(first + i);
            if (json_) text_ += '{';
            if (branch) text_ += named("branch") + std::to_string(*branch) + ',';
            text_ += named("index") + index;
            if (json_ && !ok_[i]) text_ += ",\"valid\":false";
            for (std::size_t f = 0; f < field_count; f++)
                if (wanted_[f] && (ok_[i] || !json_)) add_field(f, i);
            text_ += json_ ? "}\n" : "\n";
        }
        out.write(text_);
        return (std::uint64_t)std::count(ok_.begin(), ok_.end(), 0);
    }

private:
    std::string named(std::string_view name) const {
        return json_ ? '"' + std::string(name) + "\":" : "";
    }
    void add_field(std::size_t field, std::size_t i) {
        text_ += ',' + named(field_names[field]);
        if (!ok_[i]) return;
        const std::uint8_t *const row = &bytes_[field][field_bytes[field] * i];
        if (json_) text_ += '"';
        if (field == xpub_field) {
            char text[112];
            if (ufsecp_bip32_text_get(text, row)) text_ += text;
        } else {
            const std::size_t at = text_.size();
            text_.resize(at + 2 * field_bytes[field]);
            to_hex(&text_[at], row, field_bytes[field]);
        }
        if (json_) text_ += '"';
    }

    bool json_;
    std::vector<bool> wanted_;
    std::vector<std::uint8_t> bytes_[field_count], ok_;
    std::string text_;
};

int derive(const derive_options &o) {
    constexpr std::size_t most = 65536;  // rows in memory
    const number_range range = read_range(o.range);
    const std::vector<std::uint32_t> branches = read_branches(o.branches);
    children rows(o);
    std::uint8_t xpub78[78];
    read_xpub(xpub78, o.xpub, !branches.empty());
    const std::string path = o.output.value_or("-");
    refuse_compressed_output(path);
    output out(path, o.force ? output::access::everyone : output::access::new_only);
    const std::size_t parents = std::max<std::size_t>(branches.size(), 1);
    const std::uint64_t all = parents * range.count;
    progress line(all, !o.quiet && !out.terminal(), "key");
    pace chunk(2048);
    std::uint64_t done = 0, missing = 0;
    const auto began = std::chrono::steady_clock::now();
    catch_signals();
    out.write(rows.header(!branches.empty()));
    for (std::size_t b = 0; b < parents; b++) {
        const auto branch =
            branches.empty() ? std::nullopt : std::optional<std::uint32_t>(branches[b]);
        for (std::uint64_t at = 0; at < range.count && !stop_requested();) {
            const std::size_t n = (std::size_t)std::min<std::uint64_t>(std::min(chunk.rows(), most),
                                                                       range.count - at);
            chunk.begin();
            missing += rows.write(out, xpub78, branch, range.first + (std::uint32_t)at, n);
            chunk.done(n);
            at += n, done += n;
            line.update(done, done);
        }
    }
    out.close();
    line.clear();
    if (stop_requested() && done < all) {
        complain("interrupted after " + grouped(done) + " of " + counted(all, "key"));
        return exit_interrupted;
    }
    if (!o.quiet)
        std::fprintf(
            stderr, "%s (%.3f s, engine %s, %s)\n", counted(all, "key").c_str(),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
            ufsecp_engine(), threads_text().c_str());
    return missing > 0 ? exit_invalid : exit_ok;
}

work add_derive(CLI::App &sub) {
    const auto o = std::make_shared<derive_options>();
    sub.add_option("--xpub", o->xpub, "The extended public key: xpub or tpub, 111 characters.")
        ->required()
        ->type_name("TEXT");
    sub.add_option("--range", o->range,
                   "The numbers of the children: FIRST-LAST, both among them, or one number.")
        ->required()
        ->type_name("NUMBERS");
    sub.add_option("--branch", o->branches,
                   "Children of these children of the key: 0 is for addresses to receive on and 1 "
                   "for change in most wallets; 0,1 is one after the other.")
        ->type_name("NUMBER,...");
    sub.add_option("--fields", o->fields,
                   "What to show, with commas: pubkey, hash160, taproot, xpub. Without it the "
                   "first three.")
        ->type_name("NAME,...");
    sub.add_option("--output", o->output, "Write to this new file instead of standard output.")
        ->type_name("FILE");
    sub.add_flag("--force", o->force, "Overwrite the file if it is there.");
    sub.add_flag("--json", o->json, "JSON lines instead of CSV.");
    sub.add_flag("--quiet", o->quiet, "No progress and no summary on standard error.");
    add_threads(sub);
    add_engine(sub);
    return [o] { return derive(*o); };
}

}  // namespace

const command derive_command = {"derive",
                                "derive many children of an extended public key",
                                "ufsecp derive [OPTIONS] --xpub TEXT --range FIRST-LAST",
                                R"(DESCRIPTION
    Prints the children of an extended public key (BIP-32) whose numbers are in the range,
    none of them hardened: a row each, in order. With --branch they are those of the key's
    children of these numbers, one branch after the other. An extended private key is refused.
)",
                                R"(OUTPUT
    CSV with a header, or with --json a JSON line for each child:
    branch   the number of the branch, with --branch alone
    index    the child's number
    pubkey   the compressed public key (SEC 1), 33 bytes in hexadecimal
    hash160  RIPEMD-160(SHA-256(pubkey)), 20 bytes, which P2PKH and P2WPKH pay to
    taproot  the x-only output key without scripts (BIP-86), 32 bytes, which P2TR pays to
    xpub     the child's own extended public key, in Base58
    A child that does not exist, which has a probability of 2^-127, has the number alone, and
    with --json valid: false.

EXIT STATUS
    0 done, 1 a child does not exist, 2 unusable arguments or output, 130 interrupted: the
    output ends early, 141 the reader of standard output went away

EXAMPLES
    ufsecp derive --xpub TEXT --range 0-1000000 --output keys.csv
    ufsecp derive --xpub TEXT --branch 0,1 --range 0-999 --fields taproot --json
)",
                                add_derive,
                                true};
