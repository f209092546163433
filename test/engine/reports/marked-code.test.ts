import { describe, expect, it } from 'vitest'
import { annotate as annotateStep } from '../../../action/src/annotate.ts'
import { createRunner } from '../../../action/src/runner.ts'
import { annotate } from '../../../src/engine/reports/check-run/annotations.ts'
import { markdownProse, withoutMarkup } from '../../../src/engine/reports/check-run/markdown.ts'
import { checkRunSummary } from '../../../src/engine/reports/check-run/summary.ts'
import { github } from '../../../src/engine/reports/formats/github.ts'
import { html } from '../../../src/engine/reports/formats/html.ts'
import { detectors } from '../../../src/engine/rules/catalogue.ts'
import { received } from '../../action/support/received-finding.ts'
import { commandsIn } from '../../action/support/run-action.ts'
import { storedFinding } from '../../support/findings.ts'

const marked = storedFinding({
  ruleId: 'command-injection',
  title: 'flawed 0.0.8: `merge` changes the prototype',
  message: 'The argument "host" of tool "ping" reaches `exec()`.',
  remediation: 'Use `execFile("ping", ["--", host])` instead of `exec()`.',
  category: 'code',
  location: { path: 'src/ping.ts', startLine: 3 },
})
const title = 'high: flawed 0.0.8: merge changes the prototype'
const message = 'The argument "host" of tool "ping" reaches exec().'
const remediation = 'Use execFile("ping", ["--", host]) instead of exec().'

describe('code in the text of a rule', () => {
  it('has no backticks in the annotation of a check run, which is plain text', () => {
    const changedLines = new Map([['src/ping.ts', [[1, 9] as const]]])
    const [[annotation] = []] = annotate([marked], { changedLines, reportOn: 'low' }).batches
    expect(annotation).toMatchObject({ title, message: `${message}\n\n${remediation}` })
  })

  it('has no backticks in the annotations of a step and of a command line', () => {
    let log = ''
    const runner = createRunner({}, (text) => (log += text))
    annotateStep(runner, [received(marked)], { total: 1, isOwn: true })
    expect(commandsIn(log)).toMatchObject([{ properties: { title }, message: `${message}\n${remediation}` }])
    const report = { target: 'app', verdict: 'fail' as const, findings: [marked] }
    const view = { columns: 100, color: false, folder: '/work', rules: [], componentsOf: () => [] }
    const [command] = commandsIn(github.render([report], view))
    expect(command?.message).toBe(`src/ping.ts:3 in app: ${message} ${remediation}`)
    const page = html.render([report], view).replace(/<style>[^]*<\/style>/, '')
    expect(page).not.toContain('`')
    expect(page).toContain('<code>merge</code> changes the prototype')
  })

  it('is code in the summary, in the row of a finding and in the list of gaps', () => {
    const summary = checkRunSummary({
      verdict: 'fail',
      results: { grade: 'C', securityScore: 70 },
      findings: [marked, { ...marked, state: 'fixed', fingerprint: 'other' }],
      isCompared: true,
      gaps: ['`package.json` has no lockfile.'],
      failOn: 'high',
    })
    expect(summary).toContain('| high | flawed 0.0.8: `merge` changes the prototype `command-injection` |')
    expect(summary).toContain('- `package.json` has no lockfile.')
    expect(summary).toContain('- high: flawed 0.0.8: `merge` changes the prototype (`command-injection`)')
    expect(summary).not.toContain('\\`')
  })

  it('has a second backtick in every rule, so that none stays in plain text', () => {
    const texts = detectors.flatMap(({ rules }) => rules).flatMap((rule) => [rule.title, rule.what, rule.remediation])
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.map(withoutMarkup).filter((text) => text.includes('`'))).toEqual([])
  })

  it('keeps a single backtick of a name, and takes linear time for many', () => {
    expect(withoutMarkup('tool "a`b"')).toBe('tool "a`b"')
    expect(withoutMarkup('one ` line\nand ` another')).toBe('one ` line\nand ` another')
    const startedAt = performance.now()
    withoutMarkup('`\n'.repeat(200_000))
    withoutMarkup('`'.repeat(200_000))
    withoutMarkup(`\`${'a'.repeat(500_000)}\n`.repeat(4))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('cannot forge a command of the runner or markup', () => {
    let log = ''
    const forged = received({ ...marked, title: '##`[`error]x', message: '#`#[error]x`\n`::error::`y' })
    const runner = createRunner({}, (text) => (log += text))
    annotateStep(runner, [forged], { total: 1, isOwn: true })
    expect(log).not.toContain('##[')
    expect(log.trimEnd().split('\n')).toHaveLength(1)
    expect(markdownProse('`a|b` <img src=x> `c`')).toBe('`a\\|b` &lt;img src=x&gt; `c`')
  })
})
