import { z } from 'zod'
import { listScans as list } from '../../db/scans/scans.ts'
import { urlLimits } from '../../../engine/sources/url-limits.ts'
import { ScanStatus } from '../../../engine/model/scan.ts'
import { sourceTypes } from '../../../engine/model/target.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { ListedScan, listedScan } from './scan-shape.ts'

/** What Postgres takes as text, and no longer than an address may be. */
const Address = z
  .string()
  .min(1, 'should not be empty')
  .max(urlLimits.maxUrlBytes)
  .regex(/^[^\0]*$/, 'should have no control characters')
  .refine((text) => text.isWellFormed(), 'should have no broken Unicode in it')

/** The account's scans, newest first. */
export const listScans = endpoint({
  id: 'list-scans',
  method: 'get',
  path: '/api/v1/scans',
  tag: 'scans',
  summary: 'List the scans of the account',
  description:
    'Newest first. `url` and `canonicalUrl` are compared as a whole: with what was submitted, and with the ' +
    'page that a scan found behind it.',
  permission: 'scans:read',
  forWorkflows: true,
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }).extend({
    status: ScanStatus.optional().meta({ description: 'Only scans with this status.' }),
    sourceType: z
      .enum(sourceTypes)
      .exclude(['folder'])
      .optional()
      .meta({ description: 'Only scans of this kind of project.' }),
    url: Address.optional().meta({ description: 'Only scans that were submitted with this address.' }),
    canonicalUrl: Address.optional().meta({ description: 'Only scans of the project with this page.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({ scans: z.array(ListedScan).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const { page, limit, ...filter } = query
    const { scans, total } = await list(
      db,
      caller.accountId,
      { ...filter, ...(caller.workflowOf && { submittedByKey: caller.keyId }) },
      { limit, offset: (page - 1) * limit },
    )
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/scans`, query, pagination)
    const now = new Date()
    return {
      data: { scans: scans.map((scan) => listedScan(scan, now)), pagination },
      ...(links && { headers: { Link: links } }),
    }
  },
})
