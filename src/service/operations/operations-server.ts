import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { collectDefaultMetrics, register } from 'prom-client'
import { answerInTime } from '../db/answer-in-time.ts'
import { servedAddress } from '../../engine/net/served-address.ts'
import type { DiskSpace } from '../../engine/sources/disk-space.ts'
import { type GaugeContext, readDiskGauge, readGauges } from './read-gauges.ts'

export interface OperationsAddress {
  readonly host: string
  /** Port to listen on. 0 selects a free port. */
  readonly port: number
}

export interface OperationsServer extends AsyncDisposable {
  readonly address: string
}

export interface OperationsContext extends GaugeContext {
  readonly log: Logger
  /** Disk space for scans and the embedded database. Undefined if it is not checked. */
  readonly diskRoom?: DiskSpace
  /** Returns the `/readyz` response. */
  readiness(): Promise<{ readonly ready: boolean }>
  /** Reports whether the process is stopping, so that it is no longer ready. */
  isStopping(): boolean
}

/** Time for which a response is cached, so that two Prometheus servers cost no more than one. */
const gaugesLastMs = 5_000

/**
 * Serves one process's `/metrics`, `/healthz`, and `/readyz` on a separate port, for every role. API clients therefore
 * cannot read metrics, and processes without an API can be monitored. Rejects if the address is in use.
 */
export async function startOperationsServer(
  context: OperationsContext,
  { host, port }: OperationsAddress,
): Promise<OperationsServer> {
  watchProcess()
  let gauges: { readonly at: number; readonly read: Promise<void> } | undefined
  let isReading = false
  const readLatest = (): Promise<void> => {
    // A hanging database is not queried again until it responds, because each query would occupy connections.
    if (gauges && (isReading || performance.now() - gauges.at <= gaugesLastMs)) return gauges.read
    isReading = true
    gauges = { at: performance.now(), read: readGauges(context).finally(() => (isReading = false)) }
    return gauges.read
  }
  const answers: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/healthz': async (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const { ready, ...readiness } = await context.readiness()
      if (context.isStopping()) sendJson(response, 503, { status: 'stopping' })
      else sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', ...readiness })
    },
    '/metrics': async (response) => {
      // The process's own metrics are served even if the database is down or hangs.
      const database = answerInTime(readLatest()).catch((error: unknown) =>
        context.log.warn({ err: error }, 'database metrics not read: database did not respond'),
      )
      await Promise.all([database, readDiskGauge(context.diskRoom)])
      response
        .writeHead(200, { 'content-type': register.contentType, 'cache-control': 'no-store' })
        .end(await register.metrics())
    },
  }
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    // The client controls the request target, which may be an invalid URL, such as `//`. It is only compared, never
    // parsed.
    const [path = ''] = (request.url ?? '').split('?')
    const answer =
      (request.method === 'GET' || request.method === 'HEAD') && Object.hasOwn(answers, path)
        ? answers[path]
        : undefined
    if (!answer) return void response.writeHead(404).end()
    answer(response).catch((error: unknown) => {
      context.log.error({ err: error }, 'operations request failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'EADDRINUSE'
        ? new Error(`METRICS_PORT ${port} of ${host} is in use by another program.`, { cause: error })
        : error,
    ),
  )
  server.listen(port, host, resolve)
  await listening
  return {
    address: servedAddress(host, (server.address() as AddressInfo).port),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((close) => server.close(close))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Starts the default metrics of the Prometheus client: CPU, memory, event loop lag, and open file descriptors. */
export function watchProcess(): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics()
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
