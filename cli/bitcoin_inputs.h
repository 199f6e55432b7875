// The signatures that a Bitcoin transaction's inputs show: what each signs, and with which key.
#pragma once
#include "prevouts.h"

enum class signature_scheme { ecdsa, schnorr };

/* A row for ufsecp verify. */
struct verify_row {
    hash32 msg;
    std::uint8_t key33[33], sig64[64];  // Schnorr: the key is key33 + 1
    std::string id;                     // txid:vin
};

/* Why an input has no row. */
enum class left_out { coinbase, no_prevout, script_path, unknown_script, mismatch, other_scheme };
constexpr std::size_t left_out_kinds = 6;
/* In JSON, and in words: "3 inputs of a taproot script path". */
const char *name_of(left_out why);
std::string text_of(left_out why, std::uint64_t inputs);

struct bitcoin_counts {
    std::uint64_t blocks = 0, transactions = 0, inputs = 0;
    std::uint64_t left_out[left_out_kinds] = {};
    std::uint64_t inferable = 0;  // of those without a previous output: --infer would read them
    std::uint64_t malformed = 0;  // signatures and keys that are none: zeros stand in their rows
};

struct input_options {
    signature_scheme scheme = signature_scheme::ecdsa;
    bool infer = false;    // inputs without a previous output are read by their shape
    bool lax_der = false;  // DER outside witnesses as consensus read it before BIP-66
};

/* Appends the rows of a transaction. */
void extract_inputs(std::vector<verify_row> &rows, bitcoin_counts &counts, const bitcoin_tx &tx,
                    const prevouts &outputs, const input_options &options);
