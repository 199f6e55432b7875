// The manual pages that --help prints.
#pragma once
#include <string>

#include <CLI/CLI.hpp>

/* What a command does, in one line. */
const char *one_line(const std::string &command);

/* Writes --help as a manual page: hand-written sections around the options that are registered. */
class man_page : public CLI::Formatter {
public:
    std::string make_help(const CLI::App *app, std::string name,
                          CLI::AppFormatMode mode) const override;
};
