import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { advisoryEcosystems, type Ecosystem } from '../../../../src/engine/model/component.ts'
import { refreshAdvisories, refreshCron } from '../../../../src/service/scans/advisories/refresh-advisories.ts'
import { testDatabase } from '../../../support/test-database.ts'

const database = await testDatabase()
const feeds = { database, bases: ['https://osv.example'] }
const signal = AbortSignal.timeout(60_000)

beforeEach(async () => {
  await database.sql`delete from advisory_feeds`
})

const tried = (ecosystem: string, ago: string, lastError: string | null = null) => database.sql`
  insert into advisory_feeds (base, ecosystem, last_attempt_at, last_error)
  values ('https://osv.example', ${ecosystem}, clock_timestamp() - ${ago}::interval, ${lastError})
  on conflict (base, ecosystem) do update set last_attempt_at = excluded.last_attempt_at,
  last_error = excluded.last_error`

describe('refreshAdvisories', () => {
  it("asks for one ecosystem after the other in the model's order, each when the one before was tried", async () => {
    const asked: string[] = []
    let underWay = 0
    const requestSync = async (ecosystem: Ecosystem) => {
      asked.push(ecosystem)
      underWay += 1
      expect(underWay).toBe(1)
      void attempt(ecosystem)
    }
    const attempt = async (ecosystem: Ecosystem) => {
      await sleep(20)
      underWay -= 1
      await tried(ecosystem, '0', ecosystem === 'Go' ? 'it is broken' : null)
    }
    await tried('PyPI', '1 minute')
    await tried('npm', '1 minute', 'it was broken')
    await tried('Maven', '2 hours')
    await refreshAdvisories(feeds, { requestSync, signal, atOnce: true })
    expect(asked).toEqual(advisoryEcosystems.filter((name) => name !== 'PyPI'))
  })

  it('stops on request', async () => {
    const stop = new AbortController()
    const requestSync = async () => stop.abort()
    await expect(refreshAdvisories(feeds, { requestSync, signal: stop.signal, atOnce: true })).rejects.toThrow(/abort/)
  })
})

describe('refreshCron', () => {
  it('is hourly, in a minute of the installation', () => {
    const crons = Array.from({ length: 200 }, (_, index) => refreshCron(Buffer.from([index])))
    for (const cron of crons) expect(cron).toMatch(/^[1-5]?\d \* \* \* \*$/)
    expect(new Set(crons).size).toBeGreaterThan(40)
    expect(refreshCron(Buffer.from([7]))).toBe(crons[7])
  })
})
