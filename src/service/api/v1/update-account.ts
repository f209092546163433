import { z } from 'zod'
import { updateResolvesPrivateSources } from '../../db/accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { resolvesPrivateField } from './get-account.ts'

/** Account settings that the owner can change. */
export const AccountSettings = z
  .object({ resolvesPrivateSources: resolvesPrivateField })
  .meta({ id: 'AccountSettings', description: 'Settings of the account.' })

export const updateAccount = endpoint({
  id: 'update-account',
  method: 'patch',
  path: '/api/v1/account',
  tag: 'account',
  summary: 'Update the account',
  description:
    'Changes settings of the account. The next scan of a private repository uses them. The audit log records the ' +
    'change.',
  permission: 'account:write',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({ resolvesPrivateSources: resolvesPrivateField }),
  status: 200,
  data: AccountSettings,
  errors: ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  audited: ({ resolvesPrivateSources }) => `resolvesPrivateSources: ${resolvesPrivateSources}`,
  async respond({ db }, { caller: { accountId }, body }) {
    const account = await updateResolvesPrivateSources(db, accountId, body.resolvesPrivateSources)
    if (!account) throw new Error(`the account ${accountId} no longer exists`)
    return { data: { resolvesPrivateSources: body.resolvesPrivateSources } }
  },
})
