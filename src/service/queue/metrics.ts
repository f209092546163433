import { Counter, Histogram } from 'prom-client'

/** Number of job attempts. Outcomes are `done`, `failed`, and `given-back`, which means that the process stopped. */
export const jobAttempts = new Counter({
  name: 'assay_job_attempts_total',
  help: 'Attempts of jobs that ended in this process.',
  labelNames: ['job', 'outcome'],
})

export const jobSeconds = new Histogram({
  name: 'assay_job_duration_seconds',
  help: 'Duration of job attempts.',
  labelNames: ['job'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
})

/** Counts jobs whose previous worker died, hung, or lost its connection. */
export const jobsTakenOver = new Counter({
  name: 'assay_jobs_taken_over_total',
  help: 'Jobs that this process restarted because their worker was lost.',
  labelNames: ['job'],
})
