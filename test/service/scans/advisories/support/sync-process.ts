import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { openDatabase } from '../../../../../src/service/db/client.ts'
import { createNetwork } from '../../../../../src/engine/net/http-network.ts'

/**
 * A separate process that syncs npm's advisories, to be interrupted: `sync-process.ts <database> <base> <folder>`.
 * Exits with 3 if the sync fails.
 */
const [url = '', base = '', temporaryFolder = ''] = process.argv.slice(2)
const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
const log = { info: () => {}, warn: () => {} }
process.on('uncaughtException', () => process.exit(4))
process.stdout.write('begun\n')
try {
  const database = openDatabase(url, { maxConnections: 3, applicationName: 'sync to be interrupted' })
  const { complete } = await syncEcosystem({ database, bases: [base], network, temporaryFolder, log }, 'npm', {
    signal: new AbortController().signal,
  })
  process.exit(complete ? 0 : 3)
} catch {
  process.exit(3)
}
