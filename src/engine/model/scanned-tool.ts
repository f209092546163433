import { z } from 'zod'

/** What a server can do when a tool is called, as far as its code tells. */
export const capabilities = [
  'executes-commands',
  'reads-files',
  'writes-files',
  'network-egress',
  'reads-secrets',
  'destructive',
] as const
export const Capability = z
  .enum(capabilities)
  .meta({ id: 'Capability', description: 'What the code that runs for a tool can do, whatever it is handed.' })
export type Capability = z.infer<typeof Capability>

/** A parameter of a tool or prompt, as far as its schema could be read. */
export const ToolParameter = z
  .object({
    name: z
      .string()
      .max(300)
      .meta({ description: 'Its name.', examples: ['path'] }),
    description: z.string().max(5_000).optional().meta({ description: 'What models are told of it.' }),
    type: z
      .string()
      .max(300)
      .optional()
      .meta({ description: 'Its type, as the schema or the hint names it.', examples: ['string'] }),
    required: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it has to be sent; absent where that was not told.' }),
    enum: z.array(z.string().max(300)).max(100).optional().meta({ description: 'The only values that it may have.' }),
    default: z.string().max(5_000).optional().meta({ description: 'The text that it has where none is sent.' }),
    isDynamic: z.boolean().optional().meta({
      description: 'True where a part of its description is only known while the code runs; `…` stands for it.',
    }),
  })
  .meta({ id: 'ToolParameter', description: 'A parameter of a tool or prompt, as far as its schema could be read.' })
export type ToolParameter = z.infer<typeof ToolParameter>

/** Something that a server offers to models, as its code or a manifest declares it. */
export const ScannedTool = z
  .object({
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({
      description:
        'What it is in the Model Context Protocol; `instructions` are what a server tells models of itself ' +
        'when they connect.',
    }),
    name: z
      .string()
      .max(300)
      .meta({ description: 'Its name; of instructions the name of the server.', examples: ['read_file'] }),
    title: z.string().max(1_000).optional().meta({ description: 'Its title, where it has one.' }),
    description: z
      .string()
      .max(20_000)
      .optional()
      .meta({ description: 'What models are told of it; absent where the code puts it together while it runs.' }),
    isDynamic: z.boolean().optional().meta({
      description: 'True where a part of its description is only known while the code runs; `…` stands for it.',
    }),
    template: z
      .string()
      .max(20_000)
      .optional()
      .meta({ description: 'Of a prompt: the texts that it hands to models, as far as they are constant.' }),
    path: z
      .string()
      .max(4_096)
      .meta({ description: 'The file that declares it.', examples: ['src/index.ts'] }),
    line: z.int().positive().meta({ description: 'The line there, from 1.' }),
    parameters: z.array(ToolParameter).max(200).meta({ description: 'Parameters that its schema names.' }),
    isOpen: z
      .boolean()
      .optional()
      .meta({ description: 'True where it says that it takes parameters beyond those that its schema names.' }),
    annotations: z
      .record(z.string().max(100), z.boolean())
      .meta({ description: 'What the server claims of it, such as `readOnlyHint`.' }),
    alsoDeclared: z
      .array(
        z.object({
          path: z.string().max(4_096).meta({ description: 'The file.' }),
          line: z.int().positive().meta({ description: 'The line there, from 1.' }),
          description: z.string().max(20_000).optional().meta({ description: 'What models are told there.' }),
          title: z.string().max(1_000).optional().meta({ description: 'The title there.' }),
          parameters: z
            .array(ToolParameter)
            .max(200)
            .optional()
            .meta({ description: 'The parameters there, where they differ.' }),
          isRepeated: z.boolean().optional().meta({
            description: 'True where both are declared in the same way, so that one server has two of one name.',
          }),
        }),
      )
      .max(100)
      .optional()
      .meta({
        description:
          'Other places that declare a tool or prompt with the same kind and name but a different ' +
          'definition. The order is the same in every scan of the same files.',
      }),
    capabilities: z.array(Capability).meta({ description: 'What it can do.' }),
    ownCapabilities: z.array(Capability).optional().meta({
      description: 'Of these, what the functions that run for it do themselves, or those that they call directly.',
    }),
    definitionHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({
        description:
          'SHA-256 of its canonical definition: the same as long as models are told the same of it, in ' +
          'whichever file that stands. Absent in scans from before it was there.',
      }),
  })
  .meta({
    id: 'ScannedTool',
    description: 'Something that a server offers to models, as its code or a manifest declares it.',
  })
export type ScannedTool = z.infer<typeof ScannedTool>
