import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { lockBudget, storeLease } from '../../../../src/service/db/github/budgets.ts'
import { budgetLimits } from '../../../../src/service/github/budgets/budget-limits.ts'
import { createSharedLimits } from '../../../../src/service/github/budgets/shared-limits.ts'
import {
  GitHubLimited,
  type GitHubLimits,
  payerOf,
  type RequestKind,
  theApp,
} from '../../../../src/service/github/github-limits.ts'
import { githubPriorities } from '../../../../src/service/github/github-priorities.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db, sql } = await testDatabase()
const log = pino({ level: 'silent' })
/** The limits of a process. */
const process = (writesPerMinute?: number) => createSharedLimits({ db, log, host: 'github.example', writesPerMinute })

let nextInstallation = 1
const read = { priority: githubPriorities.pullRequest, isWrite: false }
const write = { priority: githubPriorities.pullRequest, isWrite: true }

/** Sends requests until one is held back. Returns the number of sent ones. */
async function sendAll(limits: GitHubLimits, who: string, kind: RequestKind, most = 1_000): Promise<number> {
  for (let sent = 0; sent < most; sent += 1) {
    try {
      ;(await limits.acquire(who, kind))[Symbol.dispose]()
    } catch (error) {
      expect(error).toBeInstanceOf(GitHubLimited)
      return sent
    }
  }
  return most
}

const window = (limit: number, left: number, ms = 3_600_000) => ({
  limit,
  left,
  resetsAt: new Date(Date.now() + ms),
})

describe('processes that share the limits of an installation', () => {
  it('send no more writes at once than one process may, and refuse the others with different times', async () => {
    const who = payerOf(nextInstallation++)
    // So few writes per minute that none becomes available during the test.
    const [one, two] = [process(8), process(8)]
    expect(
      (await sendAll(one, who, write, 1)) + (await sendAll(two, who, write)) + (await sendAll(one, who, write)),
    ).toBe(2)
    const refusals = await Promise.all(
      Array.from({ length: 3 }, () => one.acquire(who, write).catch((error: unknown) => error)),
    )
    const times = refusals.map((error) => (error instanceof GitHubLimited ? error.until.getTime() : 0))
    expect(times.every((at) => at > Date.now())).toBe(true)
    expect(new Set(times).size).toBe(3)
    expect(refusals).toMatchObject([{ isHeldBack: true }, { isHeldBack: true }, { isHeldBack: true }])
  })

  it('keep requests for open pull requests', async () => {
    const who = payerOf(nextInstallation++)
    const [one, two] = [process(), process()]
    one.noteWindow(who, window(1_000, 320))
    const background = { ...read, priority: githubPriorities.background }
    const sent = await sendAll(one, who, background)
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(20)
    one.noteWindow(who, window(1_000, 300))
    expect(await sendAll(one, who, background)).toBe(0)
    expect(await sendAll(two, who, read, 5)).toBe(5)
  })

  it('do not lease the same requests twice', async () => {
    const who = payerOf(nextInstallation++)
    const [one, two] = [process(), process()]
    one.noteWindow(who, window(1_000, 4))
    expect(await sendAll(one, who, read, 1)).toBe(1)
    // GitHub has not counted the request yet.
    expect(await sendAll(two, who, read)).toBeLessThanOrEqual(3)
  })

  it('stop at a limit that GitHub reported to another process, and continue after it', async () => {
    const who = payerOf(nextInstallation++)
    const [one, two] = [process(), process()]
    one.note(who, new Date(Date.now() + 1_500))
    await vi.waitFor(async () =>
      expect(
        await sql`select 1 from github_budgets where payer like ${`%${who}`} and blocked_until > now()`,
      ).toHaveLength(1),
    )
    const error: unknown = await two.acquire(who, read).catch((refused: unknown) => refused)
    expect(error).toBeInstanceOf(GitHubLimited)
    await vi.waitFor(async () => expect(await sendAll(two, who, read, 1)).toBe(1), { timeout: 10_000, interval: 200 })
    await vi.waitFor(async () => expect(await sendAll(one, who, read, 1)).toBe(1), { timeout: 10_000, interval: 200 })
  })

  it('are not affected by the limits of other installations, and the app has no limit on writes', async () => {
    const [limited, other] = [payerOf(nextInstallation++), payerOf(nextInstallation++)]
    const one = process(4)
    await sendAll(one, limited, write)
    expect(await sendAll(one, other, write, 1)).toBe(1)
    expect(await sendAll(one, theApp, write, 100)).toBe(100)
  })

  it('ask the database once for many requests', async () => {
    const who = payerOf(nextInstallation++)
    const one = process()
    await one.acquire(who, read)
    const [before] = await sql`select xmin::text from github_budgets where payer like ${`%${who}`}`
    expect(await sendAll(one, who, read, 40)).toBe(40)
    expect(await sql`select xmin::text from github_budgets where payer like ${`%${who}`}`).toEqual([before])
  })

  it('send at most the number of concurrent requests that their number allows', async () => {
    const who = payerOf(nextInstallation++)
    const [one, two] = [process(), process()]
    await sendAll(one, who, read, 1)
    const permits = await Promise.all(Array.from({ length: 50 }, () => two.acquire(who, read)))
    let isThrough = false
    const next = two.acquire(who, read).then((permit) => {
      isThrough = true
      return permit
    })
    await sql`select pg_sleep(0.2)`
    expect(isThrough).toBe(false)
    permits[0]?.[Symbol.dispose]()
    ;(await next)[Symbol.dispose]()
    for (const permit of permits.slice(1)) permit[Symbol.dispose]()
  })

  it('see the lease of a process for whose end of a transaction they waited', async () => {
    const payer = `github.example ${payerOf(nextInstallation++)}`
    const of = (name: string) => ({ process: `00000000-0000-4000-8000-00000000000${name}`, maxWrites: 1 })
    await db.transaction(async (tx) => lockBudget(tx, payer, of('0')))
    const isLocked = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = db.transaction(async (tx) => {
      const { budget, now } = await lockBudget(tx, payer, of('1'))
      isLocked.resolve()
      await mayEnd.promise
      const expiresAt = new Date(now.getTime() + 60_000)
      await storeLease(tx, budget, { process: of('1').process, requests: 50, expiresAt })
    })
    await isLocked.promise
    const second = db.transaction(async (tx) => lockBudget(tx, payer, of('2')))
    await vi.waitFor(async () =>
      expect(
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%github_budgets%'`,
      ).not.toHaveLength(0),
    )
    mayEnd.resolve()
    await first
    expect((await second).others).toEqual({ processes: 1, requests: 50 })
  })

  it('continue after an outage, although GitHub reported nothing about the requests during it', async () => {
    const who = payerOf(nextInstallation++)
    const [one, two] = [process(), process()]
    one.noteWindow(who, window(40, 40))
    const sent = await sendAll(one, who, read)
    expect(sent).toBeLessThanOrEqual(40)
    expect(await sendAll(two, who, read)).toBe(0)
    const later = performance.now() + budgetLimits.leaseMs + 1
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
    try {
      expect(await sendAll(one, who, read, 1)).toBe(1)
    } finally {
      clock.mockRestore()
    }
  })

  it('do not lose the writes of a lease to a concurrent lease of reads', async () => {
    const who = payerOf(nextInstallation++)
    const one = process(8)
    // A quarter of 8 can be sent at once.
    const permits = await Promise.all([one.acquire(who, write), one.acquire(who, read), one.acquire(who, read)])
    for (const permit of permits) permit[Symbol.dispose]()
    expect(await sendAll(one, who, write)).toBe(1)
  })
})
