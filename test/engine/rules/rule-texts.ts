import { describe, expect, it } from 'vitest'
import type { FindingArguments, FindingRecord } from '../../../src/engine/model/finding-record.ts'
import type { Detector } from '../../../src/engine/rules/detector.ts'
import { filesOfExample } from '../../../src/engine/rules/example-files.ts'
import { findingOf } from '../../../src/engine/rules/finding-text.ts'
import { maskedFinding } from '../../../src/engine/rules/masked-finding.ts'
import { renderFinding } from '../../../src/engine/rules/render-finding.ts'
import type { Rule } from '../../../src/engine/rules/rule.ts'
import { findBy } from './find-by.ts'

/** Phrases that readers have to decode. */
const unclearPhrases = new RegExp(
  String.raw`\b(?:whoever|whomever|somebody|nobody|anybody|everybody|strangers?|anew|of which|with which|by which|` +
    String.raw`is none|are none|is told|are told|tells? (?:of|from)|mended?|mends|stands? in|lies in|harm|` +
    String.raw`put together|one's own|hands? (?:over|on)|set aside|a word on|known of|looked at|\w+n't)\b`,
  'i',
)

/** Returns what makes a text hard to read: unclear phrases and sentences with too many words. */
function textProblems(text: string, maxWords: number): string[] {
  const phrase = unclearPhrases.exec(text)?.[0]
  const long = text.split(/(?<=[.?!]["`]?)\s+/).filter((sentence) => sentence.split(/\s+/).length > maxWords)
  return [...(phrase === undefined ? [] : [`"${phrase}" in: ${text}`]), ...long]
}

/** Returns a finding as it is stored: masked, serialized as JSON, and without the texts that its arguments replace. */
const stored = (finding: ReturnType<typeof findingOf>): FindingRecord =>
  JSON.parse(
    JSON.stringify({
      ...finding,
      title: '',
      message: '',
      remediation: '',
      id: 'finding_1',
      state: 'new',
      firstSeenAt: '2026-11-26T00:00:00.000Z',
    }),
  )

/** Tests the texts of rules. `samples` contains arguments for every text variant, by rule. */
export function describeRuleTexts(
  detector: Detector,
  rules: readonly Rule[],
  samples: Readonly<Record<string, readonly FindingArguments[]>>,
): void {
  describe.each(rules)('the texts of $id', (rule) => {
    it('explain the rule in short sentences', () => {
      const { title, what, why, remediation } = rule
      expect([title, what, why, remediation].flatMap((text) => textProblems(text, 25))).toEqual([])
      expect(title).toMatch(/^[^:]{5,60}: \S/)
    })

    it('describe every kind of finding in short sentences, also from storage', () => {
      const args = samples[rule.id] ?? []
      expect(args.length).toBeGreaterThan(0)
      for (const each of args) {
        const location = { path: 'src/example.txt', startLine: 3 }
        const finding = maskedFinding(findingOf(rule, { arguments: each, fingerprint: 'a', location }))
        const { title, message, remediation } = finding
        expect([title, message, remediation].flatMap((text) => textProblems(text, 30))).toEqual([])
        expect(title.length, title).toBeLessThanOrEqual(120)
        expect(renderFinding(stored(finding))).toMatchObject({ title, message, remediation })
      }
    })

    it('are the same for the findings of the examples, detected and from storage', async () => {
      for (const example of rule.examples.bad) {
        for (const finding of await findBy(detector, filesOfExample(example))) {
          const { title, message, remediation } = finding
          expect(renderFinding(stored(finding))).toMatchObject({ title, message, remediation })
          expect([title, message].flatMap((text) => textProblems(text, 30))).toEqual([])
        }
      }
    })
  })
}
