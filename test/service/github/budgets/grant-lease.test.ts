import { describe, expect, it } from 'vitest'
import type { GithubBudget } from '../../../../src/service/db/github/budgets.ts'
import { grantLease, type LeaseWish, maxWritesAtOnce } from '../../../../src/service/github/budgets/grant-lease.ts'
import { githubPriorities } from '../../../../src/service/github/github-priorities.ts'

const start = new Date('2026-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const budget = (known: Partial<GithubBudget> = {}): GithubBudget => ({
  payer: 'github.example installation 1',
  blockedUntil: null,
  requestLimit: 5_000,
  requestsLeft: 5_000,
  resetsAt: after(3_600_000),
  writesLeft: 20,
  writesAt: start,
  ...known,
})
const wish = (more: Partial<LeaseWish> = {}): LeaseWish => ({
  priority: githubPriorities.pullRequest,
  isWrite: false,
  writesPerMinute: 80,
  returnedWrites: 0,
  uncounted: 0,
  window: undefined,
  ...more,
})
const alone = { processes: 0, requests: 0 }
const grant = (known: GithubBudget, more: Partial<LeaseWish> = {}, others = alone, now = start) =>
  grantLease({ budget: known, others, now }, wish(more))

describe('a lease of requests', () => {
  it('leaves a reserve for higher priorities', () => {
    const granted = (requestsLeft: number) =>
      [githubPriorities.pullRequest, githubPriorities.push, githubPriorities.background].map(
        (priority) => grant(budget({ requestsLeft }), { priority }).requests > 0,
      )
    expect(granted(1_600)).toEqual([true, true, true])
    expect(granted(1_500)).toEqual([true, true, false])
    expect(granted(500)).toEqual([true, false, false])
    expect(granted(1)).toEqual([true, false, false])
    expect(granted(0)).toEqual([false, false, false])
  })

  it('counts what other processes have leased', () => {
    const others = { processes: 3, requests: 100 }
    expect(grant(budget({ requestsLeft: 100 }), {}, others)).toMatchObject({ requests: 0 })
    expect(grant(budget({ requestsLeft: 116 }), {}, others)).toMatchObject({ requests: 1, pauseMs: 0, concurrent: 25 })
  })

  it('waits for the end of the window, and then gets the whole limit', () => {
    const empty = budget({ requestsLeft: 0, resetsAt: after(60_000) })
    expect(grant(empty)).toMatchObject({ requests: 0, pauseMs: 60_000 })
    expect(grant(empty, {}, alone, after(60_000))).toMatchObject({ requests: 50, budget: { requestsLeft: 5_000 } })
  })

  it('believes the lowest number in the window, and forgets it in the next one', () => {
    const window = (left: number, ms: number) => ({ limit: 5_000, left, resetsAt: after(ms) })
    const first = grant(budget(), { window: window(900, 3_600_000) }).budget
    expect(first.requestsLeft).toBe(900)
    expect(grant(first, { window: window(950, 3_601_000) }).budget.requestsLeft).toBe(900)
    expect(grant(first, { window: window(4_000, 10_000) }).budget.requestsLeft).toBe(900)
    expect(grant(first, { window: window(4_990, 3_700_000) }).budget.requestsLeft).toBe(4_990)
  })

  it('waits only for the end of leases if nothing else is in the way', () => {
    const others = { processes: 1, requests: 50 }
    expect(grant(budget({ requestsLeft: 40 }), {}, others)).toMatchObject({ requests: 0, pauseMs: 10_000 })
    expect(grant(budget({ requestsLeft: 40 }), { uncounted: 40 })).toMatchObject({ requests: 0, pauseMs: 10_000 })
    expect(grant(budget({ requestsLeft: 0 }), {}, others)).toMatchObject({ requests: 0, pauseMs: 3_600_000 })
  })

  it('does not believe a window that ends after hours, because it would hide all others', () => {
    const far = after(24 * 3_600_000)
    expect(grant(budget(), { window: { limit: 5_000, left: 0, resetsAt: far } })).toMatchObject({ requests: 50 })
    const wrong = budget({ requestsLeft: 0, resetsAt: far })
    const window = { limit: 5_000, left: 900, resetsAt: after(3_600_000) }
    expect(grant(wrong, { window }).budget).toMatchObject({ requestsLeft: 900, resetsAt: window.resetsAt })
  })

  it('is not granted while GitHub blocks the payer, whatever the priority', () => {
    const blocked = budget({ blockedUntil: after(5_000) })
    expect(grant(blocked)).toMatchObject({ requests: 0, pauseMs: 5_000 })
    expect(grant(blocked, {}, alone, after(5_000))).toMatchObject({ pauseMs: 0 })
  })

  it('is not limited if GitHub reports no limit', () => {
    const unknown = budget({ requestLimit: null, requestsLeft: null, resetsAt: null })
    expect(grant(unknown, { writesPerMinute: undefined, isWrite: true })).toMatchObject({ requests: 50, writes: 50 })
  })
})

describe('a lease of writes', () => {
  it('leaves a reserve for higher priorities', () => {
    const granted = (priority: number, writesLeft: number) =>
      grant(budget({ writesLeft }), { priority, isWrite: true }).writes
    expect(granted(githubPriorities.background, 11)).toBe(1)
    expect(granted(githubPriorities.background, 10)).toBe(0)
    expect(granted(githubPriorities.push, 6)).toBe(1)
    expect(granted(githubPriorities.push, 5)).toBe(0)
    expect(granted(githubPriorities.pullRequest, 1)).toBe(1)
    expect(granted(githubPriorities.pullRequest, 0.5)).toBe(0)
  })

  it('gets back what the process has not sent', () => {
    expect(grant(budget({ writesLeft: 0 }), { isWrite: true, returnedWrites: 2 })).toMatchObject({ writes: 2 })
  })

  it.each([1, 2, 3, 5, 80, 500])('never allows more than %i in any minute', (writesPerMinute) => {
    let known = budget({ writesLeft: maxWritesAtOnce(writesPerMinute) })
    const sent: number[] = []
    for (let ms = 0; ms < 300_000; ms += 500) {
      const lease = grant(known, { isWrite: true, writesPerMinute }, { processes: 1, requests: 0 }, after(ms))
      known = lease.budget
      for (let write = 0; write < lease.writes; write += 1) sent.push(ms)
    }
    const busiest = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 60_000).length))
    expect(busiest).toBeLessThanOrEqual(writesPerMinute)
    expect(sent.length).toBeGreaterThanOrEqual(writesPerMinute * 2)
  })
})
