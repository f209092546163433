import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import { type Component, type Introduction, maxIntroductions } from '../../model/component.ts'
import { byBytes } from '../npm-tree/sort-order.ts'

/**
 * Merges the components from several files. Each package version occurs once per distribution release. It is direct if
 * any file says so, and only for development if all files say so. It gets the shortest dependency paths and the first
 * license. Sorted by ecosystem, name, and version.
 */
export function mergeComponents(listed: Iterable<Component>): Component[] {
  const same = new Map<string, Component[]>()
  for (const component of listed) {
    const { ecosystem, name, version, distribution } = component
    const release = distribution === undefined ? '' : Object.values(distribution).join('\n')
    const identity = `${ecosystem}\n${normalPackageName(ecosystem, name)}\n${version}\n${release}`
    const known = same.get(identity)
    if (known === undefined) same.set(identity, [component])
    else known.push(component)
  }
  return [...same.values()]
    .flatMap((copies) => merged(copies) ?? [])
    .sort((a, b) => byBytes(a.ecosystem, b.ecosystem) || byBytes(a.name, b.name) || byBytes(a.version, b.version))
}

function merged(copies: readonly Component[]): Component | undefined {
  const [first] = copies
  if (first === undefined || copies.length === 1) return first
  const license = copies.find((copy) => copy.license !== undefined)?.license
  return {
    ...first,
    ...(license && { license }),
    direct: copies.some(({ direct }) => direct),
    dev: copies.every(({ dev }) => dev),
    introducedBy: shortest(copies.flatMap(({ introducedBy }) => introducedBy)),
  }
}

/**
 * Merges equal paths in one file, keeping the line of the first. Paths of equal length are sorted by the order of their
 * files in the project.
 */
function shortest(introductions: readonly Introduction[]): Introduction[] {
  const different = new Map<string, Introduction>()
  for (const introduction of introductions) {
    const identity = JSON.stringify([introduction.manifest, introduction.path])
    if (!different.has(identity)) different.set(identity, introduction)
  }
  return [...different.values()].sort((a, b) => a.path.length - b.path.length).slice(0, maxIntroductions)
}
