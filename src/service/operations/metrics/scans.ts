import { counter, gauge, histogram } from './registry.ts'

/** `outcome` is a verdict, or the code with which a scan failed. */
export const scansEnded = counter({
  name: 'assay_scans_ended_total',
  help: 'Scans that ended in this process, by verdict or code of failure.',
  labels: ['outcome'],
})

export const scanStageSeconds = histogram({
  name: 'assay_scan_stage_seconds',
  help: 'How long scans were at a stage.',
  labels: ['stage'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60, 300],
})

export const detectorSeconds = histogram({
  name: 'assay_detector_seconds',
  help: 'How long a detector took for one scan.',
  labels: ['detector', 'status'],
  buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 30],
})

/** Of all processes together. */
export const scansUnfinished = gauge({
  name: 'assay_scans_unfinished',
  help: 'Scans that wait or run, counted up to 10,000.',
  labels: ['status'],
})

export const oldestScanSeconds = gauge({
  name: 'assay_scan_oldest_wait_seconds',
  help: 'How long the oldest scan has waited that is not started; 0 without one.',
})
