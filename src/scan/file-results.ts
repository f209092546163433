import { createHash, createHmac } from 'node:crypto'
import type { Database } from '../db/client.ts'
import { findFileResults, keepFileResults, removeUnusedFileResults } from '../db/file-results.ts'
import { limits } from '../model/limits.ts'
import type { SourceIdentity } from '../model/target.ts'
import { fileEngineVersion } from './engine-version.ts'

/** Whose files share results: those of everybody, of one account, or of whoever calls the command on this machine. */
export type FileResultNamespace = 'public' | 'command' | `account:${string}`

/** What decides the result of a file, apart from the engine. */
export interface KeyedFile {
  readonly pathClass: string
  readonly content: Buffer
}

/** Results of single files, for later scans that meet the same content. */
export interface FileResults {
  /** The key of a file's result: equal only for the same namespace, engine, class of the path and content. */
  keyOf(namespace: FileResultNamespace, file: KeyedFile): Buffer
  /** Results by key in hex, of at most `limits.code.resultsAtOnce` keys. */
  find(keys: readonly Buffer[]): Promise<ReadonlyMap<string, unknown>>
  keep(results: readonly { readonly key: Buffer; readonly result: unknown }[]): Promise<void>
}

export interface FileResultsContext {
  readonly db: Database
  /** Derived from the master key: nobody who reads the table can tell by hashing which files were seen. */
  readonly key: Buffer
  /** Stands for the engine; its own unless told otherwise. */
  readonly version?: string
}

/** The results that this installation keeps. */
export function createFileResults({ db, key: secret, version = fileEngineVersion() }: FileResultsContext): FileResults {
  return {
    keyOf: (namespace, { pathClass, content }) => createHmac('sha256', secret).update(JSON.stringify([namespace, version, pathClass, createHash('sha256').update(content).digest('hex')])).digest(),
    async find(keys) {
      const rows = await findFileResults(db, keys, dayOf(new Date()))
      return new Map(rows.map(({ key, result }) => [key.toString('hex'), result]))
    },
    keep: (results) => keepFileResults(db, results, dayOf(new Date())),
  }
}

/**
 * Whose a source's files are. What was read with credentials, or from an address that not everybody reaches, is the
 * account's alone; without an account it is the command's, which reads folders and registries with the operator's credentials.
 */
export function namespaceOf({ isPrivate, isInternal, type }: SourceIdentity, accountId: string | undefined): FileResultNamespace {
  if (accountId === undefined) return 'command'
  return isPrivate || isInternal || type === 'folder' ? `account:${accountId}` : 'public'
}

/** Removes results that nobody has asked for in a while. */
export async function tidyFileResults(db: Database, now: Date): Promise<void> {
  await removeUnusedFileResults(db, dayOf(new Date(now.getTime() - limits.code.resultDays * 24 * 60 * 60_000)))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
