import { z } from 'zod'
import { askForScan, type NoScan } from '../../registry/maintainers/ask-for-scan.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'
import { pollSeconds } from './require-scan.ts'
import { SubmittedScan, submittedScan } from './scan-shape.ts'

/** Has a server scanned again. */
export const createRescan = endpoint({
  id: 'create-rescan',
  method: 'post',
  path: '/api/v1/servers/:slug/rescan',
  tag: 'servers',
  summary: 'Have a server scanned again',
  description:
    'Its current revision is scanned, as a scan of the account; the entry of the registry moves with it ' +
    'when it is complete. Of a server one is made an hour, whoever asks.',
  permission: 'scans:write',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 202,
  data: SubmittedScan,
  headers: { Location: 'Path of the scan.', 'Retry-After': 'Seconds after which to ask for its status.' },
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
    return new ApiError('NOT_READY', 'A scan of this server was asked for within the last hour.', {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil((without.nextAt.getTime() - now.getTime()) / 1000))) },
    })
  if (without.reason === 'no source')
    return new ApiError('CONFLICT', 'The server has no package or repository that could be scanned.')
  return new ApiError('OVERLOADED', 'More scans wait than are taken on at once. Ask again later.', {
    headers: { 'Retry-After': '30' },
  })
}
