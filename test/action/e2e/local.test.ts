import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runAssay } from '../../support/assay-process.ts'
import { projectOf } from '../support/installed-workflow.ts'
import { type LocalRunner, startLocalRunner } from '../support/local-job.ts'
import { type EndedStep, remarks, runAction, type Step } from '../support/run-action.ts'

// The first step installs and builds the scanner.
vi.setConfig({ testTimeout: 120_000 })

let runner: LocalRunner
/** Commits of `acme/app`: one without findings, one with a finding, a change of each, and GitHub's merge commits. */
let commits: Readonly<Record<'clean' | 'flawed' | 'fine' | 'worse' | 'mergedFine' | 'mergedWorse', string>>
const ended: EndedStep[] = []

beforeAll(async () => {
  runner = await startLocalRunner()
  const { commit } = runner.repository
  const clean = commit(projectOf({ fine: '3.0.0' }), { message: 'clean' })
  const flawed = commit(projectOf({ fine: '3.0.0', flawed: '0.0.8' }), { parents: [clean], message: 'flawed' })
  const change = (refs: string, base: string, files: Parameters<typeof commit>[0]) => {
    const head = commit(files, { refs: [`refs/heads/${refs}`], parents: [base], message: refs })
    return [
      head,
      commit(files, { refs: [`refs/pull/${refs}/merge`], parents: [base, head], message: 'merge' }),
    ] as const
  }
  const [fine, mergedFine] = change(
    '1',
    flawed,
    projectOf({ fine: '3.0.0', flawed: '0.0.8' }, { 'README.md': '# App' }),
  )
  const [worse, mergedWorse] = change('2', clean, projectOf({ fine: '3.0.0', flawed: '0.0.8' }))
  commits = { clean, flawed, fine, worse, mergedFine, mergedWorse }
}, 120_000)
afterAll(() => runner[Symbol.asyncDispose]())
beforeEach(() => runner.cache.failWith(undefined))

/** Runs a step without a service, in a checkout of a commit. */
async function step(
  commit: string,
  { inputs = {}, environment, ...more }: Partial<Step> = {},
  workspace = runner.checkout(commit),
): Promise<EndedStep> {
  const done = await runAction({
    inputs: { timeout: '120s', 'github-token': runner.githubToken, ...inputs },
    environment: { ...runner.job(commit), ...environment },
    workspace,
    ...more,
  })
  ended.push(done)
  return done
}

const pullRequest = (base: string, head: string, ofFork = false) => ({
  event: {
    pull_request: { head: { repo: { id: ofFork ? 9 : 7001 }, sha: head }, base: { repo: { id: 7001 }, sha: base } },
  },
  environment: { GITHUB_EVENT_NAME: 'pull_request' },
})

describe('a step without a service', () => {
  it('installs the scanner of its own commit, without scripts, and passes a project without findings', async () => {
    const { code, log, outputs, summary } = await step(commits.clean)
    expect(code, log).toBe(0)
    expect(outputs).toEqual({
      verdict: 'pass',
      grade: 'A+',
      'security-score': '100',
      critical: '0',
      high: '0',
      medium: '0',
      low: '0',
      info: '0',
      total: '0',
      'new-findings': '0',
      'sarif-file': '',
      'sbom-file': '',
    })
    expect(summary).toContain('## ✅ Assay: no findings\n\n**Passed: no open findings.**')
    expect(summary).toContain(`\`${runner.git.url}/acme/app\` at \`${commits.clean}\``)
    expect(summary).toContain('Coverage: complete')
    expect(log.match(/^::group::/gm)?.length).toBe(log.match(/^::endgroup::/gm)?.length)
    const [call] = runner.npmCalls()
    expect(call?.words.slice(0, 3)).toEqual(['ci', '--ignore-scripts', '--omit=dev'])
    expect(call?.variables.filter((name) => /^(?:INPUT_|ACTIONS_)/.test(name))).toEqual([])
    expect(existsSync(join(call?.folder ?? '', 'package-lock.json'))).toBe(true)
  })

  it('finds what the command line of this checkout finds, and installs nothing a second time', async () => {
    const workspace = runner.checkout(commits.flawed)
    const { code, outputs, log, ...done } = await step(
      commits.flawed,
      { inputs: { sarif: 'a.sarif', sbom: 'a.json' } },
      workspace,
    )
    expect([code, outputs['verdict'], outputs['critical']], log).toEqual([1, 'fail', '1'])
    expect(runner.npmCalls()).toHaveLength(1)
    expect(remarks({ code, outputs, log, ...done }, 'error').map(({ properties }) => properties['file'])).toEqual([
      'package-lock.json',
    ])
    expect(done.summary).toContain('GHSA-aaaa-bbbb-cccc')
    const results = (sarif: string): { fingerprints: unknown }[] => JSON.parse(sarif).runs[0].results
    rmSync(join(workspace, 'a.sarif'))
    rmSync(join(workspace, 'a.json'))
    const { PATH: _, ...settings } = runner.job(commits.flawed)
    const { out } = await runAssay(['scan', '--format', 'sarif', workspace], {
      ...settings,
      ASSAY_CACHE_DIR: join(runner.temporary, 'other-cache'),
    })
    expect(results(done.file('a.sarif')).length).toBe(1)
    expect(results(done.file('a.sarif'))).toEqual(results(out))
    expect(JSON.parse(done.file('a.json')).components.map(({ name }: { name: string }) => name)).toEqual([
      'fine',
      'flawed',
    ])
  })

  it('leaves nothing in the workspace and in the temporary folder but the scanner and the advisories', async () => {
    const workspace = runner.checkout(commits.clean)
    await step(commits.clean, {}, workspace)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: workspace, encoding: 'utf8' })).toBe('')
    expect(
      readdirSync(runner.temporary).filter((name) => !/^assay-(?:[0-9a-f]{16}|cache)$|^other-cache$/.test(name)),
    ).toEqual([])
  })

  it('applies the limits of the workflow, and skips detectors', async () => {
    const { outputs, log } = await step(commits.flawed, {
      inputs: { without: 'vulnerable-dependencies', 'min-grade': 'A+' },
    })
    expect(outputs, log).toMatchObject({ verdict: 'pass', total: '0' })
    const low = await step(commits.flawed, { inputs: { 'fail-on': 'critical', 'min-score': '100', 'min-grade': 'A' } })
    expect(low.log).toContain('1 open finding is critical, the score 54 is below 100, and the grade D is below A.')
  })

  it('applies the settings of the project only if the workflow trusts them', async () => {
    const trusting = runner.repository.commit(
      projectOf(
        { flawed: '0.0.8' },
        { '.github/assay.yml': 'suppressions:\n  - rule: vulnerable-dependency\n    reason: Tested\n' },
      ),
      { refs: ['refs/heads/trusting'] },
    )
    expect((await step(trusting)).outputs['verdict']).toBe('fail')
    const { outputs, log } = await step(trusting, { inputs: { 'trust-project-settings': 'true' } })
    expect(outputs['verdict'], log).toBe('pass')
    const ofFork = await step(trusting, {
      inputs: { 'trust-project-settings': 'true' },
      ...pullRequest(commits.clean, trusting, true),
    })
    expect(ofFork.outputs['verdict']).toBe('fail')
    expect(ofFork.log).toContain('The project settings do not apply')
  })

  it('says what is missing in an empty workspace', async () => {
    const workspace = join(runner.temporary, 'other-cache', 'workspace')
    mkdirSync(workspace, { recursive: true })
    const { code, outputs, log } = await step(commits.clean, { inputs: { 'on-error': 'neutral' } }, workspace)
    expect([code, outputs['verdict']], log).toEqual([0, 'nothing-scanned'])
    expect(log).toContain('Add actions/checkout before this step.')
  })

  it('says that the scanner could not be installed, and lets on-error decide', async () => {
    const temporary = join(runner.temporary, 'other-job')
    mkdirSync(temporary)
    const { code, outputs, log } = await step(commits.clean, {
      environment: { PLAYED_NPM_FAILS: '1', RUNNER_TEMP: temporary },
      inputs: { 'on-error': 'neutral' },
    }).finally(() => rmSync(temporary, { recursive: true, force: true }))
    expect([code, outputs['verdict']], log).toEqual([0, 'error'])
    expect(log).toContain('npm error code EINTEGRITY')
  })
})

describe('a pull request without a service', () => {
  it('of a fork is scanned without a secret, and findings of its base do not fail it', async () => {
    const { code, log, outputs, summary } = await step(commits.mergedFine, {
      inputs: { baseline: 'auto' },
      ...pullRequest(commits.flawed, commits.fine, true),
    })
    expect(code, log).toBe(0)
    expect(outputs).toMatchObject({ verdict: 'pass', total: '1', 'new-findings': '0' })
    expect(log).toContain(`compared with ${commits.flawed}`)
    expect(summary).toContain('**Passed: no new findings.**')
    expect(summary).toContain(`Findings are compared with the baseline "${commits.flawed}"`)
    expect(runner.git.requests.some(({ authorization }) => authorization !== undefined)).toBe(true)
  })

  it('fails with a finding that it adds', async () => {
    const { code, log, outputs, commands, summary } = await step(commits.mergedWorse, {
      inputs: { baseline: 'auto' },
      ...pullRequest(commits.clean, commits.worse, true),
    })
    expect([code, outputs['new-findings']], log).toEqual([1, '1'])
    expect(commands.at(-1)?.message).toBe('Failed: 1 new finding is high or worse.')
    expect(summary).toContain('**Dependencies: 1 added**\n\n- added `flawed` `0.0.8` (npm')
  })

  it('fails if it makes a lockfile unreadable', async () => {
    const files = { ...projectOf({ fine: '3.0.0' }), 'package-lock.json': '{' }
    const head = runner.repository.commit(files, { refs: ['refs/heads/3'], parents: [commits.clean] })
    const merged = runner.repository.commit(files, {
      refs: ['refs/pull/3/merge'],
      parents: [commits.clean, head],
      message: 'm',
    })
    const { code, log } = await step(merged, { inputs: { baseline: 'auto' }, ...pullRequest(commits.clean, head) })
    expect(code, log).toBe(1)
    expect(log).toContain('this change makes package-lock.json unreadable to Assay.')
  })

  it('reads the files of the base as they are, and starts no hook and no filter', async () => {
    const workspace = runner.checkout(commits.mergedFine)
    const mark = join(runner.temporary, 'other-cache', 'started')
    mkdirSync(dirname(mark), { recursive: true })
    const git = (...words: string[]) => execFileSync('git', words, { cwd: workspace })
    for (const hook of ['post-checkout', 'reference-transaction'])
      writeFileSync(join(workspace, '.git/hooks', hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    git('config', 'filter.x.smudge', `touch ${mark}`)
    git('config', 'core.fsmonitor', `touch ${mark}`)
    writeFileSync(join(workspace, '.git/info/attributes'), '* filter=x\n')
    const { code, log } = await step(
      commits.mergedFine,
      { inputs: { baseline: commits.flawed }, ...pullRequest(commits.flawed, commits.fine) },
      workspace,
    )
    expect(code, log).toBe(0)
    expect(existsSync(mark)).toBe(false)
  })

  it('says what it needs if the base cannot be fetched', async () => {
    const { code, outputs, log } = await step(commits.mergedFine, {
      inputs: { baseline: 'auto', 'github-token': `ghs_${'x'.repeat(36)}`, 'on-error': 'neutral' },
      ...pullRequest(commits.flawed, commits.fine),
    })
    expect([code, outputs['verdict']], log).toEqual([0, 'error'])
    expect(log).toContain('contents: read')
  })
})

describe('inputs without a service', () => {
  it.each([
    [{ 'api-key': `mcp_${'a'.repeat(8)}_${'b'.repeat(32)}` }, 'api-key: needs a service.'],
    [{ ref: 'main' }, 'ref: needs a service.'],
    [{ url: 'https://www.npmjs.com/package/x', baseline: 'auto' }, 'baseline: needs a service if url is set.'],
    [{ 'base-url': 'https://assay.example', without: 'weak-calls' }, 'without: works only if base-url is empty'],
    [
      { 'base-url': 'https://assay.example', 'trust-project-settings': 'true' },
      'trust-project-settings: works only if base-url is empty',
    ],
  ])('%o are refused by name', async (inputs, says) => {
    const { code, outputs, log } = await runAction({ inputs, environment: runner.job(commits.clean) })
    expect([code, outputs['verdict']]).toEqual([1, 'refused'])
    expect(log).toContain(says)
  })

  it('names a detector that does not exist', async () => {
    const { code, outputs, log } = await step(commits.clean, { inputs: { without: 'guesswork' } })
    expect([code, outputs['verdict']], log).toEqual([1, 'refused'])
    expect(log).toContain('Unknown detector "guesswork"')
  })

  it('scan a package page', async () => {
    const { code, outputs, log } = await step(commits.clean, {
      inputs: { url: 'https://www.npmjs.com/package/server' },
    })
    expect([code, outputs['verdict'], outputs['critical']], log).toEqual([1, 'fail', '1'])
  })
})

describe('advisories', () => {
  /** Starts a new job, whose runner has neither a scanner nor advisories. */
  const newJob = () => rmSync(join(runner.temporary, 'assay-cache'), { recursive: true, force: true })

  it('are stored once, and used by the next job without the feed', async () => {
    newJob()
    runner.cache.entries.clear()
    const first = await step(commits.flawed)
    expect(first.log).toContain('No earlier run has stored advisories.')
    expect(first.log).toContain('Stored the advisories for later runs.')
    expect([...runner.cache.entries.values()].map(({ isComplete }) => isComplete)).toEqual([true])
    newJob()
    const second = await step(commits.flawed)
    expect(second.log).toContain('Using the advisories of an earlier run.')
    expect(second.log).not.toContain('Importing npm advisories')
    expect(second.outputs).toMatchObject({ verdict: 'fail', critical: '1' })
    expect(runner.cache.entries.size).toBe(1)
  })

  it.each([
    ['damaged', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['empty', () => Buffer.of()],
  ])('of a %s entry are downloaded again', async (_name, change) => {
    newJob()
    for (const entry of runner.cache.entries.values()) entry.content = change(entry.content ?? Buffer.of())
    const { outputs, log } = await step(commits.flawed)
    expect(log).toContain('The cache has no usable advisories')
    expect(outputs, log).toMatchObject({ verdict: 'fail', critical: '1' })
  })

  it('are downloaded if the cache fails', async () => {
    newJob()
    runner.cache.failWith(500)
    const { code, log } = await step(commits.clean)
    expect(code, log).toBe(0)
    expect(log).toContain('the cache returned status 500')
  })
})

it('no token is in any output of these steps', () => {
  expect(ended.length).toBeGreaterThan(12)
  for (const { masked, log, summary, outputs } of ended) {
    expect(masked).toContain(masked.find((text) => text.startsWith('ghs_')))
    for (const secret of [...masked, runner.cache.token])
      expect(log + summary + JSON.stringify(outputs)).not.toContain(secret)
  }
})
