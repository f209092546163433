import { Fragment } from 'preact'
import { type Content, html } from '../../html.ts'
import type { Page } from '../../layout.ts'
import { visibleText } from '../../visible-text.ts'
import { framed, maxQueryLength, searchPath } from '../docs-frame.ts'
import { type DocsHit, type DocsMatches, type ExcerptPart, maxHits, searchDocs } from './docs-search.ts'

/** Returns the page with documentation search results. */
export function searchPage(given: unknown): Page {
  const text = typeof given === 'string' ? given.slice(0, maxQueryLength).trim() : ''
  const matches = searchDocs(text)
  // The page shows the query again, so invisible characters are escaped.
  const query = visibleText(text)
  const { hits } = matches
  return framed(
    {
      path: searchPath,
      title: 'Search the documentation',
      isUnlisted: true,
      content: html`
        <section class="card">
          <h1>Search the documentation</h1>
          <p class="lead" role="status">${statusText(query, matches)}</p>
          ${hits.length > 0 && html`<ol class="docs-results">${hits.map(resultItem)}</ol>`}
        </section>
      `,
    },
    { query },
  )
}

function statusText(query: string, { total, areLoose }: DocsMatches): Content {
  if (query === '') return 'Enter a word, a rule, a setting, or an error code.'
  const what = total === 0 ? 'No results' : total === 1 ? '1 result' : `${total} results`
  const shown = total > maxHits && ` These are the first ${maxHits}.`
  if (areLoose)
    return html`No part of the documentation contains all words of “${query}”. ${what} contain some of them.${shown}`
  return html`${what} for “${query}”.${shown}`
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
