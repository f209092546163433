import { z } from 'zod'
import { Capability } from './scanned-tool.ts'

/** How a tool can differ from its earlier version. The first five let models do or see more than a user approved. */
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

/** A change of a tool, resource, or prompt between two versions. */
export const ToolChange = z
  .object({
    change: z.enum(['added', 'removed', 'changed']).meta({ description: 'Kind of change.', examples: ['changed'] }),
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({ description: 'Kind of MCP primitive.' }),
    name: z.string().meta({
      description: 'Name of the tool, resource, or prompt. Server instructions have the name of the server.',
      examples: ['read_file'],
    }),
    before: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the canonical definition before the change. Omitted if the tool was added.' }),
    after: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the canonical definition after the change. Omitted if the tool was removed.' }),
    isWidened: z.boolean().meta({
      description: 'True if the tool has a new parameter or capability, or if a requirement or constraint was relaxed.',
    }),
    differences: z
      .array(ToolDifference)
      .meta({ description: 'Parts that changed. Empty if the tool was added or removed.' }),
    parameters: z
      .array(z.string())
      .meta({ description: 'Parameters that are new, are no longer required, or accept more values.' }),
    capabilities: z
      .array(Capability)
      .meta({ description: 'New capabilities. For an added tool, this list contains all its capabilities.' }),
  })
  .meta({
    id: 'ToolChange',
    description: 'A change to a tool, resource, prompt, or set of instructions between two versions of a server.',
  })
export type ToolChange = z.infer<typeof ToolChange>
