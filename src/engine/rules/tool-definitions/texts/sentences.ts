import type { Keywords } from '../keywords/keyword-index.ts'
import { keywordsIn } from '../keywords/pattern.ts'
import { withLatinLetters } from '../hidden/lookalikes.ts'
import { withoutHidden } from '../hidden/hidden-characters.ts'

/** Sentence or list item in a text. */
export interface Sentence {
  readonly text: string
  /** Offsets of the parts in quotation marks or backquotes. */
  readonly quoted: readonly (readonly [start: number, end: number])[]
  /** For a list item, the sentence before the list: `This tool detects:`. Otherwise, an empty string. */
  readonly lead: string
  readonly index: number
  /** Keywords of all patterns in the text. */
  readonly keywords: Keywords
}

/** Maximum sentence length. Longer sentences are truncated, so the cost of the patterns is bounded. */
const maxSentenceLength = 700

/** Minimum sentence length. No order is shorter in any language. */
const minSentenceLength = 6

/** Abbreviations, whose period does not end a sentence. */
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|incl|approx|no)|\b[A-Z])\.$/i

/**
 * Splits a text into sentences as a model reads it: without hidden characters and Markdown emphasis, and with Latin
 * letters instead of look-alikes. Wrapped lines are joined. List items, headings, and tags start a new sentence.
 */
export function sentencesOf(text: string): Sentence[] {
  const plain = plainOf(text)
  const sentences: Sentence[] = []
  let lead = ''
  for (const { block, isItem } of blocksOf(plain)) {
    for (const part of partsOf(block))
      sentences.push({
        text: part,
        quoted: quotedParts(part),
        lead: isItem ? lead : '',
        index: sentences.length,
        keywords: keywordsIn(part),
      })
    const last = sentences.at(-1)?.text ?? ''
    if (!isItem) lead = last.endsWith(':') ? last : ''
  }
  return sentences
}

/** Matches a character that is hidden, looks like another one, or is a typographic quotation mark. */
// oxlint-disable-next-line no-control-regex -- control characters are among those
const special = /[\u0008\u001b\u0080-\u{10ffff}]/u

/** Returns a text without hidden characters and emphasis, and with Latin letters and plain quotation marks. */
function plainOf(text: string): string {
  const ascii = special.test(text)
    ? withLatinLetters(withoutHidden(text)).replaceAll(/[’‘]/g, "'").replaceAll(/[“”]/g, '"')
    : text
  return ascii.includes('**') || ascii.includes('__') ? ascii.replaceAll(/\*\*|__/g, '') : ascii
}

/** Splits a text into paragraphs, list items, and headings. */
function blocksOf(text: string): { readonly block: string; readonly isItem: boolean }[] {
  const blocks: { block: string; isItem: boolean }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    const isItem = /^(?:[-*•+]|\d{1,3}[.)])\s/.test(trimmed)
    const begins = isItem || /^[<#|>]/.test(trimmed)
    const last = blocks.at(-1)
    if (trimmed !== '') {
      if (isOpen && !begins && last && !last.block.endsWith(':') && !last.block.endsWith('>'))
        last.block += ` ${trimmed}`
      else blocks.push({ block: trimmed.replace(/^(?:[-*•+]|\d{1,3}[.)])\s+/, ''), isItem })
    }
    isOpen = trimmed !== ''
  }
  return blocks
}

/** First characters of `sentenceEnd`. */
const possibleEnd = /[.!?;]/g
const sentenceEnd = new RegExp(
  String.raw`(?<![.!?])(?!(?:(?<=(?:^|\s)["'\x60])|(?<=\s)(?=\.\s(?:~|\$HOME)))\.\s(?:~|\$HOME|` +
    String.raw`\.{0,2})\/)[.!?]+["')\]]{0,2}(?=\s|$)|;\s`,
  'y',
)

function partsOf(block: string): string[] {
  const parts: string[] = []
  let [from, scanned] = [0, 0]
  // A period before a path does not end a sentence: the command `. ~/.profile`.
  for (const { index } of block.matchAll(possibleEnd)) {
    if (index < scanned) continue
    sentenceEnd.lastIndex = index
    if (!sentenceEnd.test(block)) continue
    const end = sentenceEnd.lastIndex
    scanned = end
    if (abbreviation.test(block.slice(Math.max(from, end - 8), end))) continue
    parts.push(block.slice(from, end))
    from = end
  }
  parts.push(block.slice(from))
  return parts.flatMap((part) => pieces(part.trim())).filter((part) => part.length >= minSentenceLength)
}

function pieces(part: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < part.length;) {
    const space = part.length - from <= maxSentenceLength ? -1 : part.lastIndexOf(' ', from + maxSentenceLength)
    const end = part.length - from <= maxSentenceLength ? part.length : space > from ? space : from + maxSentenceLength
    parts.push(part.slice(from, end).trim())
    from = end
  }
  return parts
}

const maxQuotationLength = 300

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const quotationMark = /["`']/g

/**
 * Returns the quoted parts. Scans the text once for each kind of quotation mark, because a search from each mark took
 * 0.3 s for 1 MB of apostrophes. An apostrophe within a word is no quotation mark.
 */
function quotedParts(text: string): readonly (readonly [number, number])[] {
  if (text.search(quotationMark) < 0) return noQuotations
  const marks = [...text.matchAll(quotationMark)]
  const next: Record<string, number> = { '"': 0, '`': 0, "'": 0 }
  const quotations: [number, number][] = []
  let after = 0
  for (const { 0: mark, index } of marks) {
    if (index < after || (mark === "'" && isLetter(characterBefore(text, index)))) continue
    let at = next[mark] ?? 0
    while (at < marks.length && !isClosing(text, marks[at], mark, index)) at += 1
    next[mark] = at
    const end = marks[at]?.index
    if (end === undefined || end - index > maxQuotationLength) continue
    after = end + 1
    quotations.push([index, after])
  }
  return quotations
}

const noQuotations: readonly (readonly [number, number])[] = []

/** Reports whether a mark closes a quotation that another mark opens. */
const isClosing = (text: string, closing: RegExpExecArray | undefined, mark: string, opened: number): boolean =>
  closing !== undefined &&
  closing[0] === mark &&
  closing.index > opened &&
  (mark !== "'" || !isLetter(characterAt(text, closing.index + 1)))

/** Returns the character at an offset, or undefined at the end of the text. */
const characterAt = (text: string, at: number): string | undefined => {
  const code = text.codePointAt(at)
  return code === undefined ? undefined : String.fromCodePoint(code)
}

/** Returns the character before an offset, or undefined at the start of the text. */
const characterBefore = (text: string, at: number): string | undefined => {
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '')
  return isPair ? text.slice(at - 2, at) : text[at - 1]
}
