import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { ScanReport } from '../../../../src/engine/model/scan-report.ts'
import { npmLockfile, scannedProject } from './scanned-project.ts'

const flawed = {
  'flawed@1.0.0': { main: 'index.js', files: { 'index.js': 'exports.run = (text) => eval(text)' } },
  'between@1.0.0': { dependencies: { flawed: '1.0.0' }, files: { 'index.js': 'module.exports = require("flawed")' } },
}
const project = {
  'package.json': JSON.stringify({ name: 'project', dependencies: { flawed: '1.0.0', between: '1.0.0' } }),
  'package-lock.json': npmLockfile('flawed@1.0.0', 'between@1.0.0'),
  'index.js': 'require("between").run(process.argv[2])',
}
const about = [{ name: 'flawed' }]

/** Returns the reachability of each finding about a dependency, by package. */
function reachabilityIn({ findings }: ScanReport) {
  return Object.fromEntries(
    findings.flatMap(({ component, reachability }) => (component ? [[component.name, reachability]] : [])),
  )
}

describe('the archives of installed packages', () => {
  it('are read, and are not requested again', { timeout: 180_000 }, async () => {
    await using scanned = await scannedProject({ files: project, advisories: about, npm: flawed })
    const cold = await scanned.scan()
    expect(cold.coverage?.reachability).toEqual({ packages: 2, read: 2 })
    expect([...scanned.npm.requests].sort()).toEqual([
      'between',
      'between/-/between-1.0.0.tgz',
      'flawed',
      'flawed/-/flawed-1.0.0.tgz',
    ])
    const warm = await scanned.scan()
    expect(scanned.npm.requests).toHaveLength(4)
    expect(warm.coverage?.reachability).toEqual({ packages: 2, read: 2 })
    expect(reachabilityIn(warm)).toEqual(reachabilityIn(cold))
    const offline = await scanned.scan({ isOffline: true })
    expect(reachabilityIn(offline)).toEqual(reachabilityIn(cold))
    expect(scanned.npm.requests).toHaveLength(4)
  })

  it('are read for Python', { timeout: 60_000 }, async () => {
    await using scanned = await scannedProject({
      files: { 'requirements.txt': 'flawed==1.0\n', 'main.py': 'import flawed\nflawed.run()\n' },
      advisories: about,
      pypi: { 'flawed@1.0': { files: { 'flawed/__init__.py': 'def run():\n  pass\n' } } },
    })
    const { coverage, findings } = await scanned.scan()
    expect(coverage?.reachability).toEqual({ packages: 1, read: 1 })
    expect(findings.map(({ reachability }) => reachability?.reason)).toEqual(['no-fixed-version'])
  })

  it('are not requested without the analysis', async () => {
    await using scanned = await scannedProject({ files: project, advisories: about, npm: flawed })
    const report = await scanned.scan({ judgesReachability: false })
    expect(report.findings).toHaveLength(1)
    expect(reachabilityIn(report)).toEqual({ flawed: undefined })
    expect(report.coverage?.reachability).toBeUndefined()
    expect(scanned.npm.requests).toEqual([])
  })

  it('are not requested without a vulnerability', async () => {
    await using scanned = await scannedProject({ files: project, advisories: [], npm: flawed })
    expect((await scanned.scan()).coverage?.reachability).toBeUndefined()
    expect(scanned.npm.requests).toEqual([])
  })

  it('are not requested for malware', async () => {
    await using scanned = await scannedProject({
      files: project,
      advisories: [{ name: 'flawed', malicious: true }],
      npm: flawed,
    })
    expect(reachabilityIn(await scanned.scan())).toEqual({ flawed: undefined })
    expect(scanned.npm.requests).toEqual([])
  })
})

describe('a package that cannot be read leaves its findings unknown', () => {
  const unread = (reason: string) => ({
    packages: 2,
    read: 1,
    notRead: { total: 1, packages: [{ package: 'flawed@1.0.0', reason }] },
  })
  const wrong = { registry: { dist: { integrity: `sha512-${Buffer.alloc(64).toString('base64')}` } } }

  it.each([
    [
      'it does not match its digest',
      { ...flawed['flawed@1.0.0'], ...wrong },
      'the archive does not match the digest that the registry lists for this version',
    ],
    ['it is not an archive', { tarball: Buffer.from('text') }, 'its archive is not a complete gzipped tar archive'],
    [
      'it is a bomb',
      { tarball: gzipSync(Buffer.alloc(250 * 2 ** 20)) },
      'its archive unpacks to more than 200 times its size. Assay read none of it',
    ],
  ])('%s', { timeout: 60_000 }, async (_, version, reason) => {
    await using scanned = await scannedProject({
      files: project,
      advisories: about,
      npm: { ...flawed, 'flawed@1.0.0': version },
    })
    const report = await scanned.scan()
    expect(report.error).toBeUndefined()
    expect(reachabilityIn(report)).toEqual({
      flawed: { status: 'unknown', reason: 'package-not-read', detail: 'flawed@1.0.0' },
    })
    expect(report.coverage?.reachability).toEqual(unread(reason))
    expect(report.verdict).toBe('fail')
  })

  it.each([
    ['the registry is down', () => 503, 'the registry returned HTTP 503'],
    ['the registry refuses access', () => 403, 'the registry refused access (HTTP 403)'],
    ['the registry does not know it', () => 404, 'the registry does not have it'],
  ])('%s', { timeout: 60_000 }, async (_, answer, reason) => {
    await using scanned = await scannedProject({
      files: project,
      advisories: about,
      npm: flawed,
      answer: (path) => (path.startsWith('flawed') ? answer() : undefined),
    })
    const report = await scanned.scan()
    expect(reachabilityIn(report)).toMatchObject({ flawed: { status: 'unknown', reason: 'package-not-read' } })
    expect(report.coverage?.reachability).toEqual(unread(reason))
  })

  it('is needed only for development', { timeout: 60_000 }, async () => {
    await using scanned = await scannedProject({
      files: { ...project, 'package-lock.json': npmLockfile('dev:flawed@1.0.0', 'between@1.0.0') },
      advisories: about,
      npm: flawed,
    })
    const report = await scanned.scan()
    expect(reachabilityIn(report)).toMatchObject({ flawed: { status: 'unknown', reason: 'package-not-read' } })
    expect(report.coverage?.reachability).toEqual({ packages: 1, read: 1 })
    expect(scanned.npm.requests.filter((path) => path.startsWith('flawed'))).toEqual([])
  })

  it('is in a scope of another registry', async () => {
    const files = {
      ...project,
      '.npmrc': '@corp:registry=https://npm.corp.example/\n',
      'package-lock.json': npmLockfile('@corp/flawed@1.0.0'),
    }
    await using scanned = await scannedProject({ files, advisories: [{ name: '@corp/flawed' }], npm: flawed })
    const report = await scanned.scan()
    expect(reachabilityIn(report)).toMatchObject({ '@corp/flawed': { reason: 'package-not-read' } })
    expect(report.coverage?.reachability?.notRead?.packages).toEqual([
      {
        package: '@corp/flawed@1.0.0',
        reason: 'the project gets the scope @corp from another registry, which Assay does not contact',
      },
    ])
    expect(scanned.npm.requests).toEqual([])
  })

  it('is not stored while the scan is offline', async () => {
    await using scanned = await scannedProject({ files: project, advisories: about, npm: flawed })
    const report = await scanned.scan({ isOffline: true })
    expect(reachabilityIn(report)).toMatchObject({ flawed: { status: 'unknown', reason: 'package-not-read' } })
    expect(report.coverage?.reachability?.read).toBe(0)
    expect(scanned.npm.requests).toEqual([])
  })
})

describe('a package that a command starts together with the project', { timeout: 120_000 }, () => {
  const statusWith = async (files: Readonly<Record<string, string>>) => {
    await using scanned = await scannedProject({
      files: {
        'package.json': JSON.stringify({ name: 'project', dependencies: { flawed: '1.0.0' } }),
        'package-lock.json': npmLockfile('flawed@1.0.0'),
        'index.js': 'exports.one = 1',
        ...files,
      },
      advisories: [{ name: 'flawed', fixedVersion: '1.0.1' }],
      npm: {
        'flawed@1.0.0': { files: { 'index.js': 'exports.run = (text) => eval(text)' } },
        'flawed@1.0.1': { files: { 'index.js': 'exports.run = (text) => text' } },
      },
    })
    const { findings } = await scanned.scan()
    return findings.find(({ component }) => component?.name === 'flawed')?.reachability?.status
  }

  it('is not denied if a container starts it', async () => {
    expect(await statusWith({ Dockerfile: 'FROM node\nCMD ["node", "--import", "flawed", "index.js"]' })).not.toBe(
      'not-loaded',
    )
    expect(await statusWith({ Dockerfile: 'FROM node\nCMD ["node", "index.js"]' })).toBe('not-loaded')
  })

  it('is not denied if a script of a member starts it', async () => {
    const member = (start: string) => ({ 'part/package.json': JSON.stringify({ name: 'part', scripts: { start } }) })
    expect(await statusWith(member('flawed index.js'))).not.toBe('not-loaded')
    expect(await statusWith(member('node index.js'))).toBe('not-loaded')
  })
})
