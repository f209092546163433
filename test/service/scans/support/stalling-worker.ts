import pino from 'pino'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { createIsolationPool } from '../../../../src/engine/isolation/isolation-pool.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { runScan, type RunScanContext } from '../../../../src/service/scans/run-scan.ts'
import { createStallContext } from '../../../../src/service/scans/stalls/suspicion.ts'
import { startWatchdog } from '../../../../src/service/scans/stalls/watchdog.ts'
import { sourceContext } from '../../../support/source-context.ts'

// A worker in a separate process: <database URL> <registry URL>. It scans like every worker, but matching advisories
// computes without end for a package named `stalls`, and never responds for one named `waits`.

const [databaseUrl = '', registry = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const { db } = openDatabase(databaseUrl, { maxConnections: 4, applicationName: 'stalling worker' })
const queue = await openQueue({ url: databaseUrl, log })
const network = createNetwork({ allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'), upstreams: [registry] })
const context: RunScanContext = {
  db,
  queue,
  log,
  stalls: createStallContext(db, startWatchdog({ databaseUrl, log, bounds: { busyMs: 1_000, silentMs: 60_000 } })),
  scansAtOnce: { ofAll: 64, ofAccount: 8 },
  announceScanEnd: async () => {},
  isolation: createIsolationPool({ tasks: new URL('../../../../src/engine/analysis/tasks.ts', import.meta.url), log }),
  sources: sourceContext({ npmRegistry: createNpmRegistry({ network, registry }) }),
  advisories: {
    ready: async () => ({ date: { syncedAt: new Date().toISOString() } }),
    match: async (components) => {
      if (components.some(({ name }) => name === 'stalls')) for (;;);
      if (components.some(({ name }) => name === 'waits')) await new Promise(() => {})
      return { matches: [], unknownUpperBounds: 0 }
    },
    unreadable: async () => [],
  },
  advisoryGenerations: async () => ({}),
}
await queue.work('run-scan', (payload, attempt) => runScan(context, payload, attempt))
process.stdout.write('ready\n')
