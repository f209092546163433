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

/** A grade, or an empty text without a score. */
const GradeOrNone = Grade.or(z.literal('')).meta({
  description: 'Grade of the score. Empty if there is no score.',
  examples: ['B'],
})

const areas = ['maintenance', 'popularity', 'documentation', 'compatibility'] as const

const Areas = {
  maintenance: score('Maintenance score: releases, commits, and responses.'),
  popularity: score('Popularity score: how many people use the server.'),
  documentation: score('Documentation score: what the server documents for its users.'),
  compatibility: score('Compatibility score: what the server runs and works with.'),
  measured: z
    .object(
      Object.fromEntries(
        areas.map((area) => [
          area,
          z.boolean().meta({ description: 'False if no data was available; the score is then 0.' }),
        ]),
      ) as Record<(typeof areas)[number], z.ZodBoolean>,
    )
    .meta({ description: 'Which scores are based on data.' }),
}

const Counts = SeverityCounts.omit({ total: true }).meta({
  id: 'ServerSeverityCounts',
  description: 'Number of open findings by severity.',
})

const identity = {
  id: z
    .uuid()
    .meta({ description: 'Unique identifier of the server.', examples: ['6b1f3c9e-8a52-4c1d-9a77-0d2f5e8b1c34'] }),
  name: z.string().meta({ description: 'Name that the server declares.', examples: ['mkdirp'] }),
  slug: z
    .string()
    .meta({ description: 'Slug of the server in paths. It is never reassigned.', examples: ['npm-mkdirp'] }),
  description: z.string().meta({
    description: 'Description that the server declares. Empty if it has none.',
    examples: ['Creates folders'],
  }),
  category: z.string().meta({ description: 'Slug of the category.', examples: ['files'] }),
  sourceType: ServerSourceType,
  language: z.string().meta({
    description: 'Main language of the code, in lowercase. Empty if unknown.',
    examples: ['typescript'],
  }),
  status: ServerStatus,
  repositoryUrl: z.string().meta({
    description: 'Page of the repository. Empty if unknown.',
    examples: ['https://github.com/owner/repository'],
  }),
  npmPackage: z.string().meta({ description: 'Name of the npm package. Empty without one.', examples: ['mkdirp'] }),
  pypiPackage: z.string().meta({ description: 'Name of the PyPI package. Empty without one.', examples: [''] }),
}

const LastScannedAt = z.iso
  .datetime()
  .or(z.literal(''))
  .meta({
    description: 'Time when the scan that the score refers to finished. Empty if there is no complete scan.',
    examples: ['2026-01-31T12:00:00.000Z'],
  })

/** A server in a list. */
export const ListedServer = z
  .object({
    ...identity,
    securityScore: score('Security score from 0 to 100, based on open findings. 0 if the server was not scanned.'),
    grade: GradeOrNone,
    measured: z.boolean().meta({
      description: 'False if there is no complete scan. Score and counts are then 0, and the grade is empty.',
      examples: [true],
    }),
    lastScannedAt: LastScannedAt,
    vulnerabilities: Counts,
    qualityMetrics: z.object(Areas).meta({ description: 'Quality scores from 0 to 100.' }),
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
  })
  .meta({ id: 'ListedServer', description: 'A server in a list.' })

/** A server in search results. */
export const FoundServer = ListedServer.extend({
  relevance: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description:
        'Relevance of the match. From 0.8: the complete name. From 0.6: the start of the name. From 0.4: words ' +
        'of the name. From 0.2: similar words. Below: the description.',
      examples: [0.85],
    }),
}).meta({ id: 'FoundServer', description: 'A server in search results.' })

/** Evidence that a package and a repository are the same server. */
const JoinedBy = z
  .object({
    package: z
      .object({
        type: z.enum(['npm', 'pypi']).meta({ description: 'Package registry.' }),
        name: z.string().meta({ description: 'Name of the package.', examples: ['mkdirp'] }),
        revision: z.string().meta({ description: 'Version that declares the repository.', examples: ['3.0.1'] }),
        says: z.string().meta({ description: 'What the package declares about the repository.' }),
      })
      .meta({ description: 'Evidence from the package.' }),
    repository: z
      .object({
        url: z
          .string()
          .meta({ description: 'Page of the repository.', examples: ['https://github.com/owner/repository'] }),
        revision: z.string().meta({ description: 'Commit that declares the package.' }),
        manifest: z
          .string()
          .meta({ description: 'Manifest with the name of the package.', examples: ['package.json'] }),
        says: z.string().meta({ description: 'What the repository declares about the package.' }),
      })
      .meta({ description: 'Evidence from the repository.' }),
  })
  .meta({
    id: 'JoinedBy',
    description: 'Evidence that a package and a repository are the same server: what each declares about the other.',
  })

/** A package or a folder of a repository that belongs to a server. */
const ServerPackage = z
  .object({
    type: ServerSourceType,
    name: z
      .string()
      .meta({ description: 'Name of the package, or owner and name of the repository.', examples: ['mkdirp'] }),
    url: z
      .string()
      .meta({ description: 'Page of the package or repository.', examples: ['https://www.npmjs.com/package/mkdirp'] }),
    folder: z
      .string()
      .meta({ description: 'Folder in the repository. Empty for the root and for packages.', examples: [''] }),
    revision: z.string().meta({
      description: 'Current version or commit. Empty if it is not known yet.',
      examples: ['3.0.1'],
    }),
    joinedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the source was joined to the server. Omitted for the first source.' }),
    joinedBy: JoinedBy.optional().meta({ description: 'Evidence that the source belongs to the server.' }),
  })
  .meta({ id: 'ServerPackage', description: 'A package or a folder of a repository that belongs to a server.' })

/** A server with all details. */
export const ServerDetail = z
  .object({
    ...identity,
    categories: z.array(z.string()).meta({ description: 'Slugs of all categories.', examples: [['files']] }),
    stars: z
      .int()
      .nonnegative()
      .meta({ description: 'Stars of the repository. 0 if `measured.stars` is false.', examples: [120] }),
    downloads: z
      .int()
      .nonnegative()
      .meta({
        description: 'Monthly downloads of the package. 0 if `measured.downloads` is false.',
        examples: [4_000],
      }),
    measured: z
      .object({
        stars: z.boolean().meta({ description: 'False if the number is unknown.' }),
        downloads: z.boolean().meta({ description: 'False if the number is unknown.' }),
      })
      .meta({ description: 'Which of these numbers are known.' }),
    security: z
      .object({
        score: score('Security score from 0 to 100, based on open findings.'),
        grade: GradeOrNone,
        vulnerabilities: SeverityCounts,
        measured: z.boolean().meta({
          description: 'False if there is no complete scan. Score and counts are then 0, and the grade is empty.',
          examples: [true],
        }),
        suppressed: z
          .int()
          .nonnegative()
          .meta({
            description: 'Number of findings that the project suppresses. They count like other findings.',
            examples: [0],
          }),
        version: z
          .string()
          .meta({ description: 'Package version or commit that the score refers to.', examples: ['3.0.1'] }),
        method: z.string().meta({ description: 'Version of the scoring formula.', examples: ['1'] }),
        scanId: z.string().meta({ description: 'ID of the scan that the score refers to.', examples: [''] }),
      })
      .meta({ description: 'Result of the last complete scan.' }),
    quality: z
      .object({
        score: score('Quality score from 0 to 100, based on the measured areas.'),
        grade: GradeOrNone,
        measured: z.boolean().meta({ description: 'False if nothing was measured.', examples: [true] }),
        breakdown: z.object(Areas).meta({ description: 'Score of each area, from 0 to 100.' }),
      })
      .meta({ description: 'Quality of the server, apart from its security.' }),
    packages: z
      .array(ServerPackage)
      .meta({ description: 'Packages and repositories of the server, the first source first.' }),
    claimed: z
      .boolean()
      .meta({ description: 'True if an account has verified that it maintains the server.', examples: [false] }),
    lastScannedAt: LastScannedAt,
    createdAt: z.iso.datetime().meta({ description: 'Time when the server was added to the registry.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Time when the registry entry last changed.' }),
    receiptUrl: z.string().meta({
      description:
        'Address of the signed receipt of the last complete scan. Empty if the current revision has no complete ' +
        'scan.',
      examples: ['https://assay.example/api/v1/servers/npm-mkdirp/receipt'],
    }),
    badgeUrl: z.string().meta({
      description: 'Address of an image with the grade.',
      examples: ['https://assay.example/servers/npm-mkdirp/badge.svg'],
    }),
  })
  .meta({ id: 'ServerDetail', description: 'A server with all details.' })
