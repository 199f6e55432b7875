// Processor time of what Bitcoin Core does with keys and signatures. It is compiled within Bitcoin
// Core, whose code it calls, and does not know which libsecp256k1 that calls:
// tools/client_tests.py --only bitcoin-core.
#include <addresstype.h>
#include <chain.h>
#include <coins.h>
#include <consensus/validation.h>
#include <key.h>
#include <node/blockstorage.h>
#include <primitives/block.h>
#include <pubkey.h>
#include <script/interpreter.h>
#include <script/sign.h>
#include <script/signingprovider.h>
#include <sync.h>
#include <test/util/setup_common.h>
#include <util/translation.h>
#include <validation.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

const std::function<std::vector<const char *>()> G_TEST_COMMAND_LINE_ARGUMENTS = [] {
    return std::vector<const char *>{};
};
const std::function<std::string()> G_TEST_GET_FULL_NAME = [] { return std::string("bench"); };

namespace {

/* Of all threads. */
double microseconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

void must(bool ok) {
    if (ok) return;
    fprintf(stderr, "a call failed\n");
    abort();
}

template <class F>
void measure(const char *name, int times, F call) {
    call();
    const double start = microseconds();
    for (int i = 0; i < times; i++) call();
    printf("%s %.1f\n", name, (microseconds() - start) / times);
    fflush(stdout);
}

CKey key_of(unsigned char byte) {
    const std::vector<unsigned char> bytes(32, byte);
    CKey key;
    key.Set(bytes.begin(), bytes.end(), true);
    return key;
}

CScript pays(const CPubKey &to, bool taproot) {
    if (taproot) return GetScriptForDestination(WitnessV1Taproot{XOnlyPubKey{to}});
    return GetScriptForDestination(WitnessV0KeyHash{to});
}

/* Validation of a block of 1,000 transactions, each of which spends the last one's outputs by as
 * many ECDSA signatures (P2WPKH) and Schnorr signatures (taproot's key path). */
void connect_block(const char *name, size_t ecdsa, size_t schnorr) {
    const auto node = MakeNoLogFileContext<TestChain100Setup>();
    auto &chain = node->m_node.chainman->ActiveChainstate();
    std::vector<CKey> keys{node->coinbaseKey};
    std::vector<CTxOut> outputs;
    for (size_t i = 0; i < ecdsa + schnorr; i++) {
        keys.push_back(key_of((unsigned char)(i + 1)));
        outputs.emplace_back(COIN, pays(keys.back().GetPubKey(), i >= ecdsa));
    }
    const auto spend = [&](const CTransactionRef &last, size_t count) {
        std::vector<COutPoint> inputs;
        for (size_t i = 0; i < count; i++) inputs.emplace_back(last->GetHash(), i);
        const int height = chain.m_chain.Height() + 1;
        return node->CreateValidTransaction({last}, inputs, height, keys, outputs, {}, {}).first;
    };
    const CScript reward = pays(node->coinbaseKey.GetPubKey(), true);
    const CMutableTransaction first = spend(node->m_coinbase_txns[0], 1);
    node->CreateAndProcessBlock({first}, reward);
    std::vector<CMutableTransaction> transactions;
    CTransactionRef last = MakeTransactionRef(first);
    for (int i = 0; i < 1000; i++) {
        transactions.push_back(spend(last, outputs.size()));
        last = MakeTransactionRef(transactions.back());
    }
    const CBlock block = node->CreateBlock(transactions, reward);
    measure(name, 4, [&] {
        LOCK(cs_main);
        auto &man = *node->m_node.chainman;
        CBlockIndex *const index = man.m_blockman.AddToBlockIndex(block, man.m_best_header);
        BlockValidationState state;
        CCoinsViewCache view{&chain.CoinsTip()};
        must(chain.ConnectBlock(block, state, index, view));
    });
}

/* A transaction of one input, by 32 keys in turn. */
void sign_and_verify(bool taproot) {
    FlatSigningProvider keys;
    std::vector<CTxOut> outputs;
    for (unsigned char i = 1; i <= 32; i++) {
        const CKey key = key_of(i);
        keys.keys.emplace(key.GetPubKey().GetID(), key);
        keys.pubkeys.emplace(key.GetPubKey().GetID(), key.GetPubKey());
        outputs.emplace_back(10000, pays(key.GetPubKey(), taproot));
    }
    const COutPoint from{Txid::FromUint256(uint256::ONE), 5};
    CMutableTransaction unsigned_one, tx;
    unsigned_one.vin.emplace_back(from);
    unsigned_one.vout.push_back(outputs[0]);
    CTxOut spent;
    size_t turn = 0;
    measure(taproot ? "SignTransaction(P2TR)" : "SignTransaction(P2WPKH)", 3200, [&] {
        tx = unsigned_one;
        spent = outputs[turn++ % 32];
        std::map<COutPoint, Coin> coins;
        coins[from] = Coin(spent, 100, false);
        std::map<int, bilingual_str> errors;
        must(SignTransaction(tx, &keys, coins, SignOptions{}, errors));
    });
    measure(taproot ? "VerifyScript(P2TR)" : "VerifyScript(P2WPKH)", 5000, [&] {
        PrecomputedTransactionData data;
        data.Init(tx, {spent}, true);
        const MutableTransactionSignatureChecker checker(&tx, 0, spent.nValue, data,
                                                         MissingDataBehavior::FAIL);
        must(VerifyScript({}, spent.scriptPubKey, &tx.vin[0].scriptWitness,
                          STANDARD_SCRIPT_VERIFY_FLAGS, checker));
    });
}

/* The key exchange of BIP-324. */
void exchange_keys() {
    const CKey mine = key_of(1), theirs = key_of(2);
    const std::vector<std::byte> entropy(32, std::byte{3});
    const EllSwiftPubKey their_key = theirs.EllSwiftCreate(entropy);
    EllSwiftPubKey my_key;
    measure("EllSwiftCreate", 3000, [&] { my_key = mine.EllSwiftCreate(entropy); });
    ECDHSecret secret;
    measure("ComputeBIP324ECDHSecret", 3000,
            [&] { secret = mine.ComputeBIP324ECDHSecret(their_key, my_key, true); });
    must(secret == theirs.ComputeBIP324ECDHSecret(my_key, their_key, false));
}

}  // namespace

int main() {
    {
        const ECC_Context context;
        sign_and_verify(false);
        sign_and_verify(true);
        exchange_keys();
    }
    connect_block("ConnectBlock(ECDSA)", 5, 0);
    connect_block("ConnectBlock(ECDSA,Schnorr)", 4, 1);
    connect_block("ConnectBlock(Schnorr)", 0, 5);
}
