import { filterProgram, instructionBytes } from './filter-program.ts'
import type { FilterRules } from './filter-rules.ts'
import { loadKoffi } from './load-koffi.ts'
import { isKnownArchitecture, type SystemCall, systemCallNumber } from './system-calls.ts'

/** System calls of this process, made by the C library. A result below 0 means that the call failed. */
export interface NativeCalls {
  readonly withNumbers: (name: SystemCall, ...words: readonly [number, number, number, number]) => number
  /** Makes a call with the address of the bytes as its first argument. */
  readonly withBytesFirst: (name: SystemCall, bytes: Buffer | null, ...words: readonly [number, number]) => number
  /** Makes a call with the addresses of the bytes as its two arguments. */
  readonly withBytes: (name: SystemCall, first: Buffer, second: Buffer) => number
  /** Makes a call with the address of the bytes as its third argument. */
  readonly withBytesThird: (name: SystemCall, ...words: readonly [number, number, bytes: Buffer, number]) => number
  /** Installs a system call filter permanently. With `allThreads`, it applies to all existing threads. */
  readonly installFilter: (rules: FilterRules, options?: { readonly allThreads?: boolean }) => number
  /** Replaces this process with a program, which keeps the environment. Returns only if that fails. */
  readonly execute: (path: string, words: readonly string[]) => number
  /** Ends this process at once, without Node's own steps, which a filter may reject. */
  readonly exit: (code: number) => void
  /** Error number of the last call that failed. */
  readonly errorNumber: () => number
}

/** `SECCOMP_SET_MODE_FILTER`. */
const setFilter = 1
/** `SECCOMP_FILTER_FLAG_TSYNC`: the filter applies to all existing threads instead of only this one. */
const ofAllThreads = 1

const words = (count: number) => Array.from({ length: count }, () => 'unsigned long').join(', ')

/**
 * Loads the C library through koffi, because Node has no API for these calls and npm has no maintained package. Throws
 * if the numbers of this machine's system calls are unknown.
 */
export function openNativeCalls(): NativeCalls {
  const { arch } = process
  if (!isKnownArchitecture(arch)) throw new Error(`there is no system call filter for ${arch}`)
  const ffi = loadKoffi()
  const library = ffi.load(null)
  ffi.struct('sock_fprog', { len: 'uint16', filter: 'void *' })
  // `prctl` fails unless its fifth argument is 0. `syscall` reads six arguments, also those that the caller omits.
  const withNumbers = library.func(`long syscall(long, ${words(6)})`)
  const withBytesFirst = library.func(`long syscall(long, const void *, ${words(5)})`)
  const withBytes = library.func(`long syscall(long, const void *, const void *, ${words(4)})`)
  const withBytesThird = library.func(`long syscall(long, ${words(2)}, const void *, ${words(3)})`)
  const withFilter = library.func(`long syscall(long, ${words(2)}, const sock_fprog *, ${words(3)})`)
  const execute = library.func('int execv(const char *, const char **)')
  const exit = library.func('void _exit(int)')
  return {
    withNumbers: (name, ...given) => withNumbers(systemCallNumber(name, arch), ...given, 0, 0),
    withBytesFirst: (name, bytes, ...given) => withBytesFirst(systemCallNumber(name, arch), bytes, ...given, 0, 0, 0),
    withBytes: (name, first, second) => withBytes(systemCallNumber(name, arch), first, second, 0, 0, 0, 0),
    withBytesThird: (name, ...given) => withBytesThird(systemCallNumber(name, arch), ...given, 0, 0),
    installFilter(rules, { allThreads = false } = {}) {
      const program = filterProgram(arch, rules)
      const filter = { len: program.length / instructionBytes, filter: program }
      return withFilter(systemCallNumber('seccomp', arch), setFilter, allThreads ? ofAllThreads : 0, filter, 0, 0, 0)
    },
    execute: (path, given) => execute(path, [...given, null]),
    exit: (code) => exit(code),
    errorNumber: () => ffi.errno(),
  }
}
