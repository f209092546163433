import { z } from 'zod'
import { listApiKeys } from '../../db/accounts/api-keys.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { KeyAnswer, keyAnswer } from './key-shape.ts'

/** Lists the API keys of the account, newest first, including expired and revoked keys. */
export const listKeys = endpoint({
  id: 'list-keys',
  method: 'get',
  path: '/api/v1/keys',
  tag: 'keys',
  summary: 'List API keys',
  description:
    'Returns all API keys in the account, newest first, including expired and revoked keys. The complete ' +
    'keys are not stored, so they cannot be returned.',
  permission: 'account:write',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({ keys: z.array(KeyAnswer).meta({ description: 'API keys, newest first.' }), pagination: Pagination }),
  headers: { Link: 'Links to other pages (RFC 8288). Omitted if there is only one page.' },
  errors: [],
  async respond({ db, publicUrl }, { caller, query }) {
    const { keys, total } = await listApiKeys(db, caller.accountId, {
      limit: query.limit,
      offset: (query.page - 1) * query.limit,
    })
    const pagination = paginate(query, total)
    const links = paginationLinks(`${publicUrl}/api/v1/keys`, query, pagination)
    return { data: { keys: keys.map(keyAnswer), pagination }, ...(links && { headers: { Link: links } }) }
  },
})
