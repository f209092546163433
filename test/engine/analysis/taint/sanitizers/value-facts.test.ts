import { describe, expect, it } from 'vitest'
import {
  mergeFlaws,
  conjoinValueFacts,
  clearedKinds,
  disjoinValueFacts,
  type ValueFacts,
  valueFacts,
  noValueFacts,
  testedKinds,
} from '../../../../../src/engine/analysis/taint/sanitizers/value-facts.ts'
import { flaw } from '../../../../../src/engine/analysis/taint/sanitizers/flaws.ts'
import {
  conjoinFacts,
  disjoinFacts,
  FactsBuilder,
  contradiction,
  type Facts,
  noFacts,
} from '../../../../../src/engine/analysis/taint/sanitizers/facts.ts'
import { everyNetwork } from '../../../../../src/engine/analysis/models/sanitizers/networks.ts'
import { characterSet } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/characters.ts'
import { FactBits } from '../../../../../src/engine/analysis/taint/sanitizers/fact-bits.ts'
import { maskOf } from '../../../../../src/engine/analysis/taint-kind.ts'

const [path, url, command, open, redirect] = [
  maskOf('path'),
  maskOf('url'),
  maskOf('command'),
  maskOf('open'),
  maskOf('redirect'),
]
const a = valueFacts({
  cleared: path,
  shown: FactBits.noParents,
  denied: characterSet('a'),
  firstDenied: characterSet('-'),
  networks: 1,
  flaws: [flaw('deny-list', 1)],
  tested: url,
  testedAt: 4,
})
const b = valueFacts({
  cleared: url,
  shown: FactBits.notAbsolute,
  denied: characterSet('b'),
  firstDenied: characterSet('/'),
  networks: 2,
  flaws: [flaw('deny-list', 2)],
  tested: path,
  testedAt: 5,
})

describe('two facts that both hold', () => {
  it('are joined', () => {
    expect(conjoinValueFacts(a, b)).toEqual(
      valueFacts({
        cleared: path | url,
        shown: FactBits.noParents | FactBits.notAbsolute,
        denied: characterSet('ab'),
        firstDenied: characterSet('-/'),
        networks: 3,
        flaws: [flaw('deny-list', 1), flaw('deny-list', 2)],
        tested: path | url,
        testedAt: 4,
      }),
    )
    expect(conjoinValueFacts(valueFacts({ cleared: path }), b).testedAt).toBe(5)
    expect(conjoinValueFacts(valueFacts({ testedAt: 0 }), b).testedAt).toBe(0)
  })

  it('are one of them where the other is nothing', () => {
    expect(conjoinValueFacts(a, noValueFacts)).toBe(a)
    expect(conjoinValueFacts(noValueFacts, b)).toBe(b)
  })

  it('are a test as it is written only where no other test is one of the host', () => {
    const asWritten = valueFacts({ networks: 1, shown: FactBits.testedAsWritten })
    const ofHost = valueFacts({ networks: 2 })
    expect(conjoinValueFacts(asWritten, ofHost).shown).toBe(0)
    expect(conjoinValueFacts(ofHost, asWritten).shown).toBe(0)
    expect(conjoinValueFacts(asWritten, valueFacts({ networks: 2, shown: FactBits.testedAsWritten })).shown).toBe(
      FactBits.testedAsWritten,
    )
    expect(conjoinValueFacts(asWritten, valueFacts({ cleared: path })).shown).toBe(FactBits.testedAsWritten)
    expect(conjoinValueFacts(valueFacts({ cleared: path }), asWritten).shown).toBe(FactBits.testedAsWritten)
    expect(conjoinValueFacts(asWritten, valueFacts({ networks: 2, shown: FactBits.webScheme })).shown).toBe(
      FactBits.webScheme,
    )
  })
})

describe('two facts of which one holds', () => {
  it('are what both say', () => {
    expect(disjoinValueFacts(a, b)).toMatchObject({ cleared: 0, denied: 0n, firstDenied: 0n, networks: 1 })
    const shared = valueFacts({
      cleared: path | url,
      shown: FactBits.noParents | FactBits.webScheme,
      denied: characterSet('ab'),
      firstDenied: characterSet('-/'),
      networks: 3,
    })
    expect(
      disjoinValueFacts(
        shared,
        valueFacts({
          cleared: path,
          shown: FactBits.webScheme,
          denied: characterSet('a'),
          firstDenied: characterSet('-'),
          networks: 2,
        }),
      ),
    ).toMatchObject({ cleared: path, denied: characterSet('a'), firstDenied: characterSet('-'), networks: 2 })
  })

  it.each<[string, number, Partial<ValueFacts>]>([
    [
      'path',
      path,
      {
        shown:
          FactBits.inside |
          FactBits.noParents |
          FactBits.insideReally |
          FactBits.notAbsolute |
          FactBits.startsNotWithParent |
          FactBits.insideAsWritten,
      },
    ],
    ['url', url, { shown: FactBits.namesResolved | FactBits.compared, networks: everyNetwork }],
    ['open', open, { shown: FactBits.webScheme }],
    ['redirect', redirect, { shown: FactBits.startsWithSlash | FactBits.notTwoSlashes }],
    ['command', command, { denied: characterSet(';&|') }],
    ['environment', maskOf('environment'), { denied: characterSet('\n') }],
    ['argument', maskOf('argument'), { firstDenied: characterSet('-') }],
  ])('show everything about %s where that is cleared altogether', (_name, cleared, shown) => {
    const one = valueFacts({ cleared })
    const other = valueFacts(shown)
    for (const joined of [disjoinValueFacts(one, other), disjoinValueFacts(other, one)])
      expect(joined).toMatchObject({ cleared: 0, ...shown })
    for (const kind of [path, url, open, redirect, command, maskOf('environment'), maskOf('argument')]) {
      if (kind !== cleared)
        expect(disjoinValueFacts(valueFacts({ cleared: kind }), other).shown & (other.shown & ~FactBits.compared)).toBe(
          0,
        )
    }
  })

  it('are tested where both are tested, or one of them is cleared', () => {
    const tested = (one: ValueFacts, other: ValueFacts) =>
      (({ tested: kinds, testedAt }) => [kinds, testedAt])(disjoinValueFacts(one, other))
    expect(tested(valueFacts({ tested: path, testedAt: 1 }), valueFacts({ tested: path, testedAt: 2 }))).toEqual([
      path,
      1,
    ])
    expect(tested(valueFacts({ tested: path }), valueFacts({ tested: path, testedAt: 2 }))).toEqual([path, 2])
    expect(tested(valueFacts({ tested: path, testedAt: 0 }), valueFacts({ tested: path, testedAt: 2 }))).toEqual([
      path,
      0,
    ])
    expect(tested(valueFacts({ tested: path, testedAt: 1 }), valueFacts({ cleared: path }))).toEqual([path, 1])
    expect(tested(valueFacts({ tested: path, testedAt: 1 }), valueFacts({ cleared: url }))).toEqual([0, -1])
    expect(tested(valueFacts({ tested: path, testedAt: 1 }), noValueFacts)).toEqual([0, -1])
    expect(tested(valueFacts({ tested: command, testedAt: 1 }), valueFacts({ cleared: command }))).toEqual([command, 1])
    expect(tested(valueFacts({ cleared: path, testedAt: 1 }), valueFacts({ cleared: path }))).toEqual([0, -1])
  })

  const mistakes = (one: ValueFacts, other: ValueFacts) =>
    disjoinValueFacts(one, other).flaws.map(({ mistake, node }) => `${mistake} ${node}`)
  const prefix = valueFacts({ flaws: [flaw('prefix-without-separator', 1)] })

  it('keep a mistake where the other way is clear of the kind, or has a mistake of it', () => {
    expect(mistakes(prefix, valueFacts({ cleared: path }))).toEqual(['prefix-without-separator 1'])
    expect(mistakes(valueFacts({ cleared: path }), prefix)).toEqual(['prefix-without-separator 1'])
    expect(mistakes(prefix, valueFacts({ flaws: [flaw('parents-alone', 2)] }))).toEqual([
      'prefix-without-separator 1',
      'parents-alone 2',
    ])
    expect(mistakes(prefix, valueFacts({ cleared: url }))).toEqual([])
    expect(mistakes(prefix, noValueFacts)).toEqual([])
    expect(mistakes(prefix, valueFacts({ flaws: [flaw('scheme-alone', 2)] }))).toEqual([])
  })

  it('keep a list of forbidden texts only where both ways have it', () => {
    const denied = valueFacts({ flaws: [flaw('deny-list', 1)] })
    expect(mistakes(denied, valueFacts({ cleared: path }))).toEqual([])
    expect(mistakes(denied, prefix)).toEqual(['prefix-without-separator 1'])
    expect(mistakes(denied, denied)).toEqual(['deny-list 1'])
    expect(mistakes(denied, valueFacts({ flaws: [flaw('deny-list', 2)] }))).toEqual([])
  })

  it('keep a check that a missing setting passes over where the other way clears it', () => {
    const off = valueFacts({ flaws: [flaw('off-by-default', 1, path)] })
    expect(mistakes(off, valueFacts({ cleared: path }))).toEqual(['off-by-default 1'])
    expect(mistakes(off, valueFacts({ shown: FactBits.inside }))).toEqual(['off-by-default 1'])
    expect(mistakes(off, valueFacts({ cleared: url }))).toEqual([])
    expect(mistakes(prefix, valueFacts({ shown: FactBits.inside }))).toEqual([])
  })
})

describe('what is cleared and tested', () => {
  it('is also what folders and networks clear', () => {
    expect(clearedKinds(valueFacts({ cleared: command, shown: FactBits.inside, networks: everyNetwork }))).toBe(
      command | path | url,
    )
    expect(clearedKinds(valueFacts({ shown: FactBits.insideReally, networks: 0 }))).toBe(0)
    expect(testedKinds(valueFacts({ tested: command, cleared: maskOf('path', 'url', 'query') }))).toBe(
      command | path | url,
    )
  })
})

describe('lists of mistakes', () => {
  it('have each mistake of a place once, and twenty at most', () => {
    expect(mergeFlaws([flaw('deny-list', 1)], [flaw('deny-list', 1)])).toHaveLength(1)
    expect(mergeFlaws([flaw('deny-list', 1)], [flaw('deny-list', 2)])).toHaveLength(2)
    expect(mergeFlaws([flaw('deny-list', 1)], [flaw('parents-alone', 1)])).toHaveLength(2)
    expect(mergeFlaws([], [flaw('deny-list', 1)])).toHaveLength(1)
    const many = Array.from({ length: 15 }, (_none, node) => flaw('deny-list', node))
    expect(
      mergeFlaws(
        many,
        many.map((one) => ({ ...one, node: one.node + 100 })),
      ),
    ).toHaveLength(20)
    expect(mergeFlaws(many, many)).toBe(many)
  })
})

const known = (...of: readonly (readonly [value: number, shown: ValueFacts])[]): Facts => ({
  of: new Map(of),
  isImpossible: false,
})
const [setting, other] = [{ state: 'unset', node: 9 } as const, { state: 'opted-out', node: 8 } as const]
const cleared = valueFacts({ cleared: path })

describe('knowledge of several values', () => {
  it('is joined by value where both hold', () => {
    expect(conjoinFacts(known([1, cleared]), known([1, valueFacts({ cleared: url })], [2, cleared])).of).toEqual(
      new Map([
        [1, valueFacts({ cleared: path | url })],
        [2, cleared],
      ]),
    )
    expect(conjoinFacts(contradiction, known([1, cleared]))).toBe(contradiction)
    expect(conjoinFacts(known([1, cleared]), contradiction)).toBe(contradiction)
    const one = known([1, cleared])
    expect(conjoinFacts(one, noFacts)).toBe(one)
    expect(conjoinFacts(noFacts, one)).toBe(one)
    expect(conjoinFacts({ ...known(), setting }, known())).toEqual({ of: new Map(), isImpossible: false, setting })
    expect(conjoinFacts(known(), { ...known(), setting: other })).toEqual({
      of: new Map(),
      isImpossible: false,
      setting: other,
    })
    expect(conjoinFacts({ ...known(), setting }, { ...known(), setting: other }).setting).toBe(setting)
    expect('setting' in conjoinFacts(known(), known([1, cleared]))).toBe(false)
  })

  it('is gathered as it is joined', () => {
    const samples = [
      noFacts,
      known([1, cleared]),
      known([1, valueFacts({ cleared: url })], [2, cleared]),
      { ...known([3, cleared]), setting },
      { ...known(), setting: other },
      contradiction,
    ]
    for (const first of samples)
      for (const second of samples)
        for (const third of samples) {
          const all = new FactsBuilder()
          for (const one of [first, second, third]) all.add(one)
          expect(all.known).toStrictEqual([first, second, third].reduce(conjoinFacts))
        }
  })

  it('is what both ways show where one of them holds', () => {
    const one = known([1, cleared], [2, cleared])
    expect(disjoinFacts(one, known([1, cleared])).of).toEqual(
      new Map([[1, expect.objectContaining({ cleared: path })]]),
    )
    expect(disjoinFacts(one, contradiction)).toBe(one)
    expect(disjoinFacts(contradiction, one)).toBe(one)
    expect(disjoinFacts(one, known()).of.size).toBe(0)
  })

  it.each<[string, Partial<ValueFacts>]>([
    ['cleared', { cleared: path }],
    ['shown', { shown: FactBits.noParents }],
    ['networks', { networks: 1 }],
    ['denied', { denied: characterSet('a') }],
    ['firstDenied', { firstDenied: characterSet('a') }],
    ['tested', { tested: path }],
    ['flaws', { flaws: [flaw('deny-list', 1)] }],
  ])('keeps values of which only %s is known', (_name, shown) => {
    expect(disjoinFacts(known([1, valueFacts(shown)]), known([1, valueFacts(shown)])).of.get(1)).toMatchObject(shown)
  })

  it('leaves out a path that a setting selects, unless it shows something', () => {
    const one = known([1, cleared])
    const out = { ...known(), setting: other }
    expect(disjoinFacts(out, one)).toBe(one)
    expect(disjoinFacts(one, out)).toBe(one)
    expect(disjoinFacts({ ...known([2, cleared]), setting: other }, one).of.size).toBe(0)
  })

  it('says that a missing setting passes a check over', () => {
    const mistakes = (first: Facts, second: Facts) =>
      disjoinFacts(first, second)
        .of.get(1)
        ?.flaws.map(({ mistake, node }) => `${mistake} ${node}`)
    const unset = { ...known(), setting }
    expect(mistakes(unset, known([1, cleared]))).toEqual(['off-by-default 9'])
    expect(mistakes(known([1, cleared]), unset)).toEqual(['off-by-default 9'])
    expect(mistakes(known(), known([1, cleared]))).toBeUndefined()
  })
})
