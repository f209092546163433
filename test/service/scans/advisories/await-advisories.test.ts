import { beforeEach, describe, expect, it } from 'vitest'
import { advisoryStaleMs, isSyncDue, readinessOf } from '../../../../src/engine/advisories/sync/advisory-readiness.ts'
import { awaitAdvisories } from '../../../../src/service/scans/advisories/await-advisories.ts'
import { testDatabase } from '../../../support/test-database.ts'

const database = await testDatabase()
const feeds = { database, bases: ['https://osv.example'] }
const signal = AbortSignal.timeout(60_000)
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)

/** Writes the result of the feed's last sync attempt. */
async function feedIs(state: { syncedAt: Date | null; lastError: string | null }): Promise<void> {
  await database.sql`
    insert into advisory_feeds (base, ecosystem, synced_at, last_attempt_at, last_error)
    values ('https://osv.example', 'npm', ${state.syncedAt?.toISOString() ?? null}, clock_timestamp(),
    ${state.lastError})
    on conflict (base, ecosystem) do update set synced_at = excluded.synced_at,
    last_attempt_at = excluded.last_attempt_at, last_error = excluded.last_error`
}

beforeEach(async () => {
  await database.sql`delete from advisory_feeds`
})

const never = async () => {
  throw new Error('no sync should be asked for')
}

describe('awaitAdvisories', () => {
  it('takes what is there without asking for more', async () => {
    await feedIs({ syncedAt: daysAgo(1), lastError: 'broken since' })
    expect(await awaitAdvisories(feeds, 'npm', { requestSync: never, signal })).toEqual({
      date: { syncedAt: expect.any(String) },
    })
  })

  it('is no ground for a pass when the last sync is long ago, and says why', async () => {
    await feedIs({ syncedAt: daysAgo(400), lastError: 'The advisory feed returned status 500.' })
    const { date, problem } = await awaitAdvisories(feeds, 'npm', { requestSync: never, signal })
    expect(date).toBeDefined()
    expect(problem).toBe(
      'They were last synced 400 days ago. The last attempt failed: The advisory feed returned status 500.',
    )
  })

  it('says at once that no feed has the ecosystem', async () => {
    await feedIs({ syncedAt: null, lastError: null })
    expect(await awaitAdvisories(feeds, 'npm', { requestSync: never, signal })).toEqual({
      problem: 'No configured advisory feed has npm.',
    })
  })

  it('waits for the first sync', async () => {
    const requestSync = async () => void setTimeout(() => void feedIs({ syncedAt: new Date(), lastError: null }), 400)
    expect(await awaitAdvisories(feeds, 'npm', { requestSync, signal })).toMatchObject({ date: expect.anything() })
  })

  it('goes on at once when the first sync fails', async () => {
    const startedAt = performance.now()
    const requestSync = () => feedIs({ syncedAt: null, lastError: 'The advisory feed could not be reached.' })
    expect(await awaitAdvisories(feeds, 'npm', { requestSync, signal })).toEqual({
      problem: 'The advisory feed could not be reached.',
    })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('takes an attempt for a new one whatever the clocks say, and an old failure for none', async () => {
    await feedIs({ syncedAt: null, lastError: 'an old failure' })
    const requestSync = async () => {
      await database.sql`update advisory_feeds set last_attempt_at = clock_timestamp() - interval '1 hour',
        last_error = 'a new failure'`
    }
    expect(await awaitAdvisories(feeds, 'npm', { requestSync, signal })).toEqual({ problem: 'a new failure' })
    expect(await awaitAdvisories(feeds, 'npm', { requestSync: async () => {}, signal, waitMs: 600 })).toEqual({
      problem: expect.stringContaining('did not finish within'),
    })
  })

  it('retries without a result, as after the death of the worker that ran it', async () => {
    let asked = 0
    const requestSync = async () => {
      asked += 1
      if (asked === 2) await feedIs({ syncedAt: new Date(), lastError: null })
    }
    expect(await awaitAdvisories(feeds, 'npm', { requestSync, signal })).toMatchObject({ date: expect.anything() })
    expect(asked).toBe(2)
  })

  it('does not wait for ever', async () => {
    expect(await awaitAdvisories(feeds, 'npm', { requestSync: async () => {}, signal, waitMs: 600 })).toEqual({
      problem: expect.stringContaining('did not finish within 0.6 s'),
    })
  })
})

describe('isSyncDue', () => {
  const state = { records: 1, lastAttemptAt: undefined, lastError: undefined }
  it('is for what was never synced, or not since yesterday', () => {
    const now = new Date()
    expect(isSyncDue({ ...state, complete: false, date: undefined }, now)).toBe(true)
    expect(isSyncDue({ ...state, complete: true, date: undefined, lastAttemptAt: now }, now)).toBe(false)
    expect(isSyncDue({ ...state, complete: true, date: undefined, lastAttemptAt: daysAgo(2) }, now)).toBe(true)
    expect(isSyncDue({ ...state, complete: true, date: { syncedAt: now.toISOString() } }, now)).toBe(false)
    expect(
      isSyncDue(
        { ...state, complete: true, date: { syncedAt: new Date(now.getTime() - advisoryStaleMs / 2).toISOString() } },
        now,
      ),
    ).toBe(true)
  })

  it('is for a sync in the future, which a wrong clock wrote', () => {
    const now = new Date()
    const inMinutes = (minutes: number) => ({
      ...state,
      complete: true,
      date: { syncedAt: new Date(now.getTime() + minutes * 60_000).toISOString() },
    })
    expect(isSyncDue(inMinutes(4), now)).toBe(false)
    expect(isSyncDue(inMinutes(6), now)).toBe(true)
    expect(readinessOf(inMinutes(4), 'npm')).not.toHaveProperty('problem')
    expect(readinessOf(inMinutes(6), 'npm').problem).toBe('The time of their last sync is in the future.')
  })
})
