// ufsecp pubkey: the forms of public keys, given or of a secret key.
#include "pubkey.h"

#include <optional>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "key_input.h"
#include "options.h"
#include "progress.h"
#include "secrets.h"
#include "text.h"

std::string ethereum_text(const std::uint8_t *pubkey, std::size_t n) {
    std::uint8_t address[20], digest[32];
    if (!ufsecp_ethereum_address(address, pubkey, n)) return "";
    std::string text = to_hex(address, 20);
    ufsecp_keccak256(digest, reinterpret_cast<const std::uint8_t *>(text.data()), text.size());
    for (std::size_t i = 0; i < text.size(); i++)
        if (text[i] >= 'a' && (digest[i / 2] >> (i % 2 == 0 ? 4 : 0) & 8) != 0)
            text[i] = (char)(text[i] - 'a' + 'A');
    return "0x" + text;
}

namespace {

using nlohmann::ordered_json;

struct pubkey_options {
    std::optional<std::string> pubkey, file;
    key_source key;
    bool json = false, quiet = false;
};

/* Reads a public key as 33 bytes; returns why it is none, or "".  64 digits may be a secret key,
 * and are not taken: what is shown of a key would show it. */
std::string read_pubkey(std::uint8_t pubkey33[33], std::string_view text) {
    std::vector<std::uint8_t> bytes;
    if (!hex_append(bytes, text)) return "not hexadecimal digits, two for each byte";
    if (bytes.size() == 32)
        return "64 digits may be a secret key; for an x-only public key put 02 before them";
    if (bytes.size() != 33 && bytes.size() != 65)
        return std::to_string(2 * bytes.size()) + " hexadecimal digits, not 66 or 130";
    const ufsecp_status status = ufsecp_pubkey_convert(pubkey33, 33, bytes.data(), bytes.size(), 0);
    return status == UFSECP_OK ? "" : ufsecp_status_text(status);
}

std::string forms(const std::uint8_t pubkey33[33], std::uint64_t line, bool json) {
    std::uint8_t full[65], output[32];
    if (ufsecp_pubkey_convert(full, 65, pubkey33, 33, 0) != UFSECP_OK ||
        !ufsecp_taproot_output_key(output, nullptr, pubkey33 + 1, nullptr))
        throw std::logic_error("a valid public key has no other forms");
    const std::string names[] = {"compressed", "uncompressed", "xonly", "taproot", "ethereum"},
                      texts[] = {to_hex(pubkey33, 33), to_hex(full, 65), to_hex(full + 1, 32),
                                 to_hex(output, 32), ethereum_text(full, 65)};
    ordered_json object = ordered_json::object();
    if (line != 0) object["line"] = line, object["valid"] = true;
    std::string out;
    for (std::size_t i = 0; i < std::size(names); i++) {
        object[names[i]] = texts[i];
        out += names[i] + std::string(14 - names[i].size(), ' ') + texts[i] + '\n';
    }
    return json ? json_text(object) + '\n' : out;
}

/* The keys of a file, one a line; one that is none costs no other its forms. */
int pubkeys_of_file(const pubkey_options &o) {
    const std::size_t digits = without_0x(*o.file).size();
    if ((digits == 66 || digits == 130) &&
        o.file->find_first_not_of("0123456789abcdefABCDEFxX") == std::string::npos &&
        size_of(*o.file) == 0)
        throw unusable("FILE: a public key is no file: give it as --pubkey HEX");
    catch_signals();
    buffered_input in(*o.file);
    output out("-");
    progress shown(size_of_all({*o.file}), !o.quiet && !out.terminal(), "key");
    std::uint64_t done = 0, bad = 0;
    constexpr std::string_view blanks = " \t\r";
    constexpr std::size_t longest = 4096;
    for (std::string_view line; !stop_requested();) {
        const auto state = in.next_line(line, longest, input::forever);
        if (stop_requested() || state == buffered_input::line_state::end) break;
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        line = line.substr(0, line.find_last_not_of(blanks) + 1);
        if (line.empty() || line.starts_with('#')) continue;
        std::uint8_t pubkey33[33];
        const std::string why = line.find_first_of(" \t,;") == line.npos
                                    ? read_pubkey(pubkey33, line)
                                    : "more than one word; a line has one public key";
        if (why.empty()) {
            out.write((done > 0 && !o.json ? "\n" : "") + forms(pubkey33, in.line(), o.json));
        } else if (o.json) {
            out.write(json_text({{"line", in.line()}, {"valid", false}, {"reason", why}}) + '\n');
        } else {
            shown.clear();
            out.flush();
            complain(in.name() + ": line " + std::to_string(in.line()) + ": " + why);
        }
        done += why.empty(), bad += !why.empty();
        if (done == 0 && bad == lines_to_judge)
            throw unusable(in.name() + ": none of its first 100 lines is a public key");
        if (in.left().empty()) out.flush();  // what comes through a pipe is answered as it comes
        shown.update(done + bad, in.taken_of_file());
    }
    out.flush();
    shown.clear();
    if (stop_requested()) {
        complain("interrupted after " + counted(done + bad, "key"));
        return exit_interrupted;
    }
    if (done + bad == 0) throw unusable(in.name() + ": no public key is in it");
    return bad > 0 ? exit_invalid : exit_ok;
}

int pubkey(const pubkey_options &o) {
    const bool secret_key = o.key.file || o.key.variable;
    if ((int)o.pubkey.has_value() + (int)o.file.has_value() + (int)secret_key != 1)
        throw unusable(
            "which key: give one of --pubkey HEX, --key-file FILE, --key-env NAME, or a file of "
            "public keys (- for standard input)");
    if (o.file) return pubkeys_of_file(o);
    std::uint8_t pubkey33[33];
    if (o.pubkey) {
        const std::string why = read_pubkey(pubkey33, *o.pubkey);
        if (!why.empty()) throw unusable("--pubkey: " + why);
    } else {
        secret_memory &secret = secrets();
        load_key(secret, o.key);
        const int made = ufsecp_pubkey_create(pubkey33, 33, secret.key);
        ufsecp_wipe(secret.key, sizeof secret.key);
        if (!made) throw unusable("making the public key failed");
    }
    output out("-");
    out.write(forms(pubkey33, 0, o.json));
    out.flush();
    return exit_ok;
}

work add_pubkey(CLI::App &sub) {
    const auto o = std::make_shared<pubkey_options>();
    sub.add_option("FILE", o->file,
                   "Public keys, one a line, 66 or 130 digits; - for standard input. Empty lines "
                   "and lines that begin with # are skipped.");
    sub.add_option("--pubkey", o->pubkey, "This public key, 33 or 65 bytes.")->type_name("HEX");
    add_key(sub, o->key, false);
    sub.add_flag("--json", o->json, "Print a JSON line for each key.");
    sub.add_flag("--quiet", o->quiet, "No progress on standard error.");
    add_engine(sub);
    return [o] { return pubkey(*o); };
}

}  // namespace

const command pubkey_command = {"pubkey",
                                "show the forms of a public key",
                                "ufsecp pubkey [OPTIONS] --pubkey HEX\n"
                                "ufsecp pubkey [OPTIONS] --key-file FILE\n"
                                "ufsecp pubkey [OPTIONS] FILE",
                                R"(DESCRIPTION
    Prints the forms of a public key, in hexadecimal: compressed (SEC 1, 33 bytes),
    uncompressed (65), xonly (BIP-340, 32), taproot (the output key of BIP-341 with this
    internal key and no scripts, 32), ethereum (the address, its checksum by EIP-55).
    The key is given, or is that of a secret key, which is used only if --key-file or
    --key-env asks for it, in constant time, and is never shown. Of a file every line is a
    key; a line that is none is named, and disturbs no other. 64 digits are not taken for an
    x-only key, as they may be a secret one: put 02 before them.
)" SECRETS R"()",
                                R"(OUTPUT
    A line for each form: its name and the digits; of a file an empty line between keys.
    With --json: {compressed, uncompressed, xonly, taproot, ethereum}; of a file {line, valid}
    come first, and a line that is no key has {line, valid, reason}.

EXIT STATUS
    0 done, 1 a line of the file is no public key, 2 unusable key, input or arguments,
    130 interrupted, 141 the reader of standard output went away

EXAMPLES
    ufsecp pubkey --key-file my.key
    ufsecp keygen --count 10 --output many.key | ufsecp pubkey --json -
)",
                                add_pubkey,
                                true};
