// ufsecp sign: one ECDSA or Schnorr signature of a file or of a hash.
#include <optional>

#include <nlohmann/json.hpp>
#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "key_input.h"
#include "options.h"
#include "secrets.h"

namespace {

using nlohmann::ordered_json;

struct sign_options {
    std::string scheme = "ecdsa";
    std::optional<std::string> file, hash, aux;
    key_source key;
    bool der = false, recoverable = false, json = false;
};

constexpr std::size_t longest_message = (std::size_t)1 << 30;

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

int sign(const sign_options &o) {
    const bool schnorr = o.scheme == "schnorr";
    if (schnorr && (o.der || o.recoverable))
        throw unusable("--der and --recoverable are forms of ECDSA signatures");
    if (!schnorr && o.aux) throw unusable("--aux belongs to --scheme schnorr");
    if (o.hash && o.file) throw unusable("give --hash or a file, not both");
    if (!o.hash && !o.file && os::terminal(0))
        throw unusable("no message: name a file, - for standard input, or give --hash");
    const std::string path = o.file.value_or("-");
    if (!o.hash && path == "-" && o.key.file == "-")
        throw unusable("standard input cannot be both the key and the message");

    std::vector<std::uint8_t> message;
    if (o.hash) message = hex_argument("--hash", *o.hash, schnorr ? 0 : 32);
    else message = read_message(path);
    if (!schnorr && !o.hash) {
        std::vector<std::uint8_t> digest(32);
        ufsecp_sha256(digest.data(), message.data(), message.size());
        message = digest;
    }
    constexpr std::size_t longest_in_a_line = (1 << 19) - 256;
    if (o.json && schnorr && message.size() > longest_in_a_line)
        throw unusable("--json: verify reads messages of up to " + grouped(longest_in_a_line) +
                       " bytes in a line; sign a hash of this one");
    std::optional<std::vector<std::uint8_t>> aux;
    if (o.aux) aux = hex_argument("--aux", *o.aux, 32);

    std::uint8_t sig[64], pubkey[33];
    int recid = 0;
    secret_memory &secret = secrets();
    load_key(secret, o.key);
    ufsecp_sign_check_set(1);
    const bool done =
        schnorr ? ufsecp_schnorr_sign(sig, message.data(), message.size(), secret.key,
                                      aux ? aux->data() : nullptr)
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
        out.write(line.dump() + '\n');
    } else {
        out.write(text + (o.recoverable ? "0" + std::to_string(recid) : "") + '\n');
    }
    out.flush();
    return exit_ok;
}

work add_sign(CLI::App &sub) {
    const auto o = std::make_shared<sign_options>();
    sub.add_option("FILE", o->file, "The message; - or none for standard input.");
    sub.add_option("--hash", o->hash,
                   "Sign this instead: the 32-byte hash for ECDSA, the message itself for Schnorr.")
        ->type_name("HEX");
    sub.add_option("--scheme", o->scheme, "ecdsa (the default) or schnorr (BIP-340).")
        ->check(CLI::IsMember({"ecdsa", "schnorr"}))
        ->type_name("NAME");
    add_key(sub, o->key);
    CLI::Option *der =
        sub.add_flag("--der", o->der, "Write the ECDSA signature as DER instead of r || s.");
    sub.add_flag("--recoverable", o->recoverable, "Append the recovery id: 65 bytes r || s || id.")
        ->excludes(der);
    sub.add_option("--aux", o->aux, "Schnorr: 32 bytes of auxiliary randomness; zeros without it.")
        ->type_name("HEX");
    sub.add_flag("--json", o->json, "Print a JSON line that verify reads.");
    add_engine(sub);
    return [o] { return sign(*o); };
}

}  // namespace

const command sign_command = {"sign",
                              "sign a message or a hash",
                              "ufsecp sign [OPTIONS] [--key-file FILE] [FILE | --hash HEX]",
                              R"(DESCRIPTION
    Prints the signature in hexadecimal. ECDSA signs the SHA-256 hash of the file (or the
    hash given) with the nonce of RFC 6979 and a low s; Schnorr signs the bytes of the file
    as they are (BIP-340). The same key and message give the same signature. It is verified
    before it is printed: should the machine make an error, none is.
)" SECRETS R"()",
                              R"(EXIT STATUS
    0 done, 2 unusable key, input or arguments

EXAMPLES
    ufsecp sign --key-file my.key letter.txt
    ufsecp sign --scheme schnorr --key-file my.key --json letter.txt |
        ufsecp verify --scheme schnorr
    ufsecp sign --recoverable --key-file - --hash HEX < my.key
)",
                              add_sign,
                              true,
                              "--hash"};
