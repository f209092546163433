import path from 'node:path'
import { Router } from 'express'

export function galleryRouter(folder) {
  const router = Router()

  router.get('/original', (request, response, next) => {
    const file = String(request.query.file ?? '')
    response.type('image/jpeg')
    response.sendFile(path.join(folder, file), (error) => error && next(error))
  })

  return router
}
