/* SPDX-License-Identifier: GPL-2.0-only */
#include "xdp-program.h"

#include "ns3/boolean.h"
#include "ns3/enum-attribute.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(XdpProgram);

TypeId
XdpProgram::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::XdpProgram")
            .SetParent<Object>()
            .SetGroupName("LinuxDatapath")
            .AddConstructor<XdpProgram>()
            .AddAttribute("Verdict",
                          "What the program decides about every frame",
                          MakeScopedEnumValue(XdpVerdict::Pass),
                          MakeScopedEnumAccessor(&XdpProgram::m_verdict),
                          MakeScopedEnumChecker(XdpVerdict::Pass,
                                                "pass",
                                                XdpVerdict::Drop,
                                                "drop",
                                                XdpVerdict::Tx,
                                                "tx",
                                                XdpVerdict::Redirect,
                                                "redirect"))
            .AddAttribute("Instructions",
                          "Instructions of the program for one frame [count]",
                          UintegerValue(10),
                          MakeUintegerAccessor(&XdpProgram::m_instructions),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Bytes",
                          "Bytes that the program reads from the front of a frame [B]",
                          UintegerValue(0),
                          MakeUintegerAccessor(&XdpProgram::m_bytes),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Frags",
                          "The program accepts frames with fragments (BPF_F_XDP_HAS_FRAGS)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&XdpProgram::m_frags),
                          MakeBooleanChecker());
    return tid;
}

XdpVerdict
XdpProgram::Run(CpuCore& core, LineSet& data, uint32_t offset, uint32_t length) const
{
    CpuCore::Scope scope(core, Fn::bpf_prog_run_xdp);
    core.System(SystemCost::IndirectCall);
    core.Execute(m_instructions);
    core.Read(data, offset, std::min(m_bytes, length));
    return m_verdict;
}

} // namespace ns3
