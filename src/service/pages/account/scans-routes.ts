import { z } from 'zod'
import { Pagination } from '../../api/pagination.ts'
import { listScans } from '../../api/v1/list-scans.ts'
import { ListedScan } from '../../api/v1/scan-shape.ts'
import { ScanStatus } from '../../../engine/model/scan.ts'
import { pageNumber } from '../parts/paging.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { scansPage } from './scans-page.ts'

const Scans = z.object({ scans: z.array(ListedScan), pagination: Pagination })

/** Serves the account's list of scans. If the status is unknown, lists all scans. */
export function serveAccountScans({ context, onPage }: AccountRoutes): void {
  onPage('/account/scans', '/account/scans', async (member, frame) => {
    const { query } = member.request
    const status = ScanStatus.safeParse(query['status']).data
    return scansPage(frame, {
      status,
      ...(await callEndpoint(context, member, listScans, Scans, {
        query: { page: String(pageNumber(query['page'])), ...(status && { status }) },
      })),
    })
  })
}
