import { z } from 'zod'
import { maxToolReaches } from './tool-reaches.ts'

/** Capabilities of a tool's code, as far as the analysis can infer them. */
export const capabilities = [
  'executes-commands',
  'reads-files',
  'writes-files',
  'network-egress',
  'reads-secrets',
  'destructive',
] as const
export const Capability = z.enum(capabilities).meta({
  id: 'Capability',
  description: "An action that a tool's code can perform, at least with some arguments.",
})
export type Capability = z.infer<typeof Capability>

/** A tool or prompt parameter, as far as its schema is known. */
export const ToolParameter = z
  .object({
    name: z
      .string()
      .max(300)
      .meta({ description: 'Name of the parameter.', examples: ['path'] }),
    description: z.string().max(5_000).optional().meta({ description: 'Description that is sent to models.' }),
    type: z
      .string()
      .max(300)
      .optional()
      .meta({ description: 'Type declared in the schema or the type hint.', examples: ['string'] }),
    required: z.boolean().optional().meta({ description: 'Whether the parameter is required. Omitted if unknown.' }),
    enum: z.array(z.string().max(300)).max(100).optional().meta({ description: 'Allowed values.' }),
    default: z.string().max(5_000).optional().meta({ description: 'Default value as a string.' }),
    isDynamic: z.boolean().optional().meta({
      description:
        'True if all or part of the description is computed at run time. Computed parts are replaced with `…`.',
    }),
  })
  .meta({ id: 'ToolParameter', description: 'A tool or prompt parameter. Unknown properties are omitted.' })
export type ToolParameter = z.infer<typeof ToolParameter>

/** A host or an environment variable used by a tool's code. Only the name is recorded, never the value. */
const reach = (name: z.ZodString) =>
  z.object({
    name,
    path: z.string().max(4_096).meta({ description: 'File that contains it.' }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
  })

export const ToolDestination = reach(
  z
    .string()
    .max(253)
    .regex(/^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/)
    .meta({ description: 'Host name or IP address in lowercase.', examples: ['api.example.com'] }),
).meta({ id: 'ToolDestination', description: 'A network host that is a constant in the code of a tool.' })

export const ToolSecret = reach(
  z
    .string()
    .max(100)
    .regex(/^[A-Za-z_]\w*$/)
    .meta({ description: 'Name of the environment variable.', examples: ['GITHUB_TOKEN'] }),
).meta({
  id: 'ToolSecret',
  description: 'An environment variable that the code of a tool reads, and whose name suggests a secret.',
})

export type ToolReach = z.infer<typeof ToolDestination>

/** A tool, resource, or prompt that a server offers, as declared in its code or a manifest. */
export const ScannedTool = z
  .object({
    kind: z.enum(['tool', 'resource', 'prompt', 'instructions']).meta({
      description:
        'Kind of MCP primitive. `instructions` is text for models that the server sends when a client connects.',
    }),
    name: z
      .string()
      .max(300)
      .meta({
        description: 'Name of the tool, resource, or prompt. Server instructions have the name of the server.',
        examples: ['read_file'],
      }),
    title: z.string().max(1_000).optional().meta({ description: 'Title. Omitted if no title is declared.' }),
    description: z
      .string()
      .max(20_000)
      .optional()
      .meta({
        description:
          'Description that is sent to models. Omitted if there is no description, or if the entire description is ' +
          'computed at run time.',
      }),
    isDynamic: z.boolean().optional().meta({
      description:
        'True if all or part of the description is computed at run time. Computed parts are replaced with `…`.',
    }),
    template: z.string().max(20_000).optional().meta({ description: 'Constant part of the prompt text.' }),
    path: z
      .string()
      .max(4_096)
      .meta({ description: 'File that contains the declaration.', examples: ['src/index.ts'] }),
    line: z.int().positive().meta({ description: 'Line number of the declaration (1-based).' }),
    parameters: z.array(ToolParameter).max(200).meta({ description: 'Parameters declared in the schema.' }),
    isOpen: z.boolean().optional().meta({ description: 'True if the schema allows additional parameters.' }),
    annotations: z
      .record(z.string().max(100), z.boolean())
      .meta({ description: 'Annotations that the server declares, such as `readOnlyHint`.' }),
    alsoDeclared: z
      .array(
        z.object({
          path: z.string().max(4_096).meta({ description: 'File that contains the declaration.' }),
          line: z.int().positive().meta({ description: 'Line number of the declaration (1-based).' }),
          description: z.string().max(20_000).optional().meta({ description: 'Description in this declaration.' }),
          title: z.string().max(1_000).optional().meta({ description: 'Title in this declaration.' }),
          parameters: z
            .array(ToolParameter)
            .max(200)
            .optional()
            .meta({ description: 'Parameters in this declaration. Omitted if the declaration has no parameters.' }),
          isRepeated: z
            .boolean()
            .optional()
            .meta({
              description:
                'True if both declarations register a tool on the same server, which then has two tools with the ' +
                'same name.',
            }),
        }),
      )
      .max(100)
      .optional()
      .meta({
        description:
          'Additional declarations with the same kind and name but a different definition. The order is the same ' +
          'in every scan of the same files.',
      }),
    capabilities: z.array(Capability).meta({ description: "Capabilities of the tool's code." }),
    ownCapabilities: z
      .array(Capability)
      .optional()
      .meta({
        description:
          'Subset of `capabilities` that Assay found in the tool function itself or in the functions that it calls ' +
          'directly.',
      }),
    destinations: z
      .array(ToolDestination)
      .max(maxToolReaches)
      .optional()
      .meta({
        description:
          "The first 20 network hosts in the tool's code, sorted by name. Omitted if unknown, such as in results " +
          'from older versions of Assay.',
      }),
    environmentSecrets: z
      .array(ToolSecret)
      .max(maxToolReaches)
      .optional()
      .meta({
        description:
          'The first 20 environment variables with names of secrets that the code reads, sorted by name. Values are ' +
          'never read. Omitted if unknown.',
      }),
    definitionHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({
        description:
          'SHA-256 of the canonical definition. The hash changes only if the definition that is sent to ' +
          'models changes, not if the code moves to another file. Omitted in results from older versions of Assay.',
      }),
  })
  .meta({
    id: 'ScannedTool',
    description:
      'A tool, resource, prompt, or set of instructions that a server provides to models, as declared in its code ' +
      'or manifest.',
  })
export type ScannedTool = z.infer<typeof ScannedTool>
