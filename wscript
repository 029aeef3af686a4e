## -*- Mode: python; py-indent-offset: 4; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: GPL-2.0-only
#
# The module in a waf tree of ns-3 (3.35 and before). The lists have the names and the order of
# those in CMakeLists.txt; test/repository/check-file-lists.py compares the two.

import os

# ---- model/machine
machine_sources = [
    'model/machine/cache-hierarchy.cc',
    'model/machine/cpu-core.cc',
    'model/machine/cycle-ledger.cc',
    'model/machine/kernel-profile.cc',
    'model/machine/line-set.cc',
    'model/machine/machine-profile.cc',
    'model/machine/profile-directory.cc',
    'model/machine/profile-reader.cc',
    'model/machine/step-scheduler.cc',
]
machine_headers = [
    'model/machine/cache-hierarchy.h',
    'model/machine/cache-unit.h',
    'model/machine/cpu-core.h',
    'model/machine/cycle-ledger.h',
    'model/machine/enum-attribute.h',
    'model/machine/kernel-function.h',
    'model/machine/kernel-profile.h',
    'model/machine/line-run.h',
    'model/machine/line-set.h',
    'model/machine/machine-profile.h',
    'model/machine/profile-directory.h',
    'model/machine/profile-reader.h',
    'model/machine/spin-wait.h',
    'model/machine/step-scheduler.h',
]

# ---- model/memory
memory_sources = [
    'model/memory/footprint-meter.cc',
    'model/memory/page-allocator.cc',
    'model/memory/page-frag-cache.cc',
    'model/memory/page-frag.cc',
    'model/memory/page-pool-config.cc',
    'model/memory/page-pool-layout.cc',
    'model/memory/page-pool-lines.cc',
    'model/memory/page-pool-stats.cc',
    'model/memory/page-pool.cc',
    'model/memory/pp-bench-cross-cpu.cc',
    'model/memory/pp-bench-simple.cc',
    'model/memory/skb-allocator.cc',
    'model/memory/skb-layout.cc',
    'model/memory/slab.cc',
]
memory_headers = [
    'model/memory/footprint-meter.h',
    'model/memory/page-allocator.h',
    'model/memory/page-frag-cache.h',
    'model/memory/page-frag.h',
    'model/memory/page-pool-config.h',
    'model/memory/page-pool-layout.h',
    'model/memory/page-pool-lines.h',
    'model/memory/page-pool-stats.h',
    'model/memory/page-pool.h',
    'model/memory/page.h',
    'model/memory/pp-bench-cross-cpu.h',
    'model/memory/pp-bench-simple.h',
    'model/memory/ptr-ring.h',
    'model/memory/skb-allocator.h',
    'model/memory/skb-cargo.h',
    'model/memory/skb-drop-reason.h',
    'model/memory/skb-layout.h',
    'model/memory/skb.h',
    'model/memory/slab.h',
]

# ---- model/softirq
softirq_sources = [
    'model/softirq/clock-rate.cc',
    'model/softirq/cpu-placement.cc',
    'model/softirq/host-cpu.cc',
    'model/softirq/ipi.cc',
    'model/softirq/ksoftirqd.cc',
    'model/softirq/linux-host.cc',
    'model/softirq/napi-thread.cc',
    'model/softirq/napi.cc',
    'model/softirq/net-rx-softirq.cc',
    'model/softirq/run-queue.cc',
    'model/softirq/task.cc',
    'model/softirq/timer-heap.cc',
]
softirq_headers = [
    'model/softirq/clock-rate.h',
    'model/softirq/cpu-placement.h',
    'model/softirq/host-cpu.h',
    'model/softirq/ipi.h',
    'model/softirq/jiffies.h',
    'model/softirq/ksoftirqd.h',
    'model/softirq/linux-host.h',
    'model/softirq/napi-thread.h',
    'model/softirq/napi.h',
    'model/softirq/net-rx-softirq.h',
    'model/softirq/run-queue.h',
    'model/softirq/stats-client.h',
    'model/softirq/step-output.h',
    'model/softirq/task.h',
    'model/softirq/timer-heap.h',
]

# ---- model/stack
stack_sources = [
    'model/stack/backlog.cc',
    'model/stack/backlogs.cc',
    'model/stack/deferred-free.cc',
    'model/stack/dev-queue-xmit.cc',
    'model/stack/gro-merge.cc',
    'model/stack/gro-normal-list.cc',
    'model/stack/gro.cc',
    'model/stack/gso-segmenter.cc',
    'model/stack/host-stack.cc',
    'model/stack/socket-queue.cc',
]
stack_headers = [
    'model/stack/backlog.h',
    'model/stack/backlogs.h',
    'model/stack/deferred-free.h',
    'model/stack/dev-queue-xmit.h',
    'model/stack/gro-merge.h',
    'model/stack/gro-normal-list.h',
    'model/stack/gro.h',
    'model/stack/gso-segmenter.h',
    'model/stack/host-stack.h',
    'model/stack/skb-pieces.h',
    'model/stack/skb-queue.h',
    'model/stack/skb-sink.h',
    'model/stack/socket-queue.h',
]

# ---- model/xdp
xdp_sources = [
    'model/xdp/cpu-map.cc',
    'model/xdp/dev-map.cc',
    'model/xdp/live-frames.cc',
    'model/xdp/xdp-bulk-queue.cc',
    'model/xdp/xdp-frame-bulk.cc',
    'model/xdp/xdp-frame.cc',
    'model/xdp/xdp-program.cc',
]
xdp_headers = [
    'model/xdp/cpu-map.h',
    'model/xdp/dev-map.h',
    'model/xdp/live-frames.h',
    'model/xdp/xdp-bulk-queue.h',
    'model/xdp/xdp-frame-bulk.h',
    'model/xdp/xdp-frame-sink.h',
    'model/xdp/xdp-frame.h',
    'model/xdp/xdp-program.h',
    'model/xdp/xdp-redirect-target.h',
    'model/xdp/xdp-watcher.h',
]

# ---- model/device
device_sources = [
    'model/device/buffer-lines.cc',
    'model/device/host-net-device.cc',
    'model/device/nic-net-device.cc',
    'model/device/nic-rx-queue.cc',
    'model/device/nic-tx-ring.cc',
    'model/device/nic-wire.cc',
    'model/device/tun-napi.cc',
    'model/device/tun-net-device.cc',
    'model/device/tun-queue.cc',
    'model/device/tun-rx.cc',
    'model/device/veth-channel.cc',
    'model/device/veth-net-device.cc',
    'model/device/veth-rx-queue.cc',
    'model/device/veth-skb-copy.cc',
    'model/device/vhost-net-rx.cc',
    'model/device/vhost-net-tx.cc',
    'model/device/vhost-net.cc',
    'model/device/vhost-page-frag.cc',
    'model/device/vhost-worker.cc',
    'model/device/virtqueue.cc',
]
device_headers = [
    'model/device/buffer-lines.h',
    'model/device/host-net-device.h',
    'model/device/nic-net-device.h',
    'model/device/nic-rx-queue.h',
    'model/device/nic-tx-ring.h',
    'model/device/nic-wire.h',
    'model/device/packet-carrier.h',
    'model/device/tun-napi.h',
    'model/device/tun-net-device.h',
    'model/device/tun-queue.h',
    'model/device/tun-rx.h',
    'model/device/veth-channel.h',
    'model/device/veth-net-device.h',
    'model/device/veth-rx-queue.h',
    'model/device/veth-skb-copy.h',
    'model/device/vhost-net-rx.h',
    'model/device/vhost-net-tx.h',
    'model/device/vhost-net.h',
    'model/device/vhost-page-frag.h',
    'model/device/vhost-worker.h',
    'model/device/virtqueue.h',
]

# ---- model/workload
workload_sources = [
    'model/workload/af-packet-socket.cc',
    'model/workload/fifo-spinner.cc',
    'model/workload/latency-histogram.cc',
    'model/workload/packet-cargo.cc',
    'model/workload/packet-generator.cc',
    'model/workload/packet-headers.cc',
    'model/workload/packet-meter.cc',
    'model/workload/packet-port.cc',
    'model/workload/packet-sender.cc',
    'model/workload/packet-stack.cc',
    'model/workload/packet-upcalls.cc',
    'model/workload/softirq-sender.cc',
    'model/workload/stack-process.cc',
    'model/workload/stack-socket.cc',
    'model/workload/stream-reader.cc',
    'model/workload/stream-writer.cc',
    'model/workload/stream.cc',
    'model/workload/tap-reader.cc',
    'model/workload/tap-writer.cc',
    'model/workload/tcp-congestion.cc',
    'model/workload/tcp-fragment.cc',
    'model/workload/tcp-receiver.cc',
    'model/workload/tcp-repair.cc',
    'model/workload/tcp-send-buffer.cc',
    'model/workload/tcp-sender.cc',
    'model/workload/tcp-small-queue.cc',
    'model/workload/udp-sink.cc',
    'model/workload/virtio-receiver.cc',
    'model/workload/virtio-sender.cc',
]
workload_headers = [
    'model/workload/af-packet-socket.h',
    'model/workload/fifo-spinner.h',
    'model/workload/latency-histogram.h',
    'model/workload/packet-cargo.h',
    'model/workload/packet-generator.h',
    'model/workload/packet-headers.h',
    'model/workload/packet-meter.h',
    'model/workload/packet-port.h',
    'model/workload/packet-sender.h',
    'model/workload/packet-stack.h',
    'model/workload/packet-upcalls.h',
    'model/workload/softirq-sender.h',
    'model/workload/stack-process.h',
    'model/workload/stack-socket.h',
    'model/workload/stream-reader.h',
    'model/workload/stream-writer.h',
    'model/workload/stream.h',
    'model/workload/tap-reader.h',
    'model/workload/tap-writer.h',
    'model/workload/tcp-congestion.h',
    'model/workload/tcp-fragment.h',
    'model/workload/tcp-receiver.h',
    'model/workload/tcp-repair.h',
    'model/workload/tcp-send-buffer.h',
    'model/workload/tcp-sender.h',
    'model/workload/tcp-small-queue.h',
    'model/workload/udp-sink.h',
    'model/workload/virtio-receiver.h',
    'model/workload/virtio-sender.h',
]

# ---- helper
helper_sources = [
    'helper/attribute-override.cc',
    'helper/burst-run.cc',
    'helper/device-tracing.cc',
    'helper/fanout-run.cc',
    'helper/host-report.cc',
    'helper/linux-host-helper.cc',
    'helper/live-run.cc',
    'helper/load-sum.cc',
    'helper/name-suggestion.cc',
    'helper/nic-bed.cc',
    'helper/number-text.cc',
    'helper/open-load.cc',
    'helper/parameter.cc',
    'helper/process-pool.cc',
    'helper/scenario-config.cc',
    'helper/scenario-cpumap-udp.cc',
    'helper/scenario-nic-xdp-pass.cc',
    'helper/scenario-pp-bench-cross-cpu.cc',
    'helper/scenario-pp-bench-simple.cc',
    'helper/scenario-registry.cc',
    'helper/scenario-result.cc',
    'helper/scenario-tap-userspace.cc',
    'helper/scenario-veth-burst.cc',
    'helper/scenario-veth-fanout.cc',
    'helper/scenario-veth-stream.cc',
    'helper/scenario-vhost-rx.cc',
    'helper/scenario-vhost-xdp-drop.cc',
    'helper/scenario-xdp-live-frames.cc',
    'helper/scenario.cc',
    'helper/standard-parameters.cc',
    'helper/stream-load.cc',
    'helper/sweep-grid.cc',
    'helper/tun-bed.cc',
    'helper/tun-vhost-helper.cc',
    'helper/validation-figures.cc',
    'helper/validation-runs.cc',
    'helper/validation.cc',
    'helper/veth-bed.cc',
    'helper/veth-helper.cc',
]
helper_headers = [
    'helper/attribute-override.h',
    'helper/burst-run.h',
    'helper/device-tracing.h',
    'helper/fanout-run.h',
    'helper/host-report.h',
    'helper/linux-host-helper.h',
    'helper/live-run.h',
    'helper/load-sum.h',
    'helper/model-version.h',
    'helper/name-suggestion.h',
    'helper/nic-bed.h',
    'helper/number-text.h',
    'helper/open-load.h',
    'helper/pair-load.h',
    'helper/parameter.h',
    'helper/process-pool.h',
    'helper/scenario-config.h',
    'helper/scenario-cpumap-udp.h',
    'helper/scenario-nic-xdp-pass.h',
    'helper/scenario-pp-bench-cross-cpu.h',
    'helper/scenario-pp-bench-simple.h',
    'helper/scenario-registry.h',
    'helper/scenario-result.h',
    'helper/scenario-tap-userspace.h',
    'helper/scenario-veth-burst.h',
    'helper/scenario-veth-fanout.h',
    'helper/scenario-veth-stream.h',
    'helper/scenario-vhost-rx.h',
    'helper/scenario-vhost-xdp-drop.h',
    'helper/scenario-xdp-live-frames.h',
    'helper/scenario.h',
    'helper/standard-parameters.h',
    'helper/stream-load.h',
    'helper/sweep-grid.h',
    'helper/tun-bed.h',
    'helper/tun-vhost-helper.h',
    'helper/validation-figures.h',
    'helper/validation-runs.h',
    'helper/validation.h',
    'helper/veth-bed.h',
    'helper/veth-helper.h',
]

# ---- helper, files that need SQLite and nlohmann_json (left out where one is missing)
store_sources = [
    'helper/csv-export.cc',
    'helper/result-json.cc',
    'helper/result-store.cc',
    'helper/sqlite-statement.cc',
    'helper/sweep-runner.cc',
]
store_headers = [
    'helper/csv-export.h',
    'helper/result-json.h',
    'helper/result-store.h',
    'helper/sqlite-statement.h',
    'helper/sweep-runner.h',
]


def configure(conf):
    conf.env['ENABLE_DATAPATH_STORE'] = bool(
        conf.check_cfg(package='sqlite3', uselib_store='DATAPATH_SQLITE',
                       args=['--cflags', '--libs'], mandatory=False) and
        conf.check_cxx(header_name='nlohmann/json.hpp', mandatory=False))
    conf.report_optional_feature('datapath-store', 'linux-datapath result store',
                                 conf.env['ENABLE_DATAPATH_STORE'],
                                 'sqlite3 or nlohmann/json.hpp not found')


def build(bld):
    with_store = bld.env['ENABLE_DATAPATH_STORE']
    module = bld.create_ns3_module('linux-datapath', ['core', 'network'])
    module.source = (machine_sources + memory_sources + softirq_sources + stack_sources +
                     xdp_sources + device_sources + workload_sources + helper_sources +
                     (store_sources if with_store else []))
    profiles = os.path.join(bld.path.abspath(), 'profiles')
    module.env.append_value('DEFINES', 'LINUX_DATAPATH_PROFILE_DIR="%s"' % profiles)
    if with_store:
        module.use.append('DATAPATH_SQLITE')

    headers = bld(features='ns3header')
    headers.module = 'linux-datapath'
    headers.source = (machine_headers + memory_headers + softirq_headers + stack_headers +
                      xdp_headers + device_headers + workload_headers + helper_headers +
                      (store_headers if with_store else []))

    if bld.env['ENABLE_EXAMPLES'] and os.path.exists(
            os.path.join(bld.path.abspath(), 'examples', 'wscript')):
        bld.recurse('examples')
