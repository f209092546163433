import { z } from 'zod'
import { revokeApiKey } from '../../db/accounts/api-keys.ts'
import { requirePermission } from '../authentication.ts'
import { endpoint } from '../endpoint.ts'
import { KeyAnswer, keyAnswer, KeyParams, unknownKey } from './key-shape.ts'
import { isUuid } from './uuid-text.ts'

/** Revokes a key: the caller's own, or with `account:write` any of the account. */
export const deleteKey = endpoint({
  id: 'delete-key',
  method: 'delete',
  path: '/api/v1/keys/:keyId',
  tag: 'keys',
  summary: 'Revoke an API key',
  description:
    'The key stops to work at once, everywhere. Every key may revoke itself; other keys of the account need ' +
    'the permission `account:write`. A key that was revoked before keeps its date.',
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
    // Whoever has this answer is not let in with the key any more.
    await callerChanges.heard()
    return { data: keyAnswer(revoked) }
  },
})
