import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type InstalledRepository, installedApp, projectWith } from './installed-app.ts'

/** GitHub's response to every request about a repository, for some time from the first request. */
interface Trouble {
  readonly answer: (firstAt: number) => {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly message?: string
  }
  readonly lastsMs: number
  /** Waiting time that this response demands, in milliseconds. Absent if it contains none. */
  readonly waitsMs?: number
}

const secondaryLimit = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'

const troubles: Readonly<Record<string, Trouble>> = {
  'a 500': { answer: () => ({ status: 500 }), lastsMs: 8_000 },
  'a 502': { answer: () => ({ status: 502 }), lastsMs: 8_000 },
  'a 403 with retry-after': {
    answer: () => ({ status: 403, headers: { 'retry-after': '12' }, message: secondaryLimit }),
    lastsMs: 12_000,
    waitsMs: 12_000,
  },
  'a 403 that tells of a secondary limit and no time': {
    answer: () => ({ status: 403, message: secondaryLimit }),
    lastsMs: 60_000,
    waitsMs: 60_000,
  },
  'a 403 whose limit is used up until its reset': {
    answer: (firstAt) => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil((firstAt + 12_000) / 1_000)) },
      message: 'API rate limit exceeded',
    }),
    lastsMs: 12_000,
    waitsMs: 12_000,
  },
  'a 429 with retry-after': {
    answer: () => ({ status: 429, headers: { 'retry-after': '12' } }),
    lastsMs: 12_000,
    waitsMs: 12_000,
  },
  'a 429 without a time': { answer: () => ({ status: 429 }), lastsMs: 60_000, waitsMs: 60_000 },
}

/** On a busy machine, requests that were sent before the response may arrive a little later. */
const underWayMs = 3_000

let app: Awaited<ReturnType<typeof installedApp>>
const tried = new Map<string, { repository: InstalledRepository; head: string }>()
const firstTroubles = new Map<string, number>()

beforeAll(async () => {
  app = await installedApp()
  const names = Object.keys(troubles)
  app.github.fault = (_method, path) => {
    const name = names.find((known) => path.startsWith(pathOf(known)))
    const trouble = name === undefined ? undefined : troubles[name]
    if (name === undefined || !trouble) return undefined
    const firstAt = firstTroubles.get(name) ?? Date.now()
    firstTroubles.set(name, firstAt)
    return Date.now() - firstAt < trouble.lastsMs ? trouble.answer(firstAt) : undefined
  }
  for (const name of names) await open(name)
}, 120_000)

afterAll(async () => {
  expect(app.github.problems).toEqual([])
  await app[Symbol.asyncDispose]()
})

const idOf = (name: string) => 500 + Math.max(0, Object.keys(troubles).indexOf(name) + 1)
const pathOf = (name: string) => `/repos/owner-${idOf(name)}/`

/** Opens a pull request in a repository with a separate installation. */
async function open(name: string, id = idOf(name)): Promise<string> {
  const repository = app.repository(`repository-${id}`, {
    owner: { id: 20_000 + id, login: `owner-${id}` },
    installationId: id,
  })
  const base = repository.git.commit(projectWith({}, { 'README.md': name }))
  const head = repository.git.commit(projectWith({ flawed: '1.0.0' }, { 'README.md': name }), {
    refs: ['refs/heads/feature'],
    parents: [base],
  })
  app.compare(repository, base, head)
  tried.set(name, { repository, head })
  expect(await app.sendPullRequest(repository, { head, base })).toMatchObject({ status: 202 })
  return head
}

const runsOf = (head: string) => app.github.checkRuns.filter(({ headSha }) => headSha === head)

/** Returns requests that arrived after the response and before the time that it contains. */
function tooEarly(isAbout: (path: string) => boolean, firstAt: number, waitsMs: number) {
  return app.github.requests.filter(
    ({ path, at }) => isAbout(path) && at > firstAt + underWayMs && at < firstAt + waitsMs,
  )
}

describe('while GitHub answers', { timeout: 240_000 }, () => {
  it('limits to some installations, another one has its check at once', async () => {
    const limitedAt = await vi.waitFor(
      () => {
        const at = firstTroubles.get('a 429 without a time')
        if (at === undefined) throw new Error('GitHub was not asked yet')
        return at
      },
      { timeout: 60_000 },
    )
    const head = await open('nothing unusual', 400)
    const run = await app.run(head, () => true)
    expect(run.createdAt).toBeLessThan(limitedAt + 60_000)
    await app.run(head)
  })

  it.each(Object.entries(troubles))(
    '%s for a while, the check waits as it was told and is completed in the end',
    async (name, { waitsMs }) => {
      const { head = '' } = tried.get(name) ?? {}
      const run = await app.run(head, undefined, 150_000)
      expect(run.conclusion).toBe('failure')
      expect(runsOf(head)).toHaveLength(1)
      const firstAt = firstTroubles.get(name) ?? 0
      expect(firstAt).toBeGreaterThan(0)
      if (waitsMs === undefined)
        expect(
          app.github.requests.filter(
            ({ path, at }) => path.startsWith(pathOf(name)) && at >= firstAt && at < firstAt + 8_000,
          ).length,
        ).toBeGreaterThan(1)
      else expect(tooEarly((path) => path.startsWith(pathOf(name)), firstAt, waitsMs)).toEqual([])
    },
  )

  it(
    'a limit to the question for a token, no token of any installation is asked for, and the checks are ' +
      'completed in the end',
    async () => {
      let firstAt: number | undefined
      const waitsMs = 15_000
      app.github.fault = (_method, path) => {
        if (!path.endsWith('/access_tokens')) return undefined
        firstAt ??= Date.now()
        return Date.now() - firstAt < waitsMs
          ? { status: 403, headers: { 'retry-after': String(waitsMs / 1_000) }, message: secondaryLimit }
          : undefined
      }
      const heads = [await open('one token', 600), await open('another token', 601)]
      for (const head of heads) expect(await app.run(head, undefined, 150_000)).toMatchObject({ status: 'completed' })
      expect(tooEarly((path) => path.endsWith('/access_tokens'), firstAt ?? 0, waitsMs)).toEqual([])
      expect(heads.map((head) => runsOf(head).length)).toEqual([1, 1])
    },
  )
})
