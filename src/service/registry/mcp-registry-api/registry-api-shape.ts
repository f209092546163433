import { packageRegistryTypes } from '../../../engine/model/target.ts'
import { z } from 'zod'
import { DsseEnvelope } from '../../../engine/model/receipt.ts'
import { Grade } from '../../../engine/model/score.ts'

/** `_meta` key of the official registry's data. */
export const officialMeta = 'io.modelcontextprotocol.registry/official'

/** Data about a server, stored in `_meta` under `<namespace>/entry`. The receipt is separate. */
export const RegistryApiEntry = z.object({
  slug: z.string(),
  url: z.url(),
  status: z.enum(['active', 'deprecated', 'archived', 'removed']),
  /** Package version or commit to which score and grade apply. */
  version: z.string().optional(),
  securityScore: z.number().optional(),
  grade: Grade.optional(),
  scannedAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime(),
  isLatest: z.boolean(),
})

/** Generated server.json. Other registries' documents are returned as published. */
export const RegistryApiDocument = z.object({
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().min(1).max(255),
  repository: z.object({ url: z.url(), source: z.string(), subfolder: z.string().optional() }).optional(),
  packages: z
    .array(
      z.object({
        registryType: z.enum(packageRegistryTypes),
        identifier: z.string(),
        version: z.string().min(1),
        transport: z.object({ type: z.literal('stdio') }),
      }),
    )
    .optional(),
})
export type RegistryApiDocument = z.infer<typeof RegistryApiDocument>

/** One version of a server in a response. */
export interface RegistryApiRecord {
  readonly server: object
  readonly _meta: Readonly<Record<string, object>>
}

/** Our parts of `_meta`. Their keys start with the namespace of the service. */
export const OwnMeta = { entry: RegistryApiEntry, receipt: DsseEnvelope } as const
