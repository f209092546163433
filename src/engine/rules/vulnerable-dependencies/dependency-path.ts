import type { AdvisoryReference } from '../../model/advisory.ts'
import { type Component, introductionPlace } from '../../model/component.ts'
import { isScannedProject, spacedStep } from '../../model/upgrade-text.ts'

/** Formats an advisory ID with its aliases in parentheses. */
export function advisoryIds({ id, aliases }: AdvisoryReference): string {
  return aliases.length === 0 ? id : `${id} (${aliases.join(', ')})`
}

/** Adds a period unless the text ends with punctuation. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/**
 * Returns a sentence that explains why it is uncertain whether the advisory affects the component, with a leading
 * space. Empty if it certainly does.
 */
export function doubt({ name, version, ecosystem }: Component, { unknownUpperBound }: AdvisoryReference): string {
  if (unknownUpperBound)
    return ` The advisory does not state the last affected version, so ${name} ${version} might not be affected.`
  // The project may be built with any later release, https://go.dev/doc/toolchain.
  if (ecosystem === 'Go' && name === 'stdlib' && /^\d+\.\d+$/.test(version))
    return ` The go line of go.mod names a language version, so a later release of Go may build the project.`
  return ''
}

/** Returns a sentence about the component's dependency path, with a leading space. Empty if the path is unknown. */
export function origin(component: Component): string {
  const [introduction, ...others] = component.introducedBy
  if (!introduction) return ''
  if (isScannedProject(component)) return ' This package is the scanned project itself.'
  const more =
    others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? 'path leads' : 'paths lead'} to it.`
  const path = introduction.path.map(spacedStep).join(' → ')
  return ` Dependency path: ${path} (${introductionPlace(introduction)}).${more}`
}
