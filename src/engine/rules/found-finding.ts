import type { DetectedFinding } from '../model/finding-record.ts'
import type { TraceStep } from '../model/finding.ts'

/**
 * A step of a trace, with the column by which its original is looked up: in a bundle that was made small, all steps
 * stand in one line.
 */
export type FoundStep = TraceStep & { readonly column?: number | undefined }

/** A finding as its detector has it, before originals are added and secrets masked. */
export type FoundFinding = Omit<DetectedFinding, 'trace'> & { readonly trace?: FoundStep[] | undefined }
