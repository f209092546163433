import { afterAll, beforeAll, expect, it } from 'vitest'
import { toolServer } from '../../../support/tool-server.ts'
import { installedApp, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

it(
  'a pull request that gives a tool a capability fails by the settings of its base',
  { timeout: 120_000 },
  async () => {
    const repository = app.repository('gated')
    const commit = (does: 'executes' | 'answers', more = {}) =>
      repository.git.commit(projectWith({}, { 'index.js': toolServer(does), ...more }))
    const [base, head, clean] = [commit('answers'), commit('executes'), commit('answers', { 'README.md': 'clean' })]
    repository.at.files.set('main:.github/assay.yml', 'failOn:\n  capabilities: [processes, network]\n')
    app.compare(repository, base, head, [{ filename: 'index.js' }])
    app.compare(repository, base, clean, [{ filename: 'README.md' }])
    await app.sendPullRequest(repository, { head, base })
    const run = await app.run(head)
    expect(run.conclusion, run.output.summary).toBe('failure')
    expect(run.output.title).toContain('tool "uptime" gains processes')
    expect(run.output.summary).toContain('The tool "uptime" now executes commands')
    await app.sendPullRequest(repository, { head: clean, base, number: 2 })
    expect(await app.run(clean)).toMatchObject({ conclusion: 'success' })
  },
)

it('the same change passes without the setting, and a head cannot set it', { timeout: 120_000 }, async () => {
  const repository = app.repository('open')
  const commit = (does: 'executes' | 'answers', settings: string) =>
    repository.git.commit(projectWith({}, { 'index.js': toolServer(does), 'assay.yml': settings, 'README.md': 'open' }))
  const base = commit('answers', 'failOn: high\n')
  const head = commit('executes', 'failOn: {capabilities: [processes]}\n')
  repository.at.files.set('main:.github/assay.yml', 'failOn: high\n')
  app.compare(repository, base, head, [{ filename: 'index.js' }])
  await app.sendPullRequest(repository, { head, base })
  expect(await app.run(head)).toMatchObject({ conclusion: 'success' })
})
