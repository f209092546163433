import { type Content, html } from '../../html.ts'
import { barTable } from '../../plots/bar-table.ts'
import { lineChart } from '../../plots/line-chart.ts'
import { scorePlot } from '../../plots/score-plot.ts'
import { severityBar } from '../../plots/severity-bar.ts'
import { sparkline } from '../../plots/sparkline.ts'

const dayMs = 86_400_000
const firstDay = Date.UTC(2026, 0, 5)
const pointsOf = (values: readonly number[]) =>
  values.map((value, index) => ({ at: new Date(firstDay + index * 7 * dayMs), value }))

const scores = [62, 64, 64, 48, 71, 88] as const
const causes = ['code', 'metadata', 'rules', 'advisory', 'code', 'code'] as const

/** Shows all plots. */
export function plotSection(): Content {
  return html`
    <section class="card">
      <h2>Severities of open findings</h2>
      ${severityBar({ critical: 1, high: 3, medium: 8, low: 4, info: 2 })}
    </section>
    <section class="card">
      <h2>Trend in a line</h2>
      <p>Score ${sparkline(scores, 'Score: 62 at first, 88 now')} 88</p>
      <p>Score ${sparkline([90, 91, 72, 55], 'Score: 90 at first, 55 now')} 55</p>
    </section>
    <section class="card">
      <h2>Score with causes</h2>
      ${scorePlot(
        scores.map((score, index) => ({
          at: new Date(firstDay + index * 21 * dayMs),
          score,
          cause: causes[index] ?? 'code',
        })),
      )}
    </section>
    <section class="card">
      <h2>Values over time</h2>
      ${lineChart({
        title: 'Scans per week',
        lines: [
          { title: 'Public', points: pointsOf([12, 18, 31, 28, 40, 52]) },
          { title: 'Private', points: pointsOf([4, 9, 7, 15, 13, 21]) },
        ],
        limit: { title: 'Limit', value: 60 },
      })}
    </section>
    <section class="card">
      ${barTable('Servers by grade', [
        { title: 'A', value: 120, tone: 'best' },
        { title: 'B', value: 64, tone: 'good' },
        { title: 'F', value: 9, tone: 'worst' },
      ])}
    </section>
  `
}
