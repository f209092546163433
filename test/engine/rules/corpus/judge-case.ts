import type { DetectedFinding } from '../../../../src/engine/model/finding-record.ts'
import { rulesFor } from './class-rules.ts'
import type { CorpusCase, CorpusCategory, CorpusPlace } from './read-cases.ts'

/** What became of one case. */
export interface Judgement {
  readonly case: CorpusCase
  /** Of a malicious case: the rules that it is a case of and that found it at its place. */
  readonly foundBy: readonly string[]
  /** Of a benign case: the rules that reported anything. */
  readonly alarmedBy: readonly string[]
}

/**
 * How many lines a finding may lie away from the labelled one. A secret is where it is. A setting may be told at its
 * own line or at the one that opens it, a definition of a tool at the text, the parameter or the name: no project of
 * the corpus has two such things so close together.
 */
const nearLines: Readonly<Record<CorpusCategory, number>> = {
  configuration: 2,
  'leaked-secrets': 0,
  'supply-chain': 2,
  'tool-definitions': 10,
}

/** Compares findings with what the case is labelled as. */
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

/** A finding about a file as a whole has no line and lies in all of them. */
function isAt({ location }: DetectedFinding, { path, line }: CorpusPlace, near: number): boolean {
  if (location?.path !== path) return false
  const { startLine: start = line, endLine: end = start } = location
  return line >= start - near && line <= end + near
}

const distinct = (findings: readonly DetectedFinding[]): string[] =>
  [...new Set(findings.map(({ ruleId }) => ruleId))].sort()
