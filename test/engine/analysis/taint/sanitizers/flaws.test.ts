import { describe, expect, it } from 'vitest'
import { valueFacts } from '../../../../../src/engine/analysis/taint/sanitizers/value-facts.ts'
import {
  flaw,
  lesserMistakes,
  type Mistake,
  offByDefault,
} from '../../../../../src/engine/analysis/taint/sanitizers/flaws.ts'
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

/** By mistake: the kinds of harm that such a guard is meant for, and words of what people read about it. */
const meant: Readonly<Record<Exclude<Mistake, 'quotes-doubled'>, readonly [kinds: readonly string[], words: RegExp]>> =
  {
    'prefix-without-separator': [['path'], /\/data-secret passes for \/data$/],
    'not-resolved': [['path'], /not normalised before/],
    'links-not-resolved': [['path'], /symbolic links/],
    'parents-alone': [['path'], /an absolute path passes/],
    'absolute-alone': [['path'], /\.\. passes/],
    'dots-only-name': [['path'], /\. or \.\., which is a folder/],
    'parents-replaced': [['path'], /\.\.\.\.\/\/ becomes \.\.\//],
    'cut-for-check': [['path'], /for the check alone/],
    'checked-before-decoding': [['path', 'url', 'command', 'redirect', 'html'], /before it is decoded/],
    'pattern-not-anchored': [taintKinds, /not anchored at both ends/],
    'deny-list': [taintKinds, /whatever the list forgets passes/],
    'scheme-alone': [['url'], /only the scheme is checked/],
    'prefix-of-address': [addresses, /https:\/\/host\.example@evil\.example pass/],
    'suffix-without-dot': [addresses, /evil-example\.com passes for example\.com/],
    'host-in-text': [addresses, /looked for anywhere in the text/],
    'names-not-resolved': [['url'], /before it is resolved/],
    'whole-address-tested': [['url'], /handed the whole address/],
    'two-slashes': [['redirect'], /\/\/evil\.example/],
    'first-word-alone': [['command'], /only one word of the command/],
    'quotes-replaced': [['command'], /backquotes/],
    'statement-prefix': [['query'], /only the beginning of the statement/],
    'line-end-in-pattern': [['command', 'environment'], /a line break may stand/],
    'off-by-default': [taintKinds, /where a setting is missing/],
  }

describe('mistakes of guards', () => {
  it.each(Object.entries(meant))('are told with what they are meant for: %s', (mistake, [kinds, words]) => {
    const told = flaw(mistake as Mistake, 7)
    expect(kindsIn(told.kinds).sort()).toEqual([...kinds].sort())
    expect(told).toMatchObject({ mistake, node: 7, reason: expect.stringMatching(words) })
  })

  it('are told of statements for databases that read backslashes', () => {
    expect(flaw('quotes-doubled', 7)).toMatchObject({
      kinds: queryWithBackslashes,
      reason: expect.stringMatching(/MySQL read a backslash/),
    })
  })

  it('are told of the kinds that are asked about alone', () => {
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
