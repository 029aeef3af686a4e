/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/validation.h"

#include <gtest/gtest.h>
#include <set>

using namespace ns3;

// Whatever a constant was set or fitted on is met; each of the five threads is there, and what is
// predicted is graded. Misses of predictions are reported by the program, not asserted away here.
TEST(Validation, SetAndCalibratedFiguresAreMet)
{
    const std::vector<ValidationRow> rows = Validation::Run(Scenarios());
    std::set<std::string> threads;
    std::size_t predicted = 0;
    for (const auto& row : rows)
    {
        threads.insert(row.thread);
        EXPECT_GE(row.published, 0) << row.name;
        if (row.role == ValidationRole::Set || row.role == ValidationRole::Calibrate)
        {
            EXPECT_TRUE(row.Passes()) << row.thread << " " << row.name << ": " << row.ours;
        }
        predicted += row.role == ValidationRole::Predict;
    }
    EXPECT_EQ(threads, (std::set<std::string>{"S-cm", "S-st", "S-tr", "S-tun", "S-veth"}));
    EXPECT_EQ(rows.size(), 87U);
    EXPECT_EQ(predicted, 18U);
}

TEST(Validation, VerdictsFollowTheTolerances)
{
    ValidationRow row{"S", "r", "ns", ValidationRole::Predict, 100, 104, 95, 105, 98, 102};
    EXPECT_EQ(row.Verdict(), "pass");
    EXPECT_DOUBLE_EQ(*row.Error(), 4);
    row.ours = 101;
    EXPECT_EQ(row.Verdict(), "stretch");
    row.ours = 106;
    EXPECT_EQ(row.Verdict(), "MISS");
    row.role = ValidationRole::Report;
    EXPECT_EQ(row.Verdict(), "-");
    row.published = 0;
    EXPECT_FALSE(row.Error());
}
