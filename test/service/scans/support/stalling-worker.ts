import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { createRemoteScanner } from '../../../../src/service/scans/process/remote-scanner.ts'
import { runScan, type RunScanContext } from '../../../../src/service/scans/run-scan.ts'
import { createStallContext } from '../../../../src/service/scans/stalls/suspicion.ts'
import { createStallWatch } from '../../../../src/service/scans/stalls/watched-scans.ts'
import { scanEnvironmentOf } from '../../../../src/settings/scan-environment.ts'
import { sourceContext } from '../../../support/source-context.ts'
import { settingsWith } from './remote-scanner.ts'

// A worker in a separate process: <database URL> <registry URL>. Its scan process stalls for a package named `stalls`,
// and never responds for one named `waits`. Writes a line for each scan process that has ended.

const [databaseUrl = '', registry = ''] = process.argv.slice(2)
const log = pino(
  { level: 'error' },
  {
    write: (line: string) => line.includes('"msg":"the scan process ended"') && process.stdout.write(`ended: ${line}`),
  },
)
const { db } = openDatabase(databaseUrl, { maxConnections: 4, applicationName: 'stalling worker' })
const queue = await openQueue({ url: databaseUrl, log })
const stallWatch = createStallWatch({ db, log, bounds: { busyMs: 2_000, silentMs: 60_000 } })
const secretFolder = mkdtempSync(join(tmpdir(), 'stalling-worker-'))
const scans = join(secretFolder, 'scans')
mkdirSync(scans)
const context: RunScanContext = {
  db,
  queue,
  log,
  stalls: createStallContext(db, stallWatch),
  scansAtOnce: { ofAll: 64, ofAccount: 8 },
  announceScanEnd: async () => {},
  scanner: createRemoteScanner({
    settings: settingsWith(registry),
    fetcherSettings: { upstreams: [registry], allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32') },
    maxScans: 20,
    stores: {
      advisories: {
        ready: async () => ({ date: { syncedAt: new Date().toISOString() } }),
        match: async () => ({ matches: [], unknownUpperBounds: 0 }),
        unreadable: async () => [],
      },
    },
    log,
    start: {
      folders: {
        ownFolder: scans,
        secretFolder,
        pathFolders: [],
        certificates: [],
        readable: ['../../../../src', '.'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
      },
      environment: scanEnvironmentOf(process.env),
      isConfined: canFilterSystemCalls(),
      module: new URL('stalling-scan-process.ts', import.meta.url),
    },
    redirectOf: async () => '',
    watchStalls: (pid, end, scans) => stallWatch.watch(pid, end, scans),
    sources: sourceContext(),
  }),
  advisoryGenerations: async () => ({}),
}
await queue.work('run-scan', (payload, attempt) => runScan(context, payload, attempt))
process.stdout.write('ready\n')
