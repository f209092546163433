import { z } from 'zod'
import { type DisputeRow, listDisputesOfFindings } from '../../db/registry/disputes.ts'
import { listServerFindings } from '../../db/registry/findings-list.ts'
import { hasClaimed } from '../../db/registry/servers.ts'
import { Finding } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { withGroup } from '../../../engine/reports/finding-groups.ts'
import { publicationLimits } from '../../../engine/reports/publication-limits.ts'
import { publishedFinding } from '../../../engine/reports/published-finding.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** A finding of a server, with the dispute of its maintainer. */
const ServerFinding = Finding.extend({
  dispute: z
    .object({
      state: z.enum(['open', 'accepted']).meta({
        description:
          'State of the dispute. `open`: not reviewed yet. `accepted`: the operator of this registry agrees.',
      }),
      reason: z.string().meta({ description: 'Reason given by the maintainer.' }),
      review: z.string().optional().meta({ description: 'Review by the operator. Omitted before the review.' }),
    })
    .optional()
    .meta({
      description:
        'Dispute by a maintainer. It does not change the score. Omitted without a dispute, and if it was ' +
        'rejected or withdrawn.',
    }),
}).meta({ id: 'ServerFinding', description: 'A finding of a server, with the dispute of its maintainer.' })

/** The published findings that the score of a server is based on. */
export const listServerVulnerabilities = endpoint({
  id: 'list-server-vulnerabilities',
  method: 'get',
  path: '/api/v1/servers/:slug/vulnerabilities',
  tag: 'servers',
  summary: 'List findings of a server',
  description:
    'Returns the findings that the score is based on, worst first. Their total equals the counts of the server. ' +
    'Findings that the project suppresses are included with `suppression`. For secrets, only the rule is ' +
    'published. For critical and high findings in code without an advisory, only rule, severity, and file are ' +
    `published for the first ${publicationLimits.embargoMs / 86_400_000} days. Verified maintainers see all details ` +
    'immediately.',
  permission: 'anyone',
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    severity: Severity.optional().meta({ description: 'Returns only findings with this severity.' }),
    category: Category.optional().meta({ description: 'Returns only findings in this category.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    vulnerabilities: z.array(ServerFinding).meta({ description: 'Findings, worst first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages, RFC 8288. Omitted if there is only one page.' },
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
      // Grouped by what is published: a key of the whole title would confirm guesses of a withheld one.
      ...withGroup(publishedFinding(finding, { firstSeenAt, now, isClaimedByCaller })),
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
