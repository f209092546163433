import { z } from 'zod'
import { DsseEnvelope, ReceiptStatement } from '../../../engine/model/receipt.ts'
import { receiptOf } from '../../registry/receipts/issue-receipts.ts'
import { keySetPath } from '../../../engine/receipts/key-set.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { requireServer, ServerParams } from './require-server.ts'

/** The signed word on the scan that a server's score is of. */
export const getServerReceipt = endpoint({
  id: 'get-server-receipt',
  method: 'get',
  path: '/api/v1/servers/:slug/receipt',
  tag: 'servers',
  summary: 'Read the receipt of a server',
  description:
    'What the scan of its current revision found, bound to the digest of what was scanned and signed with ' +
    'Ed25519 in a DSSE envelope, so that others can hand it on. It holds for 30 days at most. `assay ' +
    'verify-receipt` verifies it without asking anybody, as does every program that knows DSSE. There is ' +
    'none for scans that were not complete, and while a newer revision waits to be scanned.',
  permission: 'anyone',
  mayHaveMoved: true,
  params: ServerParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({
    envelope: DsseEnvelope.meta({ description: 'The receipt.' }),
    statement: ReceiptStatement.meta({
      description: 'What the payload of the envelope says. Believe it from there, once the signature holds.',
    }),
    keysUrl: z.url().meta({ description: 'Where the public keys are, those included that sign no more.' }),
  }),
  errors: ['NOT_FOUND', 'NOT_READY'],
  async respond(context, { params }) {
    const server = await requireServer(context.db, params)
    const receipt = await receiptOf(context, server.id, new Date())
    if (!receipt)
      throw new ApiError('NOT_READY', 'There is no complete scan of the current revision of this server.', {
        headers: { 'Retry-After': '3600' },
      })
    return { data: { ...receipt, keysUrl: `${context.publicUrl}${keySetPath}` } }
  },
})
