import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { matchedEcosystems, Ecosystem } from '../../model/component.ts'
import type { Feed } from '../sync/feed-store.ts'
import { replaceFile } from './atomic-file.ts'
import { RecordFile } from './record-file.ts'
import { DamagedRecordFile } from './record-file-format.ts'

/** Part of the path that changes whenever files from earlier versions become unusable. */
const layout = 'advisories-1'

const moment = z
  .string()
  .transform((text) => new Date(text))
  .nullable()

/** A feed's stored state, with the name of its record file. */
const StoredState = z.object({
  base: z.string(),
  ecosystem: Ecosystem,
  syncedAt: moment,
  newestModified: moment,
  records: z.int().nonnegative(),
  unreadable: z.int().nonnegative(),
  fullAt: moment,
  exportDigest: z.string().nullable(),
  exportEtag: z.string().nullable(),
  listingDigest: z.string().nullable(),
  listingEtag: z.string().nullable(),
  lastAttemptAt: moment,
  lastError: z.string().nullable(),
  recordFile: z
    .string()
    .regex(/^[\w-]+\.records$/)
    .nullable(),
})
export type StoredState = z.output<typeof StoredState>

const stateName = 'state.json'
const lockName = 'lock'

/** Returns the state of a feed that has never been synced. */
export function newState({ base, ecosystem }: Feed): StoredState {
  return {
    base,
    ecosystem,
    syncedAt: null,
    newestModified: null,
    records: 0,
    unreadable: 0,
    fullAt: null,
    exportDigest: null,
    exportEtag: null,
    listingDigest: null,
    listingEtag: null,
    lastAttemptAt: null,
    lastError: null,
    recordFile: null,
  }
}

export function feedFolder(folder: string, { base, ecosystem }: Feed): string {
  const name = ecosystem.toLowerCase().replace(/[^a-z\d.]+/g, '-')
  return join(folder, layout, `${name}-${createHash('sha256').update(base).digest('hex').slice(0, 12)}`)
}

/** Returns the path of the lock for syncing the feed. Creates the feed's folder. */
export function lockPath(folder: string, feed: Feed): string {
  mkdirSync(feedFolder(folder, feed), { recursive: true, mode: 0o700 })
  return join(feedFolder(folder, feed), lockName)
}

/** Reads a feed's state. Returns undefined if the feed has never been synced or the file is damaged. */
export function readState(folder: string, feed: Feed): StoredState | undefined {
  try {
    const stored = StoredState.safeParse(JSON.parse(readFileSync(join(feedFolder(folder, feed), stateName), 'utf8')))
    return stored.data?.base === feed.base && stored.data.ecosystem === feed.ecosystem ? stored.data : undefined
  } catch {
    return undefined
  }
}

/** Reports whether any feed at a base has been synced. */
export function hasSyncedState(folder: string, base: string): boolean {
  return matchedEcosystems.some((ecosystem) => (readState(folder, { base, ecosystem })?.syncedAt ?? null) !== null)
}

/** Stores a feed's state. Readers then use the record file named in it. */
export function writeState(folder: string, state: StoredState): void {
  replaceFile(join(feedFolder(folder, state), stateName), `${JSON.stringify(state, undefined, 2)}\n`)
}

/** Removes a feed's state, so that the next sync reads the whole export. */
export function removeState(folder: string, feed: Feed): void {
  rmSync(join(feedFolder(folder, feed), stateName), { force: true })
}

/**
 * Removes files that no state refers to, such as those left behind by a killed process. The caller must hold the lock.
 */
export function removeUnused(folder: string, state: StoredState): void {
  for (const name of readdirSync(feedFolder(folder, state)))
    if (name !== stateName && name !== state.recordFile && !name.startsWith(lockName))
      // Windows cannot remove a file that another process has open. In that case, a later sync removes it.
      rmSync(join(feedFolder(folder, state), name), { force: true, maxRetries: 0, recursive: true })
}

/**
 * Maximum number of attempts to open the records. A sync may replace the record file after its name is read from the
 * state.
 */
const maxOpenings = 5

/**
 * Opens a feed's records and state. Returns undefined if the feed has never been synced. Throws a DamagedRecordFile.
 */
export function openRecords(
  folder: string,
  feed: Feed,
): { readonly state: StoredState; readonly file: RecordFile } | undefined {
  for (let opening = 1; ; opening += 1) {
    const state = readState(folder, feed)
    if (state === undefined || state.recordFile === null) return undefined
    try {
      return { state, file: RecordFile.open(join(feedFolder(folder, feed), state.recordFile)) }
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isMissing) throw error
      if (opening === maxOpenings) throw new DamagedRecordFile('The record file is missing.')
    }
  }
}
