import { type Content, html } from '../html.ts'
import type { RegistryServerRow, RegistrySourceRow } from '../../db/registry/servers.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { categoryTitle, sourceTitles } from '../registry/server-rows.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { linkable, visibleText } from '../visible-text.ts'
import { versionText } from './version-choice.ts'

const maxSources = 10

/** Conditional links on a server page. */
export interface FactLinks {
  /** Scan behind the current score, if its report is public. */
  readonly scanId: string | undefined
  readonly hasReceipt: boolean
}

/** Returns the section with facts about a server. */
export function factsSection(
  { category, language, stars, downloads, version, lastScannedAt, slug }: RegistryServerRow,
  sources: readonly RegistrySourceRow[],
  { scanId, hasReceipt }: FactLinks,
): Content {
  const rows: readonly (readonly [string, Content])[] = [
    ['Category', html`<a href=${`/?category=${encodeURIComponent(category)}`}>${categoryTitle(category)}</a>`],
    ...(language === '' ? [] : [['Language', visibleText(language, 40)] as const]),
    ...(version === null ? [] : [['Version', html`<code><bdi>${versionText(version)}</bdi></code>`] as const]),
    ...(lastScannedAt === null
      ? []
      : [
          [
            'Scanned',
            html`
              <time datetime=${lastScannedAt.toISOString()}>${shownMoment(lastScannedAt)}</time>
              ${scanId !== undefined && html`<br /><a href=${scanAddress(scanId)} rel="nofollow">Scan report</a>`}
            `,
          ] as const,
        ]),
    ...(stars === null ? [] : [['Stars', shownNumber(stars)] as const]),
    ...(downloads === null ? [] : [['Downloads', `${shownNumber(downloads)} per month`] as const]),
    ['Sources', html`<ul class="sources">${sources.slice(0, maxSources).map(sourceEntry)}</ul>`],
    ...(hasReceipt
      ? [
          [
            'Receipt',
            html`<a href=${`/api/v1/servers/${encodeURIComponent(slug)}/receipt`}>signed receipt</a>`,
          ] as const,
        ]
      : []),
  ]
  return html`
    <section class="card" id="facts">
      <h2>Facts</h2>
      <dl class="facts">${rows.map(([title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}</dl>
      <p><a href=${`/compare?servers=${encodeURIComponent(slug)}`}>Compare with other servers</a></p>
    </section>
  `
}

function sourceEntry({ type, name, canonicalUrl, folder }: RegistrySourceRow) {
  const href = linkable(canonicalUrl)
  const text = html`<bdi>${visibleText(name, 120)}</bdi>`
  return html`
    <li>
      ${sourceTitles[type]} ${
        href === undefined ? text : html`<a href=${href} rel="noopener noreferrer nofollow">${text}</a>`
      }
      ${folder !== '' && html`, folder <bdi>${visibleText(folder, 120)}</bdi>`}
    </li>
  `
}
