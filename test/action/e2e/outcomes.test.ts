import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledWorkflow, projectOf, startInstalledWorkflow } from '../support/installed-workflow.ts'
import { type EndedStep, remarks, runAction, type Step } from '../support/run-action.ts'

let world: InstalledWorkflow
let clean: string
let flawed: string
const ended: EndedStep[] = []

beforeAll(async () => {
  world = await startInstalledWorkflow()
  const repository = world.repositories.create('acme/app.git')
  clean = repository.commit(projectOf({ fine: '3.0.0' }), { message: 'clean' })
  flawed = repository.commit(projectOf({ fine: '3.0.0', flawed: '0.0.8' }), {
    refs: ['refs/heads/change'],
    parents: [clean],
    message: 'flawed',
  })
  world.mergeBases.set(`acme/app/${clean}...${flawed}`, clean)
}, 180_000)
afterAll(() => world[Symbol.asyncDispose]())

/** Runs a step that authenticates with its identity token. */
async function step({ inputs = {}, environment, ...more }: Partial<Step>): Promise<EndedStep> {
  const done = await runAction({
    inputs: { 'base-url': world.baseUrl, timeout: '120s', ...inputs },
    environment: { ...world.job(clean), ...world.oidc.workflowEnvironment(), ...environment },
    ...more,
  })
  ended.push(done)
  return done
}

const own = { repo: { id: 7001 } }
const pullRequest = (base = clean, head = flawed) => ({
  event: { pull_request: { head: { ...own, sha: head }, base: { ...own, sha: base } } },
  environment: {
    ...world.job('0'.repeat(40), 'pull_request'),
    ...world.oidc.workflowEnvironment({ event_name: 'pull_request' }),
  },
})
const packagePage = (name: string) => `https://www.npmjs.com/package/${name}`

describe('a step with the identity of its workflow', () => {
  it('passes where nothing is found, and tells its stages, outputs and coverage', async () => {
    const { code, log, outputs, summary } = await step({})
    expect(code, log).toBe(0)
    expect(outputs).toMatchObject({
      verdict: 'pass',
      grade: 'A+',
      'security-score': '100',
      critical: '0',
      total: '0',
      'new-findings': '0',
      'scan-id': expect.stringMatching(/^scan_/),
      'report-url': `${world.baseUrl}/scan/${outputs['scan-id']}`,
      'sarif-file': '',
      'sbom-file': '',
    })
    expect(log).toContain("Signed in with this workflow's identity")
    expect(log.match(/^::group::/gm)?.length).toBe(log.match(/^::endgroup::/gm)?.length)
    expect(log).toMatch(/^::group::\w+ing /m)
    expect(summary).toContain('## ✅ Assay: no findings\n\n**Passed: no open findings.**')
    expect(summary).toContain('Grade A+ (100/100)')
    expect(summary).toContain('Coverage: complete')
    // The source is private, so there is no public page to link to.
    expect(summary).not.toContain('](<http')
  })

  it('scans the commit of the event in a private repository with the token of the installation', async () => {
    await step({ environment: world.job(flawed) })
    const rows = await world.withDatabase(
      (sql) =>
        sql`select source->>'revision' as revision, is_private, as_anybody, github_repository_id::int as repository
          from scans order by created_at desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ revision: flawed, is_private: true, as_anybody: false, repository: 7001 })
  })

  it('fails for what a pull request brings, and writes SARIF, SBOM, summary and annotations', async () => {
    const done = await step({
      ...pullRequest(),
      inputs: {
        baseline: 'auto',
        'github-token': world.githubToken,
        sarif: 'out/findings.sarif',
        sbom: 'out/components.cdx.json',
      },
    })
    const { code, log, outputs, summary } = done
    expect(code, log).toBe(1)
    expect(outputs).toMatchObject({
      verdict: 'fail',
      critical: '1',
      total: '1',
      'new-findings': '1',
      'sarif-file': expect.stringMatching(/^\/.*\/out\/findings\.sarif$/),
    })
    expect(JSON.parse(done.file('out/findings.sarif'))).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ level: 'error' }] }],
    })
    expect(JSON.parse(done.file('out/components.cdx.json'))).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
    })
    expect(log).toContain(`::group::Base ${clean.slice(0, 12)}\n`)
    expect(remarks(done, 'error')).toEqual([
      {
        name: 'error',
        properties: {
          title: 'critical: flawed 0.0.8: Prototype pollution in flawed',
          file: 'package-lock.json',
          line: '1',
        },
        message: expect.stringMatching(
          /Dependency path: app 1\.0\.0 → flawed 0\.0\.8 \(package-lock\.json:1\)\.\n[^\n]*1\.2\.6/,
        ),
      },
    ])
    expect(done.commands.at(-1)).toEqual({
      name: 'error',
      properties: { title: 'Assay: fail' },
      message: 'Failed: 1 new finding is high or worse.',
    })
    expect(summary).toContain('**Failed: 1 new finding is high or worse.**')
    expect(summary).toContain('flawed to 1.2.6')
    expect(summary).toContain(`at \`${flawed}\``)
  })

  it('compares a pull request with its merge base, not with the tip of the base', async () => {
    const repository = world.repositories.create('acme/app.git')
    const fixed = repository.commit(projectOf({ fine: '3.0.0' }), {
      refs: ['refs/heads/fixed'],
      parents: [flawed],
      message: 'fixed',
    })
    const head = repository.commit(projectOf({ fine: '3.0.0', flawed: '0.0.8' }, { 'notes.md': 'more' }), {
      refs: ['refs/heads/notes'],
      parents: [flawed],
      message: 'notes',
    })
    world.mergeBases.set(`acme/app/${fixed}...${head}`, flawed)
    const { code, log, outputs } = await step({
      ...pullRequest(fixed, head),
      inputs: { baseline: 'auto', 'github-token': world.githubToken },
    })
    expect(code, log).toBe(0)
    expect(outputs).toMatchObject({ verdict: 'pass', total: '1', 'new-findings': '0' })
    expect(log).toContain(`::group::Base ${flawed.slice(0, 12)}\n`)
    expect(log).toContain('Passed: no new findings.')
  })

  it('says what it needs where GitHub does not tell the merge base', async () => {
    const { code, commands, outputs } = await step({
      ...pullRequest(),
      inputs: { baseline: 'auto', 'github-token': 'ghs_of-another-repository' },
    })
    expect({ code, verdict: outputs['verdict'] }).toEqual({ code: 1, verdict: 'refused' })
    expect(commands.at(-1)?.message).toContain('Grant the job the contents: read permission')
  })

  it('fails for a lockfile that the change makes unreadable', async () => {
    const broken = world.repositories
      .create('acme/app.git')
      .commit(
        { ...projectOf({ fine: '3.0.0' }), 'package-lock.json': '[' },
        { refs: ['refs/heads/broken'], parents: [clean], message: 'broken' },
      )
    const { code, log, outputs, summary } = await step({
      inputs: { baseline: clean, 'on-error': 'neutral' },
      environment: world.job(broken),
    })
    expect(code, log).toBe(1)
    expect(outputs['verdict']).toBe('fail')
    expect(log).toContain('this change makes package-lock.json unreadable to Assay.')
    expect(summary).toContain('Assay could read it in the base.')
  })

  it('passes a pull request that brings nothing, although the base has findings', async () => {
    const { code, log, outputs, summary } = await step({
      inputs: { baseline: flawed, ref: 'change' },
      environment: world.job(flawed),
    })
    expect(code, log).toBe(0)
    expect(outputs).toMatchObject({ verdict: 'pass', total: '1', 'new-findings': '0' })
    expect(summary).toContain('**Passed: no new findings.**')
    expect(summary).toContain('1 existing finding')
  })

  it('scans a public package too', async () => {
    const { code, log, outputs, summary } = await step({ inputs: { url: packagePage('server') } })
    expect(code, log).toBe(1)
    expect(outputs).toMatchObject({ verdict: 'fail', grade: 'D', 'security-score': '54', critical: '1' })
    expect(summary).toContain(`[Full report](<${outputs['report-url']}>)`)
  })

  it('does not get at another private repository of its account', async () => {
    const { code, outputs, summary } = await step({ inputs: { url: `${world.job('').GITHUB_SERVER_URL}/acme/secret` } })
    expect(code).toBe(1)
    expect(outputs['verdict']).toBe('error')
    expect(summary).toContain('## ⚠️ Assay: not scanned')
    expect(world.github.minted.map(({ repository }) => repository)).not.toContain('acme/secret')
  })

  it('does not get at what another key has submitted', async () => {
    const key = async () => {
      const answer = await fetch(`${world.baseUrl}/api/v1/auth/github-oidc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: await world.oidc.token(world.baseUrl) }),
      })
      return ((await answer.json()) as { data: { key: string } }).data.key
    }
    const [mine, other] = [await key(), await key()]
    const submitted = await fetch(`${world.baseUrl}/api/v1/scans/url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': mine },
      body: JSON.stringify({ url: packagePage('fine') }),
    })
    const { data } = (await submitted.json()) as { data: { scanId: string } }
    const statusFor = async (apiKey: string, path = '') => {
      const answer = await fetch(`${world.baseUrl}/api/v1/scans/${data.scanId}${path}`, {
        headers: { 'x-api-key': apiKey },
      })
      await answer.body?.cancel()
      return answer.status
    }
    expect(await statusFor(mine)).toBe(200)
    for (const path of ['', '/events', '/vulnerabilities', '/sarif', '/sbom'])
      expect(await statusFor(other, path), path).toBe(404)
  })
})

describe('bounds of a workflow', () => {
  it('fail although the service passes it', async () => {
    const { code, log, outputs } = await step({
      inputs: { url: packagePage('server'), baseline: '', 'min-score': '60', 'min-grade': 'B' },
    })
    expect(code).toBe(1)
    expect(outputs['verdict']).toBe('fail')
    expect(log).toContain('1 open finding is high or worse, the score 54 is below 60, and the grade D is below B.')
  })

  it('are reported before anything is sent, each with its name and without its value', async () => {
    const asked = world.oidc.requests.length
    const { code, log, outputs } = await runAction({
      inputs: {
        'base-url': 'http://assay.example',
        'api-key': 'not-a-key-but-secret',
        'fail-on': 'severe',
        'min-score': '101',
        'min-grade': 'G',
        baseline: 'main',
        timeout: '2h',
        'on-error': 'pass',
        summary: 'yes',
        url: 'ftp://x',
        ref: '-x',
        sarif: 'folder/',
      },
      environment: world.oidc.workflowEnvironment(),
    })
    expect(code).toBe(1)
    expect(outputs['verdict']).toBe('refused')
    for (const name of [
      'base-url',
      'api-key',
      'fail-on',
      'min-score',
      'min-grade',
      'baseline',
      'timeout',
      'on-error',
      'summary',
      'url',
      'ref',
      'sarif',
    ])
      expect(log).toContain(`${name}: must be`)
    expect(log).not.toContain('not-a-key-but-secret')
    expect(world.oidc.requests.length).toBe(asked)
  })
})

describe('where there is no whole result', () => {
  const unresolved = {
    'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { 'nobody-has-this': '^1.0.0' } }),
  }

  it.each([
    ['fail', 1, 'error'],
    ['neutral', 0, 'warning'],
  ] as const)('on-error: %s ends with %i', async (onError, code, level) => {
    const partial = world.repositories.create(`acme/app.git`).commit(unresolved, { refs: [`refs/heads/${onError}`] })
    const {
      commands,
      outputs,
      summary,
      code: exit,
    } = await step({ inputs: { 'on-error': onError }, environment: world.job(partial) })
    expect(outputs['verdict']).toBe('partial')
    expect(exit).toBe(code)
    expect(commands.at(-1)).toMatchObject({ name: level, properties: { title: 'Assay: partial' } })
    expect(summary).toContain('**Incomplete: ')
    expect(summary).toContain('nobody-has-this')
  })

  it('nothing to scan is a separate outcome', async () => {
    const empty = world.repositories
      .create('acme/app.git')
      .commit({ 'logo.png': 'nothing' }, { refs: ['refs/heads/empty'] })
    const { code, outputs, summary } = await step({ inputs: { 'on-error': 'neutral' }, environment: world.job(empty) })
    expect({ code, verdict: outputs['verdict'] }).toEqual({ code: 0, verdict: 'nothing-scanned' })
    expect(summary).toContain(String.raw`NOTHING\_TO\_SCAN`)
  })

  it('a run without key and identity says what it lacks, and that nothing is published', async () => {
    const { code, log, outputs } = await runAction({
      inputs: { 'base-url': world.baseUrl, 'on-error': 'neutral' },
      environment: world.job(clean),
    })
    expect({ code, verdict: outputs['verdict'] }).toEqual({ code: 0, verdict: 'nothing-scanned' })
    expect(log).toContain('id-token: write')
  })
})

describe('a pull request of a fork', () => {
  const ofFork = () => ({
    event: { pull_request: { head: { repo: { id: 9 }, sha: flawed }, base: { ...own, sha: clean } } },
    environment: world.job('0'.repeat(40), 'pull_request'),
  })

  it('is not scanned, says so everywhere, and goes on', async () => {
    const { code, commands, outputs, summary, log } = await runAction({
      inputs: { 'base-url': world.baseUrl, baseline: 'auto' },
      ...ofFork(),
    })
    expect(code, log).toBe(0)
    expect(outputs).toEqual({ verdict: 'nothing-scanned' })
    expect(commands.at(-1)).toMatchObject({
      name: 'warning',
      properties: { title: 'Assay: nothing-scanned' },
      message: expect.stringContaining('Nothing was scanned'),
    })
    expect(summary).toContain('⚠️ Assay: nothing scanned')
    expect(summary).toContain('install the GitHub App')
    expect(log + summary).not.toContain('pass')
  })

  it('fails where the workflow wants that', async () => {
    const { code, commands, outputs } = await runAction({
      inputs: { 'base-url': world.baseUrl, baseline: 'auto', 'on-fork': 'fail', 'on-error': 'neutral' },
      ...ofFork(),
    })
    expect({ code, outputs, level: commands.at(-1)?.name }).toEqual({
      code: 1,
      outputs: { verdict: 'nothing-scanned' },
      level: 'error',
    })
  })
})

describe('what a stranger wrote into the project', () => {
  it('is no command of the log and no markup of the summary', async () => {
    const folder = 'x\n::error::mine <img src=x> ##[error]'
    const hostile = world.repositories
      .create('acme/app.git')
      .commit({ [folder]: projectOf({ flawed: '0.0.8' }) }, { refs: ['refs/heads/hostile'] })
    const done = await step({ environment: world.job(hostile) })
    expect(done.outputs['verdict'], done.log).toBe('fail')
    expect(done.commands.filter(({ message }) => message.startsWith('mine'))).toEqual([])
    expect(done.log).not.toContain('##[')
    // In code, GitHub shows markup unchanged.
    expect(done.summary.replaceAll(/`[^`\n]*`/g, '')).not.toContain('<img')
    expect(done.summary).toContain('&lt;img')
  })
})

it('no secret is in any output of all these steps, nor in the log of the service', () => {
  expect(ended.length).toBeGreaterThan(10)
  expect(world.oidc.issued.length).toBeGreaterThan(10)
  for (const { masked, log, summary, outputs } of ended) {
    expect(masked.some((text) => text.startsWith('mcp_'))).toBe(true)
    for (const secret of [...masked, ...world.oidc.issued])
      expect(log + summary + JSON.stringify(outputs)).not.toContain(secret)
    expect(log + summary).not.toMatch(/mcp_[a-z0-9]{8}_[a-z0-9]{32}/)
  }
  for (const token of [...world.oidc.issued, ...ended.flatMap(({ masked }) => masked)])
    expect(world.log()).not.toContain(token)
})
