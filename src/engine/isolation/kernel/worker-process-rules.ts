import type { ConditionalCall } from './filter-rules.ts'
import type { SystemCall } from './system-calls.ts'

// Rules that the processes of a worker share: the scan process and the fetcher.

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

/**
 * Calls that reach other processes, change the system, change a file in a way that `file-rules.ts` does not restrict,
 * or open files without a path.
 */
export const refusedToAll: readonly SystemCall[] = [
  ...reachProcesses,
  ...slowProcesses,
  ...changeMetadata,
  ...changeSystem,
]

/** The kernel would execute calls that the filter does not see. */
export const unimplementedForAll: readonly SystemCall[] = ['io_uring_setup']

/** Allows a process to read and set only its own limits. */
export const ownLimitsOnly: ConditionalCall = {
  call: 'prlimit64',
  only: [{ argument: 0, oneOf: [0] }],
  otherwise: 'not-permitted',
}
