import { describe, expect, it } from 'vitest'
import { valueFacts } from '../../../../../src/engine/analysis/taint/sanitizers/value-facts.ts'
import { flaw, lesserMistakes, offByDefault } from '../../../../../src/engine/analysis/taint/sanitizers/flaws.ts'
import type { Mistake } from '../../../../../src/engine/analysis/taint/sanitizers/mistakes.ts'
import { isComprehensive } from '../../../../../src/engine/analysis/models/sanitizers/networks.ts'
import { FactBits } from '../../../../../src/engine/analysis/taint/sanitizers/fact-bits.ts'
import {
  allKinds,
  kindsIn,
  maskOf,
  queryWithBackslashes,
  taintKinds,
} from '../../../../../src/engine/analysis/taint-kind.ts'

const addresses = ['url', 'open', 'redirect']

/** Kinds of taint against which a check with this mistake is meant, by mistake. */
const meant: Readonly<Record<Exclude<Mistake, 'quotes-doubled'>, readonly string[]>> = {
  'prefix-without-separator': ['path'],
  'not-resolved': ['path'],
  'links-not-resolved': ['path'],
  'parents-alone': ['path'],
  'absolute-alone': ['path'],
  'dots-only-name': ['path'],
  'parents-replaced': ['path'],
  'cut-for-check': ['path'],
  'checked-before-decoding': ['path', 'url', 'command', 'redirect', 'html'],
  'pattern-not-anchored': taintKinds,
  'deny-list': taintKinds,
  'scheme-alone': ['url'],
  'prefix-of-address': addresses,
  'suffix-without-dot': addresses,
  'host-in-text': addresses,
  'names-not-resolved': ['url'],
  'bracketed-address': ['url'],
  'whole-address-tested': ['url'],
  'two-slashes': ['redirect'],
  'first-word-alone': ['command'],
  'quotes-replaced': ['command'],
  'statement-prefix': ['query'],
  'transaction-ended': ['query'],
  'line-end-in-pattern': ['command', 'environment'],
  'off-by-default': taintKinds,
}

describe('mistakes of guards', () => {
  it.each(Object.entries(meant))('have the kinds that the check is meant for: %s', (mistake, kinds) => {
    const found = flaw(mistake as Mistake, 7)
    expect(kindsIn(found.kinds).sort()).toEqual([...kinds].sort())
    expect(found).toMatchObject({ mistake, node: 7 })
  })

  it('are reported for statements of databases that interpret backslashes', () => {
    expect(flaw('quotes-doubled', 7)).toMatchObject({ kinds: queryWithBackslashes })
  })

  it('are reported only for the requested kinds', () => {
    expect(flaw('deny-list', 1, maskOf('url', 'path')).kinds).toBe(maskOf('url', 'path'))
    expect(flaw('deny-list', 1).kinds).toBe(allKinds)
    expect(flaw('prefix-without-separator', 1, maskOf('url')).kinds).toBe(0)
  })

  it('leave three guards worth having', () => {
    expect([...lesserMistakes].sort()).toEqual(['dots-only-name', 'line-end-in-pattern', 'links-not-resolved'])
  })
})

describe('a check that a missing setting passes over', () => {
  const nothing = valueFacts({})

  it('is told of what only the other way clears', () => {
    expect(offByDefault(3, nothing, valueFacts({ cleared: maskOf('path', 'url') }))).toEqual([
      flaw('off-by-default', 3, maskOf('path', 'url')),
    ])
    expect(
      offByDefault(3, valueFacts({ cleared: maskOf('url') }), valueFacts({ cleared: maskOf('path', 'url') })),
    ).toEqual([flaw('off-by-default', 3, maskOf('path'))])
    expect(offByDefault(3, valueFacts({ cleared: maskOf('path') }), valueFacts({ cleared: maskOf('path') }))).toEqual(
      [],
    )
    expect(offByDefault(3, valueFacts({ cleared: maskOf('path') }), nothing)).toEqual([])
  })

  it('is told of folders and networks that were shown', () => {
    expect(offByDefault(3, nothing, valueFacts({ shown: FactBits.inside }))).toEqual([
      flaw('off-by-default', 3, maskOf('path')),
    ])
    expect(offByDefault(3, nothing, valueFacts({ shown: FactBits.noParents }))).toEqual([])
    expect(isComprehensive(-1)).toBe(true)
    expect(offByDefault(3, nothing, valueFacts({ networks: -1 }))).toEqual([flaw('off-by-default', 3, maskOf('url'))])
    expect(offByDefault(3, nothing, valueFacts({ networks: 0 }))).toEqual([])
  })
})
