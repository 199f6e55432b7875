// Signatures that are verified before they are given out, as ufsecp_sign_check_set asks.
#pragma once
#include "engine/engine.h"

namespace ufsecp {

/* Whether signatures are to be verified: the process-wide switch, off at first.  Thread-safe. */
bool sign_check();
void set_sign_check(bool on);

/* The checked forms, ecdsa_sign_checked and so on, of the functions that the list marks `checked`.
 * They do as the engine in use does, and in the end it verifies what it made.  What does not verify
 * never reaches the caller's memory: it gets 0 (or ok = 0 for its row) and zeros.  Keys are seen by
 * the constant-time functions alone; the public key is made from the secret one once more, except
 * in a keypair, whose own is used.  So are the two points that a proof is of. */
template <auto function>
constexpr bool has_checked_form = false;
template <auto function>
constexpr auto checked_form = nullptr;
#define UF_FORM_cpu(name, parameters)
#define UF_FORM_gpu(name, parameters)
#define UF_FORM_device(name, parameters)
#define UF_FORM_checked(name, parameters)                         \
    int name##_checked parameters;                                \
    template <>                                                   \
    inline constexpr bool has_checked_form<&engine::name> = true; \
    template <>                                                   \
    inline constexpr auto checked_form<&engine::name> = name##_checked;
#define UF_FORM(result, name, data, work, who, parameters) UF_FORM_##who(name, parameters)
UF_ENGINE_FUNCTIONS(UF_FORM)
#undef UF_FORM
#undef UF_FORM_cpu
#undef UF_FORM_gpu
#undef UF_FORM_device
#undef UF_FORM_checked

}  // namespace ufsecp
