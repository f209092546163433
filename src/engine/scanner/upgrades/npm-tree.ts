import type { WalkedTree } from '../../inventory/npm-install-walk.ts'
import { packageKey } from '../../inventory/npm-tree-components.ts'
import { foldedName } from '../../inventory/npm-tree/folded-name.ts'
import type { TreeNode } from '../../inventory/npm-tree/tree-node.ts'
import type { ResolvedInstallation } from '../../inventory/resolution/resolved-installation.ts'
import type { PackageVersion, ResolvedTree } from './upgradable-project.ts'

/** Tree of an npm project after changes, with the folders of `node_modules`. */
export interface NpmTree extends ResolvedTree {
  /** Undefined if a limit stopped the resolution before the first package. */
  readonly walked: WalkedTree | undefined
  /** Dependencies without which npm would not accept a lockfile of the tree, as sentences. */
  readonly blockers: readonly string[]
}

/** Describes a resolved npm tree for the planner. */
export function npmTree(
  walked: WalkedTree | undefined,
  { components, unresolved }: Pick<ResolvedInstallation, 'components' | 'unresolved'> & Partial<ResolvedInstallation>,
): NpmTree {
  let nodes: ReadonlyMap<string, readonly TreeNode[]> | undefined
  const nodesOf = ({ name, version }: PackageVersion): readonly TreeNode[] => {
    nodes ??= Map.groupBy(walked?.root.everyNode() ?? [], packageKey)
    return nodes.get(`${name}@${version}`) ?? []
  }
  const edgesInto = (node: TreeNode) =>
    [...node.edgesIn].filter(({ from }) => from.root === walked?.root && from.standsFor === undefined)
  return {
    components,
    // Without versions, because the packages that require something change with the tree.
    problems: new Set(unresolved.map(({ name, requested }) => `${name} ${requested}`)),
    walked,
    blockers: [
      ...unresolved.flatMap(({ name, reason, isGap }) => (isGap === false ? [] : [`${name}: ${reason}.`])),
      ...[...(walked?.refused ?? [])].map(({ name }) => `${name}: npm refuses to install it (ERESOLVE).`),
    ],
    dependentsOf: (version) =>
      nodesOf(version)
        .flatMap(edgesInto)
        .flatMap(({ from }) => (from.isOwn ? [] : [from.manifest])),
    directVersions: (name) =>
      new Set(
        [...(walked?.root.everyNode() ?? [])].flatMap((node) => {
          const to = node.isOwn ? node.edgesOut.get(foldedName(name))?.to : undefined
          return to === undefined || to.failure !== undefined || to.isOwn ? [] : [to.manifest.version]
        }),
      ),
    shippedIn: (component) => {
      const copies = nodesOf(component)
      const [carrier, ...others] = new Set(copies.map(shippingPackage))
      return others.length > 0 ? undefined : carrier
    },
    carriersOf: (component) => {
      const carriers = new Set<string>()
      const reached = new Set(nodesOf(component))
      for (const node of reached)
        for (const { from, name } of edgesInto(node)) {
          if (from.isOwn) carriers.add(name)
          else reached.add(from)
        }
      return carriers
    },
  }
}

/** Returns the name and version of the package whose archive or shrinkwrap determines the version of a node. */
function shippingPackage(node: TreeNode): string | undefined {
  if (!node.isFixed && !node.isInShrinkwrap) return undefined
  const carrier = node.ancestry().find((each) => !each.isFixed && !each.isInShrinkwrap)
  return carrier === undefined || carrier.isOwn ? undefined : `${carrier.manifest.name} ${carrier.manifest.version}`
}
