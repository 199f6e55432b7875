// ufsecp ecdh: the secret that a secret key and another's public key share.
#include <string_view>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "key_input.h"
#include "options.h"
#include "secrets.h"

namespace {

struct ecdh_options {
    std::string pubkey;
    key_source key;
    bool raw_x = false, json = false, show = false;
};

int ecdh(const ecdh_options &o) {
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

work add_ecdh(CLI::App &sub) {
    const auto o = std::make_shared<ecdh_options>();
    sub.add_option("--pubkey", o->pubkey, "The other side's public key, 33 or 65 bytes.")
        ->required()
        ->type_name("HEX");
    add_key(sub, o->key);
    sub.add_flag("--raw-x", o->raw_x, "Print the shared point's x coordinate instead of the hash.");
    sub.add_flag("--show", o->show, "Print the shared secret even on a terminal.");
    sub.add_flag("--json", o->json, "Print a JSON line.");
    add_engine(sub);
    return [o] { return ecdh(*o); };
}

}  // namespace

const command ecdh_command = {"ecdh",
                              "make the secret that two keys share",
                              "ufsecp ecdh [OPTIONS] --pubkey HEX [--key-file FILE]",
                              R"(DESCRIPTION
    Prints the SHA-256 hash of the compressed shared point, in hexadecimal. Both sides get the
    same: one from its secret key and the other's public key, the other the other way round.
    It is as secret as the keys: a terminal does not get it unless --show is given.
)" SECRETS R"()",
                              R"(EXIT STATUS
    0 done, 2 unusable key or arguments

EXAMPLES
    ufsecp ecdh --key-file my.key --pubkey HEX > shared.hex
)",
                              add_ecdh,
                              true};
