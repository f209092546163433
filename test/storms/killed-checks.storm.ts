import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFailed, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { type InstalledRepository, installedApp, projectWith } from '../service/github/e2e/installed-app.ts'
import { type Random, seededRandom } from '../service/github/e2e/sequences/random.ts'
import type { AssayProcess } from '../support/assay-process.ts'
import type { FakePull } from '../support/fake-github/fake-github.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { killProcesses, persistently, startPersistently } from './kill-processes.ts'
import { stormSize } from './storm-size.ts'

const size = stormSize()
const seed = Number(process.env['CHECK_SEED'] ?? 1)
/** Number of sequences that run at the same time. */
const atOnce = 5

type App = Awaited<ReturnType<typeof installedApp>>

/** A commit that fails for `main`, passes for `soft-base`, and is the head of several pull requests. */
interface Sequence {
  readonly repository: InstalledRepository
  readonly head: string
  readonly pulls: FakePull[]
  /** All bases that a pull request ever had. */
  readonly bases: Set<string>
}

function sequenceOf(app: App, index: number): Sequence {
  const repository = app.repository(`sequence-${index}`, {
    owner: { id: 5_000 + index, login: `owner-${index}` },
    installationId: 500 + index,
  })
  const main = repository.git.commit(projectWith({}))
  const soft = repository.git.commit(projectWith({ flawed: '1.0.0' }), {
    refs: ['refs/heads/soft-base'],
    parents: [main],
  })
  const head = repository.git.commit(projectWith({ flawed: '1.0.0' }, { 'README.md': 'head' }), {
    refs: ['refs/heads/feature'],
    parents: [soft],
  })
  app.compare(repository, main, head)
  app.compare(repository, soft, head)
  repository.at.branches.set('main', main).set('soft-base', soft)
  return { repository, head, pulls: [], bases: new Set() }
}

/** Opens, retargets, closes, and reopens pull requests. Events arrive twice or in another order. */
async function act(
  app: App,
  { repository, head, pulls, bases }: Sequence,
  random: Random,
  deadline: number,
): Promise<void> {
  const late: (() => Promise<unknown>)[] = []
  const tell = (action: string, pull: FakePull, more: object = {}) => {
    pull.updatedAt = new Date()
    const payload = {
      action,
      number: pull.number,
      ...more,
      repository: repository.payload(),
      installation: repository.installation,
      pull_request: {
        state: pull.state,
        merged: false,
        draft: false,
        user: { id: 5, login: 'somebody' },
        head: { sha: head, repo: { id: repository.at.id } },
        base: { sha: pull.baseSha, ref: pull.baseRef },
        updated_at: pull.updatedAt.toISOString(),
      },
    }
    const guid = crypto.randomUUID()
    return () =>
      persistently(async () => {
        const { status } = await app.send('pull_request', payload, { guid })
        if (status !== 202) throw new Error(`an event was answered with ${status}`)
      }, deadline)
  }
  for (let steps = 3 + random.below(5); steps > 0; steps -= 1) {
    const baseRef = random.pick(['main', 'soft-base'])
    const pull = random.chance(0.5) || pulls.length === 0 ? undefined : random.pick(pulls)
    let send
    if (!pull) {
      const opened: FakePull = {
        number: pulls.length + 1,
        state: 'open',
        mergedAt: null,
        draft: false,
        headSha: head,
        baseRef,
        baseSha: repository.at.branches.get(baseRef) ?? '',
        headRepositoryId: repository.at.id,
        updatedAt: new Date(),
      }
      pulls.push(opened)
      bases.add(baseRef)
      repository.at.pulls.set(opened.number, opened)
      send = tell('opened', opened)
    } else if (pull.state === 'open' && random.chance(0.5)) {
      bases.add(baseRef)
      Object.assign(pull, { baseRef, baseSha: repository.at.branches.get(baseRef) ?? '' })
      send = tell('edited', pull, { changes: { base: { ref: { from: 'x' }, sha: { from: '0'.repeat(40) } } } })
    } else {
      pull.state = pull.state === 'open' ? 'closed' : 'open'
      send = tell(pull.state === 'open' ? 'reopened' : 'closed', pull)
    }
    if (random.chance(0.2)) late.push(send)
    else await send()
    if (random.chance(0.2)) await send()
    await pause(random.below(4_000))
  }
  for (const send of late) await send()
}

/**
 * Returns the correct conclusions at the end. If all pull requests of a commit are closed, it keeps the conclusion from
 * when one was open.
 */
function rightFor({ pulls, bases }: Sequence): readonly string[] {
  const open = pulls.filter(({ state }) => state === 'open')
  if (open.length > 0) return [open.some(({ baseRef }) => baseRef === 'main') ? 'failure' : 'success']
  return ['neutral', ...(bases.has('main') ? ['failure'] : []), ...(bases.has('soft-base') ? ['success'] : [])]
}

it(
  'concludes every commit rightly when workers and the web process are killed during sequences of events',
  async () => {
    await using stack = new AsyncDisposableStack()
    const deadline = Date.now() + size.minutes * 60_000
    const cluster = stack.use(await freshCluster({ max_connections: '200' }))
    const database = stack.use(await cluster.database())
    const certificate = await trustedCertificate()
    const app = stack.use(
      await installedApp({
        certificate,
        role: 'web',
        settings: { DATABASE_URL: database.url, ASSAY_SECRET: randomBytes(32).toString('hex'), LOG_LEVEL: 'warn' },
      }),
    )
    const workers: AssayProcess[] = [
      await startPersistently(app.settings, 'worker'),
      await startPersistently(app.settings, 'worker'),
    ]
    stack.defer(async () => void (await Promise.all(workers.map((worker) => worker.end('SIGKILL')))))
    onTestFailed(
      () =>
        void process.stdout.write(`seed ${seed}\n${workers.map((worker) => worker.log().slice(-2_000)).join('\n')}\n`),
    )
    const random = seededRandom(seed)
    let isCalm = false
    app.github.fault = (method, path) =>
      !isCalm && method !== 'GET' && path.includes('/check-runs') && random.chance(0.08)
        ? random.pick([{ status: 404 }, { status: 422, message: 'No commit found for SHA' }, { status: 502 }])
        : undefined

    const killWorker = (place: number) => async () => {
      await workers[place]?.end('SIGKILL')
      workers[place] = await startPersistently(app.settings, 'worker')
    }
    const storm = killProcesses(
      {
        'first worker': killWorker(0),
        'second worker': killWorker(1),
        'web process': () => persistently(() => app.restart('SIGKILL'), deadline),
      },
      size.kills,
    )
    const sequences = Array.from({ length: size.sequences }, (_, index) => sequenceOf(app, index))
    const waiting = sequences.map((sequence, index) => ({ sequence, random: seededRandom(seed * 1_000 + index) }))
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = waiting.pop(); next; next = waiting.pop()) await act(app, next.sequence, next.random, deadline)
      }),
    )
    await storm
    isCalm = true
    await vi.waitFor(
      async () => {
        const [left] = await database.sql<
          { checks: number; deliveries: number }[]
        >`select (select count(*)::int from github_checks where concluded_at is null) as checks, (select count(*)::int
          from github_deliveries where ended_at is null) as deliveries`
        expect({ ...left }).toEqual({ checks: 0, deliveries: 0 })
      },
      { timeout: Math.max(deadline - Date.now(), 1_000), interval: 500 },
    )
    const wrong = sequences.flatMap((sequence) => {
      const conclusion =
        app.github.checkRuns.findLast(({ headSha }) => headSha === sequence.head)?.conclusion ?? 'no run'
      const right = rightFor(sequence)
      return right.includes(conclusion)
        ? []
        : [`${sequence.repository.at.name} is ${conclusion}, not ${right.join(' or ')}`]
    })
    process.stdout.write(
      'storm of checks: ' +
        `${JSON.stringify({ sequences: sequences.length, runs: app.github.checkRuns.length, kills: size.kills })}\n`,
    )
    expect(wrong).toEqual([])
    expect(app.github.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([])
    expect(new Set(app.github.checkRuns.map(({ externalId }) => externalId)).size).toBe(app.github.checkRuns.length)
    expect(app.github.problems).toEqual([])
  },
  size.minutes * 60_000 + 60_000,
)
