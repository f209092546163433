import { z } from 'zod'
import { FoundCapability, PackageCapability } from './package-capability.ts'

/** Maximum number of packages listed for each capability. */
export const maxCapabilityHolders = 1_000
/** Maximum number of packages listed as not read. */
export const maxPackagesNotRead = 1_000

const ecosystem = z.enum(['npm', 'PyPI'])
const PackageName = z.string().meta({ description: 'Package name.', examples: ['cross-spawn'] })

/** An installed package that has a capability, and the way from the project to it. */
export const CapabilityHolder = z
  .object({
    ecosystem,
    name: PackageName,
    version: z.string().meta({ description: 'Installed version.', examples: ['7.0.6'] }),
    path: z
      .array(z.string().meta({ examples: ['execa@9.6.0'] }))
      .min(1)
      .meta({
        description:
          'Shortest dependency path from the project to the package, each as `name@version`. The package is the last.',
        examples: [['execa@9.6.0', 'cross-spawn@7.0.6']],
      }),
    shown: FoundCapability.omit({ capability: true }),
  })
  .meta({ id: 'CapabilityHolder', description: 'An installed package whose code has a capability.' })
export type CapabilityHolder = z.infer<typeof CapabilityHolder>

/** A package whose code was not read. It may have any capability. */
export const PackageNotRead = z
  .object({
    ecosystem,
    name: PackageName,
    version: z.string().meta({ description: 'Installed version.' }),
    reason: z.string().meta({ description: 'Why the code was not read, as the end of a sentence.' }),
  })
  .meta({ id: 'PackageNotRead', description: 'An installed package whose code was not read.' })
export type PackageNotRead = z.infer<typeof PackageNotRead>

/** What an installation can do, and through which packages. */
export const CapabilityTree = z
  .object({
    capabilities: z.array(
      z.object({
        capability: PackageCapability,
        packages: z.array(CapabilityHolder).max(maxCapabilityHolders).meta({
          description: 'Packages with the capability, those with the shortest path first.',
        }),
        others: z.int().nonnegative().meta({ description: 'Number of further packages, which are not listed.' }),
      }),
    ),
    read: z.int().nonnegative().meta({ description: 'Number of packages whose code was read.' }),
    notRead: z.array(PackageNotRead).max(maxPackagesNotRead),
    notReadOthers: z.int().nonnegative().meta({
      description: 'Number of further packages that were not read and are not listed.',
    }),
  })
  .meta({ id: 'CapabilityTree', description: 'Capabilities of an installation.' })
export type CapabilityTree = z.infer<typeof CapabilityTree>

/** How the capabilities of an installation changed because of one package. */
export const CapabilityChange = z
  .object({
    capability: PackageCapability,
    change: z.enum(['added', 'gained', 'lost', 'removed']).meta({
      description:
        '`added`: the package is new. `gained`: its installed version changed, and the new one has the capability. ' +
        '`lost`: the new version does not have it. `removed`: the package is no longer installed.',
    }),
    isFirst: z.boolean().meta({
      description: 'True if no package had the capability before. False for `lost` and `removed`.',
    }),
    package: CapabilityHolder.meta({
      description: 'The package with the capability, after the change or, for `lost` and `removed`, before it.',
    }),
    otherVersions: z.array(z.string()).max(20).meta({
      description: 'Installed versions of the package without the capability. Empty for `added` and `removed`.',
    }),
  })
  .meta({ id: 'CapabilityChange', description: 'A capability that an update adds or removes.' })
export type CapabilityChange = z.infer<typeof CapabilityChange>

/** Difference between the capabilities of two installations. */
export const CapabilityDifference = z
  .object({
    changes: z.array(CapabilityChange).max(maxCapabilityHolders),
    others: z.int().nonnegative().meta({ description: 'Number of further changes, which are not listed.' }),
    notRead: z.array(PackageNotRead).max(maxPackagesNotRead).meta({
      description: 'Packages of either installation whose code was not read. Their capabilities are not compared.',
    }),
    notReadOthers: z.int().nonnegative(),
  })
  .meta({ id: 'CapabilityDifference', description: 'Difference between the capabilities of two installations.' })
export type CapabilityDifference = z.infer<typeof CapabilityDifference>

/** Capabilities that a change of the dependencies adds to a project. */
export interface AddedCapabilities {
  /** Capabilities that a new or updated package has, the most powerful ones first. */
  readonly added: readonly CapabilityChange[]
  /** What was not compared, as sentences. May contain untrusted names. */
  readonly gaps: readonly string[]
}
