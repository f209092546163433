import { expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { reachabilityStatuses } from '../../../src/engine/model/reachability.ts'
import { trustWholly } from '../../../src/engine/project-settings/trusted-settings.ts'
import { noSettings } from '../../../src/engine/project-settings/settings-file.ts'
import { findingCounts } from '../../../src/engine/reports/check-run/finding-counts.ts'
import { verdictSentence } from '../../../src/engine/reports/check-run/verdict-sentences.ts'
import { judgeTrusting } from '../../../src/engine/scanner/judge-trusting.ts'
import { verdictOf } from '../../../src/engine/scanner/verdict.ts'
import { dependencyFinding } from '../../support/findings.ts'

const reached = (status: (typeof reachabilityStatuses)[number]): Finding =>
  dependencyFinding('GHSA-1', { reachability: { status } })
const verdict = (finding: Finding, onlyReachable?: boolean) =>
  verdictOf([finding], { failOn: 'high', partial: false, ...(onlyReachable !== undefined && { onlyReachable }) })

it.each(reachabilityStatuses)('a finding that is %s fails a scan by default', (status) => {
  expect(verdict(reached(status))).toBe('fail')
})

it('with onlyReachable, only a finding that is reachable, unknown, or not judged fails', () => {
  expect(reachabilityStatuses.map((status) => [status, verdict(reached(status), true)])).toEqual([
    ['reachable', 'fail'],
    ['imported', 'pass'],
    ['not-loaded', 'pass'],
    ['unknown', 'fail'],
  ])
  expect(verdict(dependencyFinding('GHSA-1'), true)).toBe('fail')
})

it('fails for a rule that the project blocks, whatever the reachability', () => {
  const rules = [{ rule: 'vulnerable-dependency', state: 'block' }] as const
  expect(verdictOf([reached('imported')], { failOn: 'high', partial: false, onlyReachable: true, rules })).toBe('fail')
})

it('applies the setting of a trusted project, unless the requester chooses, and not to everyone else', () => {
  const trusted = trustWholly({ ...noSettings, onlyReachable: true })
  const judged = (onlyReachable?: boolean) =>
    judgeTrusting([reached('imported')], {
      trusted,
      inline: { suppressions: [], mistakes: [] },
      now: new Date(),
      gaps: [],
      onlyReachable,
    })
  expect(judged()).toMatchObject({ verdict: 'pass', projectSettings: { withoutSettings: { verdict: 'fail' } } })
  expect(judged(false).verdict).toBe('fail')
  expect(judged(true)).toMatchObject({ verdict: 'pass', projectSettings: { withoutSettings: { verdict: 'pass' } } })
})

it('names the findings that do not count', () => {
  const scan = { isCompared: false, failOn: 'high', onlyReachable: true } as const
  const counts = findingCounts([reached('imported'), reached('not-loaded'), reached('reachable')], scan)
  expect(counts).toMatchObject({ severe: 1, notRunning: 2 })
  const { severe: _, ...others } = counts
  expect(verdictSentence({ counts: { ...others, severe: 0 }, ...scan, gaps: 0, lost: [] }, 'pass')).toBe(
    'Passed: no open finding is high or worse, except 2 findings whose vulnerable code the project does not run.',
  )
})
