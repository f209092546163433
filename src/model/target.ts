import { z } from 'zod'

/** A package of the npm registry. `selector` is a version, a range or a tag such as `latest`. */
export const NpmTarget = z.object({
  type: z.literal('npm'),
  name: z.string(),
  selector: z.string(),
})
export type NpmTarget = z.infer<typeof NpmTarget>

/** What is to be scanned: a submitted address, understood. */
export const Target = z.discriminatedUnion('type', [NpmTarget])
export type Target = z.infer<typeof Target>

export const sourceTypes = ['npm'] as const
export type SourceType = (typeof sourceTypes)[number]

/** What was scanned: an immutable revision and the digest of the bytes that were read. */
export const SourceIdentity = z.object({
  type: z.enum(sourceTypes),
  /** The page of this package or repository, without revision. */
  canonicalUrl: z.url(),
  /** Package version or commit. */
  revision: z.string(),
  /** Subresource-integrity string of the fetched archive, such as `sha512-…`. */
  digest: z.string(),
})
export type SourceIdentity = z.infer<typeof SourceIdentity>
