import { html } from '../html.ts'
import { apiErrors } from '../../api/api-error.ts'
import type { Content, Page } from '../layout.ts'
import { markedText } from '../parts/marked-text.ts'

/** Where the errors of the API are told of: programs get Markdown there. */
export const errorsPath = '/docs/errors'

/**
 * Each code of an error with its status, meaning and remedy. Answers lead to it by their `docUrl`, which ends with the
 * code.
 */
export function errorsPage(): Page {
  const codes = Object.entries(apiErrors)
  return {
    title: 'Errors of the API',
    description: 'What each code of an error means, and what to do about it.',
    canonicalPath: errorsPath,
    section: 'docs',
    content: html`
      <p class="crumbs"><a href="/docs">Documentation</a></p>
      <section class="card prose">
        <h1>Errors of the API</h1>
        <p class="lead">
          Each answer that is an error has one of these codes, and the address of its place on this page.
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
    ` as Content,
  }
}
