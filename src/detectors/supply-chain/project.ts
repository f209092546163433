import { posix } from 'node:path'
import { isDevelopmentFile } from '../../inventory/project/development-folders.ts'
import { limits } from '../../model/limits.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { readJson } from '../configuration/syntax/read-json.ts'
import { entriesOf, type Entry, textOf, under, type Value } from '../configuration/syntax/value.ts'
import type { Evidence } from '../detector.ts'
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
  /** A file of text; undefined where there is none, and for one that is larger than scripts are. */
  textOf(path: string): TextFile | undefined
}

/** Reads the manifests of a project; what tests and examples install is left out. */
export function projectOf({ snapshot, scannedAt, names = popularNames }: Pick<Evidence, 'snapshot' | 'scannedAt' | 'names'>): Project {
  const texts = new Map<string, TextFile | undefined>()
  const text = (path: string): TextFile | undefined => {
    if (!texts.has(path)) {
      const file = snapshot.files.get(path)
      texts.set(path, file && file.size <= limits.supplyChain.scriptBytes ? new TextFile(file) : undefined)
    }
    return texts.get(path)
  }
  const paths = [...snapshot.files.keys()].filter(isOwnManifest).slice(0, limits.supplyChain.manifests)
  return { snapshot, manifests: paths.flatMap((path) => manifestOf(text(path)) ?? []), isPublished: snapshot.source.type === 'npm' || snapshot.source.type === 'pypi', names, scannedAt, textOf: text }
}

const isOwnManifest = (path: string): boolean => posix.basename(path) === 'package.json' && !isAside(path)

/** Tests, examples, documentation, templates and what others wrote. */
export const isAside = (path: string): boolean => isDevelopmentFile(path) || /(?:^|\/)(?:node_modules|templates?|boilerplates?|vendor|third[_-]party|mocks?|__mocks__|test-?data|test-?cases|testing|e2e|specs?)\//i.test(path)

function manifestOf(file: TextFile | undefined): PackageManifest | undefined {
  const root = file && readJson(file.text)
  if (!file || root?.kind !== 'mapping') return undefined
  return { file, root, name: textOf(under(root, 'name')) ?? '', version: textOf(under(root, 'version')) ?? '', scripts: entriesOf(under(root, 'scripts')) }
}
