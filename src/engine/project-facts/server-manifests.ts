import { setImmediate as turn } from 'node:timers/promises'
import { listAt, type Table, tableAt, textAt, valueAt } from '../inventory/syntax/document.ts'
import type { ProtocolSign } from '../model/project-facts.ts'
import { texts, type ManifestFacts } from './npm-facts.ts'
import { folderOf, isOfProject, jsonOf, kept, type ProjectFiles } from './project-files.ts'
import { repositoryAddress } from './repository-address.ts'

/** Data from `server.json` files and bundle manifests. */
export interface ServerManifests {
  /** Names in the official registry, from `server.json`. */
  readonly names: readonly string[]
  readonly signs: readonly ProtocolSign[]
  /** Facts of the first manifest in the root folder. */
  readonly facts: ManifestFacts | undefined
}

/**
 * Reads the official registry's `server.json`, the `manifest.json` of bundles (MCPB, DXT), and `mcpName` in
 * `package.json`, which the official registry requires in npm packages. Reads the first 50 such files anywhere in the
 * project, and yields to other work after each.
 */
export async function readServerManifests(files: ProjectFiles, signal: AbortSignal): Promise<ServerManifests> {
  const names = new Set<string>()
  const signs: ProtocolSign[] = []
  let facts: ManifestFacts | undefined
  for (const path of files.keys()) {
    const kind = /(?:^|\/)(server|manifest|package)\.json$/.exec(path)?.[1]
    if (kind === undefined || !isOfProject(path) || signs.length === 50) continue
    await turn()
    signal.throwIfAborted()
    const root = jsonOf(files, path)
    if (!root) continue
    if (kind === 'package') {
      const claimed = textAt(root, 'mcpName')
      if (claimed === undefined || !registryName.test(claimed)) continue
      names.add(claimed)
      signs.push({ kind: 'manifest', path: path.slice(0, 4_096), line: 1, word: 'mcpName' })
      continue
    }
    if (!(kind === 'server' ? isServerManifest(root) : isBundleManifest(root))) continue
    const name = textAt(root, 'name')
    if (kind === 'server' && name !== undefined && name.length <= 300) names.add(name)
    signs.push({ kind: 'manifest', path: path.slice(0, 4_096), line: 1, word: `${kind}.json` })
    if (folderOf(path) === '') facts ??= factsOf(root)
  }
  return { names: [...names], signs, facts }
}

/** Matches a name in the official registry: a namespace, a slash, and a name. */
const registryName = /^[\w.-]{1,200}\/[\w.-]{1,200}$/

/**
 * Reports whether a manifest has the format of https://github.com/modelcontextprotocol/registry: a name with a
 * namespace, and packages or remote URLs.
 */
function isServerManifest(root: Table): boolean {
  const isNamed = registryName.test(textAt(root, 'name') ?? '')
  return (
    isNamed &&
    (listAt(root, 'packages').length > 0 ||
      listAt(root, 'remotes').length > 0 ||
      (textAt(root, '$schema') ?? '').includes('modelcontextprotocol'))
  )
}

/** Reports whether a manifest describes a bundle. Browser extension manifests have a numeric version and no server. */
function isBundleManifest(root: Table): boolean {
  const server = tableAt(root, 'server')
  return (
    (typeof valueAt(root, 'manifest_version') === 'string' || textAt(root, 'dxt_version') !== undefined) &&
    (textAt(server, 'entry_point') !== undefined || Object.keys(tableAt(server, 'mcp_config')).length > 0)
  )
}

function factsOf(root: Table): ManifestFacts {
  const repository = valueAt(root, 'repository')
  const address = textAt(repository, 'url') ?? (typeof repository === 'string' ? repository : undefined)
  const declared = address === undefined ? undefined : repositoryAddress(address, textAt(repository, 'subfolder'))
  return {
    ...texts({
      name: kept(root['name'], 300),
      description: kept(root['description'], 2_000),
      packageVersion: kept(root['version'], 300),
      homepage: kept(root['websiteUrl'] ?? root['homepage'], 2_048),
    }),
    ...(declared && { repository: declared }),
    keywords: [],
    platforms: [],
    bin: [],
    dependencies: {},
  }
}
