import { renameSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installedApp, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

const flawed = { flawed: '1.0.0' }
const runsOf = (headSha: string) => app.github.checkRuns.filter((run) => run.headSha === headSha)
const deliveries = (guids: readonly string[]) =>
  app.withDatabase(
    (sql) =>
      sql<
        { id: string; payload: unknown; failure: string | null; ended_at: Date | null }[]
      >`select id, payload, failure, ended_at from github_deliveries where id = any(${[...guids]})`,
  )
const settled = () =>
  vi.waitFor(
    async () => {
      const [waiting] = await app.withDatabase(
        (sql) => sql<{ count: number }[]>`select count(*)::int as count from github_deliveries where ended_at is null`,
      )
      expect(waiting?.count).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )
const deliveriesUrl = () => `${app.service.address}/api/github/webhooks`

describe('the door', () => {
  it('takes the same delivery once, however often it comes', { timeout: 90_000 }, async () => {
    const repository = app.repository('thrice')
    const head = repository.git.commit(projectWith(flawed))
    const payload = {
      ref: 'refs/heads/main',
      before: '0'.repeat(40),
      after: head,
      deleted: false,
      repository: repository.payload(),
      installation: repository.installation,
    }
    const guid = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => app.send('push', payload, { guid })))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    await app.run(head)
    await app.send('push', payload, { guid })
    await settled()
    expect(runsOf(head)).toHaveLength(1)
    // The payload of a processed delivery is deleted.
    expect(await deliveries([guid])).toMatchObject([{ payload: null, failure: null }])
    const [checks] = await app.withDatabase(
      (sql) => sql<{ count: number }[]>`select count(*)::int as count from github_checks where head_sha = ${head}`,
    )
    expect(checks?.count).toBe(1)
  })

  it('stores nothing whose signature does not fit, or is missing', async () => {
    const repository = app.repository('forged')
    const payload = {
      ref: 'refs/heads/main',
      before: '0'.repeat(40),
      after: 'a'.repeat(40),
      deleted: false,
      repository: repository.payload(),
      installation: repository.installation,
    }
    const forged = await app.send('push', payload, { secret: 'guessed' })
    expect(forged).toMatchObject({ status: 401, text: expect.stringContaining('WEBHOOK_SECRET') })
    const { headers, body, guid } = app.github.delivery('push', payload)
    const { 'x-hub-signature-256': _signature, ...unsigned } = headers
    const missing = await fetch(deliveriesUrl(), { method: 'POST', headers: unsigned, body })
    expect([missing.status, await missing.text()]).toEqual([401, expect.stringContaining('header is missing. Enter')])
    expect(forged.text).toContain('does not match the request body. Set WEBHOOK_SECRET')
    expect((await fetch(deliveriesUrl(), { method: 'POST', headers, body: `${body} ` })).status).toBe(401)
    expect(await deliveries([forged.guid, guid])).toEqual([])
  })

  it('says what is missing of a delivery, and takes what it does not know without keeping it', async () => {
    const { headers, body } = app.github.delivery('push', {})
    for (const missing of ['x-github-event', 'x-github-delivery']) {
      const { [missing]: _left, ...rest } = headers
      expect((await fetch(deliveriesUrl(), { method: 'POST', headers: rest, body })).status, missing).toBe(400)
    }
    const unknown = await app.send('star', { action: 'created' })
    expect(unknown.status).toBe(202)
    const ping = await app.send('ping', { zen: 'Keep it logically awesome.', hook_id: 1 })
    expect(ping.status).toBe(202)
    expect(await deliveries([unknown.guid, ping.guid])).toEqual([])
  })

  it('logs which check comes of a delivery', { timeout: 60_000 }, async () => {
    const repository = app.repository('logged')
    const head = repository.git.commit(projectWith({}))
    const { guid } = await app.sendPush(repository, { after: head })
    const { externalId } = await app.run(head)
    const lines = app.service
      .log()
      .split('\n')
      .filter((line) => line.includes('check requested') && line.includes(head))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toMatchObject([
      { githubDelivery: guid, event: 'push', checkId: externalId.split(':')[0], repositoryId: repository.at.id },
    ])
  })

  it('takes POST alone, and no more than GitHub sends', { timeout: 60_000 }, async () => {
    const get = await fetch(deliveriesUrl())
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    const tooLong = await fetch(deliveriesUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00' },
      body: Buffer.alloc(26 * 1024 * 1024, 0x20),
    })
    expect(tooLong.status).toBe(413)
  })

  it('answers hostile names with 202, and nothing comes of them', { timeout: 90_000 }, async () => {
    const repository = app.repository('hostile')
    const head = repository.git.commit(projectWith({}))
    const push = (change: object) => ({
      ref: 'refs/heads/main',
      before: '0'.repeat(40),
      after: head,
      deleted: false,
      repository: repository.payload(),
      installation: repository.installation,
      ...change,
    })
    const sent = [
      await app.send('push', push({ ref: `refs/heads/${'x'.repeat(10_000)}` })),
      await app.send('push', push({ ref: 'refs/heads/a\0b' })),
      await app.send('push', push({ after: '$(id)' })),
      await app.send('push', push({ repository: { ...repository.payload(), name: '../../etc' } })),
      await app.send('push', push({ repository: { ...repository.payload(), name: 'x'.repeat(10_000) } })),
      await app.send('push', push({ repository: { ...repository.payload(), owner: { id: 1_100, login: 'a/b?c#d' } } })),
      await app.send('push', push({ repository: { ...repository.payload(), id: 'x' } })),
      await app.send('push', push({ installation: { id: 1e300 } })),
      await app.send('installation', {
        action: 'created',
        installation: { id: 77, account: { id: 1, login: 'x\0' } },
        repositories: [],
      }),
      await app.send('pull_request', { action: 'opened' }),
      await app.send('pull_request', []),
      await app.send('check_run', { action: { toString: 'x' } }),
    ]
    expect(sent.map(({ status }) => status).filter((status) => status !== 202 && status !== 400)).toEqual([])
    await settled()
    expect(runsOf(head)).toHaveLength(0)
    // A branch name can contain nearly any text and must never be interpreted.
    const branch = '"><script>alert(1)</script>\u202E'
    await app.sendPush(repository, { after: head, ref: `refs/heads/${branch}` })
    await settled()
    expect(runsOf(head)).toHaveLength(0)
    repository.at.files.set('main:.github/assay.yml', 'branches: ["*script*", "**"]\n')
    await app.sendPush(repository, { after: head, ref: `refs/heads/${branch}` })
    const run = await app.run(head)
    expect(run.output.summary).not.toContain('<script>')
    expect(
      (
        await app.send('installation', {
          action: 'created',
          installation: { id: 78, account: { id: 1, login: 'x' } },
          repositories: [{ id: 5, name: '"><b>', full_name: 'x', private: false }],
        })
      ).status,
    ).toBe(202)
    expect((await fetch(`${app.service.address}/healthz`)).status).toBe(200)
  })
})

describe('a push', () => {
  it(
    'to the default branch and to branches that its settings name is checked, to others not',
    { timeout: 120_000 },
    async () => {
      const repository = app.repository('branches')
      repository.at.files.set('main:.github/assay.yml', 'branches:\n  - release/*\n')
      const commits = Object.fromEntries(
        ['main', 'release/1', 'topic'].map((branch, index) => [
          branch,
          repository.git.commit(projectWith(flawed, { 'README.md': String(index) }), {
            refs: [`refs/heads/${branch}`],
          }),
        ]),
      )
      for (const [branch, after] of Object.entries(commits))
        await app.sendPush(repository, { after, ref: `refs/heads/${branch}` })
      for (const branch of ['main', 'release/1'])
        expect(await app.run(commits[branch] ?? '')).toMatchObject({ conclusion: 'failure', annotations: [] })
      await settled()
      expect(runsOf(commits['topic'] ?? '')).toHaveLength(0)
    },
  )

  it('of a tag, or that takes a branch away, is nothing', async () => {
    const repository = app.repository('tags')
    const head = repository.git.commit(projectWith({}))
    const common = { repository: repository.payload(), installation: repository.installation }
    await app.send('push', { ref: 'refs/tags/v1', before: '0'.repeat(40), after: head, deleted: false, ...common })
    await app.send('push', { ref: 'refs/heads/main', before: head, after: '0'.repeat(40), deleted: true, ...common })
    await settled()
    expect(app.github.checkRuns.filter(({ repositoryId }) => repositoryId === repository.at.id)).toEqual([])
  })

  it('fails for what it brings, and not for what was there before', { timeout: 120_000 }, async () => {
    const repository = app.repository('compared')
    const before = repository.git.commit(projectWith(flawed))
    const after = repository.git.commit(projectWith(flawed, { 'README.md': 'more' }), { parents: [before] })
    app.compare(repository, before, after)
    await app.sendPush(repository, { before, after })
    expect(await app.run(after)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 existing') },
    })
    // The same commit on another branch has the same check.
    repository.at.files.set('main:assay.yml', 'branches: ["**"]\n')
    await app.sendPush(repository, { after, ref: 'refs/heads/other' })
    await settled()
    expect(runsOf(after)).toHaveLength(1)
  })
})

describe('a pull request of a commit that a push has checked', () => {
  it('makes one run of both when the push is still under way', { timeout: 120_000 }, async () => {
    const repository = app.repository('both')
    repository.at.files.set('main:assay.yml', 'branches: ["**"]\n')
    const base = repository.git.commit(projectWith(flawed))
    const head = repository.git.commit(projectWith(flawed, { 'README.md': 'more' }), {
      refs: ['refs/heads/feature'],
      parents: [base],
    })
    app.compare(repository, base, head)
    app.held.add(head)
    await app.sendPush(repository, { after: head, ref: 'refs/heads/feature' })
    await app.run(head, ({ status }) => status === 'in_progress')
    await app.sendPullRequest(repository, { head, base })
    await settled()
    app.held.delete(head)
    expect(await app.run(head, undefined, 100_000)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 existing') },
    })
    expect(runsOf(head)).toHaveLength(1)
  })
})

describe('GitHub', () => {
  it(
    'knows a repository by another name before it has told so: the check is made under that',
    { timeout: 120_000 },
    async () => {
      const repository = app.repository('before')
      const [first, second] = [repository.git.commit(projectWith({})), repository.git.commit(projectWith(flawed))]
      app.compare(repository, first, second)
      await app.sendPush(repository, { after: first })
      await app.run(first)
      const late = { before: first, after: second }
      const payload = {
        ref: 'refs/heads/main',
        ...late,
        deleted: false,
        repository: repository.payload(),
        installation: repository.installation,
      }
      repository.at.name = 'afterwards'
      renameSync(`${app.gitFolder}/acme/before.git`, `${app.gitFolder}/acme/afterwards.git`)
      await app.send('push', payload)
      expect(await app.run(second)).toMatchObject({
        conclusion: 'failure',
        output: { title: expect.stringContaining('1 new critical finding') },
      })
      await app.send('repository', {
        action: 'renamed',
        changes: { repository: { name: { from: 'before' } } },
        repository: repository.payload(),
        installation: repository.installation,
      })
      await settled()
      const [stored] = await app.withDatabase(
        (sql) =>
          sql<{ name: string }[]>`select name from github_repositories where repository_id = ${repository.at.id}`,
      )
      expect(stored?.name).toBe('afterwards')
    },
  )

  it('rejects a token midway: a new one is made, and nothing is repeated', { timeout: 120_000 }, async () => {
    const repository = app.repository('expired')
    const head = repository.git.commit(projectWith(flawed))
    let refusals = 0
    app.github.fault = (method, path) =>
      path.includes('/expired/check-runs') && method !== 'GET' && refusals < 4 && refusals++ % 2 === 0
        ? { status: 401, message: 'Bad credentials' }
        : undefined
    try {
      await app.sendPush(repository, { after: head })
      expect(await app.run(head)).toMatchObject({ conclusion: 'failure' })
    } finally {
      app.github.fault = undefined
    }
    expect(refusals).toBe(4)
    expect(runsOf(head)).toHaveLength(1)
  })
})
