# SPDX-License-Identifier: GPL-2.0-only
# Two sockets of a server of the Ice Lake to Sapphire Rapids class. Nothing here was measured by one
# machine; it stands for "a newer Intel server" where a band over machines is wanted.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Sockets = 2                # E
CoresPerSocket = 32        # E
Smt = 2                    # E
CoreGhz = 3.2              # E
TscGhz = 2.6               # E
IpcWarm = 2.2              # XP, PK: warm data-path code retires 2.0 to 2.4
L1iKib = 32                # U
L1iWays = 8                # U
L1dKib = 48                # U
L1dWays = 12               # U
L2Kib = 2048               # U
L2Ways = 16                # U
L2HitCycles = 15           # U
LlcKib = 49152             # E
LlcWays = 15               # E
LlcHitNs = 30              # E: 22 to 25 (Ice Lake), 33 to 36 (Sapphire Rapids), both U
LlcDomainCores = 32        # E
LlcInclusive = false       # E: a victim cache with a snoop filter
DramLocalNs = 105          # E
DramRemoteNs = 180         # E
TransferDomainNs = 55      # E from C2C: Ice Lake 8375C has 51
TransferSocketNs = 55      # E: one domain a socket
TransferCrossNs = 115      # E from C2C: Ice Lake 8375C has 108
OverlapL2 = 3              # E
OverlapLlc = 5             # E
OverlapDram = 8            # E
OverlapTransfer = 4        # E
StoreExposure = 0.5        # E
AtomicCycles = 19          # E
LockPairCycles = 42        # E
LocalCmpxchgCycles = 8     # E
CallCycles = 4             # E
IndirectCallCycles = 12    # E: enhanced IBRS
RetpolineCycles = 0        # E: enhanced IBRS stands in for retpolines
SrsoCallCycles = 0         # SRSO concerns AMD only
CopyStartCycles = 30       # E
CopyBytesPerCycle = 32     # E
CopyL2BytesPerCycle = 16   # E
CopyLlcBytesPerCycle = 8   # E
CopyDramBytesPerCycle = 4  # E
ClearStartCycles = 29      # E
ClearBytesPerCycle = 30    # E
UserAccessCycles = 40      # E
BhPairCycles = 20          # E
IrqsavePairCycles = 40     # E
SyscallNs = 70             # E
PtiSyscallNs = 0           # U: these parts need no page-table isolation
ContextSwitchNs = 1000     # E
WakerNs = 300              # E
WakeLocalNs = 500          # E: 1500 to the first instruction, less the switch
WakeRemoteNs = 1000        # E: 2000 to the first instruction, less the switch
IrqNs = 500    # E
IpiNs = 700                # U
DdioWays = 2       # U: default of the platform
DmaMapNs = 3.9     # XP xdp_frame02: direct mapping without IOMMU, E5-1650 v4
DmaUnmapNs = 6.8   # XP xdp_frame02: same
DmaSyncNs = 2.2    # XP xdp_frame02: for_cpu 2.2, for_device 1.9
