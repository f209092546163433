import { z } from 'zod'
import { reachabilityStatuses } from './reachability.ts'
import { Severity } from './severity.ts'

/** Which versions an upgrade plan may choose for a direct dependency. */
export const upgradeStrategies = ['in-range', 'minor', 'major'] as const
export type UpgradeStrategy = (typeof upgradeStrategies)[number]

/** A vulnerability of a package version in a dependency tree. */
export const TreeVulnerability = z
  .object({
    id: z.string().meta({ description: 'Advisory ID.' }),
    aliases: z.array(z.string()).meta({ description: 'Other IDs for the same vulnerability.' }),
    package: z.string().meta({ description: 'Name of the vulnerable package.' }),
    version: z.string().meta({ description: 'Version of the vulnerable package.' }),
    severity: Severity,
    summary: z.string().meta({ description: 'Summary of the vulnerability.' }),
    isExploited: z.boolean().meta({ description: 'True if the vulnerability is in the CISA KEV catalog.' }),
    isMalicious: z.boolean().meta({ description: 'True if the package version itself is malware.' }),
    epss: z.number().optional().meta({ description: 'EPSS probability of exploitation.' }),
    fixedVersion: z.string().optional().meta({ description: 'Lowest version that fixes the vulnerability.' }),
    reachability: z.enum(reachabilityStatuses).optional().meta({
      description: 'Whether the project can run the vulnerable code. Omitted if it was not analyzed.',
    }),
  })
  .meta({ id: 'TreeVulnerability', description: 'A vulnerability of a package version in a dependency tree.' })
export type TreeVulnerability = z.infer<typeof TreeVulnerability>

/** A requirement in a manifest, before and after a change. */
export const RequirementEdit = z.object({
  path: z.string().meta({ description: 'Manifest, relative to the project.' }),
  part: z
    .string()
    .meta({ description: 'Field of the manifest, such as `dependencies`. Empty for requirements files.' }),
  name: z.string().meta({ description: 'Package name, as written in the manifest.' }),
  from: z.string().meta({ description: 'Requirement before the change. Empty if the change adds it.' }),
  to: z.string().meta({ description: 'Requirement after the change.' }),
  line: z.int().positive().optional().meta({ description: 'Line of the requirement (1-based).' }),
})
export type RequirementEdit = z.infer<typeof RequirementEdit>

export const UpgradeChange = z
  .object({
    kind: z.enum(['lockfile', 'requirement', 'override']).meta({
      description:
        '`lockfile`: another version that the manifests already allow. `requirement`: a new requirement for a direct ' +
        'dependency. `override`: a forced version of an indirect dependency.',
    }),
    package: z.string().meta({ description: 'Name of the package to change.' }),
    from: z.array(z.string()).meta({ description: 'Versions that the change removes.' }),
    to: z.array(z.string()).meta({ description: 'Versions that replace them. Empty if none does.' }),
    edits: z.array(RequirementEdit).meta({ description: 'Changes to manifests. Empty for `lockfile`.' }),
    fixes: z.array(TreeVulnerability).meta({ description: 'Vulnerabilities that the change fixes.' }),
  })
  .meta({ id: 'UpgradeChange', description: 'One change of an upgrade plan.' })
export type UpgradeChange = z.infer<typeof UpgradeChange>

export const UpgradePlan = z
  .object({
    manifest: z.string().meta({ description: 'Manifest of the project.' }),
    lockfile: z.string().optional().meta({ description: 'Lockfile of the project. Omitted if it has none.' }),
    ecosystem: z.enum(['npm', 'PyPI']),
    strategy: z.enum(upgradeStrategies),
    before: z.int().nonnegative().meta({ description: 'Number of vulnerabilities before the changes.' }),
    changes: z.array(UpgradeChange).meta({ description: 'Changes, most important first.' }),
    introduced: z.array(TreeVulnerability).meta({ description: 'Vulnerabilities that the changes bring.' }),
    remaining: z
      .array(TreeVulnerability.extend({ reason: z.string().meta({ description: 'Why the plan does not fix it.' }) }))
      .meta({ description: 'Vulnerabilities that the changes do not fix.' }),
    notChosen: z
      .array(
        z.object({
          package: z.string(),
          version: z.string(),
          reason: z.enum(['deprecated', 'yanked']),
          message: z.string().optional().meta({ description: "The publisher's message." }),
        }),
      )
      .meta({ description: 'Newest versions that were not considered because they are deprecated or yanked.' }),
    gaps: z.array(z.string()).meta({ description: 'Reasons why the plan may be incomplete, as sentences.' }),
    written: z
      .object({
        files: z.array(z.string()).meta({ description: 'Changed files.' }),
        backups: z.array(z.string()).meta({ description: 'Copies of the files before the changes.' }),
        vulnerabilities: z.int().nonnegative().meta({
          description: 'Number of vulnerabilities after the files were read and checked again.',
        }),
      })
      .optional()
      .meta({ description: 'Result of writing the plan. Omitted if the plan was not written.' }),
  })
  .meta({ id: 'UpgradePlan', description: 'Smallest set of changes that fixes the most vulnerabilities of a project.' })
export type UpgradePlan = z.infer<typeof UpgradePlan>

/** Versions of a package without known vulnerabilities in their own dependency trees. */
export const SafeVersions = z
  .object({
    package: z.string(),
    ecosystem: z.enum(['npm', 'PyPI']),
    version: z.string().meta({ description: 'Version that was asked for, or the newest one.' }),
    vulnerabilities: z.array(TreeVulnerability).meta({ description: 'Vulnerabilities of that version and its tree.' }),
    lowest: z.string().optional().meta({
      description: 'Lowest safe version that is not older, in the same major version if possible.',
    }),
    newest: z.string().optional().meta({
      description: 'Newest safe version, in the same major version if possible.',
    }),
    isSameMajor: z.boolean().meta({ description: 'True if the safe versions have the same major version.' }),
    newestOfAll: z.string().optional().meta({
      description: 'Newest safe version of any major version. Omitted if it is `newest`.',
    }),
    notChosen: UpgradePlan.shape.notChosen,
    gaps: z.array(z.string()).meta({ description: 'Reasons why the answer may be incomplete, as sentences.' }),
  })
  .meta({ id: 'SafeVersions', description: 'Versions of a package without known vulnerabilities.' })
export type SafeVersions = z.infer<typeof SafeVersions>
