import { describe, expect, it } from 'vitest'
import { changeComparisons } from '../../../../src/service/github/checks/change-comparisons.ts'
import { publishCheckRun } from '../../../../src/service/github/checks/publish-check-run.ts'
import { updateComparison } from '../../../../src/service/db/github/comparisons.ts'
import type { Commit } from './sequences/commit-graph.ts'
import { startChecks } from './sequences/started-checks.ts'

const { db, github, jobs, sql, newWorld } = await startChecks('2026-08-03T00:00:00Z')

/** A repository whose main branch is clean. */
function clean() {
  const world = newWorld()
  const main = world.commit([])
  world.branch('main', main)
  const stored = async ({ sha }: Commit) => {
    const [row] = await sql<
      { id: string; conclusion: string | null; failing: number | null; isOfRun: boolean | null }[]
    >`
      select id, conclusion, failing_findings as failing, conclusion_at = concluded_at as "isOfRun"
      from github_checks where head_sha = ${sha}`
    if (!row) throw new Error('the commit has no check')
    return row
  }
  return { ...world, main, stored }
}

const rerun = (sha: string) => ({
  action: 'rerequested',
  check_run: { head_sha: sha, app: { id: Number(github.appId) }, pull_requests: [] },
})

describe('the conclusion of a check run', () => {
  it('is stored with its time and the number of findings that fail the check', async () => {
    const { main, commit, pull, tell, settle, stored } = clean()
    const [good, bad] = [commit([main]), commit([main], ['one', 'two'])]
    await tell('opened', pull(1, good, 'main'))
    await tell('opened', pull(2, bad, 'main'))
    await settle({ minutes: 1 })
    expect(await stored(good)).toMatchObject({ conclusion: 'success', failing: null, isOfRun: true })
    expect(await stored(bad)).toMatchObject({ conclusion: 'failure', failing: 2, isOfRun: true })
  })

  it('is neutral if the check ended without a result', async () => {
    const { main, commit, pull, held, tell, settle, stored } = clean()
    const head = commit([main])
    held.add(head.sha)
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle()
    expect(await stored(head)).toMatchObject({ conclusion: null, isOfRun: null })
    await tell('closed', opened, { state: 'closed' })
    await settle({ minutes: 1 })
    expect(await stored(head)).toMatchObject({ conclusion: 'neutral', isOfRun: true })
  })

  it('is absent while a repeated check runs', async () => {
    const { main, commit, pull, held, tell, deliver, settle, stored } = clean()
    const head = commit([main], ['one'])
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 1 })
    held.add(head.sha)
    await deliver('check_run', rerun(head.sha))
    await settle()
    expect(await stored(head)).toMatchObject({ conclusion: null, failing: null, isOfRun: null })
    held.delete(head.sha)
    await jobs.queue.enqueue(db, 'run-scan', { scanId: 'any' })
    await settle({ minutes: 1 })
    expect(await stored(head)).toMatchObject({ conclusion: 'failure', failing: 1, isOfRun: true })
  })

  it('of a run that a later change replaced is not stored, however late GitHub answers', async () => {
    const { main, context, commit, pull, held, tell, settle, stored, runs } = clean()
    const head = commit([main], ['one'])
    await tell('opened', pull(1, head, 'main'))
    let seen: unknown
    github.beforeAnswer = async ({ method, body }) => {
      if (method !== 'PATCH' || !body.includes('"completed"')) return
      github.beforeAnswer = undefined
      held.add(head.sha)
      const { id } = await stored(head)
      // The comparison starts again while the conclusion of the first run is in transit.
      await db.transaction((tx) =>
        changeComparisons({ queue: jobs.queue }, tx, id, async ([comparison]) => {
          if (comparison)
            await updateComparison(tx, comparison.id, { state: 'queued', startedAt: new Date(Date.now() + 1) })
        }),
      )
      seen = id
    }
    await settle()
    expect(seen).toBeDefined()
    expect(runs(head)[0]?.conclusion).toBe('failure')
    expect(await stored(head)).toMatchObject({ conclusion: null, failing: null, isOfRun: null })
    // A late job of the first run finds nothing to store.
    await publishCheckRun(context, { checkId: String(seen) }, { signal: AbortSignal.timeout(60_000) })
    expect(await stored(head)).toMatchObject({ conclusion: null, isOfRun: null })
  })

  it('of an earlier run is not valid after a worker of the version before concluded a new run', async () => {
    const { main, commit, pull, tell, settle, stored } = clean()
    const head = commit([main], ['one'])
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 1 })
    await sql`update github_checks set concluded_at = concluded_at + interval '1 minute' where head_sha = ${head.sha}`
    expect(await stored(head)).toMatchObject({ conclusion: 'failure', isOfRun: false })
  })
})
