import type { Credential } from '../../../src/engine/rules/leaked-secrets/credential.ts'
import { examplesOf } from '../../../src/engine/rules/leaked-secrets/examples.ts'

/** Begins a secret again before the one before has ended. */
const separators = ['-', '--', '/', '@', '=', '_']

/**
 * What may cost a rule most: its keyword, an assignment of it, an example cut short and whole, in lines and in one line
 * without end, and the beginning of one after each sign that may stand in a secret, over and over, up to so many bytes.
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
  return [...new Set(parts)].map((part) => Buffer.from(part.repeat(Math.ceil(bytes / part.length))).subarray(0, bytes))
}

/** The keyword as the example has it, and the characters after it. */
function beginningOf({ keywords }: Credential, example: string): string {
  const lower = example.toLowerCase()
  const [first] = keywords
    .flatMap((keyword) => (lower.includes(keyword) ? [{ at: lower.indexOf(keyword), length: keyword.length }] : []))
    .sort((a, b) => a.at - b.at)
  return first ? example.slice(first.at, first.at + first.length + 2) : (keywords[0] ?? '')
}
