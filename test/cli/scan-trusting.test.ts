import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
/** A vulnerability of medium severity in the package `lesser`. */
const lesserAdvisory = {
  ...flawedPackageAdvisory,
  id: 'GHSA-dddd-eeee-ffff',
  aliases: [],
  summary: 'A lesser flaw',
  affected: [
    { package: { ecosystem: 'npm', name: 'lesser' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
  ],
  severity: [],
  database_specific: { severity: 'MODERATE' },
}
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory, lesserAdvisory] })
let registry: NpmStandIn
let settings: Record<string, string>

beforeAll(async () => {
  registry = await startNpmStandIn({})
  settings = {
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  await registry.close()
  data.remove()
  feed.remove()
})

const project = (assay: string | undefined, name = 'flawed') =>
  workingTree({
    'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies: { [name]: '0.0.8' } }),
    'package-lock.json': JSON.stringify({
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'project', version: '1.0.0', dependencies: { [name]: '0.0.8' } },
        [`node_modules/${name}`]: { version: '0.0.8' },
      },
    }),
    ...(assay !== undefined && { '.github/assay.yml': assay }),
  })
const suppressed =
  'suppressions:\n  - rule: vulnerable-dependency\n    reason: "not \u202Ereached"\n  - rule: ' +
  'malicious-dependency\n    reason: nothing\nfailon: low\n'

/**
 * Returns one report for each folder. A single process scans all folders, because startup takes longer than the scans.
 */
async function scanJson(words: readonly string[]) {
  const { code, out } = await runAssay(['scan', '--format', 'json', ...words], settings)
  return {
    code,
    reports: out
      .trim()
      .split('\n')
      .map((line) => ScanReport.parse(JSON.parse(line))),
  }
}

// Each test starts a process with its database, which is slow on a busy machine.
describe('assay scan --trust-project-settings', { timeout: 240_000 }, () => {
  it('applies the settings of each project, and shows the result without them', async () => {
    using aside = project(suppressed)
    using critical = project('failOn: critical\n')
    using warned = project('rules: {vulnerable-dependency: warn}\n')
    using silent = project(undefined)
    using strict = project('failOn: medium\n', 'lesser')
    const { code, reports } = await scanJson([
      '--trust-project-settings',
      aside.path,
      critical.path,
      warned.path,
      silent.path,
      strict.path,
    ])
    expect(code).toBe(1)
    expect(
      reports.map(({ verdict, results, findings }) => [
        verdict,
        results?.vulnerabilities.total,
        findings[0]?.severity,
        findings[0]?.state,
      ]),
    ).toEqual([
      ['pass', 0, 'critical', 'suppressed'],
      ['fail', 1, 'critical', 'new'],
      ['pass', 1, 'critical', 'new'],
      ['fail', 1, 'critical', 'new'],
      ['fail', 1, 'medium', 'new'],
    ])
    expect(reports[0]?.findings[0]?.suppression).toEqual({ reason: 'not \u202Ereached', by: '.github/assay.yml:2' })
    expect(reports[0]?.projectSettings).toMatchObject({
      path: '.github/assay.yml',
      mistakes: [{ line: 6, column: 1, message: expect.stringContaining('unknown setting "failon"') }],
      suppressions: { applied: 1, unused: [{ by: '.github/assay.yml:4' }] },
      withoutSettings: { verdict: 'fail', results: { vulnerabilities: { total: 1 } } },
    })
    expect(reports[3]?.projectSettings).toMatchObject({ mistakes: [], suppressions: { applied: 0 } })
    expect(reports[3]?.projectSettings?.path).toBeUndefined()
  })

  it('ignores the settings without the option', async () => {
    using tree = project(suppressed)
    const { code, reports } = await scanJson([tree.path])
    expect([
      code,
      reports.map(({ verdict, findings, projectSettings }) => [
        verdict,
        findings.map(({ state }) => state),
        projectSettings,
      ]),
    ]).toEqual([1, [['fail', ['new'], undefined]]])
  })

  it('prefers --fail-on to the file', async () => {
    using tree = project('failOn: medium\n', 'lesser')
    const { code, reports } = await scanJson(['--trust-project-settings', '--fail-on', 'high', tree.path])
    expect([code, reports.map(({ verdict, results }) => [verdict, results?.vulnerabilities.medium])]).toEqual([
      0,
      [['pass', 1]],
    ])
  })

  it('shows suppressions and mistakes in the table', async () => {
    using tree = project(suppressed)
    const { code, out } = await runAssay(['scan', '--trust-project-settings', tree.path], settings)
    expect(code).toBe(0)
    expect(out).toContain('The project suppresses 1 finding. Result without the project settings: ')
    expect(out).toContain(': not \uFFFDreached (.github/assay.yml:2)')
    expect(out).toContain('.github/assay.yml:6:1: unknown setting "failon"')
    expect(out).toContain('.github/assay.yml:4: the suppression for malicious-dependency matches no finding.')
    expect(out).not.toMatch(/severity +finding/)
  })

  it('shows suppressions and mistakes in SARIF', async () => {
    using tree = project(suppressed)
    const { out } = await runAssay(['scan', '--trust-project-settings', '--format', 'sarif', tree.path], settings)
    const [run] = JSON.parse(out).runs
    expect(run.results).toMatchObject([
      { suppressions: [{ kind: 'external', status: 'accepted', justification: 'not \u202Ereached' }] },
    ])
    expect(
      run.invocations[0].toolExecutionNotifications.map(({ message }: { message: { text: string } }) => message.text),
    ).toEqual([expect.stringContaining('unknown setting "failon"'), expect.stringContaining('matches no finding')])
  })
})
