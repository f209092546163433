import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { type Plan, plans } from '../../../../src/service/accounts/plans.ts'
import { makeRegistryAccount } from '../../../../src/service/accounts/registry-account.ts'
import { registryAccount } from '../../../../src/engine/model/registry-account.ts'
import { scanDays } from '../../../../src/service/accounts/retention/terms.ts'
import { tidyRetention } from '../../../../src/service/accounts/retention/tidy-retention.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db, sql } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
const now = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const accounts = new Map<Plan, string>()
for (const plan of plans)
  accounts.set(plan, (await createAccount({ db, masterKey }, { name: `on ${plan}`, plan }))?.id ?? '')
await makeRegistryAccount({ db, masterKey })
const free = accounts.get('free') ?? ''

interface ScanParts {
  readonly accountId?: string
  readonly page?: string
  readonly folder?: string
  readonly status?: 'completed' | 'failed' | 'scanning'
  readonly repositoryId?: number
  readonly ref?: string
}

async function addScan(
  id: string,
  days: number,
  { accountId = free, page = 'https://example.com/a', folder, status = 'completed', repositoryId, ref }: ScanParts = {},
) {
  const at = daysAgo(days)
  await sql`insert into scans ${sql({
    id,
    account_id: accountId,
    status,
    url: page,
    target: JSON.stringify({ type: 'git', ref }),
    fail_on: 'high',
    stage: 'finished',
    percent: 100,
    source_type: 'git',
    source: JSON.stringify({ folder }),
    canonical_url: page,
    github_repository_id: repositoryId ?? null,
    created_at: at,
    estimated_completion_at: at,
    completed_at: status === 'scanning' ? null : at,
  })}`
  await sql`insert into findings (scan_id, ordinal, id, severity, category, state, document)
    values (${id}, 0, ${id}, 'high', 'code', 'new', '{}')`
}

const left = async () => (await sql<{ id: string }[]>`select id from scans order by id`).map(({ id }) => id)
/** Uses batches so small that every pass takes several. */
const tidy = (signal = new AbortController().signal) =>
  tidyRetention(db, now, signal, { accounts: 2, scans: 2, intake: 2 })

beforeEach(async () => {
  await sql`delete from scans`
  await sql`delete from registry_intake`
})

describe('scans', () => {
  it('are kept with their findings for as long as the plan says', async () => {
    for (const [plan, accountId] of accounts) {
      await addScan(`${plan} newest`, 1, { accountId })
      await addScan(`${plan} just kept`, scanDays[plan] - 1, { accountId })
      await addScan(`${plan} too old`, scanDays[plan] + 1, { accountId })
    }
    expect(await tidy()).toEqual({ scans: plans.length, intake: 0 })
    expect(await left()).toEqual(plans.flatMap((plan) => [`${plan} just kept`, `${plan} newest`]).toSorted())
    expect(await sql`select 1 from findings`).toHaveLength(plans.length * 2)
  })

  it('stay where the next one is compared with them, for each folder, and while they run', async () => {
    for (const days of [800, 700, 600, 500]) await addScan(`root ${days}`, days)
    await addScan('folder', 900, { folder: 'packages/a' })
    await addScan('running', 900, { status: 'scanning' })
    await addScan('failed', 400, { status: 'failed' })
    expect((await tidy()).scans).toBe(4)
    expect(await left()).toEqual(['folder', 'root 500', 'running'])
  })

  it('stay while they are the newest of an installed default branch, or what the registry shows', async () => {
    await sql`insert into github_repositories (host, repository_id, account_id, installation_id, owner_login, name,
      is_private, default_branch) values ('github.com', 7, ${free}, 1, 'acme', 'plans', true, 'main')`
    const page = 'https://github.com/acme/plans'
    await addScan('main before', 300, { page, repositoryId: 7 })
    await addScan('main', 200, { page, repositoryId: 7 })
    await addScan('branch before', 150, { page, repositoryId: 7, ref: 'topic' })
    await addScan('branch', 100, { page, repositoryId: 7, ref: 'topic' })
    const [server, source] = [randomUUID(), randomUUID()]
    await sql`insert into registry_servers (id, slug, name, category, source_type, status)
      values (${server}, 's', 's', 'other', 'git', 'active')`
    await sql`insert into registry_sources (id, server_id, type, canonical_url, name, declares, current_revision)
      values (${source}, ${server}, 'git', 'https://example.com/shown', 's', '{}', 'r2')`
    for (const revision of ['r1', 'r2']) {
      await sql`insert into registry_revisions (source_id, revision, scan_id, scanned_at, digest, results, score_basis,
        engine, advisory_date) values (${source}, ${revision}, ${`shown ${revision}`}, now(), '', '{}', '[]', '', '{}')`
      await addScan(`shown ${revision}`, 200, { page: 'https://example.com/shown' })
    }
    await addScan('shown newer', 10, { page: 'https://example.com/shown' })
    expect((await tidy()).scans).toBe(3)
    expect(await left()).toEqual(['branch', 'main', 'shown newer', 'shown r2'])
    await sql`delete from github_repositories`
  })

  it('of the registry itself go as those of the free plan', async () => {
    await addScan('newest', 1, { accountId: registryAccount.id })
    await addScan('old', scanDays.free + 1, { accountId: registryAccount.id })
    await tidy()
    expect(await left()).toEqual(['newest'])
  })

  it('stay when the service stops before', async () => {
    for (const days of [500, 400, 300]) await addScan(`${days}`, days)
    expect(await tidy(AbortSignal.abort())).toEqual({ scans: 0, intake: 0 })
    expect(await left()).toHaveLength(3)
  })
})

it('what was scanned for the registry goes after a while, what still waits never', async () => {
  const add = (key: string, state: string, days: number, scanId: string | null = null) =>
    sql`insert into registry_intake (id, origin, target, url, key, state, due_at, created_at, scan_id)
      values (${randomUUID()}, 'list', '{}', 'x', ${key}, ${state}, ${daysAgo(days)}, ${daysAgo(days)}, ${scanId})`
  for (const state of ['waiting', 'submitted', 'done', 'failed'])
    for (const days of [20, 40, 100]) await add(`${state} ${days}`, state, days)
  await addScan('late', 5)
  await add('done late', 'done', 100, 'late')
  expect((await tidy()).intake).toBe(3)
  expect(
    (await sql`select key from registry_intake where state in ('done', 'failed') order by key`).map(({ key }) => key),
  ).toEqual(['done 20', 'done late', 'failed 20', 'failed 40'])
  expect(await sql`select 1 from registry_intake where state in ('waiting', 'submitted')`).toHaveLength(6)
})
