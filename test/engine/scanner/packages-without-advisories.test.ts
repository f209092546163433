import { describe, expect, it } from 'vitest'
import { noAdvisories } from '../../../src/engine/advisories/advisory-store.ts'
import type { Component, Ecosystem } from '../../../src/engine/model/component.ts'
import { consultAdvisories } from '../../../src/engine/scanner/consult-advisories.ts'

const component = (ecosystem: Ecosystem, name: string, dev = false): Component => ({
  purl: `pkg:x/${name}`,
  name,
  version: '1.0',
  ecosystem,
  direct: true,
  dev,
  introducedBy: [],
})

const asked: Ecosystem[] = []
const store = {
  ...noAdvisories,
  ready: async (ecosystem: Ecosystem) => {
    asked.push(ecosystem)
    return { date: { syncedAt: '2026-01-02T03:04:05.678Z' } }
  },
}
const consult = (...components: Component[]) => consultAdvisories(store, components, AbortSignal.timeout(5_000))

describe('packages of systems without advisories', () => {
  it('are named as not matched, and their advisories are never requested', async () => {
    const answer = await consult(component('npm', 'a'), component('CocoaPods', 'PINCache'), component('CPAN', 'Plack'))
    expect(answer.gaps).toEqual([
      'Assay has no advisories for packages of CocoaPods, so it listed 1 package, such as PINCache 1.0, and did not ' +
        'check it for known vulnerabilities.',
      'Assay has no advisories for packages of CPAN, so it listed 1 package, such as Plack 1.0, and did not check it ' +
        'for known vulnerabilities.',
    ])
    expect(answer.shortfall).toEqual({ status: 'partial', reason: 'no advisories for CocoaPods, CPAN' })
    expect(asked).toEqual(['npm'])
  })

  it('are not named if they are only for development', async () => {
    expect((await consult(component('npm', 'a'), component('CocoaPods', 'PINCache', true))).gaps).toEqual([])
  })
})
