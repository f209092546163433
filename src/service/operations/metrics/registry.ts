import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Every metric of this process. Prometheus' own metrics of the process are added where the service is started. */
export const metricsRegistry = new Registry()

/**
 * What a metric is called and by what it is told apart. Labels have few values: never a name, an address or an id that
 * somebody outside chose.
 */
interface MetricDefinition<Label extends string> {
  /** With `assay_` in front; ends with the unit, counters with `_total`. */
  readonly name: `assay_${string}`
  readonly help: string
  readonly labels?: readonly Label[]
}

export function counter<Label extends string = never>({
  name,
  help,
  labels = [],
}: MetricDefinition<Label>): Counter<Label> {
  return new Counter({ name, help, labelNames: labels, registers: [metricsRegistry] })
}

/** `buckets` are upper bounds, rising. */
export function histogram<Label extends string = never>({
  name,
  help,
  labels = [],
  buckets,
}: MetricDefinition<Label> & { readonly buckets: readonly number[] }): Histogram<Label> {
  return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [metricsRegistry] })
}

/** Set anew when somebody asks for the metrics. */
export function gauge<Label extends string = never>({
  name,
  help,
  labels = [],
}: MetricDefinition<Label>): Gauge<Label> {
  return new Gauge({ name, help, labelNames: labels, registers: [metricsRegistry] })
}
