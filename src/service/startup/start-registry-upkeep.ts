import { makeRegistryAccount } from '../accounts/registry-account.ts'
import { type App, sourceReachOf } from './app.ts'
import { findMasterKeyCheck } from '../db/installation.ts'
import { removeOldAnswers } from '../db/registry/answers.ts'
import { takeDueMeasurements } from '../db/registry/signals.ts'
import { guardedFetch } from '../github/guarded-fetch.ts'
import { qualityLimits } from '../registry/quality/quality-limits.ts'
import { scansAtOnceLimits } from '../../settings/scans-at-once-limits.ts'
import type { Queue } from '../queue/queue.ts'
import { feedScans, feedScansCron } from '../registry/intake/feed-scans.ts'
import { resolveSources, resolveSourcesCron } from '../registry/intake/resolve-sources.ts'
import { createGithubReader } from '../registry/quality/github-reader.ts'
import { measureServer, type MeasureContext } from '../registry/quality/measure-server.ts'
import { followCron, followRegistry, isFollowDue } from '../registry/upstream/follow-registry.ts'
import { fanOutServerChange } from '../webhooks/fan-out-server.ts'

const measureServersCron = '*/10 * * * *'
/** Time after which a requested measurement that has not run is requested again. */
const measuredWithinMs = 6 * 60 * 60_000

/**
 * Starts the jobs that keep registry entries up to date: following registries, periodic scans, and quality
 * measurements.
 */
export async function startRegistryUpkeep(app: App, queue: Queue, stopping: AbortSignal): Promise<void> {
  const {
    config,
    database: { db },
    log,
  } = app
  await makeRegistryAccount({ db, masterKey: app.masterKey })
  const until = (signal: AbortSignal) => AbortSignal.any([signal, stopping])

  const measuring = measureContextOf(app)
  await queue.work('measure-server', (payload, { signal }) =>
    measureServer(measuring, payload, { now: new Date(), signal: until(signal) }),
  )
  await queue.work('measure-servers', async () => {
    const now = new Date()
    const due = await takeDueMeasurements(db, {
      now,
      until: new Date(now.getTime() + measuredWithinMs),
      limit: qualityLimits.maxServersPerRun,
    })
    for (const serverId of due) await queue.enqueue(db, 'measure-server', { serverId }, { key: serverId })
    await removeOldAnswers(db, new Date(now.getTime() - qualityLimits.entityTagRetentionMs))
  })
  await queue.schedule('measure-servers', measureServersCron, {}, 'all')

  await queue.work('feed-scans', async () => {
    await feedScans(
      { db, queue, log, besideScans: config.scansAtOnce.besideRegistry ?? scansAtOnceLimits.maxScansBesideRegistry },
      new Date(),
    )
  })
  await queue.schedule('feed-scans', feedScansCron, {}, 'all')
  await queue.work('resolve-sources', (_payload, { signal }) =>
    resolveSources(
      { db, sources: sourceReachOf(app), announceServerChange: fanOutServerChange({ queue }), log },
      { now: new Date(), signal: until(signal) },
    ),
  )
  await queue.schedule('resolve-sources', resolveSourcesCron, {}, 'all')

  const base = config.mcpRegistry
  await queue.work('follow-registry', async (_payload, { signal }) => {
    if (base !== undefined)
      await followRegistry({ db, network: app.network, base, log }, { now: () => new Date(), signal: until(signal) })
  })
  await queue.schedule('follow-registry', followCron((await findMasterKeyCheck(db)) ?? Buffer.of()), {}, 'all')
  if (base !== undefined && (await isFollowDue(db, base, new Date())))
    await queue.enqueue(db, 'follow-registry', {}, { key: 'all' })
}

function measureContextOf({ config, database: { db }, network, npmRegistry, pypiIndex, log }: App): MeasureContext {
  const github = createGithubReader({
    fetch: guardedFetch(network),
    apiUrl: config.githubPlace.apiUrl,
    token: config.githubToken,
    db,
    now: () => new Date(),
  })
  return {
    db,
    log,
    network,
    npmRegistry,
    pypiIndex,
    npmRegistryUrl: config.npmRegistry,
    npmDownloads: config.npmDownloads,
    pypiDownloads: config.pypiDownloads,
    github,
    githubHost: config.githubPlace.host,
  }
}
