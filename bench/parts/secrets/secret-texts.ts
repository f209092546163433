import type { Credential } from '../../../src/engine/rules/leaked-secrets/credential.ts'
import { examplesOf } from '../../../src/engine/rules/leaked-secrets/examples.ts'

/** Characters after which a new secret can start before the previous one has ended. */
const separators = ['-', '--', '/', '@', '=', '_']

/**
 * Returns potentially expensive input for a rule, repeated up to this size, in lines and in one endless line. It
 * contains the keyword, an assignment of the keyword, and a truncated and a complete example. It also contains the
 * rule's prefix after each character that can occur in a secret.
 */
export function worstTexts(credential: Credential, bytes: number): Buffer[] {
  const [keyword = ''] = credential.keywords
  const [example = ''] = examplesOf(credential).bad
  const line = example.trimEnd()
  const begins = beginningOf(credential, line)
  const halves = `${line.slice(0, line.length / 2)}${'a'.repeat(credential.after)}`
  const parts = [
    keyword,
    `${keyword} `,
    `${keyword}="`,
    ` ${line.slice(0, -1)}\u0001`,
    example,
    `${line.replaceAll('\n', ' ')} `,
    halves,
    ...separators.map((separator) => `${begins}${separator}`),
  ]
  return [...new Set(parts)]
    .filter((part) => part !== '')
    .map((part) => Buffer.from(part.repeat(Math.ceil(bytes / part.length))).subarray(0, bytes))
}

/** Returns the keyword in the example and the characters after it. */
function beginningOf({ keywords }: Credential, example: string): string {
  const lower = example.toLowerCase()
  const [first] = keywords
    .flatMap((keyword) => (lower.includes(keyword) ? [{ at: lower.indexOf(keyword), length: keyword.length }] : []))
    .sort((a, b) => a.at - b.at)
  return first ? example.slice(first.at, first.at + first.length + 2) : (keywords[0] ?? '')
}
