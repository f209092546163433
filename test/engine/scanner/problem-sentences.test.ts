import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isFileProblem } from '../../../src/engine/analysis/frontends/file-problems.ts'
import { isPartialReason, partialText } from '../../../src/engine/analysis/taint/propagation/partial-text.ts'
import { knownSentences } from '../../../src/engine/isolation/known-sentences.ts'

/** Returns the literal arguments after this text, with sample values for their substitutions. */
function sentencesOf(folder: string, before: string): string[] {
  const pattern = new RegExp(`new (?:${before})('[^']*'|\`[^\`]*\`)`, 'g')
  return globSync(`src/engine/${folder}/**/*.ts`).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, text = '']) =>
      text
        .slice(1, -1)
        .replaceAll('${where}', 'it has a syntax error on line 7')
        .replaceAll(/\$\{[^}]*\}/g, '12'),
    ),
  )
}

describe('what a child may say', () => {
  it.each([['source files', isFileProblem, sentencesOf('analysis', String.raw`ParseFailure\(\s*'\w+', `), 8]])(
    'includes each reason of the readers of %s',
    (_what, isKnown, sentences, atLeast) => {
      expect(sentences.length).toBeGreaterThan(atLeast)
      expect(sentences.filter((sentence) => !isKnown(sentence))).toEqual([])
    },
  )

  it('includes each reason of an incomplete analysis, also of several', () => {
    const first = 'the project is too large: 3 of 12 files were not analyzed'
    for (const reason of Object.values(partialText)) {
      expect(isPartialReason(reason)).toBe(true)
      expect(isPartialReason(`${first}; ${reason}`)).toBe(true)
    }
    expect(isPartialReason(first)).toBe(true)
  })

  it.each(['', 'the key is 0123', 'is not JSON: 0123', 'is not JSON\n', 'has more than 1234567890123456 terms'])(
    'excludes %j',
    (text) => {
      expect([isFileProblem(text), isPartialReason(text)]).toEqual([false, false])
    },
  )

  it('has numbers in place of braces only', () => {
    const isKnown = knownSentences(['is larger than {} MiB (a.b)', 'is text'])
    expect(isKnown('is larger than 1.5 MiB (a.b)')).toBe(true)
    expect(isKnown('is text')).toBe(true)
    for (const text of ['is larger than x MiB (a.b)', 'is larger than 1 MiB (aXb)', 'is text is text', 'is texts'])
      expect(isKnown(text), text).toBe(false)
  })
})
