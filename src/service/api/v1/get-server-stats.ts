import { z } from 'zod'
import { readStatistics } from '../../db/registry/statistics.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'

const ServersBy = (description: string, example: Readonly<Record<string, number>>) =>
  z.record(z.string(), z.int().nonnegative()).meta({ description, examples: [example] })

/** The registry in numbers. */
export const getServerStats = endpoint({
  id: 'get-server-stats',
  method: 'get',
  path: '/api/v1/servers/stats',
  tag: 'servers',
  summary: 'Read statistics of the registry',
  description: 'Over all servers of the registry, as they are at this moment.',
  permission: 'anyone',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    totalServers: z
      .int()
      .nonnegative()
      .meta({ description: 'Servers.', examples: [1_000] }),
    totalScans: z
      .int()
      .nonnegative()
      .meta({ description: 'Points in the histories of their scores.', examples: [12_000] }),
    averageScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Mean of the scores of those that have one, to a tenth; 0: none has.', examples: [78.4] }),
    medianScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Their median; 0: none has one.', examples: [84] }),
    servers: z
      .object({
        byGrade: ServersBy('By grade; those without one are under `unknown`.', { A: 400, unknown: 20 }),
        byCategory: ServersBy('By slug of their category.', { files: 80 }),
        bySourceType: ServersBy('By the kind of source that their score is of.', { npm: 600 }),
        byLanguage: ServersBy('By language; those of which it is not known are under `unknown`.', { typescript: 500 }),
      })
      .meta({ description: 'How many servers there are of each kind; kinds of which there is none are left out.' }),
    vulnerabilities: SeverityCounts,
    updatedAt: z.iso.datetime().meta({ description: 'When this was so.' }),
  }),
  errors: [],
  async respond({ db }) {
    const {
      servers,
      scans,
      averageScore,
      medianScore,
      byGrade,
      byCategory,
      bySourceType,
      byLanguage,
      vulnerabilities,
    } = await readStatistics(db)
    return {
      data: {
        totalServers: servers,
        totalScans: scans,
        averageScore: Math.round((averageScore ?? 0) * 10) / 10,
        medianScore: medianScore ?? 0,
        servers: {
          byGrade: named(byGrade),
          byCategory: named(byCategory),
          bySourceType: named(bySourceType),
          byLanguage: named(byLanguage),
        },
        vulnerabilities,
        updatedAt: new Date().toISOString(),
      },
    }
  },
})

const named = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([value, servers]) => [value || 'unknown', servers]))
