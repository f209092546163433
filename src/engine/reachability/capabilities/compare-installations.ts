import type { AddedCapabilities } from '../../model/capability-tree.ts'
import { compareCapabilities } from './compare-capabilities.ts'
import type { InstalledCode } from './compose-capabilities.ts'

/** What the installed packages of a project can do. */
export interface InstalledCapabilities {
  /** Ecosystems whose packages were read. */
  readonly ecosystems: readonly InstalledCode['ecosystem'][]
  /** Packages of these ecosystems, without those that are needed only for development. */
  readonly packages: readonly InstalledCode[]
}

/** Maximum number of packages that a gap names. */
const maxNamed = 5

/**
 * Returns the capabilities that a change adds, or undefined if the packages of neither side were read. Compares
 * nothing that only one side has read, and names it as a gap instead.
 */
export function compareInstallations(
  before: InstalledCapabilities | undefined,
  after: InstalledCapabilities | undefined,
): AddedCapabilities | undefined {
  if (!before && !after) return undefined
  if (!before || !after) return { added: [], gaps: [notReadOn(before ? 'after' : 'before')] }
  const shared = new Set(after.ecosystems).intersection(new Set(before.ecosystems))
  const of = ({ packages }: InstalledCapabilities) => packages.filter(({ ecosystem }) => shared.has(ecosystem))
  const { changes, others, notRead, notReadOthers } = compareCapabilities({ before: of(before), after: of(after) })
  const unread = notRead.length + notReadOthers
  return {
    added: changes.filter(({ change }) => change === 'added' || change === 'gained'),
    gaps: [
      ...after.ecosystems.filter((one) => !shared.has(one)).map((one) => notReadOn('before', ` of ${one}`)),
      ...before.ecosystems.filter((one) => !shared.has(one)).map((one) => notReadOn('after', ` of ${one}`)),
      ...(others > 0 ? [`${others} further changes of capabilities are not listed.`] : []),
      ...(unread > 0 ? [`Not read: ${named(notRead, unread)}.`] : []),
    ],
  }
}

function notReadOn(side: 'before' | 'after', which = ''): string {
  return (
    `The packages${which} that the ${side === 'before' ? 'base' : 'change'} installs were not read, so their ` +
    'capabilities were not compared. A scan reads the packages of an ecosystem only if it finds a vulnerable one.'
  )
}

function named(
  notRead: readonly { readonly name: string; readonly version: string; readonly reason: string }[],
  total: number,
) {
  const shown = notRead.slice(0, maxNamed).map(({ name, version, reason }) => `${name} ${version} (${reason})`)
  const more = total - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
