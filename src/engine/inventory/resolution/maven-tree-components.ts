import type { Component, UnresolvedDependency } from '../../model/component.ts'
import { packageUrl } from '../../model/purl.ts'
import { shownText } from '../../sources/shown-text.ts'
import { shortestChains } from '../introductions.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import type { MavenNode, MavenTree } from '../maven-walk/maven-walk.ts'
import { byBytes } from '../npm-tree/sort-order.ts'

/** File whose dependency tree is listed, and the project name. */
export interface TreePlace {
  readonly path: string
  readonly label: string
}

/** Returns the components in a tree, excluding the source's own projects. */
export function componentsOfTree(
  { root, nodes }: MavenTree,
  place: TreePlace,
  scopeOf: (key: string) => string | undefined,
): Component[] {
  const nodeOf = (key: string) => (key === root.key ? root : nodes.get(key))
  const neighbours = (key: string) => [
    ...new Set((nodeOf(key)?.edges ?? []).map((edge) => edge.key).filter((next) => nodes.has(next))),
  ]
  const chains = shortestChains(root.key, (key) => neighbours(key).sort(byBytes), inventoryLimits.maxChainSteps)
  const direct = new Set(root.edges.map(({ key }) => key))
  return [...nodes.values()]
    .filter(({ isOwn }) => !isOwn)
    .flatMap(({ key, coordinates }): Component[] => {
      const { name, version } = packageOf(coordinates)
      const purl = purlOf(name, version)
      if (purl === undefined) return []
      const paths = chains.get(key) ?? [[root.key, key]]
      return [
        {
          purl,
          name,
          version,
          ecosystem: 'Maven',
          direct: direct.has(key),
          dev: scopeOf(key) === 'test',
          introducedBy: paths.map((path) => ({
            manifest: shownText(place.path),
            path: path.map((step) => labelOf(nodeOf(step) ?? root, place)),
          })),
        },
      ]
    })
}

/** Returns the dependencies in a tree that could not be resolved. */
export function gapsOfTree({ gaps, limit }: MavenTree, place: TreePlace): UnresolvedDependency[] {
  return [
    ...gaps.map((gap) => mavenGap(gap, place, labelOf(gap.from, place))),
    ...(limit === undefined
      ? []
      : [
          mavenGap(
            {
              name: place.label,
              requested: '(all)',
              reason: `not all of its dependencies were resolved: ${limit}`,
            },
            place,
          ),
        ]),
  ]
}

/** Returns a gap for one file, by default for one of its project's direct dependencies. */
export function mavenGap(
  { name, requested, reason, line }: Pick<UnresolvedDependency, 'line' | 'name' | 'reason' | 'requested'>,
  { path, label }: TreePlace,
  requiredBy = label,
): UnresolvedDependency {
  return {
    name: shownText(name),
    requested: shownText(requested),
    requiredBy,
    reason: shownText(reason, 1_000),
    ecosystem: 'Maven',
    manifest: shownText(path),
    ...(line !== undefined && { line }),
  }
}

function labelOf(node: MavenNode, { label }: TreePlace): string {
  const { name, version } = packageOf(node.coordinates)
  return node.depth === 0 ? label : shownText(version === '' ? name : `${name}@${version}`)
}

const packageOf = ({ group, artifact, version }: MavenNode['coordinates']) => ({
  name: `${group}:${artifact}`,
  version,
})

/** Returns the package URL, or undefined if the name and version cannot form one. */
function purlOf(name: string, version: string): string | undefined {
  if (!/^[\x21-\x7e]{1,200}$/.test(name) || !/^[\x21-\x7e]{1,200}$/.test(version)) return undefined
  try {
    return packageUrl('Maven', name, version)
  } catch {
    return undefined
  }
}
