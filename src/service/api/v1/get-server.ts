import { z } from 'zod'
import { findServerParts } from '../../db/registry/servers.ts'
import { listReceiptedServers } from '../../registry/receipts/issue-receipts.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerIdOrSlugParams } from './require-server.ts'
import { serverDetail } from './server-answer.ts'
import { ServerDetail } from './server-shape.ts'

export const getServer = endpoint({
  id: 'get-server',
  method: 'get',
  path: '/api/v1/servers/:idOrSlug',
  tag: 'servers',
  summary: 'Get a server',
  description:
    'Returns a server by ID or slug. A text field is empty if its value is unknown. Unknown numbers are reported ' +
    'as 0, with `measured` set to `false`. If the server was merged into another server, the response redirects ' +
    'to that server.',
  permission: 'anyone',
  readsReplica: true,
  params: ServerIdOrSlugParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: ServerDetail,
  errors: ['NOT_FOUND'],
  mayHaveMoved: true,
  async respond({ db, publicUrl }, { params }) {
    const server = await requireServer(db, params)
    const [parts, receipted] = await Promise.all([
      findServerParts(db, server.id),
      listReceiptedServers(db, [server.id]),
    ])
    return { data: serverDetail(server, { ...parts, hasReceipt: receipted.has(server.id) }, publicUrl) }
  },
})
