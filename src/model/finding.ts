import { z } from 'zod'
import { AdvisoryReference } from './advisory.ts'
import { Component } from './component.ts'
import { Location } from './location.ts'
import { Category, Precision } from './rule.ts'
import { Severity } from './severity.ts'

/** Whether a finding is new against the baseline, was there before, is gone, or was set aside. */
export const findingStates = ['new', 'existing', 'fixed', 'suppressed'] as const
export const FindingState = z.enum(findingStates)
export type FindingState = z.infer<typeof FindingState>

/** Who set a finding aside, why, and until when. */
export const Suppression = z.object({ reason: z.string(), expires: z.iso.datetime().optional(), by: z.string() }).meta({ id: 'Suppression' })
export type Suppression = z.infer<typeof Suppression>

/** A step of the way that data takes from a source to a sink. */
export const TraceStep = z.object({ path: z.string(), line: z.int().positive(), message: z.string() }).meta({ id: 'TraceStep' })
export type TraceStep = z.infer<typeof TraceStep>

/**
 * One problem in the scanned project, as every door shows it. Parts that do not apply are absent. A
 * rule that finds a file fills `location`, one that finds a package fills `component`.
 */
export const Finding = z.object({
  id: z.string(),
  ruleId: z.string(),
  title: z.string(),
  message: z.string(),
  severity: Severity,
  precision: Precision,
  category: Category,
  cwe: z.array(z.string()),
  owaspMcp: z.array(z.string()),
  location: Location.optional(),
  trace: z.array(TraceStep).optional(),
  component: Component.optional(),
  advisory: AdvisoryReference.optional(),
  fingerprint: z.string(),
  state: FindingState,
  /** Present when `state` is `suppressed`. */
  suppression: Suppression.optional(),
  remediation: z.string(),
  helpUrl: z.url().optional(),
  firstSeenAt: z.iso.datetime(),
}).meta({ id: 'Finding' })
export type Finding = z.infer<typeof Finding>

/** What a detector reports: a finding before it is compared with earlier scans and stored. */
export type DetectedFinding = Omit<Finding, 'id' | 'state' | 'firstSeenAt'>

/** A finding that counts: neither fixed nor suppressed. */
export function isOpen(finding: { state: FindingState }): boolean {
  return finding.state === 'new' || finding.state === 'existing'
}
