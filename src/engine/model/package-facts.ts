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
    detail: z.string().meta({
      description: 'Human-readable description of the verified key or identity, or the reason for the failure.',
    }),
  })
  .meta({ id: 'Verification', description: 'Result of verifying a signature or an attestation.' })
export type Verification = z.infer<typeof Verification>

/** Facts, not judgments, that a package registry reports about a version besides its files. */
export const PackageFacts = z
  .object({
    signature: Verification.optional().meta({
      description: 'Registry signature over the package name, version, and digest.',
    }),
    provenance: Verification.extend({
      repository: z
        .string()
        .optional()
        .meta({ description: 'Repository named in the attestation. Present if the attestation is verified.' }),
      commit: z
        .string()
        .optional()
        .meta({ description: 'Commit named in the attestation. Present if the attestation is verified.' }),
    })
      .optional()
      .meta({ description: 'Attestation that states which repository and commit the version was built from.' }),
    deprecated: z
      .string()
      .optional()
      .meta({ description: 'Reason that the maintainers gave for deprecating or yanking the version.' }),
    yanked: z.literal(true).optional().meta({ description: 'True if the version is yanked on PyPI.' }),
    installScripts: z.record(z.string(), z.string()).optional().meta({
      description:
        'Commands that run when the package is installed, keyed by script name. Assay never runs these commands.',
    }),
    /**
     * Some installers and readers use the registry's manifest, others the one in the package
     * (https://blog.vlt.sh/blog/the-massive-hole-in-the-npm-ecosystem).
     */
    manifestDifferences: z.array(z.string()).optional().meta({
      description:
        'Human-readable descriptions of the differences between the registry manifest and the archive manifest.',
    }),
    versions: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Number of versions of the package in the registry.', examples: [12] }),
    publishedAt: z.iso.datetime().optional().meta({ description: 'Time when the version was published.' }),
  })
  .meta({
    id: 'PackageFacts',
    description: 'Information that the registry provides about a package version, in addition to the package files.',
  })
export type PackageFacts = z.infer<typeof PackageFacts>
