import { Router } from 'express'
import type { Endpoint } from './endpoint.ts'
import { referencePage } from './reference-page.ts'
import { sendCompressed } from './send-compressed.ts'
import { styleSheet, styleSheetPath } from './reference/style-sheet.ts'

/** Serves the page of the reference and its style sheet. The reference is made when it is first asked for. */
export function referenceRouter({ publicUrl, endpoints }: { readonly publicUrl: string; readonly endpoints?: readonly Endpoint[] }): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let reference: string | undefined
  router.get('/docs/api', async (request, response) => {
    reference ??= referencePage(publicUrl, endpoints)
    await sendCompressed(request, response.set(shortlyKept).type('html'), reference)
  })
  router.get(styleSheetPath, (_request, response) => void response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(styleSheet))
  return router
}

/** A new version of the service has new pages. */
const shortlyKept = { 'Cache-Control': 'public, max-age=300' }
