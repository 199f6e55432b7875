// The pages that --help prints, and the options as all pages and completions show them.
#include "help.h"

#include <sstream>

#include <ufsecp/ufsecp.h>

const command tool_page = {"",
                           "fast secp256k1 signatures",
                           "ufsecp COMMAND [OPTIONS] [ARGUMENTS]\nufsecp help [COMMAND]",
                           R"(DESCRIPTION
    Verifies, makes and recovers signatures of the curve secp256k1: ECDSA (SEC 1,
    RFC 6979) and Schnorr (BIP-340), from one to any number of them; finds silent
    payments (BIP-352).
)",
                           R"(EXIT STATUS
    0    done, and everything is valid
    1    something is invalid: a signature, a self-test
    2    unusable input or arguments
    130  ended by Ctrl-C, SIGTERM or SIGHUP; what was done until then has been reported
    141  the reader of standard output went away

ENVIRONMENT
    UFSECP_ENGINE  the engine to run on, as --engine
    UFSECP_GPU_DEVICE
                   the numbers of the GPUs that the engines cuda, opencl and metal use, such
                   as 1 or 0,1; 0 if it is not set; none: no GPU is looked for
    UFSECP_CACHE_DIR
                   where kernels compiled for a GPU are kept for the next run, if not in
                   $XDG_CACHE_HOME/ufsecp or ~/.cache/ufsecp; empty: nowhere
    UFSECP_GPU_WINDOW_BITS
                   the size of the table that each GPU makes, 2 to 20 bits
    UFSECP_NVRTC   the library NVRTC, which compiles the kernels of the engine cuda, if it is
                   in no usual place
    UFSECP_CPU     features of the CPU that engines do without, for tests: -avx512,-fma, or
                   none
    UFSECP_THREADS
                   the number of threads, as --threads
    UFSECP_SECKEY  the secret key of sign and ecdh, where neither --key-file nor --key-env is
                   given
    An empty UFSECP_ENGINE, UFSECP_CPU or UFSECP_THREADS is as one that is not set; an empty
    UFSECP_SECKEY or UFSECP_GPU_DEVICE is an error, and so are values of UFSECP_ENGINE,
    UFSECP_GPU_DEVICE, UFSECP_CPU and UFSECP_THREADS that mean nothing.
    NO_COLOR       if it has a value, text on a terminal has no colours, unless --color asks

EXAMPLES
    ufsecp verify data/mainnet-ecdsa.rows
    ufsecp verify --engine cuda data/mainnet-ecdsa.rows
    ufsecp keygen --output my.key
    ufsecp sign --key-file my.key --json letter.txt | ufsecp verify
    ufsecp help verify
    ufsecp man verify | man -l -
)",
                           nullptr};

static const command *const all[] = {
    &verify_command,  &sign_command,    &keygen_command,     &pubkey_command,
    &recover_command, &derive_command,  &ecdh_command,       &scan_command,
    &index_command,   &extract_command, &selftest_command,   &info_command,
    &bench_command,   &compare_command, &completion_command, &man_command,
};
const std::span<const command *const> commands = all;

const command &page_of(const std::string &name) {
    for (const command *c : commands)
        if (name == c->name) return *c;
    return tool_page;
}

std::vector<option_text> options_of(const CLI::App &app) {
    std::vector<option_text> out;
    for (const CLI::Option *option : app.get_options()) {
        option_text o;
        std::istringstream names(option->get_name(true, true));
        for (std::string name; std::getline(names, name, ',');) o.names.push_back(name);
        const std::string type = option->get_type_name();  // "NAME:{a,b}" where values are checked
        const std::string value = type.substr(0, type.find(':'));
        o.text = option->get_description();
        o.alone = option->get_positional();
        o.many = option->get_items_expected_max() > 1;
        if (!o.alone && option->get_items_expected_max() > 0) o.value = value;
        o.file = value == "FILE" || (o.alone && o.names[0] == "FILE");
        o.folder = value == "DIR";
        if (const std::size_t set = type.find(":{"); set != type.npos && type.back() == '}') {
            std::istringstream words(type.substr(set + 2, type.size() - set - 3));
            for (std::string word; std::getline(words, word, ',');) o.words.push_back(word);
        }
        if (o.names.back() == "--engine") {
            o.words.push_back("auto");
            for (std::size_t i = 0; const char *name = ufsecp_engine_at(i, nullptr); i++)
                o.words.push_back(name);
        }
        out.push_back(o);
    }
    return out;
}

namespace {

/* The words of text in lines of 88 columns, each indented. */
std::string wrapped(const std::string &text, const std::string &indent) {
    std::istringstream words(text);
    std::string out, line = indent;
    for (std::string word; words >> word;) {
        if (line.size() > indent.size() && line.size() + 1 + word.size() > 88)
            out += line + '\n', line = indent;
        if (line.size() > indent.size()) line += ' ';
        line += word;
    }
    return out + line + '\n';
}

}  // namespace

std::string man_page::make_help(const CLI::App *app, std::string, CLI::AppFormatMode) const {
    const bool root = app->get_parent() == nullptr;
    const command &p = page_of(root ? "" : app->get_name());
    std::string out = std::string("NAME\n    ufsecp") + (root ? "" : "-") + p.name + " - " +
                      p.line + "\n\nSYNOPSIS\n";
    std::istringstream synopsis(p.synopsis);
    for (std::string line; std::getline(synopsis, line);) out += "    " + line + '\n';
    out += '\n' + std::string(p.before) + '\n';
    if (root) {
        out += "COMMANDS\n";
        for (const CLI::App *sub : app->get_subcommands({})) {
            std::string name = sub->get_name();
            name.resize(12, ' ');
            out += "    " + name + sub->get_description() + '\n';
        }
        out += '\n';
    }
    out += "OPTIONS\n";
    for (const option_text &o : options_of(*app)) {
        std::string line;
        for (const std::string &name : o.names) line += (line.empty() ? "" : ", ") + name;
        if (!o.value.empty()) line += ' ' + o.value;
        out += "    " + line + '\n' + wrapped(o.text, "        ");
    }
    return out + '\n' + p.after;
}
