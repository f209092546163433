import type { NativeCalls } from './native-calls.ts'

/**
 * `PR_SET_NO_NEW_PRIVS`: programs started by the process gain no privileges. The kernel requires this setting before it
 * installs a filter.
 */
const setNoNewPrivileges = 38
/** `PR_SET_SECUREBITS` with `SECBIT_NOROOT` and its lock: programs started by root gain no capabilities. */
const [setSecureBits, withoutRoot] = [28, 3]
/** `PR_CAPBSET_DROP`, and the number of bits of a set of capabilities. */
const [dropFromBounds, capabilityBits] = [24, 64]
/** `PR_CAP_AMBIENT` and `PR_CAP_AMBIENT_CLEAR_ALL`. */
const [ambient, clearAll] = [47, 4]
/** Descriptor of standard error. */
const standardError = 2
/** `F_GETFL`, `F_SETFL`, and `O_NONBLOCK`. */
const [getFlags, setFlags, nonblocking] = [3, 4, 0o4000]
/** `F_GETFD`, and the value it returns for a descriptor that is inherited by started programs. */
const [getDescriptorFlags, isInherited] = [1, 0]
/**
 * Lower bound for inherited descriptors with high numbers. The program's own descriptors are below it, because their
 * number is limited.
 */
const firstForeignDescriptor = 256
/** Number of descriptors to close one at a time if the kernel cannot close a range (before Linux 5.9). */
const closedOneByOne = 65_536

/**
 * Makes standard error blocking again. When koffi is loaded, it opens the descriptor and Node makes it nonblocking,
 * which could truncate messages.
 */
export function keepMessagesWhole({ withNumbers: call }: NativeCalls): void {
  call('fcntl', standardError, setFlags, call('fcntl', standardError, getFlags, 0, 0) & ~nonblocking, 0)
}

/** Throws if the kernel does not support this. */
export function giveUpPrivileges({ withNumbers: call, errorNumber }: NativeCalls): void {
  if (call('prctl', setNoNewPrivileges, 1, 0, 0) !== 0)
    throw new Error(`the system refused to give up privileges (error ${errorNumber()})`)
}

/** `_LINUX_CAPABILITY_VERSION_3`, and the size of its `struct __user_cap_data_struct`, twice. */
const [capabilityVersion, capabilityBytes] = [0x2008_0522, 24]

/**
 * Gives up all capabilities, also for programs that are started by this process, which must have called
 * `giveUpPrivileges`. A process of root could otherwise read the environment and the memory map of others, which
 * `CAP_PERFMON` allows on Linux 6.15 and later, whatever Landlock refuses. Throws if the system refuses it.
 */
export function giveUpCapabilities({ withNumbers: call, withBytes, errorNumber }: NativeCalls): void {
  // These need CAP_SETPCAP, which a container of root may lack.
  call('prctl', setSecureBits, withoutRoot, 0, 0)
  for (let capability = 0; capability < capabilityBits; capability++) call('prctl', dropFromBounds, capability, 0, 0)
  call('prctl', ambient, clearAll, 0, 0)
  const header = Buffer.alloc(8)
  header.writeUInt32LE(capabilityVersion)
  // Without new privileges, a program of root gets no more capabilities than this process has.
  if (withBytes('capset', header, Buffer.alloc(capabilityBytes)) !== 0)
    throw new Error(`the system refused to give up capabilities (error ${errorNumber()})`)
}

/**
 * Closes inherited descriptors from a number on. The program that started Assay may have left some open. Node passes on
 * those with high numbers to child processes, where a compromised parser could read and write the open files.
 * Descriptors opened by Node itself are not inherited.
 */
export function closeInherited({ withNumbers: call }: NativeCalls, first: number): void {
  for (let descriptor = first; descriptor < firstForeignDescriptor; descriptor++)
    if (call('fcntl', descriptor, getDescriptorFlags, 0, 0) === isInherited) call('close', descriptor, 0, 0, 0)
  if (call('close_range', firstForeignDescriptor, 0xffff_ffff, 0, 0) === 0) return
  for (let descriptor = firstForeignDescriptor; descriptor < closedOneByOne; descriptor++)
    call('close', descriptor, 0, 0, 0)
}
