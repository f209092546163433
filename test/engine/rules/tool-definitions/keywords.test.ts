import { beforeAll, describe, expect, it } from 'vitest'
import {
  AnyKeyed,
  Keyed,
  KeywordIndex,
  searchedAfter,
} from '../../../../src/engine/rules/tool-definitions/keywords/keyword-index.ts'
import { type Pattern, keywordsIn, pattern } from '../../../../src/engine/rules/tool-definitions/keywords/pattern.ts'
import { keywordCode } from '../../../../src/engine/rules/tool-definitions/keywords/script.ts'
import type { Requirement } from '../../../../src/engine/rules/tool-definitions/keywords/requirement.ts'
import { requirementOf } from '../../../../src/engine/rules/tool-definitions/keywords/pattern-requirement.ts'
import { concealmentPhrases } from '../../../../src/engine/rules/tool-definitions/phrases/concealment.ts'
import { silenceElsewhere } from '../../../../src/engine/rules/tool-definitions/phrases/other-languages.ts'
import { overridePhrases } from '../../../../src/engine/rules/tool-definitions/phrases/overrides.ts'
import { topics } from '../../../../src/engine/rules/tool-definitions/phrases/topics.ts'
import { fallbackRules, toolRules } from '../../../../src/engine/rules/tool-definitions/rules/catalogue.ts'
import { sentencesOf } from '../../../../src/engine/rules/tool-definitions/texts/sentences.ts'

/** Enough text for an index to search the texts that follow. */
const enoughText = 'x'.repeat(searchedAfter)

beforeAll(() => {
  keywordsIn(enoughText)
})

describe('the requirement of a pattern', () => {
  it.each([
    [/\b(?:send|post) it\b/, { any: ['send it', 'post it'], others: [] }],
    [
      /keys? of .{0,9}vault/,
      {
        all: [
          { any: ['key of ', 'keys of '], others: [] },
          { any: ['vault'], others: [] },
        ],
      },
    ],
    [/a|secret/, true],
    [/(?:secret)?/, true],
    [/(?!never)tell/, { any: ['tell'], others: [] }],
    [
      /tell(?= the user)/,
      {
        all: [
          { any: ['tell'], others: [] },
          { any: [' the user'], others: [] },
        ],
      },
    ],
    [/[a-z]+_id/, { any: ['_id'], others: [] }],
    [/[sz]ip/i, { any: ['sip', 'zip'], others: [] }],
    [/不要告诉/, { any: ['\u0082\u0082\u0082\u0082'], others: [] }],
    [/прочитай|读取/, { any: ['\u0084'.repeat(8), '\u0082\u0082'], others: [] }],
  ])('%s', (regex, requirement) => {
    expect(requirementOf(regex)).toEqual(requirement)
  })

  it('holds for each text that the pattern matches', () => {
    const patterns: readonly Pattern[] = [
      ...concealmentPhrases,
      ...silenceElsewhere,
      ...overridePhrases.map((phrase) => phrase.pattern),
      ...Object.values(topics),
    ]
    const texts = [...toolRules, ...fallbackRules]
      .flatMap(({ examples: { bad, good } }) => [...bad, ...good])
      .flatMap((example) => sentencesOf(example))
    let matches = 0
    for (const { text, keywords } of texts)
      for (const tested of patterns) {
        if (text.search(tested.regex) < 0) continue
        matches += 1
        expect(tested.mayBeIn(keywords), `${tested.regex.source} in ${text}`).toBe(true)
      }
    expect(matches).toBeGreaterThan(50)
  })
})

describe('keywords', () => {
  it('are not searched in the first texts, which can meet every condition', () => {
    const index = new KeywordIndex({ joinsMarks: false })
    const token = new Keyed(() => ({ any: ['token'], others: [] }), index)
    expect(token.mayBeIn(index.keywordsIn('nothing'))).toBe(true)
    index.keywordsIn(enoughText)
    expect(token.mayBeIn(index.keywordsIn('nothing'))).toBe(false)
    expect(token.mayBeIn(index.keywordsIn('a token'))).toBe(true)
  })

  it('are found without case, within words, and in letters that fold to ASCII', () => {
    const secret = pattern(/secret|token/iu)
    expect(secret.isIn('TOP-SECRETS', keywordsIn('TOP-SECRETS'))).toBe(true)
    expect(secret.isIn('to\u212Aen', keywordsIn('to\u212Aen'))).toBe(true)
    expect(secret.mayBeIn(keywordsIn('a secre and a toke'))).toBe(false)
  })

  it('admit every text if the pattern was added later', () => {
    const early = keywordsIn('nothing')
    expect(pattern(/rarely-used-word/).mayBeIn(early)).toBe(true)
  })

  it('count marks as spaces in an index that joins them', () => {
    const index = new KeywordIndex({ joinsMarks: true })
    const starts = new Keyed(() => ({ any: [' key'], others: [] }), index)
    index.keywordsIn(enoughText)
    expect(starts.mayBeIn(index.keywordsIn('api-keys'))).toBe(true)
    expect(starts.mayBeIn(index.keywordsIn('key'))).toBe(true)
    expect(starts.mayBeIn(index.keywordsIn('monkey'))).toBe(false)
  })

  it('meet the same conditions together as alone', () => {
    const any = (...literals: readonly string[]) => ({ any: literals, others: [] })
    const requirements: readonly Requirement[] = [
      any('send', 'key'),
      { all: [any('send', 'post'), any('key')] },
      { all: [any('key'), { any: ['vault'], others: [{ all: [any('post'), any('user', 'send')] }] }] },
      { any: ['vault'], others: [{ all: [any('user'), any('key')] }, { all: [any('post'), any('send')] }] },
      any(),
      true,
    ]
    const indexOf = (conditions: readonly Requirement[]) => {
      const index = new KeywordIndex({ joinsMarks: false })
      const keyed = conditions.map((requirement) => new Keyed(() => requirement, index))
      index.keywordsIn(enoughText)
      return { index, keyed }
    }
    const together = indexOf(requirements)
    const words = ['send', 'key', 'post', 'vault', 'user']
    let met = 0
    for (let choice = 0; choice < 2 ** words.length; choice += 1) {
      const text = words.filter((_word, at) => (choice & (1 << at)) !== 0).join(' ')
      const keywords = together.index.keywordsIn(text)
      for (const [at, requirement] of requirements.entries()) {
        const { index, keyed } = indexOf([requirement])
        const isMet = keyed[0]?.mayBeIn(index.keywordsIn(text))
        expect(together.keyed[at]?.mayBeIn(keywords), `condition ${at} in "${text}"`).toBe(isMet)
        met += Number(isMet)
      }
    }
    expect(met).toBeGreaterThan(60)
  })

  it('meet one of several conditions', () => {
    const index = new KeywordIndex({ joinsMarks: false })
    const conditions = Array.from(
      { length: 40 },
      (_none, at) => new Keyed(() => ({ any: [`word${at}.`], others: [] }), index),
    )
    const ends = new AnyKeyed([conditions[1], conditions[39]].filter((condition) => condition !== undefined))
    expect(ends.mayBeIn(index.keywordsIn('nothing'))).toBe(true)
    index.keywordsIn(enoughText)
    expect(ends.mayBeIn(index.keywordsIn('word1.'))).toBe(true)
    expect(ends.mayBeIn(index.keywordsIn('word39.'))).toBe(true)
    expect(ends.mayBeIn(index.keywordsIn('word2. and word38.'))).toBe(false)
  })
})

describe('the code of a character', () => {
  it('is equal for characters that match each other without case', () => {
    const codes = Array.from({ length: 0x1_00_00 }, (_none, code) => code).filter(
      (code) => code < 0xd8_00 || code > 0xdf_ff,
    )
    const different = [...Map.groupBy(codes, (code) => foldedOf(code)).values()].flatMap(([first = 0, ...others]) =>
      others.filter((other) => matchWithoutCase(first, other) && lowerCode(first) !== lowerCode(other)),
    )
    expect(different).toEqual([])
  })
})

const foldedOf = (code: number): string => String.fromCharCode(code).toLowerCase().toUpperCase()

function matchWithoutCase(one: number, other: number): boolean {
  const source = String.raw`\u${one.toString(16).padStart(4, '0')}`
  return ['i', 'iu'].some((flags) => new RegExp(source, flags).test(String.fromCharCode(other)))
}

const lowerCode = (code: number): number => String.fromCharCode(keywordCode(code)).toLowerCase().charCodeAt(0)
