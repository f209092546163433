import { type Content, html } from '../html.ts'
import { icon, type IconName } from './icon.ts'

/** What an empty list shows instead of entries. */
export interface EmptyState {
  readonly icon?: IconName
  readonly title: string
  /** What to do to fill the list. */
  readonly text: Content
  /** A link or form. */
  readonly action?: Content
}

/** Returns what a page shows instead of an empty list. */
export function emptyState({ icon: name = 'empty', title, text, action }: EmptyState): Content {
  return html`
    <div class="empty">
      ${icon(name)}
      <p><strong>${title}</strong></p>
      <p class="quiet">${text}</p>
      ${action !== undefined && html`<div class="row">${action}</div>`}
    </div>
  `
}
