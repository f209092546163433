import { z } from 'zod'
import type { ScanRow } from '../../db/scans/scans.ts'
import { Coverage, ScanFailureCode, ScanResults, ScanStage, ScanStatus, Verdict } from '../../../engine/model/scan.ts'
import { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { SourceIdentity, sourceTypes } from '../../../engine/model/target.ts'
import { shownEstimate } from '../../scans/estimate-completion.ts'
import { reportUrlOf } from '../../scans/report-url.ts'

/** Scan as returned when it is submitted. */
export const SubmittedScan = z
  .object({
    scanId: z
      .string()
      .meta({ description: 'Unique identifier for the scan.', examples: ['scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'] }),
    status: ScanStatus,
    url: z.string().meta({ description: 'Submitted URL.', examples: ['https://www.npmjs.com/package/server'] }),
    reachability: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether the request turned the reachability analysis on or off. Omitted if the scan uses the setting of ' +
          'the service.',
      }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the scan was submitted.' }),
    estimatedCompletionTime: z.iso.datetime().meta({
      description: 'Estimated time when the scan will finish. For a running scan, this time is always in the future.',
    }),
  })
  .meta({ id: 'SubmittedScan', description: 'A scan that was submitted.' })

/** Scan with all available fields. Unavailable fields are omitted. */
export const ScanStatusAnswer = SubmittedScan.extend({
  status: ScanStatus.meta({ examples: ['completed'] }),
  startedAt: z.iso.datetime().optional().meta({ description: 'Time when the scan started.' }),
  completedAt: z.iso
    .datetime()
    .optional()
    .meta({ description: 'Time when the scan finished, ISO 8601. Omitted while the scan is queued or running.' }),
  progress: z
    .object({
      stage: ScanStage.meta({ examples: ['finished'] }),
      percent: z
        .int()
        .min(0)
        .max(100)
        .meta({ description: 'Progress as a percentage. The value never decreases.', examples: [100] }),
      queuePosition: z
        .int()
        .positive()
        .optional()
        .meta({ description: 'Position in the queue (1-based). Omitted unless the scan is queued.' }),
    })
    .meta({ description: 'Scan progress.' }),
  source: SourceIdentity.optional(),
  cached: z.boolean().meta({ description: 'True if the result was reused from an earlier scan of the same revision.' }),
  results: ScanResults.optional(),
  verdict: Verdict.optional(),
  coverage: Coverage.optional(),
  tools: z
    .array(ScannedTool)
    .optional()
    .meta({
      description:
        'Tools, resources, and prompts that the project offers to models, with their capabilities. Present if ' +
        '`status` is `completed`.',
    }),
  error: z
    .object({
      code: ScanFailureCode,
      message: z.string().meta({ description: 'Description of the problem and how to resolve it.' }),
    })
    .optional()
    .meta({ description: 'Error that caused the scan to fail. Present if `status` is `failed`.' }),
  reportUrl: z.url().meta({
    description:
      'URL of the scan page. For a public source, anyone with the URL can view the page. For a private ' +
      'source, only signed-in users who manage the account or have access to the repository on GitHub can ' +
      'view the page. All other users receive a 404 response.',
    examples: ['https://assay.example/scan/scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'],
  }),
}).meta({
  id: 'Scan',
  description:
    'A scan with all information that is currently available. Properties that do not apply, or that are not known ' +
    'yet, are omitted.',
})

/** Scan in a list. */
export const ListedScan = SubmittedScan.extend({
  sourceType: z
    .enum(sourceTypes)
    .exclude(['folder'])
    .meta({ description: 'Kind of project at the submitted URL.', examples: ['npm'] }),
  ...ScanStatusAnswer.pick({
    startedAt: true,
    completedAt: true,
    cached: true,
    results: true,
    verdict: true,
    error: true,
  }).shape,
  source: SourceIdentity.pick({ type: true, canonicalUrl: true, revision: true, ref: true })
    .optional()
    .meta({ description: 'Summary of the scanned source.' }),
}).meta({ id: 'ListedScan', description: 'A scan as it appears in lists, without details.' })

export function submittedScan(scan: ScanRow, now: Date): z.input<typeof SubmittedScan> {
  return {
    scanId: scan.id,
    status: scan.status,
    url: scan.url,
    ...(scan.reachability !== null && { reachability: scan.reachability }),
    createdAt: scan.createdAt.toISOString(),
    estimatedCompletionTime: (scan.completedAt ?? shownEstimate(scan.estimatedCompletionAt, now)).toISOString(),
  }
}

export function listedScan(scan: ScanRow, now: Date): z.input<typeof ListedScan> {
  const { source, sourceType } = scan
  if (sourceType === 'folder') throw new Error('folders cannot be submitted')
  return {
    ...submittedScan(scan, now),
    sourceType,
    ...endedFields(scan),
    ...(source && {
      source: {
        type: source.type,
        canonicalUrl: source.canonicalUrl,
        revision: source.revision,
        ...(source.ref !== undefined && { ref: source.ref }),
      },
    }),
    cached: scan.cached,
  }
}

/** Returns the fields that exist only after a scan has started or finished. */
function endedFields(scan: ScanRow) {
  return {
    ...(scan.startedAt && { startedAt: scan.startedAt.toISOString() }),
    ...(scan.completedAt && { completedAt: scan.completedAt.toISOString() }),
    ...(scan.results && { results: scan.results }),
    ...(scan.verdict && { verdict: scan.verdict }),
    ...(scan.errorCode && { error: { code: scan.errorCode, message: scan.errorMessage ?? '' } }),
  }
}

/**
 * Returns a scan's fields. `queuePosition` starts at 1 and is present while the scan is waiting. `publicUrl` has no
 * trailing slash.
 */
export function scanStatusAnswer(
  scan: ScanRow,
  { now, publicUrl, queuePosition }: { now: Date; publicUrl: string; queuePosition: number | undefined },
): z.input<typeof ScanStatusAnswer> {
  return {
    ...submittedScan(scan, now),
    ...endedFields(scan),
    progress: { stage: scan.stage, percent: scan.percent, ...(queuePosition !== undefined && { queuePosition }) },
    ...(scan.source && { source: scan.source }),
    cached: scan.cached,
    ...(scan.coverage && { coverage: scan.coverage }),
    ...(scan.tools && { tools: [...scan.tools] }),
    reportUrl: reportUrlOf(publicUrl, scan.id),
  }
}
