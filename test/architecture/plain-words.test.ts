import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectors } from '../../src/engine/rules/catalogue.ts'
import { commentsOf, stringsOf } from './support/texts-of.ts'
import list from './plain-words.json' with { type: 'json' }

/** Words and phrases that slow a reader down, with their replacements. */
const words = new Map(Object.entries(list.words))
const pattern = new RegExp(String.raw`\b(?:${[...words.keys()].join('|')})\b`, 'gi')

interface Text {
  readonly place: string
  readonly text: string
}

const stringsIn = (paths: readonly string[]): Text[] =>
  paths.flatMap((path) =>
    stringsOf(readFileSync(path, 'utf8')).map(({ text, line }) => ({ place: `${path}:${line}`, text })),
  )
const commentsIn = (paths: readonly string[]): Text[] =>
  paths.flatMap((path) =>
    commentsOf(readFileSync(path, 'utf8')).map(({ text, line }) => ({ place: `${path}:${line}`, text })),
  )
/** Returns the lines of a document, without code. */
const linesIn = (paths: readonly string[]): Text[] =>
  paths.flatMap((path) =>
    withoutCode(readFileSync(path, 'utf8'))
      .split('\n')
      .map((text, index) => ({ place: `${path}:${index + 1}`, text })),
  )

/** Removes code but keeps the line numbers. */
const withoutCode = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '`…`')

const hitsIn = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ place, text }) =>
    [...text.replaceAll(/\s+/g, ' ').matchAll(pattern)].map(([word]) => {
      const instead = words.get(word.toLowerCase())
      return `${place} "${word}"${instead === undefined ? '' : `: write ${instead}`}`
    }),
  )

/** True for sample projects of tests, whose comments are input. */
const isSample = (path: string): boolean => /(?:^|\/)corpus\/(?:cases|pairs)$/.test(path)

/** Documents that users read first. */
const firstDocuments = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
/** Files with strings that users see: commands, reports, pages, the API, webhooks, and settings. */
const shownSources = globSync(
  'src/{cli,settings,engine/model,engine/reports,service/pages,service/api,service/webhooks}/**/*.ts',
).sort()
const allSources = globSync('src/**/*.ts').sort()

const ruleTexts: readonly Text[] = detectors.flatMap(({ rules }) =>
  rules.flatMap(({ id, title, what, why, remediation }) =>
    [title, what, why, remediation].map((text) => ({ place: id, text })),
  ),
)

/** Splits texts into sentences, each with its number of words. A text without a period is one sentence. */
const sentencesIn = (texts: readonly Text[]): { readonly sentence: string; readonly words: number }[] =>
  texts
    .flatMap(({ text }) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[A-Z"`…])/))
    .map((sentence) => ({ sentence, words: sentence.split(' ').filter((word) => /[a-z]/i.test(word)).length }))
    .filter(({ words: count }) => count >= 3)

/** Returns the paragraphs, list items, and table cells of documents, without code. */
const paragraphsIn = (paths: readonly string[]): Text[] =>
  paths.flatMap((path) =>
    withoutCode(readFileSync(path, 'utf8'))
      .split(/\n\s*\n|\n(?=\s*[-#|\d])|\|/)
      .map((text) => ({ place: path, text })),
  )

/** Returns strings that are prose: they start with a capital letter and end with punctuation. */
const proseIn = (paths: readonly string[]): Text[] =>
  stringsIn(paths).filter(({ text }) => /^[A-Z`"…]/.test(text) && /[a-z)`"…][.!?]$/.test(text.trimEnd()))

describe('texts that users meet first', () => {
  it('have plain words in the first documents', () => {
    expect(hitsIn(linesIn(firstDocuments))).toEqual([])
  })

  it('have plain words in the documents of all rules', () => {
    expect(ruleTexts.length).toBeGreaterThan(300)
    expect(hitsIn(ruleTexts)).toEqual([])
  })

  it('have plain words in commands, reports, pages, the API, webhooks, and settings', () => {
    const texts = stringsIn(shownSources)
    expect(texts.length).toBeGreaterThan(3_000)
    expect(hitsIn(texts)).toEqual([])
  })

  it.each([
    ['the first documents', () => paragraphsIn(firstDocuments)],
    ['all documents', () => paragraphsIn(globSync('{docs,action,src}/**/*.md').sort())],
    ['the documents of all rules', () => ruleTexts],
    ['commands, reports, pages, the API, webhooks, and settings', () => proseIn(shownSources)],
  ])('have at most 25 words in 95 of 100 sentences of %s', (_name, texts) => {
    const sentences = sentencesIn(texts())
    expect(sentences.length).toBeGreaterThan(100)
    const long = sentences.filter(({ words: count }) => count > 25)
    expect(long.length / sentences.length, long.map(({ sentence }) => sentence).join('\n')).toBeLessThanOrEqual(0.05)
  })
})

/** Whether the documents or strings of a file are texts of this project, and not its data. */
const isProse = (path: string): boolean => !list.exempt.some(({ paths }) => matchesGlob(path, paths))

describe('all other texts', () => {
  it('have plain words in comments', () => {
    const sources = globSync('{src,action/src,client,test,bench,build}/**/*.ts', { exclude: isSample }).sort()
    expect(sources.length).toBeGreaterThan(3_000)
    expect(hitsIn(commentsIn(sources))).toEqual([])
  })

  it('have plain words in documents', () => {
    const documents = globSync('{docs,action,src,test,bench,deploy}/**/*.md').filter(isProse).sort()
    expect(hitsIn(linesIn(documents))).toEqual([])
  })

  it('have plain words in strings of the sources', () => {
    const shown = new Set(shownSources)
    expect(hitsIn(stringsIn(allSources.filter((path) => !shown.has(path) && isProse(path))))).toEqual([])
  })
})

it('finds a word in prose and not in code', () => {
  const text = 'Whoever asks\n```\nnobody\n```\nis `nobody`, and the list\nis none.'
  expect(hitsIn([{ place: 'a', text: withoutCode(text) }])).toEqual([
    'a "Whoever": write the caller, a client, an attacker, the operator',
    'a "is none": write no … exists, empty',
  ])
  expect(stringsOf("const a = 'one ' + b + ` two ${c} three`").map((entry) => entry.text)).toEqual([
    'one … two … three',
  ])
})
