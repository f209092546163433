import { lowerSourceFile } from '../../../../src/engine/analysis/lower-source-file.ts'
import { analyzeProject } from '../../../../src/engine/analysis/analyze-project.ts'
import { type FlowReport, noFlows } from '../../../../src/engine/analysis/flow.ts'
import { isModuleSettings, packProject } from '../../../../src/engine/analysis/project-container.ts'
import { readSourceFile } from '../../../../src/engine/analysis/read-source-file.ts'
import { sourceDialectOf } from '../../../../src/engine/analysis/source-dialect.ts'
import type { SourceFileFacts } from '../../../../src/engine/analysis/source-file.ts'
import type { Detector } from '../../../../src/engine/rules/detector.ts'
import { runDetectors } from '../../../../src/engine/rules/run-detectors.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import type { Snapshot } from '../../../../src/engine/model/snapshot.ts'
import { flowFiles } from '../../../../src/engine/scanner/flow-files.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'
import type { CorpusCase } from './read-cases.ts'

/**
 * Returns the findings of a case like a scan: reads and analyzes source files, then runs the detector of its category.
 * Throws if the detector fails.
 */
export async function findInCase(
  { name, category, files }: CorpusCase,
  detector: Detector,
): Promise<readonly DetectedFinding[]> {
  const snapshot = projectSnapshot(Object.fromEntries(files))
  const { signal } = new AbortController()
  const flows = category === 'tool-definitions' ? await flowsOf(snapshot, signal) : noFlows
  const { findings, coverage } = await runDetectors({ snapshot, components: [], advisoryMatches: [], flows, signal }, [
    detector,
  ])
  const incomplete = coverage.find(({ status }) => status !== 'succeeded')
  if (incomplete) throw new Error(`${name}: ${incomplete.id} ${incomplete.status}, ${incomplete.reason}`)
  return findings
}

/** Like `scan/follow-flows.ts`, but in this process. */
async function flowsOf(snapshot: Snapshot, signal: AbortSignal): Promise<FlowReport> {
  const facts = new Map<string, SourceFileFacts>()
  const settings = new Map<string, string>()
  for (const file of snapshot.files.values()) {
    if (isModuleSettings(file.path, file.size)) settings.set(file.path, file.content.toString())
    const reading = sourceDialectOf(file) === undefined ? undefined : readSourceFile(file)
    if (reading && 'facts' in reading) facts.set(file.path, reading.facts)
  }
  const units = (await flowFiles(facts, settings, signal)).paths.flatMap((path) => {
    const file = snapshot.files.get(path)
    const lowered = file && lowerSourceFile(file)
    return lowered && 'unit' in lowered ? [{ path, unit: Buffer.from(lowered.unit, 'base64') }] : []
  })
  return units.length === 0 ? noFlows : analyzeProject({ content: packProject({ units, settings }) })
}
