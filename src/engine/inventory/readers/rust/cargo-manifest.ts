import { posix } from 'node:path'
import type { DocumentLines } from '../../syntax/document-lines.ts'
import { type Table, tableAt, textAt, textsAt, valueAt } from '../../syntax/document.ts'

/** A dependency in a Cargo.toml. */
export interface CargoRequest {
  /** Package name. If the dependency is renamed, code uses `alias` instead. */
  readonly name: string
  /** Name that code and features use. */
  readonly alias: string
  readonly requested: string
  /** Git repository URL. Absent for a registry dependency. */
  readonly repository?: string
  /** Folder of a path dependency, relative to the Cargo.toml's folder. */
  readonly folder?: string
  /** Name of an alternative registry. */
  readonly registry?: string
  readonly features: readonly string[]
  readonly defaultFeatures: boolean
  readonly optional: boolean
  readonly dev: boolean
  readonly groups: readonly string[]
  /** Line number in the Cargo.toml. Absent if no line index was given. */
  readonly line?: number
}

const kinds = [
  { key: 'dependencies', dev: false, groups: [] },
  { key: 'build-dependencies', dev: false, groups: ['build'] },
  { key: 'dev-dependencies', dev: true, groups: ['dev'] },
  // Deprecated key spellings that Cargo still accepts.
  { key: 'build_dependencies', dev: false, groups: ['build'] },
  { key: 'dev_dependencies', dev: true, groups: ['dev'] },
] as const

/**
 * Returns the dependencies in a Cargo.toml for all platforms,
 * https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
 *
 * @param workspace tables of the workspace's Cargo.toml, from which a dependency may inherit
 * @param workspaceFolder workspace folder, relative to the folder of this Cargo.toml
 * @param lines line index of the Cargo.toml
 */
export function cargoRequests(
  root: Table,
  workspace: Table,
  workspaceFolder = '.',
  lines?: DocumentLines,
): CargoRequest[] {
  const places = [
    { place: root, path: [] },
    ...Object.entries(tableAt(root, 'target')).map(([target, place]) => ({ place, path: ['target', target] })),
  ]
  const inherited = tableAt(workspace, 'workspace', 'dependencies')
  return places.flatMap(({ place, path }) =>
    kinds.flatMap(({ key, dev, groups }) =>
      Object.entries(tableAt(place, key)).map(([alias, own]) => {
        const isInherited = valueAt(own, 'workspace') === true
        const value = isInherited ? valueAt(inherited, alias) : own
        const repository = textAt(value, 'git')
        const folder = textAt(value, 'path')
        const registry = textAt(value, 'registry') ?? textAt(value, 'registry-index')
        const requested = typeof value === 'string' ? value : (textAt(value, 'version') ?? '')
        const line = lines?.at(...path, key, alias)
        return {
          name: textAt(value, 'package') ?? alias,
          alias,
          requested,
          dev,
          groups,
          features: [...new Set([...textsAt(value, 'features'), ...textsAt(own, 'features')])],
          // A member can enable default features again, but cannot disable them.
          defaultFeatures: (defaultFeaturesOf(value) ?? true) || (isInherited && defaultFeaturesOf(own) === true),
          optional: valueAt(own, 'optional') === true,
          ...(repository === undefined ? {} : { repository }),
          ...(registry === undefined ? {} : { registry }),
          ...(folder === undefined ? {} : { folder: isInherited ? posix.join(workspaceFolder, folder) : folder }),
          ...(line === undefined ? {} : { line }),
        }
      }),
    ),
  )
}

function defaultFeaturesOf(request: unknown): boolean | undefined {
  const value = valueAt(request, 'default-features') ?? valueAt(request, 'default_features')
  return typeof value === 'boolean' ? value : undefined
}

/** Returns the name and version of the package in a Cargo.toml, or undefined for a workspace without a package. */
export function cargoProject(root: Table): { readonly name: string; readonly version?: string } | undefined {
  const name = textAt(tableAt(root, 'package'), 'name')
  const version = textAt(tableAt(root, 'package'), 'version')
  return name === undefined ? undefined : { name, ...(version === undefined ? {} : { version }) }
}
