import type { DetectedFinding } from '../model/finding-record.ts'
import { findingLimits } from './finding-limits.ts'
import type { DetectorCoverage } from '../model/scan.ts'
import type { Detector, Evidence } from './detector.ts'
import type { FoundFinding } from './found-finding.ts'
import { maskedFinding } from './masked-finding.ts'
import { withoutDuplicateSecrets } from './duplicate-secrets.ts'
import { type FindOriginals, withOriginals } from './with-originals.ts'

export interface Detection {
  readonly findings: readonly DetectedFinding[]
  readonly coverage: readonly DetectorCoverage[]
}

/**
 * Runs every detector on the same evidence. If a detector fails, times out, or exceeds the finding limit, the coverage
 * records it. Its findings so far are kept, and the other detectors continue. Detectors in `without` are recorded as
 * skipped. For built files with source maps, `findOriginals` returns the original positions of findings.
 */
export async function runDetectors(
  evidence: Evidence,
  detectors: readonly Detector[],
  without: ReadonlySet<string> = new Set(),
  findOriginals?: FindOriginals,
): Promise<Detection> {
  const findings: FoundFinding[] = []
  const coverage: DetectorCoverage[] = []
  for (const detector of detectors) {
    if (without.has(detector.id)) continue
    const result = await runDetector(detector, evidence)
    findings.push(...result.findings)
    coverage.push(result.coverage)
  }
  for (const id of without)
    coverage.push({ id, status: 'skipped', reason: 'it was excluded by request', files: 0, bytes: 0, durationMs: 0 })
  coverage.sort((a, b) => (a.id < b.id ? -1 : 1))
  const reported = await withOriginals(withoutDuplicateSecrets(findings), findOriginals)
  // Masking comes last, because it can make the paths of two files equal.
  const paths = new Map<string, string>()
  return { findings: reported.map((finding) => maskedFinding(finding, paths)), coverage }
}

async function runDetector(
  detector: Detector,
  evidence: Evidence,
): Promise<{ findings: FoundFinding[]; coverage: DetectorCoverage }> {
  const startedAt = performance.now()
  const findings: FoundFinding[] = []
  let end: Pick<DetectorCoverage, 'status' | 'reason'> = { status: 'succeeded' }
  try {
    evidence.signal.throwIfAborted()
    for await (const finding of detector.detect(evidence)) {
      if (findings.length === findingLimits.maxPerDetector) {
        end = {
          status: 'partial',
          reason: `it produced more than ${findingLimits.maxPerDetector} findings; the rest are not listed`,
        }
        break
      }
      findings.push(finding)
      evidence.signal.throwIfAborted()
    }
    const missing = end.status === 'succeeded' ? detector.missing?.(evidence) : undefined
    if (missing !== undefined) end = typeof missing === 'string' ? { status: 'partial', reason: missing } : missing
  } catch (error) {
    end = evidence.signal.aborted
      ? { status: 'timed-out', reason: 'the scan ran out of time' }
      : { status: 'failed', reason: `the detector failed: ${error instanceof Error ? error.message : String(error)}` }
  }
  return {
    findings,
    coverage: {
      id: detector.id,
      ...end,
      ...scope(detector, evidence),
      durationMs: Math.round(performance.now() - startedAt),
    },
  }
}

function scope(detector: Detector, { snapshot }: Evidence): { files: number; bytes: number } {
  let files = 0
  let bytes = 0
  for (const file of snapshot.files.values()) {
    if (!detector.reads(file.path)) continue
    files += 1
    bytes += file.size
  }
  return { files, bytes }
}
