# SPDX-License-Identifier: GPL-2.0-only
# A desktop of Intel Kaby Lake, the machine that the author of the vhost patches names elsewhere; the
# thread itself states none. The core is that of xeon-gold-6140 (Skylake), with a ring and an inclusive
# last-level cache around it.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Sockets = 1                  # SMAP thread: a Kaby Lake desktop
CoresPerSocket = 4           # U
Smt = 2                      # U
CoreGhz = 4.0                # SMAP: a 4.0 GHz Kaby Lake
TscGhz = 4.0                 # E: as the core
IpcWarm = 2.2                # XP, PK: warm data-path code retires 2.0 to 2.4
L1iKib = 32                  # U
L1iWays = 8                  # U
L1dKib = 32                  # U
L1dWays = 8                  # U
L2Kib = 256                  # U
L2Ways = 4                   # U
L2HitCycles = 12             # U
LlcKib = 8192                # U
LlcWays = 16                 # U
LlcHitNs = 10.5              # U: 42 cycles
LlcDomainCores = 4           # U: all cores
LlcInclusive = true          # U
DramLocalNs = 65             # E
DramRemoteNs = 65            # E: one socket
TransferDomainNs = 20        # C2C: i7-6700K, the same core family
TransferSocketNs = 20        # C2C: one domain a socket, so the same
TransferCrossNs = 20         # E: one socket
OverlapL2 = 2.5              # E
OverlapLlc = 4.5             # XP: checksum over cold lines 3.8 ns a line, latency 17.5 ns (Broadwell): 4.6
OverlapDram = 7              # E
OverlapTransfer = 3.5        # E
StoreExposure = 0.5          # E
AtomicCycles = 18            # S-st: Skylake-SP, the same core family
LockPairCycles = 40.5        # S-st: same
LocalCmpxchgCycles = 8       # E
CallCycles = 4               # XP: 1.27 ns on Broadwell at 3.5 GHz or more
IndirectCallCycles = 4       # XP: 30 with retpoline, of which 26 are the retpoline's
RetpolineCycles = 26         # XP: 50.5 ns for 7.3 branch misses, 6.9 ns each at 3.8 GHz (Broadwell)
SrsoCallCycles = 0           # SRSO concerns AMD only
CopyStartCycles = 30         # E: as the start of a clear
CopyBytesPerCycle = 24       # E
CopyL2BytesPerCycle = 14     # E
CopyLlcBytesPerCycle = 8     # E; XP: 10.5 on Broadwell with the destination warm
CopyDramBytesPerCycle = 3.5  # E
ClearStartCycles = 29        # PK: table of memset by length, i7-6700K, the same core family
ClearBytesPerCycle = 28      # PK: same table, 27 to 30 at 2 to 8 KiB
UserAccessCycles = 40        # E: 13 ns; SMAP: 48 to 59 ns a packet for several brackets
BhPairCycles = 22            # E from PK: 7 ns on Broadwell
IrqsavePairCycles = 45       # E from PK: 15 ns on E5-2695
SyscallNs = 60               # E: 120 with page-table isolation, split evenly
PtiSyscallNs = 60            # E: see SyscallNs
ContextSwitchNs = 1200       # E from PIPE
WakerNs = 300                # E
WakeLocalNs = 500            # E from PIPE: 1700 to the first instruction, less the switch
WakeRemoteNs = 1100          # E from PIPE: 2300 to the first instruction, less the switch
IrqNs = 500                  # E: 0.5-1 us are usual
IpiNs = 800                  # U
DdioWays = 0                 # U: client parts have none
DmaMapNs = 3.9               # XP xdp_frame02: direct mapping without IOMMU, E5-1650 v4
DmaUnmapNs = 6.8             # XP xdp_frame02: same
DmaSyncNs = 2.2              # XP xdp_frame02: for_cpu 2.2, for_device 1.9
