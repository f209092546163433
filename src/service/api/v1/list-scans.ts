import { z } from 'zod'
import { listScans as list } from '../../db/scans/scans.ts'
import { urlLimits } from '../../../engine/sources/url-limits.ts'
import { ScanStatus } from '../../../engine/model/scan.ts'
import { sourceTypes } from '../../../engine/model/target.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { ListedScan, listedScan } from './scan-shape.ts'

/** Text that PostgreSQL accepts, at most as long as a URL. */
const Address = z
  .string()
  .min(1, 'should not be empty')
  .max(urlLimits.maxUrlBytes)
  .regex(/^[^\0]*$/, 'should not contain control characters')
  .refine((text) => text.isWellFormed(), 'should not contain invalid Unicode')

/** Lists the scans of the account, newest first. */
export const listScans = endpoint({
  id: 'list-scans',
  method: 'get',
  path: '/api/v1/scans',
  tag: 'scans',
  summary: 'List scans',
  description:
    "Returns the account's scans, newest first. The `url` and `canonicalUrl` filters require an exact match.",
  permission: 'scans:read',
  forWorkflows: true,
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 20 }).extend({
    status: ScanStatus.optional().meta({ description: 'Returns only scans with this status.' }),
    sourceType: z
      .enum(sourceTypes)
      .exclude(['folder'])
      .optional()
      .meta({ description: 'Returns only scans for this kind of project.' }),
    url: Address.optional().meta({ description: 'Returns only scans that were submitted with this URL.' }),
    canonicalUrl: Address.optional().meta({ description: 'Returns only scans for the project with this page URL.' }),
  }),
  body: undefined,
  status: 200,
  data: z.object({ scans: z.array(ListedScan).meta({ description: 'Scans, newest first.' }), pagination: Pagination }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
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
