import type { GithubCheck } from '../../db/github/checks.ts'
import type { GithubComparison } from '../../db/github/comparisons.ts'

/**
 * Returns the comparisons that count for a commit's conclusion. The conclusion is the worst of them.
 *
 * 1. Open pull requests, merge queues, and pushes with a base.
 * 2. Otherwise, a push without a base. It reports all findings, not only new ones.
 * 3. Otherwise, pull requests that were merged, closed, or have a newer head, so that their commit keeps its result.
 *    Closing and reopening a pull request must never make a failing commit pass.
 */
export function countingComparisons(comparisons: readonly GithubComparison[]): readonly GithubComparison[] {
  const open = comparisons.filter(({ lifecycle }) => lifecycle === 'open')
  const compared = open.filter(({ cause, baseSha }) => cause !== 'push' || baseSha !== null)
  if (compared.length > 0) return compared
  if (open.length > 0) return open
  return comparisons.filter(
    ({ lifecycle, state }) =>
      lifecycle === 'merged' || lifecycle === 'superseded' || (lifecycle === 'closed' && state === 'completed'),
  )
}

export function isFinished({ state }: Pick<GithubComparison, 'state'>): boolean {
  return state === 'completed' || state === 'abandoned'
}

/** Returns a key for the displayed content. Comparisons with the same key look the same. */
export function shownBy(comparisons: readonly GithubComparison[]): string {
  const counting = countingComparisons(comparisons)
  if (counting.length === 0) return JSON.stringify(comparisons.map(({ id, endedBecause }) => [id, endedBecause]))
  return JSON.stringify(
    counting.map(({ id, state, baseRef, mergeBase, baseScanId, headScanId, startedAt, endedBecause }) => [
      id,
      state,
      baseRef,
      mergeBase,
      baseScanId,
      headScanId,
      startedAt.getTime(),
      endedBecause,
    ]),
  )
}

const order = { queued: 0, 'scanning-base': 1, 'scanning-head': 2, completed: 3, abandoned: 3 } as const

/** Returns the slowest comparison, which determines the displayed progress. */
export function slowest(counting: readonly GithubComparison[]): GithubComparison | undefined {
  return counting.toSorted((a, b) => order[a.state] - order[b.state])[0]
}

/** Returns the progress of a commit's check run. */
export function stateOfRun(comparisons: readonly GithubComparison[]): GithubCheck['state'] {
  const counting = countingComparisons(comparisons)
  const waitedFor = slowest(counting)
  if (waitedFor && !isFinished(waitedFor)) return waitedFor.state
  if (counting.some(({ state }) => state === 'completed')) return 'completed'
  return comparisons.some(({ lifecycle }) => lifecycle === 'superseded') ? 'superseded' : 'abandoned'
}
