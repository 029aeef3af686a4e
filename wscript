## -*- Mode: python; py-indent-offset: 4; indent-tabs-mode: nil; coding: utf-8; -*-
# SPDX-License-Identifier: GPL-2.0-only
#
# The module in a waf tree of ns-3 (3.35 and before). The lists have the names and the order of
# those in CMakeLists.txt; test/repository/check-file-lists.py compares the two.

import os

# ---- model/machine
machine_sources = [
    'model/machine/cache-hierarchy.cc',
    'model/machine/capacity-ramp.cc',
    'model/machine/column-clocks.cc',
    'model/machine/cpu-core.cc',
    'model/machine/cycle-ledger.cc',
    'model/machine/kernel-profile.cc',
    'model/machine/line-set.cc',
    'model/machine/line-source.cc',
    'model/machine/machine-profile.cc',
    'model/machine/profile-directory.cc',
    'model/machine/profile-reader.cc',
    'model/machine/step-scheduler.cc',
]
machine_headers = [
    'model/machine/cache-hierarchy.h',
    'model/machine/cache-unit.h',
    'model/machine/capacity-ramp.h',
    'model/machine/column-clocks.h',
    'model/machine/cpu-core.h',
    'model/machine/cycle-ledger.h',
    'model/machine/enum-attribute.h',
    'model/machine/kernel-function.h',
    'model/machine/kernel-profile.h',
    'model/machine/line-run.h',
    'model/machine/line-set.h',
    'model/machine/line-source.h',
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
    'model/device/host-channel.cc',
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
    'model/device/virtio-net-device.cc',
    'model/device/virtio-net-rx.cc',
    'model/device/virtqueue.cc',
]
device_headers = [
    'model/device/buffer-lines.h',
    'model/device/host-channel.h',
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
    'model/device/virtio-net-device.h',
    'model/device/virtio-net-rx.h',
    'model/device/virtqueue.h',
]

# ---- model/workload
workload_sources = [
    'model/workload/af-packet-socket.cc',
    'model/workload/fifo-spinner.cc',
    'model/workload/latency-histogram.cc',
    'model/workload/packet-generator.cc',
    'model/workload/packet-meter.cc',
    'model/workload/stream-reader.cc',
    'model/workload/stream-writer.cc',
    'model/workload/stream.cc',
    'model/workload/tap-reader.cc',
    'model/workload/tap-writer.cc',
    'model/workload/tcp-collapse.cc',
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
    'model/workload/packet-generator.h',
    'model/workload/packet-meter.h',
    'model/workload/stream-reader.h',
    'model/workload/stream-writer.h',
    'model/workload/stream.h',
    'model/workload/tap-reader.h',
    'model/workload/tap-writer.h',
    'model/workload/tcp-collapse.h',
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

# ---- model/packets
packets_sources = [
    'model/packets/packet-cargo.cc',
    'model/packets/packet-headers.cc',
    'model/packets/packet-port.cc',
    'model/packets/packet-sender.cc',
    'model/packets/packet-stack.cc',
    'model/packets/packet-upcalls.cc',
    'model/packets/softirq-sender.cc',
    'model/packets/stack-process.cc',
    'model/packets/stack-socket.cc',
]
packets_headers = [
    'model/packets/packet-cargo.h',
    'model/packets/packet-headers.h',
    'model/packets/packet-port.h',
    'model/packets/packet-sender.h',
    'model/packets/packet-stack.h',
    'model/packets/packet-upcalls.h',
    'model/packets/softirq-sender.h',
    'model/packets/stack-process.h',
    'model/packets/stack-socket.h',
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

# ---- test: the cases of all rooms but the program's, in one library
machine_tests = [
    'test/machine/capacity-test.cc',
    'test/machine/code-test.cc',
    'test/machine/coherence-test.cc',
    'test/machine/copy-rate-test.cc',
    'test/machine/cpu-core-test.cc',
    'test/machine/dma-write-test.cc',
    'test/machine/line-set-test.cc',
    'test/machine/profile-directory-test.cc',
    'test/machine/profile-reader-test.cc',
    'test/machine/shortcut-test.cc',
    'test/machine/spin-wait-test.cc',
    'test/machine/step-scheduler-test.cc',
]
memory_tests = [
    'test/memory/footprint-meter-test.cc',
    'test/memory/frame-table-test.cc',
    'test/memory/page-allocator-test.cc',
    'test/memory/page-frag-test.cc',
    'test/memory/page-pool-frag-test.cc',
    'test/memory/page-pool-layout-test.cc',
    'test/memory/page-pool-return-test.cc',
    'test/memory/page-pool-test.cc',
    'test/memory/pool-bytes-test.cc',
    'test/memory/pp-bench-cross-cpu-test.cc',
    'test/memory/pp-bench-simple-test.cc',
    'test/memory/ptr-ring-test.cc',
    'test/memory/skb-allocator-test.cc',
    'test/memory/skb-layout-test.cc',
    'test/memory/slab-test.cc',
]
softirq_tests = [
    'test/softirq/host-cpu-test.cc',
    'test/softirq/linux-host-test.cc',
    'test/softirq/napi-test.cc',
    'test/softirq/net-rx-softirq-test.cc',
    'test/softirq/task-test.cc',
    'test/softirq/timer-heap-test.cc',
]
stack_tests = [
    'test/stack/backlog-test.cc',
    'test/stack/deferred-free-test.cc',
    'test/stack/dev-queue-xmit-test.cc',
    'test/stack/gro-merge-test.cc',
    'test/stack/gro-test.cc',
    'test/stack/gso-segmenter-test.cc',
    'test/stack/skb-queue-test.cc',
    'test/stack/socket-queue-test.cc',
]
xdp_tests = [
    'test/xdp/cpu-map-test.cc',
    'test/xdp/dev-map-test.cc',
    'test/xdp/live-frames-test.cc',
    'test/xdp/xdp-bulk-queue-test.cc',
    'test/xdp/xdp-frame-test.cc',
    'test/xdp/xdp-program-test.cc',
]
device_tests = [
    'test/device/nic-rx-queue-test.cc',
    'test/device/nic-tx-ring-test.cc',
    'test/device/tun-burst-drops-test.cc',
    'test/device/tun-frame-table-test.cc',
    'test/device/veth-features-test.cc',
    'test/device/veth-net-device-test.cc',
    'test/device/veth-skb-copy-drop-test.cc',
    'test/device/veth-skb-copy-test.cc',
    'test/device/veth-stalled-ring-test.cc',
    'test/device/veth-verdict-test.cc',
    'test/device/veth-xdp-tx-test.cc',
    'test/device/vhost-net-test.cc',
    'test/device/virtqueue-test.cc',
]
workload_tests = [
    'test/workload/af-packet-socket-test.cc',
    'test/workload/fifo-spinner-test.cc',
    'test/workload/latency-histogram-test.cc',
    'test/workload/packet-generator-test.cc',
    'test/workload/packet-meter-test.cc',
    'test/workload/stream-loss-test.cc',
    'test/workload/stream-test.cc',
    'test/workload/stream-ways-test.cc',
    'test/workload/tcp-collapse-test.cc',
    'test/workload/tcp-congestion-test.cc',
    'test/workload/tcp-repair-test.cc',
    'test/workload/tcp-send-buffer-test.cc',
    'test/workload/tcp-sender-loss-test.cc',
    'test/workload/tcp-sender-test.cc',
    'test/workload/udp-sink-test.cc',
]
helper_tests = [
    'test/helper/attribute-override-test.cc',
    'test/helper/load-sum-test.cc',
    'test/helper/name-suggestion-test.cc',
    'test/helper/parameter-test.cc',
    'test/helper/process-pool-test.cc',
    'test/helper/scenario-config-test.cc',
    'test/helper/scenario-result-test.cc',
    'test/helper/scenario-test.cc',
    'test/helper/standard-parameters-test.cc',
    'test/helper/sweep-grid-test.cc',
    'test/helper/toy-scenario.cc',
]
store_tests = [
    'test/helper/csv-export-test.cc',
    'test/helper/result-json-test.cc',
    'test/helper/result-store-test.cc',
    'test/helper/sweep-runner-test.cc',
    'test/helper/toy-scenario.cc',
]
scenario_tests = [
    'test/scenario/cpumap-udp-test.cc',
    'test/scenario/pp-bench-cross-cpu-test.cc',
    'test/scenario/tcp-counts-test.cc',
    'test/scenario/validation-test.cc',
    'test/scenario/veth-burst-drops-test.cc',
    'test/scenario/veth-burst-test.cc',
    'test/scenario/veth-fanout-test.cc',
    'test/scenario/veth-stalled-bursts-test.cc',
    'test/scenario/veth-stream-grid-test.cc',
    'test/scenario/veth-stream-test.cc',
    'test/scenario/vhost-test.cc',
    'test/scenario/xdp-live-frames-test.cc',
]
packets_tests = [
    'test/packets/packet-order-test.cc',
    'test/packets/veth-echo-test.cc',
    'test/packets/veth-overload-test.cc',
    'test/packets/veth-ping-test.cc',
    'test/packets/veth-router-test.cc',
    'test/packets/veth-tcp-test.cc',
    'test/packets/veth-trace-test.cc',
    'test/packets/virtio-guest-test.cc',
]
suite_tests = [
    'test/linux-datapath-test-suite.cc',
]


def configure(conf):
    conf.env['ENABLE_DATAPATH_STORE'] = bool(
        conf.check_cfg(package='sqlite3', uselib_store='DATAPATH_SQLITE',
                       args=['--cflags', '--libs'], mandatory=False) and
        conf.check_cxx(header_name='nlohmann/json.hpp', mandatory=False))
    conf.report_optional_feature('datapath-store', 'linux-datapath result store',
                                 conf.env['ENABLE_DATAPATH_STORE'],
                                 'sqlite3 or nlohmann/json.hpp not found')
    conf.env['ENABLE_DATAPATH_TESTS'] = bool(
        conf.check_cfg(package='gmock', uselib_store='DATAPATH_GMOCK',
                       args=['--cflags', '--libs'], mandatory=False))
    conf.report_optional_feature('datapath-tests', 'linux-datapath GoogleTest cases',
                                 conf.env['ENABLE_DATAPATH_TESTS'],
                                 'gmock not found by pkg-config')


def packets_modules(bld):
    """What packets of the ns-3 stack need besides the module's own, where all of it is enabled."""
    wanted = ['ns3-applications', 'ns3-flow-monitor', 'ns3-internet', 'ns3-traffic-control']
    enabled = bld.env['NS3_ENABLED_MODULES'] or wanted  # an empty list stands for all
    return wanted if set(wanted) <= set(enabled) else []


def build_tests(bld, with_store):
    packets = packets_modules(bld)
    tests = bld.create_ns3_module_test_library('linux-datapath')
    files = (suite_tests + machine_tests + memory_tests + softirq_tests + stack_tests +
             xdp_tests + device_tests + workload_tests + helper_tests +
             (store_tests if with_store else []) + scenario_tests +
             (packets_tests if packets else []))
    tests.source = sorted(set(files))
    tests.includes = [bld.path.find_dir('test')]
    tests.env.append_value('DEFINES', 'LINUX_DATAPATH_SOURCE_DIR="%s"' % bld.path.abspath())
    tests.use += packets + ['DATAPATH_GMOCK']


def build(bld):
    with_store = bld.env['ENABLE_DATAPATH_STORE']
    module = bld.create_ns3_module('linux-datapath', ['core', 'network'])
    module.source = (machine_sources + memory_sources + softirq_sources + stack_sources +
                     xdp_sources + device_sources + workload_sources + packets_sources + helper_sources +
                     (store_sources if with_store else []))
    profiles = os.path.join(bld.path.abspath(), 'profiles')
    module.env.append_value('DEFINES', 'LINUX_DATAPATH_PROFILE_DIR="%s"' % profiles)
    # a result must not depend on whether the processor has fused multiply-add
    module.env.append_value('CXXFLAGS', '-ffp-contract=off')
    if with_store:
        module.use.append('DATAPATH_SQLITE')
    if bld.env['ENABLE_TESTS'] and bld.env['ENABLE_DATAPATH_TESTS']:
        build_tests(bld, with_store)

    headers = bld(features='ns3header')
    headers.module = 'linux-datapath'
    headers.source = (machine_headers + memory_headers + softirq_headers + stack_headers +
                      xdp_headers + device_headers + workload_headers + packets_headers + helper_headers +
                      (store_headers if with_store else []))

    if bld.env['ENABLE_EXAMPLES'] and os.path.exists(
            os.path.join(bld.path.abspath(), 'examples', 'wscript')):
        bld.recurse('examples')
