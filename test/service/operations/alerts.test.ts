import { readFileSync } from 'node:fs'
import { register } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { watchProcess } from '../../../src/service/operations/operations-server.ts'
// Loads every metric.
import '../../../src/service/startup/start-service.ts'

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly for?: string
  readonly labels?: { readonly severity?: string }
  readonly annotations?: { readonly summary?: string; readonly runbook?: string }
}

const rules = (
  parse(readFileSync('deploy/alerts.yaml', 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly Rule[] }[]
  }
).groups.flatMap((group) => group.rules)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const recorded = new Set(rules.flatMap(({ record }) => record ?? []))

watchProcess()

/** Fields of a metric that prom-client's types omit. */
const MetricParts = z.object({ labelNames: z.array(z.string()), upperBounds: z.array(z.number()).optional() })

/** Names of all series in a scrape, with their labels and, for histograms, their buckets. */
const series = new Map(
  (await register.getMetricsAsJSON()).flatMap(({ name, type }) => {
    const metric = MetricParts.parse(register.getSingleMetric(name))
    const of = { labels: metric.labelNames, bounds: metric.upperBounds ?? [] }
    const names = String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
    return names.map((each) => [each, of] as const)
  }),
)

const functions = new Set([
  'sum',
  'rate',
  'max',
  'min',
  'by',
  'and',
  'or',
  'absent',
  'clamp_min',
  'deriv',
  'predict_linear',
])
/** Labels that Prometheus itself adds to scraped series. */
const targetLabels = ['instance', 'job']

/** Returns the names of the series in an expression: the rest after removing labels, ranges, and numbers. */
function seriesNamesOf(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\bby \([^)]*\)/g, ' ')
  return [...bare.matchAll(/[a-z_:][\w:]*/gi)]
    .map(([name]) => name)
    .filter((name) => !functions.has(name) && !/^\d|^e\d/.test(name))
}

describe('the alert rules', () => {
  it('would be noticed if they named a metric that there is not', () => {
    expect(series.size).toBeGreaterThan(60)
    expect(seriesNamesOf('sum by (job) (rate(assay_gone_total{a="b"}[5m])) > 1e9')).toEqual(['assay_gone_total'])
    expect(series.has('assay_gone_total')).toBe(false)
  })

  it.each(rules.map((rule) => [rule.alert ?? rule.record ?? '', rule.expr] as const))(
    '%s asks for series that exist, by labels that they have',
    (_name, expression) => {
      const names = seriesNamesOf(expression)
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !series.has(name) && !recorded.has(name))).toEqual([])
      for (const [, name = '', labels = ''] of expression.matchAll(/([a-z_]\w*)\{([^}]*)\}/g)) {
        for (const [, label = '', value = ''] of labels.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)) {
          if (label === 'le') expect(series.get(name)?.bounds, `${name} le=${value}`).toContain(Number(value))
          else expect([...(series.get(name)?.labels ?? []), ...targetLabels], name).toContain(label)
        }
      }
      for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
        const known = names.flatMap((name) => series.get(name)?.labels ?? [])
        for (const label of labels.split(/, */)) expect([...known, ...targetLabels]).toContain(label)
      }
      expect([...expression].filter((sign) => sign === '(').length).toBe(
        [...expression].filter((sign) => sign === ')').length,
      )
    },
  )

  it('say what is wrong, how urgent it is, and where to read on', () => {
    const operations = readFileSync('docs/how-to/operations.md', 'utf8')
    const anchors = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(/\s+/g, '-'),
    )
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations?.summary, alert).toBeTruthy()
      expect(['page', 'ticket'], alert).toContain(labels?.severity)
      const [page, anchor] = (annotations?.runbook ?? '').split('#')
      expect(page, alert).toBe('docs/how-to/operations.md')
      expect(anchors, alert).toContain(anchor)
    }
  })

  it('hold 99.9 % by a fast and a slow rate, each in a long and a short window', () => {
    const burning = alerts
      .filter(({ alert = '' }) => alert.startsWith('AssayErrorBudget'))
      .map(({ expr }) =>
        [...expr.matchAll(/ratio_rate(\w+) > (?:([\d.]+) \* )?0\.001/g)].map(([, window, rate = '1']) => [
          window,
          Number(rate),
        ]),
      )
    expect(burning).toEqual([
      [
        ['1h', 14.4],
        ['5m', 14.4],
      ],
      [
        ['6h', 6],
        ['30m', 6],
      ],
      [
        ['3d', 1],
        ['6h', 1],
      ],
    ])
  })
})
