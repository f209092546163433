import { Router, type RequestHandler } from 'express'

const options = { caseSensitive: true, strict: false }

/**
 * One router for each resource, which is the segment after `/api/v1/`. Express tries a router's paths one by one. With
 * all 70 paths in one router, this took 5 % of a request's CPU time.
 */
export interface ResourceRoutes {
  /** Returns the router for a path. Routes are tried in registration order. */
  routerOf(path: string): Router
  /** Passes each request to the router of its resource. */
  readonly route: RequestHandler
}

export function createResourceRoutes(): ResourceRoutes {
  const routers = new Map<string, Router>()
  const others = Router(options)
  return {
    routerOf(path) {
      const resource = resourceOf(path)
      // A parameter in this segment belongs to no resource.
      if (resource === '' || resource.startsWith(':')) return others
      const router = routers.get(resource) ?? Router(options)
      routers.set(resource, router)
      return router
    },
    route(request, response, next) {
      const router = routers.get(resourceOf(request.path))
      if (!router) return others(request, response, next)
      router(request, response, (error?: unknown) => (error ? next(error) : others(request, response, next)))
    },
  }
}

function resourceOf(path: string): string {
  return path.split('/', 4)[3] ?? ''
}
