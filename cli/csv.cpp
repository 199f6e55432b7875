// Cells of a line of CSV, and the search for the end of a quote on the lines that follow.
#include "csv.h"

#include <algorithm>
#include <cctype>

std::string_view trimmed(std::string_view text, const char *blanks) {
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::optional<char> named_separator(std::string_view line) {
    line = trimmed(line, " \r");
    if (line.size() > 2 && line.front() == '"' && line.back() == '"')
        line = line.substr(1, line.size() - 2);
    const auto same = [](char a, char b) { return std::tolower((unsigned char)a) == b; };
    constexpr std::string_view word = "sep=";
    if (line.size() != word.size() + 1 || !std::equal(word.begin(), word.end(), line.begin(),
                                                      [&](char w, char c) { return same(c, w); }))
        return std::nullopt;
    return line.back();
}

csv_line split_csv(std::vector<std::string_view> &out, std::string &unquoted, std::string_view line,
                   char separator) {
    const char *const blanks = separator == '\t' ? " " : " \t";
    out.clear();
    const bool quotes = line.find('"') != line.npos;
    if (quotes) {  // a cell without its quotes is shorter: it fits where it stood
        unquoted.assign(line);
        line = unquoted;
    }
    for (std::size_t i = 0;; i++) {
        const std::size_t first = std::min(line.find_first_not_of(blanks, i), line.size());
        if (quotes && first < line.size() && line[first] == '"') {
            std::size_t end = first;
            for (i = first + 1;; i++) {
                if (i >= line.size()) return csv_line::open;
                if (line[i] == '"' && (++i >= line.size() || line[i] != '"')) break;
                unquoted[end++] = line[i];
            }
            out.push_back(line.substr(first, end - first));
            i = std::min(line.find_first_not_of(blanks, i), line.size());
            if (i < line.size() && line[i] != separator) return csv_line::wrong;
        } else {
            i = std::min(line.find(separator, i), line.size());
            out.push_back(trimmed(line.substr(std::min(first, i), i - std::min(first, i))));
        }
        if (i >= line.size()) return csv_line::cells;
    }
}

csv_line csv_rows::state(std::string_view row) {
    char c = separator_.value_or('"');
    bool quoted = false;
    for (std::size_t i = 0; c == '"' && i < row.size(); i++) {
        quoted ^= row[i] == '"';
        if (!quoted && std::find(std::begin(csv_separators), std::end(csv_separators), row[i]) !=
                           std::end(csv_separators))
            c = row[i];
    }
    return split_csv(cells_, unquoted_, row, c == '"' ? ',' : c);
}

/* Joins lines until the quote of the first one that is held is closed, and takes them.  false: it
 * is not closed well, or more must come first. */
bool csv_rows::join(std::size_t longest, input::time until, bool &waiting) {
    using line_state = buffered_input::line_state;
    row_ = held_[0].text;
    for (std::size_t n = 1;; n++) {
        if (n == held_.size()) {
            std::string_view line;
            if (n == most_lines || failure_) return false;
            try {
                const line_state got = in_.next_line(line, longest, until);
                waiting = got == line_state::waiting;
                if (waiting || got == line_state::end) return false;
                held_.push_back({std::string(line), in_.line(), got});
            } catch (const unusable &error) {  // first the lines that are held
                failure_ = error;
                return false;
            }
        }
        const held_line &more = held_[n];
        if (more.state != line_state::line || row_.size() + more.text.size() >= longest)
            return false;
        row_ += '\n';
        row_ += more.text;
        if (more.text.find('"') == more.text.npos) continue;
        const csv_line now = state(row_);
        if (now == csv_line::wrong) return false;
        if (now == csv_line::open) continue;
        held_.erase(held_.begin(), held_.begin() + (std::ptrdiff_t)n + 1);
        return true;
    }
}

buffered_input::line_state csv_rows::next(std::string_view &row, std::size_t longest,
                                          input::time until) {
    using line_state = buffered_input::line_state;
    const auto may_go_on = [&](std::string_view line) {
        const std::size_t first = line.find_first_not_of(" \t");
        return first != line.npos && line[first] != '#' && line.find('"') != line.npos &&
               state(line) == csv_line::open;
    };
    if (held_.empty()) {
        if (failure_) throw unusable(*failure_);
        const line_state got = in_.next_line(row, longest, until);
        line_ = in_.line();
        if (got != line_state::line || !may_go_on(row)) return got;
        held_.push_back({std::string(row), line_, got});
    }
    line_ = held_[0].line;
    bool waiting = false;
    if (held_[0].state == line_state::line && may_go_on(held_[0].text)) {
        if (join(longest, until, waiting)) {
            row = row_;
            return line_state::line;
        }
        if (waiting) return line_state::waiting;
        if (stop_requested()) return line_state::end;
    }
    const line_state got = held_[0].state;
    row_ = std::move(held_[0].text);
    held_.pop_front();
    row = row_;
    return got;
}
