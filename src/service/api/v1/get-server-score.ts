import { z } from 'zod'
import { listEntryFindingsAt, listScoredFindings } from '../../db/registry/entries.ts'
import { hasClaimed } from '../../db/registry/servers.ts'
import { Finding } from '../../../engine/model/finding.ts'
import { Grade } from '../../../engine/model/score.ts'
import { explainScore } from '../../registry/rescoring/explain-score.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { scoringMethod } from '../../../engine/scanner/score.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

const score = z.int().min(0).max(100)

const Deduction = z
  .object({
    points: z
      .number()
      .nonnegative()
      .meta({
        description: 'Taken from 100 for it, to a hundredth; each further finding of a severity takes less.',
        examples: [8],
      }),
    scoreWithout: score.meta({ description: 'What the score would be without it alone.', examples: [100] }),
    gradeWithout: Grade.meta({ description: 'The grade of that.' }),
    finding: Finding.meta({ description: 'As it is published.' }),
  })
  .meta({ id: 'ScoreDeduction', description: 'What one finding takes from a score.' })

/** Why a server has the score that it has. */
export const getServerScore = endpoint({
  id: 'get-server-score',
  method: 'get',
  path: '/api/v1/servers/:slug/score',
  tag: 'servers',
  summary: 'Explain the score of a server',
  description:
    'Every deduction with its finding, the weightiest first, and the caps that are in force: the score is ' +
    '100 less what is deducted, at most the lowest cap, rounded down, and never below 0. Findings that the ' +
    'project asks to be left out count.',
  permission: 'anyone',
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({
    measured: z.boolean().meta({
      description:
        'False before the first complete scan of a current revision: then there is no score, and the ' +
        'numbers say nothing.',
      examples: [true],
    }),
    score: score.meta({ description: 'From 0 to 100; 100 is best.', examples: [92] }),
    grade: Grade.optional().meta({ description: 'The letter for it; absent where there is no score.' }),
    method: z.string().meta({ description: 'Version of the formula that explains it.', examples: ['1'] }),
    version: z
      .string()
      .optional()
      .meta({ description: 'Package version or commit that it is of.', examples: ['1.0.0'] }),
    scanId: z.string().optional().meta({ description: 'The scan that examined it.' }),
    deducted: z
      .number()
      .nonnegative()
      .meta({ description: 'Sum of all deductions, to a hundredth.', examples: [8] }),
    caps: z
      .array(
        z.object({
          score: score.meta({ description: 'The score is at most this.', examples: [54] }),
          reason: z.string().meta({ description: 'Why.', examples: ['an open critical finding'] }),
        }),
      )
      .meta({ description: 'Caps that are in force, lowest first.' }),
    suppressed: z
      .int()
      .nonnegative()
      .meta({ description: 'Findings that the project asks to be left out; they count all the same.', examples: [0] }),
    deductions: z.array(Deduction).meta({ description: 'The weightiest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db, publicUrl }, { caller, params, query }) {
    const server = await requireServer(db, params)
    const isClaimedByCaller = caller !== undefined && (await hasClaimed(db, caller.accountId, server.id))
    const explained = server.securityScore === null ? undefined : explainScore(await listScoredFindings(db, server.id))
    const pagination = paginate(query, explained?.deductions.length ?? 0)
    const start = (query.page - 1) * query.limit
    const page = explained?.deductions.slice(start, start + query.limit) ?? []
    const findings = new Map(
      (
        await listEntryFindingsAt(
          db,
          server.id,
          page.map(({ ordinal }) => ordinal),
        )
      ).map((one) => [one.ordinal, one]),
    )
    const now = new Date()
    const deductions = page.flatMap(({ ordinal, ...deduction }) => {
      const found = findings.get(ordinal)
      return found
        ? [
            {
              ...deduction,
              finding: publishedFinding(found.finding, {
                firstSeenAt: new Date(found.firstSeenAt),
                now,
                isClaimedByCaller,
              }),
            },
          ]
        : []
    })
    const links = paginationLinks(`${publicUrl}/api/v1/servers/${server.slug}/score`, query, pagination)
    return {
      data: {
        measured: explained !== undefined,
        score: explained?.score ?? 0,
        method: explained?.method ?? scoringMethod,
        deducted: explained?.deducted ?? 0,
        caps: explained ? [...explained.caps] : [],
        suppressed: server.suppressed,
        deductions,
        pagination,
        ...(explained && { grade: explained.grade }),
        ...(server.version !== null && { version: server.version }),
        ...(server.scanId !== null && { scanId: server.scanId }),
      },
      ...(links && { headers: { Link: links } }),
    }
  },
})
