import {
  type CapabilityChange,
  type CapabilityDifference,
  type CapabilityHolder,
  maxCapabilityHolders,
} from '../../model/capability-tree.ts'
import { type PackageCapability, packageCapabilities } from '../../model/package-capability.ts'
import { holdersOf, type InstalledCode, listedNotRead, packagesNotRead } from './compose-capabilities.ts'

/** Maximum number of other versions listed for a change. */
const maxOtherVersions = 20

interface Installations {
  readonly before: readonly InstalledCode[]
  readonly after: readonly InstalledCode[]
}

/** Returns the capabilities that an update adds to an installation or removes from it, by package name. */
export function compareCapabilities(installations: Installations): CapabilityDifference {
  const changes = capabilityChanges(installations)
  return {
    changes: changes.slice(0, maxCapabilityHolders),
    others: Math.max(0, changes.length - maxCapabilityHolders),
    ...listedNotRead(packagesNotRead([...installations.before, ...installations.after])),
  }
}

/**
 * Returns all changes of capabilities, by package name. A package is left out if an installed version of it was not
 * read completely on the other side, where it could therefore have the capability.
 */
export function capabilityChanges({ before, after }: Installations): CapabilityChange[] {
  const [versionsBefore, versionsAfter] = [versionsByName(before), versionsByName(after)]
  return packageCapabilities.flatMap((capability) => {
    const [holdersBefore, holdersAfter] = [holdersOf(before, capability), holdersOf(after, capability)]
    const isFirst = holdersBefore.length === 0 && packagesNotRead(before).length === 0
    return [
      ...changesOf(capability, { holders: holdersAfter, others: holdersBefore, versions: versionsBefore }).map(
        ({ versions, ...change }): CapabilityChange => ({
          ...change,
          change: versions === undefined ? 'added' : 'gained',
          isFirst,
          otherVersions: listed(versions),
        }),
      ),
      ...changesOf(capability, { holders: holdersBefore, others: holdersAfter, versions: versionsAfter }).map(
        ({ versions, ...change }): CapabilityChange => ({
          ...change,
          change: versions === undefined ? 'removed' : 'lost',
          isFirst: false,
          otherVersions: listed(versions),
        }),
      ),
    ]
  })
}

const listed = (versions: Versions | undefined) => [...(versions?.all ?? [])].slice(0, maxOtherVersions)

interface Versions {
  readonly all: Set<string>
  hasUnread: boolean
}

const nameKey = ({ ecosystem, name }: Pick<InstalledCode, 'ecosystem' | 'name'>) => `${ecosystem} ${name}`

function versionsByName(installation: readonly InstalledCode[]): ReadonlyMap<string, Versions> {
  const found = new Map<string, Versions>()
  for (const one of installation) {
    const versions = found.get(nameKey(one)) ?? { all: new Set(), hasUnread: false }
    versions.all.add(one.version)
    versions.hasUnread ||= one.code.notRead !== undefined
    found.set(nameKey(one), versions)
  }
  return found
}

/** Returns the first holder of each name that has no holder in the other installation. */
function changesOf(
  capability: PackageCapability,
  {
    holders,
    others,
    versions,
  }: {
    readonly holders: readonly CapabilityHolder[]
    readonly others: readonly CapabilityHolder[]
    /** Versions in the other installation. */
    readonly versions: ReadonlyMap<string, Versions>
  },
): {
  readonly capability: PackageCapability
  readonly package: CapabilityHolder
  readonly versions: Versions | undefined
}[] {
  const seen = new Set(others.map(nameKey))
  return holders.flatMap((holder) => {
    const key = nameKey(holder)
    const inOther = versions.get(key)
    if (seen.has(key) || inOther?.hasUnread === true) return []
    seen.add(key)
    return [{ capability, package: holder, versions: inOther }]
  })
}
