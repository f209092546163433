import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startChecks } from './sequences/started-checks.ts'

const { github, jobs, sql, newWorld } = await startChecks('2026-02-02T00:00:00Z')

/** `main` is clean. `soft-base` contains a vulnerability, and so does the head based on it. */
function softBase() {
  const world = newWorld()
  const main = world.commit([])
  const soft = world.commit([main], ['flaw'])
  const head = world.commit([soft], ['flaw'])
  world.branch('main', main)
  world.branch('soft-base', soft)
  return { ...world, main, soft, head }
}

describe('two pull requests with one head', () => {
  it('fail when one of them does, whichever comes last', async () => {
    for (const order of [
      ['main', 'soft-base'],
      ['soft-base', 'main'],
    ]) {
      const { pull, head, tell, settle, conclusion, runs } = softBase()
      for (const [index, base] of order.entries()) {
        await tell('opened', pull(index + 1, head, base))
        await settle({ minutes: 1 })
      }
      expect(conclusion(head), order.join()).toBe('failure')
      const [newest] = runs(head).slice(-1)
      expect(newest?.output.summary).toContain('into main')
      expect(newest?.output.summary).toContain('into soft-base')
    }
  })

  it('fail when one of them does and both arrive at once', async () => {
    const { pull, head, tell, settle, conclusion, runs } = softBase()
    await Promise.all([tell('opened', pull(1, head, 'main')), tell('opened', pull(2, head, 'soft-base'))])
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
    expect(runs(head)).toHaveLength(1)
  })

  it('have the outcome of the open one when the other is closed within a second', async () => {
    const { pull, head, tell, settle, conclusion } = softBase()
    const [first, second] = [pull(1, head, 'main'), pull(2, head, 'soft-base')]
    await tell('opened', first)
    await tell('opened', second)
    await settle()
    await tell('closed', second, { state: 'closed' })
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })

  it('have the outcome of the one that stays when the other gets a newer commit within a second', async () => {
    const { pull, head, commit, soft, tell, settle, conclusion } = softBase()
    const [first, second] = [pull(1, head, 'main'), pull(2, head, 'soft-base')]
    await tell('opened', first)
    await tell('opened', second)
    await tell('synchronize', second, { headSha: commit([soft], ['flaw']).sha })
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })

  it('follow when the failing one is closed, and when it is opened again', async () => {
    const { pull, head, tell, settle, conclusion, clock } = softBase()
    const [first, second] = [pull(1, head, 'main'), pull(2, head, 'soft-base')]
    await tell('opened', first)
    await tell('opened', second)
    await settle({ minutes: 1 })
    await tell('closed', first, { state: 'closed' })
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('success')
    clock(5_000)
    await tell('reopened', first, { state: 'open' })
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })
})

describe('a pull request', () => {
  it('that is retargeted is compared with its new base', async () => {
    const { pull, head, main, tell, settle, conclusion } = softBase()
    const opened = pull(1, head, 'soft-base')
    await tell('opened', opened)
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('success')
    await tell(
      'edited',
      opened,
      { baseRef: 'main', baseSha: main.sha },
      { changes: { base: { ref: { from: 'soft-base' }, sha: { from: '0'.repeat(40) } } } },
    )
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })

  it('that is closed and reopened within a second is judged, in any order of events', async () => {
    const { pull, head, main, tell, settle, conclusion, held } = softBase()
    const forked = pull(1, head, 'main', { headRepositoryId: 77 })
    held.add(head.sha).add(main.sha)
    await tell('opened', forked)
    await settle()
    await tell('reopened', forked)
    await tell('closed', forked, { state: 'closed' })
    forked.state = 'open'
    held.clear()
    await settle({ minutes: 2 })
    expect(conclusion(head)).toBe('failure')
  })

  it('that is closed and reopened within a second counts beside another one', async () => {
    const { pull, head, tell, settle, conclusion } = softBase()
    const [first, second] = [
      pull(1, head, 'main', { headRepositoryId: 77 }),
      pull(2, head, 'soft-base', { headRepositoryId: 77 }),
    ]
    await tell('opened', first)
    await tell('opened', second)
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
    await tell('reopened', first)
    await tell('closed', first, { state: 'closed' })
    first.state = 'open'
    await settle({ minutes: 2 })
    expect(conclusion(head)).toBe('failure')
  })

  it('whose title is edited keeps its run', async () => {
    const { pull, head, tell, settle, runs } = softBase()
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle({ minutes: 1 })
    await tell('edited', opened, {}, { changes: { title: { from: 'before' } } })
    await settle({ minutes: 1 })
    expect(runs(head)).toHaveLength(1)
  })

  it('is compared again when a push to the base moves the merge base, and keeps its run otherwise', async () => {
    const { pull, head, main, soft, branch, commit, deliver, tell, settle, conclusion, runs } = softBase()
    await tell('opened', pull(1, head, 'soft-base'))
    await settle({ minutes: 1 })
    const next = commit([soft], ['flaw'])
    branch('soft-base', next)
    await deliver('push', { ref: 'refs/heads/soft-base', before: soft.sha, after: next.sha, deleted: false })
    await settle({ minutes: 1 })
    expect([conclusion(head), runs(head).length]).toEqual(['success', 1])
    branch('soft-base', main)
    await deliver('push', { ref: 'refs/heads/soft-base', before: next.sha, after: main.sha, deleted: false })
    await settle({ minutes: 1 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 2])
  })

  it('whose events were missed counts when another one of its commit is concluded', async () => {
    const { pull, head, tell, settle, conclusion } = softBase()
    pull(1, head, 'main')
    await tell('opened', pull(2, head, 'soft-base'))
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })

  it('that was closed or merged leaves its result', async () => {
    const { pull, head, tell, settle, conclusion, runs } = softBase()
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle({ minutes: 1 })
    await tell('closed', opened, { state: 'closed' })
    await settle({ minutes: 1 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
    const other = softBase()
    const merged = other.pull(1, other.head, 'main')
    await other.tell('opened', merged)
    await other.settle({ minutes: 1 })
    await other.tell('closed', merged, { state: 'closed', mergedAt: new Date().toISOString() })
    await other.settle({ minutes: 1 })
    expect([other.conclusion(other.head), other.runs(other.head).length]).toEqual(['failure', 1])
  })

  it('counts beside a push of the same commit', async () => {
    const { pull, head, main, branch, deliver, tell, settle, conclusion } = softBase()
    branch('main', head)
    await deliver('push', { ref: 'refs/heads/main', before: main.sha, after: head.sha, deleted: false })
    await settle({ minutes: 1 })
    await tell('opened', pull(1, head, 'soft-base'))
    await settle({ minutes: 1 })
    expect(conclusion(head)).toBe('failure')
  })
})

/** GitHub rejects this number of requests. */
function refuse(
  times: number,
  isMeant: (method: string, path: string) => boolean,
  answer: { status: number; message?: string; headers?: Record<string, string> },
): void {
  let left = times
  github.fault = (method, path) => (left > 0 && isMeant(method, path) ? ((left -= 1), answer) : undefined)
}
const isUpdate = (method: string, path: string) => method === 'PATCH' && path.includes('/check-runs/')
const isCreation = (method: string, path: string) => method === 'POST' && path.endsWith('/check-runs')
const isToken = (_method: string, path: string) => path.endsWith('/access_tokens')

describe('a run is concluded although GitHub', () => {
  it.each([
    ['refuses an update with 422 once', 1, isUpdate, { status: 422, message: 'Validation Failed' }],
    ['refuses an update with 404 twice', 2, isUpdate, { status: 404 }],
    ['refuses its creation with 422 twice', 2, isCreation, { status: 422, message: 'No commit found for SHA' }],
    ['gives no token three times', 3, isToken, { status: 404 }],
    ['has an outage of its replicas for 20 requests', 20, isUpdate, { status: 404 }],
  ] as const)('%s', { timeout: 240_000 }, async (_what, times, isMeant, answer) => {
    const { pull, head, tell, settle, conclusion, runs } = softBase()
    refuse(times, isMeant, answer)
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: times > 10 ? 90 : 5 })
    expect(conclusion(head)).toBe('failure')
    expect(runs(head).filter(({ status }) => status !== 'completed')).toEqual([])
  })

  it.each([301, 302, 307, 308])('redirects writes with %i', async (status) => {
    const { at, pull, head, tell, settle, conclusion, runs } = softBase()
    github.fault = (method, path) =>
      method !== 'GET' && path.startsWith('/repos/')
        ? {
            status,
            headers: {
              location: `${github.apiUrl}${path.replace(/^\/repos\/[^/]+\/[^/]+/, `/repositories/${at.id}`)}`,
            },
          }
        : undefined
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 5 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
  })

  it('redirects writes to another host, which gets nothing: they are sent again', async () => {
    const { pull, head, tell, settle, conclusion } = softBase()
    refuse(3, isUpdate, { status: 307, headers: { location: 'https://attacker.example/check-runs/1' } })
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 5 })
    expect(conclusion(head)).toBe('failure')
  })

  it('suspends the installation while it is scanned, and takes it up again', async () => {
    const { at, held, pull, head, tell, settle, installation, conclusion, runs, endScans } = softBase()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    expect(runs(head)).toMatchObject([{ status: expect.stringMatching(/queued|in_progress/) }])
    github.fault = (_method, path) =>
      path === `/app/installations/${at.installationId}/access_tokens`
        ? { status: 403, message: 'This installation has been suspended' }
        : undefined
    await installation('suspend')
    await settle()
    held.clear()
    await endScans()
    await settle({ minutes: 10 })
    github.fault = undefined
    await installation('unsuspend')
    await settle({ minutes: 5 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
  })

  it('loses the app while it is scanned: the run ends when the app is installed again', async () => {
    const { at, held, pull, head, tell, deliver, settle, runs } = softBase()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    await deliver('installation', { action: 'deleted', installation: { id: at.installationId, account: at.owner } })
    await settle({ minutes: 5 })
    expect((await sql`select 1 from github_checks where repository_id = ${at.id}`).length).toBe(0)
    const again = at.installationId + 500_000
    Object.assign(at, { installationId: again })
    await deliver('installation', {
      action: 'created',
      installation: { id: again, account: at.owner },
      repositories: [{ id: at.id, name: at.name, private: false }],
    })
    await settle({ minutes: 5 })
    expect(runs(head)).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
    expect((await sql`select 1 from github_left_runs where repository_id = ${at.id}`).length).toBe(0)
  })

  it('hears of no job any more: within five minutes', async () => {
    const { pull, head, tell, settle, conclusion } = softBase()
    await tell('opened', pull(1, head, 'main'))
    await settle()
    const { pull: other, head: second, tell: tellOther, held, ...world } = softBase()
    held.add(second.sha)
    await tellOther('opened', other(1, second, 'main'))
    await world.settle()
    held.clear()
    await world.endScans()
    await jobs.clear()
    await world.settle({ minutes: 5 })
    expect([conclusion(head), world.conclusion(second)]).toEqual(['failure', 'failure'])
  })
})

it('a check that the version before wrote gets its comparison when it is taken up', async () => {
  const { at, pull, main, head, tell, settle, conclusion } = softBase()
  await tell('opened', pull(1, head, 'soft-base'))
  await settle({ minutes: 1 })
  const older = softBase()
  await sql`update github_repositories set repository_id = ${older.at.id}, name = ${older.at.name},
    owner_login = ${older.at.owner.login} where repository_id = ${at.id}`
  await sql`update github_installations set owner_id = ${older.at.owner.id}, owner_login = ${older.at.owner.login},
    installation_id = ${older.at.installationId} where installation_id = ${at.installationId}`
  await sql`update github_repositories set installation_id = ${older.at.installationId}
    where repository_id = ${older.at.id}`
  const checkId = randomUUID()
  older.pull(1, older.head, 'main')
  await sql`insert into github_checks ${sql({
    id: checkId,
    host: 'github.com',
    repository_id: older.at.id,
    head_sha: older.head.sha,
    base_sha: older.main.sha,
    base_ref: 'main',
    cause: 'pull_request',
    pull_number: 1,
    state: 'queued',
    created_at: new Date().toISOString(),
    changed_at: new Date(Date.now() - 600_000).toISOString(),
  })}`
  await older.settle({ minutes: 5 })
  expect([conclusion(head), older.conclusion(older.head), main.flaws.size]).toEqual(['success', 'failure', 0])
})
