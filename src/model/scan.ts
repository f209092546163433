import { z } from 'zod'
import { AdvisoryDate } from './advisory.ts'
import { Ecosystem, UnresolvedDependency } from './component.ts'
import { Grade } from './score.ts'
import { SeverityCounts } from './severity.ts'

export const ScanStatus = z.enum(['pending', 'scanning', 'completed', 'failed'])
export type ScanStatus = z.infer<typeof ScanStatus>

/** Why a scan failed; also `errorCode` of the event `scan.failed`. */
export const scanFailureCodes = [
  'INVALID_URL',
  'SOURCE_NOT_FOUND',
  'SOURCE_FORBIDDEN',
  'SOURCE_TOO_LARGE',
  'SOURCE_MALFORMED',
  'ADDRESS_NOT_ALLOWED',
  'NOTHING_TO_SCAN',
  'UPSTREAM_UNAVAILABLE',
  'SCAN_TIMEOUT',
  'SCANNER_CRASHED',
  'CANCELLED',
  'INTERNAL',
] as const
export const ScanFailureCode = z.enum(scanFailureCodes)
export type ScanFailureCode = z.infer<typeof ScanFailureCode>

/** What a scan means for whoever asked: only `pass` is green, only `fail` is red. */
export const Verdict = z.enum(['pass', 'fail', 'partial', 'nothing-scanned', 'error'])
export type Verdict = z.infer<typeof Verdict>

/** Where a running scan is, in the order of the story. */
export const scanStages = ['queued', 'source', 'components', 'advisories', 'detectors', 'finished'] as const
export const ScanStage = z.enum(scanStages)
export type ScanStage = z.infer<typeof ScanStage>

/** What one detector did: how it ended, what it covered, what it cost. */
export const DetectorCoverage = z.object({
  id: z.string(),
  status: z.enum(['succeeded', 'partial', 'failed', 'timed-out', 'skipped']),
  reason: z.string().optional(),
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  durationMs: z.number().nonnegative(),
}).meta({ id: 'DetectorCoverage' })
export type DetectorCoverage = z.infer<typeof DetectorCoverage>

/** A file and why it was left out. */
const LeftOut = z.object({ path: z.string(), reason: z.string() })

/** What a scan saw and what it did not. */
export const Coverage = z.object({
  detectors: z.array(DetectorCoverage),
  files: z.object({
    scanned: z.int().nonnegative(),
    bytes: z.int().nonnegative(),
    skipped: z.array(LeftOut),
    /** Left out by design: links, pointers of Git LFS. No gap. */
    notFollowed: z.array(LeftOut).optional(),
  }),
  components: z.object({
    total: z.int().nonnegative(),
    method: z.string(),
    resolvedAt: z.iso.datetime().optional(),
    unresolved: z.array(UnresolvedDependency),
    /** Lockfiles and manifests that are not what their names say. */
    unreadable: z.array(LeftOut).optional(),
  }),
  /** Advisory state per ecosystem that the components belong to; an ecosystem without data is absent. */
  advisories: z.partialRecord(Ecosystem, AdvisoryDate),
  /** Advisories that name a component's package without saying up to which version: neither a finding nor cleared. */
  undecidedAdvisories: z.int().nonnegative(),
  /** How the scanning code is kept apart from the service. */
  isolation: z.enum(['in-process']),
  /** Every reason for which the verdict is `partial`, as sentences for people. */
  gaps: z.array(z.string()),
}).meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

/** The numbers of a finished scan. */
export const ScanResults = z.object({
  securityScore: z.number().min(0).max(100),
  grade: Grade,
  vulnerabilities: SeverityCounts,
  partial: z.boolean(),
  /** Version of the scoring formula. */
  method: z.string(),
}).meta({ id: 'ScanResults' })
export type ScanResults = z.infer<typeof ScanResults>
