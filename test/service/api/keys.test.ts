import { describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/service/accounts/create-account.ts'
import { type Permission, permissions } from '../../../src/service/accounts/permissions.ts'
import { accountLimits } from '../../../src/service/accounts/account-limits.ts'
import { caller, testApi } from '../../support/test-api.ts'

const api = await testApi()
const otherAddress = await api.anotherServer()
const owner = await api.account('owner', permissions)

interface Key {
  readonly keyId: string
  readonly key: string
  readonly prefix: string
  readonly permissions: string[]
  readonly expiresAt?: string
  readonly lastUsedAt?: string
  readonly revokedAt?: string
  readonly replacedBy?: string
  readonly replaced: Key
}

async function made(body: object, call = owner.call): Promise<Key> {
  const answer = await call('POST', '/api/v1/keys', body)
  expect(answer.status, answer.text).toBe(201)
  return answer.json.data as object as Key
}

async function listed(): Promise<Key[]> {
  return (await owner.call('GET', '/api/v1/keys?limit=100')).json.data.keys as Key[]
}

/** Creates another key of the owner's account, without the API. */
async function keyOf(granted: readonly Permission[], expiresAt: Date | null = null) {
  const key = await createApiKey(api, {
    accountId: owner.accountId,
    name: 'made by the command',
    permissions: granted,
    expiresAt,
  })
  return { key, call: caller(api.address, { 'x-api-key': key }) }
}

/** Returns the response status of both servers for a key. They are requested at the same time. */
async function statusesOf(key: string): Promise<number[]> {
  return Promise.all(
    [api.address, otherAddress].map(
      async (address) => (await caller(address, { 'x-api-key': key })('GET', '/api/v1/account')).status,
    ),
  )
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

describe('POST /api/v1/keys', () => {
  it('makes a key that works at once everywhere, and shows it this once', async () => {
    const answer = await owner.call('POST', '/api/v1/keys', { name: 'pipeline' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.json.data).toMatchObject({
      name: 'pipeline',
      permissions: ['scans:write', 'scans:read'],
      key: expect.stringMatching(/^mcp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/),
    })
    const { key, prefix } = answer.json.data as object as Key
    expect(key.split('_')[1]).toBe(prefix)
    expect(await statusesOf(key)).toEqual([200, 200])
    expect(JSON.stringify(await listed())).not.toContain(key.slice(13))
    expect(JSON.stringify(await api.sql`select k::text from api_keys k`)).not.toContain(key.slice(13))
  })

  it('passes on what the calling key has, never account:write', async () => {
    expect((await made({ name: 'hooks', permissions: ['webhooks:write', 'webhooks:write'] })).permissions).toEqual([
      'webhooks:write',
    ])
    const narrow = await keyOf(['scans:read', 'account:write'])
    expect((await made({ name: 'reader', permissions: ['scans:read'] }, narrow.call)).permissions).toEqual([
      'scans:read',
    ])
    for (const [call, asked, says] of [
      [narrow.call, ['scans:read', 'scans:write'], 'cannot grant permissions that it does not have: scans:write.'],
      [narrow.call, undefined, 'scans:write'],
      [owner.call, ['scans:read', 'account:write'], 'cannot grant the account:write permission'],
    ] as const) {
      const { status, json } = await call('POST', '/api/v1/keys', { name: 'wide', permissions: asked })
      expect([status, json.error.code]).toEqual([403, 'FORBIDDEN'])
      expect(json.error.message).toContain(says)
    }
  })

  it('needs account:write, and says so', async () => {
    const { status, json } = await (
      await keyOf(['scans:write', 'scans:read', 'webhooks:write'])
    ).call('POST', '/api/v1/keys', { name: 'x', permissions: ['scans:read'] })
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(json.error.message).toContain('does not have the account:write permission')
  })

  it('lets a key live no longer than the one that makes it', async () => {
    const expiresAt = inAnHour()
    const short = await keyOf(permissions, expiresAt)
    expect((await made({ name: 'as long' }, short.call)).expiresAt).toBe(expiresAt.toISOString())
    const sooner = new Date(expiresAt.getTime() - 60_000).toISOString()
    expect((await made({ name: 'shorter', expiresAt: sooner }, short.call)).expiresAt).toBe(sooner)
    const later = await short.call('POST', '/api/v1/keys', {
      name: 'longer',
      expiresAt: new Date(expiresAt.getTime() + 1).toISOString(),
    })
    expect([later.status, later.json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(later.json.error.message).toContain(expiresAt.toISOString())
    expect((await made({ name: 'for ever' })).expiresAt).toBeUndefined()
  })

  it.each([
    [{}, 'body.name', 'is required'],
    [{ name: '  ' }, 'body.name', 'at least 1'],
    [{ name: 'x'.repeat(101) }, 'body.name', 'at most 100'],
    [{ name: 'a\u0000b' }, 'body.name', 'control characters'],
    [{ name: 'a\u202eb' }, 'body.name', 'control characters'],
    [{ name: 'a\ud800b' }, 'body.name', 'control characters'],
    [{ name: 'x', permissions: [] }, 'body.permissions', 'at least one'],
    [{ name: 'x', permissions: ['fly'] }, 'body.permissions.0', 'should be one of scans:write'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'body.expiresAt', 'for example 2027'],
    [{ name: 'x', expiresAt: '9999-12-31T23:59:59-23:59' }, 'body.expiresAt', 'for example 2027'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'body.expiresAt', 'in the future'],
    [{ name: 'x', colour: 'red' }, 'body.colour', 'is unknown'],
  ])('names what is wrong with %j', async (body, path, message) => {
    const { status, json } = await owner.call('POST', '/api/v1/keys', body)
    expect([status, json.error.code]).toEqual([400, 'INVALID_REQUEST'])
    expect(json.error.details).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it('has an end, also for requests that come at once', async () => {
    const many = await api.account('many', permissions)
    const answers = await Promise.all(
      Array.from({ length: accountLimits.maxKeys + 10 }, () => many.call('POST', '/api/v1/keys', { name: 'one more' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(accountLimits.maxKeys - 1)
    expect(answers.find(({ status }) => status !== 201)?.json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Revoke a key'),
    })
  })
})

describe('GET /api/v1/keys', () => {
  it('lists keys in pages, newest first, with when they were used', async () => {
    const lister = await api.account('lister', permissions)
    const names = ['a', 'b', 'c']
    for (const name of names) await made({ name }, lister.call)
    const first = await lister.call('GET', '/api/v1/keys?limit=3')
    const second = await lister.call('GET', '/api/v1/keys?limit=3&page=2')
    expect(first.json.data.pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 })
    expect((first.json.data.keys as { name: string }[]).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    expect(first.headers.get('link')).toContain('rel="next"')
    const [own] = second.json.data.keys as Key[]
    expect(Date.now() - Date.parse(own?.lastUsedAt ?? '')).toBeLessThan(60_000)
    expect((first.json.data.keys as Key[])[0]).not.toHaveProperty('lastUsedAt')
    expect(Object.keys(own ?? {}).sort()).toEqual(['createdAt', 'keyId', 'lastUsedAt', 'name', 'permissions', 'prefix'])
  })
})

describe('DELETE /api/v1/keys/:keyId', () => {
  it('revokes at once, in every process, and keeps the date', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { key, keyId } = await made({ name: `round ${round}` })
      expect(await statusesOf(key)).toEqual([200, 200])
      const answer = await owner.call('DELETE', `/api/v1/keys/${keyId}`)
      expect(answer.status).toBe(200)
      // The key is revoked immediately on this server, and on others as soon as the database notifies them.
      expect((await statusesOf(key))[0]).toBe(401)
      await expect.poll(() => statusesOf(key), { timeout: 10_000, interval: 5 }).toEqual([401, 401])
      if (round === 0)
        expect((await owner.call('DELETE', `/api/v1/keys/${keyId}`)).json.data.revokedAt).toBe(
          answer.json.data.revokedAt,
        )
    }
  })

  it('lets every key revoke itself, and only account:write the others', async () => {
    const { key, keyId } = await made({ name: 'mine', permissions: ['scans:read'] })
    const other = await made({ name: 'not mine' })
    const call = caller(api.address, { 'x-api-key': key })
    for (const id of [other.keyId, crypto.randomUUID(), 'x']) {
      const { status, json } = await call('DELETE', `/api/v1/keys/${id}`)
      expect([status, json.error.code]).toEqual([403, 'FORBIDDEN'])
    }
    expect((await call('DELETE', `/api/v1/keys/${keyId}`)).status).toBe(200)
    expect((await call('DELETE', `/api/v1/keys/${keyId}`)).status).toBe(401)
    expect((await listed()).find((listed) => listed.keyId === other.keyId)).not.toHaveProperty('revokedAt')
  })

  it.each(['x', '%00', "' or true --", crypto.randomUUID(), 'a'.repeat(3_000)])(
    'answers the unknown id %j with 404',
    async (id) => {
      expect((await owner.call('DELETE', `/api/v1/keys/${encodeURIComponent(id)}`)).status).toBe(404)
    },
  )
})

describe('POST /api/v1/keys/:keyId/rotate', () => {
  it('makes a key at once and ends the old one after the overlap', async () => {
    const old = await made({ name: 'rotating', permissions: ['scans:read'] })
    const before = Date.now()
    const answer = await owner.call('POST', `/api/v1/keys/${old.keyId}/rotate`, { overlapSeconds: 600 })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const next = answer.json.data as object as Key
    expect(next).toMatchObject({
      name: 'rotating',
      permissions: ['scans:read'],
      replaced: { keyId: old.keyId, replacedBy: next.keyId },
    })
    expect(Date.parse(next.replaced.expiresAt ?? '') - before).toBeGreaterThanOrEqual(600_000)
    expect(Date.parse(next.replaced.expiresAt ?? '') - before).toBeLessThan(660_000)
    expect([await statusesOf(old.key), await statusesOf(next.key)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await api.sql`update api_keys set expires_at = now() where id = ${old.keyId}`
    await expect.poll(() => statusesOf(old.key), { timeout: 10_000, interval: 5 }).toEqual([401, 401])
    expect(await statusesOf(next.key)).toEqual([200, 200])
  })

  it('without overlap ends the old one at once, and an earlier expiry stays', async () => {
    const [plain, expiring] = [
      await made({ name: 'plain' }),
      await made({ name: 'expiring', expiresAt: inAnHour().toISOString() }),
    ]
    const next = (await owner.call('POST', `/api/v1/keys/${plain.keyId}/rotate`, {})).json.data as object as Key
    await expect.poll(() => statusesOf(plain.key), { timeout: 10_000, interval: 5 }).toEqual([401, 401])
    expect(await statusesOf(next.key)).toEqual([200, 200])
    const rotated = (await owner.call('POST', `/api/v1/keys/${expiring.keyId}/rotate`, { overlapSeconds: 86_400 })).json
      .data as object as Key
    expect(rotated.replaced.expiresAt).toBe(expiring.expiresAt)
    expect(rotated.expiresAt).toBeUndefined()
  })

  it('has one successor for each key, however many ask', async () => {
    const old = await made({ name: 'raced' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => owner.call('POST', `/api/v1/keys/${old.keyId}/rotate`, { overlapSeconds: 60 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    expect(answers.find(({ status }) => status === 409)?.json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('already been replaced'),
    })
    expect((await listed()).filter(({ keyId, replacedBy }) => keyId === old.keyId && replacedBy)).toHaveLength(1)
  })

  it('refuses what was revoked, what is wider than the caller, and an overlap without end', async () => {
    const revoked = await made({ name: 'revoked' })
    await owner.call('DELETE', `/api/v1/keys/${revoked.keyId}`)
    expect((await owner.call('POST', `/api/v1/keys/${revoked.keyId}/rotate`, {})).json.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('revoked'),
    })
    const wide = await made({ name: 'wide', permissions: ['scans:write'] })
    const narrow = await keyOf(['scans:read', 'account:write'])
    expect((await narrow.call('POST', `/api/v1/keys/${wide.keyId}/rotate`, {})).status).toBe(403)
    expect((await narrow.call('POST', `/api/v1/keys/${(await own()).keyId}/rotate`, {})).json.error.message).toContain(
      'cannot grant the account:write permission',
    )
    for (const overlapSeconds of [-1, 1.5, 1e9, '60']) {
      expect(
        (await owner.call('POST', `/api/v1/keys/${wide.keyId}/rotate`, { overlapSeconds })).json.error.details[0]?.path,
      ).toBe('body.overlapSeconds')
    }
    expect(await statusesOf(wide.key)).toEqual([200, 200])
  })
})

/** Returns the owner's first key. */
async function own(): Promise<Key> {
  const key = (await listed()).at(-1)
  if (!key) throw new Error('no key is listed')
  return key
}
