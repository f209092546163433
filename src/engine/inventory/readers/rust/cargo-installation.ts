import { posix } from 'node:path'
import type { CargoInstallation } from '../../installation.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { pathWithinProject } from '../../project-path.ts'
import { type Table, tableAt, textAt, textsAt } from '../../syntax/document.ts'
import type { CargoRequest } from './cargo-manifest.ts'

/**
 * Returns what Cargo would resolve from a Cargo.toml. Excludes dependencies in git repositories and other registries.
 */
export function cargoInstallation(
  file: ManifestFile,
  root: Table,
  requests: readonly CargoRequest[],
): CargoInstallation {
  const features = tableAt(root, 'features')
  const rustVersion = textAt(tableAt(root, 'package'), 'rust-version')
  const edition = textAt(tableAt(root, 'package'), 'edition')
  const resolver =
    textAt(tableAt(root, 'workspace'), 'resolver') ??
    textAt(tableAt(root, 'package'), 'resolver') ??
    (edition === '2024' ? '3' : undefined)
  return {
    kind: 'cargo',
    dependencies: requests.flatMap(({ alias, name, requested, repository, registry, folder, ...role }) => {
      if (repository !== undefined || registry !== undefined) return []
      const local = folder === undefined ? undefined : pathWithinProject(file.path, folder)
      if (folder !== undefined && local === undefined) return []
      const { features: asked, defaultFeatures, optional, dev, line } = role
      return {
        alias,
        name,
        requirement: requested || '*',
        features: [...asked],
        defaultFeatures,
        optional,
        dev,
        ...(line !== undefined && { line }),
        ...(local !== undefined && { folder: posix.normalize(local || '.') }),
      }
    }),
    features: Object.fromEntries(Object.keys(features).map((name) => [name, textsAt(features, name)])),
    ...(rustVersion !== undefined && { rustVersion }),
    ...(resolver !== undefined && { resolver }),
    patched: [...Object.keys(tableAt(root, 'replace')), ...Object.values(tableAt(root, 'patch')).flatMap(keysOf)],
  }
}

const keysOf = (table: unknown): string[] => Object.keys(tableAt({ table }, 'table'))
