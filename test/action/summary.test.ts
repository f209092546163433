import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readInputs } from '../../action/src/inputs.ts'
import { countsOf, judged, type Judged, type Result } from '../../action/src/result.ts'
import { failureSummary, resultSummary } from '../../action/src/summary.ts'
import { subjectOf } from '../../action/src/workflow-run.ts'
import type { Finding } from '../../client/assay.ts'
import { countBySeverity } from '../../src/engine/model/severity.ts'
import { checkRunTexts } from '../../src/engine/reports/check-run/check-run.ts'
import { findingCounts } from '../../src/engine/reports/check-run/finding-counts.ts'
import { received } from './support/received-finding.ts'

describe('the subject of a run', () => {
  const inputs = readInputs({ 'INPUT_BASE-URL': 'https://assay.example', INPUT_BASELINE: 'auto' })
  const environment = {
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'Acme/App',
    GITHUB_SHA: 'c'.repeat(40),
  }

  it('is the commit of the event, without an event file that can be read too', () => {
    expect(subjectOf(inputs, { ...environment, GITHUB_EVENT_PATH: '/nowhere' })).toEqual({
      url: 'https://github.com/Acme/App',
      ref: 'c'.repeat(40),
      isOwn: true,
      isUntrusted: false,
    })
  })

  it('is another address as it is given, and the own one also when it is written otherwise', () => {
    expect(subjectOf({ ...inputs, url: 'https://www.npmjs.com/package/x' }, environment)).toEqual({
      url: 'https://www.npmjs.com/package/x',
      isOwn: false,
      isUntrusted: false,
    })
    expect(subjectOf({ ...inputs, url: 'https://github.com/acme/app.git' }, environment)).toMatchObject({
      isOwn: true,
      ref: 'c'.repeat(40),
    })
  })
})

describe('a pull request', () => {
  const inputs = readInputs({ 'INPUT_BASE-URL': 'https://assay.example', INPUT_BASELINE: 'auto' })
  const [head, base] = ['a'.repeat(40), 'b'.repeat(40)]

  it.each([
    ['of a branch', { head: { repo: { id: 1 } }, base: { repo: { id: 1 } } }, {}, false],
    ['of a fork', { head: { repo: { id: 2 } }, base: { repo: { id: 1 } } }, {}, true],
    ['of a deleted fork', { head: { repo: null }, base: { repo: { id: 1 } } }, {}, true],
    [
      'of Dependabot',
      { head: { repo: { id: 1 } }, base: { repo: { id: 1 } } },
      { GITHUB_ACTOR: 'dependabot[bot]' },
      true,
    ],
    [
      'that runs with the rights of the base',
      { head: { repo: { id: 2 } }, base: { repo: { id: 1 } } },
      { GITHUB_EVENT_NAME: 'pull_request_target' },
      false,
    ],
  ])('%s is compared with its merge base, and may sign in or not', (_name, pull, environment, isUntrusted) => {
    const file = join(mkdtempSync(join(tmpdir(), 'assay-event-')), 'event.json')
    writeFileSync(
      file,
      JSON.stringify({ pull_request: { head: { ...pull.head, sha: head }, base: { ...pull.base, sha: base } } }),
    )
    const subject = subjectOf(inputs, {
      GITHUB_REPOSITORY: 'acme/app',
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: file,
      ...environment,
    })
    rmSync(dirname(file), { recursive: true })
    expect(subject).toEqual({
      url: 'https://github.com/acme/app',
      isOwn: true,
      ref: head,
      pull: { base, head },
      isUntrusted,
    })
  })
})

const input = (parts: Partial<Judged> = {}): Judged => ({
  verdict: 'pass',
  results: { securityScore: 80, grade: 'B' },
  findings: [],
  counts: findingCounts([], { isCompared: true, failOn: 'high' }),
  isCompared: true,
  gaps: [],
  failOn: 'high',
  ...parts,
})
const countsFor = (...listed: readonly Finding['severity'][]) =>
  findingCounts(
    listed.map((severity) => received({ severity })),
    { isCompared: true, failOn: 'high' },
  )

describe('the judgement', () => {
  it.each([
    [{}, {}, 'pass', 'Passed: no new findings.'],
    [{}, { minScore: 80, minGrade: 'B' }, 'pass', 'Passed: no new findings.'],
    [{}, { minScore: 81 }, 'fail', 'Failed: the score 80 is below 81.'],
    [{}, { minGrade: 'A' }, 'fail', 'Failed: the grade B is below A.'],
    [{ isCompared: false }, {}, 'pass', 'Passed: no open findings.'],
    [{ verdict: 'fail', counts: countsFor('high') }, {}, 'fail', 'Failed: 1 new finding is high or worse.'],
    [
      { verdict: 'fail', counts: countsFor('high', 'low') },
      { minScore: 90 },
      'fail',
      'Failed: 1 of 2 new findings is high or worse and the score 80 is below 90.',
    ],
    [
      { verdict: 'partial', gaps: ['a', 'b'] },
      {},
      'partial',
      'Incomplete: no new findings, but Assay could not analyze the whole project (2 coverage gaps).',
    ],
    [
      { verdict: 'fail', lost: [{ path: 'src/run.ts', message: 'src/run.ts is no longer readable.' }] },
      {},
      'fail',
      'Failed: this change makes src/run.ts unreadable to Assay.',
    ],
  ] as const)('of %o with %o is %s', (parts, limits, verdict, reason) => {
    expect(judged(input(parts), limits)).toMatchObject({
      verdict,
      reason,
    })
  })

  it('counts open findings of the base as existing, and uncertain ones only without a base', () => {
    const open = countBySeverity([{ severity: 'critical' }, { severity: 'high' }, { severity: 'low' }])
    const fresh = countBySeverity([{ severity: 'high' }])
    const parts = { fresh, listed: [], fixed: 2, isCompared: true, failOn: 'high' } as const
    expect(countsOf(open, parts)).toEqual({
      fresh,
      existing: { critical: 1, high: 0, medium: 0, low: 1, info: 0, total: 2 },
      fixed: 2,
      suppressed: 0,
      severe: 1,
      uncertain: 0,
    })
    const undecided = received({ guard: { path: 'a.ts', line: 1, outcome: 'undecided', reason: 'x' } })
    expect(countsOf(open, { ...parts, fresh: open, listed: [undecided], isCompared: false })).toMatchObject({
      severe: 1,
      uncertain: 1,
    })
  })
})

describe('the summary', () => {
  const subject = { url: 'https://github.com/acme/app', ref: 'c'.repeat(40) }
  const result = (parts: Partial<Judged> = {}): Result => {
    const { findings = [] } = parts
    const counts = findingCounts(findings, { isCompared: true, failOn: 'high' })
    return {
      ...judged(input({ counts, ...parts }), {}),
      counts: countBySeverity([]),
      isPartial: false,
      findings: [],
      findingsTotal: 0,
    }
  }

  it('has the texts of the check run, under its title', () => {
    const parts = {
      verdict: 'fail',
      findings: [
        received({
          ruleId: 'command-injection',
          category: 'code',
          title: 'Command injection in tool "ping"',
          location: { path: 'src/ping.js', startLine: 3 },
          remediation: 'Use `execFile`.',
        }),
      ],
    } as const
    const links = { filesUrl: 'https://github.com/acme/app/blob/1', reportUrl: 'https://assay.example/scan/scan_1' }
    const summary = resultSummary(result(parts), subject, links)
    const check = checkRunTexts({ ...input(parts), counts: undefined, links, reportOn: 'low', changedLines: new Map() })
    expect(summary.startsWith(`## ❌ Assay: 1 new high finding\n\n**Failed: 1 new finding is high or worse.**`)).toBe(
      true,
    )
    // Only check runs have annotations.
    expect(summary).toContain(check.summary.replace(/Not annotated: .*\n\n/, ''))
    expect(summary).toContain(`\n\nPublished results: \`https://github.com/acme/app\`.`)
  })

  it('is bounded whatever a project brings, and inert', () => {
    const long = 'é<b>&'.repeat(100_000)
    const findings = Array.from({ length: 100 }, (_, index) =>
      received({
        ruleId: `rule-${index}`,
        title: long,
        message: long,
        remediation: long,
        location: { path: `${long}\n\n`, startLine: 1 },
      }),
    )
    const counts = { ...countsFor(...findings.map(({ severity }) => severity)) }
    const summary = resultSummary(
      result({ findings, counts: { ...counts, fresh: { ...counts.fresh, total: 20_000 } } }),
      subject,
    )
    expect(Buffer.byteLength(summary)).toBeLessThan(70_000)
    expect(summary).toContain('19980 more findings are not shown.')
    // In code, GitHub shows markup unchanged.
    expect(summary.replaceAll(/^`{3,}yaml$[^]*?^`{3,}$/gm, '').replaceAll(/`[^`]*`/g, '')).not.toContain('<b>')
  })

  it('says when the advisories were synced, and how old the newest of them is', () => {
    const coverage = {
      detectors: [],
      files: { scanned: 1, bytes: 1, skipped: [] },
      components: { total: 1, method: 'package-lock.json', unresolved: [] },
      advisories: { npm: { syncedAt: '2026-11-23T05:10:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' } },
      undecidedAdvisories: 0,
      isolation: 'in-process' as const,
      gaps: [],
    }
    const summary = resultSummary({ ...result(), coverage }, subject)
    expect(summary).toContain('npm advisories synced 2026-11-23 (latest 2026-01-29, 297 days old)')
    expect(summary).toContain(`Scanned: \`https://github.com/acme/app\` at \`${'c'.repeat(40)}\`.`)
    expect(summary).toContain('<details><summary>Coverage: complete</summary>')
  })

  it('of a run without a result says why', () => {
    expect(failureSummary('quota', 'Used up <now>.', subject)).toBe(
      '## ⚠️ Assay: quota exceeded\n\nUsed up &lt;now&gt;.\n\nTarget: `https://github.com/acme/app` at ' +
        `\`${'c'.repeat(40)}\`.`,
    )
  })
})
