import { z } from 'zod'

/**
 * Result of verifying a signature or an attestation. `absent` is not a success: there was nothing to verify.
 * `unreachable`: the signature or attestation could not be retrieved or verified.
 */
export const Verification = z
  .object({
    state: z.enum(['verified', 'invalid', 'absent', 'unreachable']).meta({
      description:
        'Result of the verification. `absent`: there was nothing to verify. `unreachable`: the result could not ' +
        'be determined.',
    }),
    detail: z
      .string()
      .meta({ description: 'Key or identity that was verified, or the reason for the failure, as text.' }),
  })
  .meta({ id: 'Verification', description: 'Result of verifying a signature or an attestation.' })
export type Verification = z.infer<typeof Verification>

/** What a package registry reports about a version besides its files: facts, not judgments. */
export const PackageFacts = z
  .object({
    signature: Verification.optional().meta({
      description: 'Signature of the registry over the digest of the version.',
    }),
    provenance: Verification.extend({
      repository: z
        .string()
        .optional()
        .meta({ description: 'Repository in the attestation. Present if the attestation is verified.' }),
      commit: z
        .string()
        .optional()
        .meta({ description: 'Commit in the attestation. Present if the attestation is verified.' }),
    })
      .optional()
      .meta({ description: 'Attestation of the repository and commit that the version was built from.' }),
    deprecated: z
      .string()
      .optional()
      .meta({ description: 'Reason why the version is deprecated or yanked, from its maintainers.' }),
    yanked: z.literal(true).optional().meta({ description: 'True if the version is yanked on PyPI.' }),
    installScripts: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Commands that an installation would run, by script name. Assay never runs them.' }),
    /**
     * Installers and readers use different ones of the two
     * (https://blog.vlt.sh/blog/the-massive-hole-in-the-npm-ecosystem).
     */
    manifestDifferences: z.array(z.string()).optional().meta({
      description: 'Contradictions between the manifest in the registry and the one in the archive, as sentences.',
    }),
    versions: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Number of versions of the package in the registry.', examples: [12] }),
    publishedAt: z.iso.datetime().optional().meta({ description: 'Time when the version was published.' }),
  })
  .meta({ id: 'PackageFacts', description: 'What a package registry reports about a version besides its files.' })
export type PackageFacts = z.infer<typeof PackageFacts>
