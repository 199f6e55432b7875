// The module ufsecp._single: single calls of the library, without the cost of ctypes. The table in
// python/ufsecp/_calls.py describes them. The module holds no library: Python passes the address of
// each function. It keeps to the stable interface of CPython 3.10, and to what 3.9 has of it, so
// that one file serves every version.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030a0000
#include <Python.h>

#include <ufsecp/ufsecp.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace {

// ---- Functions of the library. Their types are those of the header.

using word = std::uintptr_t;  // an argument: an address or a number

template <class T>
T as(word argument) {
    if constexpr (std::is_pointer_v<T>) return reinterpret_cast<T>(argument);
    else return static_cast<T>(argument);
}

template <class Function>
struct signature;

template <class Result, class... Arguments>
struct signature<Result(Arguments...)> {
    static constexpr Py_ssize_t size = sizeof...(Arguments);
    template <std::size_t... At>
    static long spread(void *function, const word *words, std::index_sequence<At...>) {
        const auto typed = reinterpret_cast<Result (*)(Arguments...)>(function);
        return static_cast<long>(typed(as<Arguments>(words[At])...));
    }
    static long run(void *function, const word *words) {
        return spread(function, words, std::index_sequence_for<Arguments...>());
    }
};

struct known {
    const char *name;
    long (*run)(void *function, const word *words);
    Py_ssize_t size;  // how many arguments it takes
};

#define KNOWN(name) \
    {#name, signature<decltype(ufsecp_##name)>::run, signature<decltype(ufsecp_##name)>::size}
constexpr known functions[] = {
    KNOWN(ecdsa_check),
    KNOWN(ecdsa_recover),
    KNOWN(ecdsa_sig_parse_der),
    KNOWN(ecdsa_sig_parse_der_lax),
    KNOWN(ecdsa_sig_serialize_der),
    KNOWN(ecdsa_sign),
    KNOWN(ecdsa_sign_recoverable),
    KNOWN(ecdsa_verify),
    KNOWN(ecdh),
    KNOWN(ecdh_x),
    KNOWN(ethereum_address),
    KNOWN(keypair_create),
    KNOWN(pubkey_convert),
    KNOWN(pubkey_create),
    KNOWN(pubkey_negate),
    KNOWN(pubkey_tweak_add),
    KNOWN(pubkey_tweak_mul),
    KNOWN(schnorr_check),
    KNOWN(schnorr_sign_keypair),
    KNOWN(schnorr_verify),
    KNOWN(tagged_hash),
    KNOWN(taproot_output_key),
    KNOWN(xonly_create),
};
#undef KNOWN
constexpr Py_ssize_t MOST = [] {  // arguments of one of them
    Py_ssize_t most = 0;
    for (const known &f : functions) most = f.size > most ? f.size : most;
    return most;
}();

// ---- Lease: who uses a secret's memory. The GIL guards it.

struct lease {
    PyObject_HEAD void *address;
    Py_ssize_t users;
    unsigned long forks;
    bool open;
};

unsigned long forks;  // how many this process and its parents went through, also without Python

#if defined(__unix__) || defined(__APPLE__)
void forked() { ++forks; }
bool watch_forks() {
    static bool watched = false;
    return watched = watched || pthread_atfork(nullptr, nullptr, forked) == 0;
}
#else
bool watch_forks() { return true; }
#endif

/* Py_RETURN_NONE of newer headers counts no reference, which CPython before 3.12 needs. */
PyObject *none() {
    Py_INCREF(Py_None);
    return Py_None;
}

lease *of(PyObject *self) { return reinterpret_cast<lease *>(self); }

/* false, and an exception, for a secret that may not be used. */
bool enter(lease *self) {
    if (self->open && self->forks == forks) return ++self->users, true;
    Py_XDECREF(PyObject_CallMethod(reinterpret_cast<PyObject *>(self), "_refuse", nullptr));
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_SystemError, "_refuse raises nothing");
    return false;
}

void give_back_unused(lease *self) {
    if (self->open || self->users || self->forks != forks) return;
    PyObject *type = nullptr, *error = nullptr, *trace = nullptr;  // of a call that raises
    PyErr_Fetch(&type, &error, &trace);
    PyObject *done = PyObject_CallMethod(reinterpret_cast<PyObject *>(self), "_give_back", nullptr);
    if (!done) PyErr_WriteUnraisable(reinterpret_cast<PyObject *>(self));
    Py_XDECREF(done);
    PyErr_Restore(type, error, trace);
}

void leave(lease *self) {
    --self->users;
    give_back_unused(self);
}

int lease_init(PyObject *self, PyObject *arguments, PyObject *) {
    PyObject *address = nullptr;
    if (!PyArg_ParseTuple(arguments, "O", &address)) return -1;
    of(self)->address = PyLong_AsVoidPtr(address);
    if (PyErr_Occurred()) return -1;
    of(self)->forks = forks;
    of(self)->open = true;
    return 0;
}

PyObject *lease_enter(PyObject *self, PyObject *) {
    if (!enter(of(self))) return nullptr;
    PyObject *address = PyLong_FromVoidPtr(of(self)->address);
    if (!address) leave(of(self));
    return address;
}

PyObject *lease_exit(PyObject *self, PyObject *const *, Py_ssize_t) {
    leave(of(self));
    return none();
}

PyObject *lease_close(PyObject *self, PyObject *) {
    if (of(self)->open) {
        of(self)->open = false;
        give_back_unused(of(self));
    }
    return none();
}

PyObject *lease_address(PyObject *self, void *) { return PyLong_FromVoidPtr(of(self)->address); }
PyObject *lease_closed(PyObject *self, void *) { return PyBool_FromLong(!of(self)->open); }

/* A function that takes an array, as a table of methods has it. */
PyCFunction array_function(PyObject *(*function)(PyObject *, PyObject *const *, Py_ssize_t)) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef lease_methods[] = {
    {"__enter__", lease_enter, METH_NOARGS, nullptr},
    {"__exit__", array_function(lease_exit), METH_FASTCALL, nullptr},
    {"close", lease_close, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};
PyGetSetDef lease_members[] = {
    {"_address", lease_address, nullptr, nullptr, nullptr},
    {"closed", lease_closed, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};
PyType_Slot lease_slots[] = {
    {Py_tp_init, reinterpret_cast<void *>(lease_init)},
    {Py_tp_methods, lease_methods},
    {Py_tp_getset, lease_members},
    {0, nullptr},
};
PyType_Spec lease_spec = {"ufsecp._single.Lease", sizeof(lease), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, lease_slots};

// ---- Calls

/* What becomes of an argument of the function: _calls.py explains the marks. */
struct step {
    int mark;
    PyObject *name;
    Py_ssize_t size, other;  // sizes that bytes may have; or a number
};

struct plan {
    const known *function;
    void *address;
    PyObject *as_bytes, *lease_type;
    Py_ssize_t n, given;  // of steps, and of those that Python gives a value for
    bool brief;
    step steps[MOST];
};

/* Objects that a call holds, and secrets that it uses, until it is done. */
struct held {
    PyObject *objects[MOST + 1];
    lease *leases[MOST];
    int n_objects = 0, n_leases = 0;
    PyObject *keep(PyObject *object) { return object ? objects[n_objects++] = object : nullptr; }
    ~held() {
        while (n_leases) leave(leases[--n_leases]);
        while (n_objects) Py_DECREF(objects[--n_objects]);
    }
};

bool fits(const step &s, Py_ssize_t size) {
    return s.size < 0 || size == s.size || size == s.other;
}

/* The bytes of an argument, or false and an exception, which as_bytes() of _library.py raises. */
bool bytes_of(const plan &p, const step &s, PyObject *value, held &h, char **at, Py_ssize_t *size) {
    if (Py_IS_TYPE(value, &PyBytes_Type)) {
        PyBytes_AsStringAndSize(value, at, size);
        if (fits(s, *size)) return true;
    }
    PyObject *made =
        s.size < 0 ? PyObject_CallFunction(p.as_bytes, "OO", s.name, value)
        : s.size == s.other
            ? PyObject_CallFunction(p.as_bytes, "OOn", s.name, value, s.size)
            : PyObject_CallFunction(p.as_bytes, "OOnn", s.name, value, s.size, s.other);
    if (!h.keep(made) || PyBytes_AsStringAndSize(made, at, size) != 0) return false;
    if (fits(s, *size)) return true;
    PyErr_SetString(PyExc_SystemError, "as_bytes gives another size");
    return false;
}

constexpr Py_ssize_t LONG = 512;  // bytes of input from which on a brief call releases the GIL

PyObject *call(PyObject *self, PyObject *const *values, Py_ssize_t n) {
    const plan &p = *static_cast<plan *>(PyCapsule_GetPointer(self, nullptr));
    if (n != p.given)
        return PyErr_Format(PyExc_TypeError, "%s takes %zd arguments, not %zd", p.function->name,
                            p.given, n);
    held h;
    word words[MOST];
    PyObject *out = nullptr;         // the last output
    Py_ssize_t size = 0, total = 0;  // of the last bytes; of all of the input
    char *bytes = nullptr;           // the last of the input
    int last_byte = 0;               // what becomes the last byte of the output
    bool has_byte = false;
    std::size_t length = 0;  // what becomes the output's length
    for (Py_ssize_t i = 0; i != p.n; ++i) {
        const step &s = p.steps[i];
        switch (s.mark) {
        case '>':
            if (!(out = h.keep(PyBytes_FromStringAndSize(nullptr, s.size)))) return nullptr;
            words[i] = reinterpret_cast<word>(PyBytes_AsString(out));
            length = static_cast<std::size_t>(s.size);
            bytes = nullptr;
            break;
        case '?':
        case ':': {
            PyObject *value = *values++;
            words[i] = 0;
            if (s.mark == '?' && value == Py_None) break;
            if (!bytes_of(p, s, value, h, &bytes, &size)) return nullptr;
            words[i] = reinterpret_cast<word>(bytes);
            total += size;
            break;
        }
        case '=': words[i] = static_cast<word>(s.size); break;
        case '#':
            words[i] = bytes ? static_cast<word>(size) : reinterpret_cast<word>(&length);
            break;
        case '^':
            if (bytes) words[i] = static_cast<unsigned char>(bytes[size - 1]);
            else words[i] = reinterpret_cast<word>(&last_byte), has_byte = true;
            break;
        case '@':  // below, when nothing else can fail
            if (!PyObject_TypeCheck(*values, reinterpret_cast<PyTypeObject *>(p.lease_type)))
                return PyErr_Format(PyExc_TypeError, "%s: expected a Secret", p.function->name);
            words[i] = reinterpret_cast<word>(*values++);
            break;
        default:
            words[i] = PyLong_AsUnsignedLongMask(*values++);
            if (PyErr_Occurred()) return nullptr;
        }
    }
    for (Py_ssize_t i = 0; i != p.n; ++i)
        if (p.steps[i].mark == '@') {
            auto *secret = reinterpret_cast<lease *>(words[i]);
            if (!enter(secret)) return nullptr;
            h.leases[h.n_leases++] = secret;
            words[i] = reinterpret_cast<word>(secret->address) + static_cast<word>(p.steps[i].size);
        }
    long status = 0;
    if (p.brief && total < LONG) {
        status = p.function->run(p.address, words);
    } else {
        PyThreadState *const thread = PyEval_SaveThread();
        status = p.function->run(p.address, words);
        PyEval_RestoreThread(thread);
    }
    if (!out || status != 1) return PyLong_FromLong(status);
    if (has_byte) {
        PyBytes_AsString(out)[PyBytes_Size(out) - 1] = static_cast<char>(last_byte);
    } else if (length != static_cast<std::size_t>(PyBytes_Size(out))) {
        return PyBytes_FromStringAndSize(PyBytes_AsString(out), static_cast<Py_ssize_t>(length));
    }
    Py_INCREF(out);
    return out;
}

PyMethodDef single = {"single", array_function(call), METH_FASTCALL, nullptr};

void plan_free(PyObject *capsule) {
    auto *p = static_cast<plan *>(PyCapsule_GetPointer(capsule, nullptr));
    for (Py_ssize_t i = 0; i != p->n; ++i) Py_XDECREF(p->steps[i].name);
    Py_XDECREF(p->as_bytes);
    Py_XDECREF(p->lease_type);
    PyMem_Free(p);
}

/* make(name, address, brief, steps, as_bytes, Lease): the call as a function of Python. */
PyObject *make(PyObject *, PyObject *arguments) {
    const char *name = nullptr;
    PyObject *address = nullptr, *steps = nullptr, *as_bytes = nullptr, *lease_type = nullptr;
    int brief = 0;
    if (!PyArg_ParseTuple(arguments, "sOpO!OO", &name, &address, &brief, &PyTuple_Type, &steps,
                          &as_bytes, &lease_type))
        return nullptr;
    const known *function = nullptr;
    for (const known &f : functions)
        if (!std::strcmp(f.name, name)) function = &f;
    if (!function || PyTuple_Size(steps) != function->size)
        return PyErr_Format(PyExc_SystemError, "%s is not known with these arguments", name);
    auto *p = static_cast<plan *>(PyMem_Calloc(1, sizeof(plan)));
    if (!p) return PyErr_NoMemory();
    PyObject *capsule = PyCapsule_New(p, nullptr, plan_free);
    if (!capsule) return PyMem_Free(p), nullptr;
    p->function = function;
    p->address = PyLong_AsVoidPtr(address);
    p->as_bytes = as_bytes;
    p->lease_type = lease_type;
    Py_INCREF(as_bytes);
    Py_INCREF(lease_type);
    p->brief = brief != 0;
    for (; p->n != function->size && !PyErr_Occurred(); ++p->n) {
        step &s = p->steps[p->n];
        if (!PyArg_ParseTuple(PyTuple_GetItem(steps, p->n), "COnn", &s.mark, &s.name, &s.size,
                              &s.other))
            s.name = nullptr;
        Py_XINCREF(s.name);
        p->given += std::strchr("=#^>", s.mark) == nullptr;
    }
    PyObject *made = PyErr_Occurred() ? nullptr : PyCFunction_NewEx(&single, capsule, nullptr);
    Py_DECREF(capsule);
    return made;
}

/* A number that differs between a process and a child of it. */
PyObject *process(PyObject *, PyObject *) { return PyLong_FromUnsignedLong(forks); }

PyMethodDef methods[] = {
    {"make", make, METH_VARARGS, nullptr},
    {"process", process, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

int fill(PyObject *module) {
    if (!watch_forks()) return PyErr_NoMemory(), -1;
    PyObject *type = PyType_FromSpec(&lease_spec);
    if (type && PyModule_AddObject(module, "Lease", type) == 0) return 0;
    Py_XDECREF(type);
    return -1;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void *>(fill)}, {0, nullptr}};
PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_single", nullptr, 0, methods, slots, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__single() { return PyModuleDef_Init(&definition); }
