/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_CPU_PLACEMENT_H
#define LINUX_DATAPATH_CPU_PLACEMENT_H

#include "ns3/machine-profile.h"

#include <cstdint>
#include <string>

namespace ns3
{

/** @brief Where a core lies, seen from core 0. */
enum class Placement : uint8_t
{
    Same,   //!< core 0 itself
    Smt,    //!< the other hardware thread of its physical core
    Core,   //!< another physical core that shares its last-level cache
    Domain, //!< another last-level cache of the same socket
    Socket  //!< another socket
};

/**
 * @ingroup linux-datapath
 * @brief Numbering of the cores of a machine, and which of them lies where.
 *
 * The first hardware threads of all physical cores come first, domain by domain and socket by
 * socket, then all second threads in the same order, as x86 firmware usually numbers them.
 */
class CpuPlacement
{
  public:
    /** @param machine read once */
    explicit CpuPlacement(const MachineProfile& machine);

    /** @return hardware threads of the machine */
    uint32_t GetCpus() const
    {
        return m_units * m_smt;
    }

    /** @param id a core @return its physical core */
    uint32_t UnitOf(uint32_t id) const
    {
        return id % m_units;
    }

    /** @param id a core @return its memory node (its socket) */
    uint32_t NodeOf(uint32_t id) const
    {
        return UnitOf(id) / m_perSocket;
    }

    /** @param placement where @return why the machine has no such core, empty if it has */
    std::string Check(Placement placement) const;
    /** @param placement where, one that Check() accepts; fatal else @return number of the core */
    uint32_t Find(Placement placement) const;

  private:
    uint32_t m_units;     //!< physical cores
    uint32_t m_smt;       //!< hardware threads of each
    uint32_t m_sockets;   //!< sockets
    uint32_t m_perSocket; //!< physical cores of a socket
    uint32_t m_perDomain; //!< physical cores of a last-level cache
};

} // namespace ns3

#endif // LINUX_DATAPATH_CPU_PLACEMENT_H
