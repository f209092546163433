import { Router } from 'express'
import type { Database } from '../db/client.ts'
import { receiptKeySet } from '../registry/receipts/published-keys.ts'
import { keySetPath } from '../../engine/receipts/key-set.ts'
import { entityTag, isNamedBy } from './conditional.ts'

/** Serves the public receipt keys (RFC 7517). Not rate limited, because verifiers cache the keys. */
export function receiptKeysRouter({ db }: { readonly db: Database }): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(keySetPath, async (request, response) => {
    const document = JSON.stringify(await receiptKeySet(db))
    const tag = entityTag(document, { isWholeBody: true })
    response.set({
      ETag: tag,
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    if (isNamedBy(request.headers['if-none-match'], tag)) response.status(304).end()
    else response.type('application/jwk-set+json').send(document)
  })
  return router
}
