import { type Content, html } from '../html.ts'
import { licenseText } from '../../../engine/model/license.ts'
import type { RegistrySourceRow } from '../../db/registry/servers.ts'
import type { Page } from '../layout.ts'
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
import { verdictSentence } from './verdict-sentence.ts'

/** Options of the page of a server. */
export interface ServerPageOptions {
  /** Without trailing slash. */
  readonly publicUrl: string
  /** True for a verified maintainer of the server. */
  readonly isMaintainer: boolean
  /** The reader, if signed in with an account. */
  readonly reader: SignedInReader | undefined
}

/** Returns the page of one server. */
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
        server.grade === null ? 'Not yet scanned completely' : `Grade ${server.grade}, ${server.securityScore} of 100`
      }` +
      ': ' +
      `security and quality of the MCP server ${name}.`,
    canonicalPath: serverAddress(server.slug),
    preview: server.grade ?? 'not scanned',
    section: 'registry',
    // The forms contain the token of the session.
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
    `,
  }
}

const statusWords = {
  deprecated: 'The publisher advises against using this server.',
  archived: 'The repository of this server is archived and receives no further changes.',
  removed: 'This server is no longer available at its source.',
} as const

function heading(report: ServerReport, name: string): Content {
  const { server } = report
  const { grade, securityScore, description, suppressed } = server
  return html`
    <section class="card summary">
      ${
        grade !== null && securityScore !== null
          ? gradePanel(grade, securityScore)
          : html`<div class="grade calm"><strong>–</strong><span>no complete scan</span></div>`
      }
      <div>
        <h1><bdi>${name}</bdi></h1>
        ${description !== '' && html`<p class="lead"><bdi>${visibleText(description, 600)}</bdi></p>`}
        ${verdictSentence(report)}
        ${grade !== null && severityCounts(server)}
        ${
          suppressed > 0 &&
          html`
            <p class="quiet">
              The project suppresses ${suppressed} of these findings. Suppressed findings still affect the score.
            </p>
          `
        }
      </div>
    </section>
  `
}

function factsSection({ server, sources, hasReceipt, scanId: reportedScan }: ServerReport): Content {
  const { category, language, stars, downloads, version, lastScannedAt, slug } = server
  const rows: readonly (readonly [string, Content])[] = [
    ['Category', html`<a href=${`/?category=${encodeURIComponent(category)}`}>${categoryTitle(category)}</a>`],
    ...(language === '' ? [] : [['Language', visibleText(language, 40)] as const]),
    ...(version === null ? [] : [['Version', html`<code><bdi>${visibleText(version, 60)}</bdi></code>`] as const]),
    ...(lastScannedAt === null
      ? []
      : [
          [
            'Scanned',
            html`
              <time datetime=${lastScannedAt.toISOString()}>${shownMoment(lastScannedAt)}</time>
              ${
                reportedScan !== undefined &&
                html`<br /><a href=${scanAddress(reportedScan)} rel="nofollow">Scan report</a>`
              }
            `,
          ] as const,
        ]),
    ...(stars === null ? [] : [['Stars', shownNumber(stars)] as const]),
    ...(downloads === null ? [] : [['Downloads', `${shownNumber(downloads)} per month`] as const]),
    ['Sources', html`<ul class="sources">${sources.slice(0, 10).map(source)}</ul>`],
    ...(!hasReceipt
      ? []
      : [
          [
            'Receipt',
            html`<a href=${`/api/v1/servers/${encodeURIComponent(slug)}/receipt`}>signed receipt</a>`,
          ] as const,
        ]),
  ]
  return html`
    <section class="card" id="facts">
      <h2>Overview</h2>
      <dl class="facts">${rows.map(([title, value]) => html`<dt>${title}</dt><dd>${value}</dd>`)}</dl>
      <p><a href=${`/compare?servers=${encodeURIComponent(slug)}`}>Compare with other servers</a></p>
    </section>
  `
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

function licensesKnown(total: number, licensed: number): string {
  if (licensed === 0) return 'No lockfile or registry states their licenses.'
  const unknown = total - licensed
  return unknown === 0 ? '' : `The license of ${shownNumber(unknown)} is unknown.`
}

function dependenciesSection({ components }: ServerReport): Content {
  if (!components) return undefined
  const { total, direct, licensed } = components
  return html`
    <section class="card" id="dependencies">
      <h2>Dependencies</h2>
      <p class="quiet">
        The project and its dependencies consist of ${shownNumber(total)}${' '}
        package ${total === 1 ? 'version' : 'versions'}. ${shownNumber(direct)} of
        them ${direct === 1 ? 'is' : 'are'} direct. ${licensesKnown(total, licensed)}
      </p>
      <details>
        <summary>
          ${components.components.length < total ? `First ${components.components.length} packages` : 'All packages'}
        </summary>
        <ul class="anchors">
          ${components.components.map(
            ({ name, version, direct: isDirect, dev, license }) =>
              html`
                <li>
                  <code><bdi>${visibleText(name, 120)}</bdi>@<bdi>${visibleText(version, 60)}</bdi></code>
                  ${isDirect && html` <span class="tag">direct</span>`}
                  ${dev && html` <span class="tag">dev</span>`}
                  ${license && html` <span class="quiet"><bdi>${visibleText(licenseText(license), 120)}</bdi></span>`}
                </li>
              `,
          )}
        </ul>
      </details>
    </section>
  `
}
