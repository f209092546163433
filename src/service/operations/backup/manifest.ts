import { z } from 'zod'

const SealedFile = z.object({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** Base backup manifest. Stored unencrypted. */
export const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** First and last log position that must be replayed. */
  startPoint: z.string(),
  stopPoint: z.string(),
  /** Timeline of both positions. Undefined in manifests from earlier versions. */
  timeline: z.int().min(1).optional(),
  /** Uncompressed size of the cluster's files, in bytes. */
  clusterBytes: z.int().min(0),
  postgresVersion: z.string(),
  cluster: SealedFile,
  secrets: SealedFile,
})
export type Manifest = z.output<typeof Manifest>
export type SealedFile = z.output<typeof SealedFile>

/** Installation secrets. Stored encrypted with the backup. */
export const Secrets = z.object({ secret: z.string().min(1), databasePassword: z.string().min(1) })
export type Secrets = z.output<typeof Secrets>
