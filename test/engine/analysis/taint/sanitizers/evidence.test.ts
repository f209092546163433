import { describe, expect, it } from 'vitest'
import {
  allFlaws,
  both,
  clearedIn,
  either,
  type Evidence,
  evidence,
  nothingShown,
  testedIn,
} from '../../../../../src/engine/analysis/taint/sanitizers/value-facts.ts'
import { flaw } from '../../../../../src/engine/analysis/taint/sanitizers/flaws.ts'
import {
  bothKnown,
  eitherKnown,
  GatheredKnowledge,
  impossible,
  type Knowledge,
  nothingKnown,
} from '../../../../../src/engine/analysis/taint/sanitizers/facts.ts'
import { everyNetwork } from '../../../../../src/engine/analysis/models/sanitizers/networks.ts'
import { characterSet } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/characters.ts'
import { Shown } from '../../../../../src/engine/analysis/taint/sanitizers/fact-bits.ts'
import { maskOf } from '../../../../../src/engine/analysis/taint-kind.ts'

const [path, url, command, open, redirect] = [
  maskOf('path'),
  maskOf('url'),
  maskOf('command'),
  maskOf('open'),
  maskOf('redirect'),
]
const a = evidence({
  cleared: path,
  shown: Shown.noParents,
  denied: characterSet('a'),
  firstDenied: characterSet('-'),
  networks: 1,
  flaws: [flaw('deny-list', 1)],
  tested: url,
  testedAt: 4,
})
const b = evidence({
  cleared: url,
  shown: Shown.notAbsolute,
  denied: characterSet('b'),
  firstDenied: characterSet('/'),
  networks: 2,
  flaws: [flaw('deny-list', 2)],
  tested: path,
  testedAt: 5,
})

describe('two facts that both hold', () => {
  it('are joined', () => {
    expect(both(a, b)).toEqual(
      evidence({
        cleared: path | url,
        shown: Shown.noParents | Shown.notAbsolute,
        denied: characterSet('ab'),
        firstDenied: characterSet('-/'),
        networks: 3,
        flaws: [flaw('deny-list', 1), flaw('deny-list', 2)],
        tested: path | url,
        testedAt: 4,
      }),
    )
    expect(both(evidence({ cleared: path }), b).testedAt).toBe(5)
    expect(both(evidence({ testedAt: 0 }), b).testedAt).toBe(0)
  })

  it('are one of them where the other is nothing', () => {
    expect(both(a, nothingShown)).toBe(a)
    expect(both(nothingShown, b)).toBe(b)
  })

  it('are a test as it is written only where no other test is one of the host', () => {
    const asWritten = evidence({ networks: 1, shown: Shown.testedAsWritten })
    const ofHost = evidence({ networks: 2 })
    expect(both(asWritten, ofHost).shown).toBe(0)
    expect(both(ofHost, asWritten).shown).toBe(0)
    expect(both(asWritten, evidence({ networks: 2, shown: Shown.testedAsWritten })).shown).toBe(Shown.testedAsWritten)
    expect(both(asWritten, evidence({ cleared: path })).shown).toBe(Shown.testedAsWritten)
    expect(both(evidence({ cleared: path }), asWritten).shown).toBe(Shown.testedAsWritten)
    expect(both(asWritten, evidence({ networks: 2, shown: Shown.webScheme })).shown).toBe(Shown.webScheme)
  })
})

describe('two facts of which one holds', () => {
  it('are what both say', () => {
    expect(either(a, b)).toMatchObject({ cleared: 0, denied: 0n, firstDenied: 0n, networks: 1 })
    const shared = evidence({
      cleared: path | url,
      shown: Shown.noParents | Shown.webScheme,
      denied: characterSet('ab'),
      firstDenied: characterSet('-/'),
      networks: 3,
    })
    expect(
      either(
        shared,
        evidence({
          cleared: path,
          shown: Shown.webScheme,
          denied: characterSet('a'),
          firstDenied: characterSet('-'),
          networks: 2,
        }),
      ),
    ).toMatchObject({ cleared: path, denied: characterSet('a'), firstDenied: characterSet('-'), networks: 2 })
  })

  it.each<[string, number, Partial<Evidence>]>([
    [
      'path',
      path,
      {
        shown:
          Shown.inside |
          Shown.noParents |
          Shown.insideReally |
          Shown.notAbsolute |
          Shown.startsNotWithParent |
          Shown.insideAsWritten,
      },
    ],
    ['url', url, { shown: Shown.namesResolved | Shown.compared, networks: everyNetwork }],
    ['open', open, { shown: Shown.webScheme }],
    ['redirect', redirect, { shown: Shown.startsWithSlash | Shown.notTwoSlashes }],
    ['command', command, { denied: characterSet(';&|') }],
    ['environment', maskOf('environment'), { denied: characterSet('\n') }],
    ['argument', maskOf('argument'), { firstDenied: characterSet('-') }],
  ])('show everything about %s where that is cleared altogether', (_name, cleared, shown) => {
    const one = evidence({ cleared })
    const other = evidence(shown)
    for (const joined of [either(one, other), either(other, one)])
      expect(joined).toMatchObject({ cleared: 0, ...shown })
    for (const kind of [path, url, open, redirect, command, maskOf('environment'), maskOf('argument')]) {
      if (kind !== cleared)
        expect(either(evidence({ cleared: kind }), other).shown & (other.shown & ~Shown.compared)).toBe(0)
    }
  })

  it('are tested where both are tested, or one of them is cleared', () => {
    const tested = (one: Evidence, other: Evidence) =>
      (({ tested: kinds, testedAt }) => [kinds, testedAt])(either(one, other))
    expect(tested(evidence({ tested: path, testedAt: 1 }), evidence({ tested: path, testedAt: 2 }))).toEqual([path, 1])
    expect(tested(evidence({ tested: path }), evidence({ tested: path, testedAt: 2 }))).toEqual([path, 2])
    expect(tested(evidence({ tested: path, testedAt: 0 }), evidence({ tested: path, testedAt: 2 }))).toEqual([path, 0])
    expect(tested(evidence({ tested: path, testedAt: 1 }), evidence({ cleared: path }))).toEqual([path, 1])
    expect(tested(evidence({ tested: path, testedAt: 1 }), evidence({ cleared: url }))).toEqual([0, -1])
    expect(tested(evidence({ tested: path, testedAt: 1 }), nothingShown)).toEqual([0, -1])
    expect(tested(evidence({ tested: command, testedAt: 1 }), evidence({ cleared: command }))).toEqual([0, -1])
    expect(tested(evidence({ cleared: path, testedAt: 1 }), evidence({ cleared: path }))).toEqual([0, -1])
  })

  const mistakes = (one: Evidence, other: Evidence) =>
    either(one, other).flaws.map(({ mistake, node }) => `${mistake} ${node}`)
  const prefix = evidence({ flaws: [flaw('prefix-without-separator', 1)] })

  it('keep a mistake where the other way is clear of the kind, or has a mistake of it', () => {
    expect(mistakes(prefix, evidence({ cleared: path }))).toEqual(['prefix-without-separator 1'])
    expect(mistakes(evidence({ cleared: path }), prefix)).toEqual(['prefix-without-separator 1'])
    expect(mistakes(prefix, evidence({ flaws: [flaw('parents-alone', 2)] }))).toEqual([
      'prefix-without-separator 1',
      'parents-alone 2',
    ])
    expect(mistakes(prefix, evidence({ cleared: url }))).toEqual([])
    expect(mistakes(prefix, nothingShown)).toEqual([])
    expect(mistakes(prefix, evidence({ flaws: [flaw('scheme-alone', 2)] }))).toEqual([])
  })

  it('keep a list of forbidden texts only where both ways have it', () => {
    const denied = evidence({ flaws: [flaw('deny-list', 1)] })
    expect(mistakes(denied, evidence({ cleared: path }))).toEqual([])
    expect(mistakes(denied, prefix)).toEqual(['prefix-without-separator 1'])
    expect(mistakes(denied, denied)).toEqual(['deny-list 1'])
    expect(mistakes(denied, evidence({ flaws: [flaw('deny-list', 2)] }))).toEqual([])
  })

  it('keep a check that a missing setting passes over where the other way clears it', () => {
    const off = evidence({ flaws: [flaw('off-by-default', 1, path)] })
    expect(mistakes(off, evidence({ cleared: path }))).toEqual(['off-by-default 1'])
    expect(mistakes(off, evidence({ shown: Shown.inside }))).toEqual(['off-by-default 1'])
    expect(mistakes(off, evidence({ cleared: url }))).toEqual([])
    expect(mistakes(prefix, evidence({ shown: Shown.inside }))).toEqual([])
  })
})

describe('what is cleared and tested', () => {
  it('is also what folders and networks clear', () => {
    expect(clearedIn(evidence({ cleared: command, shown: Shown.inside, networks: everyNetwork }))).toBe(
      command | path | url,
    )
    expect(clearedIn(evidence({ shown: Shown.insideReally, networks: 0 }))).toBe(0)
    expect(testedIn(evidence({ tested: command, cleared: maskOf('path', 'url', 'query') }))).toBe(command | path | url)
  })
})

describe('lists of mistakes', () => {
  it('have each mistake of a place once, and twenty at most', () => {
    expect(allFlaws([flaw('deny-list', 1)], [flaw('deny-list', 1)])).toHaveLength(1)
    expect(allFlaws([flaw('deny-list', 1)], [flaw('deny-list', 2)])).toHaveLength(2)
    expect(allFlaws([flaw('deny-list', 1)], [flaw('parents-alone', 1)])).toHaveLength(2)
    expect(allFlaws([], [flaw('deny-list', 1)])).toHaveLength(1)
    const many = Array.from({ length: 15 }, (_none, node) => flaw('deny-list', node))
    expect(
      allFlaws(
        many,
        many.map((one) => ({ ...one, node: one.node + 100 })),
      ),
    ).toHaveLength(20)
    expect(allFlaws(many, many)).toBe(many)
  })
})

const known = (...of: readonly (readonly [value: number, shown: Evidence])[]): Knowledge => ({
  of: new Map(of),
  isImpossible: false,
})
const [setting, other] = [{ state: 'unset', node: 9 } as const, { state: 'opted-out', node: 8 } as const]
const cleared = evidence({ cleared: path })

describe('knowledge of several values', () => {
  it('is joined by value where both hold', () => {
    expect(bothKnown(known([1, cleared]), known([1, evidence({ cleared: url })], [2, cleared])).of).toEqual(
      new Map([
        [1, evidence({ cleared: path | url })],
        [2, cleared],
      ]),
    )
    expect(bothKnown(impossible, known([1, cleared]))).toBe(impossible)
    expect(bothKnown(known([1, cleared]), impossible)).toBe(impossible)
    const one = known([1, cleared])
    expect(bothKnown(one, nothingKnown)).toBe(one)
    expect(bothKnown(nothingKnown, one)).toBe(one)
    expect(bothKnown({ ...known(), setting }, known())).toEqual({ of: new Map(), isImpossible: false, setting })
    expect(bothKnown(known(), { ...known(), setting: other })).toEqual({
      of: new Map(),
      isImpossible: false,
      setting: other,
    })
    expect(bothKnown({ ...known(), setting }, { ...known(), setting: other }).setting).toBe(setting)
    expect('setting' in bothKnown(known(), known([1, cleared]))).toBe(false)
  })

  it('is gathered as it is joined', () => {
    const samples = [
      nothingKnown,
      known([1, cleared]),
      known([1, evidence({ cleared: url })], [2, cleared]),
      { ...known([3, cleared]), setting },
      { ...known(), setting: other },
      impossible,
    ]
    for (const first of samples)
      for (const second of samples)
        for (const third of samples) {
          const all = new GatheredKnowledge()
          for (const one of [first, second, third]) all.add(one)
          expect(all.known).toStrictEqual([first, second, third].reduce(bothKnown))
        }
  })

  it('is what both ways show where one of them holds', () => {
    const one = known([1, cleared], [2, cleared])
    expect(eitherKnown(one, known([1, cleared])).of).toEqual(new Map([[1, expect.objectContaining({ cleared: path })]]))
    expect(eitherKnown(one, impossible)).toBe(one)
    expect(eitherKnown(impossible, one)).toBe(one)
    expect(eitherKnown(one, known()).of.size).toBe(0)
  })

  it.each<[string, Partial<Evidence>]>([
    ['cleared', { cleared: path }],
    ['shown', { shown: Shown.noParents }],
    ['networks', { networks: 1 }],
    ['denied', { denied: characterSet('a') }],
    ['firstDenied', { firstDenied: characterSet('a') }],
    ['tested', { tested: path }],
    ['flaws', { flaws: [flaw('deny-list', 1)] }],
  ])('keeps values of which only %s is known', (_name, shown) => {
    expect(eitherKnown(known([1, evidence(shown)]), known([1, evidence(shown)])).of.get(1)).toMatchObject(shown)
  })

  it('leaves out a way that somebody chose by a setting, unless it shows something', () => {
    const one = known([1, cleared])
    const out = { ...known(), setting: other }
    expect(eitherKnown(out, one)).toBe(one)
    expect(eitherKnown(one, out)).toBe(one)
    expect(eitherKnown({ ...known([2, cleared]), setting: other }, one).of.size).toBe(0)
  })

  it('says that a missing setting passes a check over', () => {
    const mistakes = (first: Knowledge, second: Knowledge) =>
      eitherKnown(first, second)
        .of.get(1)
        ?.flaws.map(({ mistake, node }) => `${mistake} ${node}`)
    const unset = { ...known(), setting }
    expect(mistakes(unset, known([1, cleared]))).toEqual(['off-by-default 9'])
    expect(mistakes(known([1, cleared]), unset)).toEqual(['off-by-default 9'])
    expect(mistakes(known(), known([1, cleared]))).toBeUndefined()
  })
})
