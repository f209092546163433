import type { Component } from '../model/component.ts'
import { readLicense } from '../model/read-license.ts'
import { packageUrl } from '../model/purl.ts'
import type { NpmManifest } from '../sources/package-registries/npm-packument.ts'
import { shortestChains } from './introductions.ts'
import { shrinkwrapFile } from './npm-tree/shipped-packages.ts'
import type { TreeEdge, TreeNode } from './npm-tree/tree-node.ts'
import { byBytes } from './npm-tree/sort-order.ts'

/** Returns `name@version`, which is the same key for all copies of a package version in a tree. */
export const packageKey = ({ manifest }: TreeNode): string => versionKey(manifest)

const versionKey = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `${name}@${version}`

/**
 * Returns the package versions in a tree: the scanned package first, then the others by name and version.
 *
 * @param scanned the scanned package's node
 * @param leftOut nodes that npm would not install
 * @param displaced packages to list although they are no longer in the tree
 */
export function componentsOfTree(
  scanned: TreeNode,
  leftOut: ReadonlySet<TreeNode>,
  displaced: Iterable<NpmManifest>,
): Component[] {
  const copies = new Map<string, TreeNode[]>()
  const isComponent = (node: TreeNode) =>
    !node.isTop && node.failure === undefined && node.linkTarget === undefined && !leftOut.has(node)
  for (const node of scanned.everyNode()) {
    if (!isComponent(node)) continue
    const same = copies.get(packageKey(node))
    if (same === undefined) copies.set(packageKey(node), [node])
    else same.push(node)
  }

  const edgesOf = (key: string, isWanted: (edge: TreeEdge) => boolean) =>
    neighbours(copies.get(key) ?? [], isWanted)
      .filter(isComponent)
      .map(packageKey)
  const start = packageKey(scanned)
  const bringing = memo((key) =>
    sorted([
      ...edgesOf(key, ({ type }) => type !== 'peerOptional'),
      ...containedIn(copies.get(key) ?? []).map(packageKey),
    ]),
  )
  const touching = memo((key) => sorted([...bringing(key), ...edgesOf(key, ({ type }) => type === 'peerOptional')]))
  const chains = shortestChains(start, bringing)
  // Only optional peers refer to these packages. npm placed them for a package that no longer needs them, but does not
  // remove them.
  const looseChains = chains.size < copies.size ? shortestChains(start, touching) : chains
  const direct = new Set(bringing(start))

  const manifests = new Map([...displaced].map((manifest) => [versionKey(manifest), manifest]))
  for (const [key, [node]] of copies) if (node !== undefined) manifests.set(key, node.manifest)
  return [...manifests]
    .map(([key, { name, version, license: declared }]): Component => {
      const nodes = copies.get(key) ?? []
      const manifest =
        scanned.hasShrinkwrap && nodes.some((node) => node.isFixed && node.isDescendantOf(scanned))
          ? shrinkwrapFile
          : 'package.json'
      const license = readLicense(declared)
      const paths = chains.get(key) ?? looseChains.get(key) ?? [[start, key]]
      return {
        purl: packageUrl('npm', name, version),
        name,
        version,
        ecosystem: 'npm',
        direct: key === start || direct.has(key),
        dev: false,
        introducedBy: paths.map((path) => ({ manifest, path })),
        ...(license && { license }),
      }
    })
    .sort(
      (a, b) =>
        Number(versionKey(b) === start) - Number(versionKey(a) === start) ||
        byBytes(a.name, b.name) ||
        byBytes(a.version, b.version),
    )
}

/** Returns the targets of required edges from any copy of a package. */
function neighbours(nodes: readonly TreeNode[], isWanted: (edge: TreeEdge) => boolean): TreeNode[] {
  return nodes.flatMap((node) =>
    [...node.edgesOut.values()].filter(isWanted).flatMap(({ to }) => (to === undefined ? [] : [to.linkTarget ?? to])),
  )
}

/** Returns packages in a package's archive that no other package in the archive requires. */
function containedIn(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) =>
    [...node.children.values()].filter((child) => child.isFixed && child.edgesIn.size === 0),
  )
}

const sorted = (keys: readonly string[]): readonly string[] => [...new Set(keys)].sort(byBytes)

function memo(compute: (key: string) => readonly string[]): (key: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
