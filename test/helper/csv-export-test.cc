/* SPDX-License-Identifier: GPL-2.0-only */
#include "temporary-folder.h"

#include "ns3/csv-export.h"
#include "ns3/model-version.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace ns3
{

namespace
{

std::string
Export(const std::vector<ResultStore::Row>& rows)
{
    const TemporaryFolder folder;
    ResultStore store = ResultStore::OpenForWriting(folder / "s", "toy");
    for (const auto& row : rows)
    {
        store.Add(row);
    }
    return ExportCsv(store);
}

/** Begin of each line of the toy. */
const std::string TOY = "toy," + std::to_string(MODEL_VERSION) + ",";

} // namespace

TEST(CsvExport, OrdersColumnsAndRows)
{
    const std::vector<ResultStore::Row> rows{
        {"{\"ring\":256,\"buffers\":\"x\"}",
         1,
         "{\"gbps\":3,\"napi\":{\"h\":{\"10\":1,\"2\":5}}}",
         9},
        {"{\"ring\":64,\"buffers\":\"y\"}", 10, "{\"gbps\":2.5,\"napi\":null}", 8},
        {"{\"ring\":64,\"buffers\":\"y\"}", 9, "{\"gbps\":2,\"drops\":{\"ring_full\":4}}", 7},
    };
    EXPECT_EQ(Export(rows),
              "scenario,model_version,ring,buffers,replication,drops.ring_full,gbps,napi.h.2,napi."
              "h.10\n" +
                  TOY + "64,y,9,4,2,,\n" + TOY + "64,y,10,,2.5,,\n" + TOY + "256,x,1,,3,5,1\n");
}

TEST(CsvExport, DoesNotDependOnTheOrderOfRows)
{
    std::vector<ResultStore::Row> rows;
    for (int i = 0; i < 5; ++i)
    {
        const std::string name = "f" + std::to_string(i);
        const std::string extra = i == 3 ? ",\"ns3::A::B\":\"1\"" : "";
        rows.push_back({"{\"ring\":" + std::to_string(i % 2) + extra + "}",
                        static_cast<uint64_t>(i),
                        "{\"" + name + "\":" + std::to_string(i) + "}",
                        0.1 * i});
    }
    const std::string expected = Export(rows);
    EXPECT_EQ(expected.substr(0, expected.find('\n')),
              "scenario,model_version,ring,ns3::A::B,replication,f0,f1,f2,f3,f4");
    std::reverse(rows.begin(), rows.end());
    EXPECT_EQ(Export(rows), expected);
}

TEST(CsvExport, QuotesWhatMustBe)
{
    EXPECT_EQ(Export({{"{\"kernel\":\"a,\\\"b\"}", 1, "{}", 0}}),
              "scenario,model_version,kernel,replication\n" + TOY + "\"a,\"\"b\",1\n");
}

TEST(CsvExport, LeavesOutWhatIsNoFigure)
{
    const std::string text =
        Export({{"{}",
                 1,
                 "{\"scenario\":\"toy\",\"config\":{},\"model_version\":1,\"rng_run\":1,"
                 "\"warnings\":[\"w\"],\"rows\":[{\"name\":\"fast\",\"ns\":2.5,\"cycles\":6}]}",
                 0}});
    EXPECT_EQ(text,
              "scenario,model_version,replication,rows.fast.cycles,rows.fast.ns\n" + TOY +
                  "1,6,2.5\n");
}

TEST(CsvExport, AnEmptyStoreIsAHeader)
{
    EXPECT_EQ(Export({}), "scenario,model_version,replication\n");
}

} // namespace ns3
