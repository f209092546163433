import { collectDefaultMetrics } from 'prom-client'
import { metricsRegistry } from './registry.ts'

/**
 * Begins to count what Prometheus' clients count of any process: CPU, memory, lag of the event loop, collections of
 * garbage, open descriptors.
 */
export function watchProcess(): void {
  if (!metricsRegistry.getSingleMetric('process_cpu_seconds_total'))
    collectDefaultMetrics({ register: metricsRegistry })
}
