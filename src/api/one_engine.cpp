// A build of one engine: it and the C ABI in one translation unit, so that calls bind to its
// functions and the linker drops what a program does not call.
#ifdef UF_ONE_ENGINE
#ifdef UF_TINY
#define UF_PUBLIC_CHUNK 1
#define UF_SECRET_CHUNK 1
#endif
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
#include "engine/portable.cpp"
#else
#include "engine/word32.cpp"
#endif
#ifdef UF_START_TABLES
#include "mult/start_tables_var.h"
#endif
#include "api/adaptor.cpp"
#include "api/batch.cpp"
#include "api/bip32.cpp"
#include "api/frost.cpp"
#include "api/items.cpp"
#include "api/msm.cpp"
#include "api/musig.cpp"
#include "api/prepared.cpp"
#include "api/sign_check.cpp"
#include "api/silent.cpp"
#include "api/ufsecp.cpp"
#endif
