/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_XDP_PROGRAM_H
#define LINUX_DATAPATH_XDP_PROGRAM_H

#include "ns3/cpu-core.h"
#include "ns3/object.h"

namespace ns3
{

/** @brief What a program decides about a frame (enum xdp_action). */
enum class XdpVerdict
{
    Pass,    //!< up the stack
    Drop,    //!< freed at once
    Tx,      //!< back out of the device it came in by
    Redirect //!< to another device
};

/**
 * @ingroup linux-datapath
 * @brief An XDP program by what it costs and what it decides.
 *
 * Differs from the kernel: the verdict is the same for every frame, and the frame is not changed.
 */
class XdpProgram : public Object
{
  public:
    /** @brief The type of this class. @return its TypeId */
    static TypeId GetTypeId();

    /**
     * @brief Run the program on a frame (bpf_prog_run_xdp).
     * @param core where
     * @param data lines that hold the linear part
     * @param offset first byte of the frame in them
     * @param length linear bytes
     * @return the verdict
     */
    XdpVerdict Run(CpuCore& core, LineSet& data, uint32_t offset, uint32_t length) const;

    /** @return accepts frames with fragments (BPF_F_XDP_HAS_FRAGS, v5.18) */
    bool HasFrags() const
    {
        return m_frags;
    }

    /** @return the verdict */
    XdpVerdict GetVerdict() const
    {
        return m_verdict;
    }

  private:
    XdpVerdict m_verdict{XdpVerdict::Pass}; //!< what it decides
    uint32_t m_instructions{0};             //!< of the program itself
    uint32_t m_bytes{0};                    //!< read from the front of the frame
    bool m_frags{true};                     //!< frags-aware
};

} // namespace ns3

#endif // LINUX_DATAPATH_XDP_PROGRAM_H
