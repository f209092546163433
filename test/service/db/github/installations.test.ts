import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertAccount } from '../../../../src/service/db/accounts/accounts.ts'
import {
  findGithubInstallation,
  removeGithubInstallation,
  upsertGithubInstallation,
} from '../../../../src/service/db/github/installations.ts'
import { findGithubPlace } from '../../../../src/service/db/github/places.ts'
import { accounts } from '../../../../src/service/db/accounts/schema.ts'
import { githubInstallations } from '../../../../src/service/db/github/installations-schema.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db } = await testDatabase()
const host = 'github.com'
let accountId: string
let otherId: string

async function newAccount(): Promise<string> {
  const id = randomUUID()
  await insertAccount(db, { id, name: id, plan: 'free', webhookSecretSealed: Buffer.alloc(1) })
  return id
}

beforeEach(async () => {
  await db.delete(accounts)
  ;[accountId, otherId] = [await newAccount(), await newAccount()]
})

const stored = (
  installationId: number,
  more: { ownerId?: number; ownerLogin?: string; host?: string; accountId?: string; suspendedAt?: Date | null } = {},
) => upsertGithubInstallation(db, { host, installationId, accountId, ownerId: 100, ownerLogin: 'Octo-Org', ...more })
const found = (ownerLogin: string, more: { host?: string; accountId?: string } = {}) =>
  findGithubInstallation(db, { accountId, host, ownerLogin, ...more })
const numbers = async () =>
  (await db.select({ id: githubInstallations.installationId }).from(githubInstallations)).map(({ id }) => id)

describe('an installation', () => {
  it('is found by account, host and login, without case', async () => {
    await stored(1, { host: 'GitHub.com' })
    expect(await found('octo-org', { host: 'GITHUB.com' })).toMatchObject({
      installationId: 1,
      accountId,
      host,
      ownerId: 100,
      ownerLogin: 'Octo-Org',
      suspendedAt: null,
    })
    expect(await found('octo-org', { accountId: otherId })).toBeUndefined()
    expect(await found('octo-org', { host: 'ghe.example' })).toBeUndefined()
    expect(await found('octo_org')).toBeUndefined()
    expect(await found('%')).toBeUndefined()
  })

  it('takes numbers that 32 bits do not hold', async () => {
    await stored(9_007_199_254_740_991, { ownerId: 4_294_967_296 })
    expect(await found('octo-org')).toMatchObject({ installationId: 9_007_199_254_740_991, ownerId: 4_294_967_296 })
  })

  it('changes its login, its account and its suspension', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    await stored(1)
    expect(await stored(1, { ownerLogin: 'new-name', accountId: otherId, suspendedAt: at })).toBe(true)
    expect(await found('octo-org')).toBeUndefined()
    expect(await found('New-Name', { accountId: otherId })).toMatchObject({ suspendedAt: at })
    await stored(1, { ownerLogin: 'new-name', accountId: otherId })
    expect(await found('new-name', { accountId: otherId })).toMatchObject({ suspendedAt: null })
  })

  it('gives way to a newer one of the same owner, and late news of it change nothing', async () => {
    await stored(5)
    expect(await stored(8, { accountId: otherId })).toBe(true)
    expect(await stored(5, { suspendedAt: new Date() })).toBe(false)
    expect(await numbers()).toEqual([8])
    expect(await found('octo-org', { accountId: otherId })).toMatchObject({ installationId: 8, suspendedAt: null })
    await removeGithubInstallation(db, { host, installationId: 5 })
    expect(await numbers()).toEqual([8])
  })

  it('of one host says nothing about the same numbers at another', async () => {
    await stored(1)
    await stored(1, { host: 'ghe.example' })
    await removeGithubInstallation(db, { host: 'GHE.example', installationId: 1 })
    expect(await found('octo-org')).toMatchObject({ host })
    expect(await found('octo-org', { host: 'ghe.example' })).toBeUndefined()
  })

  it('is the newer one when a login went to another owner of the same account', async () => {
    await stored(1)
    await stored(2, { ownerId: 101 })
    expect(await found('octo-org')).toMatchObject({ ownerId: 101 })
  })

  it('goes with its account', async () => {
    await stored(1)
    await db.delete(accounts)
    expect(await numbers()).toEqual([])
  })

  it('is brought up to date by transactions that hold it at the same time', async () => {
    await stored(1)
    let holding = 0
    const { promise: allHold, resolve } = Promise.withResolvers<void>()
    const renamed = () =>
      db.transaction(async (tx) => {
        await findGithubPlace(tx, { host, accountName: accountId, installationId: 1, repositoryId: 1 })
        holding += 1
        if (holding === 3) resolve()
        await allHold
        return upsertGithubInstallation(tx, { host, installationId: 1, accountId, ownerId: 100, ownerLogin: 'renamed' })
      })
    expect(await Promise.all([renamed(), renamed(), renamed()])).toEqual([true, true, true])
    expect(await found('renamed')).toMatchObject({ installationId: 1, suspendedAt: null })
  })
})
