import { type Content, html } from '../html.ts'
import { shownNumber } from '../moment.ts'

/** Link to one of several pages about the same subject. */
export interface Tab {
  readonly title: string
  readonly href: string
  readonly current: boolean
  /** Number of entries on the linked page. */
  readonly count?: number | undefined
}

/** Returns tab navigation. On narrow screens, it scrolls sideways. */
export function tabs(label: string, list: readonly Tab[]): Content {
  return html`
    <nav class="tabs" aria-label=${label}>
      ${list.map(
        ({ title, href, current, count }) =>
          html`
            <a href=${href} aria-current=${current ? 'page' : undefined}>
              ${title}${count !== undefined && html`${' '}<span class="count">${shownNumber(count)}</span>`}
            </a>
          `,
      )}
    </nav>
  `
}
