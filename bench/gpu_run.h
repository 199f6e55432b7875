// What all rows of a GPU program share: options, devices, inputs and the log.
#pragma once
#include <fstream>
#include <memory>
#include <regex>

#include "bench/gpu_calls.h"
#include "bench/gpu_measure.h"
#include "bench/gpu_recorder.h"
#include <nlohmann/json_fwd.hpp>

namespace bench::gpu {

struct options {
    bool json = false, quick = false, list = false, compare = false, host = false;
    std::string filter, output, define;
    int device = 0;
    uint32_t group = 0;
    size_t rows = 0, max = 0;
    double rate = 0;
};

/* A device with the engine on it. */
struct side {
    std::string api;
    std::unique_ptr<recorder> device;
    std::string engine;
};

/* The header of its log, and a result as JSON. */
nlohmann::ordered_json header(const std::string &title, const options &o,
                              const std::vector<side> &sides, const std::string &cpu);
nlohmann::ordered_json to_json(const result &r, double rate);

/* What is said of a run: text line by line, in the end JSON; both as files if they are wanted. */
class log {
public:
    log(const std::string &title, const options &o, const std::vector<side> &sides,
        const std::string &cpu);
    void say(const std::string &text);       // a part of the text
    void complain(const std::string &line);  // something wrong: also on standard error
    void add(result r);                      // a row
    /* The digests, and the JSON. */
    void end(bool failed);

private:
    std::string title_;
    const options &o_;
    std::string head_;  // as JSON
    std::ofstream text_, json_;
    std::vector<result> results_;
};

/* A program's run on its devices. */
struct run {
    options o;
    std::vector<side> sides;
    std::string title, cpu;  // cpu: the engine that the devices are held against
    std::regex filter;
    inputs in;
    log said;
    int wrong = 0;

    run(options options, std::vector<side> sides, std::string title);
    bool wanted(const std::string &name) const { return std::regex_search(name, filter); }
    result row(const std::string &op, const std::string &kind, size_t n) const;
    /* Times it and adds it to the log. */
    void measured(result r, const std::vector<runner> &runners, double operations, double seconds);
    /* Whether the device of s gave what the CPU has; if not that is said, and the run fails. */
    bool compare(const result &r, const side &s, const bytes &got, const bytes &want,
                 const bytes &got_ok = {}, const bytes &want_ok = {});
};

/* The rows of a kernel by itself, and of a call. */
void kernel_rows(run &b, const kernel_op &op);
void call_rows(run &b, const batch_op &op);

}  // namespace bench::gpu
