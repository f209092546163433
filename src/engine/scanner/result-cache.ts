import { hash } from 'node:crypto'
import type { SourceIdentity } from '../model/target.ts'

/** Whose files share results: public ones, those of one account, or those of the user of the command line. */
export type ResultNamespace = 'public' | 'command' | `account:${string}`

/** What decides the result of a file, apart from the engine. */
export interface KeyedFile {
  readonly pathClass: string
  /** SHA-256 of its content, in hex. */
  readonly contentDigest: string
}

/** Results of single files, for later scans that meet the same content. */
export interface ResultCache {
  /** The key of a file's result: equal only for the same namespace, engine, class of the path and content. */
  keyOf(namespace: ResultNamespace, file: KeyedFile): Buffer
  /** Results by key in hex, of at most `sourceFileLimits.maxResultsPerQuery` keys. */
  find(keys: readonly Buffer[]): Promise<ReadonlyMap<string, unknown>>
  keep(results: readonly { readonly key: Buffer; readonly result: unknown }[]): Promise<void>
  /** Encoded units by key in hex, of at most `sourceFileLimits.maxModulesPerQuery` keys. */
  findUnits(keys: readonly Buffer[]): Promise<ReadonlyMap<string, Buffer>>
  keepUnits(units: readonly { readonly key: Buffer; readonly unit: Buffer }[]): Promise<void>
  /** Removes every result and unit of a namespace. */
  forget(namespace: ResultNamespace): Promise<void>
}

/**
 * Returns the namespace of a source's files. Files that were read with credentials, or from an address that is not
 * public, belong to the account alone. Without an account they belong to the command line, which reads folders and
 * registries with the credentials of its user.
 */
export function namespaceOf(
  { isPrivate, isInternal, type }: SourceIdentity,
  accountId: string | undefined,
): ResultNamespace {
  if (accountId === undefined) return 'command'
  return isPrivate || isInternal || type === 'folder' ? `account:${accountId}` : 'public'
}

/** The key of a file where nothing is kept beyond a scan. */
export function passingKeyOf({ pathClass, contentDigest }: KeyedFile): Buffer {
  return hash('sha256', `${pathClass}\0${contentDigest}`, 'buffer')
}
