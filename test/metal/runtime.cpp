// Objective-C's run time, as clang calls it for GNUstep, and Metal, as far as metal.mm needs them:
// messages to objects of C++, reference counts and pools as of Apple's, and a device whose kernels
// are the Metal text compiled for the host. Work is done when somebody waits for it, so that what
// is read too early is wrong, and what Metal would stop with an assertion is told by forbidden().
#include "runtime.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <map>
#include <optional>
#include <regex>
#include <set>
#include <utility>
#include <vector>

#include "gpu/kernel/args.h"

using ufsecp::gpu_args;

/* text.cpp */
namespace metal_text {
using entry = void (*)(uint8_t *arena, uint32_t *table, const void *args, uint32_t index);
extern const struct row {
    const char *name;
    entry run;
} kernels[];
}  // namespace metal_text

namespace metal_runtime {
namespace {

call failing = call::none;
size_t calls_left = 0, handed_over = 0;
std::string forbidden_text;

bool fails(call kind) {
    if (kind != failing || calls_left-- > 0) return false;
    failing = call::none;
    return true;
}
void forbid(bool wrong, const char *what) {
    if (wrong) forbidden_text += std::string(what) + ". ";
}

struct object;
std::set<object *> &living =
    *new std::set<object *>; /* to the end: devices keep what they were given */

struct selector {
    const char *name, *types;
};
using method = void (*)();
using methods = std::map<std::string, method>;
template <class R, class T, class... A>
method as_method(R (*f)(T *, selector *, A...)) {
    return reinterpret_cast<method>(f);
}

struct object {
    size_t references = 1;
    object() { living.insert(this); }
    virtual ~object() { living.erase(this); }
    virtual const methods &answers() const {
        static const methods none;
        return none;
    }
};
object *alive(void *o) {
    if (living.count(static_cast<object *>(o))) return static_cast<object *>(o);
    fprintf(stderr, "a message to an object that is gone\n");
    abort();
}
void retain(object *o) { alive(o)->references++; }
void release(object *o) {
    if (--alive(o)->references == 0) delete o;
}

/* One that owns what it is given. */
template <class T>
struct held {
    T *it = nullptr;
    held() = default;
    explicit held(T *o) : it(o) {
        if (it) retain(it);
    }
    held(const held &other) : held(other.it) {}
    held &operator=(held other) {
        std::swap(it, other.it);
        return *this;
    }
    ~held() {
        if (it) release(it);
    }
    T *operator->() const { return it; }
};

thread_local std::vector<std::vector<object *>> pools;

/* For one that a caller has not asked to own: it lives as long as the innermost pool. */
template <class T>
T *autoreleased(T *o) {
    forbid(pools.empty(), "an object without a pool, which is lost");
    if (!pools.empty()) pools.back().push_back(o);
    return o;
}

/* ---- Foundation ---- */

struct constant_string { /* as clang lays it out */
    void *isa;
    const char *text;
    unsigned length;
};
extern "C" {
void *_OBJC_CLASS_NSConstantString;
}

struct string final : object {
    std::string text;
    explicit string(std::string t) : text(std::move(t)) {}
    const methods &answers() const override {
        static const methods all = {{"UTF8String", as_method(+[](string *self, selector *) {
                                         return self->text.c_str();
                                     })}};
        return all;
    }
};
bool is_constant(const void *o) {
    return static_cast<const constant_string *>(o)->isa == &_OBJC_CLASS_NSConstantString;
}
std::string text_of(const void *o) {
    return is_constant(o) ? static_cast<const constant_string *>(o)->text
                          : static_cast<string *>(alive(const_cast<void *>(o)))->text;
}

struct number final : object {
    int value;
    explicit number(int v) : value(v) {}
};

struct dictionary final : object {
    std::map<std::string, held<number>> all;
};

struct error final : object {
    long code;
    held<string> text;
    error(long c, const char *t) : code(c), text(new string(t)) { release(text.it); }
    const methods &answers() const override {
        static const methods all = {
            {"code", as_method(+[](error *self, selector *) { return self->code; })},
            {"localizedDescription",
             as_method(+[](error *self, selector *) { return self->text.it; })}};
        return all;
    }
};

struct version {
    long major_number, minor_number, patch_number;
};
struct process_info final : object {
    const methods &answers() const override {
        static const methods all = {
            {"operatingSystemVersion",
             as_method(+[](process_info *, selector *) { return version{12, 3, 4}; })}};
        return all;
    }
};

/* ---- Metal ---- */

struct buffer final : object {
    uint8_t *bytes;
    explicit buffer(size_t size) : bytes(static_cast<uint8_t *>(malloc(size))) {
        memset(bytes, 0xa5, size);
    }
    ~buffer() override { free(bytes); }
    const methods &answers() const override {
        static const methods all = {
            {"contents", as_method(+[](buffer *self, selector *) { return self->bytes; })}};
        return all;
    }
};

/* Where the text says that arguments of its kernels are bound. */
struct bindings {
    unsigned arena, table, args;
};

struct function final : object {
    metal_text::entry run;
    bindings at;
    function(metal_text::entry r, bindings b) : run(r), at(b) {}
};

struct pipeline final : object {
    static constexpr size_t most_threads = 48; /* fewer than a group of metal.mm's choice */
    held<function> does;
    explicit pipeline(function *f) : does(f) {}
    const methods &answers() const override {
        static const methods all = {
            {"maxTotalThreadsPerThreadgroup",
             as_method(+[](pipeline *, selector *) { return most_threads; })}};
        return all;
    }
};

struct library final : object {
    bindings at;
    bool loops;
    library(bindings b, bool l) : at(b), loops(l) {}
    function *make_function(const std::string &name) {
        const metal_text::row *k = metal_text::kernels;
        while (k->name && k->name != name) k++;
        if (!k->name || fails(call::function) || (name.starts_with("ufsecp_loop_") && !loops))
            return nullptr;
        return new function(k->run, at);
    }
    const methods &answers() const override {
        static const methods all = {
            {"newFunctionWithName:", as_method(+[](library *self, selector *, void *name) {
                 return self->make_function(text_of(name));
             })}};
        return all;
    }
};

struct size3 {
    size_t width, height, depth;
};

struct dispatch {
    held<pipeline> state;
    held<buffer> buffers[3];
    std::optional<gpu_args> bytes[3];
    size_t threads = 0;

    void run() const {
        const function &f = *state->does.it;
        for (size_t i = 0; i < threads; i++)
            f.run(buffers[f.at.arena]->bytes,
                  reinterpret_cast<uint32_t *>(buffers[f.at.table]->bytes), &*bytes[f.at.args],
                  static_cast<uint32_t>(i));
    }
};

struct command_buffer;
struct command_queue final : object {
    std::vector<held<command_buffer>> committed; /* and not done */
    const methods &answers() const override;
};

struct command_buffer final : object {
    enum status : size_t { not_enqueued = 0, committed = 2, completed = 4, error_status = 5 };
    status state = not_enqueued;
    std::vector<dispatch> work;
    held<error> wrong;
    bool encoding = false;
    held<command_queue> queue;
    explicit command_buffer(command_queue *q) : queue(q) {}

    void commit();
    void wait();
    void run() {
        state = completed;
        const bool memory = fails(call::execution_memory);
        if (memory || fails(call::execution)) {
            state = error_status;
            wrong = held(new error(memory ? 8 : 1,
                                   memory ? "the device has no memory" : "the device is lost"));
            release(wrong.it);
        } else {
            for (const dispatch &d : work) d.run();
        }
        work.clear();
    }
    struct encoder *make_encoder();
    const methods &answers() const override {
        static const methods all = {
            {"commit", as_method(+[](command_buffer *self, selector *) { self->commit(); })},
            {"waitUntilCompleted",
             as_method(+[](command_buffer *self, selector *) { self->wait(); })},
            {"status", as_method(+[](command_buffer *self, selector *) { return self->state; })},
            {"error", as_method(+[](command_buffer *self, selector *) { return self->wrong.it; })},
            {"computeCommandEncoder",
             as_method(+[](command_buffer *self, selector *) { return self->make_encoder(); })}};
        return all;
    }
};

struct encoder final : object {
    held<command_buffer> to;
    dispatch next;
    bool ended = false;
    explicit encoder(command_buffer *c) : to(c) {}
    ~encoder() override { forbid(!ended, "an encoder that was never ended"); }

    void put(size_t groups, size_t threads) {
        const function *f = next.state.it ? next.state->does.it : nullptr;
        forbid(!f || !next.buffers[f->at.arena].it || !next.buffers[f->at.table].it ||
                   !next.bytes[f->at.args],
               "a launch without its arguments");
        forbid(groups == 0 || threads == 0 || threads > pipeline::most_threads,
               "a group of another size than may be");
        if (!forbidden_text.empty()) return;
        to->work.push_back(next);
        to->work.back().threads = groups * threads;
    }
    const methods &answers() const override {
        static const methods all = {
            {"setComputePipelineState:", as_method(+[](encoder *self, selector *, pipeline *p) {
                 self->next.state = held(p);
             })},
            {"setBuffer:offset:atIndex:",
             as_method(+[](encoder *self, selector *, buffer *b, size_t offset, size_t index) {
                 forbid(offset != 0 || index > 2, "a buffer where none is expected");
                 self->next.buffers[index % 3] = held(b);
             })},
            {"setBytes:length:atIndex:", as_method(+[](encoder *self, selector *, const void *bytes,
                                                       size_t length, size_t index) {
                 forbid(length != sizeof(gpu_args) || index > 2,
                        "bytes of another length than expected");
                 memcpy(&self->next.bytes[index % 3].emplace(), bytes, sizeof(gpu_args));
             })},
            {"dispatchThreadgroups:threadsPerThreadgroup:",
             as_method(+[](encoder *self, selector *, size3 groups, size3 threads) {
                 forbid(self->ended ||
                            groups.height * groups.depth * threads.height * threads.depth != 1,
                        "not one launch of one dimension");
                 self->put(groups.width, threads.width);
             })},
            {"endEncoding", as_method(+[](encoder *self, selector *) {
                 forbid(self->ended, "an encoder that was ended twice");
                 self->ended = true;
                 self->to->encoding = false;
             })}};
        return all;
    }
};

encoder *command_buffer::make_encoder() {
    forbid(encoding || state != not_enqueued, "a second encoder, or one too late");
    if (fails(call::encoder)) return nullptr;
    encoding = true;
    return autoreleased(new encoder(this));
}

void command_buffer::commit() {
    forbid(state != not_enqueued, "committed twice");
    forbid(encoding, "committed while an encoder is open");
    state = status::committed;
    queue->committed.emplace_back(this);
    handed_over++;
}
void command_buffer::wait() {
    forbid(state == not_enqueued, "waited for what was not committed");
    while (state == status::committed) {
        const held<command_buffer> first = queue->committed.front();
        queue->committed.erase(queue->committed.begin());
        first->run();
        handed_over--;
    }
}

const methods &command_queue::answers() const {
    static const methods all = {
        {"commandBuffer", as_method(+[](command_queue *self, selector *) -> command_buffer * {
             return fails(call::command_buffer) ? nullptr : autoreleased(new command_buffer(self));
         })}};
    return all;
}

struct compile_options final : object {
    long language = 0;
    held<dictionary> macros;
    const methods &answers() const override {
        static const methods all = {
            {"setLanguageVersion:",
             as_method(+[](compile_options *self, selector *, long v) { self->language = v; })},
            {"setPreprocessorMacros:", as_method(+[](compile_options *self, selector *,
                                                     dictionary *d) { self->macros = held(d); })}};
        return all;
    }
};

struct gpu final : object {
    static constexpr size_t largest = size_t{1} << 30;
    held<string> name{new string("made up")};

    /* The text must say where its arguments are; its kernels are those that were compiled from it.
     */
    static library *compile(const std::string &text, const compile_options &with, error **why) {
        bindings at = {3, 3, 3};
        static const std::pair<const char *, unsigned bindings::*> names[] = {
            {"arena", &bindings::arena}, {"table", &bindings::table}, {"args", &bindings::args}};
        for (const auto &[word, member] : names) {
            std::smatch m;
            if (std::regex_search(text, m,
                                  std::regex(std::string(word) + R"( \[\[buffer\(([0-2])\)\]\])")))
                at.*member = static_cast<unsigned>(m[1].str()[0] - '0');
        }
        if (at.arena + at.table + at.args != 3 || at.arena > 2 || at.table > 2 ||
            with.language < (2 << 16) || fails(call::library)) {
            *why = autoreleased(new error(3, "the text\nis not understood"));
            return nullptr;
        }
        const bool loops = with.macros.it && with.macros->all.count("UF_LOOPS") &&
                           with.macros->all.at("UF_LOOPS")->value;
        return new library(at, loops);
    }
    const methods &answers() const override {
        static const methods all = {
            {"name", as_method(+[](gpu *self, selector *) { return self->name.it; })},
            {"recommendedMaxWorkingSetSize",
             as_method(+[](gpu *, selector *) { return uint64_t{1} << 32; })},
            {"maxBufferLength", as_method(+[](gpu *, selector *) { return largest; })},
            {"hasUnifiedMemory", as_method(+[](gpu *, selector *) -> signed char { return 1; })},
            {"newBufferWithLength:options:",
             as_method(+[](gpu *, selector *, size_t length, size_t options) -> buffer * {
                 forbid(length == 0 || options != 0,
                        "a buffer of no length, or of memory that is not shared");
                 return length > largest || fails(call::buffer) ? nullptr : new buffer(length);
             })},
            {"newCommandQueue", as_method(+[](gpu *, selector *) -> command_queue * {
                 return fails(call::queue) ? nullptr : new command_queue;
             })},
            {"newLibraryWithSource:options:error:",
             as_method(+[](gpu *, selector *, void *text, compile_options *with, error **why) {
                 return compile(text_of(text), *with, why);
             })},
            {"newComputePipelineStateWithFunction:error:",
             as_method(+[](gpu *, selector *, function *f, error **why) -> pipeline * {
                 if (!fails(call::pipeline)) return new pipeline(f);
                 *why = autoreleased(new error(2, "too many registers"));
                 return nullptr;
             })}};
        return all;
    }
};

struct array final : object {
    std::vector<held<gpu>> all;
    const methods &answers() const override {
        static const methods m = {
            {"count", as_method(+[](array *self, selector *) { return self->all.size(); })},
            {"objectAtIndexedSubscript:",
             as_method(+[](array *self, selector *, size_t i) { return self->all.at(i).it; })}};
        return m;
    }
};

/* ---- Classes, as the receivers of messages ---- */

struct class_object final : object {
    methods all;
    explicit class_object(methods m) : all(std::move(m)) {}
    const methods &answers() const override { return all; }
};
object *class_named(const std::string &name) {
    static process_info process;
    static const auto make_dictionary =
        +[](object *, selector *, number *const *values, void *const *keys, size_t n) {
            dictionary *d = autoreleased(new dictionary);
            for (size_t i = 0; i < n; i++) d->all[text_of(keys[i])] = held(values[i]);
            return d;
        };
    static std::map<std::string, class_object> all;
    if (all.empty()) {
        all.try_emplace("NSString", methods{{"stringWithUTF8String:",
                                             as_method(+[](object *, selector *, const char *text) {
                                                 return autoreleased(new string(text));
                                             })}});
        all.try_emplace("NSNumber",
                        methods{{"numberWithInt:", as_method(+[](object *, selector *, int v) {
                                     return autoreleased(new number(v));
                                 })}});
        all.try_emplace("NSDictionary", methods{{"dictionaryWithObjects:forKeys:count:",
                                                 as_method(make_dictionary)}});
        all.try_emplace("NSProcessInfo",
                        methods{{"processInfo", as_method(+[](object *, selector *) -> object * {
                                     return &process;
                                 })}});
        all.try_emplace(
            "MTLCompileOptions",
            methods{{"new", as_method(+[](object *, selector *) { return new compile_options; })}});
    }
    return &all.at(name);
}

gpu &the_gpu() {
    static gpu one;
    return one;
}

}  // namespace

void fail(call kind, size_t at) { failing = kind, calls_left = at; }
bool failed() { return failing == call::none; }
std::string forbidden() { return std::exchange(forbidden_text, ""); }
size_t objects() { return living.size(); }
size_t in_flight() { return handed_over; }

/* ---- What the compiler calls ---- */

struct slot {
    void *owner, *cached_for;
    const char *types;
    int version;
    method code;
};

extern "C" {
char __objc_class_name_NSString, __objc_class_name_NSNumber, __objc_class_name_NSDictionary,
    __objc_class_name_NSProcessInfo, __objc_class_name_MTLCompileOptions;

void __objc_exec_class(void *) {}
void *objc_lookup_class(const char *name) { return class_named(name); }

/* A message to nil does nothing and answers 0. */
slot *objc_msg_lookup_sender(void **receiver, selector *message, void *) {
    thread_local slot found;
    found.code = as_method(+[](void *, selector *) -> uintptr_t { return 0; });
    if (*receiver) {
        const methods &answers = alive(*receiver)->answers();
        const auto m = answers.find(message->name);
        if (m == answers.end()) {
            fprintf(stderr, "no object here answers to %s\n", message->name);
            abort();
        }
        found.code = m->second;
    }
    return &found;
}

void *objc_retain(void *o) {
    if (o && !is_constant(o)) retain(alive(o));
    return o;
}
void objc_release(void *o) {
    if (o && !is_constant(o)) release(alive(o));
}
void *objc_autorelease(void *o) { return o && !is_constant(o) ? autoreleased(alive(o)) : o; }
void *objc_retainAutoreleasedReturnValue(void *o) { return objc_retain(o); }
void *objc_autoreleaseReturnValue(void *o) { return objc_autorelease(o); }
void *objc_retainAutorelease(void *o) { return objc_autorelease(objc_retain(o)); }
void *objc_retainAutoreleaseReturnValue(void *o) { return objc_retainAutorelease(o); }
void objc_storeStrong(void **to, void *o) {
    objc_retain(o);
    objc_release(std::exchange(*to, o));
}
void *objc_autoreleasePoolPush() {
    pools.emplace_back();
    return reinterpret_cast<void *>(pools.size());
}
void objc_autoreleasePoolPop(void *pool) {
    while (pools.size() >= reinterpret_cast<size_t>(pool)) {
        const std::vector<object *> all = std::move(pools.back());
        pools.pop_back();
        for (object *o : all) release(o);
    }
}

void CFRelease(const void *o) { objc_release(const_cast<void *>(o)); }
void *MTLCopyAllDevices() {
    array *all = new array;
    all->all.emplace_back(&the_gpu());
    return all;
}
}

}  // namespace metal_runtime
