import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { readinessOf } from '../../../src/service/api/readiness.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { advisoryEcosystems } from '../../../src/engine/model/component.ts'
import { createDiskSpace, type DiskSpace } from '../../../src/engine/sources/disk-space.ts'
import { mayMount, smallDisk } from '../../support/small-disk.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const log = pino({ level: 'silent' })
const problemsOfDisk = async (diskRoom: DiskSpace) => {
  const { ready, problems } = await readinessOf({ db: api.db, advisoryBases: [], log, diskRoom })
  return { ready, problems: problems.filter((problem) => problem.includes('data folder')) }
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString()

describe('/healthz', () => {
  it('responds to every client', async () => {
    expect(await api.anonymous('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  })
})

describe('/readyz', () => {
  it('tells how fresh the advisories of every ecosystem are', async () => {
    const feed = (ecosystem: string, syncedAt: string | null, lastError: string | null, records = 0) => api.sql`
      insert into advisory_feeds (base, ecosystem, synced_at, newest_modified, records, unreadable, last_attempt_at,
      last_error)
      values ('https://osv.example', ${ecosystem}, ${syncedAt}, ${syncedAt}, ${records},
      ${ecosystem === 'npm' ? 2 : 0}, ${hoursAgo(1)}, ${lastError})`
    await feed('npm', hoursAgo(1), null, 250_000)
    await feed('PyPI', hoursAgo(2), 'The advisory feed returned status 500.', 16_000)
    await feed('Go', hoursAgo(73), 'The advisory feed returned status 500.', 6_000)
    await feed('Hex', null, null)
    await api.sql`insert into advisory_feeds (base, ecosystem, synced_at)
      values ('https://elsewhere.example', 'Maven', ${hoursAgo(1)})`
    const { status, json, headers } = await api.anonymous('GET', '/readyz')
    const { advisories, ...rest } = json as object as { advisories: Record<string, { ageSeconds: number }> }
    const never = { status: 'pending', records: 0 }
    expect({ status, rest }).toEqual({
      status: 200,
      rest: {
        status: 'ready',
        problems: [
          'The last attempt to sync the advisories for PyPI failed.',
          'The advisories for Go were last synced 73 hours ago.',
        ],
        exploitation: { kev: never, epss: never },
      },
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(Object.keys(advisories)).toEqual(advisoryEcosystems)
    expect(advisories.npm).toEqual({
      status: 'current',
      records: 250_000,
      unreadable: 2,
      syncedAt: expect.any(String),
      newestModified: expect.any(String),
      ageSeconds: expect.any(Number),
      lastAttemptAt: expect.any(String),
    })
    expect(Math.abs((advisories.npm?.ageSeconds ?? 0) - 3_600)).toBeLessThan(60)
    expect(advisories).toMatchObject({
      PyPI: { status: 'failing', records: 16_000, lastError: 'The advisory feed returned status 500.' },
      Go: { status: 'stale' },
      Hex: { status: 'absent' },
      Maven: { status: 'pending', records: 0 },
    })
  })

  it('names feeds that were never synced, and why, and serves all the same', async () => {
    const base = 'https://never.example'
    const error = 'The advisory feed returned status 503.'
    await api.sql`insert into advisory_feeds (base, ecosystem, last_attempt_at, last_error)
      values (${base}, 'npm', ${hoursAgo(1)}, ${error}), (${base}, 'Hex', ${hoursAgo(1)}, null)`
    await api.sql`insert into exploitation_feeds (id, last_attempt_at, records, last_error)
      values ('kev', ${hoursAgo(1)}, 0, ${error})`
    const { ready, problems, advisories } = await readinessOf({ db: api.db, advisoryBases: [base], log })
    await api.sql`delete from exploitation_feeds`
    expect([ready, advisories?.npm?.status]).toEqual([true, 'pending'])
    // PyPI was not tried yet, and the feed does not offer Hex.
    expect(problems).toEqual([
      `The advisories for npm have never been synced: ${error}`,
      `The exploitation scores from kev have never been synced: ${error}`,
    ])
  })

  it('tells how scans are kept from harm where the process scans', async () => {
    const isolation = { kind: 'child-process-without-network' as const, bounds: ['no network'] }
    const context = { db: api.db, advisoryBases: [], log }
    expect(await readinessOf({ ...context, isolation })).toMatchObject({ ready: true, isolation })
    expect(await readinessOf(context)).not.toHaveProperty('isolation')
  })

  it('names KEV and EPSS that are old and jobs that no worker takes, and still serves', async () => {
    await api.sql`insert into exploitation_feeds (id, synced_at, last_attempt_at, records, last_error)
      values ('kev', ${hoursAgo(80)}, ${hoursAgo(1)}, 1200, 'The feed answered with status 500.'),
      ('epss', ${hoursAgo(2)}, ${hoursAgo(1)}, 300000, null)`
    await api.queue.enqueue(api.db, 'tidy-receipts', {}, { key: 'all' })
    await api.sql`update pgboss.job set created_on = now() - interval '20 minutes',
      start_after = now() - interval '20 minutes' where name = 'tidy-receipts'`
    // Jobs are counted at most once a second.
    await pause(1_100)
    const readiness = await readinessOf({ db: api.db, queue: api.queue, advisoryBases: [], log })
    expect(readiness).toMatchObject({
      ready: true,
      exploitation: { kev: { status: 'stale', records: 1200 }, epss: { status: 'current' } },
    })
    expect(readiness.problems).toEqual([
      'Number of overdue tidy-receipts jobs that no worker has started: 1. The oldest job has been queued for 20 ' +
        'minutes.',
      'The exploitation scores from kev were last synced 80 hours ago.',
    ])
  })

  it('is unready when the queue or the database cannot be asked', async () => {
    const context = { db: api.db, advisoryBases: [], log }
    const away = Object.assign(new Error('connection lost'), { code: 'ECONNREFUSED' })
    expect(await readinessOf({ ...context, queue: { depths: () => Promise.reject(away) } })).toMatchObject({
      ready: false,
      problems: ['The queue cannot be reached.', expect.stringContaining('kev')],
    })
    const closed = openDatabase('postgres://127.0.0.1:9/nowhere', { maxConnections: 1, applicationName: 'test' })
    expect(await readinessOf({ ...context, db: closed.db })).toEqual({
      ready: false,
      problems: ['The database cannot be reached.'],
    })
    await closed[Symbol.asyncDispose]()
  })

  it.skipIf(!mayMount())(
    'tells that the disk of the data folder is nearly full, and that it cannot be looked at, and serves all the same',
    async () => {
      using disk = smallDisk(10)
      const aboutDisk = (folder: string) => problemsOfDisk(createDiskSpace({ folder, log }))
      expect(await aboutDisk(disk.path)).toEqual({
        ready: true,
        problems: [
          'The disk that contains the data folder has only 10 MB of free space. Scans remain queued until more ' +
            'space is available.',
        ],
      })
      expect(await aboutDisk(join(disk.path, 'nowhere'))).toEqual({
        ready: true,
        problems: ['The data folder cannot be read.'],
      })
      expect(await aboutDisk(tmpdir())).toEqual({ ready: true, problems: [] })
    },
  )

  it('tells that the disk of the data folder does not answer, and does not wait for it', async () => {
    const startedAt = performance.now()
    expect(await problemsOfDisk(createDiskSpace({ folder: '/', log, measure: () => new Promise(() => {}) }))).toEqual({
      ready: true,
      problems: ['The disk that contains the data folder is not responding.'],
    })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
