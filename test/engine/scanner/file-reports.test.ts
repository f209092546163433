import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScanReport } from '../../../src/engine/model/scan-report.ts'
import { openFileReports } from '../../../src/engine/scanner/file-reports/file-reports.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'reports')
}

const warnings: object[] = []
const log = { warn: (fields: object | string) => void warnings.push(typeof fields === 'string' ? {} : fields) }
const open = (folder: string, options: { version?: string; registries?: string[]; now?: () => Date } = {}) =>
  openFileReports({ folder, log, version: 'engine-1', registries: ['https://npm.example/'], ...options })

const target = { type: 'npm', name: 'fine', selector: 'latest' } as const
const report: ScanReport = { target: 'fine@1.0.0', verdict: 'pass', findings: [] }
const scannedAt = new Date('2026-01-31T12:00:00Z')
const stored = { report, scannedAt }
const hour = 60 * 60_000

describe('reports in files', () => {
  it('returns what another process stored', () => {
    const folder = newFolder()
    open(folder).keep(target, '1.0.0', stored)
    expect(open(folder).find({ ...target, selector: '1.0.0' }, '1.0.0')).toEqual(stored)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600])
  })

  it('returns nothing for another version, package, registry, ecosystem, or engine', () => {
    const folder = newFolder()
    open(folder).keep(target, '1.0.0', stored)
    expect(open(folder).find(target, '1.0.1')).toBeUndefined()
    expect(open(folder).find({ ...target, name: 'other' }, '1.0.0')).toBeUndefined()
    expect(open(folder).find({ type: 'pypi', name: 'fine' }, '1.0.0')).toBeUndefined()
    expect(open(folder, { version: 'engine-2' }).find(target, '1.0.0')).toBeUndefined()
    expect(open(folder, { registries: ['https://other.example/'] }).find(target, '1.0.0')).toBeUndefined()
  })

  it('treats damaged files as absent, and replaces them', () => {
    const folder = newFolder()
    open(folder).keep(target, '1.0.0', stored)
    const [name = ''] = readdirSync(folder)
    for (const damage of [
      () => truncateSync(join(folder, name), 20),
      () => writeFileSync(join(folder, name), '{}'),
      () => writeFileSync(join(folder, name), ''),
    ]) {
      damage()
      expect(open(folder).find(target, '1.0.0')).toBeUndefined()
    }
    open(folder).keep(target, '1.0.0', stored)
    expect(open(folder).find(target, '1.0.0')).toEqual(stored)
  })

  it('remembers an exact version for good, and the version of a tag for an hour', () => {
    const folder = newFolder()
    let time = scannedAt.getTime()
    const reports = open(folder, { now: () => new Date(time) })
    const exact = { ...target, selector: '1.0.0' }
    reports.keepVersion(target, '1.0.0')
    reports.keepVersion(exact, '1.0.0')
    reports.keepVersion({ type: 'pypi', name: 'flask', version: '2.0' }, '2.0')
    time += hour / 2
    expect([reports.versionOf(target), reports.versionOf(exact)]).toEqual(['1.0.0', '1.0.0'])
    time += hour
    expect([reports.versionOf(target), reports.versionOf(exact)]).toEqual([undefined, '1.0.0'])
    expect(reports.versionOf({ type: 'pypi', name: 'flask', version: '2.0' })).toBe('2.0')
    expect(reports.versionOf({ type: 'pypi', name: 'flask' })).toBeUndefined()
  })

  it('removes old reports and files of killed processes', () => {
    const folder = newFolder()
    mkdirSync(folder)
    const aged = (name: string, days: number) => {
      writeFileSync(join(folder, name), 'x')
      const date = new Date(scannedAt.getTime() - days * 24 * hour)
      utimesSync(join(folder, name), date, date)
    }
    aged('old.report', 31)
    aged('young.report', 29)
    aged('left.report.abc.tmp', 2)
    aged('being-written.report.abc.tmp', 0)
    aged('other', 100)
    open(folder, { now: () => scannedAt }).keep(target, '1.0.0', stored)
    const names = readdirSync(folder).filter((name) => !/^[\da-f]{64}/.test(name))
    expect(names.toSorted()).toEqual(['being-written.report.abc.tmp', 'other', 'young.report'])
  })

  it('keeps scanning if the folder cannot be written', () => {
    const folder = newFolder()
    writeFileSync(folder, 'a file')
    const reports = open(folder)
    reports.keep(target, '1.0.0', stored)
    reports.keep(target, '1.0.0', stored)
    expect(reports.find(target, '1.0.0')).toBeUndefined()
    expect(warnings).toHaveLength(1)
  })
})
