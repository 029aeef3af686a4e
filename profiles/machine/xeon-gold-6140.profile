# SPDX-License-Identifier: GPL-2.0-only
# Two sockets of Intel Xeon Gold 6140 (Skylake-SP), the machine of the page_pool statistics thread.
# Measured by that thread are the clock, the atomic and the lock; the rest is Skylake-SP in general.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Sockets = 2                  # S-st
CoresPerSocket = 18          # S-st
Smt = 2                      # S-st
CoreGhz = 2.99               # S-st: one turn of the empty loop, one core cycle, takes 0.334 ns
TscGhz = 2.3                 # S-st
IpcWarm = 2.2                # XP, PK: warm data-path code retires 2.0 to 2.4
L1iKib = 32                  # U
L1iWays = 8                  # U
L1dKib = 32                  # AT-SKX
L1dWays = 8                  # AT-SKX
L2Kib = 1024                 # AT-SKX
L2Ways = 16                  # AT-SKX
L2HitCycles = 14             # AT-SKX: 14 to 22; XDPN: 5.5 ns on the slower Gold 5120
LlcKib = 25344               # U: 18 slices of 1408 KiB
LlcWays = 11                 # U
LlcHitNs = 21                # AT-SKX: 54 to 56 cycles at 4 to 8 MB, 25 to 27 ns at 16 to 32 MB
LlcDomainCores = 18          # S-st: all cores of the socket
LlcInclusive = false         # U: a victim cache with a snoop filter
DramLocalNs = 89             # AT-SKX
DramRemoteNs = 140           # U
TransferDomainNs = 48        # C2C: Gold 6242, the nearest part listed
TransferSocketNs = 48        # C2C: one domain a socket, so the same
TransferCrossNs = 136        # C2C: Gold 6242
OverlapL2 = 2.5              # E
OverlapLlc = 4.5             # XP: checksum over cold lines 3.8 ns a line, latency 17.5 ns (Broadwell): 4.6
OverlapDram = 7              # E
OverlapTransfer = 3.5        # E
StoreExposure = 0.5          # E
AtomicCycles = 18            # S-st: 6.021 ns * 2.99 GHz
LockPairCycles = 40.5        # S-st: 13.514 ns * 2.99 GHz
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
IrqNs = 500    # E: 0.5-1 us are usual
IpiNs = 800                  # U
DdioWays = 2       # U: default of the platform, 2 of 11 ways
DmaMapNs = 3.9     # XP xdp_frame02: direct mapping without IOMMU, E5-1650 v4
DmaUnmapNs = 6.8   # XP xdp_frame02: same
DmaSyncNs = 2.2    # XP xdp_frame02: for_cpu 2.2, for_device 1.9
