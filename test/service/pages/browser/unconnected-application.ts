import { randomBytes } from 'node:crypto'
import type { Express } from 'express'
import pino from 'pino'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { createRateLimiter } from '../../../../src/service/accounts/rate-limiter.ts'
import { createSessions } from '../../../../src/service/accounts/sessions.ts'
import { announceScanEndTo } from '../../../../src/service/startup/announce-scan-end.ts'
import { createCallerChanges } from '../../../../src/service/db/accounts/caller-changes.ts'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { createNotifications } from '../../../../src/service/db/notifications.ts'
import { primaryReads } from '../../../../src/service/db/replica/reads.ts'
import { createScanChanges } from '../../../../src/service/db/scans/changes.ts'
import { closedGateway } from '../../../../src/service/github/github-app-gateway.ts'
import { createAddressPolicy } from '../../../../src/engine/net/address-policy.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { webApplication } from '../../../../src/service/startup/web-server.ts'
import { idleQueue } from '../../../../bench/parts/api/idle-queue.ts'

/** Creates the whole service with all routers, without a reachable database or GitHub. */
export interface UnconnectedApplication extends AsyncDisposable {
  readonly app: Express
}

/** `gitHubUrl` is where users would sign in. Without trailing slash, like `publicUrl`. */
export function unconnectedApplication({
  publicUrl,
  gitHubUrl,
}: {
  readonly publicUrl: string
  readonly gitHubUrl: string
}): UnconnectedApplication {
  const stack = new AsyncDisposableStack()
  const { db } = stack.use(
    openDatabase('postgres://nobody@127.0.0.1:1/none', { maxConnections: 1, applicationName: 'unconnected' }),
  )
  const network = stack.use(
    createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }], upstreams: [] }),
  )
  const [log, now, masterKey] = [
    pino({ level: 'silent' }),
    () => new Date(),
    masterKeyFrom(randomBytes(32).toString('hex')),
  ]
  const notifications = createNotifications(db)
  const place = {
    host: 'github.example',
    webUrl: gitHubUrl,
    apiUrl: `${gitHubUrl}/api/v3`,
    clientId: 'id',
    clientSecret: 'secret',
  }
  const app = webApplication({
    db,
    reads: primaryReads(db),
    log,
    now,
    masterKey,
    publicUrl,
    advisoryBases: [],
    queue: idleQueue,
    addressPolicy: createAddressPolicy([]),
    githubDoor: closedGateway('APP_ID'),
    githubSetup: { place, isConfigured: false, network },
    gitHubSignIn: { network, log, place },
    limiter: createRateLimiter({ db, now }),
    scanChanges: createScanChanges(notifications),
    callerChanges: createCallerChanges(db, notifications),
    sessions: createSessions({ db, masterKey, now }),
    announceScanEnd: announceScanEndTo({ queue: idleQueue, publicUrl }),
  })
  return { app, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
