import { z } from 'zod'
import { listFindings } from '../../db/scans/findings.ts'
import { Finding, FindingState, findingStates } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { requireCompletedScan, ScanParams } from './require-scan.ts'

/** Findings of a completed scan, worst first: the open ones unless `state` asks for others. */
export const listScanVulnerabilities = endpoint({
  id: 'list-scan-vulnerabilities',
  method: 'get',
  path: '/api/v1/scans/:scanId/vulnerabilities',
  tag: 'scans',
  summary: 'List the findings of a scan',
  description:
    'Worst first. Open findings (new and existing) unless `state` asks for others; the totals agree with ' +
    "the counts of the scan's results.",
  permission: 'scans:read',
  forWorkflows: true,
  params: ScanParams,
  query: PageQuery({ defaultLimit: 50 }).extend({
    severity: Severity.optional().meta({ description: 'Only findings of this severity.' }),
    category: Category.optional().meta({ description: 'Only findings of this category.' }),
    state: FindingState.optional().meta({ description: 'Only findings in this state; absent: the open ones.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({ vulnerabilities: z.array(Finding).meta({ description: 'Worst first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
    return { data: { vulnerabilities: findings, pagination }, ...(links && { headers: { Link: links } }) }
  },
})
