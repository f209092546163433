import { type Table, tableAt, textAt, valueAt } from '../../syntax/document.ts'

/** One thing that a Cargo.toml asks for. */
export interface CargoRequest {
  /** The name of the package, which a rename keeps apart from the name in code. */
  readonly name: string
  readonly requested: string
  /** Absent: the registry. */
  readonly repository?: string
  readonly folder?: string
  readonly dev: boolean
  readonly groups: readonly string[]
}

const kinds = [
  { key: 'dependencies', dev: false, groups: [] },
  { key: 'build-dependencies', dev: false, groups: ['build'] },
  { key: 'dev-dependencies', dev: true, groups: ['dev'] },
  // Spellings that Cargo still reads.
  { key: 'build_dependencies', dev: false, groups: ['build'] },
  { key: 'dev_dependencies', dev: true, groups: ['dev'] },
] as const

/**
 * What a Cargo.toml asks for, on every platform,
 * https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html
 *
 * @param workspace the tables of the workspace's Cargo.toml, from which a request may inherit
 */
export function cargoRequests(root: Table, workspace: Table): CargoRequest[] {
  const places = [root, ...Object.values(tableAt(root, 'target'))]
  const inherited = tableAt(workspace, 'workspace', 'dependencies')
  return places.flatMap((place) =>
    kinds.flatMap(({ key, dev, groups }) =>
      Object.entries(tableAt(place, key)).map(([name, own]) => {
        const value = valueAt(own, 'workspace') === true ? valueAt(inherited, name) : own
        const repository = textAt(value, 'git')
        const folder = textAt(value, 'path')
        const requested = typeof value === 'string' ? value : (textAt(value, 'version') ?? '')
        return {
          name: textAt(value, 'package') ?? name,
          requested,
          dev,
          groups,
          ...(repository === undefined ? {} : { repository }),
          ...(folder === undefined ? {} : { folder }),
        }
      }),
    ),
  )
}

/** The name and version of the package that a Cargo.toml describes; undefined for a workspace without one. */
export function cargoProject(root: Table): { readonly name: string; readonly version?: string } | undefined {
  const name = textAt(tableAt(root, 'package'), 'name')
  const version = textAt(tableAt(root, 'package'), 'version')
  return name === undefined ? undefined : { name, ...(version === undefined ? {} : { version }) }
}
