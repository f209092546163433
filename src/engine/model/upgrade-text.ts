import type { Component } from './component.ts'

/** Package properties that determine what to upgrade. */
export type UpgradedPackage = Pick<Component, 'name' | 'direct'> & {
  readonly introducedBy: readonly { readonly path: readonly string[] }[]
}

export function isScannedProject(component: Pick<UpgradedPackage, 'introducedBy'>): boolean {
  return shortestPath(component).length === 1
}

/** Returns the package that the project can remove or replace to get rid of the component, with the dependency path. */
export function removableDependency(component: Pick<UpgradedPackage, 'name' | 'introducedBy'>): string {
  const path = dependencyPath(component)
  return path ? `${path.first}, which depends on ${component.name} (${path.chain})` : component.name
}

/**
 * Returns the change that installs the fixed version. The project cannot upgrade a transitive dependency itself, so the
 * text names the direct dependency that installs it.
 */
export function upgradeText(component: UpgradedPackage, fixedVersion: string): string {
  const { name, direct } = component
  if (isScannedProject(component)) return `Use ${name} ${fixedVersion} or later.`
  const fixed = `${name} ${fixedVersion} or later`
  const path = dependencyPath(component)
  if (path) return `Upgrade ${path.first} to a release that uses ${fixed}, or override ${name}.`
  return direct
    ? `Upgrade ${name} to ${fixedVersion} or later.`
    : `Upgrade the dependency that requires ${name} to a release that uses ${fixed}, or override ${name}.`
}

/**
 * Returns the dependency path from the project's direct dependency to the component, or undefined if the component is a
 * direct dependency.
 */
function dependencyPath(
  component: Pick<UpgradedPackage, 'introducedBy'>,
): { readonly first: string; readonly chain: string } | undefined {
  const [first, ...others] = shortestPath(component).slice(1)
  if (first === undefined || others.length === 0) return undefined
  return { first: first.slice(0, first.lastIndexOf('@')), chain: [first, ...others].map(spacedStep).join(' → ') }
}

/** Returns the packages on the shortest path to a component, from the scanned project to the component. */
function shortestPath({ introducedBy }: Pick<UpgradedPackage, 'introducedBy'>): readonly string[] {
  return introducedBy[0]?.path ?? []
}

/** Returns a path step with a space between name and version: `@scope/name 1.0.0`. */
export function spacedStep(step: string): string {
  const at = step.lastIndexOf('@')
  return at > 0 ? `${step.slice(0, at)} ${step.slice(at + 1)}` : step
}
