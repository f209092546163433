import { z } from 'zod'

/**
 * What became of checking a signature or an attestation. `absent` is no success: there was nothing to
 * check. `unreachable`: whether there is one, or whether it is good, could not be found out.
 */
export const Verification = z
  .object({
    state: z
      .enum(['verified', 'invalid', 'absent', 'unreachable'])
      .meta({ description: '`absent`: there was nothing to check. `unreachable`: it could not be found out.' }),
    detail: z.string().meta({ description: 'By which key or identity, or why not; a sentence for people.' }),
  })
  .meta({ id: 'Verification', description: 'What became of checking a signature or an attestation.' })
export type Verification = z.infer<typeof Verification>

/** What a package registry says of one version beside its files: facts, not judgements. */
export const PackageFacts = z
  .object({
    signature: Verification.optional().meta({ description: "The registry's signature over the version's digest." }),
    provenance: Verification.extend({
      repository: z
        .string()
        .optional()
        .meta({ description: 'As the attestation has it, present when it is verified.' }),
      commit: z.string().optional().meta({ description: 'As the attestation has it, present when it is verified.' }),
    })
      .optional()
      .meta({ description: 'The attestation that tells from which repository and commit the version was built.' }),
    deprecated: z
      .string()
      .optional()
      .meta({ description: 'Why the maintainers advise against the version; also the reason of a yanked release.' }),
    yanked: z.literal(true).optional().meta({ description: 'A yanked release of the Python package index.' }),
    installScripts: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Commands that an installation would run, by the name of the script; never run here.' }),
    /**
     * Installers and readers go by different ones of the two
     * (https://blog.vlt.sh/blog/the-massive-hole-in-the-npm-ecosystem).
     */
    manifestDifferences: z.array(z.string()).optional().meta({
      description:
        "In what the registry's manifest and the one inside of the archive contradict each other, as sentences.",
    }),
    versions: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'How many versions of the package the registry has.', examples: [12] }),
    publishedAt: z.iso.datetime().optional().meta({ description: 'When the version was published.' }),
  })
  .meta({ id: 'PackageFacts', description: 'What a package registry says of one version beside its files.' })
export type PackageFacts = z.infer<typeof PackageFacts>
