import type { TreeNode } from '../../../inventory/npm-tree/tree-node.ts'
import { statedIntegrity } from '../../../sources/package-registries/npm-integrity.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import type { LockFlags } from './lock-flags.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

type Fields = Readonly<Record<string, unknown>>

export interface LegacyDependencies {
  /** Nodes to list. */
  readonly nodes: ReadonlySet<TreeNode>
  readonly flags: ReadonlyMap<TreeNode, LockFlags>
  /** Lockfile before the changes. */
  readonly old: Fields
  /** Entries by place in a lockfile of version 2. Undefined for version 1. */
  readonly packages: Fields | undefined
}

/** Archive of a package version. */
type Archive = Readonly<Partial<Record<'integrity' | 'resolved', string>>>

/**
 * Returns the nested `dependencies` of a lockfile of version 1 or 2, which npm 6 reads. Archives in the lockfile before
 * are copied, and the others come from the registry. Throws UpgradeWriteFailure.
 */
export function legacyDependencies(root: TreeNode, { nodes, flags, old, packages }: LegacyDependencies): Fields {
  const known = new Map<string, Archive>()
  collectArchives(old['dependencies'], known)
  const namesArchives = known.size === 0 || [...known.values()].some(({ resolved }) => resolved !== undefined)

  const archiveOf = (node: TreeNode): Archive => {
    const { name, version, dist } = node.manifest
    const placed = packages?.[node.path.replace(/^\//, '')]
    const kept = isObject(placed) ? archiveIn(placed) : known.get(`${name}@${version}`)
    if (kept !== undefined) return kept
    const integrity = statedIntegrity(dist)
    if (integrity === undefined)
      throw new UpgradeWriteFailure(`The registry states no digest of ${name} ${version}, so Assay cannot lock it.`)
    return { ...(namesArchives && dist.tarball !== undefined && { resolved: dist.tarball }), integrity }
  }

  const entryOf = (node: TreeNode): Fields => {
    const target = node.linkTarget ?? node
    const requires = [...target.edgesOut.values()].filter(({ isPeer }) => !isPeer)
    const isBundled = node.isFixed && !node.isInShrinkwrap
    const { name, version } = node.manifest
    return {
      ...(target.memberFolder === undefined
        ? {
            version: node.name === name ? version : `npm:${name}@${version}`,
            ...(isBundled ? { bundled: true } : archiveOf(node)),
            ...flags.get(node),
          }
        : { version: `file:${target.memberFolder}` }),
      ...(requires.length > 0 && { requires: Object.fromEntries(requires.map((edge) => [edge.name, edge.spec])) }),
      ...childrenOf(target),
    }
  }

  const childrenOf = (node: TreeNode): Fields => {
    const children = [...node.children.values()].filter((child) => nodes.has(child))
    return children.length === 0
      ? {}
      : { dependencies: Object.fromEntries(children.map((child) => [child.name, entryOf(child)])) }
  }

  const { dependencies } = childrenOf(root)
  return isObject(dependencies) ? dependencies : {}
}

function archiveIn({ resolved, integrity }: Fields): Archive {
  return {
    ...(typeof resolved === 'string' && { resolved }),
    ...(typeof integrity === 'string' && { integrity }),
  }
}

/** Maximum depth of nested dependencies. npm nests far less. */
const maxDepth = 200

/** Collects the archives of the registry packages in nested `dependencies`, by package version. */
function collectArchives(dependencies: unknown, known: Map<string, Archive>, depth = 0): void {
  if (!isObject(dependencies) || depth > maxDepth) return
  for (const [folder, entry] of Object.entries(dependencies)) {
    if (!isObject(entry)) continue
    const { version } = entry
    if (typeof version === 'string' && entry['bundled'] !== true)
      known.set(version.startsWith('npm:') ? version.slice('npm:'.length) : `${folder}@${version}`, archiveIn(entry))
    collectArchives(entry['dependencies'], known, depth + 1)
  }
}
