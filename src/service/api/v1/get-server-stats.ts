import { z } from 'zod'
import { readStatistics } from '../../db/registry/statistics.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'

const ServersBy = (description: string, example: Readonly<Record<string, number>>) =>
  z.record(z.string(), z.int().nonnegative()).meta({ description, examples: [example] })

/** Statistics of the registry. */
export const getServerStats = endpoint({
  id: 'get-server-stats',
  method: 'get',
  path: '/api/v1/servers/stats',
  tag: 'servers',
  summary: 'Get registry statistics',
  description: 'Returns current statistics of all servers in the registry.',
  permission: 'anyone',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    totalServers: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of servers.', examples: [1_000] }),
    totalScans: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of entries in the score histories of all servers.', examples: [12_000] }),
    averageScore: z
      .number()
      .min(0)
      .max(100)
      .meta({
        description: 'Mean score of the scored servers, rounded to 0.1. 0 if no server has a score.',
        examples: [78.4],
      }),
    medianScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Median score of the scored servers. 0 if no server has a score.', examples: [84] }),
    servers: z
      .object({
        byGrade: ServersBy('By grade. `unknown` counts servers without a grade.', { A: 400, unknown: 20 }),
        byCategory: ServersBy('By slug of the category.', { files: 80 }),
        bySourceType: ServersBy('By kind of source that the score refers to.', { npm: 600 }),
        byLanguage: ServersBy('By language. `unknown` counts servers with an unknown language.', { typescript: 500 }),
      })
      .meta({ description: 'Number of servers by kind. Kinds without servers are omitted.' }),
    vulnerabilities: SeverityCounts,
    updatedAt: z.iso.datetime().meta({ description: 'Time of the statistics.' }),
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
