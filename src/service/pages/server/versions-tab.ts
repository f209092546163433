import { type Content, html } from '../html.ts'
import type { RegistryHistoryRow } from '../../db/registry/history-list.ts'
import type { ScannedVersion } from '../../db/registry/versions.ts'
import { shownDay } from '../moment.ts'
import { gradeChip, severityTally } from '../parts/grades.ts'
import { addressWith, paging } from '../parts/paging.ts'
import type { ServerFrame } from './find-server-frame.ts'
import { changeText } from './score-change.ts'
import { tabAddress } from './server-tabs.ts'
import { versionText } from './version-choice.ts'

const versionsPerPage = 25

/** Maximum number of named changes per version. */
const namedChanges = 4

/** Returns a server's scanned versions with their grades, and how each version's score changed over time. */
export function versionsTab({ server, versions, history, verdict }: ServerFrame, page: number): Content {
  if (versions.length === 0)
    return html`
      <section class="card" id="versions"><h2>Versions</h2><p>No version has been scanned completely yet.</p></section>
    `
  const newer = verdict.newer?.version
  const shown = versions.slice((page - 1) * versionsPerPage, page * versionsPerPage)
  return html`
    <section class="card" id="versions">
      <h2>Versions</h2>
      <p class="quiet">
        Assay lists the versions that it scanned completely, most recent scan first. The package can have other
        versions.
      </p>
      ${shown.length === 0 && html`<p>This page has no versions.</p>`}
      ${
        shown.length > 0 &&
        html`
          <table class="blocks">
            <caption class="unseen">Scanned versions, most recent scan first</caption>
            <thead>
              <tr>
                <th scope="col">Version</th>
                <th scope="col">Grade</th>
                <th scope="col">Findings</th>
                <th scope="col">Scanned</th>
                <th scope="col">Changes of the score</th>
              </tr>
            </thead>
            <tbody>
              ${shown.map((version) =>
                row(version, {
                  isShown: version.scanId === server.scanId,
                  isBetter: version === newer,
                  points: history.filter((point) => point.version === version.version),
                  history,
                }),
              )}
            </tbody>
          </table>
        `
      }
      ${paging({
        page,
        limit: versionsPerPage,
        total: versions.length,
        isNewestFirst: true,
        addressOf: (other) =>
          addressWith(tabAddress(server.slug, 'versions'), { page: other === 1 ? undefined : other }),
      })}
      <p class="quiet">
        The registry scores the current version of a server. Changes of the score are known only for the time in which
        a version was the current one.
      </p>
    </section>
  `
}

function row(
  { version, scannedAt, results }: ScannedVersion,
  {
    isShown,
    isBetter,
    points,
    history,
  }: {
    readonly isShown: boolean
    readonly isBetter: boolean
    /** History points of the version, newest first. */
    readonly points: readonly RegistryHistoryRow[]
    readonly history: readonly RegistryHistoryRow[]
  },
): Content {
  return html`
    <tr>
      <td>
        <code><bdi>${versionText(version)}</bdi></code>
        ${isShown && html` <span class="tag">scored</span>`}
        ${isBetter && html` <span class="label best">newer and better</span>`}
      </td>
      <td>${gradeChip(results.grade, { small: true })} ${results.securityScore}</td>
      <td>${severityTally(results.vulnerabilities)}</td>
      <td data-label="Scanned">${shownDay(scannedAt)}</td>
      ${
        points.length === 0
          ? html`<td class="quiet" data-label="Changes">none stored</td>`
          : html`
            <td data-label="Changes">
              <ul class="plain">
                ${points.slice(0, namedChanges).map((point) => html`<li>${changeText(point, history)}</li>`)}
                ${points.length > namedChanges && html`<li class="quiet">and ${points.length - namedChanges} more</li>`}
              </ul>
            </td>
          `
      }
    </tr>
  `
}
