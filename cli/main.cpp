// The command line: subcommands and their options, usage errors with a hint, exit codes.
#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>

#include <CLI/CLI.hpp>
#include <ufsecp/ufsecp.h>

#include "arguments.h"
#include "base/cpu.h"
#include "color.h"
#include "command.h"
#include "help.h"
#include "hex.h"
#include "io.h"
#include "options.h"
#include "text.h"
#include "words.h"

namespace {

/* Letters to insert, delete or change to get from a to b. */
std::size_t distance(const std::string &a, const std::string &b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); j++) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); i++) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            const std::size_t change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        }
    }
    return row[b.size()];
}

/* "; did you mean X?" for the nearest of the names, or "". */
std::string hint(const std::string &word, const std::vector<std::string> &names) {
    std::string best;
    if (word.size() == 2 && word[0] == '-') {  // a letter for the only option that begins with it
        const std::string start = "--" + word.substr(1);
        for (const std::string &name : names)
            if (name.starts_with(start)) best = best.empty() ? name : word;
        return best.empty() || best == word ? "" : "; did you mean " + best + "?";
    }
    const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
    std::size_t least = 1 + (word.size() - dashes) / 3;
    for (const std::string &name : names)
        if (const std::size_t d = distance(word, name); d <= least) least = d, best = name;
    return best.empty() ? "" : "; did you mean " + best + "?";
}

std::vector<std::string> option_names(const CLI::App &app) {
    std::vector<std::string> out;
    for (const CLI::Option *option : app.get_options())
        for (const std::string &name : option->get_lnames()) out.push_back("--" + name);
    return out;
}

/* The tool's commands, and the work of the one that the arguments name. */
struct command_line {
    CLI::App app{tool_page.line};
    work run;

    command_line();
};

command_line::command_line() {
    app.name("ufsecp");
    app.formatter(std::make_shared<man_page>());
    app.set_help_flag("-h,--help", "Print this page.");
    app.set_version_flag("--version", std::string("ufsecp ") + ufsecp_version(),
                         "Print the version.");
    app.require_subcommand(1);
    app.allow_windows_style_options(false);  // a path may begin with /
    for (const command *c : commands) {
        CLI::App *const sub = app.add_subcommand(c->name, c->line);
        sub->callback([this, todo = c->add(*sub)] { run = todo; });
    }
}

/* ---- Secret keys that stand among the arguments, where they must not be. */

/* The text without runs of hexadecimal digits that may be a secret key, or most of one. */
std::string without_digits(const std::string &text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        std::size_t n = 0;
        while (i + n < text.size() && hex_digit(text[i + n]) >= 0) n++;
        if (n >= 32) out += "(" + std::to_string(n) + " hexadecimal digits)";
        else out += text.substr(i, n + 1);
        i += n >= 32 ? n : n + 1;
    }
    return out;
}

void complain_of(const std::string &text) { complain(without_digits(text)); }

bool any_of(const std::vector<std::string> &names, const std::string &name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/* Whether the arguments of a command with keys hold a secret key: by the option's name; or
 * 64 digits, nsec, an extended private key or WIF where neither public digits nor an existing file
 * stand. */
bool secret_among(const std::vector<std::string> &args) {
    static const std::vector<std::string> secret_options = {
        "--key", "--seckey", "--secret", "--secret-key", "--privkey", "--private-key", "-k"};
    static const std::vector<std::string> public_options = {"--hash", "--aux", "--pubkey"};
    for (std::size_t i = 1; i < args.size(); i++) {
        const std::size_t equals = args[i].starts_with('-') ? args[i].find('=') : std::string::npos;
        const std::string name = args[i].substr(0, equals);
        if (any_of(secret_options, name)) return true;
        if (any_of(public_options, name)) {
            i += equals == std::string::npos;
            continue;
        }
        const std::string value = equals == args[i].npos ? args[i] : args[i].substr(equals + 1);
        std::uint8_t ignored[32];
        const bool digits = hex_exact(ignored, 32, value);
        ufsecp_wipe(ignored, sizeof ignored);
        const bool other_form =
            value.starts_with("nsec1") || is_extended_key(value, "prv") || is_wif(value);
        if ((digits || other_form) && !os::exists(value)) return true;
    }
    return false;
}

std::string no_secret_argument(const CLI::App &sub) {
    std::string text =
        "a secret key is not taken as an argument: every user of this machine could read it there, "
        "and shells keep it in their history (consider it known)";
    for (const char *option : {"--key-file", "--keys"})
        if (sub.get_option_no_throw(option))
            return text + "; give " + option + " FILE, or - for standard input";
    return text;
}

int usage_error(const std::string &text, const std::string &page) {
    complain_of(text);
    std::fprintf(stderr, "Try: %s --help\n", page.c_str());
    return exit_unusable;
}

/* "x not in {a,b}" of the option parser, as users say it. */
std::string without_jargon(std::string text) {
    constexpr std::string_view from = " not in {";
    if (const std::size_t at = text.find(from); at != text.npos)
        text.replace(at, from.size(), " is none of {");
    return text;
}

/* The value of an option; nothing if it was not given or the command has none of that name. */
std::optional<std::string> given(const CLI::App &sub, const std::string &name) {
    const CLI::Option *const option = sub.get_option_no_throw(name);
    if (option == nullptr || option->count() == 0) return std::nullopt;
    return option->as<std::string>();
}

/* What the environment variable holds, "" if it is not set: of those that choose an engine and
 * threads, an empty one says nothing, as for the library. */
std::string variable(const char *name) {
    const char *const text = std::getenv(name);
    return text ? text : "";
}

/* The number in UFSECP_THREADS, 0 if it is not set. */
unsigned threads_of_variable() {
    const std::string text = variable("UFSECP_THREADS");
    if (text.empty()) return 0;
    const auto n = number_up_to(most_threads, text);
    if (!n)
        throw unusable("UFSECP_THREADS=" + text + ": not a number from 0 to " +
                       std::to_string(most_threads));
    return (unsigned)*n;
}

/* Throws unusable for what the library takes for no choice at all. */
void check_variables() {
    const char *const devices = std::getenv("UFSECP_GPU_DEVICE");
    const std::string gpus = devices ? devices : "none", cpu = variable("UFSECP_CPU");
    for (const std::string_view part : split(gpus, ',')) {
        if (gpus == "none") break;
        if (!number_up_to(255, part))
            throw unusable("UFSECP_GPU_DEVICE=" + gpus +
                           ": not numbers of GPUs, from 0 to 255 with commas between them, and not "
                           "none");
    }
    std::string words;
    for (const ufsecp::cpu_cluster &c : ufsecp::cpu_clusters)
        words += '-' + std::string(c.name) + ", ";
    words += "none";
    for (const std::string_view part : split(cpu, ',')) {
        const bool known =
            part == "none" ||
            std::any_of(std::begin(ufsecp::cpu_clusters), std::end(ufsecp::cpu_clusters),
                        [&](const auto &c) { return part == '-' + std::string(c.name); });
        if (!cpu.empty() && !known)
            throw unusable("UFSECP_CPU=" + cpu + ": \"" + std::string(part) +
                           "\" is no word of it; with commas between them there are: " + words);
    }
}

int parse_and_run(std::vector<std::string> args) {
    command_line line;
    std::vector<std::string> names;
    for (const CLI::App *sub : line.app.get_subcommands({})) names.push_back(sub->get_name());
    if (args.empty()) return usage_error("no command", "ufsecp");
    if (args[0] == "help" && args.size() > 1 && args[1].starts_with('-') && args[1] != "--help")
        return usage_error(args[1] + ": not expected: ufsecp help takes a command", "ufsecp");
    if (args == std::vector<std::string>{"help", "help"}) args.pop_back();
    if (args[0] == "help" && args.size() > 2)
        return usage_error(args[2] + ": not expected: ufsecp help takes one command", "ufsecp");
    if (args[0] == "help")
        args.size() > 1 ? (void)(args.erase(args.begin()), args.resize(1), args.push_back("--help"))
                        : (void)(args[0] = "--help");
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [&](const command *c) { return args[0] == c->name; });
    const bool known = at != commands.end();
    const command &asked = known ? **at : tool_page;
    std::vector<std::string> words = option_names(line.app);
    words.insert(words.end(), names.begin(), names.end());
    if (args[0].empty()) return usage_error("no command: the first argument is empty", "ufsecp");
    if (!known && !args[0].starts_with('-'))
        return usage_error("no command " + args[0] + hint(args[0], words), "ufsecp");
    if (!known) {
        const auto command = std::find_if(args.begin() + 1, args.end(),
                                          [&](const auto &arg) { return any_of(names, arg); });
        if (command != args.end() && line.app.get_option_no_throw(args[0]) == nullptr)
            return usage_error(args[0] + ": not expected before the command: ufsecp " + *command +
                                   " " + args[0] + " ...",
                               "ufsecp");
    }
    const std::string page = known ? "ufsecp " + args[0] : "ufsecp";
    const CLI::App &sub = known ? *line.app.get_subcommand(args[0]) : line.app;
    if (asked.keys && secret_among(args)) return usage_error(no_secret_argument(sub), page);
    try {
        parse_arguments(line.app, sub, args, asked.may_be_empty);
    } catch (const CLI::CallForHelp &) {
        std::printf("%s", sub.help().c_str());
        return exit_ok;
    } catch (const CLI::CallForVersion &) {
        std::printf("ufsecp %s\n", ufsecp_version());
        return exit_ok;
    } catch (const CLI::ParseError &error) {
        const std::vector<std::string> options = option_names(sub);
        for (const std::string &arg : args) {
            if (arg == "--") break;
            const std::string name = arg.substr(0, arg.find('='));
            if (name.size() > 1 && name[0] == '-' && !std::isdigit((unsigned char)name[1]) &&
                sub.get_option_no_throw(name) == nullptr)
                return usage_error("no option " + name + hint(name, options), page);
        }
        if (const std::vector<std::string> rest = sub.remaining(); known && !rest.empty()) {
            std::string takes = "options only";
            for (const CLI::Option *option : sub.get_options())
                if (option->get_positional()) takes = "one " + option->get_name();
            return usage_error(rest[0] + ": not expected: " + page + " takes " + takes, page);
        }
        return usage_error(without_jargon(error.what()), page);
    }
    choose_color(given(sub, "--color").value_or(""));
    if (!any_of({"man", "completion", "compare"}, args[0])) {
        check_variables();
        choose_engine(given(sub, "--engine").value_or(variable("UFSECP_ENGINE")));
    }
    if (sub.get_option_no_throw("--threads") != nullptr) {
        const std::optional<std::string> threads = given(sub, "--threads");
        choose_threads(threads ? (unsigned)number_up_to(most_threads, *threads).value()
                               : threads_of_variable());
    }
    const int code = line.run();
    if (const char *note = ufsecp_engine_note()) complain_of(note);  // what a GPU left to the CPU
    return code;
}

}  // namespace

int main(int argc, char **argv) {
    int code = exit_unusable;
    try {
        code = parse_and_run(os::begin(argc, argv));
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !os::close_file(1)) {
            if (os::reader_is_gone()) return exit_broken_pipe;
            throw unwritable(std::string("cannot write standard output: ") + std::strerror(errno));
        }
    } catch (const broken_pipe &) { return exit_broken_pipe; } catch (const std::bad_alloc &) {
        complain_of("not enough memory");
        return exit_unusable;
    } catch (const std::exception &error) {
        complain_of(error.what());
        return exit_unusable;
    }
    return code;
}
