import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, startAssay } from '../../support/assay-process.ts'
import { startBrokenEndpoint } from '../../support/broken-endpoint.ts'
import { testDatabase } from '../../support/test-database.ts'

// Only the first start on a database prints a key.
const [first, second] = [await testDatabase(), await testDatabase()]
const windowMs = 5_000

/** Starts a process with all roles on a new database, and makes it listen for notifications. */
async function startThrough(databaseUrl: string) {
  const folder = dataFolder()
  onTestFinished(() => folder.remove())
  const assay = await startAssay({
    DATABASE_URL: databaseUrl,
    ASSAY_SECRET: randomBytes(32).toString('hex'),
    ASSAY_DATA_DIR: folder.path,
    OSV_URL: `file:${folder.path}`,
    PUBLIC_URL: 'https://assay.example',
  })
  onTestFinished(async () => void (await assay.end('SIGKILL')))
  const statusOfList = () =>
    fetch(`${assay.address}/api/v1/servers`, { headers: { 'x-api-key': assay.key ?? '' } }).then(({ status }) => status)
  expect(await statusOfList()).toBe(200)
  return { assay, statusOfList }
}

it('a process makes few connections to an endpoint that closes them, recovers, and stops', async () => {
  await using endpoint = await startBrokenEndpoint(first.url, 'open')
  const { assay, statusOfList } = await startThrough(endpoint.through(first.url))
  endpoint.become('closing')
  const statuses = new Set<number>()
  for (const end = performance.now() + windowMs; performance.now() < end; await pause(50)) {
    statuses.add(await statusOfList())
  }
  expect(statuses).toEqual(new Set([503]))
  // The workers look for jobs every two seconds. Without pauses, there were 2,000 connections a second.
  expect(endpoint.connections()).toBeLessThan(300)
  endpoint.become('open')
  await expect.poll(statusOfList, { timeout: 15_000 }).toBe(200)
  endpoint.become('closing')
  await pause(500)
  expect(await assay.end('SIGTERM')).toBe(0)
}, 90_000)

it('a process stops although its database no longer responds', async () => {
  await using endpoint = await startBrokenEndpoint(second.url, 'open')
  const { assay, statusOfList } = await startThrough(endpoint.through(second.url))
  endpoint.freeze()
  const waiting = statusOfList().catch(() => 'none')
  await pause(500)
  expect(await assay.end('SIGTERM')).toBe(0)
  expect(['none', 503]).toContain(await waiting)
}, 120_000)
