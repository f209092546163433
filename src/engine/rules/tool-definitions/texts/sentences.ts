import { withLatinLetters } from '../hidden/lookalikes.ts'
import { withoutHidden } from '../hidden/hidden-characters.ts'

/** A sentence of a text, or an item of a list in it. */
export interface Sentence {
  readonly text: string
  /** Parts of it in quotation marks or backquotes, as offsets. */
  readonly quoted: readonly (readonly [start: number, end: number])[]
  /** What introduces the list of which it is an item, `This tool detects:`; empty for others. */
  readonly lead: string
  readonly index: number
}

/** Longer ones are cut: nobody writes them, and patterns are bounded by it. */
const maxSentenceLength = 700

/** No order is shorter, in any language. */
const shortestSentence = 6

/** What ends no sentence although a full stop is there. */
const abbreviation = /(?:\b(?:e\.g|i\.e|etc|vs|cf|resp|incl|approx|no)|\b[A-Z])\.$/i

/**
 * Sentences of a text as a model reads it: what is invisible left out, letters that look like Latin ones as those,
 * emphasis of Markdown gone. Lines that were broken for their length are one; items of lists, headings and tags begin
 * anew.
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

/** Paragraphs, items of lists, headings. */
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
  // A dot before a path ends nothing: the command `. ~/.profile`.
  for (const { 0: mark, index } of block.matchAll(sentenceEnd)) {
    const end = index + mark.length
    if (abbreviation.test(block.slice(Math.max(from, end - 8), end))) continue
    parts.push(block.slice(from, end))
    from = end
  }
  parts.push(block.slice(from))
  return parts.flatMap((part) => pieces(part.trim())).filter((part) => part.length >= shortestSentence)
}

function pieces(part: string): string[] {
  const found: string[] = []
  for (let from = 0; from < part.length;) {
    const space = part.length - from <= maxSentenceLength ? -1 : part.lastIndexOf(' ', from + maxSentenceLength)
    const end = part.length - from <= maxSentenceLength ? part.length : space > from ? space : from + maxSentenceLength
    found.push(part.slice(from, end).trim())
    from = end
  }
  return found
}

/** Longest text in one pair of marks. */
const maxQuotationLength = 300

/** A mark that begins a quotation, and one that ends it: within words an apostrophe is neither. */
const opening = /["`]|(?<![\p{L}\p{N}])'/gu
const closing = /["`]|'(?![\p{L}\p{N}])/gu

/** Goes through the text once for either: from each mark on to its end took 0.3 s for 1 MB of apostrophes. */
function quotedParts(text: string): [number, number][] {
  if (text.search(opening) < 0) return []
  const closings = [...text.matchAll(closing)]
  const next: Record<string, number> = { '"': 0, '`': 0, "'": 0 }
  const found: [number, number][] = []
  let after = 0
  for (const { 0: mark, index } of text.matchAll(opening)) {
    if (index < after) continue
    let at = next[mark] ?? 0
    while (at < closings.length && (closings[at]?.[0] !== mark || (closings[at]?.index ?? 0) <= index)) at += 1
    next[mark] = at
    const end = closings[at]?.index
    if (end === undefined || end - index > maxQuotationLength) continue
    after = end + 1
    found.push([index, after])
  }
  return found
}
