// The program ufsecp-count: runs operations of the benchmark between marks, for an emulator that
// counts instructions (tools/count_instructions.py).
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "bench/child_hash.h"
#include "bench/rows.h"
#include "bench/targets.h"
#include "hash/sha256.h"
#include "ufsecp/ufsecp.h"
#ifdef UF_HAVE_PEER
#include "bench/vs/libsecp256k1.h"
#endif

namespace {

/* Stores into this page are marks (tools/count_plugin.c). */
volatile std::uint8_t *marks;

[[gnu::noinline]] void run_marked(const bench_op &op, std::size_t n) {
    marks[0] = 1;
    op.run(n);
    marks[64] = 1;
}

/* An operation of the engine in use by its name, or of the peer as peer:NAME. */
bench::subject operation(const std::string &name) {
    if (name.starts_with("peer:")) {
#ifdef UF_HAVE_PEER
        return bench::find(
            *peer_libsecp256k1(ufsecp::sha256_compress, ufsecp_keccak256, bench::child_hash),
            name.substr(5));
#else
        return {};
#endif
    }
    for (const bench_target *t : {&bench::api(), &bench::batches(), &bench::claims()})
        if (const bench::subject s = bench::find(*t, name)) return s;
    const bench_target *const lanes = bench::lanes_of(ufsecp_engine());
    if (const bench::subject s = lanes ? bench::find(*lanes, name) : bench::subject{}) return s;
    return bench::find(bench::inner().ops, name);
}

/* So many different sets of inputs: an emulator makes 4,096 of them too slowly. */
constexpr int different = 64;

bench_pool *inputs() {
    auto *const p = new bench_pool;
    for (std::uint32_t i = 0; i < different; i++) bench::make_set(p, i);
    const auto repeat = [](auto &rows) {
        for (std::size_t i = different; i < bench_batch; i++)
            std::memcpy(&rows[i], &rows[i % different], sizeof rows[i]);
    };
    repeat(p->seckey), repeat(p->msg), repeat(p->aux), repeat(p->pubkey33), repeat(p->pubkey65);
    repeat(p->xonly), repeat(p->ecdsa), repeat(p->schnorr), repeat(p->recid);
    return p;
}

}  // namespace

int main(int argc, char **argv) {
    const int n = argc > 2 ? std::atoi(argv[1]) : 0;
    if (n < 1) {
        std::fprintf(stderr,
                     "usage: ufsecp-count TIMES OPERATION...\n"
                     "runs each operation of the engine in use (peer:NAME: of libsecp256k1) not at "
                     "all, then TIMES times, between marks\n");
        return 2;
    }
    void *const page =
        reinterpret_cast<void *>((std::uintptr_t)0x31000000 << (sizeof(void *) > 4 ? 8 : 0));
    if (mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) !=
        page) {
        std::fprintf(stderr, "ufsecp-count: the page of the marks cannot be had\n");
        return 1;
    }
    marks = static_cast<volatile std::uint8_t *>(page);
    const bench_pool *const pool = inputs();
    std::printf("engine %s\n", ufsecp_engine());
    for (int i = 2; i < argc; i++) {
        const bench::subject s = operation(argv[i]);
        if (!s) {
            std::printf("none %s\n", argv[i]);
            continue;
        }
        std::uint8_t out[64] = {0};
        s.target->reset(pool);
        s.op->run(1); /* whatever is made once, is made */
        run_marked(*s.op, 0);
        run_marked(*s.op, (std::size_t)n);
        s.op->output(out);
        std::printf("op %s %zu ", argv[i], s.op->items);
        for (const std::uint8_t byte : out) std::printf("%02x", byte);
        std::printf("\n");
    }
    return 0;
}
