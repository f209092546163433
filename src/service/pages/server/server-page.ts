import { html } from '../html.ts'
import type { RegistrySourceRow } from '../../db/registry/servers.ts'
import type { Content, Page } from '../layout.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { gradePanel, severityCounts } from '../parts/grades.ts'
import { categoryTitle, sourceTitles } from '../registry/server-rows.ts'
import { scanAddress } from '../scan/scan-query.ts'
import { linkable, visibleText } from '../visible-text.ts'
import type { ServerReport } from './find-server-report.ts'
import { findingsSection } from './findings-section.ts'
import { lookalikesSection } from './lookalikes-section.ts'
import type { SignedInReader } from './maintainer-forms.ts'
import { maintainerSection } from './maintainer-section.ts'
import { qualitySection } from './quality-section.ts'
import { historySection, scoreSection } from './score-section.ts'
import { serverAddress, type ServerQuery } from './server-query.ts'
import { toolChangesSection, toolsSection } from './tools-section.ts'

/** For whom the page of a server is. */
export interface ServerPageOptions {
  /** Without trailing slash. */
  readonly publicUrl: string
  /** Whoever asks has shown that he maintains the server. */
  readonly isMaintainer: boolean
  /** Undefined: nobody who manages an account. */
  readonly reader: SignedInReader | undefined
}

/** All that is known of one server. */
export function serverPage(
  report: ServerReport,
  query: ServerQuery,
  { publicUrl, isMaintainer, reader }: ServerPageOptions,
): Page {
  const { server } = report
  const name = visibleText(server.name, 120)
  return {
    title: server.grade === null ? name : `${name}: ${server.grade}`,
    description:
      `${
        server.grade === null ? 'Not scanned completely yet' : `Grade ${server.grade}, ${server.securityScore} of 100`
      }` +
      ': ' +
      `security and quality of the MCP server ${name}.`,
    canonicalPath: serverAddress(server.slug),
    preview: server.grade ?? 'not scanned',
    section: 'registry',
    // Its forms carry the token of a session.
    isSecret: reader !== undefined,
    content: html`
      ${heading(report, name)}
      ${
        server.status !== 'active' && html`<section class="card warning"><p>${statusWords[server.status]}</p></section>`
      }
      <div class="wide-left">
        <div class="stack">
          ${scoreSection(report)}
          ${historySection(report)}
          ${findingsSection(report, query, isMaintainer ? reader?.visitor : undefined)}
          ${toolsSection(report)}
          ${toolChangesSection(report)}
          ${lookalikesSection(report)}
          ${dependenciesSection(report)}
        </div>
        <div class="stack">
          ${factsSection(report)}
          ${qualitySection(report)}
          ${maintainerSection(report, publicUrl, reader)}
        </div>
      </div>
    ` as Content,
  }
}

const statusWords = {
  deprecated: 'Whoever publishes it advises against it.',
  archived: 'Its repository is read-only: nobody works on it any more.',
  removed: 'It can no longer be had where it was published.',
} as const

function heading({ server }: ServerReport, name: string): Content {
  const { grade, securityScore, description, suppressed } = server
  return html`
    <section class="card summary">
      ${
        grade !== null && securityScore !== null
          ? gradePanel(grade, securityScore)
          : html`<div class="grade calm"><strong>–</strong><span>not scanned completely</span></div>`
      }
      <div>
        <h1><bdi>${name}</bdi></h1>
        ${description !== '' && html`<p class="lead"><bdi>${visibleText(description, 600)}</bdi></p>`}
        ${grade !== null && severityCounts(server)}
        ${
          suppressed > 0 &&
          html`<p class="quiet">Of these the project asks to leave out ${suppressed}; they count all the same.</p>`
        }
      </div>
    </section>
  ` as Content
}

function factsSection({ server, sources, hasReceipt, scanId: reportedScan }: ServerReport): Content {
  const { category, language, stars, downloads, version, lastScannedAt, slug } = server
  const rows: readonly (readonly [string, Content])[] = [
    [
      'Category',
      html`<a href=${`/?category=${encodeURIComponent(category)}`}>${categoryTitle(category)}</a>` as Content,
    ],
    ...(language === '' ? [] : [['Language', visibleText(language, 40)] as const]),
    ...(version === null
      ? []
      : [['Version', html`<code><bdi>${visibleText(version, 60)}</bdi></code>` as Content] as const]),
    ...(lastScannedAt === null
      ? []
      : [
          [
            'Scanned',
            html`
              <time datetime=${lastScannedAt.toISOString()}>${shownMoment(lastScannedAt)}</time>
              ${
                reportedScan !== undefined &&
                html`<br /><a href=${scanAddress(reportedScan)} rel="nofollow">Report of the scan</a>`
              }
            ` as Content,
          ] as const,
        ]),
    ...(stars === null ? [] : [['Stars', shownNumber(stars)] as const]),
    ...(downloads === null ? [] : [['Downloads', `${shownNumber(downloads)} a month`] as const]),
    ['Published as', html`<ul class="sources">${sources.slice(0, 10).map(source)}</ul>` as Content],
    ...(!hasReceipt
      ? []
      : [
          [
            'Signed',
            html`<a href=${`/api/v1/servers/${encodeURIComponent(slug)}/receipt`}>receipt of this grade</a>` as Content,
          ] as const,
        ]),
  ]
  return html`
    <section class="card" id="facts">
      <h2>At a glance</h2>
      <dl class="facts">${rows.map(([title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}</dl>
      <p><a href=${`/compare?servers=${encodeURIComponent(slug)}`}>Compare with others</a></p>
    </section>
  ` as Content
}

function source({ type, name, canonicalUrl, folder }: RegistrySourceRow) {
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

function dependenciesSection({ components }: ServerReport): Content {
  if (!components) return undefined
  const { total, direct } = components
  return html`
    <section class="card" id="dependencies">
      <h2>${shownNumber(total)} package ${total === 1 ? 'version' : 'versions'}</h2>
      <p class="quiet">The project itself and what comes with it; ${shownNumber(direct)} it asks for itself.</p>
      <details>
        <summary>
          ${components.components.length < total ? `The first ${components.components.length}` : 'All of them'}
        </summary>
        <ul class="anchors">
          ${components.components.map(
            ({ name, version, direct: isDirect, dev }) =>
              html`
                <li>
                  <code><bdi>${visibleText(name, 120)}</bdi>@<bdi>${visibleText(version, 60)}</bdi></code>
                  ${isDirect && html` <span class="tag">direct</span>`}
                  ${dev && html` <span class="tag">dev</span>`}
                </li>
              `,
          )}
        </ul>
      </details>
    </section>
  ` as Content
}
