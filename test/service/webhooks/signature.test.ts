import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signatureHeaders } from '../../../src/service/webhooks/signature.ts'

const generateSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const current = generateSecret()
const previous = generateSecret()
const body = JSON.stringify({ event: 'ping', data: { message: 'grüß Gott 🎉' } })
const signed = (sentAt = new Date()) => ({ id: 'evt_abc', sentAt, body })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const plain = (secret: string, bytes: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`

describe('X-Scanner-Signature', () => {
  it('is the HMAC of the raw bytes, keyed with the secret as it is shown', () => {
    const header = signatureHeaders(signed(), { current, previous: undefined })['X-Scanner-Signature']
    expect(header).toMatch(/^sha256=[\da-f]{64}$/)
    expect(header).toBe(plain(current, Buffer.from(body, 'utf8')))
  })

  it('fits neither another secret nor another byte', () => {
    const header = signatureHeaders(signed(), { current, previous: undefined })['X-Scanner-Signature']
    expect(header).not.toBe(plain(previous, body))
    expect(header).not.toBe(plain(current, body.replace('ping', 'pong')))
  })

  it('is made with the old secret alone while two hold', () => {
    const header = signatureHeaders(signed(), { current, previous })['X-Scanner-Signature']
    expect(header).toBe(plain(previous, body))
  })

  it('does not depend on when it is sent', () => {
    const headers = [minutesAgo(0), minutesAgo(60)].map((sentAt) =>
      signatureHeaders(signed(sentAt), { current, previous: undefined }),
    )
    expect(headers[0]?.['X-Scanner-Signature']).toBe(headers[1]?.['X-Scanner-Signature'])
    expect(headers[0]?.['webhook-signature']).not.toBe(headers[1]?.['webhook-signature'])
  })
})

describe('the headers of Standard Webhooks', () => {
  it('are verified by the public library, umlauts and all', () => {
    const headers = signatureHeaders(signed(), { current, previous: undefined })
    expect(new Webhook(current).verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers['webhook-id']).toBe('evt_abc')
    expect(headers['webhook-timestamp']).toMatch(/^\d{10}$/)
  })

  it('hold for both secrets while two do, the new one first', () => {
    const headers = signatureHeaders(signed(), { current, previous })
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const secret of [current, previous])
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(headers['webhook-signature']?.split(' ')[0]).toBe(
      signatureHeaders(signed(), { current, previous: undefined })['webhook-signature'],
    )
  })

  it('fail for another secret, another byte, another id and an old or future time', () => {
    const secrets = { current, previous: undefined }
    const headers = signatureHeaders(signed(), secrets)
    const receiver = new Webhook(current)
    expect(() => new Webhook(previous).verify(body, headers)).toThrow('No matching signature')
    expect(() => receiver.verify(body.replace('ping', 'pong'), headers)).toThrow('No matching signature')
    expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'evt_abd' })).toThrow('No matching signature')
    expect(() => receiver.verify(body, signatureHeaders(signed(minutesAgo(6)), secrets))).toThrow('too old')
    expect(() => receiver.verify(body, signatureHeaders(signed(minutesAgo(-6)), secrets))).toThrow('too new')
  })
})
