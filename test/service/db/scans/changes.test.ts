import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { createNotifications } from '../../../../src/service/db/notifications.ts'
import { createScanChanges } from '../../../../src/service/db/scans/changes.ts'
import { progressEvents } from '../../../../src/service/pages/scan/progress-events.ts'
import { startScan } from '../../../../src/service/db/scans/scans.ts'
import { startBrokenEndpoint } from '../../../support/broken-endpoint.ts'
import { testApi } from '../../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const endpoint = await startBrokenEndpoint(api.url, 'silent')
/** Its pool works, and its session that listens does not. */
const client = openDatabase(api.url, {
  maxConnections: 2,
  applicationName: 'test',
  directUrl: endpoint.through(api.url),
})
const notifications = createNotifications(client.db)
const scanChanges = createScanChanges(notifications)
afterAll(async () => {
  await notifications[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
  await endpoint[Symbol.asyncDispose]()
})

it('shows the progress of a scan on its page while the session that listens does not respond', async () => {
  const answer = await alice.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })
  const scanId = String(answer.json.data.scanId)
  const shown: unknown[] = []
  for await (const part of progressEvents({ db: client.db, scanChanges }, scanId, new AbortController().signal)) {
    if (part === 'heartbeat' || !('event' in part)) continue
    shown.push(part.event)
    if (shown.length === 1) await startScan(api.db, scanId, new Date())
    if (shown.length === 2) break
  }
  expect(shown).toEqual(['progress', 'progress'])
  expect(notifications.isHearing).toBe(false)
})

it('reports changes again as soon as the session listens', async () => {
  using watch = await scanChanges.watch('scan_absent')
  endpoint.become('open')
  const { signal } = new AbortController()
  for (let round = 0; round < 10 && !notifications.isHearing; round += 1) await watch.change(60_000, signal)
  expect(notifications.isHearing).toBe(true)
}, 30_000)
