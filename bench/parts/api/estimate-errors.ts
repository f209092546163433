import { setTimeout as pause } from 'node:timers/promises'
import { dataFolder, startAssay } from '../../../test/support/assay-process.ts'
import { startNpmStandIn } from '../../../test/support/npm-stand-in.ts'
import { writeOsvFeed } from '../../../test/support/osv-feed.ts'
import { caller } from '../../../test/support/test-api.ts'
import { randomNumbers } from '../../random.ts'

const warmUps = 6
const scans = 30
/** Response time of the registry, in milliseconds. */
const delay = { least: 100, most: 700 }

/**
 * Returns the differences between the estimated and the actual end of 30 small scans, in seconds. They are submitted
 * over some seconds to a running service with a slow registry on loopback.
 */
export async function estimateErrors(): Promise<{ errors: number[]; durations: number[] }> {
  await using stack = new AsyncDisposableStack()
  const random = randomNumbers(7)
  const packages = Object.fromEntries(
    Array.from({ length: warmUps + scans }, (_, index) => [
      `small-${index}@1.0.0`,
      { dependencies: index % 3 === 0 ? {} : { [`small-${index - 1}`]: '*' } },
    ]),
  )
  const registry = stack.use(
    await startNpmStandIn(packages, { delayMs: () => delay.least + random() * (delay.most - delay.least) }),
  )
  const feed = writeOsvFeed({ npm: [], PyPI: [] })
  stack.defer(() => feed.remove())
  const folder = dataFolder()
  stack.defer(() => folder.remove())
  const service = await startAssay({
    ASSAY_DATA_DIR: folder.path,
    npm_config_registry: registry.url,
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    OSV_URL: feed.url,
    LOG_LEVEL: 'error',
  })
  stack.defer(async () => void (await service.end('SIGTERM')))
  const call = caller(service.address, { 'x-api-key': service.key ?? '' })

  const submit = async (index: number) => {
    const { json, text } = await call('POST', '/api/v1/scans/url', {
      url: `https://www.npmjs.com/package/small-${index}/v/1.0.0`,
    })
    if (!json.success) throw new Error(text)
    return {
      scanId: String(json.data.scanId),
      estimate: Date.parse(String(json.data.estimatedCompletionTime)),
      createdAt: Date.parse(String(json.data.createdAt)),
    }
  }
  const end = async (scanId: string) => {
    for (let look = 0; look < 1_200; look += 1) {
      const { json } = await call('GET', `/api/v1/scans/${scanId}`)
      if (json.data.completedAt !== undefined) return Date.parse(String(json.data.completedAt))
      await pause(200)
    }
    throw new Error(`the scan ${scanId} has not ended after minutes`)
  }

  for (let index = 0; index < warmUps; index += 1) await end((await submit(index)).scanId)
  const submitted = []
  for (let index = warmUps; index < warmUps + scans; index += 1) {
    submitted.push(await submit(index))
    await pause(random() * 300)
  }
  const errors: number[] = []
  const durations: number[] = []
  for (const { scanId, estimate, createdAt } of submitted) {
    const endedAt = await end(scanId)
    errors.push(Math.abs(estimate - endedAt) / 1000)
    durations.push((endedAt - createdAt) / 1000)
  }
  return { errors, durations }
}
