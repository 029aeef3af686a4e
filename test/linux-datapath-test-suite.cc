/* SPDX-License-Identifier: GPL-2.0-only */

#include "ns3/test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/**
 * @ingroup linux-datapath
 * @brief All GoogleTest cases that are linked into the module's test library, as one ns-3 case.
 *
 * GTEST_FILTER and the other variables of GoogleTest act as they do elsewhere.
 */
class GoogleTestCase : public TestCase
{
  public:
    GoogleTestCase();

    /** @brief Let the ns-3 case fail. @param part what failed, and where @param test its name */
    void Report(const testing::TestPartResult& part, const std::string& test);

  private:
    void DoRun() override;
};

/** @brief Hands on what failed; replaces GoogleTest's own printer, whose output test.py hides. */
class FailureListener : public testing::EmptyTestEventListener
{
  public:
    /** @brief Constructor. @param testCase that is told */
    explicit FailureListener(GoogleTestCase& testCase);

  private:
    void OnTestStart(const testing::TestInfo& test) override;
    void OnTestPartResult(const testing::TestPartResult& part) override;

    GoogleTestCase& m_case; //!< Told of failures
    std::string m_test;     //!< Name of the running test
};

GoogleTestCase::GoogleTestCase()
    : TestCase("GoogleTest cases")
{
}

void
GoogleTestCase::Report(const testing::TestPartResult& part, const std::string& test)
{
    ReportTestFailure(test,
                      part.summary(),
                      "no failure",
                      part.message(),
                      part.file_name() ? part.file_name() : "",
                      part.line_number());
}

void
GoogleTestCase::DoRun()
{
    int argc = 1;
    char name[] = "linux-datapath";
    char* argv[] = {name, nullptr};
    testing::InitGoogleMock(&argc, argv);
    testing::UnitTest& tests = *testing::UnitTest::GetInstance();
    delete tests.listeners().Release(tests.listeners().default_result_printer());
    tests.listeners().Append(new FailureListener(*this));
    const int failed = RUN_ALL_TESTS();
    NS_TEST_EXPECT_MSG_EQ(failed, 0, "a GoogleTest case failed");
    NS_TEST_EXPECT_MSG_GT(tests.test_to_run_count(), 0, "no GoogleTest case was run");
    std::cerr << "linux-datapath: " << tests.successful_test_count() << " of "
              << tests.test_to_run_count() << " GoogleTest cases passed\n";
}

FailureListener::FailureListener(GoogleTestCase& testCase)
    : m_case(testCase)
{
}

void
FailureListener::OnTestStart(const testing::TestInfo& test)
{
    m_test = std::string(test.test_suite_name()) + "." + test.name();
}

void
FailureListener::OnTestPartResult(const testing::TestPartResult& part)
{
    if (part.failed())
    {
        m_case.Report(part, m_test);
    }
}

/** @brief The suite, by the module's name. */
class LinuxDatapathTestSuite : public TestSuite
{
  public:
    LinuxDatapathTestSuite();
};

LinuxDatapathTestSuite::LinuxDatapathTestSuite()
    : TestSuite("linux-datapath")
{
    AddTestCase(new GoogleTestCase);
}

LinuxDatapathTestSuite g_linuxDatapathTestSuite; //!< Registers itself

} // namespace
