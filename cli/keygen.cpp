// ufsecp keygen: secret keys of the system's random generator, and their public keys.
#include <optional>
#include <string_view>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "progress.h"
#include "secrets.h"
#include "text.h"

namespace {

struct keygen_options {
    std::uint64_t count = 1;
    std::optional<std::string> output;
    bool show = false, uncompressed = false, json = false, quiet = false;
};

int keygen(const keygen_options &o) {
    output shown("-");
    const bool to_file = o.output && *o.output != "-";
    if (!to_file && shown.terminal() && !o.show)
        throw unusable(
            "secret keys are not printed on a terminal: give --output FILE, or --show to see them");
    output keys(to_file ? *o.output : "-",
                to_file ? output::access::owner_only_new : output::access::everyone);
    keys.hold_secrets();
    secret_memory &secret = secrets();
    const std::size_t size = o.uncompressed ? 65 : 33;
    std::string publics; /* of keys that are not on the disk yet */
    progress line(o.count, !o.quiet && (to_file || !shown.terminal()), "key");
    const auto publish = [&] {
        if (shown.terminal()) line.clear();
        try {
            keys.flush_to_disk();
            shown.write(publics);
            shown.flush();
        } catch (const unwritable &error) {
            if (!to_file) throw;
            throw unwritable(std::string(error.what()) + "; " + *o.output +
                             " holds secret keys: keep it, or remove it");
        }
        publics.clear();
    };
    catch_signals();
    for (std::uint64_t i = 0; i < o.count; i++) {
        if (stop_requested()) {
            publish();
            shown.flush();
            line.clear();
            complain("interrupted after " + grouped(i) + " of " + counted(o.count, "key"));
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
        if (i % 1024 == 1023) line.update(i + 1, i + 1);
    }
    publish();
    shown.flush();
    return exit_ok;
}

work add_keygen(CLI::App &sub) {
    const auto o = std::make_shared<keygen_options>();
    sub.add_option("--count", o->count, "Make this many keys (1).")
        ->transform(whole_number(1, 1 << 30))
        ->type_name("N");
    sub.add_option(
           "--output", o->output,
           "Write the secret keys to this new file, readable by its owner alone, and only the "
           "public keys to standard output. Without it, or with -, both go there.")
        ->type_name("FILE");
    sub.add_flag("--show", o->show, "Print secret keys even on a terminal.");
    sub.add_flag("--uncompressed", o->uncompressed, "Write public keys as 65 bytes.");
    sub.add_flag("--json", o->json, "JSON lines on standard output.");
    sub.add_flag("--quiet", o->quiet, "No progress on standard error.");
    add_engine(sub);
    return [o] { return keygen(*o); };
}

}  // namespace

const command keygen_command = {"keygen",
                                "make secret keys",
                                "ufsecp keygen [OPTIONS]",
                                R"(DESCRIPTION
    Makes secret keys with the operating system's random generator. A line is the secret key
    and the public key, in hexadecimal. With --output these lines go to a new file with mode
    0600, which is on its disk before standard output shows the public keys, and these alone.
    Without it they go to standard output, but not to a terminal unless --show is given.
)" SECRETS R"()",
                                R"(EXIT STATUS
    0 done, 2 unusable arguments, or the file exists already, 130 interrupted, 141 the reader
    of standard output went away

EXAMPLES
    ufsecp keygen --output my.key
    ufsecp keygen --count 1000 --json --output many.keys > public.jsonl
)",
                                add_keygen,
                                true};
