import { Counter, Histogram } from 'prom-client'

/** Number of ended scans. `outcome` is a verdict, or a failed scan's error code. */
export const scansEnded = new Counter({
  name: 'assay_scans_ended_total',
  help: 'Scans that ended in this process, by verdict or code of failure.',
  labelNames: ['outcome'],
})

export const scanStageSeconds = new Histogram({
  name: 'assay_scan_stage_seconds',
  help: 'Duration of scan stages.',
  labelNames: ['stage'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300],
})

export const detectorSeconds = new Histogram({
  name: 'assay_detector_seconds',
  help: 'Duration of a detector in one scan.',
  labelNames: ['detector', 'status'],
  buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 30],
})
