import type { Logger } from 'pino'
import type { DatabaseClient } from '../db/client.ts'
import type { Ecosystem } from '../model/component.ts'
import type { FeedAccess } from './feed-export.ts'

/** What syncing advisories needs of the world. */
export interface AdvisorySync extends FeedAccess {
  readonly database: DatabaseClient
  /** Bases of feeds, `https:` or `file:` with absolute paths; on equal ids the earlier wins. */
  readonly bases: readonly string[]
  readonly log: Pick<Logger, 'info' | 'warn'>
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
}
