/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_STREAM_H
#define LINUX_DATAPATH_STREAM_H

#include "stream-reader.h"
#include "stream-writer.h"

#include "ns3/host-net-device.h"
#include "ns3/object.h"

#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One TCP stream as iperf makes it: a process that writes, a connection, a process that
 * reads.
 *
 * A closed loop: how fast it goes, how many pages are in flight and in what bursts they return
 * comes out of windows, wake-ups, placement and softirqs. SegmentCycles and ByteCycles are what is
 * fitted for a test bed (doc/calibration.md): all of TCP, IP and the test program that is not
 * modelled.
 */
class Stream : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();
    Stream();
    ~Stream() override;

    /**
     * @brief Tie the connection to two devices; they become its only traffic.
     * @param from device of the sending side @param to device of the receiving side
     * @param deviceSegments the sending device takes skbs of many segments
     * @param txCpu core of the writer @param rxCpu core of the reader
     */
    void Connect(Ptr<HostNetDevice> from,
                 Ptr<HostNetDevice> to,
                 bool deviceSegments,
                 uint32_t txCpu,
                 uint32_t rxCpu);

    /** @brief Give the random variables fixed streams. @param stream the first @return how many */
    int64_t AssignStreams(int64_t stream);

    /** @param mtu of the device [bytes] @return payload of a segment [bytes] */
    static uint32_t MssOf(uint64_t mtu);

    /** @brief Start both processes. */
    void Start();
    /** @brief Set the counters to zero (end of warm-up). */
    void ResetStats();
    /** @brief Free what the sockets hold (end of a run). @param core who */
    void Purge(CpuCore& core);

    /** @return what is wrong with the connection's books, empty if nothing is */
    std::string CheckEqualities() const;

    /** @return sending socket */
    const TcpSender& GetSender() const
    {
        return *m_sender;
    }

    /** @return receiving socket */
    const TcpReceiver& GetReceiver() const
    {
        return *m_receiver;
    }

    /** @return payload of a segment [bytes] */
    uint32_t GetMss() const
    {
        return m_mss;
    }

  protected:
    void DoDispose() override;

  private:
    uint32_t m_sendSize{131072};             //!< bytes of a send call
    uint32_t m_readSize{131072};             //!< bytes of a read call
    uint32_t m_rcvbuf{0};                    //!< receive buffer, 0 = autotuned
    Ptr<RandomVariableStream> m_readGap;     //!< time of the reading program between calls
    bool m_gso{true};                        //!< skbs of many segments
    double m_segmentCycles{0};               //!< fitted base
    double m_byteCycles{0};                  //!< fitted per-byte cost
    uint32_t m_mss{0};                       //!< payload of a segment
    std::unique_ptr<TcpSender> m_sender;     //!< sending socket
    std::unique_ptr<TcpReceiver> m_receiver; //!< receiving socket
    std::unique_ptr<StreamWriter> m_writer;  //!< sending process
    std::unique_ptr<StreamReader> m_reader;  //!< receiving process
};

} // namespace ns3

#endif // LINUX_DATAPATH_STREAM_H
