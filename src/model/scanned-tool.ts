import { z } from 'zod'

/** What a server can do when a tool is called, as far as its code tells. */
export const capabilities = ['executes-commands', 'reads-files', 'writes-files', 'network-egress', 'reads-secrets', 'destructive'] as const
export const Capability = z.enum(capabilities).meta({ id: 'Capability', description: 'What the code that runs for a tool can do, whatever it is handed.' })
export type Capability = z.infer<typeof Capability>

/** Something that a server offers to models, as its code declares it. */
export const ScannedTool = z.object({
  kind: z.enum(['tool', 'resource', 'prompt']).meta({ description: 'What it is in the Model Context Protocol.' }),
  name: z.string().max(300).meta({ description: 'Its name.', examples: ['read_file'] }),
  title: z.string().max(1_000).optional().meta({ description: 'Its title, where it has one.' }),
  description: z.string().max(20_000).optional().meta({ description: 'What models are told of it; absent where the code puts it together while it runs.' }),
  path: z.string().max(4_096).meta({ description: 'The file that declares it.', examples: ['src/index.ts'] }),
  line: z.int().positive().meta({ description: 'The line there, from 1.' }),
  parameters: z.array(z.object({
    name: z.string().max(300).meta({ description: 'Its name.', examples: ['path'] }),
    description: z.string().max(5_000).optional().meta({ description: 'What models are told of it.' }),
  })).max(200).meta({ description: 'Parameters that its schema names.' }),
  annotations: z.record(z.string().max(100), z.boolean()).meta({ description: 'What the server claims of it, such as `readOnlyHint`.' }),
  capabilities: z.array(Capability).meta({ description: 'What it can do.' }),
}).meta({ id: 'ScannedTool', description: 'Something that a server offers to models, as its code declares it.' })
export type ScannedTool = z.infer<typeof ScannedTool>
