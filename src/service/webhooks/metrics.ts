import { Counter, Histogram } from 'prom-client'

/** `outcome`: `delivered`, `failed`, `unsendable` (nothing that may be sent), `interrupted` (the process stopped). */
export const deliveryAttempts = new Counter({
  name: 'assay_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by what came of them.',
  labelNames: ['outcome'],
})

export const deliverySeconds = new Histogram({
  name: 'assay_webhook_attempt_seconds',
  help: 'How long an attempt to deliver a webhook took.',
  buckets: [0.05, 0.1, 0.5, 1, 5, 10, 30],
})
