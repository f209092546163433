import { findFlows } from '../../../../src/engine/analysis/taint/propagation/find-flows.ts'
import { lowerJavaScriptText } from '../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { linkModules } from '../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { dangerousFlows } from '../../../../src/engine/rules/dangerous-flows/detector.ts'
import type { Flow } from '../../../../src/engine/analysis/flow.ts'
import { noFlows } from '../../../../src/engine/analysis/flow.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { projectSnapshot } from '../../inventory/project-snapshot.ts'

/** Runs the whole engine on source files and returns the findings. Names end with `.ts` or `.py`. */
export async function findInSource(
  files: Readonly<Record<string, string>>,
  settings: ReadonlyMap<string, string> = new Map(),
): Promise<DetectedFinding[]> {
  const units = Object.entries(files).map(([path, text]) => ({
    path,
    unit: path.endsWith('.py') ? lowerPythonText(text) : lowerJavaScriptText(text, 'ts'),
  }))
  const { flows, partial } = findFlows(linkModules(units), settings, {
    referenceSteps: 1_000_000,
    states: 100_000,
    isOver: () => false,
  })
  if (partial !== undefined) throw new Error(partial)
  return findInFlows(flows, files)
}

/** Returns the findings for flows in these files. */
export async function findInFlows(
  flows: readonly Flow[],
  files: Readonly<Record<string, string>> = {},
): Promise<DetectedFinding[]> {
  const evidence = {
    snapshot: projectSnapshot(files),
    components: [],
    advisoryMatches: [],
    flows: { ...noFlows, flows: [...flows] },
    signal: new AbortController().signal,
  }
  const findings: DetectedFinding[] = []
  for await (const finding of dangerousFlows.detect(evidence)) findings.push(finding)
  return findings
}

/** A flow from a tool argument to a shell, in two lines of one file, with some changes. */
export function flowOf(change: Partial<Flow> = {}): Flow {
  return {
    kind: 'command',
    entry: 'tool-argument',
    source: { part: 'argument', name: 'name', of: 'tool', owner: 'show_log' },
    tools: ['show_log'],
    model: 'child_process.exec',
    effect: 'runs a shell command',
    steps: [
      { path: 'src/server.ts', line: 1, column: 1, kind: 'source' },
      { path: 'src/server.ts', line: 2, column: 3, kind: 'sink' },
    ],
    flaws: [],
    isWhole: true,
    isPurpose: false,
    isDeclared: false,
    isFreeElsewhere: false,
    ...change,
  }
}
