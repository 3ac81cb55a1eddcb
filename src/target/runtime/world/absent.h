/* Numbers of calls that are not everywhere: -1 where there is none. */
#ifndef LC_TARGET_RUNTIME_WORLD_ABSENT_H
#define LC_TARGET_RUNTIME_WORLD_ABSENT_H

#include <sys/syscall.h>

#ifndef SYS_access
#define SYS_access (-1)
#endif
#ifndef SYS_alarm
#define SYS_alarm (-1)
#endif
#ifndef SYS_arch_prctl
#define SYS_arch_prctl (-1)
#endif
#ifndef SYS_bpf
#define SYS_bpf (-1)
#endif
#ifndef SYS_chmod
#define SYS_chmod (-1)
#endif
#ifndef SYS_chown
#define SYS_chown (-1)
#endif
#ifndef SYS_clone3
#define SYS_clone3 (-1)
#endif
#ifndef SYS_close_range
#define SYS_close_range (-1)
#endif
#ifndef SYS_copy_file_range
#define SYS_copy_file_range (-1)
#endif
#ifndef SYS_creat
#define SYS_creat (-1)
#endif
#ifndef SYS_dup2
#define SYS_dup2 (-1)
#endif
#ifndef SYS_epoll_create
#define SYS_epoll_create (-1)
#endif
#ifndef SYS_epoll_wait
#define SYS_epoll_wait (-1)
#endif
#ifndef SYS_eventfd
#define SYS_eventfd (-1)
#endif
#ifndef SYS_execveat
#define SYS_execveat (-1)
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 (-1)
#endif
#ifndef SYS_fork
#define SYS_fork (-1)
#endif
#ifndef SYS_futex_waitv
#define SYS_futex_waitv (-1)
#endif
#ifndef SYS_futimesat
#define SYS_futimesat (-1)
#endif
#ifndef SYS_getdents
#define SYS_getdents (-1)
#endif
#ifndef SYS_getpgrp
#define SYS_getpgrp (-1)
#endif
#ifndef SYS_getrandom
#define SYS_getrandom (-1)
#endif
#ifndef SYS_inotify_init
#define SYS_inotify_init (-1)
#endif
#ifndef SYS_io_uring_enter
#define SYS_io_uring_enter (-1)
#endif
#ifndef SYS_io_uring_register
#define SYS_io_uring_register (-1)
#endif
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup (-1)
#endif
#ifndef SYS_lchown
#define SYS_lchown (-1)
#endif
#ifndef SYS_link
#define SYS_link (-1)
#endif
#ifndef SYS_membarrier
#define SYS_membarrier (-1)
#endif
#ifndef SYS_memfd_create
#define SYS_memfd_create (-1)
#endif
#ifndef SYS_mkdir
#define SYS_mkdir (-1)
#endif
#ifndef SYS_mknod
#define SYS_mknod (-1)
#endif
#ifndef SYS_mlock2
#define SYS_mlock2 (-1)
#endif
#ifndef SYS_open
#define SYS_open (-1)
#endif
#ifndef SYS_pause
#define SYS_pause (-1)
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd (-1)
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open (-1)
#endif
#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal (-1)
#endif
#ifndef SYS_pipe
#define SYS_pipe (-1)
#endif
#ifndef SYS_pkey_mprotect
#define SYS_pkey_mprotect (-1)
#endif
#ifndef SYS_poll
#define SYS_poll (-1)
#endif
#ifndef SYS_readlink
#define SYS_readlink (-1)
#endif
#ifndef SYS_rename
#define SYS_rename (-1)
#endif
#ifndef SYS_renameat2
#define SYS_renameat2 (-1)
#endif
#ifndef SYS_rmdir
#define SYS_rmdir (-1)
#endif
#ifndef SYS_rseq
#define SYS_rseq (-1)
#endif
#ifndef SYS_sched_getattr
#define SYS_sched_getattr (-1)
#endif
#ifndef SYS_sched_setattr
#define SYS_sched_setattr (-1)
#endif
#ifndef SYS_seccomp
#define SYS_seccomp (-1)
#endif
#ifndef SYS_select
#define SYS_select (-1)
#endif
#ifndef SYS_signalfd
#define SYS_signalfd (-1)
#endif
#ifndef SYS_statx
#define SYS_statx (-1)
#endif
#ifndef SYS_symlink
#define SYS_symlink (-1)
#endif
#ifndef SYS_time
#define SYS_time (-1)
#endif
#ifndef SYS_unlink
#define SYS_unlink (-1)
#endif
#ifndef SYS_userfaultfd
#define SYS_userfaultfd (-1)
#endif
#ifndef SYS_utime
#define SYS_utime (-1)
#endif
#ifndef SYS_utimes
#define SYS_utimes (-1)
#endif
#ifndef SYS_vfork
#define SYS_vfork (-1)
#endif

#endif
