import type { UnresolvedDependency } from '../model/component.ts'
import { shownText } from '../sources/shown-text.ts'
import type { WalkedTree } from './npm-install-walk.ts'
import { packageKey } from './npm-tree-components.ts'
import { byBytes } from './npm-tree/sort-order.ts'
import type { TreeNode } from './npm-tree/tree-node.ts'

/** Returns the location of a requirement. */
type OriginOf = (
  from: TreeNode,
  name: string,
) => Pick<UnresolvedDependency, 'ecosystem' | 'line' | 'manifest' | 'requiredBy'>

/** Dependencies that the walk could not resolve to components. */
export interface TreeGaps {
  readonly unresolved: UnresolvedDependency[]
  /** True if the tree contains everything that npm would install. */
  readonly complete: boolean
}

/** Marks a missing package as no gap, because npm would omit it too. */
const noGap = { isGap: false } as const

/**
 * Returns all missing packages, sorted.
 *
 * @param leftOut nodes that npm would not install either
 * @param originOf returns the package or project that requires a name
 */
export function gapsOfTree(
  walked: WalkedTree,
  scanned: TreeNode,
  leftOut: ReadonlySet<TreeNode>,
  originOf: OriginOf = (node) => ({ requiredBy: packageKey(node) }),
): TreeGaps {
  const failed = [...walked.root.everyNode()].filter(({ failure }) => failure !== undefined)
  const { problems } = walked.shipped
  const unresolved = [
    ...failed.flatMap((node) => failures(node, leftOut, originOf)),
    ...problems.map(({ owner, name, requested, reason, isMissing }) => ({
      name,
      requested,
      requiredBy: `${owner.name}@${owner.version}`,
      reason,
      ...(!isMissing && noGap),
    })),
    ...[...walked.refused].map(({ name, spec, from }) => ({
      name,
      requested: spec,
      ...originOf(from, name),
      reason: 'it contradicts another dependency: npm refuses to install this (ERESOLVE) unless forced',
      ...noGap,
    })),
    ...(walked.limit === undefined
      ? []
      : [
          {
            name: scanned.manifest.name,
            requested: scanned.manifest.version,
            ...originOf(scanned, scanned.manifest.name),
            reason: `not all of its dependencies were resolved: ${walked.limit}`,
          },
        ]),
  ]
  const shown = unresolved.map((entry): UnresolvedDependency => ({
    ...entry,
    name: shownText(entry.name),
    requested: shownText(entry.requested),
  }))
  const keyed = new Map(shown.map((entry) => [JSON.stringify(entry), entry]))
  return {
    unresolved: [...keyed].sort(([a], [b]) => byBytes(a, b)).map(([, entry]) => entry),
    complete:
      walked.limit === undefined &&
      failed.every((node) => leftOut.has(node)) &&
      !problems.some(({ isMissing }) => isMissing),
  }
}

/** Returns one entry for each package that requires a failed dependency. */
function failures(node: TreeNode, leftOut: ReadonlySet<TreeNode>, originOf: OriginOf): UnresolvedDependency[] {
  const { failure, name } = node
  if (failure === undefined) return []
  const outcome = leftOut.has(node)
    ? { reason: `${failure.reason}; what needs it is optional, so npm installs without it`, ...noGap }
    : { reason: failure.reason }
  return [...node.edgesIn].map(({ from, spec }) => ({
    name,
    requested: spec,
    ...originOf(from, name),
    ...outcome,
  }))
}
