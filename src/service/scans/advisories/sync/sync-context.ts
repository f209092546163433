import type { Logger } from 'pino'
import type { DatabaseClient } from '../../../db/client.ts'
import type { FeedAccess } from '../../../../engine/advisories/feed/feed-file.ts'

/** What syncing advisories needs of the world. A sync takes a connection of the pool and one of its own. */
export interface AdvisorySync extends FeedAccess {
  readonly database: DatabaseClient
  /** Bases of feeds, `https:` or `file:` with absolute paths; on equal ids the earlier wins. */
  readonly bases: readonly string[]
  readonly log: Pick<Logger, 'info' | 'warn'>
}
