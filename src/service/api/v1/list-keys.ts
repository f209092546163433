import { z } from 'zod'
import { listApiKeys } from '../../db/accounts/api-keys.ts'
import { endpoint } from '../endpoint.ts'
import { PageQuery, Pagination, paginate, paginationLinks } from '../pagination.ts'
import { KeyAnswer, keyAnswer } from './key-shape.ts'

/** The account's keys, newest first, ended ones too. */
export const listKeys = endpoint({
  id: 'list-keys',
  method: 'get',
  path: '/api/v1/keys',
  tag: 'keys',
  summary: 'List the API keys',
  description:
    'Newest first, with those that have expired or were revoked. Secrets are not known any more and never listed.',
  permission: 'account:write',
  params: z.strictObject({}),
  query: PageQuery({ defaultLimit: 50 }),
  body: undefined,
  status: 200,
  data: z.object({ keys: z.array(KeyAnswer).meta({ description: 'Newest first.' }), pagination: Pagination }),
  headers: { Link: 'Neighbouring pages, RFC 8288; absent when there is one page.' },
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
