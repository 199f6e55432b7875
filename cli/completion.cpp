// ufsecp completion: what bash, zsh and fish need to complete the tool's commands, options and
// values, from the options that every command declares.
#include <cstdio>

#include <ufsecp/ufsecp.h>

#include "command.h"
#include "help.h"
#include "io.h"

namespace {

/* A command with its options; "help", which is no command of its own, has the commands' names as
 * its values. */
struct completed {
    std::string name, line;
    std::vector<option_text> options;

    const option_text *alone() const {
        for (const option_text &o : options)
            if (o.alone) return &o;
        return nullptr;
    }
};

std::vector<completed> all_completed(const CLI::App &root) {
    std::vector<completed> out;
    option_text names;
    names.names = {"COMMAND"};
    names.text = "The command.";
    names.alone = true;
    for (const CLI::App *sub : root.get_subcommands({})) {
        out.push_back({sub->get_name(), sub->get_description(), options_of(*sub)});
        names.words.push_back(sub->get_name());
    }
    out.push_back({"help", "print the page of a command", {names}});
    return out;
}

std::string joined(const std::vector<std::string> &words, const char *between = " ") {
    std::string out;
    for (const std::string &word : words) out += (out.empty() ? "" : between) + word;
    return out;
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
        text.replace(at, what.size(), with);
    return text;
}

/* The first sentence, without its full stop: a shell has one line for it. */
std::string sentence(const std::string &text) {
    std::string out = text.substr(0, text.find(". "));
    if (out.ends_with('.')) out.pop_back();
    return out;
}

/* ---- bash ---- */

/* The assignment of what may stand there; "" where that is anything. */
std::string bash_values(const option_text &o) {
    if (!o.words.empty()) return " words='" + joined(o.words) + "'";
    return o.file ? " kind=-f" : o.folder ? " kind=-d" : "";
}

std::string bash_case(const completed &c) {
    std::vector<std::string> names;
    std::string values;
    for (const option_text &o : c.options) {
        if (o.alone) continue;
        names.insert(names.end(), o.names.begin(), o.names.end());
        if (!o.value.empty())
            values +=
                "        " + joined(o.names, " | ") + ") options=''" + bash_values(o) + " ;;\n";
    }
    std::string out = "    " + c.name + ")\n        options='" + joined(names) + "'\n";
    if (const option_text *o = c.alone(); o && !bash_values(*o).empty())
        values += "        *)" + bash_values(*o) + " ;;\n";
    if (!values.empty()) out += "        case $previous in\n" + values + "        esac\n";
    return out + "        ;;\n";
}

std::string bash(const CLI::App &root) {
    std::vector<std::string> names, options;
    std::string cases;
    for (const completed &c : all_completed(root)) {
        names.push_back(c.name);
        cases += bash_case(c);
    }
    for (const option_text &o : options_of(root))
        options.insert(options.end(), o.names.begin(), o.names.end());
    return R"(# bash completion for ufsecp, as "ufsecp completion bash" prints it.
_ufsecp() {
    local current=${COMP_WORDS[COMP_CWORD]} previous='' command='' options='' words='' kind='' word
    if ((COMP_CWORD > 1)); then
        previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    fi
    # bash makes three words of --name=value.
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $previous == '=' ]] && ((COMP_CWORD > 2)); then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $command in
    '')
        words=')" +
           joined(names) + "' options='" + joined(options) + "'\n        ;;\n" + cases +
           R"(    esac
    COMPREPLY=()
    if [[ -n $options && ($current == -* || -z $words$kind) ]]; then
        words=$options kind=''
    fi
    if [[ -n $kind ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen "$kind" -- "$current")
    elif [[ -n $words ]]; then
        while IFS= read -r word; do
            COMPREPLY+=("$word")
        done < <(compgen -W "$words" -- "$current")
    fi
}
complete -F _ufsecp ufsecp
)";
}

/* ---- zsh ---- */

std::string zsh_quoted(const std::string &text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/* Text within a specification of _arguments or _describe. */
std::string zsh_text(std::string text) {
    for (const char *special : {"\\", ":", "[", "]"})
        text = replaced(text, special, std::string("\\") + special);
    return text;
}

std::string zsh_values(const option_text &o) {
    if (!o.words.empty()) return "(" + joined(o.words) + ")";
    return o.file ? "_files" : o.folder ? "_files -/" : "";
}

std::string zsh_arguments(const std::vector<option_text> &options) {
    std::string out;
    for (const option_text &o : options) {
        if (o.alone) {
            out += " \\\n            " +
                   zsh_quoted((o.many ? "*:" : ":") + zsh_text(o.names[0]) + ":" + zsh_values(o));
            continue;
        }
        for (const std::string &name : o.names) {
            std::string text = "(" + joined(o.names) + ")" + name;
            if (!o.value.empty() && name.starts_with("--")) text += "=";
            text += "[" + zsh_text(sentence(o.text)) + "]";
            if (!o.value.empty()) text += ":" + zsh_text(o.value) + ":" + zsh_values(o);
            out += " \\\n            " + zsh_quoted(text);
        }
    }
    return out;
}

std::string zsh(const CLI::App &root) {
    std::string names, cases;
    for (const completed &c : all_completed(root)) {
        names += "            " + zsh_quoted(zsh_text(c.name) + ":" + zsh_text(c.line)) + "\n";
        cases += "        " + c.name + ")\n            _arguments" + zsh_arguments(c.options) +
                 "\n            ;;\n";
    }
    return R"(#compdef ufsecp
# zsh completion for ufsecp, as "ufsecp completion zsh" prints it.
_ufsecp() {
    local context state state_descr line
    local -A opt_args
    local -a commands
    _arguments -C)" +
           zsh_arguments(options_of(root)) + R"( \
            '1: :->command' '*:: :->rest' && return
    case $state in
    command)
        commands=(
)" + names +
           R"(        )
        _describe -t commands 'command' commands
        ;;
    rest)
        case $words[1] in
)" + cases +
           R"(        esac
        ;;
    esac
}
if [[ $funcstack[1] == _ufsecp ]]; then
    _ufsecp "$@"
elif (( $+functions[compdef] )); then
    compdef _ufsecp ufsecp
fi
)";
}

/* ---- fish ---- */

std::string fish_quoted(const std::string &text) {
    return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_line(const std::string &when, const option_text &o) {
    std::string out = "complete -c ufsecp -n " + fish_quoted(when);
    for (const std::string &name : o.names)
        if (!o.alone)
            out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    const bool path = o.file || o.folder;
    if (!o.value.empty()) out += path ? " -r" : " -x";
    if (!o.words.empty()) out += " -a " + fish_quoted(joined(o.words));
    else if (o.folder) out += " -a '(__fish_complete_directories)'";
    else if (path) out += " -F";
    return out + (o.alone ? "" : " -d " + fish_quoted(sentence(o.text))) + "\n";
}

std::string fish(const CLI::App &root) {
    std::string out = R"(# fish completion for ufsecp, as "ufsecp completion fish" prints it.
function __ufsecp_command
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end
complete -c ufsecp -f
)";
    const std::string first = "__ufsecp_command ''";
    for (const option_text &o : options_of(root)) out += fish_line(first, o);
    for (const completed &c : all_completed(root)) {
        out += "complete -c ufsecp -n " + fish_quoted(first) + " -a " + c.name + " -d " +
               fish_quoted(c.line) + "\n";
        for (const option_text &o : c.options) out += fish_line("__ufsecp_command " + c.name, o);
    }
    return out;
}

work add_completion(CLI::App &sub) {
    const auto shell = std::make_shared<std::string>();
    sub.add_option("SHELL", *shell, "bash, zsh or fish.")
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->required();
    return [shell, &sub] {
        const CLI::App &root = *sub.get_parent();
        output out("-");
        out.write(*shell == "bash" ? bash(root) : *shell == "zsh" ? zsh(root) : fish(root));
        out.flush();
        return (int)exit_ok;
    };
}

}  // namespace

const command completion_command = {"completion",
                                    "print the completions for a shell",
                                    "ufsecp completion bash|zsh|fish",
                                    R"(DESCRIPTION
    Prints a script that completes the tool's commands, options and values in that shell. An
    installed tool has it where the shells look for it.
)",
                                    R"(EXIT STATUS
    0 done, 2 unusable arguments

EXAMPLES
    source <(ufsecp completion bash)
        In this bash only; for all of them, add the line to ~/.bashrc.
    ufsecp completion zsh > "${fpath[1]}/_ufsecp"
    ufsecp completion fish > ~/.config/fish/completions/ufsecp.fish
)",
                                    add_completion};
