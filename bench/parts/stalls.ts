import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAssay } from '../../test/support/assay-process.ts'
import { costlyManifests, manyPackages } from '../../test/support/costly-manifests.ts'
import { gitRepositories } from '../../test/support/git-repository.ts'
import { startGitServer } from '../../test/support/git-server.ts'
import { untrustedCertificate } from '../../test/support/tls-certificate.ts'
import { type BenchPart, measurement } from '../measurement.ts'

/** Interval of requests, and limit for the p99 of `/healthz`, in milliseconds. */
const pauseMs = 20
const limitMs = 100
const idleMs = 10_000

const projects: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  nothing: () => ({}),
  'the most expensive manifests': costlyManifests,
  'a package-lock.json of 40,000 packages, 5 MB': () => ({ 'package-lock.json': manyPackages(40_000) }),
}

/** Measures response times of `/healthz` in a service with one process while it scans the worst files. */
export const stalls: BenchPart = {
  id: 'stalls',
  async *run() {
    const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
    try {
      const certificate = await untrustedCertificate()
      writeFileSync(join(folder, 'authority.pem'), certificate.cert)
      using repositories = gitRepositories()
      await using gitServer = await startGitServer({ certificate, folder: repositories.folder })
      const service = await startAssay({
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_ALLOW_NETWORKS: 'source=127.0.0.1/32',
        OSV_URL: `file:${folder}/nowhere`,
        NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
      })
      try {
        const ask = async (path: string, body?: object) => {
          const response = await fetch(service.address + path, {
            method: body ? 'POST' : 'GET',
            headers: { 'x-api-key': service.key ?? '', 'content-type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          })
          return (await response.json()) as { data: { scanId: string; status: string } }
        }
        for (const [index, [name, files]] of Object.entries(projects).entries()) {
          const during = name === 'nothing' ? 'without a scan' : `during a scan of ${name}`
          const content = files()
          if (Object.keys(content).length > 0) repositories.create(`p${index}.git`).commit(content)
          const startedAt = performance.now()
          const scanId =
            Object.keys(content).length > 0
              ? (await ask('/api/v1/scans/url', { url: `${gitServer.url}/p${index}` })).data.scanId
              : undefined
          let isOver = false
          const over = (async () => {
            do await pause(500)
            while (
              scanId === undefined
                ? performance.now() - startedAt < idleMs
                : !['completed', 'failed'].includes((await ask(`/api/v1/scans/${scanId}`)).data.status)
            )
            isOver = true
          })()
          const samples = await answerTimes(`${service.address}/healthz`, () => isOver)
          await over
          const spread = measurement({ measure: `/healthz ${during}`, unit: 'ms', samples })
          yield spread
          yield measurement({
            measure: `/healthz ${during}, p99`,
            unit: 'ms',
            samples: [spread.p99],
            peer: { name: 'limit', median: limitMs },
          })
          yield measurement({
            measure: `time from submission to completion, ${name}`,
            unit: 's',
            samples: [(performance.now() - startedAt) / 1_000],
          })
        }
      } finally {
        await service.end('SIGTERM')
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
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
