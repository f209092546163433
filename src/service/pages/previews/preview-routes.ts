import type { Router } from 'express'
import { drawPreview, previewPath, previewPictures } from './preview-picture.ts'

/** Serves the preview images, which pages on other origins can load. Each image is drawn on its first request. */
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
