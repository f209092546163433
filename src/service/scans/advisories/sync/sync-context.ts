import type { Logger } from 'pino'
import type { DatabaseClient } from '../../../db/client.ts'
import type { Ecosystem } from '../../../../engine/model/component.ts'
import type { FeedAccess } from '../feed/feed-file.ts'

/** What syncing advisories needs of the world. A sync takes a connection of the pool and one of its own. */
export interface AdvisorySync extends FeedAccess {
  readonly database: DatabaseClient
  /** Bases of feeds, `https:` or `file:` with absolute paths; on equal ids the earlier wins. */
  readonly bases: readonly string[]
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** One ecosystem of one base, and its row. */
export interface Feed {
  readonly base: string
  readonly ecosystem: Ecosystem
  readonly feedId: number
}

/** Told now and then while records are read. */
export interface SyncProgress {
  readonly base: string
  readonly ecosystem: Ecosystem
  readonly records: number
}

export interface SyncOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: SyncProgress) => void
  /** Takes a state of the feed in which more records are gone than are believed to be. */
  readonly acceptRemovals?: boolean
}
