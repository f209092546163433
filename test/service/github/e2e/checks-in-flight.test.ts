import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type InstalledRepository, installedApp, projectWith } from './installed-app.ts'

// The benchmark uses a thousand.
const pulls = 30
const owners = 6

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

interface OpenedPull {
  readonly repository: InstalledRepository
  readonly base: string
  readonly head: string
}

/** A repository with a pull request that adds a vulnerability. Every third one adds none. */
function pullOf(index: number): OpenedPull {
  const owner = index % owners
  const repository = app.repository(`in-flight-${index}`, {
    owner: { id: 3_000 + owner, login: `many-${owner}` },
    installationId: 300 + owner,
  })
  const base = repository.git.commit(projectWith({}))
  const head = repository.git.commit(projectWith(index % 3 === 0 ? { sound: '1.0.0' } : { flawed: '1.0.0' }), {
    refs: ['refs/heads/feature'],
    parents: [base],
  })
  app.compare(repository, base, head)
  return { repository, base, head }
}

const ofRepository = ({ repository: { at } }: OpenedPull) =>
  app.github.requests.filter(({ path }) => path.startsWith(`/repos/${at.owner.login}/${at.name}/`))

it('many checks at once have their runs while none can be scanned, then each comes to its own conclusion', async () => {
  const opened = Array.from({ length: pulls }, (_, index) => pullOf(index))
  for (const { base } of opened) app.held.add(base)
  for (const { status } of await Promise.all(
    opened.map(({ repository, base, head }) => app.sendPullRequest(repository, { base, head })),
  ))
    expect(status).toBe(202)
  await vi.waitFor(() => expect(app.github.checkRuns).toHaveLength(pulls), { timeout: 60_000, interval: 100 })
  const [unfinished] = await app.withDatabase(
    (sql) => sql<{ count: number }[]>`select count(*)::int as count from github_checks where concluded_at is null`,
  )
  expect(unfinished?.count).toBe(pulls)
  // The first request about a repository creates its check run.
  for (const pull of opened)
    expect(ofRepository(pull)[0]).toMatchObject({ method: 'POST', path: expect.stringMatching(/\/check-runs$/) })

  app.held.clear()
  await vi.waitFor(() => expect(app.github.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([]), {
    timeout: 300_000,
    interval: 250,
  })
  expect(
    opened.map(({ head }) =>
      app.github.checkRuns.filter(({ headSha }) => headSha === head).map(({ conclusion }) => conclusion),
    ),
  ).toEqual(opened.map((_, index) => [index % 3 === 0 ? 'success' : 'failure']))
  await vi.waitFor(
    async () => {
      const left = await app.withDatabase(
        (sql) =>
          sql`select name from pgboss.job where state < 'completed'
            and name in ('work-github-delivery', 'advance-check', 'tell-check', 'run-scan')`,
      )
      expect([...left]).toEqual([])
    },
    { timeout: 30_000, interval: 250 },
  )
  const [open] = await app.withDatabase(
    (sql) =>
      sql<
        { checks: number; deliveries: number }[]
      >`select (select count(*)::int from github_checks where concluded_at is null) as checks, (select count(*)::int
        from github_deliveries where ended_at is null) as deliveries`,
  )
  expect(open).toMatchObject({ checks: 0, deliveries: 0 })
}, 420_000)
