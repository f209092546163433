import { fileFeedStore } from '../../../../../src/engine/advisories/file-store/file-feed-store.ts'
import { syncFeeds } from '../../../../../src/engine/advisories/sync/sync-feeds.ts'
import { createNetwork } from '../../../../../src/engine/net/http-network.ts'

/**
 * A process that syncs npm's advisories into files: `file-sync-process.ts <folder> <base> <downloads>`. Prints the
 * outcome of each feed.
 */
const [folder = '', base = '', temporaryFolder = ''] = process.argv.slice(2)
const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
const log = { info: () => {}, warn: () => {} }
const freshSince = new Date()
process.stdout.write('started\n')
const { feeds } = await syncFeeds(
  { store: fileFeedStore(folder), bases: [base], network, temporaryFolder, log },
  'npm',
  {
    signal: new AbortController().signal,
    freshSince,
  },
)
process.stdout.write(`${feeds.map(({ outcome }) => outcome).join(',')}\n`)
await network[Symbol.asyncDispose]()
