// The secret key of a command.
#include "key_input.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "hex.h"
#include "io.h"
#include "text.h"

namespace {

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
    if (rest.starts_with("\xef\xbb\xbf")) rest.remove_prefix(3);
    const char *space = " \t\r\n";
    rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
    if (!hex_exact(key, 32, rest.substr(0, rest.find_first_of(space)))) return false;
    rest.remove_prefix(std::min(rest.find_first_of("\r\n"), rest.size()));
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
        complain("warning: " + in.name() + " can be " + (in.mode() & 0040 ? "read" : "changed") +
                 " by its group");
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
    if (n == 0) throw unusable(name + ": not a secret key: the variable is set, but empty");
    const bool parsed = n >= 64 && parse_key(secret.key, text, n);
    ufsecp_wipe(text, n);
    if (!parsed) throw unusable(name + ": not a secret key (64 hexadecimal digits)");
    return name;
}

}  // namespace

void load_key(secret_memory &secret, const key_source &source) {
    const std::string from =
        source.file ? read_key_file(secret, *source.file)
                    : read_key_variable(secret, source.variable.value_or("UFSECP_SECKEY"));
    if (!ufsecp_seckey_verify(secret.key))
        throw unusable(from + ": the secret key is zero or not below the group order");
}
