import { z } from 'zod'
import { listEntryFindingsAt, listScoredFindings } from '../../db/registry/entries.ts'
import { hasClaimed } from '../../db/registry/servers.ts'
import { Finding } from '../../../engine/model/finding.ts'
import { Grade } from '../../../engine/model/score.ts'
import { explainScore } from '../../registry/rescoring/explain-score.ts'
import { withGroup } from '../../../engine/reports/finding-groups.ts'
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
        description:
          'Points deducted for the finding, rounded to two decimal places. Fewer points are deducted for ' +
          'each additional finding with the same severity.',
        examples: [8],
      }),
    scoreWithout: score.meta({
      description: 'Score that the server would have without this finding.',
      examples: [100],
    }),
    gradeWithout: Grade.meta({ description: 'Grade that the server would have without this finding.' }),
    finding: Finding.meta({ description: 'The published finding.' }),
  })
  .meta({ id: 'ScoreDeduction', description: 'Score deduction for one finding.' })

/** Returns a server's score with its deductions and caps. */
export const getServerScore = endpoint({
  id: 'get-server-score',
  method: 'get',
  path: '/api/v1/servers/:slug/score',
  tag: 'servers',
  summary: "Get a server's score",
  description:
    'Returns all deductions with their findings, largest first, and the caps that apply. The score is 100 minus all ' +
    'deductions, limited by the lowest cap and rounded down. The score is never less than 0. Points are also ' +
    'deducted for suppressed findings.',
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({
    measured: z.boolean().meta({
      description:
        'False until a revision of the server has been scanned completely. Until then, the server has no score, and ' +
        'all numbers are 0.',
      examples: [true],
    }),
    score: score.meta({ description: 'Security score from 0 to 100, where 100 is best.', examples: [92] }),
    grade: Grade.optional().meta({ description: 'Letter grade for the score. Omitted if there is no score.' }),
    method: z.string().meta({ description: 'Scoring formula version.', examples: ['2'] }),
    version: z
      .string()
      .optional()
      .meta({ description: 'Package version or commit to which the score applies.', examples: ['1.0.0'] }),
    scanId: z.string().optional().meta({ description: 'Scan ID.' }),
    deducted: z
      .number()
      .nonnegative()
      .meta({ description: 'Sum of all deductions, rounded to two decimal places.', examples: [8] }),
    caps: z
      .array(
        z.object({
          score: score.meta({ description: 'Maximum score that this cap allows.', examples: [54] }),
          reason: z.string().meta({ description: 'Reason for the cap.', examples: ['an open critical finding'] }),
        }),
      )
      .meta({ description: 'Caps that apply, lowest first.' }),
    suppressed: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Number of findings that the project suppresses. Suppressed findings affect the score in the ' +
          'same way as other findings.',
        examples: [0],
      }),
    deductions: z.array(Deduction).meta({ description: 'Deductions, largest first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
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
              finding: withGroup(
                publishedFinding(found.finding, {
                  firstSeenAt: new Date(found.firstSeenAt),
                  now,
                  isClaimedByCaller,
                }),
              ),
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
