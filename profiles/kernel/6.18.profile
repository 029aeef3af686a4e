# SPDX-License-Identifier: GPL-2.0-only
# Linux 6.18, configured as on the machine of the real-kernel measurements.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Version = 6.18               # the release
Hz = 250                     # RK
InitOnAlloc = false          # E: off in Kconfig, on in hardened and some distributions; a switch to vary
UsercopyCheck = true         # E: CONFIG_HARDENED_USERCOPY, on in distributions
DeferFree = true             # LK net/core/skbuff.c: since v5.19
DeferMax = 64                # LK net/core: sysctl skb_defer_max
DirectReturn = 2             # LK net/core/page_pool.c: the caller is trusted, v6.9
PoolSizeClamp = true         # LK net/core/page_pool.c: 16384, v6.18 or one before
FragAlways = true            # LK net/core/page_pool.c: every pool since v6.7
FragCarveCountsFast = false  # LK net/core/page_pool.c: a carve has no counter
PcpBatch = 63                # RK
PcpHigh = 4092               # RK: high_min; the kernel tunes it between that and 30720
PcpScale = true              # LK mm/page_alloc.c: since v6.7
XdpForcesGro = false         # LK drivers/net/veth.c: no longer since v6.9
KsoftirqdTakeover = false    # LK kernel/softirq.c: gone in v6.12 and probably since v6.5 (U)
NetdevBudget = 300           # RK
NetdevBudgetUs = 8000        # RK: two ticks
SoftirqRestart = 10          # LK kernel/softirq.c: MAX_SOFTIRQ_RESTART
SoftirqTimeUs = 2000         # LK kernel/softirq.c: MAX_SOFTIRQ_TIME
BacklogMax = 1000            # LK net/core/dev.c: netdev_max_backlog
DevWeight = 64               # RK
Retpoline = true             # RK
Srso = false                 # RK: no safe-ret
Pti = true                   # RK
Smap = true                  # E: any x86 of the last ten years
