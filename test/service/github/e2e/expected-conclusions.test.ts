import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FakePull } from '../../../support/fake-github/fake-github.ts'
import { startChecks } from './sequences/started-checks.ts'

const { github, newWorld } = await startChecks('2026-06-01T00:00:00Z')

/** Returns the rows of a table in docs/reference/github-app.md, by the text of their first cell. */
function documentedConclusions(): Map<string, string> {
  const text = readFileSync('docs/reference/github-app.md', 'utf8')
  const section = text.split('### Expected conclusions\n')[1]?.split('\n#')[0] ?? ''
  return new Map(
    [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
      .slice(1)
      .map(([, situation = '', conclusion = '']) => [situation, conclusion]),
  )
}

const noSha = '0'.repeat(40)
const forkId = 990_077

/** `main` is clean. `release` contains the finding, and so does the head based on it. */
function repository() {
  const world = newWorld()
  const main = world.commit([])
  const release = world.commit([main], ['flaw'])
  const head = world.commit([release], ['flaw'])
  const clean = world.commit([main])
  world.branch('main', main)
  world.branch('release', release)
  const minutes = (count = 2) => world.settle({ minutes: count })
  return {
    ...world,
    main,
    release,
    head,
    clean,
    minutes,
    /** Opens a pull request and waits until its check ends. */
    async opened(...given: Parameters<typeof world.pull>): Promise<FakePull> {
      const pull = world.pull(...given)
      await world.tell('opened', pull)
      await minutes()
      return pull
    },
    async pushed(branch: string, commit: typeof main, before = noSha): Promise<void> {
      world.branch(branch, commit)
      await world.deliver('push', { ref: `refs/heads/${branch}`, before, after: commit.sha, deleted: false })
      await minutes()
    },
    /** Returns the conclusion of the newest run, or `none`. */
    shown: (commit: typeof main) =>
      world.runs(commit).length === 0 ? 'none' : (world.conclusion(commit) ?? 'in progress'),
  }
}

/** Runs each situation and returns what GitHub shows, in order. */
const situations: Readonly<Record<string, (at: ReturnType<typeof repository>) => Promise<string[]>>> = {
  'Push to a checked branch that adds the finding': async ({ pushed, shown, main, head }) => {
    await pushed('main', head, main.sha)
    return [shown(head)]
  },
  'Push to a checked branch that already has the finding': async ({ pushed, shown, branch, head, release }) => {
    branch('main', release)
    await pushed('main', head, release.sha)
    return [shown(head)]
  },
  'Push to a branch that is not checked': async ({ pushed, shown, main, head }) => {
    await pushed('topic', head, main.sha)
    return [shown(head)]
  },
  'Pull request that adds the finding': async ({ opened, shown, head }) => {
    await opened(1, head, 'main')
    return [shown(head)]
  },
  'Pull request into a branch that already has the finding': async ({ opened, shown, head }) => {
    await opened(1, head, 'release')
    return [shown(head)]
  },
  'Pull request without findings': async ({ opened, shown, clean }) => {
    await opened(1, clean, 'main')
    return [shown(clean)]
  },
  'Pull request from a fork that adds the finding': async ({ opened, shown, head }) => {
    await opened(1, head, 'main', { headRepositoryId: forkId })
    return [shown(head)]
  },
  'Pull request of the repository and one of a fork with the same head, and only the one of the fork adds the finding':
    async ({ opened, shown, head }) => {
      await opened(1, head, 'release')
      await opened(2, head, 'main', { headRepositoryId: forkId })
      return [shown(head)]
    },
  'One head into several bases, and the finding is new in one of them': async ({ opened, shown, head }) => {
    await opened(1, head, 'release')
    await opened(2, head, 'main')
    return [shown(head)]
  },
  'The same, and the pull request into that base is closed': async ({ opened, shown, tell, minutes, head }) => {
    await opened(1, head, 'release')
    const failing = await opened(2, head, 'main')
    await tell('closed', failing, { state: 'closed' })
    await minutes()
    return [shown(head)]
  },
  'Pull request whose base branch is changed to one with the finding': async (at) => {
    const { opened, shown, tell, minutes, head, release } = at
    const pull = await opened(1, head, 'main')
    const before = shown(head)
    const from = { ref: { from: 'main' }, sha: { from: noSha } }
    await tell('edited', pull, { baseRef: 'release', baseSha: release.sha }, { changes: { base: from } })
    await minutes()
    return [before, shown(head)]
  },
  'Merge queue whose group adds the finding': async ({ deliver, minutes, shown, main, head }) => {
    await deliver('merge_group', {
      action: 'checks_requested',
      merge_group: { head_sha: head.sha, base_sha: main.sha, base_ref: 'refs/heads/main' },
    })
    await minutes()
    return [shown(head)]
  },
  'Merge queue whose group adds no finding': async ({ deliver, minutes, shown, main, clean }) => {
    await deliver('merge_group', {
      action: 'checks_requested',
      merge_group: { head_sha: clean.sha, base_sha: main.sha, base_ref: 'refs/heads/main' },
    })
    await minutes()
    return [shown(clean)]
  },
  'Base branch that receives the finding by a push, without an event of the pull request': async (at) => {
    const { opened, pushed, shown, main, release, head } = at
    await opened(1, head, 'main')
    const before = shown(head)
    await pushed('main', release, main.sha)
    return [before, shown(head)]
  },
  "Hostile pull request of a fork at another author's failing commit, into a branch that has the finding": async (
    at,
  ) => {
    const { opened, shown, tell, minutes, head } = at
    await opened(1, head, 'main')
    const hostile = await opened(2, head, 'release', { headRepositoryId: forkId })
    const during = shown(head)
    await tell('closed', hostile, { state: 'closed' })
    await minutes()
    return [during, shown(head)]
  },
  "Hostile pull request of a fork at another author's passing commit, into a branch without the finding": async (
    at,
  ) => {
    const { opened, shown, tell, minutes, head } = at
    await opened(1, head, 'release')
    const hostile = await opened(2, head, 'main', { headRepositoryId: forkId })
    const during = shown(head)
    await tell('closed', hostile, { state: 'closed' })
    await minutes()
    return [during, shown(head)]
  },
  'Draft that adds the finding, then marked as ready': async ({ opened, shown, tell, minutes, head }) => {
    const draft = await opened(1, head, 'main', { draft: true })
    const before = shown(head)
    await tell('ready_for_review', draft, { draft: false })
    await minutes()
    return [before, shown(head)]
  },
  'Pull request that is closed after its check, then reopened': async ({ opened, shown, tell, minutes, head }) => {
    const pull = await opened(1, head, 'main')
    await tell('closed', pull, { state: 'closed' })
    await minutes()
    const closed = shown(head)
    await minutes()
    await tell('reopened', pull, { state: 'open' })
    await minutes()
    return [closed, shown(head)]
  },
  'Pull request that is closed before its scan finished, then reopened': async (at) => {
    const { pull, tell, minutes, shown, held, settle, head } = at
    held.add(head.sha)
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle()
    await tell('closed', opened, { state: 'closed' })
    await minutes()
    const closed = shown(head)
    held.clear()
    await tell('reopened', opened, { state: 'open' })
    await minutes()
    return [closed, shown(head)]
  },
  'Pull request that is merged after its check': async ({ opened, shown, tell, minutes, head }) => {
    const pull = await opened(1, head, 'main')
    await tell('closed', pull, { state: 'closed', mergedAt: new Date().toISOString() })
    await minutes()
    return [shown(head)]
  },
  'Older commit of a pull request that gets a newer one before its scan finished': async (at) => {
    const { pull, tell, minutes, settle, shown, held, commit, head, main } = at
    held.add(head.sha)
    const opened = pull(1, head, 'main')
    await tell('opened', opened)
    await settle()
    await tell('synchronize', opened, { headSha: commit([main]).sha })
    await minutes()
    return [shown(head)]
  },
  'Re-run of a failed check, without a change': async ({ opened, shown, deliver, minutes, head }) => {
    await opened(1, head, 'main')
    await deliver('check_run', {
      action: 'rerequested',
      check_run: { head_sha: head.sha, app: { id: Number(github.appId) }, pull_requests: [] },
    })
    await minutes()
    return [shown(head)]
  },
}

describe('expected conclusions', () => {
  const documented = documentedConclusions()

  it('are documented for each situation that is played', () => {
    expect([...documented.keys()]).toEqual(Object.keys(situations))
  })

  it.each(Object.entries(situations))('%s', async (situation, play) => {
    expect((await play(repository())).join(', then ')).toBe(documented.get(situation))
  })
})
