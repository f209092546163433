import { z } from 'zod'
import { Capability } from './scanned-tool.ts'

/** How a tool can differ from its earlier version. With the first five, models can do or see more than was approved. */
export const toolDifferences = [
  'new-parameter',
  'required-dropped',
  'enum-widened',
  'capability-gained',
  'opened',
  'description',
  'title',
  'parameters',
  'annotations',
  'template',
  'capability-lost',
] as const
export const ToolDifference = z.enum(toolDifferences)

/** A change of something that a server offers to models, between two versions. */
export const ToolChange = z
  .object({
    change: z.enum(['added', 'removed', 'changed']).meta({ description: 'Kind of change.', examples: ['changed'] }),
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({ description: 'Kind of MCP primitive.' }),
    name: z.string().meta({ description: 'Name of the tool.', examples: ['read_file'] }),
    before: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the canonical definition before the change. Omitted if it was added.' }),
    after: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the canonical definition after the change. Omitted if it was removed.' }),
    isWidened: z.boolean().meta({
      description:
        'True if it accepts or can do more than before: a new parameter, a dropped requirement or constraint, ' +
        'or a new capability.',
    }),
    differences: z.array(ToolDifference).meta({ description: 'Parts that changed. Empty if it was added or removed.' }),
    parameters: z
      .array(z.string())
      .meta({ description: 'Parameters that are new, no longer required, or accept more values.' }),
    capabilities: z
      .array(Capability)
      .meta({ description: 'New capabilities. For an added tool, all of its capabilities.' }),
  })
  .meta({
    id: 'ToolChange',
    description: 'A change of something that a server offers to models, between two versions.',
  })
export type ToolChange = z.infer<typeof ToolChange>
