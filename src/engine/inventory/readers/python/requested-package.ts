import type { Ecosystem } from '../../../model/component.ts'
import type { Listing } from '../../listing.ts'
import { type PythonRequirement, readRequirement } from './requirement.ts'

/** The role of a request. */
export interface Role {
  readonly dev: boolean
  readonly groups: readonly string[]
  readonly line?: number
  /** If the file belongs to another ecosystem. */
  readonly ecosystem?: Ecosystem
}

export const mainRole: Role = { dev: false, groups: [] }

/** Why a URL or a range contains no version, as the end of a sentence. */
export const reasons = {
  range: 'no lockfile pins its version',
  address: 'it is an archive at a URL outside the package index',
  repository: 'it comes from a source code repository',
  folder: 'it is a folder or an archive outside the project',
  archive: 'it is an archive in the project, which Assay does not unpack',
  unclear: 'its entry could not be parsed',
} as const

/** Lists a requirement: a pinned one as a package, others as requests. */
export function listRequirement(listing: Listing, text: string, role: Role): void {
  const requirement = readRequirement(text)
  if (requirement === undefined)
    listing.request({ ...role, name: shown(text), requested: shown(text), reason: reasons.unclear })
  else listRead(listing, requirement, role)
}

/** Same as `listRequirement`, for a parsed requirement. */
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

/** The kind of location of a URL. */
export function reasonOfAddress(address: string): string {
  if (/^(?:git|hg|svn|bzr)(?:\+|:)/i.test(address)) return reasons.repository
  return /^(?:https?|ftp):/i.test(address) ? reasons.address : reasons.folder
}

/** Enough of a text to find it again. */
export const shown = (text: string): string => {
  const trimmed = text.trim()
  return trimmed.length > 200 ? `${trimmed.slice(0, 200)}…` : trimmed || '(nothing)'
}
