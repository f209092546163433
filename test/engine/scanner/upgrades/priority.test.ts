import { expect, it } from 'vitest'
import { priorityOf } from '../../../../src/engine/scanner/upgrades/vulnerabilities.ts'

const of = (
  severity: Parameters<typeof priorityOf>[0]['severity'],
  parts: Partial<Parameters<typeof priorityOf>[0]> = {},
) => priorityOf({ severity, isExploited: false, isMalicious: false, ...parts })

it('counts a vulnerability less if its code does not run, but does not put it after all others', () => {
  expect(of('critical', { reachability: 'imported' })).toBe(of('critical') / 10)
  expect(of('critical', { reachability: 'not-loaded' })).toBe(of('critical') / 20)
  expect(of('critical', { reachability: 'imported' })).toBeGreaterThan(of('medium', { reachability: 'reachable' }))
  expect(of('low', { isExploited: true, reachability: 'not-loaded' })).toBeGreaterThan(of('high'))
  expect(of('critical')).toBeGreaterThan(of('low', { isExploited: true, reachability: 'not-loaded' }))
})
