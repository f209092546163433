import { join } from 'node:path'
import type { CaseRecord, tiers } from './case-file.ts'

export type Tier = (typeof tiers)[number]

/** Where the files of one version are: in a folder, or in a package that may have to be downloaded first. */
export type VersionPlace =
  | {
      readonly kind: 'folder'
      readonly folder: string
      /** The same for folders of the same content. */ readonly content: string
    }
  | {
      readonly kind: 'package'
      readonly ecosystem: 'npm' | 'pypi'
      readonly name: string
      /** Null: the newest. */ readonly version: string | null
    }
  | { readonly kind: 'missing'; readonly reason: string }

/** A line of a file, from 1. */
export interface FileLine {
  readonly file: string
  readonly line: number
}

/** A vulnerable version to be caught and, where there is one, its fix to be silent about. */
export interface DetectionCase {
  readonly id: string
  /** `blind`: a case to measure with. Reports show the totals of these and no single one. */
  readonly set: 'cases' | 'pairs' | 'blind'
  readonly ecosystem: 'npm' | 'pypi'
  readonly class: string
  /** Of its advisory. */
  readonly cwe: string | null
  readonly tier: Tier
  readonly sink: FileLine
  /** Where the fixed version has its fix; absent where nobody wrote that down. */
  readonly fix?: FileLine
  readonly silence: 'expected' | 'arguable' | 'n/a'
  readonly vulnerable: VersionPlace
  readonly fixed: VersionPlace
  /** The two versions are laid out differently, one as source and one as built from it. */
  readonly isBuiltDifferently: boolean
}

/**
 * A case of a record. `trees`: folder of prepared trees, `<case id>/vulnerable` and `/fixed`; undefined where none was
 * named.
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

/** The same for versions with the same files, so that each is scanned once. */
export function keyOfPlace(place: VersionPlace): string {
  if (place.kind === 'folder') return `folder ${place.content}`
  return place.kind === 'package'
    ? `${place.ecosystem} ${place.name}@${place.version ?? 'latest'}`
    : `missing ${place.reason}`
}
