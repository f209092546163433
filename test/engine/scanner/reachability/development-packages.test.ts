import { describe, expect, it } from 'vitest'
import type { ScanReport } from '../../../../src/engine/model/scan-report.ts'
import { npmLockfile, scannedProject } from './scanned-project.ts'

const fixed = "exports.run = (text) => { if (text === '') throw new Error('empty') }\nexports.other = () => 1"
const npm = (optional: string) => ({
  'flawed@1.0.0': { files: { 'index.js': 'exports.run = (text) => eval(text)\nexports.other = () => 1' } },
  'flawed@1.0.1': { files: { 'index.js': fixed } },
  'logger@1.0.0': {
    files: { 'index.js': "try { require('optional') } catch {}\ntry { require('missing') } catch {}" },
  },
  'optional@1.0.0': { dependencies: { helper: '1.0.0' }, files: { 'index.js': optional } },
  'helper@1.0.0': { files: { 'index.js': 'exports.level = 1' } },
  'runner@1.0.0': { files: { 'index.js': 'require("flawed").run("1")' } },
})
const versions = ['flawed@1.0.0', 'logger@1.0.0', 'dev:optional@1.0.0', 'dev:helper@1.0.0', 'dev:runner@1.0.0']
const files = {
  'package.json': JSON.stringify({ name: 'project', dependencies: { flawed: '1.0.0', logger: '1.0.0' } }),
  'package-lock.json': npmLockfile(...versions),
  'index.js': "require('logger')\nrequire('flawed').other()",
}

const scanWith = async (optional: string) => {
  await using scanned = await scannedProject({
    files,
    advisories: [{ name: 'flawed', fixedVersion: '1.0.1' }],
    npm: npm(optional),
  })
  const report = await scanned.scan()
  return { report, requests: [...scanned.npm.requests] }
}
const flawedIn = ({ findings }: ScanReport) =>
  findings.find(({ component }) => component?.name === 'flawed')?.reachability

describe('packages that are needed only for development', { timeout: 120_000 }, () => {
  it('are read if a package imports them, with what they import', async () => {
    const { report, requests } = await scanWith("require('helper').level")
    expect(flawedIn(report)?.status).toBe('imported')
    expect(report.coverage?.reachability).toEqual({ packages: 4, read: 4 })
    expect(requests.filter((path) => path.startsWith('runner'))).toEqual([])
  })

  it('may call the function', async () => {
    const { report } = await scanWith("require('helper')\nrequire('flawed').run('1')")
    expect(['reachable', 'unknown']).toContain(flawedIn(report)?.status)
  })
})

it('ignores what other ecosystems do not resolve', { timeout: 60_000 }, async () => {
  await using scanned = await scannedProject({
    files: {
      ...files,
      '.github/workflows/a.yml': 'on: push\njobs:\n  a:\n    steps:\n      - uses: owner/action@main\n',
    },
    advisories: [{ name: 'flawed', fixedVersion: '1.0.1' }],
    npm: npm(''),
  })
  const report = await scanned.scan()
  expect(report.coverage?.components.unresolved.map(({ name }) => name)).toContain('owner/action')
  expect(flawedIn(report)?.status).toBe('imported')
})

it('knows the packages of a workspace', { timeout: 60_000 }, async () => {
  const manifest = {
    name: 'project',
    workspaces: ['part'],
    dependencies: { flawed: '1.0.0', logger: '1.0.0', part: '*' },
  }
  await using scanned = await scannedProject({
    files: { ...files, 'package.json': JSON.stringify(manifest), 'part/package.json': '{"name":"part"}' },
    advisories: [{ name: 'flawed', fixedVersion: '1.0.1' }],
    npm: npm(''),
  })
  expect(flawedIn(await scanned.scan())?.status).toBe('imported')
})
