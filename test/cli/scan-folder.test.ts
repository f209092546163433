import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ScanReport } from '../../src/engine/model/scan-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
let registry: NpmStandIn
let settings: Record<string, string>

beforeAll(async () => {
  registry = await startNpmStandIn({ 'fine@1.0.0': {} })
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

const lockfile = (name: string, version: string) =>
  JSON.stringify({
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'project', version: '1.0.0', dependencies: { [name]: version } },
      [`node_modules/${name}`]: { version, resolved: `${registry.url}${name}/-/${name}-${version}.tgz` },
    },
  })

const project = (name = 'fine', version = '1.0.0') =>
  workingTree({
    'package.json': JSON.stringify({ name: 'project', version: '1.0.0', dependencies: { [name]: version } }),
    'package-lock.json': lockfile(name, version),
    'src/index.js': 'export {}\n',
  })

describe('assay scan of a folder', () => {
  it('judges what its lockfile brings', async () => {
    using bad = project('flawed', '0.0.8')
    using good = project()
    const { code, out } = await runAssay(['scan', '--format', 'json', bad.path, good.path], settings)
    const reports = out
      .trim()
      .split('\n')
      .map((line) => ScanReport.parse(JSON.parse(line)))
    expect(
      reports.map(({ target, verdict, findings }) => [target, verdict, findings.map(({ advisory }) => advisory?.id)]),
    ).toEqual([
      [bad.path, 'fail', ['GHSA-aaaa-bbbb-cccc']],
      [good.path, 'pass', []],
    ])
    expect(reports.map(({ source }) => source)).toEqual(
      [bad, good].map(({ path }) => ({
        type: 'folder',
        canonicalUrl: pathToFileURL(path).href,
        revision: expect.stringMatching(/^sha256-/),
        digest: expect.stringMatching(/^sha256-/),
      })),
    )
    expect(code).toBe(1)
  })

  it('scans one lockfile, and writes the report of --output at once', async () => {
    using bad = project('flawed', '0.0.8')
    const file = join(bad.path, 'report.html')
    const words = ['scan', join(bad.path, 'package-lock.json'), '--format', 'html', '--output', file]
    const { code, out } = await runAssay(words, settings)
    expect([code, out]).toEqual([1, ''])
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>[^]*GHSA-aaaa-bbbb-cccc[^]*<\/html>\n$/)
    expect(readdirSync(bad.path).toSorted()).toEqual(['package-lock.json', 'package.json', 'report.html', 'src'])
  })

  it('writes --output through a link, and keeps the permissions of the file', async () => {
    using good = project()
    const [file, link] = [join(good.path, 'report.json'), join(good.path, 'link.json')]
    writeFileSync(file, 'old', { mode: 0o600 })
    symlinkSync(file, link)
    expect((await runAssay(['scan', good.path, '--format', 'json', '--output', link], settings)).code).toBe(0)
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(ScanReport.parse(JSON.parse(readFileSync(file, 'utf8'))).verdict).toBe('pass')
    const { out } = await runAssay(['scan', good.path, '--format', 'json', '--output', '/dev/stdout'], settings)
    expect(ScanReport.parse(JSON.parse(out)).verdict).toBe('pass')
  })

  it.each([
    ['nowhere/report.json', 'its folder does not exist'],
    ['.', 'is a folder'],
  ])('refuses --output %s before the scan', async (name, says) => {
    const { code, out, err } = await runAssay(['scan', '.', '--output', name], settings)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })

  it('skips the detectors in --without, and what only they need', async () => {
    using bad = project('flawed', '0.0.8')
    const nowhere = { ...settings, OSV_URL: 'file:///nowhere-at-all' }
    const { code, out } = await runAssay(
      ['scan', '--format', 'json', '--without', 'vulnerable-dependencies', bad.path],
      nowhere,
    )
    const { verdict, findings, coverage } = ScanReport.parse(JSON.parse(out))
    expect([code, verdict, findings, coverage?.gaps, coverage?.advisories]).toEqual([0, 'pass', [], [], {}])
    expect(coverage?.detectors.find(({ id }) => id === 'vulnerable-dependencies')).toMatchObject({
      status: 'skipped',
      reason: 'it was excluded by request',
    })
    expect((await runAssay(['scan', '--without', 'vulnerable-dependencies', bad.path], nowhere)).out).toContain(
      'Skipped detectors: vulnerable-dependencies',
    )
    const wrong = await runAssay(['scan', '--without', 'guesswork', bad.path], nowhere)
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('Unknown detector "guesswork". Use one of: configuration, '),
    ])
  })

  it('counts only what an earlier version does not have, and names what the change makes unreadable', async () => {
    using before = project('flawed', '0.0.8')
    using after = project('flawed', '0.0.8')
    const scan = async () => {
      const words = ['scan', '--format', 'json', '--baseline', before.path, after.path]
      const { code, out } = await runAssay(words, settings)
      const { verdict, findings, coverage, baseline } = ScanReport.parse(JSON.parse(out))
      return { code, verdict, states: findings.map(({ state }) => state), compared: coverage?.baseline, baseline }
    }
    expect(await scan()).toMatchObject({
      code: 0,
      verdict: 'pass',
      states: ['existing'],
      compared: { requested: before.path, reading: 'compared' },
      baseline: { verdict: 'fail', results: { vulnerabilities: { total: 1 } } },
    })
    before.write({
      'package.json': '{"name":"project","version":"1.0.0"}',
      'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
    })
    expect(await scan()).toMatchObject({ code: 1, verdict: 'fail', states: ['new'] })
    using fine = project()
    before.write({
      'package.json': readFileSync(join(fine.path, 'package.json')),
      'package-lock.json': lockfile('fine', '1.0.0'),
    })
    after.write({ 'package.json': readFileSync(join(fine.path, 'package.json')), 'package-lock.json': '{' })
    const lost = await scan()
    expect(lost).toMatchObject({ code: 1, verdict: 'fail', states: [] })
    expect(lost.compared?.lost?.map(({ kind, path }) => [kind, path])).toContainEqual(['file', 'package-lock.json'])
  })

  it('writes further reports of the same scan', async () => {
    using bad = project('flawed', '0.0.8')
    const [sarif, sbom] = [join(data.path, 'a.sarif'), join(data.path, 'a.cdx.json')]
    const { code, out } = await runAssay(
      ['scan', '--format', 'json', '--report', `sarif=${sarif}`, '--report', `cyclonedx=${sbom}`, bad.path],
      settings,
    )
    expect([code, JSON.parse(out).verdict]).toEqual([1, 'fail'])
    expect(JSON.parse(readFileSync(sarif, 'utf8'))).toMatchObject({ version: '2.1.0', runs: [{ results: [{}] }] })
    expect(JSON.parse(readFileSync(sbom, 'utf8')).components).toMatchObject([{ purl: 'pkg:npm/flawed@0.0.8' }])
  })

  it.each([
    [['--report', 'sarif'], '--report needs a format and a file'],
    [['--report', 'pdf=x'], 'Unknown format "pdf"'],
    [['--report', 'sarif=-'], '--report writes to files only'],
    [['--baseline', 'nowhere-at-all'], 'The baseline "nowhere-at-all" is not a local folder.'],
    [['--baseline', '.', '.'], '--baseline accepts one target only.'],
    [['--output', 'x.txt', '--report', 'sarif=./x.txt'], '--report sarif and --output name the same file, '],
    [['--report', 'json=x.txt', '--report', 'sarif=a/../x.txt'], '--report sarif and --report json name the same file'],
    [['--output', 'LICENSE', '--baseline', 'LICENSE'], '--output and --baseline name the same file'],
  ])('refuses %j before the scan', async (words, says) => {
    const { code, out, err } = await runAssay(['scan', '.', ...words], settings)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })

  it('shows its name, its path, and what was not followed', async () => {
    using tree = project()
    tree.write({
      'my \u001B[31mproject/package.json': '{"name":"x","version":"1.0.0"}',
      'my \u001B[31mproject/package-lock.json': '{"lockfileVersion":3,"packages":{}}',
      'my \u001B[31mproject/node_modules/p/index.js': '',
    })
    const { code, out } = await runAssay(['scan', join(tree.path, 'my \u001B[31mproject')], settings)
    expect(code).toBe(0)
    expect(out).toContain('my �[31mproject  ')
    expect(out).toContain(
      'Skipped by design: node_modules (it contains installed packages, which package-lock.json lists)',
    )
    expect(out).not.toContain('sha256')
    expect(out).not.toContain('\u001B')
  })

  it.each<[string, string]>([
    ['./nowhere', './nowhere does not exist.'],
    ['/nowhere/at/all', '/nowhere/at/all does not exist.'],
    ['~/nowhere-at-all', '~/nowhere-at-all does not exist.'],
    ['/dev/null', '/dev/null is neither a folder nor a file.'],
    ['./package.json/x', './package.json/x does not exist.'],
  ])('answers %s with 2 before anything is scanned', async (word, says) => {
    const { code, out, err } = await runAssay(['scan', '.', word], settings)
    expect([code, out]).toEqual([2, ''])
    expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(says)])
  })

  it('says that an archive must be unpacked', async () => {
    using tree = project()
    tree.write({ 'packed-1.0.0.tgz': 'no archive' })
    const { code, out, err } = await runAssay(['scan', join(tree.path, 'packed-1.0.0.tgz')], settings)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('packed-1.0.0.tgz is an archive. Unpack it, and scan the folder with its contents.')
  })

  it('knows a folder by a name that could be anything, and an address by the rest', async () => {
    using tree = project()
    const { code, out } = await runAssay(
      ['scan', '--format', 'json', 'drizzle', '~', 'file:///etc', 'owner/repository', './package-lock.json'],
      { ...settings, HOME: tree.path },
    )
    expect(code).toBe(2)
    const reports = out
      .trim()
      .split('\n')
      .map((line) => ScanReport.parse(JSON.parse(line)))
    expect(reports.map(({ source, error }) => source?.canonicalUrl ?? error?.code)).toEqual([
      expect.not.stringContaining('INVALID_URL'),
      pathToFileURL(tree.path).href,
      'INVALID_URL',
      'INVALID_URL',
      expect.stringMatching(/^file:.*\/package-lock\.json$/),
    ])
  })

  it('takes no setting from the project', async () => {
    await using other = await startNpmStandIn({})
    using tree = workingTree({
      'package.json': JSON.stringify({
        name: 'project',
        version: '1.0.0',
        dependencies: { fine: '1.0.0', '@corp/a': '1.0.0' },
      }),
      '.npmrc': `registry=${other.url}\n@corp:registry=${other.url}\n`,
    })
    await runAssay(['scan', '--format', 'json', tree.path], settings)
    expect(other.requests).toEqual([])
  })
})

describe('assay scan of a package', () => {
  it("reads with the operator's own credentials from the operator's own registries", async () => {
    await using corp = await startNpmStandIn({ '@corp/a@1.0.0': { dependencies: { fine: '1.0.0' } } })
    using home = workingTree({
      '.npmrc': `@corp:registry=${corp.url}\n//${new URL(corp.url).host}/:_authToken=\${CORP_TOKEN}\n`,
    })
    const { code, out, err } = await runAssay(['scan', '--format', 'json', 'https://www.npmjs.com/package/@corp/a'], {
      ...settings,
      HOME: home.path,
      CORP_TOKEN: 's3cret',
      LOG_LEVEL: 'trace',
    })
    expect(code).toBe(0)
    expect(corp.requests).toEqual(['@corp/a', '@corp/a/-/a-1.0.0.tgz'])
    expect(corp.authorizations).toEqual(['Bearer s3cret', 'Bearer s3cret'])
    expect(registry.authorizations.filter((sent) => sent !== undefined)).toEqual([])
    expect(out + err).not.toContain('s3cret')
  })

  it("says which of the operator's registries is wrong", async () => {
    using home = workingTree({ '.npmrc': '@corp:registry=nowhere\n' })
    const { code, err } = await runAssay(['scan', 'https://www.npmjs.com/package/@corp/a'], {
      ...settings,
      HOME: home.path,
    })
    expect(code).toBe(2)
    expect(err).toContain('npm_config_@corp:registry: The value is not an http or https URL')
  })
})
