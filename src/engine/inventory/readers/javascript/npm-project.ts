import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { readBeside } from '../../read-beside.ts'
import { parseJson } from '../../syntax/json.ts'
import type { WorkBudget } from '../../work-budget.ts'

/** Dependencies in a `package.json`, by name. Values are ranges, tags, or URLs. */
export interface NpmProject {
  readonly name?: string
  readonly version?: string
  readonly dependencies: ReadonlyMap<string, string>
  readonly optionalDependencies: ReadonlyMap<string, string>
  readonly devDependencies: ReadonlyMap<string, string>
  /** Required peer dependencies, by name. */
  readonly peerDependencies: ReadonlyMap<string, string>
  readonly workspaces: readonly string[]
  /** Names of fields that should be objects of strings but are not. */
  readonly malformed: readonly string[]
}

/** Extracts the inventory data from a parsed package.json, or from a lockfile's copy of it. Never throws. */
export function npmProjectOf(manifest: Readonly<Record<string, unknown>>): NpmProject {
  const malformed: string[] = []
  const part = (name: string) => {
    const { entries, isSound } = textEntries(manifest[name])
    if (!isSound) malformed.push(name)
    return entries
  }
  const peers = part('peerDependencies')
  const meta = isObject(manifest['peerDependenciesMeta']) ? manifest['peerDependenciesMeta'] : {}
  for (const [name, about] of Object.entries(meta))
    if (isObject(about) && String(about['optional']) === 'true') peers.delete(name)
  const { name, version } = manifest
  return {
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof version === 'string' && version !== '' && { version }),
    dependencies: part('dependencies'),
    optionalDependencies: part('optionalDependencies'),
    devDependencies: part('devDependencies'),
    peerDependencies: peers,
    workspaces: workspacePatterns(manifest['workspaces']),
    malformed,
  }
}

/** Reads the `package.json` at a path relative to a lockfile. Returns undefined if it cannot be read. */
export const npmProjectBeside = (file: ManifestFile, relativePath: string): NpmProject | undefined =>
  readBeside(file, relativePath, npmProjectIn)

const npmProjectIn = (text: string, work: WorkBudget): NpmProject => npmProjectOf(parseJson(text, work))

/** Returns the entries of an object whose values are strings. */
export function textEntries(value: unknown): { readonly entries: Map<string, string>; readonly isSound: boolean } {
  if (value === undefined || value === null) return { entries: new Map(), isSound: true }
  if (!isObject(value)) return { entries: new Map(), isSound: false }
  const all = Object.entries(value)
  const texts = all.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { entries: new Map(texts), isSound: texts.length === all.length }
}

/** Returns the patterns in a list, or in an object that holds a list, as in yarn. */
function workspacePatterns(value: unknown): string[] {
  const list = isObject(value) ? value['packages'] : value
  return Array.isArray(list) ? list.filter((pattern) => typeof pattern === 'string') : []
}
