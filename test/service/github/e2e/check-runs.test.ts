import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedApp, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 120_000)
afterAll(async () => {
  expect(app.github.problems).toEqual([])
  await app[Symbol.asyncDispose]()
})

const flawed = { flawed: '1.0.0' }
const mended = { flawed: '1.2.6' }

describe('a pull request', () => {
  it('that brings a flaw fails, with the finding beside the line that brings it', async () => {
    const repository = app.repository('brings')
    const base = repository.git.commit(projectWith({}))
    const files = projectWith(flawed)
    const head = repository.git.commit(files, { refs: ['refs/heads/feature'], parents: [base] })
    const lock = files['package-lock.json'] ?? ''
    app.compare(repository, base, head, [
      {
        filename: 'package-lock.json',
        patch: `@@ -0,0 +1,${lock.split('\n').length} @@\n${lock
          .split('\n')
          .map((line) => `+${line}`)
          .join('\n')}`,
      },
    ])
    expect(await app.sendPullRequest(repository, { head, base })).toMatchObject({ status: 202 })
    const run = await app.run(head)
    expect(run).toMatchObject({
      name: 'Assay',
      conclusion: 'failure',
      detailsUrl: expect.stringMatching(/\/scan\/scan_/),
    })
    expect(run.output.title).toMatch(/1 new critical finding/)
    expect(run.annotations).toMatchObject([{ path: 'package-lock.json', annotation_level: 'failure' }])
    expect(run.history[0]).toMatch(/^queued/)
    expect(run.output.summary).toContain('fingerprint')
  })

  it('that brings nothing passes although the base has a flaw', async () => {
    const repository = app.repository('has')
    const base = repository.git.commit(projectWith(flawed))
    const head = repository.git.commit(projectWith(flawed, { 'README.md': 'hello' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    app.compare(repository, base, head)
    await app.sendPullRequest(repository, { head, base })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 existing') },
    })
  })

  it('that fixes a vulnerability says so', async () => {
    const repository = app.repository('mends')
    const base = repository.git.commit(projectWith(flawed))
    const head = repository.git.commit(projectWith(mended), { refs: ['refs/heads/feature'], parents: [base] })
    app.compare(repository, base, head)
    await app.sendPullRequest(repository, { head, base })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 fixed') },
    })
  })
})
