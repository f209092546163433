import { createHmac, hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import {
  type FileResultRow,
  findFileResults,
  keepFileResults,
  removeFileResultsBetween,
  removeUnusedFileResults,
} from '../db/scans/file-results.ts'
import { isDatabaseAway } from '../db/query-error.ts'
import { findFileUnits, keepFileUnits, removeFileUnitsBetween, removeUnusedFileUnits } from '../db/scans/file-units.ts'
import { sourceFileLimits } from '../../engine/analysis/source-file-limits.ts'
import type { ResultCache, ResultNamespace } from '../../engine/scanner/result-cache.ts'
import { fileEngineVersion } from '../../engine/scanner/engine-version.ts'

export interface FileResultsContext {
  readonly db: Database
  /**
   * Derived from the master key, so that an attacker with access to the table cannot test by hashing whether a file was
   * scanned.
   */
  readonly key: Buffer
  /** Engine version. Defaults to the current one. */
  readonly version?: string
}

/** Length of a key prefix. Long enough to prevent two namespaces with the same prefix. */
const prefixBytes = 16

/** Creates this installation's cache of file results. */
export function createFileResults({ db, key: secret, version = fileEngineVersion() }: FileResultsContext): ResultCache {
  // JSON is self-delimiting, so different words never have the same encoding.
  const hmac = (words: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(words)).digest()
  // Files share a few classes, so the class keys are cached. They are secret, and every hashed message has the same
  // length, which prevents length extension. An HMAC per file took 0.2 s longer for 15,000 files, mostly for setup.
  const classKeys = new LRUCache<string, string>({ max: 1_000 })
  const classKeyOf = (namespace: ResultNamespace, pathClass: string) => {
    const name = JSON.stringify([namespace, pathClass])
    const known = classKeys.get(name)
    if (known) return known
    const made = hmac([namespace, version, pathClass]).toString('hex')
    classKeys.set(name, made)
    return made
  }
  // A namespace's keys share a prefix, so its results can be removed without knowing the files.
  const prefixOf = (namespace: ResultNamespace) => hmac([namespace]).subarray(0, prefixBytes)
  let latest: { readonly namespace: ResultNamespace; readonly prefix: Buffer } | undefined
  const latestPrefixOf = (namespace: ResultNamespace) =>
    (latest?.namespace === namespace ? latest : (latest = { namespace, prefix: prefixOf(namespace) })).prefix
  return {
    keyOf: (namespace, { pathClass, contentDigest }) =>
      Buffer.concat([
        latestPrefixOf(namespace),
        hash('sha256', classKeyOf(namespace, pathClass) + contentDigest, 'buffer'),
      ]),
    async find(keys) {
      return byKey(await findFileResults(db, keys, dayOf(new Date())))
    },
    keep: (results) => keepFileResults(db, results, dayOf(new Date())),
    async findUnits(keys) {
      const rows = await findFileUnits(db, keys, dayOf(new Date()))
      return new Map(rows.map(({ key, unit }) => [key.toString('hex'), unit]))
    },
    keepUnits: (units) => keepFileUnits(db, units, dayOf(new Date())),
    async forget(namespace) {
      // Greater than all keys with the prefix.
      const range = { start: prefixOf(namespace), end: Buffer.concat([prefixOf(namespace), Buffer.alloc(33, 0xff)]) }
      await removeFileResultsBetween(db, range)
      await removeFileUnitsBetween(db, range)
    },
  }
}

/**
 * Returns the same cache for responses. Its lookups do not mark results as used, because requests would otherwise keep
 * them from expiring. While the database is away, they find no results.
 */
export function createShownResults(context: FileResultsContext): ResultCache {
  return {
    ...createFileResults(context),
    async find(keys) {
      try {
        return byKey(await findFileResults(context.db, keys))
      } catch (error) {
        if (isDatabaseAway(error)) return new Map()
        throw error
      }
    },
  }
}

const byKey = (rows: readonly FileResultRow[]): ReadonlyMap<string, unknown> =>
  new Map(rows.map(({ key, result }) => [key.toString('hex'), result]))

/** Removes results that have not been used recently. */
export async function tidyFileResults(db: Database, now: Date): Promise<void> {
  const before = dayOf(new Date(now.getTime() - sourceFileLimits.resultRetentionDays * 24 * 60 * 60_000))
  await removeUnusedFileResults(db, before)
  await removeUnusedFileUnits(db, before)
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
