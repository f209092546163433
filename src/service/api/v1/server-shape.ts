import { packageRegistryTypes } from '../../../engine/model/target.ts'
import { z } from 'zod'
import { ServerSourceType, ServerStatus } from '../../../engine/model/registry-server.ts'
import { Grade } from '../../../engine/model/score.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'

const score = (description: string) =>
  z
    .number()
    .min(0)
    .max(100)
    .meta({ description, examples: [80] })

/** Grade, or an empty string if the server has no score. */
const GradeOrNone = Grade.or(z.literal('')).meta({
  description: 'Letter grade for the score. Empty if there is no score.',
  examples: ['B'],
})

const areas = ['maintenance', 'popularity', 'documentation', 'compatibility'] as const

const Areas = {
  maintenance: score('Maintenance score, based on releases, commits, and responses to issues.'),
  popularity: score('Popularity score, based on stars, downloads, and dependent packages.'),
  documentation: score('Documentation score, based on the documentation that the server provides for its users.'),
  compatibility: score('Compatibility score, based on the environments that the server supports.'),
  measured: z
    .object(
      Object.fromEntries(
        areas.map((area) => [
          area,
          z.boolean().meta({ description: 'False if no data was available. In that case, the score is 0.' }),
        ]),
      ) as Record<(typeof areas)[number], z.ZodBoolean>,
    )
    .meta({ description: 'Indicates which scores are based on measured data.' }),
}

const Counts = SeverityCounts.omit({ total: true }).meta({
  id: 'ServerSeverityCounts',
  description: 'Number of open findings by severity.',
})

const identity = {
  id: z
    .uuid()
    .meta({ description: 'Unique identifier for the server.', examples: ['6b1f3c9e-8a52-4c1d-9a77-0d2f5e8b1c34'] }),
  name: z.string().meta({ description: 'Name that the server declares.', examples: ['mkdirp'] }),
  slug: z.string().meta({
    description: 'Server slug that is used in URL paths. A slug is never reassigned.',
    examples: ['npm-mkdirp'],
  }),
  description: z.string().meta({
    description: 'Description that the server declares. Empty if no description is declared.',
    examples: ['Creates folders'],
  }),
  category: z.string().meta({ description: 'Category slug.', examples: ['files'] }),
  sourceType: ServerSourceType,
  language: z.string().meta({
    description: 'Main programming language, in lowercase. Empty if unknown.',
    examples: ['typescript'],
  }),
  status: ServerStatus,
  repositoryUrl: z.string().meta({
    description: 'URL of the repository page. Empty if unknown.',
    examples: ['https://github.com/owner/repository'],
  }),
  npmPackage: z
    .string()
    .meta({ description: 'Name of the npm package. Empty if there is no npm package.', examples: ['mkdirp'] }),
  pypiPackage: z
    .string()
    .meta({ description: 'Name of the PyPI package. Empty if there is no PyPI package.', examples: [''] }),
}

const LastScannedAt = z.iso
  .datetime()
  .or(z.literal(''))
  .meta({
    description: 'Completion time of the scan that the score is based on. Empty if there is no complete scan.',
    examples: ['2026-01-31T12:00:00.000Z'],
  })

/** Server in a list. */
export const ListedServer = z
  .object({
    ...identity,
    securityScore: score('Security score from 0 to 100, based on open findings. 0 if there is no complete scan.'),
    grade: GradeOrNone,
    measured: z.boolean().meta({
      description:
        'False if there is no complete scan. In that case, the score and counts are 0, and the grade is empty.',
      examples: [true],
    }),
    lastScannedAt: LastScannedAt,
    vulnerabilities: Counts,
    qualityMetrics: z.object(Areas).meta({ description: 'Quality scores from 0 to 100.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
  })
  .meta({ id: 'ListedServer', description: 'A server as it appears in lists.' })

/** Server in search results. */
export const FoundServer = ListedServer.extend({
  relevance: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description:
        'Relevance of the match. At least 0.8: the complete name matches. At least 0.6: the start of the name ' +
        'matches. At least 0.4: words in the name match. At least 0.2: the entry contains similar words. Below ' +
        '0.2: the description matches.',
      examples: [0.85],
    }),
}).meta({ id: 'FoundServer', description: 'A server in search results.' })

/** Evidence that a package and a repository are the same server. */
const JoinedBy = z
  .object({
    package: z
      .object({
        type: z.enum(packageRegistryTypes).meta({ description: 'Package registry.' }),
        name: z.string().meta({ description: 'Package name.', examples: ['mkdirp'] }),
        revision: z
          .string()
          .meta({ description: 'Package version that declares the repository.', examples: ['3.0.1'] }),
        says: z.string().meta({ description: 'What the package declares about its repository.' }),
      })
      .meta({ description: 'Evidence from the package.' }),
    repository: z
      .object({
        url: z
          .string()
          .meta({ description: 'URL of the repository page.', examples: ['https://github.com/owner/repository'] }),
        revision: z.string().meta({ description: 'Commit in which the repository declares the package.' }),
        manifest: z
          .string()
          .meta({ description: 'Manifest that declares the package name.', examples: ['package.json'] }),
        says: z.string().meta({ description: 'What the repository declares about its package.' }),
      })
      .meta({ description: 'Evidence from the repository.' }),
  })
  .meta({
    id: 'JoinedBy',
    description:
      'Evidence that a package and a repository belong to the same server: what each declares about the other.',
  })

/** Package, or repository folder, that belongs to a server. */
const ServerPackage = z
  .object({
    type: ServerSourceType,
    name: z.string().meta({ description: 'Package name, or the repository owner and name.', examples: ['mkdirp'] }),
    url: z.string().meta({
      description: 'URL of the package or repository page.',
      examples: ['https://www.npmjs.com/package/mkdirp'],
    }),
    folder: z.string().meta({
      description: 'Folder in the repository. Empty for the repository root and for packages.',
      examples: [''],
    }),
    revision: z.string().meta({
      description: 'Current version or commit. Empty if the revision is not known yet.',
      examples: ['3.0.1'],
    }),
    joinedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the source was linked to the server. Omitted for the first source.' }),
    joinedBy: JoinedBy.optional().meta({ description: 'Evidence that the source belongs to the server.' }),
  })
  .meta({ id: 'ServerPackage', description: 'A package or repository folder that belongs to a server.' })

/** Server with all details. */
export const ServerDetail = z
  .object({
    ...identity,
    categories: z.array(z.string()).meta({ description: "Slugs of the server's categories.", examples: [['files']] }),
    stars: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of repository stars. 0 if `measured.stars` is false.', examples: [120] }),
    downloads: z
      .int()
      .nonnegative()
      .meta({
        description: 'Number of monthly package downloads. 0 if `measured.downloads` is false.',
        examples: [4_000],
      }),
    measured: z
      .object({
        stars: z.boolean().meta({ description: 'False if the number is unknown.' }),
        downloads: z.boolean().meta({ description: 'False if the number is unknown.' }),
      })
      .meta({ description: 'Indicates whether `stars` and `downloads` are known.' }),
    security: z
      .object({
        score: score('Security score from 0 to 100, based on open findings.'),
        grade: GradeOrNone,
        vulnerabilities: SeverityCounts,
        measured: z.boolean().meta({
          description:
            'False if there is no complete scan. In that case, the score and counts are 0, and the grade is ' +
            'empty.',
          examples: [true],
        }),
        suppressed: z
          .int()
          .nonnegative()
          .meta({
            description:
              'Number of findings that the project suppresses. Suppressed findings affect the score like any ' +
              'other finding.',
            examples: [0],
          }),
        version: z
          .string()
          .meta({ description: 'Package version or commit to which the score applies.', examples: ['3.0.1'] }),
        method: z.string().meta({ description: 'Scoring formula version.', examples: ['2'] }),
        scanId: z.string().meta({ description: 'ID of the scan on which the score is based.', examples: [''] }),
      })
      .meta({ description: 'Results of the last complete scan.' }),
    quality: z
      .object({
        score: score('Quality score from 0 to 100, based on the areas that were measured.'),
        grade: GradeOrNone,
        measured: z.boolean().meta({ description: 'False if nothing was measured.', examples: [true] }),
        breakdown: z.object(Areas).meta({ description: 'Score for each area, from 0 to 100.' }),
      })
      .meta({ description: 'Server quality, excluding security.' }),
    packages: z
      .array(ServerPackage)
      .meta({ description: "The server's packages and repositories, starting with the source that was added first." }),
    claimed: z
      .boolean()
      .meta({ description: 'True if an account has verified that it maintains the server.', examples: [false] }),
    lastScannedAt: LastScannedAt,
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Time when the registry entry last changed.' }),
    receiptUrl: z.string().meta({
      description:
        'URL of the signed receipt for the last complete scan. Empty if there is no complete scan of the ' +
        'current revision.',
      examples: ['https://assay.example/api/v1/servers/npm-mkdirp/receipt'],
    }),
    badgeUrl: z.string().meta({
      description: 'URL of the grade badge image.',
      examples: ['https://assay.example/servers/npm-mkdirp/badge.svg'],
    }),
  })
  .meta({ id: 'ServerDetail', description: 'A server with all its details.' })
