import { html } from '../html.ts'
import { apiErrors } from '../../api/api-error.ts'
import { markedText } from '../parts/marked-text.ts'
import type { DocsPage } from './docs-frame.ts'

/** Path of the list of API errors. Clients that accept Markdown get Markdown. */
export const errorsPath = '/docs/errors'

/**
 * Returns the page that lists each error code with its status, meaning, and remedy. The `docUrl` in an error response
 * links to the entry for its code.
 */
export function errorsPage(): DocsPage {
  const codes = Object.entries(apiErrors)
  return {
    path: errorsPath,
    title: 'API errors',
    about: 'What each API error code means and how to resolve the error.',
    headings: codes.map(([code]) => ({ level: 2, id: code, text: code })),
    content: html`
      <section class="card prose">
        <h1>API errors</h1>
        <p class="lead">
          Every error response contains one of these codes. The <code>docUrl</code> field of the response links to
          the matching entry on this page.
        </p>
        ${codes.map(
          ([code, { status, meaning, remedy }]) =>
            html`
              <section id=${code}>
                <h2><a href=${`#${code}`}><code>${code}</code></a> <span class="label calm">${status}</span></h2>
                <p>${markedText(meaning)}</p>
                <p>${markedText(remedy)}</p>
              </section>
            `,
        )}
      </section>
    `,
  }
}
