import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Feed, FeedStore } from '../sync/feed-store.ts'
import { tryLock } from './exclusive-lock.ts'
import { FeedDraft } from './feed-draft.ts'
import {
  feedFolder,
  hasSyncedState,
  lockPath,
  newState,
  openRecords,
  readState,
  removeState,
  removeUnused,
  type StoredState,
  writeState,
} from './feed-files.ts'
import { DamagedRecordFile } from './record-file-format.ts'
import { RecordFileWriter } from './record-file-writer.ts'

const lookForLockMs = 50

/**
 * Maximum number of fetched records in memory. Each write copies the whole file, so larger batches cost less overall.
 */
const maxHeldRecords = 2_000

/**
 * Stores feeds in files below a folder that several processes can use at the same time. A sync holds its feed's lock,
 * writes a new record file next to the old one, and then replaces the state so that it refers to the new file.
 */
export function fileFeedStore(folder: string): FeedStore {
  /** Folders of the feeds that this store has locked. */
  const held = new Set<string>()
  const drafts = new Map<string, FeedDraft>()

  const stateOf = (feed: Feed) => readState(folder, feed) ?? newState(feed)

  function draftOf(feed: Feed): FeedDraft {
    const key = feedFolder(folder, feed)
    const draft = drafts.get(key) ?? new FeedDraft(openRecords(folder, feed)?.file)
    drafts.set(key, draft)
    return draft
  }

  function forgetDraft(feed: Feed): void {
    const key = feedFolder(folder, feed)
    drafts.get(key)?.[Symbol.dispose]()
    drafts.delete(key)
  }

  /** Replaces the state and removes files that it does not refer to. */
  function commit(feed: Feed, changes: Partial<StoredState>): void {
    const state = { ...stateOf(feed), ...changes }
    writeState(folder, state)
    forgetDraft(feed)
    removeUnused(folder, state)
  }

  const writerOf = (feed: Feed, recordFile: string) => new RecordFileWriter(join(feedFolder(folder, feed), recordFile))

  /** Writes the records fetched so far to disk. */
  function flush(feed: Feed): void {
    const draft = drafts.get(feedFolder(folder, feed))
    if (!draft?.isChanged) return
    const recordFile = newRecordName()
    using writer = writerOf(feed, recordFile)
    const counts = draft.write(writer)
    // The records now differ from the last export, so the next sync must read the export even if it has not changed.
    const withoutExport = draft.hasNewContent ? { exportDigest: null, exportEtag: null } : {}
    commit(feed, { recordFile, ...counts, ...withoutExport })
  }

  /** Returns the new state after a sync. The sync time is `upTo`, unless the feed already has a later one. */
  function synced(feed: Feed, upTo?: Date): Partial<StoredState> {
    const now = new Date()
    const before = stateOf(feed).syncedAt?.getTime() ?? 0
    const syncedAt = upTo === undefined ? now : new Date(Math.min(now.getTime(), Math.max(before, upTo.getTime())))
    const newestModified = draftOf(feed).newestModified(syncedAt.getTime())
    return { syncedAt, newestModified, lastAttemptAt: now, lastError: null }
  }

  return {
    syncCommand: 'assay advisories sync',
    find: async (feed) => stateOf(feed),

    async withLock(feed, signal, sync) {
      const path = lockPath(folder, feed)
      for (;;) {
        signal.throwIfAborted()
        using lock = tryLock(path)
        if (!lock) {
          await sleep(lookForLockMs, undefined, { signal })
          continue
        }
        held.add(feedFolder(folder, feed))
        try {
          discardDamaged(folder, feed)
          return await sync(signal)
        } finally {
          flush(feed)
          forgetDraft(feed)
          held.delete(feedFolder(folder, feed))
        }
      }
    },

    async endAttempt(feed, lastError) {
      const isHeld = held.has(feedFolder(folder, feed))
      using lock = isHeld ? undefined : tryLock(lockPath(folder, feed))
      // Another process is syncing the feed and will store a newer outcome.
      if (!isHeld && !lock) return
      writeState(folder, { ...stateOf(feed), lastError, lastAttemptAt: new Date() })
    },

    hasSynced: async (base) => hasSyncedState(folder, base),

    async replace(feed, { exportDigest, exportEtag, asOf, ...state }) {
      if (stateOf(feed).exportDigest === exportDigest) {
        commit(feed, { exportEtag, fullAt: new Date(), ...synced(feed, asOf) })
        return undefined
      }
      const recordFile = newRecordName()
      using writer = writerOf(feed, recordFile)
      const draft = draftOf(feed)
      const { counts, change } = await draft.writeExport(state, writer)
      const withoutListing = { listingDigest: null, listingEtag: null }
      const times = { fullAt: new Date(), ...synced(feed, asOf) }
      commit(feed, { recordFile, exportDigest, exportEtag, ...counts, ...withoutListing, ...times })
      return change
    },

    confirm: async (feed) => commit(feed, { fullAt: new Date(), ...synced(feed) }),

    compareListing: (feed, { rows, most }) => draftOf(feed).compareListing(rows, most),

    async storeFetched(feed, records) {
      const draft = draftOf(feed)
      const change = draft.take(records)
      if (draft.heldRecords >= maxHeldRecords) flush(feed)
      return change
    },

    async agreeWithListing(feed, { digest, etag }) {
      flush(feed)
      commit(feed, { listingDigest: digest, listingEtag: etag, ...synced(feed) })
    },

    async agreeUpTo(feed, upTo) {
      flush(feed)
      commit(feed, { listingDigest: null, listingEtag: null, ...synced(feed, upTo) })
    },
  }
}

const newRecordName = () => `${randomBytes(8).toString('hex')}.records`

/**
 * Discards a feed with damaged records, so the next sync reads its whole export again. The caller must hold the lock.
 */
function discardDamaged(folder: string, feed: Feed): void {
  try {
    using file = openRecords(folder, feed)?.file
    // Scans do not read these sections, but syncs do.
    file?.table()
    file?.unreadable()
  } catch (error) {
    if (!(error instanceof DamagedRecordFile)) throw error
    removeState(folder, feed)
  }
}
