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
  const plain = withLatinLetters(withoutHidden(text))
    .replaceAll(/\*\*|__/g, '')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
  const sentences: Sentence[] = []
  let lead = ''
  for (const { block, isItem } of blocksOf(plain)) {
    for (const part of partsOf(block))
      sentences.push({ text: part, quoted: quotedParts(part), lead: isItem ? lead : '', index: sentences.length })
    const last = sentences.at(-1)?.text ?? ''
    if (!isItem) lead = last.endsWith(':') ? last : ''
  }
  return sentences
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

const sentenceEnd = new RegExp(
  String.raw`(?<![.!?])(?!(?:(?<=(?:^|\s)["'\x60])|(?<=\s)(?=\.\s(?:~|\$HOME)))\.\s(?:~|\$HOME|` +
    String.raw`\.{0,2})\/)[.!?]+["')\]]{0,2}(?=\s|$)|;\s`,
  'g',
)

function partsOf(block: string): string[] {
  const parts: string[] = []
  let from = 0
  // A period before a path does not end a sentence: the command `. ~/.profile`.
  for (const { 0: mark, index } of block.matchAll(sentenceEnd)) {
    const end = index + mark.length
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

/** Opening and closing quotation marks. An apostrophe within a word is neither. */
const opening = /["`]|(?<![\p{L}\p{N}])'/gu
const closing = /["`]|'(?![\p{L}\p{N}])/gu

/**
 * Returns the quoted parts. Scans the text once for each kind of quotation mark, because a search from each mark took
 * 0.3 s for 1 MB of apostrophes.
 */
function quotedParts(text: string): [number, number][] {
  if (text.search(opening) < 0) return []
  const closings = [...text.matchAll(closing)]
  const next: Record<string, number> = { '"': 0, '`': 0, "'": 0 }
  const quotations: [number, number][] = []
  let after = 0
  for (const { 0: mark, index } of text.matchAll(opening)) {
    if (index < after) continue
    let at = next[mark] ?? 0
    while (at < closings.length && (closings[at]?.[0] !== mark || (closings[at]?.index ?? 0) <= index)) at += 1
    next[mark] = at
    const end = closings[at]?.index
    if (end === undefined || end - index > maxQuotationLength) continue
    after = end + 1
    quotations.push([index, after])
  }
  return quotations
}
