import { type AddedCapabilities, maxCapabilityHolders, type PackageNotRead } from '../../model/capability-tree.ts'
import { capabilityChanges } from './compare-capabilities.ts'
import { type InstalledCode, packagesNotRead } from './compose-capabilities.ts'

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
  const installations = { before: of(before), after: of(after) }
  const added = capabilityChanges(installations).filter(({ change }) => change === 'added' || change === 'gained')
  const others = added.length - maxCapabilityHolders
  const notRead = packagesNotRead([...installations.before, ...installations.after])
  return {
    added: added.slice(0, maxCapabilityHolders),
    gaps: [
      ...after.ecosystems.filter((one) => !shared.has(one)).map((one) => notReadOn('before', ` of ${one}`)),
      ...before.ecosystems.filter((one) => !shared.has(one)).map((one) => notReadOn('after', ` of ${one}`)),
      ...(others > 0 ? [`${others} further capabilities are not listed.`] : []),
      ...(notRead.length > 0 ? [`Not read completely: ${named(notRead)}.`] : []),
    ],
  }
}

function notReadOn(side: 'before' | 'after', which = ''): string {
  return (
    `The packages${which} that the ${side === 'before' ? 'base' : 'change'} installs were not read, so their ` +
    'capabilities were not compared. A scan reads the packages of an ecosystem only if it finds a vulnerable one.'
  )
}

function named(notRead: readonly PackageNotRead[]): string {
  const shown = notRead.slice(0, maxNamed).map(({ name, version, reason }) => `${name} ${version} (${reason})`)
  const more = notRead.length - shown.length
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
