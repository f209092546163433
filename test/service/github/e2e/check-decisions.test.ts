import { sql as drizzleSql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { reopenChecks, replaceOutcome } from '../../../../src/service/db/rematching/repositories.ts'
import { scans } from '../../../../src/service/db/scans/schema.ts'
import { judge } from '../../../../src/engine/scanner/judge.ts'
import { storedFinding } from '../../../support/findings.ts'
import { startChecks } from './sequences/started-checks.ts'

const { db, github, jobs, sql, newWorld } = await startChecks('2026-03-02T00:00:00Z')

/** `main` is clean, and a head based on it contains a vulnerability. */
function flawedHead() {
  const world = newWorld()
  const main = world.commit([])
  const head = world.commit([main], ['flaw'])
  world.branch('main', main)
  return { ...world, main, head }
}

describe('a failing commit that is merged', () => {
  async function merged() {
    const world = flawedHead()
    const { at, main, head, pull, commit, branch, tell, deliver, settle } = world
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle({ minutes: 1 })
    const merge = commit([main, head], ['flaw'])
    branch('main', merge)
    Object.assign(opened, { state: 'closed', mergedAt: new Date().toISOString() })
    const push = () => deliver('push', { ref: 'refs/heads/main', before: main.sha, after: merge.sha, deleted: false })
    const movedBases = async () =>
      (await sql`select 1 from github_comparisons where repository_id = ${at.id} and base_moved_at is not null`).length
    return { ...world, opened, push, movedBases }
  }

  it('stays a failure when the push to the base is worked before the merge', async () => {
    const { head, opened, push, tell, settle, conclusion, runs, movedBases } = await merged()
    await push()
    await settle({ minutes: 2 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
    await tell('closed', opened)
    await settle({ minutes: 2 })
    expect([conclusion(head), runs(head).length, await movedBases()]).toEqual(['failure', 1, 0])
  })

  it('waits for no merge base when the merge is heard of first after the push', async () => {
    const { head, opened, push, tell, settle, conclusion, movedBases } = await merged()
    await push()
    await tell('closed', opened)
    await settle({ minutes: 2 })
    expect([conclusion(head), await movedBases()]).toEqual(['failure', 0])
  })

  it('stays a failure when its check is asked for again', async () => {
    const { head, opened, push, tell, deliver, settle, conclusion, runs } = await merged()
    await tell('closed', opened)
    await push()
    await settle({ minutes: 2 })
    await deliver('check_run', {
      action: 'rerequested',
      check_run: { head_sha: head.sha, app: { id: Number(github.appId) }, pull_requests: [] },
    })
    await settle({ minutes: 2 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 2])
  })

  it('keeps its result when GitHub does not say whether the pull request is merged', async () => {
    const { head, push, settle, conclusion, runs, movedBases } = await merged()
    github.fault = (_method, path) => (/\/pulls(?:\/1)?$/.test(path) ? { status: 404 } : undefined)
    await push()
    await settle({ minutes: 2 })
    expect([conclusion(head), runs(head).length, await movedBases()]).toEqual(['failure', 1, 0])
  })
})

describe('a repository that comes back', () => {
  it('ends the runs that were left open, and not the run of a new check of the same commit', async () => {
    const { at, held, pull, head, tell, deliver, settle, runs, conclusion, endScans } = flawedHead()
    const account = { id: at.installationId, account: at.owner }
    const repository = { id: at.id, name: at.name, private: false }
    held.add(head.sha)
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle()
    await deliver('installation_repositories', {
      action: 'removed',
      installation: account,
      repositories_added: [],
      repositories_removed: [repository],
    })
    await settle()
    await deliver('installation_repositories', {
      action: 'added',
      installation: account,
      repositories_added: [repository],
      repositories_removed: [],
    })
    await tell('reopened', opened)
    await settle({ minutes: 2 })
    expect(runs(head).map((run) => run.conclusion)).toEqual(['neutral', undefined])
    held.clear()
    await endScans()
    await settle({ minutes: 3 })
    expect(conclusion(head)).toBe('failure')
    expect((await sql`select 1 from github_left_runs where repository_id = ${at.id}`).length).toBe(0)
  })
})

it('a pull request into another repository does not count, although GitHub lists it for the commit', async () => {
  const { at, main, head, pull, branch, deliver, settle, conclusion } = flawedHead()
  branch('main', head)
  pull(7, head, 'other', { baseSha: main.sha, baseRepositoryId: at.id + 500_000 })
  await deliver('push', { ref: 'refs/heads/main', before: head.sha, after: head.sha, deleted: false })
  await settle({ minutes: 1 })
  expect(conclusion(head)).toBe('success')
  expect(
    (await sql`select 1 from github_comparisons where repository_id = ${at.id} and cause = 'pull_request'`).length,
  ).toBe(0)
})

it('findings of a rematch while a push is concluded are published', async () => {
  const { main, commit, branch, deliver, settle, conclusion } = flawedHead()
  const head = commit([main])
  branch('main', head)
  github.beforeAnswer = ({ method, body }) => {
    if (method !== 'PATCH' || !body.includes('"completed"')) return undefined
    github.beforeAnswer = undefined
    return db.transaction(async (tx) => {
      const findings = [
        storedFinding({ id: `finding_${head.sha}`, fingerprint: 'flaw', severity: 'critical', ruleId: 'flaw' }),
      ]
      const [scan] = await tx
        .select()
        .from(scans)
        .where(drizzleSql`target->>'ref' = ${head.sha}`)
      if (!scan?.coverage) throw new Error('the head was not scanned')
      await replaceOutcome(tx, scan.id, {
        ...judge(findings, { gaps: [], failOn: 'high' }),
        coverage: scan.coverage,
        findings,
      })
      for (const checkId of await reopenChecks(tx, scan.id))
        await jobs.queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId })
    })
  }
  await deliver('push', { ref: 'refs/heads/main', before: main.sha, after: head.sha, deleted: false })
  await settle({ minutes: 5 })
  expect([github.beforeAnswer, conclusion(head)]).toEqual([undefined, 'failure'])
})

describe('a conclusion', () => {
  const isEnd = (method: string, body: string) => method === 'PATCH' && body.includes('"conclusion"')

  it('has all of its summary when GitHub only did not find the run for a while', async () => {
    const { pull, head, tell, settle, runs } = flawedHead()
    let left = 12
    github.fault = (method, _path, body) =>
      isEnd(method, body) && left > 0 ? ((left -= 1), { status: 404 }) : undefined
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 10 })
    expect([left, runs(head)[0]?.conclusion]).toEqual([0, 'failure'])
    expect(runs(head)[0]?.output.summary).not.toContain('rejected the summary')
  })

  it('is sent without its summary when GitHub goes on refusing that', async () => {
    const { pull, head, tell, settle, runs } = flawedHead()
    github.fault = (method, _path, body) =>
      isEnd(method, body) && !body.includes('rejected the summary')
        ? { status: 422, message: 'Validation Failed' }
        : undefined
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 10 })
    expect(runs(head)).toMatchObject([
      { conclusion: 'failure', output: { summary: expect.stringContaining('rejected the summary') } },
    ])
  })
})

describe('times of GitHub', () => {
  it('of a request for an unknown check keep no event out', async () => {
    const { pull, head, main, tell, deliver, settle, clock } = flawedHead()
    const opened = pull(1, head, 'main')
    const changedAt = new Date()
    clock(20_000)
    await deliver('check_run', {
      action: 'rerequested',
      check_run: {
        head_sha: head.sha,
        app: { id: Number(github.appId) },
        pull_requests: [{ number: 1, base: { sha: main.sha, ref: 'main' } }],
      },
    })
    await settle()
    await tell('closed', opened, { state: 'closed', updatedAt: changedAt })
    await settle({ minutes: 1 })
    expect(
      (
        await sql`select lifecycle from github_comparisons join github_checks on github_checks.id = check_id
          where head_sha = ${head.sha}`
      ).map(({ lifecycle }) => lifecycle),
    ).toEqual(['closed'])
  })

  it('do not shorten the wait for an outage when a pull request is found late', async () => {
    const { main, pull, head, branch, deliver, settle } = flawedHead()
    const changedAt = new Date()
    const foundFrom = Date.now() + 3 * 24 * 60 * 60_000
    pull(1, head, 'main', { updatedAt: changedAt })
    vi.setSystemTime(foundFrom)
    branch('main', main)
    await deliver('merge_group', {
      action: 'checks_requested',
      merge_group: { head_sha: head.sha, base_sha: main.sha, base_ref: 'refs/heads/main' },
    })
    await settle({ minutes: 1 })
    const rows = await sql`select started_at from github_comparisons join github_checks on github_checks.id = check_id
        where head_sha = ${head.sha} and github_comparisons.cause = 'pull_request'`
    expect(rows.map(({ started_at: startedAt }) => new Date(startedAt).getTime() >= foundFrom)).toEqual([true])
  })
})
