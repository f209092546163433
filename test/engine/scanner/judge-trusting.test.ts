import { describe, expect, it } from 'vitest'
import { noSettings, type SettingsFile } from '../../../src/engine/project-settings/settings-file.ts'
import { parseSettings } from '../../../src/engine/project-settings/parse-settings.ts'
import { trustWholly } from '../../../src/engine/project-settings/trusted-settings.ts'
import { judgeTrusting } from '../../../src/engine/scanner/judge-trusting.ts'
import { storedFinding } from '../../support/findings.ts'

const now = new Date('2026-06-15T12:00:00.000Z')
const inline = { suppressions: [], mistakes: [] }

function judged(
  text: string,
  {
    findings = [storedFinding({ severity: 'high' })],
    ...scan
  }: Partial<Parameters<typeof judgeTrusting>[1]> & { findings?: ReturnType<typeof storedFinding>[] } = {},
) {
  const file =
    text === ''
      ? noSettings
      : parseSettings(text, { path: 'assay.yml', rules: ['vulnerable-dependency', 'malicious-dependency'] })
  const { verdict, results, projectSettings } = judgeTrusting(findings, {
    trusted: trustWholly(file),
    inline,
    now,
    gaps: [],
    ...scan,
  })
  return {
    verdict,
    open: results.vulnerabilities.total,
    score: results.securityScore,
    public: projectSettings.withoutSettings,
  }
}

describe('a scan whose asker trusts the project', () => {
  it('counts nothing that was set aside, and tells what everybody else sees', () => {
    const { verdict, open, score, public: others } = judged('suppressions: [{rule: vulnerable-dependency, reason: a}]')
    expect({ verdict, open, score }).toEqual({ verdict: 'pass', open: 0, score: 100 })
    expect(others).toMatchObject({ verdict: 'fail', results: { vulnerabilities: { high: 1, total: 1 } } })
    expect(others.results.securityScore).toBeLessThan(85)
  })

  it('fails from the severity on that the project says, unless the asker says one', () => {
    expect(judged('failOn: critical').verdict).toBe('pass')
    expect(judged('failOn: critical').public.verdict).toBe('fail')
    expect(judged('failOn: critical', { failOn: 'high' }).verdict).toBe('fail')
    expect(judged('failOn: medium', { findings: [storedFinding({ severity: 'medium' })] })).toMatchObject({
      verdict: 'fail',
      public: { verdict: 'pass' },
    })
    expect(judged('', { findings: [storedFinding({ severity: 'medium' })] }).verdict).toBe('pass')
  })

  it('never fails for a rule at warn, always for one at block, and counts both', () => {
    expect(judged('rules: {vulnerable-dependency: warn}')).toMatchObject({
      verdict: 'pass',
      open: 1,
      public: { verdict: 'fail' },
    })
    expect(
      judged('rules: {vulnerable-dependency: block}', { findings: [storedFinding({ severity: 'info' })] }),
    ).toMatchObject({ verdict: 'fail', open: 1, public: { verdict: 'pass' } })
    expect(judged('rules: {malicious-dependency: warn}').verdict).toBe('fail')
    expect(
      judged('rules: {vulnerable-dependency: block}', {
        onlyNew: true,
        findings: [storedFinding({ state: 'existing' })],
      }).verdict,
    ).toBe('pass')
  })

  it('judges without the settings by what the asker wants too', () => {
    expect(judged('', { failOn: 'critical' }).public.verdict).toBe('pass')
    expect(judged('', { findings: [storedFinding({ severity: 'low' })], failOn: 'low' }).public.verdict).toBe('fail')
  })

  it('names the settings file and one that is ignored only where there is one', () => {
    const report = (file: SettingsFile) =>
      judgeTrusting([], { trusted: trustWholly(file), inline, now, gaps: [] }).projectSettings
    const [none, read, ignored] = [
      report(noSettings),
      report(parseSettings('', { path: 'assay.yml', rules: [] })),
      report({ ...noSettings, ignored: '.github/assay.yml' }),
    ]
    expect([none, read, ignored].map((one) => ['path' in one, one.path, 'ignored' in one, one.ignored])).toEqual([
      [false, undefined, false, undefined],
      [true, 'assay.yml', false, undefined],
      [false, undefined, true, '.github/assay.yml'],
    ])
  })

  it('passes no scan that did not see everything', () => {
    expect(judged('rules: {vulnerable-dependency: off}', { gaps: ['something'] }).verdict).toBe('partial')
  })
})
