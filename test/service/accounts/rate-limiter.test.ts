import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planLimits, type RateLimits } from '../../../src/service/accounts/plans.ts'
import { createRateLimiter, type RateLimiter } from '../../../src/service/accounts/rate-limiter.ts'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import { recordedDatabase } from '../../support/recorded-database.ts'
import { testDatabase } from '../../support/test-database.ts'

const database = await testDatabase()
const [first, second] = [recordedDatabase(database.url), recordedDatabase(database.url)]
const noon = Date.parse('2026-11-20T12:00:00Z')
const minutes = (count: number) => count * 60_000

/** Two processes, each with a clock that the test controls. */
function twoProcesses() {
  const clock = { first: noon, second: noon }
  return {
    clock,
    setClock: (time: number) => Object.assign(clock, { first: time, second: time }),
    a: createRateLimiter({ db: first.db, now: () => new Date(clock.first) }),
    b: createRateLimiter({ db: second.db, now: () => new Date(clock.second) }),
  }
}

async function grantedOf(
  limiters: readonly RateLimiter[],
  subject: string,
  limits: RateLimits,
  requests: number,
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, index) => limiters[index % limiters.length]?.take(subject, limits)),
  )
  return answers.filter((answer) => answer?.granted).length
}

describe('two processes on one database', () => {
  it('let exactly 100 of 1,000 parallel requests through at a limit of 100', async () => {
    const { a, b } = twoProcesses()
    expect(await grantedOf([a, b], 'exactly', planLimits.free, 1_000)).toBe(100)
    expect(await grantedOf([a, b], 'exactly', planLimits.free, 50)).toBe(0)
  })

  it('never exceed a window, and leave at most one block, however requests, processes and pauses fall', async () => {
    let run = 0
    const bursts = fc.array(
      fc.record({ process: fc.integer({ min: 0, max: 1 }), requests: fc.integer({ min: 1, max: 60 }) }),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 400 }),
        bursts,
        async (quarterHour, day, bursts) => {
          const { a, b } = twoProcesses()
          const limits = { quarterHour, day }
          const limit = Math.min(quarterHour, day)
          const subject = `property ${(run += 1)}`
          let granted = 0
          let asked = 0
          for (const { process, requests } of bursts) {
            granted += await grantedOf([process === 0 ? a : b], subject, limits, requests)
            asked += requests
          }
          const block = Math.max(1, Math.floor(limit / 100))
          expect(granted).toBeLessThanOrEqual(Math.min(limit, asked))
          expect(granted).toBeGreaterThanOrEqual(Math.min(limit, asked) - (block - 1))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('count on together when the clock of one is behind, over the end of both windows', async () => {
    const { a, b, clock } = twoProcesses()
    Object.assign(clock, {
      first: Date.parse('2026-11-21T00:00:00.500Z'),
      second: Date.parse('2026-11-20T23:59:59.500Z'),
    })
    expect(await grantedOf([a], 'behind', planLimits.free, 60)).toBe(60)
    expect(await grantedOf([b], 'behind', planLimits.free, 60)).toBe(40)
    expect(await grantedOf([a, b], 'behind', planLimits.free, 60)).toBe(0)
  })
})

describe('a limiter', () => {
  it('opens the next 15 minutes on the epoch, until the day is used up', async () => {
    const { a, setClock } = twoProcesses()
    const limits = { quarterHour: 100, day: 250 }
    const granted = []
    for (const time of [noon, noon + minutes(14.99), noon + minutes(15), noon + minutes(30), noon + minutes(45)]) {
      setClock(time)
      granted.push(await grantedOf([a], 'windows', limits, 120))
    }
    expect(granted).toEqual([100, 0, 100, 50, 0])
    setClock(Date.parse('2026-11-21T00:00:00Z'))
    expect(await grantedOf([a], 'windows', limits, 120)).toBe(100)
  })

  it('tells what is left of both windows and when they end', async () => {
    const { a, setClock } = twoProcesses()
    setClock(noon + minutes(7))
    for (let used = 1; used <= 3; used += 1) {
      expect(await a.take('told', planLimits.team)).toEqual({
        granted: true,
        quarterHour: { limit: 1_500, used, remaining: 1_500 - used, reset: (noon + minutes(15)) / 1000 },
        day: { limit: 15_000, used, remaining: 15_000 - used, reset: Date.parse('2026-11-21T00:00:00Z') / 1000 },
      })
    }
  })

  it('asks the database once a block of a hundredth, one by one on Free', async () => {
    for (const [plan, block] of [
      ['team', 15],
      ['pro', 5],
      ['free', 1],
    ] as const) {
      const { a } = twoProcesses()
      first.statements.length = 0
      for (let request = 0; request < 30; request += 1) await a.take(`blocks ${plan}`, planLimits[plan])
      expect(
        first.statements.filter((text) => text.includes('insert into rate_usage')),
        plan,
      ).toHaveLength(30 / block)
    }
  })

  it('asks for all subjects that wait in one statement', async () => {
    const { a } = twoProcesses()
    first.statements.length = 0
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => a.take(`crowd ${index % 100}`, { quarterHour: 2, day: 1_000 })),
    )
    expect(answers.filter(({ granted }) => granted)).toHaveLength(200)
    expect(first.statements.length).toBeLessThanOrEqual(3)
  })

  it('gives back what it holds when it stops, so that the others can use it', async () => {
    const { a, b } = twoProcesses()
    await a.take('stopping', planLimits.team)
    expect((await b.take('stopping', planLimits.team)).quarterHour.used).toBe(16)
    await a[Symbol.asyncDispose]()
    expect(await grantedOf([b], 'stopping', planLimits.team, 2_000)).toBe(1_498)
  })

  it('gives back to the day what was left of a block when 15 minutes end', async () => {
    const { a, setClock } = twoProcesses()
    await a.take('rolling', planLimits.team)
    setClock(noon + minutes(15))
    expect(await a.take('rolling', planLimits.team)).toMatchObject({ quarterHour: { used: 1 }, day: { used: 2 } })
  })

  it('heeds other limits from the next request on', async () => {
    const { a, b } = twoProcesses()
    expect(await grantedOf([a, b], 'changed', planLimits.free, 200)).toBe(100)
    expect(await grantedOf([a, b], 'changed', planLimits.team, 40)).toBe(40)
    expect(await grantedOf([a, b], 'changed', planLimits.free, 10)).toBe(0)
  })

  it('answers a refused subject from memory, and asks again a second later', async () => {
    const { a, b, setClock } = twoProcesses()
    const limits = { quarterHour: 100, day: 100 }
    await grantedOf([b], 'refused', limits, 100)
    expect((await a.take('refused', limits)).granted).toBe(false)
    first.statements.length = 0
    expect(await grantedOf([a], 'refused', limits, 500)).toBe(0)
    expect(first.statements).toEqual([])
    setClock(noon + 1_000)
    await a.take('refused', limits)
    expect(first.statements).toHaveLength(1)
  })

  it('takes nothing for what is forgiven, up to ten times the window for all processes together', async () => {
    const { a, b } = twoProcesses()
    const limits = { quarterHour: 5, day: 1_000 }
    for (let turn = 0; turn < 50; turn += 1) {
      const limiter = turn % 2 === 0 ? a : b
      const allowance = await limiter.take('unchanged', limits)
      expect(allowance.granted, `turn ${turn}`).toBe(true)
      expect((await limiter.refundPermit('unchanged', limits, allowance)).quarterHour.used).toBeLessThanOrEqual(1)
    }
    const answers = []
    for (let turn = 0; turn < 6; turn += 1) {
      const allowance = await a.take('unchanged', limits)
      answers.push(allowance.granted)
      if (allowance.granted) await a.refundPermit('unchanged', limits, allowance)
    }
    expect(answers.filter(Boolean).length).toBeLessThanOrEqual(5)
    expect(answers.at(-1)).toBe(false)
  })

  it('does not bring a forgiven request into the next 15 minutes', async () => {
    const { a, setClock } = twoProcesses()
    const limits = { quarterHour: 2, day: 1_000 }
    const old = await a.take('late', limits)
    setClock(noon + minutes(15))
    expect(await grantedOf([a], 'late', limits, 2)).toBe(2)
    await a.refundPermit('late', limits, old)
    expect((await a.take('late', limits)).granted).toBe(false)
  })

  it('takes hostile subjects for text', async () => {
    const { a } = twoProcesses()
    for (const subject of ["'; drop table rate_usage; --", '__proto__', 'constructor', '"}]', 'ü\u{1F511}']) {
      expect(await grantedOf([a], subject, { quarterHour: 2, day: 2 }, 3), subject).toBe(2)
    }
  })
})

describe('tidying', () => {
  it('forgets who has made no request since the day before yesterday', async () => {
    const { a, setClock } = twoProcesses()
    const day = 24 * 60 * 60_000
    await a.take('today', planLimits.free)
    setClock(noon - day)
    await a.take('yesterday', planLimits.free)
    setClock(noon - 2 * day)
    await a.take('before', planLimits.free)
    await tidyAccounts(database.db, new Date(noon))
    const rows = await database.sql`select subject from rate_usage where subject in ('today', 'yesterday', 'before')
        order by subject`
    expect(rows.map(({ subject }) => subject)).toEqual(['today', 'yesterday'])
  })
})
