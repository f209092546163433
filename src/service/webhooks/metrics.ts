import { Counter, Histogram } from 'prom-client'

/**
 * Number of delivery attempts. `outcome`: `delivered`, `failed`, `unsendable` (a retry would not help), or
 * `interrupted` (the process stopped).
 */
export const deliveryAttempts = new Counter({
  name: 'assay_webhook_attempts_total',
  help: 'Webhook delivery attempts, by outcome.',
  labelNames: ['outcome'],
})

export const deliverySeconds = new Histogram({
  name: 'assay_webhook_attempt_seconds',
  help: 'Duration of webhook delivery attempts.',
  buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30],
})
