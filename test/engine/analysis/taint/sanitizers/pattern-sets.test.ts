import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterBit } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/characters.ts'
import { parsePattern } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/parse-pattern.ts'
import { standardSyntax } from '../../../../../src/engine/analysis/taint/sanitizers/patterns/pattern-syntax.ts'

const atoms = String.raw`a Z 5 _ - . / ^ | ( * [ && ~ é 漢 a-z A-F 0-9 +-- \d-z a-\w \d \D \w \W \s \S \n \t \v \0 \x41
  \x2f \u0041 \u{41} \p{L} \p{Lu} \p{Ll} \p{Lo} \p{N} \p{Nl} \p{M} \p{Script=Latin} \p{Script=Greek} \p{Script=Common}
  \p{Script=Zyyy} \. \- \/ \] \\ \1 \12 \07 \b \cA \k`.split(/\s+/)
// Only the flags `iu` fold these Unicode letters to ASCII and back: ſ is s, and K is k.
const characters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '漢',
  'λ',
  '٣',
  '\u2028',
]

/** Returns the character set of a pattern for one character, or undefined for other patterns. */
function setOf(source: string, flags: string): bigint | undefined {
  const [way, ...others] = parsePattern(source, { flags, syntax: standardSyntax }) ?? []
  const [part, ...further] = way ?? []
  return others.length === 0 && further.length === 0 && part?.kind === 'set' ? part.set : undefined
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`, flags)
  } catch {
    return undefined
  }
}

describe('the set of a pattern', () => {
  it('has each character that JavaScript matches', () => {
    const sources = fc.oneof(
      fc.constantFrom(...atoms),
      fc
        .tuple(fc.constantFrom('', '^'), fc.array(fc.constantFrom(...atoms), { minLength: 1, maxLength: 4 }))
        .map(([negation, members]) => `[${negation}${members.join('')}]`),
    )
    let compared = 0
    fc.assert(
      fc.property(sources, fc.constantFrom('', 'i', 's', 'u', 'iu'), (source, flags) => {
        const [set, pattern] = [setOf(source, flags), compiled(source, flags)]
        if (set === undefined || pattern === undefined) return
        compared += 1
        const missing = characters.filter(
          (one) => pattern.test(one) && (set & characterBit(one.codePointAt(0) ?? 0)) === 0n,
        )
        expect(missing, `/${source}/${flags}`).toEqual([])
      }),
      { seed: 1, numRuns: 5_000 },
    )
    expect(compared).toBeGreaterThan(1_500)
  })

  it.each([
    ['\\p{L}', ''],
    ['\\u{41}', ''],
    ['\\p{Script=Common}', 'u'],
    ['[\\1]', ''],
    ['\\1', ''],
    ['(a)\\2', ''],
    ['\\07', ''],
  ])('is unknown for %s with the flags "%s"', (source, flags) => {
    expect(parsePattern(source, { flags, syntax: standardSyntax })).toBeUndefined()
  })

  it('takes nothing for a back-reference', () => {
    const [way] = parsePattern('(a)\\1b', { flags: '', syntax: standardSyntax }) ?? []
    expect(way?.map(({ kind }) => kind)).toEqual(['group', 'nothing', 'set'])
  })
})
