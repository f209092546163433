import { type App, fileResultsOf } from './app.ts'
import { announceRepositoryTo } from './announce-repository.ts'
import { advanceCheck } from '../github/checks/advance-check.ts'
import { uploadToCodeScanning } from '../github/checks/code-scanning.ts'
import { writePullNotes } from '../github/checks/write-pull-notes.ts'
import { publishCheckRun } from '../github/checks/publish-check-run.ts'
import { createGitHubClients } from '../github/clients.ts'
import { createMissedDeliveries, missedDeliveriesCron } from '../github/find-missed-deliveries.ts'
import { followOpenPulls } from '../github/follow-open-pulls.ts'
import type { GitHubContext } from '../github/github-event.ts'
import type { GitHubLimits } from '../github/github-limits.ts'
import { forgetPrivateFiles, removeRepositories } from '../github/remove-repositories.ts'
import { resumeChecks, resumeChecksCron } from '../github/resume-checks.ts'
import { scanInstallation } from '../github/scan-installation.ts'
import { abandonDelivery, workDelivery } from '../github/work-delivery.ts'
import { tidyGithub, tidyGithubCron } from '../github/tidy-github.ts'
import type { Queue } from '../queue/queue.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'

/**
 * Starts the jobs of the GitHub App, if it is configured. Fetches events that were missed while no process was running.
 */
export async function startGitHub(
  app: App,
  queue: Queue,
  {
    publicUrl,
    announceScanEnd,
    limits: githubLimits,
  }: { readonly publicUrl: string; readonly announceScanEnd: AnnounceScanEnd; readonly limits: GitHubLimits },
): Promise<void> {
  const { githubApp } = app.config
  if (!githubApp) return
  const { db } = app.database
  const clients = createGitHubClients({ network: app.network, app: githubApp, log: app.log, limits: githubLimits })
  const context: GitHubContext = {
    db,
    queue,
    masterKey: app.masterKey,
    log: app.log,
    app: githubApp,
    clients,
    publicUrl,
    announceScanEnd,
    announceRepository: announceRepositoryTo({ queue }),
  }
  await queue.work('work-github-delivery', (payload, attempt) => workDelivery(context, payload, attempt))
  await queue.work('abandon-github-delivery', (payload) => abandonDelivery(context, payload))
  await queue.work('advance-check', (payload, attempt) => advanceCheck(context, payload, attempt))
  await queue.work('tell-check', (payload, attempt) => publishCheckRun(context, payload, attempt))
  await queue.work('scan-installation', (payload) => scanInstallation(context, payload))
  await queue.work('follow-open-pulls', (payload, attempt) => followOpenPulls(context, payload, attempt))
  await queue.work('remove-repositories', (payload, attempt) => removeRepositories(context, payload, attempt))
  await queue.work('forget-private-files', (payload) =>
    forgetPrivateFiles({ db, fileResults: fileResultsOf(app) }, payload),
  )
  await queue.work('upload-code-scanning', (payload, attempt) => uploadToCodeScanning(context, payload, attempt))
  await queue.work('write-pull-notes', (payload, attempt) => writePullNotes(context, payload, attempt))
  await queue.work('resume-checks', (_payload, { signal }) => resumeChecks(context, new Date(), signal))
  await queue.schedule('resume-checks', resumeChecksCron, {}, 'all')
  await queue.work('tidy-github', async (_payload, { signal }) => {
    await tidyGithub(db, new Date(), signal)
  })
  await queue.schedule('tidy-github', tidyGithubCron, {}, 'all')
  if (githubApp.webhookSecret === undefined) return
  const missed = createMissedDeliveries(context)
  await queue.work('find-missed-deliveries', async (_payload, { signal }) => {
    await missed.find({ now: new Date(), signal })
  })
  await queue.schedule('find-missed-deliveries', missedDeliveriesCron, {}, 'all')
  await queue.enqueue(db, 'find-missed-deliveries', {}, { key: 'all' })
}
