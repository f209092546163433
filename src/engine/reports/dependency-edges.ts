import type { Component } from '../model/component.ts'
import { packageUrl } from '../model/purl.ts'

/** Dependency between two bill-of-materials entries, by package URL. Undefined represents the project itself. */
export interface DependencyEdge {
  readonly from: string | undefined
  readonly to: string
}

/**
 * Returns the distinct edges of all dependency paths. Only the shortest paths of each component are stored, so the
 * graph connects every component to the project but may lack some edges.
 *
 * @param components entries other than the project
 */
export function dependencyEdges(components: readonly Component[]): DependencyEdge[] {
  const listed = new Set(components.map(({ purl }) => purl))
  const edges = new Map<string, DependencyEdge>()
  const add = (edge: DependencyEdge) => edges.set(`${edge.from ?? ''}\n${edge.to}`, edge)
  for (const { ecosystem, purl, introducedBy } of components) {
    for (const { path } of introducedBy) {
      let from: string | undefined
      for (const step of path.slice(1, -1)) {
        const next = purlOfStep(ecosystem, step)
        // Skips steps in another ecosystem and steps that are not in the bill of materials.
        if (next === undefined || !listed.has(next) || next === from) continue
        add({ from, to: next })
        from = next
      }
      if (from !== purl) add({ from, to: purl })
    }
  }
  return [...edges.values()]
}

function purlOfStep(ecosystem: Component['ecosystem'], step: string): string | undefined {
  const at = step.lastIndexOf('@')
  try {
    return packageUrl(ecosystem, step.slice(0, at), step.slice(at + 1))
  } catch {
    // A step may be a folder or a name without a version.
    return undefined
  }
}
