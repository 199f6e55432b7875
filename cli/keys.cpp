// ufsecp sign, keygen, recover, ecdh: one key, one signature, one secret at a time.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "rows.h"
#include "secrets.h"

namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_message = (std::size_t)1 << 30;

/* Whether a character is one of a key file in text. */
bool in_text(char c) {
    return hex_digit(c) >= 0 || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* What `keygen` writes: the first word of the only line; or 32 raw bytes, unless they are the half
 * of such a word (as random bytes are once in 2^113 times). */
bool parse_key(std::uint8_t key[32], const char *text, std::size_t n) {
    if (n == 32 && !std::all_of(text, text + n, in_text)) {
        std::memcpy(key, text, 32);
        return true;
    }
    std::string_view rest(text, n);
    const char *space = " \t\r\n";
    rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
    if (!hex_exact(key, 32, rest.substr(0, rest.find_first_of(space)))) return false;
    rest.remove_prefix(std::min(rest.find('\n'), rest.size()));
    return rest.find_first_not_of(space) == rest.npos;
}

/* Returns what the key was read from. */
std::string read_key_file(secret_memory &secret, const std::string &path) {
    input in(path);
    if (in.mode() & 0006)
        throw unusable(in.name() + ": refused: everyone on this machine can " +
                       (in.mode() & 0004 ? "read" : "change") +
                       " this secret key (chmod 600 it, and consider the key known)");
    if (in.mode() & 0060)
        std::fprintf(stderr, "ufsecp: warning: %s can be %s by its group\n", in.name().c_str(),
                     in.mode() & 0040 ? "read" : "changed");
    char *const text = secret.input;
    std::size_t n = 0;
    constexpr std::size_t room = sizeof secret.input;
    for (std::size_t got; n < room && (got = in.read(text + n, room - n)) > 0;) n += got;
    const bool parsed = n < room && parse_key(secret.key, text, n);
    ufsecp_wipe(text, room);
    if (!parsed)
        throw unusable(in.name() +
                       ": not one secret key (64 hexadecimal digits on one line, or 32 bytes)");
    return in.name();
}

/* The variable is emptied once it was read: no process that looks later finds the key there. */
std::string read_key_variable(secret_memory &secret, const std::string &name) {
    char *const text = std::getenv(name.c_str());
    if (text == nullptr)
        throw unusable("no secret key: give --key-file FILE (- for standard input) or set " + name);
    const std::size_t n = std::strlen(text);
    const bool parsed = n >= 64 && parse_key(secret.key, text, n);
    ufsecp_wipe(text, n);
    if (!parsed) throw unusable(name + ": not a secret key (64 hexadecimal digits)");
    return name;
}

void load_key(secret_memory &secret, const key_source &source) {
    const std::string from = source.file.empty() ? read_key_variable(secret, source.variable)
                                                 : read_key_file(secret, source.file);
    if (!ufsecp_seckey_verify(secret.key))
        throw unusable(from + ": the secret key is zero or not below the group order");
}

std::vector<std::uint8_t> hex_argument(const char *name, const std::string &text, std::size_t n) {
    std::vector<std::uint8_t> out;
    if (!hex_append(out, text) || (n != 0 && out.size() != n))
        throw unusable(std::string(name) + ": not " + (n != 0 ? std::to_string(2 * n) + " " : "") +
                       "hexadecimal digits");
    return out;
}

std::vector<std::uint8_t> read_message(const std::string &path) {
    input in(path);
    std::vector<std::uint8_t> out;
    for (std::size_t had = 0, got = 1; got > 0; had += got) {
        out.resize(had + (1 << 16));
        got = in.read(out.data() + had, 1 << 16);
        out.resize(had + got);
        if (had + got > longest_message)
            throw unusable(in.name() + ": longer than 1 GiB: hash it first, and give --hash");
    }
    return out;
}

/* The address with its checksum in the case of the letters (EIP-55). */
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

void print_line(output &out, const ordered_json &value) { out.write(value.dump() + '\n'); }

}  // namespace

int sign_command(const sign_options &o) {
    const bool schnorr = o.scheme == "schnorr";
    if (schnorr && (o.der || o.recoverable))
        throw unusable("--der and --recoverable are forms of ECDSA signatures");
    if (!schnorr && !o.aux.empty()) throw unusable("--aux belongs to --scheme schnorr");
    if (!o.hash.empty() && !o.file.empty()) throw unusable("give --hash or a file, not both");
    std::string path = o.file;
    if (o.hash.empty() && path.empty()) {
        if (isatty(STDIN_FILENO) == 1)
            throw unusable("no message: name a file, - for standard input, or give --hash");
        path = "-";
    }
    if (path == "-" && o.key.file == "-")
        throw unusable("standard input cannot be both the key and the message");

    std::vector<std::uint8_t> message;
    if (!o.hash.empty()) message = hex_argument("--hash", o.hash, schnorr ? 0 : 32);
    else message = read_message(path);
    if (!schnorr && o.hash.empty()) {
        std::vector<std::uint8_t> digest(32);
        ufsecp_sha256(digest.data(), message.data(), message.size());
        message = digest;
    }
    const std::vector<std::uint8_t> aux =
        o.aux.empty() ? std::vector<std::uint8_t>() : hex_argument("--aux", o.aux, 32);

    std::uint8_t sig[64], pubkey[33];
    int recid = 0;
    secret_memory &secret = secrets();
    load_key(secret, o.key);
    ufsecp_sign_check_set(1);
    const bool done =
        schnorr ? ufsecp_schnorr_sign(sig, message.data(), message.size(), secret.key,
                                      aux.empty() ? nullptr : aux.data())
                : ufsecp_ecdsa_sign_recoverable(sig, &recid, message.data(), secret.key, nullptr);
    if (!done || !ufsecp_pubkey_create(pubkey, 33, secret.key))
        throw unusable("the signature does not verify and is kept back: this machine makes errors");
    ufsecp_wipe(secret.key, sizeof secret.key);
    std::uint8_t der[72];
    std::size_t der_len = sizeof der;
    if (o.der && !ufsecp_ecdsa_sig_serialize_der(der, &der_len, sig))
        throw unusable("writing DER failed");
    const std::string text = o.der ? to_hex(der, der_len) : to_hex(sig, 64);

    output out("-");
    if (o.json) {
        ordered_json line = {{schnorr ? "msg" : "hash", to_hex(message.data(), message.size())},
                             {"pubkey", to_hex(pubkey + (schnorr ? 1 : 0), schnorr ? 32 : 33)},
                             {"sig", text}};
        if (o.recoverable) line["recid"] = recid;
        print_line(out, line);
    } else {
        out.write(text + (o.recoverable ? "0" + std::to_string(recid) : "") + '\n');
    }
    out.flush();
    return exit_ok;
}

int keygen_command(const keygen_options &o) {
    output shown("-");
    const bool to_file = !o.output.empty() && o.output != "-";
    if (!to_file && shown.terminal() && !o.show)
        throw unusable(
            "secret keys are not printed on a terminal: give --output FILE, or --show to see them");
    output keys(to_file ? o.output : "-",
                to_file ? output::access::owner_only_new : output::access::everyone);
    keys.hold_secrets();
    secret_memory &secret = secrets();
    const std::size_t size = o.uncompressed ? 65 : 33;
    std::string publics; /* of keys that are not on the disk yet */
    const auto publish = [&] {
        keys.flush_to_disk();
        shown.write(publics);
        publics.clear();
    };
    catch_signals();
    for (std::uint64_t i = 0; i < o.count; i++) {
        if (stop_requested()) {
            publish();
            shown.flush();
            std::fprintf(stderr, "ufsecp: interrupted after %s of %s keys\n", grouped(i).c_str(),
                         grouped(o.count).c_str());
            return exit_interrupted;
        }
        std::uint8_t pubkey[65];
        if (!ufsecp_seckey_generate(secret.key))
            throw unusable("the system's random generator failed");
        if (!ufsecp_pubkey_create(pubkey, size, secret.key))
            throw unusable("making the public key failed");
        const std::string pub = to_hex(pubkey, size), xonly = to_hex(pubkey + 1, 32);
        to_hex(secret.digits, secret.key, 32);
        const std::string_view digits(secret.digits, sizeof secret.digits);
        const std::string both = "\"pubkey\":\"" + pub + "\",\"xonly\":\"" + xonly + "\"}\n";
        if (o.json && !to_file) {
            keys.write("{\"seckey\":\""), keys.write(digits), keys.write("\"," + both);
        } else {
            keys.write(digits), keys.write(" " + pub + '\n');
            if (to_file) publics += o.json ? "{" + both : pub + '\n';
        }
        if (publics.size() > 60000) publish();
    }
    publish();
    shown.flush();
    return exit_ok;
}

namespace {

/* Writes one recovered key (33 bytes), or the reason why there is none. */
void print_recovered(output &out, const recover_options &o, const std::uint64_t *row,
                     const std::uint8_t *pubkey33, ufsecp_status status, const std::string &extra) {
    std::uint8_t key[65];
    const std::size_t size = o.uncompressed ? 65 : 33;
    if (status == UFSECP_OK) status = ufsecp_pubkey_convert(key, size, pubkey33, 33, 0);
    const bool found = status == UFSECP_OK;
    const std::string pub = found ? to_hex(key, size) : "",
                      address = found && o.ethereum ? ethereum_text(key, size) : "";
    if (o.json) {
        ordered_json line = ordered_json::object();
        if (row != nullptr) line["row"] = *row;
        line["valid"] = found;
        if (found) line["pubkey"] = pub;
        else line["status"] = (int)status, line["reason"] = reason_text(status);
        if (!address.empty()) line["address"] = address;
        if (!extra.empty()) line["extra"] = extra;
        out.write(line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
        return;
    }
    if (found) out.write(pub + (address.empty() ? "" : " " + address) + '\n');
    else if (row != nullptr) out.write("-\n");
    if (found) return;
    out.flush();
    const std::string where = row != nullptr ? "row " + std::to_string(*row) + ": " : "";
    std::fprintf(stderr, "ufsecp: %s%s\n", where.c_str(), reason_text(status));
}

/* Ethereum counts recovery ids from 27. */
int plain_recid(int recid, const recover_options &o) {
    return o.ethereum && recid >= 27 && recid <= 30 ? recid - 27 : recid;
}

int recover_one(const recover_options &o) {
    if (o.hash.empty() || o.sig.empty()) throw unusable("one recovery needs both --hash and --sig");
    if (!o.files.empty()) throw unusable("give --hash and --sig, or files, not both");
    const std::vector<std::uint8_t> hash = hex_argument("--hash", o.hash, 32),
                                    sig = hex_argument("--sig", o.sig, 0);
    if (sig.size() != 64 && sig.size() != 65)
        throw unusable("--sig: not 64 bytes, or 65 with the recovery id");
    if ((sig.size() == 65) == (o.recid >= 0))
        throw unusable("give the recovery id once: as --recid or as byte 65 of --sig");
    std::uint8_t key[33];
    const int recid = plain_recid(sig.size() == 65 ? sig[64] : o.recid, o);
    if (o.recid >= 0 && recid > 3) throw unusable("--recid: 0 to 3, or with --ethereum 27 to 30");
    const ufsecp_status status = ufsecp_ecdsa_recover(key, 33, sig.data(), recid, hash.data());
    output out("-");
    print_recovered(out, o, nullptr, key, status, "");
    out.flush();
    return status == UFSECP_OK ? exit_ok : exit_invalid;
}

/* Returns how many of the rows have no key. */
std::uint64_t recover_chunk(output &out, const recover_options &o, row_chunk &rows,
                            std::uint64_t first) {
    std::vector<std::uint8_t> keys(33 * rows.n), ok(rows.n);
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < rows.n; i++) {
        std::uint8_t &recid = rows.bytes[i * rows.stride + 96];
        recid = (std::uint8_t)plain_recid(recid, o);
    }
    ufsecp_ecdsa_recover_rows(keys.data(), ok.data(), rows.bytes.data(),
                              rows.stride - row_bytes(row_kind::recover), rows.n);
    for (std::size_t i = 0; i < rows.n; i++) {
        const std::uint8_t *row = rows.row(i);
        ufsecp_status status = UFSECP_OK;
        std::uint8_t key[33];
        if (rows.refused.contains(i)) status = rows.refused.at(i);
        else if (ok[i] == 0) status = ufsecp_ecdsa_recover(key, 33, row + 32, row[96], row);
        if (ok[i] == 0 && status == UFSECP_OK)
            throw std::logic_error("row " + std::to_string(first + i) +
                                   ": the batch and the single call differ");
        const std::uint64_t number = first + i;
        print_recovered(out, o, &number, &keys[33 * i], status, rows.extra(i, row_kind::recover));
        missing += status != UFSECP_OK;
    }
    out.flush();
    return missing;
}

}  // namespace

int recover_command(const recover_options &o) {
    if (!o.hash.empty() || !o.sig.empty() || o.recid >= 0) return recover_one(o);
    std::vector<std::string> files = o.files;
    if (files.empty()) {
        if (isatty(STDIN_FILENO) == 1)
            throw unusable("no input: name a file, - for standard input, or give --hash and --sig");
        files.push_back("-");
    }
    catch_signals();
    output out("-");
    std::uint64_t done = 0, missing = 0;
    bool failed = false;
    const auto began = std::chrono::steady_clock::now();
    for (const std::string &path : files) {
        try {
            row_reader reader(
                path,
                {.kind = row_kind::recover, .format = format_named(o.format), .extra = o.extra});
            row_chunk rows;
            while (!stop_requested() && reader.next(rows)) {
                missing += recover_chunk(out, o, rows, done);
                done += rows.n;
            }
        } catch (const unusable &error) {
            std::fprintf(stderr, "ufsecp: %s\n", error.what());
            failed = true;
        }
    }
    if (done == 0 && !failed && !stop_requested())
        throw unusable("nothing to recover: the input is empty");
    if (stop_requested()) {
        std::fprintf(stderr, "ufsecp: interrupted after %s rows\n", grouped(done).c_str());
        return exit_interrupted;
    }
    if (!o.quiet && done > 0)
        std::fprintf(
            stderr, "%s rows: %s keys, %s without (%.3f s, engine %s, %s)\n", grouped(done).c_str(),
            grouped(done - missing).c_str(), grouped(missing).c_str(),
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(),
            ufsecp_engine(), threads_text().c_str());
    return failed ? exit_unusable : missing > 0 ? exit_invalid : exit_ok;
}

int ecdh_command(const ecdh_options &o) {
    output out("-");
    if (out.terminal() && !o.show)
        throw unusable(
            "a shared secret is not printed on a terminal: send standard output to a "
            "file or a program, or give --show to see it");
    const std::vector<std::uint8_t> pubkey = hex_argument("--pubkey", o.pubkey, 0);
    std::uint8_t plain[33];
    const ufsecp_status status = ufsecp_pubkey_convert(plain, 33, pubkey.data(), pubkey.size(), 0);
    if (status != UFSECP_OK) throw unusable(std::string("--pubkey: ") + ufsecp_status_text(status));
    secret_memory &secret = secrets();
    load_key(secret, o.key);
    const auto call = o.raw_x ? ufsecp_ecdh_x : ufsecp_ecdh;
    if (!call(secret.shared, plain, 33, secret.key))
        throw unusable("the shared secret does not exist");
    to_hex(secret.digits, secret.shared, 32);
    const std::string_view digits(secret.digits, sizeof secret.digits);
    out.hold_secrets();
    if (o.json)
        out.write(o.raw_x ? "{\"x\":\"" : "{\"secret\":\""), out.write(digits), out.write("\"}\n");
    else out.write(digits), out.write("\n");
    out.flush();
    return exit_ok;
}
