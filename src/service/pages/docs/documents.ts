import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { docsSections, documents, fileOf, pathOf } from './catalogue.ts'
import { type RenderedDocument, renderMarkdown, titleOf } from './markdown.ts'

/** A document, with its page. */
export interface ReadDocument extends RenderedDocument {
  readonly path: string
  readonly title: string
  /** One-line summary. */
  readonly about: string
}

/** Document paths, in sidebar order. */
export const documentPaths: readonly string[] = documents.map(pathOf)

/** Document texts by path. Read once, because they change only with the service version. */
const texts = new Map(documents.map((entry) => [pathOf(entry), readFileSync(fileOf(entry), 'utf8')]))
const paths = new Map(documents.map((entry) => [entry.file, pathOf(entry)]))
const rendered = new Map<string, ReadDocument>()

/** Page titles by path. */
export const titles: ReadonlyMap<string, string> = new Map(
  docsSections.flatMap(({ entries }) =>
    entries.map((entry) => {
      const path = pathOf(entry)
      return [path, 'title' in entry ? entry.title : titleOf(texts.get(path) ?? '')]
    }),
  ),
)

/** Returns the document at this path. Each document is rendered once. */
export function documentAt(path: string): ReadDocument | undefined {
  const known = rendered.get(path)
  if (known) return known
  const entry = documents.find((each) => pathOf(each) === path)
  if (entry === undefined) return undefined
  const document = {
    ...renderMarkdown(texts.get(path) ?? '', (address) => linkOf(entry.file, address)),
    path,
    title: titles.get(path) ?? '',
    about: entry.about,
  }
  rendered.set(path, document)
  return document
}

/**
 * Returns the page for a link in a document, or undefined for links to source files, which have no page.
 *
 * @param file document path, relative to the repository root
 */
function linkOf(file: string, address: string): string | undefined {
  if (/^(?:https?:\/\/|\/|#)/.test(address)) return address
  const [target = '', anchor] = address.split('#', 2)
  const path = paths.get(posix.join(posix.dirname(file), target))
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`
}
