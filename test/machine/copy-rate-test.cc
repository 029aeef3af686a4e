/* SPDX-License-Identifier: GPL-2.0-only */
#include "ns3/cpu-core.h"
#include "ns3/profile-reader.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{

constexpr double TSC_GHZ = 2.096;

/** Medians of test/data/primitives.csv, TSC cycles, by "test,bytes". */
std::map<std::string, double>
ReadPrimitives()
{
    std::ifstream in(LINUX_DATAPATH_SOURCE_DIR "/test/data/primitives.csv");
    std::map<std::string, double> medians;
    std::string line;
    std::getline(in, line); // the names of the columns
    while (std::getline(in, line))
    {
        std::istringstream row(line);
        std::string fields[5]; // test, bytes, unit, n, median
        for (std::string& field : fields)
        {
            std::getline(row, field, ',');
        }
        medians[fields[0] + "," + fields[1]] = std::stod(fields[4]);
    }
    return medians;
}

} // namespace

/** Copies and clears of buffers, warm or cold. */
class CopyRateTest : public testing::Test
{
  protected:
    explicit CopyRateTest(const std::string& machine = "xeon-gold-6140")
        : m_machine(ReadMachineProfile(machine))
    {
    }

    double Cycles(Ticks ticks) const
    {
        return double(ticks) / TICKS_PER_CYCLE;
    }

    double Sequence(double ns, double overlap, uint32_t lines) const
    {
        return m_machine->NsToCycles(ns) * (1 + (lines - 1) / overlap);
    }

    /** Core cycles of a copy. @param repeats copies before it, of the same bytes */
    double Copy(uint32_t bytes, int repeats)
    {
        CacheHierarchy caches(*m_machine);
        CpuCore core(*m_machine, *m_kernel, caches, 0, 0);
        const auto lines = static_cast<uint16_t>((bytes + LINE_BYTES - 1) / LINE_BYTES);
        LineSet from(lines, 0);
        LineSet to(lines, lines % LINE_COLUMNS);
        Ticks before = 0;
        for (int i = 0; i <= repeats; ++i)
        {
            before = core.Now();
            core.Copy(from, 0, to, 0, bytes);
        }
        return Cycles(core.Now() - before);
    }

    double Clear(uint32_t bytes, int repeats)
    {
        CacheHierarchy caches(*m_machine);
        CpuCore core(*m_machine, *m_kernel, caches, 0, 0);
        LineSet set(static_cast<uint16_t>(bytes / LINE_BYTES));
        Ticks before = 0;
        for (int i = 0; i <= repeats; ++i)
        {
            before = core.Now();
            core.Clear(set, 0, bytes);
        }
        return Cycles(core.Now() - before);
    }

    Ptr<MachineProfile> m_machine;
    Ptr<KernelProfile> m_kernel = ReadKernelProfile("6.4");
};

TEST_F(CopyRateTest, WarmCopiesHaveAStartAndARate)
{
    EXPECT_NEAR(Copy(1500, 3), 30 + 1500 / 24.0, 0.1);
    EXPECT_NEAR(Copy(64, 3), 30 + 64 / 24.0, 0.1);
}

TEST_F(CopyRateTest, WarmClearsHaveAStartAndARate)
{
    EXPECT_NEAR(Clear(4096, 3), 29 + 4096 / 28.0, 0.1);
}

TEST_F(CopyRateTest, ColdCopiesGoAtThePaceOfTheSlowerSide)
{
    // both sides wait for memory once, then 24 lines stream
    const double latency = m_machine->NsToCycles(89);
    const double line = 64 / 3.5;
    EXPECT_NEAR(Copy(1500, 0),
                30 + 1500 / 24.0 + latency + 23 * line - 24 * 64 / 24.0 + 64 / 24.0,
                3);
}

TEST_F(CopyRateTest, ClearingMovesMissesAndAddsNone)
{
    CacheHierarchy caches(*m_machine);
    CpuCore core(*m_machine, *m_kernel, caches, 0, 0);
    LineSet page(64);
    LineSet source(24, 32);
    core.Clear(page, 0, 4096);
    core.Read(source, 0, 1500);
    const Ticks before = core.Now();
    core.Copy(source, 0, page, 256, 1500);
    EXPECT_NEAR(Cycles(core.Now() - before), 30 + 1500 / 24.0, 0.1);
}

TEST_F(CopyRateTest, ACopyFromAnotherCoreTransfers)
{
    CacheHierarchy caches(*m_machine);
    CpuCore writer(*m_machine, *m_kernel, caches, 0, 0);
    CpuCore reader(*m_machine, *m_kernel, caches, 1, 1);
    LineSet page(64);
    LineSet user(64, 0);
    reader.Write(user, 0, 4096);
    writer.Write(page, 0, 4096);
    const Ticks before = reader.Now();
    reader.Copy(page, 256, user, 0, 1448);
    EXPECT_EQ(reader.GetLedger().OfKind(CostKind::Llc), 0U);
    EXPECT_NEAR(Cycles(reader.Now() - before), 30 + 1448 / 24.0 + Sequence(48, 3.5, 23), 1);
}

/** The virtual machine that test/data/primitives.csv was measured on. */
class MeasuredMachineTest : public CopyRateTest
{
  protected:
    MeasuredMachineTest()
        : CopyRateTest("epyc-zen5-vm")
    {
    }

    double Measured(const std::string& row) const
    {
        return m_primitives.at(row) / TSC_GHZ;
    }

    /** Print both, in ns. @return model / measured */
    double Compare(const std::string& row, double modelCycles, double extraTsc = 0) const
    {
        const double model = modelCycles / m_machine->coreGhz;
        const double measured = Measured(row) - extraTsc / TSC_GHZ;
        std::cout << std::fixed << std::setprecision(1) << row << ": measured " << measured
                  << " ns, model " << model << " ns\n";
        return model / measured;
    }

    void ExpectWithin(double factor, double ratio)
    {
        EXPECT_LT(ratio, factor);
        EXPECT_GT(ratio, 1 / factor);
    }

    std::map<std::string, double> m_primitives = ReadPrimitives();
    static constexpr double TIMING = 46; //!< TSC cycles of timing in the cold rows
};

TEST_F(MeasuredMachineTest, WarmCopies)
{
    for (const uint32_t bytes : {64, 128, 256, 512, 1024, 1500, 2048})
    {
        // a vector loop in user space has no start; string instructions do, and so has the kernel
        const double ratio = Compare("memcpy_warm," + std::to_string(bytes), Copy(bytes, 3));
        EXPECT_GT(ratio, 0.9);
        EXPECT_LT((ratio - 1) * Measured("memcpy_warm," + std::to_string(bytes)), 11) << "ns";
    }
    for (const uint32_t bytes : {3000, 4096, 8192, 9000, 16384, 65536, 262144})
    {
        ExpectWithin(1.25, Compare("memcpy_warm," + std::to_string(bytes), Copy(bytes, 3)));
    }
}

TEST_F(MeasuredMachineTest, ColdCopies)
{
    for (const uint32_t bytes : {64, 128, 256, 512})
    {
        // what was cold there was in reach of a prefetcher; here the first line waits for memory
        ExpectWithin(4, Compare("memcpy_cold," + std::to_string(bytes), Copy(bytes, 0), TIMING));
    }
    for (const uint32_t bytes :
         {1024, 1500, 2048, 3000, 4096, 8192, 9000, 16384, 32768, 65536, 262144})
    {
        ExpectWithin(1.6, Compare("memcpy_cold," + std::to_string(bytes), Copy(bytes, 0), TIMING));
    }
}

TEST_F(MeasuredMachineTest, Clears)
{
    ExpectWithin(1.05, Compare("memset4096_warm,", Clear(4096, 3)));
    ExpectWithin(1.2, Compare("memset4096_cold,", Clear(4096, 0), TIMING));
}

TEST_F(MeasuredMachineTest, OtherPrimitives)
{
    CacheHierarchy caches(*m_machine);
    CpuCore core(*m_machine, *ReadKernelProfile("6.18"), caches, 0, 0);
    LineRun line;
    core.Write(line);
    Ticks before = core.Now();
    core.Atomic(line);
    ExpectWithin(1.02, Compare("atomic_add_uncontended,", Cycles(core.Now() - before)));
    before = core.Now();
    core.System(SystemCost::Syscall);
    ExpectWithin(1.02, Compare("syscall_getppid,", Cycles(core.Now() - before)));
    const double far = 2 * Cycles(caches.TransferTicks(0, 1));
    ExpectWithin(1.02, Compare("pingpong_two_lines_roundtrip_far,", far));
    ExpectWithin(1.3, Compare("pingpong_one_line_roundtrip_far,", far));
    m_machine->llcDomainCores = 2;
    CacheHierarchy moved(*m_machine);
    const double near = 2 * Cycles(moved.TransferTicks(0, 1));
    ExpectWithin(1.02, Compare("pingpong_two_lines_roundtrip_near,", near));
}

/** Loads that depend on each other, over a buffer of lines in random order. */
class ChaseTest : public MeasuredMachineTest
{
  protected:
    /** Core cycles per load beyond L1. */
    double Chase(uint32_t kib)
    {
        CacheHierarchy caches(*m_machine);
        CpuCore core(*m_machine, *m_kernel, caches, 0, 0);
        std::vector<LineRun> lines;
        for (uint32_t i = 0; i < kib * 1024 / LINE_BYTES; ++i)
        {
            lines.emplace_back(1, i % LINE_COLUMNS);
        }
        Ticks before = 0;
        for (int round = 0; round < 6; ++round)
        {
            before = round == 4 ? core.Now() : before;
            for (LineRun& line : lines)
            {
                core.Read(line);
            }
        }
        return Cycles(core.Now() - before) / 2 / double(lines.size());
    }
};

TEST_F(ChaseTest, LevelsHaveTheirLatency)
{
    const double inL1 = 4; // cycles, part of the instructions in the model
    for (const uint32_t kib : {64, 128, 256, 512, 3072, 4096, 6144, 12288, 16384, 32768})
    {
        const std::string row = "chase_hugepage," + std::to_string(kib * 1024);
        ExpectWithin(1.5, Compare(row, std::max(inL1, Chase(kib))));
    }
    EXPECT_EQ(Chase(32), 0);
}

} // namespace ns3
