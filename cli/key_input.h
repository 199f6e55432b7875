// The secret key of a command: from a file, standard input or an environment variable.
#pragma once
#include <optional>
#include <string>

#include "secrets.h"

/* Where a secret key comes from: a file, "-" for standard input, or else the variable. */
struct key_source {
    std::optional<std::string> file, variable;  // none: UFSECP_SECKEY
};

/* Puts the key into secret.key.  Throws unusable, with a text that does not repeat it. */
void load_key(secret_memory &secret, const key_source &source);
