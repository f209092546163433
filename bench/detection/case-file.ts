import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Where the two trees of a case stand in a public repository. */
const GitRecord = z.object({
  repo: z.url(),
  vuln_commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  fixed_commit: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
})

/** What the tiers of the files begin with, and what our own pairs call them. */
export const tiers = ['A-direct-flow', 'B-flawed-guard', 'C-structural', 'D-logic'] as const

const PackageName = z.string().regex(/^(?:@[\w.~-]+\/)?[\w.~-]+$/)
const Version = z.string().regex(/^[\w.+!-]+$/)

/**
 * One published vulnerability of a package and its fix, as the case files have it. Versions are null where nobody
 * published one.
 */
export const CaseRecord = z.object({
  id: z.string().regex(/^[\w.-]+$/),
  ecosystem: z.enum(['npm', 'pypi']),
  package: PackageName,
  vulnerable_version: Version,
  fixed_version: Version.nullable(),
  class: z.string(),
  cwe: z.string().nullable(),
  tier: z.enum(tiers),
  sink_file: z.string(),
  sink_line: z.int().positive(),
  /** Where the fixed version has its fix, `file:line`. */
  fix_evidence: z.string().regex(/:\d+$/).nullish(),
  /** Whether the fixed version is to be silent; `n/a` without one. */
  fixed_silence: z.enum(['expected', 'arguable', 'n/a']),
  /** Where the two versions are had; `git+npm`: the vulnerable one from git, the fixed one from npm. */
  artifact: z.enum(['npm', 'pypi', 'git', 'git+npm', 'git+pypi']),
  git: GitRecord.optional(),
})
export type CaseRecord = z.infer<typeof CaseRecord>

/** One popular server without a known vulnerability; the newest version where none is named. */
export const BenignRecord = z.object({
  package: PackageName,
  version: Version.nullable(),
  ecosystem: z.enum(['npm', 'pypi']),
})
export type BenignRecord = z.infer<typeof BenignRecord>

/** Records of one file: of cases or of benign servers, told apart by whether they name a class. */
export interface RecordFile {
  readonly cases: readonly CaseRecord[]
  readonly benign: readonly BenignRecord[]
}

/** Reads a file of records of either kind. Throws an Error that names the file and what is wrong in it. */
export function readRecordFile(path: string): RecordFile {
  const rows = z.array(z.looseObject({})).parse(JSON.parse(readFileSync(path, 'utf8')))
  const { data, error } = z
    .object({ cases: z.array(CaseRecord), benign: z.array(BenignRecord) })
    .safeParse({ cases: rows.filter((row) => 'class' in row), benign: rows.filter((row) => !('class' in row)) })
  if (data) return data
  throw new Error(`${path} is no list of cases or servers:\n${z.prettifyError(error)}`)
}
