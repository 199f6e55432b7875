// The fields of one row: which name means what, and the binary row that the fields mean or the
// reason why they mean none.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ufsecp/ufsecp.h>

#include "signature.h"

/* ecdsa: 32 hash | 33 key | 64 r||s.  schnorr: 32 x-only key | 32 message | 64 signature.
 * recover: 32 hash | 64 r||s | 1 recovery id. */
enum class row_kind { ecdsa, schnorr, recover };

constexpr std::size_t row_bytes(row_kind kind) {
    return kind == row_kind::ecdsa ? 129 : kind == row_kind::schnorr ? 128 : 97;
}

/* What a field is.  none: of no use to the row. */
enum class role { message, pubkey, sig, r, s, recid, v, parity, note, none };
constexpr std::size_t role_count = (std::size_t)role::none;

/* The fields in the order of the text forms without names. */
const std::vector<role> &row_order(row_kind kind);

/* Names that --columns gives to fields. */
using chosen_names = std::vector<std::pair<role, std::string>>;
/* "key=public_key,sig=signature".  Throws unusable, naming --columns. */
chosen_names parse_columns(row_kind kind, const std::string &text);

/* Which name is which field, in any case of its letters. */
class column_names {
public:
    column_names(row_kind kind, const chosen_names &chosen);
    role of(std::string_view name) const;
    /* The names to look for, for those who read an error. */
    std::string text(role r) const;

private:
    row_kind kind_;
    chosen_names chosen_;
    bool taken_[role_count] = {};  // roles whose usual names mean nothing here
};

struct field {
    /* number, null and other are types of JSON; cells and strings are text. */
    enum class type { absent, text, number, null, other };
    type is = type::absent;
    std::string_view name, text;
};

/* The fields of a row by role.  What they view belongs to the reader. */
class row_fields {
public:
    void clear() { *this = row_fields(); }
    /* A second field of one role is remembered as a conflict; only "extra" wins over "id". */
    void set(role r, const field &value);
    const field &operator[](role r) const { return at_[(std::size_t)r]; }
    bool has(role r) const { return (*this)[r].is != field::type::absent; }
    bool any() const;  // of those that are not the row's note
    /* Two names of one thing, in words; "" if there are none. */
    std::string conflict() const;
    /* The first field that a row needs and is not there. */
    std::optional<role> missing(row_kind kind) const;

private:
    field at_[role_count];
    role twice_ = role::none;  // the first role with two fields, and their names
    std::string_view first_, second_;
};

struct refusal {
    ufsecp_status status;
    std::string text;
};

struct field_rules {
    row_kind kind = row_kind::ecdsa;
    bool allow_hybrid = false, lax_der = false;
    bool ethereum = false;  // recovery ids as Ethereum counts them
    signature_form form = signature_form::automatic;
};

/* How a recid, and the last byte of a binary row for recovery, is read. */
id_reading recid_reading(const field_rules &rules);

/* Writes the binary row that the fields mean, or says why there is none.  A Schnorr message that is
 * not 32 bytes goes to `message`, which is else left alone. */
std::optional<refusal> read_row(std::uint8_t *row,
                                std::optional<std::vector<std::uint8_t>> *message,
                                const row_fields &fields, const column_names &names,
                                const field_rules &rules);
