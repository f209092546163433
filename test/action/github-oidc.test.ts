import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '../../src/service/accounts/permissions.ts'
import { rateLimitsOfRepository } from '../../src/service/accounts/plans.ts'
import { tidyAccounts } from '../../src/service/accounts/tidy-accounts.ts'
import { endpoints } from '../../src/service/api/catalogue.ts'
import { admittedEvents } from '../../src/service/github/workflows/admit-workflow.ts'
import { createWorkflowTokens } from '../../src/service/github/workflows/workflow-tokens.ts'
import { workflowKeyLimits } from '../../src/service/accounts/workflow-key-limits.ts'
import { scanQueueLimits } from '../../src/service/scans/scan-queue-limits.ts'
import { createNetwork } from '../../src/engine/net/http-network.ts'
import { type Claims, type Signing, startOidcIssuer } from '../support/oidc-issuer.ts'
import { caller, testApi } from '../support/test-api.ts'

const audience = 'https://assay.example'
const host = 'github.com'
const oidc = await startOidcIssuer()
const network = createNetwork({
  allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
  upstreams: [oidc.issuer],
})
/** Milliseconds that the service's clock is ahead of the issuer's clock. */
let ahead = 0
const api = await testApi({
  workflowTokens: createWorkflowTokens({ network, issuer: oidc.issuer, host, now: () => new Date(Date.now() + ahead) }),
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
  await oidc[Symbol.asyncDispose]()
})

const acme = await api.account('acme', permissions, 'pro')
const other = await api.account('other', permissions)
await api.sql`insert into github_installations ${api.sql([
  { host, installation_id: 11, account_id: acme.accountId, owner_id: 1100, owner_login: 'Acme' },
  { host, installation_id: 22, account_id: other.accountId, owner_id: 2200, owner_login: 'other' },
])}`
await api.sql`insert into github_repositories ${api.sql([
  {
    host,
    repository_id: 7001,
    account_id: acme.accountId,
    installation_id: 11,
    owner_login: 'Acme',
    name: 'app',
    is_private: true,
  },
  {
    host,
    repository_id: 7002,
    account_id: acme.accountId,
    installation_id: 11,
    owner_login: 'Acme',
    name: 'secret',
    is_private: true,
  },
  {
    host,
    repository_id: 9001,
    account_id: other.accountId,
    installation_id: 22,
    owner_login: 'other',
    name: 'app',
    is_private: true,
  },
])}`

const exchange = (token: string) => api.anonymous('POST', '/api/v1/auth/github-oidc', { token })
const exchanged = async (claims?: Claims, signing?: Signing) => exchange(await oidc.token(audience, claims, signing))
const seconds = () => Math.floor(Date.now() / 1_000)

async function workflow(claims: Claims = {}) {
  const { status, json, text } = await exchanged(claims)
  expect(status, text).toBe(201)
  return caller(api.address, { 'x-api-key': String(json.data.key) })
}

const submit = (call: ReturnType<typeof caller>, url: string) => call('POST', '/api/v1/scans/url', { url })
const idOf = ({ json }: Awaited<ReturnType<typeof submit>>) => String(json.data.scanId)

beforeEach(async () => {
  ahead = 0
  oidc.answerWith(200)
  await api.sql`delete from rate_usage where subject like 'address:%'`
})

describe('an identity token of a workflow', () => {
  it('gives a key of an hour that may submit and read scans', async () => {
    const { status, headers, json } = await exchanged({ run_id: '42' })
    expect(status).toBe(201)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json.data).toMatchObject({
      name: 'workflow of acme/app, run 42',
      permissions: ['scans:write', 'scans:read'],
      key: expect.stringMatching(/^mcp_/),
    })
    const hour = Date.parse(String(json.data.expiresAt)) - Date.now()
    expect(hour).toBeGreaterThan(59 * 60_000)
    expect(hour).toBeLessThanOrEqual(60 * 60_000)
  })

  it.each(admittedEvents)('is taken for a workflow that runs on %s', async (event) => {
    expect((await exchanged({ event_name: event })).status).toBe(201)
  })

  it.each(['pull_request_target', 'issue_comment', 'workflow_run', 'issues', 'repository_dispatch', 'PUSH'])(
    'is refused for a workflow that runs on %s',
    async (event) => {
      const { status, json } = await exchanged({ event_name: event })
      expect({ status, message: json.error.message }).toEqual({
        status: 403,
        message:
          `Workflows triggered by ${event} cannot get a key. Use one of these events: push, pull_request, ` +
          'merge_group, schedule, workflow_dispatch, release.',
      })
    },
  )

  it('is taken once, also of requests that come at the same time', async () => {
    const token = await oidc.token(audience)
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => exchange(token)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 401, 401, 401, 401, 401, 401, 401])
    expect((await exchange(token)).json.error.message).toBe(
      'The identity token was already exchanged. Request a new token from GitHub.',
    )
  })

  it('is kept as a hash, until it is worth nothing any more', async () => {
    const jti = randomUUID()
    await exchanged({ jti })
    const rows = () => api.sql`select encode(hash, 'hex') as hash, expires_at from github_workflow_tokens`
    expect(JSON.stringify(await rows())).not.toContain(jti)
    await tidyAccounts(api.db, new Date())
    expect((await rows()).length).toBeGreaterThan(0)
    await tidyAccounts(api.db, new Date(Date.now() + 60 * 60_000))
    expect(await rows()).toEqual([])
  })

  it.each<{ what: string; claims?: Claims; signing?: Signing; problem: string }>([
    { what: 'of another issuer', claims: { iss: 'https://issuer.example' }, problem: 'was not issued by' },
    {
      what: 'for another audience',
      claims: { aud: 'https://elsewhere.example' },
      problem: `was not issued for the audience ${audience}`,
    },
    {
      what: 'for two audiences',
      claims: { aud: [audience, 'https://elsewhere.example'] },
      problem: 'has more than one audience',
    },
    { what: 'that has expired', claims: { exp: seconds() - 61 }, problem: 'has expired' },
    {
      what: 'that was issued too long ago',
      claims: { iat: seconds() - 15 * 60 - 1, exp: seconds() + 3_600 },
      problem: 'was issued more than 15 minutes ago',
    },
    { what: 'that holds from a later time', claims: { nbf: seconds() + 90 }, problem: 'is not valid yet' },
    { what: 'of the future', claims: { iat: seconds() + 90 }, problem: 'is not valid yet' },
    { what: 'without an end', claims: { exp: undefined }, problem: 'has no exp claim' },
    { what: 'without a beginning', claims: { nbf: undefined }, problem: 'has no nbf claim' },
    { what: 'without a number of its own', claims: { jti: undefined }, problem: 'has no jti claim' },
    { what: 'without an event', claims: { event_name: undefined }, problem: 'lacks claims' },
    { what: 'without a repository', claims: { repository_id: undefined }, problem: 'lacks claims' },
    {
      what: 'with a repository that is no number',
      claims: { repository_id: '7001 or 1=1' },
      problem: 'lacks claims',
    },
    {
      what: 'signed with an elliptic key of the issuer',
      signing: { alg: 'ES256' },
      problem: 'is not signed with RS256',
    },
    { what: 'signed with RSA-PSS', signing: { alg: 'PS256' }, problem: 'is not signed with RS256' },
    { what: 'signed with an unknown key', signing: { kid: 'nobody' }, problem: 'is not signed with a key of' },
  ])('$what is refused', async ({ claims, signing, problem }) => {
    const { status, json, headers } = await exchanged(claims, signing)
    expect(status).toBe(401)
    expect(json.error.message).toContain(problem)
    expect(headers.get('www-authenticate')).toBe('Bearer realm="assay"')
  })

  it('without a signature is refused, and so is one that was changed', async () => {
    expect((await exchange(oidc.unsignedToken(audience))).json.error.message).toBe(
      'The identity token is not signed with RS256.',
    )
    const [head, , signature] = (await oidc.token(audience, { repository_id: '7001' })).split('.')
    const [, changed] = oidc.unsignedToken(audience, { repository_id: '9001' }).split('.')
    expect((await exchange(`${head}.${changed}.${signature}`)).json.error.message).toContain(
      'is not signed with a key of',
    )
    expect((await exchange('x')).json.error.message).toBe('The identity token is not a valid JSON Web Token.')
  })

  it('is taken although the clocks differ by less than a minute', async () => {
    expect((await exchanged({ exp: seconds() - 30 })).status).toBe(201)
    expect((await exchanged({ nbf: seconds() + 30, iat: seconds() + 30 })).status).toBe(201)
    expect((await exchanged({ iat: seconds() - 14 * 60, exp: seconds() + 3_600 })).status).toBe(201)
  })

  it.each<[string, Claims]>([
    ['where the app is not installed', { repository_id: '7999', repository: 'acme/else' }],
    ['of another owner by the same number', { repository_owner_id: '2200' }],
    ['of an owner who has given it away', { repository_id: '9001', repository_owner_id: '1100' }],
  ])('of a repository %s is refused', async (_where, claims) => {
    const { status, json } = await exchanged(claims)
    expect({ status, code: json.error.code }).toEqual({ status: 403, code: 'FORBIDDEN' })
    expect(json.error.message).toContain('The GitHub App is not installed in acme/')
  })

  it('of a suspended installation is refused', async () => {
    await api.sql`update github_installations set suspended_at = now() where installation_id = 11`
    expect((await exchanged()).status).toBe(403)
    await api.sql`update github_installations set suspended_at = null where installation_id = 11`
  })

  it(
    'is refused while as many keys work as a repository may have, and these are none of those that the ' +
      'account may have',
    async () => {
      const expires = new Date(Date.now() + 60_000).toISOString()
      const rows = Array.from({ length: workflowKeyLimits.maxKeysPerRepository }, () => ({
        id: randomUUID(),
        account_id: acme.accountId,
        name: 'full',
        prefix: randomUUID().slice(0, 8),
        secret_hash: Buffer.of(1),
        permissions: [],
        expires_at: expires,
        github_host: host,
        github_repository_id: 7002,
      }))
      await api.sql`insert into api_keys ${api.sql(rows)}`
      expect((await exchanged({ repository_id: '7002' })).json.error.code).toBe('CONFLICT')
      expect((await exchanged()).status).toBe(201)
      expect((await acme.call('POST', '/api/v1/keys', { name: 'further' })).status).toBe(201)
      await api.sql`delete from api_keys where name = 'full'`
    },
  )

  it('leaves a key behind that is forgotten a day after its end', async () => {
    await exchanged()
    const count = async () =>
      Number(
        (await api.sql`select count(*)::int as keys from api_keys where github_repository_id is not null`)[0]?.keys,
      )
    await tidyAccounts(api.db, new Date(Date.now() + 24 * 60 * 60_000))
    expect(await count()).toBeGreaterThan(0)
    await tidyAccounts(api.db, new Date(Date.now() + 26 * 60 * 60_000))
    expect(await count()).toBe(0)
    expect((await acme.call('GET', '/api/v1/account')).status).toBe(200)
  })
})

describe('the keys of the issuer', () => {
  const asked = () => oidc.requests.filter((path) => path === '/.well-known/jwks').length

  it('are requested again for an unknown key, at most once a minute', async () => {
    await exchanged()
    await oidc.rotateKey()
    const before = asked()
    expect((await exchanged()).status).toBe(401)
    expect(asked()).toBe(before)
    ahead = 61_000
    expect((await exchanged()).status).toBe(201)
    expect(asked()).toBe(before + 1)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await exchanged({}, { kid: randomUUID() })).status).toBe(401)
    expect(asked()).toBe(before + 1)
  })

  it('are requested again each hour, and no key is issued if they are unavailable', async () => {
    ahead = 3 * 60 * 60_000
    oidc.answerWith(404)
    const { status, headers, json } = await exchanged()
    expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'OVERLOADED' })
    expect(headers.get('retry-after')).toBe('10')
    // The URL of the issuer contains its port, and a random port can contain the digits of a status.
    expect(json.error.message.replaceAll(oidc.issuer, '')).not.toMatch(/\d/)
  })

  it('are not asked for again within ten seconds of a failure, however many ask for a key', async () => {
    const hours = 6 * 60 * 60
    const shifted = { iat: seconds() + hours, nbf: seconds() + hours, exp: seconds() + hours + 300 }
    ahead = hours * 1_000
    oidc.answerWith(404)
    expect((await exchanged(shifted)).status).toBe(503)
    oidc.answerWith(200)
    const before = oidc.requests.length
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await exchanged(shifted)).status).toBe(503)
    expect(oidc.requests.length).toBe(before)
    ahead += 15_000
    expect((await exchanged(shifted)).status).toBe(201)
  })

  it('are not read from a redirect target of the issuer', async () => {
    let address = ''
    const sender = createServer((request, response) => {
      if (request.url === '/jwks')
        return void response.writeHead(302, { location: `${oidc.issuer}/.well-known/jwks` }).end()
      response.end(JSON.stringify({ issuer: address, jwks_uri: `${address}/jwks` }))
    }).listen(0, '127.0.0.1')
    await once(sender, 'listening')
    address = `http://127.0.0.1:${(sender.address() as AddressInfo).port}`
    await using reach = createNetwork({
      allowedNetworks: [{ purpose: 'upstream', cidr: '127.0.0.1/32' }],
      upstreams: [oidc.issuer, address],
    })
    const tokens = createWorkflowTokens({ network: reach, issuer: address, host })
    const refusal: unknown = await tokens
      .verify(await oidc.token(audience, { iss: address }), audience)
      .catch((error: unknown) => error)
    sender.close()
    expect(refusal).toMatchObject({ code: 'OVERLOADED', cause: { message: 'the issuer redirects to another origin' } })
  })
})

describe('the key of a workflow', () => {
  it('submits its own repository with the rights of the account, and other URLs as an anonymous user', async () => {
    const call = await workflow()
    const own = idOf(await submit(call, 'https://github.com/acme/APP'))
    const branch = idOf(
      await call('POST', '/api/v1/scans/url', { url: 'https://github.com/acme/app.git', branch: 'a'.repeat(40) }),
    )
    const others = await Promise.all(
      [
        'https://github.com/acme/secret',
        'https://github.com/acme/app2',
        'https://git.example/acme/app',
        'https://www.npmjs.com/package/acme',
      ].map(async (url) => idOf(await submit(call, url))),
    )
    const rows = await api.sql`select id, as_anybody, github_repository_id::int from scans
        where id in ${api.sql([own, branch, ...others])}`
    const scopes = new Map(rows.map(({ id, ...scope }) => [String(id), { ...scope }]))
    for (const id of [own, branch]) expect(scopes.get(id)).toEqual({ as_anybody: false, github_repository_id: 7001 })
    for (const id of others) expect(scopes.get(id)).toEqual({ as_anybody: true, github_repository_id: null })
  })

  it('reads what it submitted and nothing else of the account, not even what another run submitted', async () => {
    const [first, second] = [await workflow(), await workflow()]
    const mine = idOf(await submit(first, 'https://github.com/acme/app'))
    const theirs = [
      idOf(await submit(second, 'https://github.com/acme/app')),
      idOf(await submit(acme.call, 'https://github.com/acme/app')),
      `scan_${'x'.repeat(27)}`,
    ]
    expect((await first('GET', `/api/v1/scans/${mine}`)).status).toBe(200)
    const paths = endpoints.filter(({ path, forWorkflows }) => forWorkflows && path.includes(':scanId'))
    expect(paths.length).toBeGreaterThan(5)
    for (const { method, path, id } of paths) {
      for (const scanId of theirs)
        expect((await first(method.toUpperCase(), path.replace(':scanId', scanId))).status, id).toBe(404)
    }
    const { json } = await first('GET', '/api/v1/scans')
    expect((json.data.scans as { scanId: string }[]).map(({ scanId }) => scanId)).toEqual([mine])
    expect((await acme.call('GET', `/api/v1/scans/${mine}`)).status).toBe(200)
  })

  it('gives no webhook, to which the account would sign', async () => {
    const call = await workflow()
    const { status, json } = await call('POST', '/api/v1/scans/url', {
      url: 'https://github.com/acme/app',
      webhook: 'https://receiver.example/hook',
    })
    expect({ status, message: json.error.message }).toEqual({
      status: 403,
      message:
        'A workflow key cannot set a webhook, because events are signed with the account secret. Remove the ' +
        '`webhook` field.',
    })
    expect(
      (
        await acme.call('POST', '/api/v1/scans/url', {
          url: 'https://github.com/acme/app',
          webhook: 'https://receiver.example/hook',
        })
      ).status,
    ).toBe(202)
  })

  it('submits nothing while many scans of its repository wait, and leaves the queue to others', async () => {
    const [first, second] = [await workflow(), await workflow()]
    const sibling = await workflow({ repository_id: '7002', repository: 'acme/secret' })
    const { json: one } = await submit(first, 'https://github.com/acme/app')
    const { json: two } = await submit(first, 'https://www.npmjs.com/package/acme')
    // Inserts copies of the submitted scans, in either scope.
    for (const id of [one.data.scanId, two.data.scanId]) {
      await api.sql`insert into scans select (jsonb_populate_record(scans,
        jsonb_build_object('id', 'scan_full' || n || scans.id))).*
        from scans, generate_series(1, ${scanQueueLimits.maxScansPerWorkflowRepository / 2}::int)
          as n where scans.id = ${String(id)}`
    }
    const { status, headers, json } = await submit(second, 'https://github.com/acme/app')
    expect({ status, code: json.error.code, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'OVERLOADED',
      retryAfter: '30',
    })
    expect((await submit(sibling, 'https://github.com/acme/secret')).status).toBe(202)
    expect((await submit(acme.call, 'https://github.com/acme/app')).status).toBe(202)
    await api.sql`delete from scans where id like 'scan_full%'`
    expect((await submit(second, 'https://github.com/acme/app')).status).toBe(202)
  })

  it('is not answered by an Idempotency-Key what another run was answered', async () => {
    const [first, second] = [await workflow(), await workflow()]
    const named = (call: typeof first) =>
      call('POST', '/api/v1/scans/url', { url: 'https://github.com/acme/app' }, { 'idempotency-key': 'the-same' })
    const mine = idOf(await named(first))
    expect(idOf(await named(first))).toBe(mine)
    expect(idOf(await named(second))).not.toBe(mine)
  })

  it('cannot call endpoints that reveal the account, and revokes itself', async () => {
    const call = await workflow()
    for (const { id, method, path, permission, forWorkflows, body } of endpoints) {
      if (forWorkflows || permission === 'anyone') continue
      await api.sql`delete from rate_usage`
      const filled = path.replaceAll(/:\w+/g, 'x')
      expect((await call(method.toUpperCase(), filled, body && {})).json.error.code, id).toBe('FORBIDDEN')
    }
    const { json } = await exchanged()
    const own = caller(api.address, { 'x-api-key': String(json.data.key) })
    expect((await own('DELETE', `/api/v1/keys/${String(json.data.keyId)}`)).status).toBe(200)
    expect((await own('GET', '/api/v1/scans')).status).toBe(401)
  })

  it('has nothing stand in for it that would see the account and outlive the run', async () => {
    const { json } = await exchanged()
    const { status, json: answer } = await acme.call('POST', `/api/v1/keys/${String(json.data.keyId)}/rotate`, {})
    expect({ status, message: answer.error.message }).toEqual({
      status: 409,
      message: expect.stringContaining('belongs to a workflow run'),
    })
    expect((await caller(api.address, { 'x-api-key': String(json.data.key) })('GET', '/api/v1/scans')).status).toBe(200)
  })

  it('submits nothing any more once the app has lost the repository, or is suspended', async () => {
    const call = await workflow()
    await api.sql`update github_installations set suspended_at = now() where installation_id = 11`
    expect((await submit(call, 'https://www.npmjs.com/package/acme')).json.error.message).toBe(
      "The GitHub App is no longer installed on this workflow's repository. Reinstall the app.",
    )
    await api.sql`update github_installations set suspended_at = null where installation_id = 11`
    await api.sql`update github_repositories set account_id = ${other.accountId}, installation_id = 22
      where repository_id = 7001`
    expect((await submit(call, 'https://github.com/other/app')).status).toBe(403)
    await api.sql`update github_repositories set account_id = ${acme.accountId}, installation_id = 11
      where repository_id = 7001`
    expect((await submit(call, 'https://github.com/acme/app')).status).toBe(202)
  })

  it('stops to work after its hour', async () => {
    const { json } = await exchanged()
    const call = caller(api.address, { 'x-api-key': String(json.data.key) })
    expect((await call('GET', '/api/v1/scans')).status).toBe(200)
    await api.sql`update api_keys set expires_at = now() where id = ${String(json.data.keyId)}`
    // A database trigger announces the change a moment later.
    await expect.poll(async () => (await call('GET', '/api/v1/scans')).status, { timeout: 10_000 }).toBe(401)
  })
})

describe('the requests of a repository', () => {
  const subjects = () =>
    api.sql`select subject, quarter_hour_used from rate_usage
      where subject like 'repository:%' or subject = ${`account:${acme.accountId}`} order by subject`

  it('are a quarter of those of its account, and cost the account only as long as there are any', async () => {
    const call = await workflow()
    await api.sql`delete from rate_usage`
    const { quarterHour } = rateLimitsOfRepository({ quarterHour: 500, day: 5_000 })
    expect(quarterHour).toBe(125)
    const answers = await Promise.all(Array.from({ length: quarterHour + 40 }, () => call('GET', '/api/v1/scans')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(quarterHour)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.json.error.message).toMatch(
      /^The repository that this workflow key belongs to has reached its limit of 125 requests per 15 minutes/,
    )
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await acme.call('GET', '/api/v1/scans')).status).toBe(200)
    const sibling = await workflow({ repository_id: '7002', repository: 'acme/secret' })
    expect((await sibling('GET', '/api/v1/scans')).status).toBe(200)
    const [ofAccount, ...ofRepositories] = await subjects()
    expect(Number(ofAccount?.quarter_hour_used)).toBeLessThan(quarterHour + 40)
    expect(ofRepositories).toHaveLength(2)
  })
})

it('a service that is no GitHub App says so', async () => {
  const bare = await testApi()
  const { status, json } = await bare.anonymous('POST', '/api/v1/auth/github-oidc', { token: 'x' })
  expect({ status, message: json.error.message }).toEqual({
    status: 403,
    message: 'This service cannot verify workflows because no GitHub App is configured. Use an API key instead.',
  })
})
