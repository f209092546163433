import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { dataFolder, startAssay } from '../../support/assay-process.ts'
import { inFolders } from '../../support/git-objects.ts'
import { gitRepositories } from '../../support/git-repository.ts'
import { startGitServer } from '../../support/git-server.ts'
import { costlyManifests } from '../../support/costly-manifests.ts'
import { caller } from '../../support/test-api.ts'
import { untrustedCertificate } from '../../support/tls-certificate.ts'

withRealSockets()
const folder = dataFolder()
const certificate = await untrustedCertificate()
writeFileSync(join(folder.path, 'authority.pem'), certificate.cert)
const repositories = gitRepositories()
repositories.create('hostile.git').commit(inFolders(costlyManifests()))
const gitServer = await startGitServer({ certificate, folder: repositories.folder })
const service = await startAssay({
  ASSAY_DATA_DIR: join(folder.path, 'data'),
  ASSAY_ALLOW_NETWORKS: 'source=127.0.0.1/32',
  OSV_URL: 'file:/nowhere',
  NODE_EXTRA_CA_CERTS: join(folder.path, 'authority.pem'),
})
afterAll(async () => {
  await service.end('SIGKILL')
  await gitServer[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  folder.remove()
})

it('answers while it reads the most costly manifests, and ends the scan with what it could read', async () => {
  const call = caller(service.address, { 'x-api-key': service.key ?? '' })
  const submitted = await call('POST', '/api/v1/scans/url', {
    url: `${gitServer.url.replace('localhost', '127.0.0.1')}/hostile`,
  })
  expect(submitted.status, submitted.text).toBe(202)
  const scanId = String(submitted.json.data.scanId)
  let scan: Record<string, unknown>
  do {
    // Any response is enough on a slow machine. Work that blocks the thread blocks it for longer than this.
    const health = await fetch(`${service.address}/healthz`, { signal: AbortSignal.timeout(8_000) })
    expect(health.status).toBe(200)
    await pause(50)
    scan = (await call('GET', `/api/v1/scans/${scanId}`)).json.data
  } while (scan['status'] !== 'completed' && scan['status'] !== 'failed')
  expect(scan).not.toHaveProperty('error')
  expect(scan).toMatchObject({ status: 'completed', source: { type: 'git' } })
  expect(service.log()).not.toContain('stalled')
}, 300_000)
