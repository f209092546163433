import { expect, it } from 'vitest'
import { npmLockfile, scannedProject } from './scanned-project.ts'

const code = (body: string) => ({
  main: 'index.js',
  files: {
    'index.js': `exports.run = function run(text) { ${body} }\nexports.size = function size(text) { return 1 }\n`,
  },
})
const npm = {
  'flawed@1.0.0': code('return text.split(text)'),
  'flawed@1.0.1': code('return text.split(text)'),
  'flawed@1.1.0': code('return text.slice(0, 9)'),
}
const files = (call: string) => ({
  'package.json': JSON.stringify({ name: 'project', dependencies: { flawed: '1.0.0' } }),
  'package-lock.json': npmLockfile('flawed@1.0.0'),
  'index.js': `const flawed = require('flawed')\nflawed.${call}(process.argv[2])\n`,
})
const advisories = [{ name: 'flawed', fixedVersion: '1.1.0' }]

it(
  'compares the last affected version with the fixed one, and stores the functions',
  { timeout: 120_000 },
  async () => {
    await using scanned = await scannedProject({ files: files('run'), advisories, npm })
    const [cold] = (await scanned.scan()).findings
    expect(cold?.reachability).toMatchObject({ functions: ['index.js: run'] })
    expect(['reachable', 'unknown']).toContain(cold?.reachability?.status)
    expect([...new Set(scanned.npm.requests)].sort()).toEqual([
      'flawed',
      'flawed/-/flawed-1.0.0.tgz',
      'flawed/-/flawed-1.0.1.tgz',
      'flawed/-/flawed-1.1.0.tgz',
    ])
    const requests = scanned.npm.requests.length
    const [warm] = (await scanned.scan()).findings
    expect(warm?.reachability).toEqual(cold?.reachability)
    expect(scanned.npm.requests).toHaveLength(requests)
  },
)

it('denies a call of another function', { timeout: 120_000 }, async () => {
  await using scanned = await scannedProject({ files: files('size'), advisories, npm })
  const [finding] = (await scanned.scan()).findings
  expect(finding?.reachability).toMatchObject({ status: 'imported' })
})

it('is unknown if the fixed version cannot be read', { timeout: 120_000 }, async () => {
  await using scanned = await scannedProject({
    files: files('size'),
    advisories,
    npm,
    answer: (path) => (path.endsWith('flawed-1.1.0.tgz') ? 404 : undefined),
  })
  const [finding] = (await scanned.scan()).findings
  expect(finding?.reachability).toMatchObject({
    status: 'unknown',
    reason: 'functions-not-derived',
    detail: 'flawed@1.1.0: the registry does not have it',
  })
})

it.each([
  ["require('alias').run(process.argv[2])\n", { status: 'unknown', reason: 'indirect-call' }],
  ["require('alias')\n", { status: 'imported' }],
])('follows an alias of the package: %j', { timeout: 120_000 }, async (code, expected) => {
  const lockfile = JSON.parse(npmLockfile('flawed@1.0.0'))
  lockfile.packages['node_modules/alias'] = { ...lockfile.packages['node_modules/flawed'], name: 'flawed' }
  delete lockfile.packages['node_modules/flawed']
  const dependencies = { alias: 'npm:flawed@1.0.0' }
  lockfile.packages[''].dependencies = dependencies
  const aliased = {
    'package.json': JSON.stringify({ name: 'project', dependencies }),
    'package-lock.json': JSON.stringify(lockfile),
    'index.js': code,
  }
  await using scanned = await scannedProject({ files: aliased, advisories, npm })
  const [finding] = (await scanned.scan()).findings
  expect(finding?.reachability).toMatchObject(expected)
})
