import { type Content, html } from '../html.ts'
import { icon } from './icon.ts'

export interface Paging {
  /** Page number, starting at 1. */
  readonly page: number
  readonly limit: number
  readonly total: number
  /** Last page that can be requested. Default: the last page of the list. */
  readonly lastServed?: number
  /** True for lists that start with the newest entry. Their links are labeled `Newer` and `Older`. */
  readonly isNewestFirst?: boolean
  readonly addressOf: (page: number) => string
}

/** Returns links to the previous and the next page, or undefined if the list has only one page. */
export function paging({
  page,
  limit,
  total,
  lastServed = Infinity,
  isNewestFirst = false,
  addressOf,
}: Paging): Content {
  const last = Math.min(Math.ceil(total / limit), lastServed)
  if (last <= 1 && page === 1) return undefined
  return html`
    <nav class="pages" aria-label="Pages">
      <p>
        ${
          page > 1 &&
          html`
            <a class="button" rel="prev" href=${addressOf(Math.max(1, Math.min(page - 1, last)))}>
              ${icon('previous')}${isNewestFirst ? 'Newer' : 'Previous'}
            </a>
          `
        }
      </p>
      <p class="quiet">Page ${page} of ${Math.max(last, 1)}</p>
      <p>
        ${
          page < last &&
          html`
            <a class="button" rel="next" href=${addressOf(page + 1)}>
              ${isNewestFirst ? 'Older' : 'Next'}${icon('next')}
            </a>
          `
        }
      </p>
    </nav>
  `
}

/** Returns a URL with all parameters that have a value. */
export function addressWith(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const present = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present)}`
}

/** Returns the page number in a query, or 1 if it is invalid. */
export function pageNumber(text: unknown): number {
  return typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
