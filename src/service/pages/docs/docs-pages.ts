import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { html } from '../html.ts'
import type { Page } from '../layout.ts'
import { docsSections, documents, fileOf, pathOf } from './catalogue.ts'
import { errorsPath } from './errors-page.ts'
import { renderMarkdown, titleOf } from './markdown.ts'
import { referencePaths } from './reference/reference-page.ts'

/** The documents by path of their page. They change only with the version of the service, so they are read once. */
const documentsByPath = new Map(
  documents.map((entry) => {
    const text = readFileSync(fileOf(entry), 'utf8')
    return [pathOf(entry), { ...entry, text, title: titleOf(text) }]
  }),
)

/** Paths of the documents. */
export const documentPaths: readonly string[] = [...documentsByPath.keys()]

/** Paths of all documentation pages that search engines can index. */
export const docsPaths: readonly string[] = ['/docs', ...referencePaths, errorsPath, ...documentPaths]

/** Earlier paths of documents and their current paths. */
export const movedPaths: ReadonlyMap<string, string> = new Map([['/docs/self-hosting', '/docs/operators']])

/** Returns the page that links to all documentation. */
export function docsPage(): Page {
  return {
    title: 'Documentation',
    description: 'Guides, how-tos, reference, and explanations.',
    canonicalPath: '/docs',
    section: 'docs',
    content: html`
      <h1>Documentation</h1>
      ${docsSections.map(
        ({ title, entries }) =>
          html`
            <section class="card">
              <h2>${title}</h2>
              <ul>
                ${entries.map((entry) => {
                  const path = pathOf(entry)
                  const name = 'title' in entry ? entry.title : documentsByPath.get(path)?.title
                  return html`<li><a href=${path}>${name}</a>: ${entry.about}</li>`
                })}
              </ul>
            </section>
          `,
      )}
    `,
  }
}

/** Returns the page of a document, or undefined if the document does not exist. */
export function documentPage(path: string): Page | undefined {
  const document = documentsByPath.get(path)
  if (document === undefined) return undefined
  const { file, text } = document
  return {
    title: document.title,
    description: document.about,
    canonicalPath: path,
    section: 'docs',
    content: html`
      <p class="crumbs"><a href="/docs">Documentation</a></p>
      <section class="card prose">${renderMarkdown(text, (address) => linkOf(file, address))}</section>
    `,
  }
}

const pathOfFile = new Map(documents.map((entry) => [entry.file, pathOf(entry)]))

/**
 * Returns the page for a link in a document, or undefined for links to source files, which have no page.
 *
 * @param file path of the document from the root of the repository
 */
function linkOf(file: string, address: string): string | undefined {
  if (/^(?:https?:\/\/|\/|#)/.test(address)) return address
  const [target = '', anchor] = address.split('#', 2)
  const path = pathOfFile.get(posix.join(posix.dirname(file), target))
  return path === undefined || anchor === undefined ? path : `${path}#${anchor}`
}
