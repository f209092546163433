import { z } from 'zod'
import { listServerHistory as listHistory } from '../../db/registry/history-list.ts'
import { Grade } from '../../../engine/model/score.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'
import { wholeNumber } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

const HistoryEntry = z
  .object({
    scanId: z.string().meta({ description: 'Scan ID.', examples: ['scan_5Qy1V0nB2Xw8Zk3Rj7Lm4Tp6Ua9'] }),
    scannedAt: z.iso.datetime().meta({ description: 'Time when the scan finished.' }),
    securityScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'Security score after the change.', examples: [80] }),
    grade: Grade,
    vulnerabilities: SeverityCounts,
    version: z.string().meta({ description: 'Scanned package version or commit.', examples: ['3.0.1'] }),
    cause: z.enum(['code', 'advisory', 'rules', 'metadata', 'resolution']).meta({
      description:
        "Cause of the change. `code`: the server's code changed. `advisory`: advisories changed. `rules`: the rules " +
        'or the formula changed. `metadata`: the package metadata changed. `resolution`: the registries have newer ' +
        'versions of dependencies without a lockfile.',
    }),
    method: z.string().meta({ description: 'Scoring formula version.', examples: ['2'] }),
    advisories: z.array(z.string()).meta({
      description: 'Advisories that caused the change, including withdrawn ones. Empty for other causes.',
      examples: [[]],
    }),
    changedAt: z.iso.datetime().optional().meta({
      description: 'Time of this change. Omitted if a new scan caused the change. In that case, use `scannedAt`.',
    }),
  })
  .meta({ id: 'HistoryEntry', description: "An entry in a server's score history." })

export const listServerHistory = endpoint({
  id: 'list-server-history',
  method: 'get',
  path: '/api/v1/servers/:slug/history',
  tag: 'servers',
  summary: "List a server's score history",
  description: "Returns the entries in a server's score history, newest first, each with the cause of the change.",
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: z.strictObject({
    limit: wholeNumber('limit', 100)
      .default(10)
      .meta({ description: 'Number of entries to return, starting with the newest.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({ history: z.array(HistoryEntry).meta({ description: 'History entries, newest first.' }) }),
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db }, { params, query }) {
    const server = await requireServer(db, params)
    const points = await listHistory(db, server.id, query.limit)
    return {
      data: {
        history: points.map(
          ({
            scanId,
            scannedAt,
            securityScore,
            grade,
            vulnerabilities,
            version,
            cause,
            method,
            advisories,
            changedAt,
          }) => ({
            scanId,
            scannedAt: scannedAt.toISOString(),
            securityScore,
            grade,
            vulnerabilities,
            version,
            cause,
            method,
            advisories,
            ...(changedAt && { changedAt: changedAt.toISOString() }),
          }),
        ),
      },
    }
  },
})
