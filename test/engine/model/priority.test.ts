import { expect, it } from 'vitest'
import { comparePriority, type PrioritizedFinding } from '../../../src/engine/model/priority.ts'
import { reachabilityStatuses } from '../../../src/engine/model/reachability.ts'
import { severities } from '../../../src/engine/model/severity.ts'

const kev = { addedAt: '2026-01-01', ransomware: false }
const sorted = (findings: readonly PrioritizedFinding[]) => findings.toReversed().toSorted(comparePriority)
const reached = (status: (typeof reachabilityStatuses)[number]) => ({ reachability: { status } })

it('lists exploited findings first, and findings whose code does not run last', () => {
  const inOrder: PrioritizedFinding[] = [
    { severity: 'low', advisory: { kev } },
    { severity: 'critical', ...reached('reachable') },
    { severity: 'critical' },
    { severity: 'high', ...reached('unknown') },
    { severity: 'medium', advisory: { epss: { score: 0.05 } } },
    { severity: 'medium' },
    { severity: 'low' },
    { severity: 'low', ...reached('imported'), advisory: { kev } },
    { severity: 'critical', ...reached('imported') },
    { severity: 'high', ...reached('not-loaded') },
  ]
  expect(sorted(inOrder)).toEqual(inOrder)
})

it('raises reachable and likely exploited findings by one level each, but not above exploited ones and malware', () => {
  const inOrder: PrioritizedFinding[] = [
    { severity: 'critical', ruleId: 'malicious-dependency' },
    { severity: 'critical', ...reached('reachable'), advisory: { epss: { score: 0.9 } } },
    { severity: 'medium', ...reached('reachable'), advisory: { epss: { score: 0.2 } } },
    { severity: 'critical', ...reached('unknown') },
    { severity: 'medium', ...reached('reachable') },
    { severity: 'medium', advisory: { epss: { score: 0.1 } } },
    { severity: 'high' },
  ]
  expect(sorted(inOrder)).toEqual(inOrder)
})

it('sorts findings without more data by severity', () => {
  const inOrder = severities.map((severity) => ({ severity }))
  expect(sorted(inOrder)).toEqual(inOrder)
})

it('weighs no later difference more than reachability and exploitation, in every pair', () => {
  const every = severities.flatMap((severity) =>
    [undefined, ...reachabilityStatuses].flatMap((status) =>
      [undefined, kev].flatMap((known) =>
        [undefined, 0, 0.1, 1].map((score) => ({
          severity,
          ...(status && reached(status)),
          advisory: { kev: known, epss: score === undefined ? undefined : { score } },
        })),
      ),
    ),
  )
  for (const a of every)
    for (const b of every) {
      const isLast = (one: PrioritizedFinding) => ['imported', 'not-loaded'].indexOf(one.reachability?.status ?? '') + 1
      if (isLast(a) !== isLast(b)) expect(Math.sign(comparePriority(a, b))).toBe(Math.sign(isLast(a) - isLast(b)))
      else if (!a.advisory.kev !== !b.advisory.kev) expect(comparePriority(a, b) < 0).toBe(a.advisory.kev !== undefined)
    }
})
