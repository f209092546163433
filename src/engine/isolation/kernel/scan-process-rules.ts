import type { FilterRules } from './filter-rules.ts'
import type { SystemCall } from './system-calls.ts'

/** Calls that reach the memory or the kernel objects of other processes. */
const reachProcesses: readonly SystemCall[] = [
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'perf_event_open', 'pidfd_getfd', 'kcmp'] as const),
  ...(['shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semtimedop', 'semctl'] as const),
  ...(['msgget', 'msgsnd', 'msgrcv', 'msgctl'] as const),
]

/** Calls that slow down other processes of the same user. */
const slowProcesses: readonly SystemCall[] = [
  ...(['setpriority', 'sched_setaffinity', 'sched_setscheduler', 'sched_setparam', 'sched_setattr'] as const),
  ...(['ioprio_set', 'migrate_pages', 'move_pages', 'process_madvise'] as const),
]

/** Calls that change a file of the same user, and that `file-rules.ts` does not restrict. */
const changeMetadata: readonly SystemCall[] = [
  ...(['chmod', 'fchmod', 'fchmodat', 'fchmodat2', 'chown', 'fchown', 'lchown', 'fchownat'] as const),
  ...(['utime', 'utimes', 'utimensat', 'futimesat', 'file_setattr'] as const),
  ...(['setxattr', 'lsetxattr', 'fsetxattr', 'setxattrat'] as const),
  ...(['removexattr', 'lremovexattr', 'fremovexattr', 'removexattrat'] as const),
]

const changeSystem: readonly SystemCall[] = [
  ...(['mount', 'umount2', 'pivot_root', 'chroot', 'open_by_handle_at', 'setns'] as const),
  ...(['init_module', 'finit_module', 'kexec_load', 'bpf', 'userfaultfd'] as const),
  ...(['add_key', 'request_key', 'keyctl'] as const),
]

/** `AF_INET`, `AF_INET6`, and `AF_NETLINK`. The C library needs the last one to list the network interfaces. */
const networkFamilies = [2, 10, 16]
/** `SOCK_STREAM`, and the mask of a socket's type. */
const [stream, typeMask] = [1, 0xf]

/**
 * Rules of a process that uses the network, and starts other processes that confine themselves further. They refuse
 * calls that reach other processes, change the system, change a file in a way that `file-rules.ts` does not restrict,
 * or open files without a path. Calls that a child of the process needs are allowed, such as `unshare`.
 *
 * Landlock does not restrict connections to the Unix sockets of other programs, such as the database. So the process
 * can only create pairs, of a kind that cannot send to other addresses.
 */
export function scanProcessRules(): FilterRules {
  return {
    otherwise: 'allow',
    allowed: [],
    conditional: [
      { call: 'socket', only: [{ argument: 0, oneOf: networkFamilies }], otherwise: 'not-permitted' },
      { call: 'socketpair', only: [{ argument: 1, mask: typeMask, oneOf: [stream] }], otherwise: 'not-permitted' },
      // It reads and sets the limits of this process only.
      { call: 'prlimit64', only: [{ argument: 0, oneOf: [0] }], otherwise: 'not-permitted' },
    ],
    rejected: {
      'not-permitted': [...reachProcesses, ...slowProcesses, ...changeMetadata, ...changeSystem],
      // The kernel would execute calls that the filter does not see.
      'not-implemented': ['io_uring_setup'],
    },
  }
}
