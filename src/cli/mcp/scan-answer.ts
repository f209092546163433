import { z } from 'zod'
import { type Finding, isOpen, isUndecided } from '../../engine/model/finding.ts'
import { scanStages, Verdict } from '../../engine/model/scan.ts'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import { Grade } from '../../engine/model/score.ts'
import { compareSeverity, countBySeverity, severities } from '../../engine/model/severity.ts'
import { maliciousDependency } from '../../engine/rules/vulnerable-dependencies/malicious-dependency.ts'
import type { BackgroundScan } from './background-scans.ts'

/** Schemas without the descriptions of the API, which would fill the context of the model. */
export const severity = z.enum(severities)
export const counts = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
  total: z.number(),
})

/** A finding in an answer. `explain_finding` has the rest. */
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
})

/** The parts that all answers about a scan have. */
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

/** Returns the answer about a scan that runs or has ended. */
export function answerOfScan(scan: BackgroundScan, maxFindings: number): ScanAnswer {
  const { id: scanId, stage, percent, outcome } = scan
  if (outcome?.status === 'finished')
    return { scanId, ...answerOfReport(outcome.report, outcome.scannedAt, maxFindings) }
  if (outcome === undefined) return { ...noResult('scanning'), scanId, progress: { stage, percent } }
  if (outcome.status === 'cancelled') return { ...noResult('cancelled'), scanId }
  const message = 'The scan ended with an internal error. The log on stderr has the details.'
  return { ...noResult('failed'), scanId, error: { code: 'INTERNAL', message } }
}

/** Returns the parts of an answer without a result. */
export function noResult(status: ScanAnswer['status']): ScanAnswer {
  return { status, malware: 'unknown', findings: [], coverageGaps: [] }
}

const maxGaps = 10

/** Returns the answer about the report of a scan. */
function answerOfReport(report: ScanReport, scannedAt: Date, maxFindings: number): ScanAnswer {
  const open = report.findings.filter(isOpen)
  const { source, verdict, results, coverage, error } = report
  return {
    status: error ? 'failed' : 'scanned',
    ...(source && { version: source.revision }),
    scannedAt: scannedAt.toISOString(),
    verdict,
    ...(results && { grade: results.grade, securityScore: results.securityScore }),
    malware: malwareIn(report),
    ...(coverage && { findingCounts: countBySeverity(open) }),
    findings: open.toSorted(worstFirst).slice(0, maxFindings).map(summaryOf),
    coverageGaps: coverage?.gaps.slice(0, maxGaps) ?? [],
    ...(error && { error }),
  }
}

/** Without advisories, malware cannot be ruled out. */
function malwareIn({ findings, coverage }: ScanReport): ScanAnswer['malware'] {
  if (findings.some(({ ruleId }) => ruleId === maliciousDependency.id)) return 'reported'
  return coverage && Object.keys(coverage.advisories).length > 0 ? 'none-known' : 'unknown'
}

function worstFirst(a: Finding, b: Finding): number {
  return compareSeverity(a.severity, b.severity) || Number(isUndecided(a)) - Number(isUndecided(b))
}

function summaryOf(finding: Finding): z.input<typeof FindingSummary> {
  const { fingerprint, ruleId, title, severity, location, component, advisory } = finding
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
  }
}
