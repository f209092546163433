import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sessionLimits } from '../../../../src/service/accounts/session-limits.ts'
import { insertGithubCheck } from '../../../../src/service/db/github/checks.ts'
import { insertComparison } from '../../../../src/service/db/github/comparisons.ts'
import { upsertGithubInstallation } from '../../../../src/service/db/github/installations.ts'
import { upsertGithubRepositories } from '../../../../src/service/db/github/repositories.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import type { Finding } from '../../../../src/engine/model/finding.ts'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { storedFinding } from '../../../support/findings.ts'
import { testApi } from '../../../support/test-api.ts'
import { storeScan } from '../../registry/entered-scan.ts'
import { expectInert, hostile, shown } from '../hostile.ts'
import { browserLike, signedInByLink } from './browser-like.ts'
import { clientId, clientSecret, standInPerson, startPeopleStandIn, type StandInPerson } from './people-stand-in.ts'

withRealSockets()

const host = 'github.example'
let time = new Date()
const github = await startPeopleStandIn()
const network = createNetwork({ allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }] })
const place = { host, webUrl: github.webUrl, apiUrl: github.apiUrl, clientId, clientSecret }
const api = await testApi({
  now: () => time,
  gitHubSignIn: { place, network, log: pino({ level: 'silent' }) },
})
const { db, sql } = api
afterAll(async () => {
  await network[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})
beforeEach(() => {
  github.state.isAway = false
})

let numbers = 900
interface Repository {
  readonly id: number
  readonly name: string
}

/** An organization that installed the app, with private repositories. */
async function installed(login: string, names: readonly string[]) {
  const ownerId = (numbers += 1)
  const installationId = (numbers += 1)
  const { accountId } = await api.account(`${host}/owners/${ownerId}`)
  await upsertGithubInstallation(db, { host, installationId, accountId, ownerId, ownerLogin: login })
  const repositories: Repository[] = names.map((name) => ({ id: (numbers += 1), name }))
  await upsertGithubRepositories(
    db,
    repositories.map(({ id, name }) => ({
      host,
      repositoryId: id,
      accountId,
      installationId,
      ownerLogin: login,
      name,
      isPrivate: true,
      defaultBranch: 'main',
    })),
  )
  const address = `/account/organizations/${host}/${ownerId}`
  return { accountId, ownerId, installationId, login, repositories, address }
}

type Organization = Awaited<ReturnType<typeof installed>>

async function stored(organization: Organization, { id, name }: Repository, findings: readonly Finding[] = []) {
  return storeScan(db, organization.accountId, {
    source: { type: 'git', canonicalUrl: `https://${host}/${organization.login}/${name}`, revision: randomUUID() },
    githubRepositoryId: id,
    isPrivate: true,
    findings,
  })
}

interface Compared {
  readonly cause?: 'push' | 'pull_request'
  readonly pullNumber?: number
  readonly baseRef?: string
  readonly state?: 'queued' | 'scanning-base' | 'scanning-head' | 'completed' | 'abandoned'
  readonly lifecycle?: 'open' | 'merged'
  readonly endedBecause?: string
  readonly headScanId?: string
  readonly baseScanId?: string
  /** GitHub ID of the check run. */
  readonly checkRunId?: number
  /** What GitHub received: the conclusion, and the number of findings that fail the check. */
  readonly concluded?: readonly ['success' | 'failure' | 'neutral', number?]
  /** A worker of the previous version concluded a later run. */
  readonly concludedAgain?: boolean
}

/** A comparison of a commit. Its head was scanned at the commit and not at the default branch. */
async function compared({ id }: Repository, { pullNumber, concluded, concludedAgain, ...parts }: Compared) {
  const now = new Date()
  const row = {
    host,
    repositoryId: id,
    cause: 'pull_request',
    baseRef: 'main',
    baseSha: 'b'.repeat(40),
    state: 'completed',
    ...(pullNumber !== undefined && { pullNumber }),
    ...parts,
  } as const
  const checkId = randomUUID()
  const headSha = randomUUID().replaceAll('-', '').padEnd(40, '0')
  await insertGithubCheck(db, {
    ...row,
    id: checkId,
    headSha,
    createdAt: now,
    changedAt: now,
    ...(concluded && {
      conclusion: concluded[0],
      failingFindings: concluded[1] ?? null,
      conclusionAt: now,
      concludedAt: concludedAgain === true ? new Date(now.getTime() + 1) : now,
    }),
  })
  await insertComparison(db, {
    lifecycle: 'open',
    ...row,
    id: randomUUID(),
    checkId,
    key: pullNumber === undefined ? `push:${headSha}` : `pull:${pullNumber}`,
    toldAt: now,
    startedAt: now,
  })
  await sql`update scans set target = target || jsonb_build_object('ref', ${headSha}::text)
    where id = ${row.headScanId ?? ''}`
}

async function signedIn(person: StandInPerson) {
  const browser = browserLike(api.address)
  const begun = await browser.get('/session/github')
  await browser.get(github.agree(begun.headers.get('location') ?? '', person))
  return browser
}

let people = 7_000
/** A member of an organization who can read some of its repositories and manages nothing. */
function memberOf(organization: Organization, readable: readonly Repository[]) {
  const person = standInPerson((people += 1), `member-${people}`)
  person.installations.set(
    organization.installationId,
    readable.map(({ id }) => ({ id, admin: false })),
  )
  return person
}

describe('the page of an organization', () => {
  it('shows grade, trend, and open pull requests with the state of their checks', async () => {
    const acme = await installed('acme', ['plans', 'empty'])
    const [plans] = acme.repositories
    if (!plans) throw new Error('no repository')
    const first = await stored(acme, plans, [storedFinding({ severity: 'critical' })])
    const second = await stored(acme, plans)
    await compared(plans, { cause: 'push', headScanId: second })
    // Neither another branch nor a pull request changes the grade.
    const release = await stored(acme, plans, [storedFinding({ severity: 'critical' })])
    await compared(plans, { cause: 'push', baseRef: 'release', headScanId: release })
    const base = await stored(acme, plans)
    await compared(plans, { cause: 'push', baseRef: 'other', headScanId: base })
    const adding = await stored(acme, plans, [
      storedFinding({ id: 'finding_1', severity: 'high', state: 'new' }),
      storedFinding({ id: 'finding_2', fingerprint: 'b', severity: 'low', state: 'existing' }),
    ])
    const clean = await stored(acme, plans, [storedFinding({ severity: 'low', state: 'existing' })])
    const unsure = await stored(acme, plans)
    const failed = { headScanId: adding, baseScanId: base, checkRunId: 4_011 }
    await compared(plans, { pullNumber: 11, ...failed, concluded: ['failure', 1] })
    await compared(plans, { pullNumber: 12, headScanId: clean, baseScanId: base, concluded: ['success'] })
    await compared(plans, { pullNumber: 13, headScanId: unsure, concluded: ['neutral'] })
    await compared(plans, { pullNumber: 14, state: 'scanning-base' })
    await compared(plans, { pullNumber: 15, state: 'abandoned', endedBecause: 'No base.', concluded: ['neutral'] })
    await compared(plans, { pullNumber: 16, lifecycle: 'merged', ...failed, concluded: ['failure', 1] })

    const browser = await signedInByLink(api, acme.accountId, time)
    const overview = (await browser.get('/account')).text
    expect(overview).toContain(`href="${acme.address}"`)
    expect(shown(overview)).toMatch(/Status acme github\.example 2 .* active/)
    expect((await browser.get('/account/organizations')).text).toContain(`href="${acme.address}"`)
    const { status, headers, text } = await browser.get(acme.address)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(text).toContain(`href="https://${host}/acme/plans"`)
    expect(text).toContain(`href="https://${host}/acme/plans/pull/11"`)
    for (const id of [second, adding, clean, unsure]) expect(text, id).toContain(`href="/scan/${id}"`)
    for (const id of [first, release, base]) expect(text, id).not.toContain(`href="/scan/${id}"`)
    const read = shown(text)
    expect(read).toMatch(/Grade A\+? plans private, last report of plans/)
    expect(read).toMatch(/100 of 100, up \d+ points/)
    // One scan without a commit, and one of a push: the other scans are not of the default branch.
    expect(text.match(/aria-label="Scores of [^"]*"/g)).toEqual([
      expect.stringMatching(/^aria-label="Scores of plans, oldest first: \d{1,2}, 100"$/),
    ])
    expect(text).toContain(`href="https://${host}/acme/plans/runs/4011"`)
    expect(read).toMatch(/#11 into main Fails with 1 new finding check run of #11 report of #11 1 high/)
    expect(read).toMatch(/#12 into main Passes report of #12/)
    expect(read).toMatch(/#13 into main Needs action The base commit was not compared\. report of #13/)
    expect(read).toMatch(/#14 into main Is being checked Scanning the base commit\./)
    expect(read).toMatch(/#15 into main Needs action No base\./)
    expect(read).not.toContain('#16')
    expect(read).toMatch(/Not scanned completely empty private No completed scan of the default branch yet\. none/)
  })

  it('shows no conclusion of an earlier run, and none while a check runs or cannot continue', async () => {
    const acme = await installed('earlier', ['runs'])
    const [runs] = acme.repositories
    if (!runs) throw new Error('no repository')
    const scans = {
      headScanId: await stored(acme, runs, [storedFinding({ severity: 'high', state: 'new' })]),
      baseScanId: await stored(acme, runs),
    }
    await compared(runs, { pullNumber: 1, ...scans, concluded: ['success'], concludedAgain: true })
    await compared(runs, { pullNumber: 2, ...scans, checkRunId: 4_002 })
    await compared(runs, { pullNumber: 3, ...scans, concluded: ['failure', 0] })
    await compared(runs, { pullNumber: 4, ...scans, concluded: ['failure', 1_200] })
    await compared(runs, { pullNumber: 5, state: 'scanning-head' })
    const browser = await signedInByLink(api, acme.accountId, time)
    const page = async () => shown((await browser.get(acme.address)).text)
    const read = await page()
    expect(read).toMatch(/#1 into main Checked report of #1 1 high/)
    expect(read).toMatch(
      /#2 into main Is being checked Sending the result to GitHub\. check run of #2 report of #2 (?!1 high)/,
    )
    expect(read).toMatch(/#3 into main Fails report of #3/)
    expect(read).toMatch(/#4 into main Fails with 1,200 new findings/)
    expect(read).toMatch(/#5 into main Is being checked Scanning the commit\./)
    await sql`update github_installations set suspended_at = now() where installation_id = ${acme.installationId}`
    expect(await page()).toMatch(/#5 into main Waits The installation is suspended\..*#4 into main Fails with/s)
  })

  it('draws the scores of the last twelve scans of the default branch, oldest first', async () => {
    const acme = await installed('drawn', ['steady'])
    const [steady] = acme.repositories
    if (!steady) throw new Error('no repository')
    for (let scan = 0; scan < 13; scan += 1)
      await stored(acme, steady, scan === 0 || scan > 11 ? [storedFinding({ severity: 'critical' })] : [])
    const { text } = await (await signedInByLink(api, acme.accountId, time)).get(acme.address)
    const scores = /Scores of steady, oldest first: ([\d, ]+)"/.exec(text)?.[1]?.split(', ').map(Number)
    expect(scores?.slice(0, -1)).toEqual(Array.from({ length: 11 }, () => 100))
    expect(scores?.at(-1)).toBeLessThan(100)
    expect(shown(text)).toMatch(/of 100, down \d+ points last scan/)
  })

  it('shows only managers what scans found while a public repository was private', async () => {
    const acme = await installed('opened', ['formerly-private'])
    const [repository] = acme.repositories
    if (!repository) throw new Error('no repository')
    const head = await stored(acme, repository, [storedFinding({ severity: 'critical', state: 'new' })])
    await compared(repository, { cause: 'push', headScanId: await stored(acme, repository) })
    await compared(repository, { pullNumber: 1, headScanId: head, concluded: ['failure', 1], checkRunId: 5_001 })
    const member = await signedIn(memberOf(acme, [repository]))
    const manager = await signedInByLink(api, acme.accountId, time)
    expect(shown((await member.get(acme.address)).text)).toMatch(/#1 into main Fails with 1 new finding .*report of #1/)
    await sql`update github_repositories set is_private = false where repository_id = ${repository.id}`
    const { text } = await member.get(acme.address)
    expect(text).not.toContain('/scan/')
    expect(shown(text)).toMatch(/No completed scan of the default branch yet\..*#1 into main Fails/s)
    expect((await manager.get(acme.address)).text).toContain(`href="/scan/${head}"`)
  })

  it('shows a member nothing of a repository after its transfer to another organization', async () => {
    const [before, after] = [await installed('seller', ['sold', 'stays']), await installed('buyer', ['other'])]
    const [sold, stays] = before.repositories
    if (!sold || !stays) throw new Error('no repository')
    const head = await stored(before, sold, [storedFinding({ severity: 'critical', state: 'new' })])
    await compared(sold, { pullNumber: 1, headScanId: head, concluded: ['failure', 1] })
    const member = await signedIn(memberOf(before, [sold, stays]))
    const seller = await signedInByLink(api, before.accountId, time)
    expect((await member.get(before.address)).text).toContain('/sold"')
    await sql`update github_repositories set account_id = ${after.accountId}, owner_login = 'buyer',
      installation_id = ${after.installationId} where repository_id = ${sold.id}`
    // GitHub's list of the member is up to 15 minutes old.
    for (const browser of [member, seller]) expect((await browser.get(before.address)).text).not.toContain('/sold"')
    const buyer = await signedInByLink(api, after.accountId, time)
    const { text } = await buyer.get(after.address)
    expect(text).toContain(`href="https://${host}/buyer/sold"`)
    expect(text).not.toContain(head)
    expect((await member.get(after.address)).status).toBe(404)
  })

  it('accepts no form, and its sign-out form requires the token of the session', async () => {
    const acme = await installed('forms', ['one'])
    const person = memberOf(acme, acme.repositories)
    const member = await signedIn(person)
    const { text } = await member.get(acme.address)
    expect(text.match(/method="post" action="[^"]*"/g)).toEqual([
      'method="post" action="/session/end"',
      'method="post" action="/appearance"',
    ])
    for (const path of [acme.address, '/account/organizations'])
      expect((await member.post(path, {})).status, path).toBe(405)
    await member.post('/session/end', { token: 'guessed' })
    expect((await member.get(acme.address)).status).toBe(200)
  })

  it('shows a member only the repositories that GitHub lists, and asks GitHub once per list', async () => {
    const acme = await installed('umbrella', ['open-to-me', 'closed-to-me'])
    const [mine] = acme.repositories
    if (!mine) throw new Error('no repository')
    const person = memberOf(acme, [mine])
    const browser = await signedIn(person)
    const overview = await browser.get('/account')
    expect([overview.status, overview.text.includes('href="/account/organizations"')]).toEqual([403, true])
    expect((await browser.get('/account/organizations')).text).toContain(`href="${acme.address}"`)
    const before = github.requests.length
    const texts = [await browser.get(acme.address), await browser.get(acme.address)]
    expect(github.requests.slice(before)).toEqual([
      `GET /api/v3/user/installations/${acme.installationId}/repositories?per_page=100&page=1`,
    ])
    for (const { status, text } of texts) {
      expect([status, text.includes('open-to-me')]).toEqual([200, true])
      expect(text).not.toContain('closed-to-me')
      expect(text).not.toContain('/account/keys')
    }

    // GitHub's response is cached for at most 15 minutes.
    person.installations.set(acme.installationId, [])
    expect((await browser.get(acme.address)).status).toBe(200)
    time = new Date(time.getTime() + sessionLimits.permissionsMaxAgeMs)
    expect((await browser.get(acme.address)).status).toBe(404)
  })

  it('of another account is unknown, like an organization without the app', async () => {
    const [mine, theirs] = [await installed('mine', ['ours']), await installed('theirs', ['secret-plans'])]
    const [secret] = theirs.repositories
    if (!secret) throw new Error('no repository')
    const inside = memberOf(mine, mine.repositories)
    // GitHub lists a repository by its ID under an installation that this person can see.
    inside.installations.set(
      mine.installationId,
      [...mine.repositories, secret].map(({ id }) => ({ id, admin: false })),
    )
    for (const browser of [
      await signedInByLink(api, mine.accountId, time),
      await signedIn(inside),
      await signedIn(standInPerson((people += 1), 'stranger')),
    ]) {
      const unknown = await browser.get(`/account/organizations/${host}/123456789`)
      expect(unknown.status).toBe(404)
      expect(unknown.text).toContain('Page not found')
      for (const path of [
        theirs.address,
        theirs.address.replace(host, 'github.com'),
        `/account/organizations/${host}/theirs`,
        `/account/organizations/${encodeURIComponent(hostile.slice(0, 20))}/${theirs.ownerId}`,
        `/account/organizations/${host}/${'9'.repeat(30)}`,
      ]) {
        const { status, text } = await browser.get(path)
        expect([status, text], path).toEqual([404, unknown.text])
      }
      expect((await browser.get('/account/organizations')).text).not.toContain(theirs.address)
      expect((await browser.get(mine.address)).text).not.toContain('secret-plans')
    }
    const nobody = await browserLike(api.address).get(theirs.address)
    expect([nobody.status, nobody.headers.get('location')]).toEqual([
      303,
      `/login?next=${encodeURIComponent(theirs.address)}`,
    ])
  })

  it('never mixes accounts: a scan of another account with the same repository ID is not shown', async () => {
    const acme = await installed('borrowed', ['shared'])
    const other = await installed('borrower', ['else'])
    const [shared] = acme.repositories
    if (!shared) throw new Error('no repository')
    const foreign = await stored(other, shared, [storedFinding({ severity: 'critical' })])
    await compared(shared, { pullNumber: 3, headScanId: await stored(other, shared), concluded: ['neutral'] })
    const { text } = await (await signedInByLink(api, acme.accountId, time)).get(acme.address)
    expect(text).not.toContain(foreign)
    expect(shown(text)).toMatch(
      /No completed scan of the default branch yet\. #3 into main Needs action The check run lists the/,
    )
  })

  it('says what to do without repositories, and if GitHub is silent', async () => {
    const acme = await installed('bare', [])
    const browser = await signedInByLink(api, acme.accountId, time)
    expect(shown((await browser.get(acme.address)).text)).toContain('select them under Repository access')
    const stranger = await signedIn(standInPerson((people += 1), 'newcomer'))
    expect(shown((await stranger.get('/account/organizations')).text)).toContain(
      'Install the app for your organization',
    )
    const member = await signedIn(memberOf(acme, []))
    await member.get('/account')
    github.state.isAway = true
    const { status, text } = await member.get(acme.address)
    expect([status, text.includes('GitHub is not responding')]).toEqual([503, true])
  })

  it('shows hostile names inertly', async () => {
    const acme = await installed(hostile, [hostile])
    const [repository] = acme.repositories
    if (!repository) throw new Error('no repository')
    await compared(repository, { pullNumber: 1, baseRef: hostile, state: 'abandoned', endedBecause: hostile })
    const browser = await signedInByLink(api, acme.accountId, time)
    expectInert((await browser.get(acme.address)).text)
    expectInert((await browser.get('/account/organizations')).text)
  })

  it('is shown page by page, with the newest pull requests of each repository', async () => {
    const names = Array.from({ length: 45 }, (_, index) => `repository-${String(index).padStart(2, '0')}`)
    const acme = await installed('large', names.toReversed())
    const busy = acme.repositories.at(-1)
    if (!busy) throw new Error('no repository')
    for (let pullNumber = 1; pullNumber <= 8; pullNumber += 1) await compared(busy, { pullNumber, state: 'queued' })
    const browser = await signedInByLink(api, acme.accountId, time)
    const namesOn = async (query: string) =>
      (await browser.get(`${acme.address}${query}`)).text.match(/repository-\d\d(?=<\/bdi>)/g) ?? []
    expect([await namesOn(''), await namesOn('?page=2'), await namesOn('?page=3')]).toEqual([
      names.slice(0, 15),
      names.slice(15, 30),
      names.slice(30),
    ])
    expect(await namesOn('?page=0')).toEqual(names.slice(0, 15))
    const { text } = await browser.get(acme.address)
    expect(text).toContain(`href="${acme.address}?page=2"`)
    expect(text.match(/\/pull\/\d/g)).toEqual(['/pull/8', '/pull/7', '/pull/6', '/pull/5', '/pull/4'])
    expect(shown(text)).toContain('8 open in total')
    expect(shown((await browser.get(`${acme.address}?page=9`)).text)).toContain('This page of the list is empty.')
  })
})

describe('the members of an organization', () => {
  it('are those that GitHub lists for the visitor, requested once in 15 minutes', async () => {
    const acme = await installed('crowd', ['one'])
    github.organizations.set('crowd', { id: acme.ownerId, members: ['ada', hostile] })
    const member = await signedIn(memberOf(acme, acme.repositories))
    expect((await member.get(acme.address)).text).toContain(`href="${acme.address}/members"`)
    const before = github.requests.length
    for (let visit = 0; visit < 2; visit += 1) {
      const { status, text, headers } = await member.get(`${acme.address}/members`)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(text).toContain(`href="https://${host}/ada"`)
      expectInert(text)
      expect(shown(text)).toContain('members with a concealed membership can be missing')
      // Only managers see who used the account.
      expect(text).not.toContain('People who used this account')
    }
    expect(github.requests.slice(before)).toEqual([
      'GET /api/v3/orgs/crowd',
      'GET /api/v3/orgs/crowd/members?per_page=100&page=1',
    ])
    time = new Date(time.getTime() + sessionLimits.permissionsMaxAgeMs)
    github.organizations.set('crowd', { id: acme.ownerId, members: ['grace'] })
    expect((await member.get(`${acme.address}/members`)).text).toContain(`href="https://${host}/grace"`)
  })

  it('are at most 100, and none of another organization that took over the name', async () => {
    const acme = await installed('renamed', ['one'])
    const members = Array.from({ length: 150 }, (_, index) => `person-${index}`)
    github.organizations.set('renamed', { id: acme.ownerId, members })
    const list = async () => {
      const { text } = await (await signedIn(memberOf(acme, acme.repositories))).get(`${acme.address}/members`)
      return { people: text.match(/href="https:\/\/github\.example\/person-\d+"/g) ?? [], read: shown(text) }
    }
    const first = await list()
    expect(first.people).toHaveLength(100)
    expect(first.read).toContain('Only the first 100 members are listed.')
    github.organizations.set('renamed', { id: acme.ownerId + 1, members })
    const later = await list()
    expect(later.people).toEqual([])
    expect(later.read).toContain('lists no members for you')
  })

  it('are unknown to a visitor with a link, who sees the people who used the account', async () => {
    const [acme, other] = [await installed('linked', ['one']), await installed('unrelated', ['one'])]
    github.organizations.set('linked', { id: acme.ownerId, members: ['ada'] })
    for (const [accountId, actor] of [
      [acme.accountId, hostile],
      [acme.accountId, 'octocat at github.example'],
      [acme.accountId, 'octocat at github.example'],
      [acme.accountId, 'key mcp_aaaabbbb_…'],
      [other.accountId, 'stranger at github.example'],
    ] as const)
      await sql`insert into account_audit (account_id, actor, action, subject, at)
        values (${accountId}, ${actor}, 'sign-in', 'a browser', now())`
    const { text } = await (await signedInByLink(api, acme.accountId, time)).get(`${acme.address}/members`)
    expectInert(text)
    const read = shown(text)
    expect(read).toContain(`Sign in with ${host} to see them.`)
    expect(read).toMatch(/octocat at github\.example .*? UTC 2 /)
    expect(read).toMatch(/visitor with a sign-in link .*? UTC 1 /)
    for (const absent of ['mcp_aaaabbbb', 'stranger', '/ada"']) expect(text).not.toContain(absent)
  })

  it('of another account are unknown, like those of an organization without the app', async () => {
    const [mine, theirs] = [await installed('inside', ['one']), await installed('outside', ['one'])]
    github.organizations.set('outside', { id: theirs.ownerId, members: ['ada'] })
    const inside = memberOf(mine, mine.repositories)
    inside.installations.set(theirs.installationId, [{ id: 1, admin: false }])
    for (const browser of [await signedInByLink(api, mine.accountId, time), await signedIn(inside)]) {
      const before = github.requests.length
      for (const path of [theirs.address, `/account/organizations/${host}/123456789`])
        expect((await browser.get(`${path}/members`)).status, path).toBe(404)
      expect(github.requests.slice(before).filter((request) => request.includes('/orgs/'))).toEqual([])
    }
    expect((await browserLike(api.address).get(`${theirs.address}/members`)).status).toBe(303)
  })

  it('are not shown while GitHub is silent', async () => {
    const acme = await installed('quiet', ['one'])
    const member = await signedIn(memberOf(acme, acme.repositories))
    await member.get(acme.address)
    github.state.isAway = true
    const { status, text } = await member.get(`${acme.address}/members`)
    expect([status, text.includes('GitHub is not responding')]).toEqual([503, true])
  })
})
