import { z } from 'zod'
import { type DisputeRow, listDisputesOfFindings } from '../../db/registry/disputes.ts'
import { listServerFindings } from '../../db/registry/findings-list.ts'
import { hasClaimed } from '../../db/registry/servers.ts'
import { Finding } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** A finding of a server, and what its maintainer objects. */
const ServerFinding = Finding.extend({
  dispute: z
    .object({
      state: z
        .enum(['open', 'accepted'])
        .meta({ description: '`open`: not reviewed yet. `accepted`: whoever runs this registry agrees with it.' }),
      reason: z.string().meta({ description: 'Why the maintainer holds it to be wrong.' }),
      review: z.string().optional().meta({ description: 'What the review says; absent before it.' }),
    })
    .optional()
    .meta({
      description: "A maintainer's objection; it moves no score. Absent where there is none, or it was rejected.",
    }),
}).meta({ id: 'ServerFinding', description: 'A finding of a server, and what its maintainer objects.' })

/** Findings that a server's score is of, as they are published. */
export const listServerVulnerabilities = endpoint({
  id: 'list-server-vulnerabilities',
  method: 'get',
  path: '/api/v1/servers/:slug/vulnerabilities',
  tag: 'servers',
  summary: 'List the findings of a server',
  description:
    'Those that its score is of, worst first; the totals agree with its counts. Findings that the project ' +
    'asks to be left out are among them, with `suppression`. Of secrets only the rule is told, of critical ' +
    'and high findings in code without an advisory only rule, severity and file for a time; who has shown ' +
    'to maintain the server sees all.',
  permission: 'anyone',
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    severity: Severity.optional().meta({ description: 'Only findings of this severity.' }),
    category: Category.optional().meta({ description: 'Only findings of this category.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    vulnerabilities: z.array(ServerFinding).meta({ description: 'Worst first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db, publicUrl }, { caller, params, query }) {
    const server = await requireServer(db, params)
    const isClaimedByCaller = caller !== undefined && (await hasClaimed(db, caller.accountId, server.id))
    const { findings, total } = await listServerFindings(
      db,
      { serverId: server.id, severity: query.severity, category: query.category },
      { limit: query.limit, offset: (query.page - 1) * query.limit },
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/servers/${server.slug}/vulnerabilities`, query, pagination)
    const disputes = await listDisputesOfFindings(
      db,
      server.id,
      findings.map(({ finding }) => finding.fingerprint),
    )
    const now = new Date()
    const shown = findings.map(({ finding, firstSeenAt }) => ({
      ...publishedFinding(finding, { firstSeenAt, now, isClaimedByCaller }),
      ...shownDispute(disputes.get(finding.fingerprint)),
    }))
    return { data: { vulnerabilities: shown, pagination }, ...(links && { headers: { Link: links } }) }
  },
})

function shownDispute(dispute: DisputeRow | undefined): Pick<z.infer<typeof ServerFinding>, 'dispute'> {
  if (dispute?.state !== 'open' && dispute?.state !== 'accepted') return {}
  return {
    dispute: {
      state: dispute.state,
      reason: dispute.reason,
      ...(dispute.review !== null && { review: dispute.review }),
    },
  }
}
