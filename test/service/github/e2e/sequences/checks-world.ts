import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { Database } from '../../../../../src/service/db/client.ts'
import { advanceCheck } from '../../../../../src/service/github/checks/advance-check.ts'
import { publishCheckRun } from '../../../../../src/service/github/checks/publish-check-run.ts'
import type { GitHubContext } from '../../../../../src/service/github/github-event.ts'
import { writePullNotes } from '../../../../../src/service/github/checks/write-pull-notes.ts'
import type { Finding } from '../../../../../src/engine/model/finding.ts'
import { deliveryReceiver } from '../../../../../src/service/github/receive-delivery.ts'
import { removeRepositories } from '../../../../../src/service/github/remove-repositories.ts'
import { followOpenPulls } from '../../../../../src/service/github/follow-open-pulls.ts'
import { resumeChecks } from '../../../../../src/service/github/resume-checks.ts'
import { workDelivery } from '../../../../../src/service/github/work-delivery.ts'
import type { JobPayload } from '../../../../../src/service/queue/jobs.ts'
import { endWithFindings } from '../../../../../src/service/scans/end-scan.ts'
import { judge } from '../../../../../src/engine/scanner/judge.ts'
import type { FakeGitHub, FakePull, FakeRepository } from '../../../../support/fake-github/fake-github.ts'
import { storedFinding } from '../../../../support/findings.ts'
import { type Commit, commitMaker, mergeBase } from './commit-graph.ts'
import { startProcess } from './mortal-process.ts'
import { firstDue, isDue, type StoredJob, type StoredJobs } from './stored-jobs.ts'

const coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 0, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process' as const,
  gaps: [],
}
let nextId = 70_000

/** A repository, GitHub, and one process of the app. Its jobs run one at a time on the test's clock. */
export function checksWorld({
  db,
  jobs,
  github,
  masterKey,
}: {
  db: Database
  jobs: StoredJobs
  github: FakeGitHub
  masterKey: GitHubContext['masterKey']
}) {
  const id = nextId++
  const make = commitMaker(randomUUID())
  const commits = new Map<string, Commit>()
  const comparisons = new Map<string, { mergeBase: string; files: { filename: string; patch: string }[] }>()
  const branches = new Map<string, string>()
  comparisons.get = (key) => {
    const [base = '', head = ''] = key.split('...')
    const [from, to] = [commits.get(branches.get(base) ?? base), commits.get(head)]
    return from && to ? { mergeBase: mergeBase(from, to).sha, files: world.files } : undefined
  }
  const at: FakeRepository = {
    id,
    owner: { id: 2_000_000 + id, login: `owner-${id}` },
    name: `project-${id}`,
    installationId: id,
    comparisons,
    files: new Map(),
    branches,
    pulls: new Map(),
    people: new Map(),
  }
  github.repositories.push(at)
  const process = startProcess({ github, db, queue: jobs.queue, masterKey, fateOf: () => 'answered' })
  const { context } = process
  const receive = deliveryReceiver({ db, queue: jobs.queue, log: context.log })
  const attempt = () => ({ signal: AbortSignal.timeout(60_000) })
  const common = {
    repository: { id, name: at.name, private: false, default_branch: 'main', owner: at.owner },
    installation: { id },
  }

  async function endScans(): Promise<void> {
    for (const scan of await db.execute<{ id: string; commit: string }>(
      sql`select id, target->>'ref' as commit from scans where status = 'pending' and github_repository_id = ${id}`,
    )) {
      if (world.held.has(scan.commit)) continue
      const findings = [...(commits.get(scan.commit)?.flaws ?? [])].map((flaw) =>
        storedFinding({
          id: `finding_${scan.id}_${flaw}`,
          fingerprint: flaw,
          severity: 'critical',
          ruleId: 'flaw',
          ...world.parts,
        }),
      )
      const { results, verdict } = judge(findings, { gaps: [], failOn: 'high' })
      await db.transaction((tx) =>
        endWithFindings(
          { announceScanEnd: context.announceScanEnd },
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
    }
  }

  async function run({ name, payload }: StoredJob): Promise<void> {
    switch (name) {
      case 'work-github-delivery':
        return workDelivery(context, payload as JobPayload<typeof name>, attempt())
      case 'advance-check':
        return advanceCheck(context, payload as JobPayload<typeof name>, attempt())
      case 'tell-check':
        return publishCheckRun(context, payload as JobPayload<typeof name>, attempt())
      case 'write-pull-notes':
        return writePullNotes(context, payload as JobPayload<typeof name>, attempt())
      case 'resume-checks':
        return resumeChecks(context, new Date(), attempt().signal)
      case 'remove-repositories':
        return removeRepositories(context, payload as JobPayload<typeof name>, attempt())
      case 'follow-open-pulls':
        return followOpenPulls(context, payload as JobPayload<typeof name>, attempt())
      case 'run-scan':
        return endScans()
      default:
    }
  }

  const world = {
    at,
    context,
    /** Changed files of each comparison. */
    files: [] as { filename: string; patch: string }[],
    /** Fields of each finding. */
    parts: {} as Partial<Finding>,
    /** Commits whose scans do not end. */
    held: new Set<string>(),
    commit(parents: readonly Commit[], flaws: Iterable<string> = []): Commit {
      const commit = make(parents, flaws)
      commits.set(commit.sha, commit)
      return commit
    },
    branch(name: string, { sha }: Commit): void {
      branches.set(name, sha)
    },
    /** Adds a pull request to GitHub. */
    pull(number: number, head: Commit, baseRef: string, change: Partial<FakePull> = {}): FakePull {
      const pull: FakePull = {
        number,
        state: 'open',
        mergedAt: null,
        draft: false,
        headSha: head.sha,
        baseRef,
        baseSha: branches.get(baseRef) ?? '',
        headRepositoryId: id,
        updatedAt: new Date(),
        ...change,
      }
      at.pulls.set(number, pull)
      return pull
    },
    async deliver(name: string, payload: object): Promise<void> {
      await receive({ id: randomUUID(), name, payload: { ...common, ...payload } })
    },
    /** Changes a pull request, then delivers its current state. */
    async tell(action: string, pull: FakePull, change: Partial<FakePull> = {}, more: object = {}): Promise<void> {
      Object.assign(pull, { updatedAt: new Date() }, change)
      await world.deliver('pull_request', {
        action,
        number: pull.number,
        ...more,
        pull_request: {
          state: pull.state,
          merged: pull.mergedAt !== null,
          draft: pull.draft,
          user: { login: 'somebody' },
          head: { sha: pull.headSha, repo: { id: pull.headRepositoryId } },
          base: { sha: pull.baseSha, ref: pull.baseRef },
          updated_at: pull.updatedAt.toISOString(),
        },
      })
    },
    installation: (action: string, more: object = {}) =>
      world.deliver('installation', {
        action,
        installation: {
          id,
          account: at.owner,
          suspended_at: action === 'suspend' ? new Date().toISOString() : null,
          ...more,
        },
        repositories: [{ id, name: at.name, private: false }],
      }),
    /** Runs the jobs that are due now or within this number of minutes. `resume-checks` runs once a minute. */
    async settle({ minutes = 0 }: { minutes?: number } = {}): Promise<void> {
      const until = Date.now() + minutes * 60_000
      let round = Date.now()
      for (;;) {
        const waiting = await jobs.waiting()
        const job = waiting.find((one) => isDue(one, new Date()))
        if (job) {
          jobs.take(job)
          await run(job).then(
            () => jobs.end(job),
            () => jobs.giveBack(job, new Date(Date.now() + 2_000)),
          )
          continue
        }
        const next = Math.min(firstDue(waiting), round + 60_000)
        if (next > until) break
        vi.setSystemTime(Math.max(next, Date.now() + 1))
        if (Date.now() < round + 60_000) continue
        round = Date.now()
        await jobs.queue.enqueue(db, 'resume-checks', {}, { key: 'all' })
      }
      vi.setSystemTime(Math.max(until, Date.now()))
    },
    endScans,
    runs: ({ sha }: Commit) => github.checkRuns.filter(({ headSha }) => headSha === sha),
    /** The conclusion that GitHub shows: that of the commit's newest run. */
    conclusion: ({ sha }: Commit) => github.checkRuns.findLast(({ headSha }) => headSha === sha)?.conclusion,
    clock: (ms: number) => void vi.setSystemTime(Date.now() + ms),
  }
  return world
}
