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

/** Reasons why a URL or a range contains no version, phrased as the ends of sentences. */
export const reasons = {
  range: 'no lockfile pins its version',
  address: 'it is an archive at a URL outside the package index',
  repository: 'it comes from a source code repository',
  folder: 'it is a folder or an archive outside the project',
  archive: 'it is an archive in the project, which Assay does not unpack',
  unclear: 'its entry could not be parsed',
} as const

/**
 * Lists a requirement. A pinned requirement is listed as a package, and any other as a requirement without a version.
 */
export function listRequirement(listing: Listing, text: string, role: Role): void {
  const requirement = readRequirement(text)
  if (requirement === undefined)
    listing.request({ ...role, name: shown(text), requested: shown(text), reason: reasons.unclear })
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
      reason: address === undefined ? reasons.range : reasonOfAddress(address),
    })
}

/** Describes what a URL points to. */
export function reasonOfAddress(address: string): string {
  if (/^(?:git|hg|svn|bzr)(?:\+|:)/i.test(address)) return reasons.repository
  return /^(?:https?|ftp):/i.test(address) ? reasons.address : reasons.folder
}

/** Truncates a string for display. The remaining length is enough to find the string in the file. */
export const shown = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length > 200 ? `${trimmed.slice(0, 200)}…` : trimmed || '(nothing)'
}
