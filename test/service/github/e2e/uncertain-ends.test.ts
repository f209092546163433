import { sql as drizzleSql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { scans } from '../../../../src/service/db/scans/schema.ts'
import type { ScanFailureCode } from '../../../../src/engine/model/scan.ts'
import { endWithFailure } from '../../../../src/service/scans/end-scan.ts'
import type { Commit } from './sequences/commit-graph.ts'
import { startChecks } from './sequences/started-checks.ts'

const { db, github, jobs, sql, newWorld } = await startChecks('2026-04-06T00:00:00Z')

/**
 * The head contains a vulnerability and is based on a clean commit of `main`. The tip of `main` now contains the
 * vulnerability too.
 */
function flawedHead() {
  const world = newWorld()
  const before = world.commit([])
  const tip = world.commit([before], ['flaw'])
  const head = world.commit([before], ['flaw'])
  world.branch('main', tip)
  /** Ends the waiting scan of a commit with an error. */
  const fail = async ({ sha }: Commit, code: ScanFailureCode) => {
    const [scan] = await db
      .select()
      .from(scans)
      .where(drizzleSql`target->>'ref' = ${sha} and status = 'pending'`)
    if (!scan) throw new Error('no scan of the commit waits')
    await endWithFailure({ db, announceScanEnd: world.context.announceScanEnd }, scan.id, {
      code,
      message: `The repository could not be read: ${code}.`,
    })
  }
  return { ...world, before, tip, head, fail }
}

describe('a commit or branch that GitHub does not find', () => {
  const missingFor = (ms: number) => {
    const until = Date.now() + ms
    github.fault = (_method, path) => (path.includes('/compare/') && Date.now() < until ? { status: 404 } : undefined)
  }

  it('is asked for again before the tip of the base decides', async () => {
    const { pull, head, tell, settle, conclusion } = flawedHead()
    missingFor(20_000)
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 3 })
    expect(conclusion(head)).toBe('failure')
  })

  it('is asked for again before a push counts as one without a base', async () => {
    const { before, commit, branch, deliver, settle, conclusion } = flawedHead()
    const flawed = commit([before], ['old'])
    const next = commit([flawed], ['old'])
    branch('main', next)
    missingFor(20_000)
    await deliver('push', { ref: 'refs/heads/main', before: flawed.sha, after: next.sha, deleted: false })
    await settle({ minutes: 3 })
    expect(conclusion(next)).toBe('success')
  })

  it('decides after a minute, when it is still not there', async () => {
    const { pull, head, tell, settle, conclusion } = flawedHead()
    missingFor(Number.POSITIVE_INFINITY)
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 0.8 })
    expect(conclusion(head)).toBeUndefined()
    await settle({ minutes: 2 })
    expect(conclusion(head)).toBe('success')
  })

  it('is asked for again when the base moved', async () => {
    const { before, commit, branch, pull, tell, deliver, settle, conclusion } = flawedHead()
    const merged = commit([before], ['flaw'])
    const child = commit([merged], ['flaw'])
    branch('main', before)
    await tell('opened', pull(1, child, 'main'))
    await settle({ minutes: 1 })
    expect(conclusion(child)).toBe('failure')
    branch('main', merged)
    missingFor(20_000)
    await deliver('push', { ref: 'refs/heads/main', before: before.sha, after: merged.sha, deleted: false })
    await settle({ minutes: 4 })
    expect(conclusion(child)).toBe('success')
  })
})

describe('a scan that failed', () => {
  it.each(['base', 'head'] as const)('of the %s shows its reason until it is made again', async (side) => {
    const { held, pull, before, head, tell, settle, conclusion, runs, fail } = flawedHead()
    const commit = side === 'base' ? before : head
    held.add(commit.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    await fail(commit, 'UPSTREAM_UNAVAILABLE')
    await settle({ minutes: 0.2 })
    expect(runs(head)).toMatchObject([
      {
        status: 'queued',
        output: {
          title: 'Waiting to repeat the scan',
          summary:
            'Waiting to repeat the scan. The last scan failed: The repository could not be read: ' +
            String.raw`UPSTREAM\_UNAVAILABLE.`,
        },
      },
    ])
    held.clear()
    await settle({ minutes: 3 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
  })

  it('because the repository was not found is made again: the app had no access', async () => {
    const { held, pull, head, tell, settle, conclusion, runs, fail } = flawedHead()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    await fail(head, 'SOURCE_NOT_FOUND')
    held.clear()
    await settle({ minutes: 3 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 1])
  })

  it('after a suspension that GitHub reported late is repeated', async () => {
    const { held, pull, head, installation, tell, settle, conclusion, fail } = flawedHead()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    await fail(head, 'SOURCE_NOT_FOUND')
    await settle({ minutes: 0.2 })
    await installation('suspend')
    await settle({ minutes: 60 })
    held.clear()
    await installation('unsuspend')
    await settle({ minutes: 5 })
    expect(conclusion(head)).toBe('failure')
  })

  it('before a suspension that GitHub told after the conclusion is made again when the app has access', async () => {
    const { held, pull, head, installation, tell, settle, conclusion, runs, fail } = flawedHead()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    for (const from = Date.now(); conclusion(head) === undefined && Date.now() - from < 5 * 60_000;) {
      await fail(head, 'SOURCE_NOT_FOUND')
      await settle({ minutes: 0.6 })
    }
    expect(conclusion(head)).toBe('neutral')
    await installation('suspend')
    await settle({ minutes: 10 })
    held.clear()
    await installation('unsuspend')
    await settle({ minutes: 2 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 2])
  })

  it('while rights were taken away are made up for when they are given back', async () => {
    const { pull, head, commit, before, installation, tell, settle, conclusion, runs } = flawedHead()
    const other = commit([before], ['flaw'])
    await installation('created')
    await settle()
    github.fault = (_method, path) => (path.endsWith('/access_tokens') ? { status: 422 } : undefined)
    await tell('opened', pull(1, head, 'main'))
    await settle({ minutes: 2 })
    // The state after a day of rejections.
    await sql`update github_checks set refusals = 1000, retry_at = null where head_sha = ${head.sha}`
    await settle({ minutes: 3 })
    expect((await sql`select 1 from github_checks where head_sha = ${head.sha} and concluded_at is null`).length).toBe(
      0,
    )
    expect(runs(head)).toEqual([])
    // GitHub sends no event for this pull request.
    pull(2, other, 'main')
    github.fault = undefined
    await installation('new_permissions_accepted')
    await settle({ minutes: 3 })
    expect([conclusion(head), conclusion(other), runs(head).length, runs(other).length]).toEqual([
      'failure',
      'failure',
      1,
      1,
    ])
  })

  it('because a commit is not there decides after a minute', async () => {
    const { held, pull, head, tell, settle, conclusion, fail } = flawedHead()
    held.add(head.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    let scans = 0
    for (const from = Date.now(); conclusion(head) === undefined && Date.now() - from < 5 * 60_000; scans += 1) {
      await fail(head, 'SOURCE_NOT_FOUND')
      await settle({ minutes: 0.6 })
    }
    expect([conclusion(head), scans]).toEqual(['neutral', 3])
  })

  it.each(['SOURCE_TOO_LARGE', 'SOURCE_HOSTILE'] as const)(
    'with %s fails the check where the base could be scanned',
    async (code) => {
      const { held, pull, head, tell, settle, conclusion, runs, fail } = flawedHead()
      held.add(head.sha)
      await tell('opened', pull(1, head, 'main'))
      await settle()
      await fail(head, code)
      await settle({ minutes: 3 })
      expect(conclusion(head)).toBe('failure')
      expect(runs(head)[0]?.output.summary).toContain('Failed: Assay can scan the base commit, but not this commit.')
    },
  )

  it('with SOURCE_TOO_LARGE is neutral where the base could not be scanned either', async () => {
    const { held, pull, head, before, tell, settle, conclusion, fail } = flawedHead()
    held.add(head.sha).add(before.sha)
    await tell('opened', pull(1, head, 'main'))
    await settle()
    await fail(before, 'SOURCE_TOO_LARGE')
    await settle()
    await fail(head, 'SOURCE_TOO_LARGE')
    await settle({ minutes: 3 })
    expect(conclusion(head)).toBe('neutral')
  })

  it.each(['SCAN_TIMEOUT', 'SCANNER_CRASHED', 'SOURCE_MALFORMED', 'INTERNAL'] as const)(
    'with %s is neutral: it may be ours',
    async (code) => {
      const { held, pull, head, tell, settle, conclusion, fail } = flawedHead()
      held.add(head.sha)
      await tell('opened', pull(1, head, 'main'))
      await settle()
      await fail(head, code)
      await settle({ minutes: 3 })
      expect(conclusion(head)).toBe('neutral')
    },
  )
})

describe('a pull request that is closed during its scan', () => {
  async function closed() {
    const world = flawedHead()
    const opened = world.pull(1, world.head, 'main')
    world.held.add(world.head.sha)
    await world.tell('opened', opened)
    await world.settle()
    await world.tell('closed', opened, { state: 'closed' })
    await world.settle({ minutes: 1 })
    return { ...world, opened }
  }

  it('leaves a neutral check that says so, and is checked when it is reopened', async () => {
    const { held, head, opened, tell, settle, conclusion, runs, clock } = await closed()
    expect(conclusion(head)).toBe('neutral')
    expect(runs(head)[0]?.output.summary).toBe(
      'The pull request was closed before the scan finished. No other open pull request, push, or merge queue ' +
        'needs a check of this commit, so Assay reports no result. The check starts again when a result is ' +
        'needed, for example when the pull request is reopened.',
    )
    held.clear()
    clock(5_000)
    await tell('reopened', opened, { state: 'open' })
    await settle({ minutes: 2 })
    expect(conclusion(head)).toBe('failure')
  })

  it('has the outcome of a push of its commit, whichever comes first', async () => {
    const { held, before, head, branch, deliver, settle, conclusion } = await closed()
    held.clear()
    branch('main', head)
    await deliver('push', { ref: 'refs/heads/main', before: before.sha, after: head.sha, deleted: false })
    await settle({ minutes: 2 })
    expect(conclusion(head)).toBe('failure')

    const pushed = flawedHead()
    const opened = pushed.pull(1, pushed.head, 'main')
    pushed.held.add(pushed.head.sha)
    await pushed.tell('opened', opened)
    await pushed.deliver('push', {
      ref: 'refs/heads/main',
      before: pushed.before.sha,
      after: pushed.head.sha,
      deleted: false,
    })
    await pushed.settle()
    await pushed.tell('closed', opened, { state: 'closed' })
    await pushed.settle()
    pushed.held.clear()
    await pushed.endScans()
    await pushed.settle({ minutes: 2 })
    expect(pushed.conclusion(pushed.head)).toBe('failure')
  })

  it('has the outcome of another pull request without events', async () => {
    const world = flawedHead()
    const opened = world.pull(1, world.head, 'main')
    world.branch('old', world.before)
    world.pull(2, world.head, 'old')
    world.held.add(world.head.sha)
    await world.tell('opened', opened)
    await world.settle()
    await world.tell('closed', opened, { state: 'closed' })
    world.held.clear()
    await world.settle({ minutes: 2 })
    expect(world.conclusion(world.head)).toBe('failure')
  })
})

describe('beside a worker of the version before', () => {
  async function scanning() {
    const world = flawedHead()
    world.branch('soft', world.tip)
    world.held.add(world.head.sha)
    await world.tell('opened', world.pull(1, world.head, 'main'))
    await world.settle()
    const row = async () =>
      (
        await sql`select github_checks.*, (select head_scan_id from github_comparisons
          where check_id = github_checks.id) as compared_head, (select base_scan_id from github_comparisons
          where check_id = github_checks.id) as compared_base, (select state from github_comparisons
          where check_id = github_checks.id) as compared_state from github_checks where head_sha = ${world.head.sha}`
      )[0]
    /** Ends a check as that version does: it sets only the columns of the check. */
    const concludedBefore = async () => {
      await sql`update github_checks set state = 'completed', told_digest = 'of the version before',
        concluded_at = ${new Date().toISOString()}, changed_at = ${new Date().toISOString()}
        where head_sha = ${world.head.sha}`
      for (const run of world.runs(world.head)) Object.assign(run, { status: 'completed', conclusion: 'success' })
    }
    return { ...world, row, concludedBefore }
  }

  it('a check repeats what its slowest comparison waits for', async () => {
    const { row } = await scanning()
    const check = await row()
    expect(check).toMatchObject({ state: 'scanning-head', cause: 'pull_request', base_ref: 'main' })
    expect(check?.['compared_head']).toBeTruthy()
    expect([check?.['head_scan_id'], check?.['base_scan_id']]).toEqual([
      check?.['compared_head'],
      check?.['compared_base'],
    ])
  })

  it('a scan that ends after that worker concluded the check still brings its comparison on', async () => {
    const { held, endScans, settle, concludedBefore, row } = await scanning()
    await concludedBefore()
    held.clear()
    await endScans()
    await settle({ minutes: 0.5 })
    expect((await row())?.['compared_state']).toBe('completed')
  })

  it('a check that it concluded while a comparison waited gets a new run with the right conclusion', async () => {
    const { head, held, endScans, settle, concludedBefore, conclusion, runs } = await scanning()
    await concludedBefore()
    held.clear()
    await endScans()
    // A worker of that version takes the jobs and does nothing, because the check is concluded.
    await jobs.clear()
    await settle({ minutes: 6 })
    expect([conclusion(head), runs(head).length]).toEqual(['failure', 2])
  })

  it('a check that this version concluded keeps its run', async () => {
    const { head, held, endScans, settle, runs } = await scanning()
    held.clear()
    await endScans()
    await settle({ minutes: 10 })
    expect(runs(head).map(({ conclusion: ended }) => ended)).toEqual(['failure'])
  })
})
