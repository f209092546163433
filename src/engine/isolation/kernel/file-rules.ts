import { closeSync, openSync } from 'node:fs'
import type { NativeCalls } from './native-calls.ts'

/** What a program may do with a file, or with everything in a folder. */
export interface FileRule {
  readonly path: string
  readonly rights: readonly FileRight[]
}

/** Bits of the rights in `linux/landlock.h`. The names are those of setpriv. */
const bits = {
  execute: 0,
  'write-file': 1,
  'read-file': 2,
  'read-dir': 3,
  'remove-dir': 4,
  'remove-file': 5,
  'make-dir': 7,
  'make-reg': 8,
  'make-sym': 12,
  refer: 13,
  truncate: 14,
} as const

export type FileRight = keyof typeof bits

/**
 * Number of rights on files that a version of Landlock can refuse, by version. The last number also applies to later
 * versions.
 */
const rightsByVersion = [0, 13, 14, 15, 15, 16] as const

/** `LANDLOCK_CREATE_RULESET_VERSION`. */
const askForVersion = 1
/** `LANDLOCK_RULE_PATH_BENEATH`. */
const ruleForPath = 1
/** `O_PATH`: opens a file only to name it. */
const onlyName = 0o1000_0000

/** Numbers of Landlock for a launcher that is not written in JavaScript. */
export const landlock = { rightsByVersion, askForVersion, ruleForPath, onlyName } as const

/** Returns the bits of the rights. */
export const rightsMask = (rights: readonly FileRight[]): bigint =>
  rights.reduce((mask, right) => mask | (1n << BigInt(bits[right])), 0n)

/** Returns the version of Landlock that the kernel supports, or 0 if it supports none or refuses Landlock. */
export function landlockVersion({ withBytesFirst }: NativeCalls): number {
  return Math.max(0, withBytesFirst('landlock_create_ruleset', null, 0, askForVersion))
}

/**
 * Permanently refuses this thread, and programs that it starts, all access to files except by the rules. Also refuses
 * tracing other processes, and TCP servers. Throws if the kernel does not support this, or if a path does not exist.
 *
 * @param mayConnect True if the thread may open TCP connections. Defaults to false.
 */
export function restrictFiles(
  calls: NativeCalls,
  rules: readonly FileRule[],
  { mayConnect = false }: { readonly mayConnect?: boolean } = {},
): void {
  const refused = () => new Error(`the system refused the rules for files (error ${calls.errorNumber()})`)
  const version = landlockVersion(calls)
  if (version === 0) throw refused()
  const ruleSet = calls.withBytesFirst('landlock_create_ruleset', ruleSetOf(version, mayConnect), attributeBytes, 0)
  if (ruleSet < 0) throw refused()
  for (const { path, rights } of rules) {
    const file = openSync(path, onlyName)
    const rule = ruleOf(file, rightsMask(rights) & supportedRights(version))
    if (calls.withBytesThird('landlock_add_rule', ruleSet, ruleForPath, rule, 0) !== 0) throw refused()
    closeSync(file)
  }
  if (calls.withNumbers('landlock_restrict_self', ruleSet, 0, 0, 0) !== 0) throw refused()
}

/** `LANDLOCK_ACCESS_NET_BIND_TCP` and `LANDLOCK_ACCESS_NET_CONNECT_TCP`. */
const [bindTcp, connectTcp] = [1n, 2n]

/** Size of `struct landlock_ruleset_attr`. Earlier versions of the kernel accept the later fields if they are zero. */
const attributeBytes = 24

/** Returns the bits of all rights that this version can refuse. Earlier versions do not know the later rights. */
const supportedRights = (version: number): bigint =>
  (1n << BigInt(rightsByVersion[version] ?? Math.max(...rightsByVersion))) - 1n

/**
 * Returns a rule set that refuses everything that this version can refuse: all rights on files, TCP (from version 4),
 * apart from connections that are needed, and signals and abstract Unix sockets of other processes (from version 6).
 */
function ruleSetOf(version: number, mayConnect: boolean): Buffer {
  const attribute = Buffer.alloc(attributeBytes)
  attribute.writeBigUInt64LE(supportedRights(version), 0)
  attribute.writeBigUInt64LE(version >= 4 ? (mayConnect ? bindTcp : bindTcp | connectTcp) : 0n, 8)
  attribute.writeBigUInt64LE(version >= 6 ? 3n : 0n, 16)
  return attribute
}

/** Returns a `struct landlock_path_beneath_attr`. */
function ruleOf(file: number, rights: bigint): Buffer {
  const rule = Buffer.alloc(12)
  rule.writeBigUInt64LE(rights, 0)
  rule.writeInt32LE(file, 8)
  return rule
}
