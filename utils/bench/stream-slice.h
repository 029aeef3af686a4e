/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_SLICE_H
#define LINUX_DATAPATH_STREAM_SLICE_H

#include "slice.h"

#include "ns3/nstime.h"
#include "ns3/stream.h"
#include "ns3/veth-bed.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @brief The scenario veth-stream with its defaults, in its steady state, slice by slice.
 *
 * Built and warmed up by the constructor, so that what Run() takes is the price of frames alone.
 */
class StreamSlice : public Slice
{
  public:
    /** @param mtu the scenario's parameter [bytes] @param slice simulated time of a slice */
    StreamSlice(const std::string& mtu, Time slice);
    ~StreamSlice() override;

    uint64_t Run() override;

  private:
    std::unique_ptr<VethBed> m_bed; //!< host and devices
    Ptr<Stream> m_stream;           //!< the traffic
    Time m_slice;                   //!< simulated time of a slice
};

} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_SLICE_H
