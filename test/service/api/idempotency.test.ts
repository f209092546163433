import { describe, expect, it } from 'vitest'
import { tidyAccounts } from '../../../src/service/accounts/tidy-accounts.ts'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { caller, testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const bob = await api.account('bob')
const other = caller(await api.anotherServer(), { 'x-api-key': alice.key })
const path = '/api/v1/scans/url'
const page = 'https://www.npmjs.com/package/mkdirp'
const submit = (key: string, body: unknown = { url: page }, call = alice.call) =>
  call('POST', path, body, { 'idempotency-key': key })
const scansOf = async (accountId: string) =>
  Number((await api.sql`select count(*) from scans where account_id = ${accountId}`)[0]?.count)

describe('a submission with an Idempotency-Key', () => {
  it('that is sent again is answered as it was, from any process, and done once', async () => {
    const before = await scansOf(alice.accountId)
    const first = await submit('again', { url: page, failOn: 'low' })
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([202, null])
    for (const call of [alice.call, other]) {
      const again = await submit('again', { failOn: 'low', url: page }, call)
      expect([again.status, again.text]).toEqual([202, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      for (const header of ['location', 'retry-after', 'content-type'])
        expect(again.headers.get(header)).toBe(first.headers.get(header))
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
    expect(await scansOf(alice.accountId)).toBe(before + 1)
  })

  it('is 422 with another body, and its key is another one in another account', async () => {
    const first = await submit('shared')
    const { status, json } = await submit('shared', { url: page, failOn: 'low' })
    expect([status, json.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    const theirs = await submit('shared', { url: page }, bob.call)
    expect([theirs.status, theirs.headers.get('idempotency-replayed')]).toEqual([202, null])
    expect(theirs.json.data.scanId).not.toBe(first.json.data.scanId)
  })

  it('is done once when it comes many times at once', async () => {
    const before = await scansOf(alice.accountId)
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => submit('at-once', { url: page }, index % 2 === 0 ? alice.call : other)),
    )
    const done = many.filter(({ status }) => status === 202)
    const waiting = many.filter(({ status }) => status === 409)
    expect(done.length + waiting.length).toBe(20)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ json }) => json.data.scanId)).size).toBe(1)
    for (const { json, headers } of waiting)
      expect([json.error.code, Number(headers.get('retry-after')) > 0]).toEqual(['IN_FLIGHT', true])
    expect(await scansOf(alice.accountId)).toBe(before + 1)
  })

  it('whose process died in between is in flight for the lease, and then done', async () => {
    await submit('died')
    await api.sql`update idempotency_keys set answer = null where key = 'died'`
    const waiting = await submit('died')
    expect([waiting.status, waiting.json.error.code, waiting.headers.get('retry-after')]).toEqual([
      409,
      'IN_FLIGHT',
      '2',
    ])
    await api.sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = 'died'`
    const freed = await submit('died')
    expect([freed.status, freed.headers.get('idempotency-replayed')]).toEqual([202, null])
    expect((await submit('died')).text).toBe(freed.text)
  })

  it.each([
    [
      'whose answer cannot be kept, as when the process dies then,',
      500,
      'before update on idempotency_keys',
      'raise exception $x$the process dies$x$',
    ],
    [
      'that takes longer than its lease, which another has taken,',
      409,
      'after insert on scans',
      'update idempotency_keys set lease_id = gen_random_uuid() where key = $x$torn$x$',
    ],
  ])('%s has done nothing', async (_what, status, moment, statement) => {
    const before = await scansOf(alice.accountId)
    await api.sql.unsafe(
      `create function tear() returns trigger language plpgsql as $f$ begin ${statement}; return new; end ` +
        `$f$; create trigger tear ${moment} for each row execute function tear()`,
    )
    expect((await submit('torn')).status).toBe(status)
    await api.sql.unsafe('drop function tear cascade')
    expect(await scansOf(alice.accountId)).toBe(before)
    await api.sql`update idempotency_keys set lease_until = now() - interval '1 second' where key = 'torn'`
    const again = await submit('torn')
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, null])
    expect(await scansOf(alice.accountId)).toBe(before + 1)
    await api.sql`delete from idempotency_keys where key = 'torn'`
  })

  it('means nothing any more after 24 hours, and is removed', async () => {
    const first = await submit('old')
    const [row] = await api.sql`select extract(epoch from expires_at - now())::float8 as seconds from idempotency_keys
        where key = 'old'`
    expect(row?.seconds).toBeGreaterThan(24 * 3600 - 60)
    expect(row?.seconds).toBeLessThanOrEqual(24 * 3600)
    await api.sql`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'old'`
    const second = await submit('old', { url: page, failOn: 'low' })
    expect(second.status).toBe(202)
    expect(second.json.data.scanId).not.toBe(first.json.data.scanId)
    await api.sql`update idempotency_keys set expires_at = now() - interval '1 second' where key = 'old'`
    await tidyAccounts(api.db, new Date())
    expect(await api.sql`select 1 from idempotency_keys where key = 'old'`).toHaveLength(0)
    expect(await api.sql`select 1 from idempotency_keys where key = 'shared'`).not.toHaveLength(0)
  })

  it('may be sent again with a right body after a wrong one', async () => {
    expect((await submit('mended', { url: page, failOn: 'x' })).status).toBe(400)
    expect((await submit('mended', { url: 'https://www.npmjs.com/' })).json.error.code).toBe('INVALID_URL')
    expect((await submit('mended')).status).toBe(202)
  })

  it.each([
    ['a space', 'a b'],
    ['too many characters', 'x'.repeat(256)],
    ['what is not ASCII', 'caf\u00e9'],
  ])('is 400 when the key has %s', async (_what, key) => {
    const { status, json } = await submit(key)
    expect([status, json.error.details[0]?.path]).toEqual([400, 'header.Idempotency-Key'])
  })

  it('takes the longest key, and the quoted form of the draft', async () => {
    expect((await submit('x'.repeat(255))).status).toBe(202)
    expect((await submit('"8e03978e-40d5-43dd-bc93-6894a57f9324"')).status).toBe(202)
  })

  it('leaves no more than a hash of its body', async () => {
    await submit('hashed', { url: page, webhook: 'https://hooks.example/only-in-the-body' })
    const rows = await api.sql`select k::text as text, request_hash from idempotency_keys k where key = 'hashed'`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain('only-in-the-body')
    expect(rows[0]?.request_hash).toHaveLength(32)
  })
})

it('is taken by no endpoint that answers with a secret', () => {
  const taking = endpoints.filter(({ takesIdempotencyKey }) => takesIdempotencyKey)
  expect(taking.map(({ id }) => id)).toContain('create-scan')
  expect(taking.filter(({ headers }) => headers?.['Cache-Control'] !== undefined).map(({ id }) => id)).toEqual([])
})
