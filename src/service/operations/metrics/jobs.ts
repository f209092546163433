import { counter, gauge, histogram } from './registry.ts'

/** Attempts of jobs in this process: `done`, `failed`, or `given-back` because the process stopped. */
export const jobAttempts = counter({
  name: 'assay_job_attempts_total',
  help: 'Attempts of jobs that ended in this process.',
  labels: ['job', 'outcome'],
})

export const jobSeconds = histogram({
  name: 'assay_job_duration_seconds',
  help: 'How long an attempt of a job took.',
  labels: ['job'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 30, 120, 600, 3600],
})

/** Jobs that this process took up although another had: that one died, hung, or was cut off. */
export const jobsTakenOver = counter({
  name: 'assay_jobs_taken_over_total',
  help: 'Jobs that this process took up again because the worker that had them was lost.',
  labels: ['job'],
})

/** Of all processes together. */
export const jobsWaiting = gauge({
  name: 'assay_jobs_waiting',
  help: 'Jobs that are due and that nobody has taken up.',
  labels: ['job'],
})

export const jobsRunning = gauge({
  name: 'assay_jobs_running',
  help: 'Jobs that a process has taken up.',
  labels: ['job'],
})

export const oldestJobSeconds = gauge({
  name: 'assay_job_oldest_wait_seconds',
  help: 'Since when the oldest job that nobody has taken up is due; 0 without one.',
  labels: ['job'],
})
