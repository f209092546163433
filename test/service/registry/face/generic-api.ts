import { z } from 'zod'

/**
 * What clients of the generic registry API, version 0.1, rely on, written from its published description: required and
 * optional fields of a response, and their formats. Publishers may add fields to a document. The registry's own objects
 * have no additional fields.
 */

const address = z.url()
const line = (most: number) => z.string().min(1).max(most)
const template = z.string().regex(/^(?:https?:\/\/\S+|\{[a-zA-Z_]\w*\}\S*)$/)

const Input = z.looseObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  choices: z.array(z.string()).optional(),
})
const NamedInput = Input.extend({ name: z.string() })
const Argument = z.union([
  Input.extend({ type: z.literal('positional'), valueHint: z.string().optional() }).refine(
    ({ valueHint, value }) => valueHint !== undefined || value !== undefined,
  ),
  NamedInput.extend({ type: z.literal('named') }),
])
const Remote = z.looseObject({
  type: z.enum(['streamable-http', 'sse']),
  url: template,
  headers: z.array(NamedInput).optional(),
})
const Transport = z.union([z.looseObject({ type: z.literal('stdio') }), Remote])

const Package = z.looseObject({
  registryType: z.string(),
  identifier: z.string(),
  transport: Transport,
  registryBaseUrl: address.optional(),
  version: z
    .string()
    .min(1)
    .refine((version) => version !== 'latest')
    .optional(),
  fileSha256: z
    .string()
    .regex(/^[a-f\d]{64}$/)
    .optional(),
  runtimeHint: z.string().optional(),
  runtimeArguments: z.array(Argument).optional(),
  packageArguments: z.array(Argument).optional(),
  environmentVariables: z.array(NamedInput).optional(),
})

export const GenericServer = z.looseObject({
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: line(100),
  version: z.string().max(255),
  title: line(100).optional(),
  websiteUrl: address.optional(),
  repository: z
    .looseObject({ url: address, source: z.string(), id: z.string().optional(), subfolder: z.string().optional() })
    .optional(),
  icons: z
    .array(
      z.looseObject({
        src: address.max(255),
        sizes: z.array(z.string().regex(/^(?:\d+x\d+|any)$/)).optional(),
        theme: z.enum(['light', 'dark']).optional(),
      }),
    )
    .optional(),
  packages: z.array(Package).optional(),
  remotes: z.array(Remote).optional(),
  _meta: z.looseObject({}).optional(),
})

export const GenericRecord = z.strictObject({
  server: GenericServer,
  _meta: z.looseObject({
    'io.modelcontextprotocol.registry/official': z
      .strictObject({
        status: z.enum(['active', 'deprecated', 'deleted']).optional(),
        statusMessage: z.string().max(500).optional(),
        statusChangedAt: z.iso.datetime().optional(),
        publishedAt: z.iso.datetime().optional(),
        updatedAt: z.iso.datetime().optional(),
        isLatest: z.boolean().optional(),
      })
      .optional(),
  }),
})

/** `count` is the number on the page. An absent cursor means the last page. The cursor is never empty. */
export const GenericList = z
  .strictObject({
    servers: z.array(GenericRecord),
    metadata: z.strictObject({ count: z.int().nonnegative(), nextCursor: z.string().min(1).optional() }),
  })
  .refine(({ servers, metadata }) => servers.length === metadata.count)

export const GenericError = z.looseObject({ error: z.string().min(1) })
