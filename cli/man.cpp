// ufsecp man: the pages of help as manual pages, in roff with the macros of man.
#include <sstream>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "help.h"
#include "io.h"

namespace {

/* Text that roff prints as it stands: hyphens that can be copied, no escapes; with a line's first
 * character never a request. */
std::string roff(const std::string &text, bool line_begins = true) {
    std::string out;
    for (const char c : text) {
        if (line_begins && out.empty() && (c == '.' || c == '\'')) out += "\\&";
        switch (c) {
        case '\\': out += "\\e"; break;
        case '-': out += "\\-"; break;
        case '\'': out += "\\(aq"; break;
        case '`': out += "\\(ga"; break;
        case '^': out += "\\(ha"; break;
        case '~': out += "\\(ti"; break;
        default: out += c;
        }
    }
    return out;
}

std::string without_indent(const std::string &line) {
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

/* The pages' own layout, as macros.  A line at four blanks is text.  It is a term and what it means
 * if two blanks are in it, or if it is one word and the next line is further in.  Other lines that
 * are further in stand as they are. */
class section {
public:
    explicit section(const std::string &heading)
        : out_(".SH \"" + heading + "\"\n"), literal_(heading == "EXAMPLES") {}

    void line(const std::string &text, const std::string &next) {
        const std::size_t indent = text.find_first_not_of(' ');
        if (indent == text.npos) return end();
        const std::string words = text.substr(indent);
        if (literal_) {
            if (!open_) out_ += begun_ ? ".PP\n.EX\n" : ".EX\n";
            open_ = begun_ = true;
            out_ += std::string(indent - 4, ' ').append(roff(words, indent == 4)) + "\n";
        } else if (indent == 4) {
            const std::size_t gap = words.find("  ");
            const bool word = words.find(' ') == words.npos && next.find_first_not_of(' ') > 4 &&
                              next.find_first_not_of(' ') != next.npos;
            if (gap != words.npos || word) {
                const std::string meaning =
                    gap == words.npos ? "" : without_indent(words.substr(gap));
                column_ = gap == words.npos ? next.find_first_not_of(' ')
                                            : indent + words.size() - meaning.size();
                out_ += ".TP\n.B " + roff(words.substr(0, gap), false) + "\n";
                if (!meaning.empty()) out_ += roff(meaning) + "\n";
            } else {
                if (!open_ || column_ > 4) out_ += begun_ ? ".PP\n" : "";
                column_ = 4;
                out_ += roff(words) + "\n";
            }
            open_ = begun_ = true;
        } else if (indent <= column_ && column_ > 4) {
            out_ += roff(words) + "\n";
        } else {
            out_ += (nested_ ? "" : ".nf\n") + ("\\&" + std::string(indent - column_, ' ')) +
                    roff(words, false) + "\n";
            nested_ = next.find_first_not_of(' ') > column_ && !without_indent(next).empty();
            if (!nested_) out_ += ".fi\n";
        }
    }
    std::string text() {
        end();
        return out_;
    }

private:
    void end() {
        if (literal_ && open_) out_ += ".EE\n";
        open_ = false;
        column_ = 4;
    }

    std::string out_;
    bool literal_, open_ = false, begun_ = false, nested_ = false;
    std::size_t column_ = 4;  // where the meaning of the term at hand begins
};

/* Sections whose headings stand at the beginning of a line. */
std::string sections(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::string out;
    for (std::size_t i = 0; i < lines.size();) {
        if (lines[i].empty() || lines[i][0] == ' ') {
            i++;
            continue;
        }
        section s(lines[i++]);
        for (; i < lines.size() && (lines[i].empty() || lines[i][0] == ' '); i++)
            s.line(lines[i], i + 1 < lines.size() ? lines[i + 1] : "");
        out += s.text();
    }
    return out;
}

std::string page_name(const command &p) {
    return std::string("ufsecp") + (*p.name ? "-" : "") + p.name;
}

std::string page(const CLI::App &root, const std::string &name) {
    const command &p = page_of(name);
    const CLI::App &app = name.empty() ? root : *root.get_subcommand(name);
    std::string title = page_name(p);
    for (char &c : title) c = (char)std::toupper((unsigned char)c);
    std::string out = ".TH " + title + " 1 \"\" \"ufsecp " + ufsecp_version() +
                      "\" \"User Commands\"\n.SH NAME\n" + roff(page_name(p)) + " \\- " +
                      roff(p.line, false) + "\n.SH SYNOPSIS\n";
    std::istringstream synopsis(p.synopsis);
    bool first = true;
    for (std::string line; std::getline(synopsis, line); first = false)
        out += (first ? "" : ".br\n") + (".B " + roff(line, false)) + "\n";
    out += sections(p.before);
    if (name.empty()) {
        out += ".SH COMMANDS\n";
        for (const command *c : commands)
            out += ".TP\n.BR " + roff(page_name(*c), false) + " (1)\n" + roff(c->line) + "\n";
    }
    out += ".SH OPTIONS\n";
    for (const option_text &o : options_of(app)) {
        std::string names;
        for (const std::string &option : o.names)
            names += (names.empty() ? "" : ", ") +
                     ((o.alone ? "\\fI" : "\\fB") + roff(option, false) + "\\fR");
        if (!o.value.empty()) names += " \\fI" + roff(o.value, false) + "\\fR";
        out += ".TP\n" + names + "\n" + roff(o.text) + "\n";
    }
    out += sections(p.after) + ".SH \"SEE ALSO\"\n";
    if (!name.empty()) return out + ".BR ufsecp (1)\n";
    for (const command *c : commands)
        out += ".BR " + roff(page_name(*c), false) + (c == commands.back() ? " (1)\n" : " (1),\n");
    return out;
}

struct man_options {
    std::string name;
    bool list = false;
};

work add_man(CLI::App &sub) {
    const auto o = std::make_shared<man_options>();
    std::vector<std::string> names;
    for (const command *c : commands) names.push_back(c->name);
    sub.add_option("COMMAND", o->name, "The command; without it the page of the tool.")
        ->check(CLI::IsMember(names));
    sub.add_flag("--list", o->list, "Only print the names of all pages.");
    return [o, &sub] {
        output out("-");
        if (o->list) {
            out.write(page_name(tool_page) + "\n");
            for (const command *c : commands) out.write(page_name(*c) + "\n");
        } else {
            out.write(page(*sub.get_parent(), o->name));
        }
        out.flush();
        return (int)exit_ok;
    };
}

}  // namespace

const command man_command = {"man",
                             "print a manual page",
                             "ufsecp man [COMMAND]\nufsecp man --list",
                             R"(DESCRIPTION
    Prints the text of ufsecp help [COMMAND] as a manual page, in roff. An installed tool has
    these pages where man looks for them: man ufsecp-verify.
)",
                             R"(EXIT STATUS
    0 done, 2 unusable arguments

EXAMPLES
    ufsecp man verify | man -l -
    ufsecp man scan | groff -man -Tpdf > scan.pdf
)",
                             add_man};
