import { type Content, html } from '../html.ts'
import { icon, type IconName } from './icon.ts'

/** Message shown in place of an empty list. */
export interface EmptyState {
  readonly icon?: IconName
  readonly title: string
  /** Explanation of how to fill the list. */
  readonly text: Content
  /** Link or form. */
  readonly action?: Content
}

/** Returns the message shown in place of an empty list. */
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
