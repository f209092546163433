import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from 'sarif'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/catalogue.ts'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { examplePackages } from '../support/example-packages.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { sarifValidator } from '../support/official-schemas.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const folder = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
let registry: NpmStandIn
let settings: Record<string, string>

beforeAll(async () => {
  registry = await startNpmStandIn(examplePackages)
  settings = {
    ASSAY_DATA_DIR: folder.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  await registry.close()
  folder.remove()
  feed.remove()
})

const assay = (...words: string[]) => runAssay(words, settings)

function disposableFolder(): { readonly path: string } & Disposable {
  const { path, remove } = dataFolder()
  return { path, [Symbol.dispose]: remove }
}

describe('assay', () => {
  it('lists its commands, and explains each', async () => {
    const overview = await assay('--help')
    expect(overview.code).toBe(0)
    for (const { name } of commands) expect(overview.out).toContain(name)
    const help = await assay('scan', '--help')
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('Usage: assay scan <target>…') })
  })

  it.each([
    [[], 'Usage: assay'],
    [['migrate', 'now'], 'Unexpected argument "now"'],
    [['advisories', 'sync', 'cobol'], 'Unknown ecosystem "cobol". Use one of: npm, PyPI'],
    [['advisories', 'sync', 'nmp'], 'Unknown ecosystem "nmp". Did you mean "npm"? Use one of: npm, PyPI'],
    [['keys', 'create', '--name', 'x', '--account', ' ', '--plan', 'free'], 'Invalid account name " "'],
    [['backup'], 'Backups are not configured'],
    [['dance'], 'Unknown command "dance"'],
    [['scan'], 'No target. Specify a folder'],
    [
      ['scan', '--format', 'xml', 'https://www.npmjs.com/package/fine'],
      'Unknown format "xml". Use one of: table, json, sarif, cyclonedx, spdx, openvex, markdown, html, github.',
    ],
    [
      ['scan', '--fail-on', 'hgih', 'https://www.npmjs.com/package/fine'],
      'Unknown severity "hgih". Did you mean "high"? Use one of: critical, high, medium, low, info.',
    ],
    [['scan', '--colour'], 'Unknown option "--colour"'],
    [['keys', 'create', '--name', 'x'], 'The option --account is required'],
    [['login-link'], 'The option --account is required'],
    [['login-link', '--account', 'nobody'], 'The account "nobody" does not exist'],
    [
      ['keys', 'create', '--name', 'x', '--account', 'new'],
      'The account "new" does not exist. To create the account, add --plan',
    ],
    [
      ['keys', 'create', '--name', 'x', '--account', 'new', '--plan', 'gold'],
      'Unknown plan "gold". Use one of: free, pro, team, enterprise.',
    ],
    [
      ['keys', 'create', '--name', 'x', '--account', 'new', '--plan', 'free', '--expires', '2020-01-31'],
      'Invalid time "2020-01-31" for --expires. Use a future date',
    ],
    [['accounts', 'set', 'local'], 'The option --plan is required'],
    [['accounts', 'set', 'local', '--plan', 'team', '--limits', '5/15m,5/d'], 'enterprise accounts only'],
    [['accounts', 'set', 'local', '--plan', 'enterprise', '--limits', 'lots'], '5000/15m,50000/d'],
    [['accounts', 'set', '--plan', 'free'], 'exactly one argument: the name of the account'],
    [['accounts', 'set', 'nobody', '--plan', 'free'], 'The account "nobody" does not exist'],
    [['accounts', 'delete'], 'exactly one argument: the name of the account'],
    [['accounts', 'delete', 'nobody', '--yes'], 'The account "nobody" does not exist'],
    [['accounts', 'delete', '(registry)', '--yes'], 'belongs to the service'],
    [
      ['keys', 'create', '--name', 'x', '--account', 'new', '--plan', 'free', '--permissions', 'fly'],
      'Unknown permission "fly". Use one of: scans:write',
    ],
  ])('answers the wrong call %j with 2 and what is right', async (words, says) => {
    const { code, out, err } = await assay(...words)
    expect(code).toBe(2)
    expect(out + err).toContain(says)
  })
})

describe('settings of the environment', () => {
  it.each([[['--version']], [['version']], [['--help']], [['help']], [['scan', '--help']], [['keys', 'create', '-h']]])(
    'do not matter to %j',
    async (words) => {
      expect(
        await runAssay(words, { PORT: 'eighty', ASSAY_SECRET: 'short', ASSAY_NONSENSE: 'x', DATABASE_URL: 'nowhere' }),
      ).toMatchObject({ code: 0, err: '' })
    },
  )

  it('may hold what the documentation has clients export', async () => {
    const { code, out, err } = await runAssay(['backup', 'key'], {
      ASSAY_KEY: 'mcp_visibly_fake',
      ASSAY_URL: 'http://127.0.0.1:3000',
      ASSAY_WEBHOOK_SECRET: 'visibly-fake',
    })
    expect([code, out]).toEqual([0, expect.stringContaining('Recipient')])
    expect(err).not.toContain('ASSAY_')
  })

  it.each([{ ASSAY_BACKUP_DIR: '/srv/assay-backups' }, { ASSAY_BACKUP_RECIPIENT: 'not-a-recipient' }])(
    'do not keep "backup key" from creating the recipient that %j lacks',
    async (given) => {
      expect(await runAssay(['backup', 'key'], given)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Recipient {2}age1/m),
      })
      const { code, err } = await runAssay(['backup'], given)
      expect([code, err]).toEqual([2, expect.stringContaining('assay backup key')])
    },
  )

  it('cause a warning where they are unknown, and an error where a value is wrong', async () => {
    const unknown = await runAssay(['backup', 'key'], { ASSAY_DATADIR: '/tmp', ASSAY_PORT: 'tcp://10.0.0.1:3000' })
    expect(unknown.code).toBe(0)
    expect(unknown.err).toContain(
      'Warning: ASSAY_DATADIR is not a setting and is ignored. Did you mean ASSAY_DATA_DIR?\n',
    )
    expect(unknown.err).toContain('Warning: ASSAY_PORT is not')
    const wrong = await runAssay(['backup', 'key'], { ASSAY_DATADIR: '/tmp', ASSAY_SCANS_AT_ONCE: 'many' })
    expect(wrong).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('Invalid settings:\n  ASSAY_SCANS_AT_ONCE: The value is not a number of scans.'),
    })
  })
})

describe('assay scan', () => {
  it('writes one valid SARIF log for all targets, those that failed too', async () => {
    const page = 'https://www.npmjs.com/package'
    const { code, out } = await assay('scan', '--format', 'sarif', `${page}/server`, `${page}/absent`)
    expect(code).not.toBe(0)
    const log = JSON.parse(out) as Log
    expect(sarifValidator()(log)).toEqual([])
    expect(
      log.runs.map(({ results, invocations }) => [results?.length, invocations?.[0]?.executionSuccessful]),
    ).toEqual([
      [expect.any(Number), true],
      [0, false],
    ])
    expect(log.runs[0]?.results?.length).toBeGreaterThan(0)
  })

  it('prints one JSON object a line and target, whatever became of it', async () => {
    const page = 'https://www.npmjs.com/package'
    const { code, out, err } = await assay(
      'scan',
      '--format',
      'json',
      `${page}/server`,
      `${page}/fine`,
      `${page}/absent`,
      'ftp://server.example/',
    )
    const reports = out
      .trim()
      .split('\n')
      .map((line) => ScanReport.parse(JSON.parse(line)))
    expect(reports.map(({ verdict, error, results }) => [verdict, error?.code ?? results?.grade])).toEqual([
      ['fail', 'D'],
      ['pass', 'A+'],
      ['error', 'SOURCE_NOT_FOUND'],
      ['error', 'INVALID_URL'],
    ])
    expect(code).toBe(2)
    expect(err).toMatch(/^Starting Assay \d/)
    expect(err).not.toContain('database')
    expect(err).toContain(
      'Fetching the source: https://www.npmjs.com/package/server\nResolving dependencies: ' +
        'https://www.npmjs.com/package/server\n',
    )
    expect(err).not.toContain('\u001B')
  })

  it('needs no database, and stores results of files for the next scan', async () => {
    using fresh = disposableFolder()
    const own = { ...settings, ASSAY_DATA_DIR: fresh.path }
    using project = workingTree({ 'package.json': '{"name":"x","version":"1.0.0"}', 'a.js': 'export const a = 1\n' })
    expect((await runAssay(['scan', project.path], own)).code).toBe(0)
    expect(readdirSync(fresh.path)).toEqual(['cache'])
    expect(statSync(join(fresh.path, 'cache')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(fresh.path, 'cache', 'results'))).toContainEqual(expect.stringMatching(/\.segment$/))
  })

  it('offline: uses stored advisories, contacts nothing, and scans local targets only', async () => {
    using fresh = disposableFolder()
    const own = { ...settings, ASSAY_DATA_DIR: fresh.path, npm_config_registry: 'http://127.0.0.1:9/' }
    using project = workingTree({
      'package.json': '{"name":"x","version":"1.0.0","dependencies":{"flawed":"0.0.8"}}',
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { name: 'x', version: '1.0.0', dependencies: { flawed: '0.0.8' } },
          'node_modules/flawed': { version: '0.0.8' },
        },
      }),
    })
    const scan = async () => {
      const { code, out } = await runAssay(['scan', '--offline', '--format', 'json', project.path], own)
      return { code, report: ScanReport.parse(JSON.parse(out)) }
    }
    const without = await scan()
    expect([without.code, without.report.verdict]).toEqual([3, 'partial'])
    expect(without.report.coverage?.gaps).toContainEqual(
      expect.stringMatching(
        /They were never downloaded\. Run "assay advisories sync" on a machine with internet access/,
      ),
    )
    expect((await runAssay(['advisories', 'sync', 'npm'], own)).code).toBe(0)
    const stored = await scan()
    expect([stored.code, stored.report.findings.map(({ advisory }) => advisory?.id)]).toEqual([
      1,
      ['GHSA-aaaa-bbbb-cccc'],
    ])
    expect(stored.report.coverage?.advisories).toHaveProperty('npm.syncedAt')
    const page = 'https://www.npmjs.com/package/fine'
    expect(await runAssay(['scan', '--offline', page], own)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `"${page}" is not a local folder or file. With --offline, Assay scans only local folders and files.`,
      ),
    })
  })

  it('names an address that is not public and the setting that allows it', async () => {
    const { code, out, err } = await assay('scan', '--format', 'json', 'https://10.1.2.3:8443/owner/project.git')
    expect(code).toBe(3)
    const setting = 'source=10.1.2.3:8443 to ASSAY_ALLOW_NETWORKS'
    expect(JSON.parse(out)).toMatchObject({
      verdict: 'error',
      error: { code: 'ADDRESS_NOT_ALLOWED', message: expect.stringContaining(setting) },
    })
    expect(err).toMatch(/^Starting Assay/)
    expect(err).not.toContain(setting)
  })

  it('fails by --fail-on', async () => {
    expect((await assay('scan', 'https://www.npmjs.com/package/server')).code).toBe(1)
    expect((await assay('scan', '--fail-on', 'info', 'https://www.npmjs.com/package/fine')).code).toBe(0)
  })

  it('is not complete without advisories', async () => {
    const fresh = dataFolder()
    const { code, out, err } = await runAssay(['scan', 'https://www.npmjs.com/package/fine'], {
      ...settings,
      ASSAY_DATA_DIR: fresh.path,
      OSV_URL: 'file:/nowhere/at/all',
      LOG_LEVEL: 'warn',
    })
    expect(err.match(/advisory feed not synced/g)).toHaveLength(1)
    expect(code).toBe(3)
    expect(out).toContain('OSV_URL')
    expect(out).not.toContain('A+')
    fresh.remove()
  })
})

describe('assay keys create', () => {
  it('makes an account with the first key and its webhook secret', async () => {
    const { code, out } = await assay('keys', 'create', '--name', 'ci', '--account', 'acme', '--plan', 'pro', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      key: expect.stringMatching(/^mcp_\w{8}_\w{32}$/),
      webhookSecret: expect.stringMatching(/^whsec_/),
      account: 'acme',
    })
    const second = await assay('keys', 'create', '--name', 'other', '--account', 'acme', '--json')
    expect(JSON.parse(second.out).webhookSecret).toBe(JSON.parse(out).webhookSecret)
    const other = await assay('keys', 'create', '--name', 'x', '--account', 'acme', '--plan', 'free')
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('has the pro plan, not free') })
  })
})

describe('assay advisories sync', () => {
  it('prints a line for each ecosystem and feed', async () => {
    const { code, out } = await assay('advisories', 'sync')
    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines[0]).toMatch(
      /^ecosystem +feed +result +added +changed +removed +unreadable +records +synced at +seconds$/,
    )
    expect(lines.find((line) => line.startsWith('npm '))).toContain(feed.url)
    expect(lines.find((line) => line.startsWith('Hackage '))).toContain('no advisories')
    const again = await assay('advisories', 'sync', 'NPM')
    expect(again.out.trim().split('\n')).toHaveLength(2)
    expect(again.out).toMatch(/^npm +\S+ +unchanged +0 +1 +\d{4}-\d\d-\d\dT\S+Z +\d+\.\d$/m)
  })

  it('updates the database of the service with --service', async () => {
    const { code, out } = await assay('advisories', 'sync', '--service', 'npm')
    expect(code).toBe(0)
    expect(out).toMatch(/^npm +\S+ +imported +1 +0 +0 +0 +1 +\d{4}-\d\d-\d\dT\S+Z +\d+\.\d$/m)
  })

  it('says why a feed could not be synced, and ends with 3', async () => {
    const fresh = dataFolder()
    const { code, out, err } = await runAssay(['advisories', 'sync', 'npm'], {
      ...settings,
      ASSAY_DATA_DIR: fresh.path,
      OSV_URL: 'file:/nowhere/at/all',
    })
    expect(code).toBe(3)
    expect(out).toMatch(/^npm +\S+ +failed/m)
    expect(err).toContain('npm from file:///nowhere/at/all: The folder of the advisory feed cannot be read (ENOENT).')
    fresh.remove()
  })
})

describe('assay advisories status and export', () => {
  it('show what is stored, and write it for another machine', async () => {
    using fresh = disposableFolder()
    const own = { ...settings, ASSAY_DATA_DIR: fresh.path }
    expect(await runAssay(['advisories', 'status'], own)).toMatchObject({
      code: 0,
      out: '',
      err: `No advisories are stored in ${join(fresh.path, 'cache', 'advisories')}.\n`,
    })
    const target = join(fresh.path, 'exported')
    expect(await runAssay(['advisories', 'export', target], own)).toMatchObject({
      code: 3,
      err: 'No advisories are stored. Run "assay advisories sync" first.\n',
    })
    await runAssay(['advisories', 'sync'], own)
    const status = await runAssay(['advisories', 'status', 'npm'], own)
    expect(status.out).toMatch(/^ecosystem +feed +records +unreadable +synced at +age +latest +last error$/m)
    expect(status.out).toMatch(/^npm +\S+ +1 +0 +\d{4}-\d\d-\d\dT\S+Z +0 h +2025-01-14$/m)
    expect(await runAssay(['advisories', 'export', target], own)).toMatchObject({
      code: 0,
      out: 'npm: 1 records\nPyPI: 1 records\n',
    })
    const elsewhere = join(fresh.path, 'elsewhere')
    mkdirSync(elsewhere)
    const other = { ...own, ASSAY_DATA_DIR: elsewhere, OSV_URL: pathToFileURL(target).href }
    expect((await runAssay(['advisories', 'sync'], other)).code).toBe(0)
    const imported = await runAssay(['advisories', 'status', 'npm'], other)
    expect(/\d{4}-\d\d-\d\dT\S+Z/.exec(imported.out)?.[0]).toBe(
      readFileSync(join(target, 'npm', 'synced_at.txt'), 'utf8').trim(),
    )
    expect(await runAssay(['advisories', 'export', join(target, 'ecosystems.txt', 'x')], own)).toMatchObject({
      code: 2,
      err: expect.stringContaining('(ENOTDIR). Specify another folder.'),
    })
  })
})

describe('output without a terminal', () => {
  it('has no colors, even with CI=true', async () => {
    const { out } = await runAssay(['scan', 'https://www.npmjs.com/package/server'], { ...settings, CI: 'true' })
    expect(out).toContain('fail')
    expect(out).not.toContain('\u001B')
  })
})
