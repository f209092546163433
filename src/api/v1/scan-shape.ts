import { z } from 'zod'
import type { ScanRow } from '../../db/scans.ts'
import { Coverage, ScanFailureCode, ScanResults, ScanStage, ScanStatus, Verdict } from '../../model/scan.ts'
import { SourceIdentity } from '../../model/target.ts'
import { shownEstimate } from '../../scan/estimate-completion.ts'

/** A scan as answered on submission. */
export const SubmittedScan = z.object({
  scanId: z.string(),
  status: ScanStatus,
  url: z.string(),
  createdAt: z.iso.datetime(),
  estimatedCompletionTime: z.iso.datetime(),
})

/** A scan with everything that is known of it so far; parts that do not apply yet are absent. */
export const ScanStatusAnswer = SubmittedScan.extend({
  startedAt: z.iso.datetime().optional(),
  completedAt: z.iso.datetime().optional(),
  progress: z.object({ stage: ScanStage, percent: z.int().min(0).max(100), queuePosition: z.int().positive().optional() }),
  source: SourceIdentity.optional(),
  cached: z.boolean(),
  results: ScanResults.optional(),
  verdict: Verdict.optional(),
  coverage: Coverage.optional(),
  error: z.object({ code: ScanFailureCode, message: z.string() }).optional(),
})

/** The fields of a submission's answer. */
export function submittedScan(scan: ScanRow, now: Date): z.input<typeof SubmittedScan> {
  return {
    scanId: scan.id,
    status: scan.status,
    url: scan.url,
    createdAt: scan.createdAt.toISOString(),
    estimatedCompletionTime: (scan.completedAt ?? shownEstimate(scan.estimatedCompletionAt, now)).toISOString(),
  }
}

/** The fields of a status answer. `queuePosition` counts from 1 and is given while the scan waits. */
export function scanStatusAnswer(scan: ScanRow, now: Date, queuePosition?: number): z.input<typeof ScanStatusAnswer> {
  return {
    ...submittedScan(scan, now),
    ...(scan.startedAt && { startedAt: scan.startedAt.toISOString() }),
    ...(scan.completedAt && { completedAt: scan.completedAt.toISOString() }),
    progress: { stage: scan.stage, percent: scan.percent, ...(queuePosition !== undefined && { queuePosition }) },
    ...(scan.source && { source: scan.source }),
    cached: false,
    ...(scan.results && { results: scan.results }),
    ...(scan.verdict && { verdict: scan.verdict }),
    ...(scan.coverage && { coverage: scan.coverage }),
    ...(scan.errorCode && { error: { code: scan.errorCode, message: scan.errorMessage ?? '' } }),
  }
}
