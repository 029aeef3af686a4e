# SPDX-License-Identifier: GPL-2.0-only
# Linux 6.3 (April 2023), the last release before veth took its buffers from a page_pool.
# Each value has a source key of doc/sources.md behind it, with its arithmetic where it was derived.
# E: engineering default. U: from general knowledge, not verified. Units: doc of each attribute.

Version = 6.3               # the release
Hz = 1000                   # U: configuration of Fedora and RHEL; Kconfig proposes 250
InitOnAlloc = false         # E: off in Kconfig, on in hardened and some distributions; a switch to vary
UsercopyCheck = true        # E: CONFIG_HARDENED_USERCOPY, on in distributions
DeferFree = true            # LK net/core/skbuff.c: since v5.19
DeferMax = 64               # LK net/core: sysctl skb_defer_max
DirectReturn = 1            # LK net/core/page_pool.c: in_softirq, v6.3 to v6.8
PoolSizeClamp = false       # LK net/core/page_pool.c: E2BIG above 32768
FragAlways = false          # LK net/core/page_pool.c: PP_FLAG_PAGE_FRAG until v6.6
FragCarveCountsFast = true  # LK net/core/page_pool.c
PcpBatch = 63               # LK mm/page_alloc.c: any zone of 1 GiB or more
PcpHigh = 378               # U: low watermark of the zone / CPUs of the node, at least 4 batches
PcpScale = false            # LK mm/page_alloc.c: since v6.7
XdpForcesGro = true         # LK drivers/net/veth.c: v5.13 to v6.8
KsoftirqdTakeover = true    # LK kernel/softirq.c: v4.9 to about v6.4 (U: exact end)
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
