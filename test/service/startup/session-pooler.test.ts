import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import postgres from 'postgres'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../support/assay-process.ts'
import { hasPooler, type Pooler, startPooler } from '../../support/pooler.ts'
import { type ReplicaSet, startReplicaSet } from '../../support/replica-set.ts'
import { testDatabase } from '../../support/test-database.ts'

const folder = dataFolder()
let set: ReplicaSet
let pooler: Pooler
let assay: AssayProcess

const sitemap = (headers: Record<string, string>) =>
  fetch(`${assay.address}/sitemap.xml`, { headers }).then(({ status }) => status)
const writer = { cookie: `assay-session=${randomBytes(32).toString('base64url')}` }

// Skipped where PgBouncer is not installed.
describe.skipIf(!hasPooler)('a process with a pooler in session mode, and a replica', () => {
  beforeAll(async () => {
    set = await startReplicaSet()
    pooler = await startPooler(set.primary.url, {
      pool_mode: 'session',
      default_pool_size: 60,
      ignore_startup_parameters: 'plan_cache_mode',
    })
    assay = await startAssay({
      DATABASE_URL: pooler.url,
      DATABASE_READ_URL: set.replica.url,
      ASSAY_SECRET: randomBytes(32).toString('hex'),
      ASSAY_DATA_DIR: folder.path,
      OSV_URL: `file:${folder.path}`,
      npm_config_registry: 'http://127.0.0.1:9/',
    })
  }, 120_000)
  afterAll(async () => {
    await assay.end('SIGKILL')
    await pooler[Symbol.asyncDispose]()
    await set[Symbol.asyncDispose]()
    folder.remove()
  })

  it('does not show signed-in visitors the replica while the pooler is down, because others may write', async () => {
    await expect.poll(() => assay.log(), { timeout: 20_000 }).toContain('reads use the replica')
    expect([await sitemap({}), await sitemap(writer)]).toEqual([200, 200])
    await pooler.stop()
    expect(await sitemap({})).toBe(200)
    expect(await sitemap(writer)).toBe(503)
    expect(await sitemap(writer)).toBe(503)
  }, 60_000)
})

it.skipIf(!hasPooler)(
  'a pooler in session mode with one free session is enough for a migration',
  async () => {
    const { url } = await testDatabase()
    const data = dataFolder()
    onTestFinished(() => data.remove())
    await using nearlyFull = await startPooler(url, {
      pool_mode: 'session',
      default_pool_size: 6,
      ignore_startup_parameters: 'plan_cache_mode',
    })
    const others = Array.from({ length: 5 }, () => postgres(nearlyFull.url, { max: 1, prepare: false }))
    onTestFinished(async () => void (await Promise.all(others.map((other) => other.end({ timeout: 0 })))))
    await Promise.all(others.map((other) => other`select 1`))
    const { code, err } = await runAssay(['migrate'], {
      DATABASE_URL: nearlyFull.url,
      ASSAY_SECRET: randomBytes(32).toString('hex'),
      ASSAY_DATA_DIR: data.path,
    })
    expect([code, err]).toEqual([0, expect.not.stringContaining('DATABASE_URL')])
  },
  60_000,
)
