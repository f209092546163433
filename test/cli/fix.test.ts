import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SafeVersions, UpgradePlan } from '../../src/engine/model/upgrade-plan.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
let npm: NpmStandIn
let settings: Record<string, string>

const flawed = (body: string) => ({
  main: 'index.js',
  files: {
    'index.js': `exports.run = function run(text) { ${body} }\nexports.size = function size(text) { return 1 }\n`,
  },
})

beforeAll(async () => {
  npm = await startNpmStandIn({
    'flawed@0.0.8': flawed('return text.split(text)'),
    'flawed@1.2.6': flawed('return text.slice(0, 9)'),
    'flawed@2.0.0': {},
    'web@1.0.0': { dependencies: { flawed: '0.0.8' } },
    'web@1.1.0': { dependencies: { flawed: '^1.2.6' } },
  })
  settings = {
    ASSAY_DATA_DIR: data.path,
    npm_config_registry: npm.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
  }
})
afterAll(async () => {
  await npm[Symbol.asyncDispose]()
  data.remove()
  feed.remove()
})

const manifest = '{\n  "name": "shop",\n  "dependencies": {\n    "web": "1.0.0"\n  }\n}\n'

describe('assay fix', () => {
  it('prints the plan of a project, and changes nothing', async () => {
    using folder = workingTree({ 'package.json': manifest })
    const { code, out } = await runAssay(['fix'], settings, { cwd: folder.path })
    expect(code).toBe(1)
    expect(out).toContain('web 1.0.0 → 1.1.0  direct dependency\n  package.json:4: 1.0.0 → 1.1.0\n')
    expect(out).toContain('fixes critical GHSA-aaaa-bbbb-cccc in flawed 0.0.8: Prototype pollution in flawed\n')
    expect(out).toContain('1 change fixes 1 of 1 vulnerability. 0 remain.\n')
  })

  it('prints it as JSON', async () => {
    using folder = workingTree({ 'package.json': manifest })
    const { out } = await runAssay(['fix', '--format', 'json', folder.path], settings)
    const plans = UpgradePlan.array().parse(JSON.parse(out))
    expect(plans.map(({ manifest: path, changes }) => [path, changes.length])).toEqual([['package.json', 1]])
  })

  it('exits with 0 if nothing is vulnerable', async () => {
    using folder = workingTree({ 'package.json': manifest.replace('1.0.0', '1.1.0') })
    const { code, out } = await runAssay(['fix', folder.path], settings)
    expect([code, out.includes('No known vulnerabilities.')]).toEqual([0, true])
  })

  it('prints the safe versions of a package', async () => {
    const { code, out } = await runAssay(['fix', '--format', 'json', 'web@1.0.0'], settings)
    const safe = SafeVersions.parse(JSON.parse(out))
    expect([code, safe.lowest, safe.newest, safe.isSameMajor]).toEqual([1, '1.1.0', '1.1.0', true])
    expect(safe.vulnerabilities.map(({ id }) => id)).toEqual(['GHSA-aaaa-bbbb-cccc'])
    const { out: text } = await runAssay(['fix', 'flawed@0.0.8'], settings)
    expect(text).toContain('Lowest safe version: 1.2.6 (another major version)\n')
    expect(text).toContain('Newest safe version: 2.0.0 (another major version)\n')
  })

  it('writes the manifest and the lockfile, with backups', async () => {
    const lock = {
      name: 'shop',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'shop', dependencies: { web: '1.0.0' } },
        'node_modules/web': { version: '1.0.0', dependencies: { flawed: '0.0.8' } },
        'node_modules/flawed': { version: '0.0.8' },
      },
    }
    const before = `${JSON.stringify(lock, undefined, 2)}\n`
    using folder = workingTree({ 'package.json': manifest, 'package-lock.json': before })
    const { code, out } = await runAssay(['fix', '--write', folder.path], settings)
    expect([code, out.includes('Read and checked again: 0 vulnerabilities left.')]).toEqual([0, true])
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
    expect(read('package.json')).toBe(manifest.replace('1.0.0', '1.1.0'))
    expect([read('package.json.assay-backup'), read('package-lock.json.assay-backup')]).toEqual([manifest, before])
    const written = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> }
    expect(Object.entries(written.packages).map(([path, { version }]) => [path, version])).toEqual([
      ['', undefined],
      ['node_modules/flawed', '1.2.6'],
      ['node_modules/web', '1.1.0'],
    ])
    const again = await runAssay(['fix', '--write', folder.path], settings)
    expect([again.code, again.out.includes('No known vulnerabilities.')]).toEqual([0, true])
  })

  it('changes nothing if a backup exists', async () => {
    using folder = workingTree({ 'package.json': manifest, 'package.json.assay-backup': 'mine' })
    const { code, err } = await runAssay(['fix', '--write', folder.path], settings)
    expect([code, err.includes('package.json already has a backup')]).toEqual([2, true])
    expect(readFileSync(join(folder.path, 'package.json'), 'utf8')).toBe(manifest)
    expect(readFileSync(join(folder.path, 'package.json.assay-backup'), 'utf8')).toBe('mine')
  })

  it('uses the reachability of an earlier scan while it is valid', { timeout: 120_000 }, async () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', dependencies: { flawed: '0.0.8' } },
        'node_modules/flawed': { version: '0.0.8' },
      },
    }
    using folder = workingTree({
      'package.json': '{"name":"shop","dependencies":{"flawed":"0.0.8"}}',
      'package-lock.json': JSON.stringify(lock),
      'index.js': "console.log('no import')\n",
    })
    const statusOf = async (...options: string[]) => {
      const { out } = await runAssay(['fix', '--format', 'json', ...options, folder.path], settings)
      return UpgradePlan.array()
        .parse(JSON.parse(out))
        .flatMap(({ changes, remaining }) => [...changes.flatMap(({ fixes }) => fixes), ...remaining])
        .map(({ reachability }) => reachability)
    }
    await runAssay(['scan', '--reachability', '--fail-on', 'low', folder.path], settings)
    expect(await statusOf()).toEqual([undefined])
    expect(await statusOf('--reachability')).toEqual(['not-loaded'])
    expect(await statusOf()).toEqual(['not-loaded'])
    writeFileSync(join(folder.path, 'index.js'), "require('flawed').size('')\n")
    expect(await statusOf()).toEqual([undefined])
    expect(await statusOf('--reachability')).toEqual(['imported'])
  })

  it.each([
    [['fix', '--reachability', 'web@1.0.0'], '--reachability needs the folder of a project.'],
    [['fix', '--write', 'web@1.0.0'], '--write needs the folder of a project.'],
    [['fix', 'a', 'b'], '"assay fix" accepts one folder or package.'],
    [['fix', 'https://git.example/a/b'], '"https://git.example/a/b" is neither a folder nor a package of npm or PyPI.'],
    [['fix', '--strategy', 'patch'], 'Unknown strategy "patch".'],
    [['fix', './package.json'], './package.json is a file. Name the folder of the project.'],
    [['fix', './nowhere'], './nowhere does not exist. Check the path.'],
  ])('explains a wrong command line: %j', async (words, message) => {
    const { code, err } = await runAssay(words, settings)
    expect([code, err.includes(message)]).toEqual([2, true])
  })

  it('explains a folder without a manifest', async () => {
    using folder = workingTree({ 'index.js': 'export {}\n' })
    const { code, err } = await runAssay(['fix', folder.path], settings)
    expect(code).toBe(2)
    expect(err).toContain('This folder has no package.json, requirements file, or pyproject.toml')
  })
})
