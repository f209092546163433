import { describe, expect, it } from 'vitest'
import { dependencyFinding } from '../../../support/findings.ts'
import { startChecks } from './sequences/started-checks.ts'

const { github, newWorld } = await startChecks('2026-05-01T00:00:00Z')

const manifest = (range: string) => `{\n  "name": "project",\n  "dependencies": {\n    "a": "${range}"\n  }\n}\n`
const patch = '@@ -3,1 +4,1 @@\n-old\n+    "a": "^1.0.0"\n'

/** A pull request with a vulnerable package, in a repository whose base branch has these settings. */
async function opened(settings: string | undefined, { mayWrite = true } = {}) {
  const world = newWorld()
  const { at } = world
  if (mayWrite) github.pullWriters.add(at.installationId)
  if (settings !== undefined) at.files.set('main:assay.yml', settings)
  await world.installation('created')
  const base = world.commit([])
  world.branch('main', base)
  const head = world.commit([base], ['a'])
  const {
    id: _id,
    fingerprint: _fingerprint,
    ...parts
  } = dependencyFinding('GHSA-0001-bbbb-cccc', {
    severity: 'critical',
    title: 'a 1.0.0: @octocat <img>',
  })
  const { component } = parts
  const introducedBy = [{ manifest: 'package-lock.json', path: ['project@1.0.0', 'a@1.0.0'], line: 9, endLine: 9 }]
  world.parts = { ...parts, ...(component && { component: { ...component, introducedBy } }) }
  world.files = [{ filename: 'package.json', patch }]
  at.files.set(`${head.sha}:package.json`, manifest('^1.0.0'))
  const pull = world.pull(1, head, 'main')
  await world.tell('opened', pull)
  await world.settle()
  return {
    world,
    base,
    head,
    pull,
    notes: (kind: 'comment' | 'review') =>
      github.pullNotes.filter((note) => note.kind === kind && note.repositoryId === at.id),
    async push(commit: typeof head) {
      await world.tell('synchronize', pull, { headSha: commit.sha }, { before: head.sha, after: commit.sha })
      await world.settle()
    },
  }
}

describe('without settings', () => {
  it('the app writes no comment and no review', async () => {
    const { notes, world, head } = await opened(undefined)
    expect([...notes('comment'), ...notes('review')]).toEqual([])
    const [run] = world.runs(head)
    expect(run).toMatchObject({ conclusion: 'failure' })
    expect(run?.annotations).toMatchObject([{ path: 'package.json', start_line: 4, end_line: 4 }])
  })
})

describe('comment', () => {
  it('is one comment with the texts of the check, and is edited in place', async () => {
    const { notes, push, world, base, head } = await opened('comment: on-findings\n')
    expect(notes('comment')).toMatchObject([{ pullNumber: 1, edits: 0 }])
    const [comment] = notes('comment')
    expect(comment?.body).toContain('**Failed: 1 new finding is high or worse.**')
    expect(comment?.body).toContain('a 1.0.0: `@octocat` &lt;img&gt;')
    expect(comment?.body).not.toContain('annotated')
    await push(world.commit([base, head]))
    expect(notes('comment')).toMatchObject([{ id: comment?.id, edits: 1 }])
    expect(notes('comment')[0]?.body).toContain('**Passed: no new findings.**')
    expect(notes('review')).toEqual([])
  })

  it('of a pull request without new findings is written only with always', async () => {
    for (const [settings, count] of [
      ['comment: on-findings\n', 0],
      ['comment: always\n', 1],
      ['comment: "off"\n', 0],
    ] as const) {
      const world = newWorld()
      github.pullWriters.add(world.at.installationId)
      world.at.files.set('main:assay.yml', settings)
      await world.installation('created')
      const base = world.commit([])
      world.branch('main', base)
      await world.tell('opened', world.pull(1, world.commit([base]), 'main'))
      await world.settle()
      expect(github.pullNotes.filter(({ repositoryId }) => repositoryId === world.at.id)).toHaveLength(count)
    }
  })

  it('that GitHub rejects as invalid is not repeated, and does not prevent the review', async () => {
    let attempts = 0
    github.fault = (method, path) => {
      if (method !== 'POST' || !/\/issues\/\d+\/comments$/.test(path)) return undefined
      attempts += 1
      return { status: 400 }
    }
    const { notes } = await opened('comment: always\nreviews: true\n')
    github.fault = undefined
    expect(attempts).toBe(1)
    expect(notes('comment')).toEqual([])
    expect(notes('review')).toHaveLength(1)
  })

  it('that a person deleted is not written again', async () => {
    const { notes, push, world, base, head } = await opened('comment: always\n')
    const [comment] = notes('comment')
    github.pullNotes.splice(comment ? github.pullNotes.indexOf(comment) : -1, 1)
    expect(comment).toBeDefined()
    await push(world.commit([base, head], ['a', 'b']))
    expect(notes('comment')).toEqual([])
  })

  it('that a person deleted does not prevent the review', async () => {
    const { notes, push, world, head } = await opened('comment: always\nreviews: true\n')
    const [comment] = notes('comment')
    github.pullNotes.splice(comment ? github.pullNotes.indexOf(comment) : -1, 1)
    const next = world.commit([head], ['a', 'c'])
    world.at.files.set(`${next.sha}:package.json`, manifest('^1.0.0'))
    await push(next)
    expect(notes('comment')).toEqual([])
    expect(notes('review')).toMatchObject([{ edits: 1 }])
  })

  it('whose request had no answer is found by its author, not by its text', async () => {
    let isLost = false
    github.beforeAnswer = async ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/comments') || isLost) return
      isLost = true
      throw new Error('the connection was reset')
    }
    const { notes, world } = await opened('comment: always\n')
    await world.settle({ minutes: 2 })
    expect(isLost).toBe(true)
    expect(notes('comment')).toHaveLength(1)
    expect(notes('comment')[0]?.edits).toBe(1)
  })

  it('without the permission is one line in the check', async () => {
    const { notes, world, head } = await opened('comment: always\nreviews: true\n', { mayWrite: false })
    expect(notes('comment')).toEqual([])
    const [run] = world.runs(head)
    expect(run?.conclusion).toBe('failure')
    expect(run?.output.summary).toContain(
      'the app does not have the permission "Pull requests: read and write" in this repository.',
    )
  })
})

describe('reviews', () => {
  it('are one review with a suggestion that keeps the style of the line, and only its text changes later', async () => {
    const { notes, push, world, base, head } = await opened('reviews: true\n')
    expect(notes('review')).toMatchObject([
      {
        pullNumber: 1,
        suggestions: [
          {
            path: 'package.json',
            line: 4,
            body: expect.stringContaining('```suggestion\n    "a": "^1.0.1"\n```'),
          },
        ],
      },
    ])
    const next = world.commit([base, head], ['a'])
    world.at.files.set(`${next.sha}:package.json`, manifest('^1.0.0'))
    await push(next)
    await push(world.commit([next]))
    expect(notes('review')).toMatchObject([{ edits: 2, body: expect.stringContaining('no suggested changes') }])
    expect(notes('comment')).toEqual([])
  })
})
