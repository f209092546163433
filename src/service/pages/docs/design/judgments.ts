import type { Finding } from '../../../../engine/model/finding.ts'
import { type Grade, gradeThresholds } from '../../../../engine/model/score.ts'
import { severities } from '../../../../engine/model/severity.ts'
import { type Content, html } from '../../html.ts'
import { findingCard } from '../../parts/finding-card.ts'
import { gradeChip, gradePanel, severityCounts, severityLabel, severityTally } from '../../parts/grades.ts'

const counts = { critical: 1, high: 3, medium: 8, low: 0, info: 2 }

/** Each grade, with an example score. */
const grades: readonly (readonly [Grade, number])[] = gradeThresholds.map(([grade, minScore]) => [grade, minScore])

/** Shows grades in both sizes. */
export function gradeSection(): Content {
  return html`
    <section class="card">
      <h2>Grades</h2>
      <div class="row">${grades.map(([grade, score]) => gradePanel(grade, score))}</div>
      <h3>In a list</h3>
      <div class="row">${[...grades.map(([grade]) => grade), undefined].map((grade) => gradeChip(grade))}</div>
      <h3>In a text</h3>
      <div class="row">
        ${[...grades.map(([grade]) => grade), undefined].map((grade) => gradeChip(grade, { small: true }))}
      </div>
    </section>
  `
}

/** Shows severities as labels, as counts, and in one line. */
export function severitySection(): Content {
  return html`
    <section class="card">
      <h2>Severities</h2>
      <div class="row">${severities.map((severity) => severityLabel(severity))}</div>
      <h3>Open findings</h3>
      ${severityCounts(counts)}
      <h3>In one line</h3>
      ${severityTally(counts)}
    </section>
  `
}

/** Shows verdicts and tags. */
export function tagSection(): Content {
  return html`
    <section class="card">
      <h2>Verdicts and tags</h2>
      <div class="row">
        <span class="verdict best">Pass</span>
        <span class="verdict fair">Partial</span>
        <span class="verdict worst">Fail</span>
      </div>
      <ul class="tags">
        ${['reads files', 'runs commands', 'opens connections'].map((text) => html`<li class="tag">${text}</li>`)}
      </ul>
    </section>
  `
}

const finding: Finding = {
  id: 'finding_example',
  ruleId: 'command-injection',
  state: 'new',
  firstSeenAt: '2026-01-02T03:04:05.678Z',
  title: 'Command injection in tool `ping_host`',
  message:
    'The argument `host` of tool `ping_host` reaches `exec()` without validation. ' +
    'An attacker who controls the argument can run any command with the privileges of the server.',
  severity: 'critical',
  precision: 'high',
  category: 'code',
  cwe: ['CWE-78'],
  owaspMcp: [],
  fingerprint: 'example',
  remediation: 'Use `execFile("ping", ["--", host])` instead of `exec()`.',
  location: { path: 'src/tools/ping.js', startLine: 11, snippet: '  exec(`ping ${host}`, done)' },
  trace: [
    { path: 'src/tools/ping.js', line: 9, message: 'argument `host` of tool `ping_host`' },
    { path: 'src/tools/ping.js', line: 11, message: 'passed to `exec()`' },
  ],
}

/** Shows a finding card. */
export function findingSection(): Content {
  return html`
    <section class="card">
      <h2>Findings</h2>
      ${findingCard(finding)}
    </section>
  `
}
