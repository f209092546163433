import { html } from '../html.ts'
import type { Content } from '../layout.ts'

export interface Paging {
  /** From 1. */
  readonly page: number
  readonly limit: number
  readonly total: number
  /** Pages beyond this one are not served; absent: all are. */
  readonly lastServed?: number
  /** What comes first is the newest: the ways to the neighbours say so. */
  readonly isNewestFirst?: boolean
  /** The address of a page by its number. */
  readonly addressOf: (page: number) => string
}

/** Where in a list a page is, and the way to its neighbours; nothing where all is on one page. */
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
              ← ${isNewestFirst ? 'Newer' : 'Earlier'}
            </a>
          `
        }
      </p>
      <p class="quiet">Page ${page} of ${Math.max(last, 1)}</p>
      <p>
        ${
          page < last &&
          html`<a class="button" rel="next" href=${addressOf(page + 1)}>${isNewestFirst ? 'Older' : 'Next'} →</a>`
        }
      </p>
    </nav>
  ` as Content
}

/** An address with those of these parameters that say something. */
export function addressWith(path: string, parameters: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`
}

/** A page number as it stands in a query; 1 for everything that is none. */
export function pageNumber(text: unknown): number {
  return typeof text === 'string' && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
