import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { FlowReport } from '../../../../src/engine/analysis/flow.ts'
import { exposureFindings } from '../../../../src/engine/rules/exposed-servers/exposure-findings.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

/**
 * Runs the whole engine on source files and returns the findings about exposure. Names end with `.ts`, `.js`, or `.py`.
 * The results are serialized like those of child processes in a scan.
 */
export async function openingsIn(files: Readonly<Record<string, string>>): Promise<DetectedFinding[]> {
  const units = Object.entries(files).map(([path, text]) => ({
    path,
    unit: path.endsWith('.py') ? lowerPythonText(text) : lowerJavaScriptText(text, path.endsWith('.ts') ? 'ts' : 'js'),
  }))
  const report = findFlows(linkModules(units), new Map(), {
    referenceSteps: 1_000_000,
    states: 100_000,
    isOver: () => false,
  })
  const findings: DetectedFinding[] = []
  for await (const finding of exposureFindings(
    FlowReport.parse(JSON.parse(JSON.stringify(report))),
    projectSnapshot(files),
    new AbortController().signal,
  ))
    findings.push(finding)
  return findings
}
