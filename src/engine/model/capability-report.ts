import { z } from 'zod'
import { CapabilityDifference, CapabilityTree } from './capability-tree.ts'

/** A malicious package that a target installs. */
export const MaliciousPackage = z
  .object({
    name: z.string().meta({ description: 'Package name.' }),
    version: z.string().meta({ description: 'Installed version.' }),
    advisory: z.string().meta({ description: 'ID of the advisory.', examples: ['MAL-2025-1'] }),
    path: z.array(z.string()).meta({
      description: 'Shortest dependency path from the project to the package, each as `name@version`.',
    }),
  })
  .meta({ id: 'MaliciousPackage', description: 'A malicious package that a target installs.' })
export type MaliciousPackage = z.infer<typeof MaliciousPackage>

/** Output of `assay capabilities --format json`. */
export const CapabilityReport = z
  .object({
    target: z.string().meta({ description: 'Target as given by the user.' }),
    comparedWith: z.string().optional().meta({ description: 'Earlier target. Omitted if none was given.' }),
    malicious: z.array(MaliciousPackage).meta({ description: 'Malicious packages that the target installs.' }),
    installation: CapabilityTree,
    difference: CapabilityDifference.optional().meta({ description: 'Present if two targets were compared.' }),
    gaps: z.array(z.string()).meta({ description: 'Dependencies and advisories that are missing, as sentences.' }),
  })
  .meta({ id: 'CapabilityReport', description: 'What the installation of a target can do.' })
export type CapabilityReport = z.infer<typeof CapabilityReport>
