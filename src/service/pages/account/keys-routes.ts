import { z } from 'zod'
import { isFresh } from '../../api/authentication.ts'
import { Pagination } from '../../api/pagination.ts'
import { createKey } from '../../api/v1/create-key.ts'
import { deleteKey } from '../../api/v1/delete-key.ts'
import { KeyAnswer, NewKeyAnswer } from '../../api/v1/key-shape.ts'
import { listKeys } from '../../api/v1/list-keys.ts'
import { pageLimits } from '../page-limits.ts'
import { pageNumber } from '../parts/paging.ts'
import type { AccountRoutes } from './page-registration.ts'
import { callEndpoint } from './call-endpoint.ts'
import { keysPage, newKeyPage } from './keys-page.ts'

const Keys = z.object({ keys: z.array(KeyAnswer), pagination: Pagination })

/** Serves the pages that list, create, and revoke API keys. */
export function serveKeys({ context, onPage, onForm, show }: AccountRoutes): void {
  onPage('/account/keys', '/account/keys', async (member, frame) => {
    const shown = await callEndpoint(context, member, listKeys, Keys, {
      query: { page: String(pageNumber(member.request.query['page'])), limit: String(pageLimits.maxKeys) },
    })
    return keysPage(frame, { ...shown, isStale: !isFresh(member.caller, context.now()), now: context.now() })
  })
  onForm('/account/keys', '/account/keys', async (member, frame, fields) => {
    const expires = fields.get('expires') ?? ''
    const body = {
      name: fields.get('name') ?? '',
      permissions: fields.getAll('permission'),
      ...(expires !== '' && { expiresAt: `${expires}T23:59:59.999Z` }),
    }
    const newKey = await callEndpoint(context, member, createKey, NewKeyAnswer, { body })
    await show(member, newKeyPage(frame, newKey), 201)
  })
  onForm('/account/keys/:keyId/revoke', '/account/keys', async (member) => {
    await callEndpoint(context, member, deleteKey, KeyAnswer, { params: { keyId: member.request.params['keyId'] } })
    member.response.redirect(303, '/account/keys')
  })
}
