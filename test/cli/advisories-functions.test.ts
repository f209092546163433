import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExportedFunctions } from '../../src/engine/scanner/reachability/functions-export.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { flawedPackageAdvisory, pythonPackageAdvisory, writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory], PyPI: [pythonPackageAdvisory] })
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
    'flawed@1.0.0': flawed('return text.split(text)'),
    'flawed@1.2.6': flawed('return text.slice(0, 9)'),
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

const functions = (...ids: readonly string[]) => runAssay(['advisories', 'functions', ...ids], settings)

describe('assay advisories functions', { timeout: 120_000 }, () => {
  it('prints nothing before a scan has derived any, and says what to do', async () => {
    expect(await functions()).toMatchObject({
      code: 3,
      out: '',
      err: 'No functions are stored. Run "assay scan --reachability" on a vulnerable project first.\n',
    })
  })

  it('prints what a scan has derived, by any ID, and names the rest', async () => {
    using folder = workingTree({
      'package.json': JSON.stringify({ name: 'shop', dependencies: { flawed: '1.0.0' } }),
      'index.js': "require('flawed').run(process.argv[2])\n",
    })
    await runAssay(['scan', '--reachability', folder.path], settings)
    await runAssay(['advisories', 'sync', 'PyPI'], settings)
    const requests = npm.requests.length
    const all = await functions()
    const [line, ...others] = all.out.split('\n')
    expect([all.code, others]).toEqual([0, ['']])
    const hex = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(ExportedFunctions.parse(JSON.parse(line ?? ''))).toMatchObject({
      schemaVersion: 1,
      id: 'GHSA-aaaa-bbbb-cccc',
      aliases: ['CVE-2021-00001'],
      ecosystem: 'npm',
      package: 'flawed',
      affectedVersion: '1.0.0',
      fixedVersion: '1.2.6',
      affectedDigest: hex,
      fixedDigest: hex,
      confidence: 'high',
      functions: [{ path: 'index.js', name: 'run', line: 1, change: 'changed' }],
    })
    expect(await functions('CVE-2021-00001')).toMatchObject({ code: 0, out: all.out, err: '' })
    expect(await functions('GHSA-aaaa-bbbb-cccc', 'PYSEC-2025-1', 'GHSA-none\n')).toMatchObject({
      code: 3,
      out: all.out,
      err:
        'PYSEC-2025-1: no functions are stored. Run "assay scan --reachability" on a project that the advisory ' +
        'affects.\nGHSA-none\uFFFD: no stored npm or PyPI advisory has this ID. Check the ID, or run "assay ' +
        'advisories sync npm PyPI".\n',
    })
    expect(npm.requests).toHaveLength(requests)
  })
})
