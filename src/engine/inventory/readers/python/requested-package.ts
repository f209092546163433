import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import type { Ecosystem } from '../../../model/component.ts'
import type { Listing } from '../../listing.ts'
import { type PythonRequirement, readRequirement } from './requirement.ts'

/** Role and location of a requirement. */
export interface Role {
  readonly dev: boolean
  readonly groups: readonly string[]
  readonly line?: number
  /** Present if the file belongs to another ecosystem. */
  readonly ecosystem?: Ecosystem
}

export const mainRole: Role = { dev: false, groups: [] }

/**
 * Lists a requirement. A pinned requirement is listed as a package, and any other as a requirement without a version.
 */
export function listRequirement(listing: Listing, text: string, role: Role): void {
  const requirement = readRequirement(text)
  if (requirement === undefined)
    listing.request({ ...role, name: shown(text), requested: shown(text), reason: 'entry-not-parsed' })
  else listRead(listing, requirement, role)
}

/** Like `listRequirement`, but takes a parsed requirement. */
export function listRead(listing: Listing, { name, version, requested, address }: PythonRequirement, role: Role): void {
  if (version !== undefined) listing.add({ ...role, name, version, direct: true })
  else
    listing.request({
      ...role,
      name,
      requested,
      reason: address === undefined ? 'no-lockfile' : reasonOfAddress(address),
    })
}

/** Describes what a URL points to. */
export function reasonOfAddress(address: string): DependencyReason {
  if (/^(?:git|hg|svn|bzr)(?:\+|:)/i.test(address)) return 'source-repository'
  return /^(?:https?|ftp):/i.test(address) ? 'archive-outside-index' : 'folder-or-archive-outside'
}

/** Truncates a string for display. The remaining length is enough to find the string in the file. */
export const shown = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length > 200 ? `${trimmed.slice(0, 200)}…` : trimmed || '(nothing)'
}
