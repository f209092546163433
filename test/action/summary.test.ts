import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readInputs } from '../../action/src/inputs.ts'
import { judge } from '../../action/src/result.ts'
import { failureSummary, maxSummaryBytes, resultSummary } from '../../action/src/summary.ts'
import { toolChanges } from '../../action/src/tool-changes.ts'
import { subjectOf } from '../../action/src/workflow-run.ts'
import type { ScannedTool } from '../../client/assay.ts'
import { countBySeverity } from '../../src/engine/model/severity.ts'
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

describe('the judgement', () => {
  const counts = countBySeverity([{ severity: 'medium' }, { severity: 'low' }])
  const numbers = { verdict: 'pass', score: 80, grade: 'B', counts, gaps: 0 } as const

  it.each([
    [{}, { failOn: 'high' }, 'pass', 'No finding is high or worse.'],
    [{}, { failOn: 'high', minScore: 80, minGrade: 'B' }, 'pass', 'No finding is high or worse.'],
    [{}, { failOn: 'high', minScore: 81 }, 'fail', 'The score 80 is below 81.'],
    [{}, { failOn: 'high', minGrade: 'A' }, 'fail', 'The grade B is below A.'],
    [{ verdict: 'fail' }, { failOn: 'medium' }, 'fail', '1 finding is medium or worse.'],
    [{ verdict: 'fail' }, { failOn: 'info' }, 'fail', '2 findings are open.'],
    [
      { verdict: 'partial', gaps: 2 },
      { failOn: 'critical' },
      'partial',
      'No finding is critical, but coverage has 2 gaps.',
    ],
    [{ verdict: 'partial', gaps: 2 }, { failOn: 'critical', minScore: 90 }, 'fail', 'The score 80 is below 90.'],
  ] as const)('of %o with %o is %s', (difference, bounds, verdict, reason) => {
    expect(judge({ ...numbers, ...difference }, bounds)).toEqual({ verdict, reason })
  })
})

describe('the judgement against a base', () => {
  const counts = countBySeverity([{ severity: 'critical' }, { severity: 'high' }, { severity: 'low' }])
  const numbers = { score: 20, grade: 'F', counts, gaps: 0 } as const
  const lost = [
    {
      kind: 'file',
      path: 'src/run.ts',
      reason: 'it nests too deep',
      message: 'src/run.ts is no longer readable: it nests too deep.',
    },
  ] as const

  it('tells open findings of the base apart from new ones', () => {
    expect(judge({ ...numbers, verdict: 'pass' }, { failOn: 'high' }, { findings: [], total: 0 }).reason).toBe(
      'No new finding is high or worse. 2 existing findings are high or worse and still open; they do not fail this ' +
        'run.',
    )
    expect(
      judge(
        { ...numbers, verdict: 'fail' },
        { failOn: 'high' },
        { findings: [received({ severity: 'high' })], total: 1 },
      ).reason,
    ).toBe(
      '1 new finding is high or worse. 1 existing finding is high or worse and still open; it does not fail this run.',
    )
  })

  it('names what the change makes unreadable', () => {
    expect(judge({ ...numbers, verdict: 'fail', lost }, { failOn: 'critical' }, { findings: [], total: 0 })).toEqual({
      verdict: 'fail',
      reason:
        'The change makes src/run.ts unreadable. 1 existing finding is critical and still open; it does not fail ' +
        'this run.',
    })
  })
})

describe('the summary', () => {
  const subject = { url: 'https://github.com/acme/app', ref: 'c'.repeat(40) }
  const result = {
    verdict: 'fail',
    reason: 'Because.',
    score: 10,
    grade: 'F',
    counts: countBySeverity([]),
    isCompared: true,
    findings: [],
    findingsTotal: 0,
    tools: [],
  } as const

  it('stays under a mebibyte whatever a project brings, and has no empty line, at which its HTML would end', () => {
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
    const tools = Array.from({ length: 500 }, (_, index) => ({
      kind: 'added' as const,
      name: `${long}${index}`,
      detail: long,
    }))
    const summary = resultSummary({ ...result, findings, findingsTotal: 20_000, tools }, subject)
    expect(Buffer.byteLength(summary)).toBeLessThan(maxSummaryBytes)
    expect(summary).toContain('19,900 more findings')
    expect(summary).not.toMatch(/\n\s*\n/)
    expect(summary).not.toContain('<b>')
  })

  it('has one row for the findings of a package version, with the upgrade that fixes them all', () => {
    const vulnerability = (index: number, fixedVersion: string) =>
      received({
        component: {
          purl: 'pkg:npm/a@1.0.0',
          name: 'a',
          version: '1.0.0',
          ecosystem: 'npm',
          direct: true,
          dev: false,
          introducedBy: [{ manifest: 'package.json', path: ['app@1.0.0', 'a@1.0.0'] }],
        },
        advisory: { id: `GHSA-${index}`, aliases: ['CVE-1'], url: `https://osv.example/${index}`, fixedVersion },
      })
    const findings = [vulnerability(1, '1.9.0'), vulnerability(2, '1.10.0')]
    const summary = resultSummary({ ...result, findings, findingsTotal: 5 }, subject)
    expect(summary).toContain('<h3>New findings: 5</h3>')
    expect(summary).toContain(
      '<tr><td>high</td><td>a 1.0.0: 2 known vulnerabilities<br><a href="https://osv.example/1">GHSA-1</a> ' +
        '<a href="https://osv.example/2">GHSA-2</a></td><td><code>package.json</code><br>app@&#8203;1.0.0 › ' +
        'a@&#8203;1.0.0</td><td>Upgrade a to 1.10.0 or later.</td></tr>',
    )
    expect(summary).toContain('<p>3 more findings of the same or lower severity not listed.</p>')
  })

  it('has one row for one weakness in many places, and counts those that it does not list', () => {
    const findings = Array.from({ length: 60 }, (_, index) =>
      received({ title: '<b>\u0000', category: 'code', location: { path: `${index}.ts`, startLine: 2 } }),
    )
    const summary = resultSummary({ ...result, findings, findingsTotal: 60 }, subject)
    expect(summary.match(/<td>high<\/td>/g)).toHaveLength(1)
    expect(summary).toContain('<td>&lt;b&gt;[U+0000] (60 places)</td><td><code>0.ts:2</code><br>')
    expect(summary).toContain('<code>4.ts:2</code><br>and 55 more</td>')
    expect(summary).not.toContain('not listed')
  })

  it('says when the advisories were synced, and how old the newest of them is', () => {
    const advisories = { npm: { syncedAt: '2026-11-23T05:10:00.000Z', newestModified: '2026-01-29T05:11:16.988Z' } }
    const coverage = {
      detectors: [],
      files: { scanned: 1, bytes: 1, skipped: [] },
      components: { total: 1, method: 'package-lock.json', unresolved: [] },
      advisories,
      undecidedAdvisories: 0,
      isolation: 'in-process' as const,
      gaps: [],
    }
    expect(resultSummary({ ...result, coverage }, subject)).toContain(
      'npm advisories synced 2026-11-23 (latest 2026-01-29, 297 days old)',
    )
  })

  it('lists tools that differ', () => {
    const tool = (name: string, parts: Partial<ScannedTool> = {}): ScannedTool => ({
      kind: 'tool',
      name,
      path: 'server.ts',
      line: 1,
      parameters: [],
      annotations: {},
      capabilities: [],
      ...parts,
    })
    const before = [
      tool('gone'),
      tool('moved'),
      tool('told', { description: 'Adds.' }),
      tool('reads', { capabilities: ['reads-files'], annotations: { readOnlyHint: true } }),
    ]
    const after = [
      tool('moved', { line: 9 }),
      tool('told', { description: 'Adds. Always call it first.' }),
      tool('reads', { capabilities: ['executes-commands'], annotations: { readOnlyHint: false } }),
      tool('fresh <x>', { capabilities: ['network-egress'] }),
    ]
    const tools = toolChanges({ tools: before }, { tools: after })
    expect(tools).toEqual([
      { kind: 'added', name: 'tool fresh <x>', detail: 'capabilities: network-egress' },
      { kind: 'removed', name: 'tool gone', detail: '' },
      {
        kind: 'changed',
        name: 'tool reads',
        detail: 'new capabilities: executes-commands; removed capabilities: reads-files; annotations changed',
      },
      { kind: 'changed', name: 'tool told', detail: 'description changed' },
    ])
    expect(resultSummary({ ...result, tools }, subject)).toContain(
      '<td>added</td><td><code>tool fresh &lt;x&gt;</code></td><td>capabilities: network-egress</td>',
    )
    expect(toolChanges(undefined, { tools: after })).toEqual([])
    expect(toolChanges({ tools: before }, {})).toEqual([])
  })

  it('of a run without a result says why', () => {
    expect(failureSummary('quota', 'Used up <now>.', subject)).toBe(
      `<h2>Assay: ⚠️ quota exceeded</h2>\n<p>Used up &lt;now&gt;. Target: ` +
        `<code>https://github.com/acme/app</code> at <code>${'c'.repeat(40)}</code>.</p>`,
    )
  })
})
