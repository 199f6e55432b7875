// The list of commands, and the manual pages that --help prints.
#pragma once
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "command.h"

extern const std::span<const command *const> commands;
/* The page of the tool itself, without a command. */
extern const command tool_page;
/* The page of this command; that of the tool for any other name. */
const command &page_of(const std::string &name);

/* An option as pages and completions show it. */
struct option_text {
    std::vector<std::string> names;  // --json; -h and --help; FILE where a value stands alone
    std::string value;               // what follows: NAME; "" for a flag, and for what stands alone
    std::vector<std::string> words;  // the only values that there are; empty: any
    std::string text;
    bool alone = false, many = false;  // without a name, as FILE; any number of times
    bool file = false, folder = false;
};
std::vector<option_text> options_of(const CLI::App &app);

/* Writes --help as a manual page: hand-written sections around the options that are registered. */
class man_page : public CLI::Formatter {
public:
    std::string make_help(const CLI::App *app, std::string name,
                          CLI::AppFormatMode mode) const override;
};
