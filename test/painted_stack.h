// A stack of its own, painted before each run, and the program's own variables: where wipe_test
// looks for secrets, and fault_test for signatures. WIPE_UNSEEN says why nothing can be seen.
#pragma once
#include <stdint.h>
#include <string.h>

#include <algorithm>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define WIPE_UNSEEN "sanitizers keep stacks of their own"
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(UF_VERIFY)
#undef WIPE_UNSEEN
#define WIPE_UNSEEN "instrumented code is not what ships"
#elif !(defined(__linux__) && defined(__LP64__)) && !defined(_WIN64)
#define WIPE_UNSEEN "only for 64-bit Linux and Windows"
#endif

#ifndef WIPE_UNSEEN
#if defined(_WIN32)
#include "base/windows_api.h"
#else
#include <link.h>
#include <sys/mman.h>
#include <ucontext.h>
#endif

class painted_stack {
public:
    painted_stack();
    ~painted_stack();
    painted_stack(const painted_stack &) = delete;
    painted_stack &operator=(const painted_stack &) = delete;

    /* Runs f() there. */
    template <class F>
    void run(F &f) {
        body_ = [](void *a) { (*static_cast<F *>(a))(); };
        argument_ = &f;
        switch_over();
    }
    /* The lowest byte that was written, and all above it. */
    const uint8_t *used() const {
        return std::find_if(low_, high_, [](uint8_t b) { return b != paint; });
    }
    size_t used_size() const { return (size_t)(high_ - used()); }
    /* Whether the deepest bytes are a wipe's, so that nothing of what the call used lies below what
     * was overwritten. What overwrites has its return address there. */
    bool wiped_deepest() const {
        const uint8_t *const low = used(), *const end =
                                               low + std::min<ptrdiff_t>(128 + 256, high_ - low);
        return std::search_n(low, end, 256, (uint8_t)0) != end;
    }

private:
    static constexpr size_t size = 256 << 10;
    static constexpr uint8_t paint = 0xa7;

    void switch_over();
    uint8_t *low_ = nullptr, *high_ = nullptr;
    void (*body_)(void *) = nullptr;
    void *argument_ = nullptr;
#if defined(_WIN32)
    static void __stdcall enter(void *self);
    void *here_ = nullptr, *there_ = nullptr;
#else
    static void enter(unsigned high, unsigned low);
    ucontext_t here_{}, there_{};
#endif
};

#if defined(_WIN32)

inline painted_stack::painted_stack()
    : here_(IsThreadAFiber() ? GetCurrentFiber() : ConvertThreadToFiber(nullptr)),
      there_(CreateFiberEx(size, size, 0, enter, this)) {}
inline painted_stack::~painted_stack() { DeleteFiber(there_); }
/* It paints what lies below it, and leaves that as it is until the fiber is deleted. */
inline void painted_stack::enter(void *self) {
    painted_stack *const s = static_cast<painted_stack *>(self);
    s->low_ = reinterpret_cast<uint8_t *>(__readgsqword(16)); /* of the block of this thread */
    uint8_t *const mine = static_cast<uint8_t *>(__builtin_frame_address(0));
    memset(s->low_, paint, (size_t)(mine - 512 - s->low_)); /* its own frame lies above */
    s->high_ = static_cast<uint8_t *>(__builtin_alloca(1024));
    __asm__ volatile("" : : "r"(s->high_) : "memory");
    s->body_(s->argument_);
    SwitchToFiber(s->here_);
}
inline void painted_stack::switch_over() { SwitchToFiber(there_); }

/* Calls found(bytes, length) for the writable sections of the program. */
template <class F>
void each_variable(const F &found) {
    const uint8_t *const base = reinterpret_cast<const uint8_t *>(GetModuleHandleW(nullptr));
    const auto *const head = reinterpret_cast<const IMAGE_NT_HEADERS *>(
        base + reinterpret_cast<const IMAGE_DOS_HEADER *>(base)->e_lfanew);
    const IMAGE_SECTION_HEADER *section = IMAGE_FIRST_SECTION(head);
    for (unsigned i = 0; i < head->FileHeader.NumberOfSections; i++, section++)
        if (section->Characteristics & IMAGE_SCN_MEM_WRITE)
            found(base + section->VirtualAddress, (size_t)section->Misc.VirtualSize);
}

#else

inline painted_stack::painted_stack()
    : low_(static_cast<uint8_t *>(
          mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))),
      high_(low_ + size) {}
inline painted_stack::~painted_stack() { munmap(low_, size); }
inline void painted_stack::enter(unsigned high, unsigned low) {
    painted_stack *const s = reinterpret_cast<painted_stack *>((uint64_t)high << 32 | low);
    s->body_(s->argument_);
}
inline void painted_stack::switch_over() {
    memset(low_, paint, size);
    getcontext(&there_);
    there_.uc_stack.ss_sp = low_, there_.uc_stack.ss_size = size, there_.uc_link = &here_;
    const uint64_t self = reinterpret_cast<uint64_t>(this);
    makecontext(&there_, reinterpret_cast<void (*)()>(enter), 2, (unsigned)(self >> 32),
                (unsigned)self);
    swapcontext(&here_, &there_);
}

template <class F>
void each_variable(const F &found) {
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *data) {
            for (int i = 0; i < info->dlpi_phnum; i++) {
                const auto &h = info->dlpi_phdr[i];
                if (h.p_type == PT_LOAD && h.p_flags & PF_W)
                    (*static_cast<const F *>(data))(
                        reinterpret_cast<const uint8_t *>(info->dlpi_addr + h.p_vaddr),
                        (size_t)h.p_memsz);
            }
            return 1; /* the first is the program */
        },
        const_cast<F *>(&found));
}

#endif
#endif
