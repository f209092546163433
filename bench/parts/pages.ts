import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Agent, get } from 'node:http'
import pino from 'pino'
import { type Browser, chromium } from 'playwright-core'
import { masterKeyFrom } from '../../src/service/accounts/master-key.ts'
import { closedGateway } from '../../src/service/github/github-app-gateway.ts'
import { createAddressPolicy } from '../../src/engine/net/address-policy.ts'
import { startWebServer } from '../../src/service/startup/web-server.ts'
import { freshCluster } from '../fresh-installation.ts'
import { BenchNotReady, type BenchPart, measurement } from '../measurement.ts'
import { idleQueue } from './api/idle-queue.ts'
import { seedPages } from './pages/seed-pages.ts'
import { seedRegistry } from './registry/seed.ts'

const chromiumPath = '/usr/bin/chromium'
const [firstBytes, paints] = [60, 10]
const servers = 100_000
const findings = 500

/** Limits: the first byte arrives immediately, and the page is visible a second later. */
const limitsMs = { firstByte: 50, paint: 1_000 }

/**
 * Measures the cost of pages for readers: time until the first byte of a compressed page, and until the largest
 * contentful paint in a browser.
 */
export const pages: BenchPart = {
  id: 'pages',
  async *run() {
    if (!existsSync(chromiumPath))
      throw new BenchNotReady(`There is no browser at ${chromiumPath}: install Debian's package chromium.`)
    await using cluster = await freshCluster()
    await using client = await cluster.database()
    await seedRegistry(client, servers)
    const seeded = await seedPages(client, findings)
    const context = {
      db: client.db,
      advisoryBases: [],
      queue: idleQueue,
      masterKey: masterKeyFrom(randomBytes(32).toString('hex')),
      log: pino({ level: 'silent' }),
      addressPolicy: createAddressPolicy([]),
      githubDoor: closedGateway('APP_ID'),
    }
    // Each network has a rate limit, so each request comes from a different network, like those of real readers.
    await using server = await startWebServer(context, {
      host: '127.0.0.1',
      port: 0,
      publicUrl: undefined,
      trustedProxies: 1,
    })
    const measured = {
      [`registry of ${servers} servers`]: '/',
      'search while typing': '/?q=file',
      [`server with ${findings} findings`]: seeded.server,
      [`report with ${findings} findings`]: seeded.report,
      'report with code': `${seeded.report}?show=code`,
      statistics: '/stats',
    }
    for (const [name, path] of Object.entries(measured)) {
      const agent = new Agent({ keepAlive: true })
      await firstByte(`${server.address}${path}`, agent, 'warm')
      const samples: number[] = []
      let bytes = 0
      for (let count = 0; count < firstBytes; count += 1) {
        const answer = await firstByte(`${server.address}${path}`, agent, count)
        samples.push(answer.ms)
        bytes = answer.bytes
      }
      agent.destroy()
      yield measurement({
        measure: `${name}: first byte`,
        unit: 'ms',
        samples,
        peer: { name: 'limit', median: limitsMs.firstByte },
      })
      yield measurement({
        measure: `${name}: page only, Brotli`,
        unit: 'KiB',
        samples: [bytes / 1_024],
        peer: { name: 'limit', median: 150 },
      })
    }
    const browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    })
    try {
      for (const [name, path] of Object.entries(measured)) {
        const samples: number[] = []
        for (let count = 0; count < paints; count += 1)
          samples.push(await largestPaint(browser, `${server.address}${path}`))
        yield measurement({
          measure: `${name}: largest contentful paint, empty cache`,
          unit: 'ms',
          samples,
          peer: { name: 'limit', median: limitsMs.paint },
        })
      }
    } finally {
      await browser.close()
    }
  },
}

/** Returns the milliseconds until the first byte of the body, and the size of the body. */
async function firstByte(
  url: string,
  agent: Agent,
  reader: number | string,
): Promise<{ readonly ms: number; readonly bytes: number }> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(
      url,
      { agent, headers: { 'accept-encoding': 'br', 'x-forwarded-for': `192.0.2.${Number(reader) % 250 || 1}` } },
      (response) => {
        let [ms, bytes] = [0, 0]
        response.on('data', (chunk: Buffer) => {
          ms ||= performance.now() - startedAt
          bytes += chunk.length
        })
        response.on('end', () =>
          response.statusCode === 200
            ? resolve({ ms, bytes })
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      },
    ).on('error', reject)
  })
}

/** Returns the milliseconds from the start of the navigation in a browser without a cache. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return time
}
