import { z } from 'zod'
import { PackageFacts } from './package-facts.ts'

/** A package of the npm registry. `selector` is a version, a range, or a tag such as `latest`. */
export const NpmTarget = z.object({
  type: z.literal('npm'),
  name: z.string(),
  selector: z.string(),
})
export type NpmTarget = z.infer<typeof NpmTarget>

/** A project on PyPI. */
export const PypiTarget = z.object({
  type: z.literal('pypi'),
  /** Name normalized as in PEP 503. */
  name: z.string(),
  /** Requested version. Absent for the newest release that is not yanked. */
  version: z.string().optional(),
})
export type PypiTarget = z.infer<typeof PypiTarget>

/** A repository on a git server with smart HTTP. */
export const GitTarget = z.object({
  type: z.literal('git'),
  /** The https URL, without `.git`, user information, query, fragment, or trailing slash. */
  repository: z.url(),
  /** Branch, tag, or commit. Absent for the default branch. */
  ref: z.string().optional(),
  /** `<ref>/<folder>` from a browser URL. Only the remote's list of refs shows where the ref ends. */
  treePath: z.string().optional(),
})
export type GitTarget = z.infer<typeof GitTarget>

/** A local folder, or one local file such as a lockfile. Only `assay scan` accepts it, not the service. */
export const FolderTarget = z.object({
  type: z.literal('folder'),
  /** Absolute path. */
  path: z.string(),
})
export type FolderTarget = z.infer<typeof FolderTarget>

/** A parsed scan target: a URL, a package, or a folder. */
export const Target = z.discriminatedUnion('type', [FolderTarget, GitTarget, NpmTarget, PypiTarget])
export type Target = z.infer<typeof Target>

/** Package registries that Assay reads. `engine/sources/package-naming.ts` describes each. */
export const packageRegistryTypes = ['npm', 'pypi'] as const
export type PackageRegistryType = (typeof packageRegistryTypes)[number]

/** Source types that anyone can read. Only these are included in the registry and in receipts. */
export const publicSourceTypes = ['git', ...packageRegistryTypes] as const
export type PublicSourceType = (typeof publicSourceTypes)[number]

export const sourceTypes = ['folder', ...publicSourceTypes] as const
export type SourceType = (typeof sourceTypes)[number]

/** The scanned source: an immutable revision and the digest of its bytes. */
export const SourceIdentity = z
  .object({
    type: z.enum(sourceTypes).meta({ description: 'Kind of project.', examples: ['npm'] }),
    canonicalUrl: z.url().meta({
      description: 'URL of the package or repository page, without a revision.',
      examples: ['https://www.npmjs.com/package/server'],
    }),
    /** Equal to `digest` for a folder, because a folder has no versions. */
    revision: z.string().meta({ description: 'Package version or commit.', examples: ['1.0.0'] }),
    /** Computed by `digestOfFiles` if the source is not an archive. */
    digest: z.string().meta({
      description: 'Subresource Integrity string for the fetched archive or files.',
      examples: ['sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='],
    }),
    ref: z.string().optional().meta({ description: 'Branch or tag that was resolved to the commit.' }),
    folder: z.string().optional().meta({ description: 'Folder in the repository that the scan was limited to.' }),
    unverifiedRevision: z
      .literal(true)
      .optional()
      .meta({
        description:
          'True if no branch or tag in the repository contains the commit. Because forks share objects, the ' +
          'commit might come from any fork.',
      }),
    isPrivate: z.literal(true).optional().meta({
      description: 'True if the source was read with credentials. Only authorized users can see the scan results.',
    }),
    isInternal: z.literal(true).optional().meta({
      description: 'True if the source was read from a nonpublic address that the operator allowed.',
    }),
    package: PackageFacts.optional().meta({ description: 'What the package registry reports about this version.' }),
  })
  .meta({
    id: 'SourceIdentity',
    description: 'Scanned source: an immutable revision and the digest of its content.',
  })
export type SourceIdentity = z.infer<typeof SourceIdentity>
