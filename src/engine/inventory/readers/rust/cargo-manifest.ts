import type { DocumentLines } from '../../syntax/document-lines.ts'
import { type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'

/** One request of a Cargo.toml. */
export interface CargoRequest {
  /** The name of the package. A renamed dependency has a different name in code. */
  readonly name: string
  readonly requested: string
  /** Absent for the registry. */
  readonly repository?: string
  readonly folder?: string
  readonly dev: boolean
  readonly groups: readonly string[]
  /** Line in the Cargo.toml. Absent without lines. */
  readonly line?: number
}

const kinds = [
  { key: 'dependencies', dev: false, groups: [] },
  { key: 'build-dependencies', dev: false, groups: ['build'] },
  { key: 'dev-dependencies', dev: true, groups: ['dev'] },
  // Old spellings that Cargo still accepts.
  { key: 'build_dependencies', dev: false, groups: ['build'] },
  { key: 'dev_dependencies', dev: true, groups: ['dev'] },
] as const

/**
 * Requests of a Cargo.toml for all platforms, https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
 *
 * @param workspace tables of the workspace's Cargo.toml, which a request may inherit
 * @param lines lines of the Cargo.toml
 */
export function cargoRequests(root: Table, workspace: Table, lines?: DocumentLines): CargoRequest[] {
  const places = [
    { place: root, path: [] },
    ...Object.entries(tableAt(root, 'target')).map(([target, place]) => ({ place, path: ['target', target] })),
  ]
  const inherited = tableAt(workspace, 'workspace', 'dependencies')
  return places.flatMap(({ place, path }) =>
    kinds.flatMap(({ key, dev, groups }) =>
      Object.entries(tableAt(place, key)).map(([name, own]) => {
        const value = valueAt(own, 'workspace') === true ? valueAt(inherited, name) : own
        const repository = textAt(value, 'git')
        const folder = textAt(value, 'path')
        const requested = typeof value === 'string' ? value : (textAt(value, 'version') ?? '')
        const line = lines?.at(...path, key, name)
        return {
          name: textAt(value, 'package') ?? name,
          requested,
          dev,
          groups,
          ...(repository === undefined ? {} : { repository }),
          ...(folder === undefined ? {} : { folder }),
          ...(line === undefined ? {} : { line }),
        }
      }),
    ),
  )
}

/** The name and version of the package in a Cargo.toml. Undefined for a workspace without a package. */
export function cargoProject(root: Table): { readonly name: string; readonly version?: string } | undefined {
  const name = textAt(tableAt(root, 'package'), 'name')
  const version = textAt(tableAt(root, 'package'), 'version')
  return name === undefined ? undefined : { name, ...(version === undefined ? {} : { version }) }
}
