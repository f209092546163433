import { z } from 'zod'

const SealedFile = z.object({
  name: z.string().regex(/^[\w.-]{1,100}$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** What a base backup says of itself, in the clear. */
export const Manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** Points of the log from which and up to which it has to be replayed at least. */
  startPoint: z.string(),
  stopPoint: z.string(),
  /** The timeline of both; absent in manifests of before it was kept. */
  timeline: z.int().min(1).optional(),
  /** Bytes of the cluster's files before they were compressed. */
  clusterBytes: z.int().min(0),
  postgresVersion: z.string(),
  cluster: SealedFile,
  secrets: SealedFile,
})
export type Manifest = z.output<typeof Manifest>
export type SealedFile = z.output<typeof SealedFile>

/** What is kept sealed beside the cluster. */
export const Secrets = z.object({ secret: z.string().min(1), databasePassword: z.string().min(1) })
export type Secrets = z.output<typeof Secrets>
