import { hash } from 'node:crypto'
import type { SourceIdentity } from '../model/target.ts'

/**
 * Scans that share a result:
 *
 * - `source:<canonical URL>`: scans of one public source
 * - `public`: scans of all public sources, for results about one published package that its child alone has read
 * - `account:<ID>`: scans of one account. In the service: those of its private sources
 * - `internal:<ID>`: scans of one account in a service process that also scans sources of others, for sources and
 *   registries on internal addresses
 * - `command`: scans of the CLI user
 *
 * A hostile file may have taken control of the child that reads the other files of its scan too. Its results can only
 * mislead scans of the same source.
 */
export type ResultNamespace = 'public' | 'command' | `account:${string}` | `internal:${string}` | `source:${string}`

/** Returns the namespaces with results that only an account's scans can use. */
export const namespacesOfAccount = (accountId: string): readonly ResultNamespace[] => [
  `account:${accountId}`,
  `internal:${accountId}`,
]

/** Everything about a file that affects its result. The engine is not included. */
export interface KeyedFile {
  readonly pathClass: string
  /** SHA-256 of the content, in hexadecimal. */
  readonly contentDigest: string
}

/** Caches single-file results for later scans of the same content. */
export interface ResultCache {
  /**
   * Returns the key of a file's result. Keys are equal only for the same namespace, engine, path class, and content.
   */
  keyOf(namespace: ResultNamespace, file: KeyedFile): Buffer
  /** Returns results by key in hexadecimal, for at most `sourceFileLimits.maxResultsPerQuery` keys. */
  find(keys: readonly Buffer[]): Promise<ReadonlyMap<string, unknown>>
  keep(results: readonly { readonly key: Buffer; readonly result: unknown }[]): Promise<void>
  /** Returns encoded modules by key in hexadecimal, for at most `sourceFileLimits.maxModulesPerQuery` keys. */
  findUnits(keys: readonly Buffer[]): Promise<ReadonlyMap<string, Buffer>>
  keepUnits(units: readonly { readonly key: Buffer; readonly unit: Buffer }[]): Promise<void>
  /** Deletes all results and modules of a namespace. */
  forget(namespace: ResultNamespace): Promise<void>
}

/**
 * Returns the namespace for a source's files. Without an account (in the CLI), returns `command` for all files. With an
 * account, returns the account's namespace for folders, private sources, and internal addresses, and the source's own
 * for all others.
 */
export function namespaceOf(
  { isPrivate, isInternal, type, canonicalUrl }: SourceIdentity,
  accountId: string | undefined,
): ResultNamespace {
  if (accountId === undefined) return 'command'
  return isPrivate || isInternal || type === 'folder' ? `account:${accountId}` : `source:${canonicalUrl}`
}

/** Returns a file's key for a scan without a result cache. It is unique only within the scan. */
export function passingKeyOf({ pathClass, contentDigest }: KeyedFile): Buffer {
  return hash('sha256', `${pathClass}\0${contentDigest}`, 'buffer')
}
