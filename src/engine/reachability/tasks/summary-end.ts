import { z } from 'zod'
import { ArchiveEnd, endSentence } from '../../sources/archives/skip-reason.ts'

/** Result of summarizing an archive: `read`, or why the archive has no summary. */
export const SummaryEnd = z.union([ArchiveEnd, z.strictObject({ end: z.literal('large-manifest') })])
export type SummaryEnd = z.output<typeof SummaryEnd>

/** Explains why an archive has no summary, as the end of a sentence about the archive. */
export function summaryProblem(end: Exclude<SummaryEnd, { end: 'read' }>): string {
  return end.end === 'large-manifest' ? 'has a package.json with too many entries' : endSentence(end).replace(/\.$/, '')
}
