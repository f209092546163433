import { html } from './html.ts'
import type { Page } from './layout.ts'

/** Returns a page with a title and one paragraph. */
export function notice(title: string, text: string): Page {
  return { title, content: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` }
}

/**
 * Returns a function that creates the page for a temporary problem. For GET requests, the page has a link that reloads
 * it. A form must be submitted again, which a link cannot do.
 */
const temporaryProblem =
  (title: string, text: string, reload: string) =>
  (method: string): Page => {
    const isRead = method === 'GET' || method === 'HEAD'
    // An empty href refers to the page itself.
    const link = isRead && html`<a class="button main" href="">Reload the page</a>`
    return {
      title,
      content: html`
          <section class="card">
            <h1>${title}</h1>
            <p>${text} ${isRead ? reload : 'Go back, wait a moment, and submit the form again.'}</p>
            <p class="actions">${link}<a class="button" href="/">Open the registry</a></p>
          </section>
        `,
    }
  }

/** Page for both unknown and private URLs, so that the response does not reveal private projects. */
export const notFoundPage: Page = {
  title: 'Page not found',
  content: html`
    <section class="card">
      <h1>Page not found</h1>
      <p>
        This page does not exist, was removed, or is private. A private report is visible to managers of its account and
        to people who can read the repository on GitHub.
      </p>
      <p>If you have access, <a href="/login">sign in</a> and open the URL again.</p>
      <p>You can also <a href="/">search the registry</a> or scan a project there.</p>
    </section>
  `,
}

export const wrongMethodPage = notice(
  'Method not allowed',
  'This URL does not support the request method. The Allow header lists the supported methods.',
)

export const unavailablePage = temporaryProblem(
  'Temporarily unavailable',
  'This page is currently unavailable.',
  'Reload the page in a few seconds.',
)

export const unreadableFormPage = notice(
  'Invalid form',
  'The form is too large or incomplete. Go back, check the form, and submit it again.',
)

export const faultPage = temporaryProblem(
  'Internal error',
  'The service could not process the request because of an internal error.',
  'Reload the page. If the error persists, contact the operator.',
)

export const tooManyPage = temporaryProblem(
  'Too many requests',
  'Your network has sent too many page requests. Programs should use the API, which reports its rate limits.',
  'Wait a moment, then reload the page.',
)

export const otherSitePage = notice(
  'Form rejected',
  'Assay accepts this form only from its own pages. Go back to the form on this website and submit it again.',
)
