import { randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { upsertGithubInstallation } from '../../../../src/service/db/github/installations.ts'
import { upsertGithubRepositories } from '../../../../src/service/db/github/repositories.ts'
import { completeScan, insertScan } from '../../../../src/service/db/scans/scans.ts'
import { sessionLimits } from '../../../../src/service/accounts/session-limits.ts'
import type { Coverage } from '../../../../src/engine/model/scan.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { testApi } from '../../../support/test-api.ts'
import { type BrowserLike, browserLike, origin } from './browser-like.ts'
import { clientId, clientSecret, standInPerson, startPeopleStandIn, type StandInPerson } from './people-stand-in.ts'

withRealSockets()

let time = new Date()
const after = (ms: number) => {
  time = new Date(time.getTime() + ms)
}
const quarter = sessionLimits.permissionsMaxAgeMs
const host = 'github.example'
const github = await startPeopleStandIn()
const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
const place = { host, webUrl: github.webUrl, apiUrl: github.apiUrl, clientId, clientSecret }
const logged: string[] = []
const api = await testApi({
  now: () => time,
  gitHubSignIn: { place, network, log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }) },
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

let numbers = 100
/** Installs the app for an owner, and creates the account. */
async function installed(login: string, { ownerId = (numbers += 1), privateRepositories = [] as number[] } = {}) {
  const { accountId } = await api.account(`${host}/owners/${ownerId}`, ['scans:read'], 'pro')
  const installationId = (numbers += 1)
  await upsertGithubInstallation(api.db, { host, installationId, accountId, ownerId, ownerLogin: login })
  await upsertGithubRepositories(
    api.db,
    privateRepositories.map((repositoryId) => ({
      host,
      repositoryId,
      accountId,
      installationId,
      ownerLogin: login,
      name: `repository-${repositoryId}`,
      isPrivate: true,
      defaultBranch: 'main',
    })),
  )
  return { accountId, ownerId, installationId, login }
}

async function signIn(
  person: StandInPerson,
  browser = browserLike(api.address),
  next = '/account',
): Promise<{ browser: BrowserLike; answer: Awaited<ReturnType<BrowserLike['get']>> }> {
  const begun = await browser.get(`/session/github?next=${encodeURIComponent(next)}`)
  return { browser, answer: await browser.get(github.agree(begun.headers.get('location') ?? '', person)) }
}

let lastId = 5_000
const person = () => standInPerson((lastId += 1), `person-${lastId}`)
beforeEach(() => {
  github.state.isAway = false
  github.state.isMute = false
})

describe('signing in with GitHub', () => {
  it('sends state and challenge, creates a session, and redirects back', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser, answer } = await signIn(mona, browserLike(api.address), '/account/webhooks?page=2')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account/webhooks?page=2'])
    expect([...browser.cookies.keys()]).toEqual(['__Host-assay-session'])
    const { text } = await browser.get('/account')
    expect(text).toContain(`Account <strong>${mona.login} on ${host}</strong>`)
    expect(text).toContain('pro')
    const [row] = await api.sql`select s::text as row from sessions s
        where person_id = (select id from people where github_id = ${mona.id})`
    for (const token of github.tokens.keys()) expect(JSON.stringify([row, logged])).not.toContain(token)
    const audit = await api.sql`select actor, action from account_audit where account_id = ${own.accountId}`
    expect(audit).toEqual([{ actor: `${mona.login} at ${host}`, action: 'sign-in' }])
  })

  it('is finished only by the browser that started it', async () => {
    const [victim, attacker] = [browserLike(api.address), browserLike(api.address)]
    const begun = await attacker.get('/session/github')
    const path = github.agree(begun.headers.get('location') ?? '', person())
    for (const browser of [
      victim,
      await (async () => {
        await victim.get('/session/github')
        return victim
      })(),
    ]) {
      const answer = await browser.get(path)
      expect([answer.status, browser.cookies.has('__Host-assay-session')]).toEqual([400, false])
    }
    expect((await attacker.get(path)).status).toBe(303)
    expect((await attacker.get(path)).status).toBe(400)
  })

  it.each([
    ['a forged cookie', { cookie: randomBytes(120).toString('base64url') }, 400],
    ['another state', { state: 'x'.repeat(43) }, 400],
    ['no code', { code: undefined, error: 'access_denied' }, 403],
    ['a code that GitHub does not know', { code: 'unknown' }, 400],
    ['an invalid code', { code: '../../x' }, 403],
  ] as const)(
    'fails with %s',
    async (_what, change: { cookie?: string; state?: string; code?: string | undefined; error?: string }, status) => {
      const browser = browserLike(api.address)
      const begun = await browser.get('/session/github')
      const [path = '', query = ''] = github.agree(begun.headers.get('location') ?? '', person()).split('?')
      const { cookie, ...parameters } = change
      if (cookie !== undefined) browser.cookies.set('__Host-assay-sign-in', cookie)
      const changed = new URLSearchParams(query)
      for (const [name, value] of Object.entries(parameters))
        if (value === undefined) changed.delete(name)
        else changed.set(name, value)
      const answer = await browser.get(`${path}?${changed}`)
      expect([answer.status, browser.cookies.size]).toEqual([status, 0])
      expect(answer.text).toContain('Sign in with')
    },
  )

  it('expires after ten minutes, redirects to no other site, and reports an unreachable GitHub', async () => {
    const browser = browserLike(api.address)
    const begun = await browser.get('/session/github?next=//evil.example')
    after(sessionLimits.signInTimeoutMs)
    expect((await browser.get(github.agree(begun.headers.get('location') ?? '', person()))).status).toBe(400)
    const again = await signIn(person(), browserLike(api.address), '//evil.example')
    expect(again.answer.headers.get('location')).toBe('/account')
    const late = browserLike(api.address)
    const path = github.agree((await late.get('/session/github')).headers.get('location') ?? '', person())
    github.state.isAway = true
    expect((await late.get(path)).status).toBe(503)
  })

  it('ends when the GitHub token expires after eight hours', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser } = await signIn(mona)
    after(28_800_000 - 1)
    expect((await browser.get('/account')).status).toBe(200)
    after(1)
    expect((await browser.get('/account')).status).toBe(303)
  })
})

describe('signing out', () => {
  const tokensOf = (somebody: StandInPerson) =>
    [...github.tokens].filter(([, owner]) => owner === somebody).map(([token]) => token)
  const signOut = async (browser: BrowserLike) =>
    (await browser.post('/session/end', { token: await browser.token() })).status
  async function twice() {
    const mona = person()
    mona.installations.set((await installed(mona.login, { ownerId: mona.id })).installationId, [])
    return { mona, first: (await signIn(mona)).browser, second: (await signIn(mona)).browser }
  }

  it('revokes the GitHub token of this browser, and of a browser signed out from another', async () => {
    const { mona, first, second } = await twice()
    const third = (await signIn(mona)).browser
    const [one = '', two = '', three = ''] = tokensOf(mona)
    expect(await signOut(first)).toBe(303)
    await expect.poll(() => tokensOf(mona)).toEqual([two, three])
    after(quarter)
    expect((await second.get('/account')).status).toBe(200)
    const others = (await second.get('/account/sessions')).text
    const [, other = ''] = /action="\/account\/sessions\/([^"/]+)\/end"/.exec(others) ?? []
    expect((await second.post(`/account/sessions/${other}/end`, { token: await second.token() })).status).toBe(303)
    await expect.poll(() => tokensOf(mona)).toHaveLength(1)
    const statuses = [(await second.get('/account')).status, (await third.get('/account')).status]
    expect(statuses.toSorted()).toEqual([200, 303])
    expect(github.problems).toEqual([])
    for (const token of [one, two, three]) expect(JSON.stringify(logged)).not.toContain(token)
  })

  it('does not wait for GitHub and is final', async () => {
    const { mona, first, second } = await twice()
    const tokens = [await first.token(), await second.token()]
    const cookies = new Map(first.cookies)
    for (const [state, browser, token] of [
      ['isMute', first, tokens[0]],
      ['isAway', second, tokens[1]],
    ] as const) {
      const asked = github.requests.length
      github.state[state] = true
      expect((await browser.post('/session/end', { token: token ?? '' })).status).toBe(303)
      await expect.poll(() => github.requests.slice(asked)).toEqual([`DELETE /api/v3/applications/${clientId}/token`])
      github.state[state] = false
    }
    for (const [name, value] of cookies) first.cookies.set(name, value)
    expect((await first.get('/account')).status).toBe(303)
    expect(tokensOf(mona)).toHaveLength(2)
  })
})

describe('access to an account', () => {
  it('belongs to organization owners, and to administrators of every private repository', async () => {
    const org = await installed('acme', { privateRepositories: [71, 72] })
    const asks = async (change: (somebody: StandInPerson) => void) => {
      const somebody = person()
      somebody.installations.set(org.installationId, [])
      change(somebody)
      const { browser } = await signIn(somebody)
      return (await browser.get('/account')).status
    }
    const repositories =
      (...admin: boolean[]) =>
      (somebody: StandInPerson) =>
        void somebody.installations.set(
          org.installationId,
          admin.map((each, index) => ({ id: 71 + index, admin: each })),
        )
    expect(await asks((somebody) => somebody.organizations.set('acme', { id: org.ownerId, role: 'admin' }))).toBe(200)
    expect(await asks(repositories(true, true))).toBe(200)
    expect(await asks(repositories(true, false))).toBe(403)
    expect(await asks(repositories(true))).toBe(403)
    expect(await asks((somebody) => somebody.organizations.set('acme', { id: org.ownerId, role: 'member' }))).toBe(403)
    // The login now belongs to another organization.
    expect(await asks((somebody) => somebody.organizations.set('acme', { id: 999_999, role: 'admin' }))).toBe(403)
    expect(await asks(() => {})).toBe(403)
  })

  it('does not belong to outside collaborators who administer one public repository of many', async () => {
    const org = await installed('public-only', { privateRepositories: [81, 82] })
    await api.sql`update github_repositories set is_private = false where repository_id in (81, 82)`
    const statusOf = async (...ids: readonly number[]) => {
      const collaborator = person()
      collaborator.installations.set(
        org.installationId,
        ids.map((id) => ({ id, admin: true })),
      )
      const { browser } = await signIn(collaborator)
      return (await browser.get('/account/keys')).status
    }
    expect(await statusOf(81)).toBe(403)
    expect(await statusOf(81, 82)).toBe(200)
    await api.sql`delete from github_repositories where repository_id in (81, 82)`
    expect(await statusOf(81, 82)).toBe(403)
  })

  it('is missing without an installation, and the page explains how to get it', async () => {
    const { browser } = await signIn(person())
    const { status, text } = await browser.get('/account/keys')
    expect(status).toBe(403)
    expect(text).toContain('No account to manage')
    expect(text).toContain('Sign out')
  })

  it('can be switched between the accounts of the visitor only', async () => {
    const mona = person()
    const [own, org, foreign] = [
      await installed(mona.login, { ownerId: mona.id }),
      await installed('umbrella'),
      await installed('foreign'),
    ]
    mona.installations.set(own.installationId, []).set(org.installationId, [])
    mona.organizations.set('umbrella', { id: org.ownerId, role: 'admin' })
    const { browser } = await signIn(mona)
    const token = await browser.token()
    expect((await browser.post('/account/choose', { token, account: org.accountId })).status).toBe(303)
    expect((await browser.get('/account')).text).toContain(`Account <strong>umbrella on ${host}`)
    expect((await browser.post('/account/choose', { token, account: foreign.accountId })).status).toBe(404)
    expect((await browser.post('/account/choose', { token, account: randomUUID() })).status).toBe(404)
  })
})

describe('permissions from GitHub', () => {
  it('are checked again after 15 minutes, for pages and the API', async () => {
    const org = await installed('removing')
    const mona = person()
    mona.installations.set(org.installationId, [])
    mona.organizations.set('removing', { id: org.ownerId, role: 'admin' })
    const { browser } = await signIn(mona)
    const token = await browser.token()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = github.requests.length
    after(quarter - 1)
    expect((await browser.get('/account')).status).toBe(200)
    expect(github.requests.length).toBe(asked)
    mona.organizations.clear()
    mona.installations.clear()
    after(1)
    expect((await browser.get('/account')).status).toBe(403)
    expect((await browser.post('/account/keys', { token, name: 'late', permission: 'scans:read' })).status).toBe(403)
    expect((await api.anonymous('GET', '/api/v1/keys', undefined, { cookie })).status).toBe(401)
    expect(await api.sql`select 1 from api_keys where name = 'late'`).toHaveLength(0)
    // Access returns when GitHub grants it again.
    mona.installations.set(org.installationId, [])
    mona.organizations.set('removing', { id: org.ownerId, role: 'admin' })
    after(quarter)
    expect((await browser.get('/account')).status).toBe(200)
  })

  it('are requested once for simultaneous pages', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser } = await signIn(mona)
    after(quarter)
    const asked = github.requests.length
    expect(await Promise.all(Array.from({ length: 6 }, async () => (await browser.get('/account')).status))).toEqual([
      200, 200, 200, 200, 200, 200,
    ])
    expect(github.requests.length - asked).toBe(1)
  })

  it('end the session when GitHub rejects the token', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser } = await signIn(mona)
    mona.isLockedOut = true
    after(quarter)
    expect((await browser.get('/account')).status).toBe(303)
    mona.isLockedOut = false
    expect((await browser.get('/account')).status).toBe(303)
  })

  it('are not assumed while GitHub is unreachable: after 15 minutes the account is hidden', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser } = await signIn(mona)
    github.state.isAway = true
    expect((await browser.get('/account')).status).toBe(200)
    after(quarter)
    const { status, text, headers } = await browser.get('/account')
    expect([status, headers.get('retry-after')]).toEqual([503, '30'])
    expect(text).not.toContain('enterprise')
    github.state.isAway = false
    after(sessionLimits.failedRequestPauseMs)
    expect((await browser.get('/account')).status).toBe(200)
  })
})

describe('an unreachable GitHub', () => {
  it('is contacted once in 30 seconds per session, so that pages do not wait', async () => {
    const mona = person()
    const own = await installed(mona.login, { ownerId: mona.id })
    mona.installations.set(own.installationId, [])
    const { browser } = await signIn(mona)
    await browser.get('/account')
    github.state.isAway = true
    after(quarter)
    const asksOf = async (path: string) => {
      const asked = github.requests.length
      const { status } = await browser.get(path)
      return [status, github.requests.length - asked]
    }
    const [, once = 0] = await asksOf('/account')
    expect(once).toBeGreaterThan(0)
    for (const path of ['/account', '/account/keys', '/']) expect((await asksOf(path))[1], path).toBe(0)
    after(sessionLimits.failedRequestPauseMs - 1)
    expect(await asksOf('/account')).toEqual([503, 0])
    after(1)
    expect(await asksOf('/account')).toEqual([503, once])
    github.state.isAway = false
    after(sessionLimits.failedRequestPauseMs)
    expect((await asksOf('/account'))[0]).toBe(200)
  })
})

describe('the page of a private scan', () => {
  async function privateScan(
    accountId: string,
    { repositoryId = null as number | null, url = `https://${host}/acme/plans` } = {},
  ): Promise<string> {
    const id = `scan_${randomBytes(20).toString('base64url')}`
    await insertScan(api.db, {
      id,
      accountId,
      status: 'pending',
      url,
      target: { type: 'git', repository: url },
      sourceType: 'git',
      failOn: 'high',
      stage: 'queued',
      percent: 0,
      estimatedCompletionAt: time,
      githubRepositoryId: repositoryId,
      isPrivate: true,
    })
    const coverage: Coverage = {
      detectors: [],
      files: { scanned: 1, bytes: 1, skipped: [] },
      components: { total: 0, method: 'none', unresolved: [] },
      advisories: {},
      undecidedAdvisories: 0,
      isolation: 'in-process',
      gaps: [],
    }
    await completeScan(api.db, id, {
      source: { type: 'git', canonicalUrl: url, revision: 'c0ffee'.padEnd(40, '0'), digest: 'x', isPrivate: true },
      canonicalUrl: url,
      inventoryDigest: null,
      results: {
        securityScore: 100,
        grade: 'A+',
        vulnerabilities: { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 },
        partial: false,
        method: '1',
      },
      verdict: 'pass',
      coverage,
      isPrivate: true,
      completedAt: time,
    })
    return id
  }

  it('is visible to readers of the repository, until 15 minutes after they lose access', async () => {
    const org = await installed('acme-readers', { privateRepositories: [81] })
    const scan = await privateScan(org.accountId, { repositoryId: 81 })
    const [reader, stranger] = [person(), person()]
    reader.readable.set(81, { id: 81, ownerId: org.ownerId })
    const [{ browser: inside }, { browser: outside }] = [await signIn(reader), await signIn(stranger)]
    const statuses = async () => [
      (await inside.get(`/scan/${scan}`)).status,
      (await outside.get(`/scan/${scan}`)).status,
      (await browserLike(api.address).get(`/scan/${scan}`)).status,
    ]
    expect(await statuses()).toEqual([200, 404, 404])
    reader.readable.clear()
    after(quarter)
    expect(await statuses()).toEqual([404, 404, 404])
  })

  it('is hidden while GitHub is unreachable, and checked again after 30 seconds', async () => {
    const org = await installed('acme-silent', { privateRepositories: [82] })
    const scan = await privateScan(org.accountId, { repositoryId: 82 })
    const reader = person()
    reader.readable.set(82, { id: 82, ownerId: org.ownerId })
    const { browser } = await signIn(reader)
    await browser.get('/account')
    const asksOf = async () => {
      const asked = github.requests.length
      const { status } = await browser.get(`/scan/${scan}`)
      return [status, github.requests.length - asked > 0]
    }
    github.state.isAway = true
    expect([await asksOf(), await asksOf()]).toEqual([
      [404, true],
      [404, false],
    ])
    github.state.isAway = false
    after(sessionLimits.failedRequestPauseMs - 1)
    expect(await asksOf()).toEqual([404, false])
    after(1)
    expect(await asksOf()).toEqual([200, true])
  })

  it('uses the URL without a repository number, and the number of the owner', async () => {
    const org = await installed('acme')
    const scan = await privateScan(org.accountId)
    const [reader, squatter] = [person(), person()]
    reader.readable.set('acme/plans', { id: 91, ownerId: org.ownerId })
    // Another person registered the login after it was released.
    squatter.readable.set('acme/plans', { id: 92, ownerId: 777 })
    expect([
      (await (await signIn(reader)).browser.get(`/scan/${scan}`)).status,
      (await (await signIn(squatter)).browser.get(`/scan/${scan}`)).status,
    ]).toEqual([200, 404])
    expect(origin).toBe('https://assay.example')
  })

  it('stays private after the repository turns public', async () => {
    const org = await installed('acme-opened', { privateRepositories: [83] })
    const scans = [
      await privateScan(org.accountId, { repositoryId: 83 }),
      await privateScan(org.accountId, { url: `https://${host}/acme-opened/plans` }),
    ]
    const stranger = person()
    stranger.readable
      .set(83, { id: 83, ownerId: org.ownerId, isPublic: true })
      .set('acme-opened/plans', { id: 83, ownerId: org.ownerId, isPublic: true })
    const { browser } = await signIn(stranger)
    for (const scan of scans) expect((await browser.get(`/scan/${scan}`)).status).toBe(404)
  })
})
