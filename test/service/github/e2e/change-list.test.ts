import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedApp, projectWith } from './installed-app.ts'

describe('the check run of a pull request', () => {
  let app: Awaited<ReturnType<typeof installedApp>>
  beforeAll(async () => {
    app = await installedApp()
  }, 240_000)
  afterAll(() => app[Symbol.asyncDispose]())

  it('tells the dependencies that it brings, moves and takes away', async () => {
    const repository = app.repository('changes')
    const base = repository.git.commit(projectWith({ flawed: '1.2.6', 'old-one': '1.0.0' }))
    const head = repository.git.commit(projectWith({ flawed: '1.2.7', 'new-one': '0.3.0' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    app.compare(repository, base, head)
    await app.sendPullRequest(repository, { head, base })
    const { summary } = (await app.run(head)).output
    expect(summary).toContain('**Dependencies: 1 added, 1 changed, 1 removed**')
    expect(summary?.match(/^- (?:added|changed|removed) .*$/gm)).toEqual([
      '- changed `flawed` `1.2.6` → `1.2.7` (npm)',
      '- added `new-one` `0.3.0` (npm)',
      '- removed `old-one` `1.0.0` (npm)',
    ])
  }, 240_000)
})
