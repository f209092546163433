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

/** A grade, or nothing where there is none. */
const GradeOrNone = Grade.or(z.literal('')).meta({
  description: 'The letter for the score; empty where there is none.',
  examples: ['B'],
})

const areas = ['maintenance', 'popularity', 'documentation', 'compatibility'] as const

const Areas = {
  maintenance: score('How it is kept: releases, commits, answers.'),
  popularity: score('How many use it.'),
  documentation: score('What it tells its users.'),
  compatibility: score('What it runs and works with.'),
  measured: z
    .object(
      Object.fromEntries(
        areas.map((area) => [
          area,
          z.boolean().meta({ description: 'False: nothing of it could be measured, and its 0 stands for that.' }),
        ]),
      ) as Record<(typeof areas)[number], z.ZodBoolean>,
    )
    .meta({ description: 'Which of these were measured.' }),
}

const Counts = SeverityCounts.omit({ total: true }).meta({
  id: 'ServerSeverityCounts',
  description: 'Open findings of each severity.',
})

const identity = {
  id: z.uuid().meta({ description: 'Names the server.', examples: ['6b1f3c9e-8a52-4c1d-9a77-0d2f5e8b1c34'] }),
  name: z.string().meta({ description: 'What it calls itself.', examples: ['mkdirp'] }),
  slug: z.string().meta({ description: 'Names the server in paths; never changes hands.', examples: ['npm-mkdirp'] }),
  description: z.string().meta({ description: 'What it says of itself; empty: nothing.', examples: ['Makes folders'] }),
  category: z.string().meta({ description: 'Slug of its category.', examples: ['files'] }),
  sourceType: ServerSourceType,
  language: z.string().meta({
    description: 'The language that most of its code is in, lower case; empty: not known.',
    examples: ['typescript'],
  }),
  status: ServerStatus,
  repositoryUrl: z.string().meta({
    description: 'Page of its repository; empty: none is known.',
    examples: ['https://github.com/owner/repository'],
  }),
  npmPackage: z.string().meta({ description: 'Its package on npm; empty: none.', examples: ['mkdirp'] }),
  pypiPackage: z.string().meta({ description: 'Its package on PyPI; empty: none.', examples: [''] }),
}

const LastScannedAt = z.iso
  .datetime()
  .or(z.literal(''))
  .meta({
    description: 'When the scan ended that the score is of; empty: none was complete.',
    examples: ['2026-01-31T12:00:00.000Z'],
  })

/** A server as lists have it. */
export const ListedServer = z
  .object({
    ...identity,
    securityScore: score('By its open findings, 0 to 100; 0 where it was not scanned.'),
    grade: GradeOrNone,
    measured: z.boolean().meta({
      description: 'False: no complete scan yet; score and counts are 0 and the grade is empty for that.',
      examples: [true],
    }),
    lastScannedAt: LastScannedAt,
    vulnerabilities: Counts,
    qualityMetrics: z.object(Areas).meta({ description: 'Scores of its quality, 0 to 100.' }),
    createdAt: z.iso.datetime().meta({ description: 'Since when the registry has it.' }),
  })
  .meta({ id: 'ListedServer', description: 'A server as lists have it.' })

/** A server that a search found. */
export const FoundServer = ListedServer.extend({
  relevance: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description:
        'How well it matches: from 0.8 on by its whole name, from 0.6 by the beginning, from 0.4 by words ' +
        'of its name, from 0.2 by words like them, below that by its description.',
      examples: [0.85],
    }),
}).meta({ id: 'FoundServer', description: 'A server that a search found.' })

/** Why a package and a repository are the same server. */
const JoinedBy = z
  .object({
    package: z
      .object({
        type: z.enum(['npm', 'pypi']).meta({ description: 'Where the package is.' }),
        name: z.string().meta({ description: 'Its name.', examples: ['mkdirp'] }),
        revision: z.string().meta({ description: 'The version that says so.', examples: ['3.0.1'] }),
        says: z.string().meta({ description: 'What it says of the repository.' }),
      })
      .meta({ description: 'The side of the package.' }),
    repository: z
      .object({
        url: z.string().meta({ description: 'Its page.', examples: ['https://github.com/owner/repository'] }),
        revision: z.string().meta({ description: 'The commit that says so.' }),
        manifest: z.string().meta({ description: 'The manifest that has the name.', examples: ['package.json'] }),
        says: z.string().meta({ description: 'What it says of the package.' }),
      })
      .meta({ description: 'The side of the repository.' }),
  })
  .meta({
    id: 'JoinedBy',
    description: 'Why a package and a repository are the same server: what each of them says of the other.',
  })

/** A package, or a folder of a repository, that a server is published as. */
const ServerPackage = z
  .object({
    type: ServerSourceType,
    name: z
      .string()
      .meta({ description: 'Of the package, or owner and name of the repository.', examples: ['mkdirp'] }),
    url: z.string().meta({ description: 'Its page.', examples: ['https://www.npmjs.com/package/mkdirp'] }),
    folder: z
      .string()
      .meta({ description: 'Folder of the repository; empty: its root, or a package.', examples: [''] }),
    revision: z.string().meta({
      description: 'The version or commit that is the current one; empty: not known yet.',
      examples: ['3.0.1'],
    }),
    joinedAt: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When it became part of the server; absent for the one that made it.' }),
    joinedBy: JoinedBy.optional().meta({ description: 'Why it belongs to the server: what both sides say.' }),
  })
  .meta({ id: 'ServerPackage', description: 'A package, or a folder of a repository, that a server is published as.' })

/** A server with all that is known of it. */
export const ServerDetail = z
  .object({
    ...identity,
    categories: z.array(z.string()).meta({ description: 'Slugs of all its categories.', examples: [['files']] }),
    stars: z
      .int()
      .nonnegative()
      .meta({ description: 'Stars of its repository; 0 where `measured` says so.', examples: [120] }),
    downloads: z
      .int()
      .nonnegative()
      .meta({ description: 'Downloads of its package in a month; 0 where `measured` says so.', examples: [4_000] }),
    measured: z
      .object({
        stars: z.boolean().meta({ description: 'False: not known.' }),
        downloads: z.boolean().meta({ description: 'False: not known.' }),
      })
      .meta({ description: 'Which of these counts were measured.' }),
    security: z
      .object({
        score: score('By its open findings, 0 to 100.'),
        grade: GradeOrNone,
        vulnerabilities: SeverityCounts,
        measured: z.boolean().meta({
          description: 'False: no complete scan yet; score and counts are 0 and the grade is empty for that.',
          examples: [true],
        }),
        suppressed: z
          .int()
          .nonnegative()
          .meta({
            description: 'Findings that the project asks to be left out. They count all the same.',
            examples: [0],
          }),
        version: z
          .string()
          .meta({ description: 'The package version or commit that the score is of.', examples: ['3.0.1'] }),
        method: z.string().meta({ description: 'Version of the formula.', examples: ['1'] }),
        scanId: z.string().meta({ description: 'The scan that the score is of.', examples: [''] }),
      })
      .meta({ description: 'What its last complete scan found.' }),
    quality: z
      .object({
        score: score('Of the areas that were measured, 0 to 100.'),
        grade: GradeOrNone,
        measured: z.boolean().meta({ description: 'False: nothing was measured.', examples: [true] }),
        breakdown: z.object(Areas).meta({ description: 'Each area, 0 to 100.' }),
      })
      .meta({ description: 'How good it is beside its security.' }),
    packages: z.array(ServerPackage).meta({ description: 'All that it is published as, the first one first.' }),
    claimed: z.boolean().meta({ description: 'An account has shown that it maintains the server.', examples: [false] }),
    lastScannedAt: LastScannedAt,
    createdAt: z.iso.datetime().meta({ description: 'Since when the registry has it.' }),
    updatedAt: z.iso.datetime().meta({ description: 'When its entry last changed.' }),
    receiptUrl: z.string().meta({
      description:
        'Where the signed receipt of its last complete scan is; empty: there is none, as long as its ' +
        'current revision was not scanned completely.',
      examples: ['https://assay.example/api/v1/servers/npm-mkdirp/receipt'],
    }),
    badgeUrl: z.string().meta({
      description: 'A picture of its grade.',
      examples: ['https://assay.example/servers/npm-mkdirp/badge.svg'],
    }),
  })
  .meta({ id: 'ServerDetail', description: 'A server with all that is known of it.' })
