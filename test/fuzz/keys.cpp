// Fuzzes the readers of keys: receivers, secret keys and labels that are written here are read back
// from every form, and any bytes are read or refused.
#include "../../cli/command.h"
#include "../../cli/key_input.h"
#include "../../cli/scan_index.h"
#include "fuzz.h"

#include <sys/prctl.h>

using namespace hostile;

namespace {

struct key_pair {
    bytes secret, spend; /* the spend key belongs to another secret key */
};

/* Made once: a multiplication takes longer than all else here. */
const key_pair &any_pair(source &s) {
    static const std::vector<key_pair> all = [] {
        std::vector<key_pair> out;
        source from(7);
        for (int i = 0; i < 16; i++) out.push_back({seckey(from, 2), pubkey_of(seckey(from), 33)});
        return out;
    }();
    return all[s.below(all.size())];
}

std::string text_of(const bytes &b) { return std::string(b.begin(), b.end()); }

/* What is wrong with it; "" if nothing is. */
template <class F>
std::string why_not(const F &read) {
    try {
        read();
        return "";
    } catch (const unusable &error) {
        REQUIRE(error.what()[0] != 0, std::string());
        return error.what();
    }
}

std::string read_receivers(receiver_list &list, const std::string &text) {
    const memory_file file(text);
    const std::string why = why_not([&] { list.read(file.path()); });
    REQUIRE(list.spend33s.size() == 33 * list.n && (!why.empty() || list.n > 0), text);
    for (const char byte : secrets().input) REQUIRE(byte == 0, text); /* wiped */
    return why;
}

std::string read_key(const std::string &text) {
    const memory_file file(text);
    return why_not([&] { load_key(secrets(), {file.path(), {}}); });
}

void same_receivers(source &s) {
    const char *const ends[] = {"\n", "\r\n", "\r"};
    const std::string newline = ends[s.below(3)];
    const size_t n = 1 + s.below(4);
    std::string text = s.one_in(4) ? "\xef\xbb\xbf" : "";
    bytes secret, spend;
    for (size_t i = 0; i < n; i++) {
        const key_pair &pair = any_pair(s);
        if (s.one_in(4)) text += (s.one_in(2) ? "# note" : " \t") + newline;
        text += (s.one_in(4) ? " 0x" : "") + hex(pair.secret);
        text += (s.one_in(2) ? " " : ",\t") + hex(pair.spend);
        if (i + 1 < n || s.one_in(2)) text += newline;
        secret = secret + pair.secret, spend = spend + pair.spend;
    }
    receiver_list list;
    const std::string why = read_receivers(list, text);
    REQUIRE(why.empty() && list.n == n && list.spend33s == spend, text + why);
    for (size_t i = 0; i < n; i++)
        REQUIRE(
            bytes(secrets().scan_keys[i], secrets().scan_keys[i] + 32) == slice(secret, 32 * i, 32),
            text);
    receiver_list any;
    std::string changed = text;
    changed[s.below(changed.size())] ^= static_cast<char>(1 + s.below(255));
    read_receivers(any, changed);
}

void same_key(source &s) {
    const key_pair &pair = any_pair(s);
    std::string text = s.one_in(4) ? text_of(pair.secret) : hex(pair.secret);
    if (text.size() == 64) {
        if (s.one_in(2)) text += " " + hex(pair.spend); /* a line of keygen */
        text = (s.one_in(4) ? "\xef\xbb\xbf" : "") + text + (s.one_in(2) ? "\r\n" : "");
    }
    const std::string why = read_key(text);
    REQUIRE(why.empty() && bytes(secrets().key, secrets().key + 32) == pair.secret, text + why);
    text.insert(s.below(text.size() + 1), 1, static_cast<char>(s.byte()));
    read_key(text);
}

void same_labels(source &s) {
    std::vector<uint32_t> numbers;
    std::string text = s.one_in(4) ? "\xef\xbb\xbf" : "";
    for (size_t i = 1 + s.below(5); i > 0; i--) {
        const uint32_t m = s.one_in(2) ? static_cast<uint32_t>(s.below(4))
                                       : static_cast<uint32_t>(s.below(65536) << 16 | s.byte());
        if (std::find(numbers.begin(), numbers.end(), m) == numbers.end()) numbers.push_back(m);
        const char *const between[] = {"\n", "\r", ", ", "\t\r\n"};
        text += std::to_string(m) + between[s.below(4)];
    }
    const memory_file file(text);
    REQUIRE(label_numbers(0, file.path()) == numbers, text);
}

void any_labels(const std::string &text) {
    const memory_file file(text);
    std::vector<uint32_t> found;
    const std::string why = why_not([&] { found = label_numbers(2, file.path()); });
    REQUIRE(!why.empty() || (found.size() >= 2 && found[0] == 0 && found[1] == 1), text);
    std::sort(found.begin(), found.end());
    REQUIRE(std::adjacent_find(found.begin(), found.end()) == found.end(), text);
}

const char *const words[] = {" ",  ",",  "\n",           "\r",         "\r\n",       "\t", "#",
                             "0x", "02", "\xef\xbb\xbf", "4294967295", "4294967296", "-1", "1"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* The tool keeps debuggers away from its secrets; the leak checker is one. */
    [[maybe_unused]] static const int let_in = (secrets(), prctl(PR_SET_DUMPABLE, 1));
    source s(data, size);
    same_receivers(s);
    same_key(s);
    same_labels(s);
    const std::string raw(data, data + size);
    for (const std::string &text : {any_text(s, words, [&] { return 32 + s.below(2); }), raw}) {
        receiver_list list;
        read_receivers(list, text);
        read_key(text);
        any_labels(text);
    }
    return 0;
}
