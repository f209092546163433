import { html } from '../html.ts'
import type { Database } from '../../db/client.ts'
import { readStatistics } from '../../db/registry/statistics.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'
import { severities } from '../../../engine/model/severity.ts'
import type { Page } from '../layout.ts'
import { shownNumber } from '../moment.ts'
import { gradeTone, severityTone } from '../parts/tones.ts'
import { type Bar, barTable } from '../plots/bar-table.ts'
import { isFilterWord } from '../registry/registry-query.ts'
import { categoryTitle, sourceTitles } from '../registry/server-rows.ts'
import { visibleText } from '../visible-text.ts'

/** Number of values that a plot shows. The last bar sums up all other values. */
const shownValues = 14

/** Returns the page with the current statistics of the registry. */
export async function statsPage(db: Database): Promise<Page> {
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
    canonicalPath: '/stats',
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
      </section>
      <div class="masonry">
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
    `,
  }
}

/** Returns the most frequent values, and one bar for all others. */
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
