import { Fragment } from 'preact'
import { type Content, html } from '../../html.ts'
import type { Page } from '../../layout.ts'
import { visibleText } from '../../visible-text.ts'
import { framed, maxQueryLength, searchPath } from '../docs-frame.ts'
import { type DocsHit, type ExcerptPart, searchDocs } from './docs-search.ts'

/** Returns the page with documentation search results. */
export function searchPage(given: unknown): Page {
  // The search field shows the query again, so invisible characters are escaped.
  const query = typeof given === 'string' ? visibleText(given.slice(0, maxQueryLength).trim()) : ''
  const hits = searchDocs(query)
  return framed(
    {
      path: searchPath,
      title: 'Search the documentation',
      isUnlisted: true,
      content: html`
        <section class="card">
          <h1>Search the documentation</h1>
          <p class="lead" role="status">${statusText(query, hits.length)}</p>
          ${hits.length > 0 && html`<ol class="docs-results">${hits.map(resultItem)}</ol>`}
        </section>
      `,
    },
    { query },
  )
}

function statusText(query: string, count: number): Content {
  if (query === '') return 'Enter a word, a rule, a setting, or an error code.'
  const what = count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`
  return html`${what} for “${query}”.`
}

function resultItem({ address, page, section, heading, excerpt }: DocsHit): Content {
  return html`
    <li>
      <a href=${address}>${heading.map(excerptPart)}</a>
      <div class="quiet">${section} › ${page}</div>
      ${excerpt.length > 0 && html`<p>${excerpt.map(excerptPart)}</p>`}
    </li>
  `
}

function excerptPart({ text, isMarked }: ExcerptPart): Content {
  return isMarked ? html`<mark>${text}</mark>` : html`<${Fragment}>${text}<//>`
}
