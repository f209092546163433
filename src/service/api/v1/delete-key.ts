import { z } from 'zod'
import { revokeApiKey } from '../../db/accounts/api-keys.ts'
import { requirePermission } from '../authentication.ts'
import { endpoint } from '../endpoint.ts'
import { KeyAnswer, keyAnswer, KeyParams, unknownKey } from './key-shape.ts'
import { isUuid } from './uuid-text.ts'

/** Revokes the caller's key. With `account:write`, revokes any key of the account. */
export const deleteKey = endpoint({
  id: 'delete-key',
  method: 'delete',
  path: '/api/v1/keys/:keyId',
  tag: 'keys',
  summary: 'Revoke an API key',
  description:
    'Revokes the key immediately. Any key can revoke itself. Revoking another key in the account requires ' +
    'the `account:write` permission. If the key is already revoked, its revocation time does not change.',
  permission: 'any key',
  forWorkflows: true,
  params: KeyParams,
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: KeyAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  audited: ({ prefix, name }) => `key mcp_${prefix}_… (${name})`,
  async respond({ db, callerChanges }, { caller, params }) {
    if (params.keyId !== caller.keyId) requirePermission(caller, 'account:write')
    const revoked = isUuid(params.keyId)
      ? await revokeApiKey(db, { accountId: caller.accountId, keyId: params.keyId, now: new Date() })
      : undefined
    if (!revoked) throw unknownKey()
    // After this response, no process accepts the key.
    await callerChanges.heard()
    return { data: keyAnswer(revoked) }
  },
})
