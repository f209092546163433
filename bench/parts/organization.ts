import { setTimeout as pause } from 'node:timers/promises'
import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import type { MadeRun } from './github/served-github.ts'
import {
  type AnsweredDelivery,
  checkSuiteEvent,
  installedEvent,
  type PlannedDelivery,
  pullRequestEvent,
  pushEvent,
  repositoriesAddedEvent,
  sendMixed,
} from './organization/mixed-deliveries.ts'
import { firstScans, organizationService } from './organization/organization-service.ts'
import {
  type OrganizationPull,
  type PlayedOrganization,
  repositoriesOf,
  type ServedOrganization,
} from './organization/served-organization.ts'

const repositories = 10_000
const aSecond = 50
const seconds = Number(process.env['ORGANIZATION_SECONDS'] ?? 60)
const warmUpSeconds = 4
/** Pull request events per second. Half of them report a new commit. */
const pullEventsASecond = 12
/** Interval between deliveries that list all repositories, in seconds. */
const listedEverySeconds = 10

/** Pull requests that are opened one after another while first scans wait. */
const soloPulls = 8
const soloPauseMs = 4_000
const intakeMs = Number(process.env['ORGANIZATION_INTAKE_MS'] ?? 60_000)

/** Limits of the simulated GitHub for the measurement of budgets. The window is shorter than GitHub's hour. */
const limits = { requests: 600, windowMs: 120_000, writesPerMinute: 80, concurrent: 100 }
const limitedPulls = 60
const limitedPushes = 60
const limitedMs = 240_000

/**
 * Measures the GitHub App in an organization with 10,000 repositories and one installation: responses to deliveries,
 * the time from an opened pull request to its check while the first scans of all repositories wait, and how several
 * workers share GitHub's rate limits.
 *
 * `ORGANIZATION_SECTIONS` selects sections, for experiments.
 */
export const organization: BenchPart = {
  id: 'organization',
  async *run() {
    const sections = (process.env['ORGANIZATION_SECTIONS'] ?? 'answers,intake,budget').split(',')
    if (sections.includes('answers')) yield* answers()
    if (sections.includes('intake')) yield* intake()
    if (sections.includes('budget')) yield* budget()
  },
}

/** Responses to deliveries at a constant rate, with one worker. */
async function* answers(): AsyncGenerator<Measurement> {
  const pulls = ((warmUpSeconds + seconds) * pullEventsASecond) / 2
  await using service = await organizationService(
    { repositories, scannable: 600, pulls, limits: undefined, responseMs: 20 },
    { workers: 1 },
  )
  const { github, address } = service
  const secret = github.webhookSecret
  await sendMixed(address, [installedEvent(repositoriesOf({ repositories }))], { secret })
  const plan = mixedPlan(github)
  await sendMixed(address, plan.slice(0, warmUpSeconds * aSecond), { secret, aSecond })
  const before = service.cpu()
  const sent = await sendMixed(address, plan.slice(warmUpSeconds * aSecond), { secret, aSecond })
  const after = service.cpu()
  const what = `${aSecond} deliveries per second of one installation for ${seconds} s`
  yield measurement({
    measure: `${what}: response`,
    unit: 'ms',
    samples: msOf(sent),
    peer: { name: 'limit', median: 100 },
  })
  yield measurement({
    measure: `${what}: response, 95th percentile`,
    unit: 'ms',
    samples: [quantile(msOf(sent), 0.95)],
  })
  yield measurement({
    measure: `${what}: response, 99th percentile`,
    unit: 'ms',
    samples: [quantile(msOf(sent), 0.99)],
    peer: { name: 'limit', median: 100 },
  })
  const long = sent.filter(({ event }) => event === 'installation_repositories')
  if (long.length > 0)
    yield measurement({
      measure: `${what}: response to a list of ${repositories} repositories`,
      unit: 'ms',
      samples: msOf(long),
    })
  for (const part of ['web', 'workers', 'database'] as const)
    yield measurement({
      measure: `${what}: CPU per delivery, ${part}`,
      unit: 'ms',
      samples: [(after[part] - before[part]) / sent.length],
    })
  const [row] = await service.sql<{ waiting: number; pulls: number }[]>`
    select count(*)::int as waiting, count(*) filter (where event = 'pull_request')::int as pulls
    from github_deliveries where ended_at is null`
  yield measurement({
    measure: `${what}: deliveries not processed at the end`,
    unit: 'deliveries',
    samples: [row?.waiting ?? Number.NaN],
  })
  yield measurement({
    measure: `${what}: pull request events not processed at the end`,
    unit: 'deliveries',
    samples: [row?.pulls ?? Number.NaN],
  })
  const { runs } = await github.state()
  const opened = sent.filter(
    ({ event, head }) => event === 'pull_request' && runs.some(({ headSha }) => headSha === head),
  )
  if (opened.length > 0)
    yield measurement({
      measure: `${what}: pull request event to check run, of ${opened.length} created until the end`,
      unit: 'ms',
      samples: opened.map((delivery) => createdAfter(delivery, runs) ?? Number.NaN),
    })
}

/** Time to check run and conclusion of a pull request while the first scans of all repositories wait. */
async function* intake(): AsyncGenerator<Measurement> {
  await using service = await organizationService(
    { repositories, scannable: 1_000, pulls: soloPulls, limits: undefined, responseMs: 20 },
    { workers: 1 },
  )
  const { github, address, sql } = service
  const secret = github.webhookSecret
  await sendMixed(address, [installedEvent(repositoriesOf({ repositories }))], { secret })
  while ((await firstScans(sql)).ended < 5) await pause(200)
  const before = { ...(await github.state()), scans: await firstScans(sql), at: performance.now() }
  const sent: AnsweredDelivery[] = []
  for (const pull of github.pulls) {
    sent.push(...(await sendMixed(address, [pullRequestEvent(pull, 'opened')], { secret })))
    await pause(soloPauseMs)
  }
  const { runs } = await concluded(github, sent, 120_000)
  const left = before.at + intakeMs - performance.now()
  if (left > 0) await pause(left)
  const [after, scans] = [await github.state(), await firstScans(sql)]
  const minutes = (performance.now() - before.at) / 60_000
  const scanned = scans.ended - before.scans.ended
  const what = `first scans of ${repositories} repositories, one worker`
  const [jobs] = await sql<
    { jobs: number }[]
  >`select count(*)::int as jobs from pgboss.job where name = 'scan-installation'`
  yield measurement({ measure: `${what}: first scans per minute`, unit: 'scans', samples: [scanned / minutes] })
  yield measurement({
    measure: `${what}: hours until all are scanned`,
    unit: 'h',
    samples: [repositories / (scanned / minutes) / 60],
  })
  yield measurement({ measure: `${what}: waiting in the queue`, unit: 'scans', samples: [scans.waiting] })
  yield measurement({
    measure: `${what}: jobs that enqueued scans so far`,
    unit: 'jobs',
    samples: [jobs?.jobs ?? Number.NaN],
  })
  const requests = ({ counted }: typeof after) => counted.reads + counted.writes
  yield measurement({
    measure: `${what}: token requests per scan, with those of ${soloPulls} pull requests`,
    unit: 'requests',
    samples: [(after.counted.tokens - before.counted.tokens) / scanned],
  })
  yield measurement({
    measure: `${what}: other requests per pull request`,
    unit: 'requests',
    samples: [(requests(after) - requests(before)) / soloPulls],
  })
  yield measurement({
    measure: `${what}: opened pull request to check run`,
    unit: 'ms',
    samples: sent.flatMap((delivery) => createdAfter(delivery, runs) ?? []),
  })
  yield measurement({
    measure: `${what}: opened pull request to conclusion`,
    unit: 's',
    samples: sent.flatMap((delivery) => concludedAfter(delivery, runs) ?? []).map((ms) => ms / 1_000),
  })
}

/** Several workers and GitHub's limits. Pushes are sent before pull requests, and repositories wait for first scans. */
async function* budget(): AsyncGenerator<Measurement> {
  await using service = await organizationService(
    { repositories, scannable: 600, pulls: limitedPulls + limitedPushes, limits, responseMs: 20 },
    { workers: 2, settings: { GITHUB_WRITES_PER_MINUTE: String(limits.writesPerMinute) } },
  )
  const { github, address, sql } = service
  const secret = github.webhookSecret
  const pushed = github.pulls.slice(0, limitedPushes)
  const opened = github.pulls.slice(limitedPushes)
  const startedAt = Date.now()
  const sent = await sendMixed(
    address,
    [
      installedEvent(repositoriesOf({ repositories })),
      ...pushed.map(({ repository, base, heads }) => ({
        ...pushEvent(repository, { branch: 'main', before: base, after: heads[0] }),
        head: heads[0],
      })),
      ...opened.map((pull) => pullRequestEvent(pull, 'opened')),
    ],
    { secret },
  )
  await concluded(github, sent, limitedMs)
  const { runs, counted } = await github.state()
  const what =
    `${limits.requests} requests per ${limits.windowMs / 1_000} s and ${limits.writesPerMinute} writes per minute, ` +
    'two workers'
  for (const [kind, name] of [
    ['requests', 'requests per window'],
    ['writes', 'writes per minute'],
    ['concurrent', 'concurrent requests'],
  ] as const)
    yield measurement({
      measure: `${what}: requests rejected by the limit on ${name}`,
      unit: 'requests',
      samples: [counted.refused[kind]],
    })
  yield measurement({
    measure: `${what}: most writes in a minute`,
    unit: 'requests',
    samples: [counted.mostWritesPerMinute],
  })
  yield measurement({
    measure: `${what}: accepted requests`,
    unit: 'requests',
    samples: [counted.reads + counted.writes],
  })
  const ofEvent = (name: string) => sent.filter(({ event }) => event === name)
  for (const [event, name, count] of [
    ['pull_request', 'pull requests', limitedPulls],
    ['push', 'pushes', limitedPushes],
  ] as const) {
    const created = ofEvent(event).flatMap((delivery) => createdAfter(delivery, runs) ?? [])
    const ended = ofEvent(event).flatMap((delivery) => concludedAfter(delivery, runs) ?? [])
    yield measurement({
      measure: `${what}: ${name} with a check run, of ${count}`,
      unit: 'checks',
      samples: [created.length],
    })
    yield measurement({
      measure: `${what}: ${name} with a conclusion, of ${count}`,
      unit: 'checks',
      samples: [ended.length],
    })
    if (created.length > 0)
      yield measurement({
        measure: `${what}: event to check run, ${name}`,
        unit: 's',
        samples: created.map((ms) => ms / 1_000),
      })
    if (ended.length > 0)
      yield measurement({
        measure: `${what}: event to conclusion, ${name}`,
        unit: 's',
        samples: ended.map((ms) => ms / 1_000),
      })
  }
  yield measurement({
    measure: `${what}: first scans at the end`,
    unit: 'scans',
    samples: [(await firstScans(sql)).ended],
  })
  yield measurement({ measure: `${what}: duration`, unit: 's', samples: [(Date.now() - startedAt) / 1_000] })
}

/** Deliveries of each second: pushes to branches, pull requests, and check suites, and sometimes all repositories. */
function mixedPlan(github: ServedOrganization & PlayedOrganization): PlannedDelivery[] {
  const all = repositoriesOf({ repositories })
  const plan: PlannedDelivery[] = []
  const later: OrganizationPull[] = []
  const pulls = github.pulls[Symbol.iterator]()
  const next = () => {
    const { value } = pulls.next()
    if (!value) throw new Error('there are too few pull requests')
    return value
  }
  for (let second = 0; second < warmUpSeconds + seconds; second += 1)
    for (let index = 0; index < aSecond; index += 1) {
      const repository = all[(second * aSecond + index) % all.length]
      if (!repository) continue
      if (index === 49 && second % listedEverySeconds === listedEverySeconds - 1) plan.push(repositoriesAddedEvent(all))
      else if (index % 4 === 0 && index < 4 * pullEventsASecond) {
        const isOpened = index % 8 === 0
        const pull = isOpened ? next() : later.shift()
        if (!pull) continue
        if (isOpened) later.push(pull)
        plan.push({
          ...pullRequestEvent(pull, isOpened ? 'opened' : 'synchronize'),
          ...(!isOpened && { before: () => github.push(pull) }),
        })
      } else if (index % 4 === 1)
        plan.push(pushEvent(repository, { branch: 'topic', before: '1'.repeat(40), after: '2'.repeat(40) }))
      else plan.push(checkSuiteEvent(repository, index % 4 === 2 ? 'requested' : 'completed'))
    }
  return plan
}

const msOf = (sent: readonly AnsweredDelivery[]) => sent.map(({ ackMs }) => ackMs)

function quantile(samples: readonly number[], share: number): number {
  return samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * share) - 1] ?? Number.NaN
}

function createdAfter({ head, sentAt }: AnsweredDelivery, runs: readonly MadeRun[]): number | undefined {
  const run = runs.find(({ headSha }) => headSha === head)
  return run && run.createdAt - sentAt
}

function concludedAfter({ head, sentAt }: AnsweredDelivery, runs: readonly MadeRun[]): number | undefined {
  const run = runs.find(({ headSha }) => headSha === head)
  return run?.concludedAt === undefined ? undefined : run.concludedAt - sentAt
}

/** Resolves when the check of each delivery has a conclusion, or when the time is over. */
async function concluded(github: PlayedOrganization, sent: readonly AnsweredDelivery[], maxMs: number) {
  const heads = sent.flatMap(({ head }) => head ?? [])
  const deadline = performance.now() + maxMs
  for (;;) {
    const state = await github.state()
    const ended = new Set(state.runs.filter(({ status }) => status === 'completed').map(({ headSha }) => headSha))
    if (heads.every((head) => ended.has(head)) || performance.now() > deadline) return state
    await pause(500)
  }
}
