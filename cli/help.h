// The list of commands, and the manual pages that --help prints.
#pragma once
#include <span>
#include <string>

#include <CLI/CLI.hpp>

#include "command.h"

extern const std::span<const command *const> commands;
/* The page of the tool itself, without a command. */
extern const command tool_page;

/* Writes --help as a manual page: hand-written sections around the options that are registered. */
class man_page : public CLI::Formatter {
public:
    std::string make_help(const CLI::App *app, std::string name,
                          CLI::AppFormatMode mode) const override;
};
