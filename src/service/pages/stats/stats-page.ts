import { html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { readFigures } from '../../db/registry/figures.ts'
import { readStatistics } from '../../db/registry/statistics.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { severities } from '../../../engine/model/severity.ts'
import type { Page } from '../layout.ts'
import { shownMoment, shownNumber } from '../moment.ts'
import { gradeTone, severityTone } from '../parts/tones.ts'
import { type Bar, barTable } from '../plots/bar-table.ts'
import { isFilterWord } from '../registry/registry-query.ts'
import { categoryTitle, sourceTitles } from '../registry/server-rows.ts'
import { visibleText } from '../visible-text.ts'
import { statsFiles } from './stats-files.ts'
import { type ChosenGroup, timeToFixSection, weaknessesSection } from './weaknesses-section.ts'

/** Maximum number of values in a plot. The last bar sums up all other values. */
const shownValues = 14

/** Returns the page with current registry statistics, and the weaknesses found in a group of servers. */
export async function statsPage(db: Database, group: ChosenGroup): Promise<Page> {
  const figures = await readFigures(db)
  const { servers, scans, averageScore, medianScore, byGrade, byCategory, bySourceType, byLanguage, vulnerabilities } =
    await readStatistics(db)
  const grades = [
    ...gradeThresholds.map(([grade]): Bar => ({
      title: grade,
      value: byGrade[grade] ?? 0,
      tone: gradeTone[grade],
      href: `/?grade=${encodeURIComponent(grade)}`,
    })),
    { title: 'no complete scan', value: byGrade[''] ?? 0, tone: 'calm' as const },
  ]
  return {
    title: 'Statistics',
    description: 'Grades, findings, languages, and categories of the MCP servers in this registry.',
    ...(group.kind === 'all' && { canonicalPath: '/stats' }),
    section: 'stats',
    content: html`
      <section class="card">
        <h1>Registry statistics</h1>
        <ul class="figures">
          <li><strong>${shownNumber(servers)}</strong> ${servers === 1 ? 'server' : 'servers'}</li>
          <li><strong>${shownNumber(scans)}</strong> history ${scans === 1 ? 'entry' : 'entries'}</li>
          <li><strong>${averageScore === null ? '–' : averageScore.toFixed(1)}</strong> mean score</li>
          <li><strong>${medianScore ?? '–'}</strong> median score</li>
          <li>
            <strong>${shownNumber(vulnerabilities.total)}</strong> open${' '}
            ${vulnerabilities.total === 1 ? 'finding' : 'findings'}
          </li>
        </ul>
        <nav aria-label="On this page">
          <ul class="tags">
            ${[
              ['#distribution', 'Distribution'],
              ['#weaknesses', 'Weaknesses'],
              ['#time-to-fix', 'Time to fix'],
              ['#data', 'Data'],
              ['#method', 'Method'],
            ].map(([href, title]) => html`<li><a class="tag" href=${href}>${title}</a></li>`)}
          </ul>
        </nav>
      </section>
      <div class="masonry" id="distribution">
        <section class="card">${barTable('Servers by grade', grades)}</section>
        <section class="card">
          ${barTable(
            'Open findings by severity',
            severities.map((severity) => ({
              title: severity,
              value: vulnerabilities[severity],
              tone: severityTone[severity],
            })),
            { unit: 'Findings' },
          )}
        </section>
        <section class="card">
          ${barTable(
            'Servers by category',
            bars(byCategory, (slug) => ({
              title: categoryTitle(slug),
              href: `/?category=${encodeURIComponent(slug)}`,
            })),
          )}
        </section>
        <section class="card">
          ${barTable(
            'Servers by language',
            bars(byLanguage, (language) =>
              language === ''
                ? { title: 'unknown' }
                : {
                    title: visibleText(language, 40),
                    ...(isFilterWord(language) && { href: `/?language=${encodeURIComponent(language)}` }),
                  },
            ),
          )}
        </section>
        <section class="card">
          ${barTable(
            'Servers by source',
            bars(bySourceType, (type) => ({
              title: sourceTitles[type as keyof typeof sourceTitles] ?? type,
              href: `/?source=${encodeURIComponent(type)}`,
            })),
          )}
        </section>
      </div>
      ${
        figures
          ? html`${weaknessesSection(figures, group)}${timeToFixSection(figures)}`
          : html`
            <section class="card" id="weaknesses">
              <h2>Weaknesses</h2>
              <p id="time-to-fix">The first count has not finished yet. It runs every hour.</p>
            </section>
          `
      }
      <section class="card" id="data">
        <h2>Data</h2>
        <p>You can use these files without a key. Their addresses and columns are stable.</p>
        <ul>
          ${statsFiles.map(
            ({ path, about, type }) => html`<li><a href=${path}>${path}</a>: ${about} (${type.toUpperCase()})</li>`,
          )}
        </ul>
        <p>The <a href="/docs/registry#statistics">documentation</a> describes the columns.</p>
      </section>
      <section class="card" id="method">
        <h2>Method</h2>
        <ul>
          <li>All numbers cover the public servers of this registry. Private projects are never counted.</li>
          <li>
            A server counts with the version of its score, once per weakness, regardless of its number of findings.
          </li>
          <li>Findings that a project suppresses count, as in <a href="/docs/scoring">public scores</a>.</li>
          <li>
            The language is that of most code. A server uses an SDK if its dependency tree contains the package, so it
            can use several.
          </li>
          <li>
            The registry is not a random sample. Assay also has <a href="/docs/detection">gaps and false findings</a>.
          </li>
          ${figures && html`<li>Weaknesses and times were counted on ${shownMoment(figures.countedAt)}.</li>`}
        </ul>
      </section>
    `,
  }
}

/** Returns bars for the most frequent values, and one for all others. */
function bars(
  counts: Readonly<Record<string, number>>,
  describe: (value: string) => Pick<Bar, 'title' | 'href'>,
): Bar[] {
  const all = Object.entries(counts).toSorted(([, first], [, second]) => second - first)
  const rest = all.slice(shownValues).reduce((sum, [, servers]) => sum + servers, 0)
  return [
    ...all.slice(0, shownValues).map(([value, servers]) => ({ ...describe(value), value: servers })),
    ...(rest > 0 ? [{ title: 'other', value: rest, tone: 'calm' as const }] : []),
  ]
}
