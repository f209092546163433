import { maskedPart } from '../../leaked-secrets/masked-part.ts'
import { characterAt, characterBefore, isLetter } from '../texts/characters.ts'

/** Kinds of characters that are not displayed. */
export const hiddenKinds = ['tag', 'variation-selector', 'zero-width', 'direction', 'filler', 'terminal'] as const

/** Run of invisible characters, and the text that they encode. */
export interface HiddenText {
  readonly kind: (typeof hiddenKinds)[number]
  /** Offset of the first character. */
  readonly start: number
  readonly count: number
  /** Encoded text, or an empty string. */
  readonly decoded: string
  /**
   * Surrounding text with the characters made visible, `ig[U+200B]nore`. Present only for the first run of each kind.
   */
  readonly shown: string
}

/** Invisible characters by kind. Tag characters in region flags, such as the flag of Scotland, are replaced first. */
const kinds: readonly { readonly kind: HiddenText['kind']; readonly pattern: RegExp }[] = [
  { kind: 'tag', pattern: /[\u{E0000}-\u{E007F}]+/gu },
  // A single one after an emoji or ideograph selects its form. Several in a row encode bytes.
  { kind: 'variation-selector', pattern: /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{2,}/gu },
  { kind: 'zero-width', pattern: /[\u200B-\u200D\u2060-\u2064\u180E\uFEFF\u00AD]+/gu },
  { kind: 'direction', pattern: /[\u202A-\u202E\u2066-\u2069\u206A-\u206F]+/gu },
  { kind: 'filler', pattern: /[\u115F\u1160\u3164\uFFA0\u2800\uFFF9-\uFFFB]+/gu },
  // A single backspace at the edge of a word is not reported: in Python, `\b` of a pattern is one if the string is not
  // raw.
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  {
    kind: 'terminal',
    pattern: new RegExp(
      String.raw`\u001B(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001B]{0,200}(?:\u0007|\u001B\\)?|` +
        String.raw`[()][0-9A-B])?|\u009B[0-9;?]{0,20}[A-Za-z]|\u0008{2,}|(?<=\w)\u0008(?=\w)`,
      'gu',
    ),
  },
]

/** Characters that at least one of these patterns needs. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const possiblyHidden = new RegExp(
  String.raw`[\u0008\u001B\u009B\u00AD\u115F\u1160\u180E\u200B-\u200D\u202A-\u202E\u2060-\u206F\u2800\u3164` +
    String.raw`\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]`,
  'u',
)

const flagOfRegion = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,10}\u{E007F}/gu
const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u
/** Scripts in which joiners shape letters, and the parts of emoji. */
const joined = new RegExp(
  String.raw`[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}` +
    String.raw`\p{Script=Kannada}` +
    String.raw`\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}` +
    String.raw`\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Extended_Pictographic}` +
    String.raw`\p{Emoji_Modifier}\uFE0F]`,
  'u',
)

/** Maximum number of runs of one kind per text. */
const maxRuns = 1_000

/** Returns the runs of hidden characters in text order, except for characters that a script needs. */
export function hiddenTexts(text: string): HiddenText[] {
  if (!possiblyHidden.test(text)) return []
  const plain = text.replaceAll(flagOfRegion, (flag) => ' '.repeat(flag.length))
  const hidden: HiddenText[] = []
  let isRightToLeft: boolean | undefined
  for (const { kind, pattern } of kinds) {
    let [isFirst, runs] = [true, 0]
    for (const { 0: run, index } of plain.matchAll(pattern)) {
      if (
        kind === 'direction'
          ? (isRightToLeft ??= rightToLeft.test(text)) && !/[\u202D\u202E]/.test(run)
          : kind === 'zero-width' && isNeeded(run, plain, index)
      )
        continue
      hidden.push({
        kind,
        start: index,
        count: Array.from(run).length,
        decoded: decoded(kind, run),
        shown: isFirst ? shownAround(text, index, run.length) : '',
      })
      isFirst = false
      if ((runs += 1) === maxRuns) break
    }
  }
  return hidden.toSorted((a, b) => a.start - b.start)
}

/** Reports whether zero-width characters shape adjacent characters or hide nothing. */
function isNeeded(run: string, text: string, index: number): boolean {
  const before = characterBefore(text, index)
  const after = characterAt(text, index + run.length)
  if (/^[\u200C\u200D]$/.test(run)) return joined.test(before) || joined.test(after)
  // A byte order mark, a soft hyphen, and a single stray character between words hide nothing.
  if (run === '\uFEFF' && index === 0) return true
  return (run.length === 1 && !(isLetter(before) && isLetter(after))) || run === '\u00AD'
}

function decoded(kind: HiddenText['kind'], run: string): string {
  if (kind === 'zero-width' && run.length < minBits) return ''
  const points = Array.from(run, (character) => character.codePointAt(0) ?? 0)
  if (kind === 'tag')
    return printable(points.filter((point) => point >= 0xe0020 && point < 0xe007f).map((point) => point - 0xe0000))
  if (kind === 'variation-selector')
    return printable(
      Buffer.from(points.map((point) => (point >= 0xe0100 ? point - 0xe0100 + 16 : point - 0xfe00))).toString('utf8'),
    )
  return kind === 'zero-width' ? bitsDecoded(points) : ''
}

/** Minimum number of zero-width characters that encode a text. */
const minBits = 16

/** Decodes two zero-width characters as bits in both assignments, and returns the result that is text. */
function bitsDecoded(points: readonly number[]): string {
  const values = [...new Set(points)]
  if (points.length < minBits || values.length > 3) return ''
  for (const zero of values) {
    for (const one of values) {
      const bits = zero === one ? [] : points.filter((point) => point === zero || point === one)
      const bytes = Array.from({ length: Math.floor(bits.length / 8) }, (_none, index) =>
        bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + (bit === one ? 1 : 0), 0),
      )
      if (bytes.length > 1 && bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a))
        return String.fromCharCode(...bytes)
    }
  }
  return ''
}

function printable(text: string | readonly number[]): string {
  const decodedText = typeof text === 'string' ? text : text.map((point) => String.fromCharCode(point)).join('')
  return /^[\u0020-\u007e\s\p{L}\p{P}\p{N}]+$/u.test(decodedText) ? decodedText.slice(0, 2_000) : ''
}

const shownCharacters = 30

function shownAround(text: string, start: number, length: number): string {
  const around =
    maskedPart(text, Math.max(start - shownCharacters, 0), start).toWellFormed() +
    namesOf(text.slice(start, start + Math.min(length, 16))) +
    (length > 16 ? '…' : '') +
    maskedPart(text, start + length, start + length + shownCharacters).toWellFormed()
  return around.replaceAll(/\s+/g, ' ').trim()
}

const namesOf = (run: string) =>
  Array.from(
    run,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  ).join('')

/** Removes hidden characters. Rules read the resulting text. */
export function withoutHidden(text: string): string {
  return possiblyHidden.test(text) ? kinds.reduce((rest, { pattern }) => rest.replaceAll(pattern, ''), text) : text
}
