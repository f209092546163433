import { noFlows } from '../../../../src/engine/analysis/flow.ts'
import { leakedSecrets } from '../../../../src/engine/rules/leaked-secrets/detector.ts'
import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { type FileContent, projectSnapshot } from '../../inventory/project-snapshot.ts'

/** Returns the findings of the detector in these files. */
export async function findIn(
  files: Readonly<Record<string, FileContent>>,
  signal: AbortSignal = new AbortController().signal,
): Promise<DetectedFinding[]> {
  const findings: DetectedFinding[] = []
  for await (const finding of leakedSecrets.detect({
    snapshot: projectSnapshot(files),
    components: [],
    advisoryMatches: [],
    flows: noFlows,
    signal,
  }))
    findings.push(finding)
  return findings
}

/** Returns the rules of the findings in one file, with their lines. */
export async function rulesIn(text: FileContent, path = 'src/settings.yaml'): Promise<string[]> {
  return (await findIn({ [path]: text })).map(({ ruleId, location }) => `${ruleId}:${location?.startLine}`)
}
