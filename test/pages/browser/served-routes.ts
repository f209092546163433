import { randomBytes } from 'node:crypto'
import type { Express } from 'express'
import pino from 'pino'
import { masterKeyFrom } from '../../../src/accounts/master-key.ts'
import { createRateLimiter } from '../../../src/accounts/rate-limiter.ts'
import { createSessions } from '../../../src/accounts/sessions.ts'
import { announceScanEndTo } from '../../../src/announce-scan-end.ts'
import { createCallerChanges } from '../../../src/db/caller-changes.ts'
import { openDatabase } from '../../../src/db/client.ts'
import { createNotifications } from '../../../src/db/notifications.ts'
import { createScanChanges } from '../../../src/db/scan-changes.ts'
import { closedDoor } from '../../../src/github/github-app-door.ts'
import { createAddressPolicy } from '../../../src/net/address-policy.ts'
import { createNetwork } from '../../../src/net/http-network.ts'
import { webApplication } from '../../../src/server.ts'
import { idleQueue } from '../../../bench/parts/api/idle-queue.ts'

interface Layer {
  readonly route?: { readonly path: string | readonly string[]; readonly stack: readonly { readonly method?: string }[] }
  readonly handle: unknown
}

/**
 * What the whole service answers with a deed of its own, such as `GET /servers/:slug`, without the API. The application is put together with every door
 * open; nothing of it runs, so that its database is one that is never connected to.
 */
export async function servedRoutes(): Promise<string[]> {
  await using database = openDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1, applicationName: 'routes' })
  await using network = createNetwork({ allowedNetworks: [], upstreams: [] })
  const { db } = database
  const [log, now, masterKey, publicUrl] = [pino({ level: 'silent' }), () => new Date(), masterKeyFrom(randomBytes(32).toString('hex')), 'https://assay.example']
  const notifications = createNotifications(db)
  const place = { host: 'github.example', webUrl: 'https://github.example', apiUrl: 'https://github.example/api/v3', clientId: 'id', clientSecret: 'secret' }
  const app = webApplication({
    db, log, now, masterKey, publicUrl, advisoryBases: [], queue: idleQueue, addressPolicy: createAddressPolicy([]), githubDoor: closedDoor('APP_ID'), githubSetup: { place, isConfigured: false, network }, gitHubSignIn: { network, log, place },
    limiter: createRateLimiter({ db, now }), scanChanges: createScanChanges(notifications), callerChanges: createCallerChanges(db, notifications), sessions: createSessions({ db, masterKey, now }), announceScanEnd: announceScanEndTo({ queue: idleQueue, publicUrl }),
  })
  return [...new Set(routesOf((app as Express & { readonly router: { readonly stack: readonly Layer[] } }).router.stack))].filter((route) => !/ \/api\//.test(route)).toSorted()
}

function routesOf(stack: readonly Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return [route.path].flat().flatMap((path) => route.stack.flatMap(({ method }) => (method === 'get' || method === 'post' ? [`${method.toUpperCase()} ${path}`] : [])))
    const nested = typeof handle === 'function' && 'stack' in handle ? (handle.stack as readonly Layer[]) : []
    return routesOf(nested)
  })
}
