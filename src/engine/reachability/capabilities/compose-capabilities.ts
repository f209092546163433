import {
  type CapabilityHolder,
  type CapabilityTree,
  maxCapabilityHolders,
  maxPackagesNotRead,
  type PackageNotRead,
} from '../../model/capability-tree.ts'
import { type FoundCapability, type PackageCapability, packageCapabilities } from '../../model/package-capability.ts'

/**
 * Capabilities of a package, and why its code was not read, as the end of a sentence. A package that was read in part
 * has both.
 */
export interface PackageCode {
  readonly capabilities: readonly FoundCapability[]
  readonly notRead?: string
}

/** A package version of an installation, and what its code can do. */
export interface InstalledCode {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  readonly version: string
  /** Shortest dependency path from the project, each as `name@version`. The last one is the package itself. */
  readonly path: readonly string[]
  readonly code: PackageCode
}

/** Returns the capabilities of an installation, the most powerful ones first, with the packages that have them. */
export function composeCapabilities(installation: readonly InstalledCode[]): CapabilityTree {
  const notRead = packagesNotRead(installation)
  return {
    capabilities: packageCapabilities.flatMap((capability) => {
      const packages = holdersOf(installation, capability)
      if (packages.length === 0) return []
      const listed = packages.slice(0, maxCapabilityHolders)
      return [{ capability, packages: listed, others: packages.length - listed.length }]
    }),
    read: installation.length - notRead.length,
    ...listedNotRead(notRead),
  }
}

/** Returns the packages that have a capability, those with the shortest path first. */
export function holdersOf(
  installation: readonly InstalledCode[],
  capability: PackageCapability,
): readonly CapabilityHolder[] {
  return installation
    .flatMap(({ code, ecosystem, name, version, path }) => {
      const found = code.capabilities.find((one) => one.capability === capability)
      if (!found) return []
      const { capability: _capability, ...shown } = found
      return [{ ecosystem, name, version, path: [...path], shown }]
    })
    .sort((a, b) => a.path.length - b.path.length || compareTexts(a.path.join('\n'), b.path.join('\n')))
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns the packages whose code was not read, without duplicates, sorted by name and version. */
export function packagesNotRead(installation: readonly InstalledCode[]): readonly PackageNotRead[] {
  const found = new Map<string, PackageNotRead>()
  for (const { code, ecosystem, name, version } of installation)
    if (code.notRead !== undefined)
      found.set(JSON.stringify([name, version, ecosystem]), { ecosystem, name, version, reason: code.notRead })
  return [...found].sort(([a], [b]) => compareTexts(a, b)).map(([, one]) => one)
}

/** Limits the list of packages that were not read. */
export function listedNotRead(notRead: readonly PackageNotRead[]): Pick<CapabilityTree, 'notRead' | 'notReadOthers'> {
  const listed = notRead.slice(0, maxPackagesNotRead)
  return { notRead: listed, notReadOthers: notRead.length - listed.length }
}
