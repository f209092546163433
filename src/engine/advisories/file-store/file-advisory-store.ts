import type { AdvisoryReadiness, AdvisoryStore, UnreadableMatch } from '../advisory-store.ts'
import type { AdvisoryMatch } from '../../model/advisory.ts'
import type { Ecosystem } from '../../model/component.ts'
import { advisoryNamesOf } from '../advisory-key.ts'
import { advisoryStateOf, type AdvisoryState } from '../sync/advisory-state.ts'
import { isSyncDue, readinessOf } from '../sync/advisory-readiness.ts'
import type { FeedAccess } from '../feed/feed-file.ts'
import type { FeedSyncContext, SyncOptions } from '../sync/sync-context.ts'
import { tryLock } from './exclusive-lock.ts'
import { lockPath, readState, removeState } from './feed-files.ts'
import { createOpenReads } from './open-reads.ts'
import { openFeeds, type OpenedFeeds } from './opened-feeds.ts'
import { DamagedRecordFile } from './record-file-format.ts'

export interface FileAdvisoryOptions {
  /** Absolute path of the folder for all advisories. The first sync creates it, and only its owner can read it. */
  readonly folder: string
  /**
   * Base URLs of feeds, `https:` or `file:` with absolute paths. If two feeds have a record with the same ID, the
   * earlier feed wins.
   */
  readonly bases: readonly string[]
  /** How to update the advisories that a scan needs. If absent, only stored advisories are used. */
  readonly sync?: {
    /** Opens the resources needed for a sync. Called when the first scan needs a sync. */
    readonly openAccess: () => FeedAccess & AsyncDisposable
    readonly log: FeedSyncContext['log']
    readonly signal: AbortSignal
    readonly onProgress?: SyncOptions['onProgress']
    /** Called with an ecosystem when its sync starts, and with undefined when it ends. */
    readonly onSync?: (ecosystem: Ecosystem | undefined) => void
  }
}

/** Opens the CLI's advisories, which are stored in files. Disposal closes them. */
export function openFileAdvisories({ folder, bases, sync }: FileAdvisoryOptions): AdvisoryStore & Disposable {
  const opened = new Map<Ecosystem, OpenedFeeds>()
  const reads = createOpenReads()
  /** Repairs of damaged files. A repair that failed stays here until the ecosystem is complete again. */
  const repairs = new Map<Ecosystem, Promise<void>>()
  let lastSync: Promise<unknown> = Promise.resolve()

  const stateOf = (ecosystem: Ecosystem) => fileAdvisoryState(folder, bases, ecosystem)

  /** Returns the files that the stored state names. This process or another one may have synced since they opened. */
  function feedsOf(ecosystem: Ecosystem): OpenedFeeds {
    const known = opened.get(ecosystem)
    if (known?.isCurrent()) return known
    close(ecosystem)
    const feeds = openFeeds(folder, ecosystem, bases)
    opened.set(ecosystem, feeds)
    return feeds
  }

  /** Closes an ecosystem's files as soon as no other scan of this process reads them. Later reads open them again. */
  function close(ecosystem: Ecosystem): void {
    const feeds = opened.get(ecosystem)
    opened.delete(ecosystem)
    if (feeds) reads.close(feeds)
  }

  /** Syncs ecosystems one at a time to save memory. */
  function syncInTurn(ecosystem: Ecosystem, context: NonNullable<typeof sync>): Promise<void> {
    const requestedAt = new Date()
    const syncNow = async () => {
      const { openAccess, log, signal, onProgress, onSync } = context
      close(ecosystem)
      onSync?.(ecosystem)
      // Imported on demand, because most scans need no sync.
      const { syncFeeds } = await import('../sync/sync-feeds.ts')
      const { fileFeedStore } = await import('./file-feed-store.ts')
      await using access = openAccess()
      await syncFeeds({ ...access, log, bases, store: fileFeedStore(folder) }, ecosystem, {
        signal,
        // Another process may finish the same sync while this one waits for the lock.
        freshSince: requestedAt,
        ...(onProgress && { onProgress }),
      })
      onSync?.(undefined)
    }
    const syncing = lastSync.then(syncNow)
    lastSync = syncing.catch(() => {})
    return syncing
  }

  /** Reports whether another process is updating a feed of the ecosystem. */
  function isBeingSynced(ecosystem: Ecosystem): boolean {
    return bases.some((base) => {
      using lock = tryLock(lockPath(folder, { base, ecosystem }))
      return lock === undefined
    })
  }

  function isSound(ecosystem: Ecosystem): boolean {
    try {
      feedsOf(ecosystem)
      return true
    } catch (error) {
      if (error instanceof DamagedRecordFile) return false
      throw error
    }
  }

  /** Syncs an ecosystem if its state is too old for a scan. If the files could not be written, returns the reason. */
  async function refresh(ecosystem: Ecosystem): Promise<string | undefined> {
    if (!sync) return undefined
    const state = stateOf(ecosystem)
    const isUsable = state.complete && isSound(ecosystem)
    try {
      // While another process updates the feed, a usable state is good enough.
      if (isUsable && (!isSyncDue(state, new Date()) || isBeingSynced(ecosystem))) return undefined
      await syncInTurn(ecosystem, sync)
      return undefined
    } catch (error) {
      const code = storageErrorCode(error)
      if (sync.signal.aborted || code === undefined) throw error
      return code
    }
  }

  async function ready(ecosystem: Ecosystem): Promise<AdvisoryReadiness> {
    const failure = await refresh(ecosystem)
    const state = stateOf(ecosystem)
    if (!isSound(ecosystem)) return damaged(ecosystem)
    if (state.complete) {
      repairs.delete(ecosystem)
      return withRemedy(readinessOf(state, ecosystem), sync === undefined)
    }
    const date = state.date && { date: state.date }
    if (failure !== undefined) return { ...date, ...unwritable(failure) }
    return withRemedy({ ...date, problem: state.lastError ?? 'They were never downloaded.' }, sync === undefined)
  }

  /** Replaces damaged files with a sync. Throws if the ecosystem is not complete afterwards. */
  async function repair(ecosystem: Ecosystem, cause: DamagedRecordFile): Promise<void> {
    close(ecosystem)
    for (const base of bases) {
      using lock = tryLock(lockPath(folder, { base, ecosystem }))
      if (lock) removeState(folder, { base, ecosystem })
    }
    if (sync) await syncInTurn(ecosystem, sync)
    if (!stateOf(ecosystem).complete) throw new Error(damagedText(ecosystem), { cause })
  }

  /**
   * Runs `read`. If a file is damaged, syncs and runs `read` once more, because ignoring the damaged file would miss
   * vulnerabilities. Other scans wait for this sync for the same reason: until then, no advisories are stored.
   */
  async function withSoundFiles<Result>(ecosystem: Ecosystem, read: (feeds: OpenedFeeds) => Promise<Result>) {
    const readOpened = async () => {
      await repairs.get(ecosystem)
      const feeds = feedsOf(ecosystem)
      return await reads.run(feeds, () => read(feeds))
    }
    try {
      return await readOpened()
    } catch (error) {
      if (!(error instanceof DamagedRecordFile)) throw error
      const repairing = repairs.get(ecosystem) ?? repair(ecosystem, error)
      repairs.set(ecosystem, repairing)
      await repairing
      repairs.delete(ecosystem)
      return readOpened()
    }
  }

  return {
    ready,

    async match(components) {
      const matches: AdvisoryMatch[] = []
      let unknownUpperBounds = 0
      for (const [ecosystem, ofEcosystem] of Map.groupBy(components, (component) => component.ecosystem)) {
        const found = await withSoundFiles(ecosystem, ({ index, source }) => index.match(source, ofEcosystem))
        for (const { component, flaws, undecided } of found) {
          for (const flaw of flaws) matches.push({ component, ...flaw })
          unknownUpperBounds += undecided
        }
      }
      return { matches, unknownUpperBounds }
    },

    async unreadable(components) {
      const matches: UnreadableMatch[] = []
      for (const [ecosystem, ofEcosystem] of Map.groupBy(components, (component) => component.ecosystem)) {
        const names = advisoryNamesOf(ofEcosystem)
        matches.push(...(await withSoundFiles(ecosystem, async (feeds) => feeds.unreadableAbout(names))))
      }
      return matches
    },

    [Symbol.dispose]() {
      for (const ecosystem of opened.keys()) close(ecosystem)
    },
  }
}

/** Returns an ecosystem's state according to the stored files. */
export function fileAdvisoryState(folder: string, bases: readonly string[], ecosystem: Ecosystem): AdvisoryState {
  return advisoryStateOf(
    bases,
    bases.flatMap((base) => readState(folder, { base, ecosystem }) ?? []),
  )
}

function damagedText(ecosystem: Ecosystem): string {
  return `The stored advisories for ${ecosystem} are damaged. Run "assay advisories sync ${ecosystem}".`
}

function damaged(ecosystem: Ecosystem): AdvisoryReadiness {
  return {
    problem: 'The stored advisories are damaged.',
    remedy: `Run "assay advisories sync ${ecosystem}" to download them again.`,
  }
}

/** Returns the error code of a file system or lock error. A read-only folder can cause either. */
function storageErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return 'syscall' in error || error.code === 'ERR_SQLITE_ERROR' ? String(error.code) : undefined
}

function unwritable(code: string): AdvisoryReadiness {
  return {
    problem: `Assay cannot store them (${code}).`,
    remedy: 'Set ASSAY_CACHE_DIR to a folder that you can write to.',
  }
}

/** Adds a remedy. If syncs are disabled, the default remedy (configuring other feeds) would not help. */
function withRemedy(readiness: AdvisoryReadiness, isOffline: boolean): AdvisoryReadiness {
  return readiness.problem !== undefined && isOffline
    ? {
        ...readiness,
        remedy: 'Run "assay advisories sync" on a machine with internet access. See docs/how-to/offline.md.',
      }
    : readiness
}
