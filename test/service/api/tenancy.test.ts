import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/service/accounts/create-account.ts'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import type { Endpoint } from '../../../src/service/api/endpoint.ts'
import { caller, testApi } from '../../support/test-api.ts'
import { recordedDatabase } from '../../support/recorded-database.ts'

const api = await testApi()
const recorded = recordedDatabase(api.url)
const address = await api.anotherServer(recorded.db)
const anna = await api.account('anna', permissions)
const bert = await api.account('bert', permissions)
const [asAnna, asBert, asNobody] = [
  caller(address, { 'x-api-key': anna.key }),
  caller(address, { 'x-api-key': bert.key }),
  caller(address, {}),
]

type Values = Readonly<Record<string, string>>

/**
 * Path parameters that belong to an account. `made` creates one for Anna from the earlier parameters, and `invented`
 * does not exist.
 */
const identifiers: Readonly<Record<string, { made: (outer: Values) => Promise<string>; invented: string }>> = {
  scanId: {
    made: async () =>
      String((await asAnna('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })).json.data.scanId),
    invented: `scan_${'x'.repeat(27)}`,
  },
  keyId: {
    made: async () => String((await asAnna('POST', '/api/v1/keys', { name: 'mine' })).json.data.keyId),
    invented: '6b1f3c9e-8a52-4c1d-9a77-0d2f5e8b1c34',
  },
  webhookId: {
    async made() {
      // The number of endpoints of an account is limited.
      await api.sql`delete from webhook_endpoints where account_id = ${anna.accountId}`
      return String((await asAnna('POST', '/api/v1/webhooks', { url: 'https://hooks.example/' })).json.data.webhookId)
    },
    invented: '1d0c7b52-94e3-4f86-a8b1-6c5e2d9f3a70',
  },
  deliveryId: {
    async made({ webhookId }) {
      const { deliveryId } = (await asAnna('POST', `/api/v1/webhooks/${webhookId}/ping`)).json.data
      await api.sql`update webhook_deliveries set status = 'delivered', next_attempt_at = null, ended_at = now()
        where id = ${String(deliveryId)}`
      return String(deliveryId)
    },
    invented: 'e4a91f06-2b7d-4c58-9e13-0f8d6a5b7c92',
  },
}

/**
 * Path parameters that are public, so that responses are the same for every account. `registry/rematching/told.test.ts`
 * tests which repositories an advisory lists.
 */
const publicIdentifiers = new Set(['advisoryId', 'fingerprint', 'idOrSlug', 'slug'])

/** A valid body for endpoints that require one. */
const bodies: Readonly<Record<string, object>> = {
  'rotate-key': {},
  'recover-webhook': { since: '2026-11-01T00:00:00Z' },
}

/** Endpoints with a public path parameter whose response depends on the account. Their own tests cover tenancy. */
const ownAtPublicIdentifiers = [
  'create-claim',
  'create-claim-check',
  'create-dispute',
  'create-rescan',
  'delete-claim',
  'delete-dispute',
  'unwatch-server',
  'watch-server',
]

const parametersOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const owned = endpoints.filter((endpoint) => parametersOf(endpoint).some((name) => !publicIdentifiers.has(name)))

function pathWith(endpoint: Endpoint, values: Readonly<Record<string, string>>): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')
}

/** Creates the resources in an endpoint's path, from left to right. */
async function madeFor(endpoint: Endpoint): Promise<Values> {
  const values: Record<string, string> = {}
  for (const name of parametersOf(endpoint)) values[name] = (await identifiers[name]?.made(values)) ?? ''
  return values
}

/** Returns a response without the parts that differ between any two responses. */
function comparable({ status, text, headers }: { status: number; text: string; headers: Headers }) {
  const varying = new Set(['x-request-id', 'date', 'x-ratelimit-remaining', 'ratelimit', 'content-length'])
  const body = text.replace(/"meta":\{"requestId":"[^"]*","timestamp":"[^"]*"\}/, '"meta":{}')
  return { status, body, headers: [...headers].filter(([name]) => !varying.has(name)) }
}

/** Returns the SQL statements of a request, without those for authentication and rate limits. */
async function statementsOf<Result>(request: () => Promise<Result>): Promise<{ result: Result; statements: string[] }> {
  recorded.statements.length = 0
  const result = await request()
  const isOfEveryRequest =
    /insert into rate_usage|update rate_usage|"api_keys"\."prefix" (?:in|=)|update "api_keys" set "last_used_at"/
  return { result, statements: recorded.statements.filter((text) => !isOfEveryRequest.test(text)) }
}

/** Returns the resources that an account can see and count. */
const sights = (call: typeof asAnna) =>
  Promise.all(
    ['/api/v1/keys', '/api/v1/account', '/api/v1/webhooks'].map(async (path) => {
      const { data } = (await call('GET', path)).json
      return JSON.stringify({ ...data, rateLimits: undefined }).replaceAll(/"lastUsedAt":"[^"]*",?/g, '')
    }),
  )

it('covers every identifier in a path', () => {
  const names = new Set(endpoints.flatMap(parametersOf))
  expect([...names].filter((name) => !publicIdentifiers.has(name) && !(name in identifiers))).toEqual([])
  expect(owned.length).toBeGreaterThanOrEqual(6)
  expect(
    endpoints
      .filter(
        (endpoint) =>
          parametersOf(endpoint).some((name) => publicIdentifiers.has(name)) && endpoint.permission !== 'anyone',
      )
      .map(({ id }) => id),
  ).toEqual(ownAtPublicIdentifiers)
})

describe.each(owned.map((endpoint) => ({ id: endpoint.id, endpoint })))(
  '$id, asked for what is another account’s',
  ({ endpoint }) => {
    const { id, method, body } = endpoint
    const sent = body === undefined ? undefined : (bodies[id] ?? {})
    const names = parametersOf(endpoint)
    const invented = () => Object.fromEntries(names.map((name) => [name, identifiers[name]?.invented ?? '']))
    const made = () => madeFor(endpoint)

    it('answers as for an invented id, from one query with the account in its WHERE', async () => {
      const mine = await made()
      const before = [await sights(asAnna), await sights(asBert)]
      const theirs = await statementsOf(() => asBert(method.toUpperCase(), pathWith(endpoint, mine), sent))
      const nothing = await statementsOf(() => asBert(method.toUpperCase(), pathWith(endpoint, invented()), sent))
      expect(theirs.result.status, theirs.result.text).toBe(404)
      expect(comparable(theirs.result)).toEqual(comparable(nothing.result))
      expect(theirs.statements).toEqual(nothing.statements)
      expect(theirs.statements).toEqual([
        expect.stringMatching(/ where (?:.*"account_id" = \$\d|\("scans"\."id", "scans"\."account_id"\) in \(select)/),
      ])
      expect([await sights(asAnna), await sights(asBert)]).toEqual(before)
    })

    it('answers the owner otherwise', async () => {
      expect((await asAnna(method.toUpperCase(), pathWith(endpoint, await made()), sent)).status).not.toBe(404)
    })

    it('answers anonymous requests with 401, for real and invented ids, without a query', async () => {
      const [real, nothing] = [
        await statementsOf(async () => asNobody(method.toUpperCase(), pathWith(endpoint, await made()), sent)),
        await statementsOf(() => asNobody(method.toUpperCase(), pathWith(endpoint, invented()), sent)),
      ]
      expect(real.result.status).toBe(401)
      expect(comparable(real.result)).toEqual(comparable(nothing.result))
      expect(nothing.statements).toEqual([])
    })
  },
)

it('a key of no permission sees nothing of its account’s scans and keys either', async () => {
  const bare = caller(address, {
    'x-api-key': await createApiKey(api, { accountId: anna.accountId, name: 'bare', permissions: [] }),
  })
  for (const endpoint of owned) {
    const values = await madeFor(endpoint)
    expect(
      (await bare(endpoint.method.toUpperCase(), pathWith(endpoint, values), endpoint.body ? {} : undefined)).status,
      endpoint.id,
    ).toBe(403)
  }
})
