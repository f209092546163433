import { noFlows } from '../../../src/engine/analysis/flow.ts'
import type { Detector, Evidence } from '../../../src/engine/rules/detector.ts'
import { runDetectors } from '../../../src/engine/rules/run-detectors.ts'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { type FileContent, projectSnapshot } from '../inventory/project-snapshot.ts'

/** Returns the findings of one detector in these files, masked as in a scan. */
export async function findBy(
  detector: Detector,
  files: Readonly<Record<string, FileContent>>,
  more: Partial<Evidence> = {},
): Promise<readonly DetectedFinding[]> {
  const { findings, coverage } = await runDetectors(
    {
      snapshot: projectSnapshot(files),
      components: [],
      advisoryMatches: [],
      flows: noFlows,
      signal: new AbortController().signal,
      ...more,
    },
    [detector],
  )
  const [{ status, reason } = { status: 'failed', reason: 'it did not run' }] = coverage
  if (status !== 'succeeded') throw new Error(`${detector.id} ${status}: ${reason}`)
  return findings
}
