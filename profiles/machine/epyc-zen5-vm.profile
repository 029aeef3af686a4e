# SPDX-License-Identifier: GPL-2.0-only
# The virtual machine of the real-kernel measurements: two cores of an AMD EPYC (Zen 5), one node.
# RK values are medians of test/data/primitives.csv. It counts time in TSC cycles ("tsc" below):
# 1 tsc = 1 / 2.096 ns = 0.477 ns = 3.4 / 2.096 = 1.622 core cycles.
# The host moves the two cores: a line travels between them in 65 ns (near) or 320 ns (far). The
# network measurements were probably made far; LlcDomainCores = 1 says so, 2 makes them near.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Sockets = 1                  # RK
CoresPerSocket = 2           # RK
Smt = 1                      # RK: alu_work_peer_busy is no slower than alone
CoreGhz = 3.4                # RK: dependent_add takes 0.618 tsc; 2.096 / 0.618 = 3.39
TscGhz = 2.096               # RK
IpcWarm = 2.2                # XP, PK: warm data-path code retires 2.0 to 2.4
L1iKib = 32                  # U
L1iWays = 8                  # U
L1dKib = 48                  # RK: chase_hugepage rises between 48 and 64 KiB
L1dWays = 12                 # U
L2Kib = 1024                 # RK: chase_hugepage rises around 1 MiB
L2Ways = 16                  # U
L2HitCycles = 14             # RK: chase_hugepage 256 KiB 8.58 tsc * 1.622 = 13.9
LlcKib = 5120                # RK: chase_hugepage is half in memory at 6 MiB, of which L2 is 1: a share of the whole
LlcWays = 16                 # U
LlcHitNs = 21.3              # RK: chase_hugepage 4 MiB 44.75 tsc * 0.477
LlcDomainCores = 1           # RK: far, see above
LlcInclusive = false         # U: holds mostly what left L2
DramLocalNs = 168            # RK: chase_hugepage 32 MiB 351.9 tsc * 0.477; above, page walks are in it
DramRemoteNs = 268           # E: 100 more; the machine has one node
TransferDomainNs = 64.6      # RK: pingpong_two_lines near 270.7 tsc / 2 * 0.477
TransferSocketNs = 319.9     # RK: pingpong_two_lines far 1341 tsc / 2 * 0.477
TransferCrossNs = 319.9      # E: one socket, so as TransferSocketNs
OverlapL2 = 3                # E: the copy rates below were measured, loads one by one were not
OverlapLlc = 5               # E
OverlapDram = 8              # E
OverlapTransfer = 4          # E
StoreExposure = 0.5          # E
AtomicCycles = 19.9          # RK: atomic_add_uncontended 12.245 tsc * 1.622
LockPairCycles = 35          # E: the atomic plus the 15 that separate the two on Zen 4 (XP)
LocalCmpxchgCycles = 8.7     # XP: 2.37 ns * 3.69 GHz on Zen 4
CallCycles = 5               # XP: 1.36 ns * 3.69 GHz on Zen 4
IndirectCallCycles = 6       # E: see RetpolineCycles
RetpolineCycles = 17         # XP: 6.25 ns * 3.69 GHz = 23 for an indirect call on Zen 4, less 6
SrsoCallCycles = 16          # XP: (5.70 - 1.36) ns * 3.69 GHz on Zen 4; off in the measured kernel
CopyStartCycles = 29         # RK: memcpy_warm 4096 and 16384 B, the line through 122.6 and 404.7 core cycles
CopyBytesPerCycle = 43.6     # RK: same line, 12288 B / 282.1; below 3000 B the user-space copy has no start
CopyL2BytesPerCycle = 31     # RK: memcpy_warm 262144 B 5248 tsc * 1.622 = 8513, less the start
CopyLlcBytesPerCycle = 12    # E
CopyDramBytesPerCycle = 4.3  # RK: memcpy_cold 4096 B less 64 B, 574.7 tsc * 1.622 for 63 lines of 64 B
ClearStartCycles = 25        # E
ClearBytesPerCycle = 32.5    # RK: memset4096_warm 93.09 tsc * 1.622 = 151.0; 4096 / (151.0 - 25)
UserAccessCycles = 40        # E
BhPairCycles = 7             # XP: 1.9 ns * 3.69 GHz on Zen 4
IrqsavePairCycles = 15       # XP: 4.1 ns * 3.69 GHz on Zen 4
SyscallNs = 511              # RK: syscall_getppid 2142 tsc * 0.477 = 1022 with isolation; split evenly (E)
PtiSyscallNs = 511           # RK: see SyscallNs
ContextSwitchNs = 1000       # E
WakerNs = 600                # E: the interrupt that it sends leaves the guest
WakeLocalNs = 500            # E: 1500 to the first instruction, less the switch
WakeRemoteNs = 2000          # E: 3000 to the first instruction, less the switch
IrqNs = 1000    # E: interrupts of a software-virtualised guest exit to its host
IpiNs = 2000                 # E: IPI has 1.3 us with hardware help, this guest has none
DdioWays = 0       # U: AMD has no DDIO
DmaMapNs = 3.9     # XP xdp_frame02: direct mapping without IOMMU, E5-1650 v4
DmaUnmapNs = 6.8   # XP xdp_frame02: same
DmaSyncNs = 2.2    # XP xdp_frame02: for_cpu 2.2, for_device 1.9
