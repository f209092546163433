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

/** Server finding, with the maintainer's dispute. */
const ServerFinding = Finding.extend({
  dispute: z
    .object({
      state: z.enum(['open', 'accepted']).meta({
        description:
          'Dispute state. `open`: the dispute has not been reviewed yet. `accepted`: the registry operator ' +
          'agrees with the maintainer.',
      }),
      reason: z.string().meta({ description: 'Reason that the maintainer gave for the dispute.' }),
      review: z
        .string()
        .optional()
        .meta({ description: "Operator's review. Omitted until the dispute has been reviewed." }),
    })
    .optional()
    .meta({
      description:
        'Dispute opened by a maintainer. A dispute does not change the score. Omitted if no dispute exists, ' +
        'or if the dispute was rejected or withdrawn.',
    }),
}).meta({ id: 'ServerFinding', description: "A finding for a server, with the maintainer's dispute, if any." })

/** Lists the published findings behind a server's score. */
export const listServerVulnerabilities = endpoint({
  id: 'list-server-vulnerabilities',
  method: 'get',
  path: '/api/v1/servers/:slug/vulnerabilities',
  tag: 'servers',
  summary: 'List findings for a server',
  description:
    'Returns the findings on which the score is based, most important first. Without filters, the number of findings ' +
    "equals the server's `security.vulnerabilities.total`. Suppressed findings are included, with their " +
    '`suppression` field set. For leaked-secret findings, all details except the rule and severity are withheld. For ' +
    'critical and high code findings without an advisory, all details except the rule, severity, and file are ' +
    `withheld for the first ${publicationLimits.embargoMs / 86_400_000} days. Verified maintainers can see all ` +
    'details immediately.',
  permission: 'anyone',
  readsReplica: true,
  params: ServerParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    severity: Severity.optional().meta({ description: 'Returns only findings with this severity.' }),
    category: Category.optional().meta({ description: 'Returns only findings in this category.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    vulnerabilities: z.array(ServerFinding).meta({ description: 'Findings, most important first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
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
      // Grouped by the published text. A key derived from the whole title would let readers confirm guesses of a
      // withheld title.
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
