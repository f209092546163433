import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { DetectedFinding } from '../../src/engine/model/finding-record.ts'
import { isUndecided } from '../../src/engine/model/undecided.ts'
import { isAtLeast } from '../../src/engine/model/severity.ts'
import type { BenignRecord } from './case-file.ts'
import { isCounted, type Spot, spotOf } from './judge.ts'
import type { VersionOutcome } from './scan-tree.ts'

/** Why a finding in a popular server is correct or at least defensible. */
const Note = z.strictObject({ rule: z.string(), file: z.string(), line: z.int().positive(), why: z.string().min(1) })
export type Note = z.infer<typeof Note>

/** Parses the notes in a file. Throws a ZodError. */
export function readNotes(path: string): readonly Note[] {
  return z.array(Note).parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** A popular server with its high and critical findings. */
export interface JudgedServer {
  readonly name: string
  readonly ecosystem: 'npm' | 'pypi'
  readonly findings: readonly (Spot & {
    readonly title: string
    /** Absent if no note exists. */ readonly why?: string
  })[]
  /** Number of other findings with lower severity or low precision. Excludes `undecided`. */
  readonly lower: number
  /** Number of findings of any severity behind a guard that could not be judged. */
  readonly undecided: number
  readonly problems: readonly string[]
  /** True if the files could not be downloaded or read. The server then counts only as missing. */
  readonly isMissing: boolean
}

/** Evaluates a popular server: its counted high and critical findings, each with its note. */
export function judgeServer(
  { package: name, version, ecosystem }: BenignRecord,
  outcome: VersionOutcome,
  notes: readonly Note[],
): JudgedServer {
  const server = { name: `${name}@${version ?? 'latest'}`, ecosystem }
  if ('failure' in outcome)
    return { ...server, findings: [], lower: 0, undecided: 0, problems: [outcome.failure], isMissing: true }
  const undecided = outcome.findings.filter(isUndecided).length
  const severe = outcome.findings.filter((finding) => isAtLeast(finding.severity, 'high') && isCounted(finding))
  return {
    ...server,
    findings: severe.map((finding) => noted(finding, notes)),
    lower: outcome.findings.length - severe.length - undecided,
    undecided,
    problems: outcome.unfinished.map(({ reason }) => reason),
    isMissing: false,
  }
}

function noted(finding: DetectedFinding, notes: readonly Note[]): JudgedServer['findings'][number] {
  const spot = spotOf(finding)
  const why = notes.find(({ rule, file, line }) => rule === spot.rule && file === spot.file && line === spot.line)?.why
  return { ...spot, title: finding.title, ...(why !== undefined && { why }) }
}
