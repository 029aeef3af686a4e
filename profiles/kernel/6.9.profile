# SPDX-License-Identifier: GPL-2.0-only
# Linux 6.9 (May 2024): system page_pool of every CPU, direct return trusted, veth with fragments.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Version = 6.9               # the release
Hz = 1000                   # U: configuration of Fedora and RHEL; Kconfig proposes 250
InitOnAlloc = false         # E: off in Kconfig, on in hardened and some distributions; a switch to vary
UsercopyCheck = true        # E: CONFIG_HARDENED_USERCOPY, on in distributions
DeferFree = true            # LK net/core/skbuff.c: since v5.19
DeferMax = 64               # LK net/core: sysctl skb_defer_max
DirectReturn = 2            # LK net/core/page_pool.c: the caller is trusted, v6.9
PoolSizeClamp = false       # LK net/core/page_pool.c: E2BIG above 32768
FragAlways = true           # LK net/core/page_pool.c: every pool since v6.7
FragCarveCountsFast = true  # U: v6.4 counts, v6.18 does not, between them not read
PcpBatch = 63               # LK mm/page_alloc.c: any zone of 1 GiB or more
PcpHigh = 378               # U: low watermark of the zone / CPUs of the node, at least 4 batches
PcpScale = true             # LK mm/page_alloc.c: since v6.7
XdpForcesGro = false        # LK drivers/net/veth.c: no longer since v6.9
KsoftirqdTakeover = false   # LK kernel/softirq.c: gone in v6.12 and probably since v6.5 (U)
NetdevBudget = 300          # LK net/core/dev.c
NetdevBudgetUs = 2000       # LK net/core/dev.c: two ticks
SoftirqRestart = 10         # LK kernel/softirq.c: MAX_SOFTIRQ_RESTART
SoftirqTimeUs = 2000        # LK kernel/softirq.c: MAX_SOFTIRQ_TIME
BacklogMax = 1000           # LK net/core/dev.c: netdev_max_backlog
DevWeight = 64              # LK net/core/dev.c: dev_weight
Retpoline = true            # E: default mitigations; a machine that needs none prices it 0
Srso = false                # E: AMD only, and a switch to vary there
Pti = true                  # E: default mitigations; a machine that needs none prices it 0
Smap = true                 # E: any x86 of the last ten years
