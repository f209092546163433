import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pino from 'pino'
import { createAccount, createApiKey } from '../../../src/service/accounts/create-account.ts'
import { type MasterKey, masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { type Plan, planLimits } from '../../../src/service/accounts/plans.ts'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import { completeScan, findScan, insertScan, startScan } from '../../../src/service/db/scans/scans.ts'
import { closedGateway } from '../../../src/service/github/github-app-gateway.ts'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { startWebServer } from '../../../src/service/startup/web-server.ts'
import { idleQueue } from './idle-queue.ts'
import type { Load } from './load.ts'

/** An implementation of the scan response, and its requests. */
export interface Variant extends Pick<Load, 'host' | 'port' | 'requests'> {
  readonly name: string
}

const host = '127.0.0.1'

/** Serves one scan with bare Express, with Express and the query, and with the service for accounts of two plans. */
export async function serveVariants(
  client: DatabaseClient,
  stack: AsyncDisposableStack,
  requestsOfPlan: number,
): Promise<Readonly<Record<'bare' | 'query' | 'plainQuery' | 'team' | 'free', Variant>>> {
  const { db, sql } = client
  const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
  const [team, free] = [
    await askers(client, masterKey, 'team', requestsOfPlan),
    await askers(client, masterKey, 'free', requestsOfPlan),
  ]
  const { accountId, scanId } = team[0] ?? { accountId: '', scanId: '' }

  const scan = await findScan(db, accountId, scanId)
  const app = express()
  app.get('/static', (_request, response) => void response.json(scan))
  app.get(
    '/query/:scanId',
    async (request, response) => void response.json(await findScan(db, accountId, request.params.scanId)),
  )
  app.get('/plain-query/:scanId', async (request, response) => {
    const [row] = await sql`select * from scans where id = ${request.params.scanId} and account_id = ${accountId}`
    response.json(row)
  })
  const bare = createServer(app).listen(0, host)
  stack.defer(() => void bare.closeAllConnections())
  stack.defer(() => void bare.close())
  await once(bare, 'listening')

  // Every request is logged as in production. Lines are written in batches, so that disk speed does not matter.
  const log = pino({ level: 'info' }, pino.destination({ dest: '/dev/null', sync: false, minLength: 8_192 }))
  const server = stack.use(
    await startWebServer(
      {
        db,
        advisoryBases: [],
        queue: idleQueue,
        masterKey,
        log,
        addressPolicy: createAddressPolicy([]),
        githubDoor: closedGateway('APP_ID'),
      },
      { host, port: 0, publicUrl: undefined },
    ),
  )

  const barePort = (bare.address() as AddressInfo).port
  const ours = (name: string, askers: readonly Asker[]): Variant => ({
    name,
    host,
    port: Number(new URL(server.address).port),
    requests: askers.map(({ scanId, key }) => ({ path: `/api/v1/scans/${scanId}`, key })),
  })
  return {
    bare: { name: 'bare Express', host, port: barePort, requests: [{ path: '/static' }] },
    query: { name: 'bare Express with the same query', host, port: barePort, requests: [{ path: `/query/${scanId}` }] },
    plainQuery: {
      name: 'bare Express with the same query in plain postgres.js',
      host,
      port: barePort,
      requests: [{ path: `/plain-query/${scanId}` }],
    },
    team: ours('Assay with key, rate limits, and validation, Team plan', team),
    free: ours('Assay with key, rate limits, and validation, Free plan', free),
  }
}

interface Asker {
  readonly accountId: string
  readonly scanId: string
  readonly key: string
}

/** Creates enough accounts of a plan for this number of requests, each with a key and a completed scan. */
async function askers({ db }: DatabaseClient, masterKey: MasterKey, plan: Plan, requests: number): Promise<Asker[]> {
  const made: Asker[] = []
  for (let index = 0; index < Math.ceil((requests * 1.1) / planLimits[plan].quarterHour); index += 1) {
    const account = await createAccount({ db, masterKey }, { name: `${plan} ${index}`, plan })
    if (!account) throw new Error('the account could not be made')
    const key = await createApiKey(
      { db, masterKey },
      { accountId: account.id, name: 'bench', permissions: ['scans:read'] },
    )
    made.push({ accountId: account.id, scanId: await completedScan(db, account.id), key })
  }
  return made
}

async function completedScan(db: DatabaseClient['db'], accountId: string): Promise<string> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  const source = {
    type: 'npm' as const,
    canonicalUrl: 'https://www.npmjs.com/package/example',
    revision: '1.0.0',
    digest: 'sha512-x',
  }
  await insertScan(db, {
    id,
    accountId,
    status: 'pending',
    url: source.canonicalUrl,
    target: { type: 'npm', name: 'example', selector: '1.0.0' },
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    sourceType: 'npm',
    estimatedCompletionAt: new Date(),
  })
  await startScan(db, id, new Date())
  const coverage = {
    detectors: [],
    files: { scanned: 1, bytes: 1, skipped: [] },
    components: { total: 1, method: 'bench', unresolved: [] },
    advisories: {},
    undecidedAdvisories: 0,
    isolation: 'in-process' as const,
    gaps: [],
  }
  await completeScan(db, id, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest: null,
    coverage,
    ...judge([], { gaps: [], failOn: 'high' }),
    completedAt: new Date(),
  })
  return id
}
