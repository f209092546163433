/**
 * Imports the advisories of every ecosystem and prints the cost as one line of JSON. This process loads only the
 * import, because other parts of the benchmark load 400 MB of modules. Arguments: the database URL and a folder for
 * downloads.
 */
import { syncEcosystem } from '../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { advisoryEcosystems } from '../../../src/engine/model/component.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'

/** Cost of an import, or why it failed. */
export interface ImportOutcome {
  readonly seconds: number
  readonly peakMegabytes: number
  /** Memory of the process after loading its modules and before the import. */
  readonly startMegabytes: number
  readonly problem?: string
}

async function importAll(url: string, temporaryFolder: string): Promise<ImportOutcome> {
  const { osvBases: bases, allowedNetworks } = readConfig()
  await using database = openDatabase(url, { maxConnections: 4, applicationName: 'bench' })
  await using network = createNetwork({ allowedNetworks })
  const log = { info: () => {}, warn: () => {} }
  const startBytes = process.memoryUsage.rss()
  let problem: string | undefined
  const startedAt = performance.now()
  for (const ecosystem of advisoryEcosystems) {
    const { feeds } = await syncEcosystem({ database, bases, network, temporaryFolder, log }, ecosystem, {
      signal: new AbortController().signal,
    })
    const failed = feeds.find((feed) => feed.outcome === 'failed')
    if (failed) problem ??= `${failed.base} has no usable export of ${ecosystem}: ${failed.error}`
  }
  const seconds = (performance.now() - startedAt) / 1000
  // The kernel's high-water mark misses no peak. The unit is KiB on Linux and, through libuv, on other systems.
  return {
    seconds,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    startMegabytes: startBytes / 2 ** 20,
    ...(problem !== undefined && { problem }),
  }
}

const [url = '', folder = ''] = process.argv.slice(2)
process.stdout.write(`${JSON.stringify(await importAll(url, folder))}\n`)
