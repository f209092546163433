import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { projectOf } from '../support/installed-workflow.ts'
import { startCodeScanning } from '../support/code-scanning.ts'
import { type LocalRunner, startLocalRunner } from '../support/local-job.ts'
import { runAction, type Step } from '../support/run-action.ts'

// The first step installs and builds the scanner.
vi.setConfig({ testTimeout: 120_000 })

let runner: LocalRunner
let github: Awaited<ReturnType<typeof startCodeScanning>>
let [flawed, head, merged] = ['', '', '']

beforeAll(async () => {
  runner = await startLocalRunner()
  github = await startCodeScanning()
  const { commit } = runner.repository
  flawed = commit(projectOf({ flawed: '0.0.8' }), { message: 'flawed' })
  head = commit(projectOf({ flawed: '0.0.8', fine: '3.0.0' }), { parents: [flawed], message: 'head' })
  merged = commit(projectOf({ flawed: '0.0.8', fine: '3.0.0' }), {
    refs: ['refs/pull/7/merge'],
    parents: [flawed, head],
    message: 'merge',
  })
}, 120_000)
afterAll(async () => {
  await github[Symbol.asyncDispose]()
  await runner[Symbol.asyncDispose]()
})

const step = (commit: string, ref: string, { inputs, environment, ...more }: Partial<Step> = {}) =>
  runAction({
    inputs: { timeout: '120s', 'github-token': runner.githubToken, 'upload-sarif': 'true', ...inputs },
    environment: { ...runner.job(commit), GITHUB_REF: ref, GITHUB_API_URL: github.url, ...environment },
    workspace: runner.checkout(commit),
    ...more,
  })
const pullRequest = (headRepository: number) => ({
  event: {
    pull_request: {
      number: 7,
      head: { repo: { id: headRepository }, sha: head },
      base: { repo: { id: 7001 }, sha: flawed },
    },
  },
  environment: { GITHUB_EVENT_NAME: 'pull_request' },
})

it('a step uploads what it found, and the upload changes neither the verdict nor the other outputs', async () => {
  github.play([])
  const { code, log, outputs, masked } = await step(flawed, 'refs/heads/main')
  expect([code, outputs['verdict'], outputs['sarif-id'], outputs['sarif-file']], log).toEqual([
    1,
    'fail',
    'b1c2-d3',
    '',
  ])
  expect(github.uploads).toMatchObject([
    { authorization: `Bearer ${runner.githubToken}`, commit: flawed, ref: 'refs/heads/main' },
  ])
  const [run] = github.uploads[0]?.log.runs ?? []
  expect(run?.results).toHaveLength(Number(outputs['total']))
  expect(run?.results?.[0]?.ruleId).toBe('vulnerable-dependency/GHSA-aaaa-bbbb-cccc')
  for (const secret of masked) expect(log).not.toContain(secret)
})

it('a pull request from a fork is scanned and passes although its token may not upload', async () => {
  github.play([{ status: 403, body: { message: 'Resource not accessible by integration' } }])
  const { code, log, commands, outputs } = await step(merged, 'refs/pull/7/merge', {
    ...pullRequest(9),
    inputs: { baseline: 'auto' },
  })
  expect([code, outputs['verdict'], outputs['sarif-id']], log).toEqual([0, 'pass', undefined])
  expect(github.uploads).toMatchObject([{ commit: merged, ref: 'refs/pull/7/merge' }])
  expect(commands.findLast(({ name }) => name === 'notice')?.message).toContain('status 403')
})

it('a branch whose job lacks the permission fails, although the scan passes', async () => {
  github.play([{ status: 403, body: { message: 'Resource not accessible by integration' } }])
  const { code, log, outputs } = await step(merged, 'refs/pull/7/merge', {
    ...pullRequest(7001),
    inputs: { baseline: 'auto' },
  })
  expect([code, outputs['verdict']], log).toEqual([1, 'pass'])
  expect(log).toContain('Grant the job the security-events: write permission.')
})

it('the head of a pull request in a workflow of the base branch is never uploaded for that branch', async () => {
  github.play([])
  const { log } = await step(flawed, 'refs/heads/main', {
    ...pullRequest(7001),
    environment: { GITHUB_EVENT_NAME: 'pull_request_target' },
    workspace: runner.checkout(head),
  })
  expect(github.uploads, log).toMatchObject([{ commit: head, ref: 'refs/pull/7/head' }])
})

it.each([
  [{ url: 'https://www.npmjs.com/package/x' }, 'upload-sarif: works only for the files in the workspace'],
  [
    { 'base-url': 'https://assay.example', url: 'https://www.npmjs.com/package/x' },
    'upload-sarif: works only for the repository of the workflow',
  ],
])('an upload with %o is refused before the scan', async (inputs, message) => {
  const { code, log, outputs } = await step(flawed, 'refs/heads/main', { inputs })
  expect([code, outputs['verdict']]).toEqual([1, 'refused'])
  expect(log).toContain(message)
})
