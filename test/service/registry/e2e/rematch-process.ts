import { tmpdir } from 'node:os'
import pino from 'pino'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { rematchAdvisories } from '../../../../src/service/registry/rematching/rematch-advisories.ts'
import { fanOutRematch } from '../../../../src/service/webhooks/fan-out-rematch.ts'

/**
 * A process that syncs npm's advisories and rematches all stored results, to be killed: `rematch-process.ts <database>
 * <base>`.
 */
const [url = '', base = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = openDatabase(url, { maxConnections: 4, applicationName: 'rematch to be killed' })
const queue = await openQueue({ url, log })
const bases = [base]
const signal = new AbortController().signal
process.stdout.write('begun\n')
await syncEcosystem(
  { database, bases, network: createNetwork({ allowedNetworks: [] }), temporaryFolder: tmpdir(), log },
  'npm',
  { signal },
)
process.stdout.write('synced\n')
await rematchAdvisories(
  {
    db: database.db,
    queue,
    matcher: createAdvisoryMatcher({ database, bases }),
    feeds: { database, bases },
    announceServerChange: async () => {},
    announceRematch: fanOutRematch({ queue, publicUrl: 'https://assay.example' }),
    log,
  },
  { now: () => new Date(), signal, inventoriesAtOnce: 10 },
)
process.exit(0)
