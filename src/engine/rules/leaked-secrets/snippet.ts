import { maskedSecret, maskedText } from '../../model/masked-text.ts'
import type { Candidate } from './credential-search.ts'
import { looksRandom } from './randomness.ts'

/** How much of a line is shown on either side of a secret, in bytes. */
const shownBytes = { before: 100, after: 60 }

/** Characters of which tokens consist: what touches a secret may belong to it, and is left out with it. */
const touching = { before: /(?<![A-Za-z0-9+/_~.%-])[A-Za-z0-9+/_~.%-]+$/, after: /^[A-Za-z0-9+/_~.%=-]+/ }

/**
 * The line of a secret, cut to its neighbourhood. Masked are the secret, the others that were found in `candidates`,
 * and whatever else looks random. What announces a secret is shown, and nothing of the line after it.
 */
export function snippetOf(text: Buffer, candidate: Candidate, candidates: readonly Candidate[]): string {
  const { start, end, credential } = candidate
  const lineStart = Math.max(
    text.subarray(Math.max(start - shownBytes.before, 0), start).lastIndexOf(0x0a) +
      1 +
      Math.max(start - shownBytes.before, 0),
    0,
  )
  const rest = text.subarray(end, end + shownBytes.after)
  const lineEnd = rest.indexOf(0x0a) < 0 ? rest.length : rest.indexOf(0x0a)
  const before = part(text, lineStart, start, candidates).replace(touching.before, '')
  const after =
    credential.announces === true ? '' : part(text, end, end + lineEnd, candidates).replace(touching.after, '')
  const shown =
    credential.announces === true
      ? `${candidate.secret} ${maskedSecret('')}`
      : maskedSecret(candidate.secret, credential.prefixLength)
  return `${before}${shown}${after}`.replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, ' ').trim()
}

/** A part of a line with every other secret masked, also one that reaches into it. */
function part(text: Buffer, from: number, to: number, candidates: readonly Candidate[]): string {
  const inside = candidates
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end }) => ({
      start: Math.max(start - from, 0),
      end: Math.min(end, to) - from,
      shown: maskedSecret(''),
    }))
  const known = maskedText(text.toString('latin1', from, to), inside)
  return Buffer.from(
    known.replaceAll(/[\w+/=~.-]{12,}/g, (run) => (looksRandom(run) ? maskedSecret('') : run)),
    'latin1',
  ).toString('utf8')
}
