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
    'model/machine/step-scheduler.h',
]

# ---- model/memory
memory_sources = [
]
memory_headers = [
    'model/memory/footprint-meter.h',
    'model/memory/page-allocator.h',
    'model/memory/page-frag-cache.h',
    'model/memory/page-frag.h',
    'model/memory/page-pool.h',
    'model/memory/page.h',
    'model/memory/pp-bench-simple.h',
    'model/memory/ptr-ring.h',
    'model/memory/skb-allocator.h',
    'model/memory/skb-layout.h',
    'model/memory/skb.h',
    'model/memory/slab.h',
]

# ---- model/softirq
softirq_sources = [
]
softirq_headers = [
]

# ---- model/stack
stack_sources = [
]
stack_headers = [
]

# ---- model/xdp
xdp_sources = [
    'model/xdp/xdp-program.cc',
]
xdp_headers = [
    'model/xdp/xdp-program.h',
]

# ---- model/device
device_sources = [
]
device_headers = [
]

# ---- model/workload
workload_sources = [
]
workload_headers = [
]

# ---- helper
helper_sources = [
]
helper_headers = [
]

# ---- helper, files that need SQLite (left out where it is missing)
store_sources = [
]
store_headers = [
]


def configure(conf):
    conf.env['ENABLE_DATAPATH_STORE'] = bool(
        conf.check_cfg(package='sqlite3', uselib_store='DATAPATH_SQLITE',
                       args=['--cflags', '--libs'], mandatory=False))
    conf.report_optional_feature('datapath-store', 'linux-datapath result store',
                                 conf.env['ENABLE_DATAPATH_STORE'], 'sqlite3 not found')


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
