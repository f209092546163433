import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { type FlowReport, noFlows } from '../../../../src/engine/analysis/flow.ts'
import { toolDefinitions } from '../../../../src/engine/rules/tool-definitions/detector.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import type { ScannedTool } from '../../../../src/engine/model/scanned-tool.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

/** Runs the whole engine on source files and returns its report. Throws if the report is partial. */
export function flowsIn(files: Readonly<Record<string, string>>): FlowReport {
  const units = Object.entries(files)
    .filter(([path]) => /\.(?:py|[jt]s)$/.test(path))
    .map(([path, text]) => ({
      path,
      unit: path.endsWith('.py') ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts'),
    }))
  const report = findFlows(linkModules(units), new Map(), {
    referenceSteps: 1_000_000,
    states: 100_000,
    isOver: () => false,
  })
  if (report.partial !== undefined) throw new Error(report.partial)
  return report
}

/** Runs the whole engine on source files and returns what the project offers to models. */
export const toolsIn = (files: Readonly<Record<string, string>>): readonly ScannedTool[] => flowsIn(files).tools

/** Returns the findings of the detector in a project with these files. */
export async function findInServer(files: Readonly<Record<string, string>>): Promise<DetectedFinding[]> {
  const { tools, toolEffects, toolTexts, textChanges } = flowsIn(files)
  return findInTools(tools, files, { toolEffects, toolTexts, textChanges })
}

/** Returns the findings of the detector in tool definitions. `code` is what is known about the code of the tools. */
export async function findInTools(
  tools: readonly ScannedTool[],
  files: Readonly<Record<string, string>> = {},
  code: Pick<FlowReport, 'toolEffects' | 'toolTexts' | 'textChanges'> = {},
): Promise<DetectedFinding[]> {
  const findings: DetectedFinding[] = []
  for await (const finding of toolDefinitions.detect({
    snapshot: projectSnapshot(files),
    components: [],
    advisoryMatches: [],
    flows: { ...noFlows, ...code, tools: [...tools] },
    signal: new AbortController().signal,
  }))
    findings.push(finding)
  return findings
}

/** A tool with this description that does nothing. */
export function describedTool(description: string, change: Partial<ScannedTool> = {}): ScannedTool {
  return {
    kind: 'tool',
    name: 'add',
    description,
    path: 'src/server.ts',
    line: 1,
    parameters: [],
    annotations: {},
    capabilities: [],
    ...change,
  }
}
