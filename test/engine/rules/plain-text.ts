import type { FindingArguments, FindingRecord } from '../../../src/engine/model/finding-record.ts'
import { findingOf } from '../../../src/engine/rules/finding-text.ts'
import { maskedFinding } from '../../../src/engine/rules/masked-finding.ts'
import type { FindingFacts, Rule } from '../../../src/engine/rules/rule.ts'

/** Phrases that readers have to decode. */
const unclearPhrases = new RegExp(
  String.raw`\b(?:whoever|whomever|somebody|nobody|anybody|everybody|strangers?|anew|of which|with which|by which|` +
    String.raw`is none|are none|is told|are told|tells? (?:of|from)|mended?|mends|stands? in|lies in|harm|` +
    String.raw`put together|one's own|hands? (?:over|on)|set aside|a word on|known of|looked at|\w+n't)\b`,
  'i',
)

/** Returns what makes a text hard to read: unclear phrases and sentences with too many words. */
export function textProblems(text: string, maxWords: number): string[] {
  const phrase = unclearPhrases.exec(text)?.[0]
  const long = text.split(/(?<=[.?!]["`]?)\s+/).filter((sentence) => sentence.split(/\s+/).length > maxWords)
  return [...(phrase === undefined ? [] : [`"${phrase}" in: ${text}`]), ...long]
}

/** Returns a finding as it is stored: detected, masked, and read back from JSON. */
export function storedFinding(
  rule: Rule,
  args: FindingArguments,
  facts: Partial<FindingFacts> = {},
): FindingRecord & { readonly arguments: FindingArguments } {
  const location = { path: 'src/example.txt', startLine: 3 }
  const detected = maskedFinding(findingOf(rule, { arguments: args, fingerprint: 'a', location, ...facts }))
  return JSON.parse(
    JSON.stringify({ ...detected, id: 'finding_1', state: 'new', firstSeenAt: '2026-11-26T00:00:00.000Z' }),
  )
}
