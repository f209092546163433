import type { Express } from 'express'
import { unconnectedApplication } from './unconnected-application.ts'

interface Layer {
  readonly route?: {
    readonly path: string | readonly string[]
    readonly stack: readonly { readonly method?: string }[]
  }
  readonly handle: unknown
}

/**
 * Returns the routes of the whole service except the API, such as `GET /servers/:slug`. The handlers do not run.
 */
export async function servedRoutes(): Promise<string[]> {
  await using service = unconnectedApplication({
    publicUrl: 'https://assay.example',
    gitHubUrl: 'https://github.example',
  })
  const { router } = service.app as Express & { readonly router: { readonly stack: readonly Layer[] } }
  return [...new Set(routesOf(router.stack))].filter((route) => !/ \/api\//.test(route)).toSorted()
}

function routesOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route)
      return [route.path]
        .flat()
        .flatMap((path) =>
          route.stack.flatMap(({ method }) =>
            method === 'get' || method === 'post' ? [`${method.toUpperCase()} ${path}`] : [],
          ),
        )
    const nested = typeof handle === 'function' && 'stack' in handle ? (handle.stack as readonly Layer[]) : []
    return routesOf(nested)
  })
}
