// Lines of CSV: their cells, and rows whose quoted cells go on over several lines.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "io.h"

/* Without the blanks at both ends; if there is nothing else, the empty text at its end. */
std::string_view trimmed(std::string_view text, const char *blanks = " \t\r");

/* What may separate cells, in the order in which a first line is tried. */
constexpr char csv_separators[] = {',', ';', '\t'};

/* The separator that a first line names for spreadsheets, as in sep=; (no more than that is in it,
 * but quotes around it). */
std::optional<char> named_separator(std::string_view line);

enum class csv_line {
    cells,
    open,  // a quote is not closed
    wrong  // text after a quote that is
};
/* Splits a line; a cell may be quoted, a quote inside it doubled.  The cells view the line, or
 * `unquoted` if it has quotes. */
csv_line split_csv(std::vector<std::string_view> &out, std::string &unquoted, std::string_view line,
                   char separator);

/* The rows of an input, where a quoted cell may hold line ends (RFC 4180), which become LF.  A
 * quote that is not closed within most_lines or the longest line, or not well, costs its own line
 * alone: those behind it are read again, each for itself. */
class csv_rows {
public:
    static constexpr std::size_t most_lines = 100;

    explicit csv_rows(buffered_input &in) : in_(in) {}

    /* As buffered_input::next_line; an input that fails does so after all lines before it. */
    buffered_input::line_state next(std::string_view &row, std::size_t longest, input::time until);
    /* Of the row that was taken last: where it begins, from 1. */
    std::uint64_t line() const { return line_; }
    /* Of all rows that follow; without it each of csv_separators may be. */
    void separator(char c) { separator_ = c; }
    /* Of a row with such separators; while none is known, with the first that stands outside of
     * quotes. */
    csv_line state(std::string_view row);

private:
    bool join(std::size_t longest, input::time until, bool &waiting);

    struct held_line {
        std::string text;
        std::uint64_t line;
        buffered_input::line_state state;
    };
    buffered_input &in_;
    std::optional<char> separator_;
    std::deque<held_line> held_;       // were read to look for the end of a quote
    std::optional<unusable> failure_;  // to throw behind them
    std::string row_;
    std::uint64_t line_ = 0;
    std::vector<std::string_view> cells_;
    std::string unquoted_;
};
