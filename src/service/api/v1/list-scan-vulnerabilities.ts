import { z } from 'zod'
import { listFindings } from '../../db/scans/findings.ts'
import { Finding, FindingState, findingStates } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { withGroup } from '../../../engine/reports/finding-groups.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireCompletedScan, ScanParams } from './require-scan.ts'

/** Lists the findings of a completed scan, most important first. Lists only open findings unless `state` is set. */
export const listScanVulnerabilities = endpoint({
  id: 'list-scan-vulnerabilities',
  method: 'get',
  path: '/api/v1/scans/:scanId/vulnerabilities',
  tag: 'scans',
  summary: 'List findings for a scan',
  description:
    'Returns the findings for a completed scan, most important first. If `state` is omitted, only open findings (new ' +
    "and existing) are returned. The number of open findings equals the scan's `results.vulnerabilities.total`.",
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    severity: Severity.optional().meta({ description: 'Returns only findings with this severity.' }),
    category: Category.optional().meta({ description: 'Returns only findings in this category.' }),
    state: FindingState.optional().meta({
      description: 'Returns only findings in this state. Defaults to open findings.',
    }),
  }),
  body: undefined,
  status: 200,
  data: z.object({
    vulnerabilities: z.array(Finding).meta({ description: 'Findings, most important first.' }),
    pagination: Pagination,
  }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: ['NOT_FOUND', 'NOT_READY', 'CONFLICT'],
  async respond(context, { caller, params, query }) {
    const scan = await requireCompletedScan(context.db, caller, params.scanId)
    const states = query.state
      ? [query.state]
      : findingStates.filter((state) => state === 'new' || state === 'existing')
    const { findings, total } = await listFindings(
      context.db,
      { scanId: scan.id, states, severity: query.severity, category: query.category },
      { limit: query.limit, offset: (query.page - 1) * query.limit },
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${context.publicUrl}/api/v1/scans/${scan.id}/vulnerabilities`, query, pagination)
    return {
      data: { vulnerabilities: findings.map(withGroup), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
