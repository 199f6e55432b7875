// Points in C++: consecutive keys, one scalar times many points, and what secrets need instead.
#include <ufsecp/secp256k1.hpp>

#include <cstdio>
#include <vector>

using namespace secp256k1::fast;
namespace ct = secp256k1::ct;

int main() {
    // 2^64 G, 2^64 G + G, ...: additions only, then one inversion for all of them.
    const Scalar start = Scalar::from_hex("10000000000000000");
    std::vector<Point> walk = {generator_mul(start)};
    while (walk.size() < 100) walk.push_back(walk.back().next());
    batch_normalize(walk);
    std::printf("2^64 G = (%s,\n          %s)\n", walk[0].x().to_hex().c_str(),
                walk[0].y().to_hex().c_str());
    if (walk[99] != generator_mul(start + Scalar::from_uint64(99))) return 1;

    // One public scalar times many points: split and recoded once.
    const Scalar k = Scalar::from_uint64(3).inverse();
    const KPlan plan = KPlan::from_scalar(k);
    for (Point &p : walk) p = p.scalar_mul_with_plan(plan);
    if (walk[5].triple() != generator_mul(start + Scalar::from_uint64(5))) return 1;

    // a P + b G, the heart of every verification.
    const Point sum = walk[7].mul_add_generator(k, start);
    if (sum != walk[7].scalar_mul(k) + generator_mul(start)) return 1;

    // Bytes are parsed strictly: a value out of range or a point off the curve gives nothing.
    const auto encoded = sum.to_compressed();
    const auto parsed = Point::parse(encoded);
    if (!parsed || *parsed != sum || FieldElement::parse_hex(std::string(64, 'f'))) return 1;

    // A secret scalar: constant time, and normalized in constant time before a coordinate is read.
    const Scalar secret = Scalar::from_uint64(42);
    const Point pubkey = ct::point_normalize(ct::generator_mul(secret));
    std::printf("42 G     =  %s\n", pubkey.x().to_hex().c_str());
    return pubkey != generator_mul(secret);
}
