import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type koffi from 'koffi'
import { filterProgram, instructionBytes } from './filter-program.ts'
import { isKnownArchitecture, type SystemCall, systemCallNumber } from './system-calls.ts'

const actionsFile = '/proc/sys/kernel/seccomp/actions_avail'

/**
 * `PR_SET_NO_NEW_PRIVS`: programs started by the process gain no privileges. The kernel requires this setting before it
 * installs a filter.
 */
const setNoNewPrivileges = 38
/** `SECCOMP_SET_MODE_FILTER`. */
const setFilter = 1
/** `SECCOMP_FILTER_FLAG_TSYNC`: the filter applies to all existing threads instead of only this one. */
const allThreads = 1

/** Reports whether this system is likely to support system call filters. Only installing a filter can prove it. */
export function canFilterSystemCalls(): boolean {
  if (process.platform !== 'linux' || !isKnownArchitecture(process.arch)) return false
  try {
    // The native part is an optional dependency, which an installation can lack. Koffi looks for it in the folder next
    // to its own.
    const folder = dirname(createRequire(import.meta.url).resolve('koffi'))
    if (!existsSync(join(folder, `../@koromix/koffi-linux-${process.arch}`))) return false
    return existsSync(actionsFile) && /\bkill_process\b/.test(readFileSync(actionsFile, 'latin1'))
  } catch {
    return false
  }
}

/**
 * Descriptor of standard error. When koffi is loaded, it opens the descriptor and Node makes it nonblocking, which
 * could truncate messages.
 */
const standardError = 2
/** `F_GETFL`, `F_SETFL`, and `O_NONBLOCK`. */
const [getFlags, setFlags, nonblocking] = [3, 4, 0o4000]
/** `F_GETFD`, and the value it returns for a descriptor that is inherited by started programs. */
const [getDescriptorFlags, isInherited] = [1, 0]
/** First descriptor after the standard descriptors and the socket to the parent. */
const firstFurtherDescriptor = 4
/**
 * Lower bound for inherited descriptors with high numbers. The program's own descriptors are below it, because their
 * number is limited.
 */
const firstForeignDescriptor = 256
/** Number of descriptors to close one at a time if the kernel cannot close a range (before Linux 5.9). */
const closedOneByOne = 65_536

const words = (count: number) => Array.from({ length: count }, () => 'unsigned long').join(', ')

/**
 * Installs the filter permanently for all threads of this process. Calls the C library through koffi, because Node has
 * no API for this and npm has no maintained package. Throws if the kernel rejects the filter.
 */
export function confineProcess(): void {
  const { arch, pid } = process
  if (!isKnownArchitecture(arch)) throw new Error(`there is no system call filter for ${arch}`)
  const ffi: typeof koffi = createRequire(import.meta.url)('koffi')
  const library = ffi.load(null)
  ffi.struct('sock_fprog', { len: 'uint16', filter: 'void *' })
  // `prctl` fails unless its fifth argument is 0. `syscall` reads six arguments, also those that the caller omits.
  const withNumbers = library.func(`long syscall(long, ${words(6)})`)
  const withFilter = library.func(`long syscall(long, ${words(2)}, const sock_fprog *, ${words(3)})`)
  const call = (name: SystemCall, ...given: readonly [number, number, number, number]): number =>
    withNumbers(systemCallNumber(name, arch), ...given, 0, 0)

  call('fcntl', standardError, setFlags, call('fcntl', standardError, getFlags, 0, 0) & ~nonblocking, 0)
  if (call('prctl', setNoNewPrivileges, 1, 0, 0) !== 0)
    throw new Error(`the system refused to give up privileges (error ${ffi.errno()})`)
  closeInherited(call)
  const program = filterProgram(arch, pid)
  const filter = { len: program.length / instructionBytes, filter: program }
  if (withFilter(systemCallNumber('seccomp', arch), setFilter, allThreads, filter, 0, 0, 0) !== 0)
    throw new Error(`the system refused the filter for system calls (error ${ffi.errno()})`)
}

/**
 * Closes inherited descriptors. The program that started Assay may have left some open. Node passes on those with high
 * numbers to child processes, where a compromised parser could read and write the open files. Descriptors opened by
 * Node itself are not inherited.
 */
function closeInherited(call: (name: SystemCall, ...words: readonly [number, number, number, number]) => number): void {
  for (let descriptor = firstFurtherDescriptor; descriptor < firstForeignDescriptor; descriptor++)
    if (call('fcntl', descriptor, getDescriptorFlags, 0, 0) === isInherited) call('close', descriptor, 0, 0, 0)
  if (call('close_range', firstForeignDescriptor, 0xffff_ffff, 0, 0) === 0) return
  for (let descriptor = firstForeignDescriptor; descriptor < closedOneByOne; descriptor++)
    call('close', descriptor, 0, 0, 0)
}
