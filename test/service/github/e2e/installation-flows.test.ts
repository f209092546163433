import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installedApp, type InstalledRepository, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

const flawed = { flawed: '1.0.0' }
let nextOwner = 2_000

/** An owner with a separate installation. */
function newOwner(login: string) {
  const number = nextOwner++
  return { owner: { id: number, login }, installationId: number + 50_000 }
}
type Owner = ReturnType<typeof newOwner>

const listed = (repository: InstalledRepository) => {
  const { id, name, full_name, private: isPrivate } = repository.payload()
  return { id, name, full_name, private: isPrivate }
}
const installation = ({ owner, installationId }: Owner, more: object = {}) => ({
  id: installationId,
  account: owner,
  suspended_at: null,
  ...more,
})
const install = (of: Owner, repositories: readonly InstalledRepository[]) =>
  app.send('installation', {
    action: 'created',
    installation: installation(of),
    repositories: repositories.map(listed),
  })

interface StoredScan {
  readonly id: string
  readonly status: string
  readonly is_private: boolean
  readonly priority: number
  readonly account_id: string
  readonly error_code: string | null
}
const scansOf = (repository: InstalledRepository) =>
  app.withDatabase(
    (sql) =>
      sql<StoredScan[]>`select id, status, is_private, priority, account_id, error_code from scans
        where github_repository_id = ${repository.at.id} order by created_at`,
  )
const settled = () =>
  vi.waitFor(
    async () => {
      const [waiting] = await app.withDatabase(
        (sql) => sql<{ count: number }[]>`select count(*)::int as count from github_deliveries where ended_at is null`,
      )
      expect(waiting?.count).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
const scanned = (repository: InstalledRepository) =>
  vi.waitFor(
    async () => {
      const scans = await scansOf(repository)
      expect(scans.map(({ status }) => status)).toEqual(['completed'])
      return scans[0] ?? ({} as StoredScan)
    },
    { timeout: 90_000, interval: 200 },
  )
/** Scans of sources on loopback have no public page. This gives them a public address. */
const atPublicAddress = (...ids: readonly string[]) =>
  app.withDatabase((sql) => sql`update scans set source = source - 'isInternal' where id = any(${[...ids]})`)
const pageOf = async (scanId: string) => (await fetch(`${app.service.address}/scan/${scanId}`)).status
const removalsOf = (repository: InstalledRepository) =>
  app.withDatabase(
    (sql) =>
      sql<
        { reason: string; scans: number }[]
      >`select reason, scans from removals where subject like ${`% repository ${repository.at.id}`}`,
  )

describe('an installation', () => {
  it('has each of its repositories scanned once, after scans that a user waits for', { timeout: 150_000 }, async () => {
    const of = newOwner('initial')
    const repositories = Array.from({ length: 24 }, (_, index) => app.repository(`initial-${index}`, of))
    for (const [index, { git }] of repositories.entries())
      git.commit(projectWith(flawed, { 'README.md': `initial ${index}` }))
    await install(of, repositories)
    await vi.waitFor(async () => expect((await scansOf(lastOf(repositories))).length).toBe(1), {
      timeout: 60_000,
      interval: 50,
    })
    const pushed = lastOf(repositories)
    const head = pushed.git.commit(projectWith(flawed, { 'README.md': 'pushed' }))
    await app.sendPush(pushed, { after: head })
    await app.run(head, undefined, 100_000)
    const ids = repositories.map(({ at }) => at.id)
    const all = await vi.waitFor(
      async () => {
        const rows = await app.withDatabase(
          (sql) =>
            sql<
              { priority: number; status: string }[]
            >`select priority, status from scans where github_repository_id = any(${ids}) order by started_at`,
        )
        expect(rows.filter(({ status }) => status === 'completed')).toHaveLength(25)
        return rows
      },
      { timeout: 100_000, interval: 500 },
    )
    expect(all.filter(({ priority }) => priority === -1)).toHaveLength(24)
    expect(all.at(-1)?.priority).toBe(-1)
  })

  it('of many repositories takes a part of the queue at a time', { timeout: 100_000 }, async () => {
    const of = newOwner('thousands')
    const repositories = Array.from({ length: 1_200 }, (_, index) => ({
      id: 1_000_000 + index,
      name: `r${index}`,
      full_name: `thousands/r${index}`,
      private: false,
    }))
    await app.send('installation', { action: 'created', installation: installation(of), repositories })
    await vi.waitFor(
      async () => {
        const [row] = await app.withDatabase(
          (sql) => sql<{ known: number; asked: number }[]>`
        select (select count(*)::int from github_repositories where installation_id = ${of.installationId}) as known,
          (select count(*)::int from scans where github_repository_id between 1000000 and 1001199) as asked`,
        )
        expect(row?.known).toBe(1_200)
        expect(row?.asked).toBe(100)
      },
      { timeout: 60_000, interval: 200 },
    )
    // Waiting scans are deleted with the installation.
    await app.send('installation', { action: 'deleted', installation: installation(of) })
    await vi.waitFor(
      async () => {
        const [row] = await app.withDatabase(
          (sql) => sql<{ known: number; unfinished: number }[]>`
        select (select count(*)::int from github_repositories where installation_id = ${of.installationId}) as known,
          (select count(*)::int from scans where github_repository_id between 1000000 and 1001199
          and completed_at is null) as unfinished`,
        )
        expect(row).toEqual({ known: 0, unfinished: 0 })
      },
      { timeout: 80_000, interval: 500 },
    )
  })

  it(
    'that is removed leaves nothing private behind, with a record of it, and what is public stays',
    { timeout: 150_000 },
    async () => {
      const of = newOwner('leaving')
      const secret = app.repository('secret', { ...of, isPrivate: true })
      const open = app.repository('open', of)
      const text = `export const ours = ${JSON.stringify('x'.repeat(50))}\n`
      for (const repository of [secret, open])
        repository.git.commit(projectWith(flawed, { 'index.js': text, 'README.md': repository.at.name }))
      await install(of, [secret, open])
      const [hidden, shown] = [await scanned(secret), await scanned(open)]
      expect([hidden.is_private, shown.is_private]).toEqual([true, false])
      await atPublicAddress(hidden.id, shown.id)
      expect([await pageOf(hidden.id), await pageOf(shown.id)]).toEqual([404, 200])
      // Another scan is in progress when the app is removed.
      const running = secret.git.commit(projectWith(flawed, { 'README.md': 'running' }))
      app.held.add(running)
      await app.sendPush(secret, { after: running })
      await vi.waitFor(
        async () => expect((await scansOf(secret)).map(({ status }) => status)).toEqual(['completed', 'scanning']),
        { timeout: 60_000, interval: 200 },
      )
      const filesOfAccount = () =>
        app.withDatabase(
          async (sql) =>
            (await sql<{ count: number }[]>`select count(*)::int as count from file_results`)[0]?.count ?? 0,
        )
      const filesBefore = await filesOfAccount()
      await app.send('installation', { action: 'deleted', installation: installation(of) })
      await vi.waitFor(async () => expect(await scansOf(secret)).toEqual([]), { timeout: 60_000, interval: 200 })
      expect(await removalsOf(secret)).toEqual([{ reason: 'the app was uninstalled', scans: 2 }])
      // Repositories are removed one at a time.
      await vi.waitFor(
        async () => expect(await removalsOf(open)).toEqual([{ reason: 'the app was uninstalled', scans: 0 }]),
        { timeout: 60_000, interval: 200 },
      )
      // The servers of both repositories are internal, so their results belong to the account. A process that scans the
      // private one shares none with a process that scans public ones.
      await vi.waitFor(async () => expect(await filesOfAccount()).toBe(filesBefore - 2), {
        timeout: 60_000,
        interval: 200,
      })
      const left = await app.withDatabase(
        (sql) => sql<{ what: string }[]>`
      select 'findings' as what from findings where scan_id = ${hidden.id} union all select 'progress'
      from scan_progress where scan_id = ${hidden.id}
      union all select 'events' from webhook_events where scan_id = ${hidden.id} or body like ${'%leaving/secret%'}
      union all select 'checks' from github_checks where repository_id = ${secret.at.id} union all select 'repository'
      from github_repositories where repository_id = ${secret.at.id}
      union all select 'installation' from github_installations where installation_id = ${of.installationId}
      union all select 'delivery' from github_deliveries where payload is not null`,
      )
      expect(left).toEqual([])
      expect(await pageOf(shown.id)).toBe(200)
      // Late events restore nothing.
      await app.sendPush(secret, { after: running })
      await install(of, [])
      await settled()
      expect(await scansOf(secret)).toEqual([])
      const again = await app.withDatabase(
        (sql) => sql`select 1 from github_installations where installation_id = ${of.installationId}`,
      )
      expect(again).toHaveLength(0)
      app.held.delete(running)
    },
  )

  it(
    'that loses a repository leaves nothing private of it, and one that gains one has it scanned',
    { timeout: 150_000 },
    async () => {
      const of = newOwner('changing')
      const [lost, gained] = [
        app.repository('lost', { ...of, isPrivate: true }),
        app.repository('gained', { ...of, isPrivate: true }),
      ]
      for (const repository of [lost, gained])
        repository.git.commit(projectWith(flawed, { 'README.md': repository.at.name }))
      await install(of, [lost])
      await scanned(lost)
      await app.send('installation_repositories', {
        action: 'added',
        installation: installation(of),
        repositories_added: [listed(gained)],
        repositories_removed: [],
      })
      await app.send('installation_repositories', {
        action: 'removed',
        installation: installation(of),
        repositories_added: [],
        repositories_removed: [listed(lost)],
      })
      await vi.waitFor(async () => expect(await scansOf(lost)).toEqual([]), { timeout: 60_000, interval: 200 })
      expect(await removalsOf(lost)).toEqual([{ reason: 'the repository was removed from the app', scans: 1 }])
      await scanned(gained)
      await app.send('repository', {
        action: 'deleted',
        repository: gained.payload(),
        installation: gained.installation,
      })
      await vi.waitFor(async () => expect(await scansOf(gained)).toEqual([]), { timeout: 60_000, interval: 200 })
    },
  )

  it('that is suspended hears nothing until it is taken up again', { timeout: 120_000 }, async () => {
    const of = newOwner('suspended')
    const repository = app.repository('quiet', of)
    const [first, second] = ['one', 'two'].map((text) =>
      repository.git.commit(projectWith({}, { 'README.md': `quiet ${text}` })),
    )
    await install(of, [repository])
    await app.send('installation', {
      action: 'suspend',
      installation: installation(of, { suspended_at: '2026-01-02T03:04:05Z' }),
    })
    await settled()
    await app.sendPush(repository, { after: first ?? '' })
    await settled()
    const checks = await app.withDatabase(
      (sql) => sql`select 1 from github_checks where repository_id = ${repository.at.id}`,
    )
    expect(checks).toHaveLength(0)
    await app.send('installation', { action: 'unsuspend', installation: installation(of) })
    await settled()
    await app.sendPush(repository, { after: second ?? '' })
    expect(await app.run(second ?? '')).toMatchObject({ conclusion: 'success' })
  })
})

describe('a repository', () => {
  it('that becomes private takes its pages away at once, and what others may reuse', { timeout: 120_000 }, async () => {
    const of = newOwner('turning')
    const repository = app.repository('turns', of)
    repository.git.commit(projectWith(flawed, { 'README.md': 'turns' }))
    await install(of, [repository])
    const own = await scanned(repository)
    const call = (method: string, path: string, body?: object) =>
      fetch(`${app.service.address}${path}`, {
        method,
        headers: { 'x-api-key': app.service.key ?? '', 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const submitted = (await (
      await call('POST', '/api/v1/scans/url', { url: `${app.gitUrl}/turning/turns` })
    ).json()) as { data: { scanId: string } }
    const other = submitted.data.scanId
    await vi.waitFor(
      async () =>
        expect(
          ((await (await call('GET', `/api/v1/scans/${other}`)).json()) as { data: { status: string } }).data.status,
        ).toBe('completed'),
      { timeout: 60_000, interval: 200 },
    )
    await atPublicAddress(own.id, other)
    expect([await pageOf(own.id), await pageOf(other)]).toEqual([200, 200])
    repository.isPrivate = true
    await app.send('repository', {
      action: 'privatized',
      repository: repository.payload(),
      installation: repository.installation,
    })
    await vi.waitFor(async () => expect([await pageOf(own.id), await pageOf(other)]).toEqual([404, 404]), {
      timeout: 60_000,
      interval: 200,
    })
    const again = (await (await call('POST', '/api/v1/scans/url', { url: `${app.gitUrl}/turning/turns` })).json()) as {
      data: { scanId: string }
    }
    await vi.waitFor(
      async () =>
        expect(
          ((await (await call('GET', `/api/v1/scans/${again.data.scanId}`)).json()) as { data: { status: string } })
            .data.status,
        ).toBe('failed'),
      { timeout: 60_000, interval: 200 },
    )
  })

  it('that goes to another owner leaves what was private of it with neither', { timeout: 120_000 }, async () => {
    const [before, after] = [newOwner('giver'), newOwner('taker')]
    const repository = app.repository('given', { ...before, isPrivate: true })
    repository.git.commit(projectWith(flawed, { 'README.md': 'given' }))
    await install(before, [repository])
    await install(after, [])
    const own = await scanned(repository)
    await app.send('repository', {
      action: 'transferred',
      repository: { ...repository.payload(), owner: after.owner },
      installation: { id: after.installationId },
    })
    await vi.waitFor(
      async () =>
        expect((await scansOf(repository)).filter(({ account_id: account }) => account === own.account_id)).toEqual([]),
      { timeout: 60_000, interval: 200 },
    )
    await app.send('installation_repositories', {
      action: 'removed',
      installation: installation(before),
      repositories_added: [],
      repositories_removed: [listed(repository)],
    })
    await settled()
    const [stored] = await app.withDatabase(
      (sql) =>
        sql<
          { owner_login: string; installation_id: string }[]
        >`select owner_login, installation_id from github_repositories where repository_id = ${repository.at.id}`,
    )
    expect(stored).toMatchObject({ owner_login: 'taker', installation_id: String(after.installationId) })
  })
})

describe('a purchase', () => {
  it('gives the account of its owner the plan, and its end takes it away', { timeout: 60_000 }, async () => {
    const { owner } = newOwner('buyer')
    const buy = (action: string, plan: string) =>
      app.send('marketplace_purchase', { action, marketplace_purchase: { account: owner, plan: { name: plan } } })
    const planIs = (plan: string) =>
      vi.waitFor(
        async () => {
          const [account] = await app.withDatabase(
            (sql) => sql<{ plan: string }[]>`select plan from accounts where name like ${`%/owners/${owner.id}`}`,
          )
          expect(account?.plan).toBe(plan)
        },
        { timeout: 30_000, interval: 200 },
      )
    await buy('purchased', 'Team')
    await planIs('team')
    await buy('pending_change', 'Pro')
    await buy('changed', ' PRO ')
    await planIs('pro')
    await buy('cancelled', 'Pro')
    await planIs('free')
  })
})

function lastOf<Entry>(list: readonly Entry[]): Entry {
  const last = list.at(-1)
  if (last === undefined) throw new Error('the list is empty')
  return last
}
