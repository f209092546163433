import { maskedSecret, maskedText } from '../../model/masked-text.ts'
import type { Candidate } from './credential-search.ts'
import { hiddenPart } from './hidden-part.ts'
import { looksRandom } from './randomness.ts'

/** Number of bytes shown on each side of a secret. */
const shownBytes = { before: 100, after: 60 }

/** Token characters. Text adjacent to a secret may belong to it, so the snippet omits it. */
const touching = { before: /(?<![A-Za-z0-9+/_~.%-])[A-Za-z0-9+/_~.%-]+$/, after: /^[A-Za-z0-9+/_~.%=-]+/ }

/**
 * Returns a secret's line, truncated to the text around the secret. Masks the secret, other candidates, and
 * random-looking text. Shows a private key's header, but nothing after it.
 */
export function snippetOf(text: Buffer, candidate: Candidate, candidates: readonly Candidate[]): string {
  const { start, end, credential } = candidate
  const others = candidates.filter((other) => other !== candidate)
  const lineStart = Math.max(
    text.subarray(Math.max(start - shownBytes.before, 0), start).lastIndexOf(0x0a) +
      1 +
      Math.max(start - shownBytes.before, 0),
    0,
  )
  const rest = text.subarray(end, end + shownBytes.after)
  const lineEnd = rest.indexOf(0x0a) < 0 ? rest.length : rest.indexOf(0x0a)
  const before = part(text, lineStart, start, others).replace(touching.before, '')
  const hiddenEnd = hiddenPart(text, candidate).end
  const after =
    credential.announces === true || hiddenEnd >= end + lineEnd
      ? ''
      : part(text, hiddenEnd, end + lineEnd, others).replace(touching.after, '')
  const shown =
    credential.announces === true
      ? `${candidate.secret} ${maskedSecret('')}`
      : maskedSecret(candidate.secret, credential.prefixLength)
  return `${before}${shown}${after}`.replaceAll(/[\p{Cc}\p{Cf}\ufffd]/gu, ' ').trim()
}

/** Returns a part of a line with all secrets masked, including those that start before it. */
function part(text: Buffer, from: number, to: number, candidates: readonly Candidate[]): string {
  const inside = candidates
    .map((candidate) => hiddenPart(text, candidate))
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end }) => ({
      start: Math.max(start - from, 0),
      end: Math.min(end, to) - from,
      shown: maskedSecret(''),
    }))
  const masked = maskedText(text.toString('latin1', from, to), inside)
  return Buffer.from(
    masked.replaceAll(/[\w+/=~.-]{12,}/g, (run) => (looksRandom(run) ? maskedSecret('') : run)),
    'latin1',
  ).toString('utf8')
}
