import { html } from 'htm/preact'
import type { Content, Page } from './layout.ts'

/** A page that says one thing. */
export function notice(title: string, text: string): Page {
  return { title, content: html`<section class="card"><h1>${title}</h1><p>${text}</p></section>` as Content }
}

/** For scans that are unknown and for those that not everybody may see alike. */
export const notFoundPage = notice('There is no such page', 'There is no scan of this id, it was deleted, or it is private. Whoever submitted a private scan reads it through the API.')

export const wrongMethodPage = notice('This page can only be read', 'Send a GET request.')

export const unavailablePage = notice('Not at this moment', 'The page cannot be made just now. Load it again in a little while.')

export const faultPage = notice('Something went wrong', 'The page could not be made through a fault of ours.')
