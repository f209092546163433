import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import {
  findSubscribedEndpoints,
  lockWebhookEndpoint,
  type SealedWebhookEndpointRow,
} from '../../../src/service/db/webhooks/endpoints.ts'
import { urlLimits } from '../../../src/engine/sources/url-limits.ts'
import { subscriptionLimits } from '../../../src/service/webhooks/subscription-limits.ts'
import { webhookEventNames } from '../../../src/engine/model/webhook-event.ts'
import { endpointSecretsOf } from '../../../src/service/webhooks/endpoint-secrets.ts'
import { literalHosts } from '../../support/refused-hosts.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const owner = await api.account('owner', permissions)
const free = await api.account('free', permissions, 'free')
const path = '/api/v1/webhooks'
const url = 'https://hooks.example/assay?channel=7'

interface Webhook {
  readonly webhookId: string
  readonly webhookSecret: string
  readonly events: string[]
  readonly enabled: boolean
}

async function made(body: object = {}, { call } = owner): Promise<Webhook> {
  const answer = await call('POST', path, { url, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json.data as object as Webhook
}

const rowOf = (webhookId: string, { accountId } = owner): Promise<SealedWebhookEndpointRow> =>
  lockWebhookEndpoint(api.db, accountId, webhookId).then((row) => row ?? expect.fail('there is no such endpoint'))

/** Disables an endpoint as a worker does after days of failures. */
const disableAsFailing = (webhookId: string) =>
  api.sql`update webhook_endpoints set disabled_at = '2026-11-20T00:00:00Z', disabled_reason = 'failing',
    failing_since = '2026-11-17T00:00:00Z' where id = ${webhookId}`

describe('POST /api/v1/webhooks', () => {
  it('makes an endpoint that gets every event, and shows its secret this once', async () => {
    const answer = await owner.call('POST', path, { url })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { webhookSecret, webhookId, ...rest } = answer.json.data as object as Webhook
    expect(rest).toEqual({
      url,
      description: '',
      events: ['*'],
      enabled: true,
      secret: { createdAt: expect.any(String) },
      createdAt: expect.any(String),
    })
    expect(Buffer.from(webhookSecret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(endpointSecretsOf(api, await rowOf(webhookId), new Date())).toEqual({
      current: webhookSecret,
      previous: undefined,
    })
    expect(answer.headers.get('location')).toBe(`${path}/${webhookId}`)
    for (const shown of [`${path}/${webhookId}`, path])
      expect((await owner.call('GET', shown)).text).not.toContain(webhookSecret.slice(6))
    expect(JSON.stringify(await api.sql`select e::text from webhook_endpoints e`)).not.toContain(webhookSecret.slice(6))
  })

  it('takes a description and names of events, each once', async () => {
    const { webhookId, events } = await made({
      description: ' security channel ',
      events: ['scan.failed', 'scan.completed', 'scan.failed'],
    })
    expect(events).toEqual(['scan.completed', 'scan.failed'])
    expect((await owner.call('GET', `${path}/${webhookId}`)).json.data).toMatchObject({
      description: 'security channel',
      events: ['scan.completed', 'scan.failed'],
    })
    expect(await findSubscribedEndpoints(api.db, owner.accountId)).toContainEqual({
      id: webhookId,
      events: ['scan.completed', 'scan.failed'],
    })
  })

  it('refuses every address that is not public, however it is written', async () => {
    for (const host of literalHosts) {
      const { status, json } = await owner.call('POST', path, { url: `https://${host}/hook` })
      expect([status, json.error.code, json.error.details], host).toEqual([
        400,
        'INVALID_REQUEST',
        [{ path: 'body.url', message: expect.stringMatching(/public address|complete URL/) }],
      ])
    }
  })

  it.each([
    ['without encryption', 'http://hooks.example/', 'https://'],
    ['with user information', 'https://name:word@hooks.example/', 'user information'],
    ['that is none', 'hooks.example', 'complete URL that starts with https://'],
    ['with a control character', 'https://hooks.example/\u0000', 'control characters'],
    ['with half a character', 'https://hooks.example/\ud800', 'invalid Unicode'],
    ['of too many characters', `https://hooks.example/${'x'.repeat(2_048)}`, '2048 bytes'],
    ['of too many bytes', `https://hooks.example/${'ü'.repeat(1_020)}`, '2048 bytes'],
  ])('refuses an address %s, and says why, also at a submission', async (_what, wrong, says) => {
    for (const [field, to, body] of [
      ['body.url', path, { url: wrong }],
      ['body.webhook', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x', webhook: wrong }],
    ] as const) {
      const { status, json } = await owner.call('POST', to, body)
      expect([status, json.error.details]).toEqual([400, [{ path: field, message: expect.stringContaining(says) }]])
      expect(json.error.message).not.toContain('word')
    }
  })

  it('takes an address of exactly 2,048 bytes', async () => {
    const longest = `https://hooks.example/${'x'.repeat(urlLimits.maxUrlBytes - 'https://hooks.example/'.length)}`
    expect(await made({ url: longest })).toMatchObject({ url: longest })
  })

  it.each([
    [{ events: [] }, 'body.events'],
    [{ events: ['scan.started'] }, 'body.events.0'],
    [{ description: 'x'.repeat(201) }, 'body.description'],
    [{ description: 'a\nb' }, 'body.description'],
    [{ enabled: false }, 'body.enabled'],
    [{ secret: 'whsec_mine' }, 'body.secret'],
  ])('refuses what is wrong %#, and names it', async (wrong, field) => {
    const { status, json } = await owner.call('POST', path, { url, ...wrong })
    expect([status, json.error.details.map((detail) => detail.path)]).toEqual([400, [field]])
  })

  it('is PLAN_REQUIRED on Free for an event that Free does not have, and leaves that out of every event', async () => {
    for (const [method, to] of [
      ['POST', path],
      ['PATCH', `${path}/${(await made({}, free)).webhookId}`],
    ] as const) {
      const { status, json } = await free.call(method, to, { url, events: ['scan.completed', 'vulnerability.found'] })
      expect([status, json.error.code, json.error.message]).toEqual([
        403,
        'PLAN_REQUIRED',
        expect.stringContaining('vulnerability.found event requires one of these plans: pro, team, enterprise'),
      ])
    }
    expect(await made({ events: ['scan.completed', 'scan.failed', 'ping'] }, free)).toMatchObject({
      events: ['ping', 'scan.completed', 'scan.failed'],
    })
    expect(await made({ events: ['vulnerability.found'] })).toMatchObject({ events: ['vulnerability.found'] })
  })

  it('makes as many as an account may have, also when they come at once, and more once one is deleted', async () => {
    const many = await api.account('many', permissions)
    const answers = await Promise.all(
      Array.from({ length: subscriptionLimits.maxWebhookEndpoints + 5 }, () => many.call('POST', path, { url })),
    )
    const byStatus = Map.groupBy(answers, ({ status }) => status)
    expect([byStatus.get(201)?.length, byStatus.get(409)?.length]).toEqual([subscriptionLimits.maxWebhookEndpoints, 5])
    expect(byStatus.get(409)?.[0]?.json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('20 webhook endpoints'),
    })
    await many.call('DELETE', `${path}/${String(byStatus.get(201)?.[0]?.json.data.webhookId)}`)
    expect((await many.call('POST', path, { url })).status).toBe(201)
  })

  it('needs the permission webhooks:write, as everything about endpoints does', async () => {
    const { webhookId } = await made()
    const lacking = await api.account('lacking', ['scans:write', 'scans:read', 'account:write'])
    for (const [method, to, body] of [
      ['POST', path, { url }],
      ['GET', path],
      ['GET', `${path}/${webhookId}`],
      ['PATCH', `${path}/${webhookId}`, {}],
      ['DELETE', `${path}/${webhookId}`],
      ['GET', `${path}/${webhookId}/deliveries`],
    ] as const) {
      expect((await lacking.call(method, to, body)).json.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('webhooks:write'),
      })
    }
  })
})

describe('GET /api/v1/webhooks', () => {
  it('lists newest first, page by page, and only the account’s own', async () => {
    const lister = await api.account('lister', permissions)
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.unshift((await made({ description: `${index}` }, lister)).webhookId)
    const first = await lister.call('GET', `${path}?limit=2`)
    const second = await lister.call('GET', `${path}?limit=2&page=2`)
    const listed = [first, second]
      .flatMap(({ json }) => json.data.webhooks as Webhook[])
      .map(({ webhookId }) => webhookId)
    expect(listed).toEqual(ids)
    expect(first.json.data.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2 })
    expect(first.headers.get('link')).toContain('rel="next"')
    const tag = first.headers.get('etag') ?? ''
    expect((await lister.call('GET', `${path}?limit=2`, undefined, { 'if-none-match': tag })).status).toBe(304)
  })

  it('does not take the words of other paths for ids, nor ids for words', async () => {
    expect((await owner.call('GET', `${path}/events`)).json.data).toHaveProperty('events')
    expect((await owner.call('DELETE', `${path}/events`)).status).toBe(405)
    for (const odd of ['x', '%00', '7c2e4a90', 'secret'])
      expect((await owner.call('GET', `${path}/${odd}`)).status, odd).toBe(404)
  })
})

describe('PATCH /api/v1/webhooks/:webhookId', () => {
  it('changes what is named, and leaves the rest', async () => {
    const { webhookId, webhookSecret } = await made({ description: 'first', events: ['scan.failed'] })
    const change = async (body: object) => (await owner.call('PATCH', `${path}/${webhookId}`, body)).json.data
    expect(await change({ url: 'https://other.example/' })).toMatchObject({
      url: 'https://other.example/',
      description: 'first',
      events: ['scan.failed'],
      enabled: true,
    })
    expect(await change({ events: ['*', 'ping'], description: '' })).toMatchObject({
      url: 'https://other.example/',
      description: '',
      events: ['*'],
    })
    expect(await change({})).toMatchObject({ url: 'https://other.example/', events: ['*'] })
    expect(
      (await owner.call('PATCH', `${path}/${webhookId}`, { url: 'https://10.0.0.1/' })).json.error.details[0]?.path,
    ).toBe('body.url')
    expect(endpointSecretsOf(api, await rowOf(webhookId), new Date()).current).toBe(webhookSecret)
  })

  it('switches off, so that no event is addressed to it, and on again', async () => {
    const switching = await api.account('switching', permissions)
    const { webhookId } = await made({}, switching)
    const off = (await switching.call('PATCH', `${path}/${webhookId}`, { enabled: false })).json.data
    expect(off).toMatchObject({ enabled: false, disabledReason: 'account', disabledAt: expect.any(String) })
    expect(await findSubscribedEndpoints(api.db, switching.accountId)).toEqual([])
    expect((await switching.call('GET', '/api/v1/account')).json.data.webhooks).toEqual({
      endpoints: 1,
      disabled: [{ webhookId, disabledAt: off.disabledAt, disabledReason: 'account' }],
    })
    expect((await switching.call('PATCH', `${path}/${webhookId}`, { enabled: false })).json.data).toEqual(off)
    const on = (await switching.call('PATCH', `${path}/${webhookId}`, { enabled: true })).json.data
    expect([on.enabled, 'disabledAt' in on, 'disabledReason' in on]).toEqual([true, false, false])
    expect(await findSubscribedEndpoints(api.db, switching.accountId)).toEqual([{ id: webhookId, events: [] }])
  })

  it('enables what was disabled because it failed, whose failures then do not count any more', async () => {
    const failing = await api.account('failing', permissions)
    const { webhookId } = await made({}, failing)
    await disableAsFailing(webhookId)
    const seen = (await failing.call('GET', '/api/v1/account')).json.data.webhooks
    expect(seen).toEqual({
      endpoints: 1,
      disabled: [{ webhookId, disabledAt: '2026-11-20T00:00:00.000Z', disabledReason: 'failing' }],
    })
    expect((await failing.call('GET', `${path}/${webhookId}`)).json.data).toMatchObject({
      enabled: false,
      failingSince: '2026-11-17T00:00:00.000Z',
    })
    const on = (await failing.call('PATCH', `${path}/${webhookId}`, { enabled: true })).json.data
    expect([on.enabled, 'failingSince' in on]).toEqual([true, false])
  })

  it('starts again with another URL, not with the same one', async () => {
    const { webhookId } = await made()
    await api.sql`update webhook_endpoints set failing_since = '2026-11-17T00:00:00Z' where id = ${webhookId}`
    expect((await owner.call('PATCH', `${path}/${webhookId}`, { url, enabled: true })).json.data).toHaveProperty(
      'failingSince',
    )
    expect((await owner.call('PATCH', `${path}/${webhookId}`, { url: `${url}&new` })).json.data).not.toHaveProperty(
      'failingSince',
    )
  })
})

describe('DELETE /api/v1/webhooks/:webhookId', () => {
  it('removes the endpoint, and shows it as it was', async () => {
    const { webhookId } = await made({ description: 'to go' })
    expect((await owner.call('DELETE', `${path}/${webhookId}`)).json.data).toMatchObject({
      webhookId,
      description: 'to go',
    })
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PATCH', {}],
    ] as const)
      expect((await owner.call(method, `${path}/${webhookId}`, body)).status).toBe(404)
  })
})

describe('POST /api/v1/webhooks/:webhookId/secret/rotate', () => {
  it('shows a new secret once; both sign until the overlap ends, and then the old one is forgotten', async () => {
    const { webhookId, webhookSecret: old } = await made()
    const other = await made()
    const answer = await owner.call('POST', `${path}/${webhookId}/secret/rotate`, { overlapSeconds: 3_600 })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { webhookSecret, overlapUntil, rotatedAt } = answer.json.data as Record<string, string>
    const until = new Date(overlapUntil ?? '')
    expect(endpointSecretsOf(api, await rowOf(webhookId), new Date())).toEqual({
      current: webhookSecret,
      previous: old,
    })
    expect(endpointSecretsOf(api, await rowOf(webhookId), until)).toEqual({
      current: webhookSecret,
      previous: undefined,
    })
    expect(endpointSecretsOf(api, await rowOf(other.webhookId), new Date())).toEqual({
      current: other.webhookSecret,
      previous: undefined,
    })
    const shown = await owner.call('GET', `${path}/${webhookId}`)
    expect(shown.json.data.secret).toEqual({ createdAt: rotatedAt, rotatedAt, overlapUntil })
    expect(shown.text).not.toContain(webhookSecret?.slice(6))
    await tidyAccounts(api.db, new Date(until.getTime() - 1))
    expect((await rowOf(webhookId)).previousSecretSealed).not.toBeNull()
    await tidyAccounts(api.db, until)
    expect(await rowOf(webhookId)).toMatchObject({ previousSecretSealed: null, previousSecretUntil: null })
  })

  it('has one overlap at a time, which a rotation without overlap ends', async () => {
    const { webhookId } = await made()
    const rotate = (body: object) => owner.call('POST', `${path}/${webhookId}/secret/rotate`, body)
    const answers = await Promise.all(Array.from({ length: 4 }, () => rotate({})))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { webhookSecret } = (await rotate({ overlapSeconds: 0 })).json.data
    expect(endpointSecretsOf(api, await rowOf(webhookId), new Date())).toEqual({
      current: webhookSecret,
      previous: undefined,
    })
    for (const overlapSeconds of [-1, 0.5, 31 * 86_400, 'a day', null])
      expect((await rotate({ overlapSeconds })).status).toBe(400)
  })
})

describe('GET /api/v1/webhooks/events', () => {
  it('shows every event with its plans, schema and an example, to every key', async () => {
    const bare = await api.account('bare', [], 'free')
    const { status, json, headers } = await bare.call('GET', `${path}/events`)
    expect(status).toBe(200)
    expect(headers.get('etag')).toMatch(/^W\//)
    const events = json.data.events as {
      name: string
      plans: string[]
      schema: { properties: object }
      example: { event: string }
    }[]
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    expect(events.map(({ name }) => name)).toEqual([...webhookEventNames])
    for (const { name, schema, example } of events) {
      expect(Object.keys(schema.properties), name).toEqual(['id', 'event', 'timestamp', 'data'])
      expect(example.event).toBe(name)
      const isValid = ajv.compile(schema)
      expect(isValid(example), `${name} ${JSON.stringify(isValid.errors)}`).toBe(true)
      expect(isValid({ ...example, event: 'other' }), name).toBe(false)
    }
    expect(events.filter(({ plans }) => !plans.includes('free')).map(({ name }) => name)).toEqual([
      'vulnerability.found',
    ])
    expect((await api.anonymous('GET', `${path}/events`)).status).toBe(401)
  })
})
