import type { Finding } from './finding.ts'
import type { Reachability } from './reachability.ts'
import { severities } from './severity-order.ts'

/** Fields of a finding that decide its priority. */
export interface PrioritizedFinding extends Pick<Finding, 'severity'> {
  readonly ruleId?: string | undefined
  readonly reachability?: { readonly status: Reachability['status'] } | undefined
  readonly advisory?:
    | { readonly kev?: object | undefined; readonly epss?: { readonly score: number } | undefined }
    | undefined
}

/** Minimum EPSS probability of a vulnerability that is likely to be exploited. */
export const likelyExploited = 0.1

/** Statuses of vulnerable code that does not run, most important first. All other findings come before them. */
export const notRunningStatuses: readonly Reachability['status'][] = ['imported', 'not-loaded']

/**
 * Returns the sort key of a finding. Findings with lower keys come first:
 *
 * 1. Findings whose vulnerable code does not run come last: `imported`, then `not-loaded`.
 * 2. Known exploited vulnerabilities and malware come first.
 * 3. The others are sorted by severity. A reachable finding counts as one level more severe. A vulnerability that is
 *    likely to be exploited does so too.
 * 4. Among equal findings, reachable ones come first, and then those with a higher EPSS probability.
 */
export function priorityOf({ severity, ruleId, reachability, advisory }: PrioritizedFinding): number {
  const status = reachability?.status
  const epss = advisory?.epss?.score ?? 0
  const exploited = advisory?.kev !== undefined || ruleId === 'malicious-dependency'
  const raised = (status === 'reachable' ? 1 : 0) + (epss >= likelyExploited ? 1 : 0)
  // Each digit is less than its factor, so that a later digit never outweighs an earlier one.
  const digits = [
    [status === undefined ? 0 : notRunningStatuses.indexOf(status) + 1, notRunningStatuses.length + 1],
    [exploited ? 0 : 1, 2],
    [severities.indexOf(severity) + 2 - raised, severities.length + 2],
    [status === 'reachable' ? 0 : 1, 2],
  ] as const
  return digits.reduce((key, [digit, factor]) => key * factor + digit, 0) + (1 - epss) / 2
}

/** Compares two findings for sorting, most important first. */
export function comparePriority(a: PrioritizedFinding, b: PrioritizedFinding): number {
  return priorityOf(a) - priorityOf(b)
}

/** Reports whether the project does not run the vulnerable code, so that the finding counts less. */
export function isNotRunning({ reachability }: Pick<PrioritizedFinding, 'reachability'>): boolean {
  return reachability !== undefined && notRunningStatuses.includes(reachability.status)
}
