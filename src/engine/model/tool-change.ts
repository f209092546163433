import { z } from 'zod'
import { Capability } from './scanned-tool.ts'

/** In what a tool may differ from what it was. The first five let a model do, or be told, more than was approved. */
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

/** One thing that a server offers to models that came, went, or is another one in a later version. */
export const ToolChange = z
  .object({
    change: z.enum(['added', 'removed', 'changed']).meta({ description: 'What became of it.', examples: ['changed'] }),
    kind: z
      .enum(['tool', 'resource', 'prompt', 'instructions'])
      .meta({ description: 'What it is in the Model Context Protocol.' }),
    name: z.string().meta({ description: 'Its name.', examples: ['read_file'] }),
    before: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of its canonical definition before; absent where it is new.' }),
    after: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of its canonical definition now; absent where it is gone.' }),
    isWidened: z.boolean().meta({
      description:
        'It takes or can do more than before: a parameter more, a requirement or a bound less, a capability ' +
        'that it did not have.',
    }),
    differences: z.array(ToolDifference).meta({ description: 'In what it differs; empty where it came or went.' }),
    parameters: z
      .array(z.string())
      .meta({ description: 'Parameters that are new, no longer required, or take more values.' }),
    capabilities: z
      .array(Capability)
      .meta({ description: 'What it can do now and could not before; of a new one, all that it can do.' }),
  })
  .meta({
    id: 'ToolChange',
    description: 'One thing that a server offers to models that came, went, or is another one in a later version.',
  })
export type ToolChange = z.infer<typeof ToolChange>
