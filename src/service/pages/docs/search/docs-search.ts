import MiniSearch from 'minisearch'
import { apiErrors } from '../../../api/api-error.ts'
import { endpoints } from '../../../api/catalogue.ts'
import { rulePath, rules } from '../../rules/listed-rules.ts'
import { docsSections, pathOf } from '../catalogue.ts'
import { maxQueryLength } from '../docs-frame.ts'
import { documentAt } from '../documents.ts'
import { errorsPath } from '../errors-page.ts'
import { resourcePath } from '../reference/reference-paths.ts'

/** Part of the documentation that can be found by the search. */
interface Entry {
  readonly id: number
  /** URL, including the anchor. */
  readonly address: string
  /** Page title, or list name. */
  readonly page: string
  /** Documentation section. */
  readonly section: string
  readonly heading: string
  readonly text: string
}

/** Part of an excerpt. Matched words are highlighted. */
export interface ExcerptPart {
  readonly text: string
  readonly isMarked: boolean
}

export interface DocsHit {
  readonly address: string
  readonly page: string
  readonly section: string
  readonly heading: readonly ExcerptPart[]
  readonly excerpt: readonly ExcerptPart[]
}

/** Best matches of a search. */
export interface DocsMatches {
  readonly hits: readonly DocsHit[]
  /** Number of matches, including those beyond the returned hits. */
  readonly total: number
  /** True if no entry contains all words, so that the hits contain only some of them. */
  readonly areLoose: boolean
}

/** Maximum number of search results. */
export const maxHits = 20
/** Maximum number of query words. Further words are ignored. */
const maxTerms = 8
/** Excerpt length in characters. */
const excerptLength = 180

interface Index {
  readonly search: MiniSearch<Entry>
  readonly entries: readonly Entry[]
  /** Number of entries that are document sections. They come before all other entries. */
  readonly documentCount: number
}

let index: Index | undefined

/**
 * Returns the best matches. An entry whose heading is the query comes first, such as an error code, then other matches
 * in headings. If no entry contains all words of the query, returns entries that contain some of them. The search time
 * is bounded: query length and word count are limited, and words match only exactly or as a prefix.
 */
export function searchDocs(query: string): DocsMatches {
  index ??= buildIndex()
  const { search, entries, documentCount } = index
  const terms = wordsOf(query.slice(0, maxQueryLength)).slice(0, maxTerms)
  if (terms.length === 0) return { hits: [], total: 0, areLoose: false }
  const wanted = query.trim().toLowerCase()
  const found = (combineWith: 'AND' | 'OR') =>
    search.search(terms.join(' '), {
      tokenize: wordsOf,
      boost: { heading: 6, page: 2 },
      // Ranked higher, because documents explain more than list entries.
      boostDocument: (id) =>
        (Number(id) < documentCount ? 2 : 1) * (entries[Number(id)]?.heading.toLowerCase() === wanted ? 10 : 1),
      prefix: (term) => term.length > 3,
      combineWith,
    })
  const all = found('AND')
  const matches = all.length > 0 ? all : found('OR')
  const hits = matches.slice(0, maxHits).flatMap(({ id, terms: matched }) => {
    const entry = entries[Number(id)]
    if (entry === undefined) return []
    const { address, page, section, heading, text } = entry
    const words = new Set(matched)
    return [{ address, page, section, heading: marked(heading, words), excerpt: marked(excerptOf(text, words), words) }]
  })
  return { hits, total: matches.length, areLoose: all.length === 0 && matches.length > 0 }
}

function buildIndex(): Index {
  const ofDocuments = documentEntries()
  const entries = [...ofDocuments, ...generatedEntries()].map((entry, id) => ({ ...entry, id }))
  const search = new MiniSearch<Entry>({
    fields: ['heading', 'text', 'page'],
    tokenize: (text) => wordsOf(text).flatMap(partsOf),
    // The words are already lowercase.
    processTerm: (term) => term,
  })
  search.addAll(entries)
  return { search, entries, documentCount: ofDocuments.length }
}

function documentEntries(): Omit<Entry, 'id'>[] {
  return docsSections.flatMap(({ title: section, entries }) =>
    entries.flatMap((entry) => {
      const path = pathOf(entry)
      const document = documentAt(path)
      return (document?.sections ?? []).map(({ level, id, text, body }) => ({
        address: level === 1 ? path : `${path}#${id}`,
        page: document?.title ?? '',
        section,
        heading: text,
        text: body,
      }))
    }),
  )
}

function generatedEntries(): Omit<Entry, 'id'>[] {
  return [
    ...endpoints.map(({ id, tag, method, path, summary, description }) => ({
      address: `${resourcePath(tag)}#${id}`,
      page: `${method.toUpperCase()} ${path}`,
      section: 'API',
      heading: summary,
      text: withoutMarks(description),
    })),
    ...Object.entries(apiErrors).map(([code, { meaning, remedy }]) => ({
      address: `${errorsPath}#${code}`,
      page: 'API errors',
      section: 'API',
      heading: code,
      text: withoutMarks(`${meaning} ${remedy}`),
    })),
    ...rules.map(({ id, title, what }) => ({
      address: rulePath(id),
      page: id,
      section: 'Rules',
      heading: title,
      text: withoutMarks(what),
    })),
  ]
}

/** Removes backticks around code. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '')
}

const word = /[\p{L}\p{N}_]+/gu

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

/** Returns a word and its parts: `ASSAY_DATA_DIR` is found by the whole name, which ranks higher, and by `data`. */
function partsOf(whole: string): string[] {
  return whole.includes('_') ? [whole, ...whole.split('_').filter((part) => part !== '')] : [whole]
}

/** Reports whether a word of a text, or a part of it, is one of the matched words. */
function isMatched(written: string, words: ReadonlySet<string>): boolean {
  return partsOf(written.toLowerCase()).some((part) => words.has(part))
}

/** Returns an excerpt of the text around the first matched word. */
function excerptOf(text: string, words: ReadonlySet<string>): string {
  let first = 0
  for (const match of text.matchAll(word))
    if (isMatched(match[0], words)) {
      first = match.index
      break
    }
  const from = first < excerptLength / 2 ? 0 : text.indexOf(' ', first - excerptLength / 3) + 1
  const to = from + excerptLength
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim().toWellFormed()}${to < text.length ? ' …' : ''}`
}

function marked(text: string, words: ReadonlySet<string>): ExcerptPart[] {
  const parts: ExcerptPart[] = []
  let end = 0
  for (const match of text.matchAll(word)) {
    if (!isMatched(match[0], words)) continue
    parts.push({ text: text.slice(end, match.index), isMarked: false }, { text: match[0], isMarked: true })
    end = match.index + match[0].length
  }
  return [...parts, { text: text.slice(end), isMarked: false }].filter((part) => part.text !== '')
}
