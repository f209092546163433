import { describe, expect, it } from 'vitest'
import { licenceProblem, licencesOf } from '../../../.ci/licences.ts'

describe('the check of licences', () => {
  it.each([
    ['MIT', false, undefined],
    ['(MIT OR GPL-3.0-only)', false, undefined],
    ['(MIT AND Zlib)', false, /stands under/],
    ['GPL-3.0-only', true, /GPL-3\.0-only/],
    ['CC-BY-4.0', true, undefined],
    ['CC-BY-4.0', false, /CC-BY-4\.0/],
    ['', false, /names no licence/],
    ['SEE LICENSE IN LICENSE', false, /SEE LICENSE/],
    ['UNLICENSED', false, /UNLICENSED/],
  ])('%s, development %s: %s', (expression, isForDevelopment, problem) => {
    const found = licenceProblem('example', expression, isForDevelopment)
    if (problem === undefined) expect(found).toBeUndefined()
    else expect(found).toMatch(problem)
  })

  it('allows a license for a single package', () => {
    expect(licenceProblem('spdx-exceptions', 'CC-BY-3.0', false)).toBeUndefined()
    expect(licenceProblem('example', 'CC-BY-3.0', true)).toMatch(/CC-BY-3\.0/)
  })

  it('reads every form in which manifests name one', () => {
    expect(licencesOf({ license: 'MIT' })).toBe('MIT')
    expect(licencesOf({ license: { type: 'ISC', url: 'x' } })).toBe('ISC')
    expect(licencesOf({ licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] })).toBe('MIT OR Apache-2.0')
    expect(licencesOf({ name: 'x' })).toBe('')
  })
})
