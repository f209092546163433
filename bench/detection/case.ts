import { join } from 'node:path'
import type { CaseRecord, tiers } from './case-file.ts'

export type Tier = (typeof tiers)[number]

/** Source of a version's files: a folder, or a package that may have to be downloaded. */
export type VersionPlace =
  | {
      readonly kind: 'folder'
      readonly folder: string
      /** Equal for folders with the same content. */ readonly content: string
    }
  | {
      readonly kind: 'package'
      readonly ecosystem: 'npm' | 'pypi'
      readonly name: string
      /** Null for the newest version. */ readonly version: string | null
    }
  | { readonly kind: 'missing'; readonly reason: string }

/** A line of a file, starting at 1. */
export interface FileLine {
  readonly file: string
  readonly line: number
}

/** A vulnerable version that must be detected. If a fix exists, it must not be reported. */
export interface DetectionCase {
  readonly id: string
  /** `blind` cases are for measurements only. Reports show their totals and never single cases. */
  readonly set: 'cases' | 'pairs' | 'blind'
  readonly ecosystem: 'npm' | 'pypi'
  readonly class: string
  /** CWE IDs of its advisory. */
  readonly cwe: string | null
  readonly tier: Tier
  readonly sink: FileLine
  /** Location of the fix in the fixed version. Absent if unknown. */
  readonly fix?: FileLine
  readonly silence: 'expected' | 'arguable' | 'n/a'
  readonly vulnerable: VersionPlace
  readonly fixed: VersionPlace
  /** True if one version is source code and the other is built, so that their layouts differ. */
  readonly isBuiltDifferently: boolean
}

/**
 * Returns the case of a record. `trees` is a folder of prepared trees, `<case id>/vulnerable` and `<case id>/fixed`, or
 * undefined without prepared trees.
 */
export function caseOfRecord(
  record: CaseRecord,
  trees: string | undefined,
  set: 'cases' | 'blind' = 'cases',
): DetectionCase {
  const {
    id,
    ecosystem,
    class: name,
    cwe,
    tier,
    sink_file: file,
    sink_line: line,
    fixed_silence: silence,
    artifact,
    fix_evidence: fix,
  } = record
  const [vulnerable, fixed] = [placeOf(record, 'vulnerable', trees), placeOf(record, 'fixed', trees)]
  const isBuiltDifferently = artifact.startsWith('git+') && vulnerable.kind !== fixed.kind
  return {
    id,
    set,
    ecosystem,
    class: name,
    cwe,
    tier,
    sink: { file, line },
    silence,
    vulnerable,
    fixed,
    isBuiltDifferently,
    ...(typeof fix === 'string' && { fix: fileLine(fix) }),
  }
}

function fileLine(text: string): FileLine {
  const colon = text.lastIndexOf(':')
  return { file: text.slice(0, colon), line: Number(text.slice(colon + 1)) }
}

function placeOf(
  { id, ecosystem, package: name, vulnerable_version, fixed_version, artifact, git }: CaseRecord,
  which: 'vulnerable' | 'fixed',
  trees: string | undefined,
): VersionPlace {
  const version = which === 'vulnerable' ? vulnerable_version : fixed_version
  const commit = which === 'vulnerable' ? git?.vuln_commit : git?.fixed_commit
  if (artifact.includes('git') && git && commit) {
    if (trees === undefined)
      return { kind: 'missing', reason: 'it is in git, and no folder of trees was named (--trees)' }
    return { kind: 'folder', folder: join(trees, id, which), content: `${git.repo}@${commit}` }
  }
  if (artifact === 'git') return { kind: 'missing', reason: 'its record names no commit' }
  return version === null
    ? { kind: 'missing', reason: 'its record names no version' }
    : { kind: 'package', ecosystem, name, version }
}

/** Key of a version. Versions with the same files have the same key, so that each is scanned once. */
export function keyOfPlace(place: VersionPlace): string {
  if (place.kind === 'folder') return `folder ${place.content}`
  return place.kind === 'package'
    ? `${place.ecosystem} ${place.name}@${place.version ?? 'latest'}`
    : `missing ${place.reason}`
}
