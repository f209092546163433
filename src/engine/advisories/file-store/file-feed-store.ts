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

/** Fetched records that are held in memory before they are written: each time, the whole file is copied. */
const maxHeldRecords = 2_000

/**
 * Stores feeds in files below a folder. Several processes can use the folder at the same time: a sync holds the lock of
 * its feed, writes a new record file next to the old one, and then replaces the state that refers to it.
 */
export function fileFeedStore(folder: string): FeedStore {
  /** Folders of the feeds whose locks this store holds, and the drafts of their records. */
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

  /** Replaces the state and removes the files that it does not refer to. */
  function commit(feed: Feed, changes: Partial<StoredState>): void {
    const state = { ...stateOf(feed), ...changes }
    writeState(folder, state)
    forgetDraft(feed)
    removeUnused(folder, state)
  }

  const writerOf = (feed: Feed, recordFile: string) => new RecordFileWriter(join(feedFolder(folder, feed), recordFile))

  /** Stores what was fetched so far. */
  function flush(feed: Feed): void {
    const draft = drafts.get(feedFolder(folder, feed))
    if (!draft?.isChanged) return
    const recordFile = newRecordName()
    using writer = writerOf(feed, recordFile)
    const counts = draft.write(writer)
    // The records are no longer those of the export alone: the next export must be read, even if it is the same.
    const withoutExport = draft.hasNewContent ? { exportDigest: null, exportEtag: null } : {}
    commit(feed, { recordFile, ...counts, ...withoutExport })
  }

  /** Returns the changes to the state after a sync. Its time is that of `upTo`, unless the feed has a later one. */
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
          return await sync()
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
      // Another process syncs the feed now. Its outcome is newer than this one.
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

/** Forgets a feed whose records cannot be read, so that a sync reads its whole export again. Requires the lock. */
function discardDamaged(folder: string, feed: Feed): void {
  try {
    using file = openRecords(folder, feed)?.file
    // A scan reads neither section, but a sync reads both.
    file?.table()
    file?.unreadable()
  } catch (error) {
    if (!(error instanceof DamagedRecordFile)) throw error
    removeState(folder, feed)
  }
}
