import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../support/assay-process.ts'
import { type BrokenEndpoint, startBrokenEndpoint } from '../../support/broken-endpoint.ts'
import { hasPooler, type Pooler, startPooler } from '../../support/pooler.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url, sql } = await testDatabase()
const folder = dataFolder()
const patient = { timeout: 30_000, interval: 200 }
let pooler: Pooler
let direct: BrokenEndpoint
let settings: Record<string, string>
let assay: AssayProcess

const get = (path: string) =>
  fetch(`${assay.address}${path}`, { headers: { 'x-api-key': assay.key ?? '' } }).then(({ status }) => status)
/** Submits a scan of a package that no registry has. Returns the status of the response. */
const submit = () =>
  fetch(`${assay.address}/api/v1/scans/url`, {
    method: 'POST',
    headers: { 'x-api-key': assay.key ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ url: `https://www.npmjs.com/package/absent-${randomBytes(6).toString('hex')}` }),
  }).then(({ status }) => status)
/** Reads a response to its end, for example a stream of events. */
const read = async (path: string) => {
  const response = await fetch(`${assay.address}${path}`, { headers: { 'x-api-key': assay.key ?? '' } })
  return [response.status, await response.text()] as const
}
const unfinished = async () => (await sql`select from scans where status in ('pending', 'scanning')`).length
const listening = async () =>
  (await sql`select from pg_stat_activity where datname = current_database() and query ~* '^listen'`).length

// Skipped where PgBouncer is not installed.
describe.skipIf(!hasPooler)('a process with a pooler in transaction mode', () => {
  beforeAll(async () => {
    pooler = await startPooler(url, { pool_mode: 'transaction', default_pool_size: 4 })
    direct = await startBrokenEndpoint(url, 'open')
    settings = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: direct.through(url),
      ASSAY_SECRET: randomBytes(32).toString('hex'),
      ASSAY_DATA_DIR: folder.path,
      OSV_URL: `file:${folder.path}`,
      npm_config_registry: 'http://127.0.0.1:9/',
      PUBLIC_URL: 'https://assay.example',
    }
    assay = await startAssay(settings)
  }, 120_000)
  afterAll(async () => {
    await assay.end('SIGKILL')
    await pooler[Symbol.asyncDispose]()
    await direct[Symbol.asyncDispose]()
    folder.remove()
  })

  it('answers, and finishes scans', async () => {
    expect(await get('/api/v1/servers')).toBe(200)
    expect(await get('/readyz')).toBe(200)
    expect(await submit()).toBeLessThan(300)
    await expect.poll(unfinished, patient).toBe(0)
  })

  it('has one direct connection per session, and all others through the pooler', async () => {
    const rows = await sql<{ name: string; own: number }[]>`
      select application_name as name, count(*)::int as own from pg_stat_activity
      where datname = current_database() and query ~* '^listen' group by 1 order by 1`
    expect([...rows]).toEqual([
      { name: 'assay', own: 1 },
      { name: 'assay queue', own: 1 },
    ])
    const sessions = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and application_name ~ '^assay'`)
        .length
    // The sessions of the pooler, and the two above. The checks at the start and the first sync of a feed have direct
    // connections too, for a moment.
    await expect.poll(sessions, patient).toBeLessThanOrEqual(4 + 2)
  })

  it('works without its direct sessions, and gets them back', async () => {
    direct.become('closing')
    await pause(1_000)
    expect(await get('/api/v1/servers')).toBe(200)
    expect(await get('/readyz')).toBe(200)
    expect(await submit()).toBeLessThan(300)
    // Without notifications, jobs are found every two seconds.
    await expect.poll(unfinished, patient).toBe(0)
    expect(direct.connections()).toBeLessThan(60)
    direct.become('open')
    await expect.poll(listening, patient).toBe(2)
  })

  it.each(['closing', 'silent'] as const)(
    'follows scans while the direct address is %s',
    async (mode) => {
      direct.become(mode)
      await submit()
      const [{ id } = { id: '' }] = await sql<{ id: string }[]>`select id from scans order by created_at desc limit 1`
      const [events, [waitedStatus, waited]] = await Promise.all([
        read(`/api/v1/scans/${id}/events`),
        read(`/api/v1/scans/${id}?wait=5`),
      ])
      expect(events).toEqual([200, expect.stringContaining('event: end')])
      expect(waitedStatus).toBe(200)
      expect(JSON.parse(waited).data.status).not.toBe('pending')
      direct.become('open')
      await expect.poll(listening, patient).toBe(2)
    },
    60_000,
  )

  it('responds with 503 without the pooler, although the direct sessions exist, and recovers', async () => {
    await pooler.stop()
    await expect.poll(() => get('/api/v1/servers'), patient).toBe(503)
    expect(await get('/readyz')).toBe(503)
    await pooler.start()
    await expect.poll(() => get('/api/v1/servers'), patient).toBe(200)
    expect(await submit()).toBeLessThan(300)
    await expect.poll(unfinished, patient).toBe(0)
  })

  it('recovers after both were away', async () => {
    direct.become('silent')
    await pooler.stop()
    await expect.poll(() => get('/api/v1/servers'), patient).toBe(503)
    direct.become('open')
    await pooler.start()
    await expect.poll(() => get('/api/v1/servers'), patient).toBe(200)
  })

  it('refuses to start without the direct URL, or with the pooler as the direct URL', async () => {
    const { DATABASE_DIRECT_URL: _direct, ...without } = settings
    const refused = await runAssay(['serve'], { ...without, PORT: '0' })
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/DATABASE_URL: This URL leads to a conn/)])
    const same = await runAssay(['serve'], { ...settings, DATABASE_DIRECT_URL: pooler.url, PORT: '0' })
    expect([same.code, same.err]).toEqual([2, expect.stringMatching(/DATABASE_DIRECT_URL: This URL leads to a conn/)])
  })

  it('stops when it is asked to', async () => {
    expect(await assay.end('SIGTERM')).toBe(0)
    expect(assay.log()).not.toMatch(/prepared statement/)
  })
})
