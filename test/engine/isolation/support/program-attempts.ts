import { number } from './native-attempts.ts'

const currentFolder = '-100'
const call = (x64: number, arm64: number, ...words: readonly (number | string)[]) =>
  [number(x64, arm64), ...words].join(' ')
const open = (path: string, flags: number) => call(257, 56, currentFolder, path, flags, 0o600)

/** Flags of `open`. */
const [write, create] = [1, 0o101]
/** The process ends with this signal. */
export const ended = 'SIGSYS'
const [notPermitted, badDescriptor, denied, otherFolder, notImplemented] = ['-1', '-9', '-13', '-18', '-38']
/** Results of calls that the filter refuses. */
export const refusals: readonly string[] = [notPermitted, notImplemented, ended]

/** A descriptor that the test leaves open for Assay, which must not pass it on. */
export const inheritedDescriptor = 100

/** Where an attack takes place. */
export interface Scene {
  /** File of the same user that the program must not read or change. */
  readonly secret: string
  /** Path of a file that does not exist, beside the secret. */
  readonly fresh: string
}

/**
 * Attempts of a compromised program in its own folder, which contains `HEAD`: description, system call, and expected
 * result.
 */
export const attemptsOnFiles = ({ secret, fresh }: Scene): readonly (readonly [string, string, string])[] => [
  ['read a file of the same user', open(secret, 0), denied],
  ['read a file of the machine', open('/etc/passwd', 0), denied],
  ['read the environment of the service', open('/proc/PARENT/environ', 0), denied],
  ['read a file by way of its own folder', open(`./../../../../../../../..${secret}`, 0), denied],
  ['list another folder', open('/', 0), denied],
  ['change a file of the same user', open(secret, write), denied],
  ['create a file outside its folder', open(fresh, create), denied],
  ['remove a file of the same user', call(263, 35, currentFolder, secret, 0), denied],
  ['create a folder outside its own', call(258, 34, currentFolder, fresh, 0o700), denied],
  ['link a file into its folder', call(265, 37, currentFolder, secret, currentFolder, 'stolen', 0), otherFolder],
  ['move a file out of its folder', call(264, 38, currentFolder, 'HEAD', currentFolder, fresh), denied],
  ['write to the memory of the service', open('/proc/PARENT/mem', 2), denied],
  ['follow a link of the service', call(267, 78, currentFolder, '/proc/PARENT/exe', secret, 1), denied],
  ['replace the filter of the next start', open('../filter', write), denied],
  ['move another file over the filter', call(264, 38, currentFolder, 'HEAD', currentFolder, '../filter'), denied],
  ['replace its own folder', call(264, 38, currentFolder, '../own', currentFolder, '../other'), denied],
  ['create a folder in its folder', call(258, 34, currentFolder, 'folder', 0o700), denied],
  ['run a shell', `-1 /bin/sh -c`, denied],
  ['run a program', `-1 /bin/true x`, denied],
]

/** Attempts that the system call filter alone refuses. */
export const attemptsOnTheSystem = ({ secret, fresh }: Scene): readonly (readonly [string, string, string])[] => [
  ['open a file another way', call(437, 437, currentFolder, secret, 0, 24), notPermitted],
  ['empty a file', call(76, 45, secret, 0), notPermitted],
  ['change the mode of a file', call(268, 53, currentFolder, secret, 0o777), notPermitted],
  ['change the owner of a file', call(260, 54, currentFolder, secret, 0, 0, 0), notPermitted],
  ['change the times of a file', call(280, 88, currentFolder, secret, 0, 0), notPermitted],
  ['change an attribute of a file', call(188, 5, secret, 'user.a', 'b', 1, 0), notPermitted],
  ['create a symbolic link', call(266, 36, secret, currentFolder, 'link'), notPermitted],
  ['create a device', call(259, 33, currentFolder, fresh, 0o10600, 0), notPermitted],
  ['change the current folder', call(80, 49, '/'), notPermitted],
  ['map a file for all to see', call(9, 222, 0, 4096, 3, 1, 0, 0), notPermitted],
  ['create a file in memory', call(319, 279, 'name', 0), notPermitted],
  ['run a program another way', call(322, 281, currentFolder, '/bin/true', 0, 0, 0), ended],
  ['start a process', call(56, 220, 17, 0, 0, 0, 0), ended],
  ['start a process another way', call(435, 435, 0, 0), notImplemented],
  ['start a thread', call(56, 220, 0x1_0f00, 0, 0, 0, 0), ended],
  ['open a TCP socket', call(41, 198, 2, 1, 0), ended],
  ['open a UDP socket', call(41, 198, 2, 2, 0), ended],
  ['open a Unix socket', call(41, 198, 1, 1, 0), ended],
  ['use the network through a queue of the kernel', call(425, 425, 8, 0), notImplemented],
  ['trace the service', call(101, 117, 16, 'parent', 0, 0), ended],
  ['read the memory of the service', call(310, 270, 'parent', 0, 0, 0, 0, 0), ended],
  ['take a descriptor of the service', call(434, 434, 'parent', 0), ended],
  ['end the service', call(62, 129, 'parent', 0), ended],
  ['end a thread of the service', call(234, 131, 'parent', 'parent', 0), ended],
  ['have signals sent on its behalf', call(72, 25, 0, 8, 'parent'), notPermitted],
  ['change limits of the service', call(302, 261, 'parent', 7, 1, 0), notPermitted],
  ['leave its process group', call(112, 157), notPermitted],
  ['type into a terminal', call(16, 29, 0, 0x5412, 0), notPermitted],
  ['become dumpable', call(157, 167, 4, 1, 0, 0, 0), notPermitted],
  ['enter other namespaces', call(272, 97, 0x1000_0000), ended],
  ['mount', call(165, 40, 'none', '/', 'tmpfs', 0, 0), ended],
  ['replace the filter', call(317, 277, 1, 0, 0), notPermitted],
  ['load code into the kernel', call(321, 280, 5, 0, 0), ended],
  ['open more descriptors than git needs', call(292, 24, 0, 64, 0), badDescriptor],
  ['read a descriptor that Assay has inherited', call(0, 63, inheritedDescriptor, 0, 0), badDescriptor],
]

export const readHead = open('HEAD', 0)

/** Calls that git needs. Their result is not negative. */
export const neededCalls: readonly (readonly [string, string])[] = [
  ['read its own file', readHead],
  ['create a file in its folder', open('own', create)],
  ['move a file in its folder', call(264, 38, currentFolder, 'own', currentFolder, 'moved')],
  ['remove a file in its folder', call(263, 35, currentFolder, 'moved', 0)],
  ['list its folder', open('.', 0)],
]
