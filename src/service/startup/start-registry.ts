import { advisoryFeedsOf, type App, sourceReachOf } from './app.ts'
import { renewListMarks } from '../db/registry/list-upkeep.ts'
import { countWords } from '../db/registry/statistics-upkeep.ts'
import { removeExpiredReceipts } from '../db/registry/receipts.ts'
import type { Queue } from '../queue/queue.ts'
import {
  countFiguresCron,
  countRegistryFigures,
  countWordsCron,
  foldTalliesCron,
  foldTalliesInTime,
  renewListMarksCron,
} from '../registry/counts/keep-counts.ts'
import { recordServer } from '../registry/entries/record-server.ts'
import { checkClaim, recheckClaims, recheckClaimsCron } from '../registry/maintainers/check-claim.ts'
import { rematchCron } from '../registry/rematching/note-scan.ts'
import { rematchAdvisories } from '../registry/rematching/rematch-advisories.ts'
import { requestRescoring } from '../registry/rescoring/request-rescoring.ts'
import { rescoreServers } from '../registry/rescoring/rescore-servers.ts'
import { startRegistryUpkeep } from './start-registry-upkeep.ts'
import { fanOutRematch } from '../webhooks/fan-out-rematch.ts'
import { fanOutServerChange } from '../webhooks/fan-out-server.ts'

const tidyReceiptsCron = '53 3 * * *'

/**
 * Starts all jobs of the registry. Jobs that follow feeds end immediately when the service stops. `publicUrl` must have
 * no trailing slash.
 */
export async function startRegistry(app: App, queue: Queue, stopping: AbortSignal, publicUrl: string): Promise<void> {
  const { db } = app.database
  const announceServerChange = fanOutServerChange({ queue })
  await queue.work('enter-server', (payload, { signal }) =>
    recordServer(
      {
        db,
        queue,
        sources: sourceReachOf(app),
        advisoryBases: advisoryFeedsOf(app).bases,
        announceServerChange,
        log: app.log,
      },
      payload,
      { signal: AbortSignal.any([signal, stopping]) },
    ),
  )
  await queue.work('rescore-servers', async (_payload, { signal }) => {
    await rescoreServers(
      { db, announceServerChange },
      { now: () => new Date(), signal: AbortSignal.any([signal, stopping]) },
    )
  })
  await requestRescoring({ db, queue })
  const rematching = {
    db,
    queue,
    matcher: app.advisoryMatcher,
    feeds: advisoryFeedsOf(app),
    announceServerChange,
    announceRematch: fanOutRematch({ queue, publicUrl }),
    log: app.log,
  }
  await queue.work('rematch-advisories', (_payload, { signal }) =>
    rematchAdvisories(rematching, { now: () => new Date(), signal: AbortSignal.any([signal, stopping]) }),
  )
  await queue.schedule('rematch-advisories', rematchCron, {}, 'all')
  await queue.work('check-claim', (payload, { signal }) =>
    checkClaim({ db, sources: sourceReachOf(app), log: app.log }, payload, {
      now: new Date(),
      signal: AbortSignal.any([signal, stopping]),
    }),
  )
  await queue.work('recheck-claims', () => recheckClaims({ db, queue }, new Date()))
  await queue.schedule('recheck-claims', recheckClaimsCron, {}, 'all')
  await queue.work('fold-registry-tallies', () => foldTalliesInTime(db))
  await queue.schedule('fold-registry-tallies', foldTalliesCron, {}, 'all')
  await queue.work('renew-list-marks', async () => void (await renewListMarks(db)))
  await queue.schedule('renew-list-marks', renewListMarksCron, {}, 'all')
  await queue.work('count-registry-words', () => countWords(db))
  await queue.schedule('count-registry-words', countWordsCron, {}, 'all')
  await queue.work('count-registry-figures', () => countRegistryFigures(db, new Date()))
  await queue.schedule('count-registry-figures', countFiguresCron, {}, 'all')
  // Enqueued at startup too. Otherwise, a new service would show no figures for up to an hour.
  await queue.enqueue(db, 'count-registry-figures', {}, { key: 'all' })
  await queue.work('tidy-receipts', () => removeExpiredReceipts(db, new Date()))
  await queue.schedule('tidy-receipts', tidyReceiptsCron, {}, 'all')
  await startRegistryUpkeep(app, queue, stopping)
}
