import { z } from 'zod'
import type { Finding } from '../engine/model/finding.ts'
import { isUndecided } from '../engine/model/undecided.ts'
import { scanStages, Verdict } from '../engine/model/scan.ts'
import { Grade } from '../engine/model/score.ts'
import { comparePriority } from '../engine/model/priority.ts'
import { reachabilityStatuses } from '../engine/model/reachability.ts'
import { severities } from '../engine/model/severity.ts'
import type { ScanResult, ScanView } from './tool-host.ts'

/** Schemas without the API descriptions, which would fill the model's context. */
export const severity = z.enum(severities)
export const counts = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
  total: z.number(),
})

/** Finding in a response. `explain_finding` returns the details. */
export const FindingSummary = z.object({
  fingerprint: z.string().describe('Identifies the finding. Pass it to explain_finding.'),
  ruleId: z.string(),
  title: z.string(),
  severity,
  path: z.string().optional(),
  line: z.number().optional(),
  package: z.string().optional().describe('Affected package version.'),
  advisoryId: z.string().optional(),
  fixedVersion: z.string().optional(),
  reachability: z
    .enum(reachabilityStatuses)
    .optional()
    .describe(
      'Whether the project can run the vulnerable code. imported and not-loaded: Assay found no way to it. ' +
        'Omitted if not judged.',
    ),
})

/** Fields shared by all scan responses. */
export const scanShape = {
  status: z
    .enum(['scanned', 'scanning', 'failed', 'cancelled'])
    .describe('scanned: the result is complete. scanning: the scan continues, and get_scan returns its result.'),
  scanId: z.string().optional().describe('Pass it to get_scan or explain_finding.'),
  progress: z.object({ stage: z.enum(scanStages), percent: z.number() }).optional(),
  version: z.string().optional().describe('Scanned version or revision.'),
  scannedAt: z.string().optional().describe('ISO 8601.'),
  verdict: z.enum(Verdict.options).optional(),
  grade: z.enum(Grade.options).optional(),
  securityScore: z.number().optional().describe('From 0 to 100, where 100 is best.'),
  malware: z
    .enum(['reported', 'none-known', 'unknown'])
    .describe('Whether an advisory reports the project or a dependency as malware.'),
  findingCounts: counts.optional(),
  findings: z.array(FindingSummary).describe('Worst findings first.'),
  coverageGaps: z.array(z.string()).describe('What the scan could not check.'),
  error: z.object({ code: z.string(), message: z.string() }).optional().describe('Why there is no result.'),
}

const ScanAnswer = z.object(scanShape)
export type ScanAnswer = z.input<typeof ScanAnswer>

/** Returns the response for a running or finished scan. */
export function answerOfScan(scan: ScanView, maxFindings: number): ScanAnswer {
  const { id: scanId, stage, percent, end } = scan
  if (end?.status === 'finished') return { scanId, ...answerOfResult(end.result, maxFindings) }
  if (end === undefined) return { ...noResult('scanning'), scanId, progress: { stage, percent } }
  if (end.status === 'cancelled') return { ...noResult('cancelled'), scanId }
  return { ...noResult('failed'), scanId, error: { code: 'INTERNAL', message: end.message } }
}

/** Returns the fields of a response that has no result. */
export function noResult(status: ScanAnswer['status']): ScanAnswer {
  return { status, malware: 'unknown', findings: [], coverageGaps: [] }
}

const maxGaps = 10

/** Returns the response for a scan result. */
export function answerOfResult(result: ScanResult, maxFindings: number): ScanAnswer {
  const { source, scannedAt, verdict, results, coverage, error, findings, findingCounts } = result
  return {
    status: error ? 'failed' : 'scanned',
    ...(source && { version: source.revision }),
    scannedAt: scannedAt.toISOString(),
    verdict,
    ...(results && { grade: results.grade, securityScore: results.securityScore }),
    malware: malwareIn(result),
    ...(coverage && { findingCounts }),
    findings: findings.toSorted(worstFirst).slice(0, maxFindings).map(summaryOf),
    coverageGaps: coverage?.gaps.slice(0, maxGaps) ?? [],
    ...(error && { error }),
  }
}

/** Returns `unknown` if no advisories were available, because malware cannot be ruled out then. */
function malwareIn({ hasMalware, coverage }: ScanResult): ScanAnswer['malware'] {
  if (hasMalware) return 'reported'
  return coverage && Object.keys(coverage.advisories).length > 0 ? 'none-known' : 'unknown'
}

/** Compares findings in response order. Findings that depend on a check Assay could not judge come last. */
export function worstFirst(a: Finding, b: Finding): number {
  return comparePriority(a, b) || Number(isUndecided(a)) - Number(isUndecided(b))
}

function summaryOf(finding: Finding): z.input<typeof FindingSummary> {
  const { fingerprint, ruleId, title, severity, location, component, advisory, reachability } = finding
  return {
    fingerprint,
    ruleId,
    title,
    severity,
    ...(location && { path: location.path }),
    ...(location?.startLine !== undefined && { line: location.startLine }),
    ...(component && { package: `${component.name}@${component.version}` }),
    ...(advisory && { advisoryId: advisory.id }),
    ...(advisory?.fixedVersion !== undefined && { fixedVersion: advisory.fixedVersion }),
    ...(reachability && { reachability: reachability.status }),
  }
}
