import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const arm = process.arch === 'arm64'
/** Returns the number of a system call on x64 or arm64. */
export const number = (x64: number, arm64: number) => (arm ? arm64 : x64)

const currentFolder = 0xffff_ff9c
const signalOfEnd = 17
/** `CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD`. */
const flagsOfThread = 0x1_0f00
export const killed = 'its parser made a system call that the sandbox forbids'
export const [notPermitted, badDescriptor, notImplemented] = [-1, -9, -38]

/** A file that represents code of the service. */
export const codePath = join(mkdtempSync(join(tmpdir(), 'assay-kernel-')), 'engine.js')
const path = codePath

/** A text that is passed by address. */
export const address = 'x'.repeat(64)

/** Maps and fills 64 MiB of memory: `mmap` with `MAP_PRIVATE`, `MAP_ANONYMOUS`, and `MAP_POPULATE`. */
export const takeMemory: readonly number[] = [number(9, 222), 0, 2 ** 26, 3, 0x8022, 2 ** 32 - 1, 0]

/**
 * Attempts of a compromised parser: description, system call, and expected result. `own` and `parent` are process IDs,
 * and `clock of parent` is the clock of that process.
 */
export const attempts: readonly (readonly [deed: string, call: readonly (number | string)[], outcome: unknown])[] = [
  ['read a file of the machine', [number(257, 56), currentFolder, '/etc/passwd', 0, 0], notPermitted],
  ['read the environment of the service', [number(257, 56), currentFolder, '/proc/parent/environ', 0, 0], notPermitted],
  ['write to code of the service', [number(257, 56), currentFolder, path, 1, 0], notPermitted],
  ['create a file', [number(257, 56), currentFolder, `${path}.new`, 0o101, 0o600], notPermitted],
  ['open a file another way', [437, currentFolder, path, 0, 24], notPermitted],
  ['learn whether a file exists', [number(262, 79), currentFolder, path, 0, 0], badDescriptor],
  ['learn it another way', [number(332, 291), currentFolder, path, 0, 0xfff, 0], notPermitted],
  ['follow a link', [number(267, 78), currentFolder, '/proc/self/exe', 0, 0], notPermitted],
  ['remove a file', [number(263, 35), currentFolder, path, 0], notPermitted],
  ['map a descriptor for all to see', [number(9, 222), 0, 4096, 3, 1, 2, 0], notPermitted],
  ['reserve memory that the limit does not count', [number(9, 222), 0, 4096, 3, 0x122, 2 ** 32 - 1, 0], notPermitted],
  ['create a file in memory', [number(319, 279), 'name', 0], notPermitted],
  ['fill the disk through a descriptor', [number(285, 47), 3, 0, 0, 2 ** 30], notPermitted],
  ['grow a file through a descriptor', [number(77, 46), 3, 2 ** 30], notPermitted],
  ['run a program', [number(59, 221), '/bin/true', 0, 0], killed],
  ['run a program another way', [number(322, 281), currentFolder, '/bin/true', 0, 0, 0], killed],
  ['start a process', [number(56, 220), signalOfEnd, 0, 0, 0, 0], killed],
  ['start a process another way', [435, 0, 0], notImplemented],
  ['start a thread', [number(56, 220), flagsOfThread, 0, 0, 0, 0], killed],
  ['open a connection', [number(41, 198), 2, 1, 0], killed],
  ['use the network through a queue of the kernel', [425, 8, 0], notImplemented],
  ['use a queue that is open', [426, 4, 1, 0, 0, 0, 0], notPermitted],
  ['trace the service', [number(101, 117), 16, 'parent', 0, 0], killed],
  ['read the memory of the service', [number(310, 270), 'parent', 0, 0, 0, 0, 0], killed],
  ['take a descriptor of the service', [434, 'parent', 0], killed],
  ['end the service', [number(62, 129), 'parent', 0], killed],
  ['end a thread of the service', [number(234, 131), 'parent', 'parent', 0], killed],
  ['signal to itself', [number(62, 129), 'own', 0], 0],
  ['find memory of the service', [number(274, 100), 'parent', address, address], notPermitted],
  ['measure the service', [number(228, 113), 'clock of parent', address], notPermitted],
  ['measure the service another way', [number(229, 114), 'clock of parent', 0], notPermitted],
  ['wait by the clock of the service', [number(230, 115), 'clock of parent', 0, 0, 0], notPermitted],
  ['read its own clock', [number(229, 114), 1, 0], 0],
  ['wait for a thread of the service', [number(202, 98), address, 6, 0, 0], notPermitted],
  ['learn whether a process exists', [number(204, 123), 'parent', 8, address], notImplemented],
  ['learn its own limits', [number(302, 261), 'own', 7, 0, 0], 0],
  ['learn limits of the service', [number(302, 261), 'parent', 7, 0, 0], notPermitted],
  ['take memory from the machine', [number(28, 233), 0, 4096, 100], notPermitted],
  ['compare memory with other processes', [number(28, 233), 0, 0, 12], notPermitted],
  ['return its own memory', [number(28, 233), 0, 0, 4], 0],
  ['change limits of the service', [number(302, 261), 'parent', 7, 1, 0], notPermitted],
  ['type into a terminal', [number(16, 29), 0, 0x5412, 0], notPermitted],
  ['have signals sent on its behalf', [number(72, 25), 3, 8, 'parent'], notPermitted],
  ['become dumpable', [number(157, 167), 4, 1, 0, 0, 0], notPermitted],
  ['enter other namespaces', [number(272, 97), 0x1000_0000], killed],
  ['mount', [number(165, 40), 'none', '/', 'tmpfs', 0, 0], killed],
  ['share memory', [number(29, 194), 1, 4096, 0o1600], notPermitted],
  ['replace the filter', [number(317, 277), 1, 0, 0], notPermitted],
  ['load code into the kernel', [number(321, 280), 5, 0, 0], killed],
]

/** Rows of the table in `docs/explanation/threat-model.md`, with the attempts that test each row. */
export const threatRows: Readonly<Record<string, readonly string[]>> = {
  'read keys and environments': [
    'read a file of the machine',
    'read the environment of the service',
    'open a file another way',
    'learn whether a file exists',
    'learn it another way',
    'follow a link',
    'read the memory of the service',
    'take a descriptor of the service',
  ],
  'write code or other files': ['write to code of the service', 'create a file', 'remove a file'],
  'map files writable and shared': ['map a descriptor for all to see', 'create a file in memory', 'share memory'],
  'execute programs': ['run a program', 'run a program another way'],
  'start processes or threads': ['start a process', 'start a process another way', 'start a thread'],
  'use the network': ['open a connection', 'use the network through a queue of the kernel', 'use a queue that is open'],
  'trace other processes': ['trace the service'],
  'signal other processes': [
    'end the service',
    'end a thread of the service',
    'have signals sent on its behalf',
    'type into a terminal',
  ],
  'fill the disk': ['create a file', 'fill the disk through a descriptor', 'grow a file through a descriptor'],
  'observe or disturb other processes': [
    'find memory of the service',
    'measure the service',
    'measure the service another way',
    'wait by the clock of the service',
    'wait for a thread of the service',
    'learn whether a process exists',
    'learn limits of the service',
    'change limits of the service',
    'compare memory with other processes',
    'take memory from the machine',
  ],
  'change the kernel or the confinement': [
    'become dumpable',
    'enter other namespaces',
    'mount',
    'replace the filter',
    'load code into the kernel',
  ],
}
