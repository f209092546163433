import { standardSyntax } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'
import { pythonSemantics } from '../../../../../src/engine/analysis/frontends/python/semantics.ts'
import { describe, expect, it } from 'vitest'
import {
  clearedByDenied,
  isCompleteForShell,
} from '../../../../../src/engine/analysis/taint/sanitizers/patterns/safe-characters.ts'
import { kindsIn } from '../../../../../src/engine/analysis/taint-kind.ts'
import { dataflowLimits } from '../../../../../src/engine/analysis/dataflow-limits.ts'
import {
  characterBit,
  characterRange,
  characterSet,
  inBothCases,
} from '../../../../../src/engine/analysis/taint/sanitizers/patterns/characters.ts'
import { parsePattern } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/parse-pattern.ts'
import {
  consumedCharacters,
  matchedText,
  replacedCharacters,
  unmatchedText,
} from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-outcomes.ts'

const dialectOf = (flags: string) => ({ flags, syntax: standardSyntax })
const python = { flags: '', syntax: pythonSemantics.patterns.syntax }
const ascii = Array.from({ length: 128 }, (_none, code) => String.fromCharCode(code))
const has = (set: bigint, character: string) => (set & characterSet(character)) !== 0n

/** Patterns for one character, with their flags. */
const characterPatterns: readonly (readonly [source: string, flags?: string])[] = [
  ['a'],
  ['a', 'i'],
  ['Z', 'i'],
  ['[', 'skip'],
  ['[a-c]'],
  ['[a-c]', 'i'],
  ['[A-C_]', 'i'],
  ['[^a-c]', 'i'],
  ['[^a]'],
  ['[abc]'],
  ['[a-]'],
  ['[-a]'],
  ['[a\\-c]'],
  ['[+--]'],
  ['[\\w-.]'],
  ['[\\w.-]'],
  ['[.-\\d]'],
  ['[\\d-x]'],
  ['[\\s-z]'],
  ['[]', 'skip'],
  ['.'],
  ['.', 's'],
  ['\\.'],
  ['\\\\'],
  ['\\/'],
  ['\\-'],
  ['\\d'],
  ['\\D'],
  ['\\w'],
  ['\\W'],
  ['\\s'],
  ['\\S'],
  ['\\n'],
  ['\\r'],
  ['\\t'],
  ['\\v'],
  ['\\f'],
  ['\\0'],
  ['[\\b]'],
  ['[\\b-\\t]'],
  ['\\x41'],
  ['\\x4a', 'i'],
  ['\\u0041'],
  ['\\u{41}', 'u'],
  ['\\u{1f}', 'u'],
  ['[\\x41-\\x43]'],
  ['[\\u0041-\\u0043]'],
  ['[\\x41-C]'],
  ['[\\0-\\x1f]'],
  ['[\\n-\\r]'],
  ['[^\\n]'],
  ['[^\\d\\s]'],
  ['[\\D]'],
  ['[^\\W]'],
  ['[\\d\\-x]'],
  ['[!-~]'],
  ['[\\u4e00-\\u9fff]'],
  ['[\\u4e00-\\u9fffa-z]'],
  ['[é]'],
  ['é'],
  ['[^é]'],
  ['[a-é]'],
  ['[\\u007f-\\u0080]'],
  ['[\\x7f]'],
  ['\\p{L}', 'u'],
  ['\\p{Lu}', 'skip'],
  ['\\p{Letter}', 'u'],
  ['\\p{Alphabetic}', 'u'],
  ['\\p{N}', 'u'],
  ['\\p{Nd}', 'u'],
  ['\\p{Number}', 'u'],
  ['\\p{M}', 'u'],
  ['\\p{Mn}', 'u'],
  ['\\p{Mark}', 'u'],
  ['[\\p{L}_]', 'u'],
  ['(a)'],
  ['(?:a)'],
  ['(?<name>a)'],
  ['(a|b)'],
  ['a|b'],
  ['(?:a|(b|c))'],
  ['a(?=b)?', 'skip'],
  ['(?=a)a'],
  ['(?<=^)a'],
  ['(?<!b)a'],
  ['a\\b'],
  ['\\ba'],
  ['a\\B', 'skip'],
  ['a{1}'],
  ['a{1,1}'],
  ['a+?', 'skip'],
  ['[ab]{1}?'],
  ['(?:)a'],
  ['a(?:)'],
  ['(?!b)[ab]', 'skip'],
]

describe('characters of patterns', () => {
  it.each(
    characterPatterns.filter(([, flags]) => flags !== 'skip').map(([source, flags = '']) => [source, flags] as const),
  )('are those that match: %s %s', (source, flags) => {
    const set = matchedText(`^(?:${source})$`, dialectOf(flags), 'anywhere')?.characters
    const real = new RegExp(`^(?:${source})$`, flags)
    expect(set).toBeDefined()
    expect(ascii.filter((one) => has(set ?? 0n, one))).toEqual(ascii.filter((one) => real.test(one)))
    for (const one of ['é', '中', '…', 'ж', '\u2003']) if (real.test(one)) expect(has(set ?? 0n, one), one).toBe(true)
  })

  it('are letters beyond ASCII, too, in Python', () => {
    const setOf = (source: string) => matchedText(source, python, 'whole')?.characters ?? 0n
    for (const source of ['\\d', '\\w', '[\\w]', '[\\d]'])
      expect([has(setOf(source), '中'), setOf(source) >> 129n], source).toEqual([true, 0n])
    expect(setOf('\\d') & ((1n << 128n) - 1n)).toBe(characterSet('0123456789'))
    expect(has(setOf('[]a]'), ']')).toBe(true)
    expect(setOf('[]a]')).toBe(characterSet(']a'))
    expect(setOf('[^]a]') & characterSet(']a')).toBe(0n)
    expect(setOf('(?i)a')).toBe(characterSet('aA'))
    expect(setOf('(?s).')).toBe(setOf('[\\s\\S]'))
    expect(setOf('(?a)a')).toBe(characterSet('a'))
    expect(setOf('(?iL)b')).toBe(characterSet('bB'))
    expect(setOf('(?P<name>a)')).toBe(characterSet('a'))
    expect(setOf('(?>a)')).toBe(characterSet('a'))
    expect(setOf('a++')).toBe(characterSet('a'))
    expect(setOf('\\Aa\\Z')).toBe(characterSet('a'))
    expect(setOf('\\Aa\\z')).toBe(characterSet('a'))
  })

  it('are the signs of a count that has no first number, except in Python', () => {
    expect(matchedText('a{,3}', dialectOf(''), 'whole')?.characters).toBe(characterSet('a{,3}'))
    expect(matchedText('a{,3}', python, 'whole')?.characters).toBe(characterSet('a'))
    expect(matchedText('a{}', dialectOf(''), 'whole')?.characters).toBe(characterSet('a{}'))
  })

  it('beyond ASCII are letters or anything', () => {
    const [letters, others] = [1n << 128n, 1n << 129n]
    for (const letter of ['À', 'Ö', 'Ø', 'ö', 'ø', 'ɏ', 'ぁ', 'ゖ', 'ァ', 'ヺ', '㐀', '䶿', '一', '鿿', '가', '힣'])
      expect(characterSet(letter), letter).toBe(letters)
    for (const other of [
      '×',
      '÷',
      'ɐ',
      '\u3040',
      '\u3097',
      '゠',
      '・',
      '\u33ff',
      '䷀',
      '\u4dc0',
      '\u9fff'.replace('\u9fff', 'ꀀ'),
      '\ud7a4',
      '…',
      '\u0080',
      '¿',
    ])
      expect(characterSet(other), other).toBe(letters | others)
    expect(characterRange(0x4e00, 0x9fff)).toBe(letters)
    expect(characterRange(0x4e00, 0xa000)).toBe(letters | others)
    expect(characterRange(0x3000, 0x4e00)).toBe(letters | others)
    expect(characterRange(0x61, 0x63)).toBe(characterSet('abc'))
    expect(characterRange(0x7e, 0x7f)).toBe(characterSet('~\x7f'))
    expect(characterRange(0x7f, 0x80)).toBe(characterSet('\x7f') | letters | others)
    expect(characterRange(0x63, 0x61)).toBe(0n)
    expect(characterRange(0x61, 0x61)).toBe(characterSet('a'))
    expect(characterBit(127)).toBe(1n << 127n)
    expect(characterBit(128)).toBe(letters | others)
    expect(inBothCases(characterSet('azAZ09_@[`{'))).toBe(characterSet('azAZ09_@[`{'))
    expect(inBothCases(characterSet('mN'))).toBe(characterSet('mMnN'))
  })
})

describe('patterns that are not understood', () => {
  it.each([
    '(',
    ')',
    '(a',
    'a)',
    '[a',
    '[',
    '\\',
    '*',
    '+a',
    '?',
    'a|*',
    '(?',
    '(?P=name)',
    '(?#a)',
    '(?<1>a)',
    '\\k<a>',
    '\\y',
    '\\xg1',
    '\\x4',
    '\\u004',
    '\\u{41',
    '\\u{}',
    '\\p',
    '\\p{Zs}',
    '\\p{L',
    '\\pL',
    '\\p{ L}',
    '[\\p{Zs}]',
    '[\\y]',
    '\\cA',
    '\\G',
    '\\z',
    '\\Z',
    '\\A',
    '[\\x4]',
    '\\k',
    'a\\k<b>',
  ])('are left alone: %s', (source) => {
    expect(parsePattern(source, dialectOf(''))).toBeUndefined()
  })

  it('have flags or a size that are left alone', () => {
    for (const flags of ['m', 'x', 'v', 'im']) expect(parsePattern('a', dialectOf(flags)), flags).toBeUndefined()
    for (const flags of ['', 'i', 's', 'u', 'g', 'gy']) expect(parsePattern('a', dialectOf(flags)), flags).toBeDefined()
    const { maxPatternCharacters: patternCharacters, maxPatternDepth: patternDepth } = dataflowLimits
    expect(parsePattern('a'.repeat(patternCharacters), dialectOf(''))).toHaveLength(1)
    expect(parsePattern('a'.repeat(patternCharacters + 1), dialectOf(''))).toBeUndefined()
    const nested = (depth: number) => `${'('.repeat(depth)}a${')'.repeat(depth)}`
    expect(parsePattern(nested(patternDepth - 1), dialectOf(''))).toBeDefined()
    expect(parsePattern(nested(patternDepth), dialectOf(''))).toBeUndefined()
    expect(parsePattern('(a)'.repeat(patternDepth + 1), dialectOf(''))).toBeDefined()
  })
})

const alphabet = ['a', 'b', '.', '/', '\\', '-', '\n']
const texts = [
  '',
  ...Array.from({ length: 4 })
    .reduce<string[][]>(
      (lengths) => [...lengths, (lengths.at(-1) ?? ['']).flatMap((text) => alphabet.map((one) => text + one))],
      [],
    )
    .flat(),
]

/** Patterns whose analysis is complete, tested with all texts of up to four characters. */
const exact: readonly string[] = [
  '^a$',
  '^[ab]+$',
  '^a',
  'a$',
  'a',
  '^a|b$',
  '^(?:a|b)$',
  '^(a|b)',
  '(?:^a|^b)$',
  '(?:a$|b$)',
  '^(?:a$|b$)',
  '^(?:^a|b)$',
  '(?:^|b)a$',
  '^ab?$',
  '^a*b$',
  '^(?:a*)b$',
  '^(?:a|)b$',
  '^(?:a?|-)b$',
  '^a+$',
  '^a{2}$',
  '^a{0,2}b$',
  '^a{1,}$',
  '^(?:ab)+$',
  '^[^/]+$',
  '^[^./]+$',
  '^-[ab]*$',
  '^[ab-]+$',
  '^[ab][ab-]*$',
  '^(?:-|a)[ab]*$',
  '^$',
  '^',
  '$',
  '',
  '\\b^a$',
  '^a\\b$',
  '^\\ba$',
  '^a?(?:-b)?$',
  '^(?:\\/|a)$',
  '^(?:(?:a))$',
  '^[\\s\\S]*$',
  '^a[\\s\\S]*',
  '[\\s\\S]*a$',
  '^(?:a|b|)$',
  '^(?!-)[ab-]+$',
  '^(?![-./])[ab./-]+$',
  // Patterns with dots.
  '^[ab.]+$',
  '^\\.$',
  '^\\.\\.$',
  '^\\.?$',
  '^a\\.b$',
  '^a\\.\\.b$',
  '^\\.a\\.$',
  '^\\.?a\\.?$',
  '^\\.a?\\.$',
  '^\\.(?:a|)\\.$',
  '^\\.(?:a|b)\\.$',
  '^\\.a*\\.$',
  '^\\.a+\\.$',
  '^\\.-?a?$',
  '^a+(?:\\.a+)*$',
  '^(?:\\.a)*$',
  '^(?:a\\.)*$',
  '^(?:a\\.)*\\.?$',
  '^(?:a\\.)+b$',
  '^(?:\\.a)+\\.$',
  '^(?:\\.|a)$',
  '^(?:\\.|a)\\.$',
  '^(?:\\.|a)b$',
  '^(?:a\\.|b)\\.$',
  '^(?:\\.a|b)\\.$',
  '^\\.(?:\\.|a)$',
  '^(?:\\.\\.|a)$',
  '^(?:\\.|a)(?:\\.|b)$',
  '^(?:\\.a|b\\.)*$',
  '^\\.*$',
  '^\\.+$',
  '^(?:\\.)+$',
  '^(?:\\.a)?\\.$',
  '^(?:\\.a|-)+$',
  '^a(?:\\.)b$',
  '^(?:a\\.|\\.b)$',
  '^(?:a\\.?)+$',
  '^(?:\\.?a)+$',
  // Patterns with slashes.
  '^\\/$',
  '^\\/a',
  '^\\/[ab]',
  '^\\/[^/\\\\]',
  '^\\/(?![/\\\\])',
  '^\\/(?!\\/)',
  '^\\/(?![/\\\\])a?',
  '^\\/',
  '^\\/a?$',
  '^\\/a?',
  '^\\/\\/',
  '^\\/\\\\',
  '^[/]a',
  '^[/a]a',
  'a\\/',
  '\\/a',
  '^\\/a*$',
  '^\\/\\ba',
  '^\\/a|^\\/b',
  '^\\/a|^b',
  '^\\/-?(?:a|b)',
  '^\\/(?:\\/|a)',
  '^\\/(?:(?!a)b|a)',
  '^(?:[ab][ab.]*\\/){0,3}[ab][ab.]*$',
  '^[ab][ab.\\/]*$',
  '^a(?:\\/\\.?b)*$',
  '^\\/\\.{1,2}b$',
  '^a\\/?\\.\\.$',
  '^\\/\\.\\.[ab]?$',
  '^(?:a\\/|\\.)+$',
  '^a(?:\\\\\\.|\\.)\\.?$',
]
/** Patterns whose analysis may be incomplete but must be sound. */
const sound: readonly string[] = [
  ...exact,
  '^a{0}b$',
  '^(?=a)[ab]+$',
  '^(?!a|b)[ab.]+$',
  '^(?!ab)[ab]+$',
  '^(?!.*\\.\\.)[ab./]+$',
  '^(?!\\.\\.)[ab./]+$',
  '^(?!.*(?:\\.\\.|\\/))[ab./]+$',
  '^(?!.*\\.\\.|a)[ab./]+$',
  '^(a)\\1$',
  '^(?<!a)b$',
  '[/.]',
  '-',
  '[-.]',
  '-+',
  '(?:-|\\.)',
  '(?:-|\\.)+',
  '-|\\.',
  '(-)|(\\.)',
  '--',
  '(?:--|\\.)',
  '^-',
  '^[-/]',
  '^-a?',
  '^-a*b?',
  '^-a',
  '^(?:-|\\/)',
  '^(?:-|\\/)a?',
  '^(?:-a?|\\/)',
  '^(?:-a|\\/)',
  '^(?:-|a?)',
  '^-$',
  '^(?:-)$',
  '-$',
  '^-*',
  '-*',
  '\\.\\.',
  '^\\.\\.',
  '\\.\\.$',
  '^\\.\\.$',
  '\\.\\.\\/',
  '\\/\\.\\.',
  '\\/\\.\\.\\/',
  '(?:^|\\/)\\.\\.(?:\\/|$)',
  '^\\.\\.(?:\\/|$)',
  '^(?:\\.\\.|\\/)',
  '^(?:\\.\\.)$',
  '^(?:\\.\\.|a)$',
  '\\/?\\.\\.',
  '\\.\\.\\/?',
  '\\.\\.|ab',
  '\\.\\.(?!\\/)',
  '(?!\\/)\\.\\.',
  '\\/ab',
  'ab\\/',
  '^ab\\/',
  '^\\/ab',
  '^\\/ab\\/$',
  'ab(?:\\/)?',
  '(?:ab)',
  '(?:\\/)ab',
  '(?:\\/|^)ab',
  '\\/',
  '^\\/?$',
  '(?:)',
  '(?:a|)',
  '\\b',
  '\\bab',
  'ab\\b',
  '^\\bab',
  '^ab\\b',
  '^(?:ab|-)-',
  'a-?',
  'a?-',
  '(?:^a)b',
  'a(?:b$)',
  '[ab]b',
  'a[ab]',
  '(?:ab|ba)$',
  '(?:^ab|^ba)',
  '(?:^ab|ba)',
  '[\\s\\S]',
  '^[\\s\\S]',
  'A',
  '\\n',
]

const startsWithDotOrHasParent = (text: string) => text.startsWith('.') || text.split(/[/\\]/).includes('..')

describe('what follows when a pattern matched', () => {
  it.each(exact)('is what all texts have: %s', (source) => {
    const known = matchedText(source, dialectOf(''), 'anywhere')
    const matched = texts.filter((text) => new RegExp(source).test(text))
    const inAny = (characters: readonly string[]) => alphabet.filter((one) => characters.includes(one))
    expect(alphabet.filter((one) => has(known?.characters ?? 0n, one))).toEqual(inAny([...matched.join('')]))
    expect(alphabet.filter((one) => has(known?.first ?? 0n, one))).toEqual(inAny(matched.map((text) => text.charAt(0))))
    const isWhole = known?.isAnchoredAtStart === true && known.isAnchoredAtEnd
    expect(known?.hasNoParents).toBe(!matched.some((text) => text.includes('..')))
    expect(known?.hasNoParentSegments).toBe(isWhole && !matched.some(startsWithDotOrHasParent))
    expect(known?.startsWithOneSlash).toBe(matched.every((text) => /^\/(?![/\\])/.test(text)))
  })

  it.each(sound)('holds: %s', (source) => {
    const known = matchedText(source, dialectOf(''), 'anywhere')
    const matched = texts.filter((text) => new RegExp(source).test(text))
    for (const text of matched) {
      for (const one of text) if (!has(known?.characters ?? 0n, one)) expect(text, `has no ${one}`).toBe('')
      if (text !== '' && !has(known?.first ?? 0n, text.charAt(0))) expect(text, 'starts otherwise').toBe('')
      if (known?.hasNoParents === true && text.includes('..')) expect(text, 'has no parents').toBe('')
      if (known?.hasNoParentSegments === true && startsWithDotOrHasParent(text))
        expect(text, 'has no parent segments').toBe('')
      if (known?.startsWithOneSlash === true && !/^\/(?![/\\])/.test(text))
        expect(text, 'starts with one slash').toBe('')
    }
  })

  it('knows what forbids parents', () => {
    const noParents = (source: string) => matchedText(source, dialectOf(''), 'anywhere')?.hasNoParents
    expect(
      [
        '^(?!.*\\.\\.)[ab./]+$',
        '^(?!\\.\\.)[ab./]+$',
        '^(?!.*(?:a))[ab./]+$',
        '^(?!.*\\.\\.|a)[ab./]+$',
        '^(?!a|.*\\.\\.)[ab./]+$',
        '(?!.*\\.\\.)[ab./]+',
        '^(?:(?!.*\\.\\.)[./]+|[./]*)$',
        '^(?!.*\\.\\.)[./]+$|^[./]$',
        '^(?:.*\\.\\.)$',
        '^.(?!.*\\.\\.)[./]+$',
        '^(?!.+\\.\\.)[./]+$',
        '^(?!.*\\.\\.)[\\s\\S]+$',
        '^(?![\\s\\S]*\\.\\.)[\\s\\S]+$',
        '^(?!a*\\.\\.)[./]+$',
        '^(?!(?:.)*\\.\\.)[./]+$',
        '^(?!.*\\.)[./]+$',
        '^(?!)[./]+$',
      ].map(noParents),
    ).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('knows line breaks that Python lets follow', () => {
    const mayEnd = (source: string, extent: 'anywhere' | 'start' | 'whole' = 'anywhere', dialect = python) =>
      matchedText(source, dialect, extent)?.mayEndInLineBreak
    expect([
      mayEnd('^a$'),
      mayEnd('^a$', 'start'),
      mayEnd('^a$', 'whole'),
      mayEnd('^a\\Z'),
      mayEnd('^a\\Z|^b$'),
      mayEnd('^a'),
      mayEnd('^a$', 'anywhere', dialectOf('')),
    ]).toEqual([true, true, false, false, true, false, false])
    expect(has(matchedText('^a$', python, 'anywhere')?.characters ?? 0n, '\n')).toBe(true)
    expect(has(matchedText('^a\\Z', python, 'anywhere')?.characters ?? 0n, '\n')).toBe(false)
  })

  it('knows by how it is called where it is anchored', () => {
    const anchors = (source: string, extent: 'anywhere' | 'start' | 'whole') => {
      const known = matchedText(source, python, extent)
      return [known?.isAnchoredAtStart, known?.isAnchoredAtEnd]
    }
    expect(
      [
        'a',
        '^a',
        'a$',
        '^a|b',
        'a$|b',
        '(?:^a|^b)',
        '(?:^a|b)',
        '(?:a$|b$)',
        '(?!a)^a',
        '\\b^a',
        'a$\\b',
        'a$(?!b)',
        '^a$',
        '-^a',
      ].map((source) => anchors(source, 'anywhere')),
    ).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
      [false, false],
      [true, false],
      [false, false],
      [false, true],
      [true, false],
      [true, false],
      [false, true],
      [false, true],
      [true, true],
      [false, false],
    ])
    expect(anchors('a', 'start')).toEqual([true, false])
    expect(anchors('a', 'whole')).toEqual([true, true])
  })
})

/** A longer file name is a different name: `..a` does not start with the path segment `..`. */
const beginsWith = (text: string, part: string) =>
  text === part || text.startsWith(/[/\\]$/.test(part) ? part : `${part}/`)

describe('what follows when a pattern did not match', () => {
  it.each(sound)('holds: %s', (source) => {
    const known = unmatchedText(source, dialectOf(''), 'anywhere')
    const left = texts.filter((text) => !new RegExp(source).test(text))
    for (const text of left) {
      for (const one of text) if (has(known?.without ?? 0n, one)) expect(text, `has no ${one}`).toBe('')
      if (text !== '' && has(known?.firstWithout ?? 0n, text.charAt(0))) expect(text, 'starts otherwise').toBe('')
      for (const one of known?.beginnings ?? [])
        if (beginsWith(text, one)) expect(text, `does not start with ${one}`).toBe('')
      if (known?.wholes.includes(text) === true) expect(text, 'is another text').toBe('')
    }
  })

  it.each(sound)('holds for whole texts and their starts, too: %s', (source) => {
    for (const [extent, real] of [
      ['start', new RegExp(`^(?:${source})`)],
      ['whole', new RegExp(`^(?:${source})$`)],
    ] as const) {
      const known = unmatchedText(source, dialectOf(''), extent)
      for (const text of texts.filter((one) => !real.test(one))) {
        for (const one of text) if (has(known?.without ?? 0n, one)) expect(text, `has no ${one}`).toBe('')
        if (text !== '' && has(known?.firstWithout ?? 0n, text.charAt(0))) expect(text, 'starts otherwise').toBe('')
        for (const one of known?.beginnings ?? [])
          if (beginsWith(text, one)) expect(text, `does not start with ${one}`).toBe('')
        if (known?.wholes.includes(text) === true) expect(text, 'is another text').toBe('')
        expect(known?.texts).toEqual([])
      }
    }
  })

  it.each<
    [
      source: string,
      without: string,
      firstWithout: string,
      parts: readonly string[],
      beginnings: readonly string[],
      wholes: readonly string[],
    ]
  >([
    ['[/.]', './', '', [], [], []],
    ['-+', '-', '', [], [], []],
    ['-*', '', '', [], [], []],
    ['-{2}', '', '', [], [], []],
    ['(?:-|\\.)', '.-', '', [], [], []],
    ['(?:-|\\.)+', '.-', '', [], [], []],
    ['(-)|(\\.)', '.-', '', [], [], []],
    ['(?:-|\\.\\.)', '-', '', ['..'], [], []],
    ['(?:-|)', '-', '', [], [], []],
    ['^-', '', '-', [], [], []],
    ['^[-/]', '', '/-', [], [], []],
    ['^-a?', '', '-', [], [], []],
    ['^-a*(?:b)?', '', '-', [], [], []],
    ['^-(?:a|)', '', '-', [], [], []],
    ['^-\\b', '', '', [], [], []],
    ['^(?:-|\\/)', '', '/-', [], [], []],
    ['^(?:-|\\/)a?', '', '/-', [], [], []],
    ['^(?:-a?|\\/)', '', '/-', [], [], []],
    ['^(?:-a|\\/)', '', '/', [], ['-a'], ['-a']],
    ['^(?:-b?|\\/a)a?', '', '', [], [], []],
    ['^-$', '', '', [], [], []],
    ['^-+', '', '-', [], [], []],
    ['^-a', '', '', [], ['-a'], ['-a']],
    ['\\.\\.', '', '', ['..'], [], []],
    ['^\\.\\.', '', '', [], ['..'], ['..']],
    ['\\.\\.$', '', '', [], [], ['..']],
    ['^\\.\\.$', '', '', [], [], ['..']],
    ['\\.\\.\\/', '', '', ['..'], [], []],
    ['\\/\\.\\.', '', '', ['/..'], [], []],
    ['(?:^|\\/)\\.\\.(?:\\/|$)', '', '', ['..'], [], []],
    ['^\\.\\.(?:\\/|$)', '', '', [], ['..'], []],
    ['^(?:\\.\\.|\\/)', '', '/', [], ['..'], ['..']],
    ['\\/?\\.\\.', '', '', ['..'], [], []],
    ['(?!\\/)\\.\\.', '', '', [], [], []],
    ['\\.\\.(?!\\/)', '', '', [], [], []],
    ['\\/\\/', '', '', ['//'.slice(0, 0)].filter(Boolean), [], []],
    ['^\\/\\/', '', '', [], ['//'], ['//']],
    ['^\\/ab\\/', '', '', [], ['/ab/'], ['/ab/']],
    ['^\\/ab\\/$', '', '', [], [], ['/ab/']],
    ['\\bab\\b', '', '', ['ab'], [], []],
    ['^\\bab', '', '', [], [], []],
    ['(?!a)\\bab', '', '', [], [], []],
    ['^(?!a)ab', '', '', [], [], []],
    ['\\b\\.\\.', '', '', [], [], []],
    ['ab|ba', '', '', ['ab', 'ba'], [], []],
    ['a[ab]', '', '', [], [], []],
    ['[ab]b', '', '', [], [], []],
    ['a(?:b|-)', '', '', [], [], []],
    ['^a(?:b|-)', '', '', [], [], []],
    ['', '', '', [], [], []],
    ['^', '', '', [], [], []],
    ['a~\\x7f', '', '', ['a~\x7f'], [], []],
    ['a…', '', '', [], [], []],
    ['aé', '', '', [], [], []],
  ])('is what these say: %s', (source, without, firstWithout, parts, beginnings, wholes) => {
    const known = unmatchedText(source, dialectOf(''), 'anywhere')
    expect(alphabet.filter((one) => has(known?.without ?? 0n, one)).join('')).toBe(without)
    expect(alphabet.filter((one) => has(known?.firstWithout ?? 0n, one)).join('')).toBe(firstWithout)
    expect([known?.texts, known?.beginnings, known?.wholes]).toEqual([parts, beginnings, wholes])
  })

  it('knows letters in both cases', () => {
    expect(unmatchedText('Ab', dialectOf('i'), 'anywhere')?.texts.map((text) => text.toLowerCase())).toEqual(['ab'])
    expect(unmatchedText('(', dialectOf(''), 'anywhere')).toBeUndefined()
  })
})

describe('characters that a pattern matches', () => {
  it.each<[source: string, matched: string | undefined]>([
    ['a', 'a'],
    ['ab+', 'ab'],
    ['a*b', 'ab'],
    ['a|b', 'ab'],
    ['(?:a|-)$', 'a-'],
    ['a*', undefined],
    ['a|', undefined],
    ['^', undefined],
    ['(?:)', undefined],
    ['\\b', undefined],
    ['(?=a)', undefined],
    ['(', undefined],
  ])('%s', (source, matched) => {
    expect(consumedCharacters(source, dialectOf(''))).toBe(matched === undefined ? undefined : characterSet(matched))
  })
})

describe('characters that a pattern replaces', () => {
  it.each<[source: string, replaced: string | undefined]>([
    ['a', 'a'],
    ['[ab]', 'ab'],
    ['a|b', 'ab'],
    ['(a|b)', 'ab'],
    ['(?:a|(?:b|-))', 'ab-'],
    ['[ab]+', 'ab'],
    ['a+|-', 'a-'],
    ['ab', undefined],
    ['a|ab', undefined],
    ['ab|a', undefined],
    ['a*', undefined],
    ['a{2}', undefined],
    ['^a', undefined],
    ['a$', undefined],
    ['(ab)', undefined],
    ['(a|ab)', undefined],
    ['(a|^)', undefined],
    ['', undefined],
    ['|a', undefined],
    ['(', undefined],
    ['(?:)', undefined],
  ])('%s', (source, replaced) => {
    const set = replacedCharacters(source, dialectOf(''))
    expect(set).toBe(replaced === undefined ? undefined : characterSet(replaced))
  })
})

describe('lists of forbidden characters', () => {
  it('are complete for a shell with separators, quotes, and parentheses', () => {
    const complete = ';&|`$<>\n\'"()'
    expect(isCompleteForShell(characterSet(complete))).toBe(true)
    for (const one of complete) expect(isCompleteForShell(characterSet(complete.replace(one, ''))), one).toBe(false)
  })

  it('never clear paths: `..` has no separator', () => {
    expect(kindsIn(clearedByDenied(characterSet('/\\:@.?#%')))).toEqual(['url', 'open', 'redirect', 'url-path'])
  })
})
