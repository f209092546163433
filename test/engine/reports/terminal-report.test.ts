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

describe('terminalReport', () => {
  it('starts with grade, score, subject and verdict, then counts and what was seen', () => {
    const lines = terminalReport(
      report([{ severity: 'critical' }, { severity: 'low', fingerprint: 'b' }]),
      plain,
    ).split('\n')
    expect(lines[1]).toBe('   D   54/100  @scope/example@1.2.3  fail')
    expect(lines[3]).toBe('  1 critical  1 low')
    expect(lines[4]).toBe('  12 packages, 7 files, npm advisories synced 2026-01-02 (newest 2026-01-01)')
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

  it('tells of source files that were set aside in one line, and of none where there are none', () => {
    const seen = report([])
    expect(terminalReport(seen, plain)).not.toContain('set aside')
    const files = [
      { path: 'test/a\u001B.js', reason: 'it has a syntax error in line 1' },
      { path: 'test/b.js', reason: 'it is not text' },
    ]
    const code = { files: 9, bytes: 90, known: 0, skipped: { total: 0, files: [] }, setAside: { total: 2, files } }
    const text = terminalReport({ ...seen, ...(seen.coverage && { coverage: { ...seen.coverage, code } }) }, plain)
    expect(text).toContain('\n  Source files set aside: test/a\ufffd.js (it has a syntax error in line 1) and 1 more\n')
  })

  it('remarks on advisories that were old when they came', () => {
    const old = report([])
    if (old.coverage)
      old.coverage.advisories = {
        npm: { syncedAt: '2026-11-20T00:00:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' },
      }
    expect(terminalReport(old, plain)).toContain('npm advisories synced 2026-11-20 (newest 2026-01-29, 294 days old)')
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
    expect(flat).toContain('known to be exploited, listed 2024-05-01, also by ransomware (CISA KEV)')
    expect(flat).toContain('42 % likely to be exploited within 30 days (EPSS)')
    expect(text.match(/EPSS/g)).toHaveLength(1)
  })

  it('says when nothing is known, and what was not seen', () => {
    const text = terminalReport(report([], ['There are no advisories for npm.']), plain)
    expect(text).not.toContain('No known vulnerabilities')
    expect(text).toContain('Nothing found in what was seen')
    expect(terminalReport(report([]), plain)).toContain('No known vulnerabilities')
    expect(text).toContain('This scan did not see everything:\n  - There are no advisories for npm.')
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
            reason: 'it was left out as asked',
            files: 0,
            bytes: 0,
            durationMs: 0,
          },
        ]
      return terminalReport(seen, plain)
    }
    expect(without([])).not.toContain('No known vulnerabilities')
    expect(without([])).toContain('pass without vulnerable-dependencies\n\n  Nothing found by the detectors that ran\n')
    expect(without(['A file could not be read.'])).toContain(
      'Nothing found by the detectors that ran, in what was seen',
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
      expect(text).toMatch(/fixed in +where\n/)
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
