import type { Keywords } from '../keywords/keyword-index.ts'
import { keywordsIn } from '../keywords/pattern.ts'
import type { Remembering } from './answer-once.ts'
import { characterAt, characterBefore, isLetter, isSpaceAt } from './characters.ts'
import { withLatinLetters } from '../hidden/lookalikes.ts'
import { withPlainLetters } from '../hidden/styled-letters.ts'
import { withoutHidden } from '../hidden/hidden-characters.ts'

/** Sentence or list item in a text. */
export interface Sentence extends Remembering {
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
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|incl|approx|no)|(?<![\w/])[A-Z])\.$/i

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
        answers: 0,
      })
    const last = sentences.at(-1)?.text ?? ''
    if (!isItem) lead = last.endsWith(':') ? last : ''
  }
  return sentences
}

/** Matches a character that is hidden, looks like or names another one, or is a typographic quotation mark. */
// oxlint-disable-next-line no-control-regex -- control characters are among those
const special = /[\u0008\u001b\u0080-\u{10ffff}]|&#|\\u00/u

/** Returns a text without hidden characters and emphasis, and with Latin letters and plain quotation marks. */
function plainOf(text: string): string {
  const ascii = special.test(text)
    ? withLatinLetters(withPlainLetters(withoutHidden(text)))
        .replaceAll(/[’‘]/g, "'")
        .replaceAll(/[“”]/g, '"')
    : text
  return ascii.includes('**') || ascii.includes('__') ? ascii.replaceAll(/\*\*|__/g, '') : ascii
}

/** Line of a docstring that describes a parameter: `path (str): File to read.` */
const parameterLine = /^[a-z_]\w{0,40}(?: ?\([^)]{1,60}\))?:\s/

const item = /^(?:[-*•+]|\d{1,3}[.)])\s/
const itemMark = /^(?:[-*•+]|\d{1,3}[.)])\s+/

/** Splits a text into paragraphs, list items, and headings. */
function blocksOf(text: string): { readonly block: string; readonly isItem: boolean }[] {
  const blocks: { block: string; isItem: boolean }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (trimmed === '') {
      isOpen = false
      continue
    }
    const isItem = item.test(trimmed)
    const previous = blocks.at(-1)?.block ?? ''
    const isParameter = parameterLine.test(trimmed) && (parameterLine.test(previous) || /[.!?:;)\]]$/.test(previous))
    const isStart = isItem || isParameter || '<#|>'.includes(trimmed[0] ?? '')
    const last = isOpen && !isStart ? blocks.at(-1) : undefined
    if (last) last.block += ` ${trimmed}`
    else blocks.push({ block: isItem ? trimmed.replace(itemMark, '') : trimmed, isItem })
    // The line ends the block. To read the end of the block instead would copy it for each line, which took 0.1 s for
    // 1 MB of short lines.
    isOpen = !trimmed.endsWith(':') && !trimmed.endsWith('>')
  }
  return blocks
}

/** A period before a path does not end a sentence: the command `. ~/.profile`. */
const beforePath = /(?:(?<=(?:^|\s)["'\x60])|(?<=\s)(?=\.\s(?:~|\$HOME)))\.\s(?:~|\$HOME|\.{0,2})\//y

/** Splits a block at the ends of sentences. */
function partsOf(block: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < block.length; at += 1) {
    const end = endOfSentence(block, at)
    if (end === at) continue
    // The marks that follow belong to the same end.
    at = end - 1
    if (block[at] === '.' && abbreviation.test(block.slice(Math.max(from, end - 8), end))) continue
    addPieces(parts, block.slice(from, end).trim())
    from = end
  }
  addPieces(parts, block.slice(from).trim())
  return parts
}

/** Returns the offset after the mark that ends a sentence, or the same offset if no sentence ends there. */
function endOfSentence(block: string, at: number): number {
  const code = block.charCodeAt(at)
  if (code === semicolon) return isSpaceAt(block, at + 1) ? at + 2 : at
  if (!isEndMark(code) || isEndMark(block.charCodeAt(at - 1))) return at
  let end = at + 1
  while (isEndMark(block.charCodeAt(end))) end += 1
  for (let closing = 0; closing < 2 && isClosingMark(block.charCodeAt(end)); closing += 1) end += 1
  if (end < block.length && !isSpaceAt(block, end)) return at
  beforePath.lastIndex = at
  return end === at + 1 && beforePath.test(block) ? at : end
}

const semicolon = 0x3b
const isEndMark = (code: number): boolean => code === 0x2e || code === 0x21 || code === 0x3f
/** Reports whether a character can follow the mark at the end of a sentence: `"`, `'`, `)`, or `]`. */
const isClosingMark = (code: number): boolean => code === 0x22 || code === 0x27 || code === 0x29 || code === 0x5d

/** Adds a sentence in pieces of the maximum length. */
function addPieces(parts: string[], part: string): void {
  for (let from = 0; from < part.length;) {
    const to = Math.min(from + maxSentenceLength, part.length)
    const end = to === part.length ? to : lastSpace(part, from, to)
    const piece = part.slice(from, end).trim()
    if (piece.length >= minSentenceLength) parts.push(piece)
    from = end
  }
}

/** Returns the offset of the last space between two offsets, or the second offset. Reads only these characters. */
function lastSpace(text: string, from: number, to: number): number {
  for (let at = to; at > from; at -= 1) if (text.charCodeAt(at) === 0x20) return at
  return to
}

const maxQuotationLength = 300

/**
 * Returns the quoted parts. Scans the text once for each kind of quotation mark, because a search from each mark took
 * 0.3 s for 1 MB of apostrophes. An apostrophe within a word is no quotation mark.
 */
function quotedParts(text: string): readonly (readonly [number, number])[] {
  const marks = quotationMarksIn(text)
  if (marks.length < 2) return noQuotations
  const next: Record<string, number> = { '"': 0, '`': 0, "'": 0 }
  const quotations: [number, number][] = []
  let after = 0
  for (const index of marks) {
    const mark = text[index] ?? ''
    if (index < after || (mark === "'" && isLetter(characterBefore(text, index)))) continue
    let at = next[mark] ?? 0
    while (at < marks.length && !isClosing(text, marks[at], mark, index)) at += 1
    next[mark] = at
    const end = marks[at]
    if (end === undefined || end - index > maxQuotationLength) continue
    after = end + 1
    quotations.push([index, after])
  }
  return quotations
}

const noQuotations: readonly (readonly [number, number])[] = []
const noMarks: readonly number[] = []
const quotationMark = /["`']/g

/** Returns the offsets of the quotation marks. */
function quotationMarksIn(text: string): readonly number[] {
  const first = text.search(quotationMark)
  if (first < 0) return noMarks
  const marks: number[] = []
  for (let at = first; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22 || code === 0x27 || code === 0x60) marks.push(at)
  }
  return marks
}

/** Reports whether a mark closes a quotation that another mark opens. */
const isClosing = (text: string, closing: number | undefined, mark: string, opened: number): boolean =>
  closing !== undefined &&
  closing > opened &&
  text[closing] === mark &&
  (mark !== "'" || !isLetter(characterAt(text, closing + 1)))
