import type { ConditionalCall, FilterRules } from './filter-rules.ts'
import type { SystemCall } from './system-calls.ts'

/**
 * Calls that a child needs after its program is loaded: it reads questions and writes answers on open descriptors,
 * manages its own memory, synchronizes its threads, and reads clocks. No call that takes a path is allowed, so a child
 * cannot open a file or find out whether a file exists.
 */
export const allowedCalls: readonly SystemCall[] = [
  ...(['read', 'readv', 'pread64', 'write', 'writev', 'close', 'lseek'] as const),
  ...(['epoll_ctl', 'epoll_pwait', 'epoll_wait', 'poll', 'ppoll'] as const),
  ...(['brk', 'munmap', 'mremap', 'mprotect', 'pkey_alloc', 'pkey_free', 'pkey_mprotect'] as const),
  ...(['set_robust_list', 'rseq', 'membarrier', 'sched_yield', 'getcpu', 'restart_syscall'] as const),
  ...(['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn', 'rt_sigtimedwait', 'sigaltstack'] as const),
  ...(['nanosleep', 'gettimeofday'] as const),
  ...(['getpid', 'gettid', 'getuid', 'geteuid', 'getgid', 'getegid'] as const),
  ...(['getrusage', 'sysinfo', 'uname', 'getrandom'] as const),
  ...(['exit', 'exit_group'] as const),
]

/**
 * Calls that the program's code never makes, so a process that makes one must have been compromised. `clone` is
 * included because it could also start threads, whose number no other limit restricts. The program's own threads start
 * before the filter is installed.
 */
export const fatalCalls: readonly SystemCall[] = [
  ...(['execve', 'execveat', 'fork', 'vfork', 'clone', 'unshare', 'setns'] as const),
  ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'perf_event_open'] as const),
  ...(['tkill', 'rt_sigqueueinfo', 'rt_tgsigqueueinfo'] as const),
  ...(['pidfd_open', 'pidfd_getfd', 'pidfd_send_signal'] as const),
  ...(['socket', 'socketpair', 'connect', 'bind', 'listen', 'accept', 'accept4'] as const),
  ...(['mount', 'umount2', 'pivot_root', 'chroot', 'open_by_handle_at'] as const),
  ...(['init_module', 'finit_module', 'kexec_load', 'bpf', 'userfaultfd'] as const),
  ...(['add_key', 'request_key', 'keyctl'] as const),
]

/**
 * Forbidden bits of `mmap` flags. `MAP_SHARED` and `MAP_SHARED_VALIDATE` are forbidden because writing to a shared
 * mapping would change the file. `MAP_GROWSDOWN` is forbidden because the limit on reserved memory does not count such
 * a mapping.
 */
const unsafeMapping = 0x101
/** `PR_SET_NAME` and `PR_SET_VMA`, which name threads and memory areas. */
const namingOptions = [15, 0x5356_4d41]
/** `FIONREAD`, `FIONBIO`, and `FIOCLEX`. Excludes `TIOCSTI`, which could inject input into a terminal. */
const harmlessRequests = [0x541b, 0x5421, 0x5451]
/**
 * `F_DUPFD`, `F_GETFD`, `F_SETFD`, `F_GETFL`, `F_SETFL`, and `F_DUPFD_CLOEXEC`. Excludes `F_SETOWN` and `F_SETSIG`,
 * which could send signals to other processes.
 */
const harmlessCommands = [0, 1, 2, 3, 4, 1030]
/**
 * `FUTEX_WAIT`, `WAKE`, `REQUEUE`, `CMP_REQUEUE`, `WAKE_OP`, `WAIT_BITSET`, and `WAKE_BITSET`, ignoring the flags for
 * private futexes and clocks. Other operations take a thread ID, which could belong to another process.
 */
const harmlessFutexes = { argument: 1, mask: 0x7f, oneOf: [0, 1, 3, 4, 5, 9, 10] }
/**
 * Excludes `MADV_HWPOISON` and `MADV_SOFT_OFFLINE`, which take memory from the whole machine, and `MADV_MERGEABLE`,
 * whose timing reveals other processes' memory.
 */
const harmlessAdvice = [0, 1, 2, 3, 4, 8, 10, 11, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 102, 103]
/** Clocks with a nonnegative ID. Negative IDs denote clocks of other processes or of descriptors. */
const ownClocks = [{ argument: 0, mask: 0x8000_0000, oneOf: [0] }]

/**
 * Returns the calls that are allowed only with certain arguments. `processId` is the ID of the confined process. If it
 * is unknown, the process cannot send signals to itself.
 */
export function conditionalCalls(processId?: number): readonly ConditionalCall[] {
  const ids = processId === undefined ? [] : [processId]
  const itself = { argument: 0, oneOf: [0, ...ids] }
  return [
    { call: 'futex', only: [harmlessFutexes], otherwise: 'not-permitted' },
    { call: 'clock_gettime', only: ownClocks, otherwise: 'not-permitted' },
    { call: 'clock_getres', only: ownClocks, otherwise: 'not-permitted' },
    { call: 'clock_nanosleep', only: ownClocks, otherwise: 'not-permitted' },
    { call: 'madvise', only: [{ argument: 2, oneOf: harmlessAdvice }], otherwise: 'not-permitted' },
    { call: 'mmap', only: [{ argument: 3, mask: unsafeMapping, oneOf: [0] }], otherwise: 'not-permitted' },
    { call: 'kill', only: [{ argument: 0, oneOf: ids }], otherwise: 'kill' },
    { call: 'tgkill', only: [{ argument: 0, oneOf: ids }], otherwise: 'kill' },
    { call: 'prctl', only: [{ argument: 0, oneOf: namingOptions }], otherwise: 'not-permitted' },
    { call: 'ioctl', only: [{ argument: 1, oneOf: harmlessRequests }], otherwise: 'not-permitted' },
    { call: 'fcntl', only: [{ argument: 1, oneOf: harmlessCommands }], otherwise: 'not-permitted' },
    // The C library makes this call for each of its threads and ignores ENOSYS.
    { call: 'sched_getaffinity', only: [itself], otherwise: 'not-implemented' },
    // Allows a process to read its own limits. The argument must be 0, because a pointer to new limits would set them.
    { call: 'prlimit64', only: [itself, { argument: 2, oneOf: [0] }], otherwise: 'not-permitted' },
  ]
}

/**
 * Calls that query a descriptor's state. When Node ends, it makes them for its standard descriptors and skips those
 * that are closed. They are rejected as if all descriptors were closed, because allowing them would require
 * `newfstatat`, which can also reveal whether a file exists.
 */
const descriptorCalls: readonly SystemCall[] = ['fstat', 'newfstatat']

/**
 * Calls for which the C library and libuv have a fallback if the kernel does not implement them. For `clone3`, the
 * fallback is `clone`, which ends the process. `io_uring_setup` must not be allowed, because the kernel would execute
 * calls that the filter does not see.
 */
export const unimplementedCalls: readonly SystemCall[] = ['clone3', 'io_uring_setup']

/** Returns the rules of a child that has loaded its program. `processId` is the ID of the child. */
export function childRules(processId: number): FilterRules {
  return {
    allowed: allowedCalls,
    conditional: conditionalCalls(processId),
    rejected: { 'bad-descriptor': descriptorCalls, 'not-implemented': unimplementedCalls, kill: fatalCalls },
  }
}
