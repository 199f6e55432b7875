// Arguments on their way to CLI11: an option never takes an empty text, such as an unset variable
// of a shell, or the option that follows it, for its value.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

/* Parses the arguments of `of`, which is `app` or the subcommand that args[0] names.  CLI11 would
 * take what follows `--name=` for the value: it becomes `--name` and an empty text, which only the
 * option `may_be_empty` takes.  Throws CLI::ParseError. */
inline void parse_arguments(CLI::App &app, const CLI::App &of, const std::vector<std::string> &args,
                            const std::string &may_be_empty = "") {
    std::vector<std::string> out;
    std::size_t i = 0;
    if (&of != &app && !args.empty()) out.push_back(args[i++]);
    const auto take = [&](const std::string &name, const std::string &value) {
        if (value.empty() && name != may_be_empty)
            throw CLI::ValidationError(
                name, "the value is empty (a variable of the shell that is not set?)");
        out.push_back(value);
    };
    std::vector<const CLI::Option *> given;
    bool options = true;  // until --
    for (; i < args.size(); i++) {
        const std::string &arg = args[i];
        const bool is_name = options && arg.size() > 2 && arg.starts_with("--");
        const std::size_t equals = is_name ? arg.find('=') : arg.npos;
        const std::string name = arg.substr(0, equals);
        const CLI::Option *const option = is_name ? of.get_option_no_throw(name) : nullptr;
        if (option != nullptr && option->get_items_expected_max() == 1 &&
            std::find(given.begin(), given.end(), option) != given.end())
            throw CLI::ValidationError(name, "given twice");
        given.push_back(option);
        if (option == nullptr) {
            if (arg.empty()) {
                for (const CLI::Option *o : of.get_options())
                    if (o->get_positional()) take(o->get_name(), arg);
                throw CLI::ValidationError("an argument is empty");
            }
            options = options && arg != "--";
            out.push_back(arg);
        } else if (option->get_items_expected_max() == 0) {
            if (equals != arg.npos) throw CLI::ValidationError(name, "takes no value");
            out.push_back(arg);
        } else if (equals != arg.npos && equals + 1 < arg.size()) {
            out.push_back(arg);
        } else if (equals != arg.npos) {
            out.push_back(name);
            take(name, "");
        } else {
            out.push_back(name);
            if (++i == args.size()) throw CLI::ValidationError(name, "the value is missing");
            if (args[i].starts_with("--") || args[i] == "-h")
                throw CLI::ValidationError(name, "the value is missing: " + args[i] + " follows (" +
                                                     name + "=" + args[i] +
                                                     " if that is the value)");
            take(name, args[i]);
        }
    }
    app.parse(std::vector<std::string>(out.rbegin(), out.rend()));
}
