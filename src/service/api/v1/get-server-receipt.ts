import { z } from 'zod'
import { DsseEnvelope, ReceiptStatement } from '../../../engine/model/receipt.ts'
import { receiptOf } from '../../registry/receipts/issue-receipts.ts'
import { keySetPath } from '../../../engine/receipts/key-set.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** Returns the signed receipt of the scan behind a server's score. */
export const getServerReceipt = endpoint({
  id: 'get-server-receipt',
  method: 'get',
  path: '/api/v1/servers/:slug/receipt',
  tag: 'servers',
  summary: "Get a server's receipt",
  description:
    'Returns a signed statement about the scan of the current revision. The statement is bound to the digest of the ' +
    'scanned source and signed with Ed25519 in a DSSE envelope. Anyone can verify the receipt offline with `assay ' +
    'verify-receipt` or with any DSSE tool. A receipt is valid for at most 30 days. A server has no receipt if the ' +
    'scan was incomplete or if a newer revision has not been scanned yet.',
  permission: 'anyone',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    envelope: DsseEnvelope.meta({ description: 'The receipt.' }),
    statement: ReceiptStatement.meta({
      description:
        'Decoded payload. Before you rely on the content, verify the signature of the envelope, and then read the ' +
        'payload from the envelope instead of this copy.',
    }),
    keysUrl: z.url().meta({ description: 'URL of the public keys, including retired keys.' }),
  }),
  errors: ['NOT_FOUND', 'NOT_READY'],
  async respond(context, { params }) {
    const server = await requireServer(context.db, params)
    const receipt = await receiptOf(context, server.id, new Date())
    if (!receipt)
      throw new ApiError(
        'NOT_READY',
        'The current revision of this server has no complete scan yet. Retry after the number of seconds in ' +
          'Retry-After.',
        {
          headers: { 'Retry-After': '3600' },
        },
      )
    return { data: { ...receipt, keysUrl: `${context.publicUrl}${keySetPath}` } }
  },
})
