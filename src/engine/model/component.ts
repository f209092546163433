import { z } from 'zod'

/** Package ecosystems by the names that OSV gives them, in the order in which their advisories are synced. */
export const Ecosystem = z
  .enum([
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
  ])
  .meta({ id: 'Ecosystem', description: 'A package ecosystem by the name that OSV gives it.' })
export type Ecosystem = z.infer<typeof Ecosystem>

/**
 * One way by which a component came in: the manifest or lockfile that was read and the chain of
 * `name@version` from the scanned project (first) to the component (last).
 */
export const Introduction = z
  .object({
    manifest: z.string().meta({ description: 'The file that was read.', examples: ['package.json'] }),
    path: z
      .array(z.string().meta({ examples: ['server@1.0.0'] }))
      .min(1)
      .meta({
        description: 'From the scanned project to the component, each as `name@version`.',
        examples: [['server@1.0.0', 'middle@2.1.0', 'flawed@0.0.8']],
      }),
  })
  .meta({ id: 'Introduction', description: 'One way by which a component came in.' })
export type Introduction = z.infer<typeof Introduction>

/** A package version that the scanned project consists of or brings along. */
export const Component = z
  .object({
    purl: z.string().meta({
      description: 'Package URL, https://github.com/package-url/purl-spec',
      examples: ['pkg:npm/flawed@0.0.8'],
    }),
    name: z.string().meta({ description: 'Name of the package.', examples: ['flawed'] }),
    version: z.string().meta({ description: 'Version of the package.', examples: ['0.0.8'] }),
    ecosystem: Ecosystem,
    direct: z.boolean().meta({ description: 'Named by the scanned project itself, or the scanned project.' }),
    dev: z.boolean().meta({ description: 'Needed only to develop the scanned project.' }),
    /** At most `maxIntroductions`. */
    introducedBy: z.array(Introduction).meta({ description: 'The ways by which it came in, shortest first.' }),
  })
  .meta({ id: 'Component', description: 'A package version that the scanned project consists of or brings along.' })
export type Component = z.infer<typeof Component>

/** How many of the chains that lead to a component are kept. */
export const maxIntroductions = 3

/** A dependency that is asked for and could not be turned into a component. */
export const UnresolvedDependency = z
  .object({
    name: z.string().meta({ description: 'Name of the package that is asked for.' }),
    requested: z.string().meta({ description: 'The range, tag or address as the manifest has it.' }),
    requiredBy: z
      .string()
      .meta({ description: '`name@version` of the package that asks for it, or the name of the project that does.' }),
    reason: z.string().meta({ description: 'Why it could not be resolved, for people.' }),
    ecosystem: Ecosystem.optional(),
    manifest: z
      .string()
      .optional()
      .meta({ description: 'The file of the scanned project that asks for it, where one does.' }),
    isGap: z.literal(false).optional().meta({
      description:
        'Present where nothing is missing that an installation brings: it is optional, or only for development.',
    }),
  })
  .meta({
    id: 'UnresolvedDependency',
    description: 'A dependency that is asked for and could not be turned into a component.',
  })
export type UnresolvedDependency = z.infer<typeof UnresolvedDependency>
