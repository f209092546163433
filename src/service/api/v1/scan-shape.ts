import { z } from 'zod'
import type { ScanRow } from '../../db/scans/scans.ts'
import { Coverage, ScanFailureCode, ScanResults, ScanStage, ScanStatus, Verdict } from '../../../engine/model/scan.ts'
import { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { SourceIdentity, sourceTypes } from '../../../engine/model/target.ts'
import { shownEstimate } from '../../scans/estimate-completion.ts'
import { reportUrlOf } from '../../scans/report-url.ts'

/** A scan as answered on submission. */
export const SubmittedScan = z
  .object({
    scanId: z
      .string()
      .meta({ description: 'Names the scan in paths.', examples: ['scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'] }),
    status: ScanStatus,
    url: z
      .string()
      .meta({ description: 'The address as it was submitted.', examples: ['https://www.npmjs.com/package/server'] }),
    createdAt: z.iso.datetime().meta({ description: 'When it was submitted.' }),
    estimatedCompletionTime: z.iso
      .datetime()
      .meta({ description: 'When it will probably end; lies ahead until it has.' }),
  })
  .meta({ id: 'SubmittedScan', description: 'A scan as answered on submission.' })

/** A scan with everything that is known of it so far; parts that do not apply yet are absent. */
export const ScanStatusAnswer = SubmittedScan.extend({
  status: ScanStatus.meta({ examples: ['completed'] }),
  startedAt: z.iso.datetime().optional().meta({ description: 'When work on it began.' }),
  completedAt: z.iso.datetime().optional().meta({ description: 'When it ended, well or not.' }),
  progress: z
    .object({
      stage: ScanStage.meta({ examples: ['finished'] }),
      percent: z
        .int()
        .min(0)
        .max(100)
        .meta({ description: 'How much is done; never falls.', examples: [100] }),
      queuePosition: z
        .int()
        .positive()
        .optional()
        .meta({ description: 'Place in the queue, from 1; present while it waits.' }),
    })
    .meta({ description: 'How far it is.' }),
  source: SourceIdentity.optional(),
  cached: z.boolean().meta({ description: 'The result is one of an earlier scan of the same revision.' }),
  results: ScanResults.optional(),
  verdict: Verdict.optional(),
  coverage: Coverage.optional(),
  tools: z.array(ScannedTool).optional().meta({
    description:
      'Tools, resources and prompts that it offers to models, with what they can do; present once it has completed.',
  }),
  error: z
    .object({
      code: ScanFailureCode,
      message: z.string().meta({ description: 'What went wrong and what to do, for people.' }),
    })
    .optional()
    .meta({ description: 'Why it failed; present when `status` is `failed`.' }),
  reportUrl: z.url().meta({
    description:
      'The page of the scan, for people. Of a public source whoever has the address reads it; of a private ' +
      'one those who manage the account and those whom GitHub lets read the repository, signed in. ' +
      'Everybody else gets 404.',
    examples: ['https://assay.example/scan/scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'],
  }),
}).meta({
  id: 'Scan',
  description: 'A scan with everything that is known of it so far; parts that do not apply yet are absent.',
})

/** A scan in a list. */
export const ListedScan = SubmittedScan.extend({
  sourceType: z
    .enum(sourceTypes)
    .exclude(['folder'])
    .meta({ description: 'What kind of address was submitted.', examples: ['npm'] }),
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
    .meta({ description: 'What was scanned, in short.' }),
}).meta({ id: 'ListedScan', description: 'A scan in a list: the scan itself tells more.' })

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

/** The fields of a list's element. */
export function listedScan(scan: ScanRow, now: Date): z.input<typeof ListedScan> {
  const { source, sourceType } = scan
  if (sourceType === 'folder') throw new Error('folders are not submitted')
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

/** What is known of a scan once it has begun and ended. */
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
 * The fields of a status answer. `queuePosition` counts from 1 and is given while the scan waits; `publicUrl` is
 * without trailing slash.
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
