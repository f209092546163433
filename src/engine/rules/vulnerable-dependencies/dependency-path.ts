import type { AdvisoryReference } from '../../model/advisory.ts'
import { type Component, introductionPlace } from '../../model/component.ts'

/** Returns the id of an advisory with its aliases in parentheses. */
export function advisoryIds({ id, aliases }: AdvisoryReference): string {
  return aliases.length === 0 ? id : `${id} (${aliases.join(', ')})`
}

/** Returns the text with a full stop, unless it ends with punctuation. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/**
 * Returns why it is unknown whether the advisory affects the component, as a sentence with a space before it. Empty if
 * it certainly does.
 */
export function doubt({ name, version, ecosystem }: Component, { unknownUpperBound }: AdvisoryReference): string {
  if (unknownUpperBound)
    return ` The advisory does not state the last affected version, so ${name} ${version} might not be affected.`
  // The release that builds the project may be any later one, https://go.dev/doc/toolchain.
  if (ecosystem === 'Go' && name === 'stdlib' && /^\d+\.\d+$/.test(version))
    return ` The go line of go.mod names a language version, so a later release of Go may build the project.`
  return ''
}

export function isScannedProject(component: Pick<UpgradedPackage, 'introducedBy'>): boolean {
  return shortestPath(component).length === 1
}

/** Returns a sentence on how the component came into the project, with a space before it. Empty if it is not known. */
export function origin(component: Component): string {
  const [introduction, ...others] = component.introducedBy
  if (!introduction) return ''
  if (isScannedProject(component)) return ' This package is the scanned project itself.'
  const more =
    others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'path leads' : 'paths lead'} to it.`
  return ` Dependency path: ${introduction.path.map(spaced).join(' → ')} (${introductionPlace(introduction)}).${more}`
}

/** Returns the package that the project can remove or replace to get rid of the component, with the path to it. */
export function removableDependency(component: Pick<UpgradedPackage, 'name' | 'introducedBy'>): string {
  const path = dependencyPath(component)
  return path ? `${path.first}, which depends on ${component.name} (${path.chain})` : component.name
}

/** The parts of a package that decide what to upgrade. */
export type UpgradedPackage = Pick<Component, 'name' | 'direct'> & {
  readonly introducedBy: readonly { readonly path: readonly string[] }[]
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
 * Returns the path from the project's direct dependency to the component, or undefined if the project names the
 * component itself.
 */
export function dependencyPath(
  component: Pick<UpgradedPackage, 'introducedBy'>,
): { readonly first: string; readonly chain: string } | undefined {
  const [first, ...others] = shortestPath(component).slice(1)
  if (first === undefined || others.length === 0) return undefined
  return { first: first.slice(0, first.lastIndexOf('@')), chain: [first, ...others].map(spaced).join(' → ') }
}

/** The packages on the path to a component: the scanned project first, the component last. */
function shortestPath({ introducedBy }: Pick<UpgradedPackage, 'introducedBy'>): readonly string[] {
  return introducedBy[0]?.path ?? []
}

/** `@scope/name@1.0.0` as `@scope/name 1.0.0`. */
function spaced(step: string): string {
  const at = step.lastIndexOf('@')
  return at > 0 ? `${step.slice(0, at)} ${step.slice(at + 1)}` : step
}
