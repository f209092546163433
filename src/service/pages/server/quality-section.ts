import { type Content, html } from '../html.ts'
import type { SignalRow } from '../../db/registry/signals.ts'
import { signals as catalogue } from '../../registry/quality/catalogue.ts'
import { qualityOf } from '../../registry/quality/quality-of.ts'
import { qualityAreas, type Signal } from '../../registry/quality/signal.ts'
import { shownDay } from '../moment.ts'
import { gradeChip } from '../parts/grades.ts'
import { scoreTone } from '../parts/tones.ts'
import { barTable } from '../plots/bar-table.ts'
import { visibleText } from '../visible-text.ts'

/** Returns the section about a server's quality: its areas, and each signal with source and date. */
export function qualitySection(signals: readonly SignalRow[]): Content {
  const { score, grade, breakdown } = qualityOf(signals)
  const areas = qualityAreas.flatMap((area) => {
    const value = breakdown[area]
    return value === null ? [] : [{ title: `${area[0]?.toUpperCase()}${area.slice(1)}`, value, tone: scoreTone(value) }]
  })
  const unmeasured = qualityAreas.filter((area) => breakdown[area] === null)
  return html`
    <section class="card" id="quality">
      <h2>
        Quality ${score !== null && html`${gradeChip(grade, { small: true })} <span class="quiet">${score}/100</span>`}
      </h2>
      ${
        score === null
          ? html`<p>No quality data yet.</p>`
          : barTable('Areas (0–100)', areas, { max: 100, unit: 'Score' })
      }
      ${
        score !== null &&
        unmeasured.length > 0 &&
        html`<p class="quiet">Not part of the score, because no data is available: ${unmeasured.join(', ')}.</p>`
      }
      <details>
        <summary>All ${catalogue.length} signals</summary>
        <table class="blocks">
          <caption class="unseen">Quality signals</caption>
          <thead>
            <tr>
              <th scope="col">Signal</th>
              <th scope="col">Value</th>
              <th scope="col" class="number">Points</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            ${catalogue.map((signal) =>
              signalRow(
                signal,
                signals.find((row) => row.signal === signal.id),
              ),
            )}
          </tbody>
        </table>
      </details>
      <p class="quiet">
        The quality score measures how well a project is maintained and documented, and how widely it is used. It does
        not change the security grade.
      </p>
    </section>
  `
}

function signalRow({ title, description, area }: Signal, row: SignalRow | undefined) {
  const isMeasured = row !== undefined && row.score !== null
  return html`
    <tr>
      <td><p>${title} <span class="quiet">(${area})</span></p><p class="quiet">${description}</p></td>
      <td data-label="Value">
        ${
          isMeasured
            ? html`<bdi>${visibleText(valueText(row.value), 200)}</bdi>`
            : html`
              <span class="quiet">
                no data${row?.failure != null && html`: <bdi>${visibleText(row.failure, 200)}</bdi>`}
              </span>
            `
        }
      </td>
      <td class="number" data-label="Points">${isMeasured ? row.score : '–'}</td>
      <td data-label="Source" class="quiet">
        ${row && html`<bdi>${visibleText(row.source, 160)}</bdi>, ${shownDay(row.measuredAt)}`}
      </td>
    </tr>
  `
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${String(part)}`)
      .join(', ')
  return String(value)
}
