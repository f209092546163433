import type { Router } from 'express'
import { drawPreview, previewPath, previewPictures } from './preview-picture.ts'

/**
 * Serves the preview pictures. Each is drawn on its first request. Other origins can load them.
 */
export function servePreviews(router: Router): void {
  for (const says of previewPictures) {
    let picture: Promise<Buffer> | undefined
    router.get(previewPath(says), async (_request, response) => {
      picture ??= drawPreview(says)
      response
        .set({ 'Cache-Control': 'public, max-age=86400', 'Cross-Origin-Resource-Policy': 'cross-origin' })
        .type('png')
        .send(await picture)
    })
  }
}
