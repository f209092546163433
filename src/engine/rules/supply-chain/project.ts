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

/** A `package.json` and where its parts stand. */
export interface PackageManifest {
  readonly file: TextFile
  readonly root: Value
  /** Empty where it has none. */
  readonly name: string
  readonly version: string
  readonly scripts: readonly Entry[]
}

/** What rules about the making of a package see. */
export interface Project {
  readonly snapshot: Snapshot
  readonly manifests: readonly PackageManifest[]
  /** The revision came from a package registry, as an installation gets it. */
  readonly isPublished: boolean
  readonly names: PopularNames
  readonly scannedAt: Date | undefined
  /** How its files compare with the repository that it names; undefined where they were not compared. */
  readonly artifact: ArtifactComparison | undefined
  /**
   * A file of text; undefined where there is none, and for one that is larger than scripts are, which is told as left
   * out.
   */
  textOf(path: string): TextFile | undefined
  /** Tells that something of the project was not looked at; a clause that stands alone. */
  leaveOut(what: string): void
}

const leftOut = new WeakMap<Snapshot, Set<string>>()

/** What of a snapshot was not looked at, once each. */
export const leftOutOf = (snapshot: Snapshot): readonly string[] => [...(leftOut.get(snapshot) ?? [])]

/** Reads the manifests of a project; what tests and examples install is left out. */
export function projectOf({
  snapshot,
  scannedAt,
  artifact,
  names = popularNames,
}: Pick<Evidence, 'snapshot' | 'scannedAt' | 'names' | 'artifact'>): Project {
  const texts = new Map<string, TextFile | undefined>()
  const gaps = new Set<string>()
  leftOut.set(snapshot, gaps)
  const text = (path: string): TextFile | undefined => {
    if (!texts.has(path)) {
      const file = snapshot.files.get(path)
      const isLarge = file !== undefined && file.size > supplyChainLimits.maxScriptBytes
      if (isLarge) gaps.add(`${displayLine(path)} is too large to be read`)
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
    leaveOut: (what) => gaps.add(what),
  }
}

function manifestsOf({ files }: Snapshot, textOf: Project['textOf'], gaps: Set<string>): PackageManifest[] {
  const manifests: PackageManifest[] = []
  let [read, bytes] = [0, 0]
  for (const { path, size } of files.values()) {
    if (!isOwnManifest(path)) continue
    if (read === supplyChainLimits.maxManifests || bytes + size > supplyChainLimits.maxTotalManifestBytes) {
      gaps.add('there are more manifests (package.json) than are read')
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

const isOwnManifest = (path: string): boolean => posix.basename(path) === 'package.json' && !isAside(path)

const asideFolder = new RegExp(
  String.raw`(?:^|\/)(?:node_modules|templates?|boilerplates?|vendor|third[_-]party|mocks?|__mocks__|` +
    String.raw`test-?data|test-?cases|testing|e2e|specs?)\/`,
  'i',
)

/** Tests, examples, documentation, templates and what others wrote. */
export const isAside = (path: string): boolean => isDevelopmentFile(path) || asideFolder.test(path)

function manifestOf(file: TextFile, gaps: Set<string>): PackageManifest | undefined {
  const { value: root, isCut } = readJson(file.text)
  if (isCut) gaps.add(`${displayLine(file.path)} nests deeper than is read`)
  if (root?.kind !== 'mapping') return undefined
  return {
    file,
    root,
    name: textOf(under(root, 'name')) ?? '',
    version: textOf(under(root, 'version')) ?? '',
    scripts: entriesOf(under(root, 'scripts')),
  }
}
