import type { Logger } from 'pino'
import type { AdvisoryMatcher } from '../../scans/advisories/match.ts'
import type { AdvisoryFeeds } from '../../scans/advisories/state.ts'
import type { Database } from '../../db/client.ts'
import type { Queue } from '../../queue/queue.ts'
import type { AnnounceServerChange } from '../entries/announce-server-change.ts'
import type { AnnounceRematch } from './announce-rematch.ts'

/** Dependencies of rematching. Uses one pool connection for its transaction and another for the matcher. */
export interface RematchContext {
  readonly db: Database
  /** The same matcher that scans use. */
  readonly matcher: AdvisoryMatcher
  readonly feeds: AdvisoryFeeds
  readonly queue: Pick<Queue, 'enqueue'>
  readonly announceServerChange: AnnounceServerChange
  readonly announceRematch: AnnounceRematch
  readonly log: Pick<Logger, 'error'>
}
