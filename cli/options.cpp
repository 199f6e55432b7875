// Options that several subcommands have.
#include "options.h"

#include "command.h"
#include "hex.h"
#include "signature.h"
#include "words.h"

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    const auto read = [=](std::string &text) {
        const auto n = number_up_to(most, text);
        if (!n || *n < least)
            return text + " is not a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most);
        text = std::to_string(*n);
        return std::string();
    };
    return CLI::Validator(read, "");
}

void add_engine(CLI::App &sub) {
    sub.add_option(
           "--engine",
           "Run on this engine (see ufsecp info) instead of the fastest that the CPU can run.")
        ->type_name("NAME");
}

void add_threads(CLI::App &sub) {
    sub.add_option("--threads",
                   "Work on this many threads; 0 (the default, unless the variable UFSECP_THREADS "
                   "says otherwise) on all cores that the tool may use. The results are the same.")
        ->transform(whole_number(0, most_threads))
        ->type_name("N");
}

void add_color(CLI::App &sub) {
    sub.add_option(
           "--color",
           "Colours in text: auto (the default) on a terminal, unless the variable NO_COLOR "
           "has a value; always; never.")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
}

void add_key(CLI::App &sub, key_source &key, bool by_default) {
    CLI::Option *const file = sub.add_option(
        "--key-file", key.file,
        "Read the secret key from this file, - for standard input: 64 hexadecimal digits in the "
        "first word of its only line, as keygen writes them, or 32 bytes. A file that everyone "
        "can read or change is refused; one that its group can gives a warning.");
    file->type_name("FILE");
    sub.add_option(
           "--key-env", key.variable,
           std::string("Without --key-file: read the secret key from this environment variable") +
               (by_default ? " (UFSECP_SECKEY)" : "") +
               ", and empty it. Until then your other processes can read it there: a file is "
               "better.")
        ->excludes(file)
        ->type_name("NAME");
}

void add_row_fields(CLI::App &sub, std::string &columns, std::string &form) {
    sub.add_option("--columns", columns,
                   "Names of your own for fields of CSV and JSON lines, with commas between them: "
                   "msg=digest,sig=signature_hex. The usual names of these fields mean nothing "
                   "then.")
        ->type_name("FIELD=NAME,...");
    sub.add_option("--signature-format", form,
                   "What the signatures of text rows are: auto (the default), compact, der, "
                   "hashtype, rsv, vrs or bitcoin-message; see SIGNATURES.")
        ->check(CLI::IsMember(signature_form_names()))
        ->type_name("NAME");
}

std::vector<std::uint8_t> hex_argument(const char *name, const std::string &text, std::size_t n) {
    std::vector<std::uint8_t> out;
    const std::string option = name, wanted = n != 0 ? std::to_string(2 * n) + " " : "";
    if (text.empty() && n != 0)
        throw unusable(option + ": the value is empty, not " + wanted + "hexadecimal digits");
    const std::string_view digits = without_0x(text);
    if (!all_hex(digits)) throw unusable(option + ": not " + wanted + "hexadecimal digits");
    if (!hex_append(out, text) || (n != 0 && out.size() != n))
        throw unusable(option + ": " + std::to_string(digits.size()) + " hexadecimal digits, not " +
                       (n != 0 ? std::to_string(2 * n) : "an even number of them"));
    return out;
}
