import { z } from 'zod'
import { PackageFacts } from './package-facts.ts'

/** A package of the npm registry. `selector` is a version, a range or a tag such as `latest`. */
export const NpmTarget = z.object({
  type: z.literal('npm'),
  name: z.string(),
  selector: z.string(),
})
export type NpmTarget = z.infer<typeof NpmTarget>

/** A project of the Python package index. */
export const PypiTarget = z.object({
  type: z.literal('pypi'),
  /** Normalised as PEP 503 says. */
  name: z.string(),
  /** As submitted; absent: the newest release that is not yanked. */
  version: z.string().optional(),
})
export type PypiTarget = z.infer<typeof PypiTarget>

/** A repository that a smart-HTTP git server offers. */
export const GitTarget = z.object({
  type: z.literal('git'),
  /** The https address without `.git`, user information, query, fragment and trailing slash. */
  repository: z.url(),
  /** A branch, a tag or a commit by name; absent: the remote's default branch. */
  ref: z.string().optional(),
  /** `<ref>/<folder>` of a browser's address: only the remote's list of refs tells where the ref ends. */
  treePath: z.string().optional(),
})
export type GitTarget = z.infer<typeof GitTarget>

/** A folder on the disk of whoever runs `assay scan`; never accepted from anybody else. */
export const FolderTarget = z.object({
  type: z.literal('folder'),
  /** Absolute. */
  path: z.string(),
})
export type FolderTarget = z.infer<typeof FolderTarget>

/** What is to be scanned: an address or a folder, understood. */
export const Target = z.discriminatedUnion('type', [FolderTarget, GitTarget, NpmTarget, PypiTarget])
export type Target = z.infer<typeof Target>

export const sourceTypes = ['folder', 'git', 'npm', 'pypi'] as const
export type SourceType = (typeof sourceTypes)[number]

/** What was scanned: an immutable revision and the digest of the bytes that were read. */
export const SourceIdentity = z
  .object({
    type: z.enum(sourceTypes).meta({ description: 'What kind of project it is.', examples: ['npm'] }),
    canonicalUrl: z.url().meta({
      description: 'The page of this package or repository, without revision.',
      examples: ['https://www.npmjs.com/package/server'],
    }),
    /** For a folder, which has no name for its state, the digest again. */
    revision: z.string().meta({ description: 'Package version or commit.', examples: ['1.0.0'] }),
    /** Of files as `digestOfFiles` counts them. */
    digest: z.string().meta({
      description: 'Subresource-integrity string of the fetched archive, or of the files.',
      examples: ['sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='],
    }),
    ref: z.string().optional().meta({ description: 'The branch or tag by which the commit was found.' }),
    folder: z.string().optional().meta({ description: 'The folder of the repository to which the scan was limited.' }),
    unverifiedRevision: z.literal(true).optional().meta({
      description:
        "No branch or tag of the repository reaches the commit: forks share objects, so it may be anybody's.",
    }),
    isPrivate: z
      .literal(true)
      .optional()
      .meta({ description: 'The source was read with credentials: nothing of it is shown to anybody else.' }),
    isInternal: z.literal(true).optional().meta({
      description:
        'The source was read from an address that is not public, which the operator opened: not everybody can read it.',
    }),
    package: PackageFacts.optional().meta({ description: 'What the package registry says of this version.' }),
  })
  .meta({
    id: 'SourceIdentity',
    description: 'What was scanned: an immutable revision and the digest of the bytes that were read.',
  })
export type SourceIdentity = z.infer<typeof SourceIdentity>
