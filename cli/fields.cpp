// The fields of one row: names, conflicts, and from text to bytes.
#include "fields.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "command.h"
#include "hex.h"
#include "io.h"

namespace {

struct usual_name {
    std::string_view name;
    role is;
};

/* In lower case; the first of a role is its documented one. */
constexpr usual_name usual_names[] = {
    {"msg", role::message},
    {"hash", role::message},
    {"message", role::message},
    {"pubkey", role::pubkey},
    {"key", role::pubkey},
    {"pk", role::pubkey},
    {"xonly", role::pubkey},
    {"sig", role::sig},
    {"signature", role::sig},
    {"r", role::r},
    {"s", role::s},
    {"recid", role::recid},
    {"v", role::v},
    {"yparity", role::parity},
    {"y_parity", role::parity},
    {"extra", role::note},
    {"id", role::note},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool same_name(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

/* Names of one group say the same thing. */
enum class group { message, pubkey, sig, recid, note };

group group_of(role r) {
    switch (r) {
    case role::message: return group::message;
    case role::pubkey: return group::pubkey;
    case role::sig:
    case role::r:
    case role::s: return group::sig;
    case role::recid:
    case role::v:
    case role::parity: return group::recid;
    default: return group::note;
    }
}

bool used_by(row_kind kind, role r) {
    const group g = group_of(r);
    return kind == row_kind::recover ? g != group::pubkey : g != group::recid;
}

/* The field, for those who read an error. */
const char *said_of(role r) {
    switch (r) {
    case role::message: return "the message";
    case role::pubkey: return "the public key";
    case role::sig: return "the signature";
    case role::r: return "r";
    case role::s: return "s";
    case role::v: return "v";
    case role::parity: return "yParity";
    case role::recid: return "the recovery id";
    default: return "the note";
    }
}

std::string_view usual_name_of(role r) {
    return std::find_if(std::begin(usual_names), std::end(usual_names),
                        [r](const usual_name &u) { return u.is == r; })
        ->name;
}

std::string quoted(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace

const std::vector<role> &row_order(row_kind kind) {
    static const std::vector<role> ecdsa = {role::message, role::pubkey, role::sig, role::note},
                                   schnorr = {role::pubkey, role::message, role::sig, role::note},
                                   recover = {role::message, role::sig, role::recid, role::note};
    return kind == row_kind::ecdsa ? ecdsa : kind == row_kind::schnorr ? schnorr : recover;
}

chosen_names parse_columns(row_kind kind, const std::string &text) {
    chosen_names out;
    const auto refuse = [](const std::string &what) { throw unusable("--columns: " + what); };
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find(',', from), text.size());
        const std::string part = text.substr(from, end - from);
        from = end + 1;
        const std::size_t equal = part.find('=');
        if (equal == part.npos || equal == 0 || equal + 1 == part.size())
            refuse(quoted(part) + " is not FIELD=NAME");
        const std::string key = part.substr(0, equal), name = part.substr(equal + 1);
        const auto *const at =
            std::find_if(std::begin(usual_names), std::end(usual_names),
                         [&](const usual_name &u) { return same_name(u.name, key); });
        if (at == std::end(usual_names) || !used_by(kind, at->is))
            refuse("no field " + quoted(key) + " here; the fields are msg, " +
                   (kind == row_kind::recover ? "sig, r, s, recid, v, yParity, extra"
                                              : "pubkey, sig, r, s, extra"));
        for (const auto &[r, other] : out) {
            if (r == at->is) refuse("two names for " + quoted(key));
            if (same_name(other, name)) refuse(quoted(name) + " is named twice");
        }
        out.emplace_back(at->is, name);
    }
    return out;
}

column_names::column_names(row_kind kind, const chosen_names &chosen)
    : kind_(kind), chosen_(chosen) {
    for (std::size_t r = 0; r < role_count; r++)
        for (const auto &[is, name] : chosen) {
            const bool halves = (is == role::r && (role)r == role::s) ||  // one needs the other
                                (is == role::s && (role)r == role::r);
            taken_[r] |= group_of(is) == group_of((role)r) && !halves;
        }
}

role column_names::of(std::string_view name) const {
    for (const auto &[r, chosen] : chosen_)
        if (same_name(chosen, name)) return r;
    for (const usual_name &u : usual_names)
        if (same_name(u.name, name)) {
            const bool used = used_by(kind_, u.is) && !taken_[(std::size_t)u.is] &&
                              (kind_ == row_kind::schnorr || u.name != "xonly");
            return used ? u.is : role::none;
        }
    return role::none;
}

std::string column_names::text(role r) const {
    for (const auto &[is, name] : chosen_)
        if (is == r) return name;
    switch (r) {
    case role::message: return "msg or hash";
    case role::pubkey: return "pubkey";
    case role::sig: return "sig (or r and s)";
    case role::r: return "r";
    case role::s: return "s";
    default: return "recid";
    }
}

void row_fields::set(role r, const field &value) {
    field &at = at_[(std::size_t)r];
    if (at.is == field::type::absent) {
        at = value;
        return;
    }
    if (r == role::note && same_name(at.name, "id") != same_name(value.name, "id")) {
        if (same_name(at.name, "id")) at = value;
    } else if (twice_ == role::none) twice_ = r, first_ = at.name, second_ = value.name;
}

bool row_fields::any() const {
    for (std::size_t r = 0; r < role_count; r++)
        if ((role)r != role::note && has((role)r)) return true;
    return false;
}

std::string row_fields::conflict() const {
    std::string_view a = first_, b = second_;
    role r = twice_;
    if (r == role::none && has(role::sig) && has(role::r) && has(role::s))
        r = role::sig, a = (*this)[role::sig].name, b = (*this)[role::r].name;
    if (r == role::none) return "";
    if (a == b) return "two fields have the name " + quoted(a);
    return quoted(a) + " and " + quoted(b) + " are two names for " + said_of(r) +
           ": choose one, such as --columns " + std::string(usual_name_of(r)) + "=" +
           std::string(a);
}

std::optional<role> row_fields::missing(row_kind kind) const {
    if (!has(role::message)) return role::message;
    if (kind != row_kind::recover && !has(role::pubkey)) return role::pubkey;
    if (has(role::sig)) return std::nullopt;
    if (!has(role::r)) return has(role::s) ? role::r : role::sig;
    if (!has(role::s)) return role::s;
    return std::nullopt;
}

id_reading recid_reading(const field_rules &rules) {
    return rules.form == signature_form::bitcoin_message ? id_reading::bitcoin
           : rules.ethereum                              ? id_reading::ethereum
                                                         : id_reading::plain;
}

namespace {

/* Turns fields into a binary row, one method a field; each says what is wrong with its own. */
class row_writer {
public:
    row_writer(const row_fields &fields, const column_names &names, const field_rules &rules)
        : fields_(fields), names_(names), rules_(rules) {}

    std::optional<refusal> write(std::uint8_t *row,
                                 std::optional<std::vector<std::uint8_t>> *message) {
        if (std::string two = fields_.conflict(); !two.empty())
            return refusal{UFSECP_MISUSE, std::move(two)};
        const row_kind kind = rules_.kind;
        const bool schnorr = kind == row_kind::schnorr;
        const std::size_t key = schnorr ? 0 : 32, hash = schnorr ? 32 : 0,
                          sig = kind == row_kind::recover ? 32
                                : schnorr                 ? 64
                                                          : 65;
        int id = -1;
        const bool done =
            text_of_all() && read_message(row + hash, message) &&
            (kind == row_kind::recover || read_key(row + key)) &&
            (fields_.has(role::sig) ? read_sig(row + sig, &id) : read_r_s(row + sig)) &&
            (kind != row_kind::recover || read_id(row + 96, id));
        if (done) return std::nullopt;
        return std::move(why_);
    }

private:
    std::string named(role r) const {
        return r == role::message && rules_.kind != row_kind::schnorr ? "the hash" : said_of(r);
    }
    bool refuse(ufsecp_status status, std::string text) {
        why_ = {status, std::move(text)};
        return false;
    }
    static ufsecp_status status_of(role r) {
        return r == role::pubkey ? UFSECP_PUBKEY_FORMAT : UFSECP_MISUSE;
    }

    /* Whether all that the row needs is there, and of the type of digits. */
    bool text_of_all() {
        if (const std::optional<role> r = fields_.missing(rules_.kind))
            return refuse(status_of(*r), "there is no field " + names_.text(*r));
        const role sig_roles[] = {role::message, role::pubkey, role::sig, role::r, role::s};
        for (role r : sig_roles) {
            if (!fields_.has(r) || fields_[r].is == field::type::text) continue;
            if (fields_.has(role::sig) && (r == role::r || r == role::s)) continue;
            const field::type is = fields_[r].is;
            return refuse(status_of(r), named(r) +
                                            (is == field::type::null     ? " is null"
                                             : is == field::type::number ? " is a number"
                                                                         : " has a type") +
                                            ", not a string of digits");
        }
        return true;
    }

    /* Says what is wrong with digits that are not `size` bytes. */
    bool refuse_digits(role r, const std::string &size) {
        const std::string_view digits = without_0x(fields_[r].text);
        const std::string name = named(r);
        if (digits.empty()) return refuse(status_of(r), name + " is empty");
        if (!all_hex(digits)) return refuse(status_of(r), name + " is not hexadecimal");
        if (digits.size() % 2 != 0)
            return refuse(status_of(r), name + " has an odd number of digits");
        return refuse(status_of(r),
                      name + " has " + counted(digits.size() / 2, "byte") + ", not " + size);
    }

    bool read_message(std::uint8_t *out, std::optional<std::vector<std::uint8_t>> *message) {
        const std::string_view text = fields_[role::message].text;
        if (hex_exact(out, 32, text)) return true;
        if (rules_.kind != row_kind::schnorr) return refuse_digits(role::message, "32");
        std::vector<std::uint8_t> bytes;
        if (!hex_append(bytes, text)) return refuse_digits(role::message, "");
        *message = std::move(bytes);
        return true;
    }

    bool read_key(std::uint8_t *out) {
        const bool schnorr = rules_.kind == row_kind::schnorr;
        const std::string_view digits = without_0x(fields_[role::pubkey].text);
        std::uint8_t key[65];
        std::size_t n = digits.size() / 2;
        const bool right = n == 33 || n == 65 || (schnorr && n == 32);
        if (!right || !hex_exact(key, n, digits))
            return refuse_digits(role::pubkey, std::string(schnorr ? "32, " : "") + "33 or 65" +
                                                   (n == 32 ? " (x-only: --scheme schnorr)" : ""));
        if (n == 32) {
            std::memcpy(out, key, 32);
            return true;
        }
        const std::uint8_t prefix = key[0];
        const bool hybrid = n == 65 && (prefix == 6 || prefix == 7);
        const bool fits = n == 33 ? prefix == 2 || prefix == 3 : prefix == 4 || hybrid;
        if (!fits)
            return refuse(UFSECP_PUBKEY_FORMAT, "the public key of " + std::to_string(n) +
                                                    " bytes begins with " + to_hex(key, 1) +
                                                    ", not " + (n == 33 ? "02 or 03" : "04"));
        if (hybrid && !rules_.allow_hybrid)
            return refuse(UFSECP_PUBKEY_FORMAT, "the public key is hybrid (prefix " +
                                                    to_hex(key, 1) + ")" +
                                                    (schnorr ? "" : ": --allow-hybrid accepts it"));
        if (n == 65) {
            std::uint8_t compressed[33];
            const ufsecp_status status = ufsecp_pubkey_convert(
                compressed, 33, key, 65, rules_.allow_hybrid ? UFSECP_ALLOW_HYBRID : 0);
            if (status != UFSECP_OK) return refuse(status, ufsecp_status_text(status));
            std::memcpy(key, compressed, 33);
        }
        std::memcpy(out, schnorr ? key + 1 : key, schnorr ? 32 : 33);
        return true;
    }

    bool read_sig(std::uint8_t *out, int *id) {
        std::string why;
        const ufsecp_status status = read_signature(out, id, why, fields_[role::sig].text,
                                                    {.schnorr = rules_.kind == row_kind::schnorr,
                                                     .recover = rules_.kind == row_kind::recover,
                                                     .lax_der = rules_.lax_der,
                                                     .id = recid_reading(rules_),
                                                     .form = rules_.form});
        return status == UFSECP_OK || refuse(status, std::move(why));
    }

    /* r and s are numbers: JSON-RPC leaves zeros at their beginning out. */
    bool read_r_s(std::uint8_t *out) {
        for (role r : {role::r, role::s}) {
            const std::string_view digits = without_0x(fields_[r].text);
            if (digits.size() > 64)
                return refuse(UFSECP_MISUSE, std::string(said_of(r)) + " has more than 64 digits");
            if (digits.empty() || !all_hex(digits)) return refuse_digits(r, "32");
            char all[64];
            std::memset(all, '0', 64);
            std::memcpy(all + 64 - digits.size(), digits.data(), digits.size());
            hex_exact(out + (r == role::r ? 0 : 32), 32, {all, 64});
        }
        return true;
    }

    /* Every recovery id that the row has; they must agree. */
    bool read_id(std::uint8_t *out, int id) {
        role where = role::sig;
        const bool bitcoin = rules_.form == signature_form::bitcoin_message;
        for (role r : {role::recid, role::v, role::parity}) {
            const field &f = fields_[r];
            if (!fields_.has(r) || f.is == field::type::null ||
                (f.is == field::type::text && f.text.empty()))
                continue;
            std::uint64_t v = 0;
            const bool hex = f.text.starts_with("0x") || f.text.starts_with("0X");
            const std::string_view digits = without_0x(f.text);
            const auto [end, error] =
                std::from_chars(digits.data(), digits.data() + digits.size(), v, hex ? 16 : 10);
            if (f.is == field::type::other || error == std::errc::invalid_argument ||
                end != digits.data() + digits.size())
                return refuse(UFSECP_RECID, std::string(said_of(r)) + " is not a whole number" +
                                                (hex ? "" : " (0x before hexadecimal digits)"));
            if (error == std::errc::result_out_of_range)
                return refuse(UFSECP_RECID, std::string(said_of(r)) + " is 2^64 or more");
            const id_reading reading = r == role::parity ? id_reading::parity
                                       : r == role::v
                                           ? (bitcoin ? id_reading::bitcoin : id_reading::ethereum)
                                           : recid_reading(rules_);
            const int found = recovery_id(v, reading);
            if (found < 0) return refuse(UFSECP_RECID, why_no_recovery_id(v, reading));
            if (id >= 0 && found != id)
                return refuse(UFSECP_RECID, std::string(said_of(where)) + " and " + said_of(r) +
                                                " give different recovery ids, " +
                                                std::to_string(id) + " and " +
                                                std::to_string(found));
            if (id < 0) id = found, where = r;
        }
        if (id < 0)
            return refuse(UFSECP_RECID,
                          "there is no recovery id, neither as a field nor in a "
                          "signature of 65 bytes");
        *out = (std::uint8_t)id;
        return true;
    }

    const row_fields &fields_;
    const column_names &names_;
    const field_rules &rules_;
    refusal why_;
};

}  // namespace

std::optional<refusal> read_row(std::uint8_t *row,
                                std::optional<std::vector<std::uint8_t>> *message,
                                const row_fields &fields, const column_names &names,
                                const field_rules &rules) {
    return row_writer(fields, names, rules).write(row, message);
}
