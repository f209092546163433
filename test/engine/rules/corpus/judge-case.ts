import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { rulesFor } from './class-rules.ts'
import type { CorpusCase, CorpusCategory, CorpusPlace } from './read-cases.ts'

/** Result of one case. */
export interface Judgement {
  readonly case: CorpusCase
  /** For a malicious case: its rules that found it at its location. */
  readonly foundBy: readonly string[]
  /** For a benign case: the rules that reported anything. */
  readonly alarmedBy: readonly string[]
}

/**
 * Maximum distance in lines between a finding and the labeled line. A secret is reported at its own line. A setting may
 * be reported at its line or at the line that opens its block. A tool definition may be reported at the text,
 * parameter, or name. No project in the corpus contains two such locations so close together.
 */
const nearLines: Readonly<Record<CorpusCategory, number>> = {
  configuration: 2,
  'leaked-secrets': 0,
  'supply-chain': 2,
  'tool-definitions': 10,
}

/** Compares findings with the label of a case. */
export function judgeCase(judged: CorpusCase, findings: readonly DetectedFinding[]): Judgement {
  if (judged.label === 'benign') return { case: judged, foundBy: [], alarmedBy: distinct(findings) }
  const places = [judged.at, ...(judged.or ? [judged.or] : [])]
  const rules = rulesFor(judged)
  const there = findings.filter(
    (finding) =>
      rules.includes(finding.ruleId) && places.some((place) => isAt(finding, place, nearLines[judged.category])),
  )
  return { case: judged, foundBy: distinct(there), alarmedBy: [] }
}

/** Whether a finding is at a location. A finding about a whole file has no line and matches any of its lines. */
function isAt({ location }: DetectedFinding, { path, line }: CorpusPlace, near: number): boolean {
  if (location?.path !== path) return false
  const { startLine: start = line, endLine: end = start } = location
  return line >= start - near && line <= end + near
}

const distinct = (findings: readonly DetectedFinding[]): string[] =>
  [...new Set(findings.map(({ ruleId }) => ruleId))].sort()
