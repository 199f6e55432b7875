// Frigate's functions for DuckDB 1.4: ufsecp_scan of a table, and three that belong to it.
//
// A table as an argument needs DuckDB's C++ interface, whose classes are those of one version. Keys
// and points are as Frigate stores them: numbers of 32 bytes, the lowest first; of a point x and y.
#define DUCKDB_EXTENSION_MAIN
#include <duckdb.hpp>
#include <duckdb/common/vector_operations/unary_executor.hpp>
#include <duckdb/function/scalar_function.hpp>
#include <duckdb/function/table_function.hpp>
#include <duckdb/main/extension/extension_loader.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "silent.h"

namespace {

using duckdb::DataChunk;
using duckdb::idx_t;
using duckdb::InvalidInputException;
using duckdb::LogicalType;
using duckdb::string_t;
using u8 = uint8_t;

void reverse32(u8 *out, const void *in) {
    const u8 *const bytes = static_cast<const u8 *>(in);
    std::reverse_copy(bytes, bytes + 32, out);
}

/* x and y, each turned round: Frigate's form from ours, and ours from Frigate's. */
void reverse64(u8 *out, const void *in) {
    reverse32(out, in);
    reverse32(out + 32, static_cast<const u8 *>(in) + 32);
}

/* ---- Backends ---- */

bool is_gpu(const std::string &engine) {
    const std::string kind = engine.substr(0, engine.find(':'));
    return kind == "cuda" || kind == "opencl" || kind == "metal";
}

/* Why an engine cannot run. */
std::string refusal(const std::string &engine) {
    const std::string kind = engine.substr(0, engine.find(':'));
    for (size_t i = 0; const char *const name = ufsecp_engine_at(i, nullptr); i++) {
        if (kind != name) continue;
        const char *const text = ufsecp_engine_text(i);
        return text ? text : "this machine cannot run it";
    }
    return "this library has no such engine";
}

/* A process has one engine. Scans by different ones take turns, in the order in which they come;
 * those by the same run side by side. */
class turn {
public:
    explicit turn(const std::string &engine) {
        std::unique_lock<std::mutex> lock(mutex);
        const uint64_t ticket = tickets++;
        changed.wait(lock, [&] { return ticket == next && (!running || engine == selected); });
        next++;
        changed.notify_all();
        if (engine != selected) {
            if (!ufsecp_engine_select(engine.c_str()))
                throw InvalidInputException("ufsecp_scan: backend '%s' cannot run here: %s", engine,
                                            refusal(engine));
            selected = engine;
        }
        running++;
    }
    ~turn() {
        const std::lock_guard<std::mutex> lock(mutex);
        running--;
        changed.notify_all();
    }
    turn(const turn &) = delete;
    turn &operator=(const turn &) = delete;

private:
    static inline std::mutex mutex;
    static inline std::condition_variable changed;
    static inline uint64_t tickets = 0, next = 0, running = 0;
    static inline std::string selected;
};

/* The engine of scans that name none: UFSECP_ENGINE, or the CPU's fastest. */
const std::string &own_engine() {
    static const std::string own = [] {
        if (const char *const name = getenv("UFSECP_ENGINE")) try {
                const turn opens(name);
                return std::string(name);
            } catch (const InvalidInputException &) {}
        return std::string("auto");
    }();
    return own;
}

struct backend {
    std::string engine;
    silent_scan *scan;
};

backend find_backend(const std::string &name) {
    if (name == "auto") return {own_engine(), ufsecp_silent_scan_var};
    if (name == "cpu" || name == "cpu_ct")
        return {is_gpu(own_engine()) ? "auto" : own_engine(),
                name == "cpu" ? ufsecp_silent_scan_var : ufsecp_silent_scan};
    if (name == "gpu") {
        for (const char *const kind : {"cuda", "metal", "opencl"}) try {
                const turn opens(kind);
                return {kind, ufsecp_silent_scan_var};
            } catch (const InvalidInputException &) {}
        throw InvalidInputException("ufsecp_scan: backend 'gpu': there is no GPU here");
    }
    if (!is_gpu(name))
        throw InvalidInputException(
            "ufsecp_scan: backend must be auto, cpu, cpu_ct, gpu, cuda, opencl or metal, not '%s'",
            name);
    const turn opens(name);
    return {name, ufsecp_silent_scan_var};
}

/* ---- Progress, by the hash of the scan key ---- */

using key_hash = std::array<u8, 32>;

key_hash hash_of(const void *key32) {
    key_hash hash;
    ufsecp_sha256(hash.data(), static_cast<const u8 *>(key32), 32);
    return hash;
}

/* ---- ufsecp_scan ---- */

/* What a query asks. */
struct request : duckdb::TableFunctionData {
    u8 scan_key[32], spend_key[33];
    bool has_receiver = true; /* false if the spend key is no point: then nothing is found */
    std::vector<u8> labels;
    key_hash hash;
    uint64_t batch = 300000, total = 0; /* batch: how many rows a GPU gets at a time */
    backend by;

    ~request() override { ufsecp_wipe(scan_key, sizeof scan_key); }
};

std::string blob(const duckdb::Value &value, size_t size, const char *name) {
    if (value.IsNull()) throw InvalidInputException("ufsecp_scan: %s is NULL", name);
    const std::string &bytes = duckdb::StringValue::Get(value);
    if (bytes.size() != size)
        throw InvalidInputException("ufsecp_scan: %s must have %llu bytes, not %llu", name,
                                    idx_t(size), idx_t(bytes.size()));
    return bytes;
}

bool compress(u8 *out33, const std::string &point) {
    u8 whole[65] = {4};
    reverse64(whole + 1, point.data());
    return ufsecp_pubkey_convert(out33, 33, whole, 65, 0) == 1;
}

int64_t number(const duckdb::Value &value, const char *name, int64_t least, int64_t most) {
    const int64_t v = value.IsNull() ? INT64_MIN : value.GetValue<int64_t>();
    if (v < least || v > most)
        throw InvalidInputException("ufsecp_scan: %s must be %lld to %lld", name, least, most);
    return v;
}

duckdb::unique_ptr<duckdb::FunctionData> bind(duckdb::ClientContext &,
                                              duckdb::TableFunctionBindInput &in,
                                              duckdb::vector<LogicalType> &types,
                                              duckdb::vector<duckdb::string> &names) {
    const duckdb::vector<LogicalType> columns = {LogicalType::BLOB, LogicalType::INTEGER,
                                                 LogicalType::BLOB,
                                                 LogicalType::LIST(LogicalType::BIGINT)};
    if (in.input_table_types != columns)
        throw InvalidInputException(
            "ufsecp_scan: the table must have the columns txid BLOB, height INTEGER, tweak_key "
            "BLOB, outputs BIGINT[], in this order");
    auto r = duckdb::make_uniq<request>();
    std::string key = blob(in.inputs[1], 32, "the scan key");
    reverse32(r->scan_key, key.data());
    r->hash = hash_of(key.data());
    ufsecp_wipe(key.data(), key.size());
    if (!ufsecp_seckey_verify(r->scan_key))
        throw InvalidInputException("ufsecp_scan: the scan key is zero or not below n");
    r->has_receiver = compress(r->spend_key, blob(in.inputs[2], 64, "the spend key"));
    if (in.inputs[3].IsNull()) throw InvalidInputException("ufsecp_scan: the labels are NULL");
    for (const duckdb::Value &label : duckdb::ListValue::GetChildren(in.inputs[3])) {
        r->labels.resize(r->labels.size() + 33);
        if (!compress(&r->labels.back() - 32, blob(label, 64, "a label")))
            throw InvalidInputException("ufsecp_scan: a label is no point");
    }
    std::string name = "auto";
    for (const auto &[option, value] : in.named_parameters) {
        if (option == "batch_size") r->batch = number(value, "batch_size", 1, 10000000);
        if (option == "total_rows") r->total = number(value, "total_rows", 0, INT64_MAX);
        if (option == "backend") name = value.ToString();
    }
    r->by = find_backend(name);
    if (!is_gpu(r->by.engine)) r->batch = 1;
    types = {LogicalType::BLOB, LogicalType::INTEGER, LogicalType::BLOB};
    names = {"txid", "height", "tweak_key"};
    return std::move(r);
}

/* The rows that a thread has gathered. The CPU scans each chunk by itself, and the order of rows
 * stays. A GPU needs more rows: each thread gathers its own, and the last one to end scans what all
 * have left, as DuckDB takes last rows from one thread alone. When rows are scanned, those found
 * leave first. */
struct rows : duckdb::LocalTableFunctionState {
    std::vector<std::string> txids;
    std::vector<int32_t> heights;
    std::vector<u8> tweaks, outputs;
    std::vector<uint64_t> outputs_at{0};
    std::vector<size_t> found;
    size_t given = 0;   /* of those found */
    const size_t batch; /* that are gathered */
    bool scanned = false, goes_on = false;

    explicit rows(size_t most = 1) : batch(most) {}

    void clear() {
        txids.clear(), heights.clear(), tweaks.clear(), outputs.clear(), found.clear();
        outputs_at.resize(1);
        given = 0;
        scanned = false;
    }

    /* Takes over another's rows, which are not scanned yet. */
    void append(rows &other) {
        const uint64_t before = outputs.size() / 8;
        std::move(other.txids.begin(), other.txids.end(), std::back_inserter(txids));
        heights.insert(heights.end(), other.heights.begin(), other.heights.end());
        tweaks.insert(tweaks.end(), other.tweaks.begin(), other.tweaks.end());
        outputs.insert(outputs.end(), other.outputs.begin(), other.outputs.end());
        for (size_t i = 1; i < other.outputs_at.size(); i++)
            outputs_at.push_back(before + other.outputs_at[i]);
        other.clear();
    }

    /* All rows of a chunk; one with NULL, or without a point of 64 bytes, pays nobody. */
    void add(DataChunk &in) {
        const idx_t n = in.size();
        duckdb::UnifiedVectorFormat column[4], item;
        for (idx_t i = 0; i < 4; i++) in.data[i].ToUnifiedFormat(n, column[i]);
        duckdb::ListVector::GetEntry(in.data[3])
            .ToUnifiedFormat(duckdb::ListVector::GetListSize(in.data[3]), item);
        const auto *const ids = duckdb::UnifiedVectorFormat::GetData<string_t>(column[0]);
        const auto *const at_height = duckdb::UnifiedVectorFormat::GetData<int32_t>(column[1]);
        const auto *const points = duckdb::UnifiedVectorFormat::GetData<string_t>(column[2]);
        const auto *const lists =
            duckdb::UnifiedVectorFormat::GetData<duckdb::list_entry_t>(column[3]);
        const auto *const items = duckdb::UnifiedVectorFormat::GetData<int64_t>(item);
        for (idx_t i = 0; i < n; i++) {
            idx_t at[4];
            bool whole = true;
            for (idx_t k = 0; k < 4; k++) {
                at[k] = column[k].sel->get_index(i);
                whole = whole && column[k].validity.RowIsValid(at[k]);
            }
            if (!whole || points[at[2]].GetSize() != 64) continue;
            txids.push_back(ids[at[0]].GetString());
            heights.push_back(at_height[at[1]]);
            tweaks.resize(tweaks.size() + 64);
            reverse64(&tweaks.back() - 63, points[at[2]].GetData());
            for (idx_t k = 0; k < lists[at[3]].length; k++) {
                const idx_t x = item.sel->get_index(lists[at[3]].offset + k);
                if (!item.validity.RowIsValid(x)) continue;
                for (int shift = 56; shift >= 0; shift -= 8)
                    outputs.push_back((u8)((uint64_t)items[x] >> shift));
            }
            outputs_at.push_back(outputs.size() / 8);
        }
    }

    void scan(const request &r) {
        scanned = true;
        const size_t n = txids.size();
        if (n == 0 || !r.has_receiver) return;
        const ufsecp_silent_index index = {tweaks.data(),     64, outputs.data(), 8,
                                           outputs_at.data(), n};
        const ufsecp_silent_scan_key key = {r.scan_key, r.spend_key, r.labels.data(),
                                            r.labels.size() / 33};
        const turn mine(r.by.engine);
        if (!each_paid_row(r.by.scan, index, key, [&](size_t row) {
                if (found.empty() || found.back() != row) found.push_back(row);
            }))
            throw duckdb::OutOfMemoryException("ufsecp_scan: no memory for a scan");
    }

    /* Whether more are left to be given. */
    bool give(DataChunk &out) {
        const size_t n = std::min<size_t>(found.size() - given, STANDARD_VECTOR_SIZE);
        for (size_t i = 0; i < n; i++) {
            const size_t row = found[given + i];
            u8 point[64];
            reverse64(point, &tweaks[64 * row]);
            duckdb::FlatVector::GetData<string_t>(out.data[0])[i] =
                duckdb::StringVector::AddStringOrBlob(out.data[0], txids[row]);
            duckdb::FlatVector::GetData<int32_t>(out.data[1])[i] = heights[row];
            duckdb::FlatVector::GetData<string_t>(out.data[2])[i] =
                duckdb::StringVector::AddStringOrBlob(out.data[2], (const char *)point, 64);
        }
        out.SetCardinality(n);
        given += n;
        if (given < found.size()) return true;
        if (scanned) clear();
        return false;
    }
};

/* A scan that runs. Of several with one key one is shown. */
class running_scan : public duckdb::GlobalTableFunctionState {
public:
    running_scan(const key_hash &hash, uint64_t total) : hash_(hash), total_(total) {
        const std::lock_guard<std::mutex> lock(mutex);
        all_.emplace(hash, this);
    }
    ~running_scan() override {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto [from, to] = all_.equal_range(hash_);
        all_.erase(std::find_if(from, to, [&](const auto &i) { return i.second == this; }));
    }

    /* In percent, or -1 if none runs. */
    static double progress(const key_hash &hash) {
        const std::lock_guard<std::mutex> lock(mutex);
        const auto i = all_.lower_bound(hash);
        if (i == all_.end() || i->first != hash) return -1;
        const running_scan &s = *i->second;
        const double received = double(s.received), all = s.total_ ? double(s.total_) : received;
        return all ? std::min(100.0, 100 * (s.total_ ? received : double(s.done)) / all) : 0;
    }

    /* False to a thread that must leave nothing: one has had the last rows. DuckDB gives a thread
     * its first rows of the table before it tells us of the thread. */
    bool thread_begins() {
        const std::lock_guard<std::mutex> lock(ending_);
        open_++;
        return !ended_;
    }
    /* Takes what a thread has not scanned; the last thread to end gets back what all have left. */
    bool thread_ends(rows &mine) {
        const std::lock_guard<std::mutex> lock(ending_);
        left_.append(mine);
        if (--open_) return false;
        ended_ = true;
        mine.append(left_);
        return true;
    }

    std::atomic<uint64_t> received{0}, done{0}; /* rows */

private:
    const key_hash hash_;
    const uint64_t total_; /* that the caller expects; 0: unknown */
    std::mutex ending_;
    size_t open_ = 0;    /* threads that have not ended */
    bool ended_ = false; /* all that had begun */
    rows left_;          /* of those that have */
    static inline std::mutex mutex;
    static inline std::multimap<key_hash, const running_scan *> all_;
};

/* DuckDB passes a chunk again as long as we have more to give. */
duckdb::OperatorResultType take(duckdb::ExecutionContext &, duckdb::TableFunctionInput &data,
                                DataChunk &in, DataChunk &out) {
    const request &asked = data.bind_data->Cast<request>();
    rows &mine = data.local_state->Cast<rows>();
    if (!mine.goes_on) {
        running_scan &scan = data.global_state->Cast<running_scan>();
        mine.add(in);
        scan.received += in.size();
        if (const size_t n = mine.txids.size(); n >= mine.batch) {
            mine.scan(asked);
            scan.done += n;
        }
    }
    mine.goes_on = mine.give(out);
    return mine.goes_on ? duckdb::OperatorResultType::HAVE_MORE_OUTPUT
                        : duckdb::OperatorResultType::NEED_MORE_INPUT;
}

duckdb::OperatorFinalizeResultType finish(duckdb::ExecutionContext &,
                                          duckdb::TableFunctionInput &data, DataChunk &out) {
    rows &mine = data.local_state->Cast<rows>();
    if (!mine.scanned) {
        running_scan &scan = data.global_state->Cast<running_scan>();
        if (!scan.thread_ends(mine)) return duckdb::OperatorFinalizeResultType::FINISHED;
        const size_t n = mine.txids.size();
        mine.scan(data.bind_data->Cast<request>());
        scan.done += n;
    }
    return mine.give(out) ? duckdb::OperatorFinalizeResultType::HAVE_MORE_OUTPUT
                          : duckdb::OperatorFinalizeResultType::FINISHED;
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> start(duckdb::ClientContext &,
                                                           duckdb::TableFunctionInitInput &in) {
    const request &asked = in.bind_data->Cast<request>();
    return duckdb::make_uniq<running_scan>(asked.hash, asked.total);
}

duckdb::unique_ptr<duckdb::LocalTableFunctionState> start_thread(
    duckdb::ExecutionContext &, duckdb::TableFunctionInitInput &in,
    duckdb::GlobalTableFunctionState *scan) {
    const bool may_gather = scan->Cast<running_scan>().thread_begins();
    return duckdb::make_uniq<rows>(may_gather ? in.bind_data->Cast<request>().batch : 1);
}

/* ---- The other functions ---- */

void backend_text(DataChunk &, duckdb::ExpressionState &, duckdb::Vector &out) {
    const std::string &own = own_engine();
    const turn mine(own);
    out.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
    out.SetValue(0,
                 duckdb::Value(is_gpu(own) ? own : std::string("cpu (") + ufsecp_engine() + ")"));
}

/* Where kernels for GPUs are kept. It sets a variable of the environment, which other threads may
 * be reading: call it before scans. */
void set_cache_dir(DataChunk &in, duckdb::ExpressionState &, duckdb::Vector &out) {
    duckdb::UnaryExecutor::Execute<string_t, string_t>(
        in.data[0], out, in.size(), [&](const string_t &path) {
            const std::string folder = path.GetString();
            if (folder.empty() || folder[0] != '/' || folder.find('\0') != folder.npos)
                throw InvalidInputException("ufsecp_set_cache_dir: the path must begin with /");
            setenv("UFSECP_CACHE_DIR", folder.c_str(), 1);
            return duckdb::StringVector::AddString(out, path);
        });
}

void progress(DataChunk &in, duckdb::ExpressionState &, duckdb::Vector &out) {
    duckdb::UnaryExecutor::Execute<string_t, double>(
        in.data[0], out, in.size(), [](const string_t &key) {
            return key.GetSize() == 32 ? running_scan::progress(hash_of(key.GetData())) : -1.0;
        });
}

void add_all(duckdb::ExtensionLoader &loader) {
    duckdb::TableFunction scan("ufsecp_scan",
                               {LogicalType::TABLE, LogicalType::BLOB, LogicalType::BLOB,
                                LogicalType::LIST(LogicalType::BLOB)},
                               nullptr, bind, start, start_thread);
    scan.in_out_function = take;
    scan.in_out_function_final = finish;
    scan.named_parameters["batch_size"] = LogicalType::BIGINT;
    scan.named_parameters["backend"] = LogicalType::VARCHAR;
    scan.named_parameters["total_rows"] = LogicalType::BIGINT;
    loader.RegisterFunction(scan);
    const auto add = [&](const char *name, const duckdb::vector<LogicalType> &arguments,
                         const LogicalType &result, duckdb::scalar_function_t function) {
        duckdb::ScalarFunction f(name, arguments, result, std::move(function));
        f.stability = duckdb::FunctionStability::VOLATILE;
        loader.RegisterFunction(f);
    };
    add("ufsecp_backend", {}, LogicalType::VARCHAR, backend_text);
    add("ufsecp_set_cache_dir", {LogicalType::VARCHAR}, LogicalType::VARCHAR, set_cache_dir);
    add("ufsecp_progress", {LogicalType::BLOB}, LogicalType::DOUBLE, progress);
}

}  // namespace

extern "C" {
DUCKDB_CPP_EXTENSION_ENTRY(ufsecp, loader) { add_all(loader); }
}
