/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LINUX_DATAPATH_KERNEL_FUNCTION_H
#define LINUX_DATAPATH_KERNEL_FUNCTION_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup linux-datapath
 * @brief One entry X(name, instructions, codeBytes) per kernel function whose work is charged.
 *
 * `instructions` is the fixed part that every call executes apart from atomics, locks, copies and
 * cache stalls, which the caller charges by their own verbs. `codeBytes` is the executed footprint
 * in the instruction cache. Source of each row: S  set on a micro-benchmark row of the statistics
 * thread (doc/calibration.md), P  from profiles of the prototype-kernel and xdp-project
 * measurements (doc/sources.md: PK, XP), E  engineering default: counted by eye from the source of
 * v6.4.
 */
#define LINUX_DATAPATH_KERNEL_FUNCTIONS(X)                                                         \
    /* outside of any kernel function */                                                           \
    X(user, 0, 0)                                                                                  \
    X(idle, 0, 0)                                                                                  \
    /* model/memory: net/core/page_pool.c, include/linux/ptr_ring.h */                             \
    X(bench_loop, 0, 64)                                                                           \
    X(page_pool_alloc_pages, 12, 64)         /* S tasklet fast */                                  \
    X(page_pool_refill_alloc_cache, 20, 256) /* E */                                               \
    X(page_pool_refill_entry, 10, 0)         /* E, per page consumed */                            \
    X(__page_pool_alloc_pages_slow, 40, 448) /* E */                                               \
    X(page_pool_set_pp_info, 7, 64)          /* E */                                               \
    X(page_pool_put_page, 12, 256)           /* S tasklet fast, with the next */                   \
    X(page_pool_recycle_in_cache, 8, 0)      /* S tasklet fast, inline */                          \
    X(page_pool_recycle_in_ring, 8, 0)       /* E, inline */                                       \
    X(page_pool_put_page_bulk, 30, 320)      /* E */                                               \
    X(page_pool_put_page_bulk_entry, 12, 0)  /* E, per page */                                     \
    X(page_pool_return_page, 14, 192)        /* E */                                               \
    X(page_pool_alloc_frag, 24, 320)         /* E */                                               \
    X(__ptr_ring_produce, 9, 0)              /* E, inline */                                       \
    X(__ptr_ring_consume, 11, 0)             /* E, inline */                                       \
    /* model/memory: mm/page_alloc.c, mm/slub.c, net/core/skbuff.c */                              \
    X(__alloc_pages, 209, 896)             /* S hot page pair */                                   \
    X(__alloc_pages_bulk, 110, 640)        /* E */                                                 \
    X(alloc_pages_bulk_array_entry, 29, 0) /* S tasklet slow, per page */                          \
    X(rmqueue_bulk, 60, 384)               /* E */                                                 \
    X(rmqueue_bulk_entry, 30, 0)           /* E */                                                 \
    X(free_unref_page, 80, 512)            /* S hot page pair */                                   \
    X(free_pcppages_bulk, 60, 384)         /* E */                                                 \
    X(free_pcppages_bulk_entry, 35, 0)     /* E */                                                 \
    X(put_page, 6, 64)                     /* E */                                                 \
    X(page_frag_alloc, 20, 192)            /* E */                                                 \
    X(page_frag_free, 8, 64)               /* E */                                                 \
    X(skb_page_frag_refill, 16, 128)       /* E */                                                 \
    X(kmem_cache_alloc, 105, 256)          /* S slab pair */                                       \
    X(kmem_cache_alloc_bulk, 60, 256)      /* S slab bulk pair */                                  \
    X(kmem_cache_alloc_bulk_entry, 68, 0)  /* S slab bulk pair */                                  \
    X(kmem_cache_free, 95, 256)            /* S slab pair */                                       \
    X(kmem_cache_free_bulk, 60, 320)       /* S slab bulk pair */                                  \
    X(kmem_cache_free_bulk_entry, 72, 0)   /* S slab bulk pair */                                  \
    X(___slab_alloc, 80, 512)              /* E */                                                 \
    X(__slab_free, 50, 384)                /* E */                                                 \
    X(__build_skb_around, 30, 192)         /* P PK xdp25 */                                        \
    X(build_skb, 12, 64)                   /* E */                                                 \
    X(napi_build_skb, 16, 128)             /* E */                                                 \
    X(__alloc_skb, 40, 320)                /* E */                                                 \
    X(skb_clone, 50, 320)                  /* E */                                                 \
    X(skb_release_data, 24, 256)           /* E */                                                 \
    X(consume_skb, 14, 96)                 /* E */                                                 \
    X(kfree_skb_list, 12, 128)             /* E */                                                 \
    X(skb_free_head, 8, 96)                /* E */                                                 \
    X(skb_release_head_state, 8, 96)       /* E */                                                 \
    X(napi_skb_cache_put, 10, 96)          /* E */                                                 \
    /* model/softirq: net/core/dev.c, kernel/softirq.c, kernel/sched */                            \
    X(__do_softirq, 60, 384)         /* E */                                                       \
    X(net_rx_action, 40, 384)        /* E */                                                       \
    X(__napi_poll, 20, 192)          /* E */                                                       \
    X(napi_schedule, 20, 128)        /* E */                                                       \
    X(napi_complete_done, 30, 256)   /* E */                                                       \
    X(skb_defer_free_flush, 12, 128) /* E */                                                       \
    X(schedule, 0, 1024)             /* cost: ContextSwitchNs */                                   \
    X(try_to_wake_up, 0, 768)        /* cost: Wake*Ns */                                           \
    X(syscall_entry, 0, 256)         /* cost: SyscallNs */                                         \
    X(ipi, 0, 128)                   /* cost: IpiNs */                                             \
    /* model/stack: net/core/gro.c, net/core/gso.c, net/ipv4 */                                    \
    X(__skb_gso_segment, 120, 640)       /* E */                                                   \
    X(skb_segment_entry, 110, 640)       /* E, per segment */                                      \
    X(dev_gro_receive, 60, 512)          /* P XP cpumap02: 26 ns with merge refused */             \
    X(skb_gro_receive, 40, 384)          /* E */                                                   \
    X(inet_gro_receive, 36, 384)         /* E */                                                   \
    X(tcp_gro_receive, 44, 448)          /* E */                                                   \
    X(napi_gro_complete, 60, 384)        /* E */                                                   \
    X(netif_receive_skb_list, 40, 320)   /* E */                                                   \
    X(__netif_receive_skb_core, 60, 512) /* E */                                                   \
    X(enqueue_to_backlog, 30, 256)       /* E */                                                   \
    X(process_backlog, 24, 256)          /* E */                                                   \
    X(ip_rcv, 150, 1024)                 /* E */                                                   \
    X(tcp_v4_rcv, 250, 1536)             /* E */                                                   \
    X(tcp_rcv_established, 200, 1024)    /* E */                                                   \
    X(tcp_ack, 350, 2048)                /* E */                                                   \
    X(tcp_send_ack, 250, 1024)           /* E */                                                   \
    X(tcp_sendmsg, 150, 1024)            /* E */                                                   \
    X(tcp_sendmsg_entry, 80, 256)        /* E, per page fragment */                                \
    X(tcp_write_xmit, 250, 1536)         /* E */                                                   \
    X(ip_queue_xmit, 200, 1280)          /* E */                                                   \
    X(__dev_queue_xmit, 100, 640)        /* E */                                                   \
    X(dev_hard_start_xmit, 30, 192)      /* E */                                                   \
    X(tcp_recvmsg, 200, 1024)            /* E */                                                   \
    X(skb_copy_datagram_iter, 40, 320)   /* E */                                                   \
    X(skb_copy_datagram_entry, 25, 0)    /* E, per fragment */                                     \
    X(check_heap_object, 30, 192)        /* E */                                                   \
    X(skb_attempt_defer_free, 30, 192)   /* E */                                                   \
    X(tcp_segment, 0, 0)                 /* fitted base of the test bed, per segment */            \
    X(tcp_bytes, 0, 0)                   /* fitted per-byte cost of the test bed */                \
    /* model/device, model/xdp: drivers/net/veth.c */                                              \
    X(veth_xmit, 60, 512)                    /* E */                                               \
    X(veth_forward_skb, 50, 384)             /* E */                                               \
    X(veth_poll, 40, 320)                    /* E */                                               \
    X(veth_xdp_rcv_skb, 60, 640)             /* E */                                               \
    X(veth_xdp_rcv_one, 40, 448)             /* E */                                               \
    X(veth_convert_skb_to_xdp_buff, 50, 512) /* E */                                               \
    X(skb_pp_cow_data, 60, 576)              /* E */                                               \
    X(skb_copy_header, 40, 256)              /* E */                                               \
    X(skb_copy_bits, 30, 256)                /* E */                                               \
    X(bpf_prog_run_xdp, 10, 128)             /* P XPA: 13.3 ns counting program, less the map */   \
    X(eth_type_trans, 12, 96)                /* P PK xdp25 */                                      \
    X(veth_xdp_tx, 30, 256)                  /* E */                                               \
    X(veth_xdp_xmit, 60, 384)                /* E */                                               \
    X(xdp_do_redirect, 60, 512)              /* E */                                               \
    X(packet_sendmsg, 300, 1536)             /* E */                                               \
    /* model/xdp: net/bpf/test_run.c, kernel/bpf/devmap.c, net/core/xdp.c (v6.4) */                \
    X(xdp_test_run_batch, 40, 448)         /* E, per frame: reset_ctx(), comparisons, verdict */   \
    X(xdp_test_run_init_page, 60, 320)     /* E, per page that enters the pool */                  \
    X(xdp_recv_frames, 40, 320)            /* E, per batch with passed frames */                   \
    X(__xdp_build_skb_from_frame, 35, 256) /* E, per passed frame */                               \
    X(xdp_return_buff, 20, 192)            /* E */                                                 \
    X(bq_enqueue, 20, 128)                 /* E, per frame */                                      \
    X(bq_xmit_all, 40, 320)                /* E, per bulk */                                       \
    X(xdp_return_frame_bulk, 16, 192)      /* E, per frame */                                      \
    /* model/device: drivers/net/ethernet/intel/ice/ice_txrx{,_lib}.c (v6.4) */                    \
    X(ice_xdp_xmit, 40, 256)           /* E, per bulk */                                           \
    X(__ice_xmit_xdp_ring, 45, 448)    /* E, per frame */                                          \
    X(ice_xdp_ring_update_tail, 6, 64) /* E */                                                     \
    X(ice_clean_xdp_irq, 50, 384)      /* E, per clean */                                          \
    X(ice_clean_xdp_tx_buf, 18, 128)   /* E, per frame */                                          \
    /* model/memory: net/core/page_pool.c, with PP_FLAG_DMA_MAP and PP_FLAG_DMA_SYNC_DEV */        \
    X(page_pool_dma_map, 0, 0)             /* cost: DmaMapNs */                                    \
    X(__page_pool_release_page_dma, 0, 0)  /* cost: DmaUnmapNs */                                  \
    X(page_pool_dma_sync_for_device, 0, 0) /* cost: DmaSyncNs */                                   \
    /* model/device: drivers/net/ethernet/intel/iavf/iavf_txrx.c with page_pool and XDP */         \
    X(iavf_msix_clean_rings, 20, 128)     /* E */                                                  \
    X(iavf_clean_rx_irq, 40, 640)         /* E, per poll */                                        \
    X(iavf_clean_rx_irq_entry, 50, 0)     /* E, per frame */                                       \
    X(dma_sync_single_for_cpu, 0, 0)      /* cost: DmaSyncNs */                                    \
    X(iavf_run_xdp, 20, 192)              /* E */                                                  \
    X(iavf_build_skb, 24, 192)            /* E */                                                  \
    X(iavf_process_skb_fields, 40, 320)   /* E: checksum, hash, VLAN of a descriptor */            \
    X(iavf_alloc_rx_buffers, 24, 256)     /* E, per refill */                                      \
    X(iavf_alloc_rx_buffers_entry, 14, 0) /* E, per descriptor */                                  \
    X(nic_frame, 0, 0)                    /* fitted base of the test bed, per frame received */    \
    /* model/xdp: kernel/bpf/cpumap.c, net/core/xdp.c */                                           \
    X(cpu_map_enqueue, 24, 192)     /* E */                                                        \
    X(bq_flush_to_queue, 40, 320)   /* E, per flush */                                             \
    X(cpu_map_kthread_run, 60, 768) /* E, per batch */                                             \
    X(cpu_map_kthread_entry, 10, 0) /* E, per frame */                                             \
    X(xdp_release_frame, 45, 192)   /* E: rhashtable look-up of the memory model */                \
    /* model/workload: net/ipv6/ip6_input.c, net/ipv6/udp.c */                                     \
    X(ipv6_rcv, 150, 1024)          /* E: as ip_rcv */                                             \
    X(__udp6_lib_rcv, 180, 1280)    /* E */                                                        \
    X(udpv6_queue_rcv_skb, 90, 512) /* E */                                                        \
    X(udp_packet, 0, 0)             /* fitted base of the test bed, per packet */                  \
    /* model/device: drivers/net/tun.c, drivers/vhost/{net,vhost}.c of v5.0 */                     \
    X(vhost_worker, 24, 192)                /* E, per work */                                      \
    X(handle_tx, 36, 448)                   /* E, per packet */                                    \
    X(handle_rx, 44, 512)                   /* E, per packet */                                    \
    X(vhost_get_vq_desc, 90, 768)           /* E, with translate_desc */                           \
    X(vhost_net_build_xdp, 60, 448)         /* E */                                                \
    X(vhost_net_page_frag_refill, 12, 192)  /* E */                                                \
    X(__page_frag_cache_drain, 8, 64)       /* E */                                                \
    X(copy_from_iter, 24, 192)              /* E */                                                \
    X(copy_to_iter, 24, 192)                /* E */                                                \
    X(vhost_tx_batch, 20, 192)              /* E */                                                \
    X(vhost_add_used_and_signal_n, 50, 448) /* E */                                                \
    X(vhost_notify, 14, 128)                /* E */                                                \
    X(vhost_enable_notify, 20, 192)         /* E */                                                \
    X(vhost_disable_notify, 10, 96)         /* E */                                                \
    X(vhost_work_queue, 10, 96)             /* E */                                                \
    X(vhost_net_buf_produce, 14, 128)       /* E */                                                \
    X(eventfd_signal, 50, 320)              /* E */                                                \
    X(sock_def_readable, 16, 128)           /* E */                                                \
    X(tun_sendmsg, 36, 320)                 /* E, per batch */                                     \
    X(tun_xdp_one, 40, 448)                 /* E */                                                \
    X(tun_get_user, 110, 1024)              /* E */                                                \
    X(tun_build_skb, 50, 384)               /* E */                                                \
    X(sock_alloc_send_pskb, 60, 448)        /* E */                                                \
    X(tun_napi_poll, 16, 192)               /* E, per packet */                                    \
    X(tun_net_xmit, 60, 512)                /* E */                                                \
    X(tun_xdp_xmit, 40, 320)                /* E */                                                \
    X(tun_recvmsg, 70, 576)                 /* E, with tun_put_user */                             \
    X(vhost_packet, 0, 0)                   /* fitted base, per packet of a guest */               \
    /* model/xdp: kernel/bpf/cpumap.c, net/core/xdp.c */                                           \
    X(xdp_return_frame_rx_napi, 24, 192) /* E */                                                   \
    X(__cpu_map_flush, 16, 128)          /* E, per poll */                                         \
    /* scenario pp-bench-cross-cpu: kernel/locking/qspinlock.c, net/core/page_pool.c */            \
    X(native_queued_spin_lock_slowpath, 0, 256) /* cost: the wait */                               \
    X(page_pool_update_nid, 10, 128)            /* E */                                            \
    /* model/workload, packets of the ns-3 stack: net/ipv4, net/core/datagram.c */                 \
    X(udp_sendmsg, 350, 2048)     /* E, with ip_make_skb */                                        \
    X(raw_sendmsg, 350, 2048)     /* E: as udp_sendmsg */                                          \
    X(__udp4_lib_rcv, 180, 1280)  /* E: as __udp6_lib_rcv */                                       \
    X(udp_queue_rcv_skb, 90, 512) /* E: as udpv6_queue_rcv_skb */                                  \
    X(udp_recvmsg, 150, 1024)     /* E */                                                          \
    X(icmp_rcv, 80, 640)          /* E */                                                          \
    X(icmp_reply, 250, 1536)      /* E: as tcp_send_ack */                                         \
    X(arp_rcv, 100, 768)          /* E, with arp_process */                                        \
    X(arp_xmit, 60, 512)          /* E, with arp_create */                                         \
    X(packet_rcv, 60, 512)        /* E: any other protocol, and other hosts' packets */            \
    X(ip_forward, 150, 1024)      /* E */                                                          \
    /* model/device: drivers/net/virtio_net.c */                                                   \
    X(start_xmit, 110, 768)  /* E, with xmit_skb */                                                \
    X(receive_buf, 120, 896) /* E, with page_to_skb */                                             \
    /* model/workload: net/ipv4/tcp_input.c */                                                     \
    X(tcp_collapse, 60, 768) /* E, with tcp_prune_queue */

/** @brief The kernel functions of the table, by their kernel names. */
enum class Fn : uint16_t
{
#define LINUX_DATAPATH_ENUM(name, instructions, codeBytes) name,
    LINUX_DATAPATH_KERNEL_FUNCTIONS(LINUX_DATAPATH_ENUM)
#undef LINUX_DATAPATH_ENUM
    COUNT
};

/** @brief What the cost model knows of one kernel function. */
struct KernelFunction
{
    const char* name;      //!< kernel name
    uint16_t instructions; //!< fixed instructions of a call
    uint16_t codeBytes;    //!< executed code, bytes
};

/** Number of functions in the table. */
constexpr std::size_t KERNEL_FUNCTION_COUNT = static_cast<std::size_t>(Fn::COUNT);

/** The table, indexed by Fn. */
constexpr std::array<KernelFunction, KERNEL_FUNCTION_COUNT> KERNEL_FUNCTIONS = {{
#define LINUX_DATAPATH_ROW(name, instructions, codeBytes) {#name, instructions, codeBytes},
    LINUX_DATAPATH_KERNEL_FUNCTIONS(LINUX_DATAPATH_ROW)
#undef LINUX_DATAPATH_ROW
}};

/** Index of a function in the table. @param fn the function @return its position */
constexpr std::size_t
IndexOf(Fn fn)
{
    return static_cast<std::size_t>(fn);
}

} // namespace ns3

#endif // LINUX_DATAPATH_KERNEL_FUNCTION_H
