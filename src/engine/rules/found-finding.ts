import type { DetectedFinding } from '../model/finding-record.ts'
import type { TraceStep } from '../model/finding.ts'

/**
 * Trace step. The column is needed to find the original position, because all steps in a minified bundle may be on one
 * line.
 */
export type FoundStep = TraceStep & { readonly column?: number | undefined }

/** Finding as its detector reports it, before original positions are added and secrets are masked. */
export type FoundFinding = Omit<DetectedFinding, 'trace'> & { readonly trace?: FoundStep[] | undefined }
