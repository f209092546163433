import { z } from 'zod'
import type { Capability as ToolCapability } from './scanned-tool.ts'

/** Capabilities that a tool can have, too. */
const sharedWithTools = [
  'executes-commands',
  'network-egress',
  'reads-files',
  'writes-files',
] as const satisfies readonly ToolCapability[]

/** Capabilities of a package's code, the most powerful ones first. */
export const packageCapabilities = [
  'install-scripts',
  ...sharedWithTools,
  'dynamic-code',
  'native-code',
  'network-ingress',
  'reads-environment',
] as const
export const PackageCapability = z.enum(packageCapabilities).meta({
  id: 'PackageCapability',
  description:
    'What the code of a package can do on the machine. `install-scripts`: runs a script when it is installed. ' +
    '`executes-commands`: runs programs. `network-egress`: opens connections. `network-ingress`: accepts ' +
    'connections. `writes-files`: creates, changes, or deletes files. `reads-environment`: reads environment ' +
    'variables. `dynamic-code`: runs code that it builds from text. `native-code`: runs machine code.',
})
export type PackageCapability = z.infer<typeof PackageCapability>

/** A capability of a file or package, and the first place in the code that shows it. */
export const FoundCapability = z
  .object({
    capability: PackageCapability,
    path: z
      .string()
      .max(4_096)
      .meta({ description: 'File path, relative to the package.', examples: ['lib/spawn.js'] }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
    shownBy: z
      .string()
      .max(200)
      .meta({
        description: 'Function or file that shows the capability.',
        examples: ['child_process.spawn'],
      }),
    places: z.int().positive().meta({ description: 'Number of places that show the capability.' }),
  })
  .meta({ id: 'FoundCapability', description: 'A capability, and the first place that shows it.' })
export type FoundCapability = z.infer<typeof FoundCapability>
