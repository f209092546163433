import type { Logger } from 'pino'
import type { AdvisoryMatcher } from '../../scans/advisories/match.ts'
import type { AdvisoryFeeds } from '../../scans/advisories/state.ts'
import type { Database } from '../../db/client.ts'
import type { Queue } from '../../queue/queue.ts'
import type { AnnounceServerChange } from '../entries/announce-server-change.ts'
import type { AnnounceRematch } from './announce-rematch.ts'

/**
 * What matching stored package versions again needs of the world. Takes a connection of the pool for its transaction,
 * and one beside it for the matcher.
 */
export interface RematchContext {
  readonly db: Database
  /** The one that scans ask. */
  readonly matcher: AdvisoryMatcher
  readonly feeds: AdvisoryFeeds
  readonly queue: Pick<Queue, 'enqueue'>
  readonly announceServerChange: AnnounceServerChange
  readonly announceRematch: AnnounceRematch
  readonly log: Pick<Logger, 'error'>
}
