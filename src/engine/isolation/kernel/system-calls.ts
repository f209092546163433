/** Processor architectures whose system call numbers are known. */
export type Architecture = 'x64' | 'arm64'

/** The kernel's architecture identifiers, `AUDIT_ARCH_…` in `linux/audit.h`. */
export const auditArchitectures: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e, arm64: 0xc000_00b7 }

/**
 * System call numbers on x64 and arm64, from Linux's `arch/x86/entry/syscalls/syscall_64.tbl` and
 * `include/uapi/asm-generic/unistd.h`. Undefined if the architecture lacks the call.
 */
const numbers = {
  accept: [43, 202],
  accept4: [288, 242],
  add_key: [248, 217],
  bind: [49, 200],
  bpf: [321, 280],
  brk: [12, 214],
  chroot: [161, 51],
  clock_getres: [229, 114],
  clock_gettime: [228, 113],
  clock_nanosleep: [230, 115],
  clone: [56, 220],
  clone3: [435, 435],
  close: [3, 57],
  close_range: [436, 436],
  connect: [42, 203],
  epoll_ctl: [233, 21],
  epoll_pwait: [281, 22],
  epoll_wait: [232, undefined],
  execve: [59, 221],
  execveat: [322, 281],
  exit: [60, 93],
  exit_group: [231, 94],
  fcntl: [72, 25],
  finit_module: [313, 273],
  fork: [57, undefined],
  fstat: [5, 80],
  futex: [202, 98],
  getcpu: [309, 168],
  getegid: [108, 177],
  geteuid: [107, 175],
  getgid: [104, 176],
  getpid: [39, 172],
  getrandom: [318, 278],
  getrusage: [98, 165],
  gettid: [186, 178],
  gettimeofday: [96, 169],
  getuid: [102, 174],
  init_module: [175, 105],
  io_uring_setup: [425, 425],
  ioctl: [16, 29],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  kill: [62, 129],
  listen: [50, 201],
  lseek: [8, 62],
  madvise: [28, 233],
  membarrier: [324, 283],
  mmap: [9, 222],
  mount: [165, 40],
  mprotect: [10, 226],
  mremap: [25, 216],
  munmap: [11, 215],
  nanosleep: [35, 101],
  newfstatat: [262, 79],
  open_by_handle_at: [304, 265],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  pidfd_open: [434, 434],
  pidfd_send_signal: [424, 424],
  pivot_root: [155, 41],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  poll: [7, undefined],
  ppoll: [271, 73],
  prctl: [157, 167],
  pread64: [17, 67],
  prlimit64: [302, 261],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  read: [0, 63],
  readv: [19, 65],
  request_key: [249, 218],
  restart_syscall: [219, 128],
  rseq: [334, 293],
  rt_sigaction: [13, 134],
  rt_sigprocmask: [14, 135],
  rt_sigqueueinfo: [129, 138],
  rt_sigreturn: [15, 139],
  rt_sigtimedwait: [128, 137],
  rt_tgsigqueueinfo: [297, 240],
  sched_getaffinity: [204, 123],
  sched_yield: [24, 124],
  seccomp: [317, 277],
  set_robust_list: [273, 99],
  setns: [308, 268],
  sigaltstack: [131, 132],
  socket: [41, 198],
  socketpair: [53, 199],
  sysinfo: [99, 179],
  tgkill: [234, 131],
  tkill: [200, 130],
  umount2: [166, 39],
  uname: [63, 160],
  unshare: [272, 97],
  userfaultfd: [323, 282],
  vfork: [58, undefined],
  write: [1, 64],
  writev: [20, 66],
} as const satisfies Readonly<Record<string, readonly [x64: number | undefined, arm64: number | undefined]>>

export type SystemCall = keyof typeof numbers

/** Reports whether the system call numbers of this architecture are known. */
export function isKnownArchitecture(name: string): name is Architecture {
  return name === 'x64' || name === 'arm64'
}

/** Returns a system call's number, or undefined if the architecture lacks the call. */
export function systemCallNumber(call: SystemCall, architecture: Architecture): number | undefined {
  return numbers[call][architecture === 'x64' ? 0 : 1]
}
