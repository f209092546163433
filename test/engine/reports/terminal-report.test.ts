import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { ScanReport } from '../../../src/engine/model/scan-report.ts'
import { terminalReport } from '../../../src/engine/reports/terminal-report.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { detectedFinding } from '../../support/findings.ts'

const now = new Date('2026-01-02T03:04:05.678Z')
const plain = { columns: 120, color: false }

function report(findings: Parameters<typeof detectedFinding>[0][], gaps: string[] = []): ScanReport {
  const compared = compareFindings(findings.map(detectedFinding), new Map(), now)
  return {
    target: 'https://www.npmjs.com/package/example',
    source: {
      type: 'npm',
      canonicalUrl: 'https://www.npmjs.com/package/@scope/example',
      revision: '1.2.3',
      digest: 'sha512-x',
    },
    ...judge(compared, { gaps, failOn: 'high' }),
    findings: compared,
    coverage: {
      detectors: [],
      files: { scanned: 7, bytes: 100, skipped: [] },
      components: { total: 12, method: 'resolved by the registry', unresolved: [] },
      advisories: { npm: { syncedAt: '2026-01-02T00:00:00.000Z', newestModified: '2026-01-01T00:00:00.000Z' } },
      undecidedAdvisories: 0,
      isolation: 'in-process',
      gaps,
    },
  }
}

const minimist = {
  purl: 'pkg:npm/minimist@0.0.8',
  name: 'minimist',
  version: '0.0.8',
  ecosystem: 'npm' as const,
  direct: false,
  dev: false,
  introducedBy: [{ manifest: 'package.json', path: ['@scope/example@1.2.3', 'mkdirp@0.5.1', 'minimist@0.0.8'] }],
}

/** A vulnerability of minimist with a separate advisory. */
function vulnerability(index: number, fixedVersion?: string): Parameters<typeof detectedFinding>[0] {
  const id = `GHSA-${String(index).padStart(4, '0')}-bbbb-cccc`
  return {
    title: `minimist 0.0.8: flaw ${index}`,
    fingerprint: `minimist ${index}`,
    component: minimist,
    advisory: {
      id,
      aliases: [],
      url: `https://osv.example/${id}`,
      ...(fixedVersion !== undefined && { fixedVersion }),
    },
  }
}

/** Returns the rows of the table, with whitespace collapsed. */
const rowsOf = (text: string) =>
  text
    .split(/^ ?─+$/m)
    .slice(1)
    .map((row) => row.split('\n\n')[0]?.replaceAll(/\s+/g, ' ').trim())

describe('a finding behind a check that could not be judged', () => {
  it('names the place of the check', () => {
    const guard = { path: 'src/paths.ts', line: 4, outcome: 'undecided', reason: 'why' } as const
    expect(terminalReport(report([{ guard }]), plain)).toContain('check not analyzed: src/paths.ts:4')
    expect(terminalReport(report([{ guard: { ...guard, outcome: 'flawed' } }]), plain)).not.toContain('src/paths.ts:4')
  })
})

describe('groups of findings', () => {
  it('have one row for a package version, with the upgrade that fixes them all', () => {
    const text = terminalReport(
      report([vulnerability(1, '0.2.1'), vulnerability(2, '1.2.6'), { ...vulnerability(3), severity: 'critical' }]),
      { columns: 160, color: false },
    )
    expect(text).toContain('\n  1 critical  2 high\n')
    expect(text.match(/minimist 0\.0\.8/g)).toHaveLength(1)
    expect(text).toMatch(
      /critical +minimist 0\.0\.8: 3 known .* 1\.2\.6 +mkdirp@0\.5\.1\n +Upgrade .* 1\.2\.6 .* › minimist@/,
    )
    expect(text).toMatch(/Upgrade mkdirp .* 1 of the 3 vulnerabilities\s+has no fixed version\./s)
    for (const index of [1, 2, 3]) expect(text).toContain(`GHSA-000${index}-bbbb-cccc`)
  })

  it('list places up to a bound and count the rest', () => {
    const places = Array.from({ length: 9 }, (_, index) => ({
      ruleId: 'path-traversal',
      category: 'code' as const,
      title: 'Path traversal in tool "read"',
      fingerprint: String(index),
      location: { path: `src/${index}.ts`, startLine: 7 },
    }))
    expect(rowsOf(terminalReport(report(places), plain))).toEqual([
      'high Path traversal in tool "read" (9 places) src/0.ts:7 path-traversal src/1.ts:7 src/2.ts:7 src/3.ts:7 ' +
        'src/4.ts:7 and 4 more',
    ])
    const advisories = Array.from({ length: 7 }, (_, index) => vulnerability(index, '1.0.0'))
    expect(rowsOf(terminalReport(report(advisories), plain))[0]).toMatch(/GHSA-0004-bbbb-cccc and 2 more$/)
  })

  it('of 10,000 findings stay short, and no name in them controls the terminal', () => {
    const findings = Array.from({ length: 10_000 }, (_, index) => ({
      title: 'evil \u001B[2J\u202E\r name',
      category: 'code' as const,
      fingerprint: String(index),
      location: { path: `a\u001B]0;x\u0007/${index}`, startLine: 1 },
    }))
    const text = terminalReport(report(findings), plain)
    expect(text).toContain('(10000 places)')
    expect(text).toContain('and 9995 more')
    expect(text.length).toBeLessThan(3_000)
    for (const character of ['\u001B', '\u0007', '\u202E', '\r']) expect(text).not.toContain(character)
  })

  it.each([60, 100, 160])('are whole in a terminal of %i columns', (columns) => {
    const text = terminalReport(report([1, 2, 3].map((index) => vulnerability(index, '1.2.6'))), {
      columns,
      color: false,
    })
    const flat = text.replaceAll(/\s+/g, ' ')
    expect(text).not.toContain('…')
    for (const word of ['minimist', 'vulnerabilities', '1.2.6', 'mkdirp@0.5.1', 'GHSA-0003-bbbb-cccc'])
      expect(flat).toContain(word)
  })
})

describe('terminalReport', () => {
  it('starts with grade, score, subject and verdict, then counts and what was seen', () => {
    const lines = terminalReport(
      report([{ severity: 'critical' }, { severity: 'low', fingerprint: 'b' }]),
      plain,
    ).split('\n')
    expect(lines[1]).toBe('   D   54/100  @scope/example@1.2.3  fail')
    expect(lines[3]).toBe('  1 critical  1 low')
    expect(lines[4]).toBe('  12 packages, 7 files, npm advisories synced 2026-01-02 (latest 2026-01-01)')
  })

  it('tells branch and folder of a repository, and lets them control nothing', () => {
    const source = {
      type: 'git' as const,
      canonicalUrl: 'https://git.example/owner/repository',
      revision: '0123456789abcdef0123456789abcdef01234567',
      ref: 'a\u001B[2Jb',
      digest: 'sha256-x',
    }
    expect(terminalReport({ ...report([]), source }, plain).split('\n')[1]).toBe(
      '   A+   100/100  owner/repository@0123456789ab  a\ufffd[2Jb  pass',
    )
  })

  it('names skipped test files in one line, and prints no line without any', () => {
    const seen = report([])
    expect(terminalReport(seen, plain)).not.toContain('Skipped')
    const files = [
      { path: 'test/a\u001B.js', reason: 'it has a syntax error on line 1' },
      { path: 'test/b.js', reason: 'it is not text' },
    ]
    const code = { files: 9, bytes: 90, known: 0, skipped: { total: 0, files: [] }, setAside: { total: 2, files } }
    const text = terminalReport({ ...seen, ...(seen.coverage && { coverage: { ...seen.coverage, code } }) }, plain)
    expect(text).toContain(
      '\n  Skipped tests and examples: test/a\ufffd.js (it has a syntax error on line 1) and 1 more\n',
    )
  })

  it('remarks on advisories that were old when they came', () => {
    const old = report([])
    if (old.coverage)
      old.coverage.advisories = {
        npm: { syncedAt: '2026-11-20T00:00:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' },
      }
    expect(terminalReport(old, plain)).toContain('npm advisories synced 2026-11-20 (latest 2026-01-29, 294 days old)')
  })

  it('lists findings worst first with fix and way in', () => {
    const component = {
      purl: 'pkg:npm/b@1.0.0',
      name: 'b',
      version: '1.0.0',
      ecosystem: 'npm' as const,
      direct: false,
      dev: false,
      introducedBy: [{ manifest: 'package.json', path: ['@scope/example@1.2.3', 'b@1.0.0'] }],
    }
    const text = terminalReport(
      report([
        { severity: 'low', title: 'the lesser one', fingerprint: 'x' },
        {
          severity: 'high',
          title: 'the greater one',
          component,
          advisory: { id: 'GHSA-aaaa-bbbb-cccc', aliases: [], url: 'https://osv.dev/x', fixedVersion: '1.0.1' },
        },
      ]),
      plain,
    )
    expect(text.indexOf('the greater one')).toBeLessThan(text.indexOf('the lesser one'))
    expect(text).toMatch(/high +the greater one +1\.0\.1 +b@1\.0\.0 *\n +GHSA-aaaa-bbbb-cccc/)
  })

  it('tells of exploitation, and of a likelihood that is worth telling', () => {
    const advisory = { id: 'GHSA-aaaa-bbbb-cccc', aliases: [], url: 'https://osv.dev/x' }
    const epss = (score: number) => ({ score, percentile: 0.9, date: '2026-08-24' })
    const text = terminalReport(
      report([
        {
          title: 'exploited',
          advisory: { ...advisory, kev: { addedAt: '2024-05-01', ransomware: true }, epss: epss(0.9) },
        },
        { title: 'likely', fingerprint: 'b', advisory: { ...advisory, epss: epss(0.42) } },
        { title: 'unlikely', fingerprint: 'c', advisory: { ...advisory, epss: epss(0.04) } },
      ]),
      plain,
    )
    const flat = text.replaceAll(/\s+/g, ' ')
    expect(flat).toContain('actively exploited, including by ransomware (CISA KEV, 2024-05-01)')
    expect(flat).toContain('42% likely to be exploited within 30 days (EPSS)')
    expect(text.match(/EPSS/g)).toHaveLength(1)
  })

  it('says when nothing is known, and what was not seen', () => {
    const text = terminalReport(report([], ['There are no advisories for npm.']), plain)
    expect(text).toContain('\n  No findings, but coverage has gaps\n')
    expect(terminalReport(report([]), plain)).toContain('\n  No findings\n')
    expect(text).toContain('Coverage gaps:\n  - There are no advisories for npm.')
    expect(text).toContain('partial')
  })

  it('gives no all-clear for detectors that were left out, and names them beside the verdict', () => {
    const without = (gaps: string[]) => {
      const seen = report([], gaps)
      if (seen.coverage)
        seen.coverage.detectors = [
          {
            id: 'vulnerable-dependencies',
            status: 'skipped',
            reason: 'it was excluded by request',
            files: 0,
            bytes: 0,
            durationMs: 0,
          },
        ]
      return terminalReport(seen, plain)
    }
    expect(without([])).toContain(
      'pass (vulnerable-dependencies skipped)\n\n  No findings from the detectors that ran\n',
    )
    expect(without([])).toContain('\n  Skipped detectors: vulnerable-dependencies\n')
    expect(without(['A file could not be read.'])).toContain(
      'No findings from the detectors that ran, but coverage has gaps',
    )
  })

  it('breaks no place, however narrow the terminal, and says where it is', () => {
    const path = 'packages/server-of-many-things/src/handlers/execute-command-line.ts'
    for (const columns of [60, 80, 100]) {
      const text = terminalReport(
        report([
          {
            ruleId: 'dangerous-flows/a-rule-with-a-name-that-is-long-indeed',
            title: 'word '.repeat(20),
            location: { path, startLine: 1_234 },
          },
        ]),
        { columns, color: false },
      )
      expect(text).toContain(`${path}:1234`)
      expect(text).toMatch(/severity +finding +where\n/)
      expect(text).not.toContain('…')
    }
    expect(
      terminalReport(report([{ title: 'x', location: { path: 'y'.repeat(1_000), startLine: 1 } }]), plain)
        .split('\n')
        .every((line) => line.length < 300),
    ).toBe(true)
  })

  it('tells why a target was not scanned', () => {
    const text = terminalReport(
      {
        target: 'https://x.example',
        verdict: 'error',
        findings: [],
        error: { code: 'SOURCE_NOT_FOUND', message: 'There is no such package.' },
      },
      plain,
    )
    expect(text).toContain('not scanned  https://x.example')
    expect(text).toContain('There is no such package. (SOURCE_NOT_FOUND)')
  })

  it('lets nothing of a scanned package control the terminal', () => {
    const text = terminalReport(report([{ title: 'evil \u001B[2J\u202E\u0007 name' }]), plain)
    for (const character of ['\u001B', '\u0007', '\u202E']) expect(text).not.toContain(character)
  })

  it('tells the whole way in, in lines that are never cut', () => {
    const name = `@a-very-long-scope-indeed/${'x'.repeat(60)}@1.0.0`
    const component = {
      purl: 'pkg:npm/c@1',
      name: 'c',
      version: '1',
      ecosystem: 'npm' as const,
      direct: false,
      dev: false,
      introducedBy: [{ manifest: 'package.json', path: ['root@1', 'middle@2', name] }],
    }
    const text = terminalReport(report([{ component }]), plain)
    expect(text).toContain('middle@2')
    expect(text).toContain('@a-very-long')
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(60)
    expect(text).not.toContain('…')
  })

  it('fits the columns that there are', () => {
    const text = terminalReport(report([{ title: 'word '.repeat(60) }]), { columns: 100, color: true })
    expect(
      Math.max(
        ...stripVTControlCharacters(text)
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100)
  })
})

describe('material that is not analyzed', () => {
  const material = {
    total: 3,
    items: [
      { kind: 'container-image' as const, path: 'Dockerfile', line: 1, name: 'node:24' },
      { kind: 'binary' as const, path: 'bin/tool' },
    ],
  }
  const scanned = report([])
  const withMaterial = {
    ...scanned,
    ...(scanned.coverage && { coverage: { ...scanned.coverage, notAnalyzed: material } }),
  }

  it('is counted, and listed with --verbose', () => {
    expect(terminalReport(withMaterial, plain)).toContain('Not analyzed: 3 items. List them with --verbose.')
    const text = terminalReport(withMaterial, { ...plain, isVerbose: true })
    expect(text).toContain('Container images:\n  - node:24 (Dockerfile:1)')
    expect(text).toContain('1 more items are not listed.')
  })
})
