// What the fuzz targets share: a check that reports its input, and every engine in turn.
#pragma once
#include <cstdio>
#include <cstdlib>

#include "hostile.h"
#include "ufsecp/ufsecp.h"

/* Ends the program, and so fails the target, unless the condition holds; `what` is a std::string with the input. */
#define REQUIRE(condition, what)                                                                                          \
    do {                                                                                                                  \
        if (!(condition)) {                                                                                               \
            fprintf(stderr, "%s:%d: [%s] %s: %s\n", __FILE__, __LINE__, ufsecp_engine(), #condition, (what).c_str());     \
            abort();                                                                                                      \
        }                                                                                                                 \
    } while (0)

/* The engine in use afterwards is the default one. */
template <class F>
void on_each_engine(const F &run) {
    for (const std::string &name : hostile::engines()) {
        if (!ufsecp_engine_select(name.c_str())) abort();
        run();
    }
    ufsecp_engine_select("auto");
}
