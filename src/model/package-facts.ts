import { z } from 'zod'

/**
 * What became of checking a signature or an attestation. `absent` is no success: there was nothing to
 * check. `unreachable`: whether there is one, or whether it is good, could not be found out.
 */
export const Verification = z.object({
  state: z.enum(['verified', 'invalid', 'absent', 'unreachable']),
  /** By which key or identity, or why not; a sentence for people. */
  detail: z.string(),
}).meta({ id: 'Verification' })
export type Verification = z.infer<typeof Verification>

/** What a package registry says of one version beside its files: facts, not judgements. */
export const PackageFacts = z.object({
  /** The registry's signature over the version's digest. */
  signature: Verification.optional(),
  /** The attestation that tells from which repository and commit the version was built. */
  provenance: Verification.extend({
    /** As the attestation has it, present when it is verified. */
    repository: z.string().optional(),
    commit: z.string().optional(),
  }).optional(),
  /** Why the maintainers advise against the version; also the reason of a yanked release. */
  deprecated: z.string().optional(),
  /** A yanked release of the Python package index. */
  yanked: z.literal(true).optional(),
  /** Commands that an installation would run, by the name of the script; never run here. */
  installScripts: z.record(z.string(), z.string()).optional(),
  /**
   * In what the registry's manifest and the one inside of the archive contradict each other, as sentences:
   * installers and readers go by different ones of the two (https://blog.vlt.sh/blog/the-massive-hole-in-the-npm-ecosystem).
   */
  manifestDifferences: z.array(z.string()).optional(),
  publishedAt: z.iso.datetime().optional(),
}).meta({ id: 'PackageFacts' })
export type PackageFacts = z.infer<typeof PackageFacts>
