import { describe, expect, it } from 'vitest'
import { findingOfMatch } from '../../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import { withReachability } from '../../../../src/engine/rules/vulnerable-dependencies/with-reachability.ts'
import { compareFindings } from '../../../../src/engine/scanner/compare.ts'
import { renewFindings } from '../../../../src/service/registry/rematching/renew-findings.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'

const detected = (fixedVersion = '1.0.1') =>
  findingOfMatch({
    component: component('lib', '1.0.0'),
    advisory: { id: 'GHSA-1', aliases: [], url: 'https://osv.dev/vulnerability/GHSA-1', fixedVersion },
    summary: 'A flaw',
    severity: 'high',
    cwe: [],
    malicious: false,
  })

const unknown = { status: 'unknown', reason: 'dynamic-import', detail: 'express@4.16.0 lib/view.js:81' } as const

describe('a finding after its advisories changed', () => {
  const now = new Date('2026-01-01T00:00:00.000Z')
  const stored = compareFindings([withReachability(detected(), unknown)], new Map(), now)

  it('keeps its reachability and its text', () => {
    expect(renewFindings(stored, { detected: [detected()], unknown: new Set(), now })).toMatchObject({
      isSame: true,
      findings: [{ reachability: unknown }],
    })
  })

  it('loses it if another version fixes the advisory, because the functions can differ', () => {
    const renewed = renewFindings(stored, { detected: [detected('1.0.2')], unknown: new Set(), now })
    expect(renewed.isSame).toBe(false)
    expect(renewed.findings[0]).not.toHaveProperty('reachability')
    expect(renewed.findings[0]?.message).not.toContain('could not decide')
  })
})
