import { Router } from 'express'
import type { Endpoint } from './endpoint.ts'
import { documentationIndex, referencePage } from './reference-page.ts'
import { styleSheet, styleSheetPath } from './reference/style-sheet.ts'

/** Serves the pages of the reference and their style sheet. The reference is made when it is first asked for. */
export function referenceRouter({ publicUrl, endpoints }: { readonly publicUrl: string; readonly endpoints?: readonly Endpoint[] }): Router {
  const router = Router({ caseSensitive: true, strict: true })
  let reference: string | undefined
  router.get('/docs', (_request, response) => void response.set(shortlyKept).type('html').send(documentationIndex()))
  router.get('/docs/api', (_request, response) => {
    reference ??= referencePage(publicUrl, endpoints)
    response.set(shortlyKept).type('html').send(reference)
  })
  router.get(styleSheetPath, (_request, response) => void response.set('Cache-Control', 'public, max-age=31536000, immutable').type('css').send(styleSheet))
  return router
}

/** A new version of the service has new pages. */
const shortlyKept = { 'Cache-Control': 'public, max-age=300' }
