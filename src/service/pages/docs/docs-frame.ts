import { type Content, html } from '../html.ts'
import { docsScript } from '../assets.ts'
import type { Page } from '../layout.ts'
import { icon } from '../parts/icon.ts'
import { docsSections, pathOf } from './catalogue.ts'
import { titles } from './documents.ts'
import type { Heading } from './markdown.ts'
import { referenceParts, referencePath } from './reference/reference-paths.ts'

/** Path of the documentation search. */
export const searchPath = '/docs/search'

/** Maximum length of a search query. Longer queries are truncated. */
export const maxQueryLength = 100

/** Documentation page without its frame. */
export interface DocsPage {
  readonly path: string
  readonly title: string
  /** One-sentence description in plain text, for search engines. */
  readonly about?: string
  readonly content: Content
  /** Headings for the page's table of contents. */
  readonly headings?: readonly Heading[]
  /** True if search engines must not index the page. */
  readonly isUnlisted?: boolean
}

/** Options for framing a page. */
export interface FrameOptions {
  /** Search query. */
  readonly query?: string
  /** True for a page of the static copy, which has neither a search nor rule pages. */
  readonly isStatic?: boolean
}

/** Returns the page with the sidebar, its table of contents, and links to the previous and next pages. */
export function framed(page: DocsPage, options: FrameOptions = {}): Page {
  const { path, title, about, isUnlisted = false } = page
  return {
    title,
    section: 'docs',
    scripts: [docsScript],
    ...(about !== undefined && { description: about }),
    ...(!isUnlisted && { canonicalPath: path }),
    content: docsFrame(page, options),
  }
}

/** Returns the page content in its frame. */
export function docsFrame({ path, content, headings = [] }: DocsPage, options: FrameOptions = {}): Content {
  // Some documents repeat deep headings for each item, for example for each table of figures.
  const listed = headings.filter(({ level }) => level === 2 || level === 3)
  const shown = listed.length > maxHeadings ? listed.filter(({ level }) => level === 2) : listed
  const hasContents = shown.length > 1
  return html`
    <div class=${hasContents ? 'docs with-contents' : 'docs'}>
      <div class="docs-side">
        <a class="skip" href="#document">Skip the menu</a>
        ${!options.isStatic && searchForm(options.query)}
        <details class="docs-menu">
          <summary>All pages</summary>
          ${sidebar(path, options)}
        </details>
      </div>
      ${
        hasContents &&
        html`
          <details class="docs-contents">
            <summary>On this page</summary>
            <nav aria-label="On this page" tabindex="0">
              <ul>
                ${shown.map(
                  ({ level, id, text }) =>
                    html`<li class=${level === 3 ? 'deeper' : undefined}><a href=${`#${id}`}>${text}</a></li>`,
                )}
              </ul>
            </nav>
          </details>
        `
      }
      <div class="docs-page stack" id="document" tabindex="-1">${content}${neighbors(path)}</div>
    </div>
  `
}

/** If there are more headings, the table of contents lists only those of the second level. */
const maxHeadings = 40

function searchForm(query: string | undefined): Content {
  return html`
    <form class="docs-search" role="search" aria-label="Documentation" action=${searchPath} method="get">
      <label class="unseen" for="docs-query">Search the documentation</label>
      ${icon('search')}
      <input
        id="docs-query"
        type="search"
        name="q"
        value=${query}
        maxlength=${maxQueryLength}
        placeholder="Search the docs"
      />
    </form>
  `
}

function sidebar(path: string, { isStatic = false }: FrameOptions): Content {
  const link = (to: string, title: string | undefined) =>
    html`<a href=${to} aria-current=${to === path ? 'page' : undefined}>${title}</a>`
  const parts =
    path.startsWith(referencePath) &&
    html`<ul>${referenceParts.map((part) => html`<li>${link(part.path, part.title)}</li>`)}</ul>`
  return html`
    <nav aria-label="Documentation">
      <ul>
        <li>${link('/docs', 'Overview')}</li>
        ${docsSections.map(
          ({ title, entries }) =>
            html`
              <li>
                <span>${title}</span>
                <ul>
                  ${entries
                    .map(pathOf)
                    .filter((to) => !isStatic || to.startsWith('/docs/'))
                    .map((to) => html`<li>${link(to, titles.get(to))}${to === referencePath && parts}</li>`)}
                </ul>
              </li>
            `,
        )}
      </ul>
    </nav>
  `
}

/** Paths in reading order. */
const order = ['/docs', ...docsSections.flatMap(({ entries }) => entries.map(pathOf))].filter((path) =>
  path.startsWith('/docs'),
)

function neighbors(path: string): Content {
  const at = order.indexOf(path)
  if (at < 0) return undefined
  return html`
    <nav class="docs-neighbors" aria-label="Previous and next page">
      ${neighbor(order[at - 1], 'prev')}${neighbor(order[at + 1], 'next')}
    </nav>
  `
}

function neighbor(path: string | undefined, rel: 'prev' | 'next'): Content {
  if (path === undefined) return undefined
  return html`
    <a href=${path} rel=${rel}>
      <span class="quiet">${rel === 'prev' ? 'Previous' : 'Next'}</span>
      ${titles.get(path) ?? 'Documentation'}
    </a>
  `
}
