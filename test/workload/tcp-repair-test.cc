/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/tcp-repair.h"

#include <gtest/gtest.h>

namespace ns3
{

TEST(TcpRepair, AHoleIsRepairedOnce)
{
    TcpRepair repair;
    EXPECT_FALSE(repair.IsPending());
    EXPECT_FALSE(repair.NoteHole(100, 100));
    EXPECT_TRUE(repair.NoteHole(100, 300));
    EXPECT_TRUE(repair.IsPending());
    EXPECT_FALSE(repair.NoteHole(100, 300)); // under way
    repair.Take(300);
    EXPECT_FALSE(repair.IsPending());
    EXPECT_FALSE(repair.NoteHole(100, 300)); // sent again already
    EXPECT_TRUE(repair.NoteHole(300, 400));
}

TEST(TcpRepair, WhatWasAcknowledgedIsNotSentAgain)
{
    TcpRepair repair;
    repair.NoteHole(100, 300);
    repair.Advance(200);
    EXPECT_EQ(repair.GetFrom(), 200u);
    EXPECT_EQ(repair.GetTo(), 300u);
    repair.Advance(350);
    EXPECT_FALSE(repair.IsPending());
}

TEST(TcpRepair, ARefusedPieceIsTakenAgain)
{
    TcpRepair repair;
    repair.NoteHole(100, 300);
    repair.Take(200);
    EXPECT_EQ(repair.GetFrom(), 200u);
    repair.Undo();
    EXPECT_EQ(repair.GetFrom(), 100u);
    repair.Take(200);
    repair.Advance(150); // part of it has arrived meanwhile
    repair.Undo();
    EXPECT_EQ(repair.GetFrom(), 150u);
}

TEST(TcpRepair, ATimeoutLosesEverythingAndForgetsWhatWasRepaired)
{
    TcpRepair repair;
    repair.NoteHole(100, 300);
    repair.Take(300);
    repair.LoseAll(100, 900);
    EXPECT_EQ(repair.GetFrom(), 100u);
    EXPECT_EQ(repair.GetTo(), 900u);
    repair.Advance(900);
    EXPECT_TRUE(repair.NoteHole(900, 950));
}

} // namespace ns3
