import { posix } from 'node:path'
import { isDevelopmentFile } from '../../inventory/project/development-folders.ts'
import type { ArtifactComparison } from '../../model/artifact-comparison.ts'
import { supplyChainLimits } from './supply-chain-limits.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { readJson } from '../../inventory/settings-files/read-json.ts'
import { entriesOf, type Entry, textOf, under, type Value } from '../../inventory/settings-files/value.ts'
import type { Evidence } from '../detector.ts'
import { displayLine } from '../display-text.ts'
import { TextFile } from '../text-file.ts'
import { type PopularNames, popularNames } from './names/popular-names.ts'

/** `package.json` with the offsets of its parts. */
export interface PackageManifest {
  readonly file: TextFile
  readonly root: Value
  /** Name, or an empty string. */
  readonly name: string
  readonly version: string
  readonly scripts: readonly Entry[]
}

/** Input of the supply-chain rules. */
export interface Project {
  readonly snapshot: Snapshot
  readonly manifests: readonly PackageManifest[]
  /** True if the files come from a package registry, as an installer gets them. */
  readonly isPublished: boolean
  readonly names: PopularNames
  readonly scannedAt: Date | undefined
  /** Comparison with the repository declared by the package. Undefined if they were not compared. */
  readonly artifact: ArtifactComparison | undefined
  /**
   * Returns a text file, or undefined if it does not exist or is too large. A file that is too large is a coverage gap.
   */
  textOf(path: string): TextFile | undefined
  /** Adds a coverage gap, as a clause without a period: `a.js is too large to analyze`. */
  addGap(gap: string): void
}

const gapsBySnapshot = new WeakMap<Snapshot, Set<string>>()

/** Returns a snapshot's coverage gaps without duplicates. */
export const gapsOf = (snapshot: Snapshot): readonly string[] => [...(gapsBySnapshot.get(snapshot) ?? [])]

/** Reads a project's manifests, except for those in tests and examples. */
export function projectOf({
  snapshot,
  scannedAt,
  artifact,
  names = popularNames,
}: Pick<Evidence, 'snapshot' | 'scannedAt' | 'names' | 'artifact'>): Project {
  const texts = new Map<string, TextFile | undefined>()
  const gaps = new Set<string>()
  gapsBySnapshot.set(snapshot, gaps)
  const text = (path: string): TextFile | undefined => {
    if (!texts.has(path)) {
      const file = snapshot.files.get(path)
      const isLarge = file !== undefined && file.size > supplyChainLimits.maxScriptBytes
      if (isLarge) gaps.add(`${displayLine(path)} is too large to analyze`)
      texts.set(path, file && !isLarge ? new TextFile(file) : undefined)
    }
    return texts.get(path)
  }
  return {
    snapshot,
    manifests: manifestsOf(snapshot, text, gaps),
    isPublished: snapshot.source.type === 'npm' || snapshot.source.type === 'pypi',
    names,
    scannedAt,
    artifact,
    textOf: text,
    addGap: (gap) => gaps.add(gap),
  }
}

function manifestsOf({ files }: Snapshot, textOf: Project['textOf'], gaps: Set<string>): PackageManifest[] {
  const manifests: PackageManifest[] = []
  let [read, bytes] = [0, 0]
  for (const { path, size } of files.values()) {
    if (posix.basename(path) !== 'package.json' || isOutOfScope(path)) continue
    if (read === supplyChainLimits.maxManifests || bytes + size > supplyChainLimits.maxTotalManifestBytes) {
      gaps.add('the project has too many package.json files to be fully analyzed')
      break
    }
    const file = textOf(path)
    if (!file) continue
    read += 1
    bytes += size
    const manifest = manifestOf(file, gaps)
    if (manifest) manifests.push(manifest)
  }
  return manifests
}

const outOfScopeFolder = new RegExp(
  String.raw`(?:^|\/)(?:node_modules|templates?|boilerplates?|vendor|third[_-]party|mocks?|__mocks__|` +
    String.raw`test-?data|test-?cases|testing|e2e|specs?)\/`,
  'i',
)

/** Reports whether a path belongs to tests, examples, documentation, templates, or third-party code. */
export const isOutOfScope = (path: string): boolean => isDevelopmentFile(path) || outOfScopeFolder.test(path)

function manifestOf(file: TextFile, gaps: Set<string>): PackageManifest | undefined {
  const { value: root, isCut } = readJson(file.text)
  if (isCut) gaps.add(`${displayLine(file.path)} is nested too deeply to be fully analyzed`)
  if (root?.kind !== 'mapping') return undefined
  return {
    file,
    root,
    name: textOf(under(root, 'name')) ?? '',
    version: textOf(under(root, 'version')) ?? '',
    scripts: entriesOf(under(root, 'scripts')),
  }
}
