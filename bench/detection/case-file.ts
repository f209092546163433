import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Location of the two versions of a case in a public repository. */
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

/** Prefixes of the tiers in the case files, and the tiers of the project's own pairs. */
export const tiers = ['A-direct-flow', 'B-flawed-guard', 'C-structural', 'D-logic'] as const

const PackageName = z.string().regex(/^(?:@[\w.~-]+\/)?[\w.~-]+$/)
const Version = z.string().regex(/^[\w.+!-]+$/)

/** A published vulnerability of a package and its fix, as stored in the case files. Unpublished versions are null. */
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
  /** Location of the fix in the fixed version, `file:line`. */
  fix_evidence: z.string().regex(/:\d+$/).nullish(),
  /** Whether the fixed version must have no findings. `n/a` if no fixed version exists. */
  fixed_silence: z.enum(['expected', 'arguable', 'n/a']),
  /** Sources of the two versions. `git+npm` means the vulnerable version from git and the fixed one from npm. */
  artifact: z.enum(['npm', 'pypi', 'git', 'git+npm', 'git+pypi']),
  git: GitRecord.optional(),
})
export type CaseRecord = z.infer<typeof CaseRecord>

/** A popular server without known vulnerabilities. The default is its newest version. */
export const BenignRecord = z.object({
  package: PackageName,
  version: Version.nullable(),
  ecosystem: z.enum(['npm', 'pypi']),
})
export type BenignRecord = z.infer<typeof BenignRecord>

/** Records of one file: cases, or benign servers. Only cases have a class. */
export interface RecordFile {
  readonly cases: readonly CaseRecord[]
  readonly benign: readonly BenignRecord[]
}

/** Reads a file of cases or benign servers. Throws an Error that names the file and the problem. */
export function readRecordFile(path: string): RecordFile {
  const rows = z.array(z.looseObject({})).parse(JSON.parse(readFileSync(path, 'utf8')))
  const { data, error } = z
    .object({ cases: z.array(CaseRecord), benign: z.array(BenignRecord) })
    .safeParse({ cases: rows.filter((row) => 'class' in row), benign: rows.filter((row) => !('class' in row)) })
  if (data) return data
  throw new Error(`${path} is no list of cases or servers:\n${z.prettifyError(error)}`)
}
