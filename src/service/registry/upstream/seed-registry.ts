import { upstreamLimits } from './upstream-limits.ts'
import { type FollowContext, type FollowOutcome, followRegistry } from './follow-registry.ts'
import { intakeOfPublication, seedPriority } from './published-sources.ts'

/** Progress of a seed. */
export interface SeedProgress {
  /** Pages that this run read. */
  readonly pages: number
  /** New scan requests of this run. */
  readonly queued: number
}

/**
 * Reads a registry of MCP servers until `limit` scans are queued, and requests the scan of each latest version at the
 * lowest priority. The last page may queue a few more, because a server can have several packages. The position is that
 * of `followRegistry`: the next run continues there, and reads only later changes after a complete walk.
 */
export async function seedRegistry(
  context: Omit<FollowContext, 'pacing'>,
  {
    limit,
    onPage,
    now,
    signal,
  }: {
    readonly limit: number
    readonly onPage: (progress: SeedProgress) => void
    readonly now: () => Date
    readonly signal: AbortSignal
  },
): Promise<FollowOutcome & SeedProgress> {
  let [pages, queued] = [0, 0]
  const outcome = await followRegistry(
    {
      ...context,
      pacing: {
        nextPageRecords: () => Math.min(upstreamLimits.maxPageRecords, limit - queued),
        requestsFor: (publication, at) =>
          publication.isLatest && publication.status === 'active'
            ? intakeOfPublication(publication, at).map((request) => ({ ...request, priority: seedPriority }))
            : [],
        onPage: (added) => {
          pages += 1
          queued += added
          onPage({ pages, queued })
        },
      },
    },
    { now, signal },
  )
  return { ...outcome, pages, queued }
}
