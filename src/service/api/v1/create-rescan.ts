import { z } from 'zod'
import { askForScan, type NoScan } from '../../registry/maintainers/ask-for-scan.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'
import { pollSeconds } from './require-scan.ts'
import { SubmittedScan, submittedScan } from './scan-shape.ts'

/** Starts a scan of a server's current revision. */
export const createRescan = endpoint({
  id: 'create-rescan',
  method: 'post',
  path: '/api/v1/servers/:slug/rescan',
  tag: 'servers',
  summary: 'Rescan a server',
  description:
    "Starts a scan of the server's current revision. The scan belongs to your account. If the scan has complete " +
    'coverage, its results are shown in the registry. Each server can be rescanned only once per hour across all ' +
    'accounts.',
  permission: 'scans:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: SubmittedScan,
  headers: {
    Location: 'URL path of the scan.',
    'Retry-After': 'Number of seconds to wait before you request the status.',
  },
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_READY'],
  async respond(context, { caller, params }) {
    const server = await requireServer(context.db, params)
    const now = new Date()
    const scan = await askForScan(context, { server, accountId: caller.accountId, keyId: caller.keyId, now })
    if ('reason' in scan) throw notMade(scan, now)
    return {
      data: submittedScan(scan, now),
      headers: { Location: `/api/v1/scans/${scan.id}`, 'Retry-After': String(pollSeconds) },
    }
  },
})

function notMade(without: NoScan, now: Date): ApiError {
  if (without.reason === 'too soon')
    return new ApiError(
      'NOT_READY',
      'A scan of this server was requested within the last hour. Retry after the number of seconds in ' +
        'Retry-After.',
      {
        headers: { 'Retry-After': String(Math.max(1, Math.ceil((without.nextAt.getTime() - now.getTime()) / 1000))) },
      },
    )
  if (without.reason === 'no source')
    return new ApiError('CONFLICT', 'The server does not have a package or repository that can be scanned.')
  return new ApiError('OVERLOADED', 'The scan queue is full. Retry after the number of seconds in Retry-After.', {
    headers: { 'Retry-After': '30' },
  })
}
