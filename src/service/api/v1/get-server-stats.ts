import { z } from 'zod'
import { readStatistics } from '../../db/registry/statistics.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'

const ServersBy = (description: string, example: Readonly<Record<string, number>>) =>
  z.record(z.string(), z.int().nonnegative()).meta({ description, examples: [example] })

export const getServerStats = endpoint({
  id: 'get-server-stats',
  method: 'get',
  path: '/api/v1/servers/stats',
  tag: 'servers',
  summary: 'Get registry statistics',
  description: 'Returns current statistics for all servers in the registry.',
  permission: 'anyone',
  readsReplica: true,
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
      .meta({ description: 'Total number of score history entries for all servers.', examples: [12_000] }),
    averageScore: z
      .number()
      .min(0)
      .max(100)
      .meta({
        description:
          'Mean score of servers that have a score, rounded to one decimal place. 0 if no server has a score.',
        examples: [78.4],
      }),
    medianScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Median score of servers that have a score. 0 if no server has a score.', examples: [84] }),
    servers: z
      .object({
        byGrade: ServersBy('Keyed by grade. `unknown` counts servers without a grade.', { A: 400, unknown: 20 }),
        byCategory: ServersBy('Keyed by category slug.', { files: 80 }),
        bySourceType: ServersBy('Keyed by the kind of source to which the score applies.', { npm: 600 }),
        byLanguage: ServersBy('Keyed by language. `unknown` counts servers whose language is unknown.', {
          typescript: 500,
        }),
      })
      .meta({ description: 'Number of servers for each key. Keys without servers are omitted.' }),
    vulnerabilities: SeverityCounts,
    updatedAt: z.iso.datetime().meta({ description: 'Time when the statistics were computed.' }),
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
