// Every engine against the portable one over all batch calls: rows of every kind in every place
// (parity_calls.h).
#include <gtest/gtest.h>

#include "parity_calls.h"

namespace {

using namespace parity;

class BatchParity : public testing::TestWithParam<std::tuple<std::string, size_t>> {
protected:
    void SetUp() override {
        ASSERT_EQ(ufsecp_engine_select(std::get<0>(GetParam()).c_str()), 1);
        ASSERT_EQ(pool_of(std::get<1>(GetParam())).error, "");
    }
    void TearDown() override { ufsecp_engine_select("auto"); }

    comparison calls_{api_rows(), std::get<1>(GetParam())};
};
INSTANTIATE_TEST_SUITE_P(All, BatchParity,
                         testing::Combine(testing::ValuesIn(engines()),
                                          testing::Range(size_t(0), calls().size())),
                         [](const auto &info) {
                             return std::get<0>(info.param) + "_" +
                                    calls()[std::get<1>(info.param)].name;
                         });

TEST_P(BatchParity, EverySize) { EXPECT_EQ(calls_.every_size(), ""); }
TEST_P(BatchParity, EveryLane) { EXPECT_EQ(calls_.every_lane(), ""); }
TEST_P(BatchParity, OneLarge) { EXPECT_EQ(calls_.one_large(), ""); }

}  // namespace
