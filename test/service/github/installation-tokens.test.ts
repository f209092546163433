import { randomBytes, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { inspect } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { removeGithubInstallation, upsertGithubInstallation } from '../../../src/service/db/github/installations.ts'
import { createGitHubClients } from '../../../src/service/github/clients.ts'
import { createGitHubLimits } from '../../../src/service/github/github-limits.ts'
import { createInstallationTokens } from '../../../src/service/github/installation-tokens.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import {
  type GitHubStandIn,
  type GitHubStandInOptions,
  startGitHubStandIn,
  type StandInInstallation,
} from '../../support/github-stand-in.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()
const host = 'github.com'
const installations = new Map<number, StandInInstallation>()
let played: ReturnType<NonNullable<GitHubStandInOptions['answer']>>
let github: GitHubStandIn
let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  }),
)
const network = createNetwork({ allowedNetworks: parseAllowedNetworks('127.0.0.1/32') })

async function newAccount(): Promise<string> {
  const account = await createAccount(
    { db, masterKey: masterKeyFrom(randomBytes(32).toString('hex')) },
    { name: randomUUID(), plan: 'free' },
  )
  return account?.id ?? ''
}

let alice = ''
let bob = ''
beforeAll(async () => {
  github = await startGitHubStandIn({ installations, answer: () => played })
})
afterAll(async () => {
  await github[Symbol.asyncDispose]()
  await network[Symbol.asyncDispose]()
})
beforeEach(async () => {
  played = undefined
  logged = ''
  for (const installationId of installations.keys()) await removeGithubInstallation(db, { host, installationId })
  installations.clear()
  ;[alice, bob] = [await newAccount(), await newAccount()]
  installations.set(1, { owner: { id: 100, login: 'Alice' }, repositories: ['Secret', 'other'] })
  installations.set(2, { owner: { id: 200, login: 'bob' }, repositories: ['own'] })
  await upsertGithubInstallation(db, { host, installationId: 1, accountId: alice, ownerId: 100, ownerLogin: 'Alice' })
  await upsertGithubInstallation(db, { host, installationId: 2, accountId: bob, ownerId: 200, ownerLogin: 'bob' })
})

const mintContext = (apiUrl: string) => ({
  network,
  log,
  limits: createGitHubLimits(),
  app: { host, apiUrl, id: github.appId, privateKey: github.privateKey },
})
const tokens = (apiUrl = github.apiUrl) => createInstallationTokens({ db, ...mintContext(apiUrl) })
const ask = (credential: ReturnType<typeof tokens>, account: string, address: string) =>
  credential(account, new URL(address), AbortSignal.timeout(10_000))
const mintedCount = () => github.minted.length

describe('the credential of an account', () => {
  it('is a token for this repository, to read its contents and nothing else', async () => {
    const credential = await ask(tokens(), alice, 'https://github.com/alice/secret.git')
    expect(credential).toEqual({ username: 'x-access-token', password: github.minted.at(-1)?.token })
    expect(github.minted.at(-1)).toMatchObject({ installationId: 1, repository: 'Alice/Secret' })
    const { path, headers, body } = github.requests.at(-1) ?? { path: '', headers: {}, body: '{}' }
    expect(path).toBe('/api/v3/app/installations/1/access_tokens')
    expect(JSON.parse(body)).toEqual({ repositories: ['secret'], permissions: { contents: 'read' } })
    expect(headers).toMatchObject({
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'assay',
    })
  })

  it.each([
    ['another account', () => bob, 'https://github.com/Alice/Secret'],
    ['an account that does not exist', () => randomUUID(), 'https://github.com/Alice/Secret'],
    ['a repository of nobody', () => alice, 'https://github.com/nobody/Secret'],
    ['another host', () => alice, 'https://github.com.example/Alice/Secret'],
    ['another port', () => alice, 'https://github.com:8443/Alice/Secret'],
    ['http', () => alice, 'http://github.com/Alice/Secret'],
    ['a user', () => alice, 'https://github.com/Alice'],
    ['a path below', () => alice, 'https://github.com/Alice/Secret/tree/main'],
    ['a path that climbs', () => alice, 'https://github.com/Alice/%2e%2e'],
    ['a name that is none', () => alice, 'https://github.com/Alice/Sec%0aret'],
  ])('is none for %s, and GitHub is not asked', async (_what, account, address) => {
    const before = github.requests.length
    await expect(ask(tokens(), account(), address)).resolves.toBeUndefined()
    expect(github.requests.length).toBe(before)
  })

  it('does not exist for a repository that the installation does not have', async () => {
    await expect(ask(tokens(), alice, 'https://github.com/Alice/elsewhere')).resolves.toBeUndefined()
  })

  it('does not exist while the installation is suspended or gone, with a token in memory too', async () => {
    const credential = tokens()
    await expect(ask(credential, alice, 'https://github.com/Alice/Secret')).resolves.toBeDefined()
    await upsertGithubInstallation(db, {
      host,
      installationId: 1,
      accountId: alice,
      ownerId: 100,
      ownerLogin: 'Alice',
      suspendedAt: new Date(),
    })
    await expect(ask(credential, alice, 'https://github.com/Alice/Secret')).resolves.toBeUndefined()
    await upsertGithubInstallation(db, { host, installationId: 1, accountId: alice, ownerId: 100, ownerLogin: 'Alice' })
    await expect(ask(credential, alice, 'https://github.com/Alice/Secret')).resolves.toBeDefined()
    await removeGithubInstallation(db, { host, installationId: 1 })
    await expect(ask(credential, alice, 'https://github.com/Alice/Secret')).resolves.toBeUndefined()
  })

  it.each([
    ['suspended it', { owner: { id: 100, login: 'Alice' }, repositories: ['Secret'], isSuspended: true }],
    [
      'renamed itself, so that the old name may be anybody',
      { owner: { id: 100, login: 'alice-now' }, repositories: ['Secret'] },
    ],
    ['became another one with the same name', { owner: { id: 101, login: 'Alice' }, repositories: ['Secret'] }],
    ['removed it', undefined],
  ] as const)('is none when GitHub knows that the owner %s', async (_what, installation) => {
    installations.delete(1)
    if (installation) installations.set(1, installation)
    await expect(ask(tokens(), alice, 'https://github.com/Alice/Secret')).resolves.toBeUndefined()
  })

  it('is rejected if GitHub grants more than was requested', async () => {
    const owner = { id: 100, login: 'Alice' }
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    played = {
      status: 201,
      body: {
        token: 'ghs_wide',
        expires_at,
        repositories: [
          { name: 'Secret', owner },
          { name: 'other', owner },
        ],
      },
    }
    await expect(ask(tokens(), alice, 'https://github.com/Alice/Secret')).resolves.toBeUndefined()
    played = { status: 201, body: { token: 'ghs_silent', expires_at } }
    await expect(ask(tokens(), alice, 'https://github.com/Alice/Secret')).resolves.toMatchObject({
      password: 'ghs_silent',
    })
  })
})

describe('a token', () => {
  it('is used again for the same repository, in any spelling, and for no other', async () => {
    const credential = tokens()
    const before = mintedCount()
    const first = await ask(credential, alice, 'https://github.com/Alice/Secret')
    await expect(ask(credential, alice, 'https://GitHub.com/ALICE/secret.git/')).resolves.toEqual(first)
    expect(mintedCount()).toBe(before + 1)
    await expect(ask(credential, alice, 'https://github.com/Alice/other')).resolves.not.toEqual(first)
    expect(mintedCount()).toBe(before + 2)
    await expect(ask(credential, bob, 'https://github.com/Alice/Secret')).resolves.toBeUndefined()
  })

  it('is used until five minutes before its end', async () => {
    const credential = tokens()
    const before = mintedCount()
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await ask(credential, alice, 'https://github.com/Alice/Secret')
      vi.setSystemTime(Date.now() + 54 * 60_000)
      await ask(credential, alice, 'https://github.com/Alice/Secret')
      expect(mintedCount()).toBe(before + 1)
      vi.setSystemTime(Date.now() + 61_000)
      const next = await ask(credential, alice, 'https://github.com/Alice/Secret')
      expect(mintedCount()).toBe(before + 2)
      expect(next?.password).toBe(github.minted.at(-1)?.token)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not known to another process: none is kept outside of memory', async () => {
    const before = mintedCount()
    await ask(tokens(), alice, 'https://github.com/Alice/Secret')
    await ask(tokens(), alice, 'https://github.com/Alice/Secret')
    expect(mintedCount()).toBe(before + 2)
  })
})

describe('when GitHub cannot decide', () => {
  const cases = [
    ['its answer is an error', { status: 500 }],
    [
      'the rate limit is reached',
      { status: 403, headers: { 'x-ratelimit-remaining': '0' }, body: { message: 's3cret' } },
    ],
    ['it asks for patience', { status: 403, headers: { 'retry-after': '60' } }],
    ['there are too many requests', { status: 429 }],
    ['it redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/s3cret' } }],
    ['the app is not known', { status: 401, body: { message: 's3cret' } }],
    ['its answer is no token', { status: 201, body: { token: 's3cret' } }],
    [
      'its token has a line break',
      {
        status: 201,
        body: { token: 's3cret\nhost=evil.example', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      },
    ],
    ['its token never ends properly', { status: 201, body: { token: 's3cret', expires_at: 'soon' } }],
  ] as const

  it.each(cases)('because %s, the scan says so, and no secret is revealed', async (_what, answer) => {
    played = answer
    const isLimit = answer.status === 403 || answer.status === 429
    const failure = await ask(tokens(), alice, 'https://github.com/Alice/Secret').catch((error: unknown) => error)
    expect(failure).toMatchObject({
      name: 'ScanFailure',
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringMatching(
        isLimit
          ? /^The GitHub rate limit has been reached\. Assay can send the next request at \d{4}-/
          : /^GitHub did not respond as expected, so Assay could not check whether this account can read /,
      ),
    })
    const bearer = github.requests.at(-1)?.headers.authorization?.slice(7) ?? 'no request came'
    for (const told of [inspect(failure, { depth: 20, showHidden: true }), logged])
      expect(told).not.toMatch(/s3cret|PRIVATE KEY/)
    for (const told of [inspect(failure, { depth: 20, showHidden: true }), logged]) expect(told).not.toContain(bearer)
    expect(logged).toContain('"installationId":1')
    if (answer.status === 401) expect(logged).toContain('check APP_ID and PRIVATE_KEY')
  })

  it('because the app was told to wait, neither scans nor checks ask before that time', async () => {
    const context = mintContext(github.apiUrl)
    const [credential, clients] = [createInstallationTokens({ db, ...context }), createGitHubClients(context)]
    const repository = { installationId: 2, ownerId: 200, owner: 'bob', repositoryId: 7, name: 'own' }
    played = { status: 429, headers: { 'retry-after': '60' } }
    await expect(ask(credential, alice, 'https://github.com/Alice/Secret')).rejects.toMatchObject({
      until: expect.any(Date),
    })
    const asked = github.requests.length
    await expect(
      clients.repository(repository, { checks: 'write' }, AbortSignal.timeout(10_000)),
    ).rejects.toMatchObject({ until: expect.any(Date) })
    await expect(ask(credential, bob, 'https://github.com/bob/own')).rejects.toMatchObject({ until: expect.any(Date) })
    expect(github.requests).toHaveLength(asked)
  })

  it('because it is not there, the scan says so', async () => {
    await expect(ask(tokens('http://127.0.0.1:1'), alice, 'https://github.com/Alice/Secret')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
  })

  it('because its address is not open, the log says how to open it', async () => {
    await expect(ask(tokens('http://127.0.0.2:1'), alice, 'https://github.com/Alice/Secret')).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    })
    expect(logged).toContain('upstream=127.0.0.2/32 to ASSAY_ALLOW_NETWORKS')
  })

  it('because the scan was stopped, that is what is thrown', async () => {
    const reason = new Error('stopped')
    await expect(tokens()(alice, new URL('https://github.com/Alice/Secret'), AbortSignal.abort(reason))).rejects.toBe(
      reason,
    )
  })
})

it('nothing of a token is logged when all goes well', async () => {
  await ask(tokens(), alice, 'https://github.com/Alice/Secret')
  expect(logged).not.toContain(github.minted.at(-1)?.token)
})
