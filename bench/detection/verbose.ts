import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { spotOf } from './judge.ts'
import { spotText } from './report.ts'

/** Returns all findings of all versions with their traces, to debug a single case. */
export function findingLines(findings: ReadonlyMap<string, readonly DetectedFinding[]>): string {
  return [...findings]
    .map(([key, list]) => `\n${key}: ${list.length} findings\n${list.map(findingText).join('')}`)
    .join('')
}

function findingText(finding: DetectedFinding): string {
  const steps = (finding.trace ?? []).map(({ path, line, message }) => `      ${path}:${line}  ${message}\n`)
  return `  ${spotText(spotOf(finding))}  ${finding.title}\n      ${finding.message}\n${steps.join('')}`
}
