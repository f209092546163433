import {
  reachabilityLabels,
  type ReachabilityResult,
  shortCallPath,
  undecidedText,
} from '../model/reachability-text.ts'

/** Reachability of a group's findings. All texts may include names from scanned code. */
export interface GroupReachability {
  /** Such as `reachable`, or `1 reachable, 2 not loaded` if the findings differ. */
  readonly label: string
  /** True if the project reaches at least one vulnerability. */
  readonly isReachable: boolean
  /** Steps of the first reachable finding's call path. Empty if no finding is reachable. */
  readonly path: readonly string[]
  /** Why a finding is undecided, as a clause. Empty if a finding is reachable, or no finding is undecided. */
  readonly reason: string
}

/** Returns what to show about the reachability of a group's findings. Undefined if no finding has any. */
export function groupReachability(
  findings: readonly { readonly reachability?: ReachabilityResult | undefined }[],
): GroupReachability | undefined {
  const results = findings.flatMap(({ reachability }) => reachability ?? [])
  if (results.length === 0) return undefined
  const counts = statuses.flatMap((status) => {
    const count = results.filter((result) => result.status === status).length
    return count === 0 ? [] : [{ count, label: reachabilityLabels[status] }]
  })
  const isMixed = counts.length > 1 || results.length < findings.length
  const reachable = results.find(({ status }) => status === 'reachable')
  const undecided = reachable ? undefined : results.find(({ status }) => status === 'unknown')
  return {
    label: counts.map(({ count, label }) => (isMixed ? `${count} ${label}` : label)).join(', '),
    isReachable: reachable !== undefined,
    path: shortCallPath(reachable?.path ?? []),
    reason: undecided ? undecidedText(undecided) : '',
  }
}

/** All statuses, in the order in which they are listed. */
const statuses: readonly ReachabilityResult['status'][] = ['reachable', 'unknown', 'imported', 'not-loaded']
