import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Database } from '../../../../../src/service/db/client.ts'
import { advanceCheck } from '../../../../../src/service/github/checks/advance-check.ts'
import { publishCheckRun } from '../../../../../src/service/github/checks/publish-check-run.ts'
import type { GitHubContext } from '../../../../../src/service/github/github-event.ts'
import { deliveryReceiver } from '../../../../../src/service/github/receive-delivery.ts'
import { resumeChecks } from '../../../../../src/service/github/resume-checks.ts'
import { writePullNotes } from '../../../../../src/service/github/checks/write-pull-notes.ts'
import { workDelivery } from '../../../../../src/service/github/work-delivery.ts'
import { endWithFailure, endWithFindings } from '../../../../../src/service/scans/end-scan.ts'
import { judge } from '../../../../../src/engine/scanner/judge.ts'
import type { FakeCheckRun, FakeGitHub, FakePullNote } from '../../../../support/fake-github/fake-github.ts'
import type { JobPayload } from '../../../../../src/service/queue/jobs.ts'
import { storedFinding } from '../../../../support/findings.ts'
import { type Fate, type MortalProcess, startProcess } from './mortal-process.ts'
import { type Expected, ProjectModel, type SentEvent } from './project-model.ts'
import { type Random, seededRandom } from './random.ts'
import { findingOfFlaw, fingerprintOf, type StoredAcceptance } from './review-model.ts'
import { firstDue, isDue, type StoredJob, type StoredJobs } from './stored-jobs.ts'

export interface SequenceWorld {
  readonly db: Database
  readonly jobs: StoredJobs
  readonly github: FakeGitHub
  readonly masterKey: GitHubContext['masterKey']
}

/** Events of a sequence, and what GitHub shows at the end. */
export interface SequenceEnd {
  readonly seed: number
  readonly trace: readonly string[]
  readonly expected: readonly Expected[]
  readonly runs: readonly FakeCheckRun[]
  /** Comments and reviews of the pull requests. */
  readonly notes: readonly FakePullNote[]
  /** Pull requests whose comment must show this conclusion. */
  readonly commented: readonly { readonly number: number; readonly conclusion: string }[]
  /** Stored acceptances that no comment allows. */
  readonly wronglyAccepted: readonly StoredAcceptance[]
  readonly accepted: number
  readonly hasReviews: boolean
  readonly openInDatabase: number
  readonly jobsRun: number
  readonly faults: number
  readonly kills: number
}

const minuteMs = 60_000
/** Maximum number of jobs. A sequence needs a few dozen. */
const maxJobs = 600
const signal = () => new AbortController().signal

/** Runs random events, GitHub responses, and process deaths for one repository, until nothing is left to do. */
export async function runSequence(world: SequenceWorld, seed: number): Promise<SequenceEnd> {
  const { db, jobs, github } = world
  const random = seededRandom(seed)
  const trace: string[] = []
  const counts = { jobs: 0, faults: 0, kills: 0 }
  let isCalm = false
  await jobs.clear()
  const watch = setInterval(
    () =>
      process.stderr.write(
        `still at seed ${seed} jobs ${counts.jobs} ${[...running.values()].join(', ')} ${github.requests
          .slice(-3)
          .map(({ path }) => path)
          .join(' ')}\n${trace.slice(-12).join('\n')}\n`,
      ),
    60_000,
  )
  const now = () => new Date()
  const advanceClock = (ms: number) => void vi.setSystemTime(Date.now() + ms)
  advanceClock(10 * minuteMs)
  const hasReviews = seed % 2 === 0
  const model = new ProjectModel({ id: 10_000 + seed, random, now, github, hasReviews })
  const firstRun = github.checkRuns.length
  const faultShare = random.pick([0, 0.05, 0.15, 0.3])
  const killShare = random.pick([0, 0, 0.02, 0.08])
  let wasSuspended = false

  github.fault = (method, path) => {
    const isToken = path.endsWith('/access_tokens')
    if (isToken && model.isSuspended) return { status: 403, message: 'This installation has been suspended' }
    if (isCalm || !random.chance(faultShare)) return undefined
    counts.faults += 1
    if (isToken)
      return random.pick([
        { status: 404 },
        { status: 500 },
        { status: 403, headers: { 'retry-after': '20' }, message: 'You have exceeded a secondary rate limit.' },
      ])
    const isWrite = method !== 'GET'
    const byNumber = path.replace(/^\/repos\/[^/]+\/[^/]+\//, `/repositories/${model.at.id}/`)
    return random.pick([
      { status: 500 },
      { status: 502 },
      { status: 403, headers: { 'retry-after': '15' }, message: 'You have exceeded a secondary rate limit.' },
      // Responses of a lagging replica for something that exists. Responses to comparisons and lists are correct.
      ...(isWrite ? [{ status: 404 }, { status: 422, message: `No commit found for SHA: ${path}` }] : []),
      ...(isWrite && byNumber !== path
        ? [301, 302, 307, 308].map((status) => ({ status, headers: { location: `${github.apiUrl}${byNumber}` } }))
        : []),
    ])
  }
  const fateOf = (method: string, url: string): Fate => {
    // The few requests that must not be repeated by a retry. Their responses may be lost until the end, because these
    // requests often come late.
    if (hasReviews && method === 'POST' && /\/(?:comments|reviews)$/.test(url) && random.chance(0.3))
      return random.pick(['killed before', 'killed after', 'answer lost'])
    if (isCalm) return 'answered'
    if (random.chance(killShare)) return random.pick(['killed before', 'killed after'])
    return method !== 'GET' && random.chance(faultShare / 4) ? 'answer lost' : 'answered'
  }
  const start = () => startProcess({ ...world, queue: jobs.queue, fateOf })
  let processes = [start(), start()]
  const receive = deliveryReceiver({
    db,
    queue: jobs.queue,
    log:
      processes[0]?.context.log ??
      (() => {
        throw new Error('no log')
      })(),
  })

  const running = new Map<StoredJob, string>()
  const runningKeys = new Set<string>()
  /** Jobs that are retried before all others with the same key. */
  const unfinished = new Map<string, number>()
  const lockOf = ({ name, key }: StoredJob) =>
    name === 'tell-check' || name === 'write-pull-notes' ? `${name} ${key}` : undefined
  async function runJob(job: StoredJob, process: MortalProcess): Promise<void> {
    counts.jobs += 1
    if (isCalm && counts.jobs > maxJobs - 20)
      trace.push(`still worked: ${job.name} ${JSON.stringify(job.payload)} at ${now().toISOString()}`)
    jobs.take(job)
    const lock = lockOf(job)
    if (lock) runningKeys.add(lock)
    running.set(job, `${job.name} ${job.key}`)
    try {
      const work = workOf(job, process.context)
      const outcome = await Promise.race([
        work.then(
          () => 'done' as const,
          (error: unknown) => {
            if (isCalm) trace.push(`${job.name} failed: ${String(error)}`)
            return 'failed' as const
          },
        ),
        process.death.then(() => 'killed' as const),
      ])
      if (job.name === 'write-pull-notes' && lock) {
        if (outcome === 'done') unfinished.delete(lock)
        else unfinished.set(lock, job.id)
      }
      if (outcome === 'done') jobs.end(job)
      // pg-boss detects a dead worker by its heartbeat, and waits before another attempt.
      else await jobs.giveBack(job, new Date(Date.now() + (outcome === 'killed' ? 11_000 : 4_000)))
    } finally {
      if (lock) runningKeys.delete(lock)
      running.delete(job)
    }
  }

  async function workOf({ name, payload }: StoredJob, context: GitHubContext): Promise<void> {
    const told = payload as { checkId: string; deliveryId: string; force: boolean }
    switch (name) {
      case 'work-github-delivery':
        return workDelivery(context, told, { signal: signal() })
      case 'advance-check':
        return advanceCheck(context, told, { signal: signal() })
      case 'tell-check':
        return publishCheckRun(context, told, { signal: signal() })
      case 'write-pull-notes':
        return writePullNotes(context, payload as JobPayload<typeof name>, { signal: signal() })
      case 'resume-checks':
        return resumeChecks(context, now(), signal())
      case 'run-scan':
        return endOneScan(world, context, model, isCalm ? undefined : random)
      default:
    }
  }

  let lastRound = Date.now()
  /** @param known waiting jobs, if they were just read */
  async function work(known?: readonly StoredJob[]): Promise<void> {
    let waiting = known
    if (Date.now() - lastRound >= minuteMs) {
      lastRound = Date.now()
      await jobs.queue.enqueue(db, 'resume-checks', {}, { key: 'all' })
      waiting = undefined
    }
    for (const [index, { isDead }] of processes.entries()) {
      if (!isDead()) continue
      counts.kills += 1
      trace.push('a process was killed')
      processes = processes.with(index, start())
    }
    const seen = new Set(runningKeys)
    const due = (waiting ?? (await jobs.waiting())).filter((job) => {
      const lock = lockOf(job)
      if (!isDue(job, now())) return false
      if (lock === undefined) return true
      if (seen.has(lock) || (unfinished.get(lock) ?? job.id) !== job.id) return false
      seen.add(lock)
      return true
    })
    if (due.length === 0) return advanceClock(random.pick([500, 2_000, 7_000, 61_000]))
    const taken = new Set<StoredJob>()
    for (let count = 1 + random.below(3); count > 0 && taken.size < due.length; count -= 1) taken.add(random.pick(due))
    await Promise.all([...taken].map((job) => runJob(job, random.pick(processes))))
    if (random.chance(0.3)) advanceClock(random.below(3_000))
  }

  // Events may be delivered late, in any order, twice, or not at first.
  let undelivered: SentEvent[] = []
  const everSent: SentEvent[] = []
  async function deliver(event: SentEvent): Promise<void> {
    trace.push(`delivered: ${event.what}`)
    await receive({ id: event.id, name: event.name, payload: event.payload })
  }
  const setSuspended = async (isSuspended: boolean) => {
    model.isSuspended = isSuspended
    wasSuspended = true
    const { id, owner, installationId } = model.at
    trace.push(isSuspended ? 'suspended' : 'unsuspended')
    await receive({
      id: `${id} ${Date.now()} ${isSuspended}`,
      name: 'installation',
      payload: {
        action: isSuspended ? 'suspend' : 'unsuspend',
        installation: {
          id: installationId,
          account: owner,
          suspended_at: isSuspended ? new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString() : null,
        },
      },
    })
    // GitHub sends no events about a suspended installation.
    for (const job of (await jobs.due()).filter(({ name }) => name === 'work-github-delivery'))
      await workDelivery(calmProcess().context, job.payload as { deliveryId: string }, { signal: signal() }).then(() =>
        jobs.end(job),
      )
  }
  const calmProcess = () => startProcess({ ...world, queue: jobs.queue, fateOf: () => 'answered' })

  const actions = 2 + random.below(9)
  for (let action = 0; action < actions; action += 1) {
    if (random.chance(0.7)) advanceClock(random.pick([0, 300, 1_100, 5_000, 90_000]))
    if (!model.isSuspended)
      for (const event of model.act()) {
        trace.push(`happened: ${event.what}`)
        everSent.push(event)
        undelivered.push(event)
      }
    while (undelivered.length > 0 && !model.isSuspended && random.chance(0.6)) {
      const event = random.pick(undelivered)
      if (!random.chance(0.1)) undelivered = undelivered.filter((one) => one !== event)
      await deliver(event)
      if (random.chance(0.1)) await deliver(event)
    }
    if (random.chance(0.04)) await setSuspended(!model.isSuspended)
    for (let steps = random.below(12); steps > 0; steps -= 1) await work()
  }
  if (model.isSuspended) await setSuspended(false)
  isCalm = true
  // Missed events are in GitHub's log, and are delivered from there, oldest first.
  for (const event of everSent) if (undelivered.includes(event)) await deliver(event)
  for (let quiet = 0; quiet < 3 && counts.jobs < maxJobs;) {
    const waiting = await jobs.waiting()
    if (waiting.some((job) => isDue(job, now()))) {
      quiet = 0
      await work(waiting)
      continue
    }
    if (waiting.length === 0 && (await openChecks(db, model.at.id)) === 0) quiet += 1
    advanceClock(waiting.length === 0 ? minuteMs : Math.max(1, Math.min(firstDue(waiting) - Date.now(), 5 * minuteMs)))
    await work(waiting)
  }
  clearInterval(watch)
  const accepted = await acceptances(db, model.at.id)
  const isWhole = faultShare === 0 && !wasSuspended && model.reviews?.mayWrite === true
  return {
    seed,
    trace,
    expected: model.expected(accepted),
    notes: github.pullNotes.filter(({ repositoryId }) => repositoryId === model.at.id),
    commented: isWhole ? model.openPulls(accepted).filter(({ hasNew }) => hasNew) : [],
    wronglyAccepted: accepted.filter((acceptance) => !model.reviews?.allows(acceptance)),
    accepted: accepted.length,
    hasReviews,
    runs: github.checkRuns.slice(firstRun),
    openInDatabase: await openChecks(db, model.at.id),
    jobsRun: counts.jobs,
    faults: counts.faults,
    kills: counts.kills,
  }
}

async function openChecks(db: Database, repositoryId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from github_checks
      where repository_id = ${repositoryId} and concluded_at is null`,
  )
  return row?.count ?? 0
}

async function acceptances(db: Database, repositoryId: number): Promise<StoredAcceptance[]> {
  const rows = await db.execute<{ comment: string; pull: number; fingerprint: string; base: string }>(
    sql`select comment_id as comment, pull_number as pull, fingerprint, base_ref as base from github_acceptances
      where repository_id = ${repositoryId} and fingerprint is not null`,
  )
  return rows.map(({ comment, pull, fingerprint, base }) => ({
    commentId: Number(comment),
    pullNumber: pull,
    fingerprint,
    baseRef: base,
  }))
}

const coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 0, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process' as const,
  gaps: [],
}

/**
 * Ends the oldest waiting scan. It finds the vulnerabilities of its commit, no repository while the app is suspended,
 * or sometimes an outage. If another job has already ended it, ends the next one.
 */
async function endOneScan(
  { db }: SequenceWorld,
  { announceScanEnd }: GitHubContext,
  model: ProjectModel,
  random: Random | undefined,
): Promise<void> {
  for (;;) {
    const [scan] = await db.execute<{ id: string; commit: string }>(
      sql`select id, target->>'ref' as commit from scans
        where status = 'pending' and github_repository_id = ${model.at.id} order by created_at limit 1`,
    )
    if (!scan) return
    if (model.isSuspended) {
      if (
        await endWithFailure({ db, announceScanEnd }, scan.id, {
          code: 'SOURCE_NOT_FOUND',
          message: 'There is no such repository.',
        })
      )
        return
      continue
    }
    if (random?.chance(0.05)) {
      if (
        await endWithFailure({ db, announceScanEnd }, scan.id, {
          code: 'UPSTREAM_UNAVAILABLE',
          message: 'The source could not be had.',
        })
      )
        return
      continue
    }
    const commit = model.commits.get(scan.commit)
    if (!commit) throw new Error(`a scan of the unknown commit ${scan.commit}`)
    const findings = [...commit.flaws].map((flaw) =>
      model.reviews
        ? findingOfFlaw(flaw, scan.id)
        : storedFinding({
            id: `finding_${scan.id}_${flaw}`,
            fingerprint: fingerprintOf(flaw),
            severity: 'critical',
            ruleId: 'flaw',
          }),
    )
    const { results, verdict } = judge(findings, { gaps: [], failOn: 'high' })
    if (
      await db.transaction((tx) =>
        endWithFindings(
          { announceScanEnd },
          tx,
          scan.id,
          {
            source: null,
            canonicalUrl: null,
            inventoryDigest: null,
            results,
            verdict,
            coverage,
            completedAt: new Date(),
          },
          findings,
        ),
      )
    )
      return
  }
}
