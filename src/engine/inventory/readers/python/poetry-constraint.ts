import type { Listing } from '../../listing.ts'
import { textAt } from '../../syntax/document.ts'
import { otherSource } from './pyproject-requests.ts'
import { type Role, shown } from './requested-package.ts'
import { exactVersion } from './requirement.ts'

/** A requirement in a Poetry or Pipenv table. */
export interface TableRequest {
  readonly name: string
  readonly constraint: unknown
  readonly role: Role
}

/**
 * Lists an entry in a Poetry table: a version, a range, a table with details, or a list of such tables. A plain version
 * is exact, https://python-poetry.org/docs/dependency-specification/#exact-requirements
 */
export function listPoetryRequest(listing: Listing, path: string, { name, constraint, role }: TableRequest): void {
  for (const one of Array.isArray(constraint) ? constraint : [constraint]) {
    const source = otherSource(path, one)
    if (source === 'within the project') continue
    const range = typeof one === 'string' ? one : (textAt(one, 'version') ?? '')
    const version = exactVersion(/^\d/.test(range) && !/[,|*\s]/.test(range) ? `==${range}` : range)
    if (source !== undefined) listing.request({ ...role, name, ...source })
    else if (version === undefined || range.includes('|'))
      listing.request({ ...role, name, requested: shown(range || '*'), reason: 'no-lockfile' })
    else listing.add({ ...role, name, version, direct: true })
  }
}
