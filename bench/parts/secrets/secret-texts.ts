import type { Credential } from '../../../src/detectors/leaked-secrets/credential.ts'
import { examplesOf } from '../../../src/detectors/leaked-secrets/examples.ts'

/** What may cost a rule most: its keyword, an assignment of it, an example cut short and whole, over and over, up to so many bytes. */
export function worstTexts(credential: Credential, bytes: number): Buffer[] {
  const [keyword = ''] = credential.keywords
  const [example = ''] = examplesOf(credential).bad
  const halves = `${example.slice(0, example.length / 2)}${'a'.repeat(credential.after)}`
  return [keyword, `${keyword} `, `${keyword}="`, ` ${example.trimEnd().slice(0, -1)}\u0001`, example, halves].map((part) => Buffer.from(part.repeat(Math.ceil(bytes / part.length))).subarray(0, bytes))
}
