import { html } from './html.ts'
import type { Content, Page } from './layout.ts'

/** A page that says one thing. */
export function notice(title: string, text: string): Page {
  return { title, content: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` as Content }
}

/**
 * A page that says what will pass, by the method of the request: who wanted a page is led there, and who sent a form
 * has to send it again, which no link can.
 */
const passing =
  (title: string, text: string, again: string) =>
  (method: string): Page => {
    const isReading = method === 'GET' || method === 'HEAD'
    // An empty address is that of the page itself.
    const link = isReading && html`<a class="button main" href="">Load the page again</a>`
    return {
      title,
      content: html`
          <section class="card">
            <h1>${title}</h1>
            <p>${text} ${isReading ? again : 'Go back in a little while, and send it again.'}</p>
            <p class="actions">${link}<a class="button" href="/">To the registry</a></p>
          </section>
        ` as Content,
    }
  }

/** For what is unknown and for what not everybody may see alike. */
export const notFoundPage: Page = {
  title: 'There is no such page',
  content: html`
    <section class="card">
      <h1>There is no such page</h1>
      <p>
        Nothing is known under this address, it was removed, or it is private. Reports of private projects are there for
        those who manage the account of the scan, and for those whom GitHub lets read the repository.
      </p>
      <p>If you are one of them, <a href="/login">sign in</a> and open the address again.</p>
      <p><a href="/">Search the registry</a>, or scan a project from its page.</p>
    </section>
  ` as Content,
}

export const wrongMethodPage = notice('This page can only be read', 'Send a GET request.')

export const unavailablePage = passing(
  'Not at this moment',
  'The page cannot be made just now.',
  'Load it again in a little while.',
)

export const unreadableFormPage = notice(
  'This form cannot be read',
  'It is larger than a form of this site is, or it did not come whole.',
)

export const faultPage = passing('Something went wrong', 'The page could not be made through a fault of ours.', '')

export const tooManyPage = passing(
  'Too fast',
  'Your network asks for more pages than anybody reads. Programs use the API, which tells how much is left.',
  'Wait a moment, and load the page again.',
)

export const otherSitePage = notice(
  'Sent from another place',
  'What this form does is done only where the page itself sends it. Open the page here and send it again.',
)
