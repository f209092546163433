import { z } from 'zod'
import { Distribution } from './distribution.ts'
import { License } from './license.ts'

/** OSV names of the ecosystems whose advisories are always synced, in sync order. */
export const advisoryEcosystems = [
  'npm',
  'PyPI',
  'Go',
  'crates.io',
  'GitHub Actions',
  'Maven',
  'NuGet',
  'RubyGems',
  'Packagist',
  'Hex',
  'Pub',
  'Hackage',
  'SwiftURL',
  'CRAN',
  'ConanCenter',
] as const
export type AdvisoryEcosystem = (typeof advisoryEcosystems)[number]

/**
 * Ecosystems with many advisories that few scans need. Once a scan or a command has first needed them, they are synced
 * like the others.
 */
export const onDemandEcosystems = ['Alpine', 'Debian', 'Ubuntu', 'GIT'] as const
export type OnDemandEcosystem = (typeof onDemandEcosystems)[number]

/** All ecosystems whose packages are matched with advisories. */
export const matchedEcosystems = [...advisoryEcosystems, ...onDemandEcosystems] as const
export type MatchedEcosystem = (typeof matchedEcosystems)[number]

/**
 * Package systems for which OSV publishes no advisories, https://ossf.github.io/osv-schema/#defined-ecosystems. Their
 * packages are listed, and a scan names them as not matched.
 */
export const ecosystemsWithoutAdvisories = ['CocoaPods', 'Carthage', 'Conda', 'CPAN', 'vcpkg', 'generic'] as const

export const Ecosystem = z.enum([...matchedEcosystems, ...ecosystemsWithoutAdvisories]).meta({
  id: 'Ecosystem',
  description:
    'OSV name of the package ecosystem, or the name of a package system for which OSV publishes no advisories. ' +
    '`GIT`: a git repository, named by its host and path. `generic`: a package without a package system.',
})
export type Ecosystem = z.infer<typeof Ecosystem>

/** Reports whether packages of an ecosystem are matched with advisories. */
export const hasAdvisories = (ecosystem: Ecosystem): ecosystem is MatchedEcosystem =>
  matchedEcosystems.some((name) => name === ecosystem)

/**
 * Maximum number of lines that count as one lockfile entry. In all formats, the version is among the first lines of an
 * entry.
 */
export const maxEntryLines = 8

/**
 * One dependency path: the manifest or lockfile, and the chain of `name@version` from the scanned project to the
 * component.
 */
export const Introduction = z
  .object({
    manifest: z
      .string()
      .meta({ description: 'Manifest or lockfile that lists the dependency.', examples: ['package.json'] }),
    path: z
      .array(z.string().meta({ examples: ['server@1.0.0'] }))
      .min(1)
      .meta({
        description: 'Packages on the path from the scanned project to the component, each as `name@version`.',
        examples: [['server@1.0.0', 'middle@2.1.0', 'flawed@0.0.8']],
      }),
    line: z.int().positive().optional().meta({
      description: 'First line of the entry of the component in the file (1-based). Omitted if it is not known.',
    }),
    endLine: z
      .int()
      .positive()
      .optional()
      .meta({
        description: `Last line of the entry, at most ${maxEntryLines - 1} lines after the first one.`,
      }),
  })
  .meta({ id: 'Introduction', description: 'One dependency path to a component.' })
export type Introduction = z.infer<typeof Introduction>

/** Returns the file in a dependency path, with the entry's line if it is known. */
export const introductionPlace = ({ manifest, line }: Introduction): string =>
  line === undefined ? manifest : `${manifest}:${line}`

/** Number of dependency paths that are stored for each component. */
export const maxIntroductions = 3

/** The scanned package or one of its dependencies. */
export const Component = z
  .object({
    purl: z.string().meta({
      description: 'Package URL. See https://github.com/package-url/purl-spec.',
      examples: ['pkg:npm/flawed@0.0.8'],
    }),
    name: z.string().meta({ description: 'Package name.', examples: ['flawed'] }),
    version: z.string().meta({ description: 'Package version.', examples: ['0.0.8'] }),
    ecosystem: Ecosystem,
    direct: z.boolean().meta({ description: 'True for direct dependencies and for the scanned package itself.' }),
    dev: z.boolean().meta({ description: 'True if the package is needed only for development.' }),
    introducedBy: z
      .array(Introduction)
      .meta({ description: `Dependency paths, shortest first. Contains at most ${maxIntroductions}.` }),
    distribution: Distribution.optional().meta({
      description:
        'Release and source package of a package of Alpine, Debian, or Ubuntu. Omitted if the release is not known. ' +
        'The package is then not matched with advisories.',
    }),
    license: License.optional().meta({
      description: 'License that the package declares. Omitted if no file or registry that the scan read contains it.',
    }),
    locked: z.literal(false).optional().meta({
      description:
        'Always false. Present if no lockfile contains the version, so that Assay resolved it in a registry.',
    }),
    resolvedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the version was resolved in a registry. Present if `locked` is false.' }),
  })
  .meta({ id: 'Component', description: 'The scanned package itself or one of its dependencies.' })
export type Component = z.infer<typeof Component>

/** A dependency that could not be resolved to a package version. */
export const UnresolvedDependency = z
  .object({
    name: z.string().meta({ description: 'Name of the required package.' }),
    requested: z.string().meta({ description: 'Requested version range, tag, or URL, as written in the manifest.' }),
    requiredBy: z
      .string()
      .meta({ description: 'Package that requires the dependency, as `name@version`, or the name of the project.' }),
    reason: z.string().meta({ description: 'Human-readable reason why the dependency could not be resolved.' }),
    ecosystem: Ecosystem.optional(),
    manifest: z.string().optional().meta({
      description: 'Project file that requires the dependency. Omitted if a package requires the dependency.',
    }),
    line: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Line in `manifest`. Omitted if the format does not provide lines.' }),
    isGap: z
      .literal(false)
      .optional()
      .meta({
        description:
          'Always false. Present if the dependency is not a coverage gap because it is optional or needed only for ' +
          'development.',
      }),
  })
  .meta({
    id: 'UnresolvedDependency',
    description: 'A dependency that could not be resolved to a package version.',
  })
export type UnresolvedDependency = z.infer<typeof UnresolvedDependency>
