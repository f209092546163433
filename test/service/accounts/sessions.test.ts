import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import type { GitHubPeople } from '../../../src/service/accounts/github-people.ts'
import { createLoginLink, redeemLoginLink } from '../../../src/service/accounts/login-link.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { formTokenOf, isFormToken, isToken, newToken } from '../../../src/service/accounts/session-token.ts'
import { createSessions } from '../../../src/service/accounts/sessions.ts'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import { sessionLimits } from '../../../src/service/accounts/session-limits.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db, sql } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
let time = new Date('2026-05-04T10:00:00.000Z')
const sessions = createSessions({ db, masterKey, now: () => time })
const account = await createAccount({ db, masterKey }, { name: 'owner', plan: 'free' })
const other = await createAccount({ db, masterKey }, { name: 'other', plan: 'free' })
if (!account || !other) throw new Error('the accounts were not made')

describe('tokens', () => {
  it('are forms of one session under one master key', () => {
    const form = formTokenOf(masterKey, 'one')
    expect(isFormToken(masterKey, 'one', form)).toBe(true)
    for (const wrong of [
      formTokenOf(masterKey, 'two'),
      formTokenOf(masterKeyFrom('x'.repeat(32)), 'one'),
      `${form}x`,
      'ä'.repeat(form.length),
      '',
      undefined,
      [form],
      { length: form.length },
    ])
      expect(isFormToken(masterKey, 'one', wrong)).toBe(false)
  })

  it('are distinguished from other texts before any lookup', () => {
    expect(isToken(newToken())).toBe(true)
    for (const text of ['', 'short', `${newToken()}=`, 'ä'.repeat(43), `${newToken()}\n`])
      expect(isToken(text)).toBe(false)
  })

  it('of links are not valid for sessions, nor the other way round', async () => {
    const session = await sessions.beginByLink(account.id, 'a browser')
    expect(await redeemLoginLink({ db, masterKey }, session, time)).toBeUndefined()
    const link = await createLoginLink(
      { db, masterKey },
      { accountId: account.id, publicUrl: 'https://assay.example', now: time },
    )
    expect(await sessions.visitorOf(link.split('#')[1] ?? '')).toBeUndefined()
  })

  it('open nothing under another master key', async () => {
    const session = await sessions.beginByLink(account.id, 'a browser')
    const elsewhere = createSessions({ db, masterKey: masterKeyFrom('y'.repeat(32)), now: () => time })
    expect([await elsewhere.visitorOf(session), (await sessions.visitorOf(session))?.account?.name]).toEqual([
      undefined,
      'owner',
    ])
  })
})

describe('a token of GitHub that was sealed under another master key', () => {
  const revoked: string[] = []
  const gitHubPeople: GitHubPeople = {
    managedAccounts: async () => [],
    mayReadSource: async () => true,
    visibleInstallations: async () => [],
    readableRepositories: async () => [],
    organizationMembers: async () => 'none',
    revoke: async (token) => void revoked.push(token),
  }
  const [earlier, later] = ['e', 'l'].map((letter) =>
    createSessions({ db, masterKey: masterKeyFrom(letter.repeat(32)), now: () => time, gitHubPeople }),
  )
  const person = { host: 'github.example', githubId: 77, login: 'mona', tokenEndsAt: undefined }

  it('prevents neither signing in nor ending the session', async () => {
    if (!earlier || !later) throw new Error('there are no sessions')
    for (let count = 0; count < sessionLimits.maxPerOwner; count += 1) {
      await earlier.beginByGitHub({ ...person, token: 'old' }, 'a browser')
      time = new Date(time.getTime() + 1)
    }
    const visitor = await later.visitorOf(await later.beginByGitHub({ ...person, token: 'new' }, 'a browser'))
    const others = visitor && (await later.list(visitor)).filter(({ id }) => id !== visitor.sessionId)
    expect(others).toHaveLength(sessionLimits.maxPerOwner - 1)
    expect(visitor && (await later.end(visitor, others?.[0]?.id ?? ''))).toBe(true)
    expect(revoked).toEqual([])
    expect(visitor && (await later.end(visitor, visitor.sessionId))).toBe(true)
    expect(revoked).toEqual(['new'])
  })

  it('is as none: its session ends', async () => {
    const token = await later?.beginByGitHub({ ...person, token: 'new' }, 'a browser')
    await sql`update sessions set github_token_sealed = ${randomBytes(60)}
      where person_id = (select id from people where github_id = 77)`
    expect(await later?.visitorOf(token ?? '')).toBeUndefined()
  })
})

describe('a visitor by a link', () => {
  it('manages that account alone, reads its private scans alone, and chooses no other', async () => {
    const visitor = await sessions.visitorOf(await sessions.beginByLink(account.id, 'a browser'))
    if (!visitor) throw new Error('there is no visitor')
    expect(visitor.accounts.map(({ name }) => name)).toEqual(['owner'])
    const scanOf = (accountId: string) => ({
      accountId,
      githubRepositoryId: 7,
      canonicalUrl: 'https://github.com/acme/plans',
    })
    expect([
      await sessions.mayRead(visitor, scanOf(account.id)),
      await sessions.mayRead(visitor, scanOf(other.id)),
    ]).toEqual([true, false])
    expect([await sessions.choose(visitor, other.id), await sessions.choose(visitor, account.id)]).toEqual([
      false,
      false,
    ])
  })

  it('sees and ends sessions of links to that account, no others', async () => {
    const [mine, theirs] = await Promise.all(
      [account, other].map(async ({ id }) => sessions.visitorOf(await sessions.beginByLink(id, 'a browser'))),
    )
    if (!mine || !theirs) throw new Error('there are no visitors')
    expect((await sessions.list(mine)).map(({ id }) => id)).not.toContain(theirs.sessionId)
    expect([await sessions.end(mine, theirs.sessionId), await sessions.end(mine, mine.sessionId)]).toEqual([
      false,
      true,
    ])
  })

  it('is remembered by what a browser says of itself, cut and without odd bytes', async () => {
    const visitor = await sessions.visitorOf(
      await sessions.beginByLink(other.id, `Odd\u202E\u0000 ${'x'.repeat(5_000)}`),
    )
    const agents = visitor && (await sessions.list(visitor)).map(({ agent }) => agent)
    expect(agents).toContain(`Odd ${'x'.repeat(sessionLimits.maxUserAgentCharacters - 4)}`)
  })
})

it('tidying removes sessions and links that have ended, and the audit log of more than a year', async () => {
  await sql`delete from sessions`
  await sql`delete from login_links`
  const [left, used] = [await sessions.beginByLink(account.id, 'left'), await sessions.beginByLink(account.id, 'used')]
  await createLoginLink({ db, masterKey }, { accountId: account.id, publicUrl: '', now: time })
  time = new Date(time.getTime() + sessionLimits.idleTimeoutMs / 2)
  await sessions.visitorOf(used)
  time = new Date(time.getTime() + sessionLimits.idleTimeoutMs / 2)
  await createLoginLink({ db, masterKey }, { accountId: account.id, publicUrl: '', now: time })
  for (const days of [10, 400])
    await sql`insert into account_audit (account_id, actor, action, subject, at)
      values (${account.id}, 'x', 'x', ${`${days} days`}, now() - make_interval(days => ${days}))`
  await tidyAccounts(db, time)
  expect((await sql`select agent from sessions`).map(({ agent }) => agent)).toEqual(['used'])
  expect(await sql`select 1 from login_links`).toHaveLength(1)
  await tidyAccounts(db, new Date())
  expect((await sql`select subject from account_audit`).map(({ subject }) => subject)).toEqual(['10 days'])
  expect(await sessions.visitorOf(left)).toBeUndefined()
})
