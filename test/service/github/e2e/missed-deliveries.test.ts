import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type InstalledRepository, installedApp, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 120_000)
beforeEach(() => {
  app.github.log.length = 0
  app.github.requests.length = 0
  app.github.fault = undefined
})
afterAll(async () => {
  expect(app.github.problems).toEqual([])
  await app[Symbol.asyncDispose]()
})

const minuteMs = 60_000

/** Old enough that the delivery cannot still be in transit. */
const longAgo = () => new Date(Date.now() - 5 * minuteMs)

/** Adds an entry to GitHub's delivery log, newest first. */
function logged(
  event: string,
  payload: object,
  { guid = randomUUID(), at = longAgo() }: { guid?: string; at?: Date } = {},
) {
  const id = 1_000_000 + app.github.log.length
  app.github.log.unshift({ id, guid, event, payload, deliveredAt: at })
  return { id, guid }
}

/** A pull request in a separate repository. */
function pullRequest(name: string) {
  const repository: InstalledRepository = app.repository(name)
  const base = repository.git.commit(projectWith({}, { 'README.md': name }))
  const head = repository.git.commit(projectWith({ flawed: '1.0.0' }, { 'README.md': name }), {
    refs: ['refs/heads/feature'],
    parents: [base],
  })
  app.compare(repository, base, head)
  const payload = {
    action: 'opened',
    number: 1,
    pull_request: {
      draft: false,
      user: { id: 5, login: 'somebody' },
      head: { sha: head, repo: { id: repository.at.id } },
      base: { sha: base, ref: 'main' },
    },
    repository: repository.payload(),
    installation: repository.installation,
  }
  return { head, payload }
}

/** An event that is accepted but has no effect. */
const idle = (number: number) => ({ action: 'labeled', number, repository: { name: `idle-${number}` } })

const storedIds = () =>
  app.withDatabase(async (sql) => (await sql<{ id: string }[]>`select id from github_deliveries`).map(({ id }) => id))

const asked = (pattern: RegExp) => app.github.requests.filter(({ path }) => pattern.test(path))
const pages = () => asked(/^\/app\/hook\/deliveries$/)
const fetched = () => asked(/^\/app\/hook\/deliveries\/\d+$/).map(({ path }) => Number(path.split('/').at(-1)))

/** Waits until a search that started after `from` has finished. */
async function lookedThrough(from: Date): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await app.withDatabase(
        (sql) =>
          sql`select 1 as found from pgboss.job where name = 'find-missed-deliveries' and state = 'completed'
            and started_on >= ${from}`,
      )
      expect(row).toBeDefined()
    },
    { timeout: 90_000, interval: 300 },
  )
}

/** Stops the service, runs `happens`, and starts the service again. Resolves after the log was searched. */
async function awayWhile(happens: () => void, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  let from = new Date()
  await app.restart(signal, () => {
    happens()
    from = new Date()
  })
  await lookedThrough(from)
}

describe('what GitHub sent while the service was down', { timeout: 180_000 }, () => {
  it('is found in its log and worked', async () => {
    const { head, payload } = pullRequest('missed')
    await awayWhile(() => void logged('pull_request', payload))
    expect(await app.run(head)).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(app.github.checkRuns.filter(({ headSha }) => headSha === head)).toHaveLength(1)
  })

  it('is found over several pages, and taken in from the oldest on', async () => {
    let ids: { id: number; guid: string }[] = []
    await awayWhile(() => {
      ids = Array.from({ length: 250 }, (_, index) => logged('pull_request', idle(index)))
    })
    expect(pages()).toHaveLength(3)
    expect(fetched()).toEqual(ids.map(({ id }) => id))
    const stored = new Set(await storedIds())
    expect(ids.filter(({ guid }) => !stored.has(guid))).toEqual([])
  })

  it('is found behind a page of what has arrived since', async () => {
    let missed = { guid: '' }
    await awayWhile(() => {
      missed = logged('pull_request', idle(1_000))
      for (let index = 0; index < 120; index += 1) logged('pull_request', idle(2_000 + index), { at: new Date() })
    })
    expect(await storedIds()).toContain(missed.guid)
    // A delivery this new may still be in transit. The next search handles it.
    expect(fetched()).toHaveLength(1)
  })

  it('is taken in once although GitHub sent it again, and not asked for when it is here', async () => {
    const { head, payload } = pullRequest('sent-again')
    const { guid } = await app.send('pull_request', payload)
    await app.run(head)
    app.github.requests.length = 0
    const repeated = randomUUID()
    await awayWhile(() => {
      logged('pull_request', payload, { guid })
      for (let index = 0; index < 3; index += 1) logged('pull_request', idle(3_000), { guid: repeated })
    })
    expect(fetched()).toHaveLength(1)
    expect(await storedIds()).toContain(repeated)
    expect(app.github.checkRuns.filter(({ headSha }) => headSha === head)).toHaveLength(1)
  })

  it('is not asked for when nothing would follow from it', async () => {
    await awayWhile(() => void logged('star', { action: 'created' }))
    expect(pages()).toHaveLength(1)
    expect(fetched()).toEqual([])
  })

  it('waits for the next look when GitHub limits this one', async () => {
    let ids: { id: number; guid: string }[] = []
    await awayWhile(() => {
      ids = Array.from({ length: 5 }, (_, index) => logged('pull_request', idle(4_000 + index)))
      app.github.fault = (_method, path) =>
        /deliveries\/\d+$/.test(path) && fetched().length > 2
          ? { status: 403, headers: { 'retry-after': '3600' }, message: 'You have exceeded a secondary rate limit.' }
          : undefined
    })
    const stored = new Set(await storedIds())
    expect(ids.map(({ guid }) => stored.has(guid))).toEqual([true, true, false, false, false])
    expect(fetched()).toHaveLength(3)
    app.github.fault = undefined
    // Processes that start while the limit applies send nothing either.
    await awayWhile(() => {})
    expect(fetched()).toHaveLength(3)
    await app.withDatabase((sql) => sql`update github_budgets set blocked_until = now()`)
    await awayWhile(() => {})
    const later = new Set(await storedIds())
    expect(ids.filter(({ guid }) => !later.has(guid))).toEqual([])
    // The two deliveries that were fetched before are not fetched again.
    expect(fetched()).toHaveLength(6)
  })

  it('is taken in although a delivery before it cannot be had, which is asked for again by the next look', async () => {
    let ids: { id: number; guid: string }[] = []
    let gone = 0
    await awayWhile(() => {
      ids = Array.from({ length: 4 }, (_, index) => logged('pull_request', idle(6_000 + index)))
      gone = ids[0]?.id ?? 0
      app.github.fault = (_method, path) => (path.endsWith(`/deliveries/${gone}`) ? { status: 404 } : undefined)
    })
    const stored = new Set(await storedIds())
    expect(ids.map(({ guid }) => stored.has(guid))).toEqual([false, true, true, true])
    app.github.fault = undefined
    await awayWhile(() => {})
    expect(await storedIds()).toContain(ids[0]?.guid)
  })

  it('is found after a kill in the middle of the look', async () => {
    let ids: { id: number; guid: string }[] = []
    let isInTheMiddle = false
    await app.restart('SIGTERM', () => {
      ids = Array.from({ length: 6 }, (_, index) => logged('pull_request', idle(5_000 + index)))
      app.github.beforeAnswer = ({ path }) => {
        if (!/deliveries\/\d+$/.test(path) || fetched().length < 3) return undefined
        isInTheMiddle = true
        return new Promise(() => {})
      }
    })
    await vi.waitFor(() => expect(isInTheMiddle).toBe(true), { timeout: 60_000 })
    await awayWhile(() => {
      app.github.beforeAnswer = undefined
    }, 'SIGKILL')
    await vi.waitFor(
      async () => {
        const stored = new Set(await storedIds())
        expect(ids.filter(({ guid }) => !stored.has(guid))).toEqual([])
      },
      { timeout: 60_000, interval: 300 },
    )
  })
})
