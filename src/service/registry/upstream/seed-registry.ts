import { upstreamLimits } from './upstream-limits.ts'
import { type FollowContext, type FollowOutcome, followRegistry } from './follow-registry.ts'
import { intakeOfPublication, seedPriority } from './published-sources.ts'

/** Position key of a seed. It cannot collide, because a base URL never contains a space. */
const seedPositionOf = (base: string) => `${base} (seed)`

/** Progress of a seed. */
export interface SeedProgress {
  /** Number of pages that this run read. */
  readonly pages: number
  /** Number of new scan requests. */
  readonly queued: number
}

/**
 * Reads an MCP registry until `limit` scans are queued, and requests a lowest-priority scan of each latest version. The
 * last page may queue a few more, because a server can have several packages. The next run continues where this one
 * stopped. After a complete walk, reads only later changes. Does not change the position of `followRegistry`, and does
 * not store publications without a scan request, so that following the registry later misses none.
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
        position: seedPositionOf(context.base),
        stores: ({ isLatest, status }) => isLatest && status === 'active',
        requestsFor: (publication, at) =>
          intakeOfPublication(publication, at).map((request) => ({ ...request, priority: seedPriority })),
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
