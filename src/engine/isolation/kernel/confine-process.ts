import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type koffi from 'koffi'
import { filterProgram, instructionBytes } from './filter-program.ts'
import { isKnownArchitecture, type SystemCall, systemCallNumber } from './system-calls.ts'

const actionsFile = '/proc/sys/kernel/seccomp/actions_avail'

/**
 * `PR_SET_NO_NEW_PRIVS`: programs that the process runs gain no privileges. The kernel requires this before it installs
 * a filter.
 */
const setNoNewPrivileges = 38
/** `SECCOMP_SET_MODE_FILTER`. */
const setFilter = 1
/** `SECCOMP_FILTER_FLAG_TSYNC`: the filter applies to all existing threads, not only to this one. */
const allThreads = 1

/** Reports whether this system probably supports system call filters. Only installing a filter proves it. */
export function canFilterSystemCalls(): boolean {
  if (process.platform !== 'linux' || !isKnownArchitecture(process.arch)) return false
  try {
    createRequire(import.meta.url).resolve('koffi')
    return existsSync(actionsFile) && /\bkill_process\b/.test(readFileSync(actionsFile, 'latin1'))
  } catch {
    return false
  }
}

/** Standard error. Loading koffi opens it, and Node then makes it nonblocking, which could truncate messages. */
const standardError = 2
/** `F_GETFL`, `F_SETFL`, and `O_NONBLOCK`. */
const [getFlags, setFlags, nonblocking] = [3, 4, 0o4000]
/** `F_GETFD`, and the value that it returns for a descriptor that programs inherit. */
const [getDescriptorFlags, isInherited] = [1, 0]
/** First descriptor after the standard descriptors and the channel. */
const firstFurtherDescriptor = 4
/** The program's own descriptors are below this number, because their number is limited. */
const firstForeignDescriptor = 256
/** Number of descriptors to close one by one if the kernel cannot close a range (before Linux 5.9). */
const closedOneByOne = 65_536

/**
 * Installs the filter permanently for all threads of this process. Node has no API for this and npm has no maintained
 * package, so the code calls the C library through koffi. Throws if the kernel rejects the filter.
 */
export function confineProcess(): void {
  const { arch, pid } = process
  if (!isKnownArchitecture(arch)) throw new Error(`there is no system call filter for ${arch}`)
  const ffi: typeof koffi = createRequire(import.meta.url)('koffi')
  const library = ffi.load(null)
  ffi.struct('sock_fprog', { len: 'uint16', filter: 'void *' })
  const withNumbers = library.func('long syscall(long, unsigned long, unsigned long, unsigned long, unsigned long)')
  const withFilter = library.func('long syscall(long, unsigned long, unsigned long, const sock_fprog *)')
  const call = (name: SystemCall, ...words: readonly [number, number, number, number]): number =>
    withNumbers(systemCallNumber(name, arch), ...words)

  call('fcntl', standardError, setFlags, call('fcntl', standardError, getFlags, 0, 0) & ~nonblocking, 0)
  if (call('prctl', setNoNewPrivileges, 1, 0, 0) !== 0)
    throw new Error(`the system refused to give up privileges (error ${ffi.errno()})`)
  closeInherited(call)
  const program = filterProgram(arch, pid)
  const filter = { len: program.length / instructionBytes, filter: program }
  if (withFilter(systemCallNumber('seccomp', arch), setFilter, allThreads, filter) !== 0)
    throw new Error(`the system refused the filter for system calls (error ${ffi.errno()})`)
}

/**
 * Closes inherited descriptors. The program that started Assay may have left some open. Node passes high-numbered ones
 * to children, where a compromised parser could read and write the open files. Children do not inherit the descriptors
 * that Node itself opens.
 */
function closeInherited(call: (name: SystemCall, ...words: readonly [number, number, number, number]) => number): void {
  for (let descriptor = firstFurtherDescriptor; descriptor < firstForeignDescriptor; descriptor++)
    if (call('fcntl', descriptor, getDescriptorFlags, 0, 0) === isInherited) call('close', descriptor, 0, 0, 0)
  if (call('close_range', firstForeignDescriptor, 0xffff_ffff, 0, 0) === 0) return
  for (let descriptor = firstForeignDescriptor; descriptor < closedOneByOne; descriptor++)
    call('close', descriptor, 0, 0, 0)
}
