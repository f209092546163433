import type { GithubBudget, LockedBudget } from '../../db/github/budgets.ts'
import type { ReportedWindow } from '../github-limits.ts'
import { githubPriorities } from '../github-priorities.ts'
import { budgetLimits } from './budget-limits.ts'

/** What a process wants to send, and what it has learned since its last lease. */
export interface LeaseWish {
  readonly priority: number
  readonly isWrite: boolean
  /** Writes per minute. Undefined if GitHub does not limit them. */
  readonly writesPerMinute: number | undefined
  /** Writes of the process's last lease that it has not sent. */
  readonly returnedWrites: number
  readonly window: ReportedWindow | undefined
  /** Requests that the process has sent since GitHub's latest response, or may still send. */
  readonly uncounted: number
}

/** A lease, and the budget after it. */
export interface Lease {
  readonly budget: GithubBudget
  readonly requests: number
  readonly writes: number
  /** Maximum number of concurrent requests of the process. */
  readonly concurrent: number
  /** Milliseconds until the next attempt is worthwhile. 0 if the lease covers the wish. */
  readonly pauseMs: number
}

/** Number of writes that can be sent at once after a pause. */
export function maxWritesAtOnce(writesPerMinute: number): number {
  return Math.max(1, Math.floor(writesPerMinute * budgetLimits.burstShare))
}

/** Grants a lease of a locked budget. Leaves a reserve for requests with a higher priority. */
export function grantLease({ budget, others, now }: LockedBudget, wish: LeaseWish): Lease {
  const after = withWrites(withWindow(budget, wish.window, now), wish, now)
  const concurrent = Math.max(1, Math.floor(budgetLimits.maxConcurrent / (others.processes + 1)))
  const none = { budget: after, requests: 0, writes: 0, concurrent }
  const blockedMs = after.blockedUntil ? after.blockedUntil.getTime() - now.getTime() : 0
  if (blockedMs > 0) return { ...none, pauseMs: blockedMs }
  const sharing = { ...wish, ...others }
  const requests = requestsFor(after, others.requests + wish.uncounted, sharing)
  if (requests < 1) {
    const windowMs = Math.max(budgetLimits.minPauseMs, (after.resetsAt?.getTime() ?? 0) - now.getTime())
    // If only leases are in the way, they end or are counted soon.
    const isLeased = requestsFor(after, 0, sharing) > 0
    return { ...none, pauseMs: isLeased ? Math.min(budgetLimits.leaseMs, windowMs) : windowMs }
  }
  if (!wish.isWrite || wish.writesPerMinute === undefined)
    return { ...none, requests, writes: wish.isWrite ? requests : 0, pauseMs: 0 }
  const atOnce = maxWritesAtOnce(wish.writesPerMinute)
  const reserve = Math.floor(atOnce * reserveOf(budgetLimits.writeReserves, wish.priority))
  const writes = Math.min(
    Math.floor(after.writesLeft - reserve),
    Math.max(1, Math.min(budgetLimits.maxLeasedWrites, Math.floor(atOnce / (others.processes + 1)))),
  )
  const msPerWrite = 60_000 / (wish.writesPerMinute - atOnce || 1)
  if (writes < 1) return { ...none, requests, pauseMs: Math.ceil((reserve + 1 - after.writesLeft) * msPerWrite) }
  return { ...none, budget: { ...after, writesLeft: after.writesLeft - writes }, requests, writes, pauseMs: 0 }
}

/** Updates the window with GitHub's data. Responses can arrive out of order. */
function withWindow(budget: GithubBudget, window: ReportedWindow | undefined, now: Date): GithubBudget {
  const isOver = budget.resetsAt !== null && (budget.resetsAt <= now || isTooFar(budget.resetsAt, now))
  const current = isOver ? { ...budget, requestsLeft: budget.requestLimit, resetsAt: null } : budget
  if (!window || window.resetsAt <= now || isTooFar(window.resetsAt, now)) return current
  const isSame = current.resetsAt !== null && Math.abs(window.resetsAt.getTime() - current.resetsAt.getTime()) < 5_000
  if (current.resetsAt !== null && !isSame && window.resetsAt < current.resetsAt) return current
  return {
    ...current,
    requestLimit: window.limit,
    requestsLeft: isSame ? Math.min(current.requestsLeft ?? window.left, window.left) : window.left,
    resetsAt: window.resetsAt,
  }
}

/** Reports whether a window ends so late that its time must be wrong. It would hide all later reports. */
export function isTooFar(resetsAt: Date, now: Date): boolean {
  return resetsAt.getTime() - now.getTime() > budgetLimits.maxWindowMs
}

/** Adds the writes that became available since the last lease. */
function withWrites(budget: GithubBudget, { writesPerMinute, returnedWrites }: LeaseWish, now: Date): GithubBudget {
  if (writesPerMinute === undefined) return { ...budget, writesAt: now }
  const atOnce = maxWritesAtOnce(writesPerMinute)
  const minutes = Math.max(0, now.getTime() - budget.writesAt.getTime()) / 60_000
  const left = budget.writesLeft + returnedWrites + minutes * Math.max(1, writesPerMinute - atOnce)
  return { ...budget, writesLeft: Math.min(atOnce, left), writesAt: now }
}

/**
 * Returns how many requests may be leased.
 *
 * @param uncounted Requests that GitHub may not have counted yet.
 */
function requestsFor(
  { requestLimit, requestsLeft }: GithubBudget,
  uncounted: number,
  { priority, processes }: { readonly priority: number; readonly processes: number },
): number {
  if (requestLimit === null || requestsLeft === null) return budgetLimits.maxLeasedRequests
  const reserve = Math.ceil(requestLimit * reserveOf(budgetLimits.requestReserves, priority))
  const left = requestsLeft - uncounted - reserve
  if (left < 1) return 0
  const share = Math.floor((left * budgetLimits.leasedShare) / (processes + 1))
  return Math.min(budgetLimits.maxLeasedRequests, Math.max(1, share))
}

function reserveOf(reserves: { readonly push: number; readonly background: number }, priority: number): number {
  if (priority >= githubPriorities.pullRequest) return 0
  return priority >= githubPriorities.push ? reserves.push : reserves.background
}
