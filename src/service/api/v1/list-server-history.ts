import { z } from 'zod'
import { listServerHistory as listHistory } from '../../db/registry/history-list.ts'
import { Grade } from '../../../engine/model/score.ts'
import { SeverityCounts } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'
import { wholeNumber } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

const HistoryEntry = z
  .object({
    scanId: z.string().meta({ description: 'The scan that it is of.', examples: ['scan_5Qy1V0nB2Xw8Zk3Rj7Lm4Tp6Ua9'] }),
    scannedAt: z.iso.datetime().meta({ description: 'When that scan ended.' }),
    securityScore: z
      .number()
      .min(0)
      .max(100)
      .meta({ description: 'The score from then on.', examples: [80] }),
    grade: Grade,
    vulnerabilities: SeverityCounts,
    version: z.string().meta({ description: 'The package version or commit that was scanned.', examples: ['3.0.1'] }),
    cause: z.enum(['code', 'advisory', 'rules', 'metadata']).meta({
      description:
        'Why the score may be another one than before: `code`: the server changed; `advisory`: new ' +
        'advisories; `rules`: another set of rules, or another formula; `metadata`: what is told of it.',
    }),
    method: z.string().meta({ description: 'Version of the formula.', examples: ['1'] }),
    advisories: z.array(z.string()).meta({
      description: 'Advisories that did it, also by being withdrawn; empty for other causes.',
      examples: [[]],
    }),
    changedAt: z.iso.datetime().optional().meta({
      description:
        'When it changed without a scan, as more was known of what had been scanned; absent where the scan did it.',
    }),
  })
  .meta({ id: 'HistoryEntry', description: "A point in the history of a server's score." })

/** How a server's score came about. */
export const listServerHistory = endpoint({
  id: 'list-server-history',
  method: 'get',
  path: '/api/v1/servers/:slug/history',
  tag: 'servers',
  summary: 'List the history of a server',
  description: 'Its scores over time, newest first, each with what caused it.',
  permission: 'anyone',
  params: ServerParams,
  query: z.strictObject({
    limit: wholeNumber('limit', 100).default(10).meta({ description: 'How many, from the newest.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({ history: z.array(HistoryEntry).meta({ description: 'Newest first.' }) }),
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
