import { type Content, html } from '../../html.ts'
import { barTable } from '../../plots/bar-table.ts'
import { dayChart } from '../../plots/day-chart.ts'
import { scorePlot } from '../../plots/score-plot.ts'
import { scoreSparkline } from '../../plots/score-sparkline.ts'
import { trendLine } from '../../plots/trend-line.ts'

const dayMs = 86_400_000
const firstDay = Date.UTC(2026, 0, 5)

const scores = [62, 64, 64, 48, 71, 88] as const
const causes = ['code', 'metadata', 'rules', 'advisory', 'code', 'code'] as const

const history = scores.map((score, index) => ({
  at: new Date(firstDay + index * 21 * dayMs),
  score,
  cause: causes[index] ?? 'code',
}))

/** Shows all plots. */
export function plotSection(): Content {
  return html`
    <section class="card">
      <h2>Trend in a line</h2>
      <p>Server ${scoreSparkline(history)} 88</p>
      <p>Repository ${trendLine(scores, { tone: 'good', of: 'notes-desk' })} 88</p>
    </section>
    <section class="card">
      <h2>Score with causes</h2>
      ${scorePlot(history)}
    </section>
    <section class="card">
      <h2>Values per day</h2>
      ${dayChart(
        [12, 18, 31, 28, 40, 52].map((value, index) => ({
          day: new Date(firstDay + index * dayMs).toISOString().slice(0, 10),
          value,
        })),
        { unit: 'scans', limit: { title: 'Limit', value: 60 } },
      )}
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
