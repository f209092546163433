import { readFileSync } from 'node:fs'
import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { openDatabase } from '../../../src/service/db/client.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { hasPooler, startPooler as startPoolerOf } from '../../support/pooler.ts'
import { testDatabase } from '../../support/test-database.ts'

const { url, sql } = await testDatabase()

const Pooler = z.object({
  kind: z.literal('Pooler'),
  spec: z.object({ pgbouncer: z.object({ poolMode: z.string(), parameters: z.record(z.string(), z.string()) }) }),
})

/** Returns the settings of the pooler in the manifest. */
function manifestSettings(): Record<string, string> {
  const file = readFileSync('deploy/kubernetes/cloudnative-pg/postgres.yaml', 'utf8')
  const [pooler] = parseAllDocuments(file).flatMap((document) => Pooler.safeParse(document.toJS()).data ?? [])
  if (!pooler) throw new Error('the manifest has no pooler')
  return { ...pooler.spec.pgbouncer.parameters, pool_mode: pooler.spec.pgbouncer.poolMode }
}

async function startPooler(settings: Record<string, string>): Promise<string> {
  const pooler = await startPoolerOf(url, settings)
  onTestFinished(() => pooler[Symbol.asyncDispose]())
  return pooler.url
}

it.skipIf(!hasPooler)('the database and the queue work through PgBouncer as the manifest sets it up', async () => {
  const pooled = await startPooler(manifestSettings())
  await using client = openDatabase(pooled, { maxConnections: 2, applicationName: 'pooled' })
  expect([...(await client.sql`select current_setting('application_name') as name`)]).toEqual([{ name: 'pooled' }])
  await using queue = await openQueue({ url: pooled, log: pino({ level: 'silent' }) })
  const done: unknown[] = []
  await queue.work('abandon-scan', async (payload) => void done.push(payload))
  await queue.enqueue(client.db, 'abandon-scan', { scanId: 'scan_pooled' })
  await vi.waitFor(() => expect(done).toEqual([{ scanId: 'scan_pooled' }]), { timeout: 8_000, interval: 20 })
})

it.skipIf(!hasPooler)('PgBouncer without the setting for startup parameters rejects connections', async () => {
  const { ignore_startup_parameters: ignored, ...settings } = manifestSettings()
  expect(ignored).toBe('plan_cache_mode')
  await using client = openDatabase(await startPooler(settings), { maxConnections: 1, applicationName: 'pooled' })
  await expect(client.sql`select 1`).rejects.toThrow(/unsupported startup parameter: plan_cache_mode/)
})

it('the manifest sets the ignored parameter for the role', async () => {
  const file = readFileSync('deploy/kubernetes/cloudnative-pg/postgres.yaml', 'utf8')
  const [, role = ''] = /- (alter role assay set plan_cache_mode = .+)/.exec(file) ?? []
  expect(role).not.toBe('')
  const name = `pooled_${process.pid}`
  await sql.unsafe(`create role ${name}`)
  onTestFinished(async () => void (await sql.unsafe(`drop role ${name}`)))
  await sql.unsafe(role.replace('assay', name))
  expect([...(await sql`select rolconfig from pg_roles where rolname = ${name}`)]).toEqual([
    { rolconfig: ['plan_cache_mode=force_custom_plan'] },
  ])
})
