import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAssay } from '../../../test/support/assay-process.ts'
import { type GitRepositories, gitRepositories } from '../../../test/support/git-repository.ts'
import { startGitServer } from '../../../test/support/git-server.ts'
import { untrustedCertificate } from '../../../test/support/tls-certificate.ts'

/** Interval of requests, in milliseconds. */
const pauseMs = 20

/** How a scan ended: its verdict, or the code of its failure. Undefined while it runs. */
type ScanEnd = string | undefined

/** A service with one process, and repositories that it can scan. */
export interface ScanningService extends AsyncDisposable {
  readonly repositories: GitRepositories
  /** Submits a repository, and returns the ID of the scan. */
  submit(repository: string): Promise<string>
  endOf(scanId: string): Promise<ScanEnd>
  /** Returns the response times of `/healthz` until the work is done, in milliseconds. */
  healthUntil(work: Promise<unknown>): Promise<number[]>
  /** Sends SIGTERM, and returns the time until the process has ended, in milliseconds. */
  stop(): Promise<number>
}

/** Starts the service on an empty data folder. */
export async function startScanningService(): Promise<ScanningService> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  const certificate = await untrustedCertificate()
  writeFileSync(join(folder, 'authority.pem'), certificate.cert)
  const repositories = gitRepositories()
  const gitServer = await startGitServer({ certificate, folder: repositories.folder })
  const service = await startAssay({
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_ALLOW_NETWORKS: 'source=127.0.0.1/32',
    OSV_URL: `file:${folder}/nowhere`,
    NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
  })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return 0
    isStopped = true
    const startedAt = performance.now()
    await service.end('SIGTERM')
    return performance.now() - startedAt
  }
  const ask = async (path: string, body?: object) => {
    const response = await fetch(service.address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': service.key ?? '', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as {
      data: { scanId: string; status: string; verdict?: string; error?: { code: string } }
    }
  }
  return {
    repositories,
    submit: async (name) => (await ask('/api/v1/scans/url', { url: `${gitServer.url}/${name}` })).data.scanId,
    async endOf(scanId) {
      const { status, verdict, error } = (await ask(`/api/v1/scans/${scanId}`)).data
      return ['completed', 'failed'].includes(status) ? (verdict ?? error?.code ?? 'nothing') : undefined
    },
    async healthUntil(work) {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      const times = await answerTimes(`${service.address}/healthz`, () => isOver)
      await over
      return times
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      await gitServer[Symbol.asyncDispose]()
      repositories[Symbol.dispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts requests at fixed times without waiting for responses. Otherwise, a blocked service would receive fewer
 * requests.
 */
async function answerTimes(address: string, isOver: () => boolean): Promise<number[]> {
  const answers: Promise<number>[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    answers.push(answered(address).then(() => performance.now() - startedAt))
    await pause(pauseMs)
  }
  return Promise.all(answers)
}

/** Sends a request on a new connection, because a kept connection may be closed at the moment of its reuse. */
async function answered(address: string): Promise<void> {
  const request = get(address, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
}
