import { expect, it } from 'vitest'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { openApiDocument, openApiPathOf } from '../../../src/service/api/openapi.ts'
import { testApi } from '../../support/test-api.ts'
import { signedInByLink } from '../pages/account/browser-like.ts'

const api = await testApi()
const owner = await api.account('owner')
const document = openApiDocument('https://assay.example')
const operations = endpoints.map((endpoint) => {
  const operation = document.paths[openApiPathOf(endpoint)]?.[endpoint.method]
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(operation?.parameters?.find((parameter) => parameter.name === name)?.schema.examples?.[0] ?? name),
  )
  return { endpoint, path, security: operation?.security ?? document.security }
})

it('names what every endpoint takes, and nothing that it does not take', async () => {
  const browser = await signedInByLink(api, owner.accountId)
  const [cookie] = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  expect(document.components.securitySchemes).toMatchObject({
    session: { in: 'cookie', name: cookie?.split('=')[0] },
    ownPage: { in: 'header', name: 'Sec-Fetch-Site' },
  })
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const stop = new AbortController()
    // Without a body, endpoints that require one respond with 400 after authentication.
    const { status } = await fetch(api.address + path, {
      method: method.toUpperCase(),
      headers,
      signal: stop.signal,
      ...(method !== 'get' && { body: '' }),
    })
    stop.abort()
    return status
  }
  for (const {
    endpoint: { id, method },
    path,
    security,
  } of operations) {
    const named = security.map((requirement) => Object.keys(requirement).join('+'))
    const known = [
      await ask(method, path),
      await ask(method, path, { cookie: cookie ?? '' }),
      await ask(method, path, { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' }),
    ].map((status) => status !== 401 && status !== 403)
    expect([id, ...known], named.join(', ')).toEqual([
      id,
      named.includes(''),
      named.includes('') || named.includes('session'),
      named.some((each) => each === '' || each.startsWith('session')),
    ])
    expect([named.includes('bearer'), named.includes('apiKey')], id).toEqual([true, true])
  }
  const count = (wanted: string) =>
    operations.filter(({ security }) => security.some((requirement) => Object.keys(requirement).join('+') === wanted))
      .length
  expect([count(''), count('session'), count('session+ownPage')].every((each) => each > 0)).toBe(true)
})

it('says where a session has to be fresh', () => {
  const fresh = operations
    .filter(({ endpoint }) => endpoint.needsFreshSession)
    .map(({ endpoint }) => document.paths[openApiPathOf(endpoint)]?.[endpoint.method]?.description)
  expect(fresh.length).toBeGreaterThan(0)
  for (const description of fresh) expect(description).toContain('within one hour')
})
