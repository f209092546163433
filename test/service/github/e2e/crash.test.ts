import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { type InstalledRepository, installedApp, projectWith } from './installed-app.ts'

/** More annotations than two requests can contain. */
const flawedPackages = Array.from({ length: 130 }, (_, index) => `flawed-${index}`)

const advisories = flawedPackages.map((name, index) => ({
  ...flawedPackageAdvisory,
  id: `GHSA-aaaa-bbbb-${1_000 + index}`,
  aliases: [],
  summary: `A flaw in ${name}`,
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.6' }] }],
    },
  ],
}))
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory, ...advisories] })

/**
 * A pull request, and the request after which the service is killed. GitHub has processed the request but never
 * responds.
 */
interface Moment {
  readonly repository: InstalledRepository
  readonly head: string
  /** True for the request without a response. */
  readonly isLast: (request: { method: string; path: string; body: string }) => boolean
  isThere: boolean
}

let app: Awaited<ReturnType<typeof installedApp>>
let moments: Readonly<Record<'stored' | 'token' | 'scanning' | 'made' | 'annotating' | 'concluded', Moment>>
/** Check runs on GitHub when the service was killed. */
let runsBefore: readonly number[]

beforeAll(async () => {
  app = await installedApp({ settings: { OSV_URL: feed.url } })
  const never = () => false
  let annotationRequests = 0
  moments = {
    stored: moment('stored', never),
    token: moment('token', ({ path }) => path.endsWith('/access_tokens')),
    scanning: moment('scanning', ({ method, body }) => method === 'PATCH' && body.includes('"in_progress"')),
    made: moment('made', ({ method, path }) => method === 'POST' && path.endsWith('/check-runs')),
    annotating: moment(
      'annotating',
      ({ body }) => body.includes('"annotations"') && (annotationRequests += 1) === 2,
      flawedPackages,
    ),
    concluded: moment('concluded', ({ body }) => body.includes('"conclusion"')),
  }
  app.github.beforeAnswer = (request) => {
    const due = Object.values(moments).find(({ repository, isLast }) => isAbout(request, repository) && isLast(request))
    if (!due) return undefined
    due.isThere = true
    return new Promise(() => {})
  }
  const { stored, ...waitedFor } = moments
  for (const { repository, head } of Object.values(waitedFor))
    expect(await open(repository, head)).toMatchObject({ status: 202 })
  await vi.waitFor(
    () =>
      expect(
        Object.entries(waitedFor)
          .filter(([, { isThere }]) => !isThere)
          .map(([name]) => name),
      ).toEqual([]),
    { timeout: 120_000, interval: 100 },
  )
  expect(await open(stored.repository, stored.head)).toMatchObject({ status: 202 })
  await app.restart('SIGKILL', () => {
    runsBefore = app.github.checkRuns.map(({ id }) => id)
    app.github.beforeAnswer = undefined
  })
}, 240_000)

afterAll(async () => {
  expect(app.github.problems).toEqual([])
  await app[Symbol.asyncDispose]()
  feed.remove()
})

function moment(name: string, isLast: Moment['isLast'], packages: readonly string[] = ['flawed']): Moment {
  // Each repository has its own installation, so that its token is requested separately.
  const repository = app.repository(name, {
    owner: { id: 1_100 + name.length * 7, login: `owner-of-${name}` },
    installationId: 100 + name.length,
  })
  const base = repository.git.commit(projectWith({}, { 'README.md': name }))
  const files = projectWith(Object.fromEntries(packages.map((each) => [each, '1.0.0'])), { 'README.md': name })
  const head = repository.git.commit(files, { refs: ['refs/heads/feature'], parents: [base] })
  const lock = (files['package-lock.json'] ?? '').split('\n')
  app.compare(repository, base, head, [
    {
      filename: 'package-lock.json',
      patch: `@@ -0,0 +1,${lock.length} @@\n${lock.map((line) => `+${line}`).join('\n')}`,
    },
  ])
  bases.set(head, base)
  return { repository, head, isLast, isThere: false }
}

const bases = new Map<string, string>()
const open = (repository: InstalledRepository, head: string) =>
  app.sendPullRequest(repository, { head, base: bases.get(head) ?? '' })

function isAbout({ path }: { path: string }, { at }: InstalledRepository): boolean {
  return path.includes(`/${at.owner.login}/`) || path === `/app/installations/${at.installationId}/access_tokens`
}

/** Returns the check runs of a commit after GitHub has the conclusion and the service has stored that. */
async function concludedRuns({ head }: Moment) {
  await vi.waitFor(
    async () => {
      const [check] = await app.withDatabase(
        (sql) =>
          sql<
            { concluded_at: Date | null; state: string }[]
          >`select concluded_at, state from github_checks where head_sha = ${head}`,
      )
      expect(check).toMatchObject({ concluded_at: expect.any(Date), state: 'completed' })
    },
    { timeout: 120_000, interval: 500 },
  )
  return app.github.checkRuns.filter(({ headSha }) => headSha === head)
}

describe('a service that is killed', { timeout: 150_000 }, () => {
  it('right after it has taken in a delivery works it when it is back', async () => {
    expect(await concludedRuns(moments.stored)).toMatchObject([{ conclusion: 'failure' }])
  })

  it('while it asks for a token makes the run when it is back', async () => {
    expect(await concludedRuns(moments.token)).toMatchObject([{ conclusion: 'failure' }])
  })

  it('during a scan scans again and concludes the run that is there', async () => {
    const runs = await concludedRuns(moments.scanning)
    expect(runs).toMatchObject([{ conclusion: 'failure' }])
    expect(runsBefore).toContain(runs[0]?.id)
  })

  it('after GitHub has made the run but before that was noted finds it, and makes no other', async () => {
    const runs = await concludedRuns(moments.made)
    expect(runs).toMatchObject([{ conclusion: 'failure' }])
    expect(runsBefore).toContain(runs[0]?.id)
    expect(
      app.github.requests.filter(
        ({ method, path }) => method === 'POST' && path === `/repos/owner-of-made/made/check-runs`,
      ),
    ).toHaveLength(1)
  })

  it('between annotations sends those that are missing, and none twice', async () => {
    const runs = await concludedRuns(moments.annotating)
    expect(runs).toMatchObject([{ conclusion: 'failure' }])
    const annotations = runs[0]?.annotations ?? []
    expect(new Set(annotations.map(({ start_line: line, title, message }) => `${line} ${title} ${message}`)).size).toBe(
      flawedPackages.length,
    )
    expect(annotations).toHaveLength(flawedPackages.length)
  })

  it('after GitHub has the conclusion but before that was noted leaves it as it is', async () => {
    const runs = await concludedRuns(moments.concluded)
    expect(runs).toMatchObject([{ conclusion: 'failure', annotations: [{ path: 'package-lock.json' }] }])
    expect(new Set(runs[0]?.history.filter((entry) => entry.startsWith('completed'))).size).toBe(1)
  })

  it('leaves no run hanging and gives each an id of its own', async () => {
    for (const each of Object.values(moments)) await concludedRuns(each)
    expect(app.github.checkRuns.filter(({ status }) => status !== 'completed')).toEqual([])
    expect(new Set(app.github.checkRuns.map(({ externalId }) => externalId)).size).toBe(Object.keys(moments).length)
    expect(app.github.checkRuns).toHaveLength(Object.keys(moments).length)
  })
})
